"""Moves constant offsets of channels behind sums, until convolutions of one place take them into offsets of their own.

    convolution(x + a, w) + b   =   convolution(x, w) + (b + a * w)
    (x + a) + y                 =   (x + y) + a

What a projection in front of an expansion adds, as in MobileNetV2, then goes through the sums around it and is added nowhere. An offset moves on if all that
it comes to in the end take it in.
"""

from __future__ import annotations

import numpy as np
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, F64
from tfir.ods.arrays import array_of

from tfopt.rewrite.constants import elements_of
from tfopt.stablehlo.stablehlo_fold_scale_into_convolution import offset_value

AFTER = ("stablehlo-fold-scale-into-convolution",)
EXACT = False
ADD, CONVOLUTION = "stablehlo.add", "stablehlo.convolution"


def stablehlo_sink_offsets(func: "Func"):
    """Add constants of channels where a convolution has an offset anyway."""
    waiting = [op for op in func.walk() if op.name == ADD][::-1]
    while waiting:
        op = waiting.pop()
        if op.parent is not None:
            waiting += sink(op)


def sink(op: Operation) -> list[Operation]:
    """Moves the offset that an addition is of behind all that read it, and says which additions have it then."""
    parts = offset_of(op)
    if parts is None or not is_taken(op.result, parts[2], set()):
        return []
    x, offset, axis = parts
    moved = []
    for reader in op.result.users:
        if reader.name == CONVOLUTION:
            into_convolution(reader, x, offset)
        elif (other := offset_of(reader)) is not None:
            set_offset(reader, x, offset + other[1], axis)
        else:
            moved.append(behind(reader, op.result, x, offset, axis))
    op.erase()
    return moved


def offset_of(op: Operation) -> tuple[Value, np.ndarray, int] | None:
    """What an addition of floats adds a constant for each channel to, these constants, and the dimension of channels."""
    if op.name != ADD or not op.result.type.is_static or op.result.type.element not in (F32, F64):
        return None
    for x, other in (op.operands, op.operands[::-1]):
        source = other.op
        if source is not None and source.name == "stablehlo.broadcast_in_dim" and len(source.get("broadcast_dimensions")) == 1:
            constant, (axis,) = elements_of(source.operands[0]), source.get("broadcast_dimensions")
            if constant is not None and source.operands[0].type.shape[0] == op.result.type.shape[axis]:
                return x, array_of(constant).astype(np.float64), axis
    return None


def is_taken(value: Value, axis: int, seen: set[Operation]) -> bool:
    """Whether all that reads a value, or a sum of which it is a term, takes in an offset of its channels."""
    return bool(value.uses) and all([takes(reader, value, axis, seen) for reader in value.users])


def takes(reader: Operation, value: Value, axis: int, seen: set[Operation]) -> bool:
    if reader.name == CONVOLUTION:
        return takes_offset(reader, value, axis)
    if reader.name != ADD or reader.operands[0] is reader.operands[1]:
        return False
    if reader in seen:
        return True
    seen.add(reader)
    own = offset_of(reader)
    return is_taken(reader.result, axis, seen) if own is None else own[2] == axis


def takes_offset(op: Operation, value: Value, axis: int) -> bool:
    """Whether a convolution, by constant weights of one place without padding, is of a value with channels along an axis, and followed by an offset of its own."""
    numbers, weights = op.attributes["dimension_numbers"], op.operands[1]
    if op.operands[0] is not value or numbers.input_feature_dimension != axis or elements_of(weights) is None or len(op.result.uses) != 1:
        return False
    places = {weights.type.shape[at] for at in numbers.kernel_spatial_dimensions}
    groups = {op.get("feature_group_count", 1), op.get("batch_group_count", 1)}
    own, padding = offset_of(op.result.uses[0]), op.attributes.get("padding")
    is_plain = places <= {1} and groups == {1} and not any(integers(padding) or []) and max(op.get("lhs_dilation") or [1]) == 1
    return is_plain and own is not None and own[2] == numbers.output_feature_dimension


def into_convolution(op: Operation, x: Value, offset: np.ndarray) -> None:
    numbers, following = op.attributes["dimension_numbers"], op.result.uses[0]
    _, own, axis = offset_of(following)
    order = (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension, *numbers.kernel_spatial_dimensions)
    weights = array_of(elements_of(op.operands[1])).transpose(order).reshape(len(offset), len(own))
    op.set_operands([x, op.operands[1]])
    set_offset(following, op.result, own + offset @ weights.astype(np.float64), axis)


def set_offset(op: Operation, x: Value, offset: np.ndarray, axis: int) -> None:
    op.set_operands([x, offset_value(Builder.before(op), offset, op.result.type, axis)])


def behind(op: Operation, value: Value, x: Value, offset: np.ndarray, axis: int) -> Operation:
    """Adds an offset to a sum, and not to one of its terms."""
    build, type = Builder.before(op), op.result.type
    sum = build.value(ADD, [x if term is value else term for term in op.operands], type, dict(op.attributes))
    added = build.value(ADD, [sum, offset_value(build, offset, type, axis)], type)
    op.replace_with(added)
    return added.op
