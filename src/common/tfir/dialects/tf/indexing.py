"""Semantics: choosing elements by index, scattering them, sorting."""

from __future__ import annotations

from math import prod
from operator import setitem

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.numerics import truncated_quotient
from tfir.dialects.tf.slicing import StridedSlice, blank
from tfir.dialects.tf.standard_library import place_of_largest, places_of_largest
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of, is_float
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import axis_in, fresh, merge, with_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


def checked(indices, size: int, what: str = "index"):
    """The indices, all of which must lie in 0 .. size-1."""
    if indices.size and not (0 <= indices.min() and indices.max() < size):
        raise Error(f"{what} {int(indices.min() if indices.min() < 0 else indices.max())} lies outside of size {size}")
    return indices


def place_text(place, shape) -> str:
    """Where an element lies in an operand of a shape, as TensorFlow tells it: nothing in a scalar."""
    where = [int(each) for each in np.unravel_index(place, shape)] if shape else []
    return listed(where) if where else ""


def chosen(indices, size: int):
    """The indices of a gather, all of which must lie in 0 .. size-1."""
    wrong = np.flatnonzero((indices < 0) | (indices >= size))
    if wrong.size:
        where = place_text(wrong[0], indices.shape)
        raise Error(f"indices{where} = {int(indices.flat[wrong[0]])} is not in [0, {size})")
    return indices


# Gathering


class GatherV2(OpSemantics):
    """Entries of `params` along one axis, chosen by `indices`; the first `batch_dims` axes go together."""

    def infer(params, indices, axis, batch_dims):
        if params.shape is None or indices.shape is None:
            return None
        batch = batch_dims % len(indices.shape) if batch_dims < 0 else batch_dims
        if axis.number is None:
            return with_rank(None, len(params.shape) + len(indices.shape) - 1 - batch)
        at = axis_in(axis.number, len(params.shape))
        merge(params.shape[:batch], indices.shape[:batch], "batch sizes")
        return (*params.shape[:at], *indices.shape[batch:], *params.shape[at + 1 :])

    def evaluate(params, indices, axis, batch_dims):
        rank = indices.ndim
        if batch_dims and not -rank <= batch_dims <= rank:
            raise Error(f"Expected batch_dims in the range [{-rank}, {rank}], but got {batch_dims}")
        at = axis_in(int(axis.item()), params.ndim)
        batch = batch_dims % indices.ndim if batch_dims < 0 else batch_dims
        check_batch(params.shape, indices.shape, batch, at)
        shape = (*params.shape[:at], *indices.shape[batch:], *params.shape[at + 1 :])
        if not prod(shape):  # where nothing is copied nothing is checked
            return np.empty(shape, params.dtype)
        chosen(indices, params.shape[at])
        if batch == 0:
            return np.asarray(np.take(params, indices, at), params.dtype)  # of texts one alone would be bytes
        result = np.empty(shape, params.dtype)
        for place in np.ndindex(params.shape[:batch]):
            result[place] = np.take(params[place], indices[place], at - batch)
        return result

    def propagate_values(params, indices):
        return Gather.propagate_values(params, indices)


def check_batch(shape, indices, batch: int, axis: int) -> None:
    """Raises Error in the words of TensorFlow's kernel."""
    if batch > axis:
        raise Error(f"batch_dims ({batch}) must be less than or equal to axis ({axis}).")
    for number, (size, other) in enumerate(zip(shape[:batch], indices[:batch])):
        if size != other:
            raise Error(f"params.shape[{number}]: {size} should be equal to indices.shape[{number}]: {other}")


class Gather(OpSemantics):
    def infer(params, indices):
        return None if params.shape is None or indices.shape is None else (*indices.shape, *params.shape[1:])

    def evaluate(params, indices):
        if not prod(params.shape[1:]) * indices.size:  # where nothing is copied nothing is checked
            return np.empty((*indices.shape, *params.shape[1:]), params.dtype)
        return np.asarray(np.take(params, chosen(indices, params.shape[0]), 0), params.dtype)

    def propagate_values(params, indices):
        numbers = params.vector
        return None if numbers is None or indices.integers is None else [[numbers[place] for place in indices.integers]]


