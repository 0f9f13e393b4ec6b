"""A signature as a function of the graph's nodes: its arguments and results go by the signature's own names.

The function is marked like one that `tfg-lift-graph-to-func` makes, so that it counts as the entry of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tfir.dialects.tf_saved_model import DEFAULT_VALUE
from tfir.dialects.tfg.interface import fed_type
from tfir.dialects.tfg.subgraph import Port, function_between
from tfir.ir.attributes import ArrayAttr, DictAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.suggestion import nodes_like
from tfir.ir.types import I64, TensorType, Type
from tfir.proto import SignatureDef, TensorInfo
from tfir.storage.datatypes import NUMBERS
from tfir.storage.graphdef.attribute_values import sizes_of
from tfir.storage.graphdef.wire import NAME
from tfir.storage.tensors import constant_of

WITH_DEFAULT = "tfg.PlaceholderWithDefault"


def function_of(graph: Operation, name: str, signature: SignatureDef, order=None, targets=()) -> Operation:
    """A `tfg.func` with copies of the nodes that the signature's outputs need, and the `targets`, which are run for their effects. Raises
    Error for names that are nowhere.

    Inputs and outputs are in the order of their names, or in the `order` of two lists.
    """
    nodes = {op.get(NAME): op for op in graph.body}
    inputs = ports(signature.inputs, nodes, "input", name, order and order[0])
    outputs = ports(signature.outputs, nodes, "output", name, order and order[1])
    function = function_between(graph, unused_name(graph, name), inputs, outputs, run(nodes, targets))
    note_defaults(function, [default_of(port, signature) for port in inputs])
    function.set_attribute("tfg.lifted_graph_version", graph.attributes["version"])
    return function


def default_of(port: Port, signature: SignatureDef) -> ElementsAttr | None:
    """What an input is where nothing is fed: as the signature says, or the node itself."""
    if port.name in signature.defaults:
        value = constant_of(signature.defaults[port.name])[0]
    else:
        source = port.value.op.operands[:1] if port.value.op is not None and port.value.op.name == WITH_DEFAULT else ()
        value = source[0].op.attributes.get("value") if source and source[0].op is not None and source[0].op.name == "tfg.Const" else None
    return value if isinstance(value, ElementsAttr) else None


def note_defaults(function: Operation, defaults: list[ElementsAttr | None]) -> None:
    dicts = list(function.attributes["arg_attrs"])
    for number, value in enumerate(defaults):
        if value is not None:
            dicts[2 * number] = DictAttr({**dicts[2 * number].entries, DEFAULT_VALUE: value})
    function.set_attribute("arg_attrs", ArrayAttr(dicts))


def unused_name(graph: Operation, name: str) -> str:
    """The name, unless a function of the graph's module has it."""
    taken = {op.get("sym_name") for op in graph.parent_op.body} if graph.parent_op is not None else set()
    while name in taken:
        name += "_"
    return name


def function_of_targets(graph: Operation, name: str, targets: list[str]) -> Operation:
    """A `tfg.func` without arguments and results: the nodes to be run for their effects, and their dependencies."""
    nodes = {op.get(NAME): op for op in graph.body}
    return function_between(graph, unused_name(graph, name), [], [], run(nodes, targets))


def run(nodes: dict[str, Operation], targets: Iterable[str]) -> list[Operation]:
    for target in targets:
        if target not in nodes:
            raise Error(f"the graph has no node '{target}', which is to be run{nodes_like(target, [n for n in nodes if n])}")
    return [nodes[target] for target in targets]


def ports(infos, nodes: dict[str, Operation], side: str, owner: str, order=None) -> list[Port]:
    """`side` and `owner` are for errors: which of whose ports they are."""
    flat = [pair for key in order or sorted(infos) for pair in flattened(key, infos[key])]
    return [port(key, info, nodes, side, owner) for key, info in flat]


def flattened(key: str, info: TensorInfo) -> list[tuple[str, TensorInfo]]:
    """The tensors of an input or output, by name: three of a sparse one, the components of a composite one."""
    if info.WhichOneof("encoding") == "coo_sparse":
        parts = {"values": info.dtype, "indices": NUMBERS[I64], "dense_shape": NUMBERS[I64]}
        return [
            (f"{key}.{part}", TensorInfo(name=getattr(info.coo_sparse, f"{part}_tensor_name"), dtype=dtype))
            for part, dtype in parts.items()
        ]
    if info.WhichOneof("encoding") == "composite_tensor":
        return [pair for number, part in enumerate(info.composite_tensor.components) for pair in flattened(f"{key}.{number}", part)]
    return [(key, info)]


def port(key: str, info: TensorInfo, nodes: dict[str, Operation], side: str, owner: str) -> Port:
    name, _, number = info.name.partition(":")
    op = nodes.get(name)
    if op is None:
        raise Error(f"{side} '{key}' of '{owner}': the graph has no node '{name}'{nodes_like(name, [n for n in nodes if n])}")
    if not re.fullmatch(r"\d{0,7}", number) or int(number or 0) >= len(op.results) - 1:
        raise Error(f"{side} '{key}' of '{owner}': node '{name}' has no result '{number}'", op)
    shape = sizes_of(info.tensor_shape) if info.HasField("tensor_shape") else None
    value = op.results[int(number or 0)]
    return Port(key, value, type_of(value, shape))


def type_of(value: Value, shape) -> Type:
    """The value's type with the signature's shape, or else with the `shape` of its Placeholder."""
    return value.type.with_shape(shape) if isinstance(value.type, TensorType) and shape is not None else fed_type(value)
