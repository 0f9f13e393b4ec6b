"""The recipes, by name of an operation of StableHLO. A file of a family adds its own with `@recipe`."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Recipe = Callable[[Operation], Sequence]

RECIPES: dict[str, Recipe] = {}


def recipe(function: Recipe) -> Recipe:
    """Makes a function the recipe of the operation that it is called as; an underscore behind is for Python's keywords."""
    RECIPES[f"stablehlo.{function.__name__.removesuffix('_')}"] = function
    return function


def values_in(results: Sequence) -> list[Value]:
    """The values of expressions, tensors of the arithmetic of StableHLO, or values."""
    return [each if isinstance(each, Value) else each.value for each in results]


def need_sizes(*values: Value) -> None:
    """Refuses tensors of unknown sizes, for recipes that are made of pieces."""
    for value in values:
        if isinstance(value.type, TensorType) and not value.type.is_static:
            raise Error(f"has a value of type {value.type}; its recipe needs known sizes (see --input-shapes)")
