"""Lowerings: what moves, repeats, cuts and joins elements without computing on them, and what asks for shapes."""

from functools import partial
from itertools import accumulate
from math import prod

import numpy as np
from tfir.dialects.tf.slicing import fitting_bounds, slice_entries, slice_of, taken
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, I64
from tfir.ods.shapes import BROADCAST, Symbol, is_static

from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.contents import Array, Sizes, sizes_of, told_sizes
from tfopt.arithmetic.sizes import number_at, tell, tell_shape, told
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    clamp,
    concatenate,
    dynamic_slice,
    emit,
    emit_many,
    filled,
    gather,
    iota,
    literal,
    maximum,
    number,
    pad,
    reduce,
    region_of,
    select,
    sizes,
    sliced,
    splat,
    take,
)  # fmt: skip
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by

# Questions about shapes


lowered_by(
    Shape=lambda input, out_type: shape_of(input, out_type),
    ShapeN=lambda input, out_type: [shape_of(one, out_type) for one in input],
    Rank=lambda input, result_types: splat(input.rank, (), result_types[0].element),
    Size=lambda input, out_type: filled(input.size, (), out_type, input),
)


def shape_of(x: Tensor, element) -> Tensor:
    if not is_static(x.shape):
        return sizes(x.shape).convert(element)
    return literal(np.asarray(x.shape, np.int64), element)


# The same elements under another shape


@lower
def Reshape(tensor, shape, result_types):
    """A size of -1 is what the others leave."""
    sizes = result_types[0].shape
    for at, size in enumerate(sizes):
        tell(size, lambda at=at: left_by_others(tensor, shape, at))
    return tensor.reshape(*sizes)


def left_by_others(tensor: Tensor, shape: Tensor, at: int) -> Tensor:
    size = shape[at].reshape().convert(I32)
    others = -reduce("multiply", shape.convert(I32), [0], 1)
    return select(size < 0, number(tensor.size) / maximum(others, 1), size)


def of_known_shape(operands, result_types):
    return operands[0].reshape(*result_types[0].shape)


lowered_by(Squeeze=of_known_shape, ExpandDims=of_known_shape)


# Order


@lower
def Transpose(x, perm, result_types):
    order = [] if x.rank == 0 else sizes_of(perm)
    if order is None or not is_static(tuple(order)):
        return in_computed_order(x, perm, result_types[0].shape)
    return x.transpose(*[axis % x.rank for axis in order])


def in_computed_order(x: Tensor, perm: Tensor, shape) -> Tensor:
    """The axes in an order that the program computes: each element is looked up by the steps of the axes that it has come from."""
    perm = perm.convert(I32)
    perm = select(perm < 0, perm + x.rank, perm)
    tell_shape(shape, take(listed(x.shape), perm, 0))
    steps = take(listed([prod(x.shape[axis + 1 :]) for axis in range(x.rank)]), perm, 0)
    places = [iota(shape, axis) * broadcast_to(steps[axis].reshape(), shape) for axis in range(x.rank)]
    return take(x.reshape(prod(x.shape)), sum(places[1:], places[0]), 0)


def listed(numbers) -> Tensor:
    """Sizes as a list of i32."""
    return concatenate([number(size).reshape(1) for size in numbers], 0)


@lower
def ConjugateTranspose(x, perm, result_types):
    return Transpose(conjugate(x), perm, result_types)


@lower
def ReverseV2(tensor, axis: list):
    return tensor.reverse(*sorted({one % tensor.rank for one in axis}))


@lower
def Reverse(tensor, dims: list):
    return tensor.reverse(*np.flatnonzero(dims))


@lower
def ReverseSequence(input, seq_lengths, seq_dim, batch_dim):
    """Each place along the sequence reads from its mirror place inside its length."""
    seq_dim, batch_dim = seq_dim % input.rank, batch_dim % input.rank
    order = [batch_dim, seq_dim, *[axis for axis in range(input.rank) if axis not in (batch_dim, seq_dim)]]
    moved = input.transpose(*order)
    places = iota(moved.shape[:2], 1, seq_lengths.element)
    lengths = seq_lengths.expand(1)
    sources = select(places < lengths, lengths - 1 - places, places)
    rest = moved.shape[2:]
    reversed_rows = gather(moved, sources, [1, 1, *rest], range(2, moved.rank), [1], [1], 2, ([0], [0]))
    return reversed_rows.transpose(*[order.index(axis) for axis in range(input.rank)])


