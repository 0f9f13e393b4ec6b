"""Lowerings: sparse tensors with dense ones. A sparse tensor is the places [n, rank] of its elements, these [n], and its shape."""

import operator
from math import prod

import numpy as np
from tfir.dialects.tf.reduction import check_weights
from tfir.dialects.tf.sparse import axes_of
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, I64

from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    emit_many,
    exp,
    iota,
    like,
    literal,
    lowest,
    pad,
    region_of,
    select,
    splat,
    take,
    widened,
)
from tfopt.tf_to_stablehlo.elementwise import TruncateDiv
from tfopt.tf_to_stablehlo.indexing import GatherNd, scatter
from tfopt.tf_to_stablehlo.lowering import Array, lower, lowered_by
from tfopt.tf_to_stablehlo.reduction import running


def with_dense(function):
    """On each element and that of the dense tensor at its place; the dense tensor is broadcast to the sparse one."""

    def lowering(sp_indices, sp_values, sp_shape: Array, dense):
        return function(sp_values, GatherNd(broadcast_to(dense, sp_shape.tolist()), sp_indices))

    return lowering


lowered_by(
    SparseTensorDenseAdd=lambda a_indices, a_values, b: scatter(b, a_indices, a_values, "add"),
    SparseDenseCwiseAdd=with_dense(lambda values, dense: values + dense),
    SparseDenseCwiseMul=with_dense(lambda values, dense: values * dense),
    SparseDenseCwiseDiv=with_dense(lambda values, dense: TruncateDiv(values, dense) if values.is_integer else values / dense),
)


# Along axes


def places_left(indices: Tensor, shape: Array, axes: Array) -> Tensor:
    """The places [n, 1], in rows one after another, that elements have when some axes are gone."""
    gone, weight, weights = axes_of(axes.ravel(), len(shape)), 1, [0] * len(shape)
    for axis in reversed([axis for axis in range(len(shape)) if axis not in gone]):
        weights[axis], weight = weight, weight * int(shape[axis])
    return (indices * literal(np.array(weights, np.int64))).sum(1, keep=True)


@lower
def SparseReduceSum(input_indices, input_values, input_shape: Array, reduction_axes: Array, result_types):
    (type,) = result_types
    values = widened(input_values)
    start = splat(0, (prod(type.shape),), values.element)
    return scatter(start, places_left(input_indices, input_shape, reduction_axes), values, "add").reshape(*type.shape).convert(type.element)


@lower
def SparseReduceMax(input_indices, input_values, input_shape: Array, reduction_axes: Array, result_types):
    """0 where there is no element."""
    (type,) = result_types
    size, places = (prod(type.shape),), places_left(input_indices, input_shape, reduction_axes)
    largest = scatter(splat(lowest(type.element), size, type.element), places, input_values, "maximum")
    count = scatter(splat(0, size, I32), places, splat(1, input_values.shape, I32), "add")
    return select(count > 0, largest, 0).reshape(*type.shape)


# Order and rows


@lower
def SparseReorder(input_indices, input_values):
    """By places, in rising order."""
    count, rank = input_indices.shape
    if not rank:
        return [input_indices, input_values]
    keys = [input_indices[:, axis] for axis in range(rank)]
    operands = [*keys, iota((count,), 0)]

    def precedes(*sides):
        result = splat(False, (), I1)
        for one, other in reversed(list(zip(sides[: 2 * rank : 2], sides[1 : 2 * rank : 2]))):
            result = (one < other) | (one == other) & result
        return result

    region = region_of([each.element for each in operands for _ in range(2)], precedes)
    flags = {"dimension": IntegerAttr(0, I64), "is_stable": BoolAttr(True)}
    order = emit_many("sort", operands, [each.type for each in operands], [region], **flags)[-1]
    return [take(input_indices, order, 0), take(input_values, order, 0)]


@lower
def SparseFillEmptyRowsGrad(reverse_index_map, grad_values):
    """Of the elements that were there, and the sum of those that were put in."""
    is_own = scatter(splat(False, grad_values.shape, I1), reverse_index_map.expand(1), splat(True, reverse_index_map.shape, I1), None)
    total = select(is_own, 0, widened(grad_values)).sum(0).convert(grad_values.element)
    return [take(grad_values, reverse_index_map, 0), total]


lowered_by(RaggedFillEmptyRowsGrad=SparseFillEmptyRowsGrad)


@lower
def SparseSoftmax(sp_indices, sp_values):
    """Over the last axis of what has values, in rising order of the places."""
    count, rank = sp_indices.shape
    if rank < 2:
        raise Error("takes a tensor of at least two axes")
    if count == 0:
        return sp_values
    places, values = SparseReorder(sp_indices, sp_values)
    outer = places[:, :-1]
    begins = pad((outer[1:] != outer[:-1]).convert(I32).max(1), [1], [0])
    rows = running(operator.add, 0)(begins, 0, False, False)
    largest = scatter(like(lowest(values.element), values), rows.expand(1), values, "maximum")
    powers = exp(values - take(largest, rows, 0))
    return powers / take(scatter(like(0, values), rows.expand(1), powers, "add"), rows, 0)


@lower
def RaggedBincount(splits, values, size: int, weights, binary_output):
    """What is not below `size` lies outside, and is dropped."""
    values, rows = values.reshape(values.size), splits.size - 1
    check_weights(values.size, weights.size)
    row = (splits.reshape(rows + 1)[1:].expand(0) <= iota((values.size, 1), 0, I64)).convert(values.element).sum(1)
    places = concatenate([row.expand(1), values.expand(1)], 1)
    added = weights.reshape(weights.size)[: values.size] if weights.size and not binary_output else splat(1, values.shape, weights.element)
    return scatter(splat(0, (rows, size), weights.element), places, added, None if binary_output else "add")
