"""Windows: averages, largest elements, roots of mean squares, normalization across channels.

Source: tensorflow/lite/kernels/{pooling,local_response_norm}.cc and their reference kernels.
"""

from __future__ import annotations

from tfir.dialects.tfl.elementwise import activated
from tfir.dialects.tfl.fixed_point import activation_limits
from tfir.dialects.tfl.in_tensorflow import Number, clamp, constant, family, tf, where
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import window_padding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEMANTICS, means, _ = family()


def windows(filter_height: int, filter_width: int, stride_h: int, stride_w: int, padding: str) -> dict[str, Any]:
    return {"ksize": [1, filter_height, filter_width, 1], "strides": [1, stride_h, stride_w, 1], "padding": padding}


def within(x: Number, result: Any, activation: str) -> Number:
    low, high = activation_limits(activation, result)
    return clamp(x, low, high)


@means
def average_pool_2d(input, filter_height, filter_width, padding, stride_h, stride_w, fused_activation_function, result_types):
    if input.quantized is None:
        words = windows(filter_height, filter_width, stride_h, stride_w, padding)
        return activated(tf("AvgPool", input, **words), fused_activation_function)
    result = result_types[0].element
    ones = constant(np.ones((filter_height, filter_width, 1, input.shape[3])), I32)
    total = tf("Conv2D", input.to(I32), ones, strides=[1, stride_h, stride_w, 1], padding=padding)
    counts = [counted(*each, padding) for each in ((input.shape[1], filter_height, stride_h), (input.shape[2], filter_width, stride_w))]
    count = np.outer(*counts).reshape(1, len(counts[0]), len(counts[1]), 1)
    half = count // 2
    moved = total + half if input.element.signedness == "u" else where(total > 0, total + half, total - half)
    return within(tf("TruncateDiv", moved, count), result, fused_activation_function).to(input.element)


def counted(size: int, window: int, stride: int, padding: str) -> list[int]:
    """How many elements each window has, along one axis."""
    places = -(-size // stride) if padding == "SAME" else (size - window) // stride + 1
    before: Any = window_padding(size, window, stride, "SAME")[0] if padding == "SAME" else 0
    starts = [place * stride - before for place in range(places)]
    return [min(start + window, size) - max(start, 0) for start in starts]


@means
def max_pool_2d(input, padding, stride_w, stride_h, filter_width, filter_height, fused_activation_function, result_types):
    largest = tf("MaxPool", input, **windows(filter_height, filter_width, stride_h, stride_w, padding))
    if input.quantized is None:
        return activated(largest, fused_activation_function)
    return within(largest, result_types[0].element, fused_activation_function)


@means
def l2_pool_2d(input, padding, stride_w, stride_h, filter_width, filter_height, fused_activation_function):
    words = windows(filter_height, filter_width, stride_h, stride_w, padding)
    return activated(tf("Sqrt", tf("AvgPool", input * input, **words)), fused_activation_function)


@means
def local_response_normalization(input, radius, bias, alpha, beta):
    """Divided by a power of the squares of channels around, of which TFLite's kernel leaves out the last: c - radius to c + radius - 1."""
    depth = input.shape[-1]
    places = np.arange(depth)
    distance = places[:, None] - places[None, :]
    band = ((distance >= -radius) & (distance < radius)).astype(np.float32)
    squares = tf("MatMul", tf("Reshape", input * input, [-1, depth]), band)
    return input * tf("Pow", tf("Reshape", squares, list(input.shape)) * alpha + bias, constant(-beta, input.element))


REDUCTIONS = {"ADD": "AddV2", "MUL": "Mul", "MINIMUM": "Minimum", "MAXIMUM": "Maximum", "ALL": "LogicalAnd", "ANY": "LogicalOr"}


@means
def reduce_window(input, init_value, window_shape, window_strides, window_dilations, reduce_function, result_types):
    """The kernel goes through memory by steps: a window that reaches beyond the end of a row goes on in the next, and behind the last is nothing that
    anything says; here the last element."""
    if reduce_function not in REDUCTIONS:
        raise Error(f"reduces by {reduce_function}, which no kernel does")
    window, strides, dilations = [told(each) for each in (window_shape, window_strides, window_dilations)]
    steps = np.append(np.cumprod(input.shape[:0:-1])[::-1], 1).astype(np.int64)
    counts = (np.array(input.shape) - ((window - 1) * dilations + 1) + strides - 1) // strides + 1
    starts = sum_of_places(counts, steps * strides)
    flat, is_truth = input.reshape(-1), reduce_function in ("ALL", "ANY")
    flat = tf("NotEqual", flat, 0) if is_truth else flat
    first = init_value.reshape()
    total = tf("BroadcastTo", tf("NotEqual", first, 0) if is_truth else first, counts.astype(np.int32))
    for offset in sum_of_places(window, steps * dilations).ravel().tolist():
        places = np.minimum(starts + offset, max(flat.shape[0] - 1, 0)).astype(np.int32)
        total = tf(REDUCTIONS[reduce_function], total, tf("GatherV2", flat, places, 0))
    return total.to(input.element)


def told(sizes: Number) -> Any:
    if sizes.content is None:
        raise Error("has a window that is no constant")
    return np.asarray(sizes.content, np.int64)


def sum_of_places(counts: Any, steps: Any) -> Any:
    """Where elements stand in memory, by how far they are apart along each axis."""
    places = np.zeros([1] * len(counts), np.int64)
    for axis, (count, step) in enumerate(zip(counts, steps)):
        places = places + (np.arange(count) * step).reshape([-1 if each == axis else 1 for each in range(len(counts))])
    return places
