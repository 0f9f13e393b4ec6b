"""Memory of buffers at run time: new memory, and views of it by offsets and strides, as the types of buffers say."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfir.dialects.memref.layouts import contiguous, layout_of
from tfir.ir.diagnostics import Error
from tfir.ir.types import MemRefType, ShapedType, VectorType
from tfir.ods.arrays import dtype_of
from tfir.ods.buffers import Buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.arrays import Array


def allocated(type: MemRefType, sizes: Sequence[int]) -> Buffer:
    """A new buffer, of zeros; `sizes` are those of the dimensions that the type leaves open."""
    given = iter(sizes)
    assert type.shape is not None
    shape = [int(next(given)) if size is None else size for size in type.shape]
    if any([size < 0 for size in shape]):
        raise Error(f"allocates a buffer of shape {shape}")
    inner, element = shape_of_elements(type)
    strides, offset = strides_of(type, shape)
    length = offset + 1 + sum([(size - 1) * stride for size, stride in zip(shape, strides)]) if 0 not in shape else 0
    memory = np.zeros((max(length, 0), *inner), dtype_of(element)).view(Buffer)
    return spread(memory, offset, shape, strides)


def shape_of_elements(type: MemRefType) -> tuple[tuple[int, ...], Any]:
    """The dimensions of an element, and what it consists of: a vector's, or none."""
    element = type.element
    if isinstance(element, VectorType):
        return tuple(element.shape or ()), element.element
    return (), element.element if isinstance(element, ShapedType) else element


def strides_of(type: MemRefType, shape: list[int]) -> tuple[list[int], int]:
    """The strides and the offset that a type says, in elements; those of rows one behind another where it says none."""
    layout = layout_of(type)
    if type.layout is None or layout is None or None in layout[0] or layout[1] is None:
        return [int(stride or 0) for stride in contiguous(shape)], 0
    return [int(stride or 0) for stride in layout[0]], layout[1]


def spread(memory: Buffer, offset: int, shape: Sequence[int], strides: Sequence[int]) -> Buffer:
    """A view of memory, which has one dimension besides those of its elements. Raises Error for one that reaches beyond it."""
    ends = [(size - 1) * stride for size, stride in zip(shape, strides)]
    low, high = offset + sum([end for end in ends if end < 0]), offset + sum([end for end in ends if end > 0])
    if 0 not in shape and not 0 <= low <= high < len(memory):
        raise Error(f"elements {low} to {high} of a buffer of {len(memory)}")
    inner, step = memory.shape[1:], memory.strides[0]
    start = memory[offset:] if 0 <= offset <= len(memory) else memory
    steps = (*[stride * step for stride in strides], *memory.strides[1:])
    return np.lib.stride_tricks.as_strided(start, (*shape, *inner), steps, subok=True).view(Buffer)


def memory_of(buffer: Buffer, rank: int) -> tuple[Buffer, int]:
    """All memory that a buffer is a view of, as one dimension, and the place of its first element there; `rank` without its elements'."""
    whole: Any = buffer
    base: Any = buffer.base
    while base is not None:  # NumPy's views by strides have something that is no array between
        whole, base = base if isinstance(base, np.ndarray) else whole, getattr(base, "base", None)
    inner = buffer.shape[rank:]
    flat = whole.reshape(-1, *inner).view(Buffer)
    size = flat.strides[0] or buffer.itemsize
    return flat, (address(buffer) - address(flat)) // size


def address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])
