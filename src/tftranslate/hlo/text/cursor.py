"""A place in HLO's text, and what can be read there."""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Item = TypeVar("Item")

BLANKS = re.compile(r"(?:\s+|/\*.*?\*/|//[^\n\r]*)*", re.S)
NAME = re.compile(r"%?([A-Za-z_][\w.\-]*)")
WORD = re.compile(r"[A-Za-z_][\w\-]*")
INTEGER = re.compile(r"-?\d+")
NUMBER = re.compile(r"[-+]?(?:nan(?:\(0x[0-9a-fA-F]+\))?|inf|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]{1,2}|[0-3]?[0-7]{1,2}|.)", re.S)
BRACES = re.compile(r'[{}]|"(?:[^"\\]|\\.)*"', re.S)  # outside of strings
ESCAPED = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}
MOST, MOST_DIGITS = 1 << 63, 20  # of an integer of 64 bits


class Cursor:
    """Blanks and comments are skipped before whatever is read."""

    __slots__ = ("text", "place", "source")

    def __init__(self, source: Source):
        self.source, self.text, self.place = source, source.text, 0

    def skip(self) -> None:
        self.place = BLANKS.match(self.text, self.place).end()

    def error(self, message: str, place: int | None = None) -> Error:
        return Error(message, self.source.base + (self.place if place is None else place))

    def at(self, word: str) -> bool:
        self.skip()
        return self.text.startswith(word, self.place)

    def accept(self, word: str) -> bool:
        if not self.at(word):
            return False
        self.place += len(word)
        return True

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise self.error(f"expected '{word}'")

    def sees(self, pattern: re.Pattern[str]) -> bool:
        self.skip()
        return pattern.match(self.text, self.place) is not None

    def matched(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What a pattern matches here, which is passed."""
        self.skip()
        match = pattern.match(self.text, self.place)
        if match is not None:
            self.place = match.end()
        return match

    def read(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        match = self.matched(pattern)
        if match is None:
            raise self.error(f"expected {what}")
        return match

    def name(self) -> str:
        """The name of an instruction or computation, without its percent sign."""
        return self.read(NAME, "a name")[1]

    def word(self) -> str:
        return self.read(WORD, "a word")[0]

    def integer(self) -> int:
        return self.int64(self.read(INTEGER, "an integer")[0])

    def int64(self, digits: str) -> int:
        """The number that digits are, which stand in front of this place. Raises Error where it has more than 64 bits."""
        number = int(digits) if len(digits) <= MOST_DIGITS else MOST
        if not -MOST <= number < MOST:
            raise self.error("an integer has more than 64 bits", self.place - len(digits))
        return number

    def boolean(self) -> bool:
        word = self.word()
        if word not in ("true", "false"):
            raise self.error("expected true or false")
        return word == "true"

    def string(self) -> str:
        """What stands in quotes; bytes that are no UTF-8 are replaced."""
        return self.string_bytes().decode("utf-8", "replace")

    def string_bytes(self) -> bytes:
        """The bytes that stand in quotes, where C's escapes are of bytes."""
        return ESCAPE.sub(_unescaped, self.read(STRING, "a string")[1].encode("utf-8", "surrogateescape"))

    def items(self, item: Callable[[], Item], opening: str = "{", closing: str = "}") -> list[Item]:
        """What stands between brackets, with commas between."""
        self.expect(opening)
        listed: list[Item] = []
        while not self.accept(closing):
            if listed:
                self.expect(",")
            listed.append(item())
        return listed

    def integers(self) -> list[int]:
        return self.items(self.integer)

    def balanced(self) -> str:
        """The text in braces here, the outer ones left out; braces in strings do not count."""
        self.expect("{")
        start, depth = self.place, 1
        for match in BRACES.finditer(self.text, self.place):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if not depth:
                self.place = match.end()
                return self.text[start : match.start()]
        raise self.error("'{' has no '}'", start - 1)


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[:1] == b"x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return bytes([int(code, 8)]) if code[:1] in b"01234567" else ESCAPED.get(code, code)


def quoted(text: str) -> str:
    """A string as XLA writes it: C's escapes, other bytes in octal."""
    return '"' + "".join([_escaped(byte) for byte in text.encode("utf-8", "surrogateescape")]) + '"'


def _escaped(byte: int) -> str:
    named = {10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\"}
    return named.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")


def cursor_of(text: str) -> Cursor:
    """What reads the text of an attribute."""
    return Cursor(Source("attribute", text))
