"""Semantics: integers that stand for (number - zero point) * scale, of all elements or of each place along an axis ("uniform quantized" ops)."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import broadcast, matmul, with_rank


def check_alike(scales, zero_points, axis: int) -> None:
    if scales.shape != zero_points.shape:
        raise Error(
            f"scales and zero_points shape must be same, but given scales shape {list(scales.shape)} and zero_points shape {list(zero_points.shape)}"
        )
    if axis == -1 and scales.ndim:
        raise Error(
            f"If quantization_axis is -1, scales and zero_points must be scalar tensors, but given scales shape {list(scales.shape)}"
        )


def along(parameter, axis: int, rank: int):
    """Scales or zero points so that they broadcast along an axis; -1 stands for all elements."""
    return parameter if axis == -1 else parameter.reshape([-1 if at == axis else 1 for at in range(rank)])


LARGEST = 2**31 - 128  # of f32 below 2^31


def quantized(x, scales, zero_points, axis: int, least: int, most: int):
    """Floats as integers in i32: halves go up. What has no integer gets the last one."""
    steps = np.floor(x * (np.float32(1) / along(scales, axis, x.ndim)) + np.float32(0.5))
    return np.maximum(np.minimum(np.clip(steps, -(2**31), LARGEST).astype(np.int32) + along(zero_points, axis, x.ndim), most), least)


def dequantized(numbers, scales, zero_points, axis: int):
    """The kernels read numbers as f32 and make 32-bit integers of these, which wraps where rounding leads to 2^31."""
    steps = numbers.astype(np.float32).astype(np.int64).astype(np.int32) - along(zero_points, axis, numbers.ndim)
    return steps.astype(np.float32) * along(scales, axis, numbers.ndim)


class UniformQuantize(ShapeOfFirst):
    def evaluate(input, scales, zero_points, Tout, quantization_axis, quantization_min_val, quantization_max_val):
        check_alike(scales, zero_points, quantization_axis)
        limits = quantization_min_val, quantization_max_val
        return quantized(input, scales, zero_points, quantization_axis, *limits).astype(dtype_of(Tout))


class UniformDequantize(ShapeOfFirst):
    def evaluate(input, scales, zero_points, quantization_axis):
        check_alike(scales, zero_points, quantization_axis)
        return dequantized(input, scales, zero_points, quantization_axis)


class UniformRequantize(ShapeOfFirst):
    def evaluate(
        input, input_scales, input_zero_points, output_scales, output_zero_points, Tout, input_quantization_axis, output_quantization_axis,
        output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        x = dequantized(input, input_scales, input_zero_points, input_quantization_axis)
        limits = output_quantization_min_val, output_quantization_max_val
        return quantized(x, output_scales, output_zero_points, output_quantization_axis, *limits).astype(dtype_of(Tout))


class UniformQuantizedAdd(OpSemantics):
    """Both sides are rounded to the result's scale before they are added."""

    def infer(lhs, rhs):
        return broadcast(lhs.shape, rhs.shape)

    def evaluate(
        lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, lhs_quantization_axis,
        rhs_quantization_axis, output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        x = dequantized(lhs, lhs_scales, lhs_zero_points, lhs_quantization_axis)
        y = dequantized(rhs, rhs_scales, rhs_zero_points, rhs_quantization_axis)
        limits = output_quantization_min_val, output_quantization_max_val
        output = output_scales, output_zero_points, output_quantization_axis, -(2**31), 2**31 - 1
        x, y = [quantized(each, *output).astype(np.int64) for each in np.broadcast_arrays(x, y)]
        return np.clip(x + y - along(output_zero_points, output_quantization_axis, x.ndim), *limits).astype(lhs.dtype)


class UniformQuantizedDot(OpSemantics):
    """A product of matrices."""

    def infer(lhs, rhs):
        return matmul(with_rank(lhs.shape, 2, "lhs"), with_rank(rhs.shape, 2, "rhs"))

    def evaluate(
        lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, Tout, rhs_quantization_axis,
        output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        sums = (lhs.astype(np.int64) - lhs_zero_points) @ (rhs.astype(np.int64) - along(rhs_zero_points, rhs_quantization_axis, 2))
        return rescaled(
            sums, lhs_scales, rhs_scales, rhs_quantization_axis, output_scales, output_zero_points, output_quantization_axis,
            output_quantization_min_val, output_quantization_max_val,
        ).astype(dtype_of(Tout))  # fmt: skip


def rescaled(sums, lhs_scales, rhs_scales, rhs_axis: int, scales, zero_points, axis: int, least: int, most: int):
    """Sums of products of steps as integers of other scales, in i64; computed in f64, since TensorFlow has 31 bits for the ratio of scales. The
    axes are those of the sums."""
    of_product = lhs_scales.astype(np.float64) * along(rhs_scales, rhs_axis, sums.ndim)
    steps = np.floor(sums * (of_product / along(scales, axis, sums.ndim)) + 0.5)
    steps = np.clip(steps, -(2.0**31), 2.0**31 - 1).astype(np.int64)
    return np.clip(steps + along(zero_points, axis, sums.ndim), least, most)


class UniformQuantizedDotHybrid(OpSemantics):
    """A product of floats and a quantized matrix: each row of floats is quantized to i8, by its own range."""

    def infer(lhs, rhs):
        return matmul(with_rank(lhs.shape, 2, "lhs"), with_rank(rhs.shape, 2, "rhs"))

    def evaluate(lhs, rhs, rhs_scales, rhs_zero_points, rhs_quantization_axis):
        numbers, scale, zero_point = quantized_by_range(lhs)
        sums = (numbers - zero_point) @ (rhs.astype(np.int64) - along(rhs_zero_points, rhs_quantization_axis, 2))
        return (sums * (scale * along(rhs_scales, rhs_quantization_axis, 2))).astype(np.float32)


def quantized_by_range(x):
    """Rows of floats [rows, columns] as integers of 8 bits, in i64, by the range that the numbers of a row and 0 have; each row's scale, and
    the integer that stands for 0."""
    low, high = [each.astype(np.float64) for each in (x.min(1, keepdims=True, initial=0), x.max(1, keepdims=True, initial=0))]
    scale = np.where(low == high, 1, (high - low) / 255)
    by_low, by_high = -128 - low / scale, 127 - high / scale
    is_low = 128 + np.abs(low / scale) < 127 + np.abs(high / scale)
    zero_point = np.where(low == high, 0, np.rint(np.where(is_low, by_low, by_high))).astype(np.int64)
    scale = scale.astype(np.float32)
    steps = np.floor(x * (np.float32(1) / scale) + np.float32(0.5)).astype(np.int64)
    return np.clip(steps + zero_point, -128, 127), scale, zero_point


def clipped(operand, min, max, quantization_axis):
    low, high = [along(each, quantization_axis, operand.ndim) for each in (min, max)]
    return np.minimum(np.maximum(operand, low), high)


SEMANTICS = ops_of(ShapeOfFirst, UniformQuantizedClipByValue=clipped)
