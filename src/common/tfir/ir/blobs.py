"""The bytes of large constants, kept where they lie and read only for computing with them.

A blob is either bytes in memory (possibly a view on a mapped file) or a stretch of hexadecimal text in a source that has
been parsed; each turns into the other only when asked to.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Data = bytes | memoryview


class Blob:
    """Some bytes by reference. `len(blob)` is their number."""

    __slots__ = ()

    def bytes(self) -> Data:
        raise NotImplementedError

    def once(self) -> Data:
        """The data, read a single time: what has to be decoded for it is not kept."""
        return self.bytes()

    def hex(self) -> str:
        """The data as upper-case hexadecimal text without a prefix."""
        return self.bytes().hex().upper()

    def __len__(self) -> int:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Blob) and len(self) == len(other) and bytes(self.bytes()) == bytes(other.bytes()))

    def __hash__(self) -> int:
        return hash((len(self), self.head(64)))

    def head(self, count: int) -> Data:
        """The first `count` bytes, without touching the rest."""
        return bytes(self.bytes()[:count])


class ByteBlob(Blob):
    __slots__ = ("data",)

    def __init__(self, data: Data):
        self.data = data

    def bytes(self) -> Data:
        return self.data

    def __len__(self) -> int:
        return len(self.data)


class HexBlob(Blob):
    """Hexadecimal text from `start` to `end` of a source's text, decoded once and on demand."""

    __slots__ = ("text", "start", "end", "_decoded")

    def __init__(self, text: str, start: int, end: int):
        self.text, self.start, self.end = text, start, end
        self._decoded: Data | None = None

    def bytes(self) -> Data:
        self._decoded = data = self.once()
        return data

    def once(self) -> Data:
        return bytes.fromhex(self.text[self.start : self.end]) if self._decoded is None else self._decoded

    def hex(self) -> str:
        digits = self.text[self.start : self.end]
        # Six searches for a character are much cheaper than changing the case of what mostly is upper-case.
        is_upper = all([self.text.find(letter, self.start, self.end) < 0 for letter in "abcdef"])
        return digits if is_upper else digits.upper()

    def head(self, count: int) -> Data:
        return bytes.fromhex(self.text[self.start : min(self.end, self.start + 2 * count)])

    def __len__(self) -> int:
        return (self.end - self.start) // 2
