"""Lowerings: sums, means, extremes along axes, running totals."""

import operator
from math import prod

import numpy as np
from tfir.ir.types import F32, F64, I1, I32, I64, UI64, FloatType

from tfopt.arithmetic.complex_numbers import conjugate, log1p
from tfopt.arithmetic.sizes import tell_shape
from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    clamp,
    exp,
    floor,
    highest,
    iota,
    literal,
    loop,
    lowest,
    maximum,
    minimum,
    number,
    pad,
    reduce,
    select,
    splat,
    sqrt,
    take,
    unary,
    widened,
)  # fmt: skip
from tfopt.arithmetic.windows import reduce_window
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


@lower
def Mean(input, reduction_indices: list, keep_dims):
    """Integers are summed in a type that holds the sum: i32 where that is sure to, else one of 64 bits."""
    count = prod([input.shape[axis] for axis in {axis % input.rank for axis in reduction_indices}])
    if input.is_integer:
        input_fits = input.element.width <= 16 and count < 1 << 15
        wide = input.convert(I32 if input_fits else input.element if input.element is UI64 else I64)
        return (wide.sum(*reduction_indices, keep=keep_dims) / max(count, 1)).convert(input.element)
    return (widened(input).sum(*reduction_indices, keep=keep_dims) / count).convert(input.element)


def over_axes(function):
    """A lowering by a function of the operand, the axes, and whether axes of size 1 are left."""

    def lowering(input, reduction_indices: list, keep_dims):
        return function(input, reduction_indices, keep_dims)

    return lowering


lowered_by(
    Sum=over_axes(lambda x, axes, keep: widened(x).sum(*axes, keep=keep).convert(x.element)),
    Prod=over_axes(lambda x, axes, keep: reduce("multiply", widened(x), axes, 1, keep).convert(x.element)),
    Max=over_axes(lambda x, axes, keep: x.max(*axes, keep=keep)),
    Min=over_axes(lambda x, axes, keep: x.min(*axes, keep=keep)),
    All=over_axes(lambda x, axes, keep: reduce("and", x, axes, True, keep)),
    Any=over_axes(lambda x, axes, keep: reduce("or", x, axes, False, keep)),
    L2Loss=lambda t: (widened(t * t).sum(*range(t.rank)) * 0.5).convert(t.element),
)


@lower
def EuclideanNorm(input, reduction_indices: list, keep_dims):
    """Squares of integers are summed as integers; only the root is a float's."""
    summed = widened(input * conjugate(input)).sum(*reduction_indices, keep=keep_dims)
    if input.is_integer:
        summed = summed.convert(F64 if input.element.width > 16 else F32)
    return sqrt(summed).convert(input.element)


def first_place(largest: bool):
    """The first position of the extreme element. NaN never wins."""

    def lowering(input, dimension: int, result_types):
        x, axis = input.convert(I32) if input.element is I1 else input, dimension % input.rank
        if x.is_float:
            x = select(x == x, x, lowest(x.element) if largest else highest(x.element))
        best = x.max(axis, keep=True) if largest else x.min(axis, keep=True)
        places = iota(x.shape, axis)
        return select(x == best, places, x.shape[axis]).min(axis).convert(result_types[0].element)

    return lowering


lowered_by(ArgMax=first_place(largest=True), ArgMin=first_place(largest=False))


def shifted(x: Tensor, axis: int, distance: int, fill) -> Tensor:
    """Moved towards higher positions along one axis, `fill` coming in."""
    low = [distance if at == axis else 0 for at in range(x.rank)]
    return pad(x, low, [-amount for amount in low], fill)


def doubled(total: Tensor, axis: int, combine, neutral) -> Tensor:
    """Totals up to each place, in as many steps as the length has binary digits: each doubles how far a total reaches."""
    distance = 1
    while distance < total.shape[axis]:
        total = combine(total, shifted(total, axis, distance, neutral))
        distance *= 2
    return total


def doubled_in_loop(total: Tensor, axis: int, combine, neutral) -> Tensor:
    """The same where the length is not known: each step is a trip."""
    length = total.shape[axis]
    place, count = iota((length,), 0), number(length)

    def step(distance, total):
        source = place - distance
        earlier = take(total, maximum(source, 0), axis)
        return [distance + distance, combine(total, select(along(source >= 0, total, axis), earlier, neutral))]

    return loop(lambda distance, _: distance < count, step, splat(1, (), I32), total)[1]


