"""Lowerings: what each element is computed of by itself. Functions of floats narrower than 32 bits are computed in f32."""

from math import sqrt as root

from tfir.dialects import definition_of, lookup, with_trait
from tfir.ir.types import BF16, F16, F32, F64, I1, FloatType, IntegerType, TensorType

from tfopt.arithmetic import special
from tfopt.arithmetic.tensor import (
    Tensor,
    clamp,
    compare,
    emit,
    exp,
    in_f32,
    maximum,
    minimum,
    one,
    select,
    sigmoid,
    tanh,
    two,
    unary,
)
from tfopt.onnx_to_stablehlo.element_types import element_of, is_text
from tfopt.onnx_to_stablehlo.lowering import LOWERINGS, elementwise_tf, lower, lowered_by, tensorflow

SELU_ALPHA, SELU_GAMMA = 1.67326319217681884765625, 1.05070102214813232421875


def of_one(function):
    """The lowering by a function of the one operand, however that is called."""
    return lambda operands: function(operands[0])


def of_two(function):
    return lambda operands: function(*operands)


def of_many(function):
    """The lowering by a function of two of any number of operands."""

    def lowering(operands):
        total = operands[0]
        for operand in operands[1:]:
            total = function(total, operand)
        return total

    return lowering


def softplus(x: Tensor) -> Tensor:
    return maximum(x, 0) + unary("log_plus_one", exp(-abs(x)))


def gated(x: Tensor, alpha: float = 1.0) -> Tensor:
    """x by the logistic function of it."""
    return x * sigmoid(x * alpha if alpha != 1.0 else x)


WORDS = {
    "Neg": "negate", "Ceil": "ceil", "Floor": "floor", "Exp": "exponential", "Log": "log", "Sqrt": "sqrt", "Sin": "sine",
    "Cos": "cosine", "Tan": "tan", "Tanh": "tanh", "Sigmoid": "logistic", "Round": "round_nearest_even", "Not": "not", "BitwiseNot": "not",
}  # fmt: skip
lowered_by(**{name: of_one(one(word)) for name, word in WORDS.items()})
lowered_by(
    Abs=of_one(abs),
    Identity=lambda input: input,
    Erf=of_one(in_f32(special.erf)),
    Reciprocal=of_one(lambda x: 1 / x),
    Sign=of_one(lambda x: minimum(x, 1) if x.is_unsigned else one("sign")(x)),
    Relu=of_one(lambda x: maximum(x, 0)),
    Softplus=of_one(in_f32(softplus)),
    Softsign=of_one(lambda x: x / (abs(x) + 1)),
    Mish=of_one(in_f32(lambda x: x * tanh(softplus(x)))),
    HardSwish=of_one(lambda x: x * clamp(0, x * (1 / 6) + 0.5, 1)),
    IsNaN=of_one(lambda x: x != x),
    Add=of_two(lambda a, b: a + b),
    Sub=of_two(lambda a, b: a - b),
    Mul=of_two(lambda a, b: a * b),
    Div=of_two(lambda a, b: a / b),
    **{name: of_two(two(word)) for name, word in (("And", "and"), ("Or", "or"), ("Xor", "xor"))},
    **{name: of_two(two(word)) for name, word in (("BitwiseAnd", "and"), ("BitwiseOr", "or"), ("BitwiseXor", "xor"))},
    **{
        name: of_two(lambda a, b, direction=direction: compare(direction, a, b))
        for name, direction in (("Greater", "GT"), ("GreaterOrEqual", "GE"), ("Less", "LT"), ("LessOrEqual", "LE"))
    },
    Sum=lambda data_0: of_many(lambda a, b: a + b)(data_0),
    Max=lambda data_0: of_many(maximum)(data_0),
    Min=lambda data_0: of_many(minimum)(data_0),
    Mean=lambda data_0: of_many(lambda a, b: a + b)(data_0) / len(data_0),
)


@lower
def Equal(A, B):
    if is_text(A.element):
        from tfir.ods.shapes import broadcast

        return tensorflow("Equal", [A, B], [TensorType(broadcast(A.shape, B.shape), I1)])[0]
    return compare("EQ", A, B)


@lower
def Where(condition, X, Y):
    if is_text(X.element):
        from tfir.ods.shapes import broadcast

        shape = broadcast(condition.shape, X.shape, Y.shape)
        return tensorflow("SelectV2", [condition, X, Y], [TensorType(shape, X.element)])[0]
    return select(condition, X, Y)


@lower
def Elu(X, alpha):
    return in_f32(lambda x: select(x < 0, alpha * unary("exponential_minus_one", x), x))(X)


@lower
def Celu(X, alpha):
    return in_f32(lambda x: maximum(x, 0) + minimum(alpha * unary("exponential_minus_one", x / alpha), 0))(X)


@lower
def Selu(X, alpha, gamma):
    return in_f32(lambda x: gamma * select(x > 0, x, alpha * unary("exponential_minus_one", x)))(X)


@lower
def LeakyRelu(X, alpha):
    return select(X < 0, X * alpha, X)


@lower
def PRelu(X, slope):
    return select(X < 0, X * slope, X)


@lower
def ThresholdedRelu(X, alpha):
    return select(X > alpha, X, 0)


@lower
def HardSigmoid(X, alpha, beta):
    return clamp(0, X * alpha + beta, 1)


@lower
def Shrink(input, bias, lambd):
    if not input.is_float:
        return Shrink(input.convert(F32), bias, lambd).convert(input.element)
    return select(input < -lambd, input + bias, select(input > lambd, input - bias, 0))


