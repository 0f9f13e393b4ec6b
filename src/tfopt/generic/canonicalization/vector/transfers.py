"""What is read where it was just written, and written where it was just read; places of tensors alone, whose values do not change."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType, VectorType

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


def is_inside(op: Operation) -> bool:
    """Whether all that a transfer asks for lies inside of its tensor, and no mask takes some of it away."""
    is_masked = op.attributes["operandSegmentSizes"].values[-1] if "operandSegmentSizes" in op.attributes else 0
    return not is_masked and all([each.value for each in op.attributes["in_bounds"].elements])


def places(op: Operation, first: int) -> tuple:
    """The indices of a transfer, and which dimensions they are of."""
    count = op.attributes["operandSegmentSizes"].values[first]
    return op.operands[first : first + count], op.attributes["permutation_map"]


def same_places(read: Operation, write: Operation) -> bool:
    return is_inside(read) and is_inside(write) and places(read, 1) == places(write, 2)


def just_written(op: Operation, rewriter: PatternRewriter) -> bool:
    """A read of what was written there last."""
    write = made_by(op.operands[0], "vector.transfer_write")
    if write is None or write.operands[0].type is not op.result.type or not same_places(op, write):
        return False
    return rewriter.replace(op, [write.operands[0]])


def just_read(op: Operation, rewriter: PatternRewriter) -> bool:
    """A write of what was read from there."""
    read = made_by(op.operands[0], "vector.transfer_read")
    if not op.results or read is None or read.operands[0] is not op.operands[1] or not same_places(read, op):
        return False
    return rewriter.replace(op, [op.operands[1]])


def written_over(op: Operation, rewriter: PatternRewriter) -> bool:
    """A write where another one of the same type was: that one is not seen any more."""
    before = made_by(op.operands[1], op.name)
    if before is None or before.operands[0].type is not op.operands[0].type or not is_inside(op) or not is_inside(before):
        return False
    if places(op, 2) != places(before, 2):
        return False
    op.set_operand(1, before.operands[1])
    rewriter.revisit(before)
    return rewriter.modified(op)


def is_counted(value) -> bool:
    """Whether the elements of a vector are 0, 1, 2 and so on."""
    if made_by(value, "vector.step") is not None:
        return True
    return numbers(value) == list(range(value.type.size)) if not any(value.type.scalable) else False


def gathered_in_order(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is gathered from, or scattered to, places in order is loaded or stored under the mask."""
    reads = op.name == "vector.gather"
    *where, offsets, mask, vector = op.operands
    base = where[0].type
    if (
        not isinstance(base, MemRefType)
        or len(vector.type.shape) != 1
        or not isinstance(offsets.type, VectorType)
        or not is_counted(offsets)
    ):
        return False
    if reads:
        return rewriter.replace(op, [rewriter.value("vector.maskedload", [*where, mask, vector], op.result.type)])
    if op.results:
        return False
    rewriter.create("vector.maskedstore", [*where, mask, vector], [], {})
    rewriter.erase(op)
    return True
