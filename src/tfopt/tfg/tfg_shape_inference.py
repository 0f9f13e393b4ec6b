"""Finds out the shapes of a graph's values and of those in functions, and writes them into types. Nothing is folded."""

from __future__ import annotations

from tfir.analysis.importer_shapes import GraphShapes, ImporterPolicy, write_types
from tfir.dialects.tfg.order import topological_order
from tfir.ir.attributes import TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType


def tfg_shape_inference(module: "Module"):
    functions = {op.get("sym_name"): op for op in module.body if op.name == "tfg.func"}
    tops = [op for op in module.body if op.name in ("tfg.graph", "tfg.func") and "generic" not in op.attributes]
    policy = ImporterPolicy(functions)
    inferred = [GraphShapes(top, policy).visit_all(topological_order(top.body)) for top in tops]
    for shapes in inferred:
        write_types(shapes)
        if shapes.top.name == "tfg.func":
            retype(shapes.top)


def retype(function: Operation) -> None:
    """The function's type is that of its arguments and of what it returns."""
    results = len(function.attributes["function_type"].type.results)
    inputs, outputs = [argument.type for argument in function.body.arguments], function.body.last.operands[:results]
    function.set_attribute("function_type", TypeAttr(FunctionType(inputs, [value.type for value in outputs])))
