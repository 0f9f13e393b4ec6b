"""Facts about one graph and its functions, as plain lists and dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import tfir.dialects.tf as tf
from tfir.analysis.constant_sizes import constant_bytes
from tfir.analysis.deadness import unread_results
from tfir.dialects.tf.references import twin
from tfir.dialects.tf_type import ShapeAttr, referred
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.interface import PLACEHOLDERS, STATING_SHAPES, effects, fed_shape, value_name
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.types import Type
from tfir.ods.control import CONTROL
from tfir.ods.op_lists import read_lists
from tfir.storage.datatypes import NAMES, number_of
from tfir.storage.graphdef.function_headers import elements
from tfir.storage.graphdef.node_results import TABLE

from tftranslate.saved_model.freezing import READERS
from tftranslate.saved_model.variables import HANDLES, variable_name

# No op is left of these when tf-to-stablehlo comes: feeds, order, variables that are read and assigned, frames and switches, lists and
# arrays of tensors that loops fill.
GONE_BEFORE = frozenset({
    *[name.removeprefix("tfg.") for name in PLACEHOLDERS], "NoOp", "ControlTrigger", "return", "get_result", "ReadVariableOp", "AssignVariableOp", *READERS,
    *[name.removeprefix("tfg.") for name in HANDLES], "TensorListReserve", "TensorListFromTensor", "TensorListGetItem",
    "TensorListSetItem", "TensorListStack", "EmptyTensorList",
    "Enter", "Exit", "NextIteration", "LoopCond", "Switch", "Merge", "TensorArrayV3", "TensorArrayReadV3", "TensorArrayWriteV3",
    "TensorArrayGatherV3", "TensorArrayScatterV3", "TensorArraySizeV3", "TensorArrayCloseV3", "XlaCallModule",
})  # fmt: skip


def facts_of_graph(module: Operation, used: list[Operation] | None = None, op_defs=()) -> dict:
    """Of a module with a tfg.graph, functions, or both. `used` are the ops that are to be lowered, where those are not all; what
    `op_defs` has is known."""
    graph = next((op for op in module.body if op.name == "tfg.graph"), None)
    functions = functions_by_name(module)
    nodes = list(graph.body) if graph is not None else []
    inner = [op for function in functions.values() for op in function.body if op.name not in ("tfg.return", "tfg.get_result")]
    ops = Counter(op.name[4:] for op in [*nodes, *inner])
    return {
        "nodes": len(nodes),
        "functions": [facts_of_function(function) for function in functions.values()],
        "constant_bytes": sum(constant_bytes(op) for op in [*nodes, *inner]),
        "feeds": [port(node_name(op), op.results[0].type, declared_shape(op)) for op in nodes if op.name in STATING_SHAPES],
        "fetches": [port(value_name(value), value.type, None) for value in unread_results(graph)] if graph is not None else [],
        "targets": [node_name(op) for op in effects(graph)] if graph is not None else [],
        "variables": variables([*nodes, *inner]),
        "ops": by_count(ops),
        "unknown_ops": {name: ops[name] for name in sorted(ops) if name not in TABLE and name not in functions and name not in op_defs},
        "not_lowered": not_lowered(ops if used is None else Counter(op.name[4:] for op in used), functions),
    }


def by_count(ops: Counter) -> dict[str, int]:
    """How often each op occurs, the most frequent first."""
    return dict(sorted(ops.items(), key=lambda pair: (-pair[1], pair[0])))


def port(name: str, type: Type, shape) -> dict:
    return {"name": name, "dtype": dtype_name(type), "shape": None if shape is None else list(shape)}


def dtype_name(type: Type) -> str:
    """`float32` for `tensor<*xf32>`: the words of TensorFlow's Python."""
    element = getattr(type, "element", type)
    if referred(element) is not element:
        return f"{dtype_name(referred(element))}_ref"
    number = number_of(element)
    words = {"DT_FLOAT": "float32", "DT_DOUBLE": "float64", "DT_HALF": "float16"}
    name = NAMES.get(number, str(type))
    return words.get(name, name.removeprefix("DT_").lower())


def declared_shape(op: Operation):
    if op.name in PLACEHOLDERS:
        return fed_shape(op)
    shapes = (op.attributes.get("shape"), *elements(op.attributes.get("_output_shapes"))[:1])
    return next((shape.shape for shape in shapes if isinstance(shape, ShapeAttr)), None)


def facts_of_function(op: Operation) -> dict:
    type = op.attributes["function_type"].type
    return {
        "name": op.get("sym_name"),
        "arguments": len([one for one in type.inputs if one is not CONTROL]),
        "results": len([one for one in type.results if one is not CONTROL]),
        "nodes": len([inner for inner in op.body if inner.name not in ("tfg.return", "tfg.get_result")]),
        "generic": "generic" in op.attributes,
    }


def variables(ops: list[Operation]) -> list[dict]:
    ports = {}
    for op in ops:
        if op.name in HANDLES:
            dtype = op.attributes.get("dtype")
            ports[variable_name(op)] = port(
                variable_name(op), dtype.type if isinstance(dtype, TypeAttr) else op.results[0].type, declared_shape(op)
            )
    return [ports[name] for name in sorted(ports)]


def lowered_to_stablehlo() -> frozenset[str]:
    """Ops that can become StableHLO; the lists are kept equal to tf-opt's lowerings, and to what it takes apart before."""
    lists = [read_lists(tf.__file__, file) for file in ("lowered_to_stablehlo.txt", "taken_apart.txt")]
    return frozenset().union(*[names for each in lists for names in each.values()])


def not_lowered(ops: Counter, functions: Iterable[str]) -> dict[str, int]:
    lowered = lowered_to_stablehlo().union(GONE_BEFORE, functions)
    return {name: count for name, count in by_count(ops).items() if name not in lowered and on_handle(name) not in lowered}


def on_handle(name: str) -> str | None:
    """What stands for an op on references, which become handles before anything is lowered."""
    return twin(name) if name in TABLE and any([slot.ref for slot in (*TABLE.get(name).operands, *TABLE.get(name).results)]) else None
