"""What a step of the host, or a kernel, computes."""

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
    """The operations of a region or an entry by name, with how many there are of each, for messages."""
    counts = Counter(map(called_name, computing(step)))
    return ", ".join([name if count == 1 else f"{count} {name}" for name, count in counts.items()])


def computing(step: Operation | None) -> list[Operation]:
    """What a region or an entry computes; nothing where there is none."""
    ops = step.region.entry if step is not None else ()
    return [op for op in ops if op.name not in TRANSFERS and not has_trait(op, "constant_like", "terminator")]


def called_name(op: Operation) -> str:
    return f"{op.name} @{op.get('call_target_name')}" if op.name == CALL else op.name


def assertions_of(step: Operation) -> list[Operation] | None:
    """The assertions that a step consists of, in order; None where it computes anything else."""
    ops = [op for op in step.region.entry if op.name != "iree.load_input" and not has_trait(op, "constant_like", "terminator")]
    return ops if all([op.name == CALL and op.get("call_target_name") == ASSERTION for op in ops]) else None
