"""Multiplies constant scales per output channel into the weights of convolutions and matrix products.

What follows a convolution and is linear with constants per channel is one scale and one offset:

    ((conv(x, w) - mean) * scale) + offset   =   conv(x, w * scale) + (offset - mean * scale)

The two sides are equal in the reals. In floating point their last bits differ, which is why this is a pass of its own and no rule
of `canonicalize`. The products are computed in double precision and rounded once.
"""

from __future__ import annotations

import numpy as np
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, TensorType, Type
from tfir.ods.arrays import array_of, dense_of, dtype_of

from tfopt.rewrite.constants import elements_of

AFTER = ["canonicalize"]  # chains are recognised with constants folded and broadcasts merged
EXACT = False


def stablehlo_fold_scale_into_convolution(root: Operation):
    for op in list(root.walk()):
        axes = channel_axes(op)
        if axes is not None and elements_of(op.operands[1]) is not None:
            fold_into(op, *axes)


def channel_axes(op: Operation) -> tuple[int, int] | None:
    """(axis of the result, axis of the weights) along which output channels run. Groups share no weights between channels, so a
    grouped convolution is no exception."""
    if len(op.operands) != 2 or not op.results:
        return None
    result, weights = op.results[0].type, op.operands[1].type
    if not (isinstance(result, TensorType) and isinstance(weights, TensorType)):
        return None
    if not (result.is_static and weights.is_static and isinstance(weights.element, FloatType)):
        return None
    if op.name == "stablehlo.convolution":
        numbers = op.attributes["dimension_numbers"]
        return numbers.output_feature_dimension, numbers.kernel_output_feature_dimension
    if op.name == "stablehlo.dot" and weights.rank == 2:
        return result.rank - 1, 1
    if op.name == "stablehlo.dot_general":
        numbers = op.attributes["dot_dimension_numbers"]
        bound = (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)
        free = [axis for axis in range(weights.rank) if axis not in bound]
        return (result.rank - 1, free[0]) if len(free) == 1 else None
    return None


class Line:
    """scale * y + offset per channel, as doubles, for the y that a convolution computes."""

    def __init__(self, channels: int):
        self.scale, self.offset = np.ones(channels), np.zeros(channels)
        self.is_scaled = False

    def propagate_values(self, op: Operation, constant: np.ndarray, is_first: bool) -> bool:
        """Takes one more op into account, whose other operand is `constant`. False when the line cannot."""
        if op.name == "stablehlo.add":
            self.offset = self.offset + constant
        elif op.name == "stablehlo.subtract":
            sign = 1 if is_first else -1
            self.scale, self.offset = self.scale * sign, sign * (self.offset - constant)
            self.is_scaled |= not is_first
        elif op.name == "stablehlo.multiply" or (op.name == "stablehlo.divide" and is_first):
            factor = constant if op.name == "stablehlo.multiply" else 1 / constant
            self.scale, self.offset, self.is_scaled = self.scale * factor, self.offset * factor, True
        else:
            return False
        return True


def fold_into(op: Operation, axis: int, weight_axis: int) -> None:
    line, end = Line(op.result.type.shape[axis]), op.result
    with np.errstate(all="ignore"):
        while (step := next_step(end, axis)) is not None and line.propagate_values(*step):
            end = step[0].result
    if not line.is_scaled or not (np.isfinite(line.scale).all() and np.isfinite(line.offset).all()):
        return
    replace(op, end, line, axis, weight_axis)


def next_step(value: Value, axis: int):
    """(op, constant per channel, whether `value` is its first operand) for the only user of a value, if it is such an op."""
    if len(value.uses) != 1 or value.uses[0].name.partition(".")[0] != "stablehlo" or len(value.uses[0].operands) != 2:
        return None
    user = value.uses[0]
    is_first = user.operands[0] is value
    constant = per_channel(user.operands[1 if is_first else 0], value.type, axis)
    return None if constant is None else (user, constant, is_first)


def per_channel(value: Value, type: Type, axis: int) -> np.ndarray | None:
    """A constant that differs along one axis only, as a double per place on that axis; None for any other value."""
    if value.type is not type or 0 in type.shape:
        return None
    op, elements = value.op, elements_of(value)
    if isinstance(elements, DenseAttr) and elements.is_splat:
        return np.full(type.shape[axis], np.float64(array_of(elements).flat[0]))
    if elements is not None:
        array = array_of(elements)
        line = np.moveaxis(array, axis, -1).reshape(-1, type.shape[axis])
        return line[0].astype(np.float64) if (line == line[0]).all() else None
    if op is None or op.name != "stablehlo.broadcast_in_dim" or elements_of(op.operands[0]) is None:
        return None
    array, dimensions = array_of(elements_of(op.operands[0])), tuple(op.attributes["broadcast_dimensions"])
    if any(size != 1 and at != axis for size, at in zip(array.shape, dimensions)):
        return None
    return np.broadcast_to(array.astype(np.float64).reshape(-1), type.shape[axis])


def replace(op: Operation, end: Value, line: Line, axis: int, weight_axis: int) -> None:
    """The same op with scaled weights, and the offset added, in the place of `end`."""
    weights = op.operands[1]
    array, element = array_of(elements_of(weights)), weights.type.element
    spread = [1] * array.ndim
    spread[weight_axis] = array.shape[weight_axis]
    scaled = (array.astype(np.float64) * line.scale.reshape(spread)).astype(array.dtype)
    build = Builder.before(op)
    new_weights = build.value("stablehlo.constant", [], weights.type, {"value": dense_of(scaled, element)})
    new = build.insert(op.clone({weights: new_weights})).result
    if line.offset.any():
        new = build.value("stablehlo.add", [new, offset_value(build, line.offset, end.type, axis)], end.type)
    end.replace_all_uses_with(new)


def offset_value(build: Builder, offset: np.ndarray, type: Type, axis: int) -> Value:
    """A double for each channel as a tensor that repeats them."""
    elements = dense_of(offset.astype(dtype_of(type.element)), type.element)
    constant = build.value("stablehlo.constant", [], elements.type, {"value": elements})
    return build.value("stablehlo.broadcast_in_dim", [constant], type, {"broadcast_dimensions": DenseArrayAttr([axis])})
