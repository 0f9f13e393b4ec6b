"""Semantics: crosses of features. Of each example every choice of one value from each column is joined into a string or hashed into a number.

A column is a list of rows of values (strings or i64), from a sparse, a ragged or a dense tensor. Source: TensorFlow, sparse_cross_op.cc.
"""

from __future__ import annotations

from itertools import product

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.fingerprints import MASK, concatenated, farmhash, siphash
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import fresh

LARGEST = (1 << 63) - 1


def fingerprint(value) -> int:
    return farmhash(value) if isinstance(value, bytes) else int(value) & MASK


def in_buckets(hashed: int, buckets: int) -> int:
    return hashed % (buckets if buckets > 0 else LARGEST)


def joined(values, separator: bytes) -> bytes:
    return separator.join([value if isinstance(value, bytes) else b"%d" % value for value in values])


def hashed_from(start: int, values, buckets: int) -> int:
    for value in values:
        start = concatenated(start, fingerprint(value))
    return in_buckets(start, buckets)


# Columns


def rows_in_turn(indices, values, batch: int) -> list[list]:
    """The values of each row, as far as the rows come in turn."""
    rows, at, values = [], 0, values.tolist()
    for row in range(batch):
        start = at
        while at < len(values) and indices[at, 0] == row:
            at += 1
        rows.append(values[start:at])
    return rows


def columns_of(indices, values, shapes, dense_inputs) -> tuple[int, list[list[list]]]:
    """The number of examples, and each column's values by example. Raises Error for tensors that don't go together."""
    check_columns(indices, values, shapes, dense_inputs)
    batch = int(shapes[0][0]) if shapes else len(dense_inputs[0]) if dense_inputs else 0
    for position, shape in enumerate(shapes):
        if shape[0] != batch:
            raise Error(f"Expected batch size {batch} got {shape[0]} at position {position}")
    for position, dense in enumerate(dense_inputs):
        if len(dense) != batch:
            raise Error(f"Expected batch size {batch} got {len(dense)} at dense tensor {position}")
    return batch, [*[rows_in_turn(*pair, batch) for pair in zip(indices, values)], *[dense.tolist() for dense in dense_inputs]]


def check_columns(indices, values, shapes, dense_inputs) -> None:
    def check(holds: bool, text: str):
        if not holds:
            raise Error(text)

    for position, (places, numbers, shape) in enumerate(zip(indices, values, shapes)):
        at = f"at position {position}"
        check(places.ndim == 2, f"Input indices should be a matrix but received shape {listed(places.shape)} {at}")
        check(places.shape[-1] == 2, f"Expected D2 of index to be 2 got {places.shape[-1]} {at}")
        check(numbers.ndim == 1, f"Input values should be a vector but received shape {listed(numbers.shape)} {at}")
        check(len(places) == len(numbers), f"Expected size of values to be {len(places)} got {len(numbers)} {at}")
        check(shape.shape == (2,), f"shape should imply a 2D tensor, but got {listed(shape.shape)} {at}")
    for position, dense in enumerate(dense_inputs):
        check(dense.ndim == 2, f"Dense inputs should be a matrix but received shape {listed(dense.shape)} at position {position}")


def crossed(batch: int, columns, cross) -> list[list]:
    """For each example what `cross` makes of each choice; the last column's values change first."""
    return [[cross(values) for values in product(*[column[row] for column in columns])] for row in range(batch)]


# The ops


class Crossed(OpSemantics, family=True):
    """A sparse matrix: a row for each example."""

    def infer():
        count = fresh()
        return [(count, 2), (count,), (2,)]


def as_sparse(rows: list[list], dtype) -> list:
    values = np.empty(sum(map(len, rows)), dtype)
    values[:] = [value for row in rows for value in row]
    places = [(row, at) for row, crosses in enumerate(rows) for at in range(len(crosses))]
    return [np.array(places, np.int64).reshape(-1, 2), values, np.array([len(rows), max(map(len, rows), default=0)], np.int64)]


