"""Semantics: sparse tensors, which are places [n, rank], a value for each, and the shape around them.

Two tensors are merged as lists in rising order are: where a tensor's places are not in order, what comes out is TensorFlow's all the same.
"""

from __future__ import annotations

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.numerics import truncated_quotient
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import fresh, unify, with_rank


def places_of(indices) -> list:
    """The inferred shapes of a sparse tensor whose number of values is not known; the rank is that of `indices` [n, rank]."""
    count, (_, rank) = fresh(), with_rank(indices.shape, 2, "indices")
    return [(count, rank), (count,), (rank,)]


def in_rows(indices) -> list[tuple[int, ...]]:
    return [tuple(row) for row in indices.tolist()]


def check_order(indices, shape) -> None:
    """Raises Error where places do not rise, or lie outside."""
    before, help = None, "\n    Use `tf.sparse.reorder` to create a correctly ordered copy."
    for number, place in enumerate(in_rows(indices)):
        if not all([0 <= at < size for at, size in zip(place, shape)]):
            raise Error(f"indices[{number}] = {listed(place)} is out of bounds: need 0 <= index < {listed(shape)}")
        if before is not None and place <= before:
            wrong = "repeated" if place == before else f"out of order. Many sparse ops require sorted indices.{help}"
            raise Error(f"indices[{number}] = {listed(place)} is {wrong}")
        before = place


def as_places(rows, rank: int) -> np.ndarray:
    return np.array(rows, np.int64).reshape(len(rows), rank)


def sorted_order(indices) -> np.ndarray:
    """The order in which places rise; equal ones keep theirs."""
    return np.lexsort(indices.T[::-1]) if indices.shape[1] else np.arange(len(indices))


# Two sparse tensors


def check_shapes_equal(a_shape, b_shape) -> None:
    if len(a_shape) != len(b_shape):
        raise Error(f"Operands do not have the same ranks; got ranks: {len(a_shape)} and {len(b_shape)}")
    for axis, (a, b) in enumerate(zip(a_shape, b_shape)):
        if a != b:
            raise Error(f"Operands' shapes do not match: got {a} and {b} for dimension {axis}")


def merged(a_indices, b_indices):
    """Steps through both lists of places at once: a place, and its number in either list, None where it is not next there."""
    a_rows, b_rows = in_rows(a_indices), in_rows(b_indices)
    a, b = 0, 0
    while a < len(a_rows) or b < len(b_rows):
        from_a = a < len(a_rows) and (b == len(b_rows) or a_rows[a] <= b_rows[b])
        from_b = b < len(b_rows) and (a == len(a_rows) or b_rows[b] <= a_rows[a])
        yield a_rows[a] if from_a else b_rows[b], a if from_a else None, b if from_b else None
        a, b = a + from_a, b + from_b


def combined(function: str, a_indices, a_values, b_indices, b_values) -> list:
    """The places of either tensor, and what that function of NumPy makes of the values there, of 0 where a tensor has none."""
    steps = list(merged(a_indices, b_indices))
    pairs = [[values.dtype.type(0) if at is None else values[at] for _, *both in steps for at in [both[side]]]
             for side, values in enumerate((a_values, b_values))]  # fmt: skip
    values = getattr(np, function)(*[np.array(side, a_values.dtype) for side in pairs])
    return [as_places([place for place, _, _ in steps], a_indices.shape[1]), values]


class SparseAdd(OpSemantics):
    """The sum. Where both have a value, one whose sum is smaller than the threshold is left out."""

    def infer(a_indices):
        return places_of(a_indices)

    def evaluate(a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh):
        check_shapes_equal(a_shape, b_shape)
        places, sums = combined("add", a_indices, a_values, b_indices, b_values)
        is_sum = np.array([None not in both for _, *both in merged(a_indices, b_indices)], bool)
        kept = ~is_sum | (thresh <= np.abs(sums))
        return [places[kept], sums[kept], a_shape]


class SparseAddGrad(OpSemantics):
    """To each value of either summand goes the gradient of the sum's value at its place, if the sum kept that."""

    def infer(a_indices, b_indices):
        return [(with_rank(indices.shape, 2)[0],) for indices in (a_indices, b_indices)]

    def evaluate(backprop_val_grad, a_indices, b_indices, sum_indices):
        if len(backprop_val_grad) != len(sum_indices):
            raise Error(
                f"# elements of backprop_val_grad and # rows of sum_indices should match: {len(backprop_val_grad)} vs. {len(sum_indices)}"
            )
        return [gradient_at(indices, sum_indices, backprop_val_grad) for indices in (a_indices, b_indices)]


