"""Semantics: sounds as spectra, and spectra as the few numbers by which speech is told."""

from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import window_size as number_of_windows
from tfir.ods.shapes import with_rank


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
    return number_of_windows(samples, window, stride, "VALID")


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
        limits = lower_frequency_limit, upper_frequency_limit
        frequencies = spectrogram.shape[-1]
        if int(upper_frequency_limit / (0.5 * int(sample_rate) / (frequencies - 1))) >= frequencies:
            return np.zeros((*spectrogram.shape[:-1], dct_coefficient_count), np.float32)  # the limit is no frequency of the spectrum
        bands = band_weights(frequencies, int(sample_rate), filterbank_channel_count, *limits)
        energies = np.where(bands.any(0), np.sqrt(spectrogram.astype(np.float64)), 0) @ bands.T
        order, place = np.arange(dct_coefficient_count)[:, None], np.arange(filterbank_channel_count) + 0.5
        cosines = np.sqrt(2 / filterbank_channel_count) * np.cos(order * np.pi / filterbank_channel_count * place)
        return (np.log(np.maximum(energies, LEAST)) @ cosines.T).astype(np.float32)


def band_weights(size: int, sample_rate: int, count: int, lower: float, upper: float):
    """How much of each of `size` frequencies is in each of `count` bands: [count, size]."""
    first, spacing = mel(lower), (mel(upper) - mel(lower)) / (count + 1)
    centres = first + spacing * np.arange(1, count + 2)
    width = 0.5 * sample_rate / (size - 1)
    weights = np.zeros((count, size))
    for at in range(int(1.5 + lower / width), int(upper / width) + 1):
        pitch = mel(at * width)
        band = int(np.searchsorted(centres[:count], pitch, "left"))
        below, above = (centres[band - 1] if band else first), centres[band]
        share = (above - pitch) / (above - below)
        if band:
            weights[band - 1, at] = share
        if band < count:
            weights[band, at] = 1 - share
    return weights
