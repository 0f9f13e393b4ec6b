"""Ops on lists as ops on the tensors that these become."""

from __future__ import annotations

from typing import NamedTuple

from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType, Type
from tfir.ods.inference import constant_of
from tfir.ods.shapes import is_static

from tfopt.arithmetic.assertions import build_misuse
from tfopt.tf.list_lengths import NO_VALUE, POP, PUSH, SCATTER, SET, SPLIT, VALUE, VALUE_OF, rows_of, scattered_length
from tfopt.tf.retyping import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

JOINED = "Concat requires elements to be at least vectors, found scalars instead"
POPPED = "Trying to pop from an empty list."
RESERVE, EMPTY = "tf.TensorListReserve", "tf.EmptyTensorList"


class Kind(NamedTuple):
    """How a tensor holds a list: from its last element on where it `is_stack`; and how many elements there are, where that is one number."""

    is_stack: bool
    length: int | None


def reserved(builder: Builder, op: Operation, kind: Kind) -> Value:
    type = op.results[0].type
    return constant(builder, 0, type.shape, type.element)


def filled(builder: Builder, op: Operation, kind: Kind) -> Value:
    type = op.results[0].type
    return padded(builder, op.operands[0], type, kind.is_stack)


def split(builder: Builder, op: Operation, kind: Kind) -> Value:
    type, lengths = op.results[0].type, constant_of(op.operands[2])
    sizes = (len(lengths), *type.shape[1:])
    tensor = builder.value("tf.Reshape", [op.operands[0], constant(builder, sizes, (len(sizes),))], type.with_shape(sizes))
    return padded(builder, tensor, type, kind.is_stack)


def padded(builder: Builder, tensor: Value, type: Type, is_stack: bool) -> Value:
    """A tensor of all elements, with rows of zeros for those to come. One of unknown rows has all that there are."""
    if is_stack:
        tensor = turned(builder, tensor)
    count = rows_of(tensor)
    if count is None or type.shape[0] in (count, None):
        return tensor
    short = type.shape[0] - count
    blank = constant(builder, 0, (short, *type.shape[1:]), type.element)
    return builder.value("tf.ConcatV2", [tensor, blank, constant(builder, 0)], type)


def turned(builder: Builder, tensor: Value) -> Value:
    return builder.value("tf.ReverseV2", [tensor, constant(builder, [0], (1,))], tensor.type)


def stacked(builder: Builder, op: Operation, kind: Kind) -> Value:
    held = op.operands[0]
    count = kind.length
    part = held if count is None or count == held.type.shape[0] else rows(builder, held, 0, count)
    return turned(builder, part) if kind.is_stack else part


def concatenated(builder: Builder, op: Operation, kind: Kind) -> list[Value]:
    result = op.results[0].type
    if kind.length == 0 and result.shape and None not in result.shape[1:]:  # elements that there are none of may have any shape
        return [constant(builder, 0, (0, *result.shape[1:]), result.element), constant(builder, 0, (0,), I64)]
    tensor = stacked(builder, op, kind)
    if len(tensor.type.shape) == 1:
        build_misuse(builder, JOINED)
        tensor = builder.value("tf.ExpandDims", [tensor, constant(builder, 1)], tensor.type.with_shape((*tensor.type.shape, 1)))
    count, size, *sizes = tensor.type.shape
    shape = [count * size, *sizes]
    joined = builder.value("tf.Reshape", [tensor, constant(builder, shape, (len(shape),))], tensor.type.with_shape(shape))
    return [joined, constant(builder, size, (count,), I64)]


def places(builder: Builder, op: Operation, kind: Kind, indices: Value) -> Value:
    """The rows where elements of these numbers are."""
    if not kind.is_stack:
        return indices
    return builder.value("tf.Sub", [constant(builder, kind.length - 1), indices], indices.type)


