"""Element by element."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import word
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F16, F32, F64, I1, I32, I64, UI8, UI16, UI32, UI64, IntegerType

from tfopt.arithmetic.tensor import Tensor, like, maximum, minimum, select, two, unary
from tfopt.recipes.recipes import need_sizes, number_in
from tfopt.stablehlo_to_onnx.operators import (
    NUMBERS,
    OPEN,
    RECIPES,
    cast,
    computed,
    elementwise,
    numbers,
    onnx,
    open_recipe,
    recipe,
    told,
    wide_of,
)

# One operator of ONNX for one of StableHLO; of truth values, and of integers, another where there is one.
SAME = {
    "abs": "Abs", "add": "Add Or", "and": "BitwiseAnd And", "ceil": "Ceil", "cosine": "Cos", "exponential": "Exp", "floor": "Floor", "log": "Log",
    "logistic": "Sigmoid", "maximum": "Max Or", "minimum": "Min And", "multiply": "Mul And", "negate": "Neg", "not": "BitwiseNot Not",
    "or": "BitwiseOr Or", "round_nearest_even": "Round", "sine": "Sin", "sqrt": "Sqrt", "subtract": "Sub", "tanh": "Tanh", "xor": "BitwiseXor Xor",
}  # fmt: skip
OF_BITS = ("BitwiseAnd", "BitwiseOr", "BitwiseXor", "BitwiseNot")  # on integers of any width
SIGNED = ("Max", "Min")  # which tell apart what is large from what is negative
LARGEST = 1 << 63


def same(operators: str):
    of_numbers, *of_truths = operators.split()

    def convert(op: Operation) -> list:
        operands = [Tensor(operand) for operand in op.operands]
        element = operands[0].element
        if element is I1 and of_truths:
            return [elementwise(of_truths[0], operands, operands[0].type)]
        if of_numbers in OF_BITS:
            return [elementwise(of_numbers, operands, operands[0].type)]
        if element is UI64 and of_numbers in SIGNED:
            return [cast(turned(computed(of_numbers, [turned(cast(each, I64)) for each in operands])), UI64)]
        if element is UI64:
            return [operands[0] if of_numbers == "Abs" else cast(computed(of_numbers, [cast(each, I64) for each in operands]), UI64)]
        return [computed(of_numbers, operands)]

    return convert


RECIPES.update({f"stablehlo.{name}": same(operators) for name, operators in SAME.items()})
OPEN.update([f"stablehlo.{name}" for name in SAME])


def turned(x: Tensor) -> Tensor:
    """Bits of unsigned numbers as signed ones in the same order, and back."""
    return elementwise("Add", [x, like(-LARGEST, x)], x.type)


@open_recipe
def compare(op: Operation) -> list:
    x, y = map(Tensor, op.operands)
    direction = word(op.get("comparison_direction")) or ""
    if word(op.get("compare_type")) == "TOTALORDER" and x.is_float:
        x, y = in_total_order(x), in_total_order(y)
    if x.element is I1 and direction not in ("EQ", "NE"):
        x, y = cast(x, I32), cast(y, I32)
    if x.element is UI64:
        x, y = turned(cast(x, I64)), turned(cast(y, I64))
    if direction == "NE":
        return [onnx("Not", [told("Equal", x, y)], x.type.with_element(I1))]
    return [told({"EQ": "Equal", "LT": "Less", "LE": "LessOrEqual", "GT": "Greater", "GE": "GreaterOrEqual"}[direction], x, y)]


def in_total_order(x: Tensor) -> Tensor:
    """Integers in the order that floats have by their bits: of a negative one all bits but the sign are turned round."""
    width = x.element.width
    if width < 8:
        raise Error("compares floats of fewer than 8 bits in total order")
    own = IntegerType(width)
    bits = cast(onnx("BitCast", [x], x.type.with_element(own), to=NUMBERS[own]), wide_of(own))
    return select(bits < 0, elementwise("BitwiseXor", [bits, like((1 << width - 1) - 1, bits)], bits.type), bits)


SELECTED = (F32, F64, I32, I64, UI8)  # of which ONNX Runtime's Where has kernels


@open_recipe
def select_(op: Operation) -> list:
    condition, yes, no = map(Tensor, op.operands)
    element = yes.element
    if element in SELECTED:
        return [elementwise("Where", [condition, yes, no], yes.type)]
    wide = UI8 if element is I1 else F32 if yes.is_float else I64
    return [cast(elementwise("Where", [condition, cast(yes, wide), cast(no, wide)], yes.type.with_element(wide)), element)]


@open_recipe
def clamp(op: Operation) -> list:
    low, x, high = map(Tensor, op.operands)
    are_numbers = not x.is_float or all([(limit := number_in(each.value)) is not None and limit == limit for each in (low, high)])
    if x.element in (F32, F64, I32, I64) and low.rank == high.rank == 0 and are_numbers:  # Clip does not pass on a limit that is NaN
        return [onnx("Clip", [x, low, high], x.type)]
    if x.element in (I1, UI64):
        return [minimum(high, maximum(low, x))]
    return [computed("Min", [computed("Max", [x, low]), high])]


@open_recipe
def convert(op: Operation) -> list:
    x, element = Tensor(op.operands[0]), op.result.type.element
    if x.is_float and isinstance(element, IntegerType) and element is not I1:
        return [whole_number(x, element)]
    return [cast(x, element)]


def whole_number(x: Tensor, element: IntegerType) -> Tensor:
    """What is too large becomes the largest number, and NaN 0: of ONNX's Cast nothing is said."""
    low, high = element.limits
    wide = cast(x, F64 if x.element is F64 or element.width >= 32 else F32)
    told = elementwise("Where", [elementwise("IsNaN", [wide], wide.type.with_element(I1)), numbers(0.0, wide.element), wide], wide.type)
    most = float(high) if element.width < 64 else high + 1 - 2.0 ** (element.width - 53 - (element.signedness != "u"))
    whole = cast(onnx("Clip", [told, numbers(float(low), wide.element), numbers(most, wide.element)], wide.type), element)
    if element.width < 64:
        return whole
    is_more = elementwise("Greater", [told, numbers(most, wide.element)], told.type.with_element(I1))
    if element is not UI64:
        return elementwise("Where", [is_more, numbers(high, I64), whole], whole.type)
    signed = elementwise("Where", [is_more, numbers(-1, I64), cast(whole, I64)], whole.type.with_element(I64))
    return cast(signed, element)


