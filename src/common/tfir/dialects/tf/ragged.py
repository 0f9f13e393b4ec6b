"""Semantics: tensors whose rows differ in length, and sparse ones."""

from __future__ import annotations

from functools import partial
from math import prod

from tfir.dialects.tf.indexing import checked
from tfir.dialects.tf.reduction import check_weights
from tfir.dialects.tf.sparse import check_order
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of, is_float
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh

SPLITS, ROW_NUMBERS, ROWS = "ROW_SPLITS", "VALUE_ROWIDS", "FIRST_DIM_SIZE"  # what a partition may say of rows


class RaggedTensorToTensor(OpSemantics):
    """Rows are filled up with the default to the length of the longest, or cut and filled up to the sizes of `shape`."""

    def infer(shape, values, row_partition_types):
        inner = None if values.shape is None else values.shape[1:]
        rank = len([kind for kind in row_partition_types if kind != ROWS])
        stated = shape.numbers if shape.shape != () and shape.numbers is not None else [None] * (rank + 1)
        outer = [size if isinstance(size, int) and size >= 0 else fresh() for size in stated[: rank + 1]]
        return None if inner is None else (*outer, *inner)

    def evaluate(shape, values, default_value, row_partition_tensors, row_partition_types):
        splits = all_splits(row_partition_tensors, row_partition_types)
        extents = [len(splits[0]) - 1, *[int(np.diff(level).max(initial=0)) for level in splits], *values.shape[1:]]
        if shape.ndim:
            extents = [size if stated < 0 else int(stated) for stated, size in zip(shape, extents, strict=True)]
        dense = np.empty(extents, values.dtype)
        dense[...] = default_value
        fill_rows(dense, values, splits, 0, extents[0], 0)
        return dense


def all_splits(partitions, kinds) -> list[np.ndarray]:
    """For each level where its rows begin, and where the last ends."""
    rows = int(partitions[0]) if kinds[0] == ROWS else None
    levels = []
    for partition, kind in zip([each.ravel() for each in partitions], kinds):
        if kind == SPLITS:
            levels.append(partition)
            rows = int(partition[-1])
        elif kind == ROW_NUMBERS:
            count = rows if rows is not None else int(partition.max(initial=-1)) + 1
            levels.append(np.concatenate([[0], np.cumsum(np.bincount(partition, minlength=count)[:count])]))
            rows = len(partition)
        elif kind != ROWS:
            raise Error(f"rows are given by {kind}, which is not known")
    for level, below in zip(levels, levels[1:]):
        checked(level, len(below), "the row")
    return levels


def fill_rows(dense, values, splits, level: int, rows: int, first: int) -> None:
    """Copies rows `first`, `first + 1`, ... of one level, as many as there are and as find room."""
    starts = splits[level]
    for row in range(min(rows, len(starts) - 1 - first)):
        start, end = int(starts[first + row]), int(starts[first + row + 1])
        length = max(min(end - start, dense.shape[1]), 0)
        if level + 1 == len(splits):
            dense[row, :length] = values[start : start + length]
        else:
            fill_rows(dense[row], values, splits, level + 1, length, start)


class SparseToDense(OpSemantics):
    def infer(output_shape):
        return output_shape.as_shape

    def evaluate(sparse_indices, output_shape, sparse_values, default_value, validate_indices):
        dense = np.full([int(size) for size in output_shape], default_value, sparse_values.dtype)
        places = sparse_indices.reshape(-1, max(dense.ndim, 1)) if sparse_indices.size else np.zeros((0, dense.ndim), np.int64)
        if validate_indices:
            check_order(places, dense.shape)
        for axis, size in enumerate(dense.shape):
            checked(places[:, axis], size)
        if len(places):
            dense[tuple(places.T)] = sparse_values
        return dense


