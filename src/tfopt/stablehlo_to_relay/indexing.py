"""Picking elements, putting them in, and ordering them. Indices are computed for each element that is moved: Relay's own operators say little of
what an index outside of a tensor does, so none is."""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import single_op
from tfir.dialects.stablehlo.comparators import only_key, with_nan_last
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.execution.computation import returns_second
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F16, F32, F64, I1, I32, I64, IntegerType

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor
from tfopt.recipes.by_parts import applied, named_sizes
from tfopt.recipes.recipes import content_of, names, need_sizes
from tfopt.stablehlo_to_relay.elementwise import total_order
from tfopt.stablehlo_to_relay.expressions import (
    Expression,
    all_of,
    along,
    concatenated,
    counting,
    extent,
    extents,
    made,
    product_of_sizes,
    reshaped,
    reshaped_to,
    scalar,
    size_vector,
    sliced,
    spread_to,
    transposed,
    where,
    with_ones,
)  # fmt: skip
from tfopt.stablehlo_to_relay.recipes import recipe

# Slices at computed places


def start_inside(start: Expression, last) -> Expression:
    """A start moved as little as is needed to be one of 0 to the last, as i32."""
    if isinstance(last, Expression):
        return made("minimum", made("maximum", positions(start).cast(I64), 0), last.cast(I64)).cast(I32)
    constant = content_of(start.value)
    if constant is not None and start.rank == 0:
        return scalar(min(max(constant[0], 0), last), I32)
    low = start if start.is_unsigned else made("maximum", start, 0)
    highest = (1 << (start.element.width - (not start.is_unsigned))) - 1
    return (low if last > highest else made("minimum", low, last)).cast(I32)


@recipe
def dynamic_slice(op: Operation) -> list:
    x, sizes = Expression(op.operands[0]), names(op, "slice_sizes")
    need_sizes(op.operands[0])
    for axis, (whole, size, start) in enumerate(zip(x.shape, sizes, op.operands[1:])):
        if size != whole:
            x = piece(x, axis, start_inside(Expression(start), whole - size), size)
    return [x]


def piece(x: Expression, axis: int, start: Expression, size: int) -> Expression:
    constant = content_of(start.value)
    if constant is None:
        return made("take", x, counting(size) + start, axis=axis)
    begin = [constant[0] if at == axis else 0 for at in range(x.rank)]
    return sliced(x, begin, [constant[0] + size if at == axis else own for at, own in enumerate(x.shape)])


@recipe
def dynamic_update_slice(op: Operation) -> list:
    """At each place the element of the update that is put there, and whether there is one."""
    x, update = map(Expression, op.operands[:2])
    need_sizes(*op.operands[:2])
    if 0 in update.shape:
        return [x]
    conditions = []
    for axis, (whole, size) in enumerate(zip(x.shape, update.shape)):
        if size == whole:
            continue
        place = counting(whole) - start_inside(Expression(op.operands[2 + axis]), whole - size)
        update = made("take", update, made("clip", place, a_min=0.0, a_max=float(size - 1)), axis=axis)
        conditions += [along(part, axis, x.rank) for part in (place >= 0, place < size)]
    return [where(all_of(*conditions), update, x) if conditions else update]


# Gather and scatter


def index_vectors(indices: Expression, axis: int) -> Expression:
    """The index vectors along the first axis, of which each row counts along one axis of the operand."""
    if axis == indices.rank:
        return made("expand_dims", indices, axis=0)
    return transposed(indices, [axis, *[at for at in range(indices.rank) if at != axis]])


def row_of(vectors: Expression, row: int) -> Expression:
    if vectors.shape[0] == 1 and row == 0:
        return made("squeeze", vectors, axis=[0])
    return made("squeeze", made("strided_slice", vectors, begin=[row], end=[row + 1], strides=[1], axes=[0]), axis=[0])


@recipe
def torch_index_select(op: Operation) -> list:
    """What a gather has become that takes slices whole whose sizes are not known."""
    x, indices = map(Expression, op.operands)
    return [made("take", x, positions(indices), axis=op.get("dim"))]


@recipe
def gather(op: Operation) -> list:
    return [gathered(op, names(op, "slice_sizes"))]


@recipe
def dynamic_gather(op: Operation) -> list:
    sizes = content_of(op.operands[2])
    if sizes is None:
        raise Error("takes slices of computed sizes, which no operator of Relay does")
    return [gathered(op, sizes)]


