"""Elements picked by computed positions: gather, scatter, sort, index_select. Source: StableHLO specification, "Ops"."""

from __future__ import annotations

from math import prod

import numpy as np

from tfir.dialects.stablehlo.bodies import as_arguments, on_arrays
from tfir.dialects.stablehlo.comparators import as_sorts_run_it, only_key
from tfir.dialects.stablehlo.elementwise import total_order
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.reduction import REDUCTIONS
from tfir.ir.types import I32, I64
from tfir.ods.arrays import is_float
from tfir.ods.semantics import OnFirst, OpSemantics


def index_vectors(indices, vector_dimension: int):
    """The index vectors as the last dimension; a missing vector dimension holds single numbers."""
    return np.moveaxis(indices, vector_dimension, -1) if vector_dimension < indices.ndim else indices[..., None]


class gather(OpSemantics):
    def evaluate(operand, start_indices, dimension_numbers, slice_sizes):
        return gathered(operand, start_indices, dimension_numbers, integers(slice_sizes))

    def bind(operand, start_indices, dimension_numbers, slice_sizes):
        return taking(operand.shape, start_indices, dimension_numbers, integers(slice_sizes))


class dynamic_gather(OpSemantics):
    def evaluate(operand, start_indices, slice_sizes, dimension_numbers):
        return gathered(operand, start_indices, dimension_numbers, integers(slice_sizes))

    def bind(operand, start_indices, slice_sizes, dimension_numbers):
        sizes = slice_sizes.integers
        return None if sizes is None else taking(operand.shape, start_indices, dimension_numbers, sizes)


def taking(shape, indices, numbers, sizes):
    """A function that picks what stands at given places of one dimension, and all of the others, as embeddings are looked up; None for any other
    gather."""
    axes, rank = integers(numbers.start_index_map), indices.rank
    if len(axes) != 1:
        return None
    axis = axes[0]
    is_vector = numbers.index_vector_dim < rank
    batch = indices.shape[:-1] if is_vector else indices.shape
    picks = [extent if at != axis else 1 for at, extent in enumerate(shape)] == list(sizes) and integers(numbers.collapsed_slice_dims) == [
        axis
    ]
    others = [*range(axis), *range(axis + len(batch), len(batch) + len(shape) - 1)]
    if not picks or numbers.index_vector_dim not in (rank, rank - 1) or integers(numbers.offset_dims) != others:
        return None
    if indices.element not in (I32, I64) or integers(numbers.operand_batching_dims):
        return None
    if batch == ():
        before, last = (slice(None),) * axis, shape[axis] - 1
        return lambda operand, at, *_: operand[(*before, min(max(int(at.reshape(())), 0), last))]
    return lambda operand, at, *_: np.take(operand, at.reshape(batch), axis, mode="clip")


def gathered(operand, start_indices, numbers, sizes):
    """One slice of `sizes` per index vector, moved inside the operand; see the specification for the dimension names.

    Dimensions that slices take whole have one start only. They stand last while the others are picked, so that rows are copied and
    not their elements one by one.
    """
    vectors = index_vectors(start_indices, numbers.index_vector_dim)
    absent = {*integers(numbers.collapsed_slice_dims), *integers(numbers.operand_batching_dims)}
    along = dict(zip(integers(numbers.operand_batching_dims), batch_axes(numbers.start_indices_batching_dims, numbers)))
    picked = [axis for axis, extent in enumerate(operand.shape) if axis in along or sizes[axis] != extent]
    whole = [axis for axis in range(operand.ndim) if axis not in picked]
    kept = [axis for axis in picked if axis not in absent]
    starts = dict(zip(integers(numbers.start_index_map), np.moveaxis(vectors, -1, 0)))
    shape = (*vectors.shape[:-1], *[sizes[axis] for axis in kept])
    index = [np.broadcast_to(places(axis, operand.shape[axis], sizes, starts, along, kept, vectors.ndim - 1), shape) for axis in picked]
    rows = operand.transpose(picked + whole)
    result = rows[tuple(index)] if picked else np.broadcast_to(rows, (*shape, *rows.shape))
    result = np.squeeze(result, tuple([len(shape) + at for at, axis in enumerate(whole) if axis in absent]))
    windows = kept + [axis for axis in whole if axis not in absent]
    batch = range(vectors.ndim - 1)
    result = result.transpose(*batch, *[len(batch) + at for at in np.argsort(windows)])
    return np.moveaxis(result, range(len(batch), result.ndim), sorted(integers(numbers.offset_dims)))


def as_positions(numbers, extent: int):
    """Indices as i64, where those of ui64 that are far outside must not become negative."""
    return (np.minimum(numbers, np.uint64(extent)) if numbers.dtype == np.uint64 else numbers).astype(np.int64)


