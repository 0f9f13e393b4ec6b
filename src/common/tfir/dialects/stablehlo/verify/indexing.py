"""Constraints of ops that take parts of tensors: slices, gathers, scatters, sizes."""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.dialects.stablehlo.verify.checks import (
    bounds_of,
    dimensions_of,
    distinct,
    each_in_range,
    fits,
    inferred,
    numbers,
    same_element,
    scalar,
    size_fits,
    terminated,
    unique,
)
from tfir.dialects.stablehlo.verify.reduction import reducer
from tfir.dialects.stablehlo.verify.refusal import Refused, checked, in_order
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, TensorType


def slice_(op):
    operand = op.operands[0].type
    starts, limits, strides = [dimensions_of(op, name) for name in ("start_indices", "limit_indices", "strides")]
    if not len(starts) == len(limits) == len(strides):
        raise Error.on(op, "failed to verify that all of {start_indices, limit_indices, strides} have same size")
    if len(starts) != operand.rank:
        raise Refused(f"the number of elements in start_indices ({len(starts)}) does not match the rank of the operand ({operand.rank})")
    bounds, sizes = bounds_of(operand), []
    for dim, (start, limit, stride, size) in enumerate(zip(starts, limits, strides, operand.shape)):
        if start < 0:
            raise Refused(f"negative start index {start} in dimension {dim}")
        extent, what = (size, "size") if size is not None else (bounds[dim] if bounds else None, "bound")
        if extent is not None and limit > extent:
            raise Refused(f"limit index {limit} is larger than dimension {what} {extent} in dimension {dim}")
        if start > limit:
            raise Refused(f"start index {start} is larger than limit index {limit} in dimension {dim}")
        if stride <= 0:
            raise Refused(f"stride must be positive but got {stride} in dimension {dim}")
        sizes.append(-(-(limit - start) // stride))
    return [TensorType(sizes, operand.element)]


def dynamic_slice(op):
    operand, starts, sizes = op.operands[0].type, op.operands[1:], dimensions_of(op, "slice_sizes")
    if len(starts) != len(sizes):
        raise Refused(f"has mismatched number of slice sizes ({len(sizes)}) and number of start indices ({len(starts)})")
    if operand.rank != len(starts):
        raise Refused(f"has mismatched number of start indices ({len(starts)}) and the rank of operand ({operand.rank})")
    if len({v.type.element for v in starts}) > 1:
        raise Refused("start indices must have same element type")
    for dim, (size, limit) in enumerate(zip(sizes, operand.shape)):
        if size < 0:
            raise Refused(f"has negative size index to dynamic slice: {size}")
        if limit is not None and size > limit:
            raise Refused(f"has slice size {size} greater than dimension size {limit} in dimension {dim} of operand")
    return [TensorType(sizes, operand.element)]


def dynamic_update_slice(op):
    operand, update, starts = op.operands[0].type, op.operands[1].type, op.operands[2:]
    if update.rank != operand.rank:
        raise Refused(f"update rank does not match operand rank: {update.rank} vs {operand.rank}.")
    if len(starts) != operand.rank:
        raise Refused(f"expects number of start_indices to match operand rank: {len(starts)} vs {operand.rank}.")
    if len({v.type.element for v in starts}) > 1:
        raise Refused("start indices must have same element type")
    if not same_element(operand, update):
        raise Error.on(op, "failed to verify that all of {operand, update, result} have same element type")
    for dim, (size, limit) in enumerate(zip(update.shape, operand.shape)):
        if size is not None and limit is not None and size > limit:
            raise Refused(f"expects size at dimension {dim} of update to be in range [0, {limit}]. Got: {size}.")
    return [operand]


def real_dynamic_slice(op):
    rank = op.operands[0].type.rank
    if len({v.type for v in op.operands[1:]}) > 1:
        raise Error.on(op, "failed to verify that all of {start_indices, limit_indices, strides} have same type")
    for name, value in zip(("start_indices", "limit_indices", "strides"), op.operands[1:]):
        size = value.type.shape[0]
        if size is not None and size != rank:
            raise Refused(f"has mismatched number of operand rank ({rank}) and {name} size ({size})")


def gather_numbers(numbers_, operand, starts, slice_sizes_rank: int, slice_count) -> None:
    n = numbers_
    implied = len(n.offset_dims) + len(n.collapsed_slice_dims) + len(n.operand_batching_dims)
    if operand.rank != implied:
        raise Refused(
            f"offset_dims size ({len(n.offset_dims)}) plus collapse_slice_dims size ({len(n.collapsed_slice_dims)}) plus "
            f"operand_batching_dims size ({len(n.operand_batching_dims)}) is not equal to operand rank ({operand.rank})"
        )
    index_vector_in_range(n.index_vector_dim, starts.rank, "start_indices")
    trailing = n.index_vector_dim == starts.rank
    size = 1 if trailing else starts.shape[n.index_vector_dim]
    if size is not None and size != len(n.start_index_map):
        raise Refused(
            f"start_index_map size ({len(n.start_index_map)}) is not equal to size of index dimension ({n.index_vector_dim}) "
            f"of start_indices ({size})"
        )
    for name in ("offset_dims", "collapsed_slice_dims", "operand_batching_dims"):
        dims = getattr(n, name)
        if name == "collapsed_slice_dims":
            distinct(dims, n.operand_batching_dims, name, "operand_batching_dims")
        if list(dims) != sorted(dims):
            raise Refused(f"expects {name} to be sorted, got: [{numbers(dims)}]")
        if not unique(dims):
            raise Refused(f"expects {name} to not repeat, got: [{numbers(dims)}]")
        if name != "offset_dims":
            each_in_range(dims, operand.rank, name, "rank-of('operand')")
    _gather_batching(n, operand, starts)
    distinct(n.start_index_map, n.operand_batching_dims, "start_index_map", "operand_batching_dims")
    each_in_range(n.start_index_map, operand.rank, "start_index_map", "rank-of('operand')")
    if slice_sizes_rank != 1:
        raise Refused(f"slice_sizes.rank != 1 (got {slice_sizes_rank})")
    if slice_count is not None and slice_count != operand.rank:
        raise Refused(f"slice_sizes size ({slice_count}) not equal to operand rank ({operand.rank})")


def index_vector_in_range(dim: int, rank: int, name: str) -> None:
    if not 0 <= dim <= rank:
        raise Refused(f"Expects index_vector_dim to be in range [0, rank-of('{name}')] i.e. [0, {rank}]. got: {dim}.")


def _gather_batching(n, operand, starts) -> None:
    dims = n.start_indices_batching_dims
    if not unique(dims):
        raise Refused(f"expects start_indices_batching_dims to not repeat, got: [{numbers(dims)}]")
    each_in_range(dims, starts.rank, "start_indices_batching_dims", "rank-of('start_indices')")
    if n.index_vector_dim in dims:
        raise Refused(f"expects start_indices_batching_dims not to include index_vector_dim {n.index_vector_dim}")
    if len(dims) != len(n.operand_batching_dims):
        raise Refused("operand_batching_dims and start_indices_batching_dims should have the same size")
    for at, (one, other) in enumerate(zip(n.operand_batching_dims, dims)):
        if not size_fits(operand.shape[one], starts.shape[other]):
            raise Refused(
                f"operand_batching_dims[{at}] and start_indices_batching_dims[{at}] must have compatible sizes, "
                f"but got {operand.shape[one]} and {starts.shape[other]}"
            )


def slices_fit(n, operand, sizes) -> None:
    for name in ("collapsed_slice_dims", "operand_batching_dims"):
        for dim in getattr(n, name):
            if sizes[dim] > 1:
                raise Refused(f"Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but got {sizes[dim]}")
    for at, (size, limit) in enumerate(zip(sizes, operand.shape)):
        if size < 0 or (limit is not None and size > limit):
            raise Refused(f"slice size ({size}) is out of bounds for operand dimension ({limit}) at index {at}")


def gathered(n, operand, starts, sizes) -> TensorType:
    """The type of the result of a gather."""
    rank = len(n.offset_dims) + starts.rank + (n.index_vector_dim == starts.rank) - 1
    each_in_range(n.offset_dims, rank, "offset_dims", "implied-result-rank")
    kept = iter([size for dim, size in enumerate(sizes) if dim not in n.collapsed_slice_dims and dim not in n.operand_batching_dims])
    batch_dims = [dim for dim in range(starts.rank) if dim != n.index_vector_dim]
    batch, bounds, limits, shape = iter(batch_dims), bounds_of(starts), [], []
    for dim in range(rank):
        if dim in n.offset_dims:
            shape.append(next(kept))
            limits.append(None)
        else:
            at = next(batch)
            shape.append(starts.shape[at])
            limits.append(bounds[at] if bounds else None)
    return TensorType(shape, operand.element, BoundsAttr(limits) if any([n is not None for n in limits]) else None)


def gather(op):
    operand, starts, sizes = op.operands[0].type, op.operands[1].type, dimensions_of(op, "slice_sizes")
    n = op.attributes["dimension_numbers"]
    gather_numbers(n, operand, starts, 1, len(sizes))
    slices_fit(n, operand, sizes)
    return [gathered(n, operand, starts, sizes)]


def dynamic_gather(op):
    operand, starts, sizes_type = [v.type for v in op.operands]
    n, sizes = op.attributes["dimension_numbers"], constant_numbers(op.operands[2])
    gather_numbers(n, operand, starts, sizes_type.rank, sizes_type.size if sizes_type.is_static else None)
    if sizes is not None:
        slices_fit(n, operand, sizes)
    return [gathered(n, operand, starts, sizes if sizes is not None else [None] * operand.rank)]


def scatter(op):
    count = (len(op.operands) - 1) // 2
    inputs = [v.type for v in op.operands[:count]]
    indices, updates = op.operands[count].type, [v.type for v in op.operands[count + 1 :]]
    if not all([fits(type.shape, inputs[0].shape) for type in inputs]):
        raise Refused("Not all inputs have compatible shapes.")
    if not all([fits(type.shape, updates[0].shape) for type in updates]):
        raise Refused("Not all updates have compatible shapes.")
    n = op.attributes["scatter_dimension_numbers"]
    index_vector_in_range(n.index_vector_dim, indices.rank, "scatter_indices")
    reducer(op.region.blocks[0], inputs, [scalar(type.element) for type in updates], ())
    expanded = (*indices.shape, 1) if n.index_vector_dim == indices.rank else indices.shape
    rank = len(expanded) - 1 + len(n.update_window_dims)
    for type in updates:
        if type.rank != rank:
            raise Refused(
                f"expects updates tensor must be of rank {rank} ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), "
                "where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), "
                f"but got {type.rank}."
            )
    for operand, update in zip(inputs, updates):
        scatter_numbers(n, operand, expanded, update)
        _updates_fit(n, operand, expanded, update)


def scatter_numbers(n, operand, indices, update) -> None:
    count = len(n.update_window_dims) + len(n.inserted_window_dims) + len(n.input_batching_dims)
    if operand.rank != count:
        raise Refused(
            "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + "
            f"size-of('input_batching_dims') i.e. {count} but got {operand.rank}."
        )
    for name, limit, of in (
        ("update_window_dims", update.rank, "updates"), ("inserted_window_dims", operand.rank, "operand"),
        ("input_batching_dims", operand.rank, "operand"),
    ):  # fmt: skip
        dims = getattr(n, name)
        if name == "inserted_window_dims":
            distinct(dims, n.input_batching_dims, name, "input_batching_dims")
        if list(dims) != sorted(dims):
            raise Refused(f"Expects {name} to be sorted; got: [{numbers(dims)}].")
        if not unique(dims):
            raise Refused(f"Expects {name} to not repeat; got: [{numbers(dims)}].")
        each_in_range(dims, limit, name, f"rank-of('{of}')")
    _scatter_batching(n, operand, indices)
    size = indices[n.index_vector_dim]
    if size is not None and len(n.scatter_dims_to_operand_dims) != size:
        raise Refused(
            f"Scatter op has {len(n.scatter_dims_to_operand_dims)} elements in scatter_dims_to_operand_dims and the bound of dimension "
            f"index_vector_dim={n.index_vector_dim} of scatter_indices is {size}. These two numbers must be equal."
        )
    distinct(n.scatter_dims_to_operand_dims, n.input_batching_dims, "scatter_dims_to_operand_dims", "input_batching_dims")
    each_in_range(n.scatter_dims_to_operand_dims, operand.rank, "scatter_dims_to_operand_dims", "rank-of('operand')")


def _scatter_batching(n, operand, indices) -> None:
    dims = n.scatter_indices_batching_dims
    if not unique(dims):
        raise Refused(f"Expects scatter_indices_batching_dims to not repeat; got: [{numbers(dims)}].")
    each_in_range(dims, len(indices), "scatter_indices_batching_dims", "rank-of('scatter_indices')")
    if n.index_vector_dim in dims:
        raise Refused(f"expects scatter_indices_batching_dims not to include index_vector_dim {n.index_vector_dim}.")
    if len(dims) != len(n.input_batching_dims):
        raise Refused("input_batching_dims and scatter_indices_batching_dims should have the same size.")
    for at, (one, other) in enumerate(zip(n.input_batching_dims, dims)):
        if not size_fits(operand.shape[one], indices[other]):
            raise Refused(
                f"input_batching_dims[{at}] and scatter_indices_batching_dims[{at}] must have compatible sizes, "
                f"but got {operand.shape[one]} and {indices[other]}."
            )


def _updates_fit(n, operand, indices, update) -> None:
    limits = [s for d, s in enumerate(operand.shape) if d not in n.inserted_window_dims and d not in n.input_batching_dims]
    for dim, limit in zip(n.update_window_dims, limits):
        size = update.shape[dim]
        if size is not None and limit is not None and size > limit:
            raise Refused(
                "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. "
                f"For dimension {dim}, updates bound is {size}, operand bound is {limit}."
            )
    scatter_sizes = iter([size for dim, size in enumerate(indices) if dim != n.index_vector_dim])
    for dim, size in enumerate(update.shape):
        if dim in n.update_window_dims:
            continue
        other = next(scatter_sizes)
        if not size_fits(size, other):
            raise Refused(
                "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter "
                f"indices. For scatter dimension {dim}, updates bound is {size} , scatter_indices bound is {other}."
            )


def scattered(op):
    count = (len(op.operands) - 1) // 2
    returned = terminated(op.region)
    if returned is None:
        raise Refused("expect non-empty region")
    inputs = [v.type for v in op.operands[:count]]
    elements = [v.type.element if isinstance(v.type, TensorType) else None for v in returned]
    if len(elements) != count or None in elements:
        return [r.type for r in op.results]
    return [TensorType(type.shape, element, type.encoding) for type, element in zip(inputs, elements)]


def in_range(op, type) -> int:
    dimension = op.get("dimension")
    if dimension >= type.rank:
        raise Refused(f"requires dimension attribute in range [0, {type.rank}); found ({dimension})")
    return dimension


def get_dimension_size(op):
    in_range(op, op.operands[0].type)
    return [scalar(I32)]


def set_dimension_size(op):
    operand, size = [v.type for v in op.operands]
    if size.rank != 0:
        raise Refused("size operand should be of rank-0")
    dimension = in_range(op, operand)
    shape = list(operand.shape)
    shape[dimension] = None
    return [TensorType(shape, operand.element)]


VERIFY = {
    "slice": inferred(slice_), "dynamic_slice": inferred(dynamic_slice), "dynamic_update_slice": inferred(dynamic_update_slice),
    "real_dynamic_slice": checked(real_dynamic_slice), "gather": inferred(gather),
    "scatter": in_order(checked(scatter), inferred(scattered)),
    "get_dimension_size": inferred(get_dimension_size), "set_dimension_size": inferred(set_dimension_size),
}  # fmt: skip
VERIFY_IN_CONTEXT = {"dynamic_gather": inferred(dynamic_gather)}
