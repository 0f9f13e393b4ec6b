"""Shapes that types tell, what is broadcast with what is known, constraints that hold. Source: MLIR's shape dialect.

Broadcasts and constraints of known shapes that do not go together stay: they are errors when the program runs.
"""

from __future__ import annotations

from tfir.ir.attributes import BoolAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import INDEX, OpaqueType, TensorType

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant

SHAPE = OpaqueType("!shape.shape")


def extents(value: Value) -> list[int] | None:
    """A shape that is known, None for another."""
    op = made_by(value, "shape.const_shape")
    return None if op is None else [int(each) for each in op.attributes["shape"].values()]


def const_shape(rewriter, sizes: list[int], type=None) -> Value:
    tensor = TensorType((len(sizes),), INDEX)
    return rewriter.value("shape.const_shape", (), type or tensor, shape=DenseAttr.of(sizes, tensor))


def as_type(rewriter, value: Value, type) -> Value:
    return value if value.type is type else rewriter.value("tensor.cast", (value,), type)


def broadcast_shape(shapes: list[list[int]]) -> list[int] | None:
    """What shapes are broadcast to, None where they do not go together."""
    rank = max(map(len, shapes))
    result = [1] * rank
    for shape in shapes:
        for at, size in enumerate(shape, rank - len(shape)):
            if size != 1 and result[at] not in (1, size):
                return None
            result[at] = result[at] if size == 1 else size
    return result


def shape_known(op: Operation, rewriter) -> bool:
    """The shape that the type tells."""
    shape = getattr(op.operands[0].type, "shape", None)
    if shape is None or None in shape:
        return False
    if op.result.type is SHAPE:
        return rewriter.replace(op, [const_shape(rewriter, list(shape), SHAPE)])
    return rewriter.replace(op, [as_type(rewriter, const_shape(rewriter, list(shape)), op.result.type)])


def in_order(op: Operation, rewriter) -> bool:
    """Each operand once, those that are known last; such as are empty go, unless there is nothing else."""
    shape_of = {value: extents(value) for value in op.operands}
    order = sorted(shape_of, key=lambda value: shape_of[value] is not None)
    order = [value for value in order if shape_of[value] != []] or order[:1]
    if order == list(op.operands):
        return False
    op.set_operands(order)
    rewriter.revisit(op)
    return True


def broadcast_of_one(op: Operation, rewriter) -> bool:
    if len(op.operands) != 1:
        return False
    return SHAPE not in (op.operands[0].type, op.result.type) and rewriter.replace(op, [as_type(rewriter, op.operands[0], op.result.type)])


def broadcast_of_known(op: Operation, rewriter) -> bool:
    """The shapes that are known become one."""
    constants = [value for value in op.operands if extents(value) is not None]
    result = broadcast_shape([extents(value) for value in constants]) if len(constants) > 1 else None
    if result is None or op.result.type is SHAPE:
        return False
    one = const_shape(rewriter, result)
    if len(constants) == len(op.operands):
        return rewriter.replace(op, [as_type(rewriter, one, op.result.type)])
    op.set_operands([value for value in op.operands if value not in constants] + [one])
    rewriter.revisit(op)
    return True


def broadcast_of_known_rank(op: Operation, rewriter) -> bool:
    """A result whose length is open, where its operands' lengths are known."""
    lengths = [value.type.shape[0] for value in op.operands if isinstance(value.type, TensorType) and value.type.shape]
    if len(lengths) != len(op.operands) or None in lengths or getattr(op.result.type, "shape", None) != (None,):
        return False
    result = rewriter.value("shape.broadcast", op.operands, TensorType((max(lengths),), INDEX), **op.attributes)
    return rewriter.replace(op, [as_type(rewriter, result, op.result.type)])


def surely_broadcastable(op: Operation, rewriter) -> bool:
    """At most one shape has a size, or all are known and go together."""
    shapes = [extents(value) for value in op.operands]
    with_sizes = [shape for shape in shapes if shape is None or shape]
    if len(with_sizes) > 1 and (None in with_sizes or broadcast_shape(with_sizes) is None):
        return False
    return holds(op, rewriter)


def surely_equal(op: Operation, rewriter) -> bool:
    shapes = [extents(value) for value in op.operands]
    return None not in shapes and all([each == shapes[0] for each in shapes]) and holds(op, rewriter)


def surely_all(op: Operation, rewriter) -> bool:
    """Witnesses that hold say nothing."""
    open_ones = [value for value in dict.fromkeys(op.operands) if not is_true(value)]
    if len(open_ones) == 1:
        return rewriter.replace(op, open_ones)
    if not open_ones:
        return holds(op, rewriter)
    if len(open_ones) == len(op.operands):
        return False
    op.set_operands(open_ones)
    rewriter.revisit(op)
    return True


def holds(op: Operation, rewriter) -> bool:
    return rewriter.replace(op, [rewriter.value("shape.const_witness", (), op.result.type, passing=BoolAttr(True))])


def is_true(value: Value) -> bool:
    op = made_by(value, "shape.const_witness")
    return op is not None and op.attributes["passing"].value


def extent_known(op: Operation, rewriter) -> bool:
    """A size of a shape that is known."""
    dim, shape = made_by(op.operands[1], "arith.constant"), extents(op.operands[0])
    if dim is None or shape is None or op.result.type is not INDEX:
        return False
    at = dim.attributes["value"].value
    return 0 <= at < len(shape) and rewriter.replace(op, [constant(rewriter, shape[at], INDEX)])


def count_known(op: Operation, rewriter) -> bool:
    shape = extents(op.operands[0])
    if shape is None or op.result.type is not INDEX:
        return False
    count = 1
    for size in shape:
        count *= size
    return rewriter.replace(op, [constant(rewriter, count, INDEX)])


def assumption_holds(op: Operation, rewriter) -> bool:
    """What is done under an assumption that holds is done."""
    blocks = op.region.blocks
    if not is_true(op.operands[0]) or len(blocks) != 1:
        return False
    end = blocks[0].terminator
    values = list(end.operands)
    rewriter.move([inner for inner in blocks[0] if inner is not end], op.parent, op)
    return rewriter.replace(op, values)


PATTERNS = {
    "shape.shape_of": [shape_known],
    "shape.broadcast": [in_order, broadcast_of_one, broadcast_of_known, broadcast_of_known_rank],
    "shape.cstr_broadcastable": [in_order, surely_broadcastable],
    "shape.cstr_eq": [surely_equal],
    "shape.assuming_all": [surely_all],
    "shape.get_extent": [extent_known],
    "shape.num_elements": [count_known],
    "shape.assuming": [assumption_holds],
}
