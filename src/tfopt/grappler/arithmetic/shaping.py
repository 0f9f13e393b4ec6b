"""Simplifications of ops that only move, repeat or retype elements: done once where it was done twice, on fewer bytes, in fewer
dimensions."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType, FloatType, IntegerType
from tfir.ods.control import data_operands, data_results
from tfir.ods.op_lists import read_lists

from tfopt.grappler.nodes import filled, rebuilt, vector
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import once, rewrite, tf, variables

x, y, z, t = variables("x y z t")
rest, a, p, q = variables("rest a p q")


# Types said anew

REMOVE_REDUNDANT_BITCAST = Stage(
    "RemoveRedundantBitcast",
    tf.Bitcast(x) >> x,
    tf.Bitcast(tf.Bitcast(x)) >> x,
    tf.Bitcast(tf.Bitcast(x), type=t) >> tf.Bitcast(x, type=t),
)
REMOVE_REDUNDANT_CAST = Stage("RemoveRedundantCast", tf.Cast(x) >> x)


# Shapes said anew

# What lies between changes nothing in the order of elements.
REMOVE_REDUNDANT_RESHAPE = Stage(
    "RemoveRedundantReshapeOrBroadcastTo",
    tf.Reshape(x, y) >> x,
    tf.BroadcastTo(x, y) >> x,
    tf.Reshape(tf.Reshape(x, y), z) >> tf.Reshape(x, z),
    tf.Reshape(tf.ExpandDims(x, y), z) >> tf.Reshape(x, z),
    tf.Reshape(tf.Squeeze(x), z) >> tf.Reshape(x, z),
)


# A cast beside what only moves elements: these move where they have fewer bytes

# Their other operands and attributes mean the same whatever the element type.
MOVING = read_lists(__file__)["reordered_with_casts"]


def width(element) -> int:
    if isinstance(element, ComplexType):
        return 2 * element.element.width
    return max(element.width, 8) if isinstance(element, (IntegerType, FloatType)) else 0


def is_wider(one, other) -> bool:
    return width(one) > width(other) > 0


def cast_before(op: Operation):
    """Cast(Transpose(x)) to fewer bytes is Transpose(Cast(x))."""
    mover = op.operands[0].op
    x, *others = data_operands(mover)
    if not is_wider(x.type.element, op.results[0].type.element):
        return None
    return rebuilt(mover, rebuilt(op, x), *others)


def cast_after(op: Operation):
    """Transpose(Cast(x)) to more bytes is Cast(Transpose(x))."""
    cast, *others = data_operands(op)
    x = cast.op.operands[0]
    if not is_wider(cast.type.element, x.type.element):
        return None
    return rebuilt(cast.op, rebuilt(op, x, *others))


def moves(name: str, operand):
    """The pattern of one of `MOVING` on an operand."""
    return getattr(tf, name)(operand) if name == "Squeeze" else getattr(tf, name)(operand, y)


REORDER_CAST = Stage(
    "ReorderCastLikeAndValuePreserving",
    *[rewrite(tf.Cast(once(moves(name, x))))(cast_before) for name in MOVING],
    *[rewrite(moves(name, once(tf.Cast(x))))(cast_after) for name in MOVING],
)


# Repeating


@rewrite(tf.Pack(*rest))
def pack_of_equals(rest, op: Operation, item):
    """A stack of one value is that value spread or tiled, where that has no more nodes and edges in all. A stack whose readers take it
    apart again is left as it is."""
    x = rest[0]
    if any([reader.name in TAKING_APART for reader in op.results[0].uses]):
        return None
    if len(rest) < MANY_FOR_BROADCAST or any([each is not x for each in rest]) or not item.shapes.is_static(x):
        return None
    axis, shape = plain_attribute(op, "axis"), item.shapes.of(x)
    axis += (len(shape) + 1) if axis < 0 else 0
    if axis == 0:
        return tf.BroadcastTo(x, vector([len(rest), *shape]))
    if axis == len(shape) or len(rest) < MANY_FOR_TILE:
        return None
    tiled = tf.Tile(x, vector([len(rest) if at == axis else 1 for at in range(len(shape))]))
    return tf.Reshape(tiled, vector([*shape[:axis], len(rest), *shape[axis:]]))


TAKING_APART = frozenset({"tfg.Slice", "tfg.StridedSlice", "tfg.Unpack"})
MANY_FOR_BROADCAST, MANY_FOR_TILE = 3, 7
REPLACE_PACK_WITH_TILE_RESHAPE = Stage("ReplacePackWithTileReshape", pack_of_equals)


@rewrite(tf.Mul(x, 1))
def spread_by_ones(x, op: Operation, item):
    """A product with ones that only spreads x repeats it."""
    result, shape = item.shapes.static(op.results[0]), item.shapes.static(x)
    if result is None or shape is None or len(result) != len(shape) or result == shape:
        return None
    return tf.Tile(x, vector([whole if part == 1 else 1 for whole, part in zip(result, shape)]))


REPLACE_MUL_WITH_BROADCAST_BY_TILE = Stage("ReplaceMulWithBroadcastByTile", spread_by_ones)


@rewrite(tf.Reshape(once(tf.Tile(once(tf.Reshape(x, p)), q)), z))
def tile_in_fewer_dimensions(x, p, q, z, item):
    """Neighbouring dimensions that are repeated together are one. What is reshaped behind need not know."""
    sizes, counts = item.shapes.integers(p), item.shapes.integers(q)
    if sizes is None or counts is None or len(sizes) != len(counts) or 0 in sizes:
        return None
    merged = merge_dimensions(list(zip(sizes, counts)))
    if len(merged) == len(sizes):
        return None
    small = tf.Reshape(x, vector([size for size, _ in merged], p.type.element))
    return tf.Reshape(tf.Tile(small, vector([count for _, count in merged], q.type.element)), z)


def merge_dimensions(dimensions: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """(size, count) of fewer dimensions that hold the same elements in the same order. -1 is the size that is left."""
    merged: list[tuple[int, int]] = []
    for size, count in dimensions:
        before = merged[-1] if merged else None
        if before is not None and (count == 1 or before == (1, 1)):
            merged[-1] = (-1 if -1 in (size, before[0]) else size * before[0], count * before[1])
        elif before is not None and size == 1 and before[0] == 1:
            merged[-1] = (1, count * before[1])
        else:
            merged.append((size, count))
    return merged


REDUCE_UPSAMPLING_DIMS = Stage("ReduceUpsamplingDims", tile_in_fewer_dimensions)


# Slices of stacks


def stack_axis(pack: Operation, item) -> int | None:
    shape = item.shapes.of(pack.operands[0])
    axis = plain_attribute(pack, "axis")
    return axis if axis >= 0 else None if shape is None else axis + len(shape) + 1


@rewrite(tf.Slice(tf.Pack(*rest), p, q))
def slice_of_stack(rest, p, q, op: Operation, item):
    begin, size = item.shapes.integers(p), item.shapes.integers(q)
    axis, shape = stack_axis(op.operands[0].op, item), item.shapes.of(op.operands[0])
    if begin is None or size is None or axis is None or shape is None or len(begin) != len(shape):
        return None
    for at, whole in enumerate(shape):
        if at != axis and (begin[at] or size[at] not in (-1, whole)):
            return None
    length = len(rest) - begin[axis] if size[axis] == -1 else size[axis]
    return tf.ExpandDims(rest[begin[axis]], filled(axis)) if length == 1 and 0 <= begin[axis] < len(rest) else None


@rewrite(tf.StridedSlice(tf.Pack(*rest), x, y, z, ellipsis_mask=0, new_axis_mask=0))
def strided_slice_of_stack(rest, x, y, z, op: Operation, item):
    bounds = [item.shapes.integers(each) for each in (x, y, z)]
    axis = stack_axis(op.operands[0].op, item)
    if None in bounds or axis is None or len(bounds[0]) <= axis or 0 in bounds[2]:
        return None
    masks = {name: plain_attribute(op, f"{name}_mask") for name in ("begin", "end", "shrink_axis")}
    for at, (begin, end, stride) in enumerate(zip(*bounds)):
        begin, end = (None if masks[name] >> at & 1 else bound for name, bound in (("begin", begin), ("end", end)))
        shrinks = masks["shrink_axis"] >> at & 1
        if at == axis:
            picked = range(len(rest))[begin:end:stride] if not shrinks else chosen(len(rest), begin)
        elif shrinks or (begin, end, stride) != (None, None, 1):
            return None
    if len(picked) != 1:
        return None
    return rest[picked[0]] if masks["shrink_axis"] >> axis & 1 else tf.ExpandDims(rest[picked[0]], filled(axis))


def chosen(count: int, begin) -> list[int]:
    """The one place that a shrunk dimension is taken at; a mask says nothing there."""
    place = begin if begin is None or begin >= 0 else begin + count
    return [place] if place is not None and 0 <= place < count else []


@rewrite(tf.Unpack(tf.Pack(*rest, axis=a), axis=a))
def unpack_of_pack(rest):
    return rest


@rewrite(tf.Pack(*rest, axis=a))
def pack_of_unpack(rest, a):
    parts = parts_of_one("tfg.Unpack", rest)
    return parts.operands[0] if parts is not None and plain_attribute(parts, "axis") == a else None


@rewrite(tf.ConcatV2(*rest))
def concat_of_split(rest, item):
    """Everything that was split, joined again along the same axis."""
    parts = parts_of_one("tfg.Split", rest[:-1]) or parts_of_one("tfg.SplitV", rest[:-1])
    if parts is None:
        return None
    whole, axis = (1, 0) if parts.name == "tfg.Split" else (0, 2)
    joined, split = item.shapes.integers(rest[-1]), item.shapes.integers(parts.operands[axis])
    return parts.operands[whole] if joined is not None and joined == split else None


def parts_of_one(name: str, values) -> Operation | None:
    """The node of which the values are all results, in order."""
    maker = values[0].op
    return maker if maker is not None and maker.name == name and list(data_results(maker)) == list(values) else None


REMOVE_STACK_SLICE_SAME_AXIS = Stage(
    "RemoveStackSliceSameAxis", slice_of_stack, strided_slice_of_stack, unpack_of_pack, pack_of_unpack, concat_of_split
)
