"""Lowerings: sparse tensors with dense ones. A sparse tensor is the places [n, rank] of its elements, these [n], and its shape."""

import operator
from itertools import accumulate

import numpy as np
from tfir.dialects.tf.reduction import check_weights
from tfir.dialects.tf.sparse import axes_of
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, I64

from tfopt.arithmetic.contents import Array, Sizes
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.sizes import tell, tell_shape
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    exp,
    iota,
    like,
    literal,
    lowest,
    maximum,
    minimum,
    number,
    pad,
    reduce,
    select,
    splat,
    take,
    widened,
)
from tfopt.tf_to_stablehlo.choosing import compressed, first_rows, in_order
from tfopt.tf_to_stablehlo.elementwise import TruncateDiv
from tfopt.tf_to_stablehlo.indexing import GatherNd
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by
from tfopt.tf_to_stablehlo.reduction import running


def with_dense(function):
    """On each element and that of the dense tensor at its place; the dense tensor is broadcast to the sparse one."""

    def lowering(sp_indices, sp_values, sp_shape: Sizes, dense):
        return function(sp_values, GatherNd(broadcast_to(dense, sp_shape.tolist()), sp_indices))

    return lowering


lowered_by(
    SparseTensorDenseAdd=lambda a_indices, a_values, b: scatter(b, a_indices, a_values, "add"),
    SparseDenseCwiseAdd=with_dense(lambda values, dense: values + dense),
    SparseDenseCwiseMul=with_dense(lambda values, dense: values * dense),
    SparseDenseCwiseDiv=with_dense(lambda values, dense: TruncateDiv(values, dense) if values.is_integer else values / dense),
)


# Along axes


def reduced(indices: Tensor, shape: Array, axes: Array, keep_dims: bool, parts: list) -> list[Tensor]:
    """What elements combine to along some axes, for each of `parts`: the number to begin with, the elements, how they are combined."""
    gone = axes_of(axes.ravel(), len(shape))
    sizes = shape.tolist()
    box = tuple([1 if axis in gone else size for axis, size in enumerate(sizes)])
    left = box if keep_dims else tuple([size for axis, size in enumerate(sizes) if axis not in gone])
    places = indices * literal(np.array([0 if axis in gone else 1 for axis in range(len(shape))], np.int64))
    return [scatter(splat(first, box, values.element), places, values, combine).reshape(*left) for first, values, combine in parts]


@lower
def SparseReduceSum(input_indices, input_values, input_shape: Sizes, reduction_axes: Array, keep_dims):
    parts = [(0, widened(input_values), "add")]
    return reduced(input_indices, input_shape, reduction_axes, keep_dims, parts)[0].convert(input_values.element)


@lower
def SparseReduceMax(input_indices, input_values, input_shape: Sizes, reduction_axes: Array, keep_dims):
    """0 where there is no element."""
    parts = [(lowest(input_values.element), input_values, "maximum"), (0, splat(1, input_values.shape, I32), "add")]
    largest, count = reduced(input_indices, input_shape, reduction_axes, keep_dims, parts)
    return select(count > 0, largest, 0)


def reduced_to_sparse(combine: str, first):
    """The places that are left when some axes are gone, in rising order, and what their elements combine to, beginning with `first`."""

    def lowering(input_indices, input_values, input_shape, reduction_axes: Array, keep_dims, result_types):
        gone = axes_of(reduction_axes.ravel(), input_shape.size)
        kept = [axis for axis in range(input_shape.size) if keep_dims or axis not in gone]
        columns = [input_indices[:, axis] * (0 if axis in gone else 1) for axis in kept]
        sizes = [splat(1, (1,), I64) if axis in gone else input_shape[axis].reshape(1) for axis in kept]
        values = widened(input_values)
        order = in_order(columns)[-1] if columns else iota(values.shape, 0)
        values = take(values, order, 0)
        places = take(concatenate([column.expand(1) for column in columns], 1) if columns else input_indices[:, :0], order, 0)
        groups, count = groups_of(places)
        combined = scatter(like(first(values.element), values), groups.expand(1), values, combine).convert(input_values.element)
        heads = scatter(like(0, places), groups.expand(1), places, None)
        shape = concatenate(sizes, 0) if sizes else input_shape[:0]
        return [first_rows(heads, count, result_types[0]), first_rows(combined, count, result_types[1]), shape]

    return lowering


lowered_by(
    SparseReduceSumSparse=reduced_to_sparse("add", lambda element: 0),
    SparseReduceMaxSparse=reduced_to_sparse("maximum", lowest),
)


def groups_of(places: Tensor) -> tuple[Tensor, Tensor]:
    """Of places [n, rank] in order: which of the different ones each is, and how many of these there are."""
    count, rank = places.shape
    before = pad(places, [1, 0], [-1, 0])
    differs = (places != before).convert(I32).sum(1) if rank else splat(0, (count,), I32)
    begins = minimum(minimum(differs, iota((count,), 0)), 1)
    return running(operator.add, 0)(begins, 0, False, False), begins.sum(0) + minimum(number(count), 1)


# Order and rows


@lower
def SparseReorder(input_indices, input_values):
    """By places, in rising order."""
    count, rank = input_indices.shape
    if not rank:
        return [input_indices, input_values]
    order = in_order([input_indices[:, axis] for axis in range(rank)])[-1]
    return [take(input_indices, order, 0), take(input_values, order, 0)]


