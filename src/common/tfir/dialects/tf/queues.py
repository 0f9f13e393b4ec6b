"""Semantics: queues of tuples of tensors. A handle is the queue itself. What would wait, for elements or for room, is refused: there is no other
thread that could bring any."""

from __future__ import annotations

from heapq import heappop, heappush

from tfir.dialects.tf.sparse import listed
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of


class Queue:
    """Tuples in the order in which they came. `shapes` of the components may lack sizes (None) or be absent altogether."""

    kind = "FIFOQueue"

    def __init__(self, types, shapes, capacity: int):
        self.types = [dtype_of(each) for each in types]
        self.shapes = [None if shape is None else [None if size is None or size < 0 else size for size in shape] for shape in shapes]
        self.capacity, self.is_closed = capacity, False
        self.items: list[tuple] = []

    def put(self, item: tuple) -> None:
        if self.is_closed:
            raise Error("the queue is closed.")
        if 0 <= self.capacity <= len(self.items):
            raise Error(f"waits without end for room in a queue of {self.capacity} elements")
        for at, (component, shape) in enumerate(zip(item, self.shapes)):
            if shape is not None and not fits(component.shape, shape):
                raise Error(f"Shape mismatch in tuple component {at}. Expected {shown(shape)}, got {listed(component.shape)}")
        self.add(item)

    def add(self, item: tuple) -> None:
        self.items.append(item)

    def next(self) -> tuple:
        return self.items.pop(0)

    def take(self, count: int, least: int) -> list[tuple]:
        """`count` tuples; of a closed queue fewer, but `least`."""
        here = len(self.items)
        if here < (least if self.is_closed else count):
            if self.is_closed:
                raise Error(f"{self.kind} is closed and has insufficient elements (requested {count}, current size {here})")
            raise Error(f"waits without end for {count} elements of a queue that has {here}")
        return [self.next() for _ in range(min(count, here))]

    def stacked(self, items: list[tuple]) -> list[np.ndarray]:
        if not self.shapes or any([shape is None or None in shape for shape in self.shapes]):
            raise Error(f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes.")
        return [
            np.stack([item[at] for item in items]) if items else np.zeros((0, *shape), dtype)
            for at, (shape, dtype) in enumerate(zip(self.shapes, self.types))
        ]


def fits(shape, declared) -> bool:
    return len(shape) == len(declared) and all([one is None or one == size for size, one in zip(shape, declared)])


def shown(shape) -> str:
    return f"[{','.join(['?' if size is None else str(size) for size in shape])}]"


class PaddingQueue(Queue):
    """Components may be of different sizes, which are filled up with zeros where several are taken together."""

    kind = "PaddingFIFOQueue"

    def stacked(self, items: list[tuple]) -> list[np.ndarray]:
        columns = []
        for at, (shape, dtype) in enumerate(zip(self.shapes, self.types)):
            widest: np.ndarray = np.max([item[at].shape for item in items] or [[size or 0 for size in shape]], 0).astype(int)
            whole = np.full((len(items), *widest), b"" if dtype.kind == "O" else dtype.type(0), dtype)
            for number, item in enumerate(items):
                inside = tuple([slice(size) for size in item[at].shape])
                whole[number : number + 1][(slice(None), *inside)] = item[at]
            columns.append(whole)
        return columns


class PriorityQueue(Queue):
    """The least first component comes first; of equal ones that which came first."""

    kind = "PriorityQueue"

    def __init__(self, types, shapes, capacity: int):
        super().__init__(types, shapes, capacity)
        self.types, self.shapes, self.count = [np.dtype(np.int64), *self.types], [[], *self.shapes], 0

    def add(self, item: tuple) -> None:
        heappush(self.items, (int(item[0]), self.count, item))
        self.count += 1

    def next(self) -> tuple:
        return heappop(self.items)[2]

    def take(self, count: int, least: int) -> list[tuple]:
        """Also of a closed queue all, as TensorFlow has it."""
        return super().take(count, count)


def made_by(kind: type[Queue]):
    def evaluate(op, state, component_types, shapes, capacity, container, shared_name):
        return [state.shared("queue", op, container, shared_name, lambda: kind(component_types, shapes, capacity))]

    return evaluate


class Enqueue(OpSemantics, family=True):
    def evaluate(handle, components):
        handle.put(tuple(components))
        return []


class EnqueueMany(OpSemantics, family=True):
    """A tuple of each place along the first axis of the components."""

    def evaluate(handle, components):
        counts = {component.shape[:1] for component in components}
        if len(counts) > 1 or () in counts:
            raise Error("All input tensors must have the same size in the 0th dimension.")
        for item in zip(*components):
            handle.put(tuple([np.asarray(component) for component in item]))
        return []


class Dequeue(OpSemantics, family=True):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(handle):
        return list(handle.take(1, 1)[0])


class DequeueMany(Dequeue, family=True):
    def evaluate(handle, n):
        if n < 0:
            raise Error(f"DequeueMany requested {int(n)} < 0 elements")
        return handle.stacked(handle.take(int(n), int(n)))


class DequeueUpTo(Dequeue, family=True):
    """As many, or of a closed queue what is left."""

    def evaluate(handle, n):
        if n < 0:
            raise Error(f"DequeueUpTo requested {int(n)} < 0 elements")
        return handle.stacked(handle.take(int(n), min(int(n), 1)))


class Close(OpSemantics, family=True):
    def evaluate(handle):
        if handle.is_closed:
            raise Error("the queue is already closed.")
        handle.is_closed = True
        return []


KINDS = {"FIFOQueue": Queue, "PaddingFIFOQueue": PaddingQueue, "PriorityQueue": PriorityQueue}
FAMILIES = {
    "QueueEnqueue": Enqueue, "QueueEnqueueMany": EnqueueMany, "QueueDequeue": Dequeue, "QueueDequeueMany": DequeueMany,
    "QueueDequeueUpTo": DequeueUpTo, "QueueClose": Close,
}  # fmt: skip
SEMANTICS = {
    **{f"{name}{version}": family for name, family in FAMILIES.items() for version in ("", "V2")},
    **ops_of(ScalarResult, **{f"{name}{version}": made_by(kind) for name, kind in KINDS.items() for version in ("", "V2")}),
    **ops_of(ScalarResult, **{f"QueueSize{version}": lambda handle: np.int32(len(handle.items)) for version in ("", "V2")}),
    **ops_of(ScalarResult, **{f"QueueIsClosed{version}": lambda handle: np.bool_(handle.is_closed) for version in ("", "V2")}),
}
