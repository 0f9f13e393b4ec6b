"""Makes the function that a graph was lifted to a graph again: what was fed is a node's result once more, results are forgotten."""

from __future__ import annotations

from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import NAME, node_name
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.control import CONTROL, control_result

LIFTED, ORIGIN, ARGUMENT_NAME = "tfg.lifted_graph_version", "tfg.lifted_value_attr", "tfg.name"
UPSTREAMS_NAME = "_mlir_lifted_graph"  # of the function that upstream lifts a graph to


def tfg_lower_func_to_graph(module: "Module"):
    functions = [op for op in module.body if op.name == "tfg.func"]
    function = next((op for op in functions if LIFTED in op.attributes), None)
    if function is None:
        unversioned = [op for op in functions if op.get("sym_name") == UPSTREAMS_NAME]
        if unversioned:
            raise Error("lifted graph func is missing version attribute", unversioned[0])
        return
    block = function.body
    block.last.erase()
    nodes = {node_name(op): op for op in block}
    for number, attrs in enumerate(attribute_dicts(function, "arg_attrs")[::2]):
        name, index = _origin(function, number, attrs)
        _give_back(block, block.arguments[2 * number : 2 * number + 2], nodes.get(name) or name, index, number)
    while block.arguments:
        block.remove_argument(len(block.arguments) - 1)
    graph = Operation("tfg.graph", (), (), {"version": function.attributes[LIFTED]}, function.take_regions(), location=function.location)
    module.body.insert_before(graph, function)
    function.remove()


def _origin(function: Operation, number: int, attrs: DictAttr) -> tuple[str, int]:
    """Which result of which node an argument stands for."""
    origin, name = attrs.get(ORIGIN), attrs.get(ARGUMENT_NAME)
    if isinstance(origin, ArrayAttr):
        return origin[0].value, origin[1].value
    if not isinstance(name, StringAttr):
        raise Error(f"arg #{number} is missing {ORIGIN}, can't be lowered", function)
    return name.value, 0


def _give_back(block, argument_and_token: list[Value], node: Operation | str, index: int, number: int) -> None:
    """The result that an argument stands for takes its place again; a node that has gone meanwhile becomes a Placeholder."""
    argument, token = argument_and_token
    if isinstance(node, str):
        node = _placeholder(block, argument, node)
    if index >= len(node.results) - 1:
        seen = f"seeing index {index} from lifted_value_attr of arg #{number}"
        raise Error(f"result index out of bound: {seen}, but op only has {len(node.results)} results", block.parent_op)
    argument.replace_all_uses_with(node.results[index])
    token.replace_all_uses_with(control_result(node))


def _placeholder(block, argument: Value, name: str) -> Operation:
    type = argument.type
    element, shape = (type.element, ShapeAttr(type.shape)) if isinstance(type, TensorType) else (type, ShapeAttr(None))
    attributes = {"dtype": TypeAttr(element), "shape": shape, NAME: StringAttr(name)}
    return block.insert_before(Operation("tfg.Placeholder", (), [type, CONTROL], attributes), block.first)
