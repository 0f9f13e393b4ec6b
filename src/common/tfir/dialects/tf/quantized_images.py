"""Semantics: ops of the first quantized generation on images [N, H, W, C], and those whose ranges differ from channel to channel.

Source: TensorFlow, quantized_resize_bilinear_op.cc, quantized_batch_norm_op.cc, quantized_instance_norm.cc, whose arithmetic this is.
"""

from __future__ import annotations

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.image import check_images
from tfir.dialects.tf.numerics import truncated_quotient
from tfir.dialects.tf.quantized import quantized_first, single, to_float, to_quantized
from tfir.dialects.tf.uniform_quantization import read
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import with_rank

# How many bits behind the point weights of neighbours have, and in which type is computed.
FIXED_POINT = {"uint8": (7, "int16"), "int32": (30, "int64")}


class QuantizedResizeBilinear(OpSemantics):
    def infer(images, size):
        batch, _, _, channels = with_rank(images.shape, 4, "images")
        sizes = size.as_shape
        return [None if sizes is None else (batch, *sizes, channels), (), ()]

    def evaluate(images, size, min, max, align_corners, half_pixel_centers):
        check_images(images, size)
        shape = size.tolist()
        low, high = single(min), single(max)
        if list(images.shape[1:3]) == shape:
            return [images, low, high]
        ways = [neighbours(old, new, align_corners, half_pixel_centers) for old, new in zip(images.shape[1:3], shape)]
        (top, bottom, down), (left, right, across) = ways
        rows = [images[:, row][:, :, column] for row in (top, bottom) for column in (left, right)]
        down, across = down[:, None, None], across[:, None]
        mixed = mixed_floats if images.dtype == np.float32 else mixed_integers
        return [mixed(*rows, down, across), low, high]


