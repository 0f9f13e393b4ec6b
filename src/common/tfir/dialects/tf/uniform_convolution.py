"""Semantics: convolutions of uniformly quantized integers, over any number of spatial axes in any order of axes, with groups and dilation."""

from __future__ import annotations

from typing import NamedTuple

from tfir.dialects.tf.examples import fields, varint
from tfir.dialects.tf.uniform_quantization import along, quantized_by_range, rescaled
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, with_rank


class Axes(NamedTuple):
    """Orders of axes: batch and features of the input and the result, output and input features of the kernel; then the spatial ones."""

    input: list[int]
    kernel: list[int]
    output: list[int]


def axes_of(dimension_numbers: str, rank: int) -> Axes:
    """The axes that a serialized UniformQuantizedConvolutionDimensionNumbersAttr names; features second where it is empty. Raises Error."""
    if rank <= 2:
        raise Error(f"lhs and rhs shape dims must be at least 3. Given: {rank}")
    numbers: dict[int, list[int]] = {field: [] for field in range(1, 10)}
    for field, value in fields(dimension_numbers.encode("latin-1", "surrogateescape")):
        numbers[field] += [value] if isinstance(value, int) else packed(value)
    if not numbers[3]:
        return Axes(*[list(range(rank))] * 3)
    orders = [
        [*(numbers[first] or [0]), *(numbers[second] or [0]), *numbers[last]] for first, second, last in ((1, 2, 3), (5, 4, 6), (7, 8, 9))
    ]
    for order in orders:
        if sorted(order) != list(range(rank)):
            raise Error(f"Each dimension number must be in region [0, rank). Given rank {rank} and dimension numbers {order}")
    return Axes(*orders)


def packed(content: bytes) -> list[int]:
    numbers, at = [], 0
    while at < len(content):
        number, at = varint(content, at)
        numbers.append(number)
    return numbers


class Moves(NamedTuple):
    """How a window moves along each spatial axis."""

    strides: list[int]
    input_dilation: list[int]
    kernel_dilation: list[int]
    padding: list[tuple[int, int]]


def dilated(size, dilation: int):
    """How many places `size` elements take that lie so far apart."""
    return (size - 1) * dilation + 1 if size > 0 else 0


def moves(image, kernel, window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation) -> Moves:
    """Of spatial sizes. Raises Error for attributes of another number than there are such axes, or that are less than they may be."""
    count = len(image)
    given = {"window_strides": window_strides, "lhs_dilation": lhs_dilation, "rhs_dilation": rhs_dilation}
    for name, values in given.items():
        if values and len(values) != count:
            raise Error(f"Size of {name} Attr must be dims - 2.")
        if values and min(values) < 1:
            raise Error(f"All elements of {name} must be >= 1. Given {', '.join(map(str, values))}")
    strides, by_input, by_kernel = [list(values) or [1] * count for values in given.values()]
    if padding != "EXPLICIT" and explicit_padding:
        raise Error(f"If padding Attr is not 'EXPLICIT', explicit_padding Attr must be empty. Given padding {padding}")
    if padding == "EXPLICIT" and (len(explicit_padding) != 2 * count or min(explicit_padding) < 0):
        raise Error(f"Size of explicit_padding Attr must be 2 * (rank - 2). Given rank {count + 2} and {len(explicit_padding)} elements")
    pairs = list(zip(explicit_padding[::2], explicit_padding[1::2])) if explicit_padding else [(0, 0)] * count
    if padding == "SAME":
        sizes = zip(image, kernel, strides, by_input, by_kernel)
        pairs = [same(dilated(size, one), dilated(window, other), stride) for size, window, stride, one, other in sizes]
    return Moves(strides, by_input, by_kernel, pairs)


