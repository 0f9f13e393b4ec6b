"""Verifies an operation against its op's signature line: the number and types of operands and results, and attributes.

Messages follow MLIR's ODS verifiers.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ods.dialect import OpDefinition
from tfir.ods.signature import Signature, SignatureError, Slot
from tfir.ods.slots import values_per_slot

TYPE_CHECKING = False  # as `typing` has it, whose import takes longer than this module's
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.constraints import SlotConstraints


def verify_declared(op: Operation, definition: OpDefinition) -> bool:
    """Raises where the operation violates its signature line or the rules of its dialect. Returns whether the latter looked at constants
    that make operands."""
    if definition.dialect.constrains(op):
        constrained = definition.constrained
        counted = definition.signature or constrained
        if counted is not None:
            count_values(op, counted.operands, len(op.operands), OPERANDS)
            count_values(op, counted.results, len(op.results), RESULTS)
        if constrained is not None:
            _constraints(op, definition, constrained)
    return definition.verify is not None and bool(definition.verify(op))


def _constraints(op: Operation, definition: OpDefinition, signature: Signature) -> None:
    _attributes(op, definition)
    if op.successors and "successors" not in definition.traits:
        raise Error.on(op, f"requires 0 successors but found {len(op.successors)}")
    _regions(op, definition, signature.traits.get("regions", ("1" if "single_block" in definition.traits else "0",))[0])
    if op.operands or op.results:
        _types(op, definition, signature)
    if signature.requires:
        from tfir.ods.requirements import verify_requirements

        verify_requirements(op, signature, definition.requirements)
    if "alike" in signature.traits:
        from tfir.ods.requirements import verify_alike

        verify_alike(op, signature.traits["alike"][0])


def _regions(op: Operation, definition: OpDefinition, count: str) -> None:
    """Raises where an op has other than `count` regions, a number or `many`, or more blocks in one than it may."""
    if count != "many" and len(op.regions) != int(count):
        expected = {"0": "requires zero regions", "1": "requires one region"}.get(count, f"expected {count} regions")
        raise Error.on(op, expected)
    if "single_block" in definition.traits:
        for number, region in enumerate(op.regions):
            if len(region.blocks) > 1:
                raise Error.on(op, f"expects region #{number} to have 0 or 1 blocks")


# How errors speak of operands and results: one of them, none, several.
OPERANDS = ("a single operand", "zero operands", "operands")
RESULTS = ("one result", "zero results", "results")


def count_values(op: Operation, slots: Sequence[Slot], count: int, called: tuple[str, str, str]) -> None:
    """Raises where a side of an op has too few values or too many; `called` is `OPERANDS` or `RESULTS`."""
    if count == len(slots):
        return
    least = sum(1 for slot in slots if not (slot.variadic or slot.number or slot.optional))
    one, none, several = called
    if any(slot.variadic or slot.number for slot in slots):
        if count < least:
            raise Error.on(op, f"expected {least} or more {several}, but found {count}")
    elif not least <= count <= len(slots):
        expected = f"expected {least} {several}" if least > 1 or len(slots) > 1 else f"requires {one if least else none}"
        raise Error.on(op, f"{expected}, but found {count}")


def _types(op: Operation, definition: OpDefinition, signature: Signature) -> None:
    """Raises where an operand or result is not of the type that its slot asks for, as far as it is clear which slot that is."""
    for side, asked, values in zip(("operand", "result"), definition.type_constraints, (op.operands, op.results)):
        if not asked.is_simple:
            _grouped_types(op, side, asked, values, signature)
            continue
        for number, (value, (constraint, _)) in enumerate(zip(values, asked.constraints)):
            if not constraint.accepts(value.type):
                raise mistyped(op, side, number, constraint.summary, value)


def _grouped_types(op: Operation, side: str, asked: SlotConstraints, values: Sequence[Value], signature: Signature) -> None:
    number, count = 0, len(values)
    if op.attributes:
        sizes = values_per_slot(op, side, signature, count)
    else:
        if count not in asked.sizes:
            asked.sizes[count] = values_per_slot(op, side, signature, count)
        sizes = asked.sizes[count]
    for size, (constraint, variadic) in zip(sizes or (), asked.constraints):
        for value in values[number : number + size]:
            if not constraint.accepts(value.type):
                raise mistyped(op, side, number, "variadic of " * variadic + constraint.summary, value)
            number += 1


def mistyped(op: Operation, side: str, number: int, summary: str, value: Value) -> Error:
    """The error of an operand or result (`side`) whose type is not what `summary` says."""
    return Error.on(op, f"{side} #{number} must be {summary}, but got '{value.type}'")


def _attributes(op: Operation, definition: OpDefinition) -> None:
    stored, declared = op.attributes, definition.declared_attributes
    for each in declared:
        if each.required and each.name not in stored:
            raise Error.on(op, f"requires attribute '{each.name}'")
    for each in declared:
        if each.name not in stored:
            continue
        try:
            constraint = definition.dialect.constraints.attribute(each)
        except SignatureError as reason:
            raise definition.misdeclared(reason) from None
        if constraint is not None and not constraint.accepts(stored[each.name]):
            raise Error.on(op, f"attribute '{each.name}' failed to satisfy constraint: {constraint.summary}")
