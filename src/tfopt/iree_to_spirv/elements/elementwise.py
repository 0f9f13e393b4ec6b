"""Operations whose element depends on the same element of each operand. Whole numbers wrap; NaN goes through everything."""

from __future__ import annotations

import math
import operator
from contextlib import nullcontext

from tfir.ir.diagnostics import Error
from tfir.ir.types import IntegerType
from tfir.ods.small_floats import is_small_float

from tfopt.iree_to_spirv import functions
from tfopt.iree_to_spirv.arithmetic import (
    B,
    F,
    I,
    Kind,
    U,
    Value,
    binary,
    compare,
    is_nan,
    is_smaller_than_byte,
    maximum,
    minimum,
    narrowed_to,
    rounded_bits,
    unary,
    where,
    wrapped,
)
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements.attributes import number
from tfopt.iree_to_spirv.elements.bits import of_same_width
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.remainders import float_remainder
from tfopt.iree_to_spirv.transcendental import rsqrt, sqrt


def of_floats(function):
    """A function of float32 and float64 numbers for float16 ones too."""

    def compute(elements, op, *values):
        kind = values[0].kind
        if not kind.is_float:
            raise Error.on(op, f"on elements of type {op.operands[0].type.element} has no lowering to SPIR-V")
        return converted(function(*[converted(v, F) for v in values]), kind) if kind.bits == 16 else function(*values)

    return compute


def plain(function):
    """A function of values that needs to know nothing of the operation."""
    return lambda elements, op, *values: function(*values)


def absolute(x: Value) -> Value:
    if x.kind.is_float:
        return unary("GL.FAbs", x)
    return x if x.kind.family == "u" else where(x < 0, -x, x)


def sign(x: Value) -> Value:
    one = x.like(1.0 if x.kind.is_float else 1)
    negative = x if x.kind.family == "u" else where(x < 0, x.like(-one.constant), x)
    return where(x > 0, one, negative)


def add(x, y):
    return x | y if x.kind is B else x + y


def multiply(x, y):
    return x & y if x.kind is B else x * y


def largest(x, y):
    """Of zeros +0 is the larger: the sum of both."""
    if x.kind is B:
        return x | y
    if not may_meet_as_zeros(x, y):
        return maximum(x, y)
    return of_processors(x, y, maximum, operator.and_) if x.kernel.target.is_processor else where(both_zero(x, y), x + y, maximum(x, y))


def smallest(x, y):
    if x.kind is B:
        return x & y
    if not may_meet_as_zeros(x, y):
        return minimum(x, y)
    return of_processors(x, y, minimum, operator.or_) if x.kernel.target.is_processor else where(both_zero(x, y), -(-x - y), minimum(x, y))


def of_processors(x: Value, y: Value, extreme, combine) -> Value:
    """Equal numbers have the same bits, but for zeros, of which the larger has fewer."""
    bits = Kind("u", x.kind.bits)
    return where(compare("EQ", x, y), combine(x.bitcast(bits), y.bitcast(bits)).bitcast(x.kind), extreme(x, y))


def may_meet_as_zeros(x: Value, y: Value) -> bool:
    """Whether zeros of both signs may meet whose signs are not known."""
    return x.kind.is_float and x.constant is None and y.constant is None


def both_zero(x: Value, y: Value) -> Value:
    return x.equals(0.0) & y.equals(0.0)


def divide(x: Value, y: Value) -> Value:
    """Whole numbers: towards zero; x / 0 is -1 (all bits set), and the least number / -1 is itself."""
    if x.kind.is_float:
        return x / y
    zero = y.equals(0)
    return where(zero, x.like(-1), quotient(x, y, zero))


def quotient(x: Value, y: Value, unusable: Value) -> Value:
    if x.kind.family == "u":
        return binary("UDiv", x, where(unusable, y.like(1), y))
    least = -(1 << (x.kind.bits - 1))
    overflows = x.equals(least) & y.equals(-1)
    return binary("SDiv", x, where(unusable | overflows, y.like(1), y))


def remainder(elements, op, x: Value, y: Value) -> Value:
    """With the sign of x. Whole numbers: x rem 0 is x."""
    if x.kind.is_float:
        return of_floats(float_remainder)(elements, op, x, y)
    zero = y.equals(0)
    return where(zero, x, x - quotient(x, y, zero) * y)


def power(elements, op, x: Value, y: Value) -> Value:
    if x.kind.is_float:
        return of_floats(functions.power)(elements, op, x, y)
    return whole_power(x, y)


