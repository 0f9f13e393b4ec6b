"""Semantics: SequenceExamples, whose features are those of an Example, the context, and lists of features, one for each frame.

On the wire: SequenceExample { 1: the context as Features, 2: FeatureLists { 1: map of name to FeatureList { 1: Feature, ... } } }.
"""

from __future__ import annotations

import struct
from itertools import islice
from math import prod

from tfir.dialects.tf.examples import KINDS, Records, dense, fields, filled, messages, ragged, sparse, texts, values_in
from tfir.dialects.tf.strings import text_of
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics


def lists_of(record: bytes) -> dict[str, list[tuple[int | None, list]]]:
    """For each list of features the kind of values of each frame, and these."""
    lists: dict[str, list[tuple[int | None, list]]] = {}
    for entry in [entry for part in messages(record, 2) for entry in messages(part, 1)]:
        name = text_of(b"".join(messages(entry, 1)[-1:]))
        frames = [feature for part in messages(entry, 2) for feature in messages(part, 1)]
        lists[name] = [feature_of(frame) for frame in frames]
    return lists


def feature_of(feature: bytes) -> tuple[int | None, list]:
    kind, values = None, []
    for kind, content in fields(feature):
        if isinstance(content, bytes):
            values = [value for _, part in fields(content) for value in values_in(kind, part)]
    return kind, values


class Sequences:
    """SequenceExamples that are parsed: contexts as the records that Examples are, and lists of features."""

    def __init__(self, serialized, names):
        self.context, self.is_batch = Records(serialized, names), serialized.ndim > 0
        self.lists = []
        for name, record in zip(self.context.names, serialized.ravel().tolist()):
            try:
                self.lists.append(lists_of(record))
            except (ValueError, KeyError, IndexError, TypeError, struct.error):
                raise Error(f"Invalid protocol message input, example id: {name}") from None

    def frames(self, key: str, dtype, may_lack: bool = True) -> list[list[list]]:
        """For each SequenceExample the values of each frame. Raises Error where they are of another type, or there must be some."""
        expected = {"O": "string", "f": "float", "i": "int64"}[dtype.kind]
        for name, lists in zip(self.context.names, self.lists):
            if key not in lists and not may_lack:
                raise Error(f"Name: {name}, Feature list '{key}' is required but could not be found.  "
                            "Did you mean to include it in feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?")  # fmt: skip
            if any([kind is not None and KINDS.get(kind) != expected for kind, _ in lists.get(key, [])]):
                raise Error(f"Error in sequence feature {key} in example {name}")
        return [[values for _, values in lists.get(key, [])] for lists in self.lists]


def sparse_frames(examples: list[list[list]], dtype, is_batch: bool) -> list:
    first = 0 if is_batch else 1
    places = [
        (number, at, column)[first:]
        for number, frames in enumerate(examples)
        for at, values in enumerate(frames)
        for column in range(len(values))
    ]
    widest = max([len(values) for frames in examples for values in frames], default=0)
    shape = [len(examples), max(map(len, examples), default=0), widest][first:]
    values = filled([value for frames in examples for values in frames for value in values], dtype)
    return [np.array(places, np.int64).reshape(-1, len(shape)), values, np.array(shape, np.int64)]


def dense_frames(sequences: Sequences, key: str, dtype, shape, may_lack: bool) -> list:
    """The frames [examples, frames, ...], filled up with zeros, and how many each example has."""
    examples = sequences.frames(key, dtype, may_lack)
    longest, count = max(map(len, examples), default=0), prod(shape)
    result = np.empty((len(examples), longest, count), dtype)
    result[...] = b"" if dtype.kind == "O" else 0
    for name, frames, own in zip(sequences.context.names, examples, result):
        for values, place in zip(frames, own):
            if len(values) != count:
                raise Error(f"Unexpected number of elements in example {name}: {len(values)} of feature list {key}, and not {count}")
            place[...] = filled(values, dtype)
    result, lengths = result.reshape(len(examples), longest, *shape), np.array([len(frames) for frames in examples], np.int64)
    return [result, lengths] if sequences.is_batch else [result[0], lengths[0]]


UNWRITTEN = 0  # of one SequenceExample TensorFlow leaves the splits of its outermost rows to chance, as a scalar


def ragged_rows(rows: list[list], dtype, split_dtype, is_batch: bool) -> list:
    return ragged(rows, dtype, split_dtype, True) if is_batch else [filled(rows[0], dtype), split_dtype.type(UNWRITTEN)]


def ragged_frames(examples: list[list[list]], dtype, split_dtype, is_batch: bool) -> list:
    values = filled([value for frames in examples for values in frames for value in values], dtype)
    outer = np.cumsum([0, *map(len, examples)]) if is_batch else UNWRITTEN
    inner = np.cumsum([0, *[len(values) for frames in examples for values in frames]])
    return [values, np.asarray(outer, split_dtype), inner.astype(split_dtype)]


def by_part(columns: list[list], count: int) -> list:
    """The first parts of all columns, then the second ones, ..."""
    return [column[at] for at in range(count) for column in columns]


