"""Semantics: sounds as files (WAV, 16 bits), as spectra, and spectra as the few numbers by which speech is told."""

from __future__ import annotations

import struct

from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, most, with_rank
from tfir.ods.shapes import window_size as number_of_windows


class AudioSpectrogram(OpSemantics):
    """input [samples, channels] -> [channels, windows, frequencies]: the size, or its square, of each window's Fourier transform, weighted by
    Hann's window and filled up with zeros to a power of two."""

    def infer(input, window_size, stride):
        samples, channels = with_rank(input.shape, 2, "input")
        return (channels, count_of_windows(samples, window_size, stride), power_of_two(window_size) // 2 + 1)

    def evaluate(input, window_size, stride, magnitude_squared):
        count = count_of_windows(len(input), window_size, stride)
        hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_size) / window_size)
        places = np.arange(count)[:, None] * stride + np.arange(window_size)
        spectrum = np.fft.rfft(input.T[:, places].astype(np.float64) * hann, power_of_two(window_size))
        squares = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
        return squares if magnitude_squared else np.sqrt(squares)


def count_of_windows(samples, window: int, stride: int):
    return most(number_of_windows(samples, window, stride, "VALID"), 0)


def power_of_two(number: int) -> int:
    """The least power of two that is no less."""
    return 1 << max(number - 1, 0).bit_length()


def mel(frequency):
    """A pitch in Mel of a frequency in Hertz."""
    return 1127.0 * np.log1p(frequency / 700.0)


LEAST = 1e-12  # what a band has at least, so that it has a logarithm


class Mfcc(OpSemantics):
    """Spectra [channels, windows, frequencies] of squares -> coefficients [channels, windows, count]: the cosine transform of the logarithms
    of bands that overlap by half along the scale of Mel. Source: Davis and Mermelstein, 1980, as TensorFlow's mfcc_mel_filterbank.cc."""

    def infer(spectrogram, dct_coefficient_count):
        channels, windows, _ = with_rank(spectrogram.shape, 3, "spectrogram")
        return (channels, windows, dct_coefficient_count)

    def evaluate(
        spectrogram, sample_rate, upper_frequency_limit, lower_frequency_limit, filterbank_channel_count, dct_coefficient_count
    ):  # fmt: skip
        limits, frequencies = (lower_frequency_limit, upper_frequency_limit), spectrogram.shape[-1]
        is_ordered = 0 <= lower_frequency_limit < upper_frequency_limit and 1 <= dct_coefficient_count <= filterbank_channel_count
        if not is_ordered or frequencies < 2 or sample_rate <= 0:
            facts = f"sample rate {int(sample_rate)} and filterbank_channel_count {filterbank_channel_count}"
            raise Error(f"Mfcc initialization failed for channel count {frequencies}, {facts}")
        if not holds_limit(frequencies, int(sample_rate), upper_frequency_limit):
            return np.zeros((*spectrogram.shape[:-1], dct_coefficient_count), np.float32)
        bands = band_weights(frequencies, int(sample_rate), filterbank_channel_count, *limits)
        used = frequencies_between(*limits, width_of(frequencies, int(sample_rate)))
        energies = np.sqrt(spectrogram[..., used].astype(np.float64)) @ bands[:, used].T
        return (np.log(np.maximum(energies, LEAST)) @ cosines(dct_coefficient_count, filterbank_channel_count).T).astype(np.float32)


def holds_limit(size: int, sample_rate: int, upper: float) -> bool:
    """Whether the upper limit is one of the `size` frequencies of a spectrum."""
    return int(upper / width_of(size, sample_rate)) < size


def width_of(size: int, sample_rate: int) -> float:
    """What lies between neighbouring ones of `size` frequencies."""
    return 0.5 * sample_rate / (size - 1)


def frequencies_between(lower: float, upper: float, width: float) -> slice:
    """Those that bands take part of, if with a weight of 0, which a NaN passes."""
    return slice(int(1.5 + lower / width), int(upper / width) + 1)


def cosines(count: int, bands: int):
    """The cosine transform, of which the first `count` coefficients are wanted: [count, bands]."""
    order, place = np.arange(count)[:, None], np.arange(bands) + 0.5
    return np.sqrt(2 / bands) * np.cos(order * np.pi / bands * place)


def band_weights(size: int, sample_rate: int, count: int, lower: float, upper: float):
    """How much of each of `size` frequencies is in each of `count` bands: [count, size]."""
    first, spacing = mel(lower), (mel(upper) - mel(lower)) / (count + 1)
    centres = first + spacing * np.arange(1, count + 2)
    width = width_of(size, sample_rate)
    weights = np.zeros((count, size))
    for at in range(size)[frequencies_between(lower, upper, width)]:
        pitch = mel(at * width)
        band = int(np.searchsorted(centres[:count], pitch, "left"))
        below, above = (centres[band - 1] if band else first), centres[band]
        share = (above - pitch) / (above - below)
        if band:
            weights[band - 1, at] = share
        if band < count:
            weights[band, at] = 1 - share
    return weights


