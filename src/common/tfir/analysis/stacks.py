"""Stacks of a graph, which an op makes and others are given: what may pop from one."""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW, MERGES
from tfir.ir.operations import Value
from tfir.ods.control import data_operands

PUSHES = frozenset({"tfg.StackPush", "tfg.StackPushV2"})
HANDING_ON = CONTROL_FLOW | {"tfg.Identity"}
IDLE = PUSHES | {"tfg.StackClose", "tfg.StackCloseV2"}  # whom the elements of a stack don't matter to


def is_popped(handle: Value) -> bool:
    """Whether a node takes the stack that may then pop from it, or something outside of the graph has it. Ops that pass the handle on are followed
    both ways."""
    stack, seen = [handle], {handle}
    while stack:
        value, neighbours = stack.pop(), list[Value]()
        maker = value.op
        if maker is None:
            return True
        if maker.name in HANDING_ON:
            neighbours += data_operands(maker) if maker.name in MERGES else maker.operands[:1]
        for user in value.uses:
            if user.name in HANDING_ON:
                neighbours += user.results[:-1]
            elif user.name not in IDLE:
                return True
        stack += [each for each in neighbours if each not in seen]
        seen.update(neighbours)
    return False
