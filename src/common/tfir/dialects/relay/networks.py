"""What layers of networks are made of: products, convolutions, pooling, normalisation. StableHLO's convolution and windows compute them.

Source: TVM v0.19.0, include/tvm/topi/nn, python/tvm/topi/nn.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.relay.inference.networks import edges_of_pool, in_pairs, space_of
from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.dialects.stablehlo.contraction import accumulated_as, finished
from tfir.dialects.stablehlo.convolution import convolved, window_of
from tfir.dialects.stablehlo.inference.window import Window
from tfir.dialects.stablehlo.normalization import normalized, per_feature
from tfir.dialects.stablehlo.window import around, separately
from tfir.ods.arrays import converted, dtype_of, element_of, widened
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import effective

# Products of matrices


def multiplied(left, right, result_types):
    dtype = dtype_of(result_types[0].element)
    return finished(np.matmul(*accumulated_as(left, right, dtype)), dtype)


def turned(matrix, is_turned: bool):
    return np.swapaxes(matrix, -1, -2) if is_turned else matrix


class dense(OpSemantics, family=True):
    def evaluate(data, weight, result_types):
        return multiplied(data, weight.T, result_types)


class matmul(OpSemantics, family=True):
    """Of two matrices, and of as many as there are in front."""

    def evaluate(tensor_a, tensor_b, transpose_a, transpose_b, result_types):
        return multiplied(turned(tensor_a, transpose_a), turned(tensor_b, transpose_b), result_types)


class batch_matmul(OpSemantics, family=True):
    evaluate = matmul.evaluate


# Convolutions


def axes(layout: str, *letters: str) -> list[int]:
    return [layout.index(letter) for letter in letters]


def numbers_of(data_layout: str, kernel_layout: str, out_layout: str):
    """StableHLO's dimension numbers of Relay's layouts."""
    space = space_of(data_layout)
    (batch, feature), (inner, outer), (out_batch, out_feature) = (
        axes(data_layout, "N", "C"), axes(kernel_layout, "I", "O"), axes(out_layout, "N", "C"),
    )  # fmt: skip
    return ConvolutionAttr(
        (batch, feature, tuple(axes(data_layout, *space))), (inner, outer, tuple(axes(kernel_layout, *space))),
        (out_batch, out_feature, tuple(axes(out_layout, *space))),
    )  # fmt: skip


class convolution(OpSemantics, family=True):
    def evaluate(data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_layout, result_types):
        numbers = numbers_of(data_layout, kernel_layout, out_layout or data_layout)
        pairs = in_pairs(padding, len(strides))
        window = window_of(numbers, strides, flat(pairs), None, dilation, None)
        return convolved_as(data, weight, window, groups, result_types)


def flat(pairs) -> tuple[int, ...]:
    return tuple([width for pair in pairs for width in pair])


def convolved_as(data, weight, window, groups: int, result_types):
    dtype = dtype_of(result_types[0].element)
    image, kernel = accumulated_as(data, weight, dtype)
    return finished(convolved(image, kernel, window, groups, 1), dtype)


class transposed_convolution(OpSemantics, family=True):
    """The gradient of a convolution: zeros between the elements of the image, and the kernel backwards."""

    def evaluate(
        data, weight, strides, output_padding, padding, dilation, groups, data_layout, kernel_layout, out_layout, result_types,
    ):  # fmt: skip
        numbers = numbers_of(data_layout, kernel_layout, out_layout or data_layout)
        pairs = []
        for at, (axis, (low, high)) in enumerate(zip(numbers.kernel_spatial_dimensions, in_pairs(padding, len(strides)))):
            reach = effective(weight.shape[axis], dilation[at]) - 1
            pairs.append((reach - low, reach - high + output_padding[at]))
        window = window_of(numbers, None, flat(pairs), strides, dilation, (1,) * len(strides))
        return convolved_as(data, side_by_side(weight, kernel_layout, groups), window, groups, result_types)


def side_by_side(weight, layout: str, groups: int):
    """A kernel with the inputs of all groups, [I, O of one], as StableHLO has it: [I of one, O of all]."""
    if groups == 1:
        return weight
    inner, outer = axes(layout, "I", "O")
    parts = np.moveaxis(weight, (inner, outer), (0, 1))
    inputs, outputs, *space = parts.shape
    parts = parts.reshape(groups, inputs // groups, outputs, *space).swapaxes(0, 1)
    return np.moveaxis(parts.reshape(inputs // groups, groups * outputs, *space), (0, 1), (inner, outer))


# Pooling


def window_on(layout: str, sizes, strides, dilation, edges) -> Window:
    """The window that moves over the axes of space of a layout."""
    at = {letter: number for number, letter in enumerate(space_of(layout))}

    def each(values, otherwise):
        return [values[at[letter]] if letter in at else otherwise for letter in layout]

    return Window(each(sizes, 1), each(strides, 1), each(edges, (0, 0)), None, each(dilation, 1))


def slid(ufunc, data, start, window: Window):
    """Windows combined by a ufunc, with `start` as what is outside."""
    initial = np.asarray(start).astype(data.dtype)
    return separately(ufunc, around(data, window, initial), initial, window, window.shape(data.shape))


def relaid(result, layout: str, out_layout: str):
    return result.transpose([layout.index(letter) for letter in out_layout or layout])


class max_pool(OpSemantics, family=True):
    def evaluate(data, pool_size, strides, dilation, padding, layout, out_layout, ceil_mode):
        window = window_on(layout, pool_size, strides, dilation, edges_of_pool(strides, padding, ceil_mode))
        return relaid(slid(np.maximum, data, element_of(data.dtype).limits[0], window), layout, out_layout)


class avg_pool(OpSemantics, family=True):
    """The sum of each window divided by how many elements of it are in the tensor, or with `count_include_pad` in the padding too."""

    def evaluate(data, pool_size, strides, dilation, padding, layout, out_layout, ceil_mode, count_include_pad):
        window = window_on(layout, pool_size, strides, dilation, edges_of_pool(strides, padding, ceil_mode))
        count = np.maximum(counted_places(data.shape, layout, in_pairs(padding, len(strides)), window, count_include_pad), 1)
        wide = widened(data)
        return relaid(converted(slid(np.add, wide, 0, window) / count.astype(wide.dtype), data.dtype), layout, out_layout)


def counted_places(shape, layout: str, pairs, window: Window, with_padding: bool):
    """How many elements of each window count: those of the tensor, or of its padding too, but not what is beyond that."""
    own = dict(zip(space_of(layout), pairs))
    around_it = [own.get(letter, (0, 0)) if with_padding else (0, 0) for letter in layout]
    ones = np.ones([shape[at] if letter in own else 1 for at, letter in enumerate(layout)], np.int64)
    rest = [(low - before, high - after) for (low, high), (before, after) in zip(window.padding, around_it)]
    counting = Window(window.sizes, window.strides, rest, None, window.dilations)
    return slid(np.add, np.pad(ones, around_it, constant_values=1), 0, counting)


class global_max_pool(OpSemantics, family=True):
    def evaluate(data, layout, out_layout):
        return relaid(np.maximum.reduce(data, tuple(axes(layout, "H", "W")), keepdims=True), layout, out_layout)


class global_avg_pool(OpSemantics, family=True):
    def evaluate(data, layout, out_layout):
        return relaid(converted(widened(data).mean(tuple(axes(layout, "H", "W")), keepdims=True), data.dtype), layout, out_layout)


# Normalisation and activation


class batch_norm(OpSemantics, family=True):
    """The normalised data, and the statistics as they were."""

    def evaluate(data, gamma, beta, moving_mean, moving_var, axis, epsilon, center, scale):
        factor = gamma if scale else np.ones_like(gamma)
        offset = beta if center else np.zeros_like(beta)
        vectors = map(widened, (factor, offset, moving_mean, moving_var))
        return [(converted(normalized(widened(data), *vectors, epsilon, axis % data.ndim), data.dtype), moving_mean, moving_var)]


class layer_norm(OpSemantics, family=True):
    def evaluate(data, gamma, beta, axis, epsilon, center, scale):
        wide = widened(data)
        centered = wide - wide.mean(axis, keepdims=True)
        result = centered / np.sqrt((centered * centered).mean(axis, keepdims=True) + wide.dtype.type(epsilon))
        result = result * per_feature(widened(gamma), data, axis % data.ndim) if scale else result
        return converted(result + per_feature(widened(beta), data, axis % data.ndim) if center else result, data.dtype)


class bias_add(OpSemantics, family=True):
    def evaluate(data, bias, axis):
        return np.add(data, per_feature(bias, data, axis % data.ndim))


def exponentials(data, axis: int):
    """The distance of each element from the largest, e to that power, and the sum of these."""
    wide = widened(data)
    distance = wide - wide.max(axis, keepdims=True)
    powers = np.exp(distance)
    return distance, powers, powers.sum(axis, keepdims=True)


class softmax(OpSemantics, family=True):
    def evaluate(data, axis):
        _, powers, total = exponentials(data, axis)
        return converted(powers / total, data.dtype)


class log_softmax(OpSemantics, family=True):
    def evaluate(data, axis):
        distance, _, total = exponentials(data, axis)
        return converted(distance - np.log(total), data.dtype)


class dropout(OpSemantics, family=True):
    """As a model is run that learns no more: nothing is dropped."""

    def evaluate(data):
        return [(data, np.ones_like(data))]


class dft(OpSemantics):
    """Along the last axis; the inverse is divided by its length."""

    def evaluate(re_data, im_data, inverse):
        numbers = re_data.astype(np.float64) + 1j * im_data.astype(np.float64)
        result = (np.fft.ifft if inverse else np.fft.fft)(numbers)
        return [(converted(result.real, re_data.dtype), converted(result.imag, im_data.dtype))]


SEMANTICS = {
    "nn.dense": dense, "nn.matmul": matmul, "nn.batch_matmul": batch_matmul, "nn.batch_norm": batch_norm, "nn.layer_norm": layer_norm,
    "nn.bias_add": bias_add, "nn.softmax": softmax, "nn.log_softmax": log_softmax, "nn.dropout": dropout,
    "nn.global_max_pool2d": global_max_pool, "nn.global_avg_pool2d": global_avg_pool,
    **{f"nn.conv{rank}d": convolution for rank in (1, 2, 3)},
    **{f"nn.conv{rank}d_transpose": transposed_convolution for rank in (1, 2, 3)},
    **{f"nn.max_pool{rank}d": max_pool for rank in (1, 2, 3)},
    **{f"nn.avg_pool{rank}d": avg_pool for rank in (1, 2, 3)},
}  # fmt: skip
