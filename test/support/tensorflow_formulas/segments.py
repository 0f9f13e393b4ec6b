"""Rows combined by segment."""

from __future__ import annotations

import numpy as np
import z3
from bit_vector_arrays import array_from
from bit_vectors import number

from tensorflow_formulas.numbers import (
    case,
    formula,
    number_of,
    rows_of,
)


def segments(n, data, ids, count: int, combine, empty, first=None):
    """[count, ...]: the rows of one id combined; `empty` where there is none, beginning with `first`."""

    def element(segment, *at):
        result, is_empty = empty if first is None else first, True
        for row in range(data.shape[0]):
            here = ids[row] == segment
            result = z3.If(here, combine(result, data[(row, *at)]), result)
            is_empty = z3.And(is_empty, z3.Not(here))
        return z3.If(is_empty, empty, result)

    return array_from((count, *data.shape[1:]), element)


UNSORTED = (case("2x2", "2:i32", 2), case("2", "2:i64", 3))


def unsorted(n, data, ids, count, combine, empty):
    """Rows of negative ids are dropped; one that is too large is an error."""
    count = int(np.asarray(count).ravel()[0])
    n.require(*[each < count for each in ids])
    return segments(n, data, ids, count, combine, empty)


@formula(*UNSORTED)
def UnsortedSegmentSum(n, data, ids, count):
    return unsorted(n, data, ids, count, lambda a, b: a + b, n(0))


@formula(*UNSORTED)
def UnsortedSegmentProd(n, data, ids, count):
    return unsorted(n, data, ids, count, lambda a, b: a * b, n(1))


@formula(*UNSORTED)
def UnsortedSegmentMax(n, data, ids, count):
    return unsorted(n, data, ids, count, n.greater_of, n.least)


@formula(*UNSORTED)
def UnsortedSegmentMin(n, data, ids, count):
    return unsorted(n, data, ids, count, n.lesser_of, n.greatest)


SEGMENTED = (case("3x2", [0, 0, 2]), case("3", [0, 1, 1]))
COUNTED = (case("3x2", [0, 0, 2], 4), case("3", "3:i32", 2))


def sorted_segments(n, data, ids, count, combine, empty, first):
    if ids.dtype == object:
        n.require(*[each >= 0 for each in ids], *[each < count for each in ids], *[a <= b for a, b in zip(ids, ids[1:])])
    return segments(n, data, [number(int(each), 32) for each in ids] if ids.dtype != object else ids, count, combine, empty, first)


def last_id(ids) -> int:
    return int(ids[-1]) + 1


@formula(*SEGMENTED)
def SegmentSum(n, data, ids):
    return sorted_segments(n, data, ids, last_id(ids), lambda a, b: a + b, n(0), n(0))


@formula(*SEGMENTED)
def SegmentProd(n, data, ids):
    return sorted_segments(n, data, ids, last_id(ids), lambda a, b: a * b, n(1), n(1))


@formula(*SEGMENTED)
def SegmentMax(n, data, ids):
    """Between segments, where there is none, it is 0 in the first version of the op."""
    return sorted_segments(n, data, ids, last_id(ids), n.greater_of, n(0), n.least)


@formula(*SEGMENTED)
def SegmentMin(n, data, ids):
    return sorted_segments(n, data, ids, last_id(ids), n.lesser_of, n(0), n.greatest)


@formula(*SEGMENTED)
def SegmentMean(n, data, ids):
    sums = SegmentSum(n, data, ids)
    rows = [max(1, sum([int(each) == segment for each in ids])) for segment in range(len(sums))]
    return array_from(sums.shape, lambda segment, *at: n.quotient(sums[(segment, *at)], n(rows[segment])))


@formula(*COUNTED)
def SegmentSumV2(n, data, ids, count):
    return sorted_segments(n, data, ids, number_of(count), lambda a, b: a + b, n(0), n(0))


@formula(*COUNTED)
def SegmentProdV2(n, data, ids, count):
    return sorted_segments(n, data, ids, number_of(count), lambda a, b: a * b, n(1), n(1))


@formula(*COUNTED)
def SegmentMaxV2(n, data, ids, count):
    return sorted_segments(n, data, ids, number_of(count), n.greater_of, n.least, n.least)


@formula(*COUNTED)
def SegmentMinV2(n, data, ids, count):
    return sorted_segments(n, data, ids, number_of(count), n.lesser_of, n.greatest, n.greatest)


@formula(case("3x2", "4:i32", [0, 0, 2, 2]))
def SparseSegmentSum(n, data, indices, ids):
    return SegmentSum(n, rows_of(n, data, indices), ids)


@formula(case("3x2", "4:i32", [0, 0, 2, 2], 4))
def SparseSegmentSumWithNumSegments(n, data, indices, ids, count):
    return SegmentSumV2(n, rows_of(n, data, indices), ids, count)
