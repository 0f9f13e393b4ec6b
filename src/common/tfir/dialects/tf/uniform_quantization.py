"""Semantics: integers that stand for (number - zero point) * scale, of all elements or of each place along an axis ("uniform quantized" ops)."""

from __future__ import annotations

from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import broadcast, matmul, with_rank


def along(parameter, axis: int, rank: int):
    """Scales or zero points so that they broadcast along an axis; -1 stands for all elements."""
    return parameter if axis == -1 else parameter.reshape([-1 if at == axis else 1 for at in range(rank)])


def quantized(x, scales, zero_points, axis: int, least: int, most: int):
    """Floats as whole numbers in f64: halves go up."""
    steps = np.floor(x * (np.float32(1) / along(scales, axis, x.ndim)) + np.float32(0.5))
    return np.clip(steps.astype(np.float64) + along(zero_points, axis, x.ndim), least, most)


def dequantized(numbers, scales, zero_points, axis: int):
    return ((numbers.astype(np.int64) - along(zero_points, axis, numbers.ndim)) * along(scales, axis, numbers.ndim)).astype(np.float32)


class UniformQuantize(ShapeOfFirst):
    def evaluate(input, scales, zero_points, Tout, quantization_axis, quantization_min_val, quantization_max_val):
        limits = quantization_min_val, quantization_max_val
        return quantized(input, scales, zero_points, quantization_axis, *limits).astype(dtype_of(Tout))


class UniformDequantize(ShapeOfFirst):
    def evaluate(input, scales, zero_points, quantization_axis):
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
    def infer(lhs, rhs):
        return broadcast(lhs.shape, rhs.shape)

    def evaluate(
        lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, lhs_quantization_axis,
        rhs_quantization_axis, output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        x = dequantized(lhs, lhs_scales, lhs_zero_points, lhs_quantization_axis)
        x = x + dequantized(rhs, rhs_scales, rhs_zero_points, rhs_quantization_axis)
        limits = output_quantization_min_val, output_quantization_max_val
        return quantized(x, output_scales, output_zero_points, output_quantization_axis, *limits).astype(lhs.dtype)


class UniformQuantizedDot(OpSemantics):
    """A product of matrices."""

    def infer(lhs, rhs):
        return matmul(with_rank(lhs.shape, 2, "lhs"), with_rank(rhs.shape, 2, "rhs"))

    def evaluate(
        lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, Tout, rhs_quantization_axis,
        output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        sums = (lhs.astype(np.int64) - lhs_zero_points) @ (rhs.astype(np.int64) - along(rhs_zero_points, rhs_quantization_axis, 2))
        x = (sums * (lhs_scales * along(rhs_scales, rhs_quantization_axis, 2))).astype(np.float32)
        limits = output_quantization_min_val, output_quantization_max_val
        return quantized(x, output_scales, output_zero_points, output_quantization_axis, *limits).astype(dtype_of(Tout))


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
