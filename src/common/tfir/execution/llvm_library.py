"""What programs of the llvm dialect call without having it: functions of C's library, and those by which MLIR's runtime prints and copies."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np

from tfir.dialects.llvm.values import ADDRESS
from tfir.execution.runner_library import C_INTERFACE, ELEMENTS, OF_BUFFERS, OF_NUMBERS, Described, write
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfir.execution.address_space import AddressSpace
    from tfir.execution.runner_library import BufferFunction

DIRECTIVE = re.compile(rb"%([-+ #0]*\d*(?:\.\d+)?)(?:hh|h|ll|l|z|j|t|L)?([diouxXcsfFeEgGp%])")


def allocate(memory: AddressSpace, size: Any) -> Any:
    return ADDRESS.type(memory.allocate(int(size)))


def allocate_aligned(memory: AddressSpace, alignment: Any, size: Any) -> Any:
    return ADDRESS.type(memory.allocate(int(size), int(alignment)))


def allocate_zeros(memory: AddressSpace, count: Any, size: Any) -> Any:
    return allocate(memory, int(count) * int(size))


def release(memory: AddressSpace, address: Any) -> None:
    if int(address):
        memory.free(int(address))


def allocate_again(memory: AddressSpace, address: Any, size: Any) -> Any:
    new = allocate(memory, size)
    if int(address):
        count = min(int(size), memory.size_at(int(address)))
        memory.bytes_at(new, count)[:] = memory.bytes_at(address, count)
        memory.free(int(address))
    return new


def copy(memory: AddressSpace, target: Any, source: Any, size: Any) -> Any:
    memory.bytes_at(target, int(size))[:] = memory.bytes_at(source, int(size)).copy()
    return target


def fill(memory: AddressSpace, target: Any, byte: Any, size: Any) -> Any:
    memory.bytes_at(target, int(size))[:] = int(byte) & 255
    return target


def stop(memory: AddressSpace, *operands: Any) -> None:
    raise Error("stops the program")


# Printing


def print_formatted(memory: AddressSpace, text: Any, *operands: Any) -> Any:
    given = iter(operands)

    def shown(match: re.Match[bytes]) -> bytes:
        kind = match[2].decode()
        if kind == "%":
            return b"%"
        value = next(given)
        if kind == "s":
            value = memory.text_at(value).decode("utf-8", "surrogateescape")
        elif kind in "uoxX":
            value = int(np.asarray(value).view(f"u{np.asarray(value).itemsize}"))
        elif kind == "p":
            return f"{int(value):#x}".encode()
        return (f"%{match[1].decode()}{'d' if kind == 'u' else kind}" % value).encode("utf-8", "surrogateescape")

    line = DIRECTIVE.sub(shown, memory.text_at(text))
    write(line.decode("utf-8", "surrogateescape"))
    return np.int32(len(line))


def print_line(memory: AddressSpace, text: Any) -> Any:
    write(memory.text_at(text).decode("utf-8", "surrogateescape") + "\n")
    return np.int32(0)


def print_character(memory: AddressSpace, character: Any) -> Any:
    write(chr(int(character)))
    return character


# Buffers


def copy_buffer(memory: AddressSpace, size: Any, source: Any, target: Any) -> None:
    """From one buffer to another of its shape; both by their rank and where their descriptors are."""
    for from_, to in zip(places_in(memory, source, int(size)), places_in(memory, target, int(size))):
        memory.bytes_at(to, int(size))[:] = memory.bytes_at(from_, int(size)).copy()


def places_in(memory: AddressSpace, unranked: Any, size: int) -> Iterator[int]:
    rank, place = [int(each) for each in memory.bytes_at(unranked, 16).view(np.int64)]
    start, offset, sizes, strides = descriptor(memory, place, rank)
    for indices in product(*[range(each) for each in sizes]):
        yield start + size * (offset + sum([index * stride for index, stride in zip(indices, strides)]))


def by_descriptors(function: BufferFunction) -> Callable[..., Any]:
    """By the C interface, which takes the addresses of descriptors."""

    def call(memory: AddressSpace, *operands: Any) -> Any:
        element, rank = function.element, function.rank
        return function.compute(*[at_descriptor(memory, each, element, rank) if each.dtype == ADDRESS else each for each in operands])

    return call


def by_ranks(function: BufferFunction) -> Callable[..., Any]:
    """Of unranked buffers, by the rank of each and the address of its descriptor."""

    def call(memory: AddressSpace, *operands: Any) -> Any:
        pairs = zip(operands[::2], operands[1::2])
        return function.compute(*[at_descriptor(memory, place, function.element, int(rank)) for rank, place in pairs])

    return call


def at_descriptor(memory: AddressSpace, place: Any, element: str, rank: int | None) -> Described:
    if rank is None:
        rank, place = [int(each) for each in memory.bytes_at(place, 16).view(np.int64)]
    start, offset, sizes, strides = descriptor(memory, int(place), rank)
    dtype = np.dtype(ELEMENTS[element])
    ends = [(size - 1) * stride for size, stride in zip(sizes, strides)]
    if 0 in sizes:
        return Described(start, offset, strides, np.zeros(sizes, dtype))
    first, last = offset + sum([min(end, 0) for end in ends]), offset + sum([max(end, 0) for end in ends])
    reached = memory.bytes_at(start + first * dtype.itemsize, (last - first + 1) * dtype.itemsize).view(dtype)
    steps = [stride * dtype.itemsize for stride in strides]
    return Described(start, offset, strides, np.lib.stride_tricks.as_strided(reached[offset - first :], sizes, steps))


def descriptor(memory: AddressSpace, place: int, rank: int) -> tuple[int, int, list[int], list[int]]:
    """Where a buffer's memory is, where its elements begin there, how many they are, and their strides."""
    _, start, offset, *rest = [int(each) for each in memory.bytes_at(place, 8 * (3 + 2 * rank)).view(np.int64)]
    return start, offset, rest[:rank], rest[rank:]


LIBRARY: dict[str, Callable[..., Any]] = {
    "malloc": allocate, "_mlir_memref_to_llvm_alloc": allocate, "aligned_alloc": allocate_aligned,
    "_mlir_memref_to_llvm_aligned_alloc": allocate_aligned, "calloc": allocate_zeros, "realloc": allocate_again, "free": release,
    "_mlir_memref_to_llvm_free": release, "memcpy": copy, "memmove": copy, "memset": fill, "abort": stop, "exit": stop,
    "printf": print_formatted, "puts": print_line, "putchar": print_character, "memrefCopy": copy_buffer,
    "printString": lambda memory, text: write(memory.text_at(text).decode("utf-8", "surrogateescape")),
}  # fmt: skip


def library_function(name: str) -> Callable[..., Any] | None:
    """A function of a library from memory and operands to its result; None where no library has the name."""
    if name in LIBRARY:
        return LIBRARY[name]
    bare = name.removeprefix(C_INTERFACE)
    numbers, buffers = OF_NUMBERS.get(bare), OF_BUFFERS.get(bare)
    if numbers is not None:
        return lambda memory, *operands: numbers(*operands)
    if buffers is None:
        return None
    return by_ranks(buffers) if bare == name and buffers.rank is None else by_descriptors(buffers)
