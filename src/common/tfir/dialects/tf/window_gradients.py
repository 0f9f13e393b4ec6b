"""Meanings: gradients of convolution and pooling. What a window gathered is spread over it again."""

import numpy as np

from tfir.dialects.tf.creation import sizes
from tfir.dialects.tf.reduction import is_narrow, limit
from tfir.dialects.tf.window import (
    as_format,
    channels_last,
    convolve_transposed,
    gradient_of_filter,
    max_pool,
    padded,
    paddings_of,
    places_of,
    pooled,
    spatial,
    split_shape,
    taps,
)  # fmt: skip
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import merge, window_padding, with_rank


def within(whole, space, amounts):
    """What is left of a padded operand when the padding is taken away."""
    return whole[tuple([slice(None), *[slice(low, low + size) for size, (low, _) in zip(space, amounts)]])]


def paddings_for(space, window, strides, paddings, dilations) -> list[tuple[int, int]]:
    return [window_padding(*each) for each in zip(space, window, strides, paddings, dilations)]


# Pooling


class AvgPoolGrad(OpSemantics):
    def infer(orig_input_shape, grad, ksize):
        found = sizes(orig_input_shape)
        return found if found is not None else with_rank(None, len(ksize))

    def evaluate(orig_input_shape, grad, ksize, strides, padding, data_format):
        _, space, _ = split_shape(tuple(map(int, orig_input_shape)), data_format)
        gradient = channels_last(grad, data_format)
        window, strides = spatial(data_format, ksize), spatial(data_format, strides)
        paddings, ones = paddings_of(data_format, padding, (), len(ksize)), (1,) * len(window)
        amounts = paddings_for(space, window, strides, paddings, ones)
        wide = np.dtype(np.float32) if is_narrow(grad.dtype) else grad.dtype
        count = padded(np.ones((1, *space, 1), wide), window, strides, paddings, ones)
        places = gradient.shape[1:-1]
        share = gradient / sum([count[where] for _, where in taps(count, window, strides, ones, places)])
        whole = np.zeros((grad.shape[0], *count.shape[1:-1], gradient.shape[-1]), wide)
        for _, where in taps(whole, window, strides, ones, places):
            whole[where] += share
        return as_format(within(whole, space, amounts).astype(grad.dtype), data_format)


class AvgPool3DGrad(AvgPoolGrad):
    pass


def largest_places(orig_input, orig_output, ksize, strides, padding, data_format, explicit_paddings):
    """For each element of the window: where in the padded operand it lies at all places, and at which of them it is the first
    that is the largest. Besides, the shape of the padded operand and a function that takes the padding away."""
    x, (window, strides, paddings) = pooled(orig_input, ksize, strides, padding, data_format, explicit_paddings)
    best, ones, space = channels_last(orig_output, data_format), (1,) * len(window), x.shape[1:-1]
    amounts = paddings_for(space, window, strides, paddings, ones)
    x = padded(x, window, strides, paddings, ones, limit(x.dtype, -1))
    free, found = np.ones(best.shape, bool), []
    for _, where in taps(x, window, strides, ones, best.shape[1:-1]):
        hit = free & (x[where] == best)
        free &= ~hit
        found.append((where, hit))
    return found, x.shape, lambda whole: within(whole, space, amounts)


class MaxPoolGrad(OpSemantics):
    """The gradient goes to the first largest element of each window."""

    def infer(orig_input, ksize):
        return with_rank(orig_input.shape, len(ksize), "orig_input")

    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format, explicit_paddings):
        found, shape, inside = largest_places(orig_input, orig_output, ksize, strides, padding, data_format, explicit_paddings)
        gradient = channels_last(grad, data_format)
        whole = np.zeros(shape, grad.dtype)
        for where, hit in found:
            whole[where] += np.where(hit, gradient, grad.dtype.type(0))
        return as_format(inside(whole), data_format)


class MaxPoolGradV2(OpSemantics):
    def infer(orig_input):
        return with_rank(orig_input.shape, 4, "orig_input")

    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        return MaxPoolGrad.evaluate(orig_input, orig_output, grad, ksize.tolist(), strides.tolist(), padding, data_format, ())


class MaxPool3DGrad(MaxPoolGrad):
    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        return MaxPoolGrad.evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format, ())


class MaxPoolGradGrad(OpSemantics):
    """Of an operand-shaped gradient, the entries at the first largest elements."""

    def infer(orig_input, orig_output, grad, data_format):
        merge(orig_input.shape, grad.shape)
        return with_rank(orig_output.shape, len(data_format), "orig_output")

    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        found, _, _ = largest_places(orig_input, orig_output, ksize, strides, padding, data_format, ())
        window, steps = spatial(data_format, ksize), spatial(data_format, strides)
        paddings = paddings_of(data_format, padding, (), len(ksize))
        gradient = padded(channels_last(grad, data_format), window, steps, paddings, (1,) * len(window))
        return as_format(sum([np.where(hit, gradient[where], grad.dtype.type(0)) for where, hit in found]), data_format)


