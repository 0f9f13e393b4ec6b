"""Multiplies the weights of a convolution by what its image's channels are multiplied by, where there are fewer of them.

    convolution(x * s, w)   =   convolution(x, s * w),   s of each channel, w of one place

A gate, as of squeeze and excitation, is known only when the program runs, and stands for all places of a channel. Of an image of 112 by 112 places with
32 channels that is 400,000 multiplications, of weights for 16 results 512. Windows of one place alone: weights of others are better known in advance.
"""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, F64, I64

from tfopt.rewrite.constants import elements_of

EXACT = False
FEWER = 2  # how often the weights have to go into the image


def stablehlo_scale_weights(func: "Func"):
    """Multiply weights, not images, by numbers of channels."""
    for op in [op for op in func.walk() if op.name == "stablehlo.convolution"]:
        if is_suitable(op):
            image, weights = op.operands
            scaled = without_scale(image, op.attributes["dimension_numbers"].input_feature_dimension)
            if scaled is not None:
                x, factor = scaled
                op.set_operands([x, scaled_weights(op, weights, factor.op.operands[0])])
                for made in (image, factor):
                    if not made.uses:
                        made.op.erase()


def is_suitable(op: Operation) -> bool:
    """Whether a convolution has windows of one place over all channels, and fewer weights than its image, of which it is the only reader, has elements."""
    types, numbers = [value.type for value in op.operands], op.attributes["dimension_numbers"]
    if not all([type.is_static and type.element in (F32, F64) for type in types]) or types[0].element is not types[1].element:
        return False
    places = {types[1].shape[axis] for axis in numbers.kernel_spatial_dimensions}
    has_groups = op.get("feature_group_count", 1) > 1 or op.get("batch_group_count", 1) > 1
    return places <= {1} and not has_groups and FEWER * types[1].size <= types[0].size and len(op.operands[0].uses) == 1


def without_scale(image: Value, axis: int) -> tuple[Value, Value] | None:
    """What is multiplied, and the broadcast of numbers of channels that it is multiplied by; None of other images."""
    if image.op is None or image.op.name != "stablehlo.multiply":
        return None
    for x, factor in (image.op.operands, image.op.operands[::-1]):
        if factor.op is not None and factor.op.name == "stablehlo.broadcast_in_dim" and elements_of(factor.op.operands[0]) is None:
            scale, dimensions = factor.op.operands[0], list(factor.op.get("broadcast_dimensions"))
            if axis in dimensions and scale.type.shape[dimensions.index(axis)] == scale.type.size == image.type.shape[axis]:
                return x, factor
    return None


def scaled_weights(op: Operation, weights: Value, scale: Value) -> Value:
    build, type, axis = Builder.before(op), weights.type, op.attributes["dimension_numbers"].kernel_input_feature_dimension
    if scale.type.rank > 1:
        scale = build.value("stablehlo.reshape", [scale], scale.type.with_shape([scale.type.size]))
    spread = build.value("stablehlo.broadcast_in_dim", [scale], type, {"broadcast_dimensions": DenseArrayAttr([axis], I64)})
    return build.value("stablehlo.multiply", [weights, spread], type)
