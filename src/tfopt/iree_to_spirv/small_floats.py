"""Floats of 8 bits and fewer in kernels: stored in a byte, computed with as f32, and rounded after each operation, as bf16 is."""

from __future__ import annotations

import math

from tfir.ods.arrays import converted, dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.small_floats import FORMATS, POWERS

from tfopt.iree_to_spirv.arithmetic import F, Kind, U, Value, compare, is_nan, rounded_bits, where

BYTE = Kind("u", 8)


def rounded(value: Value, element) -> Value:
    """The nearest number of the format as f32, ties to even; what is too large becomes infinite, NaN where there is no infinity, and the largest
    number where there is no NaN. A NaN keeps its sign, which total order and bitcasts see; that of FNUZ has the sign bit set."""
    if value.constant is not None:
        return value.like(float(converted(np.asarray(value.constant), dtype_of(element))))
    if element.name == POWERS:
        return power_of(code_of_power(value))
    form = FORMATS[element.name]
    bits = value.bitcast(U)
    sign, size = bits & 0x80000000, (bits & 0x7FFFFFFF).bitcast(F)
    normal = rounded_bits(size.bitcast(U), 23 - form.mantissa).bitcast(F)
    small = (size * (1 / form.unit)).turned("GL.RoundEven", F) * form.unit
    result = where(size < form.smallest_normal, small, normal)
    beyond = form.largest if form.nan is None else math.nan if form.infinity is None else math.inf
    result = where(result > form.largest, result.like(beyond), result)
    signed = (result.bitcast(U) | sign).bitcast(F)
    if not form.has_negative_zero:
        signed = where(compare("EQ", signed, 0.0), signed.like(0.0), signed)
    if form.nan is None:
        nan = value.like(-0.0)
    else:
        nan = ((sign if form.has_negative_zero else sign.like(0x80000000)) | 0x7FC00000).bitcast(F)
    return where(is_nan(value) | is_nan(result), nan, signed)


def decoded(code: Value, element) -> Value:
    """The f32 of a code, which is a word whose upper bits are 0."""
    if element.name == POWERS:
        return power_of(code)
    form = FORMATS[element.name]
    sign, size = code.shift_right(form.sign) & 1, code & ((1 << form.sign) - 1)
    exponent, fraction = size.shift_right(form.mantissa), size & ((1 << form.mantissa) - 1)
    is_small = compare("EQ", exponent, 0)
    digits = where(is_small, fraction, fraction + (1 << form.mantissa)).turned("ConvertUToF", F)
    power = where(is_small, exponent + 1, exponent) + (127 - form.bias - form.mantissa)
    number = digits * power.shift_left(23).bitcast(F)
    if form.infinity is not None:
        special = where(compare("EQ", size, form.infinity), number.like(math.inf), number.like(math.nan))
        number = where(compare("GE", size, form.infinity), special, number)
    elif form.nan is not None:
        number = where(compare("EQ", size if form.nan < 0x80 else code, form.nan), number.like(math.nan), number)
    return (number.bitcast(U) | sign.shift_left(31)).bitcast(F)


def encoded(value: Value, element) -> Value:
    """The code, as a word, of an f32 that is a number of the format."""
    if element.name == POWERS:
        return value.bitcast(U).shift_right(23) & 0xFF
    form = FORMATS[element.name]
    bits = value.bitcast(U)
    sign, size = bits.shift_right(31).shift_left(form.sign), bits & 0x7FFFFFFF
    number = size.bitcast(F)
    inside = where(number <= form.largest, number, number.like(0.0))  # what is converted to a whole number must be one
    small = where(inside < form.smallest_normal, inside * (1 / form.unit), inside.like(0.0)).turned("ConvertFToU", U)
    normal = size.shift_right(23 - form.mantissa) - ((127 - form.bias) << form.mantissa)
    code = where(number < form.smallest_normal, small, normal)
    if form.infinity is not None:
        code = where(compare("EQ", number, math.inf), code.like(form.infinity), code)
    if form.nan is not None:
        code = where(is_nan(value), code.like(form.nan), code)
    return code | sign


def power_of(code: Value) -> Value:
    """2^(code - 127), the exponent of an f32 but for the least one, which no normal number has; 255 is NaN."""
    bits = where(compare("EQ", code, 0), code.like(0x400000), code.shift_left(23))
    return where(compare("EQ", code, 255), bits.like(0x7FC00000), bits).bitcast(F)


def code_of_power(value: Value) -> Value:
    """The code of the nearest power of two, of the larger one where both are as near. There is no 0, which becomes the least power, and nothing
    negative, which becomes NaN."""
    bits = value.bitcast(U)
    size = bits & 0x7FFFFFFF
    code = where(compare("LT", size, 0x600000), size.like(0), (size + 0x400000).shift_right(23))
    negative = compare("GT", bits, 0x80000000)
    return where(negative | is_nan(value), code.like(255), code)
