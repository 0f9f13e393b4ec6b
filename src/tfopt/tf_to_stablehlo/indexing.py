"""Lowerings: choosing elements by index, scattering them, sorting."""

from math import inf

import numpy as np
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.types import I1, I32, I64
from tfir.ods.inference import constant_of

from tfopt.arithmetic import tensor
from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.contents import Sizes
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.sizes import tell, tell_shape
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    dot_general,
    emit_many,
    gather,
    highest,
    iota,
    literal,
    lowest,
    maximum,
    reduce,
    region_of,
    select,
    sliced,
    splat,
    take,
)  # fmt: skip
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by

# Gathering


@lower
def GatherV2(params, indices, axis: int, batch_dims):
    """The first `batch_dims` axes of both go together."""
    axis %= params.rank
    batch = batch_dims % indices.rank if batch_dims < 0 else batch_dims
    if batch == 0:
        return take(params, indices, axis)
    together = list(range(batch))
    places = indices.rank - batch
    offsets = [*range(batch, axis), *range(axis + places, params.rank + places - 1)]
    sizes = [1 if at == axis or at < batch else size for at, size in enumerate(params.shape)]
    return gather(params, indices, sizes, offsets, [axis], [axis], indices.rank, (together, together))


lowered_by(Gather=lambda params, indices: take(params, indices, 0))


@lower
def GatherNd(params, indices):
    depth = indices.shape[-1]
    if depth == 0:
        return tensor.broadcast_to(params, (*indices.shape[:-1], *params.shape))
    outer = indices.rank - 1
    offsets = range(outer, outer + params.rank - depth)
    sizes = [1] * depth + list(params.shape[depth:])
    return gather(params, indices, sizes, offsets, range(depth), range(depth), outer)


# Scattering


@lower
def ScatterNd(indices, updates, shape, result_types):
    tell_shape(result_types[0].shape, shape)
    start = splat(0, result_types[0].shape, result_types[0].element)
    return scatter(start, indices, updates, "or" if updates.element is I1 else "add")


lowered_by(
    TensorScatterUpdate=lambda tensor, indices, updates: scatter(tensor, indices, updates, None),
    TensorScatterAdd=lambda tensor, indices, updates: scatter(tensor, indices, updates, "add"),
    ScatterNdNonAliasingAdd=lambda input, indices, updates: scatter(input, indices, updates, "or" if updates.element is I1 else "add"),
    TensorScatterSub=lambda tensor, indices, updates: scatter(tensor, indices, -updates, "add"),
    TensorScatterMax=lambda tensor, indices, updates: scatter(tensor, indices, numbers_of(updates, lowest), "maximum"),
    TensorScatterMin=lambda tensor, indices, updates: scatter(tensor, indices, numbers_of(updates, highest), "minimum"),
    InplaceUpdate=lambda x, i, v: scatter(x, row_numbers(x, i), v, None),
    InplaceAdd=lambda x, i, v: scatter(x, row_numbers(x, i), v, "add"),
    InplaceSub=lambda x, i, v: scatter(x, row_numbers(x, i), -v, "add"),
)


def numbers_of(updates: Tensor, last) -> Tensor:
    """Updates of which NaN changes nothing, as in TensorFlow's kernels; a NaN of the tensor stays."""
    return select(updates == updates, updates, last(updates.element)) if updates.is_float else updates


def row_numbers(x: Tensor, i: Tensor) -> Tensor:
    """Numbers of rows go round: -1 is the last one."""
    rows = max(x.shape[0], 1)
    rest = i % rows
    return select(rest < 0, rest + rows, rest).expand(-1)


# By value


@lower
def OneHot(indices, on_value, off_value, axis, result_types):
    at = axis % (indices.rank + 1)
    hot = iota(result_types[0].shape, at, indices.element) == indices.expand(at)
    return select(hot, on_value, off_value)


LONGEST_RANKED = 2048


