"""Takes ops out of their islands: a graph without loops and switches becomes straight code, in the graph's order.

An op stays behind all that it waited for, by data or by control; what nothing fetched depends on is dropped. Control flow by
Switch and Merge must have become If and While before.
"""

from __future__ import annotations

from tfir.dialects.tf_executor.types import CONTROL
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value

from tfopt.control_flow.outlining import GRAPH, ISLAND, STRUCTURED, listed, redirect
from tfopt.control_flow.tf_executor_graph_pruning import tf_executor_graph_pruning

WORKS_ON = ("tf_executor",)


def executor_to_tf(function: "Func"):
    for graph in [op for op in function.walk(post_order=True) if op.name == GRAPH]:
        tf_executor_graph_pruning(graph)
        _refuse_control_flow(graph)
        _inline(graph)


def _refuse_control_flow(graph: Operation) -> None:
    left = [op for op in graph.body if op.name not in STRUCTURED]
    if left:
        raise Error(f"the graph has control flow that is not functional: {listed(left)}; make it If and While first", left[0])


def _inline(graph: Operation) -> None:
    """Moves the ops of all islands, in order, in front of the graph; fetched values take the place of its results."""
    inside: dict[Value, Value] = {}
    for op in graph.body:
        if op.name == ISLAND:
            _inline_island(op, graph, inside)
    fetched = [inside.get(value, value) for value in graph.body.last.operands if value.type is not CONTROL]
    replacements = dict(zip(graph.results, fetched))
    for user in dict.fromkeys([user for result in graph.results for user in result.uses]):
        redirect(user, replacements)
    graph.erase()


def _inline_island(island: Operation, graph: Operation, inside: dict[Value, Value]) -> None:
    """`inside` maps the results of islands to what the islands yield, and learns this one's."""
    last = island.body.last
    for op in island.body:
        if op is not last:
            graph.parent.insert_before(op.remove(), graph)
            redirect(op, inside)
    inside.update(zip(island.results, [inside.get(value, value) for value in last.operands]))
