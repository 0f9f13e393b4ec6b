"""Lowerings: gradients of convolution and pooling."""

from itertools import product

import numpy as np
from tfir.dialects.tf.window_gradients import NEAR, check_windows
from tfir.dialects.tf.window_shapes import split_shape
from tfir.ir.types import I1, I32
from tfir.ods.shapes import is_static, most, window_size

from tfopt.arithmetic.sizes import note_named
from tfopt.arithmetic.tensor import (
    Tensor,
    binary,
    broadcast_to,
    concatenate,
    iota,
    literal,
    lowest,
    pad,
    select,
    sliced,
    splat,
    widened,
)  # fmt: skip
from tfopt.arithmetic.windows import reduce_window
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by
from tfopt.tf_to_stablehlo.window import at_places, counts, laid_over, open_counts, spread_back, strided, window_of

# Pooling


def edges(places, strides, window, sizes, amounts) -> tuple[list, list]:
    """The padding before and after a gradient whose elements lie `strides` apart, so that a window over it gives each element of the
    operand all windows that it was in."""
    low = [k - 1 - before for k, (before, _) in zip(window, amounts)]
    return low, [n + k - 1 - ((count - 1) * s + 1) - a for n, k, count, s, a in zip(sizes, window, places, strides, low)]


@lower
def AvgPoolGrad(grad, ksize, strides, padding, data_format, result_types):
    """The shares, spread out, summed under the window."""
    shape = result_types[0].shape
    wide = widened(grad)
    if is_static(split_shape(shape, data_format)[1]):
        share = wide / at_places(counts(shape, data_format, ksize, strides, padding), wide, data_format)
    else:
        share = wide / open_counts(shape, wide.element, data_format, ksize, strides, padding)
    window, steps, amounts = window_of(shape, ksize, strides, padding, data_format)
    low, high = edges(grad.shape, steps, window, shape, amounts)
    spread = fitted(share, low, high, [step - 1 for step in steps])
    return reduce_window("add", spread, window, [1] * grad.rank, [(0, 0)] * grad.rank, 0).convert(grad.element)


def fitted(x: Tensor, low, high, interior) -> Tensor:
    """Padding in which negative amounts take elements away."""
    x = pad(x, [most(amount, 0) for amount in low], [most(amount, 0) for amount in high], 0, interior)
    starts = [most(0 - amount, 0) for amount in low]
    return sliced(x, starts, [size - most(0 - amount, 0) for size, amount in zip(x.shape, high)])


lowered_by(AvgPool3DGrad=AvgPoolGrad)


class Windows:
    """The windows of a pooling op over its padded operand: `offsets` are the places of their elements."""

    def __init__(self, operand: Tensor, ksize, strides, padding, data_format, explicit_paddings=()):
        self.size, self.strides, amounts = window_of(operand.shape, ksize, strides, padding, data_format, explicit_paddings)
        self.shape, (self.low, self.high) = operand.shape, zip(*amounts)
        self.operand = self.padded(operand, lowest(operand.element))
        self.offsets = list(product(*map(range, self.size)))
        self.places = [window_size(n, k, s, "VALID") for n, k, s in zip(self.operand.shape, self.size, self.strides)]

    def padded(self, operand: Tensor, value=0) -> Tensor:
        return pad(operand, self.low, self.high, value)

    def elements(self, operand: Tensor) -> list[Tensor]:
        """For each element of the window the part of a padded operand that it meets."""
        return [strided(operand, offset, self.strides, self.places) for offset in self.offsets]

    @property
    def pooled(self) -> list[bool]:
        """Which axes the window has a size, a stride or padding along."""
        return [(k, s, low, high) != (1, 1, 0, 0) for k, s, low, high in zip(self.size, self.strides, self.low, self.high)]

    @property
    def are_known(self) -> bool:
        """Whether it is known beforehand which elements of windows are padding."""
        return is_static(tuple([n for n, moves in zip(self.shape, self.pooled) if moves]))

    def inside_open(self) -> list[Tensor]:
        """As `inside`, where that is computed as the program runs."""
        whole = self.padded(splat(True, [n if moves else 1 for n, moves in zip(self.shape, self.pooled)], I1), False)
        places = [n if moves else 1 for n, moves in zip(self.places, self.pooled)]
        return [strided(whole, offset, self.strides, places) for offset in self.offsets]

    def inside(self) -> list[np.ndarray]:
        """For each element of the window, at which places it meets none of the padding. The axes of batch and channels have size 1."""
        pooled = self.pooled
        sizes = [n if moves else 1 for n, moves in zip(self.shape, pooled)]
        whole = np.pad(np.ones(sizes, bool), list(zip(self.low, self.high)))
        spans = [max(0, (n - 1) * s + 1) if moves else 1 for n, s, moves in zip(self.places, self.strides, pooled)]
        return [whole[tuple([slice(o, o + n, s) for o, n, s in zip(offset, spans, self.strides)])] for offset in self.offsets]