def top(x: Tensor, count: int, element) -> list[Tensor]:
    """The `count` largest elements along the last axis and their positions: two tensors [..., count]. NaN counts as more than infinity, as
    XLA has it."""
    return ranked(x, count, element) if not isinstance(x.shape[-1], int) or x.shape[-1] <= LONGEST_RANKED else sorted_out(x, count, element)


def ranked(x: Tensor, count: int, element) -> list[Tensor]:
    """Each element is compared with all others: how many beat it is its rank. Only reductions, which every device has."""
    *stack, length = x.shape
    own, other = x.expand(-1), x.expand(-2)
    pairs = (*stack, length, length)
    earlier = iota(pairs, x.rank) < iota(pairs, x.rank - 1)
    rank = (exceeds(other, own) | (earlier & ~exceeds(own, other))).convert(I32).sum(-1)
    chosen = iota((*stack, count, length), x.rank - 1) == rank.expand(-2)
    values = select(chosen, x.expand(-2), tensor.lowest(x.element)).max(-1)
    places = select(chosen, iota((*stack, count, length), x.rank), 0).max(-1)
    return [values, places.convert(element)]


def exceeds(one: Tensor, other: Tensor) -> Tensor:
    return one > other if one.is_integer else (one > other) | ((one != one) & (other == other))


def sorted_out(x: Tensor, count: int, element) -> list[Tensor]:
    places = iota(x.shape, x.rank - 1)
    order = {"dimension": IntegerAttr(x.rank - 1, I64), "is_stable": BoolAttr(True)}
    descending = region_of([x.element, x.element, I32, I32], lambda one, other, *_: exceeds(one, other))
    values, indices = emit_many("sort", [x, places], [x.type, places.type], [descending], **order)
    limits = [*x.shape[:-1], count]
    zeros = [0] * x.rank
    return [sliced(values, zeros, limits), sliced(indices, zeros, limits).convert(element)]


def best(x: Tensor, element) -> list[Tensor]:
    """The largest along the last axis and where it stands, as TensorFlow's kernel finds it: what fills vectors of 32 bytes is compared without NaN; of
    the rest what stands before a NaN is forgotten, and where that ends in NaN the first of the row is the largest."""
    length, lanes = x.shape[-1], 256 // max(x.element.width, 32)
    whole, place = length // lanes * lanes, iota(x.shape, x.rank - 1)
    is_number = x == x
    forgotten = select((place >= whole) & ~is_number, place, -1).max(-1, keep=True)
    is_kept = is_number & ((place < whole) | (place > broadcast_to(forgotten, x.shape)))
    largest = select(is_kept, x, -inf).max(-1, keep=True)
    first = select(x == broadcast_to(largest, x.shape), place, length).min(-1, keep=True)
    first = select((first == length) | (forgotten == length - 1), 0, first)
    value = select(place == broadcast_to(first, x.shape), x, -inf).max(-1, keep=True)
    return [value, first.convert(element)]


@lower
def TopKV2(input, k, result_types):
    """NaN among several stands first, where TensorFlow has it as the comparisons of its sort and its heap leave it."""
    count = result_types[1].shape[-1]
    tell(count, lambda: k.reshape().convert(I32))
    if count == 1 and not input.is_integer and isinstance(input.shape[-1], int):
        return best(input, result_types[1].element)
    return top(input, count, result_types[1].element)


lowered_by(TopK=TopKV2)


@lower
def ApproxTopK(input, k, reduction_dimension, is_max_k, result_types):
    """None is missed, as on TensorFlow's CPU. The smallest are the largest of the negatives."""
    axis = reduction_dimension % input.rank
    order = [*[at for at in range(input.rank) if at != axis], axis]
    back = [order.index(at) for at in range(input.rank)]
    values, places = top((input if is_max_k else -input).transpose(*order), k, result_types[1].element)
    return [(values if is_max_k else -values).transpose(*back), places.transpose(*back)]