@lower
def Gelu(X, approximate):
    def exact(x: Tensor) -> Tensor:
        return 0.5 * x * (special.erf(x * (1 / root(2))) + 1)

    def by_tanh(x: Tensor) -> Tensor:
        return 0.5 * x * (tanh((x + 0.044715 * x * x * x) * root(2 / 3.141592653589793)) + 1)

    return in_f32(by_tanh if approximate == "tanh" else exact)(X)


@lower
def Swish(X, alpha):
    return in_f32(lambda x: gated(x, alpha))(X)


@lower
def SwiGLU(A, B, alpha):
    return in_f32(lambda a, b: gated(a, alpha) * b)(A, B)


@lower
def IsInf(X, detect_negative, detect_positive):
    below, above = X == float("-inf"), X == float("inf")
    if detect_negative and detect_positive:
        return below | above
    return below if detect_negative else above if detect_positive else below & above


@lower
def Pow(X, Y):
    if Y.element is X.element:
        return two("power")(X, Y)
    if Y.is_float and not X.is_float:
        return two("power")(X.convert(Y.element), Y).convert(X.element)
    return two("power")(X, Y.convert(X.element))


@lower
def Mod(A, B, fmod):
    """With `fmod` the dividend's sign, as C has it; else the divisor's, as Python has it."""
    rest = A % B
    if fmod or rest.is_unsigned:
        return rest
    differs = (rest != 0) & ((rest < 0) != (B < 0))
    return select(differs, rest + B, rest)


@lower
def BitShift(X, Y, direction):
    to_the_right = "shift_right_logical" if X.is_unsigned else "shift_right_arithmetic"
    return two("shift_left" if direction == "LEFT" else to_the_right)(X, Y)


@lower
def Clip(input, min=None, max=None):
    """Numbers of the older form that are a type's own limits change nothing."""
    x = input
    for bound, of, extreme in ((min, maximum, -3.4e38), (max, minimum, 3.4e38)):
        if isinstance(bound, float) and abs(bound) >= abs(extreme):
            continue
        x = x if bound is None else of(x, bound.reshape() if isinstance(bound, Tensor) else bound)
    return x


# Between types


@lower
def Cast(input, to, saturate, round_mode):
    return cast(input, element_of(to), bool(saturate), round_mode)


@lower
def CastLike(input, target_type, saturate, round_mode):
    return cast(input, target_type.element, bool(saturate), round_mode)


@lower
def BitCast(input, to):
    if I1 in (input.element, element_of(to)):  # one byte each, 0 or 1
        return input.convert(element_of(to))
    return emit("bitcast_convert", [input], input.type.with_element(element_of(to)))


def is_narrow(element) -> bool:
    return isinstance(element, FloatType) and element not in (F16, BF16, F32, F64)


def cast(x: Tensor, element, saturates: bool, round_mode: str) -> Tensor:
    if element is x.element:
        return x
    if is_text(element):
        return tensorflow("AsString", [x], [x.type.with_element(element)])[0]
    if is_text(x.element):
        wide = F32 if isinstance(element, FloatType) and element is not F64 else element
        return cast(tensorflow("StringToNumber", [x], [x.type.with_element(wide)])[0], element, saturates, round_mode)
    if is_narrow(element):
        return to_narrow_float(x if x.is_float else x.convert(F32), element, saturates, round_mode)
    if is_narrow(x.element) and not isinstance(element, FloatType):
        x = x.convert(F32)
    if x.is_float and isinstance(element, IntegerType) and element is not I1 and element.width < 8:
        from tfir.ir.types import I32

        return x.convert(I32).convert(element)
    return x.convert(element)


LARGEST = {
    "f8E4M3FN": 448.0,
    "f8E4M3FNUZ": 240.0,
    "f8E5M2": 57344.0,
    "f8E5M2FNUZ": 57344.0,
    "f4E2M1FN": 6.0,
    "f6E2M3FN": 7.5,
    "f6E3M2FN": 28.0,
}


def to_narrow_float(x: Tensor, element, saturates: bool, round_mode: str) -> Tensor:
    """A float of 8 bits or fewer: what is too large becomes the largest number, or, unless it saturates, what the type has for that."""
    if element.name == "f8E8M0FNU":
        return to_power_of_two(x.convert(F32), element, saturates, round_mode)
    if saturates and element.name in LARGEST:
        limit = LARGEST[element.name]
        x = select(x == x, clamp(-limit, x, limit), x)
    return x.convert(element)


def to_power_of_two(x: Tensor, element, saturates: bool, round_mode: str) -> Tensor:
    """The exponent alone, by the bits of an f32: rounded up, down, or to the nearest."""
    from tfir.ir.types import UI8, UI32

    bits = emit("bitcast_convert", [x], x.type.with_element(UI32))
    exponent, rest = two("shift_right_logical")(two("and")(bits, 0x7F800000), 23), two("and")(bits, 0x7FFFFF)
    if round_mode == "up":
        grows = rest > 0
    elif round_mode == "nearest":
        grows = rest >= 0x400000
    else:
        grows = rest != rest
    up = select(grows & (exponent < 254), exponent + 1, exponent)
    if not saturates:
        up = select(grows & (exponent == 254), 255, up)
    up = select(exponent == 255, select(rest != 0, exponent, 254 if saturates else 255), up)
    return emit("bitcast_convert", [up.convert(UI8)], x.type.with_element(element))


def as_in_tensorflow() -> list[str]:
    """The operators of one operand that have no lowering here, and are TensorFlow's elementwise ops of their names."""
    listed = [name for name in with_trait("tf", "elementwise") if len(definition_of(name).declaration.operands) == 1]
    names = [name.removeprefix("tf.") for name in listed]
    return [name for name in names if lookup(f"onnx.{name}") is not None and name not in LOWERINGS]


lowered_by(**{name: of_one(elementwise_tf(name)) for name in as_in_tensorflow()})
