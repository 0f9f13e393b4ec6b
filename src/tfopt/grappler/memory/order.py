"""An order of all nodes in which each could run, loops included: what leaves a loop stands behind all that enters it.

New edges that go forward in it close no circle, not even one that only a NextIteration would close.
"""

from __future__ import annotations

from tfir.analysis.deadness import ENTERS, EXITS
from tfir.analysis.ordering import by_priority
from tfir.dialects.tfg.order import BACK_EDGES
from tfir.ir.operations import Operation

from tfopt.grappler.item import Item
from tfopt.rewrite.graph import makers

LONGEST_WAY = 8  # from an Exit back to an Enter: past the Switch and the Merge of its variable


def order_of(item: Item, priorities: dict[Operation, tuple] | None = None) -> dict[Operation, int] | None:
    """The place of each node. Among nodes that are ready, those with the smallest entry in `priorities` come first; ties follow the graph's
    own order. None where frames are unusual, or the graph has other cycles."""
    ops = list(item.block)
    makers = makers_of(ops)
    if makers is None:
        return None
    places = by_priority(makers, {op: (*(priorities or {}).get(op, ()), number) for number, op in enumerate(ops)})
    return places if len(places) == len(ops) else None


def makers_of(ops) -> dict[Operation, list[Operation]] | None:
    """The nodes that each node must come after: producers of its inputs; for an Exit, also all Enters of its frame. None for frames of
    unknown form."""
    inside = set(ops)
    frames: dict[str, list[Operation]] = {}
    for op in ops:
        if op.name in ENTERS:
            frames.setdefault(op.get("frame_name"), []).append(op)
    makers_by_op = {}
    for op in ops:
        values = op.operands if not op.regions else [value for inner in op.walk() for value in inner.operands]
        owners = dict.fromkeys(makers(values))
        before = [owner for owner in owners if owner in inside and owner is not op and owner.name not in BACK_EDGES]
        if op.name in EXITS:
            enter = enter_of(op)
            if enter is None:
                return None
            before += [each for each in frames[enter.get("frame_name")] if each not in owners]
        makers_by_op[op] = before
    return makers_by_op


def enter_of(op: Operation) -> Operation | None:
    """An Enter of the frame that an Exit leaves."""
    for _ in range(LONGEST_WAY):
        above = makers(op.operands)
        enter = next((maker for maker in above if maker.name in ENTERS), None)
        if enter is not None or not above:
            return enter
        op = above[0]
    return None
