"""Semantics: convolution and pooling; a window moves over the spatial axes.

Everything is computed with the channels last: `NCHW` operands are turned first and results turned back. The filter of a
convolution is [spatial..., input channels / groups, output channels] whatever the data format.
"""

from itertools import product
from math import prod

from tfir.dialects.tf.numerics import finite_limit, is_narrow, limit
from tfir.dialects.tf.window_shapes import (
    convolution_shape,
    depthwise_shape,
    max_pool_shape,
    paddings_of,
    passed_over,
    places_of,
    pool_shape,
    spatial,
    split_shape,
    window_of_channels,
)
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.arrays import is_float
from tfir.ods.inference import AbstractValue
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import unify, window_paddings, with_rank


def channels_last(x, data_format: str):
    """[N, C, spatial...] as [N, spatial..., C] for the formats that begin with NC; x itself for the others."""
    return np.moveaxis(x, 1, -1) if data_format.startswith("NC") else x


def as_format(x, data_format: str):
    """The inverse of `channels_last`."""
    return np.moveaxis(x, -1, 1) if data_format.startswith("NC") else x


# Computing with channels last


def padded(x, window, strides, paddings, dilations, value=0):
    """x [N, spatial..., C] with its spatial dimensions padded by `value`, as the window, strides and paddings ask for."""
    amounts = window_paddings(x.shape[1:-1], window, strides, paddings, dilations)
    if not any([low or high for low, high in amounts]):
        return x
    return np.pad(x, [(0, 0), *amounts, (0, 0)], constant_values=value)


def taps(x, window, strides, dilations, places):
    """For each offset in the window: (offset, index of the part of the padded operand [N, spatial..., C] that it meets at all places)."""
    for offset in product(*map(range, window)):
        starts = [o * d for o, d in zip(offset, dilations)]
        yield offset, tuple([slice(None), *[slice(b, b + shapes.most((n - 1) * s + 1, 0), s) for b, n, s in zip(starts, places, strides)]])


