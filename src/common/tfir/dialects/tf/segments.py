"""Semantics: rows combined by segment, the segments being numbered in rising order."""

from tfir.dialects.tf.indexing import checked
from tfir.dialects.tf.numerics import finite_limit, is_narrow, limit, truncated_quotient
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import is_float
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import fresh


def in_order(segment_ids, count: int | None = None, indices=None, rows: int = 0) -> int:
    """How many segments there are. They must be numbered from 0, rising, and all of `indices` choose one of so many rows. What is wrong first is told,
    segment by segment, as the kernels meet it."""
    own = int(segment_ids[-1]) + 1 if segment_ids.size else 0
    count = own if count is None else count
    if count < 0:
        raise Error("segment ids must be >= 0")
    starts = [0, *(np.flatnonzero(np.diff(segment_ids)) + 1).tolist(), len(segment_ids)] if segment_ids.size else []
    for start, end in zip(starts, starts[1:]):
        number = int(segment_ids[start])
        if end < len(segment_ids) and segment_ids[end] < number:
            raise Error("segment ids are not increasing")
        if not 0 <= number < count:
            raise Error(f"Segment id {number} out of range [0, {count}), possibly because 'segment_ids' input is not sorted.")
        if indices is not None:
            wrong = np.flatnonzero((indices[start:end] < 0) | (indices[start:end] >= rows))
            if wrong.size:
                at = start + int(wrong[0])
                raise Error(f"Bad: indices[{at}] == {int(indices[at])} out of range [0, {rows})")
    return count


def combined(function: str, data, segment_ids, count: int, start, empty):
    """The rows of `data` [n, ...] combined by segment with that function of NumPy: [count, ...]. Combining begins with `start`; segments without rows are `empty`."""
    if len(segment_ids) != len(data):
        raise Error("segment_ids should be the same size as dimension 0 of input.")
    wide = data.astype(np.float32) if is_narrow(data.dtype) else data
    result = np.full((count, *data.shape[1:]), start, wide.dtype)
    if wide.size:  # of rows without elements no number is looked at
        getattr(np, function).at(result, segment_ids, wide)
    result[~np.isin(np.arange(count), segment_ids)] = empty
    return result.astype(data.dtype)


class Segment(OpSemantics, family=True):
    """As many segments as the last row says; those without rows are 0, or 1 in a product."""

    def infer(data, segment_ids):
        if data.shape is None:
            return None
        numbers = segment_ids.integers
        return (fresh() if numbers is None else numbers[-1] + 1 if numbers else 0, *data.shape[1:])


class NumberedSegment(OpSemantics, family=True):
    """As many segments as `num_segments` says; those without rows are what the combination begins with, as a finite number."""

    def infer(data, num_segments):
        return None if data.shape is None else (num_segments.size, *data.shape[1:])


def extremes_by_segment(function, sign: int):
    """Evaluates the largest and the smallest, beginning with the number at one end of the type."""

    def evaluate(data, segment_ids):
        start, count = limit(data.dtype, sign), in_order(segment_ids)
        result = combined(function, data, segment_ids, count, start, 0)
        if is_float(data.dtype) and np.isnan(data.astype(np.float64)).any():
            forget_nan(result.reshape(count, -1), data.reshape(len(data), -1), segment_ids, function)
        return result

    return evaluate


def forget_nan(result, rows, segment_ids, function: str) -> None:
    """Puts right in `result` [count, columns] what NaN leaves of a segment of several rows. The kernels compare, and where a comparison fails
    take the element, so that a NaN stands until the next one; columns that fill a vector of 256 bits (of 128 for 16-bit types) are compared
    the other way round, so that it never stands."""
    lanes = 4 if rows.dtype.itemsize == 8 else 8
    whole = rows.shape[1] // lanes * lanes
    stands, better = (np.less, np.fmax) if function == "maximum" else (np.greater, np.fmin)
    bounds = np.searchsorted(segment_ids, np.arange(len(result) + 1))
    for number, (begin, end) in enumerate(zip(bounds[:-1], bounds[1:])):
        segment = rows[begin:end]
        if len(segment) < 2 or not np.isnan(segment.astype(np.float64)).any():
            continue
        kept = np.full(rows.shape[1], limit(rows.dtype, -1 if function == "maximum" else 1), rows.dtype)
        for row in segment:
            kept[:whole] = better(kept[:whole], row[:whole])
            kept[whole:] = np.where(stands(row[whole:], kept[whole:]), kept[whole:], row[whole:])
        result[number] = kept


def rows_by_segment(function, start):
    """Evaluates ops on segments in order. Combining begins with `start`, as which segments without rows are left."""

    def evaluate(data, segment_ids):
        return combined(function, data, segment_ids, in_order(segment_ids), start, start)

    return evaluate


