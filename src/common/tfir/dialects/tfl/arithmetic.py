"""Operators of two operands, which broadcast: arithmetic and comparisons of floats, of whole numbers, and of stored integers.

Stored integers are brought to one scale, with room to the left, and the result of that to the scale of the result.
Source: tensorflow/lite/kernels/{add,sub,mul,div,comparisons,squared_difference}.cc and their reference kernels.
"""

from __future__ import annotations

from math import log2

from tfir.dialects.tfl.elementwise import activated, renamed
from tfir.dialects.tfl.fixed_point import centred, factor, finished, high_product, rounding_shift, scaled_by
from tfir.dialects.tfl.in_tensorflow import Number, clamp, constant, family, minimum, tf, where
from tfir.ir.types import F32, I64
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, enter = family()


enter(
    floor_div=renamed("FloorDiv"), floor_mod=renamed("FloorMod"), atan2=renamed("Atan2"),
    logical_and=renamed("LogicalAnd"), logical_or=renamed("LogicalOr"), bitwise_xor=renamed("BitwiseXor"),
    right_shift=renamed("RightShift"), maximum=renamed("Maximum"), minimum=renamed("Minimum"),
)  # fmt: skip


SURE = 2.0**40  # powers beyond it overflow 32 bits for sure, and those below have room in 64


@means
def pow(lhs, rhs):
    """Of integers a power that 32 bits have no room for is the least number, which is what processors make of a float that is too large: the kernel takes
    powers of floats, TensorFlow's own what the lowest bits would be."""
    if lhs.is_float:
        return tf("Pow", lhs, rhs)
    size = tf("Pow", abs(lhs.to(F32)), rhs.to(F32))
    power = tf("Pow", lhs.to(I64), rhs.to(I64))
    low, high = lhs.element.limits
    is_more = tf("LogicalOr", size > SURE, tf("LogicalOr", power < low, power > high))
    return where(is_more, constant(low, lhs.element), power.to(lhs.element))


def limited(x: Number, activation: str) -> Number:
    """Whole numbers behind a fused activation, or floats."""
    if x.is_float:
        return activated(x, activation)
    low, high = {"RELU": (0, None), "RELU6": (0, 6), "RELU_N1_TO_1": (-1, 1)}.get(activation, (None, None))
    x = x if low is None else tf("Maximum", x, low)
    return x if high is None else minimum(x, high)


def aligned(lhs: Number, rhs: Number, result: Any, sign: int) -> Number:
    """The sum, or with a sign of -1 the difference, around zero in the scale of the result."""
    room = 15 if result.storage.width == 16 else 20
    twice = 2 * max(float(lhs.scale), float(rhs.scale))

    def in_common(x: Number) -> Number:
        return scaled_by(centred(x) * (1 << room), float(x.scale) / twice)

    total = in_common(lhs) + in_common(rhs) if sign > 0 else in_common(lhs) - in_common(rhs)
    return scaled_by(total, twice / ((1 << room) * float(np.float32(result.scales[0]))))


def power_of_two(scale: Any) -> int | None:
    power = log2(float(scale))
    whole = int(np.rint(power))
    return whole if abs(power - whole) < 1e-3 else None


def by_shifts(lhs: Number, rhs: Number, result: Any, sign: int) -> Number | None:
    """The same of 16 bits, where all scales are powers of two and one of them is that of the result."""
    powers = [power_of_two(each) for each in (lhs.scale, rhs.scale, np.float32(result.scales[0]))]
    if result.storage.width != 16 or None in powers:
        return None
    left, right = powers[0] - powers[2], powers[1] - powers[2]
    x, y = (rounding_shift(each.to(I64), -shift) for each, shift in ((lhs, left), (rhs, right)))
    return x + y if sign > 0 else x - y


def summed(sign: int):
    def meaning(lhs, rhs, fused_activation_function, result_types):
        if lhs.quantized is None:
            return limited(lhs + rhs if sign > 0 else lhs - rhs, fused_activation_function)
        result = result_types[0].element
        total = by_shifts(lhs, rhs, result, sign)
        return finished(aligned(lhs, rhs, result, sign) if total is None else total, result, fused_activation_function)

    return meaning


enter(add=summed(1), sub=summed(-1))


