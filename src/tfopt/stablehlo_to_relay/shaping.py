"""Making tensors, and the same numbers in other places."""

from __future__ import annotations

from math import isfinite

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32, FloatType, Type

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor
from tfopt.recipes.by_parts import named_sizes
from tfopt.recipes.recipes import names, need_sizes, number_in
from tfopt.stablehlo_to_relay.expressions import (
    Expression,
    along,
    concatenated,
    counting,
    extents,
    made,
    reshaped,
    scalar,
    size_vector,
    sliced,
    spread,
    told,
    transposed,
)  # fmt: skip
from tfopt.stablehlo_to_relay.expressions import constant as constant_of
from tfopt.stablehlo_to_relay.recipes import recipe


@recipe
def constant(op: Operation) -> list:
    return [constant_of(op.get("value"))]


@recipe
def iota(op: Operation) -> list:
    shape, axis = op.result.type.shape, op.get("iota_dimension")
    return [spread(along(counted(shape[axis], op.result.type.element), axis, len(shape)), shape)]


def counted(size: int, element: Type) -> Expression:
    """0, 1, ... in a type, which may be too small to hold the size."""
    return counting(size).cast(element)


@recipe
def dynamic_iota(op: Operation) -> list:
    shape, axis, element = Expression(op.operands[0]), op.get("iota_dimension"), op.result.type.element
    rank = len(op.result.type.shape)
    size = made("take", shape, scalar(axis, I32), axis=0)
    row = made("arange", scalar(0, size.element), size, scalar(1, size.element), dtype=size.element).cast(element)
    column = made("reshape", row, newshape=[-1 if at == axis else 1 for at in range(rank)])
    return [made("dyn.broadcast_to", column, shape)]


@recipe
def broadcast_in_dim(op: Operation) -> list:
    x, shape = Expression(op.operands[0]), op.result.type.shape
    need_sizes(op.result)
    return [spread(placed(x, names(op, "broadcast_dimensions"), len(shape)), shape)]


def placed(x: Expression, dimensions, rank: int) -> Expression:
    """The tensor's dimensions as those of a larger shape, with size 1 for the others."""
    order = sorted(range(len(dimensions)), key=dimensions.__getitem__)
    x = transposed(x, order)
    sizes = [1] * rank
    for size, axis in zip(x.shape, sorted(dimensions)):
        sizes[axis] = size
    return x if rank == 0 else reshaped(x, sizes)


@recipe
def dynamic_broadcast_in_dim(op: Operation) -> list:
    x, shape = map(Expression, op.operands)
    return [made("dyn.broadcast_to", placed(x, names(op, "broadcast_dimensions"), len(op.result.type.shape)), shape)]


@recipe
def reshape(op: Operation) -> list:
    return [reshaped(Expression(op.operands[0]), op.result.type.shape)]


@recipe
def dynamic_reshape(op: Operation) -> list:
    """One size that is not known is what the others leave. Relay's 0 copies a size, and is one where that is allowed."""
    x, shape = map(Expression, op.operands)
    sizes = op.result.type.shape
    if sizes.count(None) <= 1 and 0 not in sizes:
        return [reshaped(x, sizes)]
    return [made("dyn.reshape", x, shape, allowzero=True)]


@recipe
def transpose(op: Operation) -> list:
    return [transposed(Expression(op.operands[0]), names(op, "permutation"))]


@recipe
def reverse(op: Operation) -> list:
    x = Expression(op.operands[0])
    for axis in names(op, "dimensions"):
        x = made("reverse", x, axis=axis)
    return [x]


@recipe
def concatenate(op: Operation) -> list:
    return [concatenated([Expression(operand) for operand in op.operands], op.get("dimension"))]


@recipe
def slice_(op: Operation) -> list:
    return [sliced(Expression(op.operands[0]), *[names(op, name) for name in ("start_indices", "limit_indices", "strides")])]


