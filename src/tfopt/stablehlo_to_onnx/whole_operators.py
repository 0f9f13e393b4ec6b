"""Puts operators of ONNX in the place of what StableHLO computes step by step, so that those who run them know what is meant.

    Max(x, 0)                                                       Relu, which is fused into a convolution
    ReduceSum(x, axes) / how many elements are added                ReduceMean
    e / ReduceSum(e, axis), e = Exp(x - ReduceMax(x, axis))         Softmax

Results are those of the steps but for rounding, NaN and infinities among them; of -0 Relu gives -0 where Max gives 0.
"""

from __future__ import annotations

from math import prod

from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, FloatType

from tfopt.recipes.recipes import number_in, plain_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

UNKEPT = {"keepdims": IntegerAttr(0, I64)}


def name_whole_operators(module: Operation) -> None:
    for op in list(module.walk()):
        make = WHOLE.get(op.name)
        whole = make(op) if make is not None else None
        if whole is not None:
            op.replace_with([whole])
            op.erase()


def made_by(value: Value, *names: str) -> Operation | None:
    return value.op if value.op is not None and value.op.name in names else None


def constant_axes(op: Operation) -> list[int]:
    """The axes of a reduction; none where they are computed."""
    made = made_by(op.operands[1], "onnx.Constant") if len(op.operands) == 2 else None
    return [] if made is None else [int(axis) for axis in plain_list(made.attributes["value"])]


def linear(op: Operation) -> Value | None:
    x, zero = op.operands if len(op.operands) == 2 else (None, None)
    for one, other in ((x, zero), (zero, x)):
        if one is not None and other is not None and number_in(other) == 0:
            if isinstance(one.type.element, FloatType) and one.type is op.result.type:
                return Builder.before(op).value("onnx.Relu", [one], op.result.type)
    return None


def divided(op: Operation) -> Value | None:
    return mean(op) or softmax(op)


def mean(op: Operation) -> Value | None:
    summed = made_by(op.operands[0], "onnx.ReduceSum")
    if summed is None or summed.result.type is not op.result.type or not isinstance(op.result.type.element, FloatType):
        return None
    sizes = [summed.operands[0].type.shape[axis] for axis in constant_axes(summed)]
    if not sizes or None in sizes or number_in(op.operands[1]) != prod(sizes):
        return None
    return Builder.before(op).value("onnx.ReduceMean", summed.operands, op.result.type, UNKEPT)


def softmax(op: Operation) -> Value | None:
    exponentials = made_by(op.operands[0], "onnx.Exp")
    difference = made_by(exponentials.operands[0], "onnx.Sub") if exponentials is not None else None
    if difference is None or difference.operands[0].type is not op.result.type:
        return None
    x: Any = difference.operands[0]
    axis = axis_of_rows(op.operands[1], "onnx.ReduceSum", op.operands[0])
    if axis is None or axis_of_rows(difference.operands[1], "onnx.ReduceMax", x) != axis:
        return None
    return Builder.before(op).value("onnx.Softmax", [x], x.type, {"axis": IntegerAttr(axis, I64)})


def axis_of_rows(value: Value, reduction: str, of: Value) -> int | None:
    """The axis along which a value is reduced, with that axis of one place."""
    shaped = made_by(value, "onnx.Reshape")
    reduced = made_by(shaped.operands[0], reduction) if shaped is not None else None
    axes = constant_axes(reduced) if reduced is not None else []
    if reduced is None or len(axes) != 1 or reduced.operands[0] is not of:
        return None
    kept = [1 if axis == axes[0] else size for axis, size in enumerate(of.type.shape)]
    return axes[0] if list(value.type.shape) == kept else None


WHOLE: dict[str, Callable[[Operation], Value | None]] = {"onnx.Max": linear, "onnx.Div": divided}