def where_true(mask: np.ndarray, condition: Tensor, otherwise) -> Tensor:
    """`condition`, and true or false where a mask that is known says so: by `otherwise`, "or" or "and"."""
    if mask.all() or not mask.any():
        decides = mask.all() == (otherwise == "or")
        return splat(bool(mask.all()), condition.shape, I1) if decides else condition
    constant = broadcast_to(literal(mask, I1), condition.shape, range(condition.rank))
    return binary(otherwise, condition, constant)


def picked(windows: Windows) -> tuple[Tensor, Tensor]:
    """The largest element of each window and its number: the first that is none of the padding, in place of which comes any that is
    greater. A NaN is kept where it comes first, and passed over elsewhere."""
    best, *others = windows.elements(windows.operand)
    number = splat(0, best.shape, I32)
    firsts = first_inside(windows)
    for at, here in enumerate(others, 1):
        better = firsts(at, here > best)
        best, number = select(better, here, best), select(better, at, number)
    return best, number


def first_inside(windows: Windows):
    """The function that makes a condition on an element of the window, by number, true where it is the first that is none of the padding."""
    if windows.are_known:
        first = np.argmax(windows.inside(), 0)
        return lambda at, condition: where_true(first == at, condition, "or")
    inside = windows.inside_open()
    before = inside[:1]
    for each in inside[1:]:
        before.append(before[-1] | each)
    return lambda at, condition: condition | (inside[at] & ~before[at - 1])


def spread_over(windows: Windows, hits: list[Tensor], gradient: Tensor) -> Tensor:
    """A gradient for each window, added up where `hits` say for each element of the window that it goes: window by window, as in the kernel."""
    total = None
    for offset, hit in reversed(list(zip(windows.offsets, hits))):
        sizes = zip(windows.operand.shape, offset, gradient.shape, windows.strides)
        behind = [n - o - ((count - 1) * s + 1) for n, o, count, s in sizes]
        part = pad(select(hit, gradient, 0), offset, behind, 0, [step - 1 for step in windows.strides])
        note_named([part.value], [windows.operand.type])
        total = part if total is None else total + part
    return sliced(total, windows.low, [before + size for before, size in zip(windows.low, windows.shape)])


def gathered(windows: Windows, hits: list[Tensor], operand: Tensor) -> Tensor:
    """For each window of a padded operand its first element that is hit; 0 where none is."""
    result = splat(0, windows.places, operand.element)
    for hit, here in reversed(list(zip(hits, windows.elements(operand)))):
        result = select(hit, here, result)
    return result


@lower
def MaxPoolGrad(orig_input, grad, ksize: list, strides: list, padding, data_format, explicit_paddings=()):
    windows = Windows(orig_input, ksize, strides, padding, data_format, explicit_paddings)
    _, number = picked(windows)
    return spread_over(windows, [number == at for at in range(len(windows.offsets))], grad)


@lower
def MaxPool3DGrad(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    windows = Windows(orig_input, ksize, strides, padding, data_format)
    windows.offsets.sort(key=lambda offset: offset[::-1])  # the kernel's outermost loop is over the last axis
    return spread_over(windows, [abs(here - orig_output) < NEAR for here in windows.elements(windows.operand)], grad)


@lower
def MaxPoolGradGrad(orig_input, orig_output, grad, ksize: list, strides: list, padding, data_format):
    check_windows(ksize, strides, data_format)
    windows = Windows(orig_input, ksize, strides, padding, data_format)
    elements = zip(windows.elements(windows.operand), windows.inside())
    hits = [where_true(inside, here == orig_output, "and") for here, inside in elements]
    return gathered(windows, hits, windows.padded(grad))


lowered_by(MaxPoolGradV2=MaxPoolGrad, MaxPoolGradGradV2=MaxPoolGradGrad, MaxPool3DGradGrad=MaxPoolGradGrad)


@lower
def MaxPoolWithArgmax(input, ksize, strides, padding, include_batch_in_index, result_types):
    windows = Windows(input, ksize, strides, padding, "NHWC")
    best, number = picked(windows)
    own = input.shape if include_batch_in_index else (1, *input.shape[1:])
    numbers = iota((int(np.prod(own)),), 0, result_types[1].element).reshape(*own)
    hits = [number == at for at in range(len(windows.offsets))]
    return [best, gathered(windows, hits, windows.padded(broadcast_to(numbers, input.shape)))]


# Convolution


@lower
def DepthwiseConv2dNativeBackpropInput(filter, out_backprop, strides, padding, explicit_paddings, data_format, dilations, result_types):
    """Each channel is a group: it is made from as many channels of the gradient as it had filters."""
    if not filter.size or not out_backprop.size:
        return splat(0, result_types[0].shape, out_backprop.element)
    how = strides, padding, explicit_paddings, data_format, dilations
    return spread_back(filter, out_backprop, result_types[0].shape, how, filter.shape[2])


@lower
def DepthwiseConv2dNativeBackpropFilter(input, out_backprop, strides, padding, explicit_paddings, data_format, dilations, result_types):
    """For each element of the window: the products of what it met with the gradient, summed over all places."""
    *window, channels, multiplier = result_types[0].shape
    strides, dilations, _, amounts = laid_over(input.shape, window, strides, padding, explicit_paddings, data_format, dilations)
    x, gradient = last(input, data_format), last(out_backprop, data_format)
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