@lower
def InTopKV2(predictions, targets, k):
    classes = predictions.shape[1]
    own = iota(predictions.shape, 1, targets.element) == targets.expand(-1)
    target = select(own, predictions, 0).sum(1, keep=True)
    better = (predictions > target).convert(targets.element).sum(1)
    k = broadcast_to(k.reshape(), better.shape) if isinstance(k, Tensor) else k
    finite = reduce("and", tensor.unary("is_finite", predictions, I1), [1], True, False)
    return (targets >= 0) & (targets < classes) & finite & (better < k)


lowered_by(InTopK=InTopKV2)


@lower
def NthElement(input, n: int, reverse):
    """The element that would stand at place n, were the last axis sorted."""
    ascending = region_of([input.element] * 2, lambda one, other: one < other)
    (ordered,) = emit_many(
        "sort", [input], [input.type], [ascending], dimension=IntegerAttr(input.rank - 1, I64), is_stable=BoolAttr(False)
    )
    return ordered[..., input.shape[-1] - 1 - n if reverse else n]


@lower
def SparseTensorDenseMatMul(a_indices, a_values, a_shape: Sizes, b, adjoint_a, adjoint_b):
    """The first matrix is given by its values at places; those at one place are summed."""
    a = scatter(splat(0, a_shape.tolist(), a_values.element), a_indices, a_values, "add")
    a, b = (conjugate(x) if is_adjoint else x for x, is_adjoint in ((a, adjoint_a), (b, adjoint_b)))
    return dot_general(a, b, ([0 if adjoint_a else 1], [1 if adjoint_b else 0]))


# By place


@lower
def DynamicStitch(indices, data, result_types):
    """Each row of the result is one row of the data, the last that names it, or zeros where none does."""
    type = result_types[0]
    numbers = [constant_of(index.value) for index in indices]
    rows = concatenate([part.reshape(index.size, *type.shape[1:]) for index, part in zip(indices, data)], 0)
    if any([number is None for number in numbers]):
        return stitched(concatenate([index.reshape(index.size) for index in indices], 0), rows, type)
    order = np.concatenate([np.ravel(number) for number in numbers])
    source = np.full(type.shape[0], len(order), np.int32)
    source[order] = np.arange(len(order), dtype=np.int32)
    if len(order) in source:
        rows = concatenate([rows, splat(0, (1, *rows.shape[1:]), rows.element)], 0)
    return take(rows, literal(source), 0)


def stitched(places: Tensor, rows: Tensor, type) -> Tensor:
    """Rows at places that the program computes, which tell how many there are: one more than the largest."""
    tell(type.shape[0], lambda: maximum(places.max(0) + 1, 0))
    last = scatter(splat(-1, type.shape[:1], I32), places.expand(1), iota(places.shape, 0), "maximum")
    rows = concatenate([splat(0, (1, *rows.shape[1:]), rows.element), rows], 0)
    return take(rows, last + 1, 0)


lowered_by(
    ParallelDynamicStitch=DynamicStitch,
    # How many of the row are no larger, or less.
    UpperBound=lambda sorted_inputs, values, result_types: counted(sorted_inputs.expand(1) <= values.expand(-1), result_types),
    LowerBound=lambda sorted_inputs, values, result_types: counted(sorted_inputs.expand(1) < values.expand(-1), result_types),
)


def counted(truths: Tensor, result_types) -> Tensor:
    """How often a condition holds along the last axis."""
    return truths.convert(result_types[0].element).sum(-1)


@lower
def SparseToDense(sparse_indices, output_shape, sparse_values, default_value, result_types):
    shape = result_types[0].shape
    tell_shape(shape, output_shape)
    indices = sparse_indices.reshape(sparse_indices.size, 1) if sparse_indices.rank < 2 else sparse_indices
    values = tensor.broadcast_to(sparse_values, (indices.shape[0],))
    return scatter(tensor.broadcast_to(default_value, shape), indices, values, None)


@lower
def UnravelIndex(indices, dims: list):
    parts, rest = [], indices
    for size in reversed(dims):
        whole = rest / size
        parts.append((rest - whole * size).expand(0))
        rest = whole
    return concatenate(parts[::-1], 0)
