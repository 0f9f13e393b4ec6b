"""Which of an operation's values stand in which slot of its signature."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

TYPE_CHECKING = False  # as `typing` has it, whose import takes longer than this module's
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.signature import Slot


def values_per_slot(op: Operation, side: str, slots: Sequence[Slot], count: int, is_segmented: bool = False) -> list[int] | None:
    """How many of a side's values ("operand" or "result") each slot has: by segment sizes, which an op that `is_segmented` must have,
    else one for each single slot and the rest shared out equally; None where that does not work out."""
    name = f"{side}SegmentSizes"
    stored = op.attributes.get(name) or op.attributes.get(f"{side}_segment_sizes")
    sizes = list(stored.values) if isinstance(stored, DenseArrayAttr) else None
    if is_segmented:
        return _checked_sizes(op, side, name, [0] * len(slots) if sizes is None else sizes, len(slots), count)
    if sizes is not None and len(sizes) == len(slots) and sum(sizes) == count:
        return sizes
    several = sum([bool(slot.variadic or slot.number) for slot in slots])
    left = count - sum([not (slot.variadic or slot.number or slot.optional) for slot in slots])
    if left < 0 or (several and left % several):
        return None
    return _shared_out(slots, left, several)


def _shared_out(slots: Sequence[Slot], left: int, several: int) -> list[int]:
    """Slots for any number of values share what is left; where there are none, the first that may be absent are there."""
    lengths = []
    for slot in slots:
        if slot.variadic or slot.number:
            lengths.append(left // several)
        elif not slot.optional:
            lengths.append(1)
        else:
            lengths.append(int(left > 0 and not several))
            left -= lengths[-1]
    return lengths


def _checked_sizes(op: Operation, side: str, name: str, sizes: list[int], slots: int, count: int) -> list[int]:
    if len(sizes) != slots:
        raise Error.on(op, f"'{name}' attribute for specifying {side} segments must have {slots} elements, but got {len(sizes)}")
    if sum(sizes) != count:
        raise Error.on(op, f"{side} count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute '{name}'")
    return sizes
