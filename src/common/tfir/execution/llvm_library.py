"""What programs of the llvm dialect call without having it: functions of C's library, and those by which MLIR's runtime prints and copies."""

from __future__ import annotations

import re
import sys
from itertools import product
from typing import Any

import numpy as np

from tfir.dialects.llvm.intrinsics import function_named
from tfir.dialects.llvm.values import ADDRESS
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfir.execution.address_space import AddressSpace

# What C calls the functions of floats; those of f32 have an f behind.
OF_FLOATS = {
    "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan", "atan2": "atan2", "atanh": "atanh", "cbrt": "cbrt",
    "ceil": "ceil", "cos": "cos", "cosh": "cosh", "erf": "erf", "erfc": "erfc", "exp": "exp", "exp2": "exp2", "expm1": "expm1",
    "fabs": "absf", "floor": "floor", "fma": "fma", "fmod": "remf", "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2",
    "pow": "powf", "round": "round", "roundeven": "roundeven", "sin": "sin", "sinh": "sinh", "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
    "trunc": "trunc",
}  # fmt: skip
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


def write(text: str) -> None:
    sys.stdout.write(text)


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


def printing(text: str) -> Callable[..., None]:
    return lambda memory: write(text)


# Buffers


def copy_buffer(memory: AddressSpace, size: Any, source: Any, target: Any) -> None:
    """From one buffer to another of its shape; both by their rank and where their descriptors are."""
    for from_, to in zip(places_in(memory, source, int(size)), places_in(memory, target, int(size))):
        memory.bytes_at(to, int(size))[:] = memory.bytes_at(from_, int(size)).copy()


def places_in(memory: AddressSpace, unranked: Any, size: int) -> Iterator[int]:
    rank, place = [int(each) for each in memory.bytes_at(unranked, 16).view(np.int64)]
    _, start, offset, *rest = [int(each) for each in memory.bytes_at(place, 8 * (3 + 2 * rank)).view(np.int64)]
    sizes, strides = rest[:rank], rest[rank:]
    for indices in product(*[range(each) for each in sizes]):
        yield start + size * (offset + sum([index * stride for index, stride in zip(indices, strides)]))


def of_floats(name: str) -> Callable[..., Any]:
    function = function_named(name)
    return lambda memory, *operands: np.asarray(function(*operands))[()]


LIBRARY: dict[str, Callable[..., Any]] = {
    "malloc": allocate, "_mlir_memref_to_llvm_alloc": allocate, "aligned_alloc": allocate_aligned,
    "_mlir_memref_to_llvm_aligned_alloc": allocate_aligned, "calloc": allocate_zeros, "realloc": allocate_again, "free": release,
    "_mlir_memref_to_llvm_free": release, "memcpy": copy, "memmove": copy, "memset": fill, "abort": stop, "exit": stop,
    "printf": print_formatted, "puts": print_line, "putchar": print_character, "memrefCopy": copy_buffer,
    "printI64": lambda memory, value: write(str(int(value))), "printU64": lambda memory, value: write(str(int(value) & (1 << 64) - 1)),
    "printF32": lambda memory, value: write(f"{float(value):g}"), "printF64": lambda memory, value: write(f"{float(value):g}"),
    "printOpen": printing("( "), "printClose": printing(" )"), "printComma": printing(", "), "printNewline": printing("\n"),
    "printString": lambda memory, text: write(memory.text_at(text).decode("utf-8", "surrogateescape")),
    **{f"{name}{end}": of_floats(other) for name, other in OF_FLOATS.items() for end in ("", "f")},
}  # fmt: skip
