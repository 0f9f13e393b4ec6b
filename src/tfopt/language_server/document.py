"""The text of a document that an editor has open: edits, and places as the protocol counts them.

A place is an offset into the text here, and a line and a column there, both counted from 0; columns count units of UTF-16, or of whichever encoding client and
server have agreed on.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}  # bytes of the units that columns count


class Edit(NamedTuple):
    """The characters from `start` to `end` of the text before were replaced by `length` others."""

    start: int
    end: int
    length: int


def units(text: str, encoding: str) -> int:
    """How many units a text takes."""
    return len(text) if text.isascii() else len(text.encode(codec(encoding), "surrogatepass")) // UNIT[encoding]


def characters(text: str, count: int, encoding: str) -> int:
    """How many characters of a text come before a unit; one in the middle of a character counts for its beginning."""
    head = text[:count]  # no character takes less than a unit
    if head.isascii():
        return len(head)
    data = head.encode(codec(encoding), "surrogatepass")[: count * UNIT[encoding]]
    while True:
        try:
            shown = data.decode(codec(encoding), "surrogatepass")
            return len(shown) - (shown[-1:] != head[len(shown) - 1 : len(shown)])  # half of a character
        except UnicodeDecodeError as error:
            data = data[: error.start]


def codec(encoding: str) -> str:
    return encoding if encoding == "utf-8" else f"{encoding}-le"


class Document:
    """`edits` are those that no analysis knows of yet."""

    def __init__(self, uri: str, text: str, version: int | None = None, language: str = "", encoding: str = "utf-16"):
        self.uri, self.text, self.version, self.language, self.encoding = uri, text, version, language, encoding
        self.starts = line_starts(text)
        self.edits: list[Edit] = []

    def replace_all(self, text: str) -> None:
        self.edits.append(Edit(0, len(self.text), len(text)))
        self.text, self.starts = text, line_starts(text)

    def replace(self, start: int, end: int, text: str) -> None:
        """Puts other characters in the place of those from `start` to `end`."""
        before = self.text
        self.text = before[:start] + text + before[end:]
        self.edits.append(Edit(start, end, len(text)))
        first, behind, shift = bisect_right(self.starts, start), bisect_right(self.starts, end), len(text) - (end - start)
        inside = [start + each for each in line_starts(text)[1:]]
        rest = self.starts[behind:]
        self.starts[first:] = inside + ([each + shift for each in rest] if shift else rest)

    def offset(self, line: int, column: int) -> int:
        """The offset of a place. One behind the end of its line is the end, as the protocol has it; one behind the last line is the end of the
        text."""
        if line < 0 or line >= len(self.starts):
            return 0 if line < 0 else len(self.text)
        start, end = self.starts[line], self.line_end(line)
        return start + characters(self.text[start : min(end, start + max(column, 0))], max(column, 0), self.encoding)

    def line_end(self, line: int) -> int:
        """Where a line ends, its line end aside."""
        end = self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)
        return end - 1 if end > self.starts[line] and self.text[end - 1] == "\r" else end

    def line_of(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = self.line_of(offset)
        return line, units(self.text[self.starts[line] : offset], self.encoding)


def line_starts(text: str) -> list[int]:
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def span_of(edits: list[Edit]) -> Edit:
    """One edit that replaces all that some edits, of which there is at least one, have replaced."""
    start, end, length = edits[0]
    for edit in edits[1:]:  # in terms of the text before all of them, and behind those so far
        behind = start + length
        first = min(edit.start, start)
        last = max(edit.end, behind)
        end += last - behind
        start, length = first, last - first + edit.length - (edit.end - edit.start)
    return Edit(start, end, length)
