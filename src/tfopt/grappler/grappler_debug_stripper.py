"""Takes out what only watches a program: assertions, prints and checks of numbers."""

from __future__ import annotations

from tfir.analysis.graph_effects import is_reference
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.operations import Operation

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import hand_over, replace

TITLE = "DebugStripper"
# Nodes without a data result to pass on become a NoOp, since others may wait for them.
SILENT = frozenset({"tfg.Assert", "tfg.PrintV2"})
# What hands on its first operand.
HANDING_ON = frozenset({"tfg.Print", "tfg.CheckNumerics", "tfg.CheckNumericsV2"})


def grappler_debug_stripper(item: "Item"):
    """Nodes that waited for a removed one wait for what it waited for. Its operands are no longer computed for its sake, unless
    computing them is itself observable."""
    for op in list(item.block):
        if op.name in SILENT:
            silence(item, op)
        elif op.name in HANDING_ON:
            item.record("rewritten", op, "it only looks at its operand")
            replace(item, op, *handed_on(item, op))


def handed_on(item: Item, op: Operation):
    """The values that replace a node's result, and the nodes built for them. A variable is read where the node stood."""
    source = op.operands[0]
    if not is_reference(source):
        return [source], []
    read = item.build("tf.Identity", [source], {}, node_name(op), op, [op.results[0].type])
    return [read.results[0]], [read]


def silence(item: Item, op: Operation) -> None:
    """Puts a NoOp in a node's place."""
    item.record("rewritten", op, "it has no results")
    hand_over(item, op, [], item.no_op(node_name(op), op))
