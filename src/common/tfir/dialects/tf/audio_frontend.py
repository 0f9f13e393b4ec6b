"""Semantics: the frontend that wakes small devices by speech, in whole numbers throughout: windows, their Fourier transform in 16 bits, bands
along the scale of Mel, less noise, an automatic gain, logarithms. Source: TensorFlow Lite's microfrontend; its transform is Borgerding's
KISS FFT in fixed point."""

from __future__ import annotations

from functools import cache
from math import cos, floor, isqrt, log1p, log2, pi, sin

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import window_size as number_of_windows
from tfir.ods.shapes import with_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ONE = 1 << 15  # of the transform's numbers
WEIGHT_BITS = 12  # of the window's and the bands' weights
NOISE_BITS = 14
RATIO_BITS, GAINED_BITS = 12, 6  # of a signal over its noise, and of what is made of it
LOG_BITS, SEGMENT_BITS = 16, 7
LOG_OF_2 = 45426  # in 2^-16
WORD = (1 << 32) - 1


class AudioMicrofrontend(OpSemantics):
    """Samples [samples] -> [frames, channels * (left_context + 1 + right_context)], each frame beside those that are around it."""

    def infer(audio, sample_rate, window_size, window_step, num_channels, left_context, right_context, frame_stride):
        (samples,) = with_rank(audio.shape, 1, "audio")
        frames = number_of_windows(samples, *in_samples(sample_rate, window_size, window_step), "VALID")
        return (
            number_of_windows(frames, 1, frame_stride, "VALID") if frame_stride else frames,
            num_channels * (left_context + 1 + right_context),
        )

    def evaluate(
        audio, sample_rate, window_size, window_step, num_channels, upper_band_limit, lower_band_limit, smoothing_bits,
        even_smoothing, odd_smoothing, min_signal_remaining, enable_pcan, pcan_strength, pcan_offset, gain_bits, enable_log,
        scale_shift, left_context, right_context, frame_stride, zero_padding, out_scale, out_type,
    ):  # fmt: skip
        size, step = in_samples(sample_rate, window_size, window_step)
        transform = 1 << (size - 1).bit_length()
        bands = Bands(sample_rate, transform // 2 + 1, num_channels, lower_band_limit, upper_band_limit)
        correction = transform.bit_length() - 1 - WEIGHT_BITS // 2
        gain = Gain(pcan_strength, pcan_offset, gain_bits, smoothing_bits, correction) if enable_pcan else None
        noise = Noise(smoothing_bits, (even_smoothing, odd_smoothing), min_signal_remaining, num_channels)
        frames = []
        for loudness in loudnesses(audio, size, step, transform, bands):
            signal = noise.taken_from(loudness)
            if gain is not None:
                signal = [gain.applied(number, around) for number, around in zip(signal, noise.estimate)]
            if enable_log:
                signal = [logarithm(shifted(number, correction), scale_shift) for number in signal]
            frames.append([min(number, 0xFFFF) for number in signal])
        numbers = np.array(frames, np.uint16).reshape(len(frames), num_channels)
        scaled = numbers // out_scale if out_type_is_whole(out_type) else numbers.astype(np.float32) / np.float32(out_scale)
        return in_context(scaled.astype(dtype_of(out_type)), left_context, right_context, frame_stride, zero_padding)


def out_type_is_whole(out_type) -> bool:
    return dtype_of(out_type) == np.uint16


def in_samples(sample_rate: int, *milliseconds: int) -> tuple[int, int]:
    """How many samples a window has, and how many are between the beginnings of windows."""
    size, step = [duration * sample_rate // 1000 for duration in milliseconds]
    if not 0 < step <= size or size < 2:
        raise Error(f"a window of {size} samples and a step of {step} cannot be computed: TensorFlow reads beyond its memory")
    return size, step


def in_context(frames, left: int, right: int, stride: int, with_zeros: bool):
    if not len(frames):
        return np.zeros((0, (left + 1 + right) * frames.shape[1]), frames.dtype)
    if not stride:
        raise Error("frame_stride is 0, by which TensorFlow's kernel divides")
    places = np.arange(0, len(frames), stride)[:, None] + np.arange(-left, right + 1)
    stacked = frames[np.clip(places, 0, len(frames) - 1)]
    if with_zeros:
        stacked[(places < 0) | (places >= len(frames))] = 0
    return stacked.reshape(len(places), -1)


def loudnesses(audio, size: int, step: int, transform: int, bands: Bands) -> Iterator[list[int]]:
    """Of each window how loud each band is: the root of a sum of energies, as whole numbers of 32 bits."""
    coefficients = window_of(size)
    for first in range(0, len(audio) - size + 1, step):
        windowed = wrapped(audio[first : first + size].astype(np.int64) * coefficients >> WEIGHT_BITS)
        loudest = int(wrapped(np.abs(windowed)).max())  # -32768 has no opposite in 16 bits, and counts as none
        up = 15 - max(loudest, 0).bit_length()
        padded = np.zeros(transform, np.int64)
        padded[:size] = wrapped(windowed << up)
        real, imaginary = spectrum_of(padded)
        yield [rounded_root(energy) >> up for energy in bands.energies(real * real + imaginary * imaginary)]


@cache
def window_of(size: int):
    """Hann's window, in 2^-12."""
    step = float(np.float32(2 * pi / np.float32(size)))
    heights = np.array([0.5 - 0.5 * cos(step * (at + 0.5)) for at in range(size)], np.float32)
    return np.floor((heights * np.float32(1 << WEIGHT_BITS)).astype(np.float64) + 0.5).astype(np.int64)


def wrapped(numbers):
    """As 16 bits hold them."""
    return numbers.astype(np.int16).astype(np.int64)


def rounded_root(number: int) -> int:
    """The next whole number to a square root; what does not fit 16 or 32 bits is not rounded up."""
    root = isqrt(number)
    most = 0xFFFF if number <= WORD else WORD
    return root + (number - root * root > root and root != most)


# The Fourier transform


def rounded(numbers):
    return wrapped(numbers + ONE // 2 >> 15)


def divided(pair, by: int):
    """Halves, or other parts, by a factor that is a little less."""
    factor = (ONE - 1) // by
    return tuple([rounded(numbers * factor) for numbers in pair])


def times(pair, other):
    (real, imaginary), (by_real, by_imaginary) = pair, other
    return rounded(real * by_real - imaginary * by_imaginary), rounded(real * by_imaginary + imaginary * by_real)


def plus(pair, other):
    return wrapped(pair[0] + other[0]), wrapped(pair[1] + other[1])


def minus(pair, other):
    return wrapped(pair[0] - other[0]), wrapped(pair[1] - other[1])


def turned(pair):
    """Times -i."""
    return pair[1], -pair[0]


@cache
def roots_of_one(phases: tuple[float, ...]):
    most = ONE - 1
    return tuple([np.array([floor(0.5 + most * part(phase)) for phase in phases], np.int64) for part in (cos, sin)])


def fourier(pair):
    """[.., n] complex numbers, n a power of two -> their transform over n: radix 4, and one step of radix 2 where that is left at the end."""
    size = pair[0].shape[-1]
    if size == 1:
        return pair
    radix = 2 if size % 4 else 4
    part = size // radix
    parts = [divided(fourier(tuple([numbers[at::radix] for numbers in pair])), radix) for at in range(radix)]
    twiddles = roots_of_one(tuple([-2 * pi * at / size for at in range(size)]))
    for at in range(1, radix):
        chosen = np.arange(part) * at
        parts[at] = times(parts[at], tuple([numbers[chosen] for numbers in twiddles]))
    if radix == 2:
        results = [plus(*parts), minus(*parts)]
    else:
        zeroth, first, second, third = parts
        even, odd = minus(zeroth, second), turned(minus(first, third))
        both, others = plus(zeroth, second), plus(first, third)
        results = [plus(both, others), plus(even, odd), minus(both, others), minus(even, odd)]
    return tuple([np.concatenate([result[which] for result in results]) for which in (0, 1)])


def spectrum_of(samples):
    """Real numbers [n] -> (real, imaginary) [n/2 + 1], over n, by one complex transform of half the size."""
    half = len(samples) // 2
    packed = fourier((samples[0::2], samples[1::2]))
    if half == 1:
        packed = divided(packed, 1)  # the only step of a transform of one number
    count = half // 2
    there = divided([numbers[1 : count + 1] for numbers in packed], 2)
    back = divided([packed[0][::-1][:count], wrapped(-packed[1][::-1][:count])], 2)
    sums, differences = plus(there, back), minus(there, back)
    twiddled = times(differences, roots_of_one(tuple([-pi * ((at + 1) / half + 0.5) for at in range(count)])))
    real, imaginary = np.zeros(half + 1, np.int64), np.zeros(half + 1, np.int64)
    first, alternating = divided([numbers[0] for numbers in packed], 2)
    real[0], real[half] = first + alternating, first - alternating
    places = np.arange(1, count + 1)
    real[places], imaginary[places] = sums[0] + twiddled[0] >> 1, sums[1] + twiddled[1] >> 1
    real[half - places], imaginary[half - places] = sums[0] - twiddled[0] >> 1, twiddled[1] - sums[1] >> 1
    return wrapped(real), wrapped(imaginary)


# Bands


def mel(frequency) -> np.float32:
    return np.float32(1127.0 * log1p(float(frequency) / 700.0))


class Bands:
    """Bands that overlap by half along the scale of Mel: what of each frequency goes to a band, and the rest to the next."""

    def __init__(self, sample_rate: int, size: int, channels: int, lower: float, upper: float):
        lower_limit, upper_limit = np.float32(lower), np.float32(upper)
        width = np.float32(0.5 * sample_rate / float(np.float32(size) - np.float32(1)))
        first, count = mel(lower_limit), channels + 1
        spacing = (mel(upper_limit) - first) / np.float32(count)
        centres = [first + spacing * np.float32(at + 1) for at in range(count)]
        self.weights: list[list[tuple[int, int, int]]] = []
        frequency = int(1.5 + float(lower_limit / width))
        for below, centre in zip([first, *centres], centres):
            weights = []
            while (pitch := mel(np.float32(frequency) * width)) <= centre and frequency < size:
                share = (centre - pitch) / (centre - below)
                here = floor(float(share * np.float32(1 << WEIGHT_BITS)) + 0.5)
                weights.append((frequency, here, floor((1.0 - float(share)) * (1 << WEIGHT_BITS) + 0.5)))
                frequency += 1
            self.weights.append(weights)
        if frequency >= size:
            raise Error("failed to populate frontend state")

    def energies(self, squares) -> list[int]:
        """The energies of the bands; the first band has what goes to the first channel only by its rest."""
        energies, rest = [], 0
        for weights in self.weights:
            energies.append(rest + sum([int(squares[at]) * here for at, here, _ in weights]))
            rest = sum([int(squares[at]) * there for at, _, there in weights])
        return energies[1:]


class Noise:
    """What is heard all the time, of each channel, by an average that forgets; even channels and odd ones forget at speeds of their own."""

    def __init__(self, bits: int, smoothing: tuple[float, float], least: float, channels: int):
        self.bits, self.least = bits, in_noise_bits(least)
        self.smoothing = [in_noise_bits(number) for number in smoothing]
        self.estimate = [0] * channels

    def taken_from(self, signal: list[int]) -> list[int]:
        left = []
        for at, number in enumerate(signal):
            smoothing, scaled = self.smoothing[at % 2], number << self.bits & WORD
            rest = (1 << NOISE_BITS) - smoothing & WORD
            estimate = (scaled * smoothing + self.estimate[at] * rest >> NOISE_BITS) & WORD
            self.estimate[at] = estimate
            left.append(max(scaled - min(estimate, scaled) >> self.bits, (number * self.least >> NOISE_BITS) & WORD))
        return left


def in_noise_bits(number: float) -> int:
    return int(np.float32(number) * np.float32(1 << NOISE_BITS)) & 0xFFFF


class Gain:
    """Loudness by the noise to a negative power, as parabolas between powers of two say it."""

    def __init__(self, strength: float, offset: float, bits: int, smoothing_bits: int, correction: int):
        self.strength, self.offset, self.bits = np.float32(strength), np.float32(offset), bits
        self.input_bits, self.shift = (smoothing_bits - correction) % 32, (bits - correction - RATIO_BITS) % 64  # as processors shift
        self.parabolas = {interval: self.parabola(interval) for interval in range(2, 33)}

    def at(self, noise: int) -> int:
        """The gain itself, in 16 bits."""
        number = np.float32(noise) / np.float32(1 << self.input_bits) + self.offset
        with np.errstate(all="ignore"):  # of what an offset below 0 leaves
            gain = np.float32(1 << self.bits % 32) * np.float32(np.float64(number) ** -np.float64(self.strength))
        if np.isnan(gain):
            return 0  # the low bits of what processors make of it
        return 0x7FFF if gain > 0x7FFF else int(gain + np.float32(0.5))

    def parabola(self, interval: int) -> tuple[int, int, int]:
        low = 1 << interval - 1
        high = 2 * low - (interval == 32)
        start, middle, end = map(self.at, (low, low + (low >> 1), high))
        slope = 4 * (middle - start) - (end - start)
        return start, signed(slope, 16), signed(end - start - slope, 16)

    def about(self, noise: int) -> int:
        if noise < 2:
            return self.at(noise)
        interval = noise.bit_length()
        start, slope, bend = self.parabolas[interval]
        if noise == 2:
            return start
        part = (noise << 11 >> interval) & 0x3FF
        bent = signed(((bend * part >> 5) + (slope << 5)) * part, 32)
        return signed((bent + (1 << 14) >> 15) + start, 16)

    def applied(self, signal: int, noise: int) -> int:
        ratio = (signal * (self.about(noise) & WORD) >> self.shift) & WORD
        if ratio < 2 << RATIO_BITS:
            return ratio * ratio >> 2 + 2 * RATIO_BITS - GAINED_BITS
        return (ratio >> RATIO_BITS - GAINED_BITS) - (1 << GAINED_BITS)


def signed(number: int, bits: int) -> int:
    """As so many bits hold it."""
    half = 1 << bits - 1
    return (number + half & 2 * half - 1) - half


# Logarithms


def shifted(number: int, by: int) -> int:
    return number >> -by if by < 0 else number << by & WORD


@cache
def above_chord() -> list[int]:
    """By how much the logarithm of base 2 is above the straight line from 1 to 2, in 2^-16, at the ends of segments."""
    count = 1 << SEGMENT_BITS
    return [round((1 << LOG_BITS) * (log2(1 + at / count) - at / count)) for at in range(count + 1)]


def logarithm(number: int, scale: int) -> int:
    """The natural logarithm, in 2^-scale; of 0 it is 0."""
    if number <= 1:
        return 0
    whole = number.bit_length() - 1
    part = number - (1 << whole)
    part = part << LOG_BITS - whole if whole < LOG_BITS else part >> whole - LOG_BITS
    segment, inside = divmod(part, 1 << LOG_BITS - SEGMENT_BITS)
    low, high = above_chord()[segment : segment + 2]
    binary = (whole << LOG_BITS) + part + low + ((high - low) * inside >> LOG_BITS)
    half = 1 << LOG_BITS - 1
    natural = LOG_OF_2 * binary + half >> LOG_BITS
    return ((natural << scale) + half & WORD) >> LOG_BITS
