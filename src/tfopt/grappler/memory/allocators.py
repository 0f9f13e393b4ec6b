"""Marks assignments whose variables are read on their own device only, so that they need no memory that other devices reach."""

from __future__ import annotations

from tfir.analysis.slices import backward_slice
from tfir.ir.attributes import BoolAttr
from tfir.ir.operations import Operation

from tfopt.grappler.item import Item
from tfopt.rewrite.graph import readers

ASSIGNMENTS = frozenset({"tfg.Assign", "tfg.AssignVariableOp"})
SENDS = frozenset({"tfg._Send", "tfg._HostSend"})
RELAXED = "_grappler_relax_allocator_constraints"


def relax_constraints(item: Item) -> None:
    """An assignment is relaxed where all that follows from it stands on its device, and nothing of it is sent."""
    assignments = [op for op in item.block if op.name in ASSIGNMENTS]
    if not assignments:
        return
    strict = backward_slice([op for op in item.block if is_read_elsewhere(item, op)])
    for op in assignments:
        if op not in strict and RELAXED not in op.attributes:
            op.set_attribute(RELAXED, BoolAttr(True))
            item.record("rewritten", op, "all that follows from it stands on its device")


def is_read_elsewhere(item: Item, op: Operation) -> bool:
    device = item.device(op)
    return op.name in SENDS or any([user.name != "tfg.return" and item.device(user) != device for user in set(readers(op))])
