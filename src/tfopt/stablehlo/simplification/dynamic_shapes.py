"""Ops whose shapes are operands: static ones in their place where types or constants tell the shapes, and compositions of them."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, IndexType, TensorType
from tfir.ods.inference import constant_of

from tfopt.arithmetic.tensor import array
from tfopt.generic.canonicalization.stablehlo import is_identity
from tfopt.rewrite.pattern import reads
from tfopt.stablehlo.optimization import by_itself
from tfopt.stablehlo.stablehlo_canonicalize_dynamism import make_dynamic_slice, make_static

BROADCAST, RESHAPE = "stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_reshape"


def static_by_type(op: Operation) -> bool:
    """The type of the result says what the operands do."""
    return make_static(op, whatever_shape=True)


def made_by(value: Value, name: str) -> Operation | None:
    return value.op if value.op is not None and value.op.name == name else None


def is_in_order(op: Operation) -> bool:
    return is_identity(op.get("broadcast_dimensions"))


@reads(BROADCAST)
def broadcast_of_broadcast(op: Operation, rewriter) -> bool:
    inner = made_by(op.operands[0], BROADCAST)
    if inner is None:
        return False
    dimensions = [op.get("broadcast_dimensions")[axis] for axis in inner.get("broadcast_dimensions")]
    return rewriter.replace_with(op, BROADCAST, [inner.operands[0], op.operands[1]], broadcast_dimensions=array(dimensions))


def broadcast_that_expands_nothing(op: Operation, rewriter) -> bool:
    """A conversion keeps the type that the result has."""
    fixed = op.get("known_nonexpanding_dimensions")
    if fixed is None or len(fixed) != op.result.type.rank or not is_in_order(op):
        return False
    return rewriter.replace_with(op, "stablehlo.convert", op.operands[:1])


@reads(RESHAPE)
def broadcast_of_reshape(op: Operation, rewriter) -> bool:
    """To the shape that it has already."""
    inner = made_by(op.operands[0], RESHAPE)
    if inner is None or inner.operands[1] is not op.operands[1] or not is_in_order(op):
        return False
    return rewriter.replace_with(op, RESHAPE, inner.operands)


@reads("shape.shape_of")
def broadcast_to_own_shape(op: Operation, rewriter) -> bool:
    inner = made_by(op.operands[1], "shape.shape_of")
    same = inner is not None and inner.operands[0] is op.operands[0] and op.operands[0].type is op.result.type
    return same and is_in_order(op) and rewriter.replace(op, op.operands[:1])


def broadcast_to_constant_shape(op: Operation, rewriter) -> bool:
    """Of what has a static shape. Other dialects than StableHLO get the type that was there."""
    operand, sizes = op.operands
    shape = constant_of(sizes)
    if not operand.type.is_static or op.result.type.is_static or shape is None:
        return False
    type = TensorType(tuple([int(size) for size in shape]), op.result.type.element)
    value = rewriter.value("stablehlo.broadcast_in_dim", [operand], type, broadcast_dimensions=op.attributes["broadcast_dimensions"])
    if any([user.dialect != "stablehlo" for user in op.result.users]):
        value = rewriter.value("stablehlo.convert", [value], op.result.type)
    return rewriter.replace(op, [value])


@reads(RESHAPE)
def reshape_of_reshape(op: Operation, rewriter) -> bool:
    inner = made_by(op.operands[0], RESHAPE)
    return inner is not None and rewriter.replace_with(op, RESHAPE, [inner.operands[0], op.operands[1]])


def reshape_to_shape_of_elements(op: Operation, rewriter) -> bool:
    """What an elementwise op makes of a reshaped tensor has the shape of that."""
    value = op.operands[0]
    if value.op is None or not has_trait(value.op, "elementwise") or value.type is not op.result.type:
        return False
    inner = made_by(value.op.operands[0], RESHAPE)
    return inner is not None and inner.operands[1] is op.operands[1] and rewriter.replace(op, [value])


@reads(RESHAPE)
def shape_of_reshape(op: Operation, rewriter) -> bool:
    inner = made_by(op.operands[0], RESHAPE)
    return inner is not None and inner.operands[1].type is op.result.type and rewriter.replace(op, inner.operands[1:])


def iota_of_vector(op: Operation, rewriter) -> bool:
    """Counting along one of several dimensions is counting, and a broadcast."""
    type, axis, shape = op.result.type, op.get("iota_dimension"), op.operands[0]
    if type.rank < 2:
        return False
    if shape.type.element is not I64:
        cast = "arith.index_cast" if isinstance(shape.type.element, IndexType) else "stablehlo.convert"
        shape = rewriter.value(cast, [shape], TensorType(shape.type.shape, I64))
    bounds = {"start_indices": array([axis]), "limit_indices": array([axis + 1]), "strides": array([1])}
    size = rewriter.value("stablehlo.slice", [shape], TensorType((1,), I64), **bounds)
    vector = rewriter.value(op.name, [size], TensorType((type.shape[axis],), type.element), iota_dimension=IntegerAttr(0))
    return rewriter.replace_with(op, BROADCAST, [vector, op.operands[0]], broadcast_dimensions=array([axis]))


made_static = by_itself(make_static)
PATTERNS = {
    BROADCAST: [
        by_itself(static_by_type), broadcast_of_broadcast, broadcast_that_expands_nothing, broadcast_of_reshape, broadcast_to_own_shape,
        broadcast_to_constant_shape,
    ],
    "stablehlo.dynamic_gather": [made_static],
    "stablehlo.dynamic_iota": [by_itself(static_by_type), iota_of_vector],
    "stablehlo.dynamic_pad": [made_static],
    RESHAPE: [by_itself(static_by_type), reshape_of_reshape, reshape_to_shape_of_elements],
    "stablehlo.real_dynamic_slice": [made_static, by_itself(make_dynamic_slice)],
    "shape.shape_of": [shape_of_reshape],
}  # fmt: skip
