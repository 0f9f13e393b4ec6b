"""Functions of arrays of complex numbers where NumPy's lose digits, overflow early, or have other conventions than XLA."""

from __future__ import annotations

from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ods.arrays import Array


def with_parts(real: Array, imag: Array, like: Array) -> Array:
    result = np.empty_like(like)
    result.real, result.imag = real, imag
    return result


def in_double(function: Callable[..., Array], *operands: Array) -> Array:
    """A function of complex numbers, computed in double precision and rounded once: of f32 parts no angle or cancellation costs digits."""
    result: Array = np.asarray(function(*[operand.astype(np.complex128) for operand in operands])).astype(operands[0].dtype)
    return result


def arc_tangent(y: Array, x: Array) -> Array:
    """-i * log((x + i * y) / sqrt(x * x + y * y))."""
    angle: Array = -1j * np.log((x + 1j * y) / np.sqrt(y * y + x * x))
    return angle


def exponential(z: Array) -> Array:
    """As XLA has it: where the imaginary part is infinite or NaN both parts are NaN, which C99 leaves open in part."""
    return np.where(np.isfinite(z.imag), np.exp(z), z.dtype.type(complex(np.nan, np.nan)))


def exponential_minus_one(z: Array) -> Array:
    """On the real axis there is no imaginary part, however large exp(x) is."""
    result = np.expm1(z)
    return with_parts(result.real, np.where(z.imag == 0, z.imag, result.imag), z)


def logistic(z: Array) -> Array:
    """1 / (1 + exp(-z)), on the left as exp(z) / (1 + exp(z)): nothing overflows."""
    left = z.real < 0
    grown = np.exp(np.where(left, z, -z))
    result: Array = np.where(left, grown, z.dtype.type(1)) / (grown + 1)
    return result


def direction(z: Array) -> Array:
    """z / abs(z), or the zero that it is."""
    size = np.absolute(z)
    real, imag = [np.where(size == 0, part, part / size) for part in (z.real, z.imag)]
    return with_parts(real, imag, z)


def cube_root(z: Array) -> Array:
    """The root of the size, of both parts divided by the larger one first, at a third of the angle."""
    large, ratio = larger_and_ratio(z.real.astype(np.float64), z.imag.astype(np.float64))
    size, angle = np.cbrt(large) * np.cbrt(np.hypot(1, ratio)), np.arctan2(z.imag, z.real, dtype=large.dtype) / 3
    sine = np.sin(angle)
    return with_parts(size * np.cos(angle), np.where(sine == 0, sine, size * sine), z)


def larger_and_ratio(x: Array, y: Array) -> tuple[Array, Array]:
    """The larger of two sizes, and the other one divided by it."""
    large, small = np.maximum(np.abs(x), np.abs(y)), np.minimum(np.abs(x), np.abs(y))
    return large, np.where(np.isinf(large), 0, small / np.where(large == 0, 1, large))


def square(z: Array) -> Array:
    """(x - y) * (x + y) is the real part, since x*x - y*y cancels; it is 0 where finite parts are equal and their sum would overflow."""
    x, y = z.real, z.imag
    real = np.where((np.abs(x) == np.abs(y)) & np.isfinite(x), 0, (x - y) * (x + y))
    return with_parts(real, 2 * (x * y), z)


def log_plus_one(z: Array) -> Array:
    """log(1 + z), to the last digits around |1 + z| = 1 too, and up to the largest numbers.

    The real part is log1p(x*x + 2*x + y*y) / 2, a sum in twice the digits; near -1, where x + 1 is exact, and far away it is the logarithm of
    the larger part and the rest.
    """
    x, y = z.real.astype(np.float64), z.imag.astype(np.float64)
    above = x + 1
    large, ratio = larger_and_ratio(above, y)
    plain = np.log(large) + np.log1p(ratio * ratio) / 2
    near = np.log1p(sum_of_squares_with(x, y)) / 2
    return with_parts(np.where((large < 0.5) | (large > 1e100), plain, near), np.arctan2(y, above), z)


def sum_of_squares_with(x: Array, y: Array) -> Array:
    """x*x + 2*x + y*y, rounded about once. Source: Dekker, "A floating-point technique for extending the available precision" (1971)."""
    (a, a_rest), (b, b_rest) = squared_exactly(x), squared_exactly(y)
    total, rest = added_exactly(2 * x, a)
    total, more = added_exactly(total, b)
    result: Array = total + (rest + more + a_rest + b_rest)
    return result


def added_exactly(a: Array, b: Array) -> tuple[Array, Array]:
    """The rounded sum, and what rounding took away."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def squared_exactly(x: Array) -> tuple[Array, Array]:
    """The rounded square, and what rounding took away; of numbers up to 1e150."""
    scaled = x * 134217729.0  # 2**27 + 1: the upper half of the digits
    high = scaled - (scaled - x)
    low = x - high
    square = x * x
    return square, ((high * high - square) + 2 * high * low) + low * low
