"""Lowerings: shapes, and elements moved from place to place."""

from math import prod

from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, I64
from tfir.ods import shapes
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static, quotient

from tfopt.arithmetic.contents import Sizes, sizes_of
from tfopt.arithmetic.sizes import told
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    clamp,
    concatenate,
    iota,
    literal,
    maximum,
    number,
    pad,
    reduce,
    select,
    sliced,
    splat,
    take,
)
from tfopt.onnx_to_stablehlo.lowering import lower, shape_tensor


@lower
def Shape(data, start, end):
    """The sizes of some axes; places beyond are moved to the ends."""
    return shape_tensor(data.shape[slice(start, end)])


@lower
def Size(data):
    return number(data.size, I64)


@lower
def Reshape(data, shape, allowzero):
    """A size of 0 is the operand's at its place, and one of -1 what is left."""
    numbers = sizes_of(shape)
    return reshaped(data, told_shape(data, shape, bool(allowzero)) if numbers is None else numbers, bool(allowzero) or numbers is None)


def told_shape(data: Tensor, shape: Tensor, allows_zero: bool) -> list:
    """The same of numbers that are known when the program runs."""
    rank = shape.shape[0]
    if not isinstance(rank, int):
        raise Error("has a shape of which it is not known how many sizes it has")
    if not allows_zero and data.rank:
        own = shape_tensor([*data.shape, *[1] * rank][:rank], shape.element)
        shape = select(shape == 0, own, shape)
    others = reduce("multiply", select(shape == -1, 1, shape), [0], 1)
    left = number(data.size, shape.element) / maximum(others, 1)
    shape = select(shape == -1, left, shape)
    return [told(shape[at].reshape().convert(I32)) for at in range(rank)]


def reshaped(data: Tensor, asked: list, allows_zero: bool) -> Tensor:
    if not asked:
        return data.reshape()
    sizes = [data.shape[at] if size == 0 and not allows_zero else size for at, size in enumerate(asked)]
    if -1 in [size for size in sizes if isinstance(size, int)]:
        at = next(at for at, size in enumerate(sizes) if isinstance(size, int) and size == -1)
        sizes[at] = remaining(data.shape, [size for place, size in enumerate(sizes) if place != at])
    return data.reshape(*sizes)


def remaining(shape, sizes: list):
    """The size that is left of a shape for one axis beside others."""
    if is_static((*shape, *sizes)):
        return prod(shape) // max(prod(sizes), 1)
    exact = quotient(shape, sizes)
    return shapes.divide_down(shapes.product(shape), shapes.product(sizes)) if exact is None else exact


@lower
def Flatten(input, axis):
    axis = axis + input.rank if axis < 0 else axis
    return input.reshape(shapes.product(input.shape[:axis]), shapes.product(input.shape[axis:]))


@lower
def Squeeze(data, axes: list | None = None):
    if axes is None:
        if not is_static(data.shape):
            raise Error("says no axes, and has sizes that are not known, of which some may be 1")
        axes = [axis for axis, size in enumerate(data.shape) if size == 1]
    gone = {axis % data.rank for axis in axes}
    return data.reshape(*[size for axis, size in enumerate(data.shape) if axis not in gone])


@lower
def Unsqueeze(data, axes: list):
    rank = data.rank + len(axes)
    new, left = {axis % rank for axis in axes}, iter(data.shape)
    return data.reshape(*[1 if axis in new else next(left) for axis in range(rank)])


@lower
def Transpose(data, perm):
    return data.transpose(*(perm if perm is not None else reversed(range(data.rank))))


@lower
def Concat(inputs, axis):
    return concatenate(inputs, axis % inputs[0].rank)


@lower
def Expand(input, shape: Sizes):
    """To the sizes that both broadcast to."""
    return broadcast_to(input, shapes.broadcast(input.shape, tuple(shape.ravel().tolist())))


@lower
def Tile(input, repeats: Sizes):
    return tiled(input, repeats.tolist())


def tiled(input: Tensor, times: list) -> Tensor:
    """A new axis before each axis that repeats, merged with it."""
    grown = [part for count, size in zip(times, input.shape) for part in (count, size)]
    spread = broadcast_to(input, grown, range(1, 2 * input.rank, 2))
    return spread.reshape(*[count * size for count, size in zip(times, input.shape)])


# Parts