@open_recipe
def rsqrt(op: Operation) -> list:
    root = computed("Sqrt", [Tensor(op.operands[0])])
    return [computed("Reciprocal", [root])]


@open_recipe
def is_finite(op: Operation) -> list:
    x = Tensor(op.operands[0])
    wide = x if x.element in (F32, F64) else cast(x, F32)
    either = elementwise("Or", [told("IsInf", wide), told("IsNaN", wide)], x.type.with_element(I1))
    return [onnx("Not", [either], either.type)]


@open_recipe
def sign(op: Operation) -> list:
    """ONNX Runtime's kernel of f16 gives 0 for NaN."""
    x = Tensor(op.operands[0])
    return [cast(computed("Sign", [cast(x, F32)]), F16) if x.element is F16 else computed("Sign", [x])]


@open_recipe
def tan(op: Operation) -> list:
    """Of f64, for which ONNX Runtime has no kernel, the quotient of sine and cosine."""
    x = Tensor(op.operands[0])
    if x.element is not F64:
        return [computed("Tan", [x])]
    return [computed("Div", [computed("Sin", [x]), computed("Cos", [x])])]


@recipe
def round_nearest_afz(op: Operation) -> list:
    """Halves away from zero, where Round takes the even number."""
    x = Tensor(op.operands[0])
    whole = unary("floor", abs(x))
    return [unary("sign", x) * select(abs(x) - whole >= 0.5, whole + 1, whole)]


@recipe
def exponential_minus_one(op: Operation) -> list:
    """(u - 1) (x / log(u)) of u = e**x (Kahan's). Source: Higham, Accuracy and Stability, 1.14.1."""
    x = Tensor(op.operands[0])
    u = unary("exponential", x)
    near = (u - 1) * (x / unary("log", u))
    from math import inf

    return [select(u == 1, x, select((u - 1) == -1, -1, select(u == inf, u, near)))]


