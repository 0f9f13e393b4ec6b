"""What operations of the tensor dialect do to buffers. Source: MLIR's bufferization of the tensor dialect."""

from __future__ import annotations

from tfir.dialects.memref.layouts import collapsed, expanded, layout_of, sliced
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, MemRefType
from tfir.ods.views import groups_of
from tfir.text.pieces import DYNAMIC
from tfir.text.strided_layout import StridedAttr

from tfopt.bufferization.copies import copied
from tfopt.bufferization.models import Destination, Model, View, memref_of, model, tensor_of
from tfopt.bufferization.options import fully_dynamic, identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.buffers import Buffers
    from tfopt.bufferization.models import Use

    Number = Value | int

LISTS = ("static_offsets", "static_sizes", "static_strides")


# What is read


@model("tensor.extract")
class Extract(Model):
    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        buffers.become(op, "memref.load", [buffers.buffer(op.operands[0]), *op.operands[1:]], [op.result.type], {})


@model("tensor.dim", "tensor.rank")
class Measure(Model):
    def reads(self, state: Analysis, use: Use) -> bool:
        return False

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        name = op.name.replace("tensor.", "memref.")
        buffers.become(op, name, [buffers.buffer(op.operands[0]), *op.operands[1:]], [op.result.type], {})


# Views


@model("tensor.cast")
class Cast(View):
    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        source, tensor = buffers.type_of(owner(value).operands[0], asked), value.type
        if tensor.shape is None:
            return MemRefType(None, tensor.element, None, source.space)
        if source.shape is None:
            return fully_dynamic(MemRefType(tensor.shape, tensor.element, None, source.space))
        return MemRefType(tensor.shape, tensor.element, source.layout, source.space)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        buffer, type = buffers.buffer(op.operands[0]), buffers.type_of(op.result)
        buffers.replace(op, [buffers.cast(Builder.before(op), buffer, type)])


@model("tensor.expand_shape")
class Expand(View):
    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        return self._type(owner(value), buffers.type_of(owner(value).operands[0], asked))

    def _type(self, op: Operation, source: MemRefType) -> MemRefType:
        type = expanded(source, op.result.type.shape, groups_of(op))
        if type is None:
            raise Error.on(op, "failed to bufferize op")
        return type

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        buffer = buffers.buffer(op.operands[0])
        buffers.become(op, "memref.expand_shape", [buffer, *op.operands[1:]], [self._type(op, memref_of(buffer))], op.attributes)


@model("tensor.collapse_shape")
class Collapse(View):
    """Dimensions that do not lie one behind another cannot become one, so what is collapsed may be a copy, for which it is read."""

    def reads(self, state: Analysis, use: Use) -> bool:
        return True

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        source = buffers.type_of(owner(value).operands[0], asked)
        return self._type(owner(value), source) or identity(tensor_of(value))

    def _type(self, op: Operation, source: MemRefType) -> MemRefType | None:
        shape = op.result.type.shape
        layout = layout_of(source)
        if not shape and source.layout is not None:
            return MemRefType((), source.element, StridedAttr((), layout[1] if layout is not None else None), source.space)
        return collapsed(source, shape, groups_of(op)) if is_surely_collapsible(source, groups_of(op)) else None

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        buffer = buffers.buffer(op.operands[0])
        type = self._type(op, memref_of(buffer))
        if type is None:
            buffer = contiguous(op.operands[0], op, buffers)
            type = collapsed(memref_of(buffer), op.result.type.shape, groups_of(op))
            assert type is not None
        buffers.become(op, "memref.collapse_shape", [buffer], [type], op.attributes)


def is_surely_collapsible(source: MemRefType, groups: Sequence[Sequence[int]]) -> bool:
    """Whether the elements of each group follow one another as far as the type says."""
    if source.layout is None:
        return True
    layout, shape = layout_of(source), source.shape
    if layout is None or shape is None:
        return False
    strides = layout[0]
    for group in groups:
        kept = [at for at in group if shape[at] != 1]
        for outer, inner in zip(kept, kept[1:]):
            size, stride = shape[inner], strides[inner]
            if size is None or stride is None or strides[outer] != size * stride:
                return False
    return True


def contiguous(tensor: Value, op: Operation, buffers: Buffers) -> Value:
    """The buffer of a copy of a tensor, whose elements lie one behind another."""
    build = Builder.before(op)
    copy = copied(build, tensor)
    buffers.left.append(owner(copy))
    return build.value("bufferization.to_buffer", [copy], identity(tensor_of(tensor)))


