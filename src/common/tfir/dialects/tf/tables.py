"""Semantics: tables from keys to values. A handle is the table itself. Entries stand in the order in which their keys first came."""

from __future__ import annotations

from tfir.dialects.tf.errors import aborted, failed_precondition, listed, out_of_range, require_all_sizes
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of

WHOLE_LINE, LINE_NUMBER = -2, -1  # what a column of a text file may be besides its number


class Table:
    """A key is a plain value, or a tuple where keys are vectors (`key_shape`); a value is an array of `shape`. `is_constant` tables are
    filled once."""

    __slots__ = ("entries", "key_dtype", "key_shape", "dtype", "shape", "is_constant", "is_filled")

    def __init__(self, key_dtype, dtype, shape=(), is_constant=False, key_shape=()):
        self.entries: dict = {}
        self.key_dtype, self.dtype, self.shape, self.key_shape = dtype_of(key_dtype), dtype_of(dtype), tuple(shape or ()), tuple(key_shape)
        self.is_constant, self.is_filled = is_constant, not is_constant

    def plain(self, keys) -> list:
        """Keys as values that can be looked up."""
        if not self.key_shape:
            return np.asarray(keys).reshape(-1).tolist()
        return [tuple(row.tolist()) for row in np.asarray(keys).reshape((-1, *self.key_shape))]

    def pairs(self, keys, values) -> list[tuple]:
        """Keys as values that can be looked up, each with its value. Raises Error where there are more of one than of the other."""
        around = np.shape(keys)[: np.ndim(keys) - len(self.key_shape)]
        if np.shape(values) != (*around, *self.shape):
            raise Error(f"Expected shape {listed((*around, *self.shape))} for value, got {listed(np.shape(values))}")
        return list(zip(self.plain(keys), np.asarray(values).reshape((-1, *self.shape))))

    @property
    def size(self) -> int:
        return len(self.entries) if self.is_filled else 0

    def insert(self, keys, values) -> None:
        self.entries.update(self.pairs(keys, values))

    def load(self, keys, values) -> None:
        """Takes what an export gave."""
        self.entries, self.is_filled = dict(self.pairs(keys, values)), True

    def fill(self, keys, values) -> None:
        """Gives a constant table its content. A second call keeps that and, as TensorFlow, compares only the number of entries."""
        pairs = self.pairs(keys, values)
        if self.is_filled and self.is_constant:
            if len(pairs) != len(self.entries):
                raise failed_precondition("Table was already initialized with different data.")
            return
        self.entries = self.entries if self.is_constant else {}
        for key, value in pairs:
            if key in self.entries and not np.array_equal(self.entries[key], value):
                told = f"Key {plain_text(key)} has {plain_text(self.entries[key])} and trying to add value {plain_text(value)}"
                raise failed_precondition(f"HashTable has different value for same key. {told}")
            self.entries[key] = value
        self.is_filled = True

    def find(self, keys, default) -> np.ndarray:
        if not self.is_filled:
            raise failed_precondition("Table not initialized.")
        plain_keys, around = self.plain(keys), np.shape(keys)[: np.ndim(keys) - len(self.key_shape)]
        if np.shape(default) not in (self.shape, (*around, *self.shape)):
            told = f"{listed(self.shape)} or {listed((*around, *self.shape))} for default value, got {listed(np.shape(default))}"
            raise Error(f"Expected shape {told}")
        result = np.empty((len(plain_keys), *self.shape), self.dtype)
        defaults = np.broadcast_to(default, (*around, *self.shape)).reshape(result.shape)
        for number, key in enumerate(plain_keys):
            result[number] = self.value_of(key, defaults[number])
        return result.reshape((*around, *self.shape))

    def value_of(self, key, default):
        return self.entries.get(key, default)

    def remove(self, keys) -> None:
        for key in self.plain(keys):
            self.entries.pop(key, None)

    def entered(self) -> list[tuple]:
        """Keys with their values."""
        return list(self.entries.items())

    def arrays(self, pairs: list[tuple]) -> list:
        """The keys and the values."""
        keys, values = np.empty((len(pairs), *self.key_shape), self.key_dtype), np.empty((len(pairs), *self.shape), self.dtype)
        for number, (key, value) in enumerate(pairs):
            keys[number], values[number] = key, value
        return [keys, values]

    def exported(self) -> list:
        if not self.is_filled:
            raise aborted("HashTable is not initialized.")
        return self.arrays(self.entered())


def plain_text(value) -> str:
    """As C++ prints it."""
    value = np.asarray(value).item()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else f"{value:g}" if isinstance(value, float) else str(value)


# Making tables


class HashTableV2(ScalarResult):
    def evaluate(op, state, container, shared_name, key_dtype, value_dtype):
        return [state.shared("table", op, container, shared_name, lambda: Table(key_dtype, value_dtype, is_constant=True))]


class MutableHashTableV2(ScalarResult):
    def evaluate(op, state, container, shared_name, key_dtype, value_dtype):
        return [state.shared("table", op, container, shared_name, lambda: Table(key_dtype, value_dtype))]


class MutableHashTableOfTensorsV2(ScalarResult):
    def evaluate(op, state, container, shared_name, key_dtype, value_dtype, value_shape):
        return [state.shared("table", op, container, shared_name, lambda: table_of_vectors(key_dtype, value_dtype, value_shape))]


