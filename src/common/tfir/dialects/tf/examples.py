"""Semantics: Examples, the records of named features in which TensorFlow keeps data, as sparse, dense and ragged tensors.

An Example is read as the wire format of protobuf has it: Example { 1: Features { 1: map of name to Feature { 1: bytes, 2: floats, 3: integers } } },
each list in a message of its own, as field 1.
"""

from __future__ import annotations

import struct
from math import prod

from tfir.dialects.tf.strings import text_of
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

KINDS = {1: "string", 2: "float", 3: "int64"}


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def varint(data: bytes, at: int) -> tuple[int, int]:
    number, shift = 0, 0
    while shift < 70:
        byte = data[at]
        number, shift, at = number | (byte & 0x7F) << shift, shift + 7, at + 1
        if byte < 0x80:
            return number, at
    raise ValueError("a number has more than ten bytes")


def int64_of(number: int) -> int:
    """What a varint says of a field of 64 bits with a sign. Bits above these are left out, as by protobuf."""
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


FIXED = {1: 8, 5: 4}  # bytes of a value, by how it is on the wire; there are no others


def fields(data: bytes) -> Iterator[tuple[int, bytes | int]]:
    """The fields of a message: their numbers, and bytes or integers."""
    at = 0
    value: bytes | int
    while at < len(data):
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at) if wire == 2 else (FIXED.get(wire, len(data)), at)
            value, at = data[at : at + size], at + size
            if at > len(data):
                raise ValueError("a field ends behind its message, or is of no kind")
        yield tag >> 3, value


def messages(data: bytes, number: int) -> list[bytes]:
    """What the fields of that number hold."""
    return [value for own, value in fields(data) if own == number and isinstance(value, bytes)]


def features_of(record: bytes) -> dict[str, tuple[int, list]]:
    """For each feature the kind of its values, and these."""
    features: dict[str, tuple[int, list]] = {}
    for entry in [entry for entries in messages(record, 1) for entry in messages(entries, 1)]:
        name = text_of(b"".join(messages(entry, 1)[-1:]))
        for kind, content in [field for feature in messages(entry, 2) for field in fields(feature)]:
            if isinstance(content, bytes):
                features[name] = kind, [value for _, part in fields(content) for value in values_in(kind, part)]
    return features


def values_in(kind: int, part) -> list:
    """The values of a field of a list: one, or several packed together."""
    if kind == 1:
        return [part]
    if kind == 2:
        return list(struct.unpack(f"<{len(part) // 4}f", part))
    numbers, at = [part] if isinstance(part, int) else [], 0
    while not isinstance(part, int) and at < len(part):
        number, at = varint(part, at)
        numbers.append(number)
    return list(map(int64_of, numbers))


class Records:
    """Examples that are parsed, with what errors call them."""

    def __init__(self, serialized, names):
        self.names = [text_of(name) for name in names.ravel().tolist()] or ["<unknown>"] * serialized.size
        self.features = []
        for at, record in enumerate(serialized.ravel().tolist()):
            try:
                self.features.append(features_of(record))
            except (ValueError, KeyError, IndexError, TypeError, struct.error):
                raise Error(f"Name: {self.names[at]}, Key: <unknown>, Index: {at}.  Could not parse example input") from None

    def rows(self, key: str, dtype) -> list[list]:
        """For each Example the values of a feature, none where it has no such."""
        expected = {"O": "string", "f": "float", "i": "int64"}[dtype.kind]
        rows = []
        for at, features in enumerate(self.features):
            kind, values = features.get(key, (None, []))
            if kind is not None and KINDS.get(kind) != expected:
                what = f"Expected type: {expected}, Actual type: {KINDS.get(kind)}"
                raise Error(f"Name: {self.names[at]}, Key: {key}, Index: {at}.  Data types don't match. {what}")
            rows.append(values)
        return rows

    def has(self, at: int, key: str) -> bool:
        return key in self.features[at]


def filled(values: list, dtype) -> np.ndarray:
    result = np.empty(len(values), dtype)
    result[:] = values
    return result


def sparse(rows: list[list], dtype, is_batch: bool) -> list:
    places = [(row, column) if is_batch else (column,) for row, values in enumerate(rows) for column in range(len(values))]
    shape = [len(rows), max(map(len, rows), default=0)] if is_batch else [len(rows[0])]
    values = filled([value for values in rows for value in values], dtype)
    return [np.array(places, np.int64).reshape(-1, len(shape)), values, np.array(shape, np.int64)]


