"""Lowerings: windows of which one element, or one sum, is picked: grey dilation, and pooling that told where its maxima lay."""

from itertools import product
from math import prod

import numpy as np
from tfir.ir.types import BF16, F16, F32
from tfir.ods.shapes import window_paddings

from tfopt.arithmetic.tensor import Tensor, broadcast_to, concatenate, iota, largest_finite, literal, pad, select, sliced, splat
from tfopt.tf_to_stablehlo.indexing import scatter
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.window_gradients import strided, where_true


class Dilation:
    """Over x [N, H, W, C] and a filter [height, width, C]: `best` are the largest sums of an element and its weight, `number` says for each
    of them which element of the window it is of. Padding is never the largest."""

    def __init__(self, x: Tensor, filter: Tensor, strides, rates, padding):
        window, (self.strides, self.rates) = filter.shape[:2], ((1, *each[1:-1], 1) for each in (strides, rates))
        amounts = window_paddings(x.shape[1:-1], window, strides[1:-1], (padding,) * 2, rates[1:-1])
        self.low, self.high = ([0, *ends, 0] for ends in zip(*amounts))
        self.shape, self.padded = x.shape, pad(x, self.low, self.high)
        spans = [1, *[(size - 1) * rate + 1 for size, rate in zip(window, rates[1:-1])], 1]
        self.places = [(n - span) // s + 1 for n, span, s in zip(self.padded.shape, spans, self.strides)]
        self.offsets = [(0, *[at * rate for at, rate in zip(offset, rates[1:-1])], 0) for offset in product(*map(range, window))]
        inside = self.inside()
        lowest = -largest_finite(x.element) if not x.is_integer else x.element.limits[0]
        self.best = splat(lowest, tuple(self.places), x.element)
        self.number = literal(np.broadcast_to(np.argmax(inside, 0), self.places).astype(np.int32))
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

    def going(self, gradient: Tensor) -> list[Tensor]:
        """For each element of the window the part of a gradient that goes to it."""
        return [select(self.number == at, gradient, 0) for at in range(len(self.offsets))]


@lower
def Dilation2D(input, filter, strides, rates, padding):
    return Dilation(input, filter, strides, rates, padding).best


@lower
def Dilation2DBackpropInput(input, filter, out_backprop, strides, rates, padding):
    dilation = Dilation(input, filter, strides, rates, padding)
    total = splat(0, dilation.padded.shape, input.element)
    for offset, part in zip(dilation.offsets, dilation.going(out_backprop)):
        sizes = zip(total.shape, offset, part.shape, dilation.strides)
        behind = [n - o - ((count - 1) * s + 1) for n, o, count, s in sizes]
        total = total + pad(part, offset, behind, 0, [step - 1 for step in dilation.strides])
    return sliced(total, dilation.low, [before + size for before, size in zip(dilation.low, dilation.shape)])


@lower
def Dilation2DBackpropFilter(input, filter, out_backprop, strides, rates, padding):
    dilation = Dilation(input, filter, strides, rates, padding)
    wide = F32 if filter.element in (F16, BF16) else filter.element
    sums = [part.convert(wide).sum(0, 1, 2).expand(0) for part in dilation.going(out_backprop)]
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
