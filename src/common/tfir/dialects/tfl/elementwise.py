"""Operators that compute each element by itself: functions of floats, which are TensorFlow's, and of stored integers by a table of all of them.

Source: tensorflow/lite/kernels/elementwise.cc, activations.cc and their reference kernels.
"""

from __future__ import annotations

from math import sqrt as root

from tfir.dialects.tfl.fixed_point import (
    activation_limits,
    factor,
    high_product,
    rounding_shift,
    scaled,
    scaled_by,
    storage_of,
    stored_number,
)
from tfir.dialects.tfl.in_tensorflow import Number, clamp, family, tf
from tfir.dialects.tfl.tables import by_table, logistic16, of_reals, sigmoid, tangent, tanh16
from tfir.ir.types import F32, FloatType
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, enter = family()


def renamed(name: str, **attributes: Any):
    """The meaning of an operator that is an op of TensorFlow, with its operands in order."""
    return lambda operands: tf(name, *operands, **attributes)


enter(
    ceil=renamed("Ceil"), cos=renamed("Cos"), floor=renamed("Floor"), logical_not=renamed("LogicalNot"), neg=renamed("Neg"),
    sin=renamed("Sin"), square=renamed("Square"), sign=renamed("Sign"), zeros_like=renamed("ZerosLike"), real=renamed("Real"),
    imag=renamed("Imag"), complex_abs=renamed("ComplexAbs"),
)  # fmt: skip


def activated(x: Number, activation: str) -> Number:
    """Floats behind a fused activation."""
    match activation:
        case "RELU":
            return tf("Relu", x)
        case "RELU6":
            return tf("Relu6", x)
        case "RELU_N1_TO_1":
            return tf("ClipByValue", x, -1.0, 1.0)
        case "TANH":
            return tf("Tanh", x)
        case "SIGN_BIT":
            return (x < 0.0).to(x.element)
    return x


# Of floats, or of stored integers


def floats_or(of_floats, of_integers):
    """An operator of one operand: a function of floats, or one of a stored number and the quantized types of both sides."""

    def meaning(operands, result_types):
        (x,) = operands
        result = result_types[0].element
        return of_floats(x) if x.quantized is None else of_integers(x, result)

    return meaning


def rescaled(numbers: Any, given: Any, result: Any) -> Any:
    """Integers around zero as integers around zero of another scale."""
    return scaled_by(numbers, float(np.float32(np.float32(given.scales[0]) / np.float32(result.scales[0]))))


def limited_to(activation: str):
    """Stored numbers of another scale, within the limits of an activation."""

    def of_integers(x, result):
        def function(numbers):
            low, high = activation_limits(activation, result)
            if activation == "RELU_0_TO_1":
                low, high = (stored_of(each, result) for each in (0.0, 1.0))
            scale = float(np.float32(x.quantized.scales[0]) / np.float32(result.scales[0]))
            return np.clip(scaled_by(numbers - x.zero, scale) + result.zero_points[0], low, high)

        return by_table(x, result, function)

    return of_integers


def stored_of(real: float, result: Any) -> int:
    return min(max(stored_number(real, result.scales[0], result.zero_points[0]), result.minimum), result.maximum)


def magnitude(x, result):
    def function(numbers):
        numbers = np.abs(numbers - x.zero)
        if x.scale != np.float32(result.scales[0]):
            numbers = rescaled(numbers, x.quantized, result)
        return numbers + result.zero_points[0]

    return by_table(x, result, function)


def saturating_left(numbers, bits: int):
    return np.clip(numbers << bits, -32768, 32767) if bits > 0 else numbers


def hard_swish_of(x, result):
    """By numbers of 16 bits: the input and its relu6(x + 3) / 6 with room for seven bits behind the point."""
    high_of_output, of_output = factor16(float(np.float32(np.float32(1 / 128) * x.scale) / np.float32(result.scales[0])))
    multiplier, shift = factor16(float(np.float32(np.float32(1 / 128) * x.scale) / np.float32(3 / 32768)))

    def function(numbers):
        wide = (numbers - x.zero) << 7
        before = high16(wide, high_of_output)
        reluish = saturating_left(wide, shift - 1) if shift > 0 else wide
        reluish = high16(reluish, multiplier)
        reluish = saturating_left(reluish, 1) if shift > 0 else reluish
        reluish = rounding_shift(reluish, -shift) if shift < 0 else reluish
        reluish = (reluish + (1 << 15)) >> 1
        product = low16(reluish, before)
        product = rounding_shift(product, -of_output) if of_output <= 0 else product << of_output
        return product + result.zero_points[0]

    return by_table(x, result, function)


def factor16(real: float) -> tuple[int, int]:
    multiplier, shift = factor(real)
    return min((multiplier + (1 << 15)) >> 16, 32767), shift


def high16(x, multiplier: int):
    """x * multiplier / 2**15, rounded to the nearest, ties up."""
    return np.clip((x * multiplier + (1 << 14)) >> 15, -32768, 32767)


def low16(x, y):
    """x * y / 2**15, cut toward zero."""
    product = x * y
    return np.where(product < 0, -(-product >> 15), product >> 15)


def root_of(x, result):
    """By floats, cut toward zero."""

    def function(numbers):
        given = x.scale * np.maximum(numbers - x.zero, 0).astype(np.float32)
        return (np.sqrt(given) / np.float32(result.scales[0])).astype(np.int64) + result.zero_points[0]

    return by_table(x, result, function)