# Files

IGNORED = (b"JUNK", b"bext", b"iXML", b"qlty", b"mext", b"levl", b"link", b"axml")  # before the format


class EncodeWav(OpSemantics):
    def infer():
        return ()

    def evaluate(audio, sample_rate):
        if audio.ndim != 2:
            raise Error(f"audio must be 2-dimensional: {listed(audio.shape)}")
        rate, (_, channels) = int(sample_rate), audio.shape
        if rate <= 0:
            raise Error(f"sample_rate must be in (0, 2^32), got: {rate % (1 << 64)}")
        if not 0 < channels < 1 << 16:
            raise Error(f"num_channels must be in (0, 2^16), got: {channels}")
        numbers = audio * np.float32(1 << 15)
        rounded = np.trunc(numbers + np.copysign(np.float32(0.5), numbers))
        data = np.clip(np.nan_to_num(rounded, nan=0), -(1 << 15), (1 << 15) - 1).astype("<i2").tobytes()
        form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, 2 * rate * channels, 2 * channels, 16)
        whole = struct.pack("<4sI4s", b"RIFF", 36 + len(data), b"WAVE") + form + struct.pack("<4sI", b"data", len(data)) + data
        return np.array(whole, object)


class DecodeWav(OpSemantics):
    """Samples [samples, channels] in [-1, 1), and how many of them there are in a second."""

    def infer(desired_channels, desired_samples):
        return [tuple([fresh() if size < 0 else size for size in (desired_samples, desired_channels)]), ()]

    def evaluate(contents, desired_channels, desired_samples):
        if contents.ndim:
            raise Error(f"contents must be scalar, got shape {listed(contents.shape)}")
        samples, rate = Wav(contents.item()).samples()
        count = len(samples) if desired_samples == -1 else desired_samples
        channels = samples.shape[1] if desired_channels == -1 else desired_channels
        result = np.zeros((count, channels), np.float32)
        taken = samples[:count]
        result[: len(taken)] = taken[:, np.minimum(np.arange(channels), samples.shape[1] - 1)]
        return [result, np.array(rate, np.uint32).astype(np.int32)]


class Wav:
    """A file that is read from its beginning."""

    def __init__(self, content: bytes):
        self.content, self.at = content, 0

    def take(self, size: int) -> bytes:
        part = self.content[self.at : self.at + size]
        if len(part) < size:
            raise Error("Data too short when trying to read string")
        self.at += size
        return part

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def expect(self, text: bytes) -> None:
        if (actual := self.take(len(text))) != text:
            raise Error(f"Header mismatch: Expected {text.decode()} but found {actual.decode('latin-1')}")

    def samples(self) -> tuple[np.ndarray, int]:
        channels, rate = self.format()
        data = None
        while self.at < len(self.content):
            name, size = self.take(4), self.number(4)
            if name != b"data":
                self.at += size
                continue
            if data is not None:
                raise Error("More than one data chunk found in WAV")
            data = np.frombuffer(self.take(size // (2 * channels) * 2 * channels), "<i2")
        if data is None:
            raise Error("No data chunk found in WAV")
        return data.reshape(-1, channels) * np.float32(1 / (1 << 15)), rate

    def format(self) -> tuple[int, int]:
        """The number of channels, and of samples in a second."""
        self.expect(b"RIFF")
        self.take(4)
        self.expect(b"WAVE")
        while (name := self.take(4)) != b"fmt ":
            if name not in IGNORED:
                raise Error(f"Unexpected field {name.decode('latin-1')}")
            self.take(self.number(4))
        size, kind, channels, rate = self.number(4), self.number(2), self.number(2), self.number(4)
        of_second, of_sample, bits = self.number(4), self.number(2), self.number(2)
        if size not in (16, 18):
            raise Error(f"Bad format chunk size for WAV: Expected 16 or 18, but got{size}")
        if kind != 1:
            raise Error(f"Bad audio format for WAV: Expected 1 (PCM), but got{kind}")
        if channels < 1:
            raise Error(f"Bad number of channels for WAV: Expected at least 1, but got {channels}")
        if bits != 16:
            raise Error(f"Can only read 16-bit WAV files, but received {bits}")
        if of_sample != 2 * channels:
            raise Error(f"Bad bytes per sample in WAV header: Expected {2 * channels} but got {of_sample}")
        if of_second != of_sample * rate:
            rates = f"(sample_rate={rate}, bytes_per_sample={of_sample})"
            raise Error(f"Bad bytes per second in WAV header: Expected {of_sample * rate} but got {of_second} {rates}")
        self.take(size - 16)
        return channels, rate
