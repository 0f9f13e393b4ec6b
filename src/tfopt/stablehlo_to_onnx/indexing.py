"""Picking elements, putting them in, and ordering them. Places that lie outside are told apart: ONNX's operators do not take them."""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import single_op
from tfir.dialects.stablehlo.comparators import only_key, with_nan_last
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.execution.computation import returns_second
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, I1, I32, I64, UI64
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor, broadcast_to, clamp, concatenate, iota, literal, select, splat
from tfopt.recipes.by_parts import applied
from tfopt.recipes.recipes import content_of, names, need_sizes
from tfopt.stablehlo_to_onnx.operators import cast, cut, numbers, onnx, onnx_many, open_recipe, recipe, reshaped, transposed, wide_of

# Slices at computed places


def start_inside(start: Tensor, last: int) -> Tensor:
    """A start moved as little as is needed to be one of 0 to the last, as i64."""
    if start.element is UI64:
        start = stablehlo.minimum(start, min(last, (1 << 63) - 1))
    return clamp(0, cast(start, I64), last)


@recipe
def dynamic_slice(op: Operation) -> list:
    x, sizes = Tensor(op.operands[0]), names(op, "slice_sizes")
    axes = [axis for axis, (whole, size) in enumerate(zip(x.shape, sizes)) if size != whole]
    if not axes:
        return [x]
    starts = concatenate([start_inside(Tensor(op.operands[1 + axis]), x.shape[axis] - sizes[axis]).reshape(1) for axis in axes], 0)
    limits = starts + literal(np.array([sizes[axis] for axis in axes]), I64)
    return [onnx("Slice", [x, starts, limits, numbers(axes)], x.type.with_shape(sizes))]


@recipe
def dynamic_update_slice(op: Operation) -> list:
    """At each place the element of the update that is put there, and whether there is one."""
    x, update = map(Tensor, op.operands[:2])
    if 0 in update.shape:
        return [x]
    inside = None
    for axis, (whole, size) in enumerate(zip(x.shape, update.shape)):
        if size == whole:
            continue
        place = iota((whole,), 0, I64) - broadcast_to(start_inside(Tensor(op.operands[2 + axis]), whole - size), (whole,), [])
        update = onnx("Gather", [update, clamp(0, place, size - 1)], update.type.with_shape(replaced(update.shape, axis, whole)), axis=axis)
        is_there = (place >= 0) & (place < size)
        line = broadcast_to(is_there, x.shape, [axis])
        inside = line if inside is None else inside & line
    return [update if inside is None else select(inside, update, x)]


def replaced(shape, axis: int, size: int) -> list:
    return [size if at == axis else own for at, own in enumerate(shape)]


# Gather and scatter


def rows_of(indices: Tensor, axis: int) -> Tensor:
    """The index vectors along the first axis, of which each row counts along one axis of the operand."""
    if axis == indices.rank:
        return indices.expand(0)
    return indices.transpose(axis, *[at for at in range(indices.rank) if at != axis])


@open_recipe
def torch_index_select(op: Operation) -> list:
    """What a gather has become that takes slices whole whose sizes are not known."""
    x, indices = map(Tensor, op.operands)
    return [onnx("Gather", [x, cast(indices, I64)], op.result.type, axis=op.get("dim"))]


@open_recipe
def gather(op: Operation) -> list:
    return [gathered(op, names(op, "slice_sizes"))]


@open_recipe
def dynamic_gather(op: Operation) -> list:
    sizes = content_of(op.operands[2])
    if sizes is None:
        raise Error("takes slices of computed sizes, which no operator of ONNX does")
    return [gathered(op, sizes)]


def gathered(op: Operation, sizes) -> Tensor:
    """`Gather` where whole slices are picked along one axis, else `GatherND` with an index along each axis."""
    x, indices, told = Tensor(op.operands[0]), Tensor(op.operands[1]), op.attributes["dimension_numbers"]
    starts, batching = integers(told.start_index_map), integers(told.operand_batching_dims)
    absent = {*integers(told.collapsed_slice_dims), *batching}
    offsets, shape = integers(told.offset_dims), op.result.type.shape
    if 0 in shape or 0 in x.shape:
        return splat(0, shape, x.element)
    if len(starts) == 1 and absent == {*starts} and not batching and sizes[starts[0]] == 1 and x.shape[starts[0]] is not None:
        others = [size == own for axis, (size, own) in enumerate(zip(sizes, x.shape)) if axis != starts[0]]
        outer = len(shape) - len(offsets)
        if all(others) and sorted(offsets) == [*range(starts[0]), *range(starts[0] + outer, outer + x.rank - 1)]:
            at = start_inside(without_axis(indices, told.index_vector_dim), x.shape[starts[0]] - 1)
            return onnx("Gather", [x, at], op.result.type, axis=starts[0])
    need_sizes(*op.operands, *op.results)
    vectors = rows_of(indices, told.index_vector_dim)
    kept = iter(sorted(offsets))
    rest = [axis for axis in range(len(shape)) if axis not in offsets]
    parts = []
    for axis in range(x.rank):
        place = splat(0, shape, I64)
        if axis in starts:
            row = start_inside(vectors[starts.index(axis)], x.shape[axis] - sizes[axis])
            place = broadcast_to(row, shape, rest)
        if axis in batching:
            own = integers(told.start_indices_batching_dims)[batching.index(axis)]
            place = iota(shape, rest[own - (own > told.index_vector_dim)], I64)
        if axis not in absent:
            place = place + iota(shape, next(kept), I64)
        parts.append(place.expand(-1))
    return onnx("GatherND", [x, concatenate(parts, len(shape))], op.result.type) if parts else x.reshape(*shape)