def sparse_cross(indices, values, shapes, dense_inputs, num_buckets, hash_key, out_type, internal_type):
    """TensorFlow's kernel is chosen by the type of the result; it does not look at `hashed_output`."""
    if dtype_of(internal_type).kind == "O" and any([each.dtype.kind != "O" for each in (*values, *dense_inputs)]):
        raise Error("Input values should be of internal type string but received int64")
    batch, columns = columns_of(indices, values, shapes, dense_inputs)
    if dtype_of(out_type).kind != "O":
        return as_sparse(crossed(batch, columns, lambda choice: hashed_from(hash_key & MASK, choice, num_buckets)), np.int64)
    return as_sparse(crossed(batch, columns, lambda choice: joined(choice, b"_X_")), object)


def sparse_cross_joined(indices, values, shapes, dense_inputs, sep):
    batch, columns = columns_of(indices, values, shapes, dense_inputs)
    return as_sparse(crossed(batch, columns, lambda choice: joined(choice, sep.item())), object)


def sparse_cross_hashed(indices, values, shapes, dense_inputs, num_buckets, strong_hash, salt):
    """Of an i64 only the lower 4 bytes are hashed, as they are in TensorFlow; weakly hashed dense ones stand for themselves."""
    key = int(salt[0]) & MASK, int(salt[1]) & MASK

    def hash_of(value, is_dense: bool) -> int:
        text = value if isinstance(value, bytes) else (value & 0xFFFFFFFF).to_bytes(4, "little")
        if strong_hash:
            return siphash(text, key)
        return fingerprint(value) if is_dense else farmhash(text)

    batch, columns = columns_of(indices, values, shapes, dense_inputs)
    columns = [[[hash_of(value, at >= len(indices)) for value in row] for row in column] for at, column in enumerate(columns)]
    return as_sparse(crossed(batch, columns, lambda choice: hashed_from(choice[0], choice[1:], int(num_buckets))), np.int64)


class RaggedCross(OpSemantics):
    """The columns stand in the order that `input_order` says: R(agged), S(parse) and D(ense) ones."""

    def infer():
        return [(fresh(),), (fresh(),)]

    def evaluate(
        ragged_values, ragged_row_splits, sparse_indices, sparse_values, sparse_shape, dense_inputs, input_order, num_buckets,
        hash_key, out_values_type, out_row_splits_type,
    ):  # fmt: skip
        check_ragged(ragged_values, ragged_row_splits)
        batches = [*[len(splits) - 1 for splits in ragged_row_splits], *map(len, dense_inputs), *[int(each[0]) for each in sparse_shape]]
        if len(set(batches)) > 1:
            raise Error("inputs must all have the same batch dimension size.")
        if len(input_order) != len(batches):
            raise Error("Invalid length for input_order")
        batch = (batches or [0])[0]
        kinds = {
            "R": iter([rows_between(*pair) for pair in zip(ragged_values, ragged_row_splits)]),
            "S": iter([rows_until(*pair, batch) for pair in zip(sparse_indices, sparse_values)]),
            "D": iter([dense.tolist() for dense in dense_inputs]),
        }
        columns = [next(kinds[kind]) for kind in str(input_order)]
        if dtype_of(out_values_type).kind != "O":
            rows = crossed(batch, columns, lambda choice: hashed_from(hash_key & MASK, choice, num_buckets))
        else:
            rows = crossed(batch, columns, lambda choice: joined(choice, b"_X_"))
        splits = np.cumsum([0, *map(len, rows)]).astype(dtype_of(out_row_splits_type))
        return [as_sparse(rows, dtype_of(out_values_type))[1], splits]


def check_ragged(ragged_values, ragged_row_splits) -> None:
    for values, splits in zip(ragged_values, ragged_row_splits):
        if values.ndim != 1 or splits.ndim != 1:
            raise Error("tf.ragged.cross only supports inputs with rank=2.")
        if not len(splits) or splits[0] != 0 or splits[-1] != len(values) or (np.diff(splits) < 0).any():
            raise Error("Invalid row splits: they must rise from 0 to the number of values")


def rows_between(values, splits) -> list[list]:
    return [values[start:end].tolist() for start, end in zip(splits, splits[1:])]


def rows_until(indices, values, batch: int) -> list[list]:
    """The values of each row: up to the first that belongs to a later one."""
    rows, at, values = [], 0, values.tolist()
    for row in range(batch):
        start = at
        while at < len(values) and indices[at, 0] <= row:
            at += 1
        rows.append(values[start:at])
    return rows


SEMANTICS = ops_of(Crossed, SparseCross=sparse_cross, SparseCrossV2=sparse_cross_joined, SparseCrossHashed=sparse_cross_hashed)