def rows_by_number(function, start=None, sign: int = 0):
    """For a given number of segments. Combining begins with `start`, or with the number at one end of the type."""

    def evaluate(data, segment_ids, num_segments):
        first = finite_limit(data.dtype, sign) if start is None else start
        return combined(function, data, segment_ids, in_order(segment_ids, int(num_segments)), first, first)

    return evaluate


# Sums divided by a function of how many rows each segment has


def scaled_sums(rows, segment_ids, count: int, divisor: str):
    """Sums by segment, divided by the NumPy function `divisor` of each segment's number of rows."""
    counts = np.maximum(np.bincount(segment_ids.astype(np.int64), minlength=count), 1)
    wide = rows.astype(np.float32) if is_narrow(rows.dtype) else rows
    sums = combined("add", wide, segment_ids, count, 0, 0)
    by = getattr(np, divisor)(counts).reshape(-1, *[1] * (rows.ndim - 1)).astype(wide.dtype)
    return truncated_quotient(sums, by) if rows.dtype.kind in "iu" else (sums / by).astype(rows.dtype)


def chosen_by_segment(divisor: str):
    """Of rows that `indices` chooses."""

    def evaluate(data, indices, segment_ids):
        count = in_order(segment_ids, None, indices, len(data))
        return scaled_sums(data[indices], segment_ids, count, divisor)

    return evaluate


def chosen_by_number(divisor: str):
    def evaluate(data, indices, segment_ids, num_segments):
        count = in_order(segment_ids, int(num_segments), indices, len(data))
        return scaled_sums(data[indices], segment_ids, count, divisor)

    return evaluate


class SegmentGradient(OpSemantics, family=True):
    def infer(grad, output_dim0):
        return None if grad.shape is None else (output_dim0.size, *grad.shape[1:])


def shares(divisor: str):
    """Each row's share of its segment's gradient goes back to where the row was chosen from."""

    def evaluate(grad, indices, segment_ids, output_dim0):
        if not output_dim0:  # of no rows none is chosen, whatever indices say
            return np.zeros((0, *grad.shape[1:]), grad.dtype)
        counts = np.maximum(np.bincount(checked(segment_ids, len(grad)), minlength=len(grad)), 1)
        share = grad / getattr(np, divisor)(counts).reshape(-1, *[1] * (grad.ndim - 1)).astype(grad.dtype)
        result = np.zeros((int(output_dim0), *grad.shape[1:]), grad.dtype)
        np.add.at(result, checked(indices, len(result)), share[segment_ids])
        return result

    return evaluate


class SegmentGradientV2(OpSemantics, family=True):
    """Only of the rows that were chosen, and which these are, rising."""

    def infer(grad):
        count = fresh()
        return [None if grad.shape is None else (count, *grad.shape[1:]), (count,)]


def shares_of_chosen(divisor: str):
    def evaluate(grad, indices, segment_ids, dense_output_dim0):
        if not dense_output_dim0:
            return [np.zeros((0, *grad.shape[1:]), grad.dtype), indices[:0]]
        rows, places = np.unique(checked(indices, int(dense_output_dim0)), return_inverse=True)
        return [shares(divisor)(grad, places, segment_ids, len(rows)), rows]

    return evaluate


SEMANTICS = {
    **ops_of(
        SegmentGradientV2,
        SparseSegmentSumGradV2=shares_of_chosen("ones_like"),
        SparseSegmentMeanGradV2=shares_of_chosen("positive"),
        SparseSegmentSqrtNGradV2=shares_of_chosen("sqrt"),
    ),
    **ops_of(
        Segment,
        SegmentMean=lambda data, segment_ids: scaled_sums(data, segment_ids, in_order(segment_ids), "positive"),
        SegmentSum=rows_by_segment("add", 0), SegmentProd=rows_by_segment("multiply", 1), SegmentMax=extremes_by_segment("maximum", -1),
        SegmentMin=extremes_by_segment("minimum", 1), SparseSegmentSum=chosen_by_segment("ones_like"),
        SparseSegmentMean=chosen_by_segment("positive"), SparseSegmentSqrtN=chosen_by_segment("sqrt"),
    ),
    **ops_of(
        NumberedSegment,
        SegmentSumV2=rows_by_number("add", 0), SegmentProdV2=rows_by_number("multiply", 1), SegmentMaxV2=rows_by_number("maximum", sign=-1),
        SegmentMinV2=rows_by_number("minimum", sign=1), SparseSegmentSumWithNumSegments=chosen_by_number("ones_like"),
        SparseSegmentMeanWithNumSegments=chosen_by_number("positive"), SparseSegmentSqrtNWithNumSegments=chosen_by_number("sqrt"),
    ),
    **ops_of(
        SegmentGradient,
        SparseSegmentSumGrad=shares("ones_like"), SparseSegmentMeanGrad=shares("positive"), SparseSegmentSqrtNGrad=shares("sqrt"),
    ),
}  # fmt: skip
