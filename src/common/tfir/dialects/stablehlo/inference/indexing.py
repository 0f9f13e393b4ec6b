"""Result types of ops that take parts of tensors: slices, gathers, scatters, sizes."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import (
    Refused,
    bounded,
    bounds_of,
    distinct,
    each_in_range,
    integers,
    like,
    numbers,
    size_fits,
    terminated,
    unique,
)
from tfir.dialects.stablehlo.inference.reduction import of_one_shape
from tfir.ir.types import I32, TensorType
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue, declared_elements


def slice_(operand, start_indices, limit_indices, strides):
    starts, limits, steps = integers(start_indices), integers(limit_indices), integers(strides)
    if len(starts) != operand.rank:
        raise Refused(f"the number of elements in start_indices ({len(starts)}) does not match the rank of the operand ({operand.rank})")
    bounds, sizes = bounds_of(operand), []
    for dim, (start, limit, stride, size) in enumerate(zip(starts, limits, steps, operand.shape)):
        if start < 0:
            raise Refused(f"negative start index {start} in dimension {dim}")
        most, what = (size, "size") if isinstance(size, int) else (bounds[dim] if bounds else None, "bound")
        if most is not None and limit > most:
            raise Refused(f"limit index {limit} is larger than dimension {what} {most} in dimension {dim}")
        if start > limit:
            raise Refused(f"start index {start} is larger than limit index {limit} in dimension {dim}")
        if stride <= 0:
            raise Refused(f"stride must be positive but got {stride} in dimension {dim}")
        sizes.append(-(-(limit - start) // stride))
    return AbstractValue(tuple(sizes), operand.element)


def real_dynamic_slice(operand, start_indices, limit_indices, strides, op):
    starts, limits, steps = start_indices.integers, limit_indices.integers, strides.integers
    if starts is None or limits is None or steps is None:
        sizes = size_of_computed_slice(op) or sizes_between(start_indices.vector, limit_indices.vector, steps)
        return AbstractValue(tuple(sizes or [shapes.fresh() for _ in operand.shape]), operand.element)
    return slice_(operand, starts, limits, steps)


def sizes_between(starts, limits, steps) -> list | None:
    """The sizes of a slice whose bounds are numbers or sizes, as far as they are known; None where nothing is."""
    if starts is None or limits is None or steps is None:
        return None
    lengths = [None if None in (start, limit) else shapes.subtract(limit, start) for start, limit in zip(starts, limits)]
    return [shapes.fresh() if length is None else shapes.divide_up(length, step) for length, step in zip(lengths, steps)]


def size_of_computed_slice(op) -> list[int] | None:
    """The sizes of `x[i:i+n]`: n where that is a constant, all steps are 1, and i is whatever it is."""
    starts, limits, strides = op.operands[1:]
    steps, total = declared_elements(strides), limits.op
    if steps is None or set(integers(steps)) - {1} or total is None or total.name != "stablehlo.add" or starts not in total.operands:
        return None
    one, other = total.operands
    added = declared_elements(other if one is starts else one)
    return None if added is None else integers(added)


def dynamic_slice(operand, start_indices, slice_sizes):
    sizes = integers(slice_sizes)
    if len(start_indices) != len(sizes):
        raise Refused(f"has mismatched number of slice sizes ({len(sizes)}) and number of start indices ({len(start_indices)})")
    if operand.rank != len(start_indices):
        raise Refused(f"has mismatched number of start indices ({len(start_indices)}) and the rank of operand ({operand.rank})")
    of_one_element(start_indices)
    for dim, (size, limit) in enumerate(zip(sizes, operand.shape)):
        if size < 0:
            raise Refused(f"has negative size index to dynamic slice: {size}")
        if isinstance(limit, int) and size > limit:
            raise Refused(f"has slice size {size} greater than dimension size {limit} in dimension {dim} of operand")
    return AbstractValue(tuple(sizes), operand.element)


def of_one_element(start_indices) -> None:
    if len({start.element for start in start_indices}) > 1:
        raise Refused("start indices must have same element type")


def dynamic_update_slice(operand, update, start_indices):
    if update.rank != operand.rank:
        raise Refused(f"update rank does not match operand rank: {update.rank} vs {operand.rank}.")
    if len(start_indices) != operand.rank:
        raise Refused(f"expects number of start_indices to match operand rank: {len(start_indices)} vs {operand.rank}.")
    of_one_element(start_indices)
    for dim, (size, limit) in enumerate(zip(update.shape, operand.shape)):
        if isinstance(size, int) and isinstance(limit, int) and size > limit:
            raise Refused(f"expects size at dimension {dim} of update to be in range [0, {limit}]. Got: {size}.")
    return like(operand)


def gather_numbers(n, operand, starts, slice_sizes_rank: int, slice_count) -> None:
    implied = len(n.offset_dims) + len(n.collapsed_slice_dims) + len(n.operand_batching_dims)
    if operand.rank != implied:
        raise Refused(
            f"offset_dims size ({len(n.offset_dims)}) plus collapse_slice_dims size ({len(n.collapsed_slice_dims)}) plus "
            f"operand_batching_dims size ({len(n.operand_batching_dims)}) is not equal to operand rank ({operand.rank})"
        )
    index_vector_in_range(n.index_vector_dim, starts.rank, "start_indices")
    trailing = n.index_vector_dim == starts.rank
    size = 1 if trailing else starts.shape[n.index_vector_dim]
    if isinstance(size, int) and size != len(n.start_index_map):
        raise Refused(
            f"start_index_map size ({len(n.start_index_map)}) is not equal to size of index dimension ({n.index_vector_dim}) "
            f"of start_indices ({size})"
        )
    for name in ("offset_dims", "collapsed_slice_dims", "operand_batching_dims"):
        dims = getattr(n, name)
        if name == "collapsed_slice_dims":
            distinct(dims, n.operand_batching_dims, name, "operand_batching_dims")
        ascending(dims, name, GATHER)
        if name != "offset_dims":
            each_in_range(dims, operand.rank, name, "rank-of('operand')")
    batching_fits(
        n.operand_batching_dims, "operand_batching_dims", operand.shape, n.start_indices_batching_dims, "start_indices", starts.shape,
        n.index_vector_dim, GATHER,
    )  # fmt: skip
    distinct(n.start_index_map, n.operand_batching_dims, "start_index_map", "operand_batching_dims")
    each_in_range(n.start_index_map, operand.rank, "start_index_map", "rank-of('operand')")
    if slice_sizes_rank != 1:
        raise Refused(f"slice_sizes.rank != 1 (got {slice_sizes_rank})")
    if slice_count is not None and slice_count != operand.rank:
        raise Refused(f"slice_sizes size ({slice_count}) not equal to operand rank ({operand.rank})")


def index_vector_in_range(dim: int, rank: int, name: str) -> None:
    if not 0 <= dim <= rank:
        raise Refused(f"Expects index_vector_dim to be in range [0, rank-of('{name}')] i.e. [0, {rank}]. got: {dim}.")


# How errors of gathers and of scatters begin, introduce what there is, and end.
GATHER, SCATTER = ("expects", ", got", ""), ("Expects", "; got", ".")


def ascending(dims, name: str, wording) -> None:
    expects, got, end = wording
    if list(dims) != sorted(dims):
        raise Refused(f"{expects} {name} to be sorted{got}: [{numbers(dims)}]{end}")
    not_repeated(dims, name, wording)


def not_repeated(dims, name: str, wording) -> None:
    expects, got, end = wording
    if not unique(dims):
        raise Refused(f"{expects} {name} to not repeat{got}: [{numbers(dims)}]{end}")


def batching_fits(dims, name: str, shape, index_dims, indices_name: str, indices, index_vector_dim: int, wording) -> None:
    """Dimensions along which an operand and the indices into it are batched have one size. `shape` and `indices` are their shapes."""
    end, index_dims_name = wording[-1], f"{indices_name}_batching_dims"
    not_repeated(index_dims, index_dims_name, wording)
    each_in_range(index_dims, len(indices), index_dims_name, f"rank-of('{indices_name}')")
    if index_vector_dim in index_dims:
        raise Refused(f"expects {index_dims_name} not to include index_vector_dim {index_vector_dim}{end}")
    if len(dims) != len(index_dims):
        raise Refused(f"{name} and {index_dims_name} should have the same size{end}")
    for at, (one, other) in enumerate(zip(dims, index_dims)):
        if not size_fits(shape[one], indices[other]):
            raise Refused(
                f"{name}[{at}] and {index_dims_name}[{at}] must have compatible sizes, but got {shape[one]} and {indices[other]}{end}"
            )


def slices_fit(n, operand, starts, sizes) -> None:
    """Of an axis without elements nothing is taken where there are no places: sizes that a call brings along may come to that."""
    takes_none = 0 in [size for dim, size in enumerate(starts.shape) if dim != n.index_vector_dim]
    for name in ("collapsed_slice_dims", "operand_batching_dims"):
        for dim in getattr(n, name):
            if isinstance(sizes[dim], int) and sizes[dim] > 1:
                raise Refused(f"Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but got {sizes[dim]}")
    for at, (size, limit) in enumerate(zip(sizes, operand.shape)):
        if takes_none and limit == 0 and size == 1:
            continue
        if isinstance(size, int) and (size < 0 or (isinstance(limit, int) and size > limit)):
            raise Refused(f"slice size ({size}) is out of bounds for operand dimension ({numbers([limit])}) at index {at}")


def gathered(n, operand, starts, sizes) -> AbstractValue:
    """One slice of `sizes` for each index vector."""
    rank = len(n.offset_dims) + starts.rank + (n.index_vector_dim == starts.rank) - 1
    each_in_range(n.offset_dims, rank, "offset_dims", "implied-result-rank")
    kept = iter([size for dim, size in enumerate(sizes) if dim not in n.collapsed_slice_dims and dim not in n.operand_batching_dims])
    batch, bounds = iter([dim for dim in range(starts.rank) if dim != n.index_vector_dim]), bounds_of(starts)
    shape, limits = [], []
    for dim in range(rank):
        at = None if dim in n.offset_dims else next(batch)
        shape.append(next(kept) if at is None else starts.shape[at])
        limits.append(bounds[at] if bounds and at is not None else None)
    return AbstractValue(tuple(shape), operand.element, encoding=bounded(limits))


def gather(operand, start_indices, dimension_numbers, slice_sizes):
    sizes = integers(slice_sizes)
    gather_numbers(dimension_numbers, operand, start_indices, 1, len(sizes))
    slices_fit(dimension_numbers, operand, start_indices, sizes)
    return gathered(dimension_numbers, operand, start_indices, sizes)


def dynamic_gather(operand, start_indices, slice_sizes, dimension_numbers):
    count = slice_sizes.shape[0] if slice_sizes.rank == 1 and isinstance(slice_sizes.shape[0], int) else None
    gather_numbers(dimension_numbers, operand, start_indices, slice_sizes.rank, count)
    sizes = slice_sizes.numbers
    sizes = [shapes.fresh() for _ in operand.shape] if sizes is None else sizes
    slices_fit(dimension_numbers, operand, start_indices, sizes)
    return gathered(dimension_numbers, operand, start_indices, sizes)


def scatter(inputs, op):
    returned = terminated(op.region)
    if returned is None:
        raise Refused("expect non-empty region")
    elements = [value.type.element if isinstance(value.type, TensorType) else None for value in returned]
    if len(elements) != len(inputs) or None in elements:
        return [None] * len(inputs)
    return [like(part, element) for part, element in zip(of_one_shape(inputs), elements)]


def in_range(dimension: int, operand) -> int:
    if dimension >= operand.rank:
        raise Refused(f"requires dimension attribute in range [0, {operand.rank}); found ({dimension})")
    return dimension


def get_dimension_size(operand, dimension):
    in_range(dimension, operand)
    return AbstractValue((), I32)


def set_dimension_size(operand, size, dimension):
    if size.rank != 0:
        raise Refused("size operand should be of rank-0")
    in_range(dimension, operand)
    shape = (*operand.shape[:dimension], size.size, *operand.shape[dimension + 1 :])
    return AbstractValue(shape, operand.element)


def torch_index_select(operand, index, dim, batch_dims):
    return AbstractValue((*operand.shape[:dim], *index.shape[batch_dims:], *operand.shape[dim + 1 :]), operand.element)


INFER = {
    "slice": slice_, "dynamic_slice": dynamic_slice, "dynamic_update_slice": dynamic_update_slice, "real_dynamic_slice": real_dynamic_slice,
    "gather": gather, "dynamic_gather": dynamic_gather, "scatter": scatter, "get_dimension_size": get_dimension_size,
    "set_dimension_size": set_dimension_size, "torch_index_select": torch_index_select,
}  # fmt: skip
