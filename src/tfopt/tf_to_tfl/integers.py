"""Ops whose operator TensorFlow Lite has kernels of for floats, and that are others of integers."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I32, TensorType
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np

from tfopt.tf_to_tfl.building import build, build_widened, constant
from tfopt.tf_to_tfl.legalizations import NONE, legalizes, types_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def number(op: Operation, value: int) -> Value:
    return constant(np.array(value, dtype_of(op.operands[0].type.element)))


def is_single(op: Operation) -> bool:
    type = op.operands[0].type
    return isinstance(type, TensorType) and type.element is F32


@legalizes("Relu")
def relu(op: Operation) -> Sequence[Value]:
    if is_single(op):
        return build("relu", op.operands, types_of(op))
    return build_widened("maximum", [op.operands[0], number(op, 0)], types_of(op))


@legalizes("Relu6")
def relu6(op: Operation) -> Sequence[Value]:
    if is_single(op):
        return build("relu6", op.operands, types_of(op))
    positive = build_widened("maximum", [op.operands[0], number(op, 0)], types_of(op))[0]
    return build_widened("minimum", [positive, number(op, 6)], types_of(op))


@legalizes("Square")
def square(op: Operation) -> Sequence[Value]:
    (x,) = op.operands
    if is_single(op):
        return build("square", [x], types_of(op))
    return build_widened("mul", [x, x], types_of(op), fused_activation_function=NONE)


@legalizes("SquaredDifference")
def squared_difference(op: Operation) -> Sequence[Value]:
    if is_single(op) or op.operands[0].type.element is I32:
        return build("squared_difference", op.operands, types_of(op))
    difference = build_widened("sub", op.operands, types_of(op), fused_activation_function=NONE)[0]
    return build_widened("mul", [difference, difference], types_of(op), fused_activation_function=NONE)
