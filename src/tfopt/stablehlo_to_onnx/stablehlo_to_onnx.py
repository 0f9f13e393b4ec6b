"""Lowers StableHLO to operators of ONNX, of operator set 18, or a later one where an operator asks for it.

A value of complex numbers is a pair of tensors, also where functions take or give it. Operations that have been made simpler before
(`--pipeline=onnx` does) have no recipe here: triangular matrices, Fourier transforms, random bits, collectives, CHLO. What cannot be expressed is
an error that tells all of it, with reasons.
"""

from __future__ import annotations

from importlib import import_module

from tfir.dialects.onnx.element_types import ELEMENTS
from tfir.dialects.tf_saved_model import DEFAULT_VALUE, GLOBAL_TENSOR, INITIAL_VALUE, INITIALIZER_TYPE
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64, FloatType, IntegerType, TensorType, Type

from tfopt.recipes.complex_pairs import expand_interface
from tfopt.recipes.open_slices import name_whole_slices
from tfopt.recipes.spreading import drop_broadcasts
from tfopt.rewrite.refusals import refusal
from tfopt.stablehlo_to_onnx.operators import BROADCASTING, RECIPES
from tfopt.stablehlo_to_onnx.whole_operators import name_whole_operators

WORKS_ON = ()  # what is not StableHLO it refuses itself
AFTER = ["stablehlo-decompose", "stablehlo-expand-complex"]
EXACT = False  # functions are made of others
FAMILIES = ("contraction", "control_flow", "elementwise", "indexing", "reduction", "shaping")
OPERATOR_SET = 18
LATER = {"onnx.BitCast": 26}  # operators of later sets
FORMATS = ((26, 13), (25, 12), (23, 11), (21, 10), (19, 9), (0, 8))  # the version of the format that came with an operator set
SMALL = 16  # elements of a constant that is a node, and no initializer


def stablehlo_to_onnx(module: "Module"):
    """Convert all operations of StableHLO."""
    for family in FAMILIES:
        import_module(f"tfopt.stablehlo_to_onnx.{family}")
    leave_graph(module)
    expand_interface(module)
    name_whole_slices(module)
    refused = RECIPES.convert(module)
    others = [op for op in module.walk() if op.dialect not in ("onnx", "func", "builtin", "stablehlo", "chlo")]
    refused |= dict.fromkeys(others, "is no operation of StableHLO, and has no recipe in ONNX")
    refused |= {op: f"has a value of type {type}, which ONNX does not have" for op in module.walk() if (type := strange(op)) is not None}
    if refused:
        raise refusal(refused.items(), "--pipeline=onnx makes simpler operations of many that have no recipe of their own")
    drop_broadcasts(module, broadcasts, ("onnx.Expand",), "onnx.Reshape")
    name_whole_operators(module)
    version = max([set_of(op) for op in module.walk()])
    for function in [op for op in module.body if op.name == "func.func" and op.get("sym_visibility") != "private"]:
        function.set_attribute("onnx.graph_name", StringAttr(function.get("sym_name")))
        name_initializers(function)
    module.set_attribute("onnx.opset_import", DictAttr({"ai.onnx": IntegerAttr(version, I64)}))
    module.set_attribute("onnx.ir_version", IntegerAttr(next(each for first, each in FORMATS if version >= first), I64))
    module.set_attribute("onnx.producer_name", StringAttr("tfir"))


def leave_graph(module: Operation) -> None:
    """A model has no more than a graph: what a SavedModel initializes is not part of it, and what a variable begins with is the default of the input that the variable
    has become. What is written to it is an output."""
    held = {op.get("sym_name"): op.attributes["value"] for op in module.body if op.name == GLOBAL_TENSOR and "value" in op.attributes}
    for function in [op for op in module.body if op.name == "func.func" and "arg_attrs" in op.attributes]:
        marks, before = [], function.attributes["arg_attrs"]
        assert isinstance(before, ArrayAttr)
        for mark in before:
            assert isinstance(mark, DictAttr)
            told = mark.entries.get(INITIAL_VALUE)
            value = held.get(told.root) if isinstance(told, SymbolRefAttr) else told
            marks.append(DictAttr({**mark.entries, DEFAULT_VALUE: value}) if value is not None else mark)
        function.set_attribute("arg_attrs", ArrayAttr(marks))
    for op in [op for op in module.body if op.dialect == "tf_saved_model" or INITIALIZER_TYPE in op.attributes]:
        op.erase()


def strange(op: Operation):
    """The type of a result that ONNX does not have."""
    types = [result.type for result in op.results]
    return next((type for type in types if isinstance(type, TensorType) and type.element not in ELEMENTS.values()), None)


def set_of(op: Operation) -> int:
    """The first operator set that has an operator, and the types of what it gives."""
    elements = [result.type.element for result in op.results if isinstance(result.type, TensorType)]
    return max([LATER.get(op.name, OPERATOR_SET), *map(set_of_type, elements)])


def set_of_type(element: Type) -> int:
    if isinstance(element, FloatType) and element.width < 16:
        return 23 if element.width == 4 else 24 if element.name == "f8E8M0FNU" else 19
    if isinstance(element, IntegerType) and 1 < element.width < 8:
        return 21 if element.width == 4 else 25
    return OPERATOR_SET


def broadcasts(op: Operation) -> bool:
    return op.name in BROADCASTING


def name_initializers(function: Operation) -> None:
    """Weights are initializers of the graph, in front of its nodes; small constants, and those of subgraphs, nodes."""
    block = function.body
    weights = [op for op in block if op.name == "onnx.Constant" and op.results[0].type.size > SMALL]
    for number, op in enumerate(weights):
        op.set_attribute("onnx.initializer", UnitAttr())
        op.set_attribute("onnx.outputs", ArrayAttr([StringAttr(f"constant_{number}")]))
    for op in reversed(weights):
        if op is not block.first:
            block.insert_before(op.remove(), block.first)
