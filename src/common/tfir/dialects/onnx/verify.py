"""Verifies that operands and results have the element types that the operator's line names: one type wherever `T` stands, of those that
`T` allows."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.element_types import element_of_word
from tfir.ods.slots import values_per_slot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfir.ir.types import Type
    from tfir.ods.signature import Signature, Slot


def verifier(local: str) -> Callable[[Operation], None]:
    return verify_elements


def verify_elements(op: Operation) -> None:
    """Raises Error where an operand or result has an element type that its slot does not take, or another than its like."""
    from tfir.dialects import definition_of

    signature = definition_of(op.name).declaration
    bound: dict[str, tuple[str, int, Type]] = {}
    for side, slots, values in (("operand", signature.operands, op.operands), ("result", signature.results, op.results)):
        for number, (slot, value) in enumerate(slotted(op, side, signature, slots, values)):
            if not isinstance(value.type, TensorType):
                continue
            element, parameter = value.type.element, signature.attributes.get(slot.type)
            allowed = parameter.allowed if parameter is not None else (slot.type,) if slot.type != "any" else None
            if allowed and element not in [element_of_word(word) for word in allowed]:
                raise Error.on(op, f"{side} #{number} must be a tensor of {', '.join(allowed)}, but got '{value.type}'")
            if parameter is None:
                continue
            first = bound.setdefault(slot.type, (side, number, element))
            if first[2] is not element:
                raise Error.on(op, f"{side} #{number} is '{value.type}', but {first[0]} #{first[1]} has elements of {first[2]}")


def slotted(
    op: Operation, side: str, signature: Signature, slots: tuple[Slot, ...], values: Sequence[Value]
) -> Iterator[tuple[Slot, Value]]:
    """Each value with the slot that it stands in."""
    at = 0
    for slot, size in zip(slots, values_per_slot(op, side, signature, len(values)) or ()):
        for value in values[at : at + size]:
            yield slot, value
        at += size