class GatherNd(OpSemantics):
    """The last axis of `indices` holds places in the first axes of `params`; where it is empty, each place is all of `params`."""

    def infer(params, indices):
        if params.shape is None or indices.shape is None or not isinstance(indices.shape[-1], int):
            return None
        return (*indices.shape[:-1], *params.shape[indices.shape[-1] :])

    def evaluate(params, indices):
        if not params.size and prod(indices.shape[:-1]):
            raise Error(f"Requested more than 0 entries, but params is empty.  Params shape: {listed(params.shape)}")
        if indices.shape[-1] == 0:
            return np.broadcast_to(params, (*indices.shape[:-1], *params.shape))
        if indices.shape[-1] > params.ndim:
            raise Error(f"index innermost dimension length must be <= params rank; saw: {indices.shape[-1]} vs. {params.ndim}")
        return params[(*places(indices, params.shape, "param shape"), ...)]


def places(indices, shape, what: str = "shape"):
    """A NumPy index from a tensor whose last axis holds one number per axis, no more than `shape` has. Raises Error where one lies outside."""
    wrong = np.flatnonzero(((indices < 0) | (indices >= np.array(shape[: indices.shape[-1]], np.int64))).any(-1))
    if wrong.size:
        where = place_text(wrong[0], indices.shape[:-1])
        numbers = ", ".join([str(int(each)) for each in indices.reshape(-1, indices.shape[-1])[wrong[0]]])
        raise Error(f"indices{where} = [{numbers}] does not index into {what} {listed(shape)}")
    return tuple(np.moveaxis(indices, -1, 0))


# Scattering


def scatter(start, indices, updates, combine: str | None = None):
    """A copy of `start` with the updates put in, in their order, or combined with what is there by that function of NumPy."""
    check_scatter(start.shape, indices.shape, updates.shape, combine)
    result = np.array(start)
    count = prod(indices.shape[:-1])
    flat = indices.reshape(count, indices.shape[-1])
    rows = updates.reshape(count, *start.shape[indices.shape[-1] :])
    if not flat.shape[1]:  # each update is one of the whole
        for row in rows:
            result[()] = row if combine is None else getattr(np, combine)(result, row)
    elif combine is None:
        for place, row in zip(zip(*places(flat, start.shape)), rows):
            result[place] = row
    else:
        getattr(np, combine).at(result, places(flat, start.shape), rows)
    return result


def check_scatter(shape, indices, updates, combine: str | None) -> None:
    """Raises Error where updates of a shape do not fit. Source: TensorFlow, core/kernels/scatter_nd_op.cc."""
    depth = indices[-1]
    if not prod(shape) and prod(indices) and prod(updates):
        raise Error("Indices and updates specified for empty output shape")
    if updates != (*indices[:-1], *shape[depth:]):
        outer, inner = len(indices) - 1, f"Output: {listed(shape)} updates: {listed(updates)}"
        if updates[:outer] != indices[:-1]:
            told = f"Indices shape: {listed(indices)}, updates shape:{listed(updates)}"
            raise Error(f"Outer dimensions of indices and update must match. {told}")
        raise Error(f"Inner dimensions of output shape must match inner dimensions of updates shape. {inner}")
    if depth > len(shape):
        raise Error(f"an index of {depth} numbers is looked up in a tensor of rank {len(shape)}")


class ScatterNd(OpSemantics):
    """Zeros of a shape with the updates added in; of texts empty ones, to which others are joined."""

    def infer(shape):
        return shape.as_shape

    def evaluate(indices, updates, shape):
        return scatter(blank([int(size) for size in shape], updates.dtype), indices, updates, "add")


class TensorScatterUpdate(ShapeOfFirst):
    def evaluate(tensor, indices, updates):
        return scatter(tensor, indices, updates)


class DynamicStitch(OpSemantics):
    """Rows laid into one tensor by number; later ones win. Where none lies are zeros, and empty strings."""

    def infer(indices, data):
        row = None
        for index, rows in zip(indices, data):
            if index.shape is not None and rows.shape is not None:
                merge(index.shape, rows.shape[: len(index.shape)], "the shapes of indices and of rows")
                row = merge(row, rows.shape[len(index.shape) :], "rows")
        if row is None:
            return None
        is_constant = all([index.integers is not None for index in indices])
        count = max([place + 1 for index in indices for place in index.integers], default=0) if is_constant else fresh()
        return (count, *row)

    def evaluate(indices, data):
        count = max([int(index.max()) + 1 for index in indices if index.size], default=0)
        merged = blank((count, *data[0].shape[indices[0].ndim :]), data[0].dtype)
        for index, rows in zip(indices, data):
            for place, row in zip(np.ravel(index), rows.reshape(index.size, *merged.shape[1:])):
                merged[place] = row
        return merged

    def propagate_values(indices, data):
        rows = [value.numbers for value in data]
        if any([index.integers is None or row is None or len(row) != len(index.integers) for index, row in zip(indices, rows)]):
            return None
        laid = {place: number for index, row in zip(indices, rows) for place, number in zip(index.integers, row)}
        return [[laid[place] for place in range(len(laid))]] if max(laid, default=-1) + 1 == len(laid) else None


