"""Convolution with everything that StableHLO lets it have. Source: StableHLO specification, "convolution".

Inside, arrays are laid out batch, space..., feature, and kernels space..., input feature, output feature; views do that.
The commonest ones are computed by `sliding.py`; what stands here takes all of them.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

import numpy as np
from numpy.lib.stride_tricks import as_strided

from tfir.dialects.stablehlo.contraction import accumulated_as, finished
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import in_pairs
from tfir.dialects.stablehlo.shaping import padded
from tfir.dialects.stablehlo.sliding import PRODUCT_BYTES, moving, places_of
from tfir.dialects.stablehlo.winograd import TILES, over_strips, over_tiles
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics


class convolution(OpSemantics):
    def evaluate(
        lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal, dimension_numbers,
        feature_group_count, batch_group_count, result_types, op,
    ):  # fmt: skip
        dtype = dtype_of(result_types[0].element)
        operands = accumulated_as(lhs, rhs, dtype)
        window = window_of(dimension_numbers, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal)
        return finished(convolved(*operands, window, feature_group_count, batch_group_count, TILES in op.attributes), dtype)

    def bind(
        lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal, dimension_numbers,
        feature_group_count, batch_group_count, result_types, op,
    ):  # fmt: skip
        dtype = dtype_of(result_types[0].element)
        window = window_of(dimension_numbers, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal)
        if not dtype_of(lhs.element) == dtype_of(rhs.element) == dtype or dtype not in (np.float32, np.float64) or batch_group_count > 1:
            return None
        return quick(window, lhs.shape, rhs.shape, feature_group_count, dtype, TILES in op.attributes, rhs.value)

    def channels(dimension_numbers):
        """Groups share no weights between channels, so a convolution of groups is no exception."""
        return dimension_numbers.output_feature_dimension, dimension_numbers.kernel_output_feature_dimension

    def inputs(dimension_numbers, feature_group_count, batch_group_count):
        axes = dimension_numbers.input_feature_dimension, dimension_numbers.kernel_input_feature_dimension
        return (*axes, feature_group_count) if batch_group_count == 1 else None

    def rows(rhs, window_strides, padding, lhs_dilation, dimension_numbers, batch_group_count):
        """Of a window of one place each place is a row of its own."""
        if batch_group_count != 1:
            return []
        window = window_of(dimension_numbers, window_strides, padding, lhs_dilation, None, None)
        sizes = [rhs.shape[axis] for axis in window.kernel_order[:-2]]
        is_place = {*sizes, *window.strides, *window.base_dilation} == {1} and not any(map(any, window.padding))
        return list(zip(window.input_order[:-1], window.output_order[:-1]))[: None if is_place else 1]

    def zeros_around(lhs, dimension_numbers, padding, lhs_dilation):
        window = window_of(dimension_numbers, None, padding, lhs_dilation, None, None)
        low, high, interior = ([0] * lhs.rank for _ in range(3))
        for axis, (before, after), step in zip(window.input_order[1:-1], window.padding, window.base_dilation):
            low[axis], high[axis], interior[axis] = before, after, step - 1
        return low, high, interior

    def terms(rhs, dimension_numbers):
        axis = dimension_numbers.kernel_output_feature_dimension
        sizes = [size for at, size in enumerate(rhs.shape) if at != axis]
        return None if None in sizes else prod(sizes)


class dynamic_conv(OpSemantics):
    def evaluate(
        lhs, rhs, padding, window_strides, lhs_dilation, rhs_dilation, window_reversal, dimension_numbers,
        feature_group_count, batch_group_count, result_types, op,
    ):  # fmt: skip
        padding = [int(size) for size in padding.reshape(-1)]
        return convolution.evaluate(
            lhs, rhs, window_strides, tuple(padding), lhs_dilation, rhs_dilation, window_reversal, dimension_numbers,
            feature_group_count, batch_group_count, result_types, op,
        )  # fmt: skip


class Window:
    """How a window moves, per spatial dimension (absent attributes stand for 1, no padding, no reversal), and which dimensions
    of operands and result are batch, space and features: `input_order` is batch, space..., features; `kernel_order` is space...,
    input features, output features; `output_order` is like the first.
    """

    __slots__ = (
        "strides", "padding", "base_dilation", "dilation", "reversal", "input_order", "kernel_order", "output_order", "restore",
        "pads", "features_first",
    )  # fmt: skip

    def __init__(self, numbers, strides=None, padding=None, lhs_dilation=None, rhs_dilation=None, reversal=None):
        rank = len(integers(numbers.input_spatial_dimensions))
        self.strides = integers(strides) or [1] * rank
        self.padding = in_pairs(integers(padding)) or [(0, 0)] * rank
        self.base_dilation = integers(lhs_dilation) or [1] * rank
        self.dilation = integers(rhs_dilation) or [1] * rank
        self.reversal = [axis for axis, reversed_ in enumerate(integers(reversal)) if reversed_]
        self.pads = any([low or high for low, high in self.padding]) or max(self.base_dilation, default=1) > 1
        space = integers(numbers.input_spatial_dimensions)
        self.input_order = [numbers.input_batch_dimension, *space, numbers.input_feature_dimension]
        inner, outer = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
        self.kernel_order = [*integers(numbers.kernel_spatial_dimensions), inner, outer]
        space = integers(numbers.output_spatial_dimensions)
        self.output_order = [numbers.output_batch_dimension, *space, numbers.output_feature_dimension]
        self.restore = [self.output_order.index(axis) for axis in range(rank + 2)]
        self.features_first = rank > 0 and self.output_order[0] == 0 and self.output_order[-1] == 1


@lru_cache(1024)
def window_of(numbers, strides, padding, lhs_dilation, rhs_dilation, reversal) -> Window:
    """The window of a convolution's attributes; each op asks again in every run."""
    return Window(numbers, strides, padding, lhs_dilation, rhs_dilation, reversal)


