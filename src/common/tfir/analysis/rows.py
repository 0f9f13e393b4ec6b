"""Operations that go along rows: reductions of a tensor over its last dimensions, and what is computed of rows and of what these are reduced to.

    %m = reduce %x across dimensions = [1]
    %b = broadcast_in_dim %m, dims = [0]
    %d = subtract %x, %b

These can be computed one row after the other, each of which is in a cache as long as it is needed. Where other dimensions that follow each other are
reduced over, columns take the place of rows.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import neutral, single_op
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType, IntegerType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

REDUCE, BROADCAST, IOTA, RESHAPE = (f"stablehlo.{name}" for name in ("reduce", "broadcast_in_dim", "iota", "reshape"))
WORD = 32  # bits of the numbers that are combined; those of fewer are widened, which products of them show


class Rows:
    """Tensors of `shape` have their rows in the dimensions from `axis` to `end`; columns, where other dimensions follow. A value is one of those
    tensors, or has a number for each row, or none of both, as what is read for all rows. `passes` says of what depends on reductions how often rows
    must be gone along before."""

    def __init__(self, reduction: Operation):
        self.shape = reduction.operands[0].type.shape
        dims = integers(reduction.attributes["dimensions"])
        self.axis, self.end = min(dims, default=len(self.shape)), max(dims, default=len(self.shape) - 1) + 1
        self.reductions: list[Operation] = []
        self.passes: dict[Value, int] = {}

    @property
    def count(self) -> Any:
        return prod(self.shape[: self.axis] + self.shape[self.end :])

    @property
    def length(self) -> Any:
        return prod(self.shape[self.axis : self.end])

    @property
    def are_columns(self) -> bool:
        return self.end < len(self.shape)

    def stand_side_by_side(self) -> bool:
        """Whether all that columns are reduced to has them along its last dimension, as the tensors have."""
        return all([self.is_whole(value) or value.type.shape[-1:] == self.shape[-1:] for value in self.passes])

    def is_whole(self, value: Value) -> bool:
        """Whether a value has an element for each of every row."""
        return bool(value.type.shape == self.shape)

    def is_of_rows(self, value: Value) -> bool:
        """Whether a value belongs to rows: it has elements for each of them, or what they were reduced to."""
        return self.is_whole(value) or value in self.passes

    def computed(self, op: Operation) -> bool:
        """Whether an operation gives a number for each place of a row, of those at this place."""
        return self.is_whole(op.result) and op.name not in (BROADCAST, IOTA) and has_trait(op, "elementwise")

    def is_same_along(self, broadcast: Operation) -> bool:
        """Whether a broadcast gives all places of a row the same number."""
        sizes = broadcast.operands[0].type.shape
        return all([size == 1 or not self.axis <= target < self.end for size, target in zip(sizes, targets_of(broadcast))])

    def take(self, op: Operation) -> bool:
        """Whether an operation goes along the rows, or does not depend on them; it is noted then."""
        if op.name.startswith("iree.") or has_trait(op, "constant_like", "terminator"):
            return True
        rule = RULES.get(op.name, Rows._takes_elementwise)
        if len(op.results) != 1 or not rule(self, op):
            return False
        before = [self.passes[value] for value in op.operands if value in self.passes]
        if op.name == REDUCE:
            self.reductions.append(op)
            self.passes[op.result] = max(before, default=0) + 1
        elif before:
            self.passes[op.result] = max(before)
        return True

    def _takes_reduction(self, op: Operation) -> bool:
        dims = sorted(integers(op.attributes["dimensions"]))
        fits = len(op.operands) == 2 and self.is_whole(op.operands[0]) and op.operands[1] not in self.passes
        return fits and dims == list(range(self.axis, self.end)) and has_partial_results(op)

    def _takes_broadcast(self, op: Operation) -> bool:
        (operand,), targets = op.operands, targets_of(op)
        if operand not in self.passes:
            return True
        if targets != sorted(targets):
            return False  # which gives one row the number of another
        return not self.is_whole(operand) and self.is_same_along(op) if self.is_whole(op.result) else op.result.type.size == self.count

    def _takes_reshape(self, op: Operation) -> bool:
        return op.operands[0] in self.passes and not self.is_whole(op.operands[0])

    def _takes_elementwise(self, op: Operation) -> bool:
        shape = op.result.type.shape
        is_alike = has_trait(op, "elementwise") and all([value.type.shape in (shape, ()) for value in op.operands])
        is_alike = is_alike and not any([isinstance(value.type.element, ComplexType) for value in (*op.operands, op.result)])
        depends = any([value in self.passes for value in op.operands])
        return is_alike and (not depends or self.is_whole(op.result) or op.result.type.size == self.count)


RULES: dict[str, Callable[[Rows, Operation], bool]] = {
    REDUCE: Rows._takes_reduction,
    BROADCAST: Rows._takes_broadcast,
    RESHAPE: Rows._takes_reshape,
    IOTA: lambda rows, op: True,
}


def rows_in(ops: Iterable[Operation]) -> Rows | None:
    """The rows that operations go along, in the order of a block, of which one at least is a reduction."""
    rows = _rows_or_columns_in(ops)
    return None if rows is None or rows.are_columns else rows


def columns_in(ops: Iterable[Operation]) -> Rows | None:
    """The columns that operations go along in the same way."""
    columns = _rows_or_columns_in(ops)
    return columns if columns is not None and columns.are_columns and columns.stand_side_by_side() else None


def _rows_or_columns_in(ops: Iterable[Operation]) -> Rows | None:
    ops = list(ops)
    first = next((op for op in ops if op.name == REDUCE), None)
    if first is None or None in first.operands[0].type.shape:
        return None
    rows = Rows(first)
    return rows if all([rows.take(op) for op in ops]) else None


def has_partial_results(reduction: Operation) -> bool:
    """Whether parts of a row can be reduced by themselves, each from a neutral number on, and combined then."""
    element, name = reduction.operands[0].type.element, single_op(reduction.region.entry)
    if not isinstance(element, (IntegerType, FloatType)) or neutral(name, element) is None or element.width < 8:
        return False
    return isinstance(element, IntegerType) or element.width >= WORD or name != "stablehlo.multiply"


def targets_of(broadcast: Operation) -> list[int]:
    return integers(broadcast.attributes["broadcast_dimensions"])
