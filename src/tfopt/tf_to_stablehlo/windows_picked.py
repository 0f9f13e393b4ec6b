"""Lowerings: windows of which one element, or one sum, is picked: grey dilation, pooling that told where its maxima lay, fractional pooling."""

from itertools import product
from math import prod

import numpy as np
from tfir.dialects.tf.windows_picked import first_elements, window_edges
from tfir.ir.types import BF16, F16, F32, F64, I32
from tfir.ods.shapes import window_paddings

from tfopt.arithmetic.contents import Array
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    iota,
    literal,
    lowest,
    maximum,
    pad,
    select,
    sliced,
    splat,
    take,
)  # fmt: skip
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by
from tfopt.tf_to_stablehlo.window_gradients import strided, where_true


class Dilation:
    """Over x [N, H, W, C] and a filter [height, width, C]: `best` are the largest sums of an element and its weight, `number` says for each
    of them which element of the window it is of, and -1 where none is more than the lowest number. Padding is never the largest."""

    def __init__(self, x: Tensor, filter: Tensor, strides, rates, padding):
        window, (self.strides, self.rates) = filter.shape[:2], ((1, *each[1:-1], 1) for each in (strides, rates))
        amounts = window_paddings(x.shape[1:-1], window, strides[1:-1], (padding,) * 2, rates[1:-1])
        self.low, self.high, self.amounts = *([0, *ends, 0] for ends in zip(*amounts)), amounts
        self.shape, self.padded = x.shape, pad(x, self.low, self.high)
        spans = [1, *[(size - 1) * rate + 1 for size, rate in zip(window, rates[1:-1])], 1]
        self.places = [(n - span) // s + 1 for n, span, s in zip(self.padded.shape, spans, self.strides)]
        self.offsets = [(0, *[at * rate for at, rate in zip(offset, rates[1:-1])], 0) for offset in product(*map(range, window))]
        inside = self.inside()
        self.best = splat(lowest(x.element, is_finite=True), tuple(self.places), x.element)
        self.number = splat(-1, tuple(self.places), I32)
        for at, (offset, weights) in enumerate(zip(self.offsets, product(*map(range, window)))):
            sums = strided(self.padded, offset, self.strides, self.places) + filter[weights]
            better = where_true(inside[at], sums > self.best, "and")
            self.best, self.number = select(better, sums, self.best), select(better, at, self.number)

    def inside(self) -> list[np.ndarray]:
        """For each element of the window, at which places it meets none of the padding."""
        whole = np.pad(np.ones((1, *self.shape[1:-1], 1), bool), list(zip(self.low, self.high)))
        spans = [max(0, (n - 1) * s + 1) for n, s in zip(self.places[1:-1], self.strides[1:-1])]
        steps = self.strides[1:-1]
        return [whole[:, *[slice(o, o + n, s) for o, n, s in zip(offset[1:-1], spans, steps)]] for offset in self.offsets]

    def going(self, gradient: Tensor, number: Tensor) -> list[Tensor]:
        """For each element of the window the part of a gradient that goes to it, by the elements' numbers."""
        return [select(number == at, gradient, 0) for at in range(len(self.offsets))]


@lower
def Dilation2D(input, filter, strides, rates, padding, result_types):
    if not result_types[0].size or not filter.size:  # without channels, windows that fit, or anything in them
        return splat(lowest(input.element, is_finite=True), result_types[0].shape, input.element)
    return Dilation(input, filter, strides, rates, padding).best


@lower
def Dilation2DBackpropInput(input, filter, out_backprop, strides, rates, padding):
    if not out_backprop.size:
        return splat(0, input.shape, input.element)
    dilation = Dilation(input, filter, strides, rates, padding)
    total = splat(0, dilation.padded.shape, input.element)
    parts = zip(dilation.offsets, dilation.going(out_backprop, dilation.number))
    for offset, part in reversed(list(parts)):  # in the order of the windows that meet an element
        sizes = zip(total.shape, offset, part.shape, dilation.strides)
        behind = [n - o - ((count - 1) * s + 1) for n, o, count, s in sizes]
        total = total + pad(part, offset, behind, 0, [step - 1 for step in dilation.strides])
    result = sliced(total, dilation.low, [before + size for before, size in zip(dilation.low, dilation.shape)])
    return with_unpicked(result, dilation, select(dilation.number < 0, out_backprop, 0))


def with_unpicked(total: Tensor, dilation: Dilation, gradient: Tensor) -> Tensor:
    """`total` with the gradients of windows in which no element was picked, at the first element that each could meet."""
    rows, columns = [each.ravel() for each in np.indices(dilation.places[1:-1])]
    starts = first_elements(dilation.places[1:-1], dilation.strides[1:-1], dilation.amounts)
    elements, places = [np.ravel_multi_index(at, sizes) for at, sizes in (
        ((starts[0][rows], starts[1][columns]), dilation.shape[1:-1]), ((rows, columns), dilation.places[1:-1])
    )]  # fmt: skip
    (batch, *space, channels), count = dilation.shape, prod(dilation.places[1:-1])
    images = total.reshape(batch, prod(space), channels).transpose(1, 0, 2)
    parts = take(gradient.reshape(batch, count, channels), literal(places.astype(np.int32)), 1).transpose(1, 0, 2)
    summed = scatter(images, literal(elements.astype(np.int32)[:, None]), parts, "add")
    return summed.transpose(1, 0, 2).reshape(*dilation.shape)


@lower
def Dilation2DBackpropFilter(input, filter, out_backprop, strides, rates, padding):
    if not out_backprop.size:
        return splat(0, filter.shape, filter.element)
    dilation = Dilation(input, filter, strides, rates, padding)
    wide = F32 if filter.element in (F16, BF16) else filter.element
    sums = [part.convert(wide).sum(0, 1, 2).expand(0) for part in dilation.going(out_backprop, maximum(dilation.number, 0))]
    return concatenate(sums, 0).reshape(*filter.shape).convert(filter.element)


@lower
def MaxPoolGradWithArgmax(input, grad, argmax, include_batch_in_index):
    """Each number of a gradient goes to the place in the flattened image, or batch, that pooling said."""
    flat = argmax.reshape(argmax.size)
    if not include_batch_in_index and input.size:
        image = prod(input.shape[1:])
        member = broadcast_to(iota((input.shape[0], 1), 0, argmax.element) * image, (input.shape[0], argmax.size // input.shape[0]))
        flat = flat + member.reshape(argmax.size)
    return scatter(splat(0, (input.size,), input.element), flat.expand(1), grad.reshape(grad.size), "add").reshape(*input.shape)


# Fractional pooling: windows of two sizes


class Fractions:
    """The windows of x [N, H, W, C] whose edges along rows and columns are given: `picked` are their elements [N, h, height, w, width, C],
    where the last row and column are said again in smaller windows, and `is_own`, a constant [h, height, w, width, 1], says which of them
    are said for the first time. `along` are the rows [h, height] and columns [w, width] themselves."""

    def __init__(self, x: Tensor, edges, overlapping: bool):
        ends = [np.minimum(each[1:] + (1 if overlapping else 0), size) for each, size in zip(edges, x.shape[1:3])]
        offsets = [np.arange(max(end - start[:-1])) for start, end in zip(edges, ends)]
        places = [start[:-1, None] + offset for start, offset in zip(edges, offsets)]
        self.along = [np.minimum(each, end[:, None] - 1).astype(np.int32) for each, end in zip(places, ends)]
        self.is_own = np.multiply.outer(*[each < end[:, None] for each, end in zip(places, ends)])[..., None]
        self.picked = take(take(x, literal(self.along[1]), 2), literal(self.along[0]), 1)


def fractional(pool):
    def lowering(value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2, result_types):
        edges = window_edges(value.shape, pooling_ratio, pseudo_random, deterministic, seed, seed2)
        result = pool(value.element, Fractions(value, edges, overlapping)) if value.size else splat(0, result_types[0].shape, value.element)
        return [result, *[literal(each, type.element) for each, type in zip(edges, result_types[1:])]]

    return lowering


def largest(element, windows: Fractions) -> Tensor:
    """NaN is passed over."""
    x, least = windows.picked, lowest(element, is_finite=True)
    return maximum(select(x == x, x, least), least).max(2, 4)


def mean(element, windows: Fractions) -> Tensor:
    total = select(literal(windows.is_own), windows.picked, 0).sum(2, 4)
    return total / literal(windows.is_own.sum((1, 3)), element)


lowered_by(FractionalMaxPool=fractional(largest), FractionalAvgPool=fractional(mean))


@lower
def FractionalMaxPoolGrad(orig_input, out_backprop, row_pooling_sequence: Array, col_pooling_sequence: Array, overlapping):
    """The gradient goes to the first of each window's largest elements; NaN is larger than all."""
    if not orig_input.size:
        return orig_input
    windows = Fractions(orig_input, (row_pooling_sequence, col_pooling_sequence), overlapping)
    x = windows.picked
    batch, down, height, across, width, depth = x.shape
    is_none = x != x
    best = broadcast_to(select(is_none, x.element.limits[0], x).max(2, 4, keep=True), x.shape)
    is_best = select(is_none.convert(I32).max(2, 4, keep=True) > 0, is_none, x == best)
    place = iota(x.shape, 2) * width + iota(x.shape, 4)
    first = select(is_best, place, height * width).min(2, 4, keep=True)
    going = select(place == first, out_backprop.reshape(batch, down, 1, across, 1, depth), 0)
    return returned(orig_input, windows, going)


def returned(like: Tensor, windows: Fractions, parts: Tensor) -> Tensor:
    """Adds up what goes to each element of x, of parts that go to the elements of windows."""
    batch, height, width, depth = like.shape
    rows, columns = [each.reshape(-1) for each in windows.along]
    where = literal(np.stack(np.broadcast_arrays(rows[:, None], columns), 2))
    updates = parts.reshape(batch, len(rows), len(columns), depth).transpose(1, 2, 0, 3)
    return scatter(splat(0, (height, width, batch, depth), parts.element), where, updates, "add").transpose(2, 0, 1, 3)


@lower
def FractionalAvgPoolGrad(out_backprop, row_pooling_sequence: Array, col_pooling_sequence: Array, overlapping, result_types):
    whole = splat(0, result_types[0].shape, F64)
    if not whole.size:
        return whole.convert(out_backprop.element)
    windows = Fractions(whole, (row_pooling_sequence, col_pooling_sequence), overlapping)
    batch, down, height, across, width, depth = windows.picked.shape
    each = out_backprop.convert(F64) / literal(windows.is_own.sum((1, 3)).astype(np.float64))
    going = select(literal(windows.is_own), each.reshape(batch, down, 1, across, 1, depth), 0)
    return returned(whole, windows, going).convert(out_backprop.element)
