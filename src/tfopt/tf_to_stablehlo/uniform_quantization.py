"""Lowerings: integers that stand for (number - zero point) * scale, of all elements or of each place along an axis ("uniform quantized" ops)."""

from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.dialects.tf.uniform_convolution import Axes, Moves, axes_of, moves
from tfir.dialects.tf.uniform_quantization import LARGEST
from tfir.ir.attributes import IntegerAttr
from tfir.ir.types import F32, F64, I32, I64, TensorType, Type

from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    array,
    binary,
    broadcast_to,
    clamp,
    dot_general,
    emit,
    floor,
    like,
    maximum,
    minimum,
    pairs,
    select,
    splat,
    unary,
)
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def quantized(x: Tensor, scales: Tensor, zero_points: Tensor, axis: int, limits, element: Type = I32) -> Tensor:
    """Floats as integers of a type, kept within `limits`: halves go up."""
    steps = clamp(-(2.0**31), floor(x * along(1 / scales, x, axis) + 0.5), float(LARGEST)).convert(I32)
    return clamp(limits[0], steps + along(zero_points, x, axis), limits[1]).convert(element)


def read(numbers: Tensor) -> Tensor:
    """As 32-bit integers; wider numbers go by way of f32, as in the kernels, where those that are rounded to 2^31 wrap."""
    return (numbers.convert(F32).convert(I64) if numbers.element == I32 else numbers).convert(I32)


def shifted(numbers: Tensor, zero_points: Tensor, axis: int) -> Tensor:
    """The steps that integers are away from the zero point: i32."""
    return read(numbers) - along(zero_points, numbers, axis)


def dequantized(numbers: Tensor, scales: Tensor, zero_points: Tensor, axis: int) -> Tensor:
    return shifted(numbers, zero_points, axis).convert(F32) * along(scales, numbers, axis)


def fixed_point(ratio: Tensor) -> tuple[Tensor, Tensor]:
    """A positive ratio (f64) as multiplier * 2**-shift, the multiplier of 31 bits, and none or all of them where these do not reach."""
    bits = emit("bitcast_convert", [ratio], ratio.type.with_element(I64))
    half = ((bits & (1 << 52) - 1) | 1 << 52) + (1 << 21)  # half a unit of the last of 31 bits above
    multiplier, exponent = binary("shift_right_arithmetic", half, 22), binary("shift_right_arithmetic", bits, 52) - 1022
    is_next = multiplier == 1 << 31
    multiplier, exponent = select(is_next, 1 << 30, multiplier), select(is_next, exponent + 1, exponent)
    multiplier = select(exponent < -31, 0, select(exponent > 30, (1 << 31) - 1, multiplier))
    return multiplier, 31 - clamp(-31, exponent, 30)


def requantized(steps: Tensor, ratio: Tensor, zero_points: Tensor | int = 0) -> Tensor:
    """Steps (i32) as those of another size, halves up, and from another zero point, which may wrap."""
    multiplier, shift = fixed_point(ratio)
    half = binary("shift_left", like(1, shift), shift - 1)
    wide = binary("shift_right_arithmetic", steps.convert(I64) * multiplier + half, shift)
    return clamp(I32.limits[0], wide, I32.limits[1]).convert(I32) + zero_points


def steps_between(numbers: Tensor, scales, zero_points, axis: int, output_scales, output_axis: int) -> tuple[Tensor, Tensor]:
    """How many steps numbers are away from their zero point, and the ratio of a step to one of the output's."""
    ratio = along(scales.convert(F64), numbers, axis) / along(output_scales.convert(F64), numbers, output_axis)
    return shifted(numbers, zero_points, axis), ratio


@lower
def UniformQuantize(input, scales, zero_points, quantization_axis, quantization_min_val, quantization_max_val, result_types):
    limits = quantization_min_val, quantization_max_val
    return quantized(input, scales, zero_points, quantization_axis, limits, result_types[0].element)


lowered_by(
    UniformDequantize=lambda input, scales, zero_points, quantization_axis: dequantized(input, scales, zero_points, quantization_axis)
)


