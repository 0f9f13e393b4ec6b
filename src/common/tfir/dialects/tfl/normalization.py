"""Rows brought to a sum or a length of 1.

Source: tensorflow/lite/kernels/{activations,l2norm}.cc and their reference kernels.
"""

from __future__ import annotations

from tfir.dialects.tfl.arithmetic import inverse_of_sum, leading_zeros, reciprocal
from tfir.dialects.tfl.elementwise import activated
from tfir.dialects.tfl.fixed_functions import Fixed
from tfir.dialects.tfl.fixed_point import factor, high_product, rounding_shift, scaled
from tfir.dialects.tfl.in_tensorflow import Number, clamp, constant, family, tf, where
from tfir.dialects.tfl.tables import interpolated, places_of, storage_limits
from tfir.ir.types import I64
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, _ = family()
LONG = Fixed(31)


@means
def softmax(input, beta, result_types):
    if input.quantized is None:
        x = input * beta if beta != 1.0 else input
        return tf("Softmax", x)
    result = result_types[0].element
    if input.element.width == 16:
        return softmax16(input, beta, result)
    _, table, place = exponentials_of_distances(input, beta)
    total = tf("Sum", tf("GatherV2", constant(rounding_shift(table, 12), I64), place, 0), [-1], keep_dims=True)
    inverse, over = reciprocal(total, 12)
    chances = high_product(tf("GatherV2", constant(table, I64), place, 0), inverse)
    low, high = storage_limits(result)
    whole = rounding_shift(chances, over + (31 - result.storage.width)) + low
    return clamp(whole, low, high).to(result.storage)


def distance_factor(x: Number, beta: float = 1.0) -> tuple[int, int, int]:
    """By what distances between stored integers of 8 bits are scaled to have 5 bits in front of the point, and the least that counts."""
    multiplier, shift = factor(min(float(beta) * float(x.scale) * (1 << 26), float((1 << 31) - 1)))
    return multiplier, shift, -int(31 * (1 << 26) / (1 << shift))


def exponentials_of_distances(x: Number, beta: float = 1.0) -> tuple[Any, Any, Number]:
    """Tables over the distances of stored integers of 8 bits from the largest of their row: these scaled, and their exp with no bits in front of the
    point, which is 0 of what is far off; and the integers' places in them."""
    multiplier, shift, least = distance_factor(x, beta)
    every = np.arange(-255, 1, dtype=np.int64)
    exponent = scaled(every, np.int64(multiplier), np.int64(shift))
    chances = np.where(every >= least, LONG.exp_of_negative(exponent, 5), 0)
    numbers = x.to(I64)
    return exponent, chances, numbers - tf("Max", numbers, [-1], keep_dims=True) + 255


def softmax16(x: Number, beta: float, result: Any) -> Number:
    """exp and 1 / (1 + x) by tables of 513 places, which the kernel computes with doubles."""
    multiplier, shift = factor(float(np.float32(x.scale * np.float32(beta))) / (10.0 / 65535.0))
    numbers = x.to(I64)
    distance = numbers - tf("Max", numbers, [-1], keep_dims=True)
    place = clamp(scaled(distance, np.int64(multiplier), np.int64(shift)) + 32767, -32768, 32767)
    chances = along_lines(place, places_of(np.exp, -10.0, 0.0, floats="f8"))
    total = tf("Sum", chances, [-1], keep_dims=True)
    headroom = leading_zeros(total)
    rest = ((total << (headroom - 1)) + (1 << 13)) >> 14
    inverse = along_lines(clamp(rest - ((1 << 15) + (1 << 16)), -32768, 32767), places_of(lambda x: 1 / (1 + x), 0.0, 1.0, floats="f8"))
    bits = headroom * -1 + 31
    half = constant(np.int64(1), I64) << (bits - 1)
    return clamp((chances * inverse + half) >> bits, 0, 32767).to(result.storage)


def along_lines(places: Number, table: Any) -> Number:
    """Entries of a table of 513 places for integers of 16 bits, which stand between them."""
    every = interpolated(table, np.arange(-32768, 32768))
    return tf("GatherV2", constant(every, I64), places + 32768, 0)


