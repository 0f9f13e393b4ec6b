"""What types alone cannot say of operations on vectors."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import VectorType


def elements(op):
    type = op.result.type
    if type.size != len(op.operands):
        raise Error.on(op, f"failed to verify that number of elements ({len(op.operands)}) matches '{type}'")


def shape_cast(op):
    source, result = op.operands[0].type, op.result.type
    if source.element is not result.element:
        raise Error.on(op, "'source' and 'result' must have same element type")
    if source.size != result.size:
        raise Error.on(op, "source/result number of elements must match")


def transpose(op):
    permutation, source, result = op.attributes["permutation"].values, op.operands[0].type, op.result.type
    if len(source.shape) != len(result.shape):
        raise Error.on(op, "vector result rank mismatch: " + str(len(result.shape)))
    if len(permutation) != len(source.shape):
        raise Error.on(op, f"transposition length mismatch: {len(permutation)}")
    if sorted(permutation) != list(range(len(permutation))):
        raise Error.on(op, "duplicate position index or out of range")
    for at, position in enumerate(permutation):
        if source.shape[position] != result.shape[at]:
            raise Error.on(op, f"dimension size mismatch at: {at}")


def broadcast(op):
    source, result = op.operands[0].type, op.result.type
    element = source.element if isinstance(source, VectorType) else source
    if element is not result.element:
        raise Error.on(op, "source type has element type that does not match the result's")
    shape = source.shape if isinstance(source, VectorType) else ()
    if len(shape) > len(result.shape):
        raise Error.on(op, "source rank higher than destination rank")
    for at, (size, wide) in enumerate(zip(shape[::-1], result.shape[::-1])):
        if size not in (1, wide):
            raise Error.on(op, f"dimension mismatch ({size} vs. {wide}) at {len(result.shape) - 1 - at}")


VERIFY = {"from_elements": elements, "shape_cast": shape_cast, "transpose": transpose, "broadcast": broadcast}
