"""Ops on lists whose length nothing bounds, as ops on tensors that have a row for each element, in order, and grow and shrink with them."""

from __future__ import annotations

from functools import partial

from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64
from tfir.ods.inference import constant_of, refined
from tfir.ods.shapes import merge, named

from tfopt.arithmetic.assertions import build_assertion, build_misuse
from tfopt.tf.arithmetic import built
from tfopt.tf.list_lengths import GATHER, JOIN, POP, PUSH, RESIZE, SCATTER, SET, SPLIT
from tfopt.tf.lists_as_tensors import JOINED, POPPED, Kind, element_shape
from tfopt.tf.retyping import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


# Messages of TensorFlow's kernels, typing errors included
READ = "Trying to access element {0} in a list with {1} elements."
WRITTEN = "Trying to modify element {0} in a list with {1} elements."
SCATTERED = "TensorListScatter: Trying to scatter at index {0} in list with size {1}"
GATHERED = "Index {0} out o range; list only has {1} elements."
RESIZED = "TensorListSlice expects size to be non-negative. Got: {0}"
UNLIKE = "PartialTensorShape: Incompatible shapes during merge"
UNUSED = "Unused values in tensor. Length of tensor: {0} Values used: {1}"
LEAST = -(1 << 31)


class Ops:
    """TensorFlow's ops by their names, built where a builder stands: `ops.Sub(a, 1)`. Numbers and lists of Python are constants."""

    def __init__(self, builder: Builder):
        self.builder = builder

    def __getattr__(self, name: str) -> Callable[..., Value]:
        return partial(self.call, name)

    def call(self, name: str, *operands) -> Value:
        return built(
            self.builder, f"tf.{name}", [operand if isinstance(operand, Value) else self.constant(operand) for operand in operands]
        )

    def constant(self, content) -> Value:
        return constant(self.builder, content, (len(content),) if isinstance(content, list) else ())

    def check(self, holds: Value, message: str, *numbers: Value) -> None:
        """Lets the program end with a message of TensorFlow's where a truth value is false."""
        build_assertion(self.builder, holds, message, numbers)

    def check_when_run(self, holds: Value, message: str, *numbers: Value) -> None:
        """The same where it may be known before the program runs, or is never come to."""
        build_assertion(self.builder, holds, message, numbers, when_run=True)

    def check_index(self, index: Value, tensor: Value, message: str) -> None:
        """The same where an element is asked for that a list, of as many as the tensor has rows, does not have."""
        self.check_inside(index, self.length(tensor), message)

    def check_indices(self, indices: Value, tensor: Value, message: str) -> None:
        self.check_all_inside(indices, self.length(tensor), message)

    def check_inside(self, index: Value, count: Value, message: str) -> None:
        self.check(self.LogicalAnd(self.GreaterEqual(index, 0), self.Less(index, count)), message, index, count)

    def check_all_inside(self, indices: Value, count: Value, message: str) -> None:
        """The same of many; of those that there are not the message has the largest."""
        outside = self.LogicalOr(self.Less(indices, 0), self.GreaterEqual(indices, count))
        largest = self.Max(self.SelectV2(outside, indices, self.constant(LEAST)), [0])
        self.check(self.LogicalNot(self.Any(outside, [0])), message, largest, count)

    def zeros(self, shape: Value, like: Value) -> Value:
        return self.Fill(shape, constant(self.builder, 0, (), like.type.element))

    def long(self, number: Value | int) -> Value:
        """A number as one of 64 bits."""
        if isinstance(number, int):
            return constant(self.builder, number, (), I64)
        return built(self.builder, "tf.Cast", [number], {"DstT": TypeAttr(I64)})

    def short(self, number: Value) -> Value:
        return built(self.builder, "tf.Cast", [number], {"DstT": TypeAttr(I32)})

    def size(self, tensor: Value, axis: int = 0) -> Value | int:
        """How long an axis is, as a number if that is known."""
        size = tensor.type.shape[axis]
        return self.GatherV2(self.Shape(tensor), axis, 0) if size is None else size

    def length(self, tensor: Value) -> Value:
        return self.GatherV2(self.Shape(tensor), 0, 0)

    def rows(self, tensor: Value, first: Value | int, count: Value) -> Value:
        """So many rows of a tensor."""
        others = range(1, len(tensor.type.shape))
        part = self.Slice(tensor, self.Pack(first, *[0 for _ in others]), self.Pack(count, *[self.size(tensor, axis) for axis in others]))
        part.retype(tensor.type.with_shape((part.type.shape[0] if part.type.shape else None, *tensor.type.shape[1:])))
        return part

    def extended(self, tensor: Value, least: Value) -> Value:
        """A tensor with rows of zeros behind its own, where it has not so many."""
        missing = self.Maximum(self.Sub(least, self.length(tensor)), 0)
        others = [self.size(tensor, axis) for axis in range(1, len(tensor.type.shape))]
        return self.ConcatV2(tensor, self.zeros(self.Pack(missing, *others), tensor), 0)

    def resized(self, tensor: Value, count: Value) -> Value:
        """A tensor of so many rows: the first that it has, and zeros behind these."""
        return self.rows(self.extended(tensor, count), 0, count)

    def with_row(self, tensor: Value, index: Value, row: Value) -> Value:
        return self.TensorScatterUpdate(tensor, self.Reshape(index, [1, 1]), self.ExpandDims(row, 0))