def gathered(op: Operation, sizes) -> Expression:
    """`take` where places are picked along one axis, else `gather_nd` with an index along each axis that is not taken whole."""
    x, numbers = Expression(op.operands[0]), op.attributes["dimension_numbers"]
    vectors = index_vectors(Expression(op.operands[1]), numbers.index_vector_dim)
    picked = picked_axes(x, numbers, sizes)
    along_one = taken(x, vectors, numbers, sizes, picked)
    if along_one is not None:
        return along_one
    absent = {*integers(numbers.collapsed_slice_dims), *integers(numbers.operand_batching_dims)}
    kept, whole = [axis for axis in picked if axis not in absent], [axis for axis in range(x.rank) if axis not in picked]
    shape = [*extents(vectors, range(1, vectors.rank)), *[sizes[axis] for axis in kept]]
    rows = [spread_to(places(axis, x, vectors, numbers, sizes, kept), shape) for axis in picked]
    index = concatenated([made("expand_dims", row, axis=0) for row in rows], 0) if rows else None
    moved = transposed(x, picked + whole)
    result = made("gather_nd", moved, index) if rows else spread_to(moved, [*shape, *extents(moved, range(moved.rank))])
    left = [axis for axis in whole if axis not in absent]
    gone = [len(shape) + at for at, axis in enumerate(whole) if axis in absent]
    result = made("squeeze", result, axis=gone) if gone else result
    return arranged(result, kept + left, vectors.rank - 1, numbers)


def picked_axes(x: Expression, numbers, sizes) -> list[int]:
    batching = integers(numbers.operand_batching_dims)
    return [axis for axis in range(x.rank) if axis in batching or sizes[axis] != x.shape[axis]]


def taken(x: Expression, vectors: Expression, numbers, sizes, picked) -> Expression | None:
    axes = integers(numbers.start_index_map)
    if len(axes) != 1 or not {*picked} <= {*axes} or integers(numbers.operand_batching_dims):
        return None
    (axis,) = axes
    batch = vectors.rank - 1
    if sizes[axis] != 1 or integers(numbers.collapsed_slice_dims) != [axis] or x.shape[axis] == 0:
        return None
    if sorted(integers(numbers.offset_dims)) != [*range(axis), *range(axis + batch, batch + x.rank - 1)]:
        return None
    return made("take", x, positions(reshaped(vectors, vectors.shape[1:])), axis=axis)


def positions(indices: Expression) -> Expression:
    """Indices for `take`, which moves those inside that are outside: of a type in which those that are far outside are not negative."""
    if indices.is_unsigned and indices.element.width == 64:
        indices = made("minimum", indices, (1 << 63) - 1)
    return indices.cast(I64) if indices.is_unsigned else indices


def places(axis: int, x: Expression, vectors: Expression, numbers, sizes, kept) -> Expression:
    """Where slices lie along an axis, over the index vectors and the axes of slices that are kept."""
    batch, inner = vectors.rank - 1, len(kept)
    starts, batching = integers(numbers.start_index_map), integers(numbers.operand_batching_dims)
    at = scalar(0, I32)
    if axis in starts:
        row = start_inside(row_of(vectors, starts.index(axis)), less(extent(x, axis), sizes[axis]))
        at = with_ones(row, range(batch), batch + inner)
    elif axis in batching:
        own = integers(numbers.start_indices_batching_dims)[batching.index(axis)]
        at = along(counting(extent(x, axis)), own - (own > numbers.index_vector_dim), batch + inner)
    return at + along(counting(sizes[axis]), batch + kept.index(axis), batch + inner) if axis in kept else at


def less(size, by: int):
    """A number or scalar less another."""
    return size - by if isinstance(size, int) or by else size


def arranged(result: Expression, windows, batch: int, numbers) -> Expression:
    """The axes of the batch, and those of the operand behind them, in the order in which the gather has them."""
    offsets = sorted(integers(numbers.offset_dims))
    order = sorted(range(len(windows)), key=windows.__getitem__)
    inside, outside = iter([batch + at for at in order]), iter(range(batch))
    return transposed(result, [next(inside) if at in offsets else next(outside) for at in range(batch + len(windows))])


def update_positions(op: Operation, shape, update_shape) -> tuple[Expression, Expression]:
    """For each element of the updates its place in the flat operand, and whether that lies inside."""
    numbers = op.attributes["scatter_dimension_numbers"]
    count = (len(op.operands) - 1) // 2
    vectors = index_vectors(Expression(op.operands[count]), numbers.index_vector_dim)
    windows = list(integers(numbers.update_window_dims))
    outer = [axis for axis in range(len(update_shape)) if axis not in windows]
    absent = {*integers(numbers.inserted_window_dims), *integers(numbers.input_batching_dims)}
    flat, inside = scalar(0, I64), scalar(1, I1)
    for axis, size in enumerate(shape):
        at = start_along(axis, vectors, numbers, outer, update_shape)
        if axis not in absent:
            at = at + along(counting(update_shape[windows[0]], I64), windows.pop(0), len(update_shape))
        inside = all_of(inside, at >= 0, at < size)
        flat = flat * size + at
    return spread_to(flat, update_shape), spread_to(inside, update_shape)