@lower
def Split(input, op, axis, split: list | None = None, num_outputs=None):
    axis, count = axis % input.rank, len(op.results)
    size = input.shape[axis]
    if split is None:
        each = shapes.divide_up(size, count)
        split = [each] * (count - 1)
        split.append(size - each * (count - 1))
    parts, start = [], 0
    for length in split:
        parts.append(part(input, axis, start, start + length))
        start = start + length
    return parts


def part(x: Tensor, axis: int, start, limit) -> Tensor:
    starts, limits = [0] * x.rank, list(x.shape)
    starts[axis], limits[axis] = start, limit
    return sliced(x, starts, limits)


@lower
def Slice(data, starts, ends, axes: list | None = None, steps: list | None = None):
    """As Python cuts: what counts from the end, and what lies beyond it."""
    starts, ends = [list(each) if isinstance(each, tuple) else each for each in (starts, ends)]
    numbers: list = [each if isinstance(each, list) else sizes_of(each) for each in (starts, ends)]
    count = len(numbers[0]) if numbers[0] is not None else starts.shape[0]
    axes = [axis % data.rank for axis in (axes if axes is not None else range(count))]
    steps = steps if steps is not None else [1] * count
    if any([each is None for each in numbers]):
        return sliced_at_numbers(
            data, [each if isinstance(each, Tensor) else literal(np.array(each)) for each in (starts, ends)], axes, steps
        )
    ranges: list = [(0, size, 1) for size in data.shape]
    turned: list[int] = []
    for at, axis in enumerate(axes):
        start, end, step = numbers[0][at], numbers[1][at], steps[at]
        ranges[axis], is_turned = bounds(data.shape[axis], start, end, step)
        turned += [axis] if is_turned else []
    return sliced(data, *zip(*ranges)).reverse(*turned) if ranges else data


LARGE = 1 << 30  # as files write for the end


def bounds(size, start, end, step: int) -> tuple[tuple, bool]:
    """(first, limit, step) of a slice, counted upwards, and whether it is turned round."""
    if is_static((size, start, end)):
        if step < 0 and size:
            start = max(start, -size)  # no further than the first element, where Python goes before it
        places = range(*slice(start, end, step).indices(size))
        if not places:
            return (0, 0, 1), False
        if step > 0:
            return (places[0], places[-1] + 1, step), False
        return (places[-1], places[0] + 1, -step), True
    if step < 0:
        if isinstance(start, int) and (start == -1 or start >= LARGE) and isinstance(end, int) and end <= -LARGE:
            if step == -1:
                return (0, size, 1), True
        raise Error("takes elements backwards from an axis of unknown size")
    first = 0 if isinstance(start, int) and start <= -LARGE else inside(size, start)
    limit = size if isinstance(end, int) and end >= LARGE else inside(size, end)
    return (first, shapes.most(limit, first) if not (first == 0 and limit is size) else limit, step), False


def inside(size, place):
    """A place in an axis, which counts from the end below 0; one beyond is moved inside."""
    if isinstance(place, int):
        return shapes.most(size + place, 0) if place < 0 else shapes.least(place, size) if place else 0
    return place if place is size else shapes.least(place, size)


def sliced_at_numbers(data: Tensor, bounds: list[Tensor], axes: list[int], steps: list[int]) -> Tensor:
    """A slice of which bounds are computed, and so are sizes."""
    ranges: list = [(0, size, 1) for size in data.shape]
    turned: list[int] = []
    for at, axis in enumerate(axes):
        step, size = steps[at], number(data.shape[axis])
        start, stop = [inside_of(each.reshape(each.size)[at].reshape().convert(I64), size, step).convert(I32) for each in bounds]
        start = maximum(start, 0)
        if step < 0:
            count = maximum((start - stop + (-step - 1)) / -step, 0)
            start, stop = select(count > 0, start + (count - 1) * step, 0), select(count > 0, start + 1, 0)
            turned.append(axis)
        else:
            stop = maximum(start, stop)
        ranges[axis] = (told(start), told(stop), abs(step))
    return sliced(data, *zip(*ranges)).reverse(*turned)


def inside_of(place: Tensor, size: Tensor, step: int) -> Tensor:
    wide = size.convert(I64)
    place = select(place < 0, place + wide, place)
    low, high = (splat(0, (), I64), wide) if step > 0 else (splat(-1, (), I64), wide - 1)
    return clamp(low, place, high)


# Growing


