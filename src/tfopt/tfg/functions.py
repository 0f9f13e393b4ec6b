"""The graphs and functions that passes over whole modules look at, and their types."""

from __future__ import annotations

from tfir.ir.attributes import TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType


def concrete_tops(module: Operation) -> list[Operation]:
    """The graphs and functions of a module, without the functions that stand for several."""
    return [op for op in module.body if op.name in ("tfg.graph", "tfg.func") and "generic" not in op.attributes]


def retype(function: Operation) -> None:
    """Gives a function the type of its arguments and of what it returns."""
    results = len(function.attributes["function_type"].type.results)
    inputs, outputs = [argument.type for argument in function.body.arguments], function.body.last.operands[:results]
    function.set_attribute("function_type", TypeAttr(FunctionType(inputs, [value.type for value in outputs])))
