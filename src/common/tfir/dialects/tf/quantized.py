"""Semantics: ops on integers that stand for floats between two numbers, which travel beside them ("quantized" ops of the first generation).

A number of type T between `low` and `high` stands for low + (number - lowest of T) * (high - low) / (steps of T). Source: TensorFlow,
quantization_utils.h, whose arithmetic in f32 this is.
"""

from __future__ import annotations

from tfir.dialects.tf.quantized_fused import FusedConvolution
from tfir.dialects.tf.shaping import ConcatV2, Reshape
from tfir.dialects.tf.window import Conv2D, average_pool, max_pool, padded
from tfir.dialects.tf.window_shapes import pool_shape
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import broadcast, matmul, with_rank


def single(number) -> np.float32:
    """A number that an operand holds."""
    return np.float32(np.asarray(number).reshape(()))


def rounded(x):
    """To the nearest whole number, halves away from 0, as C's round has it: with a half itself the sum of what is next to one, or to a large odd
    number, would be rounded up."""
    kind = x.dtype.type
    return np.trunc(x + np.copysign(np.nextafter(kind(0.5), kind(0)), x))


def steps_of(dtype) -> float:
    return 2.0 ** (8 * dtype.itemsize)


def widened_range(low, high, dtype) -> float:
    """From the first number to behind the last one: a step more than the range."""
    return float(np.float32(high) - np.float32(low)) * (steps_of(dtype) / (steps_of(dtype) - 1))


def to_quantized(x, low, high, dtype, clamp: bool = True):
    """Floats as the integers of `dtype` that stand for them between `low` and `high`: in i64 without `clamp`."""
    limits = np.iinfo(dtype)
    if low == high:
        return np.zeros(np.shape(x), dtype if clamp else np.int64)
    scale = steps_of(dtype) / widened_range(low, high, dtype)
    numbers = rounded(np.asarray(x, np.float64) * scale) - rounded(np.asarray(float(low) * scale)) + limits.min
    return np.clip(numbers, limits.min, limits.max).astype(dtype) if clamp else numbers.astype(np.int64)


def to_float(numbers, low, high):
    """The floats that integers stand for, read as f32 themselves. The first of them is a whole number of steps, counted in f32."""
    if low == high:
        return np.full(numbers.shape, low, np.float32)
    scale = widened_range(low, high, numbers.dtype) / steps_of(numbers.dtype)
    first = float(rounded(np.float32(low) / np.float32(scale)) * np.float32(scale))
    return (first + (numbers.astype(np.float32).astype(np.float64) - np.iinfo(numbers.dtype).min) * scale).astype(np.float32)


def zero_of(dtype, low, high) -> int:
    """The integer that stands for 0."""
    return int(to_quantized(np.float32(0), low, high, dtype, clamp=False))


# From floats and back


class QuantizeV2(OpSemantics):
    def infer(input, min_range, max_range):
        return [input.shape, min_range.shape, max_range.shape]

    def evaluate(input, min_range, max_range, T, mode, round_mode, narrow_range, axis, ensure_minimum_range):
        check_round_mode(round_mode, mode)
        low, high = np.minimum(min_range, np.float32(0)), max_range
        least = np.maximum(np.float32(1), np.maximum(np.abs(low), np.abs(high))) * np.float32(ensure_minimum_range)
        high = np.maximum(np.maximum(high, low + least), np.float32(0))
        along = [-1 if at == axis else 1 for at in range(input.ndim)] if axis != -1 else ()
        steps, low, high = QUANTIZE[mode](input, low.reshape(along), high.reshape(along), dtype_of(T), round_mode, narrow_range)
        return [stored(steps, dtype_of(T)), low.reshape(min_range.shape), high.reshape(max_range.shape)]


def check_round_mode(round_mode: str, mode: str) -> None:
    if round_mode == "HALF_TO_EVEN" and mode != "SCALED":
        raise Error(f"Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED', but mode is '{mode}'.")


def stored(steps, dtype):
    """Whole numbers in f64 as integers; of i32 what is too large becomes the least, as processors have it."""
    return np.where(steps >= 2.0**31, -(2.0**31), steps).astype(dtype)


def steps_in_a_unit(low, high, dtype):
    """In f32, divided in double precision: the steps of 32 bits are no f32."""
    return ((steps_of(dtype) - 1) / (high - low).astype(np.float64)).astype(np.float32)


def quantized_combined(x, low, high, dtype, round_mode, narrow_range):
    limits = np.iinfo(dtype)
    scale = steps_in_a_unit(low, high, dtype)
    offset = (np.maximum(np.minimum(x, high), low) - low) * scale
    if limits.min:
        return rounded(offset - np.float32(steps_of(dtype) / 2)).astype(np.float64), low, high
    return np.trunc(offset + np.float32(0.5)).astype(np.float64), low, high