class DynamicPartition(OpSemantics):
    def infer(data, partitions, num_partitions):
        if data.shape is None or partitions.shape is None:
            return [None] * num_partitions
        return [(fresh(), *data.shape[len(partitions.shape) :]) for _ in range(num_partitions)]

    def evaluate(data, partitions, num_partitions):
        wrong = partitions[(partitions < 0) | (partitions >= num_partitions)]
        if wrong.size:
            raise Error(f"partitions has {wrong[0]}, which is not in [0, {num_partitions})")
        return [data[partitions == number] for number in range(num_partitions)]


# By value


class OneHot(OpSemantics):
    """A new axis of size `depth`, `on_value` at the index and `off_value` elsewhere; nowhere for an index outside."""

    def infer(indices, depth, axis):
        if indices.shape is None:
            return None
        at = axis_in(axis, len(indices.shape) + 1)
        return (*indices.shape[:at], depth.size, *indices.shape[at:])

    def evaluate(indices, depth, on_value, off_value, axis):
        if not -1 <= axis <= indices.ndim:
            raise Error(f"Expected axis to be -1 or between [0, {indices.ndim + 1}).  But received: {axis}")
        if depth < 0:
            raise Error(f"depth must be non-negative, got: {depth}")
        at = axis % (indices.ndim + 1)
        places = np.arange(int(depth)).reshape([-1 if i == at else 1 for i in range(indices.ndim + 1)])
        return np.where(np.expand_dims(indices, at) == places, on_value, off_value)


class TopKV2(OpSemantics):
    """The k largest along the last axis, in falling order; of equals the first comes first. Where they need not be sorted, or are no numbers, they
    lie as the kernel's comparisons leave them."""

    def infer(input, k):
        if input.shape is None:
            return [None, None]
        return [(*input.shape[:-1], k.size)] * 2

    def evaluate(input, k, sorted, index_type):
        return largest(input, int(k), sorted, dtype_of(index_type))


def largest(x, count: int, is_sorted: bool, index_dtype):
    length = x.shape[-1]
    if count < 0:
        raise Error(f"Need k >= 0, got {count}")
    if count > length:
        raise Error(f"input must have at least k columns. Had {length}, needed {count}")
    order = length - 1 - np.argsort(x[..., ::-1], -1, kind="stable")[..., ::-1][..., :count]
    in_order = is_sorted or count in (0, 1, length)
    for at in np.ndindex(x.shape[:-1]) if not in_order else map(tuple, rows_with_nan(x)) if count else ():
        order[at] = place_of_largest(x[at]) if count == 1 else places_of_largest(x[at], count, is_sorted)
    return [np.take_along_axis(x, order, -1), order.astype(index_dtype)]


def rows_with_nan(x):
    return np.argwhere(np.isnan(x).any(-1)) if is_float(x.dtype) else ()


class TopK(OpSemantics):
    def infer(input, k):
        return [None, None] if input.shape is None else [(*input.shape[:-1], k)] * 2

    def evaluate(input, k, sorted):
        return largest(input, k, sorted, np.int32)


class InTopKV2(OpSemantics):
    """Whether fewer than k predictions beat the target's. Where a row has no finite numbers alone, nothing can be said: false."""

    def infer(targets):
        return with_rank(targets.shape, 1, "targets")

    def evaluate(predictions, targets, k):
        valid = (0 <= targets) & (targets < predictions.shape[1]) & np.isfinite(predictions).all(-1)
        if not valid.any():
            return valid
        own = predictions[np.arange(len(targets)), np.where(valid, targets, 0)]
        return valid & (np.sum(predictions > own[:, None], -1) < int(k))


class ApproxTopK(OpSemantics):
    """The k largest or smallest along an axis; on a CPU none is missed."""

    def infer(input, k, reduction_dimension):
        if input.shape is None:
            return [None, None]
        axis = axis_in(reduction_dimension, len(input.shape))
        return [(*input.shape[:axis], k, *input.shape[axis + 1 :])] * 2

    def evaluate(input, k, reduction_dimension, is_max_k):
        values = np.moveaxis(input, reduction_dimension, -1)
        order = np.argsort(-values if is_max_k else values, -1, kind="stable")[..., :k]
        results = np.take_along_axis(values, order, -1), order.astype(np.int32)
        return [np.moveaxis(each, -1, reduction_dimension) for each in results]