@means
def log_softmax(input, result_types):
    if input.quantized is None:
        return tf("LogSoftmax", input)
    result = result_types[0].element
    exponent, table, place = exponentials_of_distances(input)
    multiplier, shift, least = distance_factor(input)
    inverse, right = factor(float(1 << (31 - shift)) / multiplier)
    total = tf("Sum", tf("GatherV2", constant(rounding_shift(table, 12), I64), place, 0), [-1], keep_dims=True)
    logarithm = log_of_sum(total)
    bound = tf("Maximum", scaled(logarithm - (1 << 31), np.int64(inverse), np.int64(right)), least - 1)
    whole = rounding_shift(tf("GatherV2", constant(exponent, I64), place, 0) - logarithm, 22) + result.zero_points[0]
    low, high = storage_limits(result)
    return where(place - 255 > bound, clamp(whole, low, high), low).to(result.storage)


def log_of_sum(x: Number) -> Number:
    """The logarithm, with 5 bits in front of the point, of a number not below 1 with 12: of what is left beyond powers of two by a
    quotient of polynomials."""
    half_root, quarter_root, unit = 1518500250, 1805811301, 25
    zeros = leading_zeros(x)
    first = saturated(high_product(x << (zeros - 1), half_root) << 1)
    first_power = saturated((zeros * -1 + 12) << unit) + (1 << 23)
    zeros_of_second = leading_zeros(high_product(x, half_root)) - 1
    second = saturated(x << zeros_of_second)
    second_power = saturated((zeros_of_second * -1 + 12) << unit) - (1 << 23)
    r, power = tf("Minimum", first, second), tf("Maximum", first_power, second_power)
    p = half_sum(r, quarter_root)
    q = (r - quarter_root) * 2
    square = high_product(q, q)
    above = high_product(q, r) + high_product(high_product(q, square), 117049297)
    below = high_product(p, q + 1057819769 + high_product(square, 127690142)) + high_product(q, 638450708)
    tail = high_product(rounding_shift(above, 6), inverse_of_sum(below))
    return saturated((high_product(power, 1488522236) + tail) << 1)


def half_sum(x: Number, y: Any) -> Number:
    """(x + y) / 2, ties away from zero."""
    total = x + y
    return tf("TruncateDiv", where(total >= 0, total + 1, total - 1), 2)


@means
def l2_normalization(input, fused_activation_function, result_types):
    if input.quantized is None:
        length = tf("Sqrt", tf("Sum", input * input, [-1], keep_dims=True))
        return activated(input / tf("Maximum", length, 1e-6), fused_activation_function)
    result = result_types[0].element
    numbers = input.to(I64) - input.zero
    total = tf("Sum", numbers * numbers, [-1], keep_dims=True)
    inverse, right = inverse_root(total)
    unsigned = input.element.signedness == "u"
    product = high_product(numbers * (1 << 7), inverse) if unsigned else None
    if product is None:
        left = tf("Maximum", right * -1 + 7, 0)
        product = high_product(numbers << left, inverse)
        right = tf("Maximum", right - 7, 0)
    whole = rounding_shift(product, right) + (128 if unsigned else 0)
    return clamp(whole, *storage_limits(result)).to(result.storage)


def inverse_root(x: Number) -> tuple[Number, Number]:
    """1 / sqrt(x) of whole numbers of 31 bits, in fixed point, and by how many bits it is to be shifted to the right."""
    bits = leading_zeros(x)
    over = tf("Maximum", (bits * -1 + 4) >> 1, 0)  # how often it is divided by 4 to be below 2**29
    below = x >> (over << 1)
    pairs = (leading_zeros(below) - 1 >> 1) - 1
    right = over - pairs + 11
    half = below << (pairs << 1)
    half = rounding_shift(half >> 1, 1)
    y: Any = constant(np.int64(1 << 28), I64)
    for _ in range(5):
        cube = saturated(high_product(high_product(y, y), y) << 6)
        y = saturated((high_product(y, (1 << 28) + (1 << 27)) - high_product(half, cube)) << 3)
    inverse = high_product(y, 1518500250)
    left = tf("Maximum", right * -1, 0)
    is_tiny = x <= 1
    inverse = where(is_tiny, (1 << 31) - 1, inverse << left)
    return inverse, where(is_tiny, 0, tf("Maximum", right, 0))


def saturated(x: Any) -> Any:
    return clamp(x, -(2**31), 2**31 - 1)
