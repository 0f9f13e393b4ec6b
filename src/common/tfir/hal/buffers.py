"""Memory as buffers: its types, a buffer under the type of its elements, and memory of this machine."""

from __future__ import annotations

from enum import IntFlag

import numpy as np

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from tfir.hal.protocols import Buffer


class MemoryType(IntFlag):
    """Which memory it is, with the numbers of 2019. What is coherent both sides see without being told of."""

    HOST_VISIBLE = 2
    HOST_COHERENT = 4
    HOST_LOCAL = 6
    DEVICE_VISIBLE = 16
    DEVICE_LOCAL = 48


SHARED = MemoryType.HOST_LOCAL | MemoryType.DEVICE_LOCAL  # of a device that computes in memory of this machine


class BufferView:
    """A buffer under a memref type, which says its shape and its elements."""

    __slots__ = ("buffer", "kind", "shared")

    def __init__(self, buffer: Buffer, kind: Any):
        self.buffer, self.kind = buffer, kind
        is_shared = buffer.memory & MemoryType.HOST_LOCAL == MemoryType.HOST_LOCAL
        self.shared = self.shaped(buffer.map()) if is_shared else None

    def shaped(self, content: np.ndarray) -> np.ndarray:
        return content.view(dtype_of(self.kind.element)).reshape(self.kind.shape)

    def new(self) -> np.ndarray:
        """An array for what lies here, its content undefined."""
        return np.empty(self.kind.shape, dtype_of(self.kind.element))

    def put(self, array: Any) -> None:
        if self.shared is not None:
            self.shared[...] = array
        elif self.buffer.size:
            self.buffer.write(array)

    def content(self) -> np.ndarray:
        """A copy of what lies here."""
        if self.shared is not None:
            return self.shared.copy()
        array = self.new()
        if self.buffer.size:
            self.buffer.read(array)
        return array


class HeapMemory:
    """One piece of memory of this machine that a device has given out; `content` is None when it is closed."""

    __slots__ = ("device", "content")

    def __init__(self, device: object, content: np.ndarray):
        self.device = device
        self.content: np.ndarray | None = content


class HeapBuffer:
    """A range of memory of this machine, as bytes."""

    __slots__ = ("whole", "offset", "size")
    memory = SHARED

    def __init__(self, whole: HeapMemory, offset: int, size: int):
        self.whole, self.offset, self.size = whole, offset, size

    @property
    def device(self) -> object:
        return self.whole.device

    def subspan(self, offset: int, length: int) -> HeapBuffer:
        self.map()
        check_range(self, offset, length)
        return HeapBuffer(self.whole, self.offset + offset, length)

    def map(self) -> np.ndarray:
        if self.whole.content is None:
            raise Error("a buffer is used after it was closed")
        return self.whole.content[self.offset : self.offset + self.size]

    def unmap(self) -> None:
        self.map()

    def write(self, array: np.ndarray) -> None:
        content = as_bytes(array)
        check_range(self, 0, content.size)
        self.map()[: content.size] = content

    def read(self, array: np.ndarray) -> None:
        target = as_bytes(array)
        check_range(self, 0, target.size)
        target[:] = self.map()[: target.size]

    def close(self) -> None:
        self.whole.content = None


class HeapAllocator:
    """Memory of this machine for a device; `new(size)` gives it."""

    def __init__(self, device: object, new: Callable[[int], np.ndarray] | None = None):
        self.device, self.new = device, new or (lambda size: np.empty(size, np.uint8))

    def can_allocate(self, memory: MemoryType, size: int) -> bool:
        return 0 <= size < 1 << 47  # what a process has addresses for

    def allocate(self, memory: MemoryType, size: int) -> HeapBuffer:
        if not self.can_allocate(memory, size):
            raise Error(f"{size} bytes in one buffer are more than this machine can allocate")
        return HeapBuffer(HeapMemory(self.device, self.new(size)), 0, size)

    def allocate_all(self, memory: MemoryType, sizes: Sequence[int]) -> list[HeapBuffer]:
        return [self.allocate(memory, size) for size in sizes]

    def constants(self, sizes: Sequence[int], contents: Iterable[np.ndarray]) -> list[HeapBuffer]:
        return [HeapBuffer(HeapMemory(self.device, content), 0, size) for size, content in zip(sizes, contents, strict=True)]


def as_bytes(array: np.ndarray) -> np.ndarray:
    """The memory of an array as bytes; of one whose elements do not lie side by side, of a copy."""
    return array.reshape(-1).view(np.uint8)


def check_range(buffer: Buffer, offset: int, length: int) -> None:
    if offset < 0 or length < 0 or offset + length > buffer.size:
        raise Error(f"bytes {offset}..{offset + length} do not lie in a buffer of {buffer.size} bytes")