def context_of(sequences: Sequences, types, sparse_keys, dense_keys, dense_defaults, dense_shapes) -> list:
    """Sparse and dense features of the context. `types` are those of the op's results, of which these are the next."""
    records, is_batch, count = sequences.context, sequences.is_batch, len(sparse_keys)
    own = list(islice(types, 3 * count + len(dense_keys)))
    columns = [sparse(records.rows(key, dtype), dtype, is_batch) for key, dtype in zip(sparse_keys, own[count : 2 * count], strict=True)]
    wholes = [
        dense(records, key, default, shape, is_batch) for key, default, shape in zip(dense_keys, dense_defaults, dense_shapes, strict=True)
    ]
    return [*by_part(columns, 3), *wholes]


def lists_in(sequences: Sequences, types, sparse_keys, dense_keys, dense_shapes, lacking, with_lengths: bool) -> list:
    """Sparse and dense lists of features. `lacking` says of each dense one whether it may be absent."""
    count = len(sparse_keys)
    own = list(islice(types, 3 * count + len(dense_keys) * (1 + with_lengths)))
    columns = [
        sparse_frames(sequences.frames(key, dtype), dtype, sequences.is_batch)
        for key, dtype in zip(sparse_keys, own[count : 2 * count], strict=True)
    ]
    parts = zip(dense_keys, own[3 * count : 3 * count + len(dense_keys)], dense_shapes, lacking, strict=True)
    wholes = [dense_frames(sequences, key, dtype, shape, may_lack) for key, dtype, shape, may_lack in parts]
    return [*by_part(columns, 3), *by_part(wholes, 1 + with_lengths)]


def types_of(op):
    """The types of elements of the results, one after another."""
    return iter([dtype_of(result.type.element) if hasattr(result.type, "element") else None for result in op.results])


def keys_of(keys) -> list[str]:
    """Keys that are attributes, or operands of one string each."""
    return [text_of(key.item()) if isinstance(key, np.ndarray) else str(key) for key in keys]


class OfRecords(OpSemantics, family=True):
    def infer(op):
        return [None] * len(op.results)


class ParseSequenceExample(OfRecords):
    def evaluate(
        op, serialized, debug_name, context_dense_defaults, feature_list_dense_missing_assumed_empty, context_sparse_keys, context_dense_keys,
        feature_list_sparse_keys, feature_list_dense_keys, context_dense_shapes, feature_list_dense_shapes,
    ):  # fmt: skip
        sequences, types, empty = Sequences(serialized, debug_name), types_of(op), keys_of(feature_list_dense_missing_assumed_empty)
        keys = keys_of(context_sparse_keys), keys_of(context_dense_keys)
        lists = keys_of(feature_list_sparse_keys), keys_of(feature_list_dense_keys)
        lacking = [key in empty for key in lists[1]]
        context = context_of(sequences, types, *keys, context_dense_defaults, context_dense_shapes)
        return [*context, *lists_in(sequences, types, *lists, feature_list_dense_shapes, lacking, True)]


class ParseSequenceExampleV2(OfRecords):
    """Of one or several SequenceExamples."""

    def evaluate(
        op, serialized, debug_name, context_sparse_keys, context_dense_keys, context_ragged_keys, feature_list_sparse_keys,
        feature_list_dense_keys, feature_list_ragged_keys, feature_list_dense_missing_assumed_empty, context_dense_defaults,
        context_dense_shapes, feature_list_dense_shapes,
    ):  # fmt: skip
        sequences, types = Sequences(serialized, debug_name), types_of(op)
        keys = texts(context_sparse_keys), texts(context_dense_keys)
        lists = texts(feature_list_sparse_keys), texts(feature_list_dense_keys)
        results = context_of(sequences, types, *keys, context_dense_defaults, context_dense_shapes)
        rows = texts(context_ragged_keys)
        own = list(islice(types, 2 * len(rows)))
        columns = [
            ragged_rows(sequences.context.rows(key, dtype), dtype, split, sequences.is_batch)
            for key, dtype, split in zip(rows, own[: len(rows)], own[len(rows) :], strict=True)
        ]
        results += by_part(columns, 2)
        lacking = feature_list_dense_missing_assumed_empty.ravel().tolist()
        results += lists_in(sequences, types, *lists, feature_list_dense_shapes, lacking, True)
        rows = texts(feature_list_ragged_keys)
        own = list(islice(types, 3 * len(rows)))
        columns = [
            ragged_frames(sequences.frames(key, dtype), dtype, split, sequences.is_batch)
            for key, dtype, split in zip(rows, own[: len(rows)], own[2 * len(rows) :], strict=True)
        ]
        return [*results, *by_part(columns, 3)]


class ParseSingleSequenceExample(OfRecords):
    def evaluate(
        op, serialized, feature_list_dense_missing_assumed_empty, context_sparse_keys, context_dense_keys, feature_list_sparse_keys,
        feature_list_dense_keys, context_dense_defaults, debug_name, context_dense_shapes, feature_list_dense_shapes,
    ):  # fmt: skip
        sequences, types, empty = Sequences(serialized, debug_name), types_of(op), texts(feature_list_dense_missing_assumed_empty)
        keys = keys_of(context_sparse_keys), keys_of(context_dense_keys)
        lists = keys_of(feature_list_sparse_keys), keys_of(feature_list_dense_keys)
        lacking = [key in empty for key in lists[1]]
        context = context_of(sequences, types, *keys, context_dense_defaults, context_dense_shapes)
        return [*context, *lists_in(sequences, types, *lists, feature_list_dense_shapes, lacking, False)]
