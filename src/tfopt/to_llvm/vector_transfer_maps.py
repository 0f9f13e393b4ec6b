"""Gives transfers maps in which dimensions of memory follow each other, the last ones of it: what is permuted is transposed, and what is repeated broadcast.

before:  %0 = vector.transfer_read %m[%i, %j], %pad {permutation_map = affine_map<(d0, d1) -> (d1, 0, d0)>} : .., vector<4x3x8xf32>
after:   %1 = vector.transfer_read %m[%i, %j], %pad : .., vector<8x4xf32>
         %2 = vector.broadcast %1 : vector<8x4xf32> to vector<3x8x4xf32>
         %0 = vector.transpose %2, [2, 0, 1]
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, VectorType
from tfir.ods.affine_algebra import affine_map

from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm.vector_transfer_by_elements import Transfer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfopt.rewrite.pattern import PatternFunction


def order_of(transfer: Transfer) -> list[int] | None:
    """Where each dimension of the vector stands when those of memory follow each other and repeated ones fill the gaps in front; None where some of memory's
    last ones are missing."""
    rank, count = len(transfer.first), len(transfer.along)
    skipped, repeated = max(0, rank - count), max(0, count - rank)
    places = [None if along is None else along - skipped + repeated for along in transfer.along]
    if any([along is not None and along < skipped for along in transfer.along]):
        return None
    free = iter([place for place in range(max(rank, count)) if place not in places])
    return [next(free) if place is None else place for place in places]


def turned(values: Sequence[Any], order: Sequence[int]) -> list[Any]:
    """Values of dimensions as these stand in another order."""
    return [value for _, value in sorted(zip(order, values), key=lambda pair: pair[0])]


def transposed(rewriter: PatternRewriter, vector: Value, order: Sequence[int]) -> Value:
    kind: Any = vector.type
    scalable = [kind.scalable[at] for at in order] if kind.scalable else ()
    type = VectorType([kind.shape[at] for at in order], kind.element, tuple(scalable))
    return rewriter.value("vector.transpose", [vector], type, permutation=DenseArrayAttr(list(order), I64))


def read_in_order(op: Operation, rewriter: PatternRewriter) -> bool:
    transfer = Transfer(op)
    order = order_of(transfer)
    if not transfer.along or order is None or order == sorted(order):
        return False
    kind = transfer.type
    scalable = tuple(turned(kind.scalable, order)) if kind.scalable else ()
    type = VectorType(turned(kind.shape, order), kind.element, scalable)
    held = held_of(transfer, turned(transfer.map.results, order), turned(transfer.is_inside, order))
    read = rewriter.create(op.name, op.operands, [type], {**op.attributes, **held}).results[0]
    return rewriter.replace(op, [transposed(rewriter, read, order)])


def read_once(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is repeated along the first dimensions is read once."""
    transfer = Transfer(op)
    count = next((at for at, along in enumerate(transfer.along) if along is not None), len(transfer.along))
    if not count or (transfer.mask is not None and count == len(transfer.along)):
        return False
    kind = transfer.type
    type = VectorType(kind.shape[count:], kind.element, kind.scalable[count:])
    held = held_of(transfer, transfer.map.results[count:], transfer.is_inside[count:])
    read = rewriter.create(op.name, op.operands, [type], {**op.attributes, **held}).results[0]
    return rewriter.replace_with(op, "vector.broadcast", [read])


def write_in_order(op: Operation, rewriter: PatternRewriter) -> bool:
    transfer = Transfer(op)
    order = order_of(transfer)
    if not transfer.along or order is None or order == sorted(order):
        return False
    assert transfer.stored is not None, "it is written"
    inverse = turned(range(len(order)), order)
    held = held_of(transfer, turned(transfer.map.results, order), turned(transfer.is_inside, order))
    vector = transposed(rewriter, transfer.stored, inverse)
    made = rewriter.create(op.name, [vector, *op.operands[1:]], [result.type for result in op.results], {**op.attributes, **held})
    return rewriter.replace(op, made.results)


def write_whole_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    """Dimensions of memory that are missing behind the first one that is written have one place in the vector."""
    transfer = Transfer(op)
    if not transfer.along or order_of(transfer) is not None:
        return False
    present = [along for along in transfer.along if along is not None]
    missing = [at for at in range(min(present), len(transfer.first)) if at not in present]
    parts = [extended(rewriter, value, len(missing)) for value in (transfer.stored, transfer.mask) if value is not None]
    vector, *masks = parts
    dimensions = [*missing, *(present if transfer.mask is None else sorted(present))]
    masks = [transposed(rewriter, mask, turned(range(len(dimensions)), dimensions)) for mask in masks]
    held = held_of(transfer, [*[("d", at) for at in missing], *transfer.map.results], [*[True] * len(missing), *transfer.is_inside])
    kept = op.operands[1 : len(op.operands) - len(masks)]
    made = rewriter.create(op.name, [vector, *kept, *masks], [result.type for result in op.results], {**op.attributes, **held})
    return rewriter.replace(op, made.results)


def extended(rewriter: PatternRewriter, vector: Value, count: int) -> Value:
    """A vector with so many more dimensions of one place in front."""
    kind: Any = vector.type
    scalable = (*[False] * count, *kind.scalable) if kind.scalable else ()
    return rewriter.value("vector.broadcast", [vector], VectorType([*[1] * count, *kind.shape], kind.element, scalable))


def held_of(transfer: Transfer, results: Sequence[Any], is_inside: Sequence[bool]) -> dict[str, Any]:
    return {
        "permutation_map": affine_map(len(transfer.first), 0, list(results)),
        "in_bounds": ArrayAttr([BoolAttr(each) for each in is_inside]),
    }


PATTERNS: dict[str, list[PatternFunction]] = {
    "vector.transfer_read": [read_in_order, read_once],
    "vector.transfer_write": [write_in_order, write_whole_rows],
}
