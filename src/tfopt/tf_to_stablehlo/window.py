"""Lowerings: convolution and pooling."""

from itertools import product
from math import prod

import numpy as np
from tfir.dialects.tf.window import padded, taps
from tfir.dialects.tf.window_shapes import paddings_of, passed_over, spatial, split_shape, window_of_channels
from tfir.ir.diagnostics import Error
from tfir.ir.types import F64, FloatType
from tfir.ods.shapes import effective, is_static, most, window_paddings, window_size

from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    literal,
    lowest,
    pad,
    select,
    sliced,
    splat,
    widened,
)  # fmt: skip
from tfopt.arithmetic.windows import convolution, reduce_window
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def numbers_for(data_format: str, kernel: str = "io") -> str:
    """StableHLO's dimension numbers; the kernel has its spatial axes first, then the two named."""
    axes = [str(number) for number in range(len(data_format) - 2)]
    roles = "b, f, " + ", ".join(axes) if data_format.startswith("NC") else f"b, {', '.join(axes)}, f"
    return f"[{roles}]x[{', '.join([*axes, *kernel])}]->[{roles}]"


def laid_over(shape, window, strides, padding, explicit, data_format, dilations) -> tuple:
    """Of the spatial axes of an operand of a shape that a window is laid over: strides, dilations, sizes, and padding (low, high)."""
    strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
    _, space, _ = split_shape(shape, data_format)
    paddings = paddings_of(data_format, padding, explicit, len(shape))
    return strides, dilations, space, window_paddings(space, window, strides, paddings, dilations)


def groups_of(shape, depth: int, data_format: str) -> int:
    """In how many groups the channels of an operand are, of which a filter meets so many; one where it is not known how many there are."""
    channels = split_shape(shape, data_format)[2]
    return channels // depth if isinstance(channels, int) else 1


def has_no_elements(x: Tensor) -> bool:
    """Whether a tensor is known to be empty: then kernels multiply no padding, as with an infinite weight."""
    return any([isinstance(size, int) and size == 0 for size in x.shape])


@lower
def Conv2D(input, filter, strides, padding, data_format, dilations, result_types, explicit_paddings=()):
    """input [N, H, W, C] and filter [H, W, C / groups, K] -> [N, places..., K], in the order of `data_format` and with 1 to 3 spatial
    axes."""
    shape = result_types[0].shape
    if not filter.size or has_no_elements(input):
        return splat(0, shape, input.element)
    *window, depth, _ = filter.shape
    groups = groups_of(input.shape, depth, data_format)
    strides, dilations, _, amounts = laid_over(input.shape, window, strides, padding, explicit_paddings, data_format, dilations)
    return convolution(input, filter, numbers_for(data_format), shape, strides, amounts, dilations, groups)


@lower
def Conv3D(input, filter, strides, padding, data_format, dilations, result_types):
    if input.element == F64:
        front = passed_over(input.shape, filter.shape[:-2], strides, padding, data_format, dilations)
        input = sliced(input, front, input.shape) if any(front) else input
    return Conv2D(input, filter, strides, padding, data_format, dilations, result_types)


@lower
def Conv(input, filter, strides, padding, explicit_paddings, data_format, dilations, batch_dims, result_types):
    """Over one to three axes behind `batch_dims` ones, with the channels first or last."""
    (type,) = result_types
    flat = input.reshape(prod(input.shape[:batch_dims]), *input.shape[batch_dims:])
    flat_type = type.with_shape((flat.shape[0], *type.shape[batch_dims:]))
    dilations, space = dilations or (1,) * flat.rank, "DHW"[5 - flat.rank :]
    order = f"N{space}C" if data_format == "CHANNELS_LAST" else f"NC{space}"
    return Conv2D(flat, filter, strides, padding, order, dilations, [flat_type], explicit_paddings).reshape(*type.shape)


