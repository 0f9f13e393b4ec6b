"""Numbers of narrow types in wider ones: which type holds them, how what was computed there becomes one of them again, and their bits.

Integers of 2 and 4 bits are held by those of 8, floats of 8 bits and fewer by f32.
"""

from __future__ import annotations

import math

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I8, I32, UI8, UI32, FloatType, IntegerType, Type
from tfir.ods.small_floats import FORMATS, POWERS, is_small_float

from tfopt.arithmetic.tensor import Tensor, clamp, concatenate, emit, like, select, unary

ONES = 0x7FFFFFFF  # all bits of a word but the sign


def wide(element: Type) -> Type:
    """The type that holds the numbers of a narrow one; of any other itself."""
    if isinstance(element, IntegerType) and element.width in (2, 4):
        return UI8 if element.signedness == "u" else I8
    return F32 if is_small_float(element) else element


def bits_of(element: Type) -> int:
    if not is_small_float(element):
        return element.width
    return FORMATS[element.name].sign + 1 if element.name in FORMATS else 8


def narrowed(x: Tensor, element: Type) -> Tensor:
    """What was computed in the wide type as a number of the narrow one: integers by their lowest bits, floats rounded to nearest, ties to even."""
    if isinstance(element, FloatType):
        return rounded(x, element)
    assert isinstance(element, IntegerType)
    return wrapped(x, element)


def lowest_bits(x: Tensor, element: IntegerType) -> Tensor:
    return x & ((1 << element.width) - 1)


def wrapped(x: Tensor, element: IntegerType) -> Tensor:
    if element.signedness == "u":
        return lowest_bits(x, element)
    gap = 8 - element.width
    return shifted(shifted(x, "shift_left", gap), "shift_right_arithmetic", gap)


def shifted(x: Tensor, name: str, by: int) -> Tensor:
    return emit(name, [x, like(by, x)], x.type)


def bits_as(x: Tensor, element: Type) -> Tensor:
    return emit("bitcast_convert", [x], x.type.with_element(element))


def rounded(x: Tensor, element: FloatType) -> Tensor:
    """The nearest number of the format as f32, as `tfir.ods.arrays.converted` has it: what is too large becomes infinite, NaN where there is no
    infinity, and the largest number where there is no NaN. FNUZ have no -0."""
    if element.name == POWERS:
        return powers(codes_of_powers(x))
    form = FORMATS[element.name]
    bits = bits_as(x, UI32)
    sign, size = bits & (ONES + 1), bits_as(bits & ONES, F32)
    dropped = 23 - form.mantissa
    last = shifted(bits & ONES, "shift_right_logical", dropped) & 1
    normal = bits_as(((bits & ONES) + last + ((1 << dropped - 1) - 1)) & (ONES >> dropped << dropped), F32)
    small = unary("round_nearest_even", size * (1 / form.unit)) * form.unit
    result = select(size < form.smallest_normal, small, normal)
    beyond = form.largest if form.nan is None else math.nan if form.infinity is None else math.inf
    signed = bits_as(bits_as(select(result > form.largest, beyond, result), UI32) | sign, F32)
    if not form.has_negative_zero:
        signed = select(signed == 0.0, 0.0, signed)
    is_nan = (x != x) | (signed != signed)
    return select(is_nan, -0.0 if form.nan is None else math.nan, signed)


def to_odd(x: Tensor) -> Tensor:
    """f64 as f32, of which rounding again, to fewer bits, gives what rounding at once would: what is not exact gets the neighbour whose last bit
    is set."""
    near = x.convert(F32)
    error, bits = x - near.convert(F64), bits_as(near, I32)
    is_less = (error > 0.0) == (x > 0.0)
    moved = bits_as(select(is_less, bits + 1, bits - 1), F32)
    is_exact = (error == 0.0) | (x != x) | ((bits & 1) == 1) | (abs(x) == math.inf)
    return select(is_exact, near, moved)


def in_wide(x: Tensor, before: Type, element: Type) -> Tensor:
    """A conversion of numbers, of a type that may be narrow itself, to a narrow type."""
    if isinstance(element, FloatType):
        return rounded(to_odd(x) if before is F64 else x.convert(F32), element)
    assert isinstance(element, IntegerType)
    if isinstance(before, FloatType):
        highest = (1 << element.width - (element.signedness != "u")) - 1
        return clamp(0 if element.signedness == "u" else -highest - 1, x, highest).convert(wide(element))
    return wrapped(x.convert(wide(element)), element)


# Bits


def powers(codes: Tensor) -> Tensor:
    """2^(code - 127), the exponent of an f32 but for the least one, which no normal number has; 255 is NaN."""
    bits = select(codes == 0, 0x400000, shifted(codes, "shift_left", 23))
    return bits_as(select(codes == 255, 0x7FC00000, bits), F32)