def neighbours(old: int, new: int, align_corners: bool, half_pixel_centers: bool):
    """For each of `new` places along an axis of `old` the two places that it lies between, and how far behind the first (f32)."""
    scale = np.float32((old - 1) / (new - 1) if align_corners and new > 1 else old / new)
    places = np.arange(new, dtype=np.float32)
    places = (places + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else places * scale
    upper = np.minimum(np.ceil(places).astype(np.int64), old - 1)
    return np.minimum(np.maximum(np.floor(places).astype(np.int64), 0), upper), upper, places - np.floor(places)


def mixed_floats(top_left, top_right, bottom_left, bottom_right, down, across):
    top, bottom = top_left + (top_right - top_left) * across, bottom_left + (bottom_right - bottom_left) * across
    return top + (bottom - top) * down


def mixed_integers(top_left, top_right, bottom_left, bottom_right, down, across):
    """In fixed point. The only way from a qint32 to other integers leads over f32."""
    dtype = top_left.dtype
    bits, kind = FIXED_POINT[dtype.name][0], np.dtype(FIXED_POINT[dtype.name][1]).type
    one = kind(1 << bits)
    down, across = [(weight * np.float32(1 << bits)).astype(kind) for weight in (down, across)]
    corners = top_left, top_right, bottom_left, bottom_right
    top_left, top_right, bottom_left, bottom_right = [each.astype(np.float32).astype(kind) for each in corners]
    top, bottom = top_left * one + (top_right - top_left) * across, bottom_left * one + (bottom_right - bottom_left) * across
    mixed = top + truncated_quotient(bottom - top, one) * down
    return truncated_quotient(mixed + one // kind(2), one).astype(dtype)


class QuantizedInstanceNorm(OpSemantics):
    """Each channel of each image less its mean, divided by its deviation, in the range that the numbers have where none is given."""

    def infer(x):
        return [with_rank(x.shape, 4, "x"), (), ()]

    def evaluate(x, x_min, x_max, output_range_given, given_y_min, given_y_max, variance_epsilon, min_separation):
        low, high = single(x_min), single(x_max)
        if output_range_given and not given_y_min < given_y_max:
            raise Error(f"given_y_min must be less than given_y_max : {given_y_min:g} >= {given_y_max:g}")
        if not low < high:
            raise Error(f"input_min must be less than input_max : {low:g} >= {high:g}")
        normal = (
            of_deviation_one((high - low) / np.float32(255), x.astype(np.float32), variance_epsilon) if x.size else x.astype(np.float32)
        )
        ends = (given_y_min, given_y_max) if output_range_given else (normal.min(initial=np.inf), normal.max(initial=-np.inf))
        first, last = map(np.float32, ends)
        if last - first < np.float32(min_separation):
            last = first + np.float32(min_separation)
        return [quantized_first(normal, first, last, x.dtype, None, None)[0].astype(x.dtype), first, last]


def of_deviation_one(scale, numbers, variance_epsilon):
    """Multiples of `scale` [N, H, W, C], each channel of each image less its mean and divided by its deviation."""
    centred = scale * (numbers - numbers.mean((1, 2), keepdims=True, dtype=np.float32))
    variance = np.square(centred).mean((1, 2), keepdims=True, dtype=np.float32)
    return centred / np.sqrt(variance + np.float32(variance_epsilon))


class QuantizedBatchNormWithGlobalNormalization(OpSemantics):
    """In fixed-point numbers of 32 bits between -2^20 and 2^20."""

    def infer(t):
        return [with_rank(t.shape, 4, "t"), (), ()]

    def evaluate(
        t, t_min, t_max, m, m_min, m_max, v, v_min, v_max, beta, beta_min, beta_max, gamma, gamma_min, gamma_max, out_type, variance_epsilon,
        scale_after_normalization,
    ):  # fmt: skip
        kind, limit = dtype_of(out_type), np.float32(1 << 20)

        def floats(numbers, low, high):
            return to_float(numbers, single(low), single(high))

        def fixed(numbers):
            return to_quantized(numbers, -limit, limit, kind)

        if t.ndim != 4:
            raise Error(f"input must be 4-dimensional{listed(t.shape)}")
        for name, each in (("mean", m), ("var", v), ("beta", beta), ("gamma", gamma)):
            if each.ndim != 1:
                raise Error(f"{name} must be 1-dimensional{listed(each.shape)}")
        scale = np.float32(1) / np.sqrt(floats(v, v_min, v_max) + np.float32(variance_epsilon))
        if scale_after_normalization:
            scale = scale * floats(gamma, gamma_min, gamma_max)
        offset = -floats(m, m_min, m_max) * scale + floats(beta, beta_min, beta_max)
        with np.errstate(over="ignore"):
            product = fixed(floats(t, t_min, t_max)) * fixed(scale)
            return [truncated_quotient(product, fixed(np.float32(1))) + fixed(offset), -limit, limit]


# A range for each channel


class RequantizationRangePerChannel(OpSemantics):
    """Between which floats the integers [N, H, W, C] lie, by the ranges of channels, and not beyond `clip_value_max`."""

    def infer():
        return [(), ()]

    def evaluate(input, input_min, input_max, clip_value_max):
        if input.ndim != 4 or not input.size:
            raise Error("input must be in NHWC format" if input.size else "input must not be empty")
        if input_min.shape != (input.shape[3],) or input_max.shape != input_min.shape:
            raise Error(f"input must have same number of channels as length of input_min: {input.shape[3]} vs {input_min.size}")
        largest = read(np.abs(input.reshape(-1, input.shape[3]).astype(np.int64)).max(0)).astype(np.float32)
        ranges = np.maximum(np.abs(input_min), np.abs(input_max)) * largest / np.float32(1 << 31)
        most = np.minimum(max(ranges.max(), np.finfo(np.float32).tiny), np.float32(clip_value_max))
        return [np.float32(0) if input.min() >= 0 else -most, most]


class RequantizePerChannel(OpSemantics):
    def infer(input):
        return [input.shape, (), ()]

    def evaluate(input, input_min, input_max, requested_output_min, requested_output_max, out_type):
        if input_max.size != input_min.size:
            raise Error(f"input_max has incorrect size, expected {input_min.size} was {input_max.size}")
        dtype, low, high = dtype_of(out_type), single(requested_output_min), single(requested_output_max)
        if dtype == np.int8 and not low < 0:
            raise Error(f"If out_type is QINT8, requested_output_max must be non negative, got {low:g}")
        widest = np.maximum(np.abs(input_min), np.abs(input_max)).reshape(-1)
        factor, limits = np.float32(127 if dtype == np.int8 else 255), np.iinfo(dtype)
        scales = factor * (widest / max(abs(low), abs(high)) / np.float32(1 << 31))
        return [np.clip(np.rint(input.astype(np.float32) * scales), limits.min, limits.max).astype(dtype), low, high]
