"""The bytes of large constants, kept where they lie and read only by those who compute with them.

A blob is either bytes in memory (possibly a view on a mapped file) or a stretch of hexadecimal text in a source that has
been parsed; each turns into the other only when asked to.
"""

from __future__ import annotations


class Blob:
    """Some bytes by reference. `len(blob)` is their number."""

    __slots__ = ()

    def bytes(self):
        """The data as bytes or a memoryview."""
        raise NotImplementedError

    def once(self):
        """The data for one who will not ask again: nothing is kept that was not there before."""
        return self.bytes()

    def hex(self) -> str:
        """The data as upper-case hexadecimal text without a prefix."""
        return self.bytes().hex().upper()

    def __len__(self) -> int:
        raise NotImplementedError

    def __eq__(self, other):
        return self is other or (isinstance(other, Blob) and len(self) == len(other) and bytes(self.bytes()) == bytes(other.bytes()))

    def __hash__(self):
        head = self.head(64)
        return hash((len(self), head))

    def head(self, count: int):
        """The first `count` bytes, without touching the rest."""
        return bytes(self.bytes()[:count])


class ByteBlob(Blob):
    """Bytes in memory or a view on them."""

    __slots__ = ("data",)

    def __init__(self, data):
        self.data = data

    def bytes(self):
        return self.data

    def __len__(self):
        return len(self.data)


class HexBlob(Blob):
    """Hexadecimal text from `start` to `end` of a source's text, decoded once and on demand."""

    __slots__ = ("text", "start", "end", "_decoded")

    def __init__(self, text: str, start: int, end: int):
        self.text, self.start, self.end = text, start, end
        self._decoded = None

    def bytes(self):
        self._decoded = self.once()
        return self._decoded

    def once(self):
        return bytes.fromhex(self.text[self.start : self.end]) if self._decoded is None else self._decoded

    def hex(self):
        digits = self.text[self.start : self.end]
        # Six searches for a character are much cheaper than changing the case of what mostly is upper-case.
        is_upper = all([self.text.find(letter, self.start, self.end) < 0 for letter in "abcdef"])
        return digits if is_upper else digits.upper()

    def head(self, count):
        return bytes.fromhex(self.text[self.start : min(self.end, self.start + 2 * count)])

    def __len__(self):
        return (self.end - self.start) // 2
