"""Where elements and parts of vectors are."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, VectorType
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


NOWHERE = -1  # a position that is no place: what is there is poison


def listed(op: Operation, name: str) -> list[int]:
    held = op.attributes[name]
    return [int(each) for each in (held.values if isinstance(held, DenseArrayAttr) else [each.value for each in held.elements])]


def position_of(op: Operation) -> list[int] | None:
    """Where an element or a part is; None where a value says so, or where that is nowhere."""
    position = listed(op, "static_position")
    return None if DYNAMIC in position or NOWHERE in position else position


def held_at(position: list[int]) -> DenseArrayAttr:
    return DenseArrayAttr(position, I64)


def is_scalar(value: Value) -> bool:
    return not isinstance(value.type, VectorType)


def poison_of_poison(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is made of poison alone is poison."""
    vectors = [value for value in op.operands if isinstance(value.type, VectorType)]
    if not vectors or not all([made_by(value, "ub.poison") for value in vectors]):
        return False
    return rewriter.replace(op, [rewriter.value("ub.poison", (), op.result.type)])
