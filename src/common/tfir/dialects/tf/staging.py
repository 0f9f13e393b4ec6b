"""Semantics: staging areas, which hold tuples of tensors from call to call: in a row, or by keys. What finds nothing, or no room, waits for other
ops of the call."""

from __future__ import annotations

from tfir.dialects.tf.errors import resource_exhausted
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult
from tfir.ods.waiting import Line

SCALAR_TEXT = 24  # bytes that the kernel counts for a text besides its letters


def bytes_of(values) -> int:
    return sum([SCALAR_TEXT * value.size + sum(map(len, value.flat)) if value.dtype.kind == "O" else value.nbytes for value in values])


class Area:
    """What limits both kinds of areas. A limit of 0 is none."""

    def __init__(self, capacity: int, memory_limit: int):
        self.capacity, self.memory_limit, self.held = capacity, memory_limit, 0
        self.takes, self.puts = Line(), Line()

    def require_memory(self, size: int) -> None:
        if 0 < self.memory_limit < size:
            told = f"'{size}' bytes into Staging Area with a memory limit of '{self.memory_limit}'."
            raise resource_exhausted(f"Attempted to insert tensors with combined size of {told}")

    def has_room(self, size: int, count: int) -> bool:
        return (not self.memory_limit or self.held + size <= self.memory_limit) and (not self.capacity or count < self.capacity)

    def room(self) -> str:
        return f"room in a staging area of {self.capacity or 'any number of'} elements and {self.memory_limit or 'any number of'} bytes"


class Row(Area):
    """First in, first out."""

    def __init__(self, capacity: int, memory_limit: int):
        super().__init__(capacity, memory_limit)
        self.tuples: list[list[np.ndarray]] = []

    def put(self, values: list[np.ndarray]) -> list:
        size = bytes_of(values)
        self.require_memory(size)

        def act() -> list | None:
            if not self.has_room(size, len(self.tuples)):
                return None
            self.held += size
            self.tuples.append(values)
            return []

        return self.puts.attempt(act, self.room)

    def get(self, count: int) -> list[np.ndarray]:
        def act() -> list[np.ndarray] | None:
            if not self.tuples:
                return None
            values = self.tuples.pop(0)
            self.held -= bytes_of(values)
            return as_many(values, count)

        return self.takes.attempt(act, lambda: "an element of a staging area that is empty")

    def peek(self, index: int, count: int) -> list[np.ndarray]:
        def act() -> list[np.ndarray] | None:
            return as_many(self.tuples[index], count) if 0 <= index < len(self.tuples) else None

        return Line().attempt(act, lambda: f"element {index} of a staging area that has {len(self.tuples)}")

    def clear(self) -> None:
        self.tuples, self.held = [], 0


def as_many(values: list[np.ndarray], count: int) -> list[np.ndarray]:
    if len(values) != count:
        raise Error(f"Mismatch stage/unstage: {len(values)} vs. {count}")
    return list(values)


class Keyed(Area):
    """Tuples by keys. A tuple may come in parts, and is there when it is whole; it goes in parts too, and is gone when all is."""

    def __init__(self, capacity: int, memory_limit: int, width: int, is_ordered: bool):
        super().__init__(capacity, memory_limit)
        self.width, self.is_ordered = width, is_ordered
        self.tuples: dict[int, list[np.ndarray | None]] = {}
        self.incomplete: dict[int, list[np.ndarray | None]] = {}

    def put(self, key: int, indices: list[int], values: list[np.ndarray]) -> list:
        require_ordered(indices)
        size = bytes_of(values)
        self.require_memory(size)
        is_whole = len(indices) == self.width

        def act() -> list | None:
            if not self.has_room(size, len(self.tuples) if is_whole else -1):
                return None
            self.held += size
            if is_whole:
                self.tuples.setdefault(key, list(values))
            else:
                self.add_parts(key, indices, values)
            return []

        return self.puts.attempt(act, self.room)

    def add_parts(self, key: int, indices: list[int], values: list[np.ndarray]) -> None:
        is_new = key not in self.incomplete
        parts: list[np.ndarray | None] = [None] * self.width if is_new else self.incomplete[key]
        for index, value in zip(indices, values):
            self.require_index(key, index)
            if parts[index] is not None:
                raise Error(f"The tensor for index '{index}' for key '{key}' was already initialized '{self.width}'.")
            parts[index] = value
        self.incomplete[key] = parts
        if all([part is not None for part in parts]) and not is_new:
            self.tuples.setdefault(key, self.incomplete.pop(key))

    def require_index(self, key: int, index: int) -> None:
        if index >= self.width:
            raise Error(f"Index '{index}' for key '{key}' was out of bounds '{self.width}'.")

    def parts(self, key: int, indices: list[int], moves: bool) -> list[np.ndarray]:
        """Parts of a tuple that is there, which may go with that."""
        chosen, place = [], self.tuples[key]
        for index in indices:
            self.require_index(key, index)
            if place[index] is None:
                raise Error(f"Tensor at index '{index}' for key '{key}' has already been removed.")
            chosen.append(place[index])
            if moves:
                place[index] = None
        self.held -= bytes_of(chosen)
        if moves and all([part is None for part in place]):
            del self.tuples[key]
        return chosen

    def get(self, key: int, indices: list[int], moves: bool) -> list[np.ndarray]:
        require_ordered(indices)

        def act() -> list[np.ndarray] | None:
            return self.parts(key, indices, moves) if key in self.tuples else None

        return Line().attempt(act, lambda: f"the key {key} of a staging area that has {sorted(self.tuples)}")

    def next(self, indices: list[int]) -> list:
        """A key, and parts of its tuple: of the least key where they are ordered, else of one that came last."""
        require_ordered(indices)

        def act() -> list | None:
            if not self.tuples:
                return None
            key = min(self.tuples) if self.is_ordered else next(reversed(self.tuples))
            return [np.int64(key), *self.parts(key, indices, moves=True)]

        return self.takes.attempt(act, lambda: "an element of a staging area that is empty")

    def clear(self) -> None:
        self.tuples, self.incomplete, self.held = {}, {}, 0


