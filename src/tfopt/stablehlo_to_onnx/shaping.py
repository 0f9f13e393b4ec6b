"""Making tensors, and the same numbers in other places."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I64, TensorType
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, current
from tfopt.recipes.recipes import names, need_sizes, number_in
from tfopt.stablehlo_to_onnx.operators import cast, cut, expanded, list_of, numbers, onnx, open_recipe, recipe, reshaped, transposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_REPEATED = 16  # times that a constant repeats a number
MOST_LISTED = 1 << 16  # numbers of a range that are written out


@open_recipe
def constant(op: Operation) -> list:
    """A constant of one number is that number, spread."""
    elements, number = op.get("value"), number_in(op.result)
    if elements.type.size > MOST_REPEATED and number is not None:
        return [expanded(numbers(number, elements.type.element), elements.type.shape)]
    return [current().value("onnx.Constant", [], elements.type, {"value": elements})]


@open_recipe
def iota(op: Operation) -> list:
    type, axis = op.result.type, op.get("iota_dimension")
    count = type.shape[axis]
    if count is None:
        raise Error("counts along an axis of unknown size")
    if count <= MOST_LISTED:
        line = numbers(np.arange(count), I64)
    else:
        line = onnx("Range", [numbers(np.array(each)) for each in (0, count, 1)], type.with_shape([count]).with_element(I64))
    column = reshaped(cast(line, type.element), [count if at == axis else 1 for at in range(len(type.shape))])
    return [expanded(column, type.shape)]


@open_recipe
def broadcast_in_dim(op: Operation) -> list:
    shape = op.result.type.shape
    return [expanded(placed(Tensor(op.operands[0]), names(op, "broadcast_dimensions"), len(shape)), shape)]


def placed(x: Tensor, axes, rank: int) -> Tensor:
    """With its axes in the places that they have among so many; those in front of all are left out, which spreading adds by itself."""
    order = sorted(range(len(axes)), key=axes.__getitem__)
    x, sizes = transposed(x, order), [1] * rank
    for size, axis in zip(x.shape, sorted(axes)):
        sizes[axis] = size
    lead = min(axes, default=rank)
    return reshaped(x, sizes[lead:])


@open_recipe
def dynamic_broadcast_in_dim(op: Operation) -> list:
    x = placed(Tensor(op.operands[0]), names(op, "broadcast_dimensions"), len(op.result.type.shape))
    return [onnx("Expand", [x, cast(Tensor(op.operands[1]), I64)], op.result.type)]


@open_recipe
def dynamic_reshape(op: Operation) -> list:
    return [onnx("Reshape", [Tensor(op.operands[0]), cast(Tensor(op.operands[1]), I64)], op.result.type, allowzero=1)]


@open_recipe
def get_dimension_size(op: Operation) -> list:
    axis = op.get("dimension")
    size = onnx("Shape", [Tensor(op.operands[0])], TensorType((1,), I64), start=axis, end=axis + 1)
    return [cast(reshaped(size, []), op.result.type.element)]


@open_recipe
def dynamic_iota(op: Operation) -> list:
    type, axis, sizes = op.result.type, op.get("iota_dimension"), cast(Tensor(op.operands[0]), I64)
    size = reshaped(cut(sizes, [axis], [axis + 1]), [])
    zero, one = [numbers(np.array(each)) for each in (0, 1)]
    line = onnx("Range", [zero, size, one], TensorType((type.shape[axis],), I64))
    column = reshaped(cast(line, type.element), [type.shape[axis] if at == axis else 1 for at in range(len(type.shape))])
    return [onnx("Expand", [column, sizes], type)]


@open_recipe
def real_dynamic_slice(op: Operation) -> list:
    x, *bounds = map(Tensor, op.operands)
    starts, limits, steps = [cast(each, I64) for each in bounds]
    return [onnx("Slice", [x, starts, limits, list_of(list(range(x.rank))), steps], op.result.type)]


@open_recipe
def reshape(op: Operation) -> list:
    return [reshaped(Tensor(op.operands[0]), op.result.type.shape)]


@open_recipe
def transpose(op: Operation) -> list:
    return [transposed(Tensor(op.operands[0]), names(op, "permutation"))]


@open_recipe
def reverse(op: Operation) -> list:
    return [turned_round(Tensor(op.operands[0]), names(op, "dimensions"))]


def turned_round(x: Tensor, axes) -> Tensor:
    if not axes:
        return x
    last, least = [[each] * len(axes) for each in (-1, -(1 << 63))]
    return onnx("Slice", [x, numbers(last), numbers(least), numbers(axes), numbers(last)], x.type)


@open_recipe
def concatenate(op: Operation) -> list:
    return [onnx("Concat", [Tensor(operand) for operand in op.operands], op.result.type, axis=op.get("dimension"))]


@recipe
def slice_(op: Operation) -> list:
    return [cut(Tensor(op.operands[0]), *[names(op, name) for name in ("start_indices", "limit_indices", "strides")])]


@recipe
def pad(op: Operation) -> list:
    """Zeros, or another number, between elements are an axis behind each, of which all but the first is filled and the end cut off."""
    x, value = map(Tensor, op.operands)
    low, high, between = [names(op, name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
    return [padded(x, value, low, high, between)]


@open_recipe
def dynamic_pad(op: Operation) -> list:
    x, value, low, high, between = map(Tensor, op.operands)
    if number_in(between.value) != 0:
        raise Error("puts numbers between elements, as many as are computed")
    amounts = onnx("Concat", [cast(low, I64), cast(high, I64)], TensorType((2 * x.rank,), I64), axis=0)
    return [onnx("Pad", [x, amounts, value], op.result.type)]


def padded(x: Tensor, value: Tensor, low, high, between: Sequence[int] = ()) -> Tensor:
    for axis, gap in enumerate(between):
        if gap and x.shape[axis] != 1:
            x = spread_apart(x, value, axis, gap)
    if not any((*low, *high)):
        return x
    shape = [None if size is None else size + a + b for size, a, b in zip(x.shape, low, high)]
    gone = [size is not None and size + min(a, 0) + min(b, 0) < 0 for size, a, b in zip(x.shape, low, high)]
    if 0 in x.shape or any(gone):
        return expanded(value, shape)
    # Of all axes: where an axis is named, ONNX Runtime 1.32 moves a transpose over the node as if none were, and then finds too few amounts.
    return onnx("Pad", [x, numbers([*low, *high]), value], x.type.with_shape(shape))


def spread_apart(x: Tensor, value: Tensor, axis: int, gap: int) -> Tensor:
    need_sizes(x.value)
    if not x.shape[axis]:
        return x
    shape = list(x.shape)
    wide = reshaped(x, [*shape[: axis + 1], 1, *shape[axis + 1 :]])
    none = [0] * wide.rank
    wide = padded(wide, value, none, [gap if at == axis + 1 else 0 for at in range(wide.rank)])
    whole = reshaped(wide, [*shape[:axis], shape[axis] * (gap + 1), *shape[axis + 1 :]])
    limits = list(whole.shape)
    limits[axis] -= gap
    return cut(whole, [0] * x.rank, limits)
