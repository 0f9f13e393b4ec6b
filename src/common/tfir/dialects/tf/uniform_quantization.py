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


def read(numbers):
    """Numbers as the kernels read them: as f32, of which they make 32-bit integers, which wraps where rounding leads to 2^31."""
    return numbers.astype(np.float32).astype(np.int64).astype(np.int32)


def shifted(numbers, zero_points, axis: int):
    """How many steps numbers are away from their zero point, in 32 bits."""
    return np.subtract(read(numbers), along(zero_points, axis, numbers.ndim), dtype=np.int32)


def dequantized(numbers, scales, zero_points, axis: int):
    return shifted(numbers, zero_points, axis).astype(np.float32) * along(scales, axis, numbers.ndim)


class UniformQuantize(ShapeOfFirst):
    def evaluate(input, scales, zero_points, Tout, quantization_axis, quantization_min_val, quantization_max_val):
        check_alike(scales, zero_points, quantization_axis)
        limits = quantization_min_val, quantization_max_val
        return quantized(input, scales, zero_points, quantization_axis, *limits).astype(dtype_of(Tout))


class UniformDequantize(ShapeOfFirst):
    def evaluate(input, scales, zero_points, quantization_axis):
        check_alike(scales, zero_points, quantization_axis)
        return dequantized(input, scales, zero_points, quantization_axis)


def fixed_point(ratio):
    """A positive ratio as multiplier * 2**-shift, the multiplier of 31 bits, and none or all of them where these do not reach (TFLite's form)."""
    share, exponent = np.frexp(ratio)
    multiplier = np.floor(share * 2.0**31 + 0.5).astype(np.int64)
    exponent = np.where(multiplier == 1 << 31, exponent + 1, exponent)
    multiplier = np.where(multiplier == 1 << 31, 1 << 30, multiplier)
    multiplier = np.where(exponent < -31, 0, np.where(exponent > 30, (1 << 31) - 1, multiplier))
    return multiplier, 31 - np.clip(exponent, -31, 30).astype(np.int64)


def requantized(steps, ratio, zero_points, least=-(1 << 31), most=(1 << 31) - 1):
    """Steps as those of another size, halves up, and from another zero point, which may wrap, in 32 bits."""
    multiplier, shift = fixed_point(ratio)
    wide = (steps.astype(np.int64) * multiplier + (np.int64(1) << (shift - 1))) >> shift
    return np.clip(np.add(np.clip(wide, -(1 << 31), (1 << 31) - 1).astype(np.int32), zero_points, dtype=np.int32), least, most)


def steps_between(numbers, scales, zero_points, axis: int, output_scales, output_axis: int):
    """How many steps numbers are away from their zero point, and the ratio of a step to one of the output's."""
    ratio = along(scales, axis, numbers.ndim).astype(np.float64) / along(output_scales, output_axis, numbers.ndim)
    return shifted(numbers, zero_points, axis), ratio


class UniformRequantize(ShapeOfFirst):
    def evaluate(
        input, input_scales, input_zero_points, output_scales, output_zero_points, Tout, input_quantization_axis, output_quantization_axis,
        output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        scales = input_scales, input_zero_points, input_quantization_axis, output_scales, output_quantization_axis
        zero_points = along(output_zero_points, output_quantization_axis, input.ndim)
        limits = output_quantization_min_val, output_quantization_max_val
        return requantized(*steps_between(input, *scales), zero_points, *limits).astype(dtype_of(Tout))


def of_rank(numbers, rank: int, axis: int):
    """Numbers with axes of size 1 in front, and where their axis is then."""
    more = rank - numbers.ndim
    return numbers.reshape((1,) * more + numbers.shape), axis if axis == -1 else axis + more


class UniformQuantizedAdd(OpSemantics):
    """Both sides are rounded to the result's scale before they are added, in 32 bits, of which there may be too few."""

    def infer(lhs, rhs):
        return broadcast(lhs.shape, rhs.shape)

    def evaluate(
        lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, lhs_quantization_axis,
        rhs_quantization_axis, output_quantization_axis, output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        output, rank = (output_scales, output_quantization_axis), max(lhs.ndim, rhs.ndim)
        left, right = of_rank(lhs, rank, lhs_quantization_axis), of_rank(rhs, rank, rhs_quantization_axis)
        x = requantized(*steps_between(left[0], lhs_scales, lhs_zero_points, left[1], *output), 0)
        y = requantized(*steps_between(right[0], rhs_scales, rhs_zero_points, right[1], *output), 0)
        total = read(x) + read(y) + along(output_zero_points, output_quantization_axis, rank)
        return np.clip(total, output_quantization_min_val, output_quantization_max_val).astype(lhs.dtype)


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
    """Sums of products of steps as integers of other scales. The axes are those of the sums."""
    of_product = lhs_scales.astype(np.float64) * along(rhs_scales, rhs_axis, sums.ndim)
    return requantized(sums, of_product / along(scales, axis, sums.ndim), along(zero_points, axis, sums.ndim), least, most)


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