def without_axis(x: Tensor, axis: int) -> Tensor:
    """Without an axis of size 1; one behind the last is not there."""
    if axis == x.rank:
        return x
    return onnx("Squeeze", [x, numbers([axis])], x.type.with_shape([size for at, size in enumerate(x.shape) if at != axis]))


MODES = {"stablehlo.add": "add", "stablehlo.multiply": "mul", "stablehlo.maximum": "max", "stablehlo.minimum": "min"}


def mode_of(op: Operation) -> str | None:
    """The reduction of ScatterND that a body is; None for any other."""
    body, element = op.regions[0].entry, op.operands[0].type.element
    if len(op.results) != 1 or body.arguments[0].type.element is not element:
        return None
    if returns_second(body):
        return "none"
    return MODES.get(single_op(body) or "") if element in (F32, F64, I32, I64) else None


@open_recipe
def scatter(op: Operation) -> list:
    """Whole rows are put in by their numbers, else elements by their places in the flat operand. It gets one place more, to which goes what lies
    outside."""
    rows = whole_rows(op)
    if rows is not None:
        return [rows]
    need_sizes(*op.operands)
    count, mode = len(op.results), mode_of(op)
    x, updates = Tensor(op.operands[0]), [Tensor(value) for value in op.operands[count + 1 :]]
    if 0 in x.shape or 0 in updates[0].shape:
        return list(op.operands[:count])
    flat, inside = update_places(op, x.shape, updates[0].shape)
    size, number = prod(x.shape), prod(updates[0].shape)
    windows = integers(op.attributes["scatter_dimension_numbers"].update_window_dims)
    first = [*[axis for axis in range(updates[0].rank) if axis not in windows], *windows]
    where_to, *values = [each.transpose(*first).reshape(number) for each in (select(inside, flat, size), *updates)]
    if mode is None:
        return one_by_one(op, where_to, values)
    longer = concatenate([x.reshape(size), splat(0, (1,), x.element)], 0)
    given = {"reduction": mode} if mode != "none" else {}
    put = onnx("ScatterND", [longer, where_to.expand(1), values[0]], longer.type, **given)
    return [put[:size].reshape(*x.shape)]


def whole_rows(op: Operation) -> Tensor | None:
    """Updates that go, one after the other, to places along one axis and are whole along the others, of whatever sizes; else None."""
    told, mode = op.attributes["scatter_dimension_numbers"], mode_of(op)
    axes = integers(told.scatter_dims_to_operand_dims)
    if mode is None or len(axes) != 1 or axes != integers(told.inserted_window_dims) or integers(told.input_batching_dims):
        return None
    (axis,), (x, indices, updates) = axes, map(Tensor, op.operands)
    windows = integers(told.update_window_dims)
    others, outer = [at for at in range(x.rank) if at != axis], [at for at in range(updates.rank) if at not in windows]
    size, is_whole = x.shape[axis], [x.shape[at] for at in others] == [updates.shape[at] for at in windows]
    if not is_whole or not size or len(outer) > 1 or None in indices.shape or indices.element is UI64 or 0 in updates.shape:
        return None
    place = cast(reshaped(indices, [prod(indices.shape), 1]), I64)
    place = select((place >= 0) & (place < size), place, size)
    moved = transposed(x, [axis, *others])
    rest = list(moved.shape[1:])
    longer = onnx("Concat", [moved, cut(moved, [0] * x.rank, [1, *rest])], moved.type.with_shape([size + 1, *rest]), axis=0)
    if outer:
        updates = transposed(updates, [*outer, *windows])
    else:
        updates = onnx("Unsqueeze", [updates, numbers([0])], updates.type.with_shape([1, *updates.shape]))
    put = onnx("ScatterND", [longer, place, updates], longer.type, reduction=None if mode == "none" else mode)
    order = [axis, *others]
    return transposed(cut(put, [0] * x.rank, [size, *rest]), [order.index(at) for at in range(x.rank)])


