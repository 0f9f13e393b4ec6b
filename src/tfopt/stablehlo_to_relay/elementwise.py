"""Element by element. What Relay's operators leave open, or compute less exactly, is written out, so that results are StableHLO's."""

from __future__ import annotations

from math import inf, isfinite, nan, pi

from tfir.dialects.stablehlo.inference.checks import word
from tfir.ir.operations import Operation
from tfir.ir.types import BF16, F16, F32, F64, I1, I64, UI64, FloatType, IntegerType

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor
from tfopt.recipes.recipes import number_in
from tfopt.stablehlo_to_relay.expressions import Expression, all_of, made, scalar, where
from tfopt.stablehlo_to_relay.integers import signed_bits
from tfopt.stablehlo_to_relay.recipes import RECIPES, recipe

# One operator of Relay for one of StableHLO; of truth values another, where there is one.
SAME = {
    "abs": "abs", "add": "add logical_or", "and": "bitwise_and logical_and", "ceil": "ceil", "cosine": "cos", "exponential": "exp",
    "floor": "floor", "is_finite": "isfinite", "log": "log", "logistic": "sigmoid", "multiply": "multiply logical_and",
    "negate": "negative", "not": "bitwise_not logical_not", "or": "bitwise_or logical_or", "rsqrt": "rsqrt", "sine": "sin",
    "sqrt": "sqrt", "subtract": "subtract", "tan": "tan", "tanh": "tanh", "xor": "bitwise_xor logical_xor",
}  # fmt: skip


def same(operators: str):
    of_numbers, *of_truths = operators.split()

    def convert(op: Operation) -> list:
        operands = [Expression(operand) for operand in op.operands]
        return [made(of_truths[0] if of_truths and operands[0].element is I1 else of_numbers, *operands)]

    return convert


RECIPES.update({f"stablehlo.{name}": same(operators) for name, operators in SAME.items()})


def in_f32(function):
    """A recipe for floats, which computes with those of fewer bits as f32."""

    def convert(op: Operation) -> list:
        operands = [Expression(operand) for operand in op.operands]
        element = operands[0].element
        if element in (F16, BF16):
            return [function(*[each.cast(F32) for each in operands]).cast(element)]
        return [function(*operands)]

    convert.__name__ = function.__name__
    return recipe(convert)


@recipe
def maximum(op: Operation) -> list:
    return [extreme(op, "maximum", "logical_or")]


@recipe
def minimum(op: Operation) -> list:
    return [extreme(op, "minimum", "logical_and")]


def extreme(op: Operation, name: str, of_truths: str) -> Expression:
    """TVM compares the first operand with the second and takes that where neither is larger, as with NaN: a constant goes first."""
    x, y = op.operands
    if number_in(y) is not None:
        x, y = y, x
    return made(of_truths if x.type.element is I1 else name, Expression(x), Expression(y))


DIRECTIONS = {"EQ": "equal", "NE": "not_equal", "GE": "greater_equal", "GT": "greater", "LE": "less_equal", "LT": "less"}


@recipe
def compare(op: Operation) -> list:
    operands = [Expression(operand) for operand in op.operands]
    if word(op.get("compare_type")) == "TOTALORDER" and operands[0].is_float:
        operands = [total_order(each) for each in operands]
    return [made(DIRECTIONS[word(op.get("comparison_direction")) or ""], *operands)]


def total_order(x: Expression) -> Expression:
    """Floats as integers in IEEE 754's totalOrder: the bits of negative ones are turned but for the sign."""
    bits = x.bits_as(IntegerType(x.element.width))
    return where(bits < 0, bits ^ ((1 << (x.element.width - 1)) - 1), bits)


@recipe
def select(op: Operation) -> list:
    return [where(*map(Expression, op.operands))]


@recipe
def clamp(op: Operation) -> list:
    low, x, high = op.operands
    limits = [number_in(low), number_in(high)]
    if None not in limits and x.type.element is not I1 and all([isfinite(each) and abs(each) < 2**53 for each in limits]):
        return [made("clip", Expression(x), a_min=float(limits[0]), a_max=float(limits[1]))]
    if x.type.element is I1:
        return [made("logical_and", made("logical_or", Expression(low), Expression(x)), Expression(high))]
    return [made("minimum", Expression(high), made("maximum", Expression(low), Expression(x)))]


@recipe
def convert(op: Operation) -> list:
    return [Expression(op.operands[0]).cast(op.result.type.element)]


@recipe
def sign(op: Operation) -> list:
    """Relay's is 0 of both zeros and of NaN; here these stay what they are."""
    x = Expression(op.operands[0])
    result = made("sign", x)
    return [where(result.equals(0), x, result) if x.is_float else result]


