"""Keeps loops that span devices running on each of them.

When TensorFlow cuts a graph by devices it gives a device turns of a loop only where, inside of the loop, something comes to it from
another device or goes round on it (graph_partition.cc, `AddControlFlow`). A device on which all is computed from the loop's constants
sends its results for the first turn alone, and the others wait for them for ever. An optimizer can leave a device like that when it
takes away the last node there that read a loop variable.
"""

from __future__ import annotations

from collections import defaultdict

from tfir.analysis.deadness import CONTROL_FLOW, ENTERS, NONE, conditions_of, is_back_edge
from tfir.dialects.tfg.nodes import DEVICE
from tfir.ir.operations import Operation, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.deadness import Conditions

    from tfopt.grappler.item import Item


def give_turns(item: Item) -> None:
    """Where a device would get no turns of a loop, its first node that others read waits for a Merge of the loop, which is there in
    each turn."""
    if len({op.attributes[DEVICE] for op in item.block if DEVICE in op.attributes}) < 2:
        return
    conditions = conditions_of(item.block)
    for nodes in nodes_by_loop(item, conditions).values():
        turns = next((op for op in nodes if any([is_back_edge(value) for value in op.operands])), None)
        placed = defaultdict(list)
        for op in nodes:
            placed[item.device(op)].append(op)
        for device, there in placed.items() if turns is not None else ():
            sent = [op for op in there if any([item.device(reader) != device for value in op.results for reader in value.uses])]
            if device and sent and not any([gets_turns(item, op, conditions) for op in there]):
                item.wait_for(sent[0], [turns.results[-1]])
                item.record("rewritten", sent[0], f"gives {device} turns of the loop")


def nodes_by_loop(item: Item, conditions: dict[Value, Conditions]) -> dict[frozenset[str], list[Operation]]:
    """The nodes in loops, by the names of all frames around them."""
    loops: dict[frozenset[str], list[Operation]] = defaultdict(list)
    for op in item.block:
        here = conditions.get(op.results[-1], NONE) if op.results else NONE
        if frames := frozenset([each for each in here if isinstance(each, str)]):
            loops[frames].append(op)
    return loops


def gets_turns(item: Item, op: Operation, conditions: dict[Value, Conditions]) -> bool:
    """Whether the node goes round in the loop, or reads from another device what is in the loop and no constant of it."""
    if op.name in CONTROL_FLOW:
        return op.name not in ENTERS
    sources = [value.op for value in op.operands if value in conditions]
    return any([source.name not in ENTERS and item.device(source) != item.device(op) for source in sources])
