"""Drops what no fetched value and no control output of an executor's graph needs.

An op of a graph runs where a fetch depends on it, by data or by control, and not for its effects; a few ops are declared to be kept.
"""

from __future__ import annotations

from tfir.analysis.slices import needed_for
from tfir.dialects import lookup
from tfir.ir.operations import Operation

WORKS_ON = ("tf_executor",)
OPTIONS = {
    "ops-to-preserve": "Ops inside islands (tf.X) that stay where nothing depends on them.",
}


def tf_executor_graph_pruning(graph: "ExecutorGraph", *, ops_to_preserve: tuple[str, ...] = ()):
    """`ops_to_preserve` names ops inside islands, `tf.X`, that stay where nothing depends on them."""
    if is_whole_program(graph.parent_op):
        return
    block = graph.body
    roots = [op for op in block if op is block.last or any(inner.name in ops_to_preserve or must_run(inner) for inner in op.walk())]
    needed = needed_for(roots, block)
    for op in reversed(block):
        if op not in needed:
            op.erase()


def must_run(op: Operation) -> bool:
    """Whether upstream declares that such an op runs even where nothing depends on it."""
    declared = lookup(op.name).constrained if op.name.startswith("tf.") else None
    return declared is not None and "must_execute" in declared.traits


def is_whole_program(function: Operation) -> bool:
    """Whether a graph was imported without saying what is fed and fetched, so that all of it is meant."""
    return function.get("sym_name") == "main" and "tf.entry_function" not in function.attributes