def dense(records: Records, key: str, default, shape, is_batch: bool):
    """A feature of fixed size, or of any size along its first axis, filled up with the default."""
    rows, sizes = records.rows(key, default.dtype), [None if size is None or size < 0 else size for size in shape]
    varies, inner = bool(sizes) and sizes[0] is None, prod([size for size in sizes if size is not None])
    longest = max([-(-len(values) // max(inner, 1)) for values in rows], default=0)
    whole = [longest if varies else sizes[0], *sizes[1:]] if sizes else []
    result = np.empty((len(rows), prod(whole)), default.dtype)
    for at, values in enumerate(rows):
        if not records.has(at, key) and not varies:
            if default.size != inner:
                kind = {"O": "string", "f": "float", "i": "int64"}[default.dtype.kind]
                raise Error(f"Name: {records.names[at]}, Feature: {key} (data type: {kind}) is required but could not be found.")
            result[at] = default.ravel()
            continue
        if len(values) % max(inner, 1) if varies else len(values) != inner:
            what = f"Values size: {len(values)} but output shape: [{','.join(['?' if size is None else str(size) for size in sizes])}]"
            kind = {"O": "bytes", "f": "float", "i": "int64"}[default.dtype.kind]
            raise Error(f"Name: {records.names[at]}, Key: {key}, Index: {at}.  Number of {kind} values != expected.  {what}")
        result[at, : len(values)] = filled(values, default.dtype)
        if varies and result.shape[1] > len(values):
            result[at, len(values) :] = default.reshape(-1)[0] if default.size else default.dtype.type() if default.dtype != object else b""
    return result.reshape(len(rows), *whole) if is_batch else result.reshape(whole)


def ragged(rows: list[list], dtype, split_dtype, is_batch: bool) -> list:
    splits = np.cumsum([0, *[len(row) for row in rows]]) if is_batch else np.zeros(0)
    return [filled([value for row in rows for value in row], dtype), splits.astype(split_dtype)]


def parsed_of(op, serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults, dense_shapes) -> list:
    """The results in the order in which the ops have them; the element types of those that no operand tells are those of `op`."""
    count, ragged_count = len(sparse_keys), len(ragged_keys)
    types = [result.type.element if hasattr(result.type, "element") else None for result in op.results]
    told = [*types[count : 2 * count], *types[3 * count + len(dense_keys) :]][: count + 2 * ragged_count]
    return parsed(serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults, dense_shapes, told)


def parsed(serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults, dense_shapes, told) -> list:
    """Indices, values and shapes of sparse features, dense ones, values and splits of ragged ones. `told` are the element types of sparse and
    of ragged values, and of splits."""
    records, is_batch, count, ragged_count = Records(serialized, names), serialized.ndim > 0, len(sparse_keys), len(ragged_keys)
    types = [dtype_of(element) for element in told]
    parts = [sparse(records.rows(key, types[at]), types[at], is_batch) for at, key in enumerate(sparse_keys)]
    wholes = [
        dense(records, key, default, shape, is_batch) for key, default, shape in zip(dense_keys, dense_defaults, dense_shapes, strict=True)
    ]
    rags = [
        ragged(records.rows(key, types[count + at]), types[count + at], types[count + ragged_count + at], is_batch)
        for at, key in enumerate(ragged_keys)
    ]
    return [*[part[at] for at in range(3) for part in parts], *wholes, *[part[at] for at in range(2) for part in rags]]


def texts(keys) -> list[str]:
    return [text_of(key) for key in keys.ravel().tolist()]


class ParseExampleV2(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(op, serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults, dense_shapes):
        keys = texts(sparse_keys), texts(dense_keys), texts(ragged_keys)
        return parsed_of(op, serialized, names, *keys, dense_defaults, dense_shapes)


class ParseExample(OpSemantics):
    infer = ParseExampleV2.infer

    def evaluate(op, serialized, names, sparse_keys, dense_keys, dense_defaults, dense_shapes):
        keys = [str(key.item(), "utf-8") for key in sparse_keys], [str(key.item(), "utf-8") for key in dense_keys], []
        return parsed_of(op, serialized, names, *keys, dense_defaults, dense_shapes)


class ParseSingleExample(OpSemantics):
    infer = ParseExampleV2.infer

    def evaluate(op, serialized, dense_defaults, sparse_keys, dense_keys, dense_shapes):
        return parsed_of(op, serialized, np.empty(0, object), sparse_keys, dense_keys, [], dense_defaults, dense_shapes)
