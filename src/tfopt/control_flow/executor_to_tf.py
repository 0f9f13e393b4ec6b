"""Takes ops out of their islands: a graph without loops and switches becomes straight code, in the graph's order.

An op stays behind all that it waited for, by data or by control; what nothing fetched depends on is dropped. Control flow by
Switch and Merge must have become If and While before. Ops that wait for one another, as where a queue is filled and emptied, and no edge says which
comes first, stay in a graph of their own, and so do loops whose iterations wait for one another.
"""

from __future__ import annotations

from tfir.dialects.tf_executor.names import FETCH, GRAPH, ISLAND
from tfir.dialects.tf_executor.types import CONTROL
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value

from tfopt.control_flow.outlining import STRUCTURED, listed, redirect
from tfopt.control_flow.synchronization import in_turn
from tfopt.control_flow.tf_executor_graph_pruning import tf_executor_graph_pruning
from tfopt.control_flow.waiting_loops import WaitingLoops

WORKS_ON = ("tf_executor",)


def executor_to_tf(function: "Func"):
    for graph in [op for op in function.walk(post_order=True) if op.name == GRAPH]:
        tf_executor_graph_pruning(graph)
        loops = WaitingLoops(graph.body)
        executed = loops.executed()
        _refuse_control_flow(graph, set(executed))
        parts = in_turn(graph.body, executed)
        _inline(graph, [(part, [op for op in part if not loops.is_inside(op)]) for part in parts])


def _refuse_control_flow(graph: Operation, executed: set[Operation]) -> None:
    left = [op for op in graph.body if op.name not in STRUCTURED and op not in executed]
    if left:
        raise Error(f"the graph has control flow that is not functional: {listed(left)}; make it If and While first", left[0])


def _inline(graph: Operation, parts: list[tuple[list[Operation], list[Operation]]]) -> None:
    """Moves the ops of all islands, in order, in front of the graph; fetched values take the place of its results. Of each part it is given
    which of its ops have results that are in no loop."""
    inside: dict[Value, Value] = {}
    for part, ends in parts:
        if len(part) > 1:
            _keep_together(part, ends, graph, inside)
        elif part[0].name == ISLAND:
            _inline_island(part[0], graph, inside)
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


def _keep_together(part: list[Operation], ends: list[Operation], graph: Operation, inside: dict[Value, Value]) -> None:
    """Makes a smaller graph of some ops, in front of the graph; what these waited for by control is in front of it too."""
    members = set(part)
    results = [value for op in part for value in op.results if value.type is not CONTROL and is_read_outside(value, members)]
    tokens = [op.results[-1] for op in ends]
    block = Block()
    for op in part:
        op.set_operands([value for value in op.operands if value.type is not CONTROL or value.op in members])
        block.append(op.remove())
        redirect(op, inside)
    block.append(Operation(FETCH, [*results, *tokens], location=graph.location))
    types = [value.type for value in results]
    made = graph.parent.insert_before(Operation(GRAPH, (), types, regions=[Region([block])], location=part[0].location), graph)
    inside.update(zip(results, made.results))


def is_read_outside(value: Value, members: set[Operation]) -> bool:
    return any([members.isdisjoint([user, *user.ancestors()]) for user in value.users])