@lower
def Roll(input, shift, axis: list):
    distances = sizes_of(shift) or [shift.reshape(len(axis))[at].reshape() for at in range(len(axis))]
    for distance, at in zip(distances, axis):
        at %= input.rank
        size = input.shape[at]
        if isinstance(size, Symbol) or isinstance(distance, Symbol) or isinstance(distance, Tensor) and not is_static(input.shape):
            input = take(input, rolled(distance, size), at)
        elif size and isinstance(distance, Tensor):
            start = (size - distance % size) % size  # either remainder may be negative, and then is so by less than the size
            starts = [start if axis == at else splat(0, (), shift.element) for axis in range(input.rank)]
            input = dynamic_slice(concatenate([input, input], at), starts, input.shape)
        elif size and (cut := -distance % size):
            input = concatenate([part(input, at, cut, size), part(input, at, 0, cut)], at)
    return input


def rolled(distance, size) -> Tensor:
    """From which place of an axis each one is taken. A remainder has the sign of what is divided."""
    distance = distance if isinstance(distance, Tensor) else number(distance)
    whole = maximum(number(size), 1)
    source = iota((size,), 0) - (distance % whole.convert(distance.element)).convert(I32)
    return select(source < 0, source + whole, select(source < whole, source, source - whole))


def part(x: Tensor, axis: int, start: int, limit: int) -> Tensor:
    """A stretch of one axis."""
    return x[tuple([slice(start, limit) if at == axis else slice(None) for at in range(x.rank)])]


# Joining and splitting


@lower
def ConcatV2(values, axis: int):
    return concatenate(values, axis % values[0].rank)


@lower
def Concat(values, concat_dim: int):
    return concatenate(values, concat_dim % values[0].rank)


@lower
def Split(split_dim: int, value, num_split):
    axis = split_dim % value.rank
    size = value.shape[axis] // num_split
    return [part(value, axis, at * size, (at + 1) * size) for at in range(num_split)]


@lower
def SplitV(value, size_splits, split_dim: int, result_types):
    axis = split_dim % value.rank
    parts = [type.shape[axis] for type in result_types]
    if not is_static(tuple(parts)):
        tell_shape(parts, computed_parts(size_splits, value.shape[axis]))
    ends = [0, *accumulate(parts)]
    return [part(value, axis, start, end) for start, end in zip(ends, ends[1:])]


def computed_parts(size_splits: Tensor, whole) -> Tensor:
    """The sizes of the parts of an axis. One of -1 is what the others leave."""
    parts = size_splits.reshape(size_splits.size).convert(I32)
    return select(parts < 0, number(whole) - maximum(parts, 0).sum(0), parts)


