"""A signature as a function of the graph's nodes: its arguments and results go by the signature's own names.

The function is marked like one that `tfg-lift-graph-to-func` makes, so that it counts as the entry of the program.
"""

from __future__ import annotations

import re

from tfir.dialects.tf_type import CONTROL, ShapeAttr
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.suggestion import did_you_mean
from tfir.ir.types import FunctionType, TensorType
from tfir.proto.saved_model_pb2 import SignatureDef, TensorInfo

from tftranslate.attribute_values import shape_attribute
from tftranslate.wire import NAME


class Port:
    """An input or output: its name in the signature, its value in the graph, and its shape as the signature tells it."""

    __slots__ = ("key", "value", "shape")

    def __init__(self, key: str, value: Value, shape):
        self.key, self.value, self.shape = key, value, shape

    @property
    def type(self) -> TensorType:
        """What the signature tells of the shape, else what a Placeholder does."""
        type, declared = self.value.type, self.value.op.attributes.get("shape") if self.value.op.name == "tfg.Placeholder" else None
        shape = self.shape if self.shape is not None else declared.shape if isinstance(declared, ShapeAttr) else None
        return type.with_shape(shape) if isinstance(type, TensorType) and shape is not None else type


def function_of(graph: Operation, name: str, signature: SignatureDef, order=None) -> Operation:
    """A `tfg.func` with copies of the nodes that the signature's outputs need. Raises Error for names that are nowhere.

    Inputs and outputs are in the order of their names, or in the `order` of two lists.
    """
    nodes = {op.get(NAME): op for op in graph.body}
    inputs = ports(signature.inputs, nodes, f"input of '{name}'", order and order[0])
    outputs = ports(signature.outputs, nodes, f"output of '{name}'", order and order[1])
    block, mapping = Block(), {}
    for port in inputs:
        mapping[port.value] = block.add_argument(port.type)
        mapping[port.value.op.results[-1]] = block.add_argument(CONTROL)
    copy_nodes(needed(outputs, set(mapping)), graph, block, mapping)
    block.append(Operation("tfg.return", [mapping[port.value] for port in outputs], (), {"control_ret_attrs": ArrayAttr()}))
    function = Operation("tfg.func", regions=[Region([block])], location=NameLocation(name))
    function.attributes |= {
        "sym_name": StringAttr(unused_name(graph, name)),
        "arg_attrs": ArrayAttr([attrs for port in inputs for attrs in (named(port), DictAttr())]),
        "res_attrs": ArrayAttr([named(port) for port in outputs]),
        "function_type": TypeAttr(FunctionType([a.type for a in block.arguments], [mapping[port.value].type for port in outputs])),
        "tfg.lifted_graph_version": graph.attributes["version"],
    }
    return function


def unused_name(graph: Operation, name: str) -> str:
    """The name, unless a function of the graph's module has it."""
    taken = {op.get("sym_name") for op in graph.parent_op.body} if graph.parent_op is not None else set()
    while name in taken:
        name += "_"
    return name


def function_of_targets(graph: Operation, name: str, targets: list[str]) -> Operation:
    """A `tfg.func` that takes and gives nothing: the nodes to be run for their effects, and what they need."""
    nodes = {op.get(NAME): op for op in graph.body}
    for target in targets:
        if target not in nodes:
            raise Error(f"the graph has no node '{target}', which is to be run{did_you_mean(target, [n for n in nodes if n])}")
    block, mapping = Block(), {}
    tokens = [nodes[target].results[-1] for target in targets]
    copy_nodes(needed_values(tokens, set()), graph, block, mapping)
    control = ArrayAttr([DictAttr({"tfg.name": StringAttr(target)}) for target in targets])
    block.append(Operation("tfg.return", [mapping[token] for token in tokens], (), {"control_ret_attrs": control}))
    function = Operation("tfg.func", regions=[Region([block])], location=NameLocation(name))
    function.attributes |= {
        "sym_name": StringAttr(unused_name(graph, name)), "arg_attrs": ArrayAttr(), "res_attrs": ArrayAttr(), "function_type": TypeAttr(FunctionType([], [])),
    }  # fmt: skip
    return function


def named(port: Port) -> DictAttr:
    return DictAttr({"tfg.name": StringAttr(port.key)})


def ports(infos, nodes: dict[str, Operation], what: str, order=None) -> list[Port]:
    return [port(key, info, nodes, what) for key in order or sorted(infos) for info in flattened(key, infos[key])]


def flattened(key: str, info: TensorInfo) -> list[TensorInfo]:
    if info.WhichOneof("encoding") not in (None, "name"):
        raise Error(f"'{key}' is a sparse or composite tensor, which has no place among a function's arguments yet")
    return [info]


def port(key: str, info: TensorInfo, nodes: dict[str, Operation], what: str) -> Port:
    name, _, number = info.name.partition(":")
    op = nodes.get(name)
    if op is None:
        raise Error(f"{what} '{key}': the graph has no node '{name}'{did_you_mean(name, [n for n in nodes if n])}")
    if not re.fullmatch(r"\d{0,7}", number) or int(number or 0) >= len(op.results) - 1:
        raise Error(f"{what} '{key}': node '{name}' has no result '{number}'", op)
    shape = shape_attribute(info.tensor_shape)[0].shape if info.HasField("tensor_shape") else None
    return Port(key, op.results[int(number or 0)], shape)


def needed(outputs: list[Port], given: set[Value]) -> set[Operation]:
    return needed_values([port.value for port in outputs], given)


def needed_values(values: list[Value], given: set[Value]) -> set[Operation]:
    """The nodes whose results or effects some values wait for."""
    found: set[Operation] = set()
    stack = list(values)
    while stack:
        value = stack.pop()
        if value in given or value.op in found:
            continue
        found.add(value.op)
        stack += value.op.operands
    return found


def copy_nodes(wanted: set[Operation], graph: Operation, block: Block, mapping: dict[Value, Value]) -> None:
    """Copies nodes in the graph's order; a loop of V1 control flow may use what comes later."""
    copies = [(op, block.append(op.clone(mapping))) for op in graph.body if op in wanted]
    for op, copy in copies:
        copy.operands = [mapping.get(value, value) for value in op.operands]


