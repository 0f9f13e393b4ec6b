"""Makes the function that a graph was lifted to a graph again: what was fed is a node's result once more, results are forgotten."""

from __future__ import annotations

from tfir.dialects.tf_type import CONTROL, ShapeAttr
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import NAME, control_result, node_name
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

LIFTED, ORIGIN = "tfg.lifted_graph_version", "tfg.lifted_value_attr"


def tfg_lower_func_to_graph(module: "Module"):
    function = next((op for op in module.body if op.name == "tfg.func" and LIFTED in op.attributes), None)
    if function is None:
        return
    block = function.body
    block.last.erase()
    nodes = {node_name(op): op for op in block}
    for number, attrs in enumerate(attribute_dicts(function, "arg_attrs")[::2]):
        _give_back(block, block.arguments[2 * number : 2 * number + 2], attrs, nodes)
    while block.arguments:
        block.remove_argument(len(block.arguments) - 1)
    graph = Operation("tfg.graph", (), (), {"version": function.attributes[LIFTED]}, [function.take_region()], location=function.location)
    module.body.insert_before(graph, function)
    function.remove()


def _give_back(block, argument_and_token: list[Value], attrs: DictAttr, nodes: dict) -> None:
    """The result that an argument stands for takes its place again; a node that has gone meanwhile becomes a Placeholder."""
    argument, token = argument_and_token
    origin = attrs.get(ORIGIN)
    name, number = (origin[0].value, origin[1].value) if isinstance(origin, ArrayAttr) else (attrs["tfg.name"].value, 0)
    node = nodes.get(name) or _placeholder(block, argument, name)
    argument.replace_by(node.results[number])
    token.replace_by(control_result(node))


def _placeholder(block, argument: Value, name: str) -> Operation:
    type = argument.type
    element, shape = (type.element, ShapeAttr(type.shape)) if isinstance(type, TensorType) else (type, ShapeAttr(None))
    attributes = {"dtype": TypeAttr(element), "shape": shape, NAME: StringAttr(name)}
    return block.insert_before(Operation("tfg.Placeholder", (), [type, CONTROL], attributes), block.first)
