"""Meanings: rows combined by segment, the segments being numbered in rising order."""

import numpy as np

from tfir.define.meaning import Meaning
from tfir.define.shapes import fresh
from tfir.dialects.tf.indexing import checked
from tfir.dialects.tf.reduction import finite_limit, is_narrow, limit
from tfir.ir.diagnostics import Error


def in_order(segment_ids, count: int | None = None) -> int:
    """How many segments there are. They must be numbered from 0, rising."""
    if segment_ids.size and (segment_ids[0] < 0 or np.any(np.diff(segment_ids) < 0)):
        raise Error("segment ids are not in rising order from 0")
    own = int(segment_ids[-1]) + 1 if segment_ids.size else 0
    if count is None:
        return own
    if own > count:
        raise Error(f"segment id {own - 1} lies outside of {count} segments")
    return count


def combined(function, data, segment_ids, count: int, start, empty):
    """The rows of each segment combined, beginning with `start`; `empty` for a segment without rows."""
    wide = data.astype(np.float32) if is_narrow(data.dtype) else data
    found = np.full((count, *data.shape[1:]), start, wide.dtype)
    function.at(found, segment_ids, wide)
    found[~np.isin(np.arange(count), segment_ids)] = empty
    return found.astype(data.dtype)


class Segment(Meaning, family=True):
    """`function` with its neutral number; segments without rows are 0, or 1 in a product."""

    function, empty = np.add, 0

    def infer(data, segment_ids):
        return None if data.shape is None else (segments_of(segment_ids), *data.shape[1:])

    def __init_subclass__(cls, function=None, start=None, **rest):
        super().__init_subclass__(**rest)
        if function is not None:

            def evaluate(data, segment_ids):
                first = start(data.dtype) if callable(start) else start
                return combined(function, data, segment_ids, in_order(segment_ids), first, 1 if function is np.multiply else 0)

            cls.evaluate = evaluate


def segments_of(segment_ids):
    numbers = segment_ids.integers
    return fresh() if numbers is None else numbers[-1] + 1 if numbers else 0


class SegmentSum(Segment, function=np.add, start=0):
    pass


class SegmentProd(Segment, function=np.multiply, start=1):
    pass


class SegmentMax(Segment, function=np.maximum, start=lambda dtype: limit(dtype, -1)):
    pass


class SegmentMin(Segment, function=np.minimum, start=lambda dtype: limit(dtype, 1)):
    pass


class SegmentMean(Segment):
    def evaluate(data, segment_ids):
        return scaled_sums(data, segment_ids, in_order(segment_ids), lambda counts: counts)


def scaled_sums(rows, segment_ids, count: int, divisor):
    """Sums divided by a function of how many rows each segment has."""
    counts = np.maximum(np.bincount(segment_ids.astype(np.int64), minlength=count), 1)
    wide = rows.astype(np.float32) if is_narrow(rows.dtype) else rows
    sums = combined(np.add, wide, segment_ids, count, 0, 0)
    by = divisor(counts).reshape(-1, *[1] * (rows.ndim - 1))
    return (sums // by if rows.dtype.kind in "iu" else sums / by.astype(wide.dtype)).astype(rows.dtype)


class NumberedSegment(Meaning, family=True):
    """Like `Segment`, with the number of segments given; one without rows is what the combination starts with, as a finite number."""

    def infer(data, num_segments):
        return None if data.shape is None else (num_segments.size, *data.shape[1:])

    def __init_subclass__(cls, function=None, start=None, **rest):
        super().__init_subclass__(**rest)

        def evaluate(data, segment_ids, num_segments):
            first = start(data.dtype) if callable(start) else start
            return combined(function, data, segment_ids, in_order(segment_ids, int(num_segments)), first, first)

        cls.evaluate = evaluate


def finite(sign: int):
    return lambda dtype: finite_limit(dtype, sign)


class SegmentSumV2(NumberedSegment, function=np.add, start=0):
    pass


class SegmentProdV2(NumberedSegment, function=np.multiply, start=1):
    pass


class SegmentMaxV2(NumberedSegment, function=np.maximum, start=finite(-1)):
    pass


class SegmentMinV2(NumberedSegment, function=np.minimum, start=finite(1)):
    pass


# Of rows that are gathered first

DIVISORS = {"Sum": np.ones_like, "Mean": lambda counts: counts, "SqrtN": np.sqrt}


class SparseSegment(Meaning, family=True):
    def infer(data, segment_ids):
        return Segment.infer(data, segment_ids)

    def __init_subclass__(cls, divisor=None, **rest):
        super().__init_subclass__(**rest)

        def evaluate(data, indices, segment_ids):
            return scaled_sums(data[checked(indices, len(data))], segment_ids, in_order(segment_ids), divisor)

        cls.evaluate = evaluate


class SparseSegmentSum(SparseSegment, divisor=DIVISORS["Sum"]):
    pass


class SparseSegmentMean(SparseSegment, divisor=DIVISORS["Mean"]):
    pass


class SparseSegmentSqrtN(SparseSegment, divisor=DIVISORS["SqrtN"]):
    pass


class NumberedSparseSegment(Meaning, family=True):
    def infer(data, num_segments):
        return None if data.shape is None else (num_segments.size, *data.shape[1:])

    def __init_subclass__(cls, divisor=None, **rest):
        super().__init_subclass__(**rest)

        def evaluate(data, indices, segment_ids, num_segments):
            return scaled_sums(data[checked(indices, len(data))], segment_ids, in_order(segment_ids, int(num_segments)), divisor)

        cls.evaluate = evaluate


class SparseSegmentSumWithNumSegments(NumberedSparseSegment, divisor=DIVISORS["Sum"]):
    pass


class SparseSegmentMeanWithNumSegments(NumberedSparseSegment, divisor=DIVISORS["Mean"]):
    pass


class SparseSegmentSqrtNWithNumSegments(NumberedSparseSegment, divisor=DIVISORS["SqrtN"]):
    pass


class SparseSegmentGrad(Meaning, family=True):
    """Each row's share goes back to where the row was gathered from."""

    def infer(grad, output_dim0):
        return None if grad.shape is None else (output_dim0.size, *grad.shape[1:])

    def __init_subclass__(cls, divisor=None, **rest):
        super().__init_subclass__(**rest)

        def evaluate(grad, indices, segment_ids, output_dim0):
            counts = np.maximum(np.bincount(checked(segment_ids, len(grad)), minlength=len(grad)), 1)
            share = grad / divisor(counts).reshape(-1, *[1] * (grad.ndim - 1)).astype(grad.dtype)
            found = np.zeros((int(output_dim0), *grad.shape[1:]), grad.dtype)
            np.add.at(found, checked(indices, len(found)), share[segment_ids])
            return found

        cls.evaluate = evaluate


class SparseSegmentSumGrad(SparseSegmentGrad, divisor=DIVISORS["Sum"]):
    pass


class SparseSegmentMeanGrad(SparseSegmentGrad, divisor=DIVISORS["Mean"]):
    pass


class SparseSegmentSqrtNGrad(SparseSegmentGrad, divisor=DIVISORS["SqrtN"]):
    pass
