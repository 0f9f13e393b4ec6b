"""Lowerings: sums, means, extremes along axes, running totals."""

from math import prod

from tfir.ir.types import F32, I1, I64

from tfopt.tf_to_stablehlo.elementwise import conjugate
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.tensor import (
    Tensor, concatenate, emit, highest, iota, log, exp, lowest, maximum, pad, reduce, select, sqrt, widened,
)  # fmt: skip


def total(x: Tensor, axes, keep: bool) -> Tensor:
    return widened(x).sum(*axes, keep=keep)


@lower
def Sum(input, reduction_indices: list, keep_dims):
    return total(input, reduction_indices, keep_dims).convert(input.element)


@lower
def Mean(input, reduction_indices: list, keep_dims):
    count = prod([input.shape[axis] for axis in {axis % input.rank for axis in reduction_indices}])
    return (total(input, reduction_indices, keep_dims) / count).convert(input.element)


@lower
def Prod(input, reduction_indices: list, keep_dims):
    return reduce("multiply", widened(input), reduction_indices, 1, keep_dims).convert(input.element)


@lower
def Max(input, reduction_indices: list, keep_dims):
    return input.max(*reduction_indices, keep=keep_dims)


@lower
def Min(input, reduction_indices: list, keep_dims):
    return input.min(*reduction_indices, keep=keep_dims)


@lower
def All(input, reduction_indices: list, keep_dims):
    return reduce("and", input, reduction_indices, True, keep_dims)


@lower
def Any(input, reduction_indices: list, keep_dims):
    return reduce("or", input, reduction_indices, False, keep_dims)


@lower
def EuclideanNorm(input, reduction_indices: list, keep_dims):
    squares = input * conjugate(input) if input.is_complex else input * input
    return sqrt(total(squares, reduction_indices, keep_dims)).convert(input.element)


@lower
def L2Loss(t):
    return (total(t * t, range(t.rank), False) * 0.5).convert(t.element)


def first_place(x: Tensor, axis: int, element, largest: bool) -> Tensor:
    """The first position of the extreme element. NaN never wins."""
    axis %= x.rank
    if x.element is I1:
        x = x.convert(F32)
    if x.is_float:
        x = select(x == x, x, lowest(x.element) if largest else highest(x.element))
    best = x.max(axis, keep=True) if largest else x.min(axis, keep=True)
    places = iota(x.shape, axis)
    return select(x == best, places, x.shape[axis]).min(axis).convert(element)


@lower
def ArgMax(input, dimension: int, result_types):
    return first_place(input, dimension, result_types[0].element, True)


@lower
def ArgMin(input, dimension: int, result_types):
    return first_place(input, dimension, result_types[0].element, False)


def shifted(x: Tensor, axis: int, distance: int, fill) -> Tensor:
    """Moved towards higher positions along one axis, `fill` coming in."""
    low = [distance if at == axis else 0 for at in range(x.rank)]
    return pad(x, low, [-amount for amount in low], fill)


def running(x: Tensor, axis: int, exclusive: bool, reverse: bool, combine, neutral) -> Tensor:
    """Totals up to each place, in as many steps as the length has binary digits: each doubles how far a total reaches."""
    axis %= x.rank
    x = x.reverse(axis) if reverse else x
    x = shifted(x, axis, 1, neutral) if exclusive else x
    distance = 1
    while distance < x.shape[axis]:
        x = combine(x, shifted(x, axis, distance, neutral))
        distance *= 2
    return x.reverse(axis) if reverse else x


@lower
def Cumsum(x, axis: int, exclusive, reverse):
    return running(widened(x), axis, exclusive, reverse, lambda a, b: a + b, 0).convert(x.element)


@lower
def Cumprod(x, axis: int, exclusive, reverse):
    return running(widened(x), axis, exclusive, reverse, lambda a, b: a * b, 1).convert(x.element)


def log_of_sum(a: Tensor, b: Tensor) -> Tensor:
    """log(exp(a) + exp(b)) without overflow."""
    larger = maximum(a, b)
    safe = select(larger == lowest(a.element), 0, larger)
    return log(exp(a - safe) + exp(b - safe)) + safe


@lower
def CumulativeLogsumexp(x, axis: int, exclusive, reverse):
    return running(widened(x), axis, exclusive, reverse, log_of_sum, lowest(F32)).convert(x.element)


def by_segment(data: Tensor, segment_ids: Tensor, count: int, combine: str, start) -> Tensor:
    """Every row in every segment, where it is not its own as the neutral number: one reduction, no scattering."""
    rows = segment_ids.size
    flat = data.reshape(rows, *data.shape[segment_ids.rank :])
    ids = segment_ids.reshape(1, rows, *[1] * (flat.rank - 1))
    own = iota((count, rows, *[1] * (flat.rank - 1)), 0, ids.element) == ids
    return reduce(combine, select(own, flat.expand(0), start), [1], start)


@lower
def UnsortedSegmentSum(data, segment_ids, num_segments: int):
    return by_segment(widened(data), segment_ids, num_segments, "add", 0).convert(data.element)


@lower
def UnsortedSegmentProd(data, segment_ids, num_segments: int):
    return by_segment(widened(data), segment_ids, num_segments, "multiply", 1).convert(data.element)


@lower
def UnsortedSegmentMax(data, segment_ids, num_segments: int):
    return by_segment(data, segment_ids, num_segments, "maximum", least_finite(data.element, -1))


@lower
def UnsortedSegmentMin(data, segment_ids, num_segments: int):
    return by_segment(data, segment_ids, num_segments, "minimum", least_finite(data.element, 1))


def least_finite(element, sign: int):
    """The number at one end of a type, infinities left out."""
    from tfir.define.arrays import dtype_of

    import ml_dtypes

    dtype = dtype_of(element)
    return float(ml_dtypes.finfo(dtype).max) * sign if dtype.kind in "fV" else (lowest(element) if sign < 0 else highest(element))
