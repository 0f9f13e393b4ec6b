"""Lowerings: activation functions, their gradients, and rounding to a quantized range."""

from __future__ import annotations

from tfir.dialects.tf.activation import SELU_SCALE, SELU_SCALE_ALPHA, levels, quantized_range, steps_in_a_unit
from tfir.ir.types import F32

from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.tensor import Tensor, clamp, exp, floor, literal, maximum, minimum, select, unary
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


@lower
def Relu(features):
    return maximum(features, 0)


@lower
def Relu6(features):
    return clamp(0, features, 6)


@lower
def LeakyRelu(features, alpha):
    return select(features > 0, features, features * alpha)


lowered_by(
    Elu=lambda features: select(features < 0, unary("exponential_minus_one", features), features),
    Selu=lambda features: select(features < 0, unary("exponential_minus_one", features) * SELU_SCALE_ALPHA, features * SELU_SCALE),
    Softsign=lambda features: features / (abs(features) + 1),
)


@lower
def Softplus(features):
    """max(x, 0) + log(1 + exp(-|x|)), which does not overflow."""
    return maximum(features, 0) + unary("log_plus_one", exp(-abs(features)))


@lower
def ReluGrad(gradients, features):
    return gradients * (features > 0).convert(features.element)


lowered_by(
    Relu6Grad=lambda gradients, features: gradients * ((features > 0) & (features < 6)).convert(features.element),
    LeakyReluGrad=lambda gradients, features, alpha: select(features > 0, gradients, gradients * alpha),
    EluGrad=lambda gradients, outputs: select(outputs < 0, gradients * (outputs + 1), gradients),
    SeluGrad=lambda gradients, outputs: select(outputs < 0, gradients * (outputs + SELU_SCALE_ALPHA), gradients * SELU_SCALE),
    SoftplusGrad=lambda gradients, features: gradients / (exp(-features) + 1),
)


@lower
def SoftsignGrad(gradients, features):
    size = abs(features) + 1
    return gradients / (size * size)


def shaped(dy: Tensor, y: Tensor) -> Tensor:
    """A gradient in the shape of the result that it is of; it has as many elements."""
    return dy if dy.shape == y.shape else dy.reshape(*y.shape)


lowered_by(
    SigmoidGrad=lambda y, dy: shaped(dy, y) * y * (1 - y),
    TanhGrad=lambda y, dy: shaped(dy, y) * (1 - y * y),
)


@lower
def SqrtGrad(y, dy):
    dy = shaped(dy, y)
    return select(dy == 0, 0, dy * 0.5 / conjugate(y))


@lower
def RsqrtGrad(y, dy):
    dy, y = shaped(dy, y), conjugate(y)
    return select(dy == 0, 0, dy * -0.5 * y * y * y)


@lower
def ReciprocalGrad(y, dy):
    dy = shaped(dy, y)
    return select(dy == 0, 0, -dy * conjugate(y * y))


lowered_by(InvGrad=ReciprocalGrad)


@lower
def FakeQuantWithMinMaxVars(inputs, min, max, num_bits, narrow_range):
    """Steps are counted as quotients; an empty range at 0 has zeros."""
    low, high, step = nudged(min, max, num_bits, narrow_range)
    return zeros_of_no_range(min, max, in_steps(inputs, low, high, step, lambda distance: distance / step))


@lower
def FakeQuantWithMinMaxVarsPerChannel(inputs, min, max, num_bits, narrow_range):
    """The same, with steps counted as products with how many there are in a unit."""
    low, high, step = nudged(min, max, num_bits, narrow_range)
    least, most = levels(num_bits, narrow_range)
    in_a_unit = (most - least) / (max - min)
    return zeros_of_no_range(min, max, in_steps(inputs, low, high, step, lambda distance: distance * in_a_unit))


@lower
def FakeQuantWithMinMaxArgs(inputs, min, max, num_bits, narrow_range):
    range = min, max, num_bits, narrow_range
    low, high, step, in_a_unit = map(literal, (*quantized_range(*range), steps_in_a_unit(*range)))
    return in_steps(inputs, low, high, step, lambda distance: distance * in_a_unit)


def in_steps(inputs: Tensor, low: Tensor, high: Tensor, step: Tensor, counted: Callable[[Tensor], Tensor]) -> Tensor:
    """Clamped to the range and rounded to its steps, which are counted from 0: `counted` is how many a distance has."""
    clamped = maximum(minimum(inputs, high), low)
    return floor(counted(clamped - low) - floor(counted(-low) + 0.5) + 0.5) * step


def is_no_range(low: Tensor, high: Tensor) -> Tensor:
    return (low == 0) & (high == 0)


def zeros_of_no_range(low: Tensor, high: Tensor, results: Tensor) -> Tensor:
    return select(is_no_range(low, high), 0, results)


def nudged(low: Tensor, high: Tensor, num_bits: int, narrow_range: bool) -> tuple[Tensor, Tensor, Tensor]:
    """The range moved so that 0 is one of its steps, and how large these are."""
    least, most = levels(num_bits, narrow_range)
    step = (high - low) / (most - least)
    zero = clamp(least, floor(least - low / step + 0.5), most)
    return (least - zero) * step, (most - zero) * step, step


@lower
def FakeQuantWithMinMaxVarsGradient(gradients, inputs, min, max, num_bits, narrow_range):
    """The gradient where the operand lies inside the range; below and above it belongs to the limits. It is times 0 elsewhere, so
    that a gradient without a number is seen."""
    low, high, _ = nudged(min, max, num_bits, narrow_range)
    axes = range(inputs.rank) if min.rank == 0 else range(inputs.rank - 1)
    inside, below, above = (gradients * where.convert(F32) for where in ((inputs >= low) & (inputs <= high), inputs < low, inputs > high))
    of_ends = [zeros_of_no_range(min, max, side.sum(*axes)) for side in (below, above)]
    return [select(is_no_range(min, max), gradients, inside), *of_ends]


lowered_by(FakeQuantWithMinMaxVarsPerChannelGradient=FakeQuantWithMinMaxVarsGradient)


@lower
def FakeQuantWithMinMaxArgsGradient(gradients, inputs, min, max, num_bits, narrow_range):
    low, high, _ = [float(number) for number in quantized_range(min, max, num_bits, narrow_range)]
    return gradients * ((inputs >= low) & (inputs <= high)).convert(F32)