def start_along(axis: int, vectors: Expression, numbers, outer, update_shape) -> Expression:
    starts, batching = integers(numbers.scatter_dims_to_operand_dims), integers(numbers.input_batching_dims)
    if axis in starts:
        row = row_of(vectors, starts.index(axis))
        if row.is_unsigned:
            row = made("minimum", row, (1 << (row.element.width - 1)) - 1)
        return with_ones(row.cast(I64), outer, len(update_shape))
    if axis in batching:
        own = integers(numbers.scatter_indices_batching_dims)[batching.index(axis)]
        place = outer[own - (own > numbers.index_vector_dim)]
        return along(counting(update_shape[place], I64), place, len(update_shape))
    return scalar(0, I64)


MODES = {
    "stablehlo.add": "add", "stablehlo.multiply": "mul", "stablehlo.maximum": "max", "stablehlo.minimum": "min",
}  # fmt: skip
OF_TRUTHS = {"stablehlo.add": "max", "stablehlo.or": "max", "stablehlo.maximum": "max"} | {
    f"stablehlo.{name}": "min" for name in ("multiply", "and", "minimum")
}


def mode_of(op: Operation) -> str | None:
    """The mode of `scatter_nd` that a body is; None for any other."""
    body, element = op.region.entry, op.operands[0].type.element
    if len(op.results) != 1 or body.arguments[0].type.element is not element:
        return None
    if returns_second(body):
        return "update"
    return (OF_TRUTHS if element is I1 else MODES).get(single_op(body) or "")


@recipe
def scatter(op: Operation) -> list:
    """Whole rows are put in by their numbers, else elements by their places in the flat operand. It gets one place more, to which goes what lies
    outside."""
    rows = whole_rows(op)
    if rows is not None:
        return [rows]
    count, mode = len(op.results), mode_of(op)
    x, updates = Expression(op.operands[0]), [Expression(value) for value in op.operands[count + 1 :]]
    if mode is None:
        need_sizes(*op.operands)
    if 0 in x.shape or 0 in updates[0].shape:
        return list(op.operands[:count])
    sizes, update_sizes = extents(x, range(x.rank), I64), extents(updates[0], range(updates[0].rank), I64)
    size, number = product_of_sizes(sizes), None if None in updates[0].shape else prod(updates[0].shape)
    flat, inside = update_positions(op, sizes, update_sizes)
    windows = integers(op.attributes["scatter_dimension_numbers"].update_window_dims)
    rows_first = [*[axis for axis in range(updates[0].rank) if axis not in windows], *windows]
    where_to, *values = [reshaped(transposed(each, rows_first), (number,)) for each in (where(inside, flat, size), *updates)]
    if mode is None:
        return one_by_one(op, where_to, values)
    longer = concatenated([reshaped_to(x, [size]), made("full", scalar(0, x.element), shape=[1], dtype=x.element)], 0)
    put = put_in(longer, made("expand_dims", where_to, axis=0), values[0], mode)
    if isinstance(size, int):
        return [reshaped_to(sliced(put, [0], [size]), sizes)]
    first = made("dyn.strided_slice", put, *[size_vector([each]) for each in (0, size, 1)])
    return [reshaped_to(first, sizes)]


def put_in(x: Expression, indices: Expression, updates: Expression, mode: str) -> Expression:
    """`scatter_nd`; truth values as numbers."""
    if x.element is I1 and mode != "update":
        return put_in(x.cast(I32), indices, updates.cast(I32), mode).cast(I1)
    return made("scatter_nd", x, indices, updates, mode=mode)


def whole_rows(op: Operation) -> Expression | None:
    """Updates that go, one after the other, to places along one axis and are whole along the others, of whatever sizes; else None."""
    numbers, mode = op.attributes["scatter_dimension_numbers"], mode_of(op)
    axes, inserted = integers(numbers.scatter_dims_to_operand_dims), integers(numbers.inserted_window_dims)
    if mode is None or len(axes) != 1 or axes != inserted or integers(numbers.input_batching_dims):
        return None
    (axis,), (x, indices, updates) = axes, map(Expression, op.operands)
    windows = integers(numbers.update_window_dims)
    others = [at for at in range(x.rank) if at != axis]
    outer = [at for at in range(updates.rank) if at not in windows]
    if [x.shape[at] for at in others] != [updates.shape[at] for at in windows] or x.shape[axis] in (0, None) or len(outer) > 1:
        return None
    size, vectors = x.shape[axis], index_vectors(indices, numbers.index_vector_dim)
    rows = vectors if outer else made("expand_dims", vectors, axis=1)
    if not outer:
        updates = made("expand_dims", updates, axis=0)
    place = positions(rows)
    place = where(all_of(place >= 0, place < size), place, size)
    moved = transposed(x, [axis, *others])
    longer = concatenated([moved, made("take", moved, counting(1), axis=0)], 0)
    put = put_in(longer, place, transposed(updates, [*outer, *windows]) if outer else updates, mode)
    result = made("strided_slice", put, begin=[0], end=[size], strides=[1], axes=[0])
    order = [axis, *others]
    return transposed(result, [order.index(at) for at in range(x.rank)])