def quantized_first(x, low, high, dtype, round_mode, narrow_range):
    limits = np.iinfo(dtype)
    scale = steps_in_a_unit(low, high, dtype)
    numbers = rounded(x * scale) - (rounded(low * scale) - np.float32(limits.min))
    return np.clip(numbers.astype(np.float64), limits.min, min(limits.max, 2**31 - 128)), low, high  # the last f32 below 2^31


def quantized_scaled(x, low, high, dtype, round_mode, narrow_range):
    limits, largest = np.iinfo(dtype), np.finfo(np.float32).max
    least, most = np.float32(limits.min + narrow_range), np.float32(limits.max)
    by_low = np.where(least * low > 0, least / np.where(low == 0, 1, low), largest)
    by_high = np.where(most * high > 0, most / np.where(high == 0, 1, high), largest)
    scale = np.minimum(by_low, by_high).astype(np.float32)
    low, high = least / scale, most / scale
    low = np.where(np.abs(low) < np.finfo(np.float32).tiny, np.float32(0), low)  # TensorFlow's threads have no smaller numbers
    steps = np.maximum(np.minimum(x, high), low) * scale
    return (np.rint(steps) if round_mode == "HALF_TO_EVEN" else rounded(steps)).astype(np.float64), low, high


QUANTIZE = {"MIN_COMBINED": quantized_combined, "MIN_FIRST": quantized_first, "SCALED": quantized_scaled}


class Dequantize(OpSemantics):
    def infer(input):
        return input.shape

    def evaluate(input, min_range, max_range, mode, narrow_range, axis, dtype):
        along = [-1 if at == axis else 1 for at in range(input.ndim)] if axis != -1 else ()
        low, high, limits = min_range.reshape(along), max_range.reshape(along), np.iinfo(input.dtype)
        if mode == "MIN_FIRST":
            result = dequantized_first(input, low, high)
        elif mode == "SCALED":
            by_high = high / np.float32(limits.max)
            least = np.float32(limits.min + narrow_range)
            result = input.astype(np.float32) * (np.maximum(low / least, by_high) if limits.min else by_high)
        else:
            half = np.float32(steps_of(input.dtype) / 2 if limits.min else 0)
            result = (input.astype(np.float32) + half) * ((high - low) / np.float32(steps_of(input.dtype) - 1)) + low
        return result.astype(np.float32).astype(dtype_of(dtype))


def dequantized_first(numbers, low, high):
    """The floats that integers stand for, computed in f32."""
    scale = ((high - low).astype(np.float64) / (steps_of(numbers.dtype) - 1)).astype(np.float32)
    first = np.where(scale == 0, low, rounded(low / np.where(scale == 0, np.float32(1), scale)) * scale)
    return (first - np.float32(np.iinfo(numbers.dtype).min) * scale) + numbers.astype(np.float32) * scale


# Other ranges


class Ranged(OpSemantics, family=True):
    """A result of the first operand's shape, and the two numbers between which it lies."""

    def infer(operands):
        return [operands[0].shape, (), ()]


class RequantizationRange(OpSemantics):
    """Between which floats the integers lie that there are; the lower one is no more than 0."""

    def infer():
        return [(), ()]

    def evaluate(input, input_min, input_max):
        ends = np.array([input.min(initial=np.iinfo(input.dtype).max), input.max(initial=np.iinfo(input.dtype).min)], input.dtype)
        low, high = to_float(ends, *[single(each.ravel()[0]) for each in (input_min, input_max)])
        return [np.minimum(low, np.float32(0)), high]


def requantize(input, input_min, input_max, requested_output_min, requested_output_max, out_type):
    """In fixed-point numbers with 16 bits behind the point."""
    low, high = single(input_min), single(input_max)
    new_low, new_high = single(requested_output_min), single(requested_output_max)
    if new_low > 0:
        raise Error(f"requested_output_min must be <= 0, but got {new_low:g}")
    if new_high < new_low:
        raise Error(f"requested_output_max must be >= requested_output_min, but got {new_high:g} and {new_low:g}")
    return [requantized(input, low, high, new_low, new_high, dtype_of(out_type)), new_low, new_high]


