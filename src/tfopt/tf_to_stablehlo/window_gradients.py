"""Lowerings: gradients of convolution and pooling."""

from itertools import product

import numpy as np
from tfir.dialects.tf.window import paddings_of, spatial
from tfir.ir.types import I32
from tfir.ods.shapes import window_padding

from tfopt.tf_to_stablehlo.lowering import lower, same
from tfopt.tf_to_stablehlo.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    iota,
    literal,
    lowest,
    pad,
    reduce_window,
    select,
    sliced,
    splat,
    widened,
)  # fmt: skip
from tfopt.tf_to_stablehlo.window import counts, gradient_by_filter, gradient_by_operand, window_of

# Pooling


def edges(places, strides, window, sizes, amounts) -> tuple[list, list]:
    """What stands before and after a gradient whose elements lie `strides` apart, so that a window over it gives each element of
    the operand all windows that it was in."""
    low = [k - 1 - before for k, (before, _) in zip(window, amounts)]
    return low, [n + k - 1 - ((count - 1) * s + 1) - a for n, k, count, s, a in zip(sizes, window, places, strides, low)]


@lower
def AvgPoolGrad(grad, ksize, strides, padding, data_format, result_types):
    """The shares, spread out, summed under the window."""
    shape = result_types[0].shape
    number = counts(shape, data_format, ksize, strides, padding)
    axes = range(2, grad.rank) if data_format.startswith("NC") else range(1, grad.rank - 1)
    wide = widened(grad)
    share = wide / broadcast_to(literal(number, wide.element), grad.shape, axes)
    like = Shaped(shape)
    window, steps, amounts = window_of(like, ksize, strides, padding, data_format)
    low, high = edges(grad.shape, steps, window, shape, amounts)
    spread = fitted(share, low, high, [step - 1 for step in steps])
    return reduce_window("add", spread, window, [1] * grad.rank, [(0, 0)] * grad.rank, 0).convert(grad.element)


class Shaped:
    """A shape in place of a tensor of that shape."""

    def __init__(self, shape):
        self.shape, self.rank = shape, len(shape)


def fitted(x: Tensor, low, high, interior) -> Tensor:
    """Padding in which negative amounts take elements away."""
    x = pad(x, [max(0, amount) for amount in low], [max(0, amount) for amount in high], 0, interior)
    starts = [max(0, -amount) for amount in low]
    return sliced(x, starts, [size - max(0, -amount) for size, amount in zip(x.shape, high)])


same(AvgPool3DGrad=AvgPoolGrad)


def strided(x: Tensor, offset, strides, places) -> Tensor:
    """The part of a padded operand that one element of the window meets."""
    return sliced(x, offset, [o + (n - 1) * s + 1 for o, n, s in zip(offset, places, strides)], strides)


def first_largest(x: Tensor, best: Tensor, window, strides) -> Tensor:
    """For each place of the window the number of its first element that is `best`; how many there are where none is."""
    offsets = list(product(*map(range, window)))
    found = splat(len(offsets), best.shape, I32)
    for number in reversed(range(len(offsets))):
        found = select(strided(x, offsets[number], strides, best.shape) == best, number, found)
    return found


def max_pool_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format, explicit_paddings=()):
    window, steps, amounts = window_of(orig_input, ksize, strides, padding, data_format, explicit_paddings)
    low, high = zip(*amounts)
    x = pad(orig_input, low, high, lowest(orig_input.element))
    chosen = first_largest(x, orig_output, window, steps)
    total = None
    for number, offset in enumerate(product(*map(range, window))):
        part = select(chosen == number, grad, 0)
        behind = [n - o - ((count - 1) * s + 1) for n, o, count, s in zip(x.shape, offset, grad.shape, steps)]
        part = pad(part, offset, behind, 0, [step - 1 for step in steps])
        total = part if total is None else total + part
    return sliced(total, low, [before + size for before, size in zip(low, orig_input.shape)])


@lower
def MaxPoolGrad(orig_input, orig_output, grad, ksize, strides, padding, data_format, explicit_paddings):
    return max_pool_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format, explicit_paddings)


@lower
def MaxPool3DGrad(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    return max_pool_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format)


