"""Which function of a module has its shapes refined, and what types its arguments may be given."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def refined_function(module: Operation) -> Operation | None:
    """The only function of a module, or its `main`; None where it has no function. Raises Error where that is not clear."""
    functions = [op for op in module.body if op.name == "func.func"]
    chosen = [op for op in functions if len(functions) == 1 or op.get("sym_name") == "main"]
    if functions and not chosen:
        wish = "to clearly identify which function will be refined"
        raise Error.on(module, f"must have no more than one function or a `main` function {wish}")
    if chosen and len(chosen[0].region.blocks) != 1:
        raise Error.on(chosen[0], "must have exactly one block")
    return chosen[0] if chosen else None


def check_refinements(function: Operation, types: Sequence[Type]) -> None:
    """Raises Error where a type is none that its argument may take on: as exact or more."""
    arguments = function.body.arguments
    if len(types) != len(arguments):
        raise Error.on(function, f"number of refinements must match number of op operands {len(types)} vs {len(arguments)}")
    for number, (argument, type) in enumerate(zip(arguments, types)):
        reason = None if type is argument.type else why_no_refinement(argument.type, type)
        if reason is not None:
            where = f"invalid refinement for argument {number}, refinement {reason} in {argument.type} -> {type}"
            raise Error.on(function, where)


def why_no_refinement(declared: Type, type: Type) -> str | None:
    if not isinstance(declared, TensorType) or not isinstance(type, TensorType):
        return "must be a tensor"
    if declared.element is not type.element:
        return "element types must match"
    if type.shape is None:
        return "must be ranked"
    if declared.shape is None:
        return None
    if len(declared.shape) != len(type.shape):
        return "rank must match operand rank"
    if any([size is not None and size != other for size, other in zip(declared.shape, type.shape)]):
        return "dimension sizes must match for static dimensions"
    return None
