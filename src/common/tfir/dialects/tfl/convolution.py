"""Convolutions and products of matrices: of floats, of stored integers with factors for each channel, and of floats with stored weights,
for which operands are quantized as the program runs.

Source: tensorflow/lite/kernels/{conv,depthwise_conv,transpose_conv,conv3d,fully_connected,batch_matmul}.cc and their reference kernels.
"""

from __future__ import annotations

from tfir.dialects.tfl.elementwise import activated
from tfir.dialects.tfl.fixed_point import channel_factors, finished, scaled, scaled_once, scaled_wide
from tfir.dialects.tfl.in_tensorflow import Number, constant, family, tf
from tfir.ir.types import F32, F64, I32, I64
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SEMANTICS, means, _ = family()
Product = "Callable[[Number, Number], Number]"


def products(x: Number, weights: Number, product: Callable[[Number, Number], Number], wide: bool = False) -> Number:
    """A sum of products of stored integers less their zero points, as i64. Products are of i32; where these overflow, the low and high bytes of the
    operand apart."""
    w = weights.to(I32)
    if any(weights.quantized.zero_points):
        w = w - int(weights.zero)
    numbers = x.to(I32)
    if x.quantized is not None and x.zero:
        numbers = numbers - x.zero
    if not wide:
        return product(numbers, w).to(I64)
    return product(numbers >> 8, w).to(I64) * 256 + product(numbers & 255, w).to(I64)


def real_factors(x: Number, weights: Number, result: Any, is_legacy: bool) -> list[float]:
    """The factors from products to the scale of the result; `is_legacy`: from a product of f32, one for all channels."""
    scale = float(np.float32(result.scales[0]))
    if is_legacy:
        return [float(np.float32(x.scale * weights.scale)) / scale]
    assert weights.quantized is not None
    return [float(x.scale) * float(np.float32(each)) / scale for each in weights.quantized.scales]


def requantized(
    total: Number,
    x: Number,
    weights: Number,
    bias: Number | None,
    result: Any,
    activation: str,
    is_legacy: bool = False,
    rounds: Any = scaled,
) -> Number:
    """Products, with the bias, as stored integers of the result."""
    if bias is not None:
        total = total + bias.to(I64)
    reals = real_factors(x, weights, result, is_legacy)
    multiplier, shift = channel_factors(reals, total.rank)
    if x.element.width == 16 and (bias is None or bias.element.width == 64):
        return finished(scaled_wide(total, multiplier, shift), result, activation)
    return finished(rounds(total, multiplier, shift), result, activation)


def with_bias(x: Number, bias: Number | None, activation: str) -> Number:
    return activated(x if bias is None else x + bias, activation)


def convolved(input, filter, bias, product, activation, result, axis: int) -> Number:
    """A convolution of any kind; `axis` is that of the output channels in the filter."""
    if filter.quantized is None:
        return with_bias(product(input, filter), bias, activation)
    if input.quantized is None:
        flat, sizes = tf("Reshape", input, [input.shape[0], -1]), list(input.shape)
        numbers, scale, zero = asymmetric_rows(flat)
        total = products((numbers - zero).reshape(*sizes), filter, product).to(F32)
        scales = np.array(filter.quantized.scales, np.float32)
        per_row = scale.reshape(-1, *[1] * (total.rank - 1))
        return with_bias(total * (per_row * scales), bias, activation)
    is_unsigned = input.element.signedness == "u"
    total = products(input, filter, product, wide=input.element.width == 16)
    return requantized(total, input, filter, bias, result, activation, is_legacy=is_unsigned)


def quantized_rows(x: Number) -> tuple[Number, Number]:
    """Floats as integers of 8 bits, with a scale for each place of the first axis, by the largest of what is there."""
    axes = list(range(1, x.rank))
    largest = tf("Max", abs(x), axes, keep_dims=True)
    scale = largest / 127.0
    inverse = tf("SelectV2", largest > 0.0, 127.0 / largest, tf("ZerosLike", largest))
    numbers = tf("ClipByValue", away(x * inverse), -127.0, 127.0).to(I32)
    return numbers, scale


def away(x: Number) -> Number:
    """To the nearest whole number, ties away from zero."""
    return tf("Sign", x) * tf("Floor", abs(x) + 0.5)