def one_by_one(op: Operation, where_to: Expression, values: list[Expression]) -> list:
    """A loop over the updates, which applies the body to one after the other."""
    count, size, number = len(op.results), prod(op.operands[0].type.shape), prod(where_to.shape)
    shape, body = op.operands[0].type.shape, op.region.entry
    elements = [argument.type.element for argument in body.arguments[:count]]
    flats = [Tensor(operand).reshape(size).convert(element) for operand, element in zip(op.operands, elements)]
    longer = [stablehlo.concatenate([flat, stablehlo.splat(0, (1,), flat.element)], 0) for flat in flats]
    updates = [Tensor(value.value).convert(argument.type.element) for value, argument in zip(values, body.arguments[count:])]
    places = Tensor(where_to.value)

    def step(at, *parts):
        place = stablehlo.dynamic_slice(places, [at], (1,)).reshape()
        held = [stablehlo.dynamic_slice(part, [place], (1,)).reshape() for part in parts]
        given = [stablehlo.dynamic_slice(update, [at], (1,)).reshape() for update in updates]
        results = applied(op, body, [*held, *given], ())
        put = [stablehlo.emit("dynamic_update_slice", [p, r.reshape(1), place], p.type) for p, r in zip(parts, results)]
        return [at + 1, *put]

    start = stablehlo.splat(0, (), I32)
    _, *parts = stablehlo.loop(lambda at, *_: at < number, step, start, *longer)
    return [part[:size].reshape(*shape).convert(x.type.element) for part, x in zip(parts, op.operands)]


# Order


@recipe
def sort(op: Operation) -> list:
    """Places in order by `argsort`, and each operand along them. A comparator of more than one key counts, of each element, how many come before
    it."""
    parts = [Expression(operand) for operand in op.operands]
    if 0 in parts[0].shape or parts[0].rank == 0:
        return list(op.operands)
    axis = op.get("dimension") % parts[0].rank if op.get("dimension") is not None else parts[0].rank - 1
    key = only_key(op.region.entry)
    if key is not None:
        number, direction, is_total = key
        keys, is_ascend = sortable(total_order(parts[number]) if is_total and parts[number].is_float else parts[number]), direction == "LT"
    else:
        with named_sizes(*op.operands):
            keys, is_ascend = ranks(op, axis), True
    order = made("argsort", keys, axis=axis, is_ascend=is_ascend, dtype=I32)
    return [made("gather", part, order, axis=axis) for part in parts]


def sortable(keys: Expression) -> Expression:
    """In a type that TVM sorts: floats of 16, 32 and 64 bits, integers of 32 and 64."""
    if keys.element in (F16, F32, F64, I32, I64):
        return keys
    if keys.is_float:
        return keys.cast(F32)
    if isinstance(keys.element, IntegerType) and keys.element.width == 64:
        return keys.bits_as(I64) ^ -(1 << 63)
    return keys.cast(I64 if keys.is_unsigned and keys.element.width == 32 else I32)


def ranks(op: Operation, axis: int) -> Expression:
    """Of each element along an axis how many come before it: those that compare so, and equal ones in front of it."""
    parts = [Tensor(operand) for operand in op.operands]
    shape, length = parts[0].shape, parts[0].shape[axis]
    square = (*shape[: axis + 1], length, *shape[axis + 1 :])
    mine = [stablehlo.broadcast_to(part.expand(axis + 1), square) for part in parts]
    others = [stablehlo.broadcast_to(part.expand(axis), square) for part in parts]
    comparator = with_nan_last(op.region.entry)
    before, after = (
        applied(op, comparator, [part for pair in zip(*sides) for part in pair], square)[0]
        for sides in ((others, mine), (mine, others))
    )  # fmt: skip
    in_front = stablehlo.iota(square, axis + 1) < stablehlo.iota(square, axis)
    return Expression((before | (~after & in_front)).convert(I32).sum(axis + 1).value)
