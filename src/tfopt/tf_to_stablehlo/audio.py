"""Lowerings: sounds as spectra, and spectra as the few numbers by which speech is told. In double precision, as TensorFlow computes them."""

import numpy as np
from tfir.dialects.tf.audio import LEAST, band_weights, cosines, frequencies_between, holds_limit, power_of_two, width_of
from tfir.ir.attributes import EnumAttr
from tfir.ir.types import F32, F64, ComplexType

from tfopt.arithmetic.sizes import named_type
from tfopt.arithmetic.tensor import array, dot_general, emit, iota, literal, log, maximum, pad, splat, sqrt, take, unary
from tfopt.tf_to_stablehlo.lowering import lower


@lower
def AudioSpectrogram(input, window_size, stride, magnitude_squared, result_types):
    """The size, or its square, of each window's Fourier transform, weighted by Hann's window and filled up with zeros to a power of two."""
    shape = result_types[0].shape
    if 0 in shape:
        return splat(0, shape, F32)
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_size) / window_size)
    places = iota((shape[1], window_size), 0) * stride + iota((shape[1], window_size), 1)
    windows = take(input.transpose(1, 0), places, 1).convert(F64) * literal(hann)
    length = power_of_two(window_size)
    padded = pad(windows, [0] * 3, [0, 0, length - window_size])
    type = named_type(shape, ComplexType(F64))
    spectrum = emit("fft", [padded], type, fft_type=EnumAttr("stablehlo.fft_type", "RFFT"), fft_length=array([length]))
    squares = unary("real", spectrum, F64), unary("imag", spectrum, F64)
    squares = (squares[0] * squares[0] + squares[1] * squares[1]).convert(F32)
    return squares if magnitude_squared else sqrt(squares)


@lower
def Mfcc(
    spectrogram, sample_rate: int, upper_frequency_limit, lower_frequency_limit, filterbank_channel_count, dct_coefficient_count, result_types
):  # fmt: skip
    """The cosine transform of the logarithms of bands."""
    frequencies = spectrogram.shape[-1]
    if not holds_limit(frequencies, sample_rate, upper_frequency_limit):
        return splat(0, result_types[0].shape, F32)
    limits = lower_frequency_limit, upper_frequency_limit
    bands = band_weights(frequencies, sample_rate, filterbank_channel_count, *limits)
    used = frequencies_between(*limits, width_of(frequencies, sample_rate))
    energies = dot_general(sqrt(spectrogram[:, :, used].convert(F64)), literal(bands[:, used]), ([2], [1]))
    logarithms = log(maximum(energies, LEAST))
    return dot_general(logarithms, literal(cosines(dct_coefficient_count, filterbank_channel_count)), ([2], [1])).convert(F32)