@lower
def UniformRequantize(
    input, input_scales, input_zero_points, output_scales, output_zero_points, input_quantization_axis, output_quantization_axis,
    output_quantization_min_val, output_quantization_max_val, result_types,
):  # fmt: skip
    scales = input_scales, input_zero_points, input_quantization_axis, output_scales, output_quantization_axis
    numbers = requantized(*steps_between(input, *scales), along(output_zero_points, input, output_quantization_axis))
    return clamp(output_quantization_min_val, numbers, output_quantization_max_val).convert(result_types[0].element)


def axis_of(x: Tensor, axis: int, shape) -> int:
    """Where an axis is when x is broadcast to a shape."""
    return axis if axis == -1 else axis + len(shape) - x.rank


@lower
def UniformQuantizedAdd(
    lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, lhs_quantization_axis,
    rhs_quantization_axis, output_quantization_axis, output_quantization_min_val, output_quantization_max_val, result_types,
):  # fmt: skip
    """Both sides are rounded to the result's scale before they are added, in 32 bits, of which there may be too few."""
    shape, output = result_types[0].shape, (output_scales, output_quantization_axis)
    lhs_axis, rhs_axis = axis_of(lhs, lhs_quantization_axis, shape), axis_of(rhs, rhs_quantization_axis, shape)
    x = requantized(*steps_between(broadcast_to(lhs, shape), lhs_scales, lhs_zero_points, lhs_axis, *output))
    y = requantized(*steps_between(broadcast_to(rhs, shape), rhs_scales, rhs_zero_points, rhs_axis, *output))
    total = read(x) + read(y) + along(output_zero_points, x, output_quantization_axis)
    return clamp(output_quantization_min_val, total, output_quantization_max_val).convert(result_types[0].element)


@lower
def UniformQuantizedClipByValue(operand, min, max, quantization_axis):
    return minimum(maximum(operand, along(min, operand, quantization_axis)), along(max, operand, quantization_axis))


# Products


def scaled(sums: Tensor, scales: Tensor, axis: int) -> Tensor:
    """Sums of products of steps [..., columns] as floats; `scales` is of all of them, of each place along an axis, or for each."""
    scales = along(scales, sums, axis) if scales.rank < 2 else broadcast_to(scales, sums.shape)
    return (sums.convert(F64) * scales.convert(F64)).convert(F32)


def product(lhs: Tensor, rhs: Tensor) -> Tensor:
    return dot_general(lhs, rhs, ([1], [0]))


@lower
def UniformQuantizedDot(
    lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, rhs_quantization_axis,
    output_quantization_axis, output_quantization_min_val, output_quantization_max_val, result_types,
):  # fmt: skip
    sums = product(shifted(lhs, lhs_zero_points, -1), shifted(rhs, rhs_zero_points, rhs_quantization_axis))
    limits = output_quantization_min_val, output_quantization_max_val
    output = output_scales, output_zero_points, output_quantization_axis, limits
    return rescaled(sums, lhs_scales, rhs_scales, rhs_quantization_axis, *output, result_types[0].element)


def rescaled(sums, lhs_scales, rhs_scales, rhs_axis, scales, zero_points, axis, limits, element) -> Tensor:
    """Sums of products of steps as integers of other scales."""
    ratio = along(lhs_scales.convert(F64) * rhs_scales.convert(F64), sums, rhs_axis) / along(scales.convert(F64), sums, axis)
    return clamp(limits[0], requantized(sums, ratio, along(zero_points, sums, axis)), limits[1]).convert(element)


@lower
def UniformQuantizedDotHybrid(lhs, rhs, rhs_scales, rhs_zero_points, rhs_quantization_axis):
    """Each row of floats is quantized to i8, by its own range."""
    steps, scale = steps_by_range(lhs, [1])
    sums = product(steps, shifted(rhs, rhs_zero_points, rhs_quantization_axis))
    return scaled(sums, scale * along(rhs_scales, sums, rhs_quantization_axis), rhs_quantization_axis)


