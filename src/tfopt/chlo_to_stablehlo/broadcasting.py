"""Implicit broadcasting made explicit; constants.

Of known sizes an operand of lower rank, or with sizes of 1, gets a `broadcast_in_dim`. Of sizes that are known only when the program runs, the
shape dialect says what must hold: `shape.assuming` around the operation, and `dynamic_broadcast_in_dim` to the sizes of both.
"""

from __future__ import annotations

from tfir.dialects import chlo, stablehlo
from tfir.ir.attributes import EnumAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Diagnostic
from tfir.ir.diagnostics import emit as warn
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I1, INDEX, ComplexType, OpaqueType, TensorType

from tfopt.arithmetic.tensor import Builder, Tensor, array, building, constant, current, emit, filled, limited, limits
from tfopt.chlo_to_stablehlo.decomposition import DECOMPOSITIONS, decompose

WITNESS = OpaqueType("!shape.witness")


def same(tensor: Tensor, element) -> TensorType:
    return tensor.type.with_element(element)


def elementwise(name: str, element=None):
    """The function of two tensors of one shape that builds an op; `element` makes its element type of theirs."""

    def make(lhs: Tensor, rhs: Tensor) -> Tensor:
        return emit(name, [lhs, rhs], lhs.type if element is None else same(lhs, element(lhs.element)))

    return make


def chosen(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    return emit("select", [condition, x, y], x.type)


def broadcasting(function):
    def decomposition(lhs, rhs, broadcast_dimensions, op):
        return broadcast_and([lhs, rhs], function, op, broadcast_dimensions)

    return decomposition


def of_chlo(name: str):
    """The function that builds an op of CHLO of one shape; it is decomposed after this."""
    return lambda lhs, rhs: Tensor(current().value(f"chlo.{name}", [lhs.value, rhs.value], lhs.type))


PREFIX = "broadcast_"
for op_name in chlo.DIALECT.table:
    name = op_name.removeprefix(PREFIX)
    if op_name.startswith(PREFIX) and name not in ("compare", "select"):
        is_plain = name in stablehlo.DIALECT.table
        element = ComplexType if name == "complex" else None
        DECOMPOSITIONS[op_name] = broadcasting(elementwise(name, element) if is_plain else of_chlo(name))


@decompose
def broadcast_compare(lhs, rhs, broadcast_dimensions, comparison_direction, compare_type, op):
    attributes = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", comparison_direction.value)}
    if compare_type is not None:
        attributes["compare_type"] = EnumAttr("stablehlo.comparison_type", compare_type.value)
    return broadcast_and([lhs, rhs], lambda x, y: emit("compare", [x, y], same(x, I1), **attributes), op, broadcast_dimensions)


@decompose
def broadcast_select(pred, on_true, on_false, op):
    """One truth value for all needs no broadcasting."""
    if pred.rank == 0 and None not in result_of(op)[1]:
        return broadcast_and([on_true, on_false], lambda x, y: chosen(pred, x, y), op)
    return broadcast_and([pred, on_true, on_false], chosen, op)


def broadcast_and(operands: list[Tensor], function, op: Operation, dimensions=None) -> Tensor | None:
    """What the function makes of the operands in the result's shape. None, with upstream's warning, where dimensions that are named are none
    of the result's, or are not its last ones and a size is not known."""
    type, shape = result_of(op)
    axes = [axes_of(operand, len(shape), dimensions) for operand in operands]
    is_known = all([has_limits(each) for each in (type, *[operand.type for operand in operands])])
    if axes != [axes_of(operand, len(shape), None) for operand in operands]:
        if not (is_known and all([fits(operand, each, len(shape)) for operand, each in zip(operands, axes)])):
            reason = f"unsupported non prefix-padded dynamic rank broadcast_dimensions = {op.attributes['broadcast_dimensions']}"
            warn(Diagnostic(reason, op, "warning"))
            return None
    if is_known:
        return function(*[spread(operand, type, each, operands) for operand, each in zip(operands, axes)])
    return assuming(operands, axes, function, op)


def fits(operand: Tensor, axes: list[int], rank: int) -> bool:
    """Whether an operand has one of the result's dimensions for each of its own, in order."""
    return len(axes) == operand.rank and axes == sorted(set(axes)) and all([0 <= axis < rank for axis in axes])


def result_of(op: Operation) -> tuple[TensorType, tuple[int | None, ...]]:
    """The type of the result, which is no unranked one, and its shape."""
    type = op.results[0].type
    assert isinstance(type, TensorType) and type.shape is not None
    return type, type.shape


def axes_of(operand: Tensor, rank: int, dimensions) -> list[int]:
    if dimensions is not None and operand.rank < rank:
        return list(dimensions)
    return list(range(rank - operand.rank, rank))


def has_limits(type: TensorType) -> bool:
    """Whether each size is known, or the largest that it can be."""
    return None not in limits(type)


def spread(operand: Tensor, type: TensorType, axes, operands: list[Tensor]) -> Tensor:
    """The operand in a shape. Of sizes that only have limits the largest is taken, and then those that another operand has."""
    if operand.shape == type.shape:
        return operand
    result = emit("broadcast_in_dim", [operand], TensorType(limits(type), operand.element), broadcast_dimensions=array(axes))
    if None not in (type.shape or ()):
        return result
    return limited(result, next(each for each in operands if each.shape == type.shape))


def assuming(operands: list[Tensor], axes, function, op: Operation) -> Tensor:
    """Source: MLIR, shape dialect: what stands in `shape.assuming` runs where the witness of broadcastable shapes holds."""
    builder, (type, shape) = current(), result_of(op)
    sizes = [builder.value("shape.shape_of", [each.value], TensorType((each.rank,), INDEX)) for each in operands]
    witness = builder.value("shape.cstr_broadcastable", sizes, WITNESS)
    block = Block([])
    with building(Builder.at_end(block, builder.location)) as inner:
        extents = inner.value("shape.broadcast", sizes, TensorType((len(shape),), INDEX))
        moved = [
            emit("dynamic_broadcast_in_dim", [each, Tensor(extents)], TensorType(shape, each.element), broadcast_dimensions=array(to))
            for each, to in zip(operands, axes)
        ]
        inner.create("shape.assuming_yield", [function(*moved).value])
    return Tensor(builder.value("shape.assuming", [witness], type, regions=[Region([block])]))


# Constants


DECOMPOSITIONS["constant"] = lambda value: constant(value)


@decompose
def constant_like(operand, op):
    type, shape = result_of(op)
    if None not in shape:
        return constant(DenseAttr.of(op.get("value"), type))
    return filled(op.get("value"), shape, type.element, operand)
