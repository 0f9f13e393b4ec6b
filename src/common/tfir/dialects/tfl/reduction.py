"""Elements combined along axes. Source: tensorflow/lite/kernels/{reduce,arg_min_max,cumsum,segment_sum}.cc and their reference kernels."""

from __future__ import annotations

from math import prod

from tfir.dialects.tfl.convolution import away
from tfir.dialects.tfl.elementwise import renamed
from tfir.dialects.tfl.fixed_point import factor, finished, scaled, scaled_wide
from tfir.dialects.tfl.in_tensorflow import Number, family, tf
from tfir.ir.types import F32, I32, I64
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, enter = family()


def axes_of(x: Number, axes: Number) -> list[int]:
    numbers = axes.content
    if numbers is None:
        from tfir.ir.diagnostics import Error

        raise Error("needs axes that are a constant")
    return sorted({int(axis) % x.rank for axis in numbers.ravel()})


def added(x: Number, axes: Number, keep_dims: bool, result: Any, is_mean: bool) -> Number:
    """Sums, or averages, of stored integers: the factor between the scales, for an average divided by the count."""
    along = axes_of(x, axes)
    count = count_along(x, along)
    if not is_mean and x.element.signedness != "u":
        return finished(added_as_floats(x, along, count, keep_dims, result), result)
    multiplier, shift = factor(float(x.scale) / float(np.float32(result.scales[0])))
    if is_mean:
        bits = min(count.bit_length() - 1, 32, 31 + shift)
        multiplier, shift = (multiplier << bits) // count, shift - bits
    total = tf("Sum", x.to(I64), along, keep_dims=keep_dims) - x.zero * count
    return finished(scaled(total, np.int64(multiplier), np.int64(shift)), result)


def added_as_floats(x: Number, along: list[int], count: int, keep_dims: bool, result: Any) -> Number:
    """Sums of signed numbers in f32, as the kernels have it that are no reference: that one gives no sums."""
    scale = x.scale / np.float32(result.scales[0])
    total = tf("Sum", x.to(I32), along, keep_dims=keep_dims)
    return away(total.to(F32) * scale + np.float32(-x.zero) * scale * np.float32(count)).to(I64)


def count_along(x, axes) -> int:
    """How many numbers there are along axes, beside which others may be of open size."""
    sizes = [x.type.shape[axis] for axis in axes]
    return prod(x.shape if None in sizes else sizes)


@means
def mean(input, axis, keep_dims, result_types):
    if input.quantized is not None:
        return added(input, axis, keep_dims, result_types[0].element, True)
    if not input.is_float:
        total = tf("Sum", input.to(I64), axis, keep_dims=keep_dims)
        return tf("TruncateDiv", total, count_along(input, axes_of(input, axis))).to(input.element)
    return tf("Mean", input, axis, keep_dims=keep_dims)


@means
def sum(input, axes, keep_dims, result_types):
    if input.quantized is not None:
        return added(input, axes, keep_dims, result_types[0].element, False)
    return tf("Sum", input, axes, keep_dims=keep_dims)


@means
def reduce_max(input, axes, keep_dims):
    return tf("Max", input, axes, keep_dims=keep_dims)


@means
def reduce_min(input, axes, keep_dims):
    return tf("Min", input, axes, keep_dims=keep_dims)


@means
def reduce_prod(input, axes, keep_dims, result_types):
    """Of stored integers one factor after another, each product brought back to a scale that leaves room."""
    if input.quantized is None:
        return tf("Prod", input, axes, keep_dims=keep_dims)
    result, along = result_types[0].element, axes_of(input, axes)
    kept = [axis for axis in range(input.rank) if axis not in along]
    count = prod([input.shape[axis] for axis in along])
    rows = tf("Transpose", input, [*along, *kept]).reshape(count, *[input.shape[axis] for axis in kept])
    parts = [each.to(I64) - input.zero for each in tf("Unpack", rows, num=count, axis=0)]
    real = (float(input.scale) ** count / float(np.float32(result.scales[0]))) ** (1 / count)
    rescale = [np.int64(each) for each in factor(real)]
    product = parts[0]
    for part in parts[1:]:
        product = scaled_wide(product * part, *rescale)
    product = finished(scaled_wide(product, *rescale), result)
    return product.reshape(*[1 if axis in along else size for axis, size in enumerate(input.shape)]) if keep_dims else product


@means
def reduce_any(input, reduction_indices, keep_dims):
    return tf("Any", input, reduction_indices, keep_dims=keep_dims)


@means
def reduce_all(input, reduction_indices, keep_dims):
    return tf("All", input, reduction_indices, keep_dims=keep_dims)


def placed(name: str):
    def meaning(input, dim, result_types):
        return tf(name, input, dim.reshape(), output_type=result_types[0].element)

    return meaning


enter(arg_max=placed("ArgMax"), arg_min=placed("ArgMin"), segment_sum=renamed("SegmentSum"))
enter(**{f"unsorted_segment_{name}": renamed(f"UnsortedSegment{name.title()}") for name in ("sum", "prod", "max", "min")})


@means
def cumsum(input, axis, exclusive, reverse):
    return tf("Cumsum", input, axis.reshape(), exclusive=exclusive, reverse=reverse)