@lower
def TileGrad(input, multiples: list):
    split = [part for size, times in zip(input.shape, multiples) for part in (times, size // times)]
    return input.reshape(*split).sum(*range(0, 2 * input.rank, 2))


lowered_by(ParallelConcat=lambda values: concatenate(values, 0))


@lower
def Pack(values, axis):
    axis %= values[0].rank + 1
    return concatenate([value.expand(axis) for value in values], axis)


@lower
def Unpack(value, axis, result_types):
    axis %= value.rank
    return [part(value, axis, at, at + 1).reshape(*type.shape) for at, type in enumerate(result_types)]


# Cutting


@lower
def Slice(input, begin, size, result_types):
    """A size of -1 is the rest."""
    starts, sizes = sizes_of(begin), result_types[0].shape
    if starts is None and is_static(sizes):
        return dynamic_slice(input, [begin[at].reshape() for at in range(input.rank)], sizes)
    if starts is None:
        starts = told_sizes(begin)
    for axis, count in enumerate(sizes):
        tell(count, lambda axis=axis: rest_or_count(size[axis].reshape().convert(I32), number(input.shape[axis] - starts[axis])))
    return sliced(input, starts, [start + size for start, size in zip(starts, sizes)])


def rest_or_count(count: Tensor, rest: Tensor) -> Tensor:
    return select(count < 0, rest, count)


@lower
def StridedSlice(
    input, begin, end, strides: list, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask, result_types,
):  # fmt: skip
    starts, ends = sizes_of(begin), sizes_of(end)
    entries = slice_entries(input.rank, len(strides), ellipsis_mask, new_axis_mask, shrink_axis_mask)
    shape = result_types[0].shape
    if (starts is None or ends is None) and is_static(shape):
        return computed_slice(input, begin, strides, begin_mask, entries, shape)
    is_told = starts is not None and ends is not None
    if is_told and not is_static((*starts, *ends, *input.shape)):
        part = open_slice(input, entries, starts, ends, strides, begin_mask, end_mask)
        if part is not None:
            return part.reshape(*shape)
        is_told = False
    if not is_told:
        part = sliced_at_numbers(input, entries, begin, end, strides, begin_mask, end_mask, shape)
        return part.reshape(*[1 if kind == "new" else part.shape[axis] for kind, axis, _ in entries if kind != "take"])
    taken_places = places_of(entries, input.shape, starts, ends, strides, begin_mask, end_mask)
    return constant_slice(input, list(taken_places)).reshape(*shape)


def places_of(entries: list, shape, begin: list, end: list, strides: list, begin_mask: int, end_mask: int):
    """(axis, which of its places are taken, in rising order, whether they are taken backwards) for each axis of the operand."""
    for kind, axis, entry in entries:
        if kind == "new":
            continue
        if kind == "take":
            at = taken(begin[entry], shape[axis])
            places = range(at, at + 1)
        else:
            places = range(*slice_of(entry, begin, end, strides, begin_mask, end_mask).indices(shape[axis]))
        is_turned = places.step < 0
        yield axis, places[::-1] if is_turned else places, is_turned


def open_slice(input: Tensor, entries: list, begin: list, end: list, strides: list, begin_mask: int, end_mask: int) -> Tensor | None:
    """A slice of which a bound, or the axis that it cuts, is of a size that is not known. Axes that one index picks from are left with
    size 1. None where a part of such an axis is taken backwards."""
    ranges, turned = open_ranges(input.shape, entries, begin, end, strides, begin_mask, end_mask)
    return None if None in ranges else sliced(input, *zip(*ranges)).reverse(*turned)


def open_ranges(shape, entries: list, begin: list, end: list, strides: list, begin_mask: int, end_mask: int) -> tuple[list, list[int]]:
    """Where a slice begins and ends along each axis, and its step; None for a part that is taken backwards. The axes that are taken from the last
    on."""
    ranges, turned = [], []
    for kind, axis, entry in entries:
        if kind == "new":
            continue
        size, step = shape[axis], 1 if entry is None or kind == "take" else strides[entry]
        bounds = (0, size)
        if kind == "take":
            at = begin[entry]
            at = size + at if isinstance(at, int) and at < 0 else at
            bounds = (at, at + 1)
        elif entry is not None and is_backwards(entry, begin_mask & end_mask, step):
            turned.append(axis)
            step = 1
        elif entry is not None:
            bounds = fitting_bounds(size, entry, begin, end, strides, begin_mask, end_mask)
        ranges.append(None if bounds is None else (*bounds, step))
    return ranges, turned


def sliced_at_numbers(
    input: Tensor, entries: list, begin: Tensor, end: Tensor, strides: list, begin_mask: int, end_mask: int, shape
) -> Tensor:  # fmt: skip
    """A slice of which bounds are computed, and so are sizes. As Python has it: what counts from the end, and what lies beyond it. One that is
    known to have so many elements is moved inside. Axes that one index picks from are left with size 1."""
    ranges: list = []
    turned: list = []
    left = list(shape)
    for kind, axis, entry in entries:
        size = 1 if kind == "take" else left.pop(0)
        if kind == "new":
            continue
        whole, step = input.shape[axis], 1 if entry is None or kind == "take" else strides[entry]
        skips = [entry is None or kind == "slice" and bool(mask >> entry & 1) for mask in (begin_mask, end_mask)]
        if all(skips) and step == 1:
            ranges.append((0, whole, 1))
        elif isinstance(size, int) and step == 1:
            first = number(0) if skips[0] else from_end(begin[entry], number(whole))
            start = told(clamp(0, first, number(whole - size)))
            ranges.append((start, start + size, 1))
        else:
            first, limit = computed_bounds(number(whole), begin[entry], end[entry], step, *skips)
            ranges.append((told(first), told(limit), abs(step)))
            turned += [axis] if step < 0 else []
    return sliced(input, *zip(*ranges)).reverse(*turned)


def computed_bounds(size: Tensor, begin: Tensor, end: Tensor, step: int, skips_begin: bool, skips_end: bool) -> tuple[Tensor, Tensor]:
    """The first place that a slice takes of an axis, and the place behind its last one, counted upwards."""
    lowest, highest = (number(0), size) if step > 0 else (number(-1), size - 1)
    ends = (lowest, highest) if step > 0 else (highest, lowest)
    start, stop = [
        at_end if skips else clamp(lowest, from_end(bound, size), highest)
        for skips, at_end, bound in zip((skips_begin, skips_end), ends, (begin, end))
    ]
    if step > 0:
        return start, maximum(start, stop)
    count = maximum((start - stop + (-step - 1)) / -step, 0)
    return select(count > 0, start + (count - 1) * step, start + 1), start + 1


def from_end(place: Tensor, size: Tensor) -> Tensor:
    place = place.reshape().convert(I32)
    return select(place < 0, place + size, place)


def is_backwards(entry: int, mask: int, step: int) -> bool:
    """Whether a slice takes all elements, from the last on."""
    return step == -1 and bool(mask >> entry & 1)


def computed_slice(input: Tensor, begin: Tensor, strides: list, begin_mask: int, entries: list, shape) -> Tensor:
    """A slice of known sizes from places that are computed; those below 0 count from the end. One that reaches beyond the operand
    is moved inside, where TensorFlow would refuse it or make it shorter."""
    return dynamic_slice(input, *computed_places(input.shape, begin, strides, begin_mask, entries, shape)).reshape(*shape)


def computed_places(whole, begin: Tensor, strides: list, begin_mask: int, entries: list, shape) -> tuple[list[Tensor], list[int]]:
    """Where a slice of a shape begins in a whole, and how large it is, for each axis of that."""
    starts, sizes, left = [], [], list(shape)
    for kind, axis, entry in entries:
        size = 1 if kind == "take" else left.pop(0)
        if kind == "new":
            continue
        if entry is not None and kind == "slice" and strides[entry] != 1:
            raise Error("has computed bounds and a stride other than 1, which StableHLO's dynamic_slice does not have")
        if entry is None or (kind == "slice" and begin_mask >> entry & 1):
            start = splat(0, (), begin.element)
        else:
            start = begin[entry].reshape()
            start = select(start < 0, start + whole[axis], start)
        starts.append(start)
        sizes.append(size)
    return starts, sizes


def constant_slice(input: Tensor, taken_places: list) -> Tensor:
    """Takes the elements forwards and turns them round. Axes that one index picks from are left with size 1."""
    starts, limits, steps = [], [], []
    for axis, places, _ in taken_places:
        starts.append(min(places.start, input.shape[axis]))
        limits.append(max(starts[-1], places[-1] + 1) if places else starts[-1])
        steps.append(places.step)
    return sliced(input, starts, limits, steps).reverse(*turned_axes(taken_places))


def turned_axes(taken_places: list) -> list[int]:
    return [axis for axis, _, is_turned in taken_places if is_turned]


@lower
def StridedSliceGrad(
    shape: list, begin, end, strides: list, dy, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask,
):  # fmt: skip
    """The slice's opposite: zeros with what was taken in its place."""
    entries = slice_entries(len(shape), len(strides), ellipsis_mask, new_axis_mask, shrink_axis_mask)
    starts, ends = sizes_of(begin), sizes_of(end)
    if starts is None or ends is None:
        places, sizes = computed_places(shape, begin, strides, begin_mask, entries, dy.shape)
        whole = splat(0, shape, dy.element)
        return emit("dynamic_update_slice", [whole, dy.reshape(*sizes), *places], whole.type)
    if not is_static((*shape, *starts, *ends)):
        return put_back_open(shape, entries, starts, ends, strides, dy, begin_mask, end_mask)
    return put_back(shape, entries, starts, ends, strides, dy, begin_mask, end_mask)


def put_back_open(shape: list, entries: list, begin: list, end: list, strides: list, dy: Tensor, begin_mask: int, end_mask: int) -> Tensor:
    """The same where sizes are not known, with slices taken to lie inside."""
    ranges, turned = open_ranges(shape, entries, begin, end, strides, begin_mask, end_mask)
    if None in ranges:
        raise Error("takes a part of an axis whose size is not known")
    left, sizes = list(dy.shape), []
    for kind, _, _ in entries:
        size = 1 if kind == "take" else left.pop(0)
        sizes += [] if kind == "new" else [size]
    spans = [(size - 1) * step + 1 for size, (_, _, step) in zip(sizes, ranges)]
    low, inner = [first for first, _, _ in ranges], [step - 1 for _, _, step in ranges]
    high = [whole - first - span for whole, first, span in zip(shape, low, spans)]
    return pad(dy.reshape(*sizes).reverse(*turned), low, high, 0, inner)


def put_back(shape: list, entries: list, begin: list, end: list, strides: list, dy: Tensor, begin_mask: int, end_mask: int) -> Tensor:
    """Padding around, and between where the stride is larger than 1."""
    taken_places = list(places_of(entries, shape, begin, end, strides, begin_mask, end_mask))
    low = [places[0] if places else 0 for _, places, _ in taken_places]
    high = [shape[axis] - 1 - places[-1] if places else shape[axis] for axis, places, _ in taken_places]
    inner = [places.step - 1 if len(places) > 1 else 0 for _, places, _ in taken_places]
    sizes = [len(places) for _, places, _ in taken_places]
    return pad(dy.reshape(*sizes).reverse(*turned_axes(taken_places)), low, high, 0, inner)


@lower
def TensorStridedSliceUpdate(
    input, begin, end, strides: list, value, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask,
):  # fmt: skip
    """The value where the slice lies, spread over it; the input elsewhere."""
    if 0 in value.shape:  # the slice has no places either
        return input
    starts, ends = sizes_of(begin), sizes_of(end)
    shape, entries = [], slice_entries(input.rank, len(strides), ellipsis_mask, new_axis_mask, shrink_axis_mask)
    if starts is None or ends is None or not is_static((*starts, *ends, *input.shape, *value.shape)):
        return put_at_numbers(input, entries, begin, end, strides, value, begin_mask, end_mask)
    for kind, axis, entry in entries:
        if kind == "new":
            shape.append(1)
        elif kind == "slice":
            shape.append(len(range(*slice_of(entry, starts, ends, strides, begin_mask, end_mask).indices(input.shape[axis]))))
    if 0 in shape:
        return input
    value = broadcast_to(value, shape)
    places = input.shape, entries, starts, ends, strides
    is_there = put_back(*places, splat(1, shape, I32), begin_mask, end_mask) != 0
    return select(is_there, put_back(*places, value, begin_mask, end_mask), input)


def put_at_numbers(
    input: Tensor, entries: list, begin: Tensor, end: Tensor, strides: list, value: Tensor, begin_mask: int, end_mask: int
) -> Tensor:  # fmt: skip
    """A value where a slice lies whose bounds are computed: each place of an axis tells whether it is of the slice, and which place of the value
    has what belongs there; a size of 1 is spread."""
    sliced_axes = [kind for kind, _, _ in entries if kind != "take"]
    lengths = [1] * (len(sliced_axes) - value.rank) + list(value.shape)
    lengths = [1 if kind == "take" else lengths.pop(0) for kind, _, _ in entries]
    axes = [(length, *entry) for length, entry in zip(lengths, entries) if entry[0] != "new"]
    value, inside = value.reshape(*[length for length, *_ in axes]), []
    for length, kind, axis, entry in axes:
        size, step = number(input.shape[axis]), 1 if entry is None or kind == "take" else strides[entry]
        skips = [entry is None or kind == "slice" and bool(mask >> entry & 1) for mask in (begin_mask, end_mask)]
        if all(skips) and step == 1:
            continue
        first, limit = computed_bounds(size, begin[entry], end[entry], step, *skips) if kind == "slice" else one_place(begin[entry], size)
        ahead = iota((input.shape[axis],), 0) - first
        is_there = (ahead >= 0) & (ahead < limit - first)
        is_there = is_there if abs(step) == 1 else is_there & (ahead % abs(step) == 0)
        inside.append(is_there.reshape(*[input.shape[at] if at == axis else 1 for at in range(input.rank)]))
        if length != 1:
            value = value.reverse(*[axis] * (step < 0))
            value = take(
                pad(value, [0] * input.rank, [int(at == axis) for at in range(input.rank)]),
                clamp(0, ahead / abs(step), maximum(number(length) - 1, 0)),
                axis,
            )
    value = broadcast_to(value, input.shape)
    for is_there in inside:
        value = select(broadcast_to(is_there, input.shape), value, input)
    return value


def one_place(place: Tensor, size: Tensor) -> tuple[Tensor, Tensor]:
    first = from_end(place, size)
    return first, first + 1


@lower
def BroadcastArgs(s0, s1):
    """Sizes from the last on; of two of which one is 1, the other."""
    length = max(s0.size, s1.size)
    first, second = (pad(s, [length - s.size], [0], 1) for s in (s0, s1))
    return select(first == 1, second, first)


@lower
def ConcatOffset(concat_dim, shape):
    """How far each part begins along the axis: behind the sizes of those in front of it. Zero along the others."""
    axis = select(concat_dim < 0, concat_dim + shape[0].size, concat_dim).convert(shape[0].element)
    here = iota(shape[0].shape, 0, shape[0].element) == broadcast_to(axis, shape[0].shape)
    offsets = [splat(0, shape[0].shape, shape[0].element)]
    for part in shape[:-1]:
        offsets.append(offsets[-1] + part)
    return [select(here, offset, 0) for offset in offsets]


# Growing


@lower
def Pad(input, paddings: Sizes, constant_values=0):
    return pad(input, paddings[:, 0].tolist(), paddings[:, 1].tolist(), constant_values)


lowered_by(PadV2=Pad)


@lower
def MirrorPad(input, paddings: Array, mode):
    """Both ends of each axis, turned round, are put beside it."""
    edge = 1 if mode == "REFLECT" else 0
    for axis, (low, high) in enumerate(paddings.tolist()):
        size = input.shape[axis]
        if isinstance(size, int) and max(low, high) > size - edge:
            raise Error(f"{max(low, high)} elements cannot be mirrored from {size}")
        before = part(input, axis, edge, edge + low).reverse(axis)
        after = part(input, axis, size - edge - high, size - edge).reverse(axis)
        input = concatenate([before, input, after], axis)
    return input


@lower
def Tile(input, multiples: Sizes):
    """A new axis before each axis that repeats, merged with it."""
    multiples = multiples.tolist()
    grown = [part for times, size in zip(multiples, input.shape) for part in (times, size)]
    tiled = broadcast_to(input, grown, range(1, 2 * input.rank, 2))
    return tiled.reshape(*[times * size for times, size in zip(multiples, input.shape)])


@lower
def BroadcastTo(input, shape, result_types):
    """A size is that of the input where the one that is asked for is not known to be another."""
    sizes = result_types[0].shape
    for at, size in enumerate(sizes):
        operator, *others = (size.formula if isinstance(size, Symbol) else None) or ("", size)
        for part in others if operator in ("", BROADCAST) else ():
            tell(part, partial(number_at, shape, at))
    return broadcast_to(input, sizes)


@lower
def InvertPermutation(x, result_types):
    """Where each number stands: the places in the order of the numbers."""
    numbers = sizes_of(x)
    if numbers is not None:
        return literal(np.argsort(numbers), result_types[0].element)
    order = {"dimension": IntegerAttr(0, I64), "is_stable": BoolAttr(False)}
    region = region_of([x.element] * 4, lambda one, other, *_: one < other)
    return emit_many("sort", [x, iota(x.shape, 0, x.element)], [x.type, x.type], [region], **order)[1]


def placed(x: Tensor, axis: int, at: int, size: int) -> Tensor:
    """x at a place of an axis that is `size` long, zeros around it."""
    low, high = [0] * x.rank, [0] * x.rank
    low[axis], high[axis] = at, size - x.shape[axis] - at
    return pad(x, low, high)


@lower
def MirrorPadGrad(input, paddings: Array, mode):
    """Along each axis the padded parts are reversed and added to the elements that they mirror."""
    edge = 1 if mode == "REFLECT" else 0
    for axis, (low, high) in enumerate(paddings.tolist()):
        size = input.shape[axis] - low - high
        images = [(part(input, axis, 0, low), edge), (part(input, axis, low + size, low + size + high), size - edge - high)]
        input = part(input, axis, low, low + size)
        for image, at in images:
            if image.shape[axis]:
                input = input + placed(image.reverse(axis), axis, at, size)
    return input
