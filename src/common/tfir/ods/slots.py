"""Which of an operation's values stand in which slot of its signature."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32

TYPE_CHECKING = False  # as `typing` has it, whose import takes longer than this module's
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.attributes import Attribute
    from tfir.ods.signature import Signature, Slot


def values_per_slot(op: Operation, side: str, signature: Signature, count: int) -> list[int] | None:
    """How many of a side's values ("operand" or "result", `count` in all) each slot has: by segment sizes, which an op must have whose
    signature says so; else by the counts and lists of types that are stored, and what is left is shared out equally. Of several slots
    that may have any number, those whose count has a default have that. None where it does not work out; raises Error for wrong
    segment sizes."""
    slots = signature.operands if side == "operand" else signature.results
    if len(slots) == 1 and not slots[0].optional and _stored_length(op, slots[0]) in (None, count):
        return [count]  # the most frequent case, and the quickest
    if f"{side}_segments" in signature.traits or f"{side}SegmentSizes" in signature.attributes:
        return segment_sizes(op, side, len(slots), count)
    stored = _stored_sizes(op, side)
    if isinstance(stored, DenseArrayAttr) and len(stored.values) == len(slots) and sum(stored.values) == count:
        return list(stored.values)
    return _shared_out(signature, slots, [_stored_length(op, slot) for slot in slots], count)


def _stored_length(op: Operation, slot: Slot) -> int | None:
    if not (slot.number or slot.variadic or slot.optional):
        return 1
    if slot.number:
        stored = op.attributes.get(slot.number)
        return stored.value if isinstance(stored, IntegerAttr) else None
    types = op.attributes.get(slot.type) if slot.variadic else None
    return len(types) if isinstance(types, (ArrayAttr, DenseArrayAttr)) else None


def _shared_out(signature: Signature, slots: tuple[Slot, ...], stored: list[int | None], count: int) -> list[int] | None:
    """Slots for any number of values share the remaining ones; where there are none, the first optional slots are present."""
    lengths = [length or 0 for length in stored]
    left = count - sum(lengths)
    optional = [at for at, slot in enumerate(slots) if stored[at] is None and slot.optional and not slot.variadic]
    many = [at for at, length in enumerate(stored) if length is None and at not in optional]
    for at in optional:
        lengths[at] = int(left > 0 and not many)
        left -= lengths[at]
    for at in many[:] if len(many) > 1 else ():
        default = _default_count(signature, slots[at])
        if default is not None:
            lengths[at], left = default, left - default
            many.remove(at)
    if left < 0 or (many and left % len(many)) or (left and not many):
        return None
    for at in many:
        lengths[at] = left // len(many)
    return lengths


def _default_count(signature: Signature, slot: Slot) -> int | None:
    """How many values the default of a slot's count says, if it has one."""
    declared = signature.attributes.get(slot.number) if slot.number else None
    return declared.default if declared is not None and isinstance(declared.default, int) else None


def _stored_sizes(op: Operation, side: str) -> Attribute | None:
    return op.attributes.get(f"{side}SegmentSizes") or op.attributes.get(f"{side}_segment_sizes")


def segments(slots: int) -> Callable[[Operation], None]:
    """The verifier of an op whose operands are of so many slots."""

    def verify(op: Operation) -> None:
        segment_sizes(op, "operand", slots, len(op.operands))

    return verify


def segment_sizes(op: Operation, side: str, slots: int, count: int) -> list[int]:
    """How many of a side's values ("operand" or "result", `count` in all) each of `slots` slots has, as an attribute says; without one,
    none. Raises Error, in the words of MLIR's verifier, where the attribute is of another kind or does not fit."""
    name, stored = f"{side}SegmentSizes", _stored_sizes(op, side)
    if stored is not None and not (isinstance(stored, DenseArrayAttr) and stored.element is I32):
        raise Error.on(op, f"requires dense i32 array attribute '{name}'")
    sizes = [0] * slots if stored is None else list(stored.values)
    if len(sizes) != slots:
        raise Error.on(op, f"'{name}' attribute for specifying {side} segments must have {slots} elements, but got {len(sizes)}")
    if min(sizes, default=0) < 0:
        raise Error.on(op, f"'{name}' attribute cannot have negative elements")
    if sum(sizes) != count:
        raise Error.on(op, f"{side} count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute '{name}'")
    return sizes