def whole_and_rest(x: Expression) -> tuple[Expression, Expression]:
    whole = made("trunc", x)
    return whole, made("abs", x - whole)


@in_f32
def round_nearest_afz(x: Expression) -> Expression:
    """`round` is rounded to even where TVM folds constants, away from zero where it compiles."""
    whole, rest = whole_and_rest(x)
    return where(rest < 0.5, whole, whole + made("sign", x))


@in_f32
def round_nearest_even(x: Expression) -> Expression:
    """Of a half, the whole number that is even; a zero has the sign of x."""
    whole, rest = whole_and_rest(x)
    half = whole * 0.5
    away = where(half.equals(made("trunc", half)), rest > 0.5, rest >= 0.5)
    result = where(away, whole + made("sign", x), whole)
    return where(result.equals(0), x * 0, result)


@in_f32
def exponential_minus_one(x: Expression) -> Expression:
    """(u - 1) x / log(u) of u = e**x: what is rounded off u is in both (Kahan's). Source: Higham, Accuracy and Stability, 1.14.1."""
    u = made("exp", x)
    near = (u - 1) * x / made("log", u)
    return where(u.equals(1), x, where((u - 1).equals(-1), -1, where(made("isfinite", u), near, u)))


@in_f32
def log_plus_one(x: Expression) -> Expression:
    """log(u) x / (u - 1) of u = 1 + x."""
    u = x + 1
    near = made("log", u) * x / (u - 1)
    return where(u.equals(1), x, where(u.equals(inf), u, near))


@in_f32
def cbrt(x: Expression) -> Expression:
    """A power of the magnitude, and a step of Newton's method from there."""
    size = made("abs", x)
    root = made("power", size, scalar(1 / 3, x.element))
    better = root - (root - size / (root * root)) / 3
    plain = made("logical_or", size.equals(0), made("logical_not", made("isfinite", size)))
    return where(plain, x, where(x < 0, -better, better))


@in_f32
def atan2(y: Expression, x: Expression) -> Expression:
    """The arc tangent of the quotient, turned by half a circle where x is negative; -0 is told by its bits."""
    is_left, is_below = is_negative(x), is_negative(y)
    both_far = all_of(made("isinf", x), made("isinf", y))
    slope = made("abs", where(both_far, 1, y / where(x.equals(0), 1, x)))
    angle = made("atan", slope)
    angle = where(x.equals(0), where(y.equals(0), scalar(0.0, x.element), pi / 2), angle)
    angle = where(is_left, pi - angle, angle)
    angle = where(is_below, -angle, angle)
    return where(made("logical_or", made("isnan", x), made("isnan", y)), x + y, angle)


def is_negative(x: Expression) -> Expression:
    return signed_bits(x) < 0


@recipe
def reduce_precision(op: Operation) -> list:
    x = Expression(op.operands[0])
    exponent, mantissa = op.get("exponent_bits"), op.get("mantissa_bits")
    if (exponent, mantissa) == (8, 7) and x.element is F32:
        return [x.cast(BF16).cast(F32)]
    return [with_fewer_bits(x, exponent, mantissa)]


FORMATS = {F16: (5, 10), BF16: (8, 7), F32: (8, 23), F64: (11, 52)}


def with_fewer_bits(x: Expression, exponent: int, mantissa: int) -> Expression:
    """Rounded to even in the bits that go; beyond the exponents of the format infinity, below them 0. Numbers below the least normal one
    count as 0 where exponents have fewer bits."""
    element = x.element
    assert isinstance(element, FloatType)
    own_exponent, own_mantissa = FORMATS[element]
    bits = x.bits_as(IntegerType(x.element.width, "u"))
    sign_bit = 1 << (x.element.width - 1)
    size = bits & (sign_bit - 1)
    if (cut := own_mantissa - mantissa) > 0:
        size = rounded_bits(size, cut)
    if exponent < own_exponent:
        size = within_exponents(size, exponent, own_exponent, own_mantissa)
    return where(made("isnan", x), x, (size | (bits & sign_bit)).bits_as(x.element))


def rounded_bits(size: Expression, cut: int) -> Expression:
    last = (size >> cut) & 1
    return ((size + ((1 << (cut - 1)) - 1) + last) >> cut) << cut


def within_exponents(size: Expression, exponent: int, own_exponent: int, own_mantissa: int) -> Expression:
    bias, own_bias = (1 << (exponent - 1)) - 1, (1 << (own_exponent - 1)) - 1
    infinity = ((1 << own_exponent) - 1) << own_mantissa
    field = size & infinity
    size = where(field > ((own_bias + bias) << own_mantissa), infinity, size)
    return where(field <= ((own_bias - bias) << own_mantissa), 0, size)


