"""Buffers that a function writes to."""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait, lookup
from tfir.ir.operations import Operation, Value

COPIED_FROM = ("source", "src")  # the names of operands that an op which writes reads only


def is_written(buffer: Value) -> bool:
    """Whether something may be written to a buffer, through it or a view of it. Who gets it as an operand of a call, a branch or a loop may."""
    pending, seen = [buffer], {buffer}
    while pending:
        value = pending.pop()
        for user in value.users:
            if has_trait(user, "view"):
                new = [result for result in user.results if result not in seen]
                seen.update(new)
                pending += new
            elif writes(user, value):
                return True
    return False


def writes(op: Operation, buffer: Value) -> bool:
    effects = effects_of(op)
    if op.regions or op.successors or effects.is_pinned:
        return not has_trait(op, "terminator") or bool(op.successors)
    definition = lookup(op.name)
    signature = definition.signature if definition is not None else None
    slots = signature.operands if signature is not None else ()
    if op.operands.index(buffer) == 0 and slots and slots[0].name in COPIED_FROM:
        return False
    return bool(effects.writes)