@lower
def MaxPoolGradV2(orig_input, orig_output, grad, ksize: list, strides: list, padding, data_format):
    return max_pool_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format)


def gathered(x: Tensor, chosen: Tensor, window, strides) -> Tensor:
    """Of a padded operand, the elements that were chosen; 0 where none was."""
    found = splat(0, chosen.shape, x.element)
    for number, offset in enumerate(product(*map(range, window))):
        found = select(chosen == number, strided(x, offset, strides, chosen.shape), found)
    return found


def max_pool_second_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    window, steps, amounts = window_of(orig_input, ksize, strides, padding, data_format)
    low, high = zip(*amounts)
    chosen = first_largest(pad(orig_input, low, high, lowest(orig_input.element)), orig_output, window, steps)
    return gathered(pad(grad, low, high), chosen, window, steps)


@lower
def MaxPoolGradGrad(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    return max_pool_second_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format)


same(MaxPool3DGradGrad=MaxPoolGradGrad)


@lower
def MaxPoolGradGradV2(orig_input, orig_output, grad, ksize: list, strides: list, padding, data_format):
    return max_pool_second_gradient(orig_input, orig_output, grad, ksize, strides, padding, data_format)


@lower
def MaxPoolWithArgmax(input, ksize, strides, padding, include_batch_in_index, result_types):
    window, steps, amounts = window_of(input, ksize, strides, padding, "NHWC")
    low, high = zip(*amounts)
    best = reduce_window("maximum", input, window, steps, amounts, lowest(input.element))
    chosen = first_largest(pad(input, low, high, lowest(input.element)), best, window, steps)
    own = input.shape if include_batch_in_index else (1, *input.shape[1:])
    numbers = iota((int(np.prod(own)),), 0, result_types[1].element).reshape(*own)
    return [best, gathered(pad(broadcast_to(numbers, input.shape), low, high), chosen, window, steps)]


# Convolution


@lower
def Conv3DBackpropInputV2(filter, out_backprop, strides, padding, data_format, dilations, result_types):
    return gradient_by_operand(filter, out_backprop, strides, padding, (), data_format, dilations, result_types[0].shape)


@lower
def Conv3DBackpropFilterV2(input, out_backprop, strides, padding, data_format, dilations, result_types):
    return gradient_by_filter(input, out_backprop, strides, padding, (), data_format, dilations, result_types[0].shape)


@lower
def DepthwiseConv2dNativeBackpropInput(filter, out_backprop, strides, padding, explicit_paddings, data_format, dilations, result_types):
    """Each channel is a group: it is made from as many channels of the gradient as it had filters."""
    channels = filter.shape[2]
    return gradient_by_operand(
        filter, out_backprop, strides, padding, explicit_paddings, data_format, dilations, result_types[0].shape, groups=channels
    )


@lower
def DepthwiseConv2dNativeBackpropFilter(input, out_backprop, strides, padding, explicit_paddings, data_format, dilations, result_types):
    """For each element of the window: the products of what it met with the gradient, summed over all places."""
    paddings = paddings_of(data_format, padding, explicit_paddings, 4)
    strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
    *window, channels, multiplier = result_types[0].shape
    x, gradient = last(input, data_format), last(out_backprop, data_format)
    amounts = [window_padding(*each) for each in zip(x.shape[1:3], window, strides, paddings, dilations)]
    x = pad(widened(x), [0, *[low for low, _ in amounts], 0], [0, *[high for _, high in amounts], 0]).expand(-1)
    gradient = widened(gradient).reshape(*gradient.shape[:3], channels, multiplier)
    parts = []
    for offset in product(*map(range, window)):
        starts = [0, *[o * d for o, d in zip(offset, dilations)], 0, 0]
        met = strided(x, starts, [1, *strides, 1, 1], (*gradient.shape[:3], channels, 1))
        parts.append((broadcast_to(met, gradient.shape) * gradient).sum(0, 1, 2).expand(0))
    return concatenate(parts, 0).reshape(*window, channels, multiplier).convert(input.element)


def last(x: Tensor, data_format: str) -> Tensor:
    """With the channels last."""
    return x.transpose(0, *range(2, x.rank), 1) if data_format.startswith("NC") else x
