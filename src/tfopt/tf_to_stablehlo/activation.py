"""Lowerings: activation functions, their gradients, and rounding to a quantized range."""

from tfir.dialects.tf.activation import SELU_SCALE, SELU_SCALE_ALPHA, quantized_range
from tfir.ir.types import F32

from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.tensor import Tensor, clamp, exp, floor, maximum, minimum, select, unary
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


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
    """Rounded to the steps of a range that is moved so that 0 is one of them."""
    step = (max - min) / ((1 << num_bits) - (2 if narrow_range else 1))
    low, high = nudged(min, max, num_bits, narrow_range)
    clamped = maximum(minimum(inputs, high), low)
    return floor((clamped - low) * (1 / step) + 0.5) * step + low


lowered_by(FakeQuantWithMinMaxVarsPerChannel=FakeQuantWithMinMaxVars)


@lower
def FakeQuantWithMinMaxArgs(inputs, min, max, num_bits, narrow_range):
    low, high, step = [float(number) for number in quantized_range(min, max, num_bits, narrow_range)]
    return floor((clamp(low, inputs, high) - low) * (1 / step) + 0.5) * step + low


def nudged(low: Tensor, high: Tensor, num_bits: int, narrow_range: bool) -> tuple[Tensor, Tensor]:
    """The range moved so that 0 is one of its steps."""
    least, most = (1 if narrow_range else 0), (1 << num_bits) - 1
    step = (high - low) / (most - least)
    zero = clamp(least, floor((step * 0 + least) - low / step + 0.5), most)
    return (least - zero) * step, (most - zero) * step


@lower
def FakeQuantWithMinMaxVarsGradient(gradients, inputs, min, max, num_bits, narrow_range):
    """The gradient where the operand lies inside the range; below and above it belongs to the limits. It is times 0 elsewhere, so
    that a gradient without a number is seen."""
    low, high = nudged(min, max, num_bits, narrow_range)
    axes = range(inputs.rank) if min.rank == 0 else range(inputs.rank - 1)
    inside, below, above = (gradients * where.convert(F32) for where in ((inputs >= low) & (inputs <= high), inputs < low, inputs > high))
    return [inside, below.sum(*axes), above.sum(*axes)]


lowered_by(FakeQuantWithMinMaxVarsPerChannelGradient=FakeQuantWithMinMaxVarsGradient)


@lower
def FakeQuantWithMinMaxArgsGradient(gradients, inputs, min, max, num_bits, narrow_range):
    low, high, _ = [float(number) for number in quantized_range(min, max, num_bits, narrow_range)]
    return gradients * ((inputs >= low) & (inputs <= high)).convert(F32)
