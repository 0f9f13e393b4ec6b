"""Verifiers made of checks, and the one that compares results with inference from the operands."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.stablehlo.inference.checks import Refused, compatible, same_element
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.inference import inferred_types as types_from_operands


def inferred_types(op) -> list:
    """The types that an op's operands give its results; None for one that is not known. Raises `Refused`."""
    definition = lookup(op.name)
    assert definition is not None
    return types_from_operands(op, definition)


def inferred(op) -> None:
    """A result that inference gives another type, or operands that it refuses, are two errors in one as upstream has it: the reason,
    and that the types could not be inferred."""
    try:
        types = inferred_types(op)
    except Error as reason:
        raise reason if str(reason).startswith("'") else Error.not_inferred(op, str(reason)) from None
    results_fit(op, types)


def results_fit(op, types) -> None:
    """Raises where a result cannot be of the type that inference gives it."""
    declared = [result.type for result in op.results]
    if len(types) != len(declared) or not all([one is None or compatible(one, other) for one, other in zip(types, declared)]):
        raise Error.incompatible(op, [other if one is None else one for one, other in zip(types, declared)], declared)


def inferred_in_verifier(op) -> None:
    """The same for ops whose types upstream does not infer but verify: what is wrong with operands is one error."""
    try:
        types = inferred_types(op)
    except Error as reason:
        raise reason if str(reason).startswith("'") else Error(str(reason), op) from None
    results_fit(op, types)


def same_shapes(op, complaint: str = "requires the same shape for all operands and results") -> None:
    """Raises where two of operands and results cannot have one shape; where one is not known, the others still must."""
    shapes = [*dict.fromkeys([value.type.shape for value in (*op.operands, *op.results)])]
    if not all([shapes_fit(one, other) for at, one in enumerate(shapes) for other in shapes[:at]]):
        raise Error.on(op, complaint)


def same_elements(op, detail: str = "") -> None:
    first, *others = [value.type for value in (*op.operands, *op.results)]
    if not all([same_element(first, type) for type in others]):
        raise Error.on(op, f"requires compatible element types for all operands and results{detail}")


def checked(check, named: bool = False):
    """A verifier from a check, which raises `Refused`: its message is told at the op, whose name stands before it where upstream has
    it so."""

    def verify(op):
        try:
            check(op)
        except Refused as reason:
            raise (Error.on(op, str(reason)) if named else Error(str(reason), op)) from None

    return verify


def refusing(check):
    """A verifier from a check that upstream makes while it infers types."""

    def verify(op):
        try:
            check(op)
        except Refused as reason:
            raise Error.not_inferred(op, str(reason)) from None

    return verify


def in_order(*verifiers):
    """Several verifiers as one."""

    def verify(op):
        for one in verifiers:
            one(op)

    return verify


def scales_fit(constraint: str, *arguments) -> None:
    """Asks a constraint of `quantization`, which is imported where a type is quantized and not before."""
    if is_quantized(*arguments):
        from tfir.dialects.stablehlo.verify import quantization

        getattr(quantization, constraint)(*arguments)


def scalar(element) -> TensorType:
    return TensorType((), element)
