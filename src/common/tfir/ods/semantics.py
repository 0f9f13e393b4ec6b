"""The semantics of an op: a class of the op's own name, with `infer` for shapes and `evaluate` for values.

The classes are namespaces and are never instantiated; their functions have no `self`. A parameter is joined by its name with
the operand or attribute that the op's signature line gives that name, and any subset may be asked for:

    class MatMul(OpSemantics):
        def infer(a, b, transpose_a, transpose_b): ...      # operands know .shape, .element and .value (when constant)
        def evaluate(a, b, transpose_a, transpose_b): ...   # operands are NumPy arrays

`infer` returns the shape of the result, or a list of one shape per result; a type or an `AbstractValue` in place of a shape fixes
the element type too. A dialect may keep its `infer` apart (`Dialect.inference`), as functions of the same kind. `evaluate` returns an array or a list of them. A family is a class that others inherit from; it says so
with `family=True` and is no op itself. Ops that differ from another class in `evaluate` alone, or in nothing but the name, stand in a
table `SEMANTICS` of the module, op name -> class, with `ops_of`.

Ops by which shapes are computed from shapes also have `propagate_values`, which computes with sizes that are not known. Its operands are
those of `infer`, and it reads their `.numbers`: ints, symbols, and None. It returns one flat list of such numbers per result
(None in place of a list where nothing is known), or with None. `region` takes the block of a region and gives the one to compute it by.
"""

from __future__ import annotations

from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import broadcast, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any, ClassVar, TypeAlias

    from tfir.ods.inference import AbstractValue
    from tfir.ods.shapes import Shape

    # Its parameters are those of the op's signature that it asks for, in any order.
    Meaning: TypeAlias = Callable[..., Any] | None


class WithPlace:
    """What `bind` may give: a function of arrays that takes a place for its result, which may be that of any operand, as `out`."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]):
        self.function = function


class OnFirst(WithPlace):
    """As `WithPlace`, where the place, if there is one, is that of the first operand: the result is that, changed in places."""

    __slots__ = ()


class OpSemantics:
    """The semantics of one op. Any function may be missing (None): the op is then opaque in that respect."""

    infer: ClassVar[Meaning] = None
    evaluate: ClassVar[Meaning] = None
    propagate_values: ClassVar[Meaning] = None
    region: ClassVar[Meaning] = None
    remember: ClassVar[Meaning] = None  # is told of the op, the context, its operands and its results, and may note it in these
    bind: ClassVar[Meaning] = (
        None  # what is known of operands (their sizes always) -> `evaluate` as a function of the arrays in order, or None
    )
    absorb: ClassVar[Meaning] = (
        None  # the step that makes the first operand for this op alone, numbers of its operands and what is known of them -> both in one, or None
    )
    lacks_negative_zero: ClassVar[Meaning] = None  # whether no element of each operand is -0, in order -> whether none of the result is
    channels: ClassVar[Meaning] = (
        None  # of sums of products, from types: the axes of result and weights along which output channels run, or None
    )
    terms: ClassVar[Meaning] = None  # of sums of products, from types: how many are summed, or None
    rows: ClassVar[Meaning] = (
        None  # of sums of products, from types: the axes of left operand and result along which these are computed one by one
    )
    into: ClassVar[Meaning] = None  # `evaluate` of f32 and f64 with a place for the result, as a NumPy ufunc: `into(*operands, out=...)`
    is_family: ClassVar[bool] = True

    def __init_subclass__(cls, family: bool = False, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.is_family = family


def shape_of_first(operands: Sequence[AbstractValue]) -> Shape:
    return operands[0].shape


def merged_shape(operands: Sequence[AbstractValue]) -> Shape:
    shape = None
    for operand in operands:
        shape = merge(shape, operand.shape)
    return shape


def broadcast_shape(operands: Sequence[AbstractValue]) -> Shape:
    return broadcast(*[operand.shape for operand in operands])


def shape_of_scalar() -> Shape:
    return ()


class ShapeOfFirst(OpSemantics, family=True):
    """The result has the shape of the first operand."""

    infer = shape_of_first


class ScalarResult(OpSemantics, family=True):
    infer = shape_of_scalar


class Unary(ShapeOfFirst, family=True):
    """A function of each element of one operand."""


class Same(OpSemantics, family=True):
    """All operands and the result have one shape."""

    infer = merged_shape


class Broadcast(OpSemantics, family=True):
    """The operands' shapes broadcast."""

    infer = broadcast_shape


class NumPyFunction:
    """A function of NumPy by its name, which takes the operands in order."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __call__(self, *operands: Any) -> Any:
        return getattr(np, self.name)(*operands)


def ops_of(family: type[OpSemantics], **evaluate: Meaning | str) -> dict[str, type[OpSemantics]]:
    """Ops that differ from their family only in `evaluate`, by name. A string names a function of NumPy."""
    functions = {name: NumPyFunction(each) if isinstance(each, str) else each for name, each in evaluate.items()}
    return {name: type(name, (family,), {"evaluate": function}) for name, function in functions.items()}


def without_underscore(name: str) -> str:
    """The name of the op that a class ending in an underscore is of: one of Python's keywords, before it."""
    from keyword import iskeyword

    return name[:-1] if iskeyword(name[:-1]) else name


def semantics_in(module: ModuleType) -> dict[str, type[OpSemantics]]:
    """The semantics that a module defines, by op name: its classes, and those that stand in its table `SEMANTICS`. An op called as a Python
    keyword has a class with an underscore behind."""
    semantics: dict[str, type[OpSemantics]] = dict(getattr(module, "SEMANTICS", {}))
    for name, of_table in semantics.items():
        if of_table.__name__ == name:
            of_table.__module__ = module.__name__
    for name, thing in vars(module).items():
        if isinstance(thing, type) and issubclass(thing, OpSemantics) and not thing.is_family and thing.__module__ == module.__name__:
            semantics[without_underscore(name) if name[-1] == "_" else name] = thing
    return semantics
