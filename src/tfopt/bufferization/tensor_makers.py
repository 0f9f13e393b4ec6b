"""Operations of the tensor dialect whose results are new memory. Source: MLIR's bufferization of the tensor dialect.

What is computed element by element is a loop over all of them, where upstream writes `linalg.map`.
"""

from __future__ import annotations

from tfir.dialects.arith import OVERFLOW
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, INDEX, MemRefType
from tfir.text.pieces import DYNAMIC

from tfopt.bufferization.copies import index_constant
from tfopt.bufferization.models import Model, model, tensor_of
from tfopt.bufferization.options import identity
from tfopt.bufferization.tensor_ops import subview

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.buffers import Buffers


class Maker(Model):
    allocates = True

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        return identity(tensor_of(value))

    def sizes(self, op: Operation) -> Sequence[Value]:
        return op.operands

    def fill(self, op: Operation, build: Builder, buffer: Value) -> None:
        """Writes the elements."""

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        build = Builder.before(op)
        buffer = buffers.allocate(build, identity(tensor_of(op.result)), self.sizes(op))
        self.fill(op, build, buffer)
        buffers.replace(op, [buffer])


@model("tensor.empty")
class Empty(Maker):
    def defines(self, state: Analysis, result: Value) -> bool:
        return False

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        if op.result.uses:
            super().bufferize(op, buffers)
        else:
            op.erase()


@model("tensor.from_elements")
class FromElements(Maker):
    def sizes(self, op: Operation) -> Sequence[Value]:
        return ()

    def fill(self, op: Operation, build: Builder, buffer: Value) -> None:
        shape = op.result.type.shape
        constants = [index_constant(build, at) for at in range(max(shape, default=0))] if op.operands else []
        for number, element in enumerate(op.operands):
            place: list[Value] = []
            for size in reversed(shape):
                number, at = divmod(number, size)
                place.insert(0, constants[at])
            build.create("memref.store", [element, buffer, *place])


@model("tensor.splat")
class Splat(Maker):
    def sizes(self, op: Operation) -> Sequence[Value]:
        return op.operands[1:]

    def fill(self, op: Operation, build: Builder, buffer: Value) -> None:
        body, places = loops_over(build, buffer, op.operands[1:])
        body.create("memref.store", [op.operands[0], buffer, *places])


@model("tensor.generate")
class Generate(Maker):
    def fill(self, op: Operation, build: Builder, buffer: Value) -> None:
        fill_by_region(op, build, buffer, op.operands)


@model("tensor.pad")
class Pad(Maker):
    """The padding is computed for all elements before the source is copied over those inside."""

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        build, type = Builder.before(op), op.result.type
        source = buffers.buffer(op.operands[0])
        low, high = padding(op)
        sizes = [size_of(build, source, at) for at in range(len(low))]
        dynamic = [
            as_value(build, added(build, added(build, size, before), behind))
            for size, before, behind, extent in zip(sizes, low, high, type.shape)
            if extent is None
        ]
        buffer = buffers.allocate(build, identity(tensor_of(op.result)), dynamic)
        fill_by_region(op, build, buffer, dynamic)
        build.create("memref.copy", [source, subview(build, buffer, low, sizes)])
        buffers.replace(op, [buffer])


@model("tensor.concat")
class Concat(Maker):
    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        build, dim, type = Builder.before(op), op.attributes["dim"].value, op.result.type
        sources = [buffers.buffer(value) for value in op.operands]
        starts: list[Number] = [0]
        for source in sources:
            starts.append(added(build, starts[-1], size_of(build, source, dim)))
        sizes = [starts[-1] if at == dim else size_of(build, sources[0], at) for at in range(len(type.shape))]
        dynamic = [as_value(build, size) for size, extent in zip(sizes, type.shape) if extent is None]
        buffer = buffers.allocate(build, identity(tensor_of(op.result)), dynamic)
        for source, start in zip(sources, starts):
            offsets = [start if at == dim else 0 for at in range(len(sizes))]
            own = [size_of(build, source, at) for at in range(len(sizes))]
            build.create("memref.copy", [source, subview(build, buffer, offsets, own)])
        buffers.replace(op, [buffer])


Number = Value | int


def padding(op: Operation) -> list[list[Number]]:
    """How much there is before and behind, of each dimension."""
    rest = iter(op.operands[1:])
    return [[next(rest) if each == DYNAMIC else int(each) for each in op.attributes[name].values] for name in ("static_low", "static_high")]


def size_of(build: Builder, buffer: Value, at: int) -> Number:
    size = buffer.type.shape[at]
    return build.value("memref.dim", [buffer, index_constant(build, at)], INDEX) if size is None else size


def added(build: Builder, one: Number, other: Number) -> Number:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if one == 0 or other == 0:
        return other if one == 0 else one
    return build.value("arith.addi", [as_value(build, one), as_value(build, other)], INDEX, {"overflowFlags": OVERFLOW.of([])})


def as_value(build: Builder, number: Number) -> Value:
    return number if isinstance(number, Value) else index_constant(build, number)


def fill_by_region(op: Operation, build: Builder, buffer: Value, sizes: Sequence[Value]) -> None:
    """Stores what the region of an op computes of each place."""
    body, places = loops_over(build, buffer, sizes)
    inside, last = op.body, op.body.terminator
    for argument, place in zip(inside.arguments, places):
        argument.replace_all_uses_with(place)
    element = last.operands[0]
    last.erase()
    for each in list(inside):
        each.remove()
        body.insert(each)
    body.create("memref.store", [element, buffer, *places])


def loops_over(build: Builder, buffer: Value, sizes: Sequence[Value]) -> tuple[Builder, list[Value]]:
    """Where the body of a loop over all elements of a buffer goes, and its counts; `sizes` are those that its type does not say."""
    shape = buffer.type.shape
    if not shape:
        return build, []
    given = iter(sizes)
    low, step = index_constant(build, 0), index_constant(build, 1)
    highs = [next(given) if size is None else index_constant(build, size) for size in shape]
    region, block = single_block_region([INDEX] * len(shape))
    bounds = [*[low] * len(shape), *highs, *[step] * len(shape)]
    build.create("scf.parallel", bounds, (), {"operandSegmentSizes": DenseArrayAttr([len(shape)] * 3 + [0], I32)}, [region])
    last = Builder.at_end(block, build.location).create("scf.reduce")
    return Builder(block, last, build.location), list(block.arguments)
