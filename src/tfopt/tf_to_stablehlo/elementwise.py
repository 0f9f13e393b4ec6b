"""Lowerings: arithmetic, comparison, logic, bits, types; each result element comes from the elements at its place."""

from math import inf

from tfir.dialects import dialect
from tfir.dialects.tf.comparison import go_together
from tfir.dialects.tf.elementwise import bits_cut_off
from tfir.ir.types import I1, ComplexType, IntegerType, TensorType, storage_bits

from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.tensor import (
    Tensor,
    binary,
    broadcast_to,
    clamp,
    common,
    compare,
    comparison,
    concatenate,
    emit,
    exp,
    floor,
    log,
    one,
    select,
    splat,
    splat_number,
    sqrt,
    two,
    unary,
    widened,
)  # fmt: skip
from tfopt.tf_to_stablehlo.lowering import direct, lower, lowered_by

direct(
    one, Neg="negate", Ceil="ceil", Floor="floor", Rint="round_nearest_even", Sqrt="sqrt", Exp="exponential",
    Expm1="exponential_minus_one", Log="log", Log1p="log_plus_one", Sin="sine", Cos="cosine", Tan="tan", Tanh="tanh",
    Sigmoid="logistic", LogicalNot="not", Invert="not",
)  # fmt: skip
direct(
    two, Add="add", AddV2="add", Sub="subtract", Mul="multiply", RealDiv="divide", Div="divide", Maximum="maximum", Minimum="minimum",
    Pow="power", Mod="remainder", TruncateMod="remainder", Atan2="atan2", LogicalAnd="and", LogicalOr="or", BitwiseAnd="and",
    BitwiseOr="or", BitwiseXor="xor",
)  # fmt: skip
direct(comparison, Less="LT", LessEqual="LE", Greater="GT", GreaterEqual="GE")


def equality(direction: str, otherwise: bool):
    """Without `incompatible_shape_error`, of shapes that do not broadcast one answer for all."""

    def function(x, y, incompatible_shape_error):
        if not incompatible_shape_error and not go_together(x.shape, y.shape):
            return splat(otherwise, (), I1)
        return compare(direction, x, y)

    return function


lowered_by(Equal=equality("EQ", False), NotEqual=equality("NE", True))


# One number


lowered_by(
    Abs=lambda x: abs(x),
    IsFinite=lambda x: unary("is_finite", x, I1),
    IsNan=lambda x: x != x,
    IsInf=lambda x: abs(x) == inf,
    Square=lambda x: x * x,
    Reciprocal=lambda x: 1 / x,
    Inv=lambda x: 1 / x,
    Atan=lambda x: binary("atan2", x, splat(1, x.shape, x.element)),
    Atanh=lambda x: (unary("log_plus_one", x) - unary("log_plus_one", -x)) * 0.5,
    Sign=lambda x: unary("sign", x) if not x.is_unsigned else (x != 0).convert(x.element),
    PopulationCount=lambda x, result_types: unary("popcnt", x).convert(result_types[0].element),
)


@lower
def Round(x):
    if x.is_complex:
        return from_parts(*[unary("round_nearest_even", part) for part in parts(x)])
    return unary("round_nearest_even", x) if x.is_float else x


def parts(x) -> list:
    return [unary(part, x, x.element.element) for part in ("real", "imag")]


def from_parts(real, imag):
    return emit("complex", [real, imag], TensorType(real.shape, ComplexType(real.element)))


@lower
def Rsqrt(x):
    """Below 0 an imaginary part of -0 counts as 0, as in TensorFlow: of -4 - 0i comes -0.5i, though the root is -2i."""
    if not x.is_complex:
        return unary("rsqrt", x)
    real, imag = parts(x)
    return unary("rsqrt", from_parts(real, select((real < 0) & (imag == 0), 0, imag)))


def real_sinh(x):
    """From expm1, which is exact near 0; in halves, so that it does not overflow early."""
    size = abs(widened(x))
    grown = unary("exponential_minus_one", size)
    near = (grown + grown / (grown + 1)) * 0.5
    far = exp(size - 0.6931471805599453) - exp(-size) * 0.5
    result = select(size < 1, near, far).convert(x.element)
    return select(x == 0, x, select(x < 0, -result, result))


def real_cosh(x):
    size = abs(widened(x))
    return (exp(size - 0.6931471805599453) + exp(-size) * 0.5).convert(x.element)