@lower
def Pad(data, pads: Sizes, constant_value=None, axes: list | None = None, mode=None, value=None):
    """Numbers of elements at both ends of axes; fewer than none take some away."""
    amounts = pads.ravel().tolist() if not isinstance(pads, tuple) else list(pads)
    axes = [axis % data.rank for axis in (axes if axes is not None else range(data.rank))]
    low, high = [0] * data.rank, [0] * data.rank
    for at, axis in enumerate(axes):
        low[axis], high[axis] = amounts[at], amounts[at + len(axes)]
    fill = constant_value.reshape() if constant_value is not None else value or 0
    if mode == "constant":
        if isinstance(fill, int) and data.element is I1:
            fill = bool(fill)
        return pad(data, low, high, fill)
    cut = [(-least if isinstance(least, int) and least < 0 else 0) for least in low]
    cut_high = [(-least if isinstance(least, int) and least < 0 else 0) for least in high]
    data = sliced(data, cut, [size - more for size, more in zip(data.shape, cut_high)])
    for axis, (before, after) in enumerate(zip(low, high)):
        if not (isinstance(before, int) and before <= 0 and isinstance(after, int) and after <= 0):
            data = extended(data, axis, before, after, mode)
    return data


def extended(x: Tensor, axis: int, before, after, mode: str) -> Tensor:
    """An axis with elements taken from itself beside it: which ones, is a function of the place."""
    before, after = [shapes.most(each, 0) for each in (before, after)]
    size = x.shape[axis]
    place = iota((before + size + after,), 0) - number(before)
    length = number(size)
    if mode == "edge":
        source = clamp(splat(0, (), I32), place, length - 1)
    elif mode == "wrap":
        source = floor_mod(place, length)
    else:
        period = maximum((length - 1) * 2, 1)
        turned = floor_mod(place, period)
        source = select(turned < length, turned, period - turned)
    return take(x, source, axis)


def floor_mod(x: Tensor, y: Tensor) -> Tensor:
    rest = x % y
    return select(rest < 0, rest + y, rest)


@lower
def CenterCropPad(input_data, shape: Sizes, axes):
    """The middle of axes that are larger, zeros around those that are smaller."""
    axes = [axis % input_data.rank for axis in (axes if axes is not None else range(input_data.rank))]
    x = input_data
    for axis, new in zip(axes, shape.ravel().tolist()):
        size = x.shape[axis]
        if not is_static((size, new)):
            raise Error("has sizes that are not known")
        if new < size:
            start = (size - new) // 2
            x = part(x, axis, start, start + new)
        elif new > size:
            low = (new - size) // 2
            ends = [[amount if at == axis else 0 for at in range(x.rank)] for amount in (low, new - size - low)]
            x = pad(x, *ends)
    return x


# Blocks


@lower
def DepthToSpace(input, blocksize, mode):
    batch, depth, height, width = input.shape
    b = blocksize
    if mode == "DCR":
        parts = input.reshape(batch, b, b, depth // (b * b), height, width).transpose(0, 3, 4, 1, 5, 2)
    else:
        parts = input.reshape(batch, depth // (b * b), b, b, height, width).transpose(0, 1, 4, 2, 5, 3)
    return parts.reshape(batch, depth // (b * b), height * b, width * b)


@lower
def SpaceToDepth(input, blocksize, mode=None):
    batch, depth, height, width = input.shape
    b = blocksize
    order = (0, 1, 3, 5, 2, 4) if mode == "CRD" else (0, 3, 5, 1, 2, 4)
    parts = input.reshape(batch, depth, height // b, b, width // b, b).transpose(*order)
    return parts.reshape(batch, depth * b * b, height // b, width // b)


@lower
def ReverseSequence(input, sequence_lens, batch_axis, time_axis):
    place = iota(input.shape, time_axis, I64)
    length = broadcast_to(sequence_lens.convert(I64), input.shape, [batch_axis])
    source = select(place < length, length - 1 - place, place)
    return taken_along(input, source, time_axis)


def taken_along(x: Tensor, places: Tensor, axis: int) -> Tensor:
    """Of each line along an axis the elements at places; x and places have one shape but for that axis."""
    from tfopt.onnx_to_stablehlo.indexing import along_axis

    return along_axis(x, places, axis)


@lower
def Trilu(input, k: int = 0, upper=1):
    rows, columns = input.rank - 2, input.rank - 1
    ahead = iota(input.shape, columns, I64) - iota(input.shape, rows, I64)
    k = 0 if k is None else k
    return select(ahead >= k if upper else ahead <= k, input, False if input.element is I1 else 0)
