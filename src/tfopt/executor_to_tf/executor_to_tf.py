"""Takes ops out of their islands: a graph without loops and switches becomes straight code, in the graph's order.

An op stays behind all that it waited for, by data or by control; what nothing fetched depends on is dropped. Control flow by
Switch and Merge must have become If and While before.
"""

from __future__ import annotations

from tfir.dialects.tf_executor.types import CONTROL
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation

from tfopt.executor_to_tf.tf_executor_graph_pruning import tf_executor_graph_pruning

ISLAND, FETCH, TRIGGER, GRAPH = (f"tf_executor.{name}" for name in ("island", "fetch", "ControlTrigger", "graph"))
MOST_NAMED = 6


def executor_to_tf(function: "Func"):
    for graph in [op for op in function.walk(post_order=True) if op.name == GRAPH]:
        tf_executor_graph_pruning(graph)
        _refuse_control_flow(graph)
        _inline(graph)


def _refuse_control_flow(graph: Operation) -> None:
    left = [op for op in graph.body if op.name not in (ISLAND, FETCH, TRIGGER)]
    if left:
        names = [_described(op) for op in left[:MOST_NAMED]] + ["..."] * (len(left) > MOST_NAMED)
        raise Error(f"the graph has control flow that is not functional: {', '.join(names)}; make it If and While first", left[0])


def _described(op: Operation) -> str:
    kind = op.name.removeprefix("tf_executor.")
    return f"{kind} '{op.location.name}'" if isinstance(op.location, NameLocation) else kind


def _inline(graph: Operation) -> None:
    """Moves the ops of all islands, in order, in front of the graph; fetched values take the place of its results."""
    for op in graph.body:
        if op.name == ISLAND:
            _inline_island(op, graph)
    fetched = [value for value in graph.body.last.operands if value.type is not CONTROL]
    for result, value in zip(graph.results, fetched):
        result.replace_by(value)
    graph.erase()


def _inline_island(island: Operation, graph: Operation) -> None:
    last = island.body.last
    for op in island.body:
        if op is not last:
            graph.parent.insert_before(op.remove(), graph)
    for result, value in zip(island.results, last.operands):
        result.replace_by(value)
