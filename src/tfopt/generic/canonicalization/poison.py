"""Poison: what is computed of it is poison."""

from __future__ import annotations

from tfir.ir.operations import Operation

from tfopt.rewrite.pattern import reads
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfopt.rewrite.pattern import PatternFunction


def is_poison(value) -> bool:
    return value.op is not None and value.op.name == "ub.poison"


@reads("ub.poison")
def of_poison(op: Operation, rewriter: PatternRewriter) -> bool:
    return any(map(is_poison, op.operands)) and rewriter.replace(op, [rewriter.value("ub.poison", (), op.result.type)])


def poisoned(patterns: Mapping[str, Sequence[PatternFunction]]) -> dict[str, list[PatternFunction]]:
    """The patterns of ops whose result is poison where an operand is."""
    return {name: [of_poison, *each] for name, each in patterns.items()}
