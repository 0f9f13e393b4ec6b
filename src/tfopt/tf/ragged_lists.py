"""Ops on lists whose elements differ in size, as ops on two tensors.

One has the numbers of all elements, one behind the other, and the other the sizes of each element in a row. Both grow and shrink with the
list. An element that was never written has no numbers, and sizes of -1.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType
from tfir.ods.inference import constant_of

from tfopt.tf.companions import Companions
from tfopt.tf.growing_lists import GATHERED, READ, RESIZED, UNLIKE, UNUSED, WRITTEN, Ops, as_result
from tfopt.tf.list_lengths import GATHER, JOIN, POP, PUSH, RESIZE, SET, SPLIT, rows_of
from tfopt.tf.lists_as_tensors import EMPTY, POPPED, RESERVE
from tfopt.tf.retyping import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNWRITTEN = -1


class Ragged(NamedTuple):
    """A list: the numbers of its elements, and their sizes."""

    numbers: Value
    sizes: Value


def types_of(element: TensorType) -> tuple[TensorType, TensorType]:
    """The types of the two tensors, of elements of this one."""
    return TensorType((None,), element.element), TensorType((None, len(element.shape)), I32)


def numbers_in(ops: Ops, sizes: Value) -> Value:
    """How many numbers elements of these sizes have."""
    return ops.Prod(ops.Maximum(sizes, 0), [1])


def is_unwritten(ops: Ops, sizes: Value) -> Value:
    return ops.Less(ops.Slice(sizes, [0, 0], [-1, 1]), 0)


def begin_of(ops: Ops, held: Ragged, index: Value) -> tuple[Value, Value]:
    """Where the numbers of one element begin, and how many there are."""
    counts = numbers_in(ops, held.sizes)
    count = ops.GatherV2(counts, index, 0)
    return ops.Sub(ops.GatherV2(ops.Cumsum(counts, 0), index, 0), count), count


def flat(ops: Ops, tensor: Value) -> Value:
    return ops.Reshape(tensor, [-1])


def made(ops: Ops, op: Operation, rank: int) -> Ragged:
    """A list of elements that are not written yet, if it has any."""
    count = op.operands[1] if op.name == RESERVE else ops.constant(0)
    return Ragged(constant(ops.builder, [], (0,), op.get("element_dtype")), ops.Fill(ops.Pack(count, rank), UNWRITTEN))


def of_rows(ops: Ops, tensor: Value) -> Ragged:
    """A list of the rows of a tensor."""
    rank = len(tensor.type.shape) - 1
    one = ops.Reshape(ops.Slice(ops.Shape(tensor), [1], [rank]), [1, rank])
    return Ragged(flat(ops, tensor), ops.Tile(one, ops.Pack(ops.length(tensor), 1)))


def split(ops: Ops, op: Operation) -> Ragged:
    tensor, lengths = op.operands[0], ops.short(op.operands[2])
    total = ops.Sum(lengths, [0])
    ops.check(ops.Equal(total, ops.length(tensor)), UNUSED, ops.length(tensor), total)
    others = ops.Slice(ops.Shape(tensor), [1], [len(tensor.type.shape) - 1])
    beside = ops.Tile(ops.ExpandDims(others, 0), ops.Pack(ops.length(lengths), 1))
    return Ragged(flat(ops, tensor), ops.ConcatV2(ops.ExpandDims(lengths, 1), beside, 1))


def joined(ops: Ops, one: Ragged, other: Ragged) -> Ragged:
    return Ragged(ops.ConcatV2(one.numbers, other.numbers, 0), ops.ConcatV2(one.sizes, other.sizes, 0))


def pushed(ops: Ops, held: Ragged, item: Value) -> Ragged:
    return joined(ops, held, Ragged(flat(ops, item), ops.ExpandDims(ops.Shape(item), 0)))


def popped(ops: Ops, op: Operation, held: Ragged) -> list[Ragged | Value]:
    last = ops.Sub(ops.length(held.sizes), 1)
    ops.check(ops.GreaterEqual(last, 0), POPPED)
    left, _ = begin_of(ops, held, last)
    return [Ragged(ops.rows(held.numbers, 0, left), ops.rows(held.sizes, 0, last)), element(ops, op, held, last)]


def resized(ops: Ops, held: Ragged, count: Value) -> Ragged:
    ops.check(ops.GreaterEqual(count, 0), RESIZED, count)
    missing = ops.Maximum(ops.Sub(count, ops.length(held.sizes)), 0)
    blank = ops.Fill(ops.Pack(missing, held.sizes.type.shape[1]), UNWRITTEN)
    sizes = ops.rows(ops.ConcatV2(held.sizes, blank, 0), 0, count)
    return Ragged(ops.rows(held.numbers, 0, ops.Sum(numbers_in(ops, sizes), [0])), sizes)


def element(ops: Ops, op: Operation, held: Ragged, index: Value) -> Value:
    """One that was not written is zeros of the size of those that were."""
    begin, count = begin_of(ops, held, index)
    own = ops.GatherV2(held.sizes, index, 0)
    shape = ops.SelectV2(ops.Less(own, 0), size_of_others(ops, op, held), own)
    numbers = ops.rows(held.numbers, begin, count)
    return ops.Reshape(ops.resized(numbers, ops.Prod(shape, [0])), shape)


def size_of_others(ops: Ops, op: Operation, held: Ragged) -> Value:
    """The sizes that an op states of all elements, and where it does not, those of the largest."""
    sizes: Value | list = [-1] * held.sizes.type.shape[1]
    if len(op.operands) > 1 and op.operands[-1].type.shape != ():
        stated = constant_of(op.operands[-1])
        sizes = ops.short(op.operands[-1]) if stated is None else stated.tolist()
    return ops.SelectV2(ops.Less(sizes, 0), ops.Maximum(ops.Max(held.sizes, [0]), 0), sizes)


def read(ops: Ops, op: Operation, held: Ragged) -> Value:
    index = op.operands[1]
    ops.check_index(index, held.sizes, READ)
    return element(ops, op, held, index)


def written(ops: Ops, op: Operation, held: Ragged) -> Ragged:
    _, index, item = op.operands
    if op.get("resize_if_index_out_of_bounds"):
        held = resized(ops, held, ops.Maximum(ops.length(held.sizes), ops.AddV2(index, 1)))
    ops.check_index(index, held.sizes, WRITTEN)
    begin, count = begin_of(ops, held, index)
    end = ops.AddV2(begin, count)
    behind = ops.rows(held.numbers, end, ops.Sub(ops.length(held.numbers), end))
    numbers = ops.ConcatV2(ops.rows(held.numbers, 0, begin), flat(ops, item), behind, 0)
    return Ragged(numbers, ops.with_row(held.sizes, index, ops.Shape(item)))


def spread(ops: Ops, held: Ragged, room: Value) -> Value:
    """The numbers of a list that has room for so many in each element: zeros where it has none."""
    counts = numbers_in(ops, held.sizes)
    ends = ops.Cumsum(counts, 0)
    places = ops.Range(0, ops.length(held.numbers), 1)
    owner = ops.Reshape(ops.UpperBound(ops.ExpandDims(ends, 0), ops.ExpandDims(places, 0)), [-1])
    further = ops.Sub(ops.Sub(ops.Cumsum(room, 0), room), ops.Sub(ends, counts))
    places = ops.AddV2(places, ops.GatherV2(further, owner, 0))
    blank = ops.zeros(ops.Pack(ops.Sum(room, [0])), held.numbers)
    return ops.TensorScatterUpdate(blank, ops.ExpandDims(places, 1), held.numbers)


def stacked(ops: Ops, op: Operation, held: Ragged, indices: Value | None = None) -> Value:
    """All elements, or those of some numbers, as one tensor; those that were not written are zeros. The others have to be alike."""
    count, sizes = ops.length(held.sizes), held.sizes
    if indices is not None:
        ops.check_indices(indices, sizes, GATHERED)
        sizes = ops.GatherV2(sizes, indices, 0)
    shape = size_of_others(ops, op, Ragged(held.numbers, sizes))
    ops.check(ops.All(ops.LogicalOr(ops.Less(sizes, 0), ops.Equal(sizes, shape)), [0, 1]), UNLIKE)
    if indices is None:
        return ops.Reshape(spread(ops, held, ops.Fill(ops.Pack(count), ops.Prod(shape, [0]))), ops.ConcatV2(ops.Pack(count), shape, 0))
    most = ops.Maximum(ops.Max(numbers_in(ops, held.sizes), [0]), ops.Prod(shape, [0]))
    boxes = ops.Reshape(spread(ops, held, ops.Fill(ops.Pack(count), most)), ops.Pack(count, most))
    rows, taken = ops.GatherV2(boxes, indices, 0), ops.length(indices)
    parts = ops.Slice(rows, [0, 0], ops.Pack(taken, ops.Prod(shape, [0])))
    return ops.Reshape(parts, ops.ConcatV2(ops.Pack(taken), shape, 0))


def concatenated(ops: Ops, op: Operation, held: Ragged) -> list[Ragged | Value]:
    """All rows of all elements. One that was not written has as many as an operand says, or as the first that was."""
    rank, unwritten = held.sizes.type.shape[1], flat(ops, is_unwritten(ops, held.sizes))
    others = ops.Slice(ops.Maximum(ops.Max(held.sizes, [0]), 0), [1], [rank - 1])
    lengths = flat(ops, ops.Slice(held.sizes, [0, 0], [-1, 1]))
    if len(op.operands) > 2 and rows_of(op.operands[2]) != 0:
        missing = ops.short(op.operands[2])
    else:
        count = ops.length(lengths)
        places = ops.Range(0, count, 1)
        first = ops.Min(ops.SelectV2(unwritten, count, places), [0])
        missing = ops.Max(ops.SelectV2(ops.Equal(places, first), lengths, 0), [0])
    lengths = ops.SelectV2(unwritten, missing, lengths)
    numbers = spread(ops, held, ops.Mul(lengths, ops.Prod(others, [0])))
    return [ops.Reshape(numbers, ops.ConcatV2(ops.Pack(ops.Sum(lengths, [0])), others, 0)), ops.long(lengths)]


def added(ops: Ops, lists: list[Ragged]) -> Ragged:
    """The sum of lists, element by element; what was not written is 0."""
    sizes = lists[0].sizes
    for other in lists[1:]:
        sizes = ops.Maximum(sizes, other.sizes)
    for each in lists:
        ops.check(ops.All(ops.LogicalOr(ops.Less(each.sizes, 0), ops.Equal(each.sizes, sizes)), [0, 1]), UNLIKE)
    room = numbers_in(ops, sizes)
    return Ragged(ops.AddN(*[spread(ops, each, room) for each in lists]), sizes)


# What becomes of each op: the results in place of its own, from the lists among its operands
RAGGED: dict[str, Callable[[Ops, Operation, list[Ragged]], list[Ragged | Value]]] = {
    "tf.TensorListFromTensor": lambda ops, op, lists: [of_rows(ops, op.operands[0])],
    SPLIT: lambda ops, op, lists: [split(ops, op)],
    RESIZE: lambda ops, op, lists: [resized(ops, lists[0], op.operands[1])],
    JOIN: lambda ops, op, lists: [joined(ops, *lists)],
    PUSH: lambda ops, op, lists: [pushed(ops, lists[0], op.operands[1])],
    POP: lambda ops, op, lists: popped(ops, op, lists[0]),
    SET: lambda ops, op, lists: [written(ops, op, lists[0])],
    "tf.TensorListGetItem": lambda ops, op, lists: [read(ops, op, lists[0])],
    "tf.TensorListStack": lambda ops, op, lists: [stacked(ops, op, lists[0])],
    GATHER: lambda ops, op, lists: [stacked(ops, op, lists[0], op.operands[1])],
    "tf.TensorListConcat": lambda ops, op, lists: concatenated(ops, op, lists[0]),
    "tf.TensorListConcatV2": lambda ops, op, lists: concatenated(ops, op, lists[0]),
    "tf.TensorListLength": lambda ops, op, lists: [ops.length(lists[0].sizes)],
    "tf.TensorListElementShape": lambda ops, op, lists: [constant(ops.builder, -1, (), op.results[0].type.element)],
    "tf.Identity": lambda ops, op, lists: [*lists],
    "tf.StopGradient": lambda ops, op, lists: [*lists],
    "tf.AddN": lambda ops, op, lists: [added(ops, lists)],
    "tf.ZerosLike": lambda ops, op, lists: [Ragged(ops.ZerosLike(lists[0].numbers), lists[0].sizes)],
}
MAKERS = (EMPTY, RESERVE)


class RaggedLists(Companions):
    """Gives lists, of which it is told the types of the elements, two values each."""

    def __init__(self, module: Operation, elements: dict[Value, TensorType]):
        super().__init__(module, {value: [types_of(element)[1]] for value, element in elements.items()})
        self.elements = elements
        for value, element in elements.items():
            value.retype(types_of(element)[0])

    def rewrite(self, op: Operation, function: Operation) -> None:
        lists = [Ragged(value, *self.beside[value]) for value in op.operands if value in self.beside]
        ops = Ops(Builder.before(op))
        if op.name in MAKERS:
            self.replace(op, [made(ops, op, len(self.elements[op.results[0]].shape))])
        elif op.name in RAGGED:
            self.replace(op, RAGGED[op.name](ops, op, lists))
        else:
            self.pass_on(op, function)

    def replace(self, op: Operation, results: list[Ragged | Value]) -> None:
        values = []
        for at, result in enumerate(results):
            if isinstance(result, Ragged):
                count, rank = rows_of(result.sizes), len(self.elements[op.results[at]].shape)
                result.sizes.retype(result.sizes.type.with_shape((count, rank)))
                self.beside[result.numbers] = [result.sizes]
            values.append(result.numbers if isinstance(result, Ragged) else as_result(op, at, result))
        op.replace_with(values)
