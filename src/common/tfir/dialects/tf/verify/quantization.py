"""Checks of uniformly quantized ops: scales and zero points are scalars, or one for each index of an axis."""

from tfir.dialects.tf.verify.checks import count, has_rank, is_known


def scaled(scales, zero_points, axis: int) -> str | None:
    rank, axis_text = (0, "-1") if axis == -1 else (1, "not -1")
    for name, type in (("scales", scales), ("zero_points", zero_points)):
        if not has_rank(type, rank):
            return f"quantization_axis is {axis_text}, {name} must have {rank} rank."
    if rank and is_known(scales) and is_known(zero_points) and count(scales.shape) != count(zero_points.shape):
        return "scales and zero points must have same number of elements."
    return None


def one(scales, zero_points, quantization_axis):
    return scaled(scales, zero_points, quantization_axis)


def hybrid(rhs_scales, rhs_zero_points, rhs_quantization_axis):
    return scaled(rhs_scales, rhs_zero_points, rhs_quantization_axis)


def requantized(input_scales, input_zero_points, output_scales, output_zero_points, input_quantization_axis, output_quantization_axis):
    return scaled(input_scales, input_zero_points, input_quantization_axis) or scaled(
        output_scales, output_zero_points, output_quantization_axis
    )


def both(
    lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points,
    lhs_quantization_axis, rhs_quantization_axis, output_quantization_axis,
):  # fmt: skip
    return (
        scaled(lhs_scales, lhs_zero_points, lhs_quantization_axis)
        or scaled(rhs_scales, rhs_zero_points, rhs_quantization_axis)
        or scaled(output_scales, output_zero_points, output_quantization_axis)
    )


VERIFY = {
    **dict.fromkeys(("UniformQuantize", "UniformDequantize", "UniformQuantizedClipByValue"), one),
    **dict.fromkeys(("UniformQuantizedDotHybrid", "UniformQuantizedConvolutionHybrid"), hybrid), "UniformRequantize": requantized,
    **dict.fromkeys(("UniformQuantizedDot", "UniformQuantizedAdd", "UniformQuantizedConvolution"), both),
}  # fmt: skip