@lower
def SparseConcat(indices, values, shapes, concat_dim):
    """In rising order of the places."""
    axis, sizes = concat_dim % shapes[0].size, [shape.reshape(shape.size) for shape in shapes]
    here = iota(sizes[0].shape, 0) == axis
    starts = [0, *accumulate([select(here, size, 0) for size in sizes])]
    moved = [places + start if number else places for number, (places, start) in enumerate(zip(indices, starts))]
    return [*SparseReorder(concatenate(moved, 0), concatenate(values, 0)), select(here, starts[-1], sizes[0])]


def in_box(indices: Tensor, start: Tensor, size: Tensor) -> Tensor:
    """Which of places [n, rank] lie in a box."""
    outside = (indices < start.expand(0)) | (indices >= (start + size).expand(0))
    return outside.convert(I32).sum(1) == 0


@lower
def SparseSlice(indices, values, shape, start, size, result_types):
    """What lies in a box, which is cut at the tensor's edges."""
    moved = indices - broadcast_to(start.expand(0), indices.shape)
    chosen = compressed(in_box(indices, start, size), (moved, result_types[0]), (values, result_types[1]))
    return [*chosen, maximum(minimum(size, shape - start), 0)]


@lower
def SparseSplit(split_dim: int, indices, values, shape, num_split, result_types):
    """As equal parts as can be along an axis; the first ones are longer by one where the size is no multiple."""
    axis, parts, begin = split_dim % shape.size, [], splat(0, (), I64)
    here, whole = iota(shape.shape, 0) == axis, shape[axis].reshape()
    for part in range(num_split):
        size = whole / num_split + (splat(part, (), I64) < whole % num_split).convert(I64)
        start, box = [select(here, broadcast_to(each, shape.shape), other) for each, other in ((begin, 0), (size, shape))]
        types = result_types[part], result_types[num_split + part]
        moved = indices - broadcast_to(start.expand(0), indices.shape)
        parts.append([*compressed(in_box(indices, start, box), (moved, types[0]), (values, types[1])), box])
        begin = begin + size
    return [part[at] for at in range(3) for part in parts]


@lower
def SparseReshape(input_indices, input_shape, new_shape):
    """Places counted along the rows of one shape are those along the rows of the other. A size of -1 is what the others leave."""
    rest = maximum(-reduce("multiply", new_shape, [0], 1), 1)
    whole = reduce("multiply", input_shape, [0], 1)
    shape = select(new_shape < 0, broadcast_to(whole / rest, new_shape.shape), new_shape)
    flat = splat(0, input_indices.shape[:1], I64)
    for axis in range(input_indices.shape[1]):
        flat = flat * broadcast_to(input_shape[axis].reshape(), flat.shape) + input_indices[:, axis]
    columns = []
    for axis in reversed(range(shape.size)):
        size = broadcast_to(maximum(shape[axis].reshape(), 1), flat.shape)
        columns.insert(0, (flat % size).expand(1))
        flat = flat / size
    return [concatenate(columns, 1) if columns else input_indices[:, :0], shape]


@lower
def SparseFillEmptyRows(indices, values, dense_shape, default_value, result_types):
    """Behind the elements of rows stand those that are put into rows without: in the order of the rows these are at their places."""
    (rows,), (count, rank) = result_types[2].shape, indices.shape
    tell_shape((rows,), dense_shape[:1])
    is_there = scatter(splat(0, (rows,), I32), indices[:, :1], splat(1, (count,), I32), "maximum") > 0
    key = concatenate([indices[:, 0], select(is_there, rows if isinstance(rows, int) else number(rows, I64), iota((rows,), 0, I64))], 0)
    order = in_order([key])[-1]
    first_columns = pad(iota((rows, 1), 0, I64), [0, 0], [0, rank - 1])
    both = [concatenate([indices, first_columns], 0), concatenate([values, broadcast_to(default_value, (rows,))], 0)]
    kept = number(count) + (~is_there).convert(I32).sum(0)
    filled = [first_rows(take(each, order, 0), kept, type) for each, type in zip(both, result_types)]
    at = scatter(iota(order.shape, 0), order.expand(1), iota(order.shape, 0), None)
    return [*filled, ~is_there, at[:count].convert(I64)]


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
    rows, _ = groups_of(places[:, :-1])
    largest = scatter(like(lowest(values.element), values), rows.expand(1), values, "maximum")
    powers = exp(values - take(largest, rows, 0))
    return powers / take(scatter(like(0, values), rows.expand(1), powers, "add"), rows, 0)


@lower
def RaggedBincount(splits, values, size, weights, binary_output, result_types):
    """What is not below `size` lies outside, and is dropped."""
    values, (rows, count) = values.reshape(values.size), result_types[0].shape
    tell(count, lambda: size.reshape().convert(I32))
    check_weights(values.size, weights.size)
    row = (splits.reshape(splits.size)[1:].expand(0) <= iota((values.size, 1), 0, I64)).convert(values.element).sum(1)
    places = concatenate([row.expand(1), values.expand(1)], 1)
    added = weights.reshape(weights.size)[: values.size] if weights.size and not binary_output else splat(1, values.shape, weights.element)
    return scatter(splat(0, (rows, count), weights.element), places, added, None if binary_output else "add")
