"""Semantics: barriers, which gather the components of tuples by keys, and hand out tuples that are complete. Tuples whose keys were first seen
by an earlier op come out first."""

from __future__ import annotations

from tfir.dialects.tf.errors import cancelled, listed, out_of_range, require_all_sizes
from tfir.dialects.tf.queues import PriorityQueue
from tfir.ir.diagnostics import Error
from tfir.ods.element_types import element_of_word
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult

FIRST = -(1 << 63)  # the number of the first op that brings keys


class Barrier(ScalarResult):
    def evaluate(op, state, component_types, shapes, capacity, container, shared_name):
        if capacity != -1:
            raise Error("Barrier only accepts capacity=-1.  Feed the inputs to your Barrier through a queue to enforce a limited capacity.")
        if len(shapes) != len(component_types):
            raise Error("All of the component shapes must be specified")
        for shape in shapes:
            require_all_sizes(shape)

        def make() -> Gathering:
            return Gathering(component_types, shapes, state.resource_name(op, shared_name))

        return [state.shared("barrier", op, container, shared_name, make)]


class Gathering:
    """What a handle of a barrier is. `incomplete` has by keys when the key came, and the components that are there."""

    def __init__(self, types, shapes, name: str):
        self.width, self.name, self.number = len(types), name, FIRST
        self.incomplete: dict[bytes, tuple[int, list[np.ndarray | None]]] = {}
        self.ready = PriorityQueue([element_of_word("str"), *types], [(), *shapes], -1, f"{name}_queue")
        self.is_closed = self.cancels = False

    def insert(self, keys: np.ndarray, component: int, values: np.ndarray) -> list:
        if component >= self.width:
            raise Error(f"The component ID is out of range {component} > num_components (= {self.width})")
        if keys.size and not values.size:
            raise Error(f"Tensors with no elements are not supported {self.name}: received shape {listed(values.shape)}")
        count = keys.size
        if self.is_closed and (self.cancels or (count and not self.incomplete)):
            told = f"{int(self.cancels)}.  Number of new insertions: {count}.  Number of incomplete keys: {len(self.incomplete)}."
            raise cancelled(f"Barrier {self.name} is closed.  Pending enqueues cancelled: {told}")
        complete, is_new = [], False
        for at, key in enumerate(keys.ravel().tolist()):
            is_new |= key not in self.incomplete
            complete += self.insert_one(key, component, np.asarray(values[at : at + 1].reshape(values.shape[1:])), at)
        self.number += is_new
        return self.ready.put(complete) if complete else []

    def insert_one(self, key: bytes, component: int, value: np.ndarray, at: int) -> list[tuple]:
        """The tuple of a key, where this makes it complete."""
        if self.is_closed and key not in self.incomplete:
            told = f"{int(self.cancels)}.  Insertion index: {at}.  Number of incomplete keys: {len(self.incomplete)}."
            brand_new = f"attempted to insert a brand new key: {key.decode('utf-8', 'replace')}"
            raise cancelled(f"Barrier {self.name} is closed, but {brand_new}.  Pending enqueues cancelled: {told}")
        number, parts = self.incomplete.setdefault(key, (self.number, [None] * self.width))
        if parts[component] is not None:
            told = f"already has a value for component {component} in barrier {self.name}"
            raise Error(f"Key {key.decode('utf-8', 'replace')} {told}")
        parts[component] = value
        if any([part is None for part in parts]):
            return []
        del self.incomplete[key]
        item = np.int64(number), np.array(key, object), *parts
        self.ready.require_fitting(item)
        return [item]

    def take(self, count: int, small: bool) -> list:
        if self.is_closed:
            there = len(self.ready.items)
            requested = min(count, there) if small else count
            there += 0 if small else len(self.incomplete)
            if there < max(requested, 1):
                told = f"(requested {requested}, total size {there})"
                raise out_of_range(f"Barrier '{self.name}' is closed and has insufficient elements {told}")
            count = requested
        return self.ready.take(count, finish=self.ready.stacked)

    def close(self, cancels: bool) -> list:
        if self.is_closed and (self.cancels or not cancels):
            raise cancelled(f"Barrier '{self.name}' is already closed.")
        self.cancels, self.is_closed = cancels, True
        if cancels or not self.incomplete:
            self.incomplete.clear()
            self.ready.is_closed = True
        return []


class BarrierInsertMany(OpSemantics):
    def evaluate(handle, keys, values, component_index):
        return handle.insert(keys, component_index, values)


class BarrierTakeMany(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(handle, num_elements, allow_small_batch):
        return handle.take(int(num_elements), allow_small_batch)


class BarrierClose(OpSemantics):
    def evaluate(handle, cancel_pending_enqueues):
        return handle.close(cancel_pending_enqueues)


class BarrierReadySize(ScalarResult):
    def evaluate(handle):
        return np.int32(len(handle.ready.items))


class BarrierIncompleteSize(ScalarResult):
    def evaluate(handle):
        return np.int32(len(handle.incomplete))
