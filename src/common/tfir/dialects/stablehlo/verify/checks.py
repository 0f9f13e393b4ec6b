"""Verifiers from checks, and the one that holds results against what inference makes of the operands."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.stablehlo.inference.checks import Refused, compatible, is_quantized, listed
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import TensorType
from tfir.ods.inference import inferred_types as types_from_operands


def inferred_types(op) -> list:
    """The types that an op's operands give its results; None for one that is not known. Raises `Refused`."""
    definition = lookup(op.name)
    assert definition is not None
    return types_from_operands(op, definition)


def inferred(op) -> None:
    """A result that inference gives another type, or operands that it refuses, are two errors in one as upstream has it: the reason,
    and that the types could not be inferred."""
    declared = [result.type for result in op.results]
    try:
        types = inferred_types(op)
    except Error as reason:
        raise reason if str(reason).startswith("'") else both(op, str(reason)) from None
    if len(types) != len(declared) or not all([one is None or compatible(one, other) for one, other in zip(types, declared)]):
        shown = [other if one is None else one for one, other in zip(types, declared)]
        raise both(
            op, f"'{op.name}' op inferred type(s) {listed(shown)} are incompatible with return type(s) of operation {listed(declared)}"
        )


def both(op, reason: str) -> Error:
    return Error.of([Diagnostic(reason, op), Diagnostic(f"'{op.name}' op failed to infer returned types", op)])


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
            raise both(op, str(reason)) from None

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