def as_result(op: Operation, number: int, value: Value) -> Value:
    """A value that takes an op's result's place, with what the type of that says of its shape."""
    try:
        value.retype(refined(value.type, merge(named(value.type.shape), named(op.results[number].type.shape))))
    except Error:
        pass  # an error of the program, as it runs
    return value


def pushed(ops: Ops, op: Operation) -> list[Value]:
    held, item = op.operands
    return [ops.ConcatV2(held, ops.ExpandDims(item, 0), 0)]


def popped(ops: Ops, op: Operation) -> list[Value]:
    held = op.operands[0]
    last = ops.Sub(ops.length(held), 1)
    ops.check(ops.GreaterEqual(last, 0), POPPED)
    return [ops.rows(held, 0, last), as_result(op, 1, ops.GatherV2(held, last, 0))]


def written(ops: Ops, op: Operation) -> list[Value]:
    held, index, item = op.operands
    if op.get("resize_if_index_out_of_bounds"):
        held = ops.extended(held, ops.AddV2(index, 1))
    ops.check_index(index, held, WRITTEN)
    return [ops.with_row(held, index, item)]


def read(ops: Ops, op: Operation) -> list[Value]:
    held, index = op.operands[:2]
    ops.check_index(index, held, READ)
    return [as_result(op, 0, ops.GatherV2(held, index, 0))]


def gathered(ops: Ops, op: Operation) -> list[Value]:
    held, indices = op.operands[:2]
    ops.check_indices(indices, held, GATHERED)
    return [as_result(op, 0, ops.GatherV2(held, indices, 0))]


def resized(ops: Ops, op: Operation) -> list[Value]:
    held, count = op.operands
    ops.check(ops.GreaterEqual(count, 0), RESIZED, count)
    return [ops.resized(held, count)]


def scattered(ops: Ops, op: Operation) -> list[Value]:
    held, tensor, indices = op.operands
    held = ops.extended(held, ops.AddV2(ops.Max(indices, [0]), 1))
    ops.check_indices(indices, held, SCATTERED)
    return [ops.TensorScatterUpdate(held, ops.ExpandDims(indices, 1), tensor)]


def scattered_new(ops: Ops, op: Operation) -> list[Value]:
    """As many as are asked for; where that is -1, as the indices need."""
    tensor, indices = op.operands[:2]
    asked, needed = op.operands[3] if len(op.operands) > 3 else ops.constant(-1), ops.AddV2(ops.Max(indices, [0]), 1)
    count = ops.SelectV2(ops.Less(asked, 0), ops.Maximum(needed, 0), asked)
    others = [ops.size(tensor, axis) for axis in range(1, len(tensor.type.shape))]
    blank = ops.zeros(ops.Pack(count, *others), tensor)
    ops.check_indices(indices, blank, SCATTERED)
    return [ops.TensorScatterUpdate(blank, ops.ExpandDims(indices, 1), tensor)]


def split(ops: Ops, op: Operation) -> list[Value]:
    tensor, lengths = op.operands[0], constant_of(op.operands[2])
    others = [ops.size(tensor, axis) for axis in range(1, len(tensor.type.shape))]
    return [ops.Reshape(tensor, ops.Pack(len(lengths), int(lengths[0]), *others))]


def concatenated(ops: Ops, op: Operation) -> list[Value]:
    held = op.operands[0]
    if len(held.type.shape) == 1:
        build_misuse(ops.builder, JOINED)
        held = ops.ExpandDims(held, 1)
    sizes = [ops.size(held, axis) for axis in range(2, len(held.type.shape))]
    count, rows = ops.length(held), ops.size(held, 1)
    joined = ops.Reshape(held, ops.Pack(ops.Mul(count, rows), *sizes))
    return [as_result(op, 0, joined), ops.Fill(ops.Pack(count), ops.long(rows))]


GROWING: dict[str, Callable[[Ops, Operation], list[Value]]] = {
    PUSH: pushed,
    POP: popped,
    SET: written,
    SCATTER: scattered,
    "tf.TensorListScatterV2": scattered_new,
    "tf.TensorListScatter": scattered_new,
    "tf.TensorListFromTensor": lambda ops, op: [op.operands[0]],
    SPLIT: split,
    RESIZE: resized,
    JOIN: lambda ops, op: [ops.ConcatV2(*op.operands, 0)],
    "tf.TensorListStack": lambda ops, op: [as_result(op, 0, ops.Identity(op.operands[0]))],
    "tf.TensorListConcat": concatenated,
    "tf.TensorListConcatV2": concatenated,
    "tf.TensorListGetItem": read,
    GATHER: gathered,
    "tf.TensorListLength": lambda ops, op: [ops.length(op.operands[0])],
    "tf.TensorListElementShape": lambda ops, op: [element_shape(ops.builder, op, Kind(False, None))],
}