@recipe
def log_plus_one(op: Operation) -> list:
    """log(u) (x / (u - 1)) of u = 1 + x."""
    from math import inf

    x = Tensor(op.operands[0])
    u = x + 1
    return [select(u == 1, x, select(u == inf, u, unary("log", u) * (x / (u - 1))))]


@recipe
def cbrt(op: Operation) -> list:
    x = Tensor(op.operands[0])
    root = computed("Pow", [abs(x), like(1 / 3, x)])
    return [unary("sign", x) * root]


@recipe
def atan2(op: Operation) -> list:
    """The arc tangent of the quotient, turned by half a circle where x is negative."""
    from math import inf, pi

    y, x = map(Tensor, op.operands)
    both_far = (abs(x) == inf) & (abs(y) == inf)
    slope = select(both_far, 1, abs(y) / select(x == 0, 1, abs(x)))
    angle = arc_tangent(slope)
    angle = select(x == 0, select(y == 0, 0, like(pi / 2, y)), angle)
    angle = select(is_negative(x), pi - angle, angle)
    return [select((x != x) | (y != y), x + y, select(is_negative(y), -angle, angle))]


def arc_tangent(slope: Tensor) -> Tensor:
    """Of a slope that is not negative. ONNX Runtime has a kernel of f32; of f64 a step of Newton's makes 14 digits of its 7."""
    from math import inf, pi

    near = cast(onnx("Atan", [cast(slope, F32)], slope.type.with_element(F32)), slope.element)
    if slope.element is not F64:
        return near
    sine, cosine = unary("sine", near), unary("cosine", near)
    return select(slope == inf, pi / 2, near + (slope * cosine - sine) / (cosine + slope * sine))


def is_negative(x: Tensor) -> Tensor:
    """-0 among them: what is divided by it is told by the sign."""
    return (x < 0) | ((x == 0) & (1 / x < 0))


# Integers


@open_recipe
def divide(op: Operation) -> list:
    x, y = map(Tensor, op.operands)
    return [computed("Div", [x, y]) if x.is_float else divided(x, y)]


def divided(x: Tensor, y: Tensor) -> Tensor:
    """What StableHLO says of zero, and of the least number by -1, processors do not compute."""
    need_sizes(x.value, y.value)
    if x.element is UI64:
        return divided_long(x, y)
    divisor = number_in(y.value)
    if divisor not in (None, 0, -1):
        return computed("Div", [x, y])
    by_zero = like(-1 if not x.is_unsigned else (1 << x.element.width) - 1, x)
    if x.is_unsigned:
        return select(y == 0, by_zero, computed("Div", [x, select(y == 0, 1, y)]))
    quotient = computed("Div", [x, select((y == 0) | (y == -1), 1, y)])
    return select(y == 0, by_zero, select(y == -1, -x, quotient))


def divided_long(x: Tensor, y: Tensor) -> Tensor:
    """Numbers of 64 bits without a sign by the division of such with one: of half the dividend, doubled, one too few at most."""
    half, dividend, divisor = cast(two("shift_right_logical")(x, like(1, x)), I64), cast(x, I64), cast(y, I64)
    small = select(divisor <= 0, 1, divisor)
    doubled = computed("Div", [half, small]) * 2
    is_more = turned(dividend - doubled * small) >= turned(divisor)
    quotient = select(is_more, doubled + 1, doubled)
    large = select(turned(dividend) >= turned(divisor), like(1, dividend), 0)  # by 2**63 or more
    return cast(select(divisor == 0, -1, select(divisor < 0, large, quotient)), UI64)


@open_recipe
def remainder(op: Operation) -> list:
    x, y = map(Tensor, op.operands)
    if x.is_float:
        return [computed("Mod", [x, y], fmod=1)]
    quotient = divided(x, y)
    return [select(y == 0, x, x - quotient * y)]


@open_recipe
def power(op: Operation) -> list:
    x, y = map(Tensor, op.operands)
    if x.is_float:
        return [computed("Pow", [x, y])]
    need_sizes(*op.operands)
    return [integer_power(x, y)]


