"""Buffers without a rank as results of functions: what they point to lies on the stack of who has made it, and moves to its caller."""

from __future__ import annotations

from tfir.dialects.llvm.types import POINTER
from tfir.ir.attributes import BoolAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I8

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.library import called, declare, module_around
from tfopt.to_llvm.llvm_types import VOID, types_of


def moved_to_heap(rewriter: TypeConversion, op: Operation, descriptor: Value) -> Value:
    """What is returned: a copy that outlives the function, which the caller frees."""
    declare(module_around(op), "malloc", [types_of(rewriter).index], POINTER)
    size = descriptors.size_of_ranked(rewriter, descriptor)
    memory = called(rewriter, op, "malloc", [size], POINTER)
    copied(rewriter, memory, descriptors.part(rewriter, descriptor, 1), size)
    return with_memory(rewriter, descriptor, memory)


def moved_to_stack(rewriter: TypeConversion, op: Operation, descriptor: Value) -> Value:
    """What a call has returned: a copy on the stack of the caller."""
    declare(module_around(op), "free", [POINTER], VOID)
    size = descriptors.size_of_ranked(rewriter, descriptor)
    memory = llvm.value(rewriter, "llvm.alloca", [size], POINTER, {"elem_type": TypeAttr(I8)})
    source = descriptors.part(rewriter, descriptor, 1)
    copied(rewriter, memory, source, size)
    called(rewriter, op, "free", [source])
    return with_memory(rewriter, descriptor, memory)


def with_memory(rewriter: TypeConversion, descriptor: Value, memory: Value) -> Value:
    """The descriptor of a buffer of the same rank that is described elsewhere."""
    new = llvm.poison(rewriter, descriptor.type)
    return llvm.inserted(rewriter, llvm.inserted(rewriter, new, descriptors.part(rewriter, descriptor, 0), 0), memory, 1)


def copied(rewriter: TypeConversion, target: Value, source: Value, size: Value) -> None:
    llvm.create(rewriter, "llvm.intr.memcpy", [target, source, size], (), {"isVolatile": BoolAttr(False)})
