"""Lowerings: rows combined by segment."""

from tfir.ir.types import I32, FloatType

from tfopt.arithmetic.sizes import tell
from tfopt.arithmetic.tensor import Tensor, highest, iota, largest_finite, lowest, maximum, reduce, select, splat, sqrt, take, widened
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, lower
from tfopt.tf_to_stablehlo.reduction import counted


def least_finite(element):
    """The least number of a type, infinities left out."""
    return -largest_finite(element) if isinstance(element, FloatType) else lowest(element)


# How the rows of a segment are combined, and from which number on
COMBINED = {
    "Sum": ("add", lambda element: 0), "Prod": ("multiply", lambda element: 1), "Max": ("maximum", lowest), "Min": ("minimum", highest),
}  # fmt: skip
FINITE = {"Max": least_finite, "Min": largest_finite}
DIVISORS = {"Sum": lambda counts: counts * 0 + 1, "Mean": lambda counts: counts, "SqrtN": sqrt}


def by_segment(data: Tensor, segment_ids: Tensor, count: int, combine: str, start) -> Tensor:
    """Every row in every segment, where it is not its own as the neutral number: one reduction, no scattering."""
    rows = segment_ids.size
    flat = data.reshape(rows, *data.shape[segment_ids.rank :])
    ids = segment_ids.reshape(1, rows, *[1] * (flat.rank - 1))
    own = iota((count, rows, *[1] * (flat.rank - 1)), 0, ids.element) == ids
    return reduce(combine, select(own, flat.expand(0), start), [1], start)


def rows_in(segment_ids: Tensor, count: int, element) -> Tensor:
    return counted(segment_ids, count, splat(1, segment_ids.shape, element))


def beside(vector: Tensor, rank: int) -> Tensor:
    """One number for each row."""
    return vector.reshape(vector.size, *[1] * (rank - 1))


def count_in_order(segment_ids: Tensor, result_types):
    """How many segments there are, where an op is not told: one more than the number of the last; the program asks for it where it is not known."""
    count = result_types[0].shape[0]
    tell(count, lambda: reduce("maximum", segment_ids.convert(I32), [0], -1) + 1)
    return count


def count_given(num_segments: Tensor, result_types):
    count = result_types[0].shape[0]
    tell(count, lambda: num_segments.reshape().convert(I32))
    return count


def segments(kind: str):
    combine, start = COMBINED[kind]

    def lowering(data, segment_ids, result_types):
        count = count_in_order(segment_ids, result_types)
        result = by_segment(widened(data), segment_ids, count, combine, start(widened(data).element)).convert(data.element)
        if kind in ("Sum", "Prod"):
            return result
        return select(beside(rows_in(segment_ids, count, I32), data.rank) > 0, result, 0)

    return lowering


def numbered_segments(kind: str):
    combine, start = COMBINED[kind]
    start = FINITE.get(kind, start)

    def lowering(data, segment_ids, num_segments, result_types):
        wide, count = widened(data) if kind in ("Sum", "Prod") else data, count_given(num_segments, result_types)
        return by_segment(wide, segment_ids, count, combine, start(wide.element)).convert(data.element)

    return lowering


def scaled_sums(rows: Tensor, segment_ids: Tensor, count: int, kind: str) -> Tensor:
    """Sums divided by a function of how many rows each segment has."""
    wide = widened(rows)
    sums = by_segment(wide, segment_ids, count, "add", 0)
    if kind != "Sum":
        sums = sums / beside(DIVISORS[kind](maximum(rows_in(segment_ids, count, wide.element), 1)), rows.rank)
    return sums.convert(rows.element)


def gathered_segments(kind: str):
    def lowering(data, indices, segment_ids, result_types):
        return scaled_sums(take(data, indices, 0), segment_ids, count_in_order(segment_ids, result_types), kind)

    return lowering


def gathered_numbered(kind: str):
    def lowering(data, indices, segment_ids, num_segments, result_types):
        return scaled_sums(take(data, indices, 0), segment_ids, count_given(num_segments, result_types), kind)

    return lowering


def gradient(kind: str):
    """Each row's share goes back to where the row was gathered from."""

    def lowering(grad, indices, segment_ids, output_dim0: int):
        counts = maximum(rows_in(segment_ids, grad.shape[0], grad.element), 1)
        share = grad if kind == "Sum" else grad / beside(DIVISORS[kind](counts), grad.rank)
        return by_segment(take(share, segment_ids, 0), indices, output_dim0, "add", 0)

    return lowering


@lower
def SegmentMean(data, segment_ids, result_types):
    return scaled_sums(data, segment_ids, count_in_order(segment_ids, result_types), "Mean")


for kind in COMBINED:
    LOWERINGS[f"Segment{kind}"] = segments(kind)
    LOWERINGS[f"Segment{kind}V2"] = LOWERINGS[f"UnsortedSegment{kind}"] = numbered_segments(kind)
for kind in DIVISORS:
    LOWERINGS[f"SparseSegment{kind}"] = gathered_segments(kind)
    LOWERINGS[f"SparseSegment{kind}WithNumSegments"] = gathered_numbered(kind)
    LOWERINGS[f"SparseSegment{kind}Grad"] = gradient(kind)
