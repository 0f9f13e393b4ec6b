"""What is computed in each pass along a row, and what of it is kept for the next ones.

A pass ends with numbers that the row is reduced to; those that do not wait for each other share one. What several passes need of a place is
computed in each of them anew where that is little, as a difference, and else in the first, as an exponential, and kept in memory of a row's length.
"""

from __future__ import annotations

from tfir.analysis.rows import Rows
from tfir.dialects import has_trait
from tfir.ir.operations import Operation, Value

from tfopt.iree_to_spirv.arithmetic import B, kind_of
from tfopt.iree_to_spirv.scratch import MOST_BYTES

FEW = 4  # operations that are as quick as to keep what they give and to load it again


class Pass:
    """Reductions that a pass ends with, none where it stores results, the operations on the row that it computes, in order, and those of them
    that it keeps."""

    def __init__(self, reductions: list[Operation]):
        self.reductions = reductions
        self.computes: list[Operation] = []
        self.keeps: list[Operation] = []


def passes_along(rows: Rows, ops: list[Operation], result: Value, together: int = 1) -> list[Pass]:
    """The passes that end with the `result`: a last one that stores it where it has an element for each of a row. Rows that are gone along together share
    the memory for what is kept."""
    last = max(rows.passes[reduction.result] for reduction in rows.reductions)
    passes = [Pass([op for op in rows.reductions if rows.passes[op.result] == number]) for number in range(1, last + 1)]
    ends = [[op.operands[0] for op in each.reductions] for each in passes]
    if rows.is_whole(result):
        passes.append(Pass([]))
        ends.append([result])
    computed = [op for op in ops if op.results and rows.computed(op)]
    needs = [_needed(rows, values, set()) for values in ends]
    kept = _kept(rows, computed, needs, together)
    done: set[Value] = set()
    for each, values in zip(passes, ends):
        needed = _needed(rows, values, done)
        each.computes = [op for op in computed if op in needed]
        each.keeps = [op for op in each.computes if op in kept]
        done |= {op.result for op in each.keeps}
    return passes


def _needed(rows: Rows, values: list[Value], done: set[Value]) -> set[Operation]:
    """The operations on the row that values are computed by, from those on that are `done`."""
    ops, left = set[Operation](), list(values)
    while left:
        value = left.pop()
        if value not in done and value.op is not None and value.op not in ops and rows.computed(value.op):
            ops.add(value.op)
            left += value.op.operands
    return ops


def _kept(rows: Rows, computed: list[Operation], needs: list[set[Operation]], together: int) -> set[Operation]:
    """The last operations that several passes have in common, where there is memory for what they give."""
    kept, left = set[Operation](), MOST_BYTES
    for op in computed:
        users = [{number for number, ops in enumerate(needs) if user in ops} for user in op.result.users]
        own = {number for number, ops in enumerate(needs) if op in ops}
        size = _bytes_of(op.result, rows.length * together)
        is_last = len(own) > 1 and any([passes != own for passes in users])
        if is_last and 0 < size <= left and is_long(_needed(rows, [op.result], set())):
            kept.add(op)
            left -= size
    return kept


def is_long(ops: set[Operation]) -> bool:
    return len(ops) > FEW or any([has_trait(op, "ulp") for op in ops])


def _bytes_of(value: Value, length: int) -> int:
    """How much memory a row of a value takes; none where that is not for numbers."""
    kind = kind_of(value.type.element)
    return 0 if kind is B else length * (kind.bits + 7 >> 3 if kind is not None else 4)