def steps_by_range(x: Tensor, axes) -> tuple[Tensor, Tensor]:
    """Floats as steps of 8 bits away from what stands for 0 (i32), by the range that 0 and the numbers along `axes` have, and the size of
    a step, with axes of size 1. Source: TensorFlow, uniform_quant_ops/math_utils.h."""
    low, high = minimum(x.min(*axes, keep=True), 0).convert(F64), maximum(x.max(*axes, keep=True), 0).convert(F64)
    is_flat = low == high
    wide = select(is_flat, 1, (high - low) / 255)
    by_low, by_high = -128 - low / wide, 127 - high / wide
    is_low = abs(low / wide) + 128 < abs(high / wide) + 127
    zero_point = select(is_flat, 0, unary("round_nearest_even", select(is_low, by_low, by_high)))
    scale = wide.convert(F32)
    steps = floor(x * (1 / scale) + 0.5).convert(F64) + zero_point
    return (clamp(-128, steps, 127) - zero_point).convert(I32), scale


# Convolutions


def convolved(left: Tensor, right: Tensor, axes: Axes, moved: Moves, groups, type: TensorType) -> Tensor:
    """Sums of products of steps, in i32. `groups` are the counts of groups of features and of images. A kernel without places sums up nothing."""
    if 0 in right.shape:
        return splat(0, type.shape, I32)
    numbers = ConvolutionAttr(
        (*axes.input[:2], tuple(axes.input[2:])), (*axes.kernel[1::-1], tuple(axes.kernel[2:])), (*axes.output[:2], tuple(axes.output[2:]))
    )
    attributes = {
        "window_strides": array(moved.strides), "padding": pairs(moved.padding), "lhs_dilation": array(moved.input_dilation),
        "rhs_dilation": array(moved.kernel_dilation), "dimension_numbers": numbers,
        **{f"{name}_group_count": IntegerAttr(count, I64) for name, count in zip(("feature", "batch"), groups)},
    }  # fmt: skip
    return emit("convolution", [left, right], type.with_element(I32), **attributes)


def moved_over(lhs: Tensor, rhs: Tensor, axes: Axes, *words) -> Moves:
    return moves([lhs.shape[axis] for axis in axes.input[2:]], [rhs.shape[axis] for axis in axes.kernel[2:]], *words)


@lower
def UniformQuantizedConvolution(
    lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, window_strides, padding,
    explicit_padding, lhs_dilation, rhs_dilation, batch_group_count, feature_group_count, dimension_numbers, output_quantization_min_val,
    output_quantization_max_val, result_types,
):  # fmt: skip
    axes = axes_of(dimension_numbers, lhs.rank)
    moved = moved_over(lhs, rhs, axes, window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation)
    left, right = shifted(lhs, lhs_zero_points, -1), shifted(rhs, rhs_zero_points, axes.kernel[0])
    sums = convolved(left, right, axes, moved, (feature_group_count, batch_group_count), result_types[0])
    features, limits = axes.output[1], (output_quantization_min_val, output_quantization_max_val)
    return rescaled(
        sums, lhs_scales, rhs_scales, features, output_scales, output_zero_points, features, limits, result_types[0].element
    )  # fmt: skip


@lower
def UniformQuantizedConvolutionHybrid(
    lhs, rhs, rhs_scales, rhs_zero_points, window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation, batch_group_count,
    feature_group_count, dimension_numbers, result_types,
):  # fmt: skip
    """Each image of floats is quantized to i8, by its own range."""
    axes = axes_of(dimension_numbers, lhs.rank)
    moved = moved_over(lhs, rhs, axes, window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation)
    steps, scales = steps_by_range(lhs, axes.input[1:])
    right = shifted(rhs, rhs_zero_points, axes.kernel[0])
    sums = convolved(steps, right, axes, moved, (feature_group_count, batch_group_count), result_types[0]).convert(F32)
    batch, outputs = [sums.shape[axis] for axis in axes.output[:2]]
    in_groups = scales.reshape(batch_group_count, batch)
    spread = broadcast_to(in_groups, (batch_group_count, batch, outputs // batch_group_count), [0, 1]).transpose(1, 0, 2)
    of_images = broadcast_to(spread.reshape(batch, outputs), sums.shape, axes.output[:2])
    return sums * of_images * along(rhs_scales, sums, axes.output[1])
