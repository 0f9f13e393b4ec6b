"""What depends on which of two numbers is greater, or whether they are equal: the greatest, the n-th, those that differ."""

from __future__ import annotations

import numpy as np
import z3
from bit_vector_arrays import Counted, array_from
from bit_vectors import number

from tensorflow_formulas.numbers import (
    along,
    case,
    counted_if,
    each_row,
    formula,
    in_order,
    n_sum,
    number_of,
    single,
)


def rank_of(n, row, at: int, comes_before):
    """How many elements come before that at `at`: those that are before it in order, and equal ones that stand before it."""
    return [comes_before(other, row[at]) if place > at else z3.Not(comes_before(row[at], other))
            for place, other in enumerate(row) if place != at]  # fmt: skip


def ordered(n, row, comes_before, values, width):
    """`values` in the order of `row`, which is stable."""
    ranks = [counted_if(n, rank_of(n, row, at, comes_before), 32) for at in range(len(row))]
    return [n_sum([z3.If(rank == number(place, 32), value, n(0, width)) for rank, value in zip(ranks, values)], n(0, width))
            for place in range(len(row))]  # fmt: skip


def top(n, x, k):
    rows = along(x, [-1])
    count, more = number_of(k), lambda a, b: n.less(b, a)
    values = array_from((*rows.shape, count), lambda *at: ordered(n, rows[at[:-1]], more, rows[at[:-1]], n.width)[at[-1]])
    places = array_from(values.shape, lambda *at: ordered(n, rows[at[:-1]], more, [n(i, 32) for i in range(x.shape[-1])], 32)[at[-1]])
    return [values, places]


@formula(case("1x3", 2), case("3", 3))
def TopKV2(n, x, k):
    return top(n, x, k)


@formula(case("1x3", k=2))
def TopK(n, x, k):
    return top(n, x, k)


@formula(case("2x3", 1), case("3", 0, reverse=True))
def NthElement(n, x, which, reverse=False):
    before = (lambda a, b: n.less(b, a)) if reverse else n.less
    return each_row(along(x, [-1]), lambda row: ordered(n, row, before, row, n.width)[number_of(which)])


@formula(case("1x3", "1x2"))
def LowerBound(n, x, values):
    n.require(*[z3.Not(n.less(b, a)) for row in x for a, b in zip(row, row[1:])])
    return array_from(values.shape, lambda row, at: counted_if(n, [n.less(each, values[row, at]) for each in x[row]], 32))


@formula(case("1x3", "1x2"))
def UpperBound(n, x, values):
    n.require(*[z3.Not(n.less(b, a)) for row in x for a, b in zip(row, row[1:])])
    return array_from(values.shape, lambda row, at: counted_if(n, [z3.Not(n.less(values[row, at], each)) for each in x[row]], 32))


def kept_rows(n, rows, conditions):
    """Rows of which a condition holds, in their order, and how many they are. What stands behind them means nothing."""
    count = counted_if(n, conditions, 80)

    def element(place, *at):
        result = number(0, rows[0][at].size())
        for row, condition in enumerate(conditions):
            here = z3.And(condition, counted_if(n, conditions[:row], 32) == place)
            result = z3.If(here, rows[row][at], result)
        return result

    return Counted(rows=array_from((len(rows), *rows[0].shape), element), count=count)


@formula(case("3"), case("2x2"))
def Where(n, x):
    places = list(np.ndindex(*x.shape))
    return kept_rows(n, [array_from((x.ndim,), lambda axis, at=at: n(at[axis], 64)) for at in places], [x[at] != 0 for at in places])


def distinct(n, x):
    """(is the first of its kind, the place of its kind among kinds, how many are of its kind) for each element."""
    first = [z3.And(*[other != x[at] for other in x[:at]]) for at in range(len(x))]
    kinds = [counted_if(n, first[:at], 32) for at in range(len(x))]
    index = [n_sum([z3.If(z3.And(first[other], x[other] == x[at]), kinds[other], n(0, 32)) for other in range(len(x))], n(0, 32))
             for at in range(len(x))]  # fmt: skip
    return first, index, [counted_if(n, [other == x[at] for other in x], 32) for at in range(len(x))]


@formula(case("3"))
def Unique(n, x):
    first, index, _ = distinct(n, x)
    return [kept_rows(n, [single(each) for each in x], first), array_from(x.shape, lambda at: index[at])]


@formula(case("3", [0]))
def UniqueV2(n, x, axis):
    return Unique(n, x)


@formula(case("3"))
def UniqueWithCounts(n, x):
    first, _, counts = distinct(n, x)
    return [*Unique(n, x), kept_rows(n, [single(each) for each in counts], first)]


@formula(case("3", [0]))
def UniqueWithCountsV2(n, x, axis):
    return UniqueWithCounts(n, x)


@formula(case("3", "2"))
def ListDiff(n, x, y):
    kept = [z3.And(*[each != other for other in y]) for each in x]
    return [kept_rows(n, [single(each) for each in x], kept), kept_rows(n, [single(n(at, 32)) for at in range(len(x))], kept)]


@formula(case("2x2:i64", "2", [2, 2]), case("3x1:i64", "3", [4]))
def SparseReorder(n, indices, values, shape):
    """By the index vectors, the first dimension first."""
    moved = np.stack([ordered(n, list(indices), in_order, column, 64) for column in indices.T], -1)
    return [moved, np.array(ordered(n, list(indices), in_order, values, n.width), object)]
