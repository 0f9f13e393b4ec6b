"""Recipes: what takes the place of an operation, by its name. What a recipe builds may have recipes itself."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.binding import plain
from tfir.ods.inference import declared_elements

from tfopt.arithmetic.tensor import building
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Recipe = Callable[[Operation], Sequence]


class Recipes(dict[str, "Recipe"]):
    """The recipes of operations of StableHLO, by name. `language` is what they are written in."""

    def __init__(self, language: str, check: Callable[[Operation], None]):
        """`check` raises Error for an operation that no recipe takes."""
        super().__init__()
        self.language, self.check = language, check

    def recipe(self, function: Recipe) -> Recipe:
        """Makes a function the recipe of the operation that it is called as; an underscore behind is for Python's keywords."""
        self[f"stablehlo.{function.__name__.removesuffix('_')}"] = function
        return function

    def convert(self, module: Operation) -> dict[Operation, str]:
        """Converts operation after operation, outer ones first; gives those that are left, with the reason of each."""
        work, gone = list(module.walk())[::-1], set[Operation]()
        refused: dict[Operation, str] = {}
        while work:
            op = work.pop()
            if op.parent is None or op in gone or op.dialect not in ("stablehlo", "chlo") or has_trait(op, "terminator"):
                continue
            try:
                created = self.rewritten(op, gone)
            except Error as error:
                refused[op] = error.diagnostics[0].message.removeprefix(f"'{op.name}' op ")
            else:
                work += [inner for each in reversed(created) if each.parent is not None for inner in reversed(list(each.walk()))]
        return refused

    def rewritten(self, op: Operation, gone: set[Operation]) -> list[Operation]:
        """Puts what its recipe gives in the place of an operation; returns what was built, and adds to `gone` what was left in its regions. Raises
        Error where there is no recipe, or it has a reason not to take the operation, which is then as it was."""
        recipe = self.get(op.name)
        if recipe is None:
            raise Error(f"has no recipe in {self.language}")
        self.check(op)
        rewriter = PatternRewriter(op)
        with rewriter, building(rewriter.builder):
            try:
                values = values_in(recipe(op))
            except Error:
                rewriter.take_back()
                raise
        for result, value in zip(op.results, values, strict=True):
            as_declared(value, result, rewriter.created)
        gone.update(op.inside())
        op.replace_with(values)
        return rewriter.created


def values_in(results: Sequence) -> list[Value]:
    """The values of expressions, tensors of the arithmetic of StableHLO, or values."""
    return [each if isinstance(each, Value) else each.value for each in results]


def as_declared(value: Value, result: Value, created: list[Operation]) -> None:
    """Gives a new value the sizes that the program says it has, and hands on the name."""
    if value.type is not result.type and value.op in created and isinstance(value.type, TensorType):
        if isinstance(result.type, TensorType) and shapes_fit(value.type.shape, result.type.shape):
            value.retype(result.type)
    if value.type is not result.type:
        raise Error(f"would give a {value.type} in the place of a {result.type}")


def need_sizes(*values: Value) -> None:
    """Refuses tensors of unknown sizes, for recipes that are made of pieces."""
    for value in values:
        if isinstance(value.type, TensorType) and not value.type.is_static:
            raise Error(f"has a value of type {value.type}; its recipe needs known sizes (see --input-shapes)")


# What recipes read of an operation


def content_of(value: Value):
    """What is known of the elements of a value: a flat list of numbers where a constant makes it, else None."""
    elements = declared_elements(value)
    return list(elements.values()) if isinstance(elements, DenseAttr) and elements.type.size <= 1024 else None


def number_in(value: Value):
    """The one number that all elements of a constant are, else None."""
    elements = declared_elements(value)
    if not isinstance(elements, DenseAttr) or (not elements.is_splat and elements.type.size != 1):
        return None
    return elements.values()[0]


def names(op: Operation, name: str) -> list[int]:
    """The dimensions that an attribute lists, none where there is no such attribute."""
    value = op.attributes.get(name)
    return [] if value is None else [int(each) for each in plain_list(value)]


def plain_list(value):
    return value.values() if callable(getattr(value, "values", None)) else plain(value)
