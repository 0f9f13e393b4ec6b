"""Fourier transforms as products of matrices: sums over n places in two steps of about the square root of n each, which are transforms
again, where n has factors (Cooley and Tukey, 1965); where it has none and is large, as a convolution, which longer transforms do (Bluestein, 1970)."""

from __future__ import annotations

import numpy
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.types import TensorType
from tfir.ods.arrays import dense_of

from tfopt.rewrite.building import constant
from tfopt.stablehlo import real_numbers as real
from tfopt.stablehlo.complex_numbers import Complex
from tfopt.stablehlo.real_numbers import Real, filled, made

LARGEST_MATRIX = 64  # places that are summed in one step
LARGEST_PRIME = 512  # without factors, which a convolution would take longer for


def transformed(z: Complex, axis: int, sign: int) -> Complex:
    """Along one dimension: the sum over j of z[j] * e**(sign * 2 pi i j k / n), for each k."""
    rank, n = len(z.re.shape), z.re.shape[axis]
    to_last = [d for d in range(rank) if d != axis] + [axis]
    moved = transposed(z, to_last)
    return transposed(along_last(moved, n, sign), [to_last.index(d) for d in range(rank)])


def along_last(z: Complex, n: int, sign: int) -> Complex:
    a = factor(n)
    if a == 1:
        return along(z, n, sign, -1) if n <= LARGEST_PRIME else as_convolution(z, n, sign)
    b, outer = n // a, z.re.shape[:-1]
    # With j = j1 * b + j2 and k = k1 + a * k2 the angle of j * k is that of j1 * k1 in a, j2 * k1 in n and j2 * k2 in b
    z = along(reshaped(z, (*outer, a, b)), a, sign, -2)
    z = z * spread(roots(numpy.outer(numpy.arange(b), numpy.arange(a)), n, sign, z), z)
    z = along(z, b, sign, -2)
    rank = len(outer)
    return reshaped(transposed(z, [*range(rank), rank + 1, rank]), (*outer, n))


def along(z: Complex, n: int, sign: int, axis: int) -> Complex:
    """The transform along the last dimension or the one before that, which is the result's last."""
    if factor(n) == 1 and n <= LARGEST_PRIME:
        return product(z, roots(numpy.outer(numpy.arange(n), numpy.arange(n)), n, sign, z), axis)
    rank = len(z.re.shape)
    return along_last(transposed(z, [*range(rank - 2), rank - 1, rank - 2]) if axis == -2 else z, n, sign)


def as_convolution(z: Complex, n: int, sign: int) -> Complex:
    """By j k = (j^2 + k^2 - (k - j)^2) / 2: of c[j] = e**(sign * pi i j^2 / n), c[k] times the convolution of c z with the conjugate of c, for
    which there is room in a power of two."""
    length, shape, places = 1 << (2 * n - 2).bit_length(), z.re.shape, numpy.arange(n)
    chirp = spread(roots(places * places, 2 * n, sign, z), z)
    cosines, sines = waves(places * places, 2 * n)
    response = numpy.zeros(length, complex)
    response[:n] = cosines - 1j * sign * sines
    response[length - n + 1 :] = response[n - 1 : 0 : -1]
    response = numpy.fft.fft(response) / length
    filter = Complex(*[as_constant(part, z.re) for part in (response.real, response.imag)])
    z = each(z * chirp, lambda part: padded(part, length))
    z = along_last(z, length, -1)
    z, last = z * spread(filter, z), len(shape) - 1
    return each(along_last(z, length, 1), lambda part: real.sliced(part, {last: (0, n)})) * chirp


def padded(x: Real, length: int) -> Real:
    """With zeros up to a length of the last dimension."""
    rank, more = len(x.shape), length - x.shape[-1]
    zero = Real(constant(dense_of(numpy.zeros(()), x.type.element)))
    amounts = {"edge_padding_low": [0] * rank, "edge_padding_high": [0] * (rank - 1) + [more], "interior_padding": [0] * rank}
    return made("pad", x, zero, **amounts)


def spread(z: Complex, like: Complex) -> Complex:
    """Constants of the last dimensions in all places of the others, in the shape of another tensor."""
    rank, shape = len(z.re.shape), like.re.shape
    return each(z, lambda part: real.spread(part, shape, range(len(shape) - rank, len(shape)), like.re))


