"""Lowerings: moving elements between space, depth and batch, and renaming axes between data formats."""

from math import prod

from tfir.dialects.tf.layout import layout_order

from tfopt.arithmetic.contents import Array
from tfopt.arithmetic.tensor import concatenate, literal, pad, take
from tfopt.tf_to_stablehlo.lowering import lower


def with_channels_last(function):
    """The lowering of an op that has data formats, from the one for NHWC."""

    def lowering(input, block_size, data_format):
        if data_format == "NCHW":
            return function(input.transpose(0, 2, 3, 1), block_size).transpose(0, 3, 1, 2)
        return function(input, block_size)

    lowering.__name__ = function.__name__
    return lowering


@lower
@with_channels_last
def SpaceToDepth(x, block):
    n, h, w, c = x.shape
    split = x.reshape(n, h // block, block, w // block, block, c).transpose(0, 1, 3, 2, 4, 5)
    return split.reshape(n, h // block, w // block, block * block * c)


@lower
@with_channels_last
def DepthToSpace(x, block):
    n, h, w, c = x.shape
    rest = c // (block * block)
    split = x.reshape(n, h, w, block, block, rest).transpose(0, 1, 3, 2, 4, 5)
    return split.reshape(n, h * block, w * block, rest)


@lower
def SpaceToBatchND(input, block_shape: list, paddings: Array):
    """[N, spatial..., rest...] -> [N * prod(block), padded spatial / block..., rest...]."""
    count, (low, high) = len(block_shape), paddings.reshape(-1, 2).T.tolist()
    tail = [0] * (input.rank - 1 - count)
    x = pad(input, [0, *low, *tail], [0, *high, *tail])
    batch, *rest = x.shape
    cut, rest = [size // step for size, step in zip(rest, block_shape)], rest[count:]
    split = x.reshape(batch, *[part for pair in zip(cut, block_shape) for part in pair], *rest)
    steps, places = range(2, 2 * count + 1, 2), range(1, 2 * count, 2)
    moved = split.transpose(*steps, 0, *places, *range(2 * count + 1, split.rank))
    return moved.reshape(batch * prod(block_shape), *cut, *rest)


@lower
def BatchToSpaceND(input, block_shape: list, crops: Array):
    """[N * prod(block), spatial..., rest...] -> [N, spatial * block - crops..., rest...]."""
    count = len(block_shape)
    batch, space, rest = input.shape[0] // prod(block_shape), input.shape[1 : count + 1], input.shape[count + 1 :]
    split = input.reshape(*block_shape, batch, *space, *rest)
    order = [count, *[axis for at in range(count) for axis in (count + 1 + at, at)], *range(2 * count + 1, split.rank)]
    whole = split.transpose(*order).reshape(batch, *[size * step for size, step in zip(space, block_shape)], *rest)
    kept = [slice(low, size - high) for size, (low, high) in zip(whole.shape[1:], crops.tolist())]
    return whole[(slice(None), *kept)]


@lower
def SpaceToBatch(input, paddings: Array, block_size):
    return SpaceToBatchND(input, [block_size] * 2, paddings)


@lower
def BatchToSpace(input, crops: Array, block_size):
    return BatchToSpaceND(input, [block_size] * 2, crops)


@lower
def DataFormatVecPermute(x, src_format, dst_format):
    if x.shape[0] == len(src_format) - 2:
        src_format, dst_format = (text.replace("N", "").replace("C", "") for text in (src_format, dst_format))
    return concatenate([x[at : at + 1] for at in layout_order(src_format, dst_format)], 0)


@lower
def DataFormatDimMap(x, src_format, dst_format):
    from numpy import asarray, int32

    places = x % len(src_format)
    places = (places + len(src_format)) % len(src_format)
    return take(literal(asarray(layout_order(dst_format, src_format), int32), x.element), places, 0)