def require_ordered(indices: list[int]) -> None:
    if any([one > other for one, other in zip(indices, indices[1:])]):
        raise Error("Indices are not strictly ordered")


def row(op, state, container: str, shared_name: str, capacity: int, memory_limit: int) -> Row:
    return state.shared("staging area", op, container, shared_name, lambda: Row(capacity, memory_limit))


class Stage(OpSemantics):
    def evaluate(op, state, values, container, shared_name, capacity, memory_limit):
        return row(op, state, container, shared_name, capacity, memory_limit).put(list(values))


class Unstage(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(op, state, container, shared_name, capacity, memory_limit, dtypes):
        return row(op, state, container, shared_name, capacity, memory_limit).get(len(dtypes))


class StagePeek(Unstage):
    def evaluate(op, state, index, container, shared_name, capacity, memory_limit, dtypes):
        return row(op, state, container, shared_name, capacity, memory_limit).peek(int(index), len(dtypes))


class StageSize(ScalarResult):
    def evaluate(op, state, container, shared_name, capacity, memory_limit):
        return np.int32(len(row(op, state, container, shared_name, capacity, memory_limit).tuples))


class StageClear(OpSemantics):
    def evaluate(op, state, container, shared_name, capacity, memory_limit):
        row(op, state, container, shared_name, capacity, memory_limit).clear()
        return []


# By keys


def area(op, state, container: str, shared_name: str, capacity: int, memory_limit: int, dtypes) -> Keyed:
    is_ordered = ".Ordered" in op.name
    kind = "ordered staging map" if is_ordered else "staging map"
    return state.shared(kind, op, container, shared_name, lambda: Keyed(capacity, memory_limit, len(dtypes), is_ordered))


class MapStage(OpSemantics):
    def evaluate(op, state, key, indices, values, container, shared_name, capacity, memory_limit, dtypes):
        place = area(op, state, container, shared_name, capacity, memory_limit, dtypes)
        return place.put(int(key.item()), indices.ravel().tolist(), list(values))


class MapUnstage(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(op, state, key, indices, container, shared_name, capacity, memory_limit, dtypes):
        place = area(op, state, container, shared_name, capacity, memory_limit, dtypes)
        return place.get(int(key.item()), indices.ravel().tolist(), moves=True)


class MapPeek(MapUnstage):
    def evaluate(op, state, key, indices, container, shared_name, capacity, memory_limit, dtypes):
        place = area(op, state, container, shared_name, capacity, memory_limit, dtypes)
        return place.get(int(key.item()), indices.ravel().tolist(), moves=False)


class MapUnstageNoKey(MapUnstage):
    def evaluate(op, state, indices, container, shared_name, capacity, memory_limit, dtypes):
        return area(op, state, container, shared_name, capacity, memory_limit, dtypes).next(indices.ravel().tolist())


class MapSize(ScalarResult):
    def evaluate(op, state, container, shared_name, capacity, memory_limit, dtypes):
        return np.int32(len(area(op, state, container, shared_name, capacity, memory_limit, dtypes).tuples))


class MapIncompleteSize(ScalarResult):
    def evaluate(op, state, container, shared_name, capacity, memory_limit, dtypes):
        return np.int32(len(area(op, state, container, shared_name, capacity, memory_limit, dtypes).incomplete))


class MapClear(OpSemantics):
    def evaluate(op, state, container, shared_name, capacity, memory_limit, dtypes):
        area(op, state, container, shared_name, capacity, memory_limit, dtypes).clear()
        return []


BY_KEYS = (MapStage, MapUnstage, MapPeek, MapUnstageNoKey, MapSize, MapIncompleteSize, MapClear)
SEMANTICS = {f"Ordered{each.__name__}": each for each in BY_KEYS}
