"""Semantics: softmax and its losses, batch normalization, local response normalization."""

from math import prod

from tfir.dialects.tf.contraction import channel_axis
from tfir.dialects.tf.numerics import is_narrow
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.control import data_types
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, Unary, ops_of
from tfir.ods.shapes import merge, unify, with_rank


def widened(x):
    """Narrow floats as f32."""
    return x.astype(np.float32) if is_narrow(x.dtype) else x


def softmax(x):
    """exp(x) / sum(exp(x)) along the last axis, shifted by the largest element, so that nothing overflows."""
    powers = np.exp(x - np.max(x, -1, keepdims=True, initial=-np.inf))
    return powers / np.sum(powers, -1, keepdims=True)


def log_softmax(x):
    """x - log(sum(exp(x))) along the last axis, shifted by the largest element."""
    shifted = x - np.max(x, -1, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.sum(np.exp(shifted), -1, keepdims=True))


class Softmax(Unary):
    """Over the last axis."""

    def evaluate(logits):
        return softmax(widened(logits)).astype(logits.dtype)


class SoftmaxCrossEntropyWithLogits(OpSemantics):
    """Per row: the loss, and its gradient with respect to the features."""

    def infer(features, labels):
        try:
            shape = with_rank(shapes.broadcast(features.shape, labels.shape), 2)
        except Error:
            raise Error("requires features and labels to be broadcast compatible to rank two") from None
        return [shape[:1], shape]

    def evaluate(features, labels):
        x, y = np.broadcast_arrays(widened(features), widened(labels))
        loss = -np.sum(y * log_softmax(x), -1)
        return [loss.astype(features.dtype), (softmax(x) - y).astype(features.dtype)]


class SparseSoftmaxCrossEntropyWithLogits(OpSemantics):
    """As above, the label of a row being the number of a class."""

    def infer(features, labels):
        (rows,), (other, classes) = with_rank(labels.shape, 1, "labels"), with_rank(features.shape, 2, "features")
        rows = unify(rows, other, "numbers of rows")
        return [(rows,), (rows, classes)]

    def evaluate(features, labels):
        x, rows = widened(features), np.arange(labels.size)
        if labels.size and not (0 <= labels.min() and labels.max() < x.shape[-1]):
            raise Error(f"a label is outside of 0 .. {x.shape[-1] - 1}")
        backprop = softmax(x)
        backprop[rows, labels] -= 1
        return [-log_softmax(x)[rows, labels].astype(features.dtype), backprop.astype(features.dtype)]


def of_channels(shape, vectors, data_format: str):
    """A shape whose channels are as many as each vector has entries, and their number."""
    shape = with_rank(shape, len(data_format))
    axis = channel_axis(data_format, len(shape))
    channels = shape[axis]
    for vector in vectors:
        (size,) = with_rank(vector.shape, 1, "a vector with an entry per channel")
        channels = unify(channels, size, "numbers of channels and entries")
    return (*shape[:axis], channels, *shape[axis + 1 :]), channels


class FusedBatchNormV3(OpSemantics):
    """Normalizes each channel: by given mean and variance, or in training by the batch's own."""

    def infer(x, scale, offset, mean, variance, data_format, op):
        shape, channels = of_channels(x.shape, (scale, offset), data_format)
        return [shape, *[(channels,)] * 4, *[(0,)] * (len(data_types(op.results)) - 5)]

    def evaluate(x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training, op):
        axis = channel_axis(data_format, x.ndim)
        wide = np.moveaxis(widened(x), axis, -1)
        if is_training:
            y, statistics = _normalized_by_itself(wide, scale, offset, mean, variance, epsilon, exponential_avg_factor)
        else:
            y, statistics = normalized(wide, scale, offset, mean, variance, epsilon), [mean, variance, mean, variance]
        spare = [np.zeros(0, np.float32)] if len(data_types(op.results)) == 6 else []
        return [np.moveaxis(y, -1, axis).astype(x.dtype), *statistics, *spare]


def normalized(x, scale, offset, mean, variance, epsilon):
    factor = scale / np.sqrt(variance + variance.dtype.type(epsilon))
    return (x - mean) * factor + offset


def _normalized_by_itself(x, scale, offset, mean, variance, epsilon, factor):
    """The result, and: new running mean and variance (unbiased), the batch's mean and variance."""
    axes, count = tuple(range(x.ndim - 1)), prod(x.shape[:-1])
    own_mean = x.sum(axes, dtype=x.dtype) / x.dtype.type(count)
    own_variance = np.square(x - own_mean).sum(axes, dtype=x.dtype) / x.dtype.type(count)
    unbiased = own_variance * x.dtype.type(count / max(count - 1, 1))
    y = normalized(x, scale, offset, own_mean, own_variance, epsilon)
    if factor != 1:
        old, new = x.dtype.type(1 - factor), x.dtype.type(factor)
        return y, [old * mean + new * own_mean, old * variance + new * unbiased, own_mean, own_variance]
    return y, [own_mean, unbiased, own_mean, own_variance]


