"""Memory that programs of the llvm dialect reach by addresses: pieces of bytes, each with a place of its own, and values in them as LLVM lays
them out. What reaches beyond a piece, or into one that was freed, is an error."""

from __future__ import annotations

from bisect import bisect_right, insort
from typing import Any

import numpy as np

from tfir.conversion.llvm_ir.layout import Layout, rounded_up
from tfir.dialects.llvm.types import PointerType
from tfir.dialects.llvm.values import dtype_in, is_aggregate, parts_of
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, FloatType, IntegerType, Type, VectorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array

FIRST, GAP = 1 << 16, 64  # the lowest address, and what lies between pieces at least
MOST = 1 << 34  # bytes of one piece


class AddressSpace:
    def __init__(self, layout: Layout):
        self.layout = layout
        self.starts: list[int] = []
        self.pieces: dict[int, Array] = {}
        self.next = FIRST

    def allocate(self, size: int, alignment: int = 16) -> int:
        """The address of new bytes, which are 0."""
        if size > MOST:
            raise Error(f"allocates {size} bytes")
        start = rounded_up(self.next, max(alignment, 1))
        self.next = start + size + GAP
        insort(self.starts, start)
        self.pieces[start] = np.zeros(size, np.uint8)
        return start

    def free(self, start: int) -> None:
        if start not in self.pieces:
            raise Error(f"frees {start:#x}, where no memory begins")
        del self.pieces[start]
        self.starts.remove(start)

    def size_at(self, start: int) -> int:
        return len(self.pieces[start])

    def bytes_at(self, address: Any, count: int) -> Array:
        """A view of bytes. Raises Error where a program has no such memory."""
        address = int(address)
        at = bisect_right(self.starts, address) - 1
        if at >= 0:
            start = self.starts[at]
            piece = self.pieces[start]
            if address - start + count <= len(piece):
                return piece[address - start : address - start + count]
        if not count:
            return np.zeros(0, np.uint8)
        raise Error(f"reaches for {count} bytes at {address:#x}, which no memory has" + ", as it is null" * (address == 0))

    def text_at(self, address: Any) -> bytes:
        """The bytes up to the first that is 0."""
        address, text = int(address), bytearray()
        while (byte := self.bytes_at(address + len(text), 1)[0]) != 0:
            text.append(byte)
        return bytes(text)

    # Values

    def load(self, type: Type, address: Any) -> Any:
        return self.value_in(self.bytes_at(address, self.layout.stored(type)), type)

    def value_in(self, data: Array, type: Type) -> Any:
        if is_aggregate(type):
            layout = self.layout
            return tuple([self.value_in(data[at : at + layout.stored(each)], each) for at, each in parts_of(type, layout)])
        if isinstance(type, VectorType) and type.element is I1:
            return np.unpackbits(data, count=type.shape[0], bitorder="little").astype(bool)
        if type is I1:
            return np.bool_(data[0] & 1)
        self.check(type)
        numbers = np.frombuffer(data.tobytes(), dtype_in(type))
        return numbers if isinstance(type, VectorType) else numbers[0]

    def store(self, value: Any, type: Type, address: Any) -> None:
        self.put(value, type, self.bytes_at(address, self.layout.stored(type)))

    def put(self, value: Any, type: Type, data: Array) -> None:
        if is_aggregate(type):
            for (at, each), part in zip(parts_of(type, self.layout), value, strict=True):
                self.put(part, each, data[at : at + self.layout.stored(each)])
        elif isinstance(type, VectorType) and type.element is I1:
            data[:] = np.packbits(np.asarray(value), bitorder="little")
        elif type is I1:
            data[0] = bool(value)
        else:
            self.check(type)
            data[:] = np.frombuffer(np.asarray(value, dtype_in(type)).tobytes(), np.uint8)

    def check(self, type: Type) -> None:
        """Raises Error for numbers that do not fill whole bytes as NumPy has them."""
        element = type.element if isinstance(type, VectorType) else type
        if not isinstance(element, (IntegerType, FloatType, PointerType)) or self.layout.width(element) != 8 * dtype_in(element).itemsize:
            raise Error(f"values of {type} in memory are not computed with")
