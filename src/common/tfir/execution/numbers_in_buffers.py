"""What the sequencer of 2019 does by numbers that lie in buffers. Sizes, and parts that are copied, filled or viewed, are told to a program with the
numbers that the host has read; offsets and ranges the host computes, of operands as arrays, which it reads and writes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.sequencer import Program
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.arrays import dense_of, dtype_of, numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def compute_offset(op: Operation, sizes: np.ndarray, indices: np.ndarray, target: np.ndarray) -> None:
    target[...] = place(op, numbers(sizes), numbers(indices)) * op.get("element_size")


def compute_range(
    op: Operation, sizes: np.ndarray, indices: np.ndarray, lengths: np.ndarray, offset: np.ndarray, length: np.ndarray
) -> None:
    """Where a part of a buffer begins, and how long it is. Raises Error for one that does not lie in one piece."""
    extents, starts, counts = numbers(sizes), numbers(indices), numbers(lengths)
    if len(counts) != len(extents) or any([count < 0 or start + count > size for start, count, size in zip(starts, counts, extents)]):
        raise Error.on(op, f"has lengths {list(counts)} from {list(starts)} on in a buffer of shape {list(extents)}")
    if not is_one_piece(counts, extents):
        raise Error.on(op, f"takes {list(counts)} elements of a buffer of shape {list(extents)}, which do not lie in one piece")
    offset[...] = place(op, extents, starts) * op.get("element_size")
    length[...] = prod(counts) * op.get("element_size")


def is_one_piece(counts: Sequence[int], extents: Sequence[int]) -> bool:
    """Whether so many elements along each axis lie side by side."""
    split = next((at for at, count in enumerate(counts) if count != 1), len(counts))
    return not prod(counts) or tuple(counts[split + 1 :]) == tuple(extents[split + 1 :])


def place(op: Operation, extents: Sequence[int], indices: Sequence[int]) -> int:
    """The number of an element in row-major order."""
    if len(indices) != len(extents) or any([not 0 <= index <= size for index, size in zip(indices, extents)]):
        raise Error.on(op, f"has indices {list(indices)} for a buffer of shape {list(extents)}")
    return sum([index * prod(extents[at + 1 :]) for at, index in enumerate(indices)])


# What the host computes, by an operation's local name, and the operands that it writes.
COMPUTED: dict[str, tuple[Callable[..., None], set[int]]] = {
    "compute_offset": (compute_offset, {2}),
    "compute_range": (compute_range, {3, 4}),
}


def write_numbers(program: Program, kind: Any, target: Any, written: Sequence[int]) -> None:
    value = np.array(written, dtype_of(kind.element)).reshape(kind.sizes)
    program.copy(program.constant(dense_of(value, kind.element), kind), 0, target, 0, byte_size(kind))


def shape(program: Program, op: Operation, kind: Any, kinds: Sequence[Any], buffers: Sequence[Any], told: Sequence[int]) -> None:
    write_numbers(program, kinds[1], buffers[1], kinds[0].sizes)


def length(program: Program, op: Operation, kind: Any, kinds: Sequence[Any], buffers: Sequence[Any], told: Sequence[int]) -> None:
    write_numbers(program, kinds[1], buffers[1], [kinds[0].size])


def dynamic_copy(program: Program, op: Operation, kind: Any, kinds: Sequence[Any], buffers: Sequence[Any], told: Sequence[int]) -> None:
    source, target, count = told
    check_part(op, kinds[1], target, count)
    check_part(op, kinds[0], source, count)
    program.copy(buffers[0], source, buffers[1], target, count)


def dynamic_fill(program: Program, op: Operation, kind: Any, kinds: Sequence[Any], buffers: Sequence[Any], told: Sequence[int]) -> None:
    """With a number again and again: what is filled is copied behind itself, as much as there is room for."""
    value, target = buffers
    start, count = told
    check_part(op, kinds[1], start, count)
    filled = min(byte_size(kinds[0]), count)
    program.copy(value, 0, target, start, filled)
    while filled < count:
        more = min(filled, count - filled)
        program.copy(target, start, target, start + filled, more)
        filled += more


def dynamic_slice(program: Program, op: Operation, kind: Any, kinds: Sequence[Any], buffers: Sequence[Any], told: Sequence[int]) -> Any:
    start, count, *_ = told
    check_part(op, kinds[0], start, count)
    if byte_size(kind) > count:
        raise Error.on(op, f"gives {count} bytes to a buffer of type {kind}")
    return program.slice(buffers[0], start, count, kind)


def check_part(op: Operation, kind: Any, begin: int, count: int) -> None:
    if begin < 0 or count < 0 or begin + count > byte_size(kind):
        raise Error.on(op, f"bytes {begin}..{begin + count} do not lie in a buffer of {byte_size(kind)} bytes")


SIZES: dict[str, Callable[..., Any]] = {each.__name__: each for each in (shape, length)}
BY_NUMBERS: dict[str, Callable[..., Any]] = {each.__name__: each for each in (dynamic_copy, dynamic_fill, dynamic_slice)}


def rule_by_numbers(op: Operation, told: Sequence[Any]) -> Callable[..., Any] | None:
    """How a device is told of an operation in its form of 2019; None for what has another."""
    local = op.name.partition(".")[2]
    return SIZES.get(local) or (BY_NUMBERS.get(local) if told and "offset" not in op.attributes else None)
