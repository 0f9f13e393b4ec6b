"""Sizes that types tell, casts there and back, elements of constants. Source: MLIR's tensor dialect."""

from __future__ import annotations

from tfir.ir.operations import Operation

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, number, numbers


def size_known(op: Operation, rewriter) -> bool:
    """The size of a dimension that the type tells."""
    at, shape = number(op.operands[1]), getattr(op.operands[0].type, "shape", None)
    if at is None or shape is None or at >= len(shape) or shape[at] is None:
        return False
    return rewriter.replace(op, [constant(rewriter, shape[at], op.results[0].type)])


def rank_known(op: Operation, rewriter) -> bool:
    shape = op.operands[0].type.shape
    return shape is not None and rewriter.replace(op, [constant(rewriter, len(shape), op.results[0].type)])


def cast_back(op: Operation, rewriter) -> bool:
    """A cast to the type that there is, or that there was."""
    if op.operands[0].type is op.results[0].type:
        return rewriter.replace(op, [op.operands[0]])
    inner = made_by(op.operands[0], op.name)
    return inner is not None and inner.operands[0].type is op.results[0].type and rewriter.replace(op, [inner.operands[0]])


def element_known(op: Operation, rewriter) -> bool:
    """An element of a constant, or of a tensor that is put together right here."""
    type = op.operands[0].type
    at = [number(index) for index in op.operands[1:]]
    if None in at or type.shape is None or None in type.shape or any([index >= size for index, size in zip(at, type.shape)]):
        return False
    position = 0
    for index, size in zip(at, type.shape):
        position = position * size + index
    inner = made_by(op.operands[0], "tensor.from_elements")
    if inner is not None:
        return rewriter.replace(op, [inner.operands[position]])
    elements = numbers(op.operands[0])
    if elements is None:
        return False
    return rewriter.replace(op, [constant(rewriter, elements[position if len(elements) > 1 else 0], op.results[0].type)])


def conversion_back(op: Operation, rewriter) -> bool:
    """Casts to the types that there are, or that there were."""
    types = [value.type for value in op.results]
    if [value.type for value in op.operands] == types:
        return rewriter.replace(op, op.operands)
    inner = made_by(op.operands[0], op.name) if op.operands else None
    undone = inner is not None and tuple(inner.results) == tuple(op.operands) and [value.type for value in inner.operands] == types
    return undone and rewriter.replace(op, inner.operands)


def buffer_back(op: Operation, rewriter) -> bool:
    """The buffer of a tensor that a buffer holds."""
    inner = made_by(op.operands[0], "bufferization.to_tensor")
    return inner is not None and inner.operands[0].type is op.results[0].type and rewriter.replace(op, inner.operands[:1])


PATTERNS = {
    "bufferization.to_buffer": [buffer_back],
    "builtin.unrealized_conversion_cast": [conversion_back],
}