@means
def mul(lhs, rhs, fused_activation_function, result_types):
    if lhs.quantized is None:
        return limited(lhs * rhs, fused_activation_function)
    result = result_types[0].element
    product = centred(lhs) * centred(rhs)
    if result.storage.width == 32:
        return product.to(result.storage)
    return finished(scaled_by(product, float(lhs.scale * rhs.scale / np.float32(result.scales[0]))), result, fused_activation_function)


@means
def div(lhs, rhs, fused_activation_function, result_types):
    if lhs.quantized is None:
        quotient = lhs / rhs if lhs.is_float else tf("TruncateDiv", lhs, rhs)
        return limited(quotient, fused_activation_function)
    result = result_types[0].element
    quotient = divided(centred(lhs), centred(rhs), float(lhs.scale / (rhs.scale * np.float32(result.scales[0]))))
    return finished(quotient, result, fused_activation_function)


def divided(x: Number, y: Number, real: float) -> Number:
    """A quotient of stored integers by the reciprocal of the divisor in fixed point, and as many bits of the dividend as have room."""
    multiplier, shift = factor(real)
    negative = y < 0
    x, y = where(negative, x * -1, x), where(negative, y * -1, y)
    inverse, over_unit = reciprocal(y, 31)
    headroom = leading_zeros(where(x < 0, x * -1 - 1, x)) - 1
    quotient = high_product(x << headroom, inverse)
    distance = over_unit + headroom - shift
    return rounding_shift(high_product(quotient, multiplier), clamp(distance, 0, 62))


def leading_zeros(x: Number) -> Number:
    """Of positive numbers of 32 bits, held as i64."""
    count = constant(32, I64)
    return count - sum_of([(x >= 1 << bit).to(I64) for bit in range(32)])


def sum_of(parts: list[Number]) -> Number:
    return tf("AddN", parts)


def reciprocal(x: Number, integer_bits: int) -> tuple[Number, Number]:
    """1 / x in fixed point for x with so many bits in front of the point, and how many bits these are above 1: by three of Newton's steps
    from a line."""
    zeros = leading_zeros(x)
    return inverse_of_sum((x << zeros) - (1 << 31)), zeros * -1 + integer_bits


def inverse_of_sum(x: Number) -> Number:
    """1 / (1 + x) of numbers from 0 to 1, all in units of 2**-31."""
    half = (x + (1 << 31)) >> 1  # (x + 1) / 2, rounded
    guess = high_product(half, -1010580540) + 1515870810  # 48/17 - 32/17 half, with two bits in front of the point
    for _ in range(3):
        rest = high_product(half, guess) * -1 + (1 << 29)
        guess = guess + clamp(high_product(guess, rest) << 2, -(2**31), 2**31 - 1)
    return clamp(guess << 1, -(2**31), 2**31 - 1)


@means
def squared_difference(lhs, rhs, result_types):
    if lhs.quantized is None:
        return tf("SquaredDifference", lhs, rhs)
    result = result_types[0].element
    twice = 2 * max(float(lhs.scale), float(rhs.scale))

    def in_common(x: Number) -> Number:
        return scaled_by(centred(x) * (1 << 7), float(x.scale) / twice)

    difference = in_common(lhs) - in_common(rhs)
    return finished(scaled_by(difference * difference, twice * twice / ((1 << 14) * float(np.float32(result.scales[0])))), result)


@means
def add_n(inputs):
    return tf("AddN", inputs)


@means
def prelu(input, alpha, result_types):
    if input.quantized is None:
        return where(input >= 0.0, input, input * alpha)
    result = result_types[0].element
    numbers = centred(input)
    above = scaled_by(numbers, float(input.scale / np.float32(result.scales[0])))
    below = scaled_by(numbers * centred(alpha), float(input.scale * alpha.scale / np.float32(result.scales[0])))
    return finished(where(numbers >= 0, above, below), result)


def compared(name: str):
    """Of stored integers of two scales both are brought to 1 with eight bits behind the point."""

    def meaning(operands):
        lhs, rhs = operands
        if lhs.quantized is None:
            return tf(name, lhs, rhs)
        return tf(name, *[scaled_by(centred(each) * (1 << 8), float(each.scale)) for each in (lhs, rhs)])

    return meaning


enter(
    less=compared("Less"), less_equal=compared("LessEqual"), greater=compared("Greater"), greater_equal=compared("GreaterEqual"),
    equal=compared("Equal"), not_equal=compared("NotEqual"),
)  # fmt: skip
