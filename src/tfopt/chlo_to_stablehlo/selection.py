"""The largest elements, products with ragged groups, scans."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.attributes import ArrayAttr, BoolAttr, EnumAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I1, I32, I64, INDEX, TensorType

from tfopt.arithmetic.tensor import (
    Builder,
    Tensor,
    array,
    building,
    concatenate,
    constant,
    current,
    dynamic_slice,
    emit,
    emit_many,
    holds,
    iota,
    like,
    sliced,
    splat,
)  # fmt: skip
from tfopt.chlo_to_stablehlo.decomposition import decompose


@decompose
def top_k(operand, k, op):
    """Sorts the elements with their places, largest first and stable, and takes the first k."""
    axis = operand.rank - 1
    if None in operand.shape:
        return dynamic_top_k(operand, k, axis, op)
    values, places = sorted_with_places(operand, iota(operand.shape, axis, I32), axis)
    limits = (*operand.shape[:-1], min(k, operand.shape[-1]))
    return [sliced(each, [0] * operand.rank, limits) for each in (values, places)]


def sorted_with_places(operand: Tensor, places: Tensor, axis: int) -> list[Tensor]:
    block = Block([TensorType((), element) for element in (operand.element, operand.element, I32, I32)])
    with building(Builder.at_end(block, current().location)) as inner:
        attributes = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", "GT")}
        if operand.is_float:
            attributes["compare_type"] = EnumAttr("stablehlo.comparison_type", "TOTALORDER")
        first, second = [Tensor(argument) for argument in block.arguments[:2]]
        inner.create("stablehlo.return", [emit("compare", [first, second], TensorType((), I1), **attributes).value])
    return emit_many(
        "sort",
        [operand, places],
        [operand.type, places.type],
        [Region([block])],
        dimension=IntegerAttr(axis, I64),
        is_stable=BoolAttr(True),
    )


def dynamic_top_k(operand: Tensor, k: int, axis: int, op: Operation) -> list[Tensor]:
    sizes = [size_of(operand, dimension).reshape(1) for dimension in range(operand.rank)]
    shape = concatenate(sizes, 0)
    last = operand.shape[-1]
    sizes[-1] = splat(k if last is None else min(k, last), (), I64).reshape(1)
    limits = concatenate(sizes, 0)
    all_places = TensorType(operand.shape, I32)
    places = emit("dynamic_iota", [shape], all_places, iota_dimension=IntegerAttr(axis, I64))
    both = sorted_with_places(operand, places, axis)
    starts, steps = splat(0, (operand.rank,), I64), splat(1, (operand.rank,), I64)
    type = op.results[0].type
    return [emit("real_dynamic_slice", [each, starts, limits, steps], type.with_element(each.element)) for each in both]


def size_of(operand: Tensor, dimension: int) -> Tensor:
    size = operand.shape[dimension]
    if size is not None:
        return splat(size, (), I64)
    return emit("get_dimension_size", [operand], TensorType((), I32), dimension=IntegerAttr(dimension, I64)).convert(I64)


@decompose
def ragged_dot(lhs, rhs, group_sizes, ragged_dot_dimension_numbers, precision_config, op):
    """A product for each group, of the left side with zeros in all places that are not of it."""
    dims = ragged_dot_dimension_numbers
    if None in group_sizes.shape:
        raise Error.on(op, "has a number of groups that is not known")
    type, ragged = op.results[0].type, dims.lhs_ragged_dimensions[0]
    precision = precisions(precision_config)
    if ragged in dims.lhs_batching_dimensions:
        return product(lhs, rhs, dims, dims.rhs_batching_dimensions, dims.rhs_contracting_dimensions, type, precision)
    parts = groups(lhs, group_sizes, ragged)
    if ragged in dims.lhs_contracting_dimensions:
        shape = TensorType(type.shape[1:], type.element)
        results = [
            product(part, rhs, dims, dims.rhs_batching_dimensions, dims.rhs_contracting_dimensions, shape, precision) for part in parts
        ]
        return emit("concatenate", [with_axis(each) for each in results], type, dimension=IntegerAttr(0, I64))
    return sum_of_groups(parts, rhs, dims, type, precision)


def sum_of_groups(parts, rhs, dims, type, precision) -> Tensor:
    axis = dims.rhs_group_dimensions[0]
    batching, contracting = [
        [each - (each > axis) for each in axes] for axes in (dims.rhs_batching_dimensions, dims.rhs_contracting_dimensions)
    ]
    results: list[Tensor] = []
    for number, of_group in enumerate(parts):
        result = product(of_group, taken(rhs, axis, number), dims, batching, contracting, type, precision)
        results.append(emit("add", [results[-1], result], type) if results else result)
    return results[-1]


def taken(x: Tensor, axis: int, number: int) -> Tensor:
    """What stands at one place of an axis, without the axis."""
    shape = [size for each, size in enumerate(x.shape) if each != axis]
    starts = [number if each == axis else 0 for each in range(x.rank)]
    if None not in x.shape:
        limits = [number + 1 if each == axis else size for each, size in enumerate(x.shape)]
        return sliced(x, starts, limits).reshape(*shape)
    sizes = [measured(x, each) for each in range(x.rank) if each != axis]
    ends = concatenate([*sizes[:axis], splat(number + 1, (1,), I64), *sizes[axis:]], 0)
    begins, steps = constant(DenseAttr.of(starts, ends.type)), splat(1, (x.rank,), I64)
    part = TensorType([1 if each == axis else size for each, size in enumerate(x.shape)], x.element)
    slice = emit("real_dynamic_slice", [x, begins, ends, steps], part)
    return emit("dynamic_reshape", [slice, concatenate(sizes, 0)], TensorType(shape, x.element))


def with_axis(x: Tensor) -> Tensor:
    """With an axis of size 1 in front."""
    if None not in x.shape:
        return x.reshape(1, *x.shape)
    one = splat(1, (1,), I64)
    sizes = concatenate([one, *[measured(x, axis) for axis in range(x.rank)]], 0)
    return emit("dynamic_reshape", [x, sizes], TensorType((1, *x.shape), x.element))


def measured(x: Tensor, axis: int) -> Tensor:
    """The size of a dimension, as a vector of one number."""
    return emit("get_dimension_size", [x], TensorType((), I32), dimension=IntegerAttr(axis, I64)).convert(I64).reshape(1)


def spread(x: Tensor, axes, like: Tensor) -> Tensor:
    """x along these axes of another tensor, as often as that has elements along the others."""
    type = like.type.with_element(x.element)
    if type.is_static:
        return emit("broadcast_in_dim", [x], type, broadcast_dimensions=array(axes))
    sizes = Tensor(current().value("shape.shape_of", [like.value], TensorType((like.rank,), INDEX)))
    return emit("dynamic_broadcast_in_dim", [x, sizes], type, broadcast_dimensions=array(axes))


def groups(lhs: Tensor, group_sizes: Tensor, ragged: int):
    """For each group the left side with zeros in all places that are not of it."""
    prefix = group_sizes.shape[:-1]
    start = splat(0, prefix, I64)
    places, zero = places_along(lhs, ragged), like(0, lhs)
    for group in range(group_sizes.shape[-1]):
        size = sliced(group_sizes, [0] * len(prefix) + [group], [*prefix, group + 1]).reshape(*prefix).convert(I64)
        limit = start + size
        from_start, to_limit = [spread(bound, range(len(prefix)), lhs) for bound in (start, limit)]
        at = spread(places, range(lhs.rank), lhs)
        inside = holds("GE", at, from_start) & holds("LT", at, to_limit)
        yield emit("select", [inside, lhs, zero], lhs.type)
        start = limit


def places_along(x: Tensor, axis: int) -> Tensor:
    """The numbers of the places of an axis, with size 1 along the others."""
    shape = [x.shape[each] if each == axis else 1 for each in range(x.rank)]
    if x.shape[axis] is not None:
        return iota(shape, axis, I64)
    one = splat(1, (1,), I64)
    size = measured(x, axis)
    sizes = concatenate([size if each == axis else one for each in range(x.rank)], 0)
    return emit("dynamic_iota", [sizes], TensorType(shape, I64), iota_dimension=IntegerAttr(axis, I64))


def product(lhs, rhs, dims, rhs_batching, rhs_contracting, type, precision) -> Tensor:
    numbers = NumbersAttr(
        "dot",
        lhs_batching_dimensions=tuple(dims.lhs_batching_dimensions), rhs_batching_dimensions=tuple(rhs_batching),
        lhs_contracting_dimensions=tuple(dims.lhs_contracting_dimensions), rhs_contracting_dimensions=tuple(rhs_contracting),
    )  # fmt: skip
    return emit("dot_general", [lhs, rhs], type, dot_dimension_numbers=numbers, **precision)


def precisions(config) -> dict:
    if config is None:
        return {}
    return {"precision_config": ArrayAttr([EnumAttr("stablehlo.precision", each.value) for each in config])}


@decompose
def scan(inputs, inits, dimension, is_reverse, op):
    """A loop that counts the steps, with what is carried and the outputs so far."""
    if None in [size for each in (*inputs, *inits) for size in each.shape]:
        raise Error.on(op, "has dimensions of unknown size")
    outputs = [result.type for result in op.results[: len(op.results) - len(inits)]]
    if inputs:
        length = emit("get_dimension_size", [inputs[0]], TensorType((), I32), dimension=IntegerAttr(dimension, I64)).convert(I64)
    else:
        length = splat(outputs[0].shape[dimension], (), I64)
    start = splat(0, (), I64)
    empty = [broadcast_in_whole(type) for type in outputs]
    values = [start, *inits, *empty]
    condition = Block([value.type for value in values])
    with building(Builder.at_end(condition, op.location)) as inner:
        inner.create("stablehlo.return", [holds("LT", Tensor(condition.arguments[0]), length).value])
    body = step_of(op, inputs, values, len(inits), dimension, length if is_reverse else None)
    results = emit_many("while", values, [value.type for value in values], [Region([condition]), Region([body])])
    return [*results[1 + len(inits) :], *results[1 : 1 + len(inits)]]


def broadcast_in_whole(type: TensorType) -> Tensor:
    return emit("broadcast_in_dim", [splat(0, (), type.element)], type, broadcast_dimensions=array(()))


def step_of(op: Operation, inputs, values, carried: int, dimension: int, length: Tensor | None) -> Block:
    """The loop's body: the scan's own on the slices at this step's place, whose results are put where they belong."""
    block = Block([value.type for value in values])
    with building(Builder.at_end(block, op.location)) as inner:
        step, *rest = [Tensor(argument) for argument in block.arguments]
        place = step if length is None else length - splat(1, (), I64) - step
        slices = [slice_at(each, place, dimension) for each in inputs]
        results = inlined(op.body, [*slices, *rest[:carried]], inner)
        count = len(values) - 1 - carried
        written = [written_at(each, new, place, dimension) for each, new in zip(rest[carried:], results[:count])]
        following = step + splat(1, (), I64)
        inner.create("stablehlo.return", [each.value for each in (following, *results[count:], *written)])
    return block


def starts_at(rank: int, place: Tensor, dimension: int) -> list[Tensor]:
    zero = splat(0, (), I64)
    return [place if axis == dimension else zero for axis in range(rank)]


def slice_at(x: Tensor, place: Tensor, dimension: int) -> Tensor:
    sizes = [1 if axis == dimension else size for axis, size in enumerate(x.shape)]
    part = dynamic_slice(x, starts_at(x.rank, place, dimension), sizes)
    return part.reshape(*[size for axis, size in enumerate(x.shape) if axis != dimension])


def written_at(x: Tensor, new: Tensor, place: Tensor, dimension: int) -> Tensor:
    part = new.reshape(*[1 if axis == dimension else size for axis, size in enumerate(x.shape)])
    return emit("dynamic_update_slice", [x, part, *starts_at(x.rank, place, dimension)], x.type)


def inlined(block: Block, arguments: list[Tensor], builder: Builder) -> list[Tensor]:
    """The operands of the terminator of a copy of the block's operations."""
    values = {argument: tensor.value for argument, tensor in zip(block.arguments, arguments)}
    for op in block:
        if op is block.last:
            return [Tensor(values.get(operand, operand)) for operand in op.operands]
        copy = op.clone(values)
        builder.insert(copy)
    return []