def in_order(filter: Number) -> Number:
    """A filter [O, H, W, I] as TensorFlow has it: [H, W, I, O]."""
    return tf("Transpose", filter, [1, 2, 3, 0])


@means
def conv_2d(
    input, filter, bias, dilation_h_factor, dilation_w_factor, fused_activation_function, padding, stride_h, stride_w, result_types
):
    def product(x, w):
        strides, dilations = [1, stride_h, stride_w, 1], [1, dilation_h_factor, dilation_w_factor, 1]
        return tf("Conv2D", x, in_order(w), strides=strides, dilations=dilations, padding=padding)

    return convolved(input, filter, bias, product, fused_activation_function, result_types[0].element, 0)


@means
def depthwise_conv_2d(
    input, filter, bias, dilation_h_factor, dilation_w_factor, fused_activation_function, padding, stride_h, stride_w, result_types
):
    """As a convolution with a group for each channel of the operand: [1, H, W, C * m] is then a filter [H, W, 1, C * m]."""

    def product(x, w):
        strides, dilations = [1, stride_h, stride_w, 1], [1, dilation_h_factor, dilation_w_factor, 1]
        w = tf("Transpose", w, [1, 2, 0, 3])
        return tf("Conv2D", x, w, strides=strides, dilations=dilations, padding=padding)

    return convolved(input, filter, bias, product, fused_activation_function, result_types[0].element, 3)


@means
def transpose_conv(output_shape, weights, input, bias, padding, stride_h, stride_w, fused_activation_function, result_types):
    def product(x, w):
        w = tf("Transpose", w, [1, 2, 0, 3])
        return tf("Conv2DBackpropInput", output_shape, w, x, strides=[1, stride_h, stride_w, 1], padding=padding)

    return convolved(input, weights, bias, product, fused_activation_function, result_types[0].element, 0)


@means
def conv_3d(
    input,
    filter,
    bias,
    dilation_d_factor,
    dilation_h_factor,
    dilation_w_factor,
    fused_activation_function,
    padding,
    stride_d,
    stride_h,
    stride_w,
):
    strides, dilations = [1, stride_d, stride_h, stride_w, 1], [1, dilation_d_factor, dilation_h_factor, dilation_w_factor, 1]
    return with_bias(tf("Conv3D", input, filter, strides=strides, dilations=dilations, padding=padding), bias, fused_activation_function)


@means
def conv_3d_transpose(
    output_shape,
    filter,
    input,
    bias,
    dilation_d_factor,
    dilation_h_factor,
    dilation_w_factor,
    fused_activation_function,
    padding,
    stride_d,
    stride_h,
    stride_w,
):
    strides, dilations = [1, stride_d, stride_h, stride_w, 1], [1, dilation_d_factor, dilation_h_factor, dilation_w_factor, 1]
    product = tf("Conv3DBackpropInputV2", output_shape, filter, input, strides=strides, dilations=dilations, padding=padding)
    return with_bias(product, bias, fused_activation_function)


# Matrices


@means
def fully_connected(input, filter, bias, fused_activation_function, keep_num_dims, asymmetric_quantize_inputs, result_types):
    depth = filter.shape[1]
    rows = tf("Reshape", input, [-1, depth])
    rows.quantized = input.quantized

    def product(x, w):
        return tf("MatMul", x, w, transpose_b=True)

    result = result_types[0].element
    if filter.quantized is not None and input.quantized is None:
        answer = hybrid_product(rows, filter, bias, fused_activation_function, bool(asymmetric_quantize_inputs))
    elif filter.quantized is None:
        answer = with_bias(product(rows, filter), bias, fused_activation_function)
    else:
        total = products(rows, filter, product, wide=input.element.width == 16)
        if input.element.width == 16:
            answer = by_doubles(total, rows, filter, bias, result, fused_activation_function)
        else:
            is_legacy = len(filter.quantized.scales) == 1
            answer = requantized(total, rows, filter, bias, result, fused_activation_function, is_legacy, scaled_once)
    return like_operand(answer, input) if keep_num_dims else answer


