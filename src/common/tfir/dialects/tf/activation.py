"""Semantics: activation functions, their gradients, and rounding to a quantized range; each element by itself."""

from tfir.ir.diagnostics import Error
from tfir.ods import complex_functions
from tfir.ods.arrays import is_narrow_float
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, Same, ShapeOfFirst, Unary, ops_of
from tfir.ods.shapes import merge, unify, with_rank

SELU_SCALE, SELU_SCALE_ALPHA = 1.0507009873554804934193349852946, 1.7580993408473768599402175208123


class Relu(Unary):
    def evaluate(features):
        return np.maximum(features, features.dtype.type(0))


class Relu6(Unary):
    def evaluate(features):
        return np.minimum(np.maximum(features, features.dtype.type(0)), features.dtype.type(6))


class LeakyRelu(Unary):
    def evaluate(features, alpha):
        return np.where(features > 0, features, features * features.dtype.type(alpha))


class Elu(Unary):
    def evaluate(features):
        return np.where(features < 0, np.expm1(features), features)


class Selu(Unary):
    def evaluate(features):
        scale, scale_alpha = map(features.dtype.type, (SELU_SCALE, SELU_SCALE_ALPHA))
        return np.where(features < 0, scale_alpha * np.expm1(features), scale * features)


class Softplus(Unary):
    def evaluate(features):
        return np.maximum(features, features.dtype.type(0)) + np.log1p(np.exp(-np.abs(features)))


class Sigmoid(Unary):
    """Of floats below 32 bits computed in f32, where exp(-x) does not overflow as soon."""

    def evaluate(x):
        if x.dtype.kind == "c":
            return complex_functions.in_double(complex_functions.logistic, x)
        wide = x.astype(np.float32) if is_narrow_float(x.dtype) else x
        one = wide.dtype.type(1)
        return (one / (one + np.exp(-wide))).astype(x.dtype)


class ReluGrad(Same):
    def evaluate(gradients, features):
        return gradients * (features > 0).astype(features.dtype)


class SeluGrad(Same):
    def evaluate(gradients, outputs):
        scale, scale_alpha = map(outputs.dtype.type, (SELU_SCALE, SELU_SCALE_ALPHA))
        return np.where(outputs < 0, gradients * (outputs + scale_alpha), gradients * scale)


class SigmoidGrad(ShapeOfFirst):
    """Complex numbers are not conjugated here: TensorFlow's gradient functions pass a `y` that is conjugated already."""

    def evaluate(y, dy):
        return dy.reshape(y.shape) * y * (y.dtype.type(1) - y)


class TanhGrad(ShapeOfFirst):
    """Complex numbers are not conjugated here, as for SigmoidGrad."""

    def evaluate(y, dy):
        return dy.reshape(y.shape) * (y.dtype.type(1) - y * y)


class SqrtGrad(ShapeOfFirst):
    def evaluate(y, dy):
        dy = dy.reshape(y.shape)
        return np.where(dy == 0, y.dtype.type(0), dy * y.dtype.type(0.5) / np.conj(y))


class RsqrtGrad(ShapeOfFirst):
    def evaluate(y, dy):
        dy, conjugate = dy.reshape(y.shape), np.conj(y)
        return np.where(dy == 0, y.dtype.type(0), dy * y.dtype.type(-0.5) * conjugate * conjugate * conjugate)


class ReciprocalGrad(ShapeOfFirst):
    def evaluate(y, dy):
        dy = dy.reshape(y.shape)
        return np.where(dy == 0, y.dtype.type(0), -dy * np.conj(y * y))


# Quantization of floats


def levels(num_bits: int, narrow_range: bool) -> tuple[int, int]:
    """The first and the last of the whole numbers that floats are rounded to."""
    if not 2 <= num_bits <= 16:
        raise Error("num_bits must be between 2 and 16, inclusive")
    return int(narrow_range), (1 << num_bits) - 1


def quantized_range(low, high, num_bits: int, narrow_range: bool):
    """The range moved so that 0 is a step of it exactly, as (low, high, step). Source: TensorFlow, fake_quant_ops.

    `low` and `high` are float32 scalars or vectors.
    """
    low, high = np.asarray(low, np.float32), np.asarray(high, np.float32)
    least, most = map(np.float32, levels(num_bits, narrow_range))
    step = (high - low) / (most - least)
    zero = least - low / step
    nudged = np.where(zero < least, least, np.where(zero > most, most, np.floor(zero + np.float32(0.5)))).astype(np.float32)
    return (least - nudged) * step, (most - nudged) * step, step


def steps_in_a_unit(low, high, num_bits: int, narrow_range: bool):
    """How many steps there are between 0 and 1, which is computed itself, and is not the inverse of the rounded step."""
    least, most = levels(num_bits, narrow_range)
    return np.float32(most - least) / (np.asarray(high, np.float32) - np.asarray(low, np.float32))