def whole_power(x: Value, y: Value) -> Value:
    """By repeated squaring; a negative exponent gives the whole part of the quotient."""
    result, square = x.like(1), x
    for bit in range(x.kind.bits):
        result = where((y & (1 << bit)).differs(0), result * square, result)
        square = square * square
    if x.kind.family == "u":
        return result
    odd = (y & 1).differs(0)
    inverse = where(x.equals(1), x.like(1), where(x.equals(-1), where(odd, x.like(-1), x.like(1)), x.like(0)))
    return where(y < 0, inverse, result)


def width_of(op) -> int:
    """How many bits the first operand's elements have."""
    return op.operands[0].type.element.width


def unsigned(x: Value, op) -> Value:
    """The bits of a whole number, zeros above them."""
    bits = x.viewed(Kind("u", x.kind.bits))
    return bits if width_of(op) == bits.kind.bits else bits & ((1 << width_of(op)) - 1)


def shift(instruction: str, fill_with_sign: bool = False):
    """Shifts by the width or more push every bit out."""

    def compute(elements, op, x, count):
        width = width_of(op)
        inside = unsigned(count, op) < width
        amount = where(inside, count, count.like(width - 1 if fill_with_sign else 0))
        bits = narrowed_to(x.viewed(Kind("i", x.kind.bits)), IntegerType(width)) if fill_with_sign else unsigned(x, op)
        moved = binary(instruction, bits.viewed(x.kind), amount)
        return moved if fill_with_sign else where(inside, moved, x.like(0))

    return compute


def round_away(x: Value) -> Value:
    whole = unary("GL.Trunc", x)
    away = where(x < 0.0, whole - 1.0, whole + 1.0)
    return signed_as(x, where(absolute(x - whole) >= 0.5, away, whole))


def round_even(x: Value) -> Value:
    if x.kind.bits != 64:
        return unary("GL.RoundEven", x)
    low = unary("GL.Floor", x)  # lavapipe rounds halves of f64 down on processors without AVX-512
    rest, is_odd = x - low, low - unary("GL.Floor", low * 0.5) * 2.0 > 0.5
    return signed_as(x, where(rest > 0.5, low + 1.0, where((rest >= 0.5) & is_odd, low + 1.0, low)))


def signed_as(x: Value, whole: Value) -> Value:
    """A number that was rounded, with its sign where it is 0, which lavapipe loses of f64 on processors without AVX-512."""
    return whole if x.kind.bits != 64 else where(absolute(x) > 0.0, where(x < 0.0, -absolute(whole), whole), x)


def compared(elements, op, x, y):
    direction = op.get("comparison_direction")
    if x.kind.is_float and op.get("compare_type") == "TOTALORDER":
        return compare(direction, total_order(x), total_order(y))
    return compare(direction, x, y)


def total_order(x: Value) -> Value:
    """Whole numbers in the order of floats: -NaN, -inf, ..., -0, +0, ..., inf, NaN."""
    bits = x.bitcast(Kind("i", x.kind.bits))
    sign = bits.shift_right(x.kind.bits - 1)
    return bits ^ (sign & ((1 << (x.kind.bits - 1)) - 1))


def reduce_precision(elements, op, x: Value) -> Value:
    """Rounded to fewer bits, ties to even: what is too large becomes infinite, what is too small 0."""
    exponent_bits, mantissa_bits = number(op, "exponent_bits", 0), number(op, "mantissa_bits", 0)
    held = {16: 10, 32: 23, 64: 52}[x.kind.bits]
    rounded = bits = x.bitcast(Kind("u", x.kind.bits))
    exponent, sign = ((1 << (x.kind.bits - 1 - held)) - 1) << held, 1 << (x.kind.bits - 1)
    if mantissa_bits < held:
        rounded = rounded_bits(bits, held - mantissa_bits)
    if exponent_bits < x.kind.bits - 1 - held:
        bias, reduced = (1 << (x.kind.bits - 2 - held)) - 1, (1 << (exponent_bits - 1)) - 1
        exponents = rounded & exponent
        rounded = where(exponents > ((bias + reduced) << held), (rounded & sign) | exponent, rounded)
        rounded = where(exponents <= ((bias - reduced) << held), rounded & sign, rounded)
    return where(is_nan(x), x if mantissa_bits else x.like(math.inf), rounded.bitcast(x.kind))


