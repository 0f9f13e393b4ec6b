"""Numbers along a dimension to one: sums, extremes, their places, running totals."""

from __future__ import annotations

from itertools import product

from bit_vector_arrays import array_from
from bit_vectors import resized

from tensorflow_formulas.numbers import (
    Numbers,
    along,
    case,
    combined,
    each_row,
    first_of,
    formula,
    number_of,
)

REDUCED = (case("2x3", [1]), case("2x2x2", [0, -1]), case("2x3", [0], keep_dims=True))


@formula(*REDUCED)
def Sum(n, x, axes, keep_dims=False):
    return each_row(along(x, axes, keep_dims), n.sum)


@formula(case("2x3", [1]))
def Prod(n, x, axes, keep_dims=False):
    return each_row(along(x, axes, keep_dims), lambda row: combined(lambda a, b: a * b, row, n(1)))


@formula(*REDUCED, case("2x0", [1]))
def Max(n, x, axes, keep_dims=False):
    return each_row(along(x, axes, keep_dims), lambda row: combined(n.greater_of, row, n.least))


@formula(*REDUCED, case("2x0", [1]))
def Min(n, x, axes, keep_dims=False):
    return each_row(along(x, axes, keep_dims), lambda row: combined(n.lesser_of, row, n.greatest))


@formula(case("2x2", [1]), case("2x2", [0], keep_dims=True), case("1x3", [1]), case("2x0", [1]))
def Mean(n, x, axes, keep_dims=False):
    """Summed in 64 bits; 0 of nothing."""
    wide = Numbers(64, n.is_signed)

    def mean(row):
        total = wide.sum([resized(each, 64, n.is_signed) for each in row])
        return resized(wide.quotient(total, wide(max(1, len(row)))), n.width, n.is_signed)

    return each_row(along(x, axes, keep_dims), mean)


@formula(*REDUCED)
def All(n, x, axes, keep_dims=False):
    return each_row(along(x, axes, keep_dims), lambda row: combined(lambda a, b: a & b, row, n(1)))


@formula(*REDUCED)
def Any(n, x, axes, keep_dims=False):
    return each_row(along(x, axes, keep_dims), lambda row: combined(lambda a, b: a | b, row, n(0)))


@formula(case("2x3", 1), case("3x2", 0))
def ArgMax(n, x, axis):
    return each_row(along(x, axis.ravel()), lambda row: first_of(n, row, lambda a, b: n.less(b, a), 64))


@formula(case("2x3", 1), case("3x2", 0))
def ArgMin(n, x, axis):
    return each_row(along(x, axis.ravel()), lambda row: first_of(n, row, n.less, 64))


SCANNED = [case("2x3", 1, exclusive=exclusive, reverse=reverse) for exclusive, reverse in product((False, True), repeat=2)]


def running(n, x, axis, combine, first, exclusive, reverse):
    axis = number_of(axis)

    def element(*at):
        place = at[axis]
        before = range(place + 1, x.shape[axis]) if reverse else range(place)
        terms = [x[(*at[:axis], other, *at[axis + 1 :])] for other in [*before, *([] if exclusive else [place])]]
        return combined(combine, terms, first)

    return array_from(x.shape, element)


@formula(*SCANNED)
def Cumsum(n, x, axis, exclusive=False, reverse=False):
    return running(n, x, axis, lambda a, b: a + b, n(0), exclusive, reverse)


@formula(*SCANNED)
def Cumprod(n, x, axis, exclusive=False, reverse=False):
    return running(n, x, axis, lambda a, b: a * b, n(1), exclusive, reverse)


@formula(case("2x2x2x3"), case("2x3x2x1", data_format="NCHW"), case("2x3"))
def BiasAddGrad(n, x, data_format="NHWC"):
    feature = 1 if data_format == "NCHW" else x.ndim - 1
    return each_row(along(x, [axis for axis in range(x.ndim) if axis != feature]), n.sum)
