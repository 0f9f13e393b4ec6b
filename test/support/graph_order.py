"""Which nodes of a graph come after which, and whether a changed graph keeps that, by names."""

from __future__ import annotations

from tfir.analysis.deadness import MERGES
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ods.control import CONTROL


def come_before(target) -> dict[str, set[str]]:
    """By node, all nodes that surely ran when it runs. A Merge comes after what all of its inputs come after."""
    found: dict[str, set[str]] = {}
    for op in topological_order(target.body):
        inputs = [
            ({node_name(value.op)} | found.get(node_name(value.op), set()), value.type is CONTROL)
            for value in op.operands
            if value.op is not None
        ]
        merged = [names for names, is_control in inputs if not is_control] if op.name in MERGES else []
        found[node_name(op)] = set().union(*[names for names, is_control in inputs if is_control or op.name not in MERGES])
        if merged:
            found[node_name(op)] |= set.intersection(*merged)
    return found


def lost_order(before: dict[str, set[str]], after: dict[str, set[str]], marked) -> list[str]:
    """The marked nodes that are gone, and the pairs of them that were in order and are not."""
    gone = [name for name in marked if name not in after]
    pairs = [
        f"{first} before {name}"
        for name in marked
        for first in sorted(before[name])
        if first in marked and name in after and first not in after[name]
    ]
    return gone + pairs
