"""Results that are parts of larger buffers, as those that are concatenated.

An entry writes them over what it loads from where it stores:

    %0 = iree.load_input(%arg1); %1 = dynamic_update_slice %0, %part, ..; iree.store_output(%1, %arg1)
"""

from __future__ import annotations

from math import prod

from tfir.ir.operations import Operation, Value

from tfopt.iree_to_spirv.index import Index

LOAD, STORE, UPDATE, CONSTANT = "iree.load_input", "iree.store_output", "stablehlo.dynamic_update_slice", "stablehlo.constant"


class Part:
    """A result of a `shape` that is a part of a buffer along a dimension, `axis`, of which the buffer has `size` places, from `start` on."""

    def __init__(self, shape: tuple[int, ...], axis: int, size: int, start: int):
        self.shape, self.axis, self.size, self.start = shape, axis, size, start

    @property
    def is_side_by_side(self) -> bool:
        """Whether its elements follow each other in the buffer."""
        return prod(self.shape[: self.axis]) == 1

    def place(self, index: Index):
        """The number in the buffer of an element of the result."""
        inner = prod(self.shape[self.axis + 1 :])
        if self.is_side_by_side:
            return index.linear + self.start * inner
        return index.before(self.axis) * ((self.size - self.shape[self.axis]) * inner) + (index.linear + self.start * inner)


def with_parts(entry: Operation) -> tuple[Operation, dict[Value, Part]]:
    """An entry that stores parts as if they were all of their buffers, and these parts, by its arguments."""
    updates = [store.operands[0].op for store in entry.body if store.name == STORE]
    stored = {at: part for at, part in enumerate(map(part_of, updates)) if part is not None}
    if not stored:
        return entry, {}
    entry = entry.clone()
    parts: dict[Value, Part] = {}
    for at, store in enumerate([op for op in entry.body if op.name == STORE]):
        update, argument = store.operands[0].op, store.operands[1]
        if at in stored and update is not None:
            parts[argument] = stored[at]
            before, part, *starts = update.operands
            store.set_operands([part, argument])
            for op in (update, *dict.fromkeys([value.op for value in (before, *starts)])):
                if op is not None and not any([result.uses for result in op.results]):
                    op.erase()
    return entry, parts


def part_of(update: Operation | None) -> Part | None:
    """The part that is computed and stored by an update of what lies in the same buffer, along one dimension of it."""
    if update is None or update.name != UPDATE or len(update.result.uses) != 1 or update.operands[1].op is None:
        return None
    before, part, *starts = update.operands
    (store,) = update.result.users
    if before.op is None or before.op.name != LOAD or before.op.operands[0] is not store.operands[1] or len(before.uses) != 1:
        return None
    is_computed = part.op.name not in (LOAD, CONSTANT, "stablehlo.broadcast_in_dim")  # else rows of a slice are copied
    if not is_computed or not part.type.is_static or any([start.op is None or start.op.name != CONSTANT for start in starts]):
        return None
    places = [int(start.op.attributes["value"].values()[0]) for start in starts if start.op is not None]
    axes = [axis for axis, sizes in enumerate(zip(before.type.shape, part.type.shape)) if sizes[0] != sizes[1]]
    if len(axes) != 1 or any([place != 0 for axis, place in enumerate(places) if axis != axes[0]]):
        return None
    (axis,), size = axes, before.type.shape[axes[0]]
    return Part(part.type.shape, axis, size, min(max(places[axis], 0), size - part.type.shape[axis]))