class NearestNeighbors(OpSemantics):
    """The k nearest centres [n, d] of each point [m, d], and the squares of their distances."""

    def infer(points, centers, k):
        return [(with_rank(points.shape, 2, "points")[0], fresh())] * 2

    def evaluate(points, centers, k):
        squares = ((points[:, None] - centers) ** 2).sum(-1)
        order = np.argsort(squares, -1, kind="stable")[:, : int(k)]
        return [order, np.take_along_axis(squares, order, -1)]


class Where(OpSemantics):
    """The places of all elements that are not zero, one per row."""

    def infer(input):
        return (fresh(), fresh() if input.shape is None else len(input.shape))

    def evaluate(input):
        return np.argwhere(input).astype(np.int64)


class Unique(OpSemantics):
    """The different values in the order they are first met, and for each element the number of its value."""

    def infer(x):
        return [(fresh(),), x.shape]

    def evaluate(x, out_idx):
        values, numbers, _ = different(x, 0)
        return [values, numbers.astype(dtype_of(out_idx))]


class ListDiff(OpSemantics):
    def infer():
        size = fresh()
        return [(size,), (size,)]

    def evaluate(x, y, out_idx):
        kept = ~np.isin(x, y)
        return [x[kept], np.flatnonzero(kept).astype(dtype_of(out_idx))]


def different(x, axis: int):
    """The different entries along an axis in the order they are first met, the number of each entry's, how often each occurs."""
    count = x.shape[axis]
    keys = keys_of(np.ascontiguousarray(np.moveaxis(x, axis, 0)).reshape(count, prod(x.shape[:axis]) * prod(x.shape[axis:][1:])))
    _, first, inverse, counts = np.unique(keys, True, True, True, axis=0 if keys.ndim > 1 else None)
    order = np.argsort(first)
    return np.take(x, first[order], axis), np.argsort(order)[inverse.reshape(-1)], counts[order]


def keys_of(rows):
    """Of rows [n, m] what is equal where they are. A NaN is equal to nothing, and -0 is 0, but among single numbers of 16 bits, which TensorFlow hashes
    by their bits."""
    if rows.dtype == object and rows.shape[1] != 1:
        return np.unique(rows, return_inverse=True)[1].reshape(rows.shape)
    if is_float(rows.dtype):
        is_nan, are_hashed = rows != rows, rows.shape[1] == 1 and rows.dtype.itemsize == 2
        bits = np.where(is_nan | (rows == 0) & (not are_hashed), 0, rows.view(f"u{rows.dtype.itemsize}").astype(np.uint64))
        own = np.where(is_nan.any(axis=1), np.arange(1, len(rows) + 1), 0).astype(np.uint64)
        rows = np.concatenate([bits, own[:, None]], axis=1) if own.any() else bits
    return rows[:, 0] if rows.shape[1] == 1 else rows


class UniqueWithCounts(OpSemantics):
    def infer(x):
        size = fresh()
        return [(size,), x.shape, (size,)]

    def evaluate(x, out_idx):
        values, numbers, counts = different(x, 0)
        return [values, numbers.astype(dtype_of(out_idx)), counts.astype(dtype_of(out_idx))]


class UniqueV2(OpSemantics):
    """Along the one axis that `axis` names; none for a vector."""

    def infer(x, axis):
        if x.shape is None or axis.integers is None:
            return [None if x.shape is None else tuple([fresh() for _ in x.shape]), (fresh(),)]
        at = axis_in(axis.integers[0], len(x.shape)) if axis.integers else 0
        return [(*x.shape[:at], fresh(), *x.shape[at + 1 :]), (x.shape[at],)]

    def evaluate(x, axis, out_idx):
        values, numbers, _ = different(x, int(axis[0]) if len(axis) else 0)
        return [values, numbers.astype(dtype_of(out_idx))]


class UniqueWithCountsV2(OpSemantics):
    def infer(x, axis):
        shapes_without_counts = UniqueV2.infer(x, axis)
        return [*shapes_without_counts, (fresh(),)]

    def evaluate(x, axis, out_idx):
        values, numbers, counts = different(x, int(axis[0]) if len(axis) else 0)
        return [values, numbers.astype(dtype_of(out_idx)), counts.astype(dtype_of(out_idx))]


class UpperBound(OpSemantics):
    """For each value of a row, before which place of the sorted row it would go in, behind its equals."""

    def infer(values):
        return values.shape

    def evaluate(sorted_inputs, values, out_type):
        return places_among(sorted_inputs, values, "right", out_type)