def running_total(x: Tensor, axis: int, combine=operator.add, neutral=0) -> Tensor:
    return (doubled if isinstance(x.shape[axis], int) else doubled_in_loop)(x, axis, combine, neutral)


def running(combine, neutral, of_floats: str | None = None):
    """Totals up to each place, or up to the one before; of floats by windows that combine by an operation of this name."""

    def lowering(x, axis: int, exclusive, reverse):
        axis %= x.rank
        total = x.reverse(axis) if reverse else x
        total = shifted(total, axis, 1, neutral) if exclusive else total
        if of_floats is not None and isinstance(x.element, FloatType) and isinstance(x.shape[axis], int) and x.shape[axis] > 1:
            total = in_windows(of_floats, total, axis, neutral)
        else:
            total = running_total(widened(total), axis, combine, neutral).convert(x.element)
        return total.reverse(axis) if reverse else total

    return lowering


def in_windows(name: str, x: Tensor, axis: int, neutral) -> Tensor:
    """Totals as windows that begin before the first element, along which devices go once. They take floats in order, as TensorFlow's kernels
    do, which sums that overflow on the way depend on."""
    window, padding = [1] * x.rank, [(0, 0)] * x.rank
    window[axis], padding[axis] = x.shape[axis], (x.shape[axis] - 1, 0)
    return reduce_window(name, x, window, [1] * x.rank, padding, neutral)


def log_of_sum(a: Tensor, b: Tensor) -> Tensor:
    """log(exp(a) + exp(b)) without overflow, as TensorFlow's kernel has it: two infinities are NaN."""
    least, most = minimum(a, b), maximum(a, b)
    return select(least == lowest(F32), most, log1p(exp(least - most)) + most)


lowered_by(
    Cumsum=running(operator.add, 0, "add"),
    Cumprod=running(operator.mul, 1, "multiply"),
    CumulativeLogsumexp=running(log_of_sum, lowest(F32)),
)


def counted(places: Tensor, count: int, weights: Tensor) -> Tensor:
    """How often (or how heavily) each number below `count` occurs."""
    flat = places.reshape(1, places.size)
    hit = iota((count, places.size), 0, places.element) == flat
    return select(hit, weights.reshape(1, weights.size), 0).sum(1)


@lower
def Bincount(arr, size, weights, result_types):
    (count,), element = result_types[0].shape, result_types[0].element
    tell_shape((count,), size)
    return counted(arr, count, weights if weights.size else splat(1, arr.shape, element))


@lower
def HistogramFixedWidth(values, value_range: list, nbins: int, result_types):
    """Numbers outside of the range count at its ends."""
    low, high = value_range
    exact = values if values.is_float else values.convert(F32)
    places = floor((exact - low) / ((high - low) / nbins))
    places = clamp(0, places, nbins - 1).convert(I32)
    return counted(places, nbins, splat(1, values.shape, result_types[0].element))


@lower
def Bucketize(input, boundaries):
    """How many boundaries are not above the number; whole numbers are compared as f32."""
    numbers = input if input.element in (F32, F64) else input.convert(F32)
    edges = literal(np.asarray(boundaries, np.float32), numbers.element).reshape(*[1] * input.rank, len(boundaries))
    return unary("not", numbers.expand(-1) < edges).convert(I32).sum(-1)  # a NaN is below none


@lower
def DenseBincount(input, size, weights, binary_output, result_types):
    count = result_types[0].shape[-1]
    tell_shape((count,), size)
    rows = input.reshape(prod(input.shape[:-1]), input.shape[-1] if input.rank else 1)
    hit = iota((*rows.shape, count), 2, input.element) == rows.expand(-1)
    weight = weights.reshape(*rows.shape, 1) if weights.size else splat(1, (*rows.shape, 1), weights.element)
    counts = reduce("or", hit, [1], False).convert(weights.element) if binary_output else select(hit, weight, 0).sum(1)
    return counts.reshape(*input.shape[:-1], count)
