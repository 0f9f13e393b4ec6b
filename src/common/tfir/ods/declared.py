"""What an op's signature line demands of an operation: how many operands and results, of which kinds, which attributes.

Messages follow MLIR's ODS verifiers.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.dialect import OpDefinition


def verify_declared(op: Operation, definition: OpDefinition) -> None:
    """Raises where the operation is not what its signature line says."""
    signature = definition.signature
    if signature is None or not definition.dialect.checks_signatures:
        return _own(op, definition)
    count_values(op, signature.operands, len(op.operands), OPERANDS)
    count_values(op, signature.results, len(op.results), RESULTS)
    if definition.dialect.name == "tf":
        return _own(op, definition)
    _attributes(op, definition)
    if op.successors and "successors" not in definition.traits:
        raise Error.on(op, f"requires 0 successors but found {len(op.successors)}")
    _regions(op, definition, signature.traits.get("regions", ("1" if "single_block" in definition.traits else "0",))[0])
    _types(op, definition)
    _own(op, definition)


def _regions(op: Operation, definition: OpDefinition, wanted: str) -> None:
    if wanted != "many" and len(op.regions) != int(wanted):
        asked = {"0": "requires zero regions", "1": "requires one region"}.get(wanted, f"expected {wanted} regions")
        raise Error.on(op, asked)
    if "single_block" in definition.traits:
        for number, region in enumerate(op.regions):
            if len(region.blocks) > 1:
                raise Error.on(op, f"expects region #{number} to have 0 or 1 blocks")


def _own(op: Operation, definition: OpDefinition) -> None:
    if definition.verify is not None:
        definition.verify(op)


# How errors speak of operands and results: one of them, none, several.
OPERANDS = ("a single operand", "zero operands", "operands")
RESULTS = ("one result", "zero results", "results")


def count_values(op: Operation, slots, found: int, called) -> None:
    """Raises where a side of an op has too few values or too many; `called` is `OPERANDS` or `RESULTS`."""
    if found == len(slots):
        return
    least = sum(1 for slot in slots if not (slot.variadic or slot.number or slot.optional))
    one, none, several = called
    if any(slot.variadic or slot.number for slot in slots):
        if found < least:
            raise Error.on(op, f"expected {least} or more {several}, but found {found}")
    elif not least <= found <= len(slots):
        asked = f"expected {least} {several}" if least > 1 or len(slots) > 1 else f"requires {one if least else none}"
        raise Error.on(op, f"{asked}, but found {found}")


def _types(op: Operation, definition: OpDefinition) -> None:
    """Raises where an operand or result is not of the type that its slot asks for, as far as it is clear which slot that is."""
    operands, results = definition.type_constraints
    for what, slots, values in (("operand", operands, op.operands), ("result", results, op.results)):
        for number, ((constraint, variadic), value) in enumerate(zip(slots.of(len(values)), values)):
            if not constraint.accepts(value.type):
                many = "variadic of " * variadic
                raise Error.on(op, f"{what} #{number} must be {many}{constraint.summary}, but got '{value.type}'")


def _attributes(op: Operation, definition: OpDefinition) -> None:
    constraints = definition.dialect.constraints
    for name, declared in definition.signature.attributes.items():
        if name not in definition.inherent:
            continue
        attribute = op.attributes.get(name)
        if attribute is None:
            if declared.required:
                raise Error.on(op, f"requires attribute '{name}'")
            continue
        constraint = constraints.attribute(declared)
        if constraint is not None and not constraint.accepts(attribute):
            raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: {constraint.summary}")