def codes_of_powers(x: Tensor) -> Tensor:
    """The code, in a word, of the nearest power of two, of the larger one where both are as near; nothing negative is one."""
    bits = bits_as(x, UI32)
    code = select((bits & ONES) < 0x600000, 0, shifted((bits & ONES) + 0x400000, "shift_right_logical", 23))
    return select((bits > ONES + 1) | (x != x), 255, code)


def encoded(x: Tensor, element: Type) -> Tensor:
    """The bits of narrow numbers as the lowest of ui8; of others themselves."""
    if isinstance(element, IntegerType):
        return lowest_bits(bits_as(x, UI8), element)
    if element.name == POWERS:
        return codes_of_powers(x).convert(UI8)
    form = FORMATS[element.name]
    bits = bits_as(x, UI32)
    sign, size = shifted(shifted(bits, "shift_right_logical", 31), "shift_left", form.sign), bits & ONES
    number = bits_as(size, F32)
    normal = shifted(size, "shift_right_logical", 23 - form.mantissa) - ((127 - form.bias) << form.mantissa)
    small = select(number < form.smallest_normal, number * (1 / form.unit), 0.0).convert(UI32)
    code = select(number < form.smallest_normal, small, normal)
    if form.infinity is not None:
        code = select(number == math.inf, form.infinity, code)
    if form.nan is not None:
        code = select(x != x, form.nan, code)
    return (code | select(x != x, 0, sign) if form.nan is not None and form.nan > 0x7F else code | sign).convert(UI8)


def decoded(codes: Tensor, element: Type) -> Tensor:
    """The numbers of bits, which are the lowest of ui8."""
    if isinstance(element, IntegerType):
        return wrapped(bits_as(codes, wide(element)), element)
    codes = codes.convert(UI32)
    if element.name == POWERS:
        return powers(codes)
    form = FORMATS[element.name]
    sign, size = shifted(codes, "shift_right_logical", form.sign) & 1, codes & ((1 << form.sign) - 1)
    exponent, fraction = shifted(size, "shift_right_logical", form.mantissa), size & ((1 << form.mantissa) - 1)
    digits = select(exponent == 0, fraction, fraction + (1 << form.mantissa)).convert(F32)
    power = select(exponent == 0, exponent + 1, exponent) + (127 - form.bias - form.mantissa)
    number = digits * bits_as(shifted(power, "shift_left", 23), F32)
    if form.infinity is not None:
        number = select(size >= form.infinity, select(size == form.infinity, like(math.inf, number), math.nan), number)
    elif form.nan is not None:
        number = select((size if form.nan < 0x80 else codes) == form.nan, math.nan, number)
    return bits_as(bits_as(number, UI32) | shifted(sign, "shift_left", 31), F32)


def bitcast(x: Tensor, before: Type, after: Type, shape) -> Tensor:
    """`stablehlo.bitcast_convert` where one of the types is narrow: by way of bytes that hold the bits of one element each."""
    here, there = bits_of(before), bits_of(after)
    if 1 in (here, there) or max(here, there) % min(here, there):
        raise Error(f"takes bits of {before} as {after}, which is not done by way of bytes")
    parts = encoded(x, before) if wide(before) is not before else x
    if here > there and here > 8:  # first to bytes
        parts = emit("bitcast_convert", [parts], parts.type.with_shape((*parts.shape, here // 8)).with_element(UI8))
    if parts.element is not UI8:
        parts = bits_as(parts, UI8) if bits_of(parts.element) == 8 else parts
    if there < min(here, 8):
        parts = split(parts, min(here, 8), there)
    elif here < min(there, 8):
        parts = joined(parts, here, min(there, 8))
    if there > 8:
        parts = parts.reshape(*shape, there // 8)
        return emit("bitcast_convert", [parts], parts.type.with_shape(shape).with_element(after))
    parts = parts.reshape(*shape)
    return decoded(parts, after) if wide(after) is not after else bits_as(parts, after) if after is not UI8 else parts


def split(x: Tensor, width: int, to: int) -> Tensor:
    """Each byte of so many bits as several of fewer, the lowest first, along a new axis."""
    rows = [shifted(x, "shift_right_logical", at).expand(-1) & ((1 << to) - 1) for at in range(0, width, to)]
    return concatenate(rows, x.rank)


def joined(x: Tensor, width: int, to: int) -> Tensor:
    """Neighbours along the last axis as one byte of so many bits."""
    count = to // width
    x = x.reshape(*x.shape[:-1], x.shape[-1] // count, count)
    whole = x[..., 0]
    for at in range(1, count):
        whole = whole | shifted(x[..., at], "shift_left", at * width)
    return whole
