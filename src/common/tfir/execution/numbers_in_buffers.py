"""What the sequencer of 2019 computes of numbers that lie in buffers: sizes, offsets in bytes, and what is copied or filled by such numbers.

Each is a function of an operation and of its operands as arrays, which it reads and writes to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from tfir.dialects import definition_of
from tfir.dialects.iree_interp.computed import numbers
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation


def write_size(op: Operation, operand: np.ndarray, target: np.ndarray) -> None:
    """As the interpreter's operation of the name has it."""
    size = definition_of(f"iree_hl_interp.{op.name.rpartition('.')[2]}").semantics.evaluate(operand)
    np.copyto(target, size.reshape(target.shape))


def compute_offset(op: Operation, sizes: np.ndarray, indices: np.ndarray, target: np.ndarray) -> None:
    target[...] = place(op, numbers(sizes), numbers(indices)) * op.get("element_size")


def compute_range(
    op: Operation, sizes: np.ndarray, indices: np.ndarray, lengths: np.ndarray, offset: np.ndarray, length: np.ndarray
) -> None:
    """Where a part of a buffer begins, and how long it is. Raises Error for one that does not lie in one piece."""
    extents, starts, counts = numbers(sizes), numbers(indices), numbers(lengths)
    if len(counts) != len(extents) or any([count < 0 or start + count > size for start, count, size in zip(starts, counts, extents)]):
        raise Error.on(op, f"has lengths {list(counts)} from {list(starts)} on in a buffer of shape {list(extents)}")
    split = next((at for at, count in enumerate(counts) if count != 1), len(counts))
    if prod(counts) and counts[split + 1 :] != extents[split + 1 :]:
        raise Error.on(op, f"takes {list(counts)} elements of a buffer of shape {list(extents)}, which do not lie in one piece")
    offset[...] = place(op, extents, starts) * op.get("element_size")
    length[...] = prod(counts) * op.get("element_size")


def place(op: Operation, extents: Sequence[int], indices: Sequence[int]) -> int:
    """The number of an element in row-major order."""
    if len(indices) != len(extents) or any([not 0 <= index <= size for index, size in zip(indices, extents)]):
        raise Error.on(op, f"has indices {list(indices)} for a buffer of shape {list(extents)}")
    return sum([index * prod(extents[at + 1 :]) for at, index in enumerate(indices)])


def dynamic_copy(
    op: Operation, source: np.ndarray, source_offset: np.ndarray, target: np.ndarray, target_offset: np.ndarray, length: np.ndarray
) -> None:
    written, read = part(op, target, target_offset, length), part(op, source, source_offset, length)
    written[...] = read.copy()


def dynamic_fill(op: Operation, value: np.ndarray, target: np.ndarray, offset: np.ndarray, length: np.ndarray) -> None:
    filled = part(op, target, offset, length)
    filled[...] = np.resize(np.ascontiguousarray(value).reshape(-1).view(np.uint8), filled.size)


def part(op: Operation, buffer: np.ndarray, offset: np.ndarray, length: np.ndarray) -> np.ndarray:
    """Bytes of a buffer, shared with it. Raises Error where they do not lie in it."""
    content = np.ascontiguousarray(buffer).reshape(-1).view(np.uint8)  # but a constant of equal numbers, which is only read, shares it
    (begin,), (count,) = numbers(offset), numbers(length)
    if begin < 0 or count < 0 or begin + count > content.size:
        raise Error.on(op, f"bytes {begin}..{begin + count} do not lie in a buffer of {content.size} bytes")
    return content[begin : begin + count]


def reshape(op: Operation, source: np.ndarray, sizes: np.ndarray) -> None:
    """Raises Error where the shape in the buffer is not that of the result's type."""
    if numbers(sizes) != op.result.type.shape:
        raise Error.on(op, f"has the shape {list(numbers(sizes))} for a result of type {op.result.type}")


COMPUTED: dict[str, Callable[..., None]] = {
    **dict.fromkeys(("shape", "length"), write_size),
    **{each.__name__: each for each in (compute_offset, compute_range, dynamic_copy, dynamic_fill, reshape)},
}