class MaxPool3DGradGrad(MaxPoolGradGrad):
    pass


class MaxPoolGradGradV2(MaxPoolGradGrad):
    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        return MaxPoolGradGrad.evaluate(orig_input, orig_output, grad, ksize.tolist(), strides.tolist(), padding, data_format)


# Convolution


class DepthwiseConv2dNativeBackpropInput(OpSemantics):
    def infer(input_sizes):
        found = sizes(input_sizes)
        return found if found is not None else with_rank(None, 4)

    def evaluate(input_sizes, filter, out_backprop, strides, padding, explicit_paddings, data_format, dilations):
        paddings = paddings_of(data_format, padding, explicit_paddings, 4)
        _, space, _ = split_shape(tuple(map(int, input_sizes)), data_format)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        gradient = channels_last(out_backprop, data_format)
        gradient = gradient.reshape(*gradient.shape[:-1], *filter.shape[-2:]).astype(wide_type(filter), copy=False)
        amounts = paddings_for(space, filter.shape[:2], strides, paddings, dilations)
        shape = [len(gradient), *[size + low + high for size, (low, high) in zip(space, amounts)], filter.shape[-2]]
        whole = np.zeros(shape, gradient.dtype)
        for offset, where in taps(whole, filter.shape[:2], strides, dilations, gradient.shape[1:3]):
            whole[where] += (gradient * filter[offset]).sum(-1)
        return as_format(within(whole, space, amounts).astype(filter.dtype), data_format)


def wide_type(x):
    return np.float32 if is_narrow(x.dtype) else x.dtype


class DepthwiseConv2dNativeBackpropFilter(OpSemantics):
    def infer(filter_sizes):
        found = sizes(filter_sizes)
        return found if found is not None else with_rank(None, 4)

    def evaluate(input, filter_sizes, out_backprop, strides, padding, explicit_paddings, data_format, dilations):
        paddings, window = paddings_of(data_format, padding, explicit_paddings, 4), tuple(map(int, filter_sizes[:2]))
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        x, gradient = channels_last(input, data_format), channels_last(out_backprop, data_format)
        x = padded(x, window, strides, paddings, dilations).astype(wide_type(input), copy=False)
        found = np.zeros(filter_sizes, x.dtype)
        gradient = gradient.reshape(*gradient.shape[:-1], *found.shape[2:])
        for offset, where in taps(x, window, strides, dilations, gradient.shape[1:3]):
            found[offset] = (x[where][..., None] * gradient).sum((0, 1, 2))
        return found.astype(input.dtype)


class Conv3DBackpropInputV2(OpSemantics):
    def infer(input_sizes):
        found = sizes(input_sizes)
        return found if found is not None else with_rank(None, 5)

    def evaluate(input_sizes, filter, out_backprop, strides, padding, data_format, dilations):
        _, space, _ = split_shape(tuple(map(int, input_sizes)), data_format)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        gradient = channels_last(out_backprop, data_format)
        found = convolve_transposed(gradient, filter, space, strides, paddings_of(data_format, padding, (), 5), dilations)
        return as_format(found, data_format)


class Conv3DBackpropFilterV2(OpSemantics):
    def infer(filter_sizes):
        found = sizes(filter_sizes)
        return found if found is not None else with_rank(None, 5)

    def evaluate(input, filter_sizes, out_backprop, strides, padding, data_format, dilations):
        x, gradient = channels_last(input, data_format), channels_last(out_backprop, data_format)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        paddings = paddings_of(data_format, padding, (), 5)
        return gradient_of_filter(x, tuple(map(int, filter_sizes)), gradient, strides, paddings, dilations)


class MaxPoolWithArgmax(OpSemantics):
    """The largest elements, and where in the operand they lie: the place in the flattened image, or in the flattened batch."""

    def infer(input, ksize, strides, padding):
        shape = with_rank(input.shape, 4, "input")
        places = places_of(shape[1:-1], ksize[1:-1], strides[1:-1], (padding,) * 2, (1, 1))
        return [(shape[0], *places, shape[-1])] * 2

    def evaluate(input, ksize, strides, padding, include_batch_in_index, result_types):
        best = max_pool(input, ksize, strides, padding, "NHWC")
        found, _, _ = largest_places(input, best, ksize, strides, padding, "NHWC", ())
        own = input.shape if include_batch_in_index else (1, *input.shape[1:])
        numbers = np.broadcast_to(np.arange(np.prod(own)).reshape(own), input.shape)
        numbers = padded(numbers, ksize[1:-1], strides[1:-1], (padding,) * 2, (1, 1))
        return [best, sum([np.where(hit, numbers[where], 0) for where, hit in found]).astype(dtype_of(result_types[1].element))]
