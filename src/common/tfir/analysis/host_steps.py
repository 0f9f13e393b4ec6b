"""What a step of the host computes, for messages."""

from __future__ import annotations

from collections import Counter

from tfir.dialects import has_trait
from tfir.dialects.stablehlo.calls import ASSERTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation

CALL = "stablehlo.custom_call"
TRANSFERS = ("iree.load_input", "iree.store_output")


def contents(step: Operation) -> str:
    """The operations of a region or an entry by name, with how many there are of each."""
    ops = [op for op in step.region.entry if op.name not in TRANSFERS and not has_trait(op, "constant_like", "terminator")]
    counts = Counter(map(called_name, ops))
    return ", ".join([name if count == 1 else f"{count} {name}" for name, count in counts.items()])


def called_name(op: Operation) -> str:
    return f"{op.name} @{op.get('call_target_name')}" if op.name == CALL else op.name


def assertions_of(step: Operation) -> list[Operation] | None:
    """The assertions that a step consists of, in order; None where it computes anything else."""
    ops = [op for op in step.region.entry if op.name != "iree.load_input" and not has_trait(op, "constant_like", "terminator")]
    return ops if all([op.name == CALL and op.get("call_target_name") == ASSERTION for op in ops]) else None
