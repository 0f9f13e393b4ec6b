"""Nodes that pass on their operand as it is, since shapes or constants say so: transposes, shuffles and reversals of axes of size 1,
slices of the whole, tiles once, pads by nothing, splits into one, reshapes to the same shape."""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Value
from tfir.ir.types import I32, Type

from tfopt.grappler.constant_folding.contents import Full, is_full
from tfopt.grappler.nodes import filled, vector
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import MatchFailure, constants, rewrite, tf, variables

x, a, b, s, v = variables("x a b s v")
p = constants("p")[0]


# Splits and packs of one


@rewrite(tf.Pack(x))
def pack_one(x, op):
    return tf.ExpandDims(x, filled(plain_attribute(op, "axis")))


# Order of elements along axes


@rewrite(tf.Transpose(x, p))
def transpose_unit_axes(x, p, op, item):
    """Only axes of size 1 change their place among the others."""
    shape = item.shapes.of(x)
    if p.tolist() == list(range(len(p))):
        return item.shapes.vouch(x, op.results[0])
    if shape is None or len(p) != len(shape):
        return None
    long_axes = [int(axis) for axis in p.tolist() if shape[int(axis)] != 1]
    if long_axes != sorted(long_axes):
        return MatchFailure("axes that may be longer than 1 change their order")
    transposed = [shape[int(axis)] for axis in p.tolist()]
    return x if transposed == list(shape) else reshape(x, transposed)


def reshape(x: Value, shape):
    """A Reshape of x to a shape with at most one unknown size; MatchFailure for shapes with more."""
    if len([size for size in shape if size.__class__ is not int]) > 1 or 0 in shape and not all([size.__class__ is int for size in shape]):
        return MatchFailure("more than one size is unknown")
    return tf.Reshape(x, open_vector(shape))


def open_vector(sizes, element: Type = I32) -> DenseAttr:
    """A constant of sizes, with -1 for those that are unknown."""
    return vector([size if size.__class__ is int else -1 for size in sizes], element)


@rewrite(tf.RandomShuffle(x))
def shuffle_one(x, item):
    shape = item.shapes.of(x)
    return x if shape is not None and (shape == () or shape[0] in (0, 1)) else None


@rewrite(tf.ReverseV2(x, a))
def reverse_unit_axes(x, a, item):
    shape, axes = item.shapes.of(x), item.shapes.integers(a)
    if shape is None or axes is None or any([not -len(shape) <= axis < len(shape) for axis in axes]):
        return None
    return x if all([shape[axis] == 1 for axis in axes]) else None


@rewrite(tf.Reverse(x, p))
def reverse_marked_unit_axes(x, p, item):
    shape = item.shapes.of(x)
    return x if shape is not None and all([size == 1 for size, marked in zip(shape, p.tolist()) if marked]) else None


# Parts that are the whole


@rewrite(tf.Slice(x, a, b))
def slice_whole(x, a, b, item):
    shape, begins, sizes = item.shapes.of(x), item.shapes.integers(a), item.shapes.numbers(b)
    if begins is None or sizes is None or any(begins):
        return None
    return x if all([size == -1 or shape is not None and size == whole for size, whole in zip(sizes, shape or sizes)]) else None


@rewrite(tf.StridedSlice(x, a, b, s, new_axis_mask=0, shrink_axis_mask=0))
def strided_slice_whole(x, a, b, s, op, item):
    bounds = [item.shapes.numbers(each) for each in (a, b, s)]
    shape = item.shapes.of(x)
    if None in bounds or any([stride != 1 for stride in bounds[2]]):
        return None
    begin_mask, end_mask, ellipsis = [plain_attribute(op, name) for name in ("begin_mask", "end_mask", "ellipsis_mask")]
    return x if all([is_whole(at, *bounds[:2], shape, begin_mask, end_mask, ellipsis) for at in range(len(bounds[0]))]) else None


def is_whole(at: int, begins, ends, shape, begin_mask: int, end_mask: int, ellipsis: int) -> bool:
    """Whether entry `at` of a strided slice takes all of its axis."""
    if ellipsis >> at & 1:
        return True
    if not begin_mask >> at & 1 and begins[at] != 0:
        return False
    if end_mask >> at & 1:
        return True
    if shape is None:
        return False
    axis = at if not ellipsis & ((1 << at) - 1) else len(shape) - (len(begins) - at)
    size, end = shape[axis], ends[at]
    return end == size or isinstance(end, int) and isinstance(size, int) and end >= size


@rewrite(tf.Tile(x, a))
def tile_once(x, a, item):
    times = item.shapes.integers(a)
    return x if times is not None and all([each == 1 for each in times]) else None


def pad_by_nothing(x, a, item):
    amounts = item.shapes.integers(a)
    return x if is_full(a, 0) or amounts is not None and not any(amounts) else None


def same(x, op, item):
    """Where the shapes are known to be equal."""
    shape = item.shapes.of(x)
    return x if shape is not None and shape == item.shapes.of(op.results[0]) else None


@rewrite(tf.Squeeze(tf.GatherV2(x, p, a, batch_dims=0)))
def gather_one(x, p, a, item):
    """One entry without its axis is chosen by a number; else it would be chosen by a vector of one, and the axis dropped."""
    if p.shape != (1,) or item.shapes.integers(a) != [0] or item.shapes.of(x) is None or len(item.shapes.of(x)) != 1:
        return None
    return tf.GatherV2(x, p.reshape(()), a)


def own_shape(x, op, item):
    return item.shapes.vouch(x, op.results[0])


@rewrite(tf.Reshape(x, s))
def reshape_by_constant(x, s, item):
    """A shape that is computed, with a single size that is unknown, is a constant with -1 there."""
    sizes = item.shapes.numbers(s)
    if elements_of(s) is not None or sizes is None or not is_one_unknown(sizes):
        return None
    return tf.Reshape(x, open_vector(sizes, s.type.element))


def is_one_unknown(sizes: list) -> bool:
    """Whether all sizes but one are known, and greater than 0, so that the one follows from the number of elements."""
    static_sizes = [size for size in sizes if size.__class__ is int]
    return len(static_sizes) == len(sizes) - 1 and None not in sizes and all([size > 0 for size in static_sizes])


TO_SHAPE = (tf.Reshape, tf.BroadcastTo)
PADS = (tf.Pad(x, a), tf.PadV2(x, a, v), tf.MirrorPad(x, a))
STAGES = [
    Stage("RemoveSplitOrSplitV", tf.Split(a, x, num_split=1) >> x, tf.SplitV(x, s, a, num_split=1) >> x),
    Stage("RemoveShuffleOrTranspose", transpose_unit_axes),
    Stage("RemoveRandomShuffle", shuffle_one),
    Stage("RemoveReverse", reverse_unit_axes, reverse_marked_unit_axes),
    Stage("SimplifySlice", slice_whole),
    Stage("SimplifyStridedSlice", strided_slice_whole),
    Stage("SimplifyTile", tile_once),
    Stage("SimplifyPad", *[rewrite(pad)(pad_by_nothing) for pad in PADS]),
    Stage("SimplifySqueeze", rewrite(tf.Squeeze(x))(same), gather_one),
    Stage("SimplifyPack", pack_one),
    Stage("SimplifyReshape", *[rewrite(op(x, tf.Shape(x)))(own_shape) for op in TO_SHAPE], *[rewrite(op(x, s))(same) for op in TO_SHAPE],
          reshape_by_constant),
    Stage("RemoveBlocksOfOne", *[op(x, Full(1), Full(0)) >> x for op in (tf.BatchToSpaceND, tf.SpaceToBatchND)]),
]  # fmt: skip