@lower
def DepthwiseConv2dNative(input, filter, strides, padding, explicit_paddings, data_format, dilations, result_types):
    """Each channel is a group of its own."""
    *window, channels, multiplier = filter.shape
    of_input = split_shape(input.shape, data_format)[2]
    strides, dilations, _, amounts = laid_over(input.shape, window, strides, padding, explicit_paddings, data_format, dilations)
    groups = of_input if isinstance(of_input, int) else channels
    if not isinstance(groups, int) and not data_format.startswith("NC"):
        return tap_by_tap(input, filter, strides, dilations, amounts)
    if not isinstance(groups, int):
        raise Error(f"has channels in {data_format} of which nothing says how many there are")
    if not filter.size or has_no_elements(input):
        return splat(0, result_types[0].shape, input.element)
    filter = filter.reshape(*window, 1, channels * multiplier)
    return convolution(input, filter, numbers_for(data_format), result_types[0].shape, strides, amounts, dilations, groups)


def tap_by_tap(input: Tensor, filter: Tensor, strides, dilations, amounts) -> Tensor:
    """A depthwise convolution, channels last, of channels whose number is not known yet, as StableHLO would have to for groups of them."""
    x = pad(widened(input), [0, *[low for low, _ in amounts], 0], [0, *[high for _, high in amounts], 0])
    *window, channels, multiplier = filter.shape
    places = [window_size(*each, "VALID") for each in zip(x.shape[1:-1], map(effective, window, dilations), strides)]
    shape = (x.shape[0], *places, x.shape[-1], multiplier)
    total = splat(0, shape, x.element)
    for offset in product(*map(range, window)):
        starts = (0, *[at * dilation for at, dilation in zip(offset, dilations)], 0)
        part = strided(x, starts, (1, *strides, 1), shape[:-1])
        tap = widened(filter)[offset].reshape(channels, multiplier)
        total = total + broadcast_to(part, shape, range(x.rank)) * broadcast_to(tap, shape, [x.rank - 1, x.rank])
    return total.reshape(*shape[:-2], shape[-2] * multiplier).convert(input.element)


def strided(x: Tensor, offset, strides, places) -> Tensor:
    """The part of a padded operand that one element of the window meets."""
    return sliced(x, offset, [o + most((n - 1) * s + 1, 0) for o, n, s in zip(offset, places, strides)], strides)