def real_asinh(x):
    """log(|x| + sqrt(x*x + 1)), from log1p for small and log(2|x|) for large numbers."""
    size = abs(widened(x))
    near = unary("log_plus_one", size + size * size / (1 + sqrt(size * size + 1)))
    result = select(size > 1e4 if x.element.width < 64 else size > 1e8, log(size) + 0.6931471805599453, near).convert(x.element)
    return select(x == 0, x, select(x < 0, -result, result))


def real_acosh(x):
    wide = widened(x)
    large = log(wide) + 0.6931471805599453
    wide = select(wide < 1, float("nan"), wide)
    near = unary("log_plus_one", (wide - 1) + sqrt((wide - 1) * (wide + 1)))
    return select(wide > (1e4 if x.element.width < 64 else 1e8), large, near).convert(x.element)


def hyperbolic(function, other):
    """The hyperbolic sine or cosine, from that of real numbers and from the other one."""

    def lowering(x):
        if not x.is_complex:
            return function(x)
        real, imag = parts(x)
        return from_parts(function(real) * unary("cosine", imag), other(real) * unary("sine", imag))

    return lowering


lowered_by(Sinh=hyperbolic(real_sinh, real_cosh), Cosh=hyperbolic(real_cosh, real_sinh))


# Inverse functions of complex numbers from roots of 1 - x and 1 + x, which lose nothing where these cancel.
# Source: Kahan, Branch cuts for complex elementary functions (1987).


def roots(x) -> tuple[list, list]:
    """The parts of the roots of 1 - x and 1 + x. An imaginary part of -0 is kept: it says on which side of the cut x lies."""
    real, imag = parts(x)
    return parts(sqrt(from_parts(1 - real, -imag))), parts(sqrt(from_parts(real + 1, imag)))


def complex_asin(x):
    less, more = roots(x)
    real = binary("atan2", parts(x)[0], less[0] * more[0] - less[1] * more[1])
    return from_parts(real, real_asinh(less[0] * more[1] - less[1] * more[0]))


def complex_acos(x):
    less, more = roots(x)
    return from_parts(binary("atan2", less[0], more[0]) * 2, real_asinh(more[0] * less[1] - more[1] * less[0]))


lowered_by(
    Asin=lambda x: complex_asin(x) if x.is_complex else binary("atan2", x, sqrt((1 - x) * (1 + x))),
    Acos=lambda x: complex_acos(x) if x.is_complex else binary("atan2", sqrt((1 - x) * (1 + x)), x),
)


@lower
def Asinh(x):
    """Of a complex number: the arcsine of x / i, times i."""
    if not x.is_complex:
        return real_asinh(x)
    real, imag = parts(x)
    arcsine = parts(complex_asin(from_parts(imag, -real)))
    return from_parts(-arcsine[1], arcsine[0])


@lower
def Acosh(x):
    if not x.is_complex:
        return real_acosh(x)
    real, imag = parts(x)
    less, more = parts(sqrt(from_parts(real - 1, imag))), roots(x)[1]
    return from_parts(real_asinh(less[0] * more[0] + less[1] * more[1]), binary("atan2", less[1], more[0]) * 2)


# Two numbers


@lower
def TruncateDiv(x, y):
    quotient = x / y
    return select(quotient < 0, unary("ceil", quotient), floor(quotient)) if x.is_float else quotient


@lower
def FloorDiv(x, y):
    """Integers are divided rounding towards zero; one less where there is a rest and the signs differ."""
    quotient = x / y
    if x.is_float:
        return floor(quotient)
    if x.is_unsigned:
        return quotient
    x, y = common(x, y)
    return select((quotient * y != x) & ((x < 0) != (y < 0)), quotient - 1, quotient)


