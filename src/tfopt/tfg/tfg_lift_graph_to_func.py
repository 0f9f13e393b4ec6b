"""Makes the graph a function whose arguments are the values fed to it and whose results are those fetched from it.

Without options the arguments are all Placeholders in the graph's order, and the results are those of nodes whose results nobody
uses, and the scores by which such an ArgMax chooses. A PlaceholderWithDefault keeps its default; constants, NoOp, Assert and
Print give nothing. Nodes that act and whom nobody waits for become control results. Where fetches or control results are named,
there are no others. No node is dropped here: what no result needs is for a later pass to find.
An argument is called by its node's name, or `name:k` for a result other than the first, and so is a result.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tf_type import CONTROL, RESOURCE, VARIANT, ShapeAttr, VersionAttr, element_base
from tfir.dialects.tfg.nodes import control_operands, control_result, data_results, node_name
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.suggestion import did_you_mean
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import INDEX, FunctionType, TensorType

PLACEHOLDERS = frozenset({"tfg.Placeholder", "tfg.PlaceholderV2"})
NOT_FETCHED = frozenset({"tfg.Const", "tfg.HostConst", "tfg.NoOp", "tfg.Assert", "tfg.Print", "tfg.PrintV2", *PLACEHOLDERS})
CHOOSING = frozenset({"tfg.ArgMax", "tfg.ArgMin"})

# Before this version of the graph format a Placeholder's shape `[]` meant that nothing is known of it.
SCALAR_SHAPES_SINCE = 24


def tfg_lift_graph_to_func(
    module: "Module", *, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), control_rets: tuple[str, ...] = (), name: str = "main"
):  # fmt: skip
    graph = next((op for op in module.body if op.name == "tfg.graph"), None)
    if graph is None:
        return
    nodes = {node_name(op): op for op in graph.body}
    fed = [_output(nodes, feed, "feed") for feed in feeds] or _placeholders(graph)
    fetched = [_output(nodes, fetch, "fetch") for fetch in fetches]
    targets = [_node(nodes, target, "control output") for target in control_rets]
    if not fetches and not control_rets:
        fetched, targets = _sinks(graph), _effects(graph)
    function = _function(module, graph, fed, name)
    _return(function, fetched, targets, _feed(function, fed))
    graph.remove()


# Names of values


def _node(nodes: dict, name: str, what: str) -> Operation:
    if name not in nodes:
        raise Error(f"there is no node '{name}' to be a {what}{did_you_mean(name, nodes)}")
    return nodes[name]


def _output(nodes: dict, spelled: str, what: str) -> Value:
    """The value that `name` or `name:k` means."""
    name, colon, number = spelled.rpartition(":")
    if not colon or not number.isdigit():
        name, number = spelled, "0"
    op = _node(nodes, name, what)
    results = data_results(op)
    if int(number) >= len(results):
        raise Error(f"'{spelled}' cannot be a {what}: the node has {len(results)} result{'s' * (len(results) != 1)}", op)
    return results[int(number)]


def value_name(value: Value) -> str:
    return node_name(value.op) + (f":{value.index}" if value.index else "")


# What is fed and fetched where nobody says


def _placeholders(graph: Operation) -> list[Value]:
    return [op.results[0] for op in graph.body if op.name in PLACEHOLDERS]


def _is_sink(op: Operation) -> bool:
    return not any(result.uses for result in op.results)


def _sinks(graph: Operation) -> list[Value]:
    """All results that nobody uses of nodes that nobody uses, and the scores that such an ArgMax has chosen by."""
    sinks = [op for op in graph.body if op.name not in NOT_FETCHED and _is_sink(op)]
    wanted = {result for op in sinks for result in data_results(op)}
    wanted |= {op.operands[0] for op in sinks if op.name in CHOOSING}
    results = [result for op in graph.body if op.name not in NOT_FETCHED for result in data_results(op)]
    return [result for result in results if result in wanted and _is_fetchable(result)]


def _is_fetchable(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) not in (RESOURCE, VARIANT)


def _effects(graph: Operation) -> list[Operation]:
    """Nodes that do something and whom nobody waits for. A NoOp does what it waits for."""
    return [op for op in graph.body if _is_sink(op) and _acts(op)]


def _acts(op: Operation) -> bool:
    if op.name == "tfg.NoOp":
        return bool(control_operands(op))
    return has_trait(op, "stateful") or op.name in ("tfg.Assert", "tfg.Print", "tfg.PrintV2")


# The function


def _function(module: Operation, graph: Operation, fed: list[Value], name: str) -> Operation:
    """An empty function in the graph's place, which takes the graph's nodes; its arguments stand for `fed`."""
    types = [type for value in fed for type in (argument_type(value, graph), CONTROL)]
    attributes = {
        "sym_name": StringAttr(SymbolTable(module).unused_name(name)),
        "arg_attrs": ArrayAttr([attrs for value in fed for attrs in (_argument_attrs(value), DictAttr())]),
        "tfg.lifted_graph_version": graph.attributes["version"],
    }
    function = Operation("tfg.func", location=graph.location)
    function.attributes.update(attributes)
    region = graph.take_region()
    function.add_region(region)
    for type in types:
        region.entry.add_argument(type)
    return module.body.insert_before(function, graph)


def _argument_attrs(value: Value) -> DictAttr:
    origin = ArrayAttr([StringAttr(node_name(value.op)), IntegerAttr(value.index, INDEX)])
    return DictAttr({"tfg.lifted_value_attr": origin, "tfg.name": StringAttr(value_name(value))})


def argument_type(value: Value, graph: Operation):
    """The type of a fed value; a Placeholder says its shape."""
    declared = value.op.attributes.get("shape") if value.op.name in PLACEHOLDERS else None
    if not isinstance(declared, ShapeAttr) or not isinstance(value.type, TensorType) or value.type.shape is not None:
        return value.type
    version = graph.attributes["version"]
    unsaid = declared.sizes == () and isinstance(version, VersionAttr) and version.producer < SCALAR_SHAPES_SINCE
    return value.type if unsaid else value.type.with_shape(declared.shape)


def _feed(function: Operation, fed: list[Value]) -> dict[Value, Value]:
    """Arguments take the place of fed values; whoever waits for a fed Placeholder waits for the argument's token instead."""
    arguments, given = function.body.arguments, {}
    for number, value in enumerate(fed):
        given[value] = arguments[2 * number]
        value.replace_by(arguments[2 * number])
        if value.op.name in PLACEHOLDERS:
            token = control_result(value.op)
            given[token] = arguments[2 * number + 1]
            token.replace_by(given[token])
    return given


def _return(function: Operation, fetched: list[Value], targets: list[Operation], given: dict) -> None:
    tokens = [given.get(control_result(op), control_result(op)) for op in targets]
    values = [given.get(value, value) for value in fetched]
    block = function.body
    block.append(Operation("tfg.return", [*values, *tokens], location=function.location))
    block.last.attributes["control_ret_attrs"] = ArrayAttr([DictAttr({"tfg.name": StringAttr(node_name(op))}) for op in targets])
    names = [DictAttr({"tfg.name": StringAttr(value_name(value))}) for value in fetched]
    type = FunctionType([argument.type for argument in block.arguments], [value.type for value in values])
    function.attributes |= {"function_type": TypeAttr(type), "res_attrs": ArrayAttr(names)}