class RaggedRange(OpSemantics):
    """Numbers from each start up to its limit, row after row."""

    def infer(starts, limits, deltas):
        return [(fresh(),), (fresh(),)]

    def evaluate(starts, limits, deltas, Tsplits):
        most = np.iinfo(dtype_of(Tsplits)).max
        numbers = partial(added_up, most) if is_float(starts.dtype) else lambda *ends: np.array(range(*map(int, ends)), starts.dtype)
        rows = [numbers(start, limit, delta) for start, limit, delta in np.broadcast(starts, limits, deltas)]
        splits = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(dtype_of(Tsplits))
        return [splits, np.concatenate([*rows, np.empty(0)]).astype(starts.dtype)]


def added_up(most: int, start, limit, delta):
    """Floats by steps that are rounded each, unlike those of Range. What lies behind is empty, however far; NaN has no count."""
    if not delta:
        raise Error("Requires delta != 0")
    count = np.ceil((limit - start) / delta)
    if not count <= most:
        raise Error(f"Requires ((limit - start) / delta) <= {most}")
    steps = np.full(int(max(count, 0)), delta)
    steps[:1] = start
    return np.add.accumulate(steps)


class RaggedGather(OpSemantics):
    """Rows by number, with all that is nested in them; indices of more axes than one make more levels, and a single one takes a level away."""

    def infer(params_nested_splits, indices, OUTPUT_RAGGED_RANK):
        return [*[(fresh(),) for _ in range(OUTPUT_RAGGED_RANK)], None]

    def evaluate(params_nested_splits, params_dense_values, indices):
        around = [
            np.arange(np.prod(indices.shape[: axis + 1], dtype=int) + 1) * indices.shape[axis + 1] for axis in range(indices.ndim - 1)
        ]
        places, levels = checked(indices.reshape(-1), len(params_nested_splits[0]) - 1), []
        for splits in params_nested_splits:
            lengths = splits[places + 1] - splits[places]
            levels.append(np.concatenate([[0], np.cumsum(lengths)]))
            places = np.concatenate([np.arange(splits[row], splits[row + 1]) for row in places] or [np.zeros(0, int)])
        dtype = params_nested_splits[0].dtype
        if not indices.ndim:
            del levels[0]
        return [*[level.astype(dtype) for level in (*around, *levels)], params_dense_values[places]]


class RaggedTensorToSparse(OpSemantics):
    def infer(rt_nested_splits, rt_dense_values):
        rank = None if rt_dense_values.shape is None else len(rt_nested_splits) + len(rt_dense_values.shape)
        return [(count := fresh(), fresh() if rank is None else rank), (count,), (fresh() if rank is None else rank,)]

    def evaluate(rt_nested_splits, rt_dense_values):
        splits, inner = [level.ravel() for level in rt_nested_splits], rt_dense_values.shape[1:]
        rows = np.arange(len(splits[0]) - 1)[:, None]
        for level in splits:
            lengths = np.diff(level)
            within = np.arange(level[-1]) - np.repeat(level[:-1], lengths)
            rows = np.concatenate([np.repeat(rows, lengths, 0), within[:, None]], 1)
        places = np.argwhere(np.ones(inner, bool)) if inner else np.zeros((1, 0), int)
        indices = np.concatenate([np.repeat(rows, len(places), 0), np.tile(places, (len(rows), 1))], 1)
        shape = [len(rt_nested_splits[0]) - 1, *[int(np.diff(level).max(initial=0)) for level in splits], *inner]
        return [indices.astype(np.int64), rt_dense_values.reshape(-1), np.array(shape, np.int64)]


class RaggedBincount(OpSemantics):
    """For each row how often each number below `size` is in it, or the sum of the weights there."""

    def infer(splits, size):
        if splits.shape is None:
            return None
        return (prod(splits.shape) - 1, size.size)

    def evaluate(splits, values, size, weights, binary_output):
        splits, values, weights = splits.ravel(), values.ravel(), weights.ravel()
        checked(values[values < 0], 0, "the number")
        check_weights(values.size, weights.size)
        counts, fits = np.zeros((len(splits) - 1, int(size)), weights.dtype), values < size
        places = np.repeat(np.arange(len(splits) - 1), np.diff(splits))[fits], values[fits]
        if binary_output:
            counts[places] = 1
        else:
            np.add.at(counts, places, weights[: values.size][fits] if weights.size else 1)
        return counts
