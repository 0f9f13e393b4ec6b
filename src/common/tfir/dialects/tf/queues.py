"""Semantics: queues of tuples of tensors. A handle is the queue itself. What finds no elements, or no room, waits for other ops of the call."""

from __future__ import annotations

from tfir.dialects.tf.defaults import NAMES
from tfir.dialects.tf.errors import cancelled, listed, out_of_range
from tfir.dialects.tf.philox import Generator
from tfir.dialects.tf.random import first_generator
from tfir.ir.diagnostics import Error
from tfir.ir.types import I64, Type
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of
from tfir.ods.waiting import Line, Progress


class Queue:
    """Tuples in the order in which they came. `shapes` of the components may lack sizes (None) or be absent altogether. `takes` and `puts`
    are those that wait."""

    kind = told_as = "FIFOQueue"  # some errors of a queue tell it by the kind that it derives from
    before: tuple[Type, ...] = ()  # scalar components in front of those that the op states

    def __init__(self, types, shapes, capacity: int, name: str = "queue"):
        self.require_shapes_of(types, shapes)
        self.types = [dtype_of(each) for each in types]
        self.shapes = [None if shape is None else [None if size is None or size < 0 else size for size in shape] for shape in shapes]
        self.capacity, self.is_closed, self.name = capacity, False, name
        self.items: list[tuple] = []
        self.takes, self.puts = Line(), Line()

    def require_shapes_of(self, types, shapes) -> None:
        if shapes and len(shapes) != len(types):
            shapes = ", ".join([shown([None if size is None or size < 0 else size for size in shape]) for shape in shapes])
            names = ", ".join([NAMES.get(each.text, each.text) for each in (*self.before, *types)])
            raise Error(f"Different number of component types.  Types: {names}, Shapes: [{'[], ' * len(self.before)}{shapes}]")

    def require_fitting(self, components, around: tuple = ()) -> None:
        for at, (component, shape) in enumerate(zip(components, self.shapes)):
            if shape is not None and not fits(component.shape, (*around, *shape)):
                raise Error(f"Shape mismatch in tuple component {at}. Expected {shown((*around, *shape))}, got {listed(component.shape)}")

    def put(self, items: list[tuple]) -> list:
        """Puts tuples in, as there is room for them."""
        left = list(items)

        def act() -> list | None:
            if self.is_closed:
                raise cancelled(f"{self.told_as} '{self.name}' is closed.")
            while left and (self.capacity < 0 or len(self.items) < self.capacity):
                self.add(left.pop(0))
                Progress.made += 1
            return None if left else []

        return self.puts.attempt(act, lambda: f"room in a queue of {self.capacity} elements")

    def add(self, item: tuple) -> None:
        self.items.append(item)

    def next(self) -> tuple:
        return self.items.pop(0)

    def restore(self, taken: list[tuple]) -> None:
        """Puts back what was taken, where the queue was closed before there was enough."""
        self.items[:0] = taken

    @property
    def available(self) -> int:
        return len(self.items)

    def take(self, count: int, small: bool = False, finish=lambda taken: taken):
        """What `finish` makes of `count` tuples; of a closed queue of fewer where a `small` batch will do. What is there is taken at once."""
        taken: list[tuple] = []

        def act():
            if self.is_closed and len(self.items) < count - len(taken) and not self.puts.tickets:
                here = len(self.items) + len(taken)
                missing = count - len(taken)
                self.restore(taken)
                taken.clear()
                if not small or not here:
                    told = f"(requested {missing}, current size {here - count + missing})"
                    kind = self.told_as if finish is first else self.kind
                    raise out_of_range(f"{kind} '{self.name}' is closed and has insufficient elements {told}")
                return finish([self.next() for _ in range(here)])
            while len(taken) < count and self.available > 0:
                taken.append(self.next())
                Progress.made += 1
            return finish(taken) if len(taken) == count else None

        return self.takes.attempt(act, lambda: f"{count} elements of a queue that has {len(self.items) + len(taken)}")

    def close(self, cancels: bool) -> list:
        if cancels:
            self.puts.cancel(lambda: cancelled("Enqueue operation was cancelled"))
            self.is_closed = True
            return []

        def act() -> list:
            if self.is_closed:
                raise cancelled(f"Queue '{self.name}' is already closed.")
            self.is_closed = True
            return []

        return self.puts.attempt(act, lambda: "what is still put into a queue before it is closed")

    def stacked(self, items: list[tuple]) -> list[np.ndarray]:
        self.require_shapes()
        return [
            np.stack([item[at] for item in items]) if items else np.zeros((0, *shape), dtype)
            for at, (shape, dtype) in enumerate(zip(self.shapes, self.types))
        ]

    def require_shapes(self) -> None:
        if not self.shapes or any([shape is None or None in shape for shape in self.shapes]):
            raise Error(f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes.")


def first(taken: list[tuple]) -> list:
    return list(taken[0])


def fits(shape, declared) -> bool:
    return len(shape) == len(declared) and all([one is None or one == size for size, one in zip(shape, declared)])


def shown(shape) -> str:
    return f"[{','.join(['?' if size is None else str(size) for size in shape])}]"


class PaddingQueue(Queue):
    """Components may be of different sizes, which are filled up with zeros where several are taken together."""

    kind = "PaddingFIFOQueue"

    def require_shapes(self) -> None:
        """Sizes that are not known are filled up."""

    def require_shapes_of(self, types, shapes) -> None:
        super().require_shapes_of(types, shapes)
        if types and not shapes:
            raise Error(f"Shapes must be provided for all components, but received {len(types)} dtypes and {len(shapes)} shapes.")

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
    """The least first component comes first. Which of equal ones does is left to a heap, and that is the heap of C++'s library. What a closed queue
    has too little of is lost."""

    kind = told_as = "PriorityQueue"
    before = (I64,)

    def __init__(self, types, shapes, capacity: int, name: str = "queue"):
        super().__init__(types, shapes, capacity, name)
        if not shapes:  # TensorFlow finds its own queue unlike what it asked for
            raise Error(f"Shared queue '{name}' has component shapes [] but requested component shapes were [[]]")
        self.types, self.shapes = [np.dtype(np.int64), *self.types], [[], *self.shapes]

    def add(self, item: tuple) -> None:
        self.items.append(item)
        self.rise(len(self.items) - 1, item)

    def rise(self, hole: int, item: tuple) -> None:
        """Puts the item into a hole, or above it."""
        while hole and self.items[(hole - 1) // 2][0] > item[0]:
            self.items[hole], hole = self.items[(hole - 1) // 2], (hole - 1) // 2
        self.items[hole] = item

    def next(self) -> tuple:
        """The hole that the first leaves sinks to the bottom, whatever the last is, which then rises from there."""
        first, last = self.items[0], self.items.pop()
        hole, length = 0, len(self.items)
        while (child := 2 * hole + 2) <= length:
            if child == length or self.items[child][0] > self.items[child - 1][0]:
                child -= 1
            self.items[hole], hole = self.items[child], child
        if length:
            self.rise(hole, last)
        return first

    def take(self, count: int, small: bool = False, finish=lambda taken: taken):
        """Of a closed queue too all that is asked for."""
        taken: list[tuple] = []

        def act():
            while len(taken) < count and self.items:
                taken.append(self.next())
                Progress.made += 1
            if len(taken) < count and self.is_closed:
                told = f"(requested {count - len(taken)}, current size 0)"
                raise out_of_range(f"{self.kind} '{self.name}' is closed and has insufficient elements {told}")
            return finish(taken) if len(taken) == count else None

        return self.takes.attempt(act, lambda: f"{count} elements of a queue that has {len(taken)}")


class ShuffleQueue(Queue):
    """One of the tuples by chance, whose place the last one takes. As long as the queue is open, `least` stay in it."""

    kind = told_as = "RandomShuffleQueue"

    def __init__(self, types, shapes, capacity: int, name: str, least: int, generator: Generator):
        super().__init__(types, shapes, capacity, name)
        if least < 0 or 0 <= capacity <= least:
            raise Error(f"min_after_dequeue {least} must be " + (">= 0" if least < 0 else f"< capacity {capacity}"))
        self.least, self.generator = least, generator
        self.words: list[int] = []

    @property
    def available(self) -> int:
        return len(self.items) - (0 if self.is_closed else self.least)

    def next(self) -> tuple:
        if not self.words:
            self.words = self.generator.words(4).tolist()
            self.generator.counter += 1
        at = self.words.pop(0) % len(self.items)
        self.items[at], self.items[-1] = self.items[-1], self.items[at]
        return self.items.pop()

    def restore(self, taken: list[tuple]) -> None:
        self.items += reversed(taken)


def made_by(kind: type[Queue]):
    def evaluate(op, state, component_types, shapes, capacity, container, shared_name):
        def make() -> Queue:
            return kind(component_types, shapes, capacity, state.resource_name(op, shared_name))

        return [state.shared("queue", op, container, shared_name, make)]

    return evaluate


class RandomShuffleQueueV2(ScalarResult):
    def evaluate(op, state, component_types, shapes, capacity, min_after_dequeue, seed, seed2, container, shared_name):
        def make() -> Queue:
            name = state.resource_name(op, shared_name)
            return ShuffleQueue(component_types, shapes, capacity, name, min_after_dequeue, first_generator(seed, seed2))

        return [state.shared("queue", op, container, shared_name, make)]


class Enqueue(OpSemantics, family=True):
    def evaluate(handle, components):
        handle.require_fitting(components)
        return handle.put([tuple(components)])


class EnqueueMany(OpSemantics, family=True):
    """A tuple of each place along the first axis of the components."""

    def evaluate(handle, components):
        counts = {component.shape[:1] for component in components}
        if len(counts) > 1 or () in counts:
            raise Error("All input tensors must have the same size in the 0th dimension.")
        ((count,),) = counts
        items = [tuple([component[at : at + 1].reshape(component.shape[1:]) for component in components]) for at in range(count)]
        handle.require_fitting(components, *counts)
        return handle.put(items) if items else []


class Dequeue(OpSemantics, family=True):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(handle):
        return handle.take(1, finish=first)


def several(name: str, small: bool):
    """The evaluation of an op that takes several tuples at once."""

    def evaluate(handle, n):
        if n < 0:
            raise Error(f"{name} requested {int(n)} < 0 elements")
        handle.require_shapes()
        return handle.take(int(n), small, handle.stacked) if n else handle.stacked([])

    return evaluate


class Close(OpSemantics, family=True):
    def evaluate(handle, cancel_pending_enqueues):
        return handle.close(cancel_pending_enqueues)


class FakeQueue(ScalarResult):
    """The queue as a reference, for ops of old that take one."""

    def evaluate(resource):
        return [resource]


KINDS = {"FIFOQueue": Queue, "PaddingFIFOQueue": PaddingQueue, "PriorityQueue": PriorityQueue}
FAMILIES = {"QueueEnqueue": Enqueue, "QueueEnqueueMany": EnqueueMany, "QueueDequeue": Dequeue, "QueueClose": Close}
SEVERAL = {"QueueDequeueMany": several("DequeueManyOp", False), "QueueDequeueUpTo": several("DequeueUpToOp", True)}
SEMANTICS = {
    **{f"{name}{version}": family for name, family in FAMILIES.items() for version in ("", "V2")},
    **ops_of(Dequeue, **{f"{name}{version}": evaluate for name, evaluate in SEVERAL.items() for version in ("", "V2")}),
    **ops_of(ScalarResult, **{f"{name}{version}": made_by(kind) for name, kind in KINDS.items() for version in ("", "V2")}),
    **ops_of(ScalarResult, **{f"QueueSize{version}": lambda handle: np.int32(len(handle.items)) for version in ("", "V2")}),
    **ops_of(ScalarResult, **{f"QueueIsClosed{version}": lambda handle: np.bool_(handle.is_closed) for version in ("", "V2")}),
    "RandomShuffleQueue": RandomShuffleQueueV2,
}