def integer_power(x: Tensor, y: Tensor) -> Tensor:
    """By squaring: a bit of the exponent at a time. Of a negative exponent 1 and -1 have powers that are whole."""
    result, factor, bits = like(1, x), x, y
    exponent = number_in(y.value)
    count = max(int(exponent).bit_length(), 1) if exponent is not None and exponent >= 0 else x.element.width
    for _ in range(count):
        result = select((bits & 1) == 1, result * factor, result)
        bits, factor = halved_bits(bits), factor * factor
    if x.is_unsigned or (exponent is not None and exponent >= 0):
        return result
    odd = (y & 1) == 1
    negative = select(x == 1, like(1, x), select(x == -1, select(odd, like(-1, x), 1), 0))
    return select(y < 0, negative, result)


def halved_bits(x: Tensor) -> Tensor:
    return two("shift_right_logical")(x, like(1, x))


UNSIGNED = {8: UI8, 16: UI16, 32: UI32, 64: UI64}


def shifted(op: Operation, direction: str) -> Tensor:
    """A shift of an unsigned number, in 32 or 64 bits; by as many bits as there are, or more, 0."""
    x, by = map(Tensor, op.operands)
    width = x.element.width
    if width not in UNSIGNED:
        raise Error(f"shifts numbers of {width} bits, for which there is no recipe")
    own, wide = UNSIGNED[width], UI64 if width == 64 else UI32
    amount = cast(cast(by, own), wide)
    bits = cast(cast(x, own), wide)
    inside = elementwise("Less", [cast(amount, I64), like(width, cast(amount, I64))], x.type.with_element(I1))
    if width == 64:
        inside = inside & elementwise("GreaterOrEqual", [cast(amount, I64), like(0, cast(amount, I64))], x.type.with_element(I1))
    kept = select(inside, amount, 0)
    moved = elementwise("BitShift", [bits, kept], bits.type, direction=direction)
    return select(inside, cast(cast(moved, own), x.element), 0)


@recipe
def shift_left(op: Operation) -> list:
    return [shifted(op, "LEFT")]


@recipe
def shift_right_logical(op: Operation) -> list:
    return [shifted(op, "RIGHT")]


@recipe
def shift_right_arithmetic(op: Operation) -> list:
    """Of a negative number the bits that are not set are moved."""
    x, by = map(Tensor, op.operands)
    if x.is_unsigned:
        x = cast(x, IntegerType(x.element.width))
        by = cast(by, x.element)
    is_below = x < 0
    moved = two("shift_right_logical")(select(is_below, ~x, x), by)
    return [cast(select(is_below, ~moved, moved), op.result.type.element)]


@recipe
def popcnt(op: Operation) -> list:
    x = Tensor(op.operands[0])
    total = like(0, x)
    for bit in range(x.element.width):
        total = total + (two("shift_right_logical")(x, like(bit, x)) & 1)
    return [total]


@recipe
def count_leading_zeros(op: Operation) -> list:
    x = Tensor(op.operands[0])
    total = like(0, x)
    for bit in range(x.element.width):
        total = total + select(two("shift_right_logical")(x, like(bit, x)) == 0, 1, like(0, x))
    return [total]


@recipe
def bitcast_convert(op: Operation) -> list:
    """The same bits; ONNX has an operator for that from operator set 26 on."""
    x, element = Tensor(op.operands[0]), op.result.type.element
    if op.result.type.shape != x.shape:
        raise Error("gives numbers of another width, for which there is no recipe")
    return [onnx("BitCast", [x], op.result.type, to=NUMBERS[element])]


@recipe
def reduce_precision(op: Operation) -> list:
    from tfir.ir.types import BF16, F16

    x = Tensor(op.operands[0])
    narrow = {(8, 7): BF16, (5, 10): F16, (8, 23): F32, (11, 52): F64}.get((op.get("exponent_bits"), op.get("mantissa_bits")))
    if narrow is None:
        raise Error("rounds to a format that ONNX has no type for")
    return [cast(cast(x, narrow), x.element)]


@open_recipe
def optimization_barrier(op: Operation) -> list:
    return list(op.operands)


@recipe
def real(op: Operation) -> list:
    return [op.operands[0]]


@recipe
def imag(op: Operation) -> list:
    """Of a real number, which has none; pairs have been taken apart before."""
    return [like(0, Tensor(op.operands[0]))]
