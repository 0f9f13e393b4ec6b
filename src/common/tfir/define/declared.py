"""What an op's signature line demands of an operation: how many operands and results, of which kinds, which attributes.

Messages follow MLIR's ODS verifiers.
"""

from __future__ import annotations

from tfir.define.dialect import OpDefinition
from tfir.define.signature import Signature
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
from tfir.ir.types import F32, F64, I32, I64, MemRefType, TensorType, VectorType

TYPE_KINDS = {"tensor": TensorType, "memref": MemRefType, "vector": VectorType}
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
    _count(op, signature.operands, len(op.operands), "operand")
    _count(op, signature.results, len(op.results), "result")
    if definition.dialect.derived:
        return _rule(op, definition)
    if not getattr(definition.dialect.rules, "covers_kinds", False):
        _kinds(op, signature.operands, [v.type for v in op.operands], "operand")
        _kinds(op, signature.results, [v.type for v in op.results], "result")
    _attributes(op, signature)
    wanted = signature.traits.get("regions")
    if wanted is not None and wanted != "many" and len(op.regions) != int(wanted):
        raise Error.on(op, "requires one region" if wanted == "1" else f"requires {wanted} regions, found {len(op.regions)}")
    _rule(op, definition)


def _rule(op: Operation, definition: OpDefinition) -> None:
    if definition.rule is not None:
        definition.rule(op)


def _count(op: Operation, slots, found: int, what: str) -> None:
    least = sum(1 for slot in slots if not (slot.variadic or slot.number or slot.optional))
    plural = "s" * (least != 1)
    if any(slot.variadic or slot.number for slot in slots):
        if found < least:
            raise Error.on(op, f"expected {least} or more {what}s, but found {found}")
    elif not least <= found <= len(slots):
        raise Error.on(op, f"expected {least} {what}{plural}, but found {found}")


def _kinds(op: Operation, slots, types, what: str) -> None:
    """Checks types by kind where each slot stands for exactly one, or all slots ask for the same."""
    if len(types) != len(slots) or any(slot.variadic for slot in slots):
        asked = {slot.type for slot in slots}
        if len(asked) != 1:
            return
        slots = [slots[0]] * len(types)
    for number, (slot, type) in enumerate(zip(slots, types)):
        kind = TYPE_KINDS.get(slot.type)
        if kind is not None and not isinstance(type, kind):
            raise Error.on(op, f"{what} #{number} must be {slot.type}, but got '{type}'")


def _attributes(op: Operation, signature: Signature) -> None:
    for name, declared in signature.attributes.items():
        found = op.attributes.get(name)
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
