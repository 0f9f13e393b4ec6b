"""Numbers, strings and aligned sections in bytes: read with a `Cursor`, written with an `Emitter`.

A number of seven bits takes a byte whose lowest bit is set. Each further byte shifts that bit up by one, so that the first byte tells how
many there are; without a bit in it eight bytes follow. Signed numbers alternate: 0, -1, 1, -2 ...
"""

from __future__ import annotations

from tfir.bytecode.format import NAMES, PADDING
from tfir.ir.diagnostics import Error

LARGEST_ALIGNMENT = 1 << 20


class Cursor:
    """A place in some bytes, which moves as they are read. What is read lies in front of `end`; errors say the byte where they are."""

    __slots__ = ("data", "at", "end", "name")

    def __init__(self, data: bytes, at: int, end: int, name: str):
        self.data, self.at, self.end, self.name = data, at, end, name

    def error(self, message: str, at: int | None = None) -> Error:
        return Error(f"{self.name}: byte {self.at if at is None else at}: {message}")

    def part(self, at: int, end: int) -> Cursor:
        return Cursor(self.data, at, end, self.name)

    @property
    def left(self) -> int:
        return self.end - self.at

    def byte(self) -> int:
        if self.at >= self.end:
            raise self.error("the data ends early")
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        at = self.at
        if at >= self.end:
            raise self.error("the data ends early")
        first = self.data[at]
        if first & 1:
            self.at = at + 1
            return first >> 1
        count = (first & -first).bit_length() if first else 9
        if at + count > self.end:
            raise self.error("the data ends within a number")
        self.at = at + count
        if not first:
            return int.from_bytes(self.data[at + 1 : at + 9], "little")
        return int.from_bytes(self.data[at : at + count], "little") >> count

    def varints(self, count: int) -> list[int]:
        """So many numbers, which most often are short."""
        numbers, data, at, last = [], self.data, self.at, self.end - 1
        for _ in range(count):
            first = data[at] if at <= last else 0
            if first & 1:
                numbers.append(first >> 1)
                at += 1
            elif first & 2 and at < last:
                numbers.append((first | data[at + 1] << 8) >> 2)
                at += 2
            else:
                self.at = at
                numbers.append(self.varint())
                at = self.at
        self.at = at
        return numbers

    def svarint(self) -> int:
        number = self.varint()
        return (number >> 1) ^ -(number & 1)

    def count(self, what: str, size: int = 1) -> int:
        """The number of things that follow, of which each takes at least `size` bytes."""
        at, number = self.at, self.varint()
        if number * size > self.left:
            raise self.error(f"{number} {what} do not fit into {self.left} bytes", at)
        return number

    def take(self, count: int) -> bytes:
        if count > self.left:
            raise self.error(f"{count} bytes are needed, and there are {self.left}")
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self) -> bytes:
        """A string with a zero byte behind it."""
        end = self.data.find(b"\0", self.at, self.end)
        if end < 0:
            raise self.error("a string does not end")
        start, self.at = self.at, end + 1
        return self.data[start:end]

    def align(self, alignment: int, start: int = 0) -> None:
        if alignment & (alignment - 1) or not 0 < alignment <= LARGEST_ALIGNMENT:
            raise self.error(f"expected alignment to be a power of two, and it is {alignment}")
        while (self.at - start) % alignment:
            if self.byte() != PADDING:
                raise self.error("expected a byte of padding", self.at - 1)

    def section(self) -> tuple[int, Cursor]:
        """The number of the next section, and its content."""
        at, head = self.at, self.byte()
        number = head & 0x7F
        if number >= len(NAMES):
            raise self.error(f"invalid section ID: {number}", at)
        length = self.varint()
        if head & 0x80:
            self.align(self.varint())
        if length > self.left:
            raise self.error(f"the {NAMES[number]} section has {length} bytes, and there are {self.left}", at)
        self.at += length
        return number, self.part(self.at - length, self.at)

    def expect_end(self, what: str) -> None:
        if self.at != self.end:
            raise self.error(f"unexpected trailing bytes in the {what}: {self.left}")


SMALL = [bytes([number << 1 | 1]) for number in range(128)]


def varint(value: int) -> bytes:
    """A number that is not negative and has at most 64 bits."""
    if value < 128:
        return SMALL[value]
    count = (value.bit_length() + 6) // 7
    if count > 8:
        return b"\0" + value.to_bytes(8, "little")
    return ((value << 1 | 1) << (count - 1)).to_bytes(count, "little")


def svarint(value: int) -> bytes:
    """A number of at most 64 bits with its sign."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def flagged(value: int, flag: bool) -> bytes:
    return varint(value << 1 | flag)


class Emitter:
    """Bytes that are being written. `alignment` is what a section that holds them must be aligned to."""

    __slots__ = ("pieces", "size", "alignment")

    def __init__(self) -> None:
        self.pieces: list[bytes | memoryview] = []
        self.size, self.alignment = 0, 1

    def put(self, data: bytes | memoryview) -> None:
        self.pieces.append(data)
        self.size += len(data)

    def varint(self, value: int) -> None:
        self.put(varint(value))

    def align(self, alignment: int) -> None:
        self.put(bytes([PADDING]) * (-self.size % alignment))
        self.alignment = max(self.alignment, alignment)

    def section(self, number: int, content: Emitter) -> None:
        """A section of its own for what another emitter has."""
        size, alignment = varint(content.size), content.alignment
        if (self.size + 1 + len(size)) % alignment:
            self.put(bytes([number | 0x80]) + size + varint(alignment))
            self.align(alignment)
        else:
            self.put(bytes([number]) + size)
            self.alignment = max(self.alignment, alignment)
        self.pieces += content.pieces
        self.size += content.size
