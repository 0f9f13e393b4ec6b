"""The feeds, fetches and targets of a graph where none are named: its Placeholders, its sinks, its nodes with effects. Values by name."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tf_type import RESOURCE, VARIANT, ShapeAttr, VersionAttr, element_base
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import is_of_graph, node_name
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.suggestion import nodes_like
from tfir.ir.symbols import symbol_name
from tfir.ir.types import TensorType
from tfir.ods.control import control_operands, data_results

PLACEHOLDERS = frozenset({"tfg.Placeholder", "tfg.PlaceholderV2"})
STATING_SHAPES = PLACEHOLDERS | {"tfg.PlaceholderWithDefault"}
NOT_FETCHED = frozenset({"tfg.Const", "tfg.HostConst", "tfg.NoOp", "tfg.Assert", "tfg.Print", "tfg.PrintV2", *PLACEHOLDERS})
STOOD_FOR_EDGE = "unused_control_flow_input"
CHOOSING = frozenset({"tfg.ArgMax", "tfg.ArgMin"})

# What a model names of its graph from outside: on the module, lists of names.
EXPORTED, FEEDS, NODES, FUNCTIONS = "tfg.exported", "feeds", "nodes", "functions"

# Before this version of the graph format a Placeholder's shape `[]` meant that nothing is known of it.
SCALAR_SHAPES_SINCE = 22


# What is fed and fetched


def exported(module: Operation | None, part: str) -> list[str]:
    """The names of a graph in a module that are used from outside, of one kind (`part`); none where the module does not say."""
    named = module.attributes.get(EXPORTED) if module is not None else None
    names = named.get(part) if isinstance(named, DictAttr) else None
    return [name.value for name in names if isinstance(name, StringAttr)] if isinstance(names, ArrayAttr) else []


def placeholders(graph: Operation) -> list[Value]:
    """Results of Placeholders; one with a default keeps it. Where TensorFlow copies a graph that has loops, a Placeholder stands for what a loop
    hands on until that is copied; it leaves these behind, read by no node, as of a frozen LSTM; and TensorFlow Hub those that stood for the variables of a module."""
    return [op.results[0] for op in graph.body if op.name in PLACEHOLDERS and not is_left_behind(op)]


def is_left_behind(op: Operation) -> bool:
    is_handle = element_base(op.results[0].type.element) is RESOURCE
    return (is_handle or node_name(op).startswith(STOOD_FOR_EDGE)) and is_sink(op)


def sinks(graph: Operation) -> list[Value]:
    """The results of nodes of which no result is used; of an ArgMax among them also its operand, the scores."""
    unused = [op for op in graph.body if op.name not in NOT_FETCHED and is_sink(op)]
    chosen = {result for op in unused for result in data_results(op)}
    chosen |= {op.operands[0] for op in unused if op.name in CHOOSING and op.operands}
    results = [result for op in graph.body if op.name not in NOT_FETCHED for result in data_results(op)]
    return [result for result in results if result in chosen and is_fetchable(result)]


def effects(graph: Operation) -> list[Operation]:
    """Nodes with effects that no other node uses or waits for. A NoOp has the effects of the nodes that it waits for."""
    return [op for op in graph.body if is_sink(op) and _acts(op)]


def is_sink(op: Operation) -> bool:
    return not any(result.uses for result in op.results)


def is_fetchable(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) not in (RESOURCE, VARIANT)


def _acts(op: Operation) -> bool:
    if op.name == "tfg.NoOp":
        return bool(control_operands(op))
    return has_trait(op, "stateful") or op.name in ("tfg.Assert", "tfg.Print", "tfg.PrintV2")


def fed_type(value: Value):
    """The type of a fed value; a Placeholder says its shape, also one with a default."""
    if value.op.name not in STATING_SHAPES or not isinstance(value.type, TensorType) or value.type.shape is not None:
        return value.type
    return value.type.with_shape(fed_shape(value.op))


def fed_shape(placeholder: Operation):
    """The shape that a Placeholder states; of an old one, whose attribute may say nothing, the one that was noted when it was made."""
    declared = placeholder_shape(placeholder)
    if declared is not None:
        return declared.shape
    noted = placeholder.attributes.get("_output_shapes")
    first = noted.elements[0] if isinstance(noted, ArrayAttr) and noted.elements else None
    return first.shape if isinstance(first, ShapeAttr) else None


def placeholder_shape(placeholder: Operation) -> ShapeAttr | None:
    """The shape that the attribute of a Placeholder says, None where it says nothing."""
    declared, graph = placeholder.attributes.get("shape"), placeholder.parent_op
    version = graph.attributes.get("version", graph.attributes.get("tfg.lifted_graph_version")) if graph is not None else None
    is_old = isinstance(version, VersionAttr) and version.producer < SCALAR_SHAPES_SINCE and placeholder.name in PLACEHOLDERS
    return declared if isinstance(declared, ShapeAttr) and not (is_old and declared.sizes == ()) else None


def what_is_run(function: Operation) -> str:
    """What tells a function that is called from outside from others: of a graph what is fed, fetched and run, in whatever order; else its name."""
    if function.name != "tfg.func" or not (is_of_graph(function) or function.parent is None):
        return symbol_name(function) or ""
    parts = [(function, "arg_attrs"), (function, "res_attrs"), (function.body.last, "control_ret_attrs")]
    names = [[attrs.get("tfg.name") for attrs in attribute_dicts(op, which)] for op, which in parts]
    return ">".join([",".join(sorted([name.value for name in each if isinstance(name, StringAttr)])) for each in names])


# Values by name


def nodes_by_name(graph: Operation) -> dict[str, Operation]:
    return {node_name(op): op for op in graph.body}


def node_called(nodes: dict[str, Operation], name: str, what: str) -> Operation:
    if name not in nodes:
        raise Error(f"there is no node '{name}' to be a {what}{nodes_like(name, nodes)}")
    return nodes[name]


def value_called(nodes: dict[str, Operation], spelled: str, what: str) -> Value:
    """The value that `name` or `name:k` means."""
    name, colon, number = spelled.rpartition(":")
    if not colon or not number.isdigit():
        name, number = spelled, "0"
    op = node_called(nodes, name, what)
    results = data_results(op)
    if int(number) >= len(results):
        raise Error(f"'{spelled}' cannot be a {what}: the node has {len(results)} result{'s' * (len(results) != 1)}", op)
    return results[int(number)]


def value_name(value: Value) -> str:
    return node_name(value.op) + (f":{value.index}" if value.index else "")
