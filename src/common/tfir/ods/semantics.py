"""What an op computes: a class of the op's own name, with `infer` for shapes and `evaluate` for values.

The classes are namespaces and are never instantiated; their functions have no `self`. A parameter is joined by its name with
the operand or attribute that the op's signature line gives that name, and any subset may be asked for:

    class MatMul(OpSemantics):
        def infer(a, b, transpose_a, transpose_b): ...      # operands know .shape, .element and .value (when constant)
        def evaluate(a, b, transpose_a, transpose_b): ...   # operands are NumPy arrays

`infer` answers with the shape of the result, or a list of one shape per result; a type or an `AbstractValue` in place of a shape fixes
the element type too. A dialect may keep its `infer` apart (`Dialect.inference`), as functions of the same kind. `evaluate` answers with an array or a list of them. A family is a class that others inherit from; it says so
with `family=True` and is no op itself.

Ops by which shapes are computed from shapes also have `propagate_values`, which computes with sizes that are not known. Its operands are
those of `infer`, and it reads their `.numbers`: ints, symbols, and None. It answers with one flat list of such numbers per result
(None in place of a list where nothing is known), or with None.
"""

from __future__ import annotations

from keyword import iskeyword

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any, ClassVar, TypeAlias

    # Its parameters are those of the op's signature that it asks for, in any order.
    Meaning: TypeAlias = Callable[..., Any] | None


class OpSemantics:
    """What one op computes. Any function may be missing (None): the op is then opaque in that respect."""

    infer: ClassVar[Meaning] = None
    evaluate: ClassVar[Meaning] = None
    propagate_values: ClassVar[Meaning] = None
    is_family: ClassVar[bool] = True

    def __init_subclass__(cls, family: bool = False, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.is_family = family


def semantics_in(module: ModuleType) -> dict[str, type[OpSemantics]]:
    """The semantics that a module defines, by op name. An op called as a Python keyword has a class with an underscore behind."""
    semantics: dict[str, type[OpSemantics]] = {}
    for name, thing in vars(module).items():
        if isinstance(thing, type) and issubclass(thing, OpSemantics) and not thing.is_family and thing.__module__ == module.__name__:
            semantics[name[:-1] if name.endswith("_") and iskeyword(name[:-1]) else name] = thing
    return semantics