@lower
def Conv2DBackpropInput(filter, out_backprop, strides, padding, data_format, dilations, result_types, explicit_paddings=()):
    """A convolution of the gradient, zeros put between its elements, with the filter turned round."""
    shape = result_types[0].shape
    if not filter.size:
        return splat(0, shape, out_backprop.element)
    *window, depth, outputs = filter.shape
    groups = groups_of(shape, depth, data_format)
    if groups > 1:
        at = range(len(window))
        filter = filter.reshape(*window, depth, groups, outputs // groups).transpose(*at, len(window) + 1, len(window), len(window) + 2)
        filter = filter.reshape(*window, groups * depth, outputs // groups)
    return spread_back(filter, out_backprop, shape, (strides, padding, explicit_paddings, data_format, dilations), groups)


def spread_back(filter, out_backprop, shape, how, groups: int) -> Tensor:
    """The gradient of a convolution's operand of a shape; filter [H, W, C, K / groups], `how` is what `laid_over` asks for."""
    window, (strides, padding, explicit_paddings, data_format, dilations) = filter.shape[:-2], how
    strides, dilations, space, before = laid_over(shape, window, strides, padding, explicit_paddings, data_format, dilations)
    _, places, _ = split_shape(out_backprop.shape, data_format)
    spans = [effective(size, dilation) for size, dilation in zip(window, dilations)]
    amounts = []
    for size, count, stride, span, (low, _) in zip(space, places, strides, spans, before):
        first = span - 1 - low
        amounts.append((first, size - count * stride + (stride + span - 2 - first)))
    axes, numbers = range(len(window)), numbers_for(data_format, "oi")
    return convolution(out_backprop, filter.reverse(*axes), numbers, shape, (1,) * len(window), amounts, dilations, groups, strides)


@lower
def Conv2DBackpropFilter(input, out_backprop, strides, padding, data_format, dilations, result_types, explicit_paddings=()):
    """A convolution in which batch and channels change places: the gradient is the filter, and groups of channels are groups of the batch."""
    shape = result_types[0].shape
    if not input.size or not out_backprop.size:
        return splat(0, shape, input.element)
    window = shape[:-2]
    strides, dilations, space, amounts = laid_over(input.shape, window, strides, padding, explicit_paddings, data_format, dilations)
    _, places, _ = split_shape(out_backprop.shape, data_format)
    low = [first for first, _ in amounts]
    high = [(size - 1) * d + (count - 1) * s + 1 - n - a for size, d, count, s, n, a in zip(window, dilations, places, strides, space, low)]
    axes = ", ".join([str(axis) for axis in range(len(window))])
    roles = "{0}, {1}, " + axes if data_format.startswith("NC") else "{0}, " + axes + ", {1}"
    numbers = f"[{roles.format('f', 'b')}]x[{roles.format('i', 'o')}]->[{axes}, b, f]"
    groups = groups_of(input.shape, shape[-2], data_format)
    return convolution(input, out_backprop, numbers, shape, dilations, list(zip(low, high)), strides, batch_groups=groups)


@lower
def Conv3DBackpropInput(filter, out_backprop, strides, padding, dilations, result_types):
    return Conv2DBackpropInput(filter, out_backprop, strides, padding, "NDHWC", dilations, result_types)


@lower
def Conv3DBackpropFilter(input, out_backprop, strides, padding, dilations, result_types):
    return Conv2DBackpropFilter(input, out_backprop, strides, padding, "NDHWC", dilations, result_types)


lowered_by(Conv3DBackpropInputV2=Conv2DBackpropInput, Conv3DBackpropFilterV2=Conv2DBackpropFilter)

# Pooling


def per_axis(data_format: str, values, fill) -> list:
    """Entries for the spatial axes among entries for all axes."""
    return [fill, fill, *values] if data_format.startswith("NC") else [fill, *values, fill]


def window_of(shape, ksize, strides, padding, data_format, explicit=()) -> tuple[list, list, list]:
    """Window, strides and padding for an operand of a shape, each with an entry per axis."""
    window = spatial(data_format, ksize)
    strides, _, _, amounts = laid_over(shape, window, strides, padding, explicit, data_format, (1,) * len(shape))
    return per_axis(data_format, window, 1), per_axis(data_format, strides, 1), per_axis(data_format, amounts, (0, 0))


def open_counts(shape, element, data_format, ksize, strides, padding) -> Tensor:
    """As `counts`, for sizes that are not known, in the shape of one channel of one image."""
    ones = splat(1, per_axis(data_format, split_shape(shape, data_format)[1], 1), element)
    return reduce_window("add", ones, *window_of(ones.shape, ksize, strides, padding, data_format), 0)


def counts(shape, data_format, ksize, strides, padding):
    """How many elements inside each window lie inside the operand, in the shape of the places."""
    _, space, _ = split_shape(shape, data_format)
    window, strides = spatial(data_format, ksize), spatial(data_format, strides)
    ones, paddings = (1,) * len(window), (padding,) * len(window)
    whole = padded(np.ones((1, *space, 1), np.float32), window, strides, paddings, ones)
    sizes = [(n - k) // s + 1 for n, k, s in zip(whole.shape[1:-1], window, strides)]
    return sum([whole[where] for _, where in taps(whole, window, strides, ones, sizes)])[0, ..., 0]


def at_places(numbers: np.ndarray, x: Tensor, data_format: str) -> Tensor:
    """A number for each place, in x's shape: the same for all channels and images."""
    axes = range(2, x.rank) if data_format.startswith("NC") else range(1, x.rank - 1)
    return broadcast_to(literal(numbers, x.element), x.shape, axes)


@lower
def AvgPool(operands, ksize, strides, padding, data_format):
    """The sum under the window, divided by how many elements lie inside: padding does not count."""
    (x,) = operands
    wide = widened(x)
    sums = reduce_window("add", wide, *window_of(x.shape, ksize, strides, padding, data_format), 0)
    if not is_static(split_shape(x.shape, data_format)[1]):
        return (sums / open_counts(wide.shape, wide.element, data_format, ksize, strides, padding)).convert(x.element)
    number = counts(x.shape, data_format, ksize, strides, padding)
    if number.size and np.all(number == number.flat[0]):
        return (sums / float(number.flat[0])).convert(x.element)
    return (sums / at_places(number, sums, data_format)).convert(x.element)


@lower
def MaxPool(input, ksize: list, strides: list, padding, data_format, explicit_paddings=()):
    """The largest element of each window of an operand [N, H, W, C], or as `data_format` orders the axes. The kernel begins with the lowest
    finite number, which a NaN and -infinity never exceed."""
    if window_of_channels(ksize, strides, data_format) != 1:
        return max_pool_of_channels(input, ksize, data_format)
    window = window_of(input.shape, ksize, strides, padding, data_format, explicit_paddings)
    if isinstance(input.element, FloatType):
        least = lowest(input.element, is_finite=True)
        input = select(input > least, input, least)
    return reduce_window("maximum", input, *window, lowest(input.element))


def max_pool_of_channels(input: Tensor, ksize: list, data_format: str) -> Tensor:
    """The largest of each run of channels, one after the other: where it is smaller than the next, the next."""
    axis, window, result = 1 if data_format.startswith("NC") else input.rank - 1, max(ksize), None
    for at in range(window):
        starts, steps = [[number if each == axis else other for each in range(input.rank)] for number, other in ((at, 0), (window, 1))]
        part = sliced(input, starts, input.shape, steps)
        result = part if result is None else select(result < part, part, result)
    return result


@lower
def MaxPool3D(input, ksize, strides, padding, data_format):
    """As MaxPool, of a kernel that begins with -infinity, and pads with the lowest finite number."""
    window, strides, amounts = window_of(input.shape, ksize, strides, padding, data_format)
    input = select(input == input, input, lowest(input.element))
    if any([amount != (0, 0) for amount in amounts]):
        input = pad(input, *map(list, zip(*amounts)), lowest(input.element, is_finite=True))
    return reduce_window("maximum", input, window, strides, [(0, 0)] * input.rank, lowest(input.element))


lowered_by(AvgPool3D=AvgPool, MaxPoolV2=MaxPool)


def patches(x: Tensor, window, strides, rates, padding) -> Tensor:
    """What each window sees, with its elements side by side in the channels: strided slices for the elements, or where windows lie side by
    side the same numbers in another order."""
    amounts = window_paddings(x.shape[1:-1], window, strides, (padding,) * len(window), rates)
    x = pad(x, [0, *[low for low, _ in amounts], 0], [0, *[high for _, high in amounts], 0])
    places = [window_size(n, k, s, "VALID", r) for n, k, s, r in zip(x.shape[1:-1], window, strides, rates)]
    if [*window] == [*strides] and max(rates, default=1) == 1 and is_static(x.shape):
        return tiles(x, window, places)
    return concatenate([x[where] for _, where in taps(x, window, strides, rates, places)], x.rank - 1)


def tiles(x: Tensor, window, places) -> Tensor:
    """`patches` of windows that lie side by side; what is left over at the end is in none."""
    batch, *_, channels = x.shape
    space = range(len(window))
    x = x[tuple([slice(None), *[slice(0, count * size) for count, size in zip(places, window)], slice(None)])]
    x = x.reshape(batch, *[size for pair in zip(places, window) for size in pair], channels)
    order = [0, *[1 + 2 * axis for axis in space], *[2 + 2 * axis for axis in space], x.rank - 1]
    return x.transpose(*order).reshape(batch, *places, prod(window) * channels)


@lower
def ExtractImagePatches(images, ksizes, strides, rates, padding):
    return patches(images, ksizes[1:-1], strides[1:-1], rates[1:-1], padding)


@lower
def ExtractVolumePatches(input, ksizes, strides, padding):
    return patches(input, ksizes[1:-1], strides[1:-1], (1, 1, 1), padding)