def convert(elements, op, x):
    element = op.results[0].type.element
    if x.kind.is_float and is_smaller_than_byte(element):
        x = within(x, element)
    if x.kind.bits == 64 and x.kind.is_float and is_small_float(element):
        return rounded_to_odd(x)
    return converted(x, element_kind(op.results[0].type, elements.kernel))


def rounded_to_odd(x: Value) -> Value:
    """f64 as f32 so that rounding again, to fewer bits, gives what rounding at once would: what is not exact has its last bit set."""
    near = x.turned("FConvert", F)
    bits = near.bitcast(U)
    back = near.turned("FConvert", x.kind)
    is_even = compare("EQ", bits & 1, 0) & compare("NE", back, x) & compare("EQ", near, near) & (absolute(near) < math.inf)
    towards = where(absolute(back) < absolute(x), bits + 1, bits - 1)
    return where(is_even, towards, bits).bitcast(F)


def within(x: Value, element) -> Value:
    """A float brought between the least and the greatest number of a whole type; NaN stays."""
    low, high = element.limits
    return maximum(minimum(x, float(high)), float(low))


def converted(x: Value, kind: Kind) -> Value:
    """Numbers to truth by being other than zero; floats to whole numbers towards zero, stopping at the ends, NaN to 0."""
    if kind is x.kind:
        return x
    if kind is B:
        return x.differs(0)
    if x.kind is B:
        one = Value(x.kernel, kind, x.lanes, constant=1)
        return where(x, one, one.like(0))
    if x.kind.is_float:
        return narrowed(x, kind) if kind.is_float else float_to_whole(x, kind)
    if kind.is_float and x.constant is not None and abs(x.constant) < 2**11:  # exact, and seen by `opaque`
        return Value(x.kernel, kind, x.lanes, constant=float(x.constant))
    if kind.is_float:
        return x.turned("ConvertUToF" if x.kind.family == "u" else "ConvertSToF", kind)
    if x.constant is not None:
        return Value(x.kernel, kind, x.lanes, constant=wrapped(x.constant, kind))
    if kind.bits == x.kind.bits:
        return x.viewed(kind)
    if x.kind is I and kind.bits == 64:
        return extended(x, kind)
    return x.turned("UConvert" if x.kind.family == "u" else "SConvert", kind)


def extended(x: Value, kind: Kind) -> Value:
    """Numbers of 32 bits with their sign, in 64. Mesa's compiler compares what SConvert makes of them with constants of 64 bits wrongly."""
    wide, sign = x.turned("UConvert", kind), 1 << 31
    return wide if x.limit is not None else (wide ^ wide.like(sign)) - wide.like(sign)


def narrowed(x: Value, kind: Kind) -> Value:
    """Between floats. Devices may round towards zero, so what is beyond float16 is made infinite here."""
    result = x.turned("FConvert", kind)
    if kind.bits != 16:
        return result
    result = where(x >= 65520.0, result.like(math.inf), result)
    return where(x <= -65520.0, result.like(-math.inf), result)


def float_to_whole(x: Value, kind: Kind) -> Value:
    signed = kind.family == "i"
    low = -(1 << (kind.bits - 1)) if signed else 0
    high = (1 << (kind.bits - 1 if signed else kind.bits)) - 1
    if high > 65504 and x.kind.bits == 16:
        x = converted(x, F)
    inside = (x > float(low) - 1.0) & (x < float(high + 1)) if kind.bits < 24 else (x >= float(low)) & (x < float(high + 1))
    usable = where(inside, x, x.like(0.0))
    whole = usable.turned("ConvertFToS" if signed else "ConvertFToU", kind)
    outside = where(x >= float(high + 1), whole.like(high), where(x <= float(low), whole.like(low), whole.like(0)))
    return where(inside, whole, outside)


def halves(x: Value) -> tuple[Value, Value]:
    """The upper and the lower 32 bits of 64."""
    bits = x.viewed(Kind("u", 64))
    return converted(bits.shift_right(32), U), converted(bits, U)


def population_count(elements, op, x: Value) -> Value:
    """Devices count in words of 32 bits only."""
    if x.kind.bits == 64:
        high, low = halves(x)
        return converted(unary("BitCount", high) + unary("BitCount", low), x.kind)
    return converted(unary("BitCount", converted(unsigned(x, op), U)), x.kind)


def leading_zeros(elements, op, x: Value) -> Value:
    if x.kind.bits == 64:
        high, low = halves(x)
        return converted(where(high.equals(0), zeros_of_word(low) + 32, zeros_of_word(high)), x.kind)
    return converted(zeros_of_word(converted(unsigned(x, op), U)) - (32 - width_of(op)), x.kind)