def convolve(x, filter, strides, paddings, dilations):
    """A cross-correlation, as TensorFlow's Conv2D: x [N, spatial..., C] and filter [spatial..., C / groups, K] -> [N, places..., K].

    The number of groups follows from the shapes. Strides, paddings and dilations have an entry for each spatial dimension. f16 and bf16
    are computed in f32.
    """
    if is_narrow(x.dtype):
        return convolve(x.astype(np.float32), filter.astype(np.float32), strides, paddings, dilations).astype(x.dtype)
    window, groups = filter.shape[:-2], x.shape[-1] // max(filter.shape[-2], 1)
    places = places_of(x.shape[1:-1], window, strides, paddings, dilations)
    if not filter.size or not x.size:  # kernels multiply no padding then
        return np.zeros((len(x), *places, filter.shape[-1]), x.dtype)
    x = padded(x, window, strides, paddings, dilations)
    columns = np.concatenate([x[where] for _, where in taps(x, window, strides, dilations, places)], -1)
    if groups <= 1:
        return _product(columns, filter)
    columns = columns.reshape(*columns.shape[:-1], prod(window), groups, filter.shape[-2])
    kernel = filter.reshape(prod(window), filter.shape[-2], groups, filter.shape[-1] // groups)
    result = np.einsum("...wgi,wigo->...go", columns, kernel, optimize=True)
    return result.reshape(*result.shape[:-2], filter.shape[-1])


def _product(columns, filter):
    result = columns.reshape(prod(columns.shape[:-1]), columns.shape[-1]) @ filter.reshape(prod(filter.shape[:-1]), filter.shape[-1])
    return result.reshape(*columns.shape[:-1], filter.shape[-1])


def convolve_depthwise(x, filter, strides, paddings, dilations):
    """x [N, spatial..., C] and filter [spatial..., C, multiplier] -> [N, places..., C * multiplier]; each input channel has filters of
    its own."""
    if is_narrow(x.dtype):
        return convolve_depthwise(x.astype(np.float32), filter.astype(np.float32), strides, paddings, dilations).astype(x.dtype)
    window = filter.shape[:-2]
    places, is_empty = places_of(x.shape[1:-1], window, strides, paddings, dilations), not x.size
    x = padded(x, window, strides, paddings, dilations)
    result = np.zeros((x.shape[0], *places, *filter.shape[-2:]), x.dtype)
    for offset, where in () if is_empty else taps(x, window, strides, dilations, places):
        result += x[where][..., None] * filter[offset]
    return result.reshape(x.shape[0], *places, prod(filter.shape[-2:]))


def convolve_transposed(gradient, filter, size, strides, paddings, dilations, groups=1):
    """The gradient of a convolution's operand: gradient [N, places..., K] and filter [spatial..., C / groups, K] -> [N, size..., C].

    Each element of the gradient is spread through the filter; `size` are the spatial sizes of the operand.
    """
    if is_narrow(gradient.dtype):
        wide = convolve_transposed(gradient.astype(np.float32), filter.astype(np.float32), size, strides, paddings, dilations, groups)
        return wide.astype(gradient.dtype)
    *window, depth, outputs = filter.shape
    amounts = window_paddings(size, window, strides, paddings, dilations)
    whole = np.zeros((gradient.shape[0], *[n + a + b for n, (a, b) in zip(size, amounts)], groups * depth), gradient.dtype)
    apart, kernel = gradient, filter
    if groups > 1:
        apart = gradient.reshape(*gradient.shape[:-1], groups, 1, outputs // groups)
        kernel = np.swapaxes(filter.reshape(*window, depth, groups, outputs // groups), -3, -2)
    for offset, where in taps(whole, window, strides, dilations, gradient.shape[1:-1]):
        whole[where] += (apart @ np.swapaxes(kernel[offset], -1, -2)).reshape(whole[where].shape)
    return whole[tuple([slice(None), *[slice(a, a + n) for n, (a, _) in zip(size, amounts)]])]


def gradient_of_filter(x, filter_sizes, gradient, strides, paddings, dilations):
    """The gradient of a convolution's filter: x [N, spatial..., C] and gradient [N, places..., K] -> `filter_sizes`, which are
    [window..., C / groups, K]."""
    *window, depth, outputs = filter_sizes
    groups = x.shape[-1] // depth if depth else 1
    x = padded(x, window, strides, paddings, dilations)
    result = np.zeros(filter_sizes, x.dtype)
    if groups > 1:
        gradient = gradient.reshape(*gradient.shape[:-1], groups, outputs // groups)
    axes = list(range(x.ndim - 1))
    for offset, where in taps(x, window, strides, dilations, gradient.shape[1 : x.ndim - 1]):
        if groups > 1:
            met = x[where].reshape(*gradient.shape[:-1], depth)
            result[offset] = np.einsum("...gc,...gk->cgk", met, gradient, optimize=True).reshape(depth, outputs)
        else:
            result[offset] = np.tensordot(x[where], gradient, (axes, axes))
    return result


# The ops


def convolution(compute):
    """An evaluation by a function (input, filter, strides, paddings, dilations) of operands with their channels last."""

    def evaluate(input, filter, strides, padding, data_format, dilations, explicit_paddings=()):
        paddings = paddings_of(data_format, padding, explicit_paddings, input.ndim)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        return as_format(compute(channels_last(input, data_format), filter, strides, paddings, dilations), data_format)

    return evaluate


class Conv2D(OpSemantics):
    infer = convolution_shape
    evaluate = convolution(convolve)


class Conv3D(OpSemantics):
    infer = convolution_shape

    def evaluate(input, filter, strides, padding, data_format, dilations):
        if input.dtype == np.float64:
            front = passed_over(input.shape, filter.shape[:-2], strides, padding, data_format, dilations)
            input = input[tuple([slice(count, None) for count in front])]
        return Conv2D.evaluate(input, filter, strides, padding, data_format, dilations)


class DepthwiseConv2dNative(OpSemantics):
    infer = depthwise_shape
    evaluate = convolution(convolve_depthwise)


class Conv2DBackpropInput(OpSemantics):
    """The gradient of a convolution with respect to its operand; also known as transposed convolution."""

    def infer(input_sizes, out_backprop):
        shape, gradient = input_sizes.as_shape, with_rank(out_backprop.shape, 4, "out_backprop")
        shape = shape if shape is not None and len(shape) == 4 else with_rank(None, 4)
        return (unify(gradient[0], shape[0], "batch sizes"), *shape[1:])

    def evaluate(input_sizes, filter, out_backprop, strides, padding, data_format, dilations, explicit_paddings=()):
        paddings = paddings_of(data_format, padding, explicit_paddings, out_backprop.ndim)
        is_whole = len(input_sizes) == out_backprop.ndim
        _, space, channels = split_shape(tuple(map(int, input_sizes)), data_format) if is_whole else (None, input_sizes, filter.shape[-2])
        gradient = channels_last(out_backprop, data_format)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        groups = channels // filter.shape[-2] if filter.shape[-2] else 1
        result = convolve_transposed(gradient, filter, tuple(map(int, space)), strides, paddings, dilations, groups)
        return as_format(result, data_format)


class FilterGradient(OpSemantics, family=True):
    def infer(filter_sizes, strides):
        return with_rank(filter_sizes.as_shape, len(strides), "filter")


class Conv2DBackpropFilter(FilterGradient):
    def evaluate(input, filter_sizes, out_backprop, strides, padding, data_format, dilations, explicit_paddings=()):
        paddings = paddings_of(data_format, padding, explicit_paddings, input.ndim)
        x, gradient = channels_last(input, data_format), channels_last(out_backprop, data_format)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        return gradient_of_filter(x, tuple(map(int, filter_sizes)), gradient, strides, paddings, dilations)


class Conv(OpSemantics):
    """A convolution over one to three axes behind `batch_dims` ones, with the channels first or last."""

    def infer(input, filter, strides, padding, explicit_paddings, data_format, dilations, batch_dims):
        if input.shape is None:
            return None
        batch, rest = input.shape[: batch_dims - 1], input.shape[batch_dims - 1 :]
        image = AbstractValue(rest, input.element)
        dilations = dilations or (1,) * len(rest)
        return (*batch, *convolution_shape(image, filter, strides, padding, FORMATS[data_format], dilations, explicit_paddings))

    def evaluate(input, filter, strides, padding, explicit_paddings, data_format, dilations, batch_dims):
        flat = input.reshape(prod(input.shape[:batch_dims]), *input.shape[batch_dims:])
        dilations = dilations or (1,) * flat.ndim
        result = Conv2D.evaluate(flat, filter, strides, padding, FORMATS[data_format], dilations, explicit_paddings)
        return result.reshape(*input.shape[:batch_dims], *result.shape[1:])


FORMATS = {"CHANNELS_LAST": "NHWC", "CHANNELS_FIRST": "NCHW"}


def max_pool(input, ksize, strides, padding, data_format, explicit_paddings=(), padding_value=None):
    """The largest element in each window: input [N, H, W, C] (or as `data_format` says) -> [N, places..., C]. Padding never is the largest,
    unless it has a value."""
    x, (window, strides, paddings) = pooled(input, ksize, strides, padding, data_format, explicit_paddings)
    ones = (1,) * len(window)
    places = places_of(x.shape[1:-1], window, strides, paddings, ones)
    x = padded(x, window, strides, paddings, ones, limit(x.dtype, -1) if padding_value is None else padding_value)
    result = None
    for _, where in taps(x, window, strides, ones, places):
        result = x[where] if result is None else np.maximum(result, x[where])
    return as_format(result, data_format)


def max_pool_of_images(input, ksize, strides, padding, data_format, explicit_paddings=()):
    """As kernels for two spatial dimensions compare: they begin with the lowest finite number, which a NaN and -infinity never exceed."""
    if min(strides) <= 0:
        raise Error(f"Stride must be > 0, but got {min(strides)}")
    if min(ksize) <= 0:
        told = ",".join(map(str, ksize))
        raise Error(f"Sliding window ksize must be positive. The specified or inferred ksize is: {told}")
    if window_of_channels(ksize, strides, data_format) != 1:
        return max_pool_of_channels(input, ksize, data_format)
    if is_float(input.dtype):
        lowest = finite_limit(input.dtype, -1)
        input = np.where(input > lowest, input, lowest).astype(input.dtype, copy=False)
    return max_pool(input, ksize, strides, padding, data_format, explicit_paddings)


def max_pool_of_channels(input, ksize, data_format):
    """The largest of each run of channels, which a later one takes over where it is larger: a NaN in front stays."""
    x = channels_last(input, data_format)
    window = max(ksize)
    if x.shape[-1] % window:
        raise Error("Depthwise max pooling requires the depth window to evenly divide the input depth")
    result = x[..., ::window]
    for at in range(1, window):
        result = np.where(result < x[..., at::window], x[..., at::window], result)
    return as_format(result, data_format)


def max_pool_of_volumes(input, ksize, strides, padding, data_format):
    """As the kernel for three spatial dimensions compares vectors of channels: it begins with -infinity, which a NaN does not exceed, and
    takes the lowest finite number for padding. Of channels that fill no vector the last of NaN and larger numbers stays there."""
    input = np.where(input == input, input, limit(input.dtype, -1)).astype(input.dtype, copy=False)
    return max_pool(input, ksize, strides, padding, data_format, padding_value=finite_limit(input.dtype, -1))


def average_pool(value, ksize, strides, padding, data_format):
    """The mean of each window: value [N, H, W, C] (or as `data_format` says) -> [N, places..., C]. Padding counts neither in sum nor in
    number."""
    x, (window, strides, paddings) = pooled(value, ksize, strides, padding, data_format, ())
    ones = (1,) * len(window)
    places = places_of(x.shape[1:-1], window, strides, paddings, ones)
    wide = x.astype(np.float32) if is_narrow(x.dtype) else x
    count = padded(np.ones((1, *x.shape[1:-1], 1), wide.dtype), window, strides, paddings, ones)
    wide = padded(wide, window, strides, paddings, ones)
    totals = sum([wide[where] for _, where in taps(wide, window, strides, ones, places)])
    counts = sum([count[where] for _, where in taps(count, window, strides, ones, places)])
    return as_format((totals / counts).astype(x.dtype), data_format)


def largest_window(size: int, padding) -> int:
    """The largest size of a window along a dimension that still makes a difference: with SAME one that covers all elements from every
    place, else one that has no place."""
    return 2 * size + 1 if padding == "SAME" else size + 1 + (0 if padding == "VALID" else sum(padding))


def pooled(x, ksize, strides, padding, data_format, explicit_paddings):
    """The operand with its channels last; the window, as large as makes a difference, strides and paddings of its spatial dimensions."""
    paddings = paddings_of(data_format, padding, explicit_paddings, x.ndim)
    x, window, strides = channels_last(x, data_format), spatial(data_format, ksize), spatial(data_format, strides)
    largest = [largest_window(*each) for each in zip(x.shape[1:-1], paddings)]
    return x, ([min(pair) for pair in zip(window, largest)], strides, paddings)


class Pooling(OpSemantics, family=True):
    infer = pool_shape


class MaxPooling(OpSemantics, family=True):
    infer = max_pool_shape


class MaxPoolV2(OpSemantics):
    def infer(input, ksize, strides, padding, data_format):
        if ksize.integers is None or strides.integers is None:
            return with_rank(None, 4)
        return max_pool_shape([input], ksize.integers, strides.integers, padding, data_format)

    def evaluate(input, ksize, strides, padding, data_format):
        return max_pool_of_images(input, ksize.ravel().tolist(), strides.ravel().tolist(), padding, data_format)


class ExtractImagePatches(OpSemantics):
    """The window's elements, row by row, in the channels of each place."""

    def infer(images, ksizes, strides, rates, padding):
        shape = with_rank(images.shape, 4, "images")
        paddings = (padding,) * 2
        places = places_of(shape[1:-1], ksizes[1:-1], strides[1:-1], paddings, rates[1:-1])
        return (shape[0], *places, shapes.multiply(shape[-1], ksizes[1] * ksizes[2]))

    def evaluate(images, ksizes, strides, rates, padding):
        window, strides, rates, paddings = ksizes[1:-1], strides[1:-1], rates[1:-1], (padding,) * 2
        places = places_of(images.shape[1:-1], window, strides, paddings, rates)
        x = padded(images, window, strides, paddings, rates)
        return np.concatenate([x[where] for _, where in taps(x, window, strides, rates, places)], -1)


SEMANTICS = {
    **ops_of(MaxPooling, MaxPool=max_pool_of_images),
    **ops_of(
        Pooling,
        MaxPool3D=max_pool_of_volumes,
        AvgPool=average_pool,
        AvgPool3D=lambda input, ksize, strides, padding, data_format: average_pool(input, ksize, strides, padding, data_format),
    ),
}