def places(axis: int, extent: int, sizes, starts, along, kept, batch: int):
    """Where the slices lie along a dimension: an array with `batch` dimensions of index vectors and one for each that is kept."""
    at = np.zeros((), np.int64)
    if axis in starts:
        at = np.clip(as_positions(starts[axis], extent), 0, extent - sizes[axis])
    elif axis in along:
        at = np.arange(extent).reshape([-1 if dim == along[axis] else 1 for dim in range(batch)])
    at = at.reshape((*at.shape, *[1] * len(kept)))
    return at + np.arange(sizes[axis]).reshape([-1 if other == axis else 1 for other in kept]) if axis in kept else at


def batch_axes(dimensions, numbers) -> list[int]:
    """Dimensions of the indices, counted without the one that holds the index vectors."""
    return [axis - (axis > numbers.index_vector_dim) for axis in integers(dimensions)]


class scatter(OpSemantics):
    def evaluate(inputs, scatter_indices, updates, scatter_dimension_numbers, regions, op):
        count = len(inputs)
        inputs = as_arguments(regions[0], inputs, op.operands[:count])
        updates = as_arguments(regions[0], updates, op.operands[count + 1 :], first=count)
        return scattered(inputs, scatter_indices, updates, scatter_dimension_numbers, regions[0])

    def bind(inputs, scatter_indices, updates, scatter_dimension_numbers, regions):
        return scattering_one(inputs[0].shape, scatter_indices.shape, updates[0].shape, scatter_dimension_numbers, regions[0])


def scattering_one(shape, index_shape, update_shape, numbers, body):
    """A function that puts one window, wherever it lies, into an operand, or adds it there; None where there are more windows."""
    ufunc = None if body.takes_second else REDUCTIONS.get(body.combines)
    axes = integers(numbers.scatter_dims_to_operand_dims)
    vectors = [size for axis, size in enumerate(index_shape) if axis != numbers.index_vector_dim]
    if prod(vectors) != 1 or not axes or integers(numbers.input_batching_dims) or not (body.takes_second or ufunc):
        return None
    windows = iter([update_shape[axis] for axis in integers(numbers.update_window_dims)])
    inserted = integers(numbers.inserted_window_dims)
    sizes = [1 if axis in inserted else next(windows) for axis in range(len(shape))]

    def call(operand, indices, update, out=None):
        starts = dict(zip(axes, indices.reshape(-1).tolist()))
        if any([not 0 <= start <= shape[axis] - sizes[axis] for axis, start in starts.items()]):
            return scattered([operand], indices, [update], numbers, body)[0]
        result = np.array(operand) if out is None else out
        place = tuple([slice(starts.get(axis, 0), starts.get(axis, 0) + size) for axis, size in enumerate(sizes)])
        part = update.reshape(sizes)
        result[place] = part if ufunc is None else ufunc(result[place], part)
        return result

    return OnFirst(call)


def scatter_positions(shape, scatter_indices, update_shape, numbers):
    """For each element of the updates the flat position that it goes to, and whether that lies inside."""
    vectors = index_vectors(scatter_indices, numbers.index_vector_dim)
    window_axes = integers(numbers.update_window_dims)
    outer_axes = [axis for axis in range(len(update_shape)) if axis not in window_axes]
    absent = {*integers(numbers.inserted_window_dims), *integers(numbers.input_batching_dims)}
    starts = dict(zip(integers(numbers.scatter_dims_to_operand_dims), np.moveaxis(vectors, -1, 0)))
    along = dict(zip(integers(numbers.input_batching_dims), batch_axes(numbers.scatter_indices_batching_dims, numbers)))
    flat, inside, remaining = np.zeros(update_shape, np.int64), np.ones(update_shape, np.bool_), list(window_axes)

    def spread(values, axes):
        return values.reshape([update_shape[axis] if axis in axes else 1 for axis in range(len(update_shape))])

    for axis, extent in enumerate(shape):
        at = np.zeros((), np.int64)
        if axis in starts:
            at = spread(as_positions(starts[axis], extent), outer_axes)
        elif axis in along:
            at = spread(np.arange(extent), [outer_axes[along[axis]]])
        if axis not in absent:
            window_axis = remaining.pop(0)
            at = at + spread(np.arange(update_shape[window_axis]), [window_axis])
        inside = inside & (at >= 0) & (at < extent)
        flat = flat * extent + at
    return flat, inside


