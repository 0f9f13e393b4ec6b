"""A part of a graph as a function: what some of its values need, down to others that the function takes."""

from __future__ import annotations

from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import FunctionType, Type
from tfir.ods.control import CONTROL


class Port:
    """A value of the graph that a function takes or gives: the name that it has there, and the type that it is taken with."""

    __slots__ = ("name", "value", "type")

    def __init__(self, name: str, value: Value, type: Type | None = None):
        self.name, self.value, self.type = name, value, value.type if type is None else type

    @property
    def attributes(self) -> DictAttr:
        return DictAttr({"tfg.name": StringAttr(self.name)})


def function_between(graph: Operation, name: str, feeds: list[Port], fetches: list[Port], targets=()) -> Operation:
    """A `tfg.func`, which belongs to no module yet, with copies of the nodes that `fetches` and `targets` (nodes that are run
    for their effects) need. Nodes that wait for a fed node wait for the argument instead."""
    block, mapping = Block(), {}
    for port in feeds:
        mapping[port.value] = block.add_argument(port.type)
        mapping[port.value.op.results[-1]] = block.add_argument(CONTROL)
    tokens = [op.results[-1] for op in targets]
    copy_nodes(needed_for([*[port.value for port in fetches], *tokens], set(mapping)), graph, block, mapping)
    control = ArrayAttr([DictAttr({"tfg.name": StringAttr(op.get(NAME) or "")}) for op in targets])
    results = [mapping[value] for value in (*[port.value for port in fetches], *tokens)]
    block.append(Operation("tfg.return", results, (), {"control_ret_attrs": control}))
    function = Operation("tfg.func", regions=[Region([block])], location=NameLocation(name))
    type = FunctionType([argument.type for argument in block.arguments], [value.type for value in results[: len(fetches)]])
    function.update_attributes({
        "sym_name": StringAttr(name),
        "arg_attrs": ArrayAttr([attrs for port in feeds for attrs in (port.attributes, DictAttr())]),
        "res_attrs": ArrayAttr([port.attributes for port in fetches]), "function_type": TypeAttr(type),
    })  # fmt: skip
    return function


def needed_for(values: list[Value], feeds: set[Value]) -> set[Operation]:
    """The nodes whose results or effects some values wait for, where others are given."""
    needed: set[Operation] = set()
    stack = list(values)
    while stack:
        value = stack.pop()
        if value in feeds or value.op in needed:
            continue
        needed.add(value.op)
        stack += value.op.operands
    return needed


def erase_unneeded(function: Operation) -> None:
    """Erases the operations of a function of a graph that its results don't need; these may be in any order, and in circles."""
    needed = needed_for(list(function.body.last.operands), set(function.body.arguments))
    unneeded = [op for op in function.body if op not in needed and op is not function.body.last]
    for op in unneeded:
        op.set_operands([])
    for op in unneeded:
        op.erase()


def copy_nodes(nodes: set[Operation], graph: Operation, block: Block, mapping: dict[Value, Value]) -> None:
    """Copies nodes in the graph's order; a loop of V1 control flow may use what comes later."""
    copies = [(op, block.append(op.clone(mapping))) for op in graph.body if op in nodes]
    for op, copy in copies:
        copy.set_operands([mapping.get(value, value) for value in op.operands])
