"""Constants of a frozen graph as variables again, so that it can be trained further."""

from __future__ import annotations

import re

from tfir.dialects.tf_type import RESOURCE, ShapeAttr
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import StringAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import take_name
from tfir.ir.types import FloatType
from tfir.ods.control import CONTROL
from tfir.storage.datatypes import unranked
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.variables import HANDLES, variable_name


def constants_to_variables(graph: Operation, pattern: re.Pattern[str]) -> dict[str, ElementsAttr]:
    """Makes the constants, of a graph or the function it was lifted to, whose nodes' names match variables of these names, in place, and returns their values. An empty pattern matches
    those of more than one element: single numbers are seldom weights.

    Raises Error where there is none.
    """
    chosen = [op for op in graph.body if could_be_trained(op) and (pattern.search(node_name(op)) if pattern.pattern else is_large(op))]
    if not chosen:
        called = f"whose name matches '{pattern.pattern}'" if pattern.pattern else "of more than one element"
        raise Error(f"--variables-of-constants: the graph has no constant of floats {called}", graph)
    nodes = {node_name(op) for op in graph.body}
    variables = {variable_name(op) for op in graph.body if op.name in HANDLES}
    return {name: make_variable(op, name, nodes) for op in chosen for name in [take_name(node_name(op), variables)]}


def could_be_trained(op: Operation) -> bool:
    """Whether an op may be a weight. A constant that waits for other nodes is a literal in a branch or a loop, which freezing never makes."""
    if op.name != "tfg.Const" or op.operands:
        return False
    value = op.attributes.get("value")
    return isinstance(value, ElementsAttr) and isinstance(value.type.element, FloatType)


def is_large(op: Operation) -> bool:
    return op.attributes["value"].type.size > 1


def make_variable(op: Operation, name: str, nodes: set[str]) -> ElementsAttr:
    """Replaces a constant by what reads a variable of a name. That keeps the node's name, by which others are colocated with it, or fetch it."""
    value: ElementsAttr = op.get("value")
    element, shape = TypeAttr(value.type.element), ShapeAttr(value.type.shape)
    named = {NAME: StringAttr(take_name(f"{node_name(op)}/variable", nodes)), "shared_name": StringAttr(name)}
    handle = Operation(
        "tfg.VarHandleOp", (), [unranked(RESOURCE), CONTROL], {"dtype": element, "shape": shape, **named}, location=op.location
    )
    op.parent.insert_before(handle, op)
    kept = {key: attribute for key, attribute in op.attributes.items() if key not in ("value", "dtype")}
    read = Operation("tfg.ReadVariableOp", [handle.results[0]], [unranked(value.type.element), CONTROL], location=op.location)
    read.set_attributes({**kept, "dtype": element})
    op.parent.insert_before(read, op)
    op.replace_with(list(read.results))
    return value
