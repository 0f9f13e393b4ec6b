"""The numbers that formulas are about, how a formula is registered, and what several formulas share."""

from __future__ import annotations

import numpy as np
import z3
from bit_vector_arrays import array_from, chosen
from bit_vectors import number

FORMULAS, CASES = {}, {}


def case(*operands, **attributes):
    return operands, attributes


def formula(*cases, also=()):
    """Registers a function as the formula of the op of its name, and of others that do the same."""

    def register(function):
        for name in (function.__name__, *also):
            FORMULAS[name], CASES[name] = function, cases
        return function

    return register


class Numbers:
    """The whole numbers of a type: its constants, its order, its quotients. `require` says what is no error in TensorFlow."""

    def __init__(self, width: int, is_signed: bool):
        self.width, self.is_signed, self.required = width, is_signed, []
        self.least = self(-1 << (width - 1) if is_signed else 0)
        self.greatest = self((1 << (width - is_signed)) - 1)

    def __call__(self, value: int, width: int | None = None):
        return number(value, width or self.width)

    def require(self, *conditions) -> None:
        self.required += conditions

    def less(self, a, b):
        return a < b if self.is_signed else z3.ULT(a, b)

    def greater_of(self, a, b):
        return chosen(self.less(b, a), a, b)

    def lesser_of(self, a, b):
        return chosen(self.less(a, b), a, b)

    def add(self, a, b):
        """Of truth values, whether one of them holds."""
        return a | b if self.width == 1 else a + b

    def quotient(self, a, b):
        """Rounded towards zero."""
        return a / b if self.is_signed else z3.UDiv(a, b)

    def sum(self, terms):
        terms = list(terms)
        return sum(terms[1:], terms[0]) if terms else self(0)

    def full(self, shape, value) -> np.ndarray:
        return array_from(shape, lambda *at: value)


def combined(combine, terms, first):
    for term in terms:
        first = combine(first, term)
    return first


def counted_if(n, conditions, width: int):
    return n_sum([z3.If(condition, n(1, width), n(0, width)) for condition in conditions], n(0, width))


def n_sum(terms, first):
    return combined(lambda a, b: a + b, terms, first)


def along(x, axes, keep_dims: bool = False) -> np.ndarray:
    """[..., N]: the elements along `axes`, for each place of the others, as lists."""
    axes = sorted({axis % x.ndim for axis in axes})
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    rows = x.transpose(*kept, *axes).reshape(*[x.shape[axis] for axis in kept], -1)
    shape = [1 if axis in axes else size for axis, size in enumerate(x.shape)] if keep_dims else rows.shape[:-1]
    return array_from(rows.shape[:-1], lambda *at: list(rows[at])).reshape(shape)


def each_row(rows, compute) -> np.ndarray:
    return array_from(rows.shape, lambda *at: compute(rows[at]))


def number_of(count) -> int:
    return int(np.asarray(count).ravel()[0])


def single(bits) -> np.ndarray:
    return array_from((), lambda: bits)


def first_of(n, row, is_better, width):
    """The place of the first element that none is better than."""
    at, best = n(0, width), row[0]
    for place, element in enumerate(row[1:], 1):
        better = is_better(element, best)
        at, best = z3.If(better, n(place, width), at), z3.If(better, element, best)
    return at


def rows_of(n, data, indices):
    """The rows at indices that are formulas."""
    n.require(*[z3.And(each >= 0, each < data.shape[0]) for each in indices])

    def element(row, *at):
        result = data[(0, *at)]
        for other in range(1, data.shape[0]):
            result = z3.If(indices[row] == other, data[(other, *at)], result)
        return result

    return array_from((len(indices), *data.shape[1:]), element)


def scattered(n, result, indices, updates, combine):
    """updates[i] combined into result[indices[i]], the one after the other; indices [N, K]."""
    depth = indices.shape[-1]
    n.require(*[z3.And(each >= 0, each < size) for row in indices for each, size in zip(row, result.shape)])
    result = np.array(result)
    for row in range(indices.shape[0]):
        for target in np.ndindex(*result.shape):
            here = z3.And(*[indices[row, at] == target[at] for at in range(depth)])
            result[target] = z3.If(here, combine(result[target], updates[(row, *target[depth:])]), result[target])
    return result


def low_edges(sizes, window, strides, padding: str):
    """The padding before each dimension, and how many places a window has. TensorFlow's documentation of "SAME" and "VALID"."""
    if padding == "VALID":
        return [0] * len(sizes), [(size - extent) // stride + 1 for size, extent, stride in zip(sizes, window, strides)]
    places = [-(-size // stride) for size, stride in zip(sizes, strides)]
    return [max((count - 1) * stride + extent - size, 0) // 2
            for count, stride, extent, size in zip(places, strides, window, sizes)], places  # fmt: skip


def sliding(sizes, window, strides, padding: str, rates=None):
    """(places of the window, a function of a place that gives the [(offset in the window, position)] that lie inside)."""
    rates = rates or [1] * len(sizes)
    effective = [(extent - 1) * rate + 1 for extent, rate in zip(window, rates)]
    low, places = low_edges(sizes, effective, strides, padding)

    def inside(at):
        found = []
        for offset in np.ndindex(*window):
            position = [p * s + o * r - edge for p, s, o, r, edge in zip(at, strides, offset, rates, low)]
            if all([0 <= here < size for here, size in zip(position, sizes)]):
                found.append((offset, tuple(position)))
        return found

    return places, inside


def in_order(a, b):
    """Whether an index vector comes before another, the first dimension counting most."""
    before = z3.BoolVal(False)
    for first, second in reversed(list(zip(a, b))):
        before = z3.Or(first < second, z3.And(first == second, before))
    return before