def fake_quantized(inputs, min, max, num_bits, narrow_range):
    in_a_unit = steps_in_a_unit(min, max, num_bits, narrow_range)
    return in_steps(inputs, quantized_range(min, max, num_bits, narrow_range), lambda distance: distance * in_a_unit)


def fake_quantized_by_scalars(inputs, min, max, num_bits, narrow_range):
    """Divided by the step; an empty range at 0 has zeros."""
    low, high, step = quantized_range(min, max, num_bits, narrow_range)
    return zeros_of_no_range(min, max, in_steps(inputs, (low, high, step), lambda distance: distance / step))


def fake_quantized_by_vectors(inputs, min, max, num_bits, narrow_range):
    return zeros_of_no_range(min, max, fake_quantized(inputs, min, max, num_bits, narrow_range))


def zeros_of_no_range(min, max, results):
    return np.where((min == 0) & (max == 0), np.float32(0), results)


def in_steps(inputs, range, counted):
    """The operand clamped to the range and rounded to its steps, which are counted from 0, in f32: `counted` is how many steps a
    distance has. Source: TensorFlow, fake_quant_ops_functor.h."""
    low, high, step = range
    clamped = np.maximum(np.minimum(inputs, high), low)  # in this order: where the limits change places, the lower one counts
    zero = np.floor(counted(-low) + np.float32(0.5))
    return np.floor(counted(clamped - low) - zero + np.float32(0.5)) * step


def passed(gradients, inputs, low, high, num_bits, narrow_range):
    """The gradient where the operand lies inside the range, what lies below, and what lies above; times 0 elsewhere, so that a
    gradient without a number is seen. An empty range at 0 has all inside."""
    is_empty = (low == 0) & (high == 0)
    low, high, _ = quantized_range(low, high, num_bits, narrow_range)
    sides = (inputs >= low) & (inputs <= high), inputs < low, inputs > high
    inside, below, above = [gradients * side.astype(np.float32) for side in sides]
    return [np.where(is_empty, gradients, inside), np.where(is_empty, np.float32(0), below), np.where(is_empty, np.float32(0), above)]


class FakeQuantWithMinMaxArgsGradient(Same):
    def evaluate(gradients, inputs, min, max, num_bits, narrow_range):
        return passed(gradients, inputs, min, max, num_bits, narrow_range)[0]


class FakeQuantWithMinMaxVarsGradient(OpSemantics):
    def infer(inputs):
        return [inputs.shape, (), ()]

    def evaluate(gradients, inputs, min, max, num_bits, narrow_range):
        inside, below, above = passed(gradients, inputs, min, max, num_bits, narrow_range)
        return [inside, below.sum(dtype=np.float32), above.sum(dtype=np.float32)]


class FakeQuantWithMinMaxVarsPerChannelGradient(OpSemantics):
    def infer(gradients, inputs, min, max):
        shape = merge(gradients.shape, inputs.shape)
        if shape is None:
            return [None, with_rank(min.shape, 1), with_rank(max.shape, 1)]
        (low,), (high,) = with_rank(min.shape, 1), with_rank(max.shape, 1)
        channels = unify(unify(shape[-1], low), high)
        return [(*shape[:-1], channels), (channels,), (channels,)]

    def evaluate(gradients, inputs, min, max, num_bits, narrow_range):
        inside, below, above = passed(gradients, inputs, min, max, num_bits, narrow_range)
        axes = tuple(range(inputs.ndim - 1))
        return [inside, below.sum(axes, dtype=np.float32), above.sum(axes, dtype=np.float32)]


SEMANTICS = {
    **ops_of(
        Same,
        Relu6Grad=lambda gradients, features: gradients * ((features > 0) & (features < 6)).astype(features.dtype),
        LeakyReluGrad=lambda gradients, features, alpha: np.where(features > 0, gradients, gradients * gradients.dtype.type(alpha)),
        EluGrad=lambda gradients, outputs: np.where(outputs < 0, gradients * (outputs + outputs.dtype.type(1)), gradients),
        SoftplusGrad=lambda gradients, features: gradients / (np.exp(-features) + features.dtype.type(1)),
        SoftsignGrad=lambda gradients, features: gradients / np.square(features.dtype.type(1) + np.abs(features)),
    ),
    **ops_of(
        Unary,
        Softsign=lambda features: features / (features.dtype.type(1) + np.abs(features)),
        FakeQuantWithMinMaxArgs=fake_quantized,
        FakeQuantWithMinMaxVars=fake_quantized_by_scalars,
        FakeQuantWithMinMaxVarsPerChannel=fake_quantized_by_vectors,
    ),
    "InvGrad": ReciprocalGrad,
}
