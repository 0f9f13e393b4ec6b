"""Shapes of convolutions and pooling.

A data format says where the channels are: `NHWC` has shapes [batch, height, width, channels], `NCHW` [batch, channels, height, width].
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.shapes import effective, negative_places, unify, window_size, with_rank


def spatial(data_format: str, per_axis) -> tuple:
    """The entries for the spatial axes out of one entry per axis."""
    return tuple(per_axis[2:] if data_format.startswith("NC") else per_axis[1:-1])


def paddings_of(data_format: str, padding: str, explicit, rank: int) -> tuple:
    """One padding per spatial axis: a word, or (before, after)."""
    if padding != "EXPLICIT":
        return (padding,) * (rank - 2)
    if len(explicit) != 2 * rank:
        raise Error(f"explicit_paddings must have {2 * rank} numbers, has {len(explicit)}")
    return spatial(data_format, tuple(zip(explicit[::2], explicit[1::2])))


def split_shape(shape, data_format: str):
    """Batch, spatial sizes, channels."""
    return (shape[0], shape[2:], shape[1]) if data_format.startswith("NC") else (shape[0], shape[1:-1], shape[-1])


def joined_shape(batch, places, channels, data_format: str):
    return (batch, channels, *places) if data_format.startswith("NC") else (batch, *places, channels)


def places_of(space, window, strides, paddings, dilations) -> tuple:
    return tuple([count_of_places(*each) for each in zip(space, window, strides, paddings, dilations)])


def count_of_places(size, window, stride: int, padding, dilation: int):
    """How many places a window has along an axis. Less than none are an error."""
    refused = negative_places(size, window, stride, padding, dilation) if isinstance(size, int) and isinstance(window, int) else None
    if refused:
        raise Error(refused)
    return window_size(size, window, stride, padding, dilation)


def passed_over(shape, window, strides, padding: str, data_format: str, dilations) -> tuple:
    """How many elements of each axis of a Conv3D's input of f64 lie before its windows: with SAME, where the last window ends short of the
    image by two or more, the kernel lays the windows over the middle.

    That kernel is Eigen's. f32, f16 and bf16 have oneDNN's, which like XLA begins with the first element.
    """
    _, space, _ = split_shape(shape, data_format)
    strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
    front = [elements_before(*each) if padding == "SAME" else 0 for each in zip(space, window, strides, dilations)]
    return joined_shape(0, front, 0, data_format)


def elements_before(size, window, stride: int, dilation: int):
    """What `passed_over` says of one axis; of a window that is not known yet, that it begins with the first element."""
    if not isinstance(window, int):
        return 0
    span = effective(window, dilation)
    if stride < span + 2:
        return 0
    end = shapes.add(shapes.multiply(shapes.subtract(shapes.divide_up(size, stride), 1), stride), span)
    return shapes.divide_down(shapes.most(shapes.subtract(size, end), 0), 2)


def convolution_shape(input, filter, strides, padding, data_format, dilations, explicit_paddings=(), depthwise=False):
    rank = len(strides)
    x, k = with_rank(input.shape, rank, "input"), with_rank(filter.shape, rank, "filter")
    batch, space, channels = split_shape(x, data_format)
    features = k[-1]
    if depthwise:
        features = shapes.multiply(unify(channels, k[-2], "numbers of channels"), k[-1])
    elif isinstance(channels, int) and isinstance(k[-2], int) and (k[-2] == 0 or channels % k[-2]):
        raise Error(f"{channels} input channels are no multiple of the filter's {k[-2]}")
    paddings = paddings_of(data_format, padding, explicit_paddings, rank)
    places = places_of(space, k[:-2], spatial(data_format, strides), paddings, spatial(data_format, dilations))
    return joined_shape(batch, places, features, data_format)


def depthwise_shape(input, filter, strides, padding, data_format, dilations, explicit_paddings=()):
    return convolution_shape(input, filter, strides, padding, data_format, dilations, explicit_paddings, True)


def pool_shape(operands, ksize, strides, padding, data_format, explicit_paddings=()):
    rank = len(ksize)
    batch, space, channels = split_shape(with_rank(operands[0].shape, rank), data_format)
    if ksize[0] != 1 or ksize[1 if data_format.startswith("NC") else -1] != 1:
        raise Error(f"pooling over batch or channels is not defined here: ksize = {tuple(ksize)}")
    paddings = paddings_of(data_format, padding, explicit_paddings, rank)
    ones = (1,) * (rank - 2)
    places = places_of(space, spatial(data_format, ksize), spatial(data_format, strides), paddings, ones)
    return joined_shape(batch, places, channels, data_format)


def window_of_channels(ksize, strides, data_format) -> int:
    """The size of a MaxPool's window along the channels, 1 where it lies over places. Raises Error in the words of TensorFlow's kernel."""
    channels, rest = (1, ksize[2:]) if data_format.startswith("NC") else (-1, ksize[1:-1])
    window = ksize[channels]
    if window == 1:
        return 1
    if ksize[0] != 1 or strides[0] != 1:
        raise Error("Pooling is not yet supported on the batch dimension.")
    if any([size != 1 for size in rest]):
        raise Error("MaxPooling supports exactly one of pooling across depth or pooling across width/height.")
    if strides[channels] != window:
        raise Error("Depthwise max pooling requires the depth window to equal the depth stride")
    return window


def max_pool_shape(operands, ksize, strides, padding, data_format, explicit_paddings=()):
    """As `pool_shape`; a window may lie over channels instead, as many as divide them."""
    window = window_of_channels(ksize, strides, data_format)
    if window == 1:
        return pool_shape(operands, ksize, strides, padding, data_format, explicit_paddings)
    batch, space, channels = split_shape(with_rank(operands[0].shape, len(ksize)), data_format)
    if isinstance(channels, int) and channels % window:
        raise Error("Depthwise max pooling requires the depth window to evenly divide the input depth")
    return joined_shape(batch, space, shapes.divide_down(channels, window), data_format)
