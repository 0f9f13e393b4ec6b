"""The recipes, by name of an operation of StableHLO. A file of a family adds its own with `@recipe`."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import BF16, F16, F32, F64, FloatType, IntegerType, TensorType, Type

from tfopt.recipes.recipes import Recipes

FLOATS = (F16, BF16, F32, F64)
WIDTHS = (1, 8, 16, 32, 64)


def require_element(type: Type) -> None:
    if not isinstance(type, TensorType):
        return
    element = type.element
    exists = element in FLOATS if isinstance(element, FloatType) else isinstance(element, IntegerType) and element.width in WIDTHS
    if not exists:
        raise Error(f"has a value of type {type}; Relay has no numbers of type {element}")


def require_elements(op: Operation) -> None:
    for value in (*op.operands, *op.results):
        require_element(value.type)


RECIPES = Recipes("Relay", require_elements)
recipe = RECIPES.recipe