@model("tensor.reshape")
class Reshape(View):
    """A copy where the elements may lie apart."""

    def reads(self, state: Analysis, use: Use) -> bool:
        return True

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        return identity(tensor_of(value))

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        source, shape = map(buffers.buffer, op.operands)
        if source.type.layout is not None:
            source = contiguous(op.operands[0], op, buffers)
        buffers.become(op, "memref.reshape", [source, shape], [identity(tensor_of(op.result))], {})


@model("tensor.extract_slice")
class ExtractSlice(View):
    is_equivalent = False

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        return part_type(owner(value), buffers.type_of(owner(value).operands[0], asked), value.type.shape)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        buffer = buffers.buffer(op.operands[0])
        type = part_type(op, memref_of(buffer), op.result.type.shape)
        buffers.become(op, "memref.subview", [buffer, *op.operands[1:]], [type], op.attributes)


def part_type(op: Operation, source: MemRefType, shape: Sequence[int | None]) -> MemRefType:
    """The type of a part of a buffer, without the dimensions of size 1 that `shape` leaves out."""
    layout = layout_of(source)
    if layout is None:
        raise Error.on(op, "failed to bufferize op")
    offsets, sizes, steps = [[None if each == DYNAMIC else int(each) for each in op.attributes[name].values] for name in LISTS]
    whole = sliced(source, layout, offsets, sizes, steps)
    kept = kept_dimensions(sizes, shape)
    strides, offset = layout_of(whole) or ([], 0)
    return MemRefType(shape, source.element, StridedAttr([strides[at] for at in kept], offset), source.space)


def kept_dimensions(sizes: Sequence[int | None], shape: Sequence[int | None]) -> list[int]:
    kept: list[int] = []
    for at, size in enumerate(sizes):
        if len(kept) < len(shape) and shape[len(kept)] == size:
            kept.append(at)
    return kept


def subview(build: Builder, buffer: Value, offsets: Sequence[Number], sizes: Sequence[Number]) -> Value:
    """A part of a buffer, of the same rank."""
    starts, extents = [[None if isinstance(each, Value) else each for each in listed] for listed in (offsets, sizes)]
    steps: list[int | None] = [1] * len(sizes)
    layout = layout_of(memref_of(buffer))
    assert layout is not None
    type = sliced(memref_of(buffer), layout, starts, extents, steps)
    lists = {
        name: DenseArrayAttr([DYNAMIC if each is None else each for each in listed], I64)
        for name, listed in zip(LISTS, (starts, extents, steps))
    }
    values = [[each for each in listed if isinstance(each, Value)] for listed in (offsets, sizes)]
    segments = DenseArrayAttr([1, *map(len, values), 0], I32)
    operands = [buffer, *[each for listed in values for each in listed]]
    return build.value("memref.subview", operands, type, {**lists, "operandSegmentSizes": segments})


# What is written


@model("tensor.insert")
class Insert(Destination):
    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        scalar, tensor, *indices = op.operands
        buffer = buffers.buffer(tensor)
        Builder.before(op).create("memref.store", [scalar, buffer, *indices])
        buffers.replace(op, [buffer])


@model("tensor.insert_slice", "tensor.parallel_insert_slice")
class InsertSlice(Destination):
    def reads(self, state: Analysis, use: Use) -> bool:
        return use[1] == 0 or not is_whole(use[0])

    def inserts_into(self, op: Operation) -> tuple[int, int]:
        return 0, 1

    def resolve(self, op: Operation, state: Analysis) -> None:
        """What threads write to stays what they share."""
        if op.results:
            state.copies.make(op)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        around = op.parent_op
        build = Builder.before(op)
        if op.name == "tensor.parallel_insert_slice" and around is not None:
            build = Builder(around.block, around, op.location)
        if not op.results:
            source, target = map(buffers.buffer, op.operands[:2])
        else:
            target = buffers.buffer(op.operands[1])
        type = part_type(op, memref_of(target), op.operands[0].type.shape)
        places = op.operands[2:]
        lists = {name: op.attributes[name] for name in LISTS}
        segments = [1, *[list(each.values).count(DYNAMIC) for each in lists.values()]]
        part = build.value("memref.subview", [target, *places], type, {**lists, "operandSegmentSizes": DenseArrayAttr(segments, I32)})
        if op.results:
            source = buffers.buffer(op.operands[0])
        build.create("memref.copy", [source, part])
        if op.results:
            buffers.replace(op, [target])
        else:
            op.erase()


def is_whole(op: Operation) -> bool:
    """Whether a part is all of what it is put into."""
    offsets, sizes, strides = [tuple(op.attributes[name].values) for name in LISTS]
    return set(offsets) <= {0} and set(strides) <= {1} and sizes == op.operands[1].type.shape


def owner(value: Value) -> Operation:
    assert value.op is not None
    return value.op