def table_of_vectors(key_dtype, value_dtype, value_shape) -> Table:
    require_all_sizes(value_shape)
    if len(value_shape) != 1:
        raise Error(f"Default value must be a vector, got shape {listed(value_shape)}")
    return Table(key_dtype, value_dtype, value_shape)


# Filling tables


class InitializeTableV2(OpSemantics):
    def evaluate(table_handle, keys, values):
        if keys.ndim != 1 or values.ndim != 1:
            raise Error(
                f"{'Keys' if keys.ndim != 1 else 'Values'} must be a vector, but received shape{listed((keys if keys.ndim != 1 else values).shape)}"
            )
        if len(keys) != len(values):
            raise Error(f"Keys and values must have the same size {len(keys)} vs {len(values)}")
        if not keys.size:
            raise Error("keys and values cannot be empty tensors.")
        table_handle.fill(keys, values)
        return []


class InitializeTableFromTextFileV2(OpSemantics):
    def evaluate(table_handle, filename, state, key_index, value_index, vocab_size, delimiter, offset):
        path = filename.item().decode("utf-8", "surrogateescape")
        lines = lines_of(state.read_file(path), vocab_size, path)
        keys = column(lines, key_index, delimiter.encode(), offset, table_handle.key_dtype, path)
        values = column(lines, value_index, delimiter.encode(), offset, table_handle.dtype, path)
        table_handle.fill(keys, values)
        return []


def lines_of(content: bytes, count: int, path: str) -> list[bytes]:
    """The lines of a file, the first `count` of them unless that is -1. Raises Error where there are none, and for an empty one."""
    lines = content.split(b"\n")
    lines = lines[:-1] if lines[-1] == b"" else lines
    if not lines and count <= 0:
        raise out_of_range(f"'{path}' has no lines")
    if not count:
        raise out_of_range(f"Finished reading 0 of lines from {path}")
    position = 0
    for line in lines if count < 0 else lines[:count]:
        position += len(line) + 1
        if not line.strip(b"\r"):
            raise Error(f"Invalid content in {path}: empty line found at position {min(position, len(content))}.")
    if count > len(lines):
        raise Error(f"'{path}' has {len(lines)} lines; {count} were expected")
    return [line.replace(b"\r", b"") for line in (lines if count < 0 else lines[:count])]


def column(lines: list[bytes], which: int, delimiter: bytes, offset: int, dtype, path: str) -> np.ndarray:
    """Whole lines, their numbers, or what stands between delimiters, as the table's element type."""
    if which == LINE_NUMBER:
        return np.arange(offset, offset + len(lines)).astype(dtype)
    words = lines if which == WHOLE_LINE else [field(line, which, delimiter, number, path) for number, line in enumerate(lines, 1)]
    result = np.empty(len(words), dtype)
    for number, word in enumerate(words):
        result[number] = word if dtype == np.object_ else number_of(word, dtype, number + 1, path)
    return result


def field(line: bytes, which: int, delimiter: bytes, number: int, path: str) -> bytes:
    fields = line.split(delimiter)
    if which >= len(fields):
        raise Error(f"line {number} of '{path}' has {len(fields)} columns; column {which} is asked for")
    return fields[which]


def number_of(word: bytes, dtype, line: int, path: str):
    try:
        return dtype.type(int(word)) if dtype.kind in "iu" else dtype.type(float(word))
    except (ValueError, OverflowError):
        raise Error(f"line {line} of '{path}': {word!r} is no {dtype}") from None


# Using tables


class LookupTableFindV2(OpSemantics):
    def evaluate(table_handle, keys, default_value):
        return table_handle.find(keys, default_value)


class LookupTableSizeV2(ScalarResult):
    def evaluate(table_handle):
        return np.int64(table_handle.size)


class LookupTableExportV2(OpSemantics):
    def evaluate(table_handle):
        return table_handle.exported()


def acting(method: str):
    """An evaluation by a method of the table, which gives no results."""

    def evaluate(operands):
        table, *arguments = operands
        getattr(table, method)(*arguments)
        return []

    return evaluate


SEMANTICS = {
    **ops_of(
        OpSemantics,
        LookupTableInsert=acting("insert"), LookupTableInsertV2=acting("insert"), LookupTableRemoveV2=acting("remove"),
        LookupTableImport=acting("load"), LookupTableImportV2=acting("load"),
    ),
    **ops_of(
        ScalarResult,
        AnonymousHashTable=lambda key_dtype, value_dtype: [Table(key_dtype, value_dtype, is_constant=True)],
        AnonymousMutableHashTable=lambda key_dtype, value_dtype: [Table(key_dtype, value_dtype)],
        AnonymousMutableHashTableOfTensors=lambda key_dtype, value_dtype, value_shape: [table_of_vectors(key_dtype, value_dtype, value_shape)],
    ),
    "HashTable": HashTableV2,
    "MutableHashTable": MutableHashTableV2,
    "MutableHashTableOfTensors": MutableHashTableOfTensorsV2,
    "InitializeTable": InitializeTableV2,
    "InitializeTableFromTextFile": InitializeTableFromTextFileV2,
    "LookupTableFind": LookupTableFindV2,
    "LookupTableSize": LookupTableSizeV2,
    "LookupTableExport": LookupTableExportV2,
}  # fmt: skip