def by_doubles(total: Number, x: Number, weights: Number, bias: Number | None, result: Any, activation: str) -> Number:
    """Products of operands of 16 bits as stored integers of the result, by factors of f64, rounded once, ties away from zero."""
    total = total if bias is None else total + bias.to(I64)
    scales = np.array(real_factors(x, weights, result, False))
    return finished(away(total.to(F64) * scales).to(I64), result, activation)


def like_operand(x: Number, operand: Number) -> Number:
    """Rows in the shape of an operand, but for the last axis."""
    shape = operand.type.shape
    assert shape is not None
    sizes = list(shape[:-1])
    last = x.shape[-1]
    if sizes.count(None) <= 1:
        return x.reshape(*[-1 if size is None else size for size in sizes], last)
    all_but_last = tf("StridedSlice", tf("Shape", operand), [0], [-1], [1])
    return tf("Reshape", x, tf("ConcatV2", [all_but_last, constant([last])], 0))


def hybrid_product(rows: Number, filter: Number, bias: Number | None, activation: str, is_asymmetric: bool) -> Number:
    """Floats times stored weights: rows are quantized with a scale of their own, and with `is_asymmetric` a zero point."""
    scales = np.array(filter.quantized.scales, np.float32)

    def product(x, w):
        return tf("MatMul", x, w, transpose_b=True)

    if is_asymmetric:
        numbers, scale, zero = asymmetric_rows(rows)
    else:
        (numbers, scale), zero = quantized_rows(rows), None
    total = product(numbers, filter.to(I32))
    if zero is not None:
        total = total - zero * tf("Sum", filter.to(I32), [1])
    return with_bias(total.to(F32) * (scale * scales), bias, activation)


def asymmetric_rows(x: Number) -> tuple[Number, Number, Number]:
    """Floats as integers from -128 on, with a scale and a zero point for each row, so that 0 is one of them."""
    least = tf("Minimum", tf("Min", x, [1], keep_dims=True), 0.0)
    most = tf("Maximum", tf("Max", x, [1], keep_dims=True), 0.0)
    scale = (most - least) / 255.0
    zero_from_low, zero_from_high = -128.0 - least / scale, 127.0 - most / scale
    low_error, high_error = 128.0 + abs(least / scale), 127.0 + abs(most / scale)
    zero = tf("SelectV2", low_error < high_error, zero_from_low, zero_from_high)
    zero = tf("ClipByValue", away(zero), -128.0, 127.0)
    is_flat = tf("Equal", least, most)
    scale = tf("SelectV2", is_flat, tf("OnesLike", scale), scale)
    zero = tf("SelectV2", is_flat, tf("ZerosLike", zero), zero)
    numbers = tf("ClipByValue", away(zero + x * (1.0 / scale)), -128.0, 127.0)
    return numbers.to(I32), scale, zero.to(I32)


@means
def batch_matmul(x, y, adj_x, adj_y, asymmetric_quantize_inputs, result_types):
    def product(a, b):
        return tf("BatchMatMulV2", a, b, adj_x=adj_x, adj_y=adj_y)

    if y.quantized is None:
        return product(x, y)
    result = result_types[0].element
    if x.quantized is None:
        rows = tf("Transpose", x, [*range(x.rank - 2), x.rank - 1, x.rank - 2]) if adj_x else x
        flat = rows.reshape(-1, rows.shape[-1])
        numbers, scale = quantized_rows(flat)
        numbers = numbers.reshape(*rows.shape)
        total = tf("BatchMatMulV2", numbers, y.to(I32), adj_x=False, adj_y=adj_y).to(F32)
        return total * (scale.reshape(*rows.shape[:-1], 1) * np.array(y.quantized.scales[0], np.float32))
    if getattr(result, "storage", result).width == 32:
        return product(x.to(I32), y.to(I32))
    left, right = x.to(I32) - x.zero, y.to(I32) - y.zero
    if x.element.width == 16:
        total = product(left.to(I64), right.to(I64))
    else:
        total = product(left, right).to(I64)
    multiplier, shift = channel_factors([float(np.float32(x.scale * y.scale)) / float(np.float32(result.scales[0]))], total.rank)
    return finished((scaled_wide if x.element.width == 16 else scaled)(total, multiplier, shift), result)