@recipe
def remainder(op: Operation) -> list:
    from tfopt.stablehlo_to_relay.integers import divided

    x, y = map(Expression, op.operands)
    if not x.is_float:
        return [divided(x, y)[1]]
    return [float_remainder(x, y)]


PLACES = 28  # of a quotient that is taken off in one step: its product with a number of f32 has no more bits than f64


def float_remainder(x: Expression, y: Expression) -> Expression:
    """Long division in f64, some places of the quotient at a time; numbers of f64 itself have no wider type."""
    if x.element is F64:
        return double_remainder(x, y)
    element, wide_x, wide_y = x.element, made("abs", x.cast(F64)), made("abs", y.cast(F64))
    rest = wide_x
    most = 40 if element is F16 else 280
    for step in range(most // PLACES, -1, -1):
        part = wide_y * 2.0 ** (PLACES * step)
        rest = rest - made("trunc", rest / part) * part
        rest = where(rest < 0, rest + part, rest)
    rest = where(made("isinf", wide_y), wide_x, rest)
    rest = where(made("isfinite", wide_x), rest, wide_x - wide_x)
    return where(is_negative(x), -rest, rest).cast(element)


FRACTION, HIDDEN = (1 << 52) - 1, 1 << 52
STEP = 11  # places that a significand can be moved up by in 64 bits


def double_remainder(x: Expression, y: Expression) -> Expression:
    """Long division of the significands as whole numbers, which is exact: as many places of the quotient as the exponents are apart."""
    size_x, size_y = made("abs", x), made("abs", y)
    (divisor, own_exponent), (first, exponent) = parts_of(size_y), parts_of(size_x)
    divisor = where(divisor.equals(0), 1, divisor)
    places, modulus = Tensor(made("maximum", exponent - own_exponent, 0).value), Tensor(divisor.value)

    def step(rest, left):
        now = stablehlo.minimum(left, STEP)
        return [stablehlo.binary("shift_left", rest, now.convert(UI64)) % modulus, left - now]

    def is_left(_, left):
        return left.max(*range(left.rank)) > 0 if left.rank else left > 0

    rest = made("trunc_mod", first, divisor)
    if 0 not in x.shape:
        rest = Expression(stablehlo.loop(is_left, step, Tensor(rest.value), places)[0].value)
    # What a significand is multiplied by, 2^(exponent - 1075): below 2^-1022 that is a bit of the fraction.
    subnormal = scalar(1, I64) << made("clip", own_exponent - 1, a_min=0.0, a_max=51.0)
    scale = where(own_exponent < 53, subnormal, made("maximum", own_exponent - 52, 1) << 52).bits_as(F64)
    result = rest.cast(F64) * scale
    result = where(size_x < size_y, size_x, result)
    result = where(is_negative(x), -result, result)
    return where(all_of(made("isfinite", x), made("logical_not", made("isnan", y)), y.differs(0)), result, scalar(nan, F64))


def parts_of(size: Expression) -> tuple[Expression, Expression]:
    """The significand, as ui64, and the exponent field, as i64, of numbers of f64 that are not negative."""
    bits = size.bits_as(UI64)
    field, fraction = bits >> 52, bits & FRACTION
    is_normal = field > 0
    return where(is_normal, fraction | HIDDEN, fraction), made("maximum", field.bits_as(I64), 1)


@recipe
def divide(op: Operation) -> list:
    from tfopt.stablehlo_to_relay.integers import divided

    x, y = map(Expression, op.operands)
    return [x / y if x.is_float else divided(x, y)[0]]


@recipe
def power(op: Operation) -> list:
    from tfopt.stablehlo_to_relay.integers import integer_power

    x, y = map(Expression, op.operands)
    return [made("power", x, y) if x.is_float else integer_power(x, y)]


@recipe
def bitcast_convert(op: Operation) -> list:
    from tfopt.stablehlo_to_relay.integers import joined_bits, split_bits

    x, element = Expression(op.operands[0]), op.result.type.element
    old, new = width_of(x.element), width_of(element)
    if old == new:
        return [x.bits_as(element)]
    return [split_bits(x, element) if old > new else joined_bits(x, element)]


def width_of(element) -> int:
    assert isinstance(element, (IntegerType, FloatType))
    return element.width


@recipe
def optimization_barrier(op: Operation) -> list:
    return list(op.operands)


@recipe
def real(op: Operation) -> list:
    """Of a real number, which it is; pairs have been taken apart before."""
    return [op.operands[0]]


@recipe
def imag(op: Operation) -> list:
    return [made("zeros_like", Expression(op.operands[0]))]
