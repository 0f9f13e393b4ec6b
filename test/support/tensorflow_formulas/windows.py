"""Windows that slide over an image: pooling, dilation, and their gradients."""

from __future__ import annotations

from itertools import product

import numpy as np
import z3
from bit_vector_arrays import array_from
from bit_vectors import number
from tfir.ods.shapes import window_paddings

from tensorflow_formulas.numbers import (
    case,
    combined,
    each_row,
    first_of,
    formula,
    n_sum,
    sliding,
)

POOLED = (
    case("1x3x3x1", ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding="VALID"),
    case("1x3x2x2", ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME"),
)


@formula(*POOLED)
def MaxPool(n, x, ksize, strides, padding):
    places, inside = sliding(x.shape, ksize, strides, padding)
    return array_from(places, lambda *at: combined(n.greater_of, [x[position] for _, position in inside(at)], n.least))


@formula(case("1x3x3x1", [1, 2, 1, 1], [1, 1, 1, 1], padding="VALID"))
def MaxPoolV2(n, x, ksize, strides, padding):
    return MaxPool(n, x, ksize, strides, padding)


def extremes(n, x, ksize, strides, padding):
    """For each place of the window its [(position, whether the first greatest element of the window stands there)]."""
    places, inside = sliding(x.shape, ksize, strides, padding)
    return array_from(places, lambda *at: greatest_at(n, x, [position for _, position in inside(at)]))


def greatest_at(n, x, positions):
    """[(position, whether the first greatest element stands there)]"""
    first = first_of(n, [x[position] for position in positions], lambda a, b: n.less(b, a), 32)
    return [(position, first == number(which, 32)) for which, position in enumerate(positions)]


def routed(n, x, gradient, found):
    """Each number of the gradient to the greatest element of its window."""
    result = n.full(x.shape, n(0))
    for at in np.ndindex(*found.shape):
        for position, is_here in found[at]:
            result[position] = result[position] + z3.If(is_here, gradient[at], n(0))
    return result


SMALL = {"ksize": [1, 2, 1, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}


@formula(case("1x3x1x1", "1x2x1x1", "1x2x1x1", **SMALL))
def MaxPoolGrad(n, x, pooled, gradient, ksize, strides, padding):
    """Of the pooled values it makes no use; that they are what was pooled is the caller's promise."""
    n.require(*[a == b for a, b in zip(pooled.ravel(), MaxPool(n, x, ksize, strides, padding).ravel())])
    return routed(n, x, gradient, extremes(n, x, ksize, strides, padding))


@formula(case("1x3x1x1", "1x2x1x1", "1x2x1x1", [1, 2, 1, 1], [1, 1, 1, 1], padding="VALID"))
def MaxPoolGradV2(n, x, pooled, gradient, ksize, strides, padding):
    return MaxPoolGrad(n, x, pooled, gradient, ksize, strides, padding)


@formula(case("1x3x1x1", "1x2x1x1", "1x3x1x1", **SMALL))
def MaxPoolGradGrad(n, x, pooled, gradient, ksize, strides, padding):
    n.require(*[a == b for a, b in zip(pooled.ravel(), MaxPool(n, x, ksize, strides, padding).ravel())])
    found = extremes(n, x, ksize, strides, padding)
    return array_from(found.shape, lambda *at: n.sum([z3.If(is_here, gradient[position], n(0)) for position, is_here in found[at]]))


@formula(case("1x3x1x1", "1x2x1x1", "1x3x1x1", [1, 2, 1, 1], [1, 1, 1, 1], padding="VALID"))
def MaxPoolGradGradV2(n, x, pooled, gradient, ksize, strides, padding):
    return MaxPoolGradGrad(n, x, pooled, gradient, ksize, strides, padding)


@formula(case("1x2x2x1x1", "1x1x2x1x1", "1x2x2x1x1", ksize=[1, 2, 1, 1, 1], strides=[1, 1, 1, 1, 1], padding="VALID"))
def MaxPool3DGradGrad(n, x, pooled, gradient, ksize, strides, padding):
    return MaxPoolGradGrad(n, x, pooled, gradient, ksize, strides, padding)


@formula(case("1x3x1x1", **SMALL), case("2x2x1x1", **SMALL, include_batch_in_index=True))
def MaxPoolWithArgmax(n, x, ksize, strides, padding, include_batch_in_index=False):
    found = extremes(n, x, ksize, strides, padding)
    counts = np.arange(x.size).reshape(x.shape)

    def place(*at):
        numbers = [counts[position if include_batch_in_index else (0, *position[1:])] for position, _ in found[at]]
        return n_sum([z3.If(is_here, number(int(which), 64), number(0, 64)) for which, (_, is_here) in zip(numbers, found[at])], n(0, 64))

    return [MaxPool(n, x, ksize, strides, padding), array_from(found.shape, place)]


@formula(case("1x3x1x1", "1x2x1x1", "1x2x1x1:i64", **SMALL))
def MaxPoolGradWithArgmax(n, x, gradient, argmax, ksize, strides, padding):
    n.require(*[z3.And(at >= 0, at < x.size) for at in argmax.ravel()])
    flat = [n.sum([z3.If(at == place, value, n(0)) for at, value in zip(argmax.ravel(), gradient.ravel())]) for place in range(x.size)]
    return array_from((x.size,), lambda at: flat[at]).reshape(x.shape)


@formula(
    case("1x3x2x1", "1x2x1x1", "1x2x1x1", [0, 1, 3], [0, 2]), case("1x3x1x1", "1x2x1x1", "1x2x1x1", [0, 1, 2], [0, 1], overlapping=True)
)
def FractionalMaxPoolGrad(n, x, pooled, gradient, rows, columns, overlapping=False):
    """Windows reach from one number of the sequence to the next, which belongs to both where they overlap."""

    def span(sequence, at, size):
        return range(int(sequence[at]), min(int(sequence[at + 1]) + overlapping, size))

    def window(batch, row, column, feature):
        spans = [span(rows, row, x.shape[1]), span(columns, column, x.shape[2])]
        return greatest_at(n, x, [(batch, *position, feature) for position in product(*spans)])

    found = array_from(gradient.shape, window)
    greatest = [combined(n.greater_of, [x[position] for position, _ in each], n.least) for each in found.ravel()]
    n.require(*[a == b for a, b in zip(pooled.ravel(), greatest)])
    return routed(n, x, gradient, found)


DILATED = {"strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1], "padding": "VALID"}


def dilated(n, x, kernel, strides, rates, padding):
    """For each place [N, H, W, C] of the result its [(sum of an element and the kernel's, offset, position)]."""
    places, inside = sliding(x.shape[1:3], kernel.shape[:2], strides[1:3], padding, rates[1:3])

    def element(batch, row, column, feature):
        return [(x[(batch, *at, feature)] + kernel[(*offset, feature)], (*offset, feature), (batch, *at, feature))
                for offset, at in inside((row, column))]  # fmt: skip

    return array_from((x.shape[0], *[max(count, 0) for count in places], x.shape[3]), element)


@formula(case("1x3x2x1", "2x2x1", **DILATED), case("1x3x2x1", "2x1x1", strides=[1, 1, 1, 1], rates=[1, 2, 1, 1], padding="SAME"))
def Dilation2D(n, x, kernel, strides, rates, padding):
    found = dilated(n, x, kernel, strides, rates, padding)
    return each_row(found, lambda row: combined(n.greater_of, [value for value, _, _ in row], n.least))


def dilation_gradient(n, found, gradient, which, shape, nowhere):
    """A gradient goes to the first of the largest sums; where none is more than the lowest number, to the place that `nowhere` says."""
    result = n.full(shape, n(0))
    for at in np.ndindex(*found.shape):
        is_none = z3.And([z3.Not(n.less(n.least, value)) for value, _, _ in found[at]])
        first = first_of(n, [value for value, _, _ in found[at]], lambda a, b: n.less(b, a), 32)
        for number_of, each in enumerate(found[at]):
            is_here = z3.And(z3.Not(is_none), first == number(number_of, 32))
            result[each[which]] = result[each[which]] + z3.If(is_here, gradient[at], n(0))
        result[nowhere(at)] = result[nowhere(at)] + z3.If(is_none, gradient[at], n(0))
    return result


@formula(case("1x3x2x1", "2x2x1", "1x2x1x1", **DILATED))
def Dilation2DBackpropFilter(n, x, kernel, gradient, strides, rates, padding):
    found = dilated(n, x, kernel, strides, rates, padding)
    return dilation_gradient(n, found, gradient, 1, kernel.shape, lambda at: (0, 0, at[3]))


@formula(case("1x3x2x1", "2x2x1", "1x2x1x1", **DILATED))
def Dilation2DBackpropInput(n, x, kernel, gradient, strides, rates, padding):
    """The first element that a window could meet, were there no steps between those that it does meet."""
    amounts = window_paddings(x.shape[1:3], kernel.shape[:2], strides[1:3], (padding,) * 2, rates[1:3])

    def nowhere(at):
        return (at[0], *[max(place * step - low, 0) for place, step, (low, _) in zip(at[1:3], strides[1:3], amounts)], at[3])

    found = dilated(n, x, kernel, strides, rates, padding)
    return dilation_gradient(n, found, gradient, 2, x.shape, nowhere)


@formula(case("1x2x2x1", [4, 4]), case("1x3x3x1", [2, 2]))
def ResizeNearestNeighborGrad(n, gradient, size):
    result = n.full((gradient.shape[0], *size, gradient.shape[3]), n(0))
    for batch, row, column, feature in np.ndindex(*gradient.shape):
        source = [min(at * old // new, old - 1) for at, old, new in zip((row, column), size, gradient.shape[1:3])]
        result[(batch, *source, feature)] = result[(batch, *source, feature)] + gradient[batch, row, column, feature]
    return result


@formula(case("4x4", [[1, 1], [0, 1]], mode="REFLECT"), case("4x4", [[1, 1], [1, 1]], mode="SYMMETRIC"))
def MirrorPadGrad(n, x, paddings, mode):
    inner = [size - low - high for size, (low, high) in zip(x.shape, paddings)]
    skip = mode == "REFLECT"

    def source(at, low, size):
        """The element that stands at a place of the padded dimension."""
        at = at - low
        return -at - (not skip) if at < 0 else 2 * size - 1 - at - skip if at >= size else at

    result = n.full(inner, n(0))
    for at in np.ndindex(*x.shape):
        where = tuple([source(place, low, size) for place, (low, _), size in zip(at, paddings, inner)])
        result[where] = result[where] + x[at]
    return result
