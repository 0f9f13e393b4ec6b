"""What programs call of MLIR's runner libraries (`mlir_runner_utils`, `mlir_c_runner_utils`) and of C's library on numbers without defining it:
functions of numbers and buffers, which print as those libraries do. Source: MLIR's ExecutionEngine/RunnerUtils.h."""

from __future__ import annotations

import sys
import time
from typing import Any, NamedTuple

import numpy as np

from tfir.dialects.llvm.intrinsics import function_named
from tfir.dialects.memref.layouts import contiguous
from tfir.dialects.memref.memory import address, memory_of
from tfir.dialects.vector.printing import shown_value
from tfir.ods.buffers import Buffer, as_buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfir.ods.arrays import Array

# What C calls the functions of floats; those of f32 have an f behind.
OF_FLOATS = {
    "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan", "atan2": "atan2", "atanh": "atanh", "cbrt": "cbrt",
    "ceil": "ceil", "cos": "cos", "cosh": "cosh", "erf": "erf", "erfc": "erfc", "exp": "exp", "exp2": "exp2", "expm1": "expm1",
    "fabs": "absf", "floor": "floor", "fma": "fma", "fmod": "remf", "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2",
    "pow": "powf", "round": "round", "roundeven": "roundeven", "sin": "sin", "sinh": "sinh", "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
    "trunc": "trunc",
}  # fmt: skip
# Types of elements, as names of functions end with them.
ELEMENTS = {
    "I8": "i1", "I16": "i2", "I32": "i4", "I64": "i8", "Ind": "u8", "F16": "f2", "BF16": "bfloat16", "F32": "f4", "F64": "f8", "C32": "c8",
    "C64": "c16",
}  # fmt: skip
TOLERANCES = {"F32": 1e-6, "F64": 1e-12}  # of a difference, times what is expected; other elements are to be equal
MOST_SHOWN = 10  # differences


class Described(NamedTuple):
    """A buffer as descriptors have it: the address of its memory, where its elements begin there, its strides in elements, and these."""

    base: int
    offset: int
    strides: list[int]
    elements: Array


class BufferFunction(NamedTuple):
    compute: Callable[..., Any]  # of Described buffers and scalars
    element: str  # of ELEMENTS
    rank: int | None = None  # of buffers; None where they are unranked