def factor(n: int) -> int:
    """The divisor next below the root of n, or 1 where one step does."""
    return 1 if n <= LARGEST_MATRIX else next(d for d in range(int(n**0.5), 0, -1) if n % d == 0)


def roots(numbers, n: int, sign: int, like: Complex) -> Complex:
    """e**(sign * 2 pi i m / n) for whole numbers m."""
    cosines, sines = waves(numbers, n)
    return Complex(as_constant(cosines, like.re), as_constant(sign * sines, like.re))


def waves(numbers, n: int):
    """Cosine and sine of so many n-th parts of a turn; of quarters they are whole numbers."""
    angles, quarters = 2 * numpy.pi * (numbers % n) / n, 4 * numbers % n == 0
    return [numpy.where(quarters, numpy.rint(wave), wave) for wave in (numpy.cos(angles), numpy.sin(angles))]


def as_constant(array, like: Real) -> Real:
    return Real(constant(dense_of(numpy.ascontiguousarray(array), like.type.element)))


def product(z: Complex, matrix: Complex, axis: int) -> Complex:
    re = times(z.re, matrix.re, axis) - times(z.im, matrix.im, axis)
    return Complex(re, times(z.re, matrix.im, axis) + times(z.im, matrix.re, axis))


def times(x: Real, matrix: Real, axis: int) -> Real:
    """The sum along a dimension of x with the rows of a matrix; the result's dimension is the last."""
    axis += len(x.shape)
    kept = [size for d, size in enumerate(x.shape) if d != axis]
    type = TensorType((*kept, matrix.shape[1]), x.type.element)
    numbers = NumbersAttr("dot", lhs_contracting_dimensions=(axis,), rhs_contracting_dimensions=(0,))
    return made("dot_general", x, matrix, dot_dimension_numbers=numbers, type=type)


def each(z: Complex, function) -> Complex:
    return Complex(function(z.re), function(z.im))


def transposed(z: Complex, order) -> Complex:
    return z if order == sorted(order) else each(z, lambda x: made("transpose", x, permutation=order))


def reshaped(z: Complex, shape) -> Complex:
    return each(z, lambda x: real.reshaped(x, shape))


def of_real(x: Real, n: int) -> Complex:
    """The first half of the transform along the last dimension of real numbers, n of them."""
    z = transformed(Complex(x, filled(x, 0.0)), len(x.shape) - 1, -1)
    return each(z, lambda part: real.sliced(part, {len(x.shape) - 1: (0, n // 2 + 1)}))


def to_real(z: Complex, n: int) -> Real:
    """n real numbers along the last dimension whose transform begins with z: the other half is its conjugate, turned around."""
    half, last = n // 2 + 1, len(z.re.shape) - 1
    if n <= LARGEST_PRIME:
        weights = numpy.where((numpy.arange(half) == 0) | (2 * numpy.arange(half) == n), 1, 2)[:, None] / n
        cosines, sines = (as_constant(weights * wave, z.re) for wave in waves(numpy.outer(numpy.arange(half), numpy.arange(n)), n))
        return times(z.re, cosines, -1) - times(z.im, sines, -1)
    other = each(z, lambda part: made("reverse", real.sliced(part, {last: (1, n - half + 1)}), dimensions=[last]))
    whole = [made("concatenate", *halves, dimension=last) for halves in ((z.re, other.re), (z.im, -other.im))]
    return along_last(Complex(*whole), n, 1).re * (1 / n)


def fourier(kind: str, lengths, operand):
    """The operation `stablehlo.fft` of a kind over the last dimensions: a Complex, or for IRFFT a Real."""
    first = len((operand if isinstance(operand, Real) else operand.re).shape) - len(lengths)
    axes = list(range(first, first + len(lengths)))
    if kind == "RFFT":
        operand, axes = of_real(operand, lengths[-1]), axes[:-1]
    sign = -1 if kind in ("FFT", "RFFT") else 1
    for axis in axes[:-1] if kind == "IRFFT" else axes:
        operand = transformed(operand, axis, sign)
        operand = operand if sign < 0 else operand.scaled(1 / max(operand.re.shape[axis], 1))
    return to_real(operand, lengths[-1]) if kind == "IRFFT" else operand
