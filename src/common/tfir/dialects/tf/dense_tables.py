"""Semantics: tables of open addressing, which give and take their buckets as they store them.

A key's bucket is the first free one of those that its hash and triangular steps lead to; a key that is removed leaves the deleted key there, and
its value. Where buckets would be fuller than they may, there are twice as many, and what was removed is gone. Source: TensorFlow's
MutableDenseHashTable, lookup_table_op.cc.
"""

from __future__ import annotations

from tfir.dialects.tf.errors import internal, listed
from tfir.dialects.tf.fingerprints import MASK, murmur
from tfir.dialects.tf.tables import Table
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import ScalarResult

LEAST_BUCKETS = 4
GOLDEN = 0x9E3779B97F4A7800  # of Hash64Combine


def hash_of(key) -> int:
    """Of numbers themselves, of text MurmurHash64A; of vectors, which are tuples, the combined ones."""
    if not isinstance(key, tuple):
        return murmur(key) if isinstance(key, bytes) else key & MASK
    if len(key) == 1:
        return hash_of(key[0])
    total = 0
    for part in key:
        total = (total ^ hash_of(part) + GOLDEN + (total << 10) + (total >> 4)) & MASK
    return total


class DenseTable(Table):
    """`buckets` are keys, the `empty` and the `deleted` one among them; a table of before TensorFlow 1.13 has no deleted key."""

    __slots__ = ("empty", "deleted", "fullest", "buckets", "contents", "count")

    def __init__(self, key_dtype, dtype, shape, empty, deleted=None, buckets: int = LEAST_BUCKETS, fullest: float = 0.8):
        if not 0 < fullest < 1:
            raise Error(f"max_load_factor must be between 0 and 1, got: {fullest:g}")
        if len(shape or ()) > 1:
            raise Error(f"Empty value must be a scalar or a vector, got shape {listed(shape)}")
        if np.ndim(empty) > 1:
            raise Error(f"Empty key must be a scalar or a vector, got shape {listed(np.shape(empty))}")
        if deleted is not None and np.shape(empty) != np.shape(deleted):
            shapes = f"{listed(np.shape(empty))} and {listed(np.shape(deleted))}"
            raise Error(f"Empty and deleted keys must have same shape, got shapes: {shapes}")
        super().__init__(key_dtype, dtype, shape, key_shape=np.shape(empty))
        (self.empty,), self.fullest = self.plain(empty), np.float32(fullest)
        self.deleted = None if deleted is None else self.plain(deleted)[0]
        if self.empty == self.deleted:
            raise Error("Empty and deleted keys cannot be equal")
        self.allocate(buckets)

    def allocate(self, buckets: int) -> None:
        if buckets < LEAST_BUCKETS or buckets & buckets - 1:
            raise Error(f"Number of buckets must be at least 4 and a power of 2, got: {buckets}")
        self.buckets, self.contents, self.count = [self.empty] * buckets, self.no_values(buckets), 0

    def no_values(self, count: int) -> np.ndarray:
        values = np.zeros((count, *self.shape), self.dtype)
        if self.dtype == object:
            values.fill(None)
        return values

    def checked(self, keys) -> list:
        """Plain keys. Raises Error unless they are as many as there are along the first axis, and for one that is no entry's."""
        around = np.shape(keys)[:1]
        if np.size(keys) != (around[0] if around else 1) * int(np.prod(self.key_shape)):
            raise Error(f"Expected key shape {listed((*(around or (1,)), *self.key_shape))} got {listed(np.shape(keys))}")
        return self.plain(keys)

    def bucket(self, key, what: str) -> int | None:
        """Where a key is, or where one that is inserted goes; None for one that is not there. Raises Error for keys that are no entry's."""
        if key == self.empty or key == self.deleted:
            raise Error(f"Using the {'empty' if key == self.empty else 'deleted'}_key as a table key is not allowed")
        at, is_new = hash_of(key), what == "insert"
        for step in range(len(self.buckets)):
            at = at + step & len(self.buckets) - 1
            there = self.buckets[at]
            if there == key:
                return at
            if there == self.empty or is_new and there == self.deleted:
                return at if is_new else None
        raise internal(f"Internal error in MutableDenseHashTable {what}")

    def put(self, key, value) -> None:
        at = self.bucket(key, "insert")
        self.count += self.buckets[at] != key
        self.buckets[at], self.contents[at] = key, value

    @property
    def size(self) -> int:
        return self.count

    def insert(self, keys, values) -> None:
        plain, pairs = self.checked(keys), self.pairs(keys, values)
        self.make_room(len(plain))
        for key, value in pairs:
            self.put(key, value)

    def make_room(self, more: int) -> None:
        """For so many keys, be they new or not."""
        buckets, pending = len(self.buckets), np.float32(self.count + more)
        while pending > np.float32(buckets) * self.fullest:
            buckets *= 2
        if buckets == len(self.buckets):
            return
        before = zip(self.buckets, self.contents)
        self.allocate(buckets)
        for key, value in before:
            if self.is_entry(key):
                self.put(key, value)

    def is_entry(self, key) -> bool:
        return key != self.empty and key != self.deleted

    def load(self, keys, values) -> None:
        """Takes the buckets of an export."""
        keys, values = np.reshape(keys, (-1, *self.key_shape)), np.reshape(values, (-1, *self.shape))
        pairs = self.pairs(keys, values)
        self.buckets, self.contents = [key for key, _ in pairs], np.array(values)
        self.count = sum([self.is_entry(key) for key in self.buckets])

    def find(self, keys, default) -> np.ndarray:
        self.checked(keys)
        return super().find(keys, default)

    def value_of(self, key, default):
        at = self.bucket(key, "lookup")
        return default if at is None else self.contents[at]

    def remove(self, keys) -> None:
        for key in self.checked(keys):
            at = self.bucket(key, "remove")
            if at is not None:
                self.buckets[at], self.count = self.deleted, self.count - 1

    def entered(self) -> list[tuple]:
        return [(key, value) for key, value in zip(self.buckets, self.contents) if self.is_entry(key)]

    def exported(self) -> list:
        """All buckets, each a row for key and value."""
        keys, values = self.arrays(list(zip(self.buckets, self.contents)))
        return [keys.reshape(len(keys), -1), values.reshape(len(values), -1)]


class MutableDenseHashTableV2(ScalarResult):
    def evaluate(
        op, state, empty_key, deleted_key, container, shared_name, key_dtype, value_dtype, value_shape, initial_num_buckets, max_load_factor
    ):  # fmt: skip
        def made():
            return DenseTable(key_dtype, value_dtype, value_shape, empty_key, deleted_key, initial_num_buckets, max_load_factor)

        return [state.shared("table", op, container, shared_name, made)]


class MutableDenseHashTable(ScalarResult):
    """Of old, from which nothing is removed."""

    def evaluate(op, state, empty_key, container, shared_name, key_dtype, value_dtype, value_shape, initial_num_buckets, max_load_factor):
        def made():
            return DenseTable(key_dtype, value_dtype, value_shape, empty_key, None, initial_num_buckets, max_load_factor)

        return [state.shared("table", op, container, shared_name, made)]


class AnonymousMutableDenseHashTable(ScalarResult):
    def evaluate(empty_key, deleted_key, key_dtype, value_dtype, value_shape, initial_num_buckets, max_load_factor):
        return [DenseTable(key_dtype, value_dtype, value_shape, empty_key, deleted_key, initial_num_buckets, max_load_factor)]
