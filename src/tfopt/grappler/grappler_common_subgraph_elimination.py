"""Merges nodes that compute the same: same op, attributes and device, same operands, the same nodes to wait for."""

from __future__ import annotations

from tfir.analysis.equivalence import attributes_key, operands_key
from tfir.dialects import is_pure
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data, tokens

from tfopt.grappler.item import Item

TITLE = "CommonSubgraphElimination"
# Attributes that do not influence the value: the node's name, its location, its colocation.
IGNORED = frozenset({NAME, "tfg.wire", "_class", "_output_shapes", "_has_manual_control_dependencies"})
# Where values go into branches and loops, equal nodes are one; but what goes round in a loop has an Enter of its own, by which
# the loop is known.
WAYS_IN = frozenset({"tfg.Switch", "tfg.Enter"})


def grappler_common_subgraph_elimination(item: "Item"):
    """Sorts the graph, so that equal operands are the same when a node is looked at. One pass finds all that follows from what it
    merged, but for what goes round a loop."""
    item.sort()
    merge_equal(item, list(item.block))


def merge_equal(item: Item, nodes: list[Operation]) -> None:
    """Merges those of the nodes, each of which stands behind what it reads, that compute the same. A node that is fed computes
    nothing. What reads a merged one is rewritten when its turn comes, once for all that it reads: a node may read all of a graph."""
    representatives: dict = {}
    merged: dict[Value, Value] = {}  # results by what takes their place, which may be merged itself later
    fed = {value.owner for value in item.feeds}
    gone = []
    for op in nodes:
        if merged and not merged.keys().isdisjoint(op.operands):
            op.set_operands([last_of(merged, value) for value in op.operands])
        if op in fed or not is_mergeable(op):
            continue
        first = representatives.setdefault(key(op), op)
        if first is op or item.is_preserved(op) and item.is_preserved(first):
            continue
        if item.is_preserved(op):
            first, op = op, first
            representatives[key(first)] = first
            first.remove()
            item.block.insert_before(first, op)
        item.record("merged", op, "computes the same", [first])
        merged.update(zip(op.results, first.results))
        gone.append(op)
    for old in merged:
        old.replace_all_uses_with(last_of(merged, old))  # what stands in front of it in a loop, and what read one that was merged later
    item.erase_all(gone)


def last_of(merged: dict[Value, Value], value: Value) -> Value:
    while value in merged:
        value = merged[value]
    return value


def is_mergeable(op: Operation) -> bool:
    if op.name == "tfg.Enter" and not op.get("is_constant", False):
        return False
    return (is_pure(op) or op.name in WAYS_IN) and not op.regions


def key(op: Operation):
    """Equal for nodes that compute the same. The order of what is waited for doesn't matter, nor that of commutative operands."""
    operands = op.operands
    values = data(operands)
    waits = frozenset(tokens(operands)) if len(values) != len(operands) else None
    return op.name, operands_key(op, values), waits, attributes_key(op, IGNORED)