def requantized(numbers, low, high, new_low, new_high, dtype):
    if dtype != np.uint8 or numbers.dtype != np.int32:
        return to_quantized(to_float(numbers, low, high), new_low, new_high, dtype)
    span, point = float(new_high - new_low), 1 << 16
    if span == 0:
        return np.zeros(numbers.shape, dtype)
    scale = int(255.0 * point * float(high - low) / span)
    middle = int((low + high) / np.float32(2) * np.float32(255.0 / span) * np.float32(point))
    first = int(point * (float(new_low) * 255.0) / span)
    wide = (numbers.astype(np.float32).astype(np.int64).astype(object) * scale // (1 << 32) + middle - first + point // 2) // point
    return np.clip(wide, 0, 255).astype(dtype)


def shrunk(input, input_min, input_max, out_type):
    low, high = RequantizationRange.evaluate(input, input_min, input_max)
    return [requantized(input, single(input_min), single(input_max), low, high, dtype_of(out_type)), low, high]


# Arithmetic


def product_range(low, high, other_low, other_high, dtype, other_dtype, result_dtype):
    """Between which numbers products of two quantized numbers lie."""
    one = (high - low) / np.float32(steps_of(dtype) - 1) * ((other_high - other_low) / np.float32(steps_of(other_dtype) - 1))
    limits = np.iinfo(result_dtype)
    return [np.float32(one * np.float32(limits.min)), np.float32(one * np.float32(limits.max))]


def centred(numbers, low, high):
    """Integers whose 0 stands for 0."""
    return numbers.astype(np.int64) - zero_of(numbers.dtype, low, high)


class QuantizedMatMul(OpSemantics):
    def infer(a, b, transpose_a, transpose_b):
        return [matmul(with_rank(a.shape, 2, "a"), with_rank(b.shape, 2, "b"), transpose_a, transpose_b), (), ()]

    def evaluate(a, b, min_a, max_a, min_b, max_b, transpose_a, transpose_b, Toutput):
        ranges = single(min_a), single(max_a), single(min_b), single(max_b)
        left, right = centred(a, *ranges[:2]), centred(b, *ranges[2:])
        result = (left.T if transpose_a else left) @ (right.T if transpose_b else right)
        kind = dtype_of(Toutput)
        return [result.astype(kind), *product_range(*ranges, a.dtype, b.dtype, kind)]


def padding_number(zero: int) -> int:
    """What the kernel pads a centred image by: the byte of what stands for 0, where that is more than a byte (of a range below 0)."""
    return zero % 256 - zero if zero > 255 else 0


class QuantizedConv2D(OpSemantics):
    def infer(input, filter, strides, padding, dilations):
        return [Conv2D.infer(input, filter, strides, padding, "NHWC", dilations), (), ()]

    def evaluate(op, operands, input, filter, min_input, max_input, min_filter, max_filter, strides, padding, dilations, out_type):
        if filter.dtype == np.int8:
            return FusedConvolution.evaluate(op, operands, strides, padding, dilations, out_type)  # the only kernel for these is of those
        ranges = single(min_input), single(max_input), single(min_filter), single(max_filter)
        left, right = centred(input, *ranges[:2]), centred(filter, *ranges[2:])
        beyond = padding_number(zero_of(input.dtype, *ranges[:2]))
        left = padded(left, filter.shape[:2], strides[1:3], (padding, padding), dilations[1:3], beyond)
        result, kind = Conv2D.evaluate(left, right, strides, "VALID", "NHWC", dilations), dtype_of(out_type)
        return [result.astype(kind), *product_range(*ranges, input.dtype, filter.dtype, kind)]


class Paired(OpSemantics, family=True):
    def infer(operands):
        return [broadcast(operands[0].shape, operands[1].shape), (), ()]


def multiplied(x, y, min_x, max_x, min_y, max_y, Toutput):
    ranges, kind = (single(min_x), single(max_x), single(min_y), single(max_y)), dtype_of(Toutput)
    result = centred(x, *ranges[:2]) * centred(y, *ranges[2:])
    return [result.astype(kind), *product_range(*ranges, x.dtype, y.dtype, kind)]


def whole_single(x):
    """As `rounded`; what is added is less than a half, since sums of f32 are rounded themselves."""
    return np.trunc(x + np.copysign(np.nextafter(np.float32(0.5), np.float32(0)), x))


def to_single(numbers, low, high):
    """The floats that integers stand for, all of it computed in f32."""
    scale = np.float32(float(high - low) / (steps_of(numbers.dtype) - 1))
    first = low if low == high else whole_single(low / scale) * scale
    return (numbers.astype(np.float32) - np.float32(np.iinfo(numbers.dtype).min)) * scale + first


def to_quantized_in_single(x, low, high, dtype):
    """The integers that stand for floats, computed in f32, which has 24 of the digits of 32-bit integers: first that of `low` may be one other
    than the least."""
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    scale = np.float32(0 if low == high else (steps_of(dtype) - 1) / float(high - low))
    numbers = whole_single(x * scale) - (whole_single(low * scale) - np.float32(least))
    return np.clip(numbers, np.float32(least), np.nextafter(np.float32(most), np.float32(0))).astype(np.int64)


def with_bias(input, bias, min_input, max_input, min_bias, max_bias, out_type):
    """Both in a range so wide that sums of 2^17 of them stay inside."""
    ranges, kind = ((single(min_input), single(max_input)), (single(min_bias), single(max_bias))), dtype_of(out_type)
    limit = np.float32(max([max(high, -low) for low, high in ranges]) * np.float32(1 << 17))
    numbers = [to_quantized_in_single(to_single(each, *ends), -limit, limit, kind) for each, ends in zip((input, bias), ranges)]
    return [(sum(numbers) + zero_of(kind, -limit, limit)).astype(kind), -limit, limit]


def added(x, y, min_x, max_x, min_y, max_y, Toutput):
    """Both in a range so wide that sums of 2^14 of them stay inside, by a whole number for a step of each; a single number, of two the
    first, by itself."""
    ranges, kind = (single(min_x), single(max_x), single(min_y), single(max_y)), dtype_of(Toutput)
    limit = np.float32(max(ranges[1], -ranges[0], ranges[3], -ranges[2]) * np.float32(1 << 14))
    total = np.zeros((), np.int64)
    for numbers, low, high, is_single in ((x, *ranges[:2], x.size == 1), (y, *ranges[2:], y.size == 1 != x.size)):
        if is_single:
            total = total + to_quantized(to_float(numbers, low, high), -limit, limit, kind, clamp=False)
            continue
        first, second = to_quantized(to_float(np.array([0, 1], numbers.dtype), low, high), -limit, limit, kind, clamp=False)
        total = total + first + numbers.astype(np.int64) * (second - first)
    return [total.astype(kind), -limit, limit]


def clipped(features, low, high, most=None):
    """Integers that stand for numbers no less than 0, and no more than `most`."""
    zero = to_quantized(np.float32(0), low, high, features.dtype)
    result = np.maximum(features, zero)
    return [result if most is None else np.minimum(result, to_quantized(most, low, high, features.dtype)), low, high]


# Pooling, shapes


class QuantizedPool(OpSemantics, family=True):
    def infer(input, ksize, strides, padding):
        return [pool_shape([input], ksize, strides, padding, "NHWC"), (), ()]


def averaged(input, min_input, max_input, ksize, strides, padding):
    means = average_pool(input.astype(np.float64), ksize, strides, padding, "NHWC")
    return [np.trunc(means).astype(input.dtype), single(min_input), single(max_input)]


class QuantizedReshape(OpSemantics):
    def infer(tensor, shape):
        return [Reshape.infer(tensor, shape), (), ()]

    def evaluate(tensor, shape, input_min, input_max):
        return [Reshape.evaluate(tensor, shape), input_min, input_max]


class QuantizedConcatV2(OpSemantics):
    """Along one axis, all in the range that covers those of the operands and begins at 0 or below; around 0 where the type has a sign."""

    def infer(values, axis):
        return [ConcatV2.infer(values, axis), (), ()]

    def evaluate(values, axis, input_mins, input_maxes):
        low, high = min(0, *map(single, input_mins)), max(map(single, input_maxes))
        if np.iinfo(values[0].dtype).min:
            low, high = -max(-low, abs(high)), max(-low, abs(high))
        low, high = np.float32(low), np.float32(high)
        parts = [
            each if (own_low, own_high) == (low, high) else moved(each, own_low, own_high, low, high)
            for each, own_low, own_high in zip(values, map(single, input_mins), map(single, input_maxes))
        ]
        return [np.concatenate(parts, int(axis)), low, high]


def moved(numbers, low, high, new_low, new_high):
    """Integers of one range as those of another, computed in f32."""
    return quantized_first(dequantized_first(numbers, low, high), new_low, new_high, numbers.dtype, None, None)[0].astype(numbers.dtype)


class QuantizedConcat(QuantizedConcatV2):
    def infer(concat_dim, values):
        return [ConcatV2.infer(values, concat_dim), (), ()]

    def evaluate(concat_dim, values, input_mins, input_maxes):
        return QuantizedConcatV2.evaluate(values, concat_dim, input_mins, input_maxes)


SEMANTICS = {
    **ops_of(
        Ranged,
        Requantize=requantize,
        QuantizeDownAndShrinkRange=shrunk,
        QuantizedBiasAdd=with_bias,
        QuantizedRelu=lambda features, min_features, max_features: clipped(features, single(min_features), single(max_features)),
        QuantizedRelu6=lambda features, min_features, max_features: clipped(features, single(min_features), single(max_features), 6),
        QuantizedReluX=lambda features, max_value, min_features, max_features: clipped(
            features, single(min_features), single(max_features), single(max_value)
        ),
    ),
    **ops_of(Paired, QuantizedMul=multiplied, QuantizedAdd=added),
    **ops_of(
        QuantizedPool,
        QuantizedAvgPool=averaged,
        QuantizedMaxPool=lambda input, min_input, max_input, ksize, strides, padding: [
            max_pool(input, ksize, strides, padding, "NHWC"), single(min_input), single(max_input),
        ],
    ),
}  # fmt: skip