def zeros_of_word(x: Value) -> Value:
    return x.like(31) - unary("GL.FindUMsb", x)


def function(name: str):
    return of_floats(getattr(functions, name))


def instruction(name: str):
    return plain(lambda x: unary(name, x))


ARITHMETIC = ADD, SUBTRACT, MULTIPLY, DIVIDE = plain(add), plain(lambda x, y: x - y), plain(multiply), plain(divide)
ATAN2 = function("atan2")
# What drivers reason about as if floats were real numbers: x - x, (x + y) - x, 0 * x, 0 / x
REASONED_ABOUT = (*ARITHMETIC, remainder, power, ATAN2)

OPERATIONS = {
    "stablehlo.abs": plain(absolute),
    "stablehlo.add": ADD,
    "stablehlo.and": plain(lambda x, y: x & y),
    "stablehlo.atan2": ATAN2,
    "stablehlo.bitcast_convert": of_same_width,
    "stablehlo.cbrt": function("cbrt"),
    "stablehlo.ceil": instruction("GL.Ceil"),
    "stablehlo.clamp": plain(lambda low, x, high: smallest(largest(x, low), high)),
    "stablehlo.compare": compared,
    "stablehlo.convert": convert,
    "stablehlo.cosine": function("cosine"),
    "stablehlo.count_leading_zeros": leading_zeros,
    "stablehlo.divide": DIVIDE,
    "stablehlo.exponential": function("exp"),
    "stablehlo.exponential_minus_one": function("expm1"),
    "stablehlo.floor": instruction("GL.Floor"),
    "stablehlo.is_finite": plain(lambda x: absolute(x) < math.inf),
    "stablehlo.log": function("log"),
    "stablehlo.log_plus_one": function("log1p"),
    "stablehlo.logistic": function("logistic"),
    "stablehlo.maximum": plain(largest),
    "stablehlo.minimum": plain(smallest),
    "stablehlo.multiply": MULTIPLY,
    "stablehlo.negate": plain(lambda x: -x),
    "stablehlo.not": plain(lambda x: ~x),
    "stablehlo.optimization_barrier": plain(lambda x: x),
    "stablehlo.or": plain(lambda x, y: x | y),
    "stablehlo.popcnt": population_count,
    "stablehlo.power": power,
    "stablehlo.reduce_precision": reduce_precision,
    "stablehlo.remainder": remainder,
    "stablehlo.round_nearest_afz": plain(round_away),
    "stablehlo.round_nearest_even": plain(round_even),
    "stablehlo.rsqrt": plain(rsqrt),
    "stablehlo.select": plain(where),
    "stablehlo.shift_left": shift("ShiftLeftLogical"),
    "stablehlo.shift_right_arithmetic": shift("ShiftRightArithmetic", fill_with_sign=True),
    "stablehlo.shift_right_logical": shift("ShiftRightLogical"),
    "stablehlo.sign": plain(sign),
    "stablehlo.sine": function("sine"),
    "stablehlo.sqrt": plain(sqrt),
    "stablehlo.subtract": SUBTRACT,
    "stablehlo.tan": function("tan"),
    "stablehlo.tanh": function("tanh"),
    "stablehlo.xor": plain(lambda x, y: x ^ y),
    "chlo.erf": function("erf"),
    "chlo.is_inf": plain(lambda x: absolute(x).equals(math.inf)),
    "chlo.square": plain(lambda x: x * x),
}


def element(elements, op, index, lanes, result):
    """The operation on the operands' elements; a scalar operand beside tensors is the same for all."""
    values = [operand_element(elements, op, operand, index, lanes) for operand in op.operands]
    return literally(elements, op, values)


def literally(elements, op, values) -> Value:
    """The operation on values, so that no driver takes it for another one that gives the same for most numbers only."""
    rule = OPERATIONS[op.name]
    if rule in REASONED_ABOUT or all([value.constant is not None for value in values]):
        values = [elements.kernel.opaque(value) if value.kind.is_float else value for value in values]
    with elements.kernel.uncontracted() if rule in ARITHMETIC else nullcontext():
        return rule(elements, op, *values)


def operand_element(elements, op, operand, index, lanes):
    if operand.type.shape == () and index.shape != ():
        return elements.at(operand, Index(elements.kernel, (), []), 1)
    return elements.at(operand, index, lanes)


RULES = {name: element for name in OPERATIONS}
