"""Reductions of nothing, and of dimensions of size 1; products whose sums begin at zero."""

from __future__ import annotations

from math import copysign

from tfir.ir.operations import Operation, Value

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import number
from tfopt.generic.canonicalization.vector.places import held_at, is_scalar, listed
from tfopt.generic.canonicalization.vector.shapes import combining, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


def of_unit_dimensions(op: Operation, rewriter: PatternRewriter) -> bool:
    """A reduction of dimensions of size 1, or of none, only combines both operands."""
    source, start = op.operands
    dimensions = listed(op, "reduction_dims")
    is_masked = op.parent_op is not None and op.parent_op.name == "vector.mask"
    if any(source.type.scalable) or any([source.type.shape[at] != 1 for at in dimensions]) or is_masked:
        return False
    if is_scalar(start):
        value = rewriter.value("vector.extract", [source], start.type, static_position=held_at([0] * len(source.type.shape)))
    elif dimensions:
        value = rewriter.value("vector.shape_cast", [source], start.type)
    else:
        value = source
    return rewriter.replace(op, [rewriter.value(combining(op, start.type), [start, value], start.type)])


def added_to_product(op: Operation, rewriter: PatternRewriter) -> bool:
    """A contraction from zero, to which something is added, starts from that."""
    for value, other in (op.operands, op.operands[::-1]):
        inner = made_by(value, "vector.contract")
        if inner is not None and kind_of(inner) == "add" and is_zero(inner.operands[2]):
            return rewriter.replace(
                op, [rewriter.create(inner.name, [*inner.operands[:2], other], [op.result.type], inner.attributes).result]
            )
    return False


def is_zero(value: Value) -> bool:
    zero = number(value)
    return zero == 0 and (not isinstance(zero, float) or copysign(1, zero) > 0)