@lower
def FloorMod(x, y):
    """The remainder with the divisor's sign."""
    rest = x % y
    if x.is_unsigned:
        return rest
    rest, y = common(rest, y)
    return select((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


lowered_by(
    DivNoNan=lambda x, y: select(y == 0, 0, x / y),
    MulNoNan=lambda x, y: select(y == 0, 0, x * y),
    Xdivy=lambda x, y: select(x == 0, 0, x / y),
    Xlogy=lambda x, y: select(x == 0, 0, x * log(y)),
    Xlog1py=lambda x, y: select(x == 0, 0, x * unary("log_plus_one", y)),
    ApproximateEqual=lambda x, y, tolerance: abs(x - y) <= tolerance,
)


@lower
def SquaredDifference(x, y):
    difference = x - y
    return difference * conjugate(difference)


@lower
def AddN(inputs):
    total = inputs[0]
    for term in inputs[1:]:
        total = total + term
    return total


lowered_by(AccumulateNV2=AddN)


@lower
def ClipByValue(t, clip_value_min, clip_value_max):
    """Where the limits change places, the lower one counts; a clamp would take the upper one. A limit that is no number is none."""
    limits = [splat_number(limit) for limit in (clip_value_min, clip_value_max)]
    if clip_value_min.rank == clip_value_max.rank == 0 and None not in limits and limits[0].values() <= limits[1].values():
        return clamp(clip_value_min, t, clip_value_max)
    t, low, high = common(t, clip_value_min, clip_value_max)
    t = select(high < t, high, t)
    return select(t < low, low, t)


def shifted(how: str, x, y):
    return binary(f"shift_{how}", x, clamp(0, y, storage_bits(x.element) - 1))


lowered_by(
    LeftShift=lambda x, y: shifted("left", x, y),
    RightShift=lambda x, y: shifted("right_logical" if x.is_unsigned else "right_arithmetic", x, y),
)


# Choice


@lower
def Select(condition, t, e):
    """The condition may have one entry per row."""
    if condition.rank and condition.rank < t.rank:
        condition = broadcast_to(condition, t.shape, range(condition.rank))
    return select(condition, t, e)


lowered_by(SelectV2=lambda condition, t, e: select(condition, t, e))


# Types


@lower
def Cast(x, result_types, Truncate=False):
    dropped = bits_cut_off(x.element, result_types[0].element) if Truncate else 0
    if dropped and x.is_complex:
        x = from_parts(*[without_last_bits(unary(part, x, x.element.element), dropped) for part in ("real", "imag")])
    elif dropped:
        x = without_last_bits(x, dropped)
    return x.convert(result_types[0].element)


def without_last_bits(x: Tensor, count: int) -> Tensor:
    bits = IntegerType(x.element.width, "u")
    whole = emit("bitcast_convert", [x], TensorType(x.shape, bits))
    return emit("bitcast_convert", [whole & splat((1 << bits.width) - (1 << count), x.shape, bits)], x.type)


@lower
def Bitcast(input, result_types):
    """Complex numbers go by way of their parts, along a last axis of 2."""
    (type,) = result_types
    if input.type is type:
        return input
    if input.is_complex:
        halves = concatenate([unary(part, input, input.element.element).expand(-1) for part in ("real", "imag")], input.rank)
        return Bitcast(halves, [type]) if isinstance(type.element, ComplexType) else rebits(halves, type)
    if isinstance(type.element, ComplexType):
        halves = rebits(input, TensorType((*type.shape, 2), type.element.element))
        return from_parts(halves[..., 0], halves[..., 1])
    return emit("bitcast_convert", [input], type)


def rebits(x: Tensor, type: TensorType) -> Tensor:
    """The bytes of `x` as a tensor of a type, whatever axes either counts them in."""
    many, old, new = x.size * x.element.width, x.element.width, type.element.width
    if old == new:
        return emit("bitcast_convert", [x], TensorType(x.shape, type.element)).reshape(*type.shape)
    if old > new:
        return emit("bitcast_convert", [x], TensorType((*x.shape, old // new), type.element)).reshape(*type.shape)
    grouped = x.reshape(many // new, new // old)
    return emit("bitcast_convert", [grouped], TensorType((many // new,), type.element)).reshape(*type.shape)


def part_of(name: str, x: Tensor) -> Tensor:
    """The real or the imaginary part, in the precision of the complex numbers: results may have another one, which XLA alone takes."""
    return unary(name, x, x.element.element)


lowered_by(
    ToBool=lambda input: input != 0 if input.rank == 0 else splat(input.size > 0, (), I1),
    Complex=lambda real, imag: from_parts(*common(real, imag)),
    Real=lambda input, result_types: part_of("real", input).convert(result_types[0].element),
    Imag=lambda input, result_types: part_of("imag", input).convert(result_types[0].element),
    Conj=lambda input: conjugate(input),
    ComplexAbs=lambda x, result_types: abs(x).convert(result_types[0].element),
    Angle=lambda input, result_types: binary("atan2", part_of("imag", input), part_of("real", input)).convert(result_types[0].element),
)


# Nothing at all


lowered_by(
    **dict.fromkeys(
        dialect("tf").with_trait("passthrough").keys() - {"IdentityN", "XlaOptimizationBarrier"}
        | {"_EagerConst", "PlaceholderWithDefault", "GuaranteeConst", "DeepCopy"},
        lambda operands: operands[0],
    ),
    **dict.fromkeys(("IdentityN", "_ArrayToList", "_ListToArray"), lambda input: list(input)),
    Assert=lambda: [],  # assertions are not carried on
)
