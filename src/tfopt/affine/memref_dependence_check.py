"""Tells of each pair of affine accesses in which loop one depends on the other, as notes on the first.

    note: dependence from 0 to 1 at depth 1 = [1, 1][-inf, +inf]

Accesses are numbered in order. The numbers of a dependence are the least and the greatest distance of its iterations in each common
loop; `true` is one within an iteration. Accesses of memref with indices that affine operations could have are taken for affine ones.
"""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access, Unknown, dependence
from tfir.analysis.affine_memory import ACCESSES
from tfir.dialects.affine.verify import is_dimension, is_symbol
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation
from tfir.ods.affine_algebra import affine_map

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_dependence import Interval

WORKS_ON = ("affine", "memref")


def memref_dependence_check(func: Func):
    """MLIR's pass of 2019; today's is `test-memref-dependence-check`, which tells remarks of affine accesses alone."""
    tell_dependences([access for op in func.walk() if (access := access_of(op)) is not None], "note")


def access_of(op: Operation) -> Access | None:
    if op.name not in ("memref.load", "memref.store"):
        return Access(op) if op.name in ACCESSES else None
    first = 1 if op.name == "memref.store" else 0
    indices = op.operands[first + 1 :]
    if not all([is_dimension(value) or is_symbol(value) for value in indices]):
        return None
    map = affine_map(len(indices), 0, [("d", at) for at in range(len(indices))])
    draft = Operation.draft(op.name.replace("memref", "affine"), op.operands, [each.type for each in op.results], {"map": map})
    return Access(draft, op)


def tell_dependences(accesses: list[Access], severity: str) -> None:
    """Emits a message for each ordered pair and each depth, those of one more than there are common loops included."""
    for number, first in enumerate(accesses):
        for other, second in enumerate(accesses):
            common = len([one for one, mine in zip(first.loops, second.loops) if one is mine])
            try:
                between = dependence(first, second)
                for depth in range(1, common + 2):
                    directions = None if between is None else between.directions(depth)
                    told = "false" if directions is None else "true" if depth > common else shown(directions)
                    emit(Diagnostic(f"dependence from {number} to {other} at depth {depth} = {told}", first.op, severity))
            except Unknown:
                raise Error("dependence check failed", first.op) from None


def shown(directions: list[Interval]) -> str:
    parts = [f"[{'-inf' if low is None else low}, {'+inf' if high is None else high}]" for low, high in directions]
    return "".join(parts)