def update_places(op: Operation, shape, update_shape) -> tuple[Tensor, Tensor]:
    """For each element of the updates its place in the flat operand, and whether that lies inside."""
    told, count = op.attributes["scatter_dimension_numbers"], (len(op.operands) - 1) // 2
    vectors = rows_of(Tensor(op.operands[count]), told.index_vector_dim)
    vectors = cast(stablehlo.minimum(vectors, (1 << 63) - 1) if vectors.element is UI64 else vectors, I64)
    windows = list(integers(told.update_window_dims))
    outer = [axis for axis in range(len(update_shape)) if axis not in windows]
    starts, batching = integers(told.scatter_dims_to_operand_dims), integers(told.input_batching_dims)
    absent = {*integers(told.inserted_window_dims), *batching}
    flat, inside = splat(0, update_shape, I64), splat(True, update_shape, I1)
    for axis, size in enumerate(shape):
        at = splat(0, update_shape, I64)
        if axis in starts:
            at = broadcast_to(vectors[starts.index(axis)], update_shape, outer)
        if axis in batching:
            own = integers(told.scatter_indices_batching_dims)[batching.index(axis)]
            at = iota(update_shape, outer[own - (own > told.index_vector_dim)], I64)
        if axis not in absent:
            at = at + iota(update_shape, windows.pop(0), I64)
        inside = inside & (at >= 0) & (at < size)
        flat = flat * size + at
    return flat, inside


def one_by_one(op: Operation, where_to: Tensor, values: list[Tensor]) -> list:
    """A loop over the updates, which applies the body to one after the other."""
    count, size, number = len(op.results), prod(op.operands[0].type.shape), prod(where_to.shape)
    shape, body = op.operands[0].type.shape, op.regions[0].entry
    elements = [argument.type.element for argument in body.arguments[:count]]
    flats = [Tensor(operand).reshape(size).convert(element) for operand, element in zip(op.operands, elements)]
    longer = [concatenate([flat, splat(0, (1,), flat.element)], 0) for flat in flats]
    updates = [value.convert(argument.type.element) for value, argument in zip(values, body.arguments[count:])]

    def step(at, *parts):
        place = stablehlo.dynamic_slice(where_to, [at], (1,)).reshape()
        held = [stablehlo.dynamic_slice(part, [place], (1,)).reshape() for part in parts]
        given = [stablehlo.dynamic_slice(update, [at], (1,)).reshape() for update in updates]
        results = applied(op, body, [*held, *given], ())
        put = [stablehlo.emit("dynamic_update_slice", [p, r.reshape(1), place], p.type) for p, r in zip(parts, results)]
        return [at + 1, *put]

    _, *parts = stablehlo.loop(lambda at, *_: at < number, step, splat(0, (), I32), *longer)
    return [part[:size].reshape(*shape).convert(x.type.element) for part, x in zip(parts, op.operands)]


# Order


@recipe
def sort(op: Operation) -> list:
    """Places in order by TopK, which takes the first of equal ones first, and each operand along them. Any comparator but one of one key counts,
    of each element, how many come before it."""
    parts = [Tensor(operand) for operand in op.operands]
    if 0 in parts[0].shape or parts[0].rank == 0:
        return list(op.operands)
    axis = op.get("dimension") % parts[0].rank if op.get("dimension") is not None else parts[0].rank - 1
    key = only_key(op.regions[0].entry)
    length, is_descending = parts[0].shape[axis], False
    if key is not None and not parts[key[0]].is_float and parts[key[0]].element is not UI64:
        number, direction, _ = key
        keys, is_descending = cast(parts[number], key_type(parts[number].element)), direction == "GT"
    else:
        keys = ranks(op, axis)
    types = [keys.type, keys.type.with_element(I64)]
    _, order = onnx_many("TopK", [keys, numbers([length])], types, axis=axis, largest=int(is_descending))
    return [onnx("GatherElements", [part, order], part.type, axis=axis) for part in parts]


def key_type(element):
    return I32 if element is I1 else wide_of(element)


def ranks(op: Operation, axis: int) -> Tensor:
    """Of each element along an axis how many come before it: those that compare so, and equal ones in front of it."""
    parts = [Tensor(operand) for operand in op.operands]
    shape, length = parts[0].shape, parts[0].shape[axis]
    square = (*shape[: axis + 1], length, *shape[axis + 1 :])
    mine = [broadcast_to(part.expand(axis + 1), square) for part in parts]
    others = [broadcast_to(part.expand(axis), square) for part in parts]
    comparator = with_nan_last(op.regions[0].entry)
    before, after = (
        applied(op, comparator, [part for pair in zip(*sides) for part in pair], square)[0]
        for sides in ((others, mine), (mine, others))
    )  # fmt: skip
    in_front = iota(square, axis + 1) < iota(square, axis)
    return (before | (~after & in_front)).convert(I32).sum(axis + 1)
