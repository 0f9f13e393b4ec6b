"""Makes the graph a function whose arguments are the values fed to it and whose results are those fetched from it.

Without options the arguments are all Placeholders in the graph's order, and the results are those of nodes without used results, and of
an ArgMax among these also its operand, the scores; what is in a loop, or behind one side of a Switch, a session could not give. A PlaceholderWithDefault keeps its default; constants, NoOp, Assert and Print give
nothing. Nodes with effects that no node waits for become control results. Where fetches or control results are named, there are no
others. No node is dropped here: what no result needs is for a later pass to find.
An argument is called by its node's name, or `name:k` for a result other than the first, and so is a result.
"""

from __future__ import annotations

from tfir.analysis.deadness import unread_results
from tfir.dialects.tfg.interface import (
    PLACEHOLDERS,
    effects,
    fed_type,
    node_called,
    nodes_by_name,
    placeholders,
    value_called,
    value_name,
)
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import INDEX, FunctionType
from tfir.ods.control import CONTROL, control_result

OPTIONS = {
    "feeds": "What becomes an argument; without it the Placeholders.",
    "fetches": "What becomes a result; without it what no node reads.",
    "control-rets": "Nodes that run besides; without it those that act and that no node waits for.",
    "name": "The name of the function.",
}


def tfg_lift_graph_to_func(
    module: "Module", *, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), control_rets: tuple[str, ...] = (), name: str = "main"
):  # fmt: skip
    graph = next((op for op in module.body if op.name == "tfg.graph"), None)
    if graph is None:
        return
    nodes = nodes_by_name(graph)
    fed = [value_called(nodes, feed, "feed") for feed in feeds] or placeholders(graph)
    fetched = [value_called(nodes, fetch, "fetch") for fetch in fetches]
    targets = [node_called(nodes, target, "control output") for target in control_rets]
    if not fetches and not control_rets:
        fetched, targets = unread_results(graph), effects(graph)
    function = _function(module, graph, fed, name)
    _return(function, fetched, targets, _feed(function, fed))
    graph.remove()


def _function(module: Operation, graph: Operation, fed: list[Value], name: str) -> Operation:
    """An empty function in the graph's place, which takes the graph's nodes; its arguments stand for `fed`."""
    types = [type for value in fed for type in (fed_type(value), CONTROL)]
    attributes = {
        "sym_name": StringAttr(SymbolTable(module).unused_name(name)),
        "arg_attrs": ArrayAttr([attrs for value in fed for attrs in (_argument_attrs(value), DictAttr())]),
        "tfg.lifted_graph_version": graph.attributes["version"],
    }
    function = Operation("tfg.func", location=graph.location)
    function.update_attributes(attributes)
    (region,) = graph.take_regions()
    function.add_region(region)
    for type in types:
        region.entry.add_argument(type)
    return module.body.insert_before(function, graph)


def _argument_attrs(value: Value) -> DictAttr:
    origin = ArrayAttr([StringAttr(node_name(value.op)), IntegerAttr(value.index, INDEX)])
    return DictAttr({"tfg.lifted_value_attr": origin, "tfg.name": StringAttr(value_name(value))})


def _feed(function: Operation, fed: list[Value]) -> dict[Value, Value]:
    """Arguments take the place of fed values; nodes that wait for a fed Placeholder wait for the argument's control token instead."""
    arguments, replacements = function.body.arguments, {}
    for number, value in enumerate(fed):
        replacements[value] = arguments[2 * number]
        value.replace_all_uses_with(arguments[2 * number])
        if value.op.name in PLACEHOLDERS:
            token = control_result(value.op)
            replacements[token] = arguments[2 * number + 1]
            token.replace_all_uses_with(replacements[token])
    return replacements


def _return(function: Operation, fetched: list[Value], targets: list[Operation], replacements: dict) -> None:
    tokens = [replacements.get(control_result(op), control_result(op)) for op in targets]
    values = [replacements.get(value, value) for value in fetched]
    block = function.body
    block.append(Operation("tfg.return", [*values, *tokens], location=function.location))
    block.last.set_attribute("control_ret_attrs", ArrayAttr([DictAttr({"tfg.name": StringAttr(node_name(op))}) for op in targets]))
    names = [DictAttr({"tfg.name": StringAttr(value_name(value))}) for value in fetched]
    type = FunctionType([argument.type for argument in block.arguments], [value.type for value in values])
    function.update_attributes({"function_type": TypeAttr(type), "res_attrs": ArrayAttr(names)})