def quick(window: Window, sizes, kernel_sizes, groups: int, dtype, may_tile: bool, kernel=None):
    """One of the commonest convolutions as a function of images and kernels of these sizes; None of any other. `kernel` is the kernel, if known."""
    direct = moving(window, sizes, kernel_sizes, groups, dtype, kernel)
    if direct is None or not may_tile or dtype != np.float32:
        return direct
    return (over_tiles if groups == 1 else over_strips)(window, sizes, kernel_sizes, direct, kernel) or direct


quick_again = lru_cache(256)(quick)


def convolved(lhs, rhs, window: Window, feature_groups: int, batch_groups: int, may_tile: bool = False):
    """The result of a convolution, in the layout of the window's dimension numbers. Source: StableHLO specification, "convolution"."""
    if batch_groups == 1 and lhs.dtype == rhs.dtype and lhs.dtype in (np.float32, np.float64):
        function = quick_again(window, lhs.shape, rhs.shape, feature_groups, lhs.dtype, may_tile)
        if function is not None:
            return function(lhs, rhs)
    x = lhs.transpose(window.input_order)
    kernel = rhs.transpose(window.kernel_order)
    if window.reversal:
        kernel = np.flip(kernel, window.reversal)
    if window.pads:
        edges, gaps = [(0, 0), *window.padding, (0, 0)], [0, *[dilation - 1 for dilation in window.base_dilation], 0]
        x = padded(x, 0, edges, gaps)
    views = windows_of(x, kernel.shape[:-2], window.strides, window.dilation)
    if 0 in (*kernel.shape, *views.shape):
        places = views.shape[1 : kernel.ndim - 1]
        return np.zeros((x.shape[0] // batch_groups, *places, kernel.shape[-1]), x.dtype).transpose(window.restore)
    result = convolved_windows(views, kernel, feature_groups, batch_groups, window.features_first)
    return result.transpose(window.restore)


def windows_of(x, extents, strides, dilation):
    """A view of shape (batch, places..., window..., feature): every window of x at every place."""
    places = places_of(x.shape[1:-1], extents, strides, dilation)
    steps = x.strides[1:-1]
    moving = [step * stride for step, stride in zip(steps, strides)]
    inside = [step * gap for step, gap in zip(steps, dilation)]
    shape = (x.shape[0], *places, *extents, x.shape[-1])
    return seen_as(x, shape, (x.strides[0], *moving, *inside, x.strides[-1]))


def seen_as(array, shape, strides):
    """NumPy's `as_strided`, in a twentieth of the time where elements lie in order."""
    if array.flags.c_contiguous and 0 not in shape:
        return np.ndarray(shape, array.dtype, array, 0, strides)
    return as_strided(array, shape, strides, writeable=False)


def convolved_windows(views, kernel, feature_groups, batch_groups, features_first):
    """The result as batch, places..., features."""
    inputs, features = kernel.shape[-2:]
    if batch_groups > 1:
        return grouped_by_batch(views, kernel, batch_groups)
    if feature_groups == 1:
        return features_before_space(views, kernel) if features_first else in_blocks(views, kernel)
    if inputs == 1 and features == feature_groups:
        return depthwise(views, kernel[..., 0, :])
    if inputs == 1:
        per_group = features // feature_groups
        parts = [depthwise(views, kernel[..., 0, at::per_group]) for at in range(per_group)]
        return np.stack(parts, -1).reshape(*parts[0].shape[:-1], features)
    return grouped_by_feature(views, kernel, feature_groups)


def in_blocks(views, kernel):
    """Windows as rows of a matrix, times the kernel as a matrix."""
    rank = kernel.ndim - 2
    batch, places = views.shape[0], views.shape[1 : 1 + rank]
    length, features = prod(kernel.shape[:-1]), kernel.shape[-1]
    matrix = kernel.reshape(length, features)
    if length == views.shape[-1] or rank == 0:
        return (views.reshape(-1, length) @ matrix).reshape(batch, *places, features)
    result = np.empty((batch, *places, features), np.result_type(views, kernel))
    row = prod(places[1:]) * length * views.itemsize
    rows = max(1, PRODUCT_BYTES // max(1, row))
    block = np.empty((min(rows, places[0]), *views.shape[2:]), views.dtype)
    for image, answer in zip(views, result):
        for start in range(0, places[0], rows):
            piece = image[start : start + rows]
            np.copyto(block[: len(piece)], piece)
            gathered = block[: len(piece)].reshape(-1, length)
            np.matmul(gathered, matrix, out=answer[start : start + rows].reshape(-1, features))
    return result


def features_before_space(views, kernel):
    """As `in_blocks`, for a result that keeps its features in front of its places: the kernel stands on the left."""
    rank = kernel.ndim - 2
    batch, places = views.shape[0], views.shape[1 : 1 + rank]
    length, features = prod(kernel.shape[:-1]), kernel.shape[-1]
    columns = views.transpose(0, 1 + 2 * rank, *range(1 + rank, 1 + 2 * rank), *range(1, 1 + rank)).reshape(batch, length, prod(places))
    matrix = kernel.transpose(rank + 1, rank, *range(rank)).reshape(features, length)
    return np.moveaxis(np.matmul(matrix, columns).reshape(batch, features, *places), 1, -1)


def grouped_by_feature(views, kernel, groups: int):
    rank = kernel.ndim - 2
    batch, places, extents = views.shape[0], views.shape[1 : 1 + rank], kernel.shape[:rank]
    inputs, features = kernel.shape[-2:]
    split = views.reshape(batch, *places, *extents, groups, inputs)
    rows = np.moveaxis(split, -2, 0).reshape(groups, batch * prod(places), -1)
    columns = np.moveaxis(kernel.reshape(*extents, inputs, groups, features // groups), -2, 0).reshape(groups, -1, features // groups)
    return np.moveaxis(np.matmul(rows, columns), 0, 1).reshape(batch, *places, features)


def grouped_by_batch(views, kernel, groups: int):
    rank = kernel.ndim - 2
    batch, places = views.shape[0] // groups, views.shape[1 : 1 + rank]
    features = kernel.shape[-1]
    rows = views.reshape(groups, batch * prod(places), -1)
    columns = np.moveaxis(kernel.reshape(-1, groups, features // groups), 1, 0)
    return np.moveaxis(np.matmul(rows, columns), 0, 1).reshape(batch, *places, features)


def depthwise(views, kernel):
    """Each feature with a window of its own: result[n, p, c] = sum over k of x[n, p + k, c] * kernel[k, c]."""
    rank = kernel.ndim - 1
    axes = range(views.ndim)
    places, inside, feature = axes[1 : 1 + rank], axes[1 + rank : -1], axes[-1]
    return np.einsum(views, list(axes), kernel, [*inside, feature], [0, *places, feature])
