"""What an op's signature line demands of an operation: how many operands and results, of which kinds, which attributes.

Messages follow MLIR's ODS verifiers.
"""

from __future__ import annotations

from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)  # fmt: skip
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, I1, I32, I64, FloatType, IndexType, IntegerType, MemRefType, TensorType, VectorType
from tfir.ods.dialect import OpDefinition
from tfir.ods.signature import Signature


def element_of(type):
    """The element of a tensor or vector, of anything else the type itself."""
    return type.element if isinstance(type, (TensorType, VectorType)) else type


def is_signless(type) -> bool:
    return isinstance(type, IntegerType) and not type.signedness


# kind of an operand or result -> (what its type must be, how an error calls that)
TYPE_KINDS = {
    "tensor": (lambda t: isinstance(t, TensorType), "tensor"),
    "memref": (lambda t: isinstance(t, MemRefType), "memref"),
    "vector": (lambda t: isinstance(t, VectorType), "vector"),
    "index": (lambda t: isinstance(t, IndexType), "index"),
    "i1": (lambda t: t is I1, "1-bit signless integer"),
    "bool_like": (lambda t: element_of(t) is I1, "bool-like"),
    "integer_like": (
        lambda t: is_signless(element_of(t)) or isinstance(element_of(t), IndexType), "signless-non-zero-bitwidth-integer-like",
    ),
    "whole_like": (lambda t: is_signless(element_of(t)) or isinstance(element_of(t), IndexType), "signless-integer-like"),
    "fixed_integer_like": (lambda t: is_signless(element_of(t)), "signless-fixed-width-integer-like"),
    "float_like": (lambda t: isinstance(element_of(t), FloatType), "floating-point-like"),
}  # fmt: skip
# kind of an attribute -> (what it must be, how an error calls that)
ATTRIBUTE_KINDS = {
    "i64": (lambda a: isinstance(a, IntegerAttr) and a.type is I64, "64-bit signless integer attribute"),
    "i32": (lambda a: isinstance(a, IntegerAttr) and a.type is I32, "32-bit signless integer attribute"),
    "f32": (lambda a: isinstance(a, FloatAttr) and a.type is F32, "32-bit float attribute"),
    "f64": (lambda a: isinstance(a, FloatAttr) and a.type is F64, "64-bit float attribute"),
    "bool": (lambda a: isinstance(a, BoolAttr), "bool attribute"),
    "unit": (lambda a: isinstance(a, UnitAttr), "unit attribute"),
    "symbol": (lambda a: isinstance(a, SymbolRefAttr), "flat symbol reference attribute"),
    "elements": (lambda a: isinstance(a, ElementsAttr), "constant vector/tensor attribute"),
    "array<i64>": (lambda a: isinstance(a, DenseArrayAttr) or isinstance(a, ElementsAttr), "i64 dense array attribute"),
    "array<i1>": (lambda a: isinstance(a, DenseArrayAttr) or isinstance(a, ElementsAttr), "i1 dense array attribute"),
    "type": (lambda a: isinstance(a, TypeAttr), "any type attribute"),
    "str": (lambda a: isinstance(a, StringAttr), "string attribute"),
}


def verify_declared(op: Operation, definition: OpDefinition) -> None:
    """Raises where the operation is not what its signature line says."""
    signature = definition.signature
    if signature is None or not definition.dialect.checks_signatures:
        return _rule(op, definition)
    count_values(op, signature.operands, len(op.operands), OPERANDS)
    count_values(op, signature.results, len(op.results), RESULTS)
    if definition.dialect.derived:
        return _rule(op, definition)
    if not getattr(definition.dialect.rules, "covers_kinds", False):
        _kinds(op, signature.operands, [v.type for v in op.operands], "operand")
        _kinds(op, signature.results, [v.type for v in op.results], "result")
    _attributes(op, signature)
    if op.successors and "successors" not in definition.traits:
        raise Error.on(op, f"requires 0 successors but found {len(op.successors)}")
    _regions(op, definition, signature.traits.get("regions", ("1" if "single_block" in definition.traits else "0",))[0])
    _rule(op, definition)


def _regions(op: Operation, definition: OpDefinition, wanted: str) -> None:
    if wanted != "many" and len(op.regions) != int(wanted):
        asked = {"0": "requires zero regions", "1": "requires one region"}.get(wanted, f"expected {wanted} regions")
        raise Error.on(op, asked)
    if "single_block" in definition.traits:
        for number, region in enumerate(op.regions):
            if len(region.blocks) > 1:
                raise Error.on(op, f"expects region #{number} to have 0 or 1 blocks")


def _rule(op: Operation, definition: OpDefinition) -> None:
    if definition.rule is not None:
        definition.rule(op)


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


def _kinds(op: Operation, slots, types, what: str) -> None:
    """Checks types by kind, where it is clear which slot each of them belongs to."""
    for number, (slot, type) in enumerate(zip(_spread(slots, len(types)), types)):
        holds, called = TYPE_KINDS.get(slot.type, (None, None))
        if holds is not None and not holds(type):
            many = "variadic of " * slot.variadic
            raise Error.on(op, f"{what} #{number} must be {many}{called}, but got '{type}'")


def _spread(slots, count: int):
    """The slot of each of so many values, as far as that is clear."""
    several = [at for at, slot in enumerate(slots) if slot.variadic or slot.number or slot.optional]
    if len(several) > 1:
        return [slots[0]] * count if len({slot.type for slot in slots}) == 1 else slots[: several[0]]
    if not several:
        return slots
    at = several[0]
    return [*slots[:at], *[slots[at]] * (count - len(slots) + 1), *slots[at + 1 :]]


def _attributes(op: Operation, signature: Signature) -> None:
    for name, declared in signature.attributes.items():
        found = op._attributes.get(name)
        if found is None:
            if declared.required:
                raise Error.on(op, f"requires attribute '{name}'")
            continue
        _attribute(op, name, declared, found)


def _attribute(op: Operation, name: str, declared, found: Attribute) -> None:
    if declared.is_list:
        if not isinstance(found, (ArrayAttr, DenseArrayAttr, ElementsAttr)):
            raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: array attribute")
        return
    if declared.allowed and declared.kind[0] == "#":
        if not isinstance(found, EnumAttr) or found.value not in declared.allowed:
            raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: one of {', '.join(declared.allowed)}")
        return
    holds, called = ATTRIBUTE_KINDS.get(declared.kind, (None, None))
    if holds is not None and not holds(found):
        raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: {called}")
