"""A graph run as a session of TensorFlow runs it: fetched values and targets by name, and any value may be fed."""

from __future__ import annotations

from tfir.analysis.deadness import unread_results
from tfir.dialects.tfg.interface import (
    PLACEHOLDERS,
    effects,
    fed_type,
    is_sink,
    node_called,
    nodes_by_name,
    placeholders,
    value_called,
    value_name,
)
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.subgraph import Port, function_between, needed_for
from tfir.execution.entry import Entry
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ods.control import control_operands, control_result

ASSIGNMENTS = frozenset({"tfg.Assign", "tfg.AssignVariableOp", "tfg.InitializeTable", "tfg.InitializeTableV2", "tfg.LookupTableImportV2"})


def entry_of_graph(graph: Operation, fetches: str | None, fed: list[str]) -> Entry:
    """The entry that computes `A,B:1,^C`, which are values and, behind `^`, nodes to be run; by default the ones that lifting the graph would
    fetch. Its feeds are the values in `fed` and the other Placeholders that are needed."""
    nodes = nodes_by_name(graph)
    names = [name.strip().removesuffix(":0") for name in (fetches or "").split(",") if name.strip()]
    fetched = [value_called(nodes, name, "fetch") for name in names if name[0] != "^"] if names else unread_results(graph)
    targets = [node_called(nodes, name[1:], "target") for name in names if name[0] == "^"] if names else effects(graph)
    if not fetched and not targets:
        raise Error("the graph has nothing to fetch; --fetch=A,^B says what to run", graph)
    fed_values = dict.fromkeys([value_called(nodes, name, "feed") for name in fed])
    needed = needed_for([*fetched, *map(control_result, targets)], ends(fed_values))
    feeds = [value for value in placeholders(graph) if value.op in needed or value in fed_values]
    feeds += [value for value in fed_values if value not in feeds]
    taken = [Port(value_name(value), value, fed_type(value)) for value in feeds]
    return Entry(
        function_between(graph, node_name(graph) or "graph", taken, [Port(value_name(value), value) for value in fetched], targets)
    )


def initializers(graph: Operation) -> list[str]:
    """The nodes that do nothing but run assignments, as `init` does; of those that run each other the outermost."""
    running: set[Operation] = set()
    for op in graph.body:
        waited = [token.op for token in control_operands(op)] if op.name == "tfg.NoOp" else []
        if waited and all([node is not None and (node.name in ASSIGNMENTS or node in running) for node in waited]):
            running.add(op)
    return [node_name(op) for op in graph.body if op in running and is_sink(op)]


def ends(fed_values) -> set[Value]:
    """The values at which the search for needed nodes stops: the fed ones, and the control results of fed Placeholders, which do not run."""
    return {*fed_values, *[control_result(value.op) for value in fed_values if value.op.name in PLACEHOLDERS]}
