"""Integers: division that is defined everywhere, shifts by any amount, powers, counts of bits, bits as other types."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import FloatType, IntegerType, Type

from tfopt.recipes.recipes import content_of, number_in
from tfopt.stablehlo_to_relay.expressions import Expression, along, counting, made, reshaped, where
from tfopt.stablehlo_to_relay.recipes import recipe


def width_of(x: Expression) -> int:
    assert isinstance(x.element, (IntegerType, FloatType))
    return x.element.width


def signed_bits(x: Expression) -> Expression:
    return x.bits_as(IntegerType(width_of(x)))


def unsigned_bits(x: Expression) -> Expression:
    return x.bits_as(IntegerType(width_of(x), "u"))


def divided(x: Expression, y: Expression) -> tuple[Expression, Expression]:
    """Quotient and remainder. Processors stop at a division by zero, and at the one quotient that does not fit: these are chosen beside."""
    by = content_of(y.value)
    if by is not None and not {0, -1} & {*by}:
        return made("trunc_divide", x, y), made("trunc_mod", x, y)
    zero = y.equals(0)
    if x.is_unsigned:
        safe = where(zero, 1, y)
        return where(zero, (1 << width_of(x)) - 1, made("trunc_divide", x, safe)), where(zero, x, made("trunc_mod", x, safe))
    turns = y.equals(-1)
    safe = where(made("logical_or", zero, turns), 1, y)
    quotient = where(zero, -1, where(turns, 0 - x, made("trunc_divide", x, safe)))
    return quotient, where(zero, x, made("trunc_mod", x, safe))


def shifted(op: Operation, name: str, as_unsigned: bool) -> Expression:
    """A shift by 0 to one less than the width; by any other amount nothing is left but, of a signed number, its sign."""
    x, amount = map(Expression, op.operands)
    element, width = x.element, width_of(x)
    x = unsigned_bits(x) if as_unsigned else signed_bits(x) if name == "right_shift" else x
    by = content_of(amount.value)
    if by is not None and 0 <= min(by, default=0) and max(by, default=0) < width:
        return made(name, x, amount.bits_as(x.element)).bits_as(element)
    inside = unsigned_bits(amount) < width
    places = where(inside, amount, 0).bits_as(x.element)
    beyond = made("right_shift", x, width - 1) if name == "right_shift" and not as_unsigned else 0
    return where(inside, made(name, x, places), beyond).bits_as(element)


@recipe
def shift_left(op: Operation) -> list:
    return [shifted(op, "left_shift", False)]


@recipe
def shift_right_arithmetic(op: Operation) -> list:
    return [shifted(op, "right_shift", False)]


@recipe
def shift_right_logical(op: Operation) -> list:
    return [shifted(op, "right_shift", True)]


def repeated_byte(byte: int, width: int) -> int:
    return int.from_bytes(bytes([byte]) * (width // 8), "little")


def ones_in(x: Expression) -> Expression:
    """How many bits of unsigned numbers are 1: sums of neighbours in each pair, four and eight, and those of the bytes by a product."""
    width = width_of(x)
    x = x - ((x >> 1) & repeated_byte(0x55, width))
    x = (x & repeated_byte(0x33, width)) + ((x >> 2) & repeated_byte(0x33, width))
    x = (x + (x >> 4)) & repeated_byte(0x0F, width)
    return (x * repeated_byte(0x01, width)) >> (width - 8)


@recipe
def popcnt(op: Operation) -> list:
    x = Expression(op.operands[0])
    return [ones_in(unsigned_bits(x)).bits_as(x.element)]


@recipe
def count_leading_zeros(op: Operation) -> list:
    """What is not 1 after each 1 has been copied to all places below it."""
    x = Expression(op.operands[0])
    bits, width = unsigned_bits(x), width_of(x)
    places = 1
    while places < width:
        bits = bits | (bits >> places)
        places *= 2
    return [(width - ones_in(bits)).bits_as(x.element)]


def integer_power(x: Expression, exponent: Expression) -> Expression:
    """Square after square, those multiplied whose bit is in the exponent. A negative exponent leaves 0, but of 1 and -1."""
    number, result, square = number_in(exponent.value), None, x
    bits = width_of(exponent) - (not exponent.is_unsigned)
    if number is not None:
        bits = max(0, number).bit_length()
    for bit in range(bits):
        taken = where(((exponent >> bit) & 1).equals(1), square, 1)
        result = taken if result is None else result * taken
        square = square * square if bit + 1 < bits else square
    result = made("ones_like", x) if result is None else result
    if exponent.is_unsigned or (number is not None and number >= 0):
        return result
    odd = (exponent & 1).equals(1)
    inverse = where(x.equals(1), 1, where(x.equals(-1), where(odd, x, made("ones_like", x)), made("zeros_like", x)))
    return where(exponent < 0, inverse, result)


def split_bits(x: Expression, element: Type) -> Expression:
    """Each number as a row of narrower ones, that of its lowest bits first."""
    assert isinstance(element, (IntegerType, FloatType))
    count = width_of(x) // element.width
    bits = unsigned_bits(x)
    wide = reshaped(bits, (*x.shape, 1))
    places = along(counting(count).cast(bits.element) * element.width, x.rank, x.rank + 1)
    return (wide >> places).cast(IntegerType(element.width, "u")).bits_as(element)


def joined_bits(x: Expression, element: Type) -> Expression:
    """Rows of narrow numbers as wide ones."""
    assert isinstance(element, (IntegerType, FloatType))
    wide = IntegerType(element.width, "u")
    places = along(counting(x.shape[-1]).cast(wide) * width_of(x), x.rank - 1, x.rank)
    parts = unsigned_bits(x).cast(wide) << places
    return made("sum", parts, axis=[x.rank - 1]).bits_as(element)