@recipe
def real_dynamic_slice(op: Operation) -> list:
    return [made("dyn.strided_slice", *map(Expression, op.operands))]


@recipe
def get_dimension_size(op: Operation) -> list:
    x, axis = Expression(op.operands[0]), op.get("dimension")
    size = x.shape[axis]
    if size is not None:
        return [scalar(size, op.result.type.element)]
    return [made("take", made("shape_of", x, dtype=I32), scalar(axis, I32), axis=0)]


@recipe
def set_dimension_size(op: Operation) -> list:
    """The first elements along a dimension, as many as an operand says."""
    x, size, axis = Expression(op.operands[0]), Expression(op.operands[1]), op.get("dimension")
    ends = [size if at == axis else each for at, each in enumerate(extents(x, range(x.rank)))]
    begin, steps = (size_vector([number] * x.rank) for number in (0, 1))
    result = made("dyn.strided_slice", x, begin, size_vector(ends), steps)
    return [told(result, [each if at != axis else None for at, each in enumerate(x.shape)])]


@recipe
def pad(op: Operation) -> list:
    x, value = map(Expression, op.operands)
    low, high, between = (names(op, f"{name}_padding{side}") for name, side in (("edge", "_low"), ("edge", "_high"), ("interior", "")))
    return [padded(x, value, low, high, between)]


def padded(x: Expression, value: Expression, low, high, between=()) -> Expression:
    """A value at the edges of a tensor and between its elements; a negative edge takes away, also of what was put in."""
    if any(between):
        x = spaced(x, value, between)
    if any([edge > 0 for edge in (*low, *high)]):
        x = made("nn.pad", x, value, pad_width=[[max(0, before), max(0, after)] for before, after in zip(low, high)])
    if all([edge >= 0 for edge in (*low, *high)]):
        return x
    with named_sizes(x.value):
        whole = Tensor(x.value)
        ends = [size - max(0, -edge) for size, edge in zip(whole.shape, high)]
        return Expression(stablehlo.sliced(whole, [max(0, -edge) for edge in low], ends).value)


def spaced(x: Expression, value: Expression, between) -> Expression:
    """`nn.dilate` where the value is a number of its attribute; else each element becomes a row that begins with it, of which what is behind
    the last one goes."""
    number = number_in(value.value)
    if number is not None and isinstance(x.element, FloatType) and isfinite(number) and 0 not in x.shape:
        return made("nn.dilate", x, strides=[gap + 1 for gap in between], dilation_value=float(number))
    with named_sizes(x.value):
        part = Tensor(x.value)
        for axis, gap in enumerate(between):
            if gap and part.shape[axis] != 1:
                part = spaced_along(part, Tensor(value.value), axis, gap)
        return Expression(part.value)


def spaced_along(x: Tensor, value: Tensor, axis: int, gap: int) -> Tensor:
    shape, rank = x.shape, x.rank
    rows = stablehlo.pad(x.expand(axis + 1), [0] * (rank + 1), [gap if at == axis + 1 else 0 for at in range(rank + 1)], value)
    joined = rows.reshape(*shape[:axis], shape[axis] * (gap + 1), *shape[axis + 1 :])
    return stablehlo.sliced(joined, [0] * rank, [*shape[:axis], stablehlo.spread_size(shape[axis], gap), *shape[axis + 1 :]])


@recipe
def dynamic_pad(op: Operation) -> list:
    x, value, low, high, between = map(Expression, op.operands)
    if number_in(between.value) != 0:
        raise Error("puts elements between others by a number that is computed; Relay's `nn.dilate` knows it in advance")
    widths = made("stack", pair_of(low, high), axis=1)
    return [made("dyn.nn.pad", x, widths, value)]


def pair_of(low: Expression, high: Expression) -> Expression:
    from tfopt.stablehlo_to_relay.expressions import tuple_of

    return tuple_of([low, high])