def places_among(rows, values, side: Literal["left", "right"], out_type):
    positions = [np.searchsorted(row, keys, side) for row, keys in zip(rows, values)]
    return np.array(positions, dtype_of(out_type)).reshape(values.shape)


# A part of a tensor put in another's place


def inplace(change):
    """An evaluation that changes rows of a copy by a function (copy, rows, values)."""

    def evaluate(x, i, v):
        """Rows `i` of a copy replaced, or changed. Numbers of rows go round: -1 is the last one."""
        result = x.copy()
        if x.size:
            change(result, i % len(x), v)
        return result

    return evaluate


class UnravelIndex(OpSemantics):
    """For each place in the flattened tensor, its index along each axis. Negative places are divided as C does, towards zero."""

    def infer(indices, dims):
        (rank,) = with_rank(dims.shape, 1, "dims")
        return None if indices.shape is None else (rank, *indices.shape)

    def evaluate(indices, dims):
        if not dims.all():
            raise Error("'dims' must not contain 0")
        if (indices >= dims.prod()).any():
            raise Error(f"a place is beyond the last of dimensions {dims.tolist()}")
        below = [*np.cumprod(dims[:0:-1], dtype=dims.dtype)[::-1], 1]
        return np.array([truncated_quotient(np.fmod(indices, size * dim), size) for size, dim in zip(below, dims)], indices.dtype)


class NthElement(OpSemantics):
    """The element that would stand at place n, were the last axis sorted."""

    def infer(input):
        return None if input.shape is None else input.shape[:-1]

    def evaluate(input, n, reverse):
        ordered = np.sort(input, -1)
        return ordered[..., -1 - int(n) if reverse else int(n)]


class SparseTensorDenseMatMul(OpSemantics):
    """The first matrix is given by its values at places."""

    def infer(a_shape, b, adjoint_a, adjoint_b):
        sizes_of_a, (rows, columns) = with_rank(a_shape.as_shape, 2), with_rank(b.shape, 2, "b")
        return (sizes_of_a[1] if adjoint_a else sizes_of_a[0], rows if adjoint_b else columns)

    def evaluate(a_indices, a_values, a_shape, b, adjoint_a, adjoint_b):
        a = np.zeros(a_shape, a_values.dtype)
        np.add.at(a, tuple(a_indices.T), a_values)
        return ((np.conj(a.T) if adjoint_a else a) @ (np.conj(b.T) if adjoint_b else b)).astype(b.dtype, copy=False)


class TensorStridedSliceUpdate(ShapeOfFirst):
    """A copy in which a slice is replaced."""

    def evaluate(input, begin, end, strides, value, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        numbers = np.arange(input.size).reshape(input.shape)
        masks = begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask
        where = StridedSlice.evaluate(numbers, begin, end, strides, *masks)
        result = input.ravel().copy()
        if where.size:  # into no place any value goes
            result[where] = value
        return result.reshape(input.shape)


def numbers_of(updates, last):
    """Updates of which NaN changes nothing, as in TensorFlow's kernels; a NaN of the tensor stays."""
    return np.where(np.isnan(updates.astype(np.float64)), updates.dtype.type(last), updates) if is_float(updates.dtype) else updates


SEMANTICS = {
    "InTopK": InTopKV2,
    **ops_of(
        ShapeOfFirst,
        InplaceUpdate=inplace(setitem),
        InplaceAdd=inplace(lambda x, rows, v: np.add.at(x, rows, v)),
        InplaceSub=inplace(lambda x, rows, v: np.subtract.at(x, rows, v)),
    ),
    **ops_of(UpperBound, LowerBound=lambda sorted_inputs, values, out_type: places_among(sorted_inputs, values, "left", out_type)),
    **ops_of(
        TensorScatterUpdate,
        ScatterNdNonAliasingAdd=lambda input, indices, updates: scatter(input, indices, updates, "add"),
        TensorScatterAdd=lambda tensor, indices, updates: scatter(tensor, indices, updates, "add"),
        TensorScatterSub=lambda tensor, indices, updates: scatter(tensor, indices, updates, "subtract"),
        TensorScatterMax=lambda tensor, indices, updates: scatter(tensor, indices, numbers_of(updates, -np.inf), "maximum"),
        TensorScatterMin=lambda tensor, indices, updates: scatter(tensor, indices, numbers_of(updates, np.inf), "minimum"),
    ),
    "ParallelDynamicStitch": DynamicStitch,
}