def described(buffer: Buffer, is_index: bool) -> Described:
    memory, offset = memory_of(buffer, buffer.ndim)
    # Of buffers without elements NumPy keeps no strides.
    strides = [stride // buffer.itemsize for stride in buffer.strides] if buffer.size else [*map(int, contiguous([*buffer.shape]))]
    return Described(address(memory), offset, strides, buffer.view(np.uint64) if is_index else buffer)


def write(text: str) -> None:
    """Writes text in which bytes that are no UTF-8 stand as surrogates."""
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


# Buffers


def shape_shown(buffer: Described) -> str:
    shape = [*buffer.elements.shape]
    return f"base@ = {buffer.base:#x} rank = {len(shape)} offset = {buffer.offset} sizes = {shape} strides = {buffer.strides}"


def rows_shown(elements: Array, depth: int = 1) -> str:
    """Rows in brackets, each on a line of its own that is set in by its depth; dimensions of the elements' own type are the innermost."""
    if not elements.ndim:
        return element_shown(elements[()])
    between = (", \n" if elements.ndim > 1 else ", ") + " " * depth
    return f"[{between.join([rows_shown(each, depth + 1) for each in elements])}]"


def element_shown(value: Any) -> str:
    """As C++ writes a number to a stream: a byte as the character that it is."""
    if value.dtype.kind == "c":
        return f"({shown_value(value.real)},{shown_value(value.imag)})"
    return bytes([int(value) & 255]).decode("ascii", "surrogateescape") if value.dtype == np.int8 else shown_value(value)


def print_shape(title: str) -> Callable[[Described], None]:
    return lambda buffer: write(f"{title} {shape_shown(buffer)}\n")


def print_buffer(title: str) -> Callable[[Described], None]:
    def show(buffer: Described) -> None:
        rows = rows_shown(buffer.elements)
        write(f"{title} {shape_shown(buffer)} data = \n{rows if buffer.elements.ndim else f'[{rows}]'}\n")

    return show


def verify(tolerance: float | None) -> Callable[[Described, Described], Any]:
    """How many elements differ, of which the first are told; -1 for buffers of other shapes."""

    def compare(actual: Described, expected: Described) -> Any:
        one, other = actual.elements, expected.elements
        if (one.shape, actual.strides, actual.offset) != (other.shape, expected.strides, expected.offset):
            sys.stderr.write(shape_shown(actual) + shape_shown(expected))
            return np.int64(-1)
        differences = list(different_places(one, other, tolerance))
        for place in differences[:MOST_SHOWN]:
            offset = actual.offset + sum([at * stride for at, stride in zip(place, actual.strides)])
            sys.stderr.write(f"{element_shown(one[place])} != {element_shown(other[place])} offset = {offset}\n")
        return np.int64(len(differences))

    return compare


def different_places(one: Array, other: Array, tolerance: float | None) -> Iterator[tuple[int, ...]]:
    if tolerance is None:
        return zip(*np.nonzero(np.atleast_1d(one != other))) if one.ndim else iter([()] * bool(one != other))
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(one - other) <= one.dtype.type(tolerance) * np.abs(other)
    agree = near & np.isfinite(one) & np.isfinite(other)
    return zip(*np.nonzero(~agree)) if one.ndim else iter([()] * (not agree))


def sort(count: Any, buffer: Described) -> None:
    buffer.elements[: int(count)].sort()


# Numbers


def print_number(value: Any) -> None:
    write(shown_value(value))


def print_bits_of(dtype: str) -> Callable[[Any], None]:
    """Of a short float, which is handed over as its bits."""
    return lambda bits: write(shown_value(np.asarray(bits, np.int16).view(np.dtype(dtype))[()]))


def print_unsigned(value: Any) -> None:
    write(str(int(value) & (1 << 64) - 1))


def print_rate(per_second: Any) -> None:
    sys.stderr.write(f"{float(per_second) / 1e9:f} GFLOPS\n")


def printing(text: str) -> Callable[[], None]:
    return lambda: write(text)


def of_floats(name: str) -> Callable[..., Any]:
    function = function_named(name)
    return lambda *operands: np.asarray(function(*operands))[()]


def first_bit(value: Any) -> Any:
    """Which bit is the lowest that is set, from 1; 0 where none is."""
    number = int(value)
    return np.int32((number & -number).bit_length())


OF_NUMBERS: dict[str, Callable[..., Any]] = {
    "printI64": print_number, "printU64": print_unsigned, "printF32": print_number, "printF64": print_number,
    "printF16": print_bits_of("f2"), "printBF16": print_bits_of("bfloat16"), "printOpen": printing("( "),
    "printClose": printing(" )"), "printComma": printing(", "), "printNewline": printing("\n"), "printFlops": print_rate,
    **dict.fromkeys(("ffs", "ffsl", "ffsll"), first_bit), **dict.fromkeys(("abs", "labs", "llabs"), np.abs),
    "rtclock": lambda: np.float64(time.time()), "nanoTime": lambda: np.int64(time.time_ns()),
    **{f"{name}{end}": of_floats(other) for name, other in OF_FLOATS.items() for end in ("", "f")},
}  # fmt: skip
OF_BUFFERS = {
    **{f"printMemref{each}": BufferFunction(print_buffer("Unranked Memref"), each) for each in ELEMENTS},
    **{f"printMemrefShape{each}": BufferFunction(print_shape("Unranked Memref"), each) for each in ELEMENTS},
    **{f"printMemref{rank}d{each}": BufferFunction(print_buffer("Memref"), each, rank) for rank in range(5) for each in ELEMENTS},
    **{f"verifyMemRef{each}": BufferFunction(verify(TOLERANCES.get(each)), each) for each in ELEMENTS},
    **{f"stdSort{each}": BufferFunction(sort, each, 1) for each in ("I64", "F32", "F64")},
}
C_INTERFACE = "_mlir_ciface_"


def library_function(name: str, are_tensors: Sequence[bool]) -> Callable[..., list[Any]] | None:
    """A function of a library from scalars, buffers and tensors, which become buffers, as the interpreter has them to its results; None where no library has the name."""
    name = name.removeprefix(C_INTERFACE)
    of_buffers = OF_BUFFERS.get(name)
    function = of_buffers.compute if of_buffers is not None else OF_NUMBERS.get(name)
    if function is None:
        return None
    is_index = of_buffers is not None and of_buffers.element == "Ind"

    def call(*given: Any) -> list[Any]:
        operands = [as_buffer(each) if is_tensor else each for each, is_tensor in zip(given, are_tensors)]
        result = function(*[described(each, is_index) if isinstance(each, Buffer) else each for each in operands])
        return [] if result is None else [result]

    return call