def same(size: int, window: int, stride: int) -> tuple[int, int]:
    total = max((-(-size // stride) - 1) * stride + window - size, 0)
    return total // 2, total - total // 2


def placed(image, kernel, moved: Moves) -> list[int]:
    """How many places the window has along each axis."""
    parts = zip(image, kernel, *moved)
    return [
        max(-(-(dilated(size, one) + before + after - dilated(window, other) + 1) // stride), 0)
        for size, window, stride, one, other, (before, after) in parts
    ]


def convolved(lhs, rhs, moved: Moves, feature_groups: int, batch_groups: int) -> np.ndarray:
    """Integers [batch, features, ...] by [output features, input features, ...], both in i64, where nothing is 0."""
    image, window = lhs.shape[2:], rhs.shape[2:]
    wide = np.zeros(
        [*lhs.shape[:2], *[dilated(size, by) + sum(pads) for size, by, pads in zip(image, moved.input_dilation, moved.padding)]], np.int64
    )
    inside = [slice(pads[0], pads[0] + dilated(size, by), by) for size, by, pads in zip(image, moved.input_dilation, moved.padding)]
    wide[(slice(None), slice(None), *inside)] = lhs
    places, groups = placed(image, window, moved), feature_groups * batch_groups
    batch, each = len(lhs) // batch_groups, len(rhs) // groups
    result = np.zeros((batch, len(rhs), *places), np.int64)
    for group in range(groups if result.size else 0):
        rows = slice(group * batch, (group + 1) * batch) if batch_groups > 1 else slice(None)
        channels = slice(group * rhs.shape[1], (group + 1) * rhs.shape[1]) if feature_groups > 1 else slice(None)
        outputs = slice(group * each, (group + 1) * each)
        for tap in np.ndindex(*window):
            starts = [at * by for at, by in zip(tap, moved.kernel_dilation)]
            where = [slice(start, start + (count - 1) * stride + 1, stride) for start, count, stride in zip(starts, places, moved.strides)]
            part, taken = wide[(rows, channels, *where)], rhs[(outputs, ..., *tap)]
            result[:, outputs] += np.moveaxis(np.tensordot(part, taken, ([1], [1])), -1, 1)
    return result


def check_groups(lhs, rhs, feature_group_count: int, batch_group_count: int) -> None:
    """Of operands with batch and features first."""
    if feature_group_count <= 0 or batch_group_count <= 0:
        raise Error(
            f"feature_group_count and batch_group_count must be positive integers, given: {feature_group_count}, {batch_group_count}"
        )
    if lhs.shape[1] % feature_group_count or lhs.shape[1] // feature_group_count != rhs.shape[1]:
        raise Error(
            "lhs feature dimension size divided by feature_group_count must equal the rhs input feature dimension size, but "
            f"{lhs.shape[1]} / {feature_group_count} != {rhs.shape[1]}"
        )
    if len(rhs) % feature_group_count or len(rhs) % batch_group_count:
        count = feature_group_count if len(rhs) % feature_group_count else batch_group_count
        raise Error(f"rhs output dimension size must be a multiple of the group count, but {len(rhs)} is not a multiple of {count}")
    if len(lhs) % batch_group_count:
        raise Error(f"batch_group_count must divide lhs batch dimension size, but {batch_group_count} does not divide {len(lhs)}")


class Convolution(OpSemantics, family=True):
    def infer(
        lhs, rhs, window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation, batch_group_count, dimension_numbers
    ):  # fmt: skip
        if lhs.shape is None or rhs.shape is None:
            return None
        axes, rank = axes_of(dimension_numbers, len(lhs.shape)), len(lhs.shape)
        image, kernel = [lhs.shape[axis] for axis in axes.input], [with_rank(rhs.shape, rank, "rhs")[axis] for axis in axes.kernel]
        sizes = [fresh()] * (rank - 2)
        if all([isinstance(size, int) for size in (*image[2:], *kernel[2:])]):
            moved = moves(image[2:], kernel[2:], window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation)
            sizes = placed(image[2:], kernel[2:], moved)
        batch = image[0] // batch_group_count if isinstance(image[0], int) else image[0] if batch_group_count == 1 else fresh()
        ordered = dict(zip(axes.output, (batch, kernel[0], *sizes)))
        return tuple([ordered[axis] for axis in range(rank)])


class UniformQuantizedConvolution(Convolution):
    def evaluate(
        lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points, Tout, window_strides, padding,
        explicit_padding, lhs_dilation, rhs_dilation, batch_group_count, feature_group_count, dimension_numbers,
        output_quantization_min_val, output_quantization_max_val,
    ):  # fmt: skip
        axes = axes_of(dimension_numbers, lhs.ndim)
        if lhs.ndim != rhs.ndim:
            raise Error(f"lhs and rhs must have same dims. Given lhs and rhs of ranks: {lhs.ndim} and {rhs.ndim}")
        left, right = lhs.transpose(axes.input).astype(np.int64), rhs.transpose(axes.kernel).astype(np.int64)
        check_groups(left, right, feature_group_count, batch_group_count)
        moved = moves(left.shape[2:], right.shape[2:], window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation)
        left, right = left - lhs_zero_points, right - across(rhs_zero_points, right.ndim, 0)
        sums = convolved(left, right, moved, feature_group_count, batch_group_count)
        output = output_scales, output_zero_points, 1 if output_scales.ndim else -1
        limits = output_quantization_min_val, output_quantization_max_val
        result = rescaled(sums, lhs_scales, rhs_scales, 1 if rhs_scales.ndim else -1, *output, *limits).astype(dtype_of(Tout))
        return result.transpose(np.argsort(axes.output))


def across(parameter, rank: int, axis: int):
    """A parameter of all elements, or of each place along an axis."""
    return along(parameter, axis if parameter.ndim else -1, rank)


class UniformQuantizedConvolutionHybrid(Convolution):
    """Each image of floats is quantized to i8, by its own range."""

    def evaluate(
        lhs, rhs, rhs_scales, rhs_zero_points, window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation, batch_group_count,
        feature_group_count, dimension_numbers,
    ):  # fmt: skip
        axes = axes_of(dimension_numbers, lhs.ndim)
        if lhs.ndim != rhs.ndim:
            raise Error(f"lhs and rhs must have same dims. Given lhs and rhs of ranks: {lhs.ndim} and {rhs.ndim}")
        image, right = lhs.transpose(axes.input), rhs.transpose(axes.kernel).astype(np.int64)
        check_groups(image, right, feature_group_count, batch_group_count)
        moved = moves(image.shape[2:], right.shape[2:], window_strides, padding, explicit_padding, lhs_dilation, rhs_dilation)
        numbers, scales, zero_points = quantized_by_range(image.reshape(len(image), -1))
        left = (numbers - zero_points).reshape(image.shape)
        sums = convolved(left, right - across(rhs_zero_points, right.ndim, 0), moved, feature_group_count, batch_group_count)
        batch, each = len(sums), len(right) // batch_group_count
        places = np.arange(batch)[:, None] + np.arange(len(right)) // max(each, 1) * batch
        by_image = scales.reshape(-1)[places].reshape(*places.shape, *[1] * (sums.ndim - 2))
        return (sums.astype(np.float32) * by_image * across(rhs_scales, sums.ndim, 1)).transpose(np.argsort(axes.output))