def gradient_at(indices, of_result, gradient):
    """For each place the gradient that the result has there, or 0; both in rising order."""
    at, rows, result = 0, in_rows(indices), np.zeros(len(indices), gradient.dtype)
    for place, value in zip(in_rows(of_result), gradient):
        while at < len(rows) and rows[at] < place:
            at += 1
        if at < len(rows) and rows[at] == place:
            result[at], at = value, at + 1
    return result


class SparseOfEither(OpSemantics, family=True):
    def infer(a_indices):
        return places_of(a_indices)[:2]


def of_either(function: str):
    def evaluate(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
        check_shapes_equal(a_shape, b_shape)
        return combined(function, a_indices, a_values, b_indices, b_values)

    return evaluate


# Sparse and dense tensors


class SparseWithDense(OpSemantics, family=True):
    def infer(sp_indices):
        return (with_rank(sp_indices.shape, 2, "sp_indices")[0],)


def with_dense(function):
    """An evaluation on each value and the element of the dense tensor at its place; the dense tensor is broadcast to the sparse one."""

    def evaluate(sp_indices, sp_values, sp_shape, dense):
        shape = tuple([int(size) for size in sp_shape])
        if dense.ndim > len(shape) or any([own not in (1, size) for own, size in zip(dense.shape[::-1], shape[::-1])]):
            raise Error(
                f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: {listed(shape)} vs. {listed(dense.shape)}"
            )
        if ((sp_indices < 0) | (sp_indices >= sp_shape)).any():
            raise Error("Provided indices are out-of-bounds w.r.t. dense side with broadcasted shape")
        return function(sp_values, np.broadcast_to(dense, shape)[tuple(sp_indices.T)])

    return evaluate


def quotients(values, divisors):
    if values.dtype.kind not in "iu":
        return values / divisors
    if not divisors.all():
        raise Error("SparseDenseCwiseDiv cannot divide by zero,but input dense tensor contains zero")
    return truncated_quotient(values, divisors)


class SparseTensorDenseAdd(OpSemantics):
    def infer(b):
        return b.shape

    def evaluate(a_indices, a_values, a_shape, b):
        if len(a_shape) != b.ndim:
            raise Error(f"Two operands have different dimensions; received: {len(a_shape)} and {b.ndim}")
        for axis, (size, dense) in enumerate(zip(a_shape, b.shape)):
            if size != dense:
                raise Error(f"Dimension {axis} does not equal (no broadcasting is supported): sparse side {size} vs dense side {dense}")
        for row, axis in np.argwhere((a_indices < 0) | (a_indices >= a_shape))[:1]:
            where, shape = a_indices[row, axis], " ".join(map(str, b.shape))
            raise Error(
                f"Sparse tensor has an invalid index on dimension {axis}: a_indices({row},{axis}) = {where}, dense tensor shape: {shape}"
            )
        result = b.copy()
        np.add.at(result, tuple(a_indices.T), a_values)
        return result


# Order and shape


class SparseReorder(OpSemantics):
    def infer(input_indices, input_values):
        return [input_indices.shape, input_values.shape]

    def evaluate(input_indices, input_values):
        order = sorted_order(input_indices)
        return [input_indices[order], input_values[order]]


class SparseReshape(OpSemantics):
    def infer(input_indices, new_shape):
        (rank,) = with_rank(new_shape.shape, 1, "new_shape")
        return [(with_rank(input_indices.shape, 2, "input_indices")[0], rank), (rank,)]

    def evaluate(input_indices, input_shape, new_shape):
        shape = filled_in(input_shape, new_shape)
        if listed(shape) == listed(input_shape):
            return [input_indices, shape]
        if len(input_indices) and not input_shape.prod():
            raise Error("Input tensor has non-zero indices in a shape without elements")
        strides = [int(np.prod(input_shape[axis + 1 :])) for axis in range(len(input_shape))]
        flat, columns = input_indices @ np.array(strides, np.int64), []
        for axis in range(len(shape)):
            columns.append(flat // max(int(np.prod(shape[axis + 1 :])), 1) % max(shape[axis], 1))
        return [np.stack(columns, 1) if columns else input_indices[:, :0], shape]


def filled_in(input_shape, new_shape):
    """The shape in which the one size -1 is what is left."""
    for axis, size in enumerate(new_shape):
        if size < -1:
            raise Error(f"size {axis} must be non-negative, not {size}")
    open_axes, dense, rest = np.flatnonzero(new_shape == -1), int(np.prod(input_shape)), int(np.prod(new_shape[new_shape != -1]))
    shapes = f"input_shape={listed(input_shape)} output_shape="
    if len(open_axes) > 1:
        raise Error(f"only one output dimension may be -1, not both {open_axes[0]} and {open_axes[1]}")
    if len(open_axes) and rest == 0:
        raise Error("reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero")
    if len(open_axes) and dense % rest:
        raise Error(f"Input to reshape is a SparseTensor with {dense} dense values, but the requested shape requires a multiple of {rest}. "
                    f"{shapes}{listed(np.where(new_shape == -1, dense // rest, new_shape))}")  # fmt: skip
    shape = np.where(new_shape == -1, dense // max(rest, 1), new_shape)
    if np.prod(shape) != dense:
        raise Error(
            f"Input to reshape is a tensor with {dense} dense values, but the requested shape has {np.prod(shape)}. {shapes}{listed(shape)}"
        )
    return shape


class SparseConcat(OpSemantics):
    def infer(indices):
        rank = with_rank(indices[0].shape, 2, "indices")[1]
        for each in indices[1:]:
            rank = unify(rank, with_rank(each.shape, 2, "indices")[1], "ranks of indices")
        counts = [with_rank(each.shape, 2)[0] for each in indices]
        count = sum(counts) if all([isinstance(each, int) for each in counts]) else fresh()
        return [(count, rank), (count,), (rank,)]

    def evaluate(indices, values, shapes, concat_dim):
        rank = len(shapes[0])
        if not -rank <= concat_dim < rank:
            raise Error(f"Concat dimension must be in range [{-rank}, {rank}), got {concat_dim}")
        axis = concat_dim % rank
        for number, shape in enumerate(shapes):
            for at, (size, own) in enumerate(zip(shapes[0], shape)):
                if at != axis and size != own:
                    raise Error(f"Input shapes must match: expected {size} for dimension {at} but got {own} at position {number}")
        starts = np.cumsum([0, *[shape[axis] for shape in shapes]])
        moved = [places + start * (np.arange(rank) == axis) for places, start in zip(indices, starts)]
        places, order = (together := np.concatenate(moved)), sorted_order(together)
        return [places[order], np.concatenate(values)[order], np.where(np.arange(rank) == axis, starts[-1], shapes[0])]


class SparseSplit(OpSemantics):
    """As equal parts as can be along an axis; the first ones are longer by one where the size is no multiple."""

    def infer(shape, num_split):
        (rank,) = with_rank(shape.shape, 1, "shape")
        counts = [fresh() for _ in range(num_split)]
        return [*[(count, rank) for count in counts], *[(count,) for count in counts], *[(rank,)] * num_split]

    def evaluate(split_dim, indices, values, shape, num_split):
        rank = len(shape)
        if not -rank <= split_dim < rank:
            raise Error(f"Input axis should be in range [{-rank}, {rank}), got {split_dim}")
        axis = int(split_dim) % rank
        if not 1 <= num_split <= shape[axis]:
            raise Error(f"Input num_split should be between 1 and the splitting dimension size ({shape[axis]}), got {num_split}")
        for row in np.flatnonzero(((indices < 0) | (indices >= shape)).any(1))[:1]:
            raise Error(f"Sparse index tuple indices[{row}, :] = [{', '.join(map(str, indices[row]))}] is out of bounds")
        sizes = [shape[axis] // num_split + (part < shape[axis] % num_split) for part in range(num_split)]
        starts, here = np.cumsum([0, *sizes]), np.arange(rank) == axis
        chosen = [(start <= indices[:, axis]) & (indices[:, axis] < end) for start, end in zip(starts, starts[1:])]
        places = [indices[mask] - start * here for mask, start in zip(chosen, starts)]
        return [*places, *[values[mask] for mask in chosen], *[np.where(here, size, shape) for size in sizes]]


class SparseSlice(OpSemantics):
    """What lies in a box, which is cut at the tensor's edges."""

    def infer(indices):
        return places_of(indices)

    def evaluate(indices, values, shape, start, size):
        for extent in size:
            if extent < 0:
                raise Error(f"Expected a non-negative size, got {extent}")
        inside = ((start <= indices) & (indices < start + size)).all(1)
        return [indices[inside] - start, values[inside], np.maximum(np.minimum(size, shape - start), 0)]


class SparseSliceGrad(OpSemantics):
    def infer(input_indices):
        return (with_rank(input_indices.shape, 2, "input_indices")[0],)

    def evaluate(backprop_val_grad, input_indices, input_start, output_indices):
        gradient, used, rows = np.zeros(len(input_indices), backprop_val_grad.dtype), 0, in_rows(output_indices + input_start)
        for at, place in enumerate(in_rows(input_indices)):
            if used < len(rows) and place == rows[used]:
                gradient[at], used = backprop_val_grad[used], used + 1
        if used != len(rows):
            raise Error(f"Elements of backprop_val_grad aren't all propagated. Num elements:{len(rows)}, used: {used}")
        return gradient


# Rows that have no values


class SparseFillEmptyRows(OpSemantics):
    """Rows without a value get the default in their first column. Also: which rows these are, and where each value went."""

    def infer(indices, values, dense_shape):
        places, numbers, _ = places_of(indices)
        shape = dense_shape.as_shape
        return [places, numbers, (shape[0] if shape else fresh(),), values.shape]

    def evaluate(indices, values, dense_shape, default_value):
        rows, count = indices[:, 0], int(dense_shape[0])
        if count == 0 and len(rows):
            raise Error(f"Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = {len(rows)}")
        for at in np.flatnonzero((rows < 0) | (rows >= count))[:1]:
            raise Error(f"indices({at}, 0) is invalid: {rows[at]} {'< 0' if rows[at] < 0 else f'>= {count}'}")
        order, is_empty, back = rows_filled(rows, count)
        filler = np.zeros((int(is_empty.sum()), indices.shape[1]), np.int64)
        filler[:, 0] = np.flatnonzero(is_empty)
        both = np.concatenate([values, np.full(len(filler), default_value, values.dtype)])
        return [np.concatenate([indices, filler])[order], both[order], is_empty, back]


def rows_filled(rows, count: int):
    """With one more entry behind for each row that has none: the order of all by row, which rows had none, where each entry went."""
    is_empty = np.bincount(rows, minlength=count)[:count] == 0
    order = np.argsort(np.concatenate([rows, np.flatnonzero(is_empty)]), kind="stable")
    return order, is_empty, np.argsort(order)[: len(rows)].astype(np.int64)


class RaggedFillEmptyRows(OpSemantics):
    def infer(value_rowids, nrows):
        return [(count := fresh(),), (count,), (nrows.size,), value_rowids.shape]

    def evaluate(value_rowids, values, nrows, default_value):
        for at in np.flatnonzero((value_rowids < 0) | (value_rowids >= nrows))[:1]:
            raise Error(f"value_rowids({at}, 0) is invalid: {value_rowids[at]} {'< 0' if value_rowids[at] < 0 else f'>= {nrows}'}")
        order, is_empty, back = rows_filled(value_rowids, int(nrows))
        if not nrows:  # the kernel's result is then of rank 2
            return [value_rowids.reshape(0, 1), values[:0], is_empty, back]
        filled = np.concatenate([values, np.full(int(is_empty.sum()), default_value, values.dtype)])
        return [np.concatenate([value_rowids, np.flatnonzero(is_empty)])[order], filled[order], is_empty, back]


class SparseFillEmptyRowsGrad(OpSemantics):
    def infer(reverse_index_map):
        return [reverse_index_map.shape, ()]

    def evaluate(reverse_index_map, grad_values):
        for place in reverse_index_map:
            if not 0 <= place < len(grad_values):
                raise Error(f"Elements in reverse index must be in [0, {len(grad_values)}) but got {place}")
        is_filler = np.ones(len(grad_values), bool)
        is_filler[reverse_index_map] = False
        return [grad_values[reverse_index_map], grad_values[is_filler].sum(dtype=grad_values.dtype)]


# Along axes


class SparseReduce(OpSemantics, family=True):
    """A dense result, with 0 where there is no value."""

    def infer(input_shape, reduction_axes, keep_dims):
        sizes, axes = input_shape.as_shape, reduction_axes.integers
        if sizes is None or axes is None:
            return None
        axes = axes_of(axes, len(sizes))
        return tuple([1 if axis in axes else size for axis, size in enumerate(sizes) if keep_dims or axis not in axes])


def axes_of(axes, rank: int) -> set[int]:
    for axis in axes:
        if not -rank <= axis < rank:
            raise Error(f"Invalid reduction dimension {int(axis)}, for input with {rank} dimensions.")
    return {int(axis) % rank for axis in axes}


def reduced(function: str, indices, values, shape, axes, keep_dims: bool) -> list:
    """The places of the result that have values, their values by that function of NumPy, and its shape."""
    axes = axes_of(axes.ravel(), len(shape))
    kept = [axis for axis in range(len(shape)) if axis not in axes]
    groups: dict[tuple[int, ...], list[int]] = {}
    order = sorted_order(np.concatenate([indices[:, kept], indices[:, sorted(axes)]], 1))
    for at in order.tolist():
        groups.setdefault(tuple(indices[at, kept].tolist()), []).append(at)
    results = [getattr(np, function).reduce(values[rows]) for rows in groups.values()]
    places, sizes = as_places(list(groups), len(kept)), shape[kept]
    if keep_dims:
        whole, places = places, np.zeros((len(groups), len(shape)), np.int64)
        places[:, kept] = whole
        sizes = np.where(np.isin(np.arange(len(shape)), kept), shape, 1)
    return [places, np.array(results, values.dtype), sizes]


def dense_by(function: str):
    def evaluate(input_indices, input_values, input_shape, reduction_axes, keep_dims):
        places, values, shape = reduced(function, input_indices, input_values, input_shape, reduction_axes, keep_dims)
        if ((places < 0) | (places >= shape)).any():
            raise Error("a sparse index lies outside of the shape")
        result = np.zeros(tuple(shape.tolist()), values.dtype)
        for place, value in zip(in_rows(places), values):
            result[place] = value
        return result

    return evaluate


class SparseReduceSparse(OpSemantics, family=True):
    def infer():
        return [(count := fresh(), rank := fresh()), (count,), (rank,)]


def sparse_by(function: str):
    def evaluate(input_indices, input_values, input_shape, reduction_axes, keep_dims):
        return reduced(function, input_indices, input_values, input_shape, reduction_axes, keep_dims)

    return evaluate


class SparseSoftmax(OpSemantics):
    """Over the last axis of what has values, in rising order of the places."""

    def infer(sp_values):
        return sp_values.shape

    def evaluate(sp_indices, sp_values, sp_shape):
        if len(sp_shape) < 2:
            raise Error(f"Input should have rank >= 2, but received shape: {' '.join(map(str, sp_shape))}")
        order, rows = sorted_order(sp_indices), np.unique(sp_indices[:, :-1], axis=0, return_inverse=True)[1]
        result, rows = sp_values[order], rows.reshape(-1)[order]
        for row in range(rows.max(initial=-1) + 1):
            here = rows == row
            powers = np.exp(result[here] - result[here].max())
            result[here] = powers / powers.sum()
        return result


SEMANTICS = {
    "RaggedFillEmptyRowsGrad": SparseFillEmptyRowsGrad,
    **ops_of(SparseOfEither, SparseSparseMaximum=of_either("maximum"), SparseSparseMinimum=of_either("minimum")),
    **ops_of(
        SparseWithDense,
        SparseDenseCwiseAdd=with_dense(lambda values, dense: values + dense),
        SparseDenseCwiseMul=with_dense(lambda values, dense: values * dense),
        SparseDenseCwiseDiv=with_dense(quotients),
    ),
    **ops_of(SparseReduce, SparseReduceSum=dense_by("add"), SparseReduceMax=dense_by("maximum")),
    **ops_of(SparseReduceSparse, SparseReduceSumSparse=sparse_by("add"), SparseReduceMaxSparse=sparse_by("maximum")),
}
