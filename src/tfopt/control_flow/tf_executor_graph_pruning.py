"""Drops what no fetched value and no control output of an executor's graph needs.

An op of a graph runs when a fetch depends on it, by data or by control, and not otherwise, whatever it would do; a few are declared
to run all the same.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tfg.rendezvous import senders_of
from tfir.ir.operations import Operation

WORKS_ON = ("tf_executor",)
SOURCE, SINK = "tf_executor.NextIteration.Source", "tf_executor.NextIteration.Sink"
OPTIONS = {
    "ops-to-preserve": "Ops inside islands (tf.X) that stay where nothing depends on them.",
}


def tf_executor_graph_pruning(graph: "ExecutorGraph", *, ops_to_preserve: tuple[str, ...] = ()):
    """`ops_to_preserve` names ops inside islands, `tf.X`, that stay where nothing depends on them."""
    if is_whole_program(graph.parent_op):
        return
    block = graph.body
    roots = [op for op in block if op is block.last or any(inner.name in ops_to_preserve or must_run(inner) for inner in op.walk())]
    needed = _needed(roots, block)
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


def _needed(roots: list[Operation], block) -> set[Operation]:
    needed, work = set(roots), list(roots)
    while work:
        op = work.pop()
        for producer in _depends_on(op):
            if producer.parent is block and producer not in needed:
                needed.add(producer)
                work.append(producer)
    return needed


def _depends_on(op: Operation):
    """The ops whose results are used by `op` or inside it. A source depends on its sink, whose value it brings
    round, and a receiver on who sends to it."""
    for inner in op.walk() if op.regions else (op,):
        for value in inner.operands:
            if value.op is not None:
                yield value.op
    yield from senders_of(op)
    if op.name == SOURCE:
        yield from (user for user in op.results[1].uses if user.name == SINK)
