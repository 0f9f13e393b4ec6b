"""Lowerings: operators of ONNX Runtime's own domain, com.microsoft, as its optimizer and its quantizer write them into models.

A node has no line in the dialect's table: `lowered_by_order` says how a function's parameters are bound.
"""

from __future__ import annotations

from functools import partial

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32, UI8

from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    broadcast_to,
    clamp,
    concatenate,
    iota,
    maximum,
    select,
    splat,
    take,
    tanh,
    unary,
    widened,
)
from tfopt.onnx_to_stablehlo.contraction import Gemm, matmul
from tfopt.onnx_to_stablehlo.elementwise import Gelu, HardSigmoid, LeakyRelu, gated
from tfopt.onnx_to_stablehlo.normalization import softmax, standardized
from tfopt.onnx_to_stablehlo.quantization import DequantizeLinear, DynamicQuantizeLinear, QuantizeLinear, centred, rounded
from tfopt.onnx_to_stablehlo.reduction import mean
from tfopt.onnx_to_stablehlo.window import AveragePool, Conv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


OPERATORS: dict[str, Callable[..., Any]] = {}


def of_runtime(function):
    """Registers the lowering of the operator that the function is named after."""
    OPERATORS[function.__name__] = function
    return function


def unwritten(**parts: Any) -> None:
    """Raises Error that names what a lowering does not take."""
    name = next((name for name, value in parts.items() if value not in (None, 0)), None)
    if name is not None:
        raise Error(f"has '{name}', which is not lowered")


# Products


@of_runtime
def FusedMatMul(A, B, /, alpha=1.0, transA=0, transB=0, transBatchA=0, transBatchB=0):
    unwritten(transBatchA=transBatchA, transBatchB=transBatchB)
    product = matmul(turned(A) if transA else A, turned(B) if transB else B)
    return product if alpha == 1.0 else product * alpha


def turned(x: Tensor) -> Tensor:
    return x.transpose(*range(x.rank - 2), x.rank - 1, x.rank - 2)


@of_runtime
def FusedGemm(
    A, B, C, /, alpha=1.0, beta=1.0, transA=0, transB=0, activation="", activation_alpha=None, activation_beta=None, activation_gamma=None,
):  # fmt: skip
    numbers = [number for number in (activation_alpha, activation_beta, activation_gamma) if number is not None]
    return activated(Gemm(A, B, alpha, beta, transA, transB, C), activation, numbers)


@of_runtime
def FusedConv(
    X, W, B, Z, /, auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None, pads=None, strides=None, activation="", activation_params=(),
):  # fmt: skip
    result = Conv(X, W, auto_pad, dilations, group, kernel_shape, pads, strides, B)
    return activated(result if Z is None else result + Z, activation, list(activation_params))


def activated(x: Tensor, name: str, numbers: list[float]) -> Tensor:
    if name not in ACTIVATIONS:
        raise Error(f"has the activation '{name}', which is not lowered")
    return ACTIVATIONS[name](x, *numbers)


def sigmoid(x: Tensor) -> Tensor:
    return unary("logistic", x)


ACTIVATIONS: dict[str, Callable[..., Tensor]] = {
    "": lambda x: x,
    "Relu": lambda x: maximum(x, 0),
    "Sigmoid": sigmoid,
    "Tanh": tanh,
    "LeakyRelu": lambda x, alpha=0.01: LeakyRelu(x, alpha),
    "Clip": lambda x, low, high: clamp(low, x, high),
    "HardSigmoid": lambda x, alpha=0.2, beta=0.5: HardSigmoid(x, alpha, beta),
}


@of_runtime
def DynamicQuantizeMatMul(A, B, b_scale, b_zero_point, bias, /):
    whole, scale, zero = DynamicQuantizeLinear(A)
    return in_floats(whole, B, scale, b_scale, zero, b_zero_point, bias)


