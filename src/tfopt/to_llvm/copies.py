"""Copies from buffer to buffer: of memory at once, or by a function of a library."""

from __future__ import annotations

from tfir.dialects.llvm.types import POINTER, StructType
from tfir.dialects.memref.layouts import contiguous, layout_of
from tfir.ir.attributes import BoolAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import MemRefType

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.allocation import bytes_of, is_plain
from tfopt.to_llvm.library import called
from tfopt.to_llvm.llvm_types import types_of
from tfopt.to_llvm.views import stored_on_stack, without_rank


def copy(op: Operation, rewriter: TypeConversion) -> bool:
    operands = rewriter.converted(op.operands)
    if operands is None:
        return False
    buffers = [rewriter.type_before(value) for value in op.operands]
    if all([is_in_one_piece(buffer) for buffer in buffers]):
        copy_memory(rewriter, buffers, *operands)
    else:
        copy_elements(op, rewriter, buffers, operands)
    return rewriter.replace(op, ())


def is_in_one_piece(type: MemRefType) -> bool:
    if type.shape is None:
        return False
    if is_plain(type):
        return True
    layout = layout_of(type)
    if layout is None or not type.is_static or not type.size:
        return False
    ones = next((at for at, size in enumerate(type.shape) if size != 1), len(type.shape))  # of whose strides nothing depends
    return layout[0][ones:] == contiguous(type.shape)[ones:]


def copy_memory(rewriter: TypeConversion, buffers: list[MemRefType], source: Value, target: Value) -> None:
    count = llvm.index(rewriter, 1)
    for at in range(len(buffers[0].shape)):
        count = llvm.whole(rewriter, "mul", count, descriptors.part(rewriter, source, descriptors.SIZES, at))
    size = llvm.whole(rewriter, "mul", count, bytes_of(rewriter, buffers[0].element, 1))
    pointers = [beginning(rewriter, buffer, each) for buffer, each in zip(buffers, (source, target))]
    llvm.create(rewriter, "llvm.intr.memcpy", [*pointers[::-1], size], (), {"isVolatile": BoolAttr(False)})


def beginning(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value) -> Value:
    pointer = descriptors.part(rewriter, descriptor, descriptors.ALIGNED)
    offset = descriptors.part(rewriter, descriptor, descriptors.OFFSET)
    return llvm.address_in(rewriter, pointer, rewriter.types[buffer.element], [offset])


def copy_elements(op: Operation, rewriter: TypeConversion, buffers: list[MemRefType], operands: list[Value]) -> None:
    """By `memrefCopy`, which takes buffers without a rank."""
    saved = llvm.value(rewriter, "llvm.intr.stacksave", (), POINTER)
    described = [as_unranked(rewriter, buffer, each) for buffer, each in zip(buffers, operands)]
    one = llvm.index(rewriter, 1)
    places = [stored_on_stack(rewriter, each, one) for each in described]
    called(rewriter, op, "memrefCopy", [bytes_of(rewriter, buffers[0].element, 1), *places])
    llvm.create(rewriter, "llvm.intr.stackrestore", [saved], ())


def as_unranked(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value) -> Value:
    if buffer.shape is None:
        return descriptor
    index = types_of(rewriter).index
    rank = llvm.number(rewriter, len(buffer.shape), index)
    return without_rank(rewriter, rank, stored_on_stack(rewriter, descriptor), StructType([index, POINTER]))