def read(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, index = op.operands[:2]
    operands = [held, places(builder, op, kind, index), constant(builder, 0)]
    return builder.value("tf.GatherV2", operands, held.type.with_shape(held.type.shape[1:]), {"batch_dims": 0})


def written(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, index, item = op.operands
    index = places(builder, op, kind, index)
    place = builder.value("tf.Reshape", [index, constant(builder, [1, 1], (2,))], TensorType((1, 1), I32))
    row = builder.value("tf.ExpandDims", [item, constant(builder, 0)], held.type.with_shape((1, *held.type.shape[1:])))
    return builder.value("tf.TensorScatterUpdate", [held, place, row], held.type)


def are_all(indices: Value, length: int | None) -> bool:
    numbers = constant_of(indices)
    return numbers is not None and length is not None and numbers.tolist() == list(range(length))


def gathered(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, indices = op.operands[:2]
    if are_all(indices, kind.length):
        return stacked(builder, op, kind)
    count = indices.type.shape[0] if indices.type.shape else None
    type = held.type.with_shape((count, *held.type.shape[1:]))
    operands = [held, places(builder, op, kind, indices), constant(builder, 0)]
    return builder.value("tf.GatherV2", operands, type, {"batch_dims": 0})


def scattered(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, tensor, indices = op.operands
    if kind.length == held.type.shape[0] and are_all(indices, kind.length):
        return tensor
    return scattered_into(builder, held, places(builder, op, kind, indices), tensor)


def scattered_into(builder: Builder, held: Value, indices: Value, tensor: Value) -> Value:
    count = indices.type.shape[0] if indices.type.shape else None
    at = builder.value("tf.ExpandDims", [indices, constant(builder, 1)], TensorType((count, 1), I32))
    return builder.value("tf.TensorScatterUpdate", [held, at, tensor], held.type)


def scattered_new(builder: Builder, op: Operation, kind: Kind) -> Value:
    type, count = op.results[0].type, scattered_length(op)
    blank = constant(builder, 0, (count, *type.shape[1:]), type.element)
    return padded(builder, scattered_into(builder, blank, op.operands[1], op.operands[0]), type, kind.is_stack)


def element_shape(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, element = op.operands[0], op.results[0].type.element
    sizes = held.type.shape[1:]
    if is_static(sizes):
        return constant(builder, sizes, (len(sizes),), element)
    shape = builder.value("tf.Shape", [held], TensorType((len(sizes) + 1,), element))
    bounds = [constant(builder, [number], (1,)) for number in (1, len(sizes))]
    return builder.value("tf.Slice", [shape, *bounds], TensorType((len(sizes),), element))


def length(builder: Builder, op: Operation, kind: Kind) -> Value:
    if kind.length is not None:
        return constant(builder, kind.length)
    held = op.operands[0]
    shape = builder.value("tf.Shape", [held], TensorType((len(held.type.shape),), I32))
    return builder.value("tf.GatherV2", [shape, constant(builder, 0), constant(builder, 0)], TensorType((), I32), {"batch_dims": 0})


def pushed(builder: Builder, op: Operation, kind: Kind) -> Value:
    held, item = op.operands
    row = builder.value("tf.ExpandDims", [item, constant(builder, 0)], held.type.with_shape((1, *held.type.shape[1:])))
    if held.type.shape[0] is None:
        first = constant(builder, 0, (1, 1))
        return builder.value("tf.TensorScatterUpdate", [moved(builder, held, 1), first, row], held.type)
    return builder.value("tf.ConcatV2", [row, rows(builder, held, 0, held.type.shape[0] - 1), constant(builder, 0)], held.type)


def popped(builder: Builder, op: Operation, kind: Kind) -> list[Value]:
    held = op.operands[0]
    count, *sizes = held.type.shape
    if count is None:
        return [moved(builder, held, -1), only(builder, op, kind)]
    if kind.length == 0:
        build_misuse(builder, POPPED)
    if count == 0:
        return [held, constant(builder, 0, sizes, held.type.element)]
    row = held.type.with_shape((1, *sizes))
    last = (
        constant(builder, 0, row.shape, row.element) if row.is_static else builder.value("tf.ZerosLike", [rows(builder, held, 0, 1)], row)
    )
    left = builder.value("tf.ConcatV2", [rows(builder, held, 1, count - 1), last, constant(builder, 0)], held.type)
    top = builder.value("tf.GatherV2", [held, constant(builder, 0), constant(builder, 0)], held.type.with_shape(sizes), {"batch_dims": 0})
    return [left, top]


def moved(builder: Builder, held: Value, by: int) -> Value:
    """All rows of a tensor of as many as before, `by` further; what is left there is zeros."""
    others = [0] * (len(held.type.shape) - 1)
    paddings = [constant(builder, [rows, *others], (1 + len(others),)) for rows in (by, -by, 0)]
    return builder.value("tf.XlaPad", [held, constant(builder, 0, (), held.type.element), *paddings], held.type)


def made(builder: Builder, op: Operation, kind: Kind) -> Value:
    return builder.value("tf.ExpandDims", [op.operands[0], constant(builder, 0)], op.results[0].type)


def only(builder: Builder, op: Operation, kind: Kind) -> Value:
    held = op.operands[0]
    operands = [held, constant(builder, 0), constant(builder, 0)]
    return builder.value("tf.GatherV2", operands, held.type.with_shape(held.type.shape[1:]), {"batch_dims": 0})


def rows(builder: Builder, held: Value, first: int, count: int) -> Value:
    sizes = held.type.shape[1:]
    begin, size = [first, *[0] * len(sizes)], [count, *[-1 if size is None else size for size in sizes]]
    operands = [held, constant(builder, begin, (len(begin),)), constant(builder, size, (len(size),))]
    return builder.value("tf.Slice", operands, held.type.with_shape((count, *sizes)))


def piece_type(op: Operation) -> TensorType:
    """The type of each of the pieces that a tensor is split into."""
    type = op.operands[0].type
    return type.with_shape((common_length(op), *type.shape[1:]) if type.shape else None)


def common_length(op: Operation) -> int | None:
    """How many rows each of the pieces has, where they are known to be alike."""
    lengths = constant_of(op.operands[2])
    return int(lengths[0]) if lengths is not None and len(set(lengths.tolist())) == 1 else None


REPLACEMENTS: dict[str, Callable[[Builder, Operation, Kind], Value | list[Value]]] = {
    "tf.TensorListReserve": reserved,
    "tf.EmptyTensorList": reserved,
    PUSH: pushed,
    POP: popped,
    "tf.TensorListFromTensor": filled,
    "tf.TensorListSplit": split,
    "tf.TensorListStack": stacked,
    "tf.TensorListConcat": concatenated,
    "tf.TensorListConcatV2": concatenated,
    "tf.TensorListGetItem": read,
    "tf.TensorListGather": gathered,
    SCATTER: scattered,
    "tf.TensorListScatterV2": scattered_new,
    "tf.TensorListScatter": scattered_new,
    SET: written,
    "tf.TensorListLength": length,
    "tf.TensorListElementShape": element_shape,
    VALUE: made,
    NO_VALUE: reserved,
    VALUE_OF: only,
}
# Which operand of ops says the shape of elements
SHAPES = {RESERVE: 0, EMPTY: 0, POP: 1, "tf.TensorListGetItem": 2}
# Ops that take all elements of a list
WHOLE = ("tf.TensorListStack", "tf.TensorListConcat", "tf.TensorListConcatV2", "tf.TensorListLength")
# Ops that need sizes as numbers
OF_KNOWN_SIZES = {SPLIT, "tf.TensorListScatterV2", "tf.TensorListScatter", "tf.TensorListConcat", "tf.TensorListConcatV2"}
# Ops that use a list as a stack, and those that use it by number.
STACKING = {"tf.EmptyTensorList", "tf.TensorListReserve", "tf.TensorListElementShape", PUSH, POP}
READING = {VALUE_OF, "tf.EmptyTensorList", "tf.TensorListElementShape", "tf.TensorListGetItem", "tf.TensorListGather", *WHOLE}