@of_runtime
def MatMulIntegerToFloat(A, B, a_scale, b_scale, a_zero_point, b_zero_point, bias, /):
    return in_floats(A, B, a_scale, b_scale, a_zero_point, b_zero_point, bias)


def in_floats(a, b, a_scale, b_scale, a_zero, b_zero, bias) -> Tensor:
    """A product of integers in the numbers that they stand for; scales of the right side are one, or one for each column."""
    left = a.convert(I32) if a_zero is None else centred(a, a_zero, a.rank - 2)
    right = b.convert(I32) if b_zero is None else centred(b, b_zero, b.rank - 1)
    product = matmul(left, right).convert(F32)
    factor = b_scale.reshape() if b_scale.size == 1 else along(b_scale.reshape(b_scale.size), product, product.rank - 1)
    product = product * (a_scale.reshape() * factor)
    return product if bias is None else product + bias


@of_runtime
def MatMulNBits(A, B, scales, zero_points, g_idx, bias, /, K, N, bits=4, block_size=32, accuracy_level=0, weight_prepacked=0):
    """Weights of a few bits in blocks along what is summed, the low bits of a byte first."""
    unwritten(g_idx=None if g_idx is None else 1, weight_prepacked=weight_prepacked)
    if bits not in (2, 4, 8):
        raise Error(f"has weights of {bits} bits")
    blocks = -(-K // block_size)
    stored = unpacked(B.reshape(N, -1 if B.size is None else B.size // N), bits).convert(F32)
    stored = stored.reshape(N, blocks, block_size)
    if zero_points is None:
        zero: Any = float(1 << (bits - 1))
    elif zero_points.element is UI8:
        zero = unpacked(zero_points.reshape(N, zero_points.size // N), bits)[:, :blocks].convert(F32).expand(2)
    else:
        zero = zero_points.reshape(N, blocks).convert(F32).expand(2)
    weights = ((stored - zero) * scales.reshape(N, blocks).convert(F32).expand(2)).reshape(N, blocks * block_size)[:, :K]
    product = matmul(A.convert(F32), turned(weights))
    return (product if bias is None else product + bias.convert(F32)).convert(A.element)


def unpacked(x: Tensor, bits: int) -> Tensor:
    """Integers of some bits, of which bytes hold several, along the last axis."""
    wide, count = x.convert(I32), 8 // bits
    parts = [(wide / (1 << (bits * part)) - wide / (1 << (bits * (part + 1))) * (1 << bits)).expand(x.rank) for part in range(count)]
    return concatenate(parts, x.rank).reshape(*x.shape[:-1], x.shape[-1] * count)


@of_runtime
def QGemm(A, a_scale, a_zero_point, B, b_scale, b_zero_point, C, y_scale, y_zero_point, /, alpha=1.0, transA=0, transB=0):
    left, right = centred(A, a_zero_point, 0), centred(B, b_zero_point, 0 if transB else 1)
    total = matmul(turned(left) if transA else left, turned(right) if transB else right)
    total = total if C is None else total + C
    factor = b_scale.reshape() if b_scale.size == 1 else along(b_scale, total, 1)
    numbers = total.convert(F32) * (a_scale.reshape() * factor * alpha)
    return numbers if y_scale is None else rounded(numbers / y_scale.reshape(), y_zero_point.reshape(), y_zero_point.element)


# Elementwise


@of_runtime
def BiasGelu(A, B, /):
    return Gelu(A + B, "none")


@of_runtime
def FastGelu(X, bias, /):
    return Gelu(X if bias is None else X + bias, "tanh")


@of_runtime
def QuickGelu(X, /, alpha=1.702):
    return gated(X, alpha)


OPERATORS["Gelu"] = lambda X, /: Gelu(X, "none")


def dequantized(x, scale, zero) -> Tensor:
    return DequantizeLinear(x, scale, 1, x_zero_point=zero)


def quantized_again(x: Tensor, scale, zero, like_) -> Tensor:
    return rounded(x / scale.reshape(), None if zero is None else zero.reshape(), (like_ if zero is None else zero).element)


def of_two_quantized(function, A, A_scale, A_zero, B, B_scale, B_zero, C_scale, C_zero, /):
    result = function(dequantized(A, A_scale, A_zero), dequantized(B, B_scale, B_zero))
    return quantized_again(result, C_scale, C_zero, A)


OPERATORS["QLinearAdd"] = partial(of_two_quantized, lambda x, y: x + y)
OPERATORS["QLinearMul"] = partial(of_two_quantized, lambda x, y: x * y)


@of_runtime
def QLinearSigmoid(X, X_scale, X_zero_point, Y_scale, Y_zero_point, /):
    return quantized_again(sigmoid(dequantized(X, X_scale, X_zero_point)), Y_scale, Y_zero_point, X)


@of_runtime
def QLinearLeakyRelu(X, X_scale, X_zero_point, Y_scale, Y_zero_point, /, alpha=0.01):
    return quantized_again(LeakyRelu(dequantized(X, X_scale, X_zero_point), alpha), Y_scale, Y_zero_point, X)


@of_runtime
def QLinearSoftmax(X, X_scale, x_zero_point, y_scale, y_zero_point, /, axis=-1, opset=13):
    x = dequantized(X, X_scale, x_zero_point)
    axes = [axis % x.rank] if opset >= 13 else list(range(axis % x.rank, x.rank))
    return quantized_again(softmax(x, axes), y_scale, y_zero_point, X)


@of_runtime
def QLinearGlobalAveragePool(X, x_scale, x_zero_point, y_scale, y_zero_point, /, channels_last=0):
    axes = list(range(1, X.rank - 1)) if channels_last else list(range(2, X.rank))
    return quantized_again(mean(dequantized(X, x_scale, x_zero_point), axes, True), y_scale, y_zero_point, X)


@of_runtime
def QLinearAveragePool(
    X, x_scale, x_zero_point, y_scale, y_zero_point, /, auto_pad="NOTSET", ceil_mode=0, count_include_pad=0, kernel_shape=(), pads=None, strides=None,
    channels_last=0,
):  # fmt: skip
    unwritten(channels_last=channels_last)
    x = AveragePool(dequantized(X, x_scale, x_zero_point), auto_pad, ceil_mode, count_include_pad, None, list(kernel_shape), pads, strides)
    return quantized_again(x, y_scale, y_zero_point, X)


@of_runtime
def QLinearConcat(*inputs, axis):
    (scale, zero), rest = inputs[:2], inputs[2:]
    parts = [quantized_again(dequantized(*rest[at : at + 3]), scale, zero, zero) for at in range(0, len(rest), 3)]
    return concatenate(parts, axis % parts[0].rank)


OPERATORS["QuantizeLinear"] = lambda x, y_scale, y_zero_point, /, axis=1: QuantizeLinear(x, y_scale, axis, 0, 1, 0, y_zero_point)
OPERATORS["DequantizeLinear"] = lambda x, x_scale, x_zero_point, /, axis=1: DequantizeLinear(x, x_scale, axis, 0, x_zero_point)


# Transformers


@of_runtime
def SkipLayerNormalization(input, skip, gamma, beta, bias, /, epsilon=1e-12):
    total = input + (skip if bias is None else skip + bias)
    normal, average, factor = standardized(widened(total), [total.rank - 1], epsilon)
    result = normal.convert(input.element) * gamma
    return [result if beta is None else result + beta, average, factor, total]


@of_runtime
def SkipSimplifiedLayerNormalization(input, skip, gamma, bias, /, epsilon=1e-12):
    total = input + (skip if bias is None else skip + bias)
    x = widened(total)
    factor = unary("rsqrt", mean(x * x, [x.rank - 1], True) + epsilon)
    return [(x * factor).convert(input.element) * gamma, mean(x, [x.rank - 1], True), factor, total]


@of_runtime
def EmbedLayerNormalization(
    input_ids, segment_ids, word_embedding, position_embedding, segment_embedding, gamma, beta, mask, position_ids, /, epsilon=1e-12,
    mask_index_type=0,
):  # fmt: skip
    batch, length = input_ids.shape
    total = take(word_embedding, input_ids, 0)
    places = position_embedding[0:length].expand(0) if position_ids is None else take(position_embedding, position_ids, 0)
    total = total + broadcast_to(places, total.shape)
    total = total if segment_embedding is None else total + take(segment_embedding, segment_ids, 0)
    normal, _, _ = standardized(widened(total), [2], epsilon)
    lengths = (input_ids * 0).sum(1) if mask is None else mask.sum(1)
    return [normal.convert(gamma.element) * gamma + beta, lengths.convert(I32), total]


@of_runtime
def Attention(
    input, weights, bias, mask_index, past, attention_bias, past_sequence_length, /, num_heads, unidirectional=0, qkv_hidden_sizes=(), scale=0.0,
    mask_filter_value=-10000.0, do_rotary=0, past_present_share_buffer=0, rotary_embedding_dim=0,
):  # fmt: skip
    unwritten(past=None if past is None else 1, do_rotary=do_rotary, past_present_share_buffer=past_present_share_buffer)
    joined = matmul(input, weights)
    joined = joined if bias is None else joined + bias
    sizes = list(qkv_hidden_sizes) or [joined.shape[2] // 3] * 3
    parts = [joined[:, :, sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(3)]
    return attended(*parts, num_heads, unidirectional, scale, mask_index, mask_filter_value, attention_bias)


@of_runtime
def MultiHeadAttention(
    query, key, value, bias, key_padding_mask, attention_bias, past_key, past_value, /, num_heads, unidirectional=0, scale=0.0,
    mask_filter_value=-10000.0,
):  # fmt: skip
    unwritten(past_key=None if past_key is None else 1, past_value=None if past_value is None else 1)
    if key is None or value is None or {key.rank, value.rank} != {3}:
        raise Error("has keys and values that are packed, or by head, which is not lowered")
    parts = [query, key, value]
    if bias is not None:
        starts = [0, *[sum([part.shape[2] for part in parts[: at + 1]]) for at in range(3)]]
        parts = [part + bias[low:high] for part, low, high in zip(parts, starts, starts[1:])]
    return attended(*parts, num_heads, unidirectional, scale, key_padding_mask, mask_filter_value, attention_bias)


def attended(query, key, value, heads, is_causal, scale, mask, filtered, bias) -> Tensor:
    """A mask is 1 where a key may be seen, by batch and key, by query besides, or by the number of keys of each in the batch."""
    batch, queries, keys = query.shape[0], query.shape[1], key.shape[1]
    query, key, value = [x.reshape(batch, x.shape[1], heads, x.shape[2] // heads).transpose(0, 2, 1, 3) for x in (query, key, value)]
    scores = matmul(query, turned(key)) * (scale or float(query.shape[3]) ** -0.5)
    if mask is not None:
        if mask.rank == 1:
            if mask.shape[0] != batch:
                raise Error("has a mask of places where keys end and begin, which is not lowered")
            places = iota((batch, keys), 1, mask.element)
            mask = (places < along(mask, places, 0)).convert(I32)
        if mask.rank > 3:
            raise Error("has a mask of four dimensions, which is not lowered")
        wide = mask.reshape(*([batch, 1, 1, keys] if mask.rank == 2 else [batch, 1, mask.shape[1], keys]))
        scores = scores + select(broadcast_to(wide, scores.shape) > 0, splat(0.0, scores.shape, scores.element), filtered)
    if is_causal:
        later = iota(scores.shape, 3) > iota(scores.shape, 2) + (keys - queries)
        scores = select(later, filtered, scores)
    scores = scores if bias is None else scores + bias
    result = matmul(softmax(scores, [3]), value).transpose(0, 2, 1, 3)
    return result.reshape(batch, queries, result.shape[2] * result.shape[3])
