"""Drops what no preserved node needs, and nodes that only hand on a value where that costs no edge."""

from __future__ import annotations

from tfir.analysis.deadness import needs_anchor
from tfir.analysis.graph_effects import TRIVIAL, is_reference
from tfir.analysis.slices import backward_slice
from tfir.ir.operations import Operation
from tfir.ods.control import CONTROL

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import NEVER_WAITING, hand_over

TITLE = "ModelPruner"
OPTIONS = {
    "keep-trivial": "Only drop what is not reached.",
}


def grappler_pruning(item: "Item", *, keep_trivial: bool = False):
    erase_unreached(item)
    if not keep_trivial:
        for op in [op for op in item.block if op.name in TRIVIAL]:
            bypass(item, op)
        for op in [op for op in item.block if op.name == "tfg.IdentityN"]:
            bypass_all_results(item, op)


def erase_unreached(item: Item) -> None:
    """Erases, in time linear in the graph, all nodes that no root reads or waits for, directly or through other nodes."""
    needed = backward_slice(item.roots())
    doomed = [op for op in item.block if op not in needed]
    if not doomed:
        return
    for op in doomed:
        item.record("removed", op, "no fetch needs it")
    item.erase_all(doomed)


def bypass(item: Item, op: Operation) -> bool:
    """Lets the readers of a node that passes on its operand read that. False where it would add edges, where the node reads a variable,
    and where it stands for one side of a Switch."""
    source = op.operands[0]
    if item.is_preserved(op) or is_reference(source) or is_anchor(op):
        return False
    controls = op.operands[1:]
    readers, waiting = op.results[0].users, op.results[-1].users
    if len(controls) * len(set(readers + waiting)) > len(controls) + 1:
        return False
    if controls and any([user.name in NEVER_WAITING for user in readers] + [user.name == "tfg.return" for user in waiting]):
        return False
    if source.owner.__class__ is not Operation and any([user.name == "tfg.return" for user in waiting]):
        return False  # which are nodes
    item.record("removed", op, "it only hands on its operand")
    hand_over(item, op, [source])
    return True


def bypass_all_results(item: Item, op: Operation) -> None:
    """As `bypass`, for a node that passes on several operands."""
    sources = op.operands
    if item.is_preserved(op) or any([value.type is CONTROL or is_reference(value) for value in sources]) or op.results[-1].uses:
        return
    item.record("removed", op, "it only hands on its operands")
    for result, source in zip(op.results, sources):
        result.replace_all_uses_with(source)
    item.erase(op)


def is_anchor(op: Operation) -> bool:
    """Whether others wait for the node in place of its operand."""
    return bool(op.results[-1].uses) and needs_anchor(op.operands[0])