def scattered(inputs, scatter_indices, updates, numbers, body):
    """The results of stablehlo.scatter: copies of `inputs` with `updates` combined in by `body`; updates outside of the operand are
    dropped.

    Updates of one element are combined in the order of the index vectors. StableHLO leaves that order open; XLA has this one.
    """
    positions, inside = scatter_positions(inputs[0].shape, scatter_indices, updates[0].shape, numbers)
    windows = integers(numbers.update_window_dims)
    rows_first = [*(axis for axis in range(inside.ndim) if axis not in windows), *windows]
    positions, inside = positions.transpose(rows_first), inside.transpose(rows_first)
    positions = positions[inside]
    results = [np.array(part).reshape(-1) for part in inputs]
    values = [part.transpose(rows_first)[inside] for part in updates]
    ufunc = REDUCTIONS.get(body.combines)
    if len(results) == 1 and body.takes_second:
        results[0][positions] = values[0]
    elif len(results) == 1 and ufunc is not None and results[0].dtype.kind != "V":
        ufunc.at(results[0], positions, values[0].astype(results[0].dtype))
    else:
        combine_in_rounds(results, positions, values, body)
    return [result.reshape(part.shape) for result, part in zip(results, inputs)]


def combine_in_rounds(results, positions, values, body):
    """Applies the body to all positions at once; what goes to one position goes there in order, a round for each."""
    order, body = np.argsort(positions, kind="stable"), on_arrays(body)
    sorted_positions = positions[order]
    first = np.concatenate([[True], sorted_positions[1:] != sorted_positions[:-1]]) if len(order) else np.zeros(0, bool)
    starts = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0)) if len(order) else np.zeros(0, int)
    rounds = np.arange(len(order)) - starts
    for number in range(int(rounds.max(initial=-1)) + 1):
        chosen = order[rounds == number]
        at = positions[chosen]
        combined = body(*[result[at] for result in results], *[value[chosen] for value in values])
        for result, value in zip(results, combined):
            result[at] = value


class sort(OpSemantics):
    def region(comparator):
        return as_sorts_run_it(comparator)

    def evaluate(inputs, dimension, is_stable, regions):
        axis = dimension % max(1, inputs[0].ndim)
        if inputs[0].ndim == 0 or inputs[0].size == 0:
            return list(inputs)
        order = sorted_order([np.moveaxis(part, axis, -1) for part in inputs], regions[0])
        return [np.moveaxis(np.take_along_axis(np.moveaxis(part, axis, -1), order, -1), -1, axis) for part in inputs]


def sorted_order(parts, comparator):
    """Positions along the last dimension in sorted order: a stable merge sort that compares whole arrays at once.

    `comparator(a, b)` says where a comes before b. Runs of equal width are merged by rank, all pairs of all rows together.
    A comparator that only compares the elements of one operand is left to NumPy.
    """
    keys = sort_keys(parts, comparator.block)
    if keys is not None:
        return np.argsort(keys, -1, kind="stable")
    length, comparator = parts[0].shape[-1], on_arrays(comparator)
    rows = [part.reshape(-1, length) for part in parts]
    order = np.broadcast_to(np.arange(length), rows[0].shape).copy()
    width = 1
    while width < length:
        order, width = merged(rows, order, width, comparator), 2 * width
    return order.reshape(parts[0].shape)


def sort_keys(parts, comparator):
    """The keys to sort in ascending order in place of a comparator that is one comparison of two elements; None for any other."""
    only = only_key(comparator)
    if only is None:
        return None
    number, direction, is_total = only
    keys = parts[number]
    if is_total and is_float(keys.dtype):
        keys = total_order(keys)
    if direction == "LT":
        return keys
    return np.negative(keys) if is_float(keys.dtype) else np.invert(keys) if keys.dtype.kind in "iub" else None


def merged(rows, order, width: int, comparator):
    """Runs of `width` merged in pairs. An element's new place: its own in its run, and how many of the other run go before it."""
    length = order.shape[1]
    here = np.arange(length)
    is_left = here // width % 2 == 0
    other = np.minimum(np.where(is_left, here // width + 1, here // width - 1) * width, length)
    end = np.minimum(other + width, length)
    low, high = (np.broadcast_to(bound, order.shape).copy() for bound in (other, end))
    while (low < high).any():
        middle = (low + high) // 2
        candidate = np.take_along_axis(order, np.minimum(middle, length - 1), 1)
        before = np.where(is_left, precedes(rows, candidate, order, comparator), ~precedes(rows, order, candidate, comparator))
        active = low < high
        low, high = np.where(active & before, middle + 1, low), np.where(active & ~before, middle, high)
    place = here // (2 * width) * (2 * width) + here % width + low - other
    result = np.empty_like(order)
    np.put_along_axis(result, place, order, 1)
    return result


def precedes(rows, first, second, comparator):
    arguments = []
    for row in rows:
        arguments += [np.take_along_axis(row, first, 1), np.take_along_axis(row, second, 1)]
    return np.asarray(comparator(*arguments)[0])


class torch_index_select(OpSemantics):
    def evaluate(operand, index, dim, batch_dims):
        held = np.clip(index, 0, operand.shape[dim] - 1)
        if batch_dims == 0:
            return np.take(operand, held, dim)
        stacked = [torch_index_select.evaluate(part, at, dim - 1, batch_dims - 1) for part, at in zip(operand, held)]
        return np.stack(stacked)