class FusedBatchNormGradV3(OpSemantics):
    """The gradients with respect to operand, scale and offset; the reserves are the batch's mean and variance."""

    def infer(y_backprop, x, scale, reserve_space_1, reserve_space_2, data_format):
        shape = merge(y_backprop.shape, x.shape, "shapes of gradient and operand")
        shape, channels = of_channels(shape, (scale, reserve_space_1, reserve_space_2), data_format)
        return [shape, (channels,), (channels,), (0,), (0,)]

    def evaluate(y_backprop, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training):
        axis = channel_axis(data_format, x.ndim)
        gradient, wide = np.moveaxis(widened(y_backprop), axis, -1), np.moveaxis(widened(x), axis, -1)
        axes, mean = tuple(range(x.ndim - 1)), reserve_space_1
        inverse = 1 / np.sqrt(reserve_space_2 + np.float32(epsilon))
        standard = (wide - mean) * inverse
        by_offset, by_scale = gradient.sum(axes), (gradient * standard).sum(axes)
        if is_training:
            count = np.float32(prod(wide.shape[:-1]))
            by_x = scale * inverse * (gradient - by_offset / count - standard * by_scale / count)
        else:
            by_x = gradient * scale * inverse
        nothing = np.zeros(0, np.float32)
        return [np.moveaxis(by_x, -1, axis).astype(x.dtype), by_scale, by_offset, nothing, nothing]


class BatchNormWithGlobalNormalization(ShapeOfFirst):
    def evaluate(t, m, v, beta, gamma, variance_epsilon, scale_after_normalization):
        factor = 1 / np.sqrt(v + v.dtype.type(variance_epsilon))
        return (t - m) * (factor * gamma if scale_after_normalization else factor) + beta


class BatchNormWithGlobalNormalizationGrad(OpSemantics):
    """With respect to the operand, mean, variance, offset and scale; each channel by itself."""

    def infer(t, m, v, gamma):
        return [t.shape, m.shape, v.shape, m.shape, gamma.shape]

    def evaluate(t, m, v, gamma, backprop, variance_epsilon, scale_after_normalization):
        axes, epsilon = tuple(range(t.ndim - 1)), v.dtype.type(variance_epsilon)
        inverse, scale = 1 / np.sqrt(v + epsilon), gamma if scale_after_normalization else v.dtype.type(1)
        by_offset, spread = backprop.sum(axes), (backprop * (t - m)).sum(axes)
        by_variance = spread * scale * (v + epsilon) ** v.dtype.type(-1.5) * v.dtype.type(-0.5)
        by_scale = spread * inverse if scale_after_normalization else np.zeros_like(gamma)
        return [backprop * (inverse * scale), -by_offset * (inverse * scale), by_variance, by_offset, by_scale]


class LRN(OpSemantics):
    """Divides by a power of the sum of squares over neighbouring channels."""

    def infer(input):
        return with_rank(input.shape, 4, "input")

    def evaluate(input, depth_radius, bias, alpha, beta):
        x = widened(input)
        sums = neighbours(np.square(x), depth_radius)
        return (x / (x.dtype.type(bias) + x.dtype.type(alpha) * sums) ** x.dtype.type(beta)).astype(input.dtype)


class LRNGrad(OpSemantics):
    """The gradient of `LRN`: directly through its operand, and through the sums of squares that it is part of."""

    def infer(input_grads, input_image, output_image):
        shape = merge(merge(input_grads.shape, input_image.shape), output_image.shape)
        return with_rank(shape, 4, "input_image")

    def evaluate(input_grads, input_image, output_image, depth_radius, bias, alpha, beta):
        gradient, x, y = widened(input_grads), widened(input_image), widened(output_image)
        bias, alpha, beta = map(x.dtype.type, (bias, alpha, beta))
        norm = bias + alpha * neighbours(np.square(x), depth_radius)
        through_sums = x.dtype.type(2) * alpha * beta * x * neighbours(gradient * y / norm, depth_radius)
        return (gradient * norm**-beta - through_sums).astype(input_grads.dtype)


def neighbours(x, radius: int):
    """Sums over neighbouring channels."""
    padded = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(radius, radius)])
    return sum([padded[..., offset : offset + x.shape[-1]] for offset in range(2 * radius + 1)])


SEMANTICS = {
    **ops_of(
        Unary,
        LogSoftmax=lambda logits: log_softmax(widened(logits)).astype(logits.dtype),
    ),
    **dict.fromkeys(("FusedBatchNorm", "FusedBatchNormV2"), FusedBatchNormV3),
    **dict.fromkeys(("FusedBatchNormGrad", "FusedBatchNormGradV2"), FusedBatchNormGradV3),
}
