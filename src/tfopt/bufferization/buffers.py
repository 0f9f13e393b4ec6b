"""Rewrites operations on tensors as operations on buffers. `bufferization.to_buffer` and `to_tensor` stand between what is done and what is
not yet; where both are, they meet and go."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I32, I64, MemRefType, TensorType, Type
from tfir.ir.uses import replace_uses_by

from tfopt.bufferization.copies import sizes_of
from tfopt.bufferization.models import memref_of, owner_of, tensor_of
from tfopt.bufferization.options import casts_safely

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tfopt.bufferization.analysis import Analysis

TO_BUFFER, TO_TENSOR = "bufferization.to_buffer", "bufferization.to_tensor"


class Buffers:
    def __init__(self, state: Analysis):
        self.state, self.options = state, state.options
        self.left: list[Operation] = []  # operations on tensors that were made on the way
        self.taken = 0  # the number behind the last name that was taken

    def buffer(self, tensor: Value) -> Value:
        maker = tensor.op
        if maker is not None and maker.name == TO_TENSOR:
            return maker.operands[0]
        build = Builder.after(maker) if maker is not None else at_start(tensor)
        return build.value(TO_BUFFER, [tensor], self.type_of(tensor))

    def type_of(self, tensor: Value, asked: tuple[Value, ...] = ()) -> MemRefType:
        """The type that the buffer of a tensor has or will have; `asked` are the values whose types depend on this one."""
        if isinstance(tensor.type, MemRefType):
            return tensor.type
        if tensor.op is not None and tensor.op.name == TO_TENSOR:
            return memref_of(tensor.op.operands[0])
        described = self.options.model_of(owner_of(tensor))
        if described is None:
            return self.options.unknown_type(tensor_of(tensor))
        return described.buffer_type(self, tensor, (*asked, tensor))

    def unused_name(self, base: str, table: SymbolTable) -> str:
        """The name; where it is taken, with a number that no name before got, as upstream counts."""
        name = base
        while name in table.symbols:
            name, self.taken = f"{base}_{self.taken}", self.taken + 1
        return name

    def allocate(self, build: Builder, type: MemRefType, sizes: Sequence[Value]) -> Value:
        alignment = {"alignment": IntegerAttr(self.options.alignment, I64)} if self.options.alignment else {}
        segments = {"operandSegmentSizes": DenseArrayAttr([len(sizes), 0], I32)}
        return build.value("memref.alloc", sizes, type, alignment | segments)

    def cast(self, build: Builder, buffer: Value, type: Type) -> Value:
        return buffer if buffer.type is type else build.value("memref.cast", [buffer], type)

    def cast_or_copied(self, build: Builder, buffer: Value, type: MemRefType) -> Value:
        if casts_safely(memref_of(buffer), type):
            return self.cast(build, buffer, type)
        new = self.allocate(build, type, sizes_of(build, buffer, "memref.dim"))
        build.create("memref.copy", [buffer, new])
        return new

    def replace(self, op: Operation, values: Sequence[Value]) -> None:
        """Who uses the tensors of an op gets tensors that are made of buffers."""
        new = []
        for result, value in zip(op.results, values):
            is_buffer = isinstance(result.type, TensorType) and isinstance(value.type, MemRefType)
            new.append(Builder.after(op).value(TO_TENSOR, [value], result.type) if is_buffer else value)
        op.replace_with(new)

    def become(self, op: Operation, name: str, operands: Sequence[Value], types: Sequence[Type], attributes: Mapping[str, Any]) -> None:
        self.replace(op, Builder.before(op).create(name, operands, types, attributes).results)

    def convert_argument(self, argument: Value, type: MemRefType, build: Builder | None = None) -> None:
        """An argument of a block becomes a buffer; who uses it gets a tensor that is made of it, at the start or where `build` is."""
        tensor_type, users = argument.type, argument.users
        argument.retype(type)
        if users:
            tensor = (build or at_start(argument)).value(TO_TENSOR, [argument], tensor_type)
            replace_uses_by(users, argument, tensor)


def at_start(argument: Value) -> Builder:
    block = argument.block
    assert block is not None
    return Builder(block, block.first, owner_of(argument).location)
