"""Descriptors of buffers: structures of the pointer that was allocated, the aligned one, an offset, sizes and strides.

A buffer without a rank is its rank, and a pointer to a descriptor.
"""

from __future__ import annotations

from tfir.dialects.memref.layouts import layout_of
from tfir.ir.operations import Value
from tfir.ir.types import MemRefType, Type

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.llvm_types import WIDTH_OF_POINTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ALLOCATED, ALIGNED, OFFSET, SIZES, STRIDES = range(5)


def rank_of(descriptor: Type) -> int:
    members = descriptor.members
    return members[SIZES].count if len(members) > SIZES else 0


def built(
    rewriter: TypeConversion, type: Type, pointers: Sequence[Value], offset: Value, sizes: Sequence[Value], strides: Sequence[Value]
) -> Value:
    """A descriptor of its parts."""
    descriptor = llvm.poison(rewriter, type)
    for at, part in enumerate((*pointers, offset)):
        descriptor = llvm.inserted(rewriter, descriptor, part, at)
    for at, (size, stride) in enumerate(zip(sizes, strides, strict=True)):
        descriptor = llvm.inserted(rewriter, descriptor, size, SIZES, at)
        descriptor = llvm.inserted(rewriter, descriptor, stride, STRIDES, at)
    return descriptor


def packed(rewriter: TypeConversion, buffer: MemRefType, type: Type, parts: Sequence[Value]) -> Value:
    """The descriptor of what was passed for a buffer: all its parts, or the pointer to one whose type says the rest."""
    if buffer.shape is None:
        return llvm.inserted(rewriter, llvm.inserted(rewriter, llvm.poison(rewriter, type), parts[0], 0), parts[1], 1)
    if len(parts) == 1:
        return of_pointer(rewriter, buffer, type, parts[0])
    rank = rank_of(type)
    return built(rewriter, type, parts[:OFFSET], parts[OFFSET], parts[SIZES : SIZES + rank], parts[SIZES + rank :])


def of_pointer(rewriter: TypeConversion, buffer: MemRefType, type: Type, pointer: Value, aligned: Value | None = None) -> Value:
    """The descriptor of a buffer whose type says all but where it is."""
    descriptor = llvm.poison(rewriter, type)
    for at, part in enumerate((pointer, aligned or pointer)):
        descriptor = llvm.inserted(rewriter, descriptor, part, at)
    return laid_out(rewriter, buffer, descriptor)


def laid_out(rewriter: TypeConversion, buffer: MemRefType, descriptor: Value) -> Value:
    """A descriptor with the offset, sizes and strides that the type of a buffer says."""
    strides, offset = layout_of(buffer)
    descriptor = llvm.inserted(rewriter, descriptor, llvm.index(rewriter, offset), OFFSET)
    for at, (size, stride) in enumerate(zip(buffer.shape, strides)):
        descriptor = llvm.inserted(rewriter, descriptor, llvm.index(rewriter, size), SIZES, at)
        descriptor = llvm.inserted(rewriter, descriptor, llvm.index(rewriter, stride), STRIDES, at)
    return descriptor


def unpacked(rewriter: TypeConversion, descriptor: Value) -> list[Value]:
    """All parts of a descriptor, as they are passed."""
    members = descriptor.type.members
    places: list[tuple[int, ...]] = [(at,) for at in range(min(len(members), SIZES))]
    places += [(which, at) for which in (SIZES, STRIDES) for at in range(rank_of(descriptor.type))]
    return [part(rewriter, descriptor, *place) for place in places]


def part(rewriter: TypeConversion, descriptor: Value, *place: int) -> Value:
    member = descriptor.type.members[place[0]]
    return llvm.extracted(rewriter, descriptor, member.element if len(place) > 1 else member, *place)


# Buffers without a rank


def size_of_ranked(rewriter: TypeConversion, descriptor: Value) -> Value:
    """The bytes of what a buffer without a rank points to: two pointers and an integer, and twice as many integers as it has dimensions."""
    one, two = llvm.index(rewriter, 1), llvm.index(rewriter, 2)
    size, size_of_pointer = llvm.index(rewriter, -(-one.type.width // 8)), llvm.index(rewriter, WIDTH_OF_POINTERS // 8)
    pointers = llvm.whole(rewriter, "mul", two, size_of_pointer)
    count = llvm.whole(rewriter, "add", llvm.whole(rewriter, "mul", two, part(rewriter, descriptor, 0)), one)
    return llvm.whole(rewriter, "add", pointers, llvm.whole(rewriter, "mul", count, size))