def reciprocal_root_of(x, result):
    if result.storage.width == 16:
        most = float(np.float32(32767) * np.float32(result.scales[0]))
        return of_reals(x, result, lambda numbers: np.where(numbers <= 0, most, 1 / np.sqrt(np.abs(numbers))))

    def function(numbers):
        multiplier, shift = factor(float(1.0 / (root(float(x.scale)) * float(np.float32(result.scales[0])))))
        answers = []
        for number in (numbers - x.zero).tolist():
            if number <= 0:
                answers.append(result.maximum)
                continue
            inverse, bits = inverse_root(number, -1)
            data = int(scaled(np.int64(1), np.int64(inverse), np.int64(bits + 20)))
            answers.append(int(scaled(np.int64(data), np.int64(multiplier), np.int64(shift - 20))) + result.zero_points[0])
        return np.array(answers)

    return by_table(x, result, function)


def inverse_root(number: int, reverse_shift: int) -> tuple[int, int]:
    """1 / sqrt(number) as a multiplier and a shift, by five of Newton's steps on fixed-point numbers."""
    if number <= 1:
        return (1 << 31) - 1, 0
    shift = 11
    while number >= 1 << 29:
        number //= 4
        shift += 1
    headroom = 31 - number.bit_length()
    pairs = headroom // 2 - 1
    shift -= pairs
    number <<= 2 * pairs
    three, x = (1 << 28) + (1 << 27), 1 << 28  # 1.5 and 1 with three bits in front of the point
    half = rounding_shift(np.int64(number >> 1), 1)
    for _ in range(5):
        cube = saturated(rescale3(high_product(high_product(np.int64(x), x), x), 6))
        x = int(saturated(rescale3(high_product(np.int64(three), x) - high_product(np.int64(half), cube), 3)))
    inverse = int(high_product(np.int64(x), 1518500250))
    if shift < 0:
        inverse, shift = inverse << -shift, 0
    return inverse, shift * reverse_shift


def rescale3(x, bits: int):
    return x << bits


def saturated(x):
    return np.clip(x, -(2**31), 2**31 - 1)


def leaky(x, result, alpha):
    above = float(np.float32(x.scale / np.float32(result.scales[0])))
    below = float(np.float32(np.float32(x.scale * np.float32(alpha)) / np.float32(result.scales[0])))

    def function(numbers):
        numbers = numbers - x.zero
        return np.where(numbers >= 0, scaled_by(numbers, above), scaled_by(numbers, below)) + result.zero_points[0]

    return by_table(x, result, function)


def elu_of(numbers):
    return np.where(numbers < 0, np.expm1(numbers), numbers)


def gelu_of(approximate: bool):
    if approximate:
        return lambda x: 0.5 * x * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))
    from math import erf

    return lambda x: 0.5 * x * (1 + np.array([erf(each * 0.7071067811865476) for each in x.ravel().tolist()]).reshape(x.shape))


def exponential_of(x, result):
    return of_reals(x, result, np.exp)


def logarithm(x, result):
    """Of what has no logarithm it is the least number of the result."""
    least = float(np.float32(result.minimum - result.zero_points[0]) * np.float32(result.scales[0]))
    return of_reals(x, result, lambda numbers: np.where(numbers <= 0, least, np.log(numbers)))


enter(
    abs=floats_or(lambda x: tf("Abs", x), magnitude),
    exp=floats_or(lambda x: tf("Exp", x), exponential_of),
    log=floats_or(lambda x: tf("Log", x), logarithm),
    sqrt=floats_or(lambda x: tf("Sqrt", x), root_of),
    rsqrt=floats_or(lambda x: tf("Rsqrt", x), reciprocal_root_of),
    elu=floats_or(lambda x: tf("Elu", x), lambda x, result: of_reals(x, result, elu_of)),
    relu=floats_or(lambda x: tf("Relu", x), limited_to("RELU")),
    relu6=floats_or(lambda x: tf("Relu6", x), limited_to("RELU6")),
    relu_n1_to_1=floats_or(lambda x: activated(x, "RELU_N1_TO_1"), limited_to("RELU_N1_TO_1")),
    relu_0_to_1=floats_or(lambda x: tf("ClipByValue", x, 0.0, 1.0), limited_to("RELU_0_TO_1")),
    logistic=floats_or(lambda x: tf("Sigmoid", x), lambda x, result: logistic16(x, result) if result.storage.width == 16 else sigmoid(x, result)),
    tanh=floats_or(lambda x: tf("Tanh", x), lambda x, result: tanh16(x, result) if result.storage.width == 16 else tangent(x, result)),
    hard_swish=floats_or(lambda x: x * tf("Relu6", x + 3.0) * (1.0 / 6.0), hard_swish_of),
)  # fmt: skip


@means
def round(x):
    """To the nearest, ties to the even one."""
    return tf("Round", x)


@means
def gelu(input, approximate, result_types):
    if input.quantized is not None:
        return of_reals(input, result_types[0].element, gelu_of(approximate))
    x = input
    if approximate:
        return x * 0.5 * (tf("Tanh", (x + x * x * x * 0.044715) * 0.7978845608028654) + 1.0)
    return x * 0.5 * (tf("Erf", x * 0.7071067811865476) + 1.0)


@means
def leaky_relu(input, alpha, result_types):
    if input.quantized is not None:
        return leaky(input, result_types[0].element, alpha)
    return tf("LeakyRelu", input, alpha=alpha)


@means
def cast(input, result_types):
    """Of floats that a type of 16 bits, or of 8 without a sign, does not hold it is the nearest that it holds."""
    element = result_types[0].element
    limits = {"ui8": (0.0, 255.0), "i16": (-32768.0, 32767.0)}.get(element.text)
    return (clamp(input, *limits) if input.is_float and limits else input).to(element)


@means
def bitcast(input, result_types):
    return tf("Bitcast", input, type=storage_of(result_types[0].element))


def is_half(x: Number) -> bool:
    return isinstance(x.element, FloatType) and x.element is not F32
