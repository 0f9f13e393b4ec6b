"""The tokens of MLIR's assembly, found by one regular expression.

A scanner always holds one token ahead: its kind, its text and where it starts. Source: MLIR language reference, "Notation".
"""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import Source
from tfir.startup.patterns import DOTALL, VERBOSE, compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

TOKEN = compiled(
    r"""(?:[ \t\r\n]+|//[^\n]*)*+(?:
     (%(?:\d+|[A-Za-z_$.\-][\w$.\-]*)(?:\#\d+)?)     #  1 a value
    |([A-Za-z_][\w$.]*)                              #  2 a word
    |("[^"\\\n]*(?:\\(?:[0-9A-Fa-f]{2}|["\\nt])[^"\\\n]*)*")  #  3 a string
    |(->|::|\.\.\.|\{-\#|\#-\}|[()}\[\]<>,:=?*+|/{])        #  4 punctuation
    |(-?\d+\.\d*(?:[eE][-+]?\d+)?|-?(?:0x[0-9A-Fa-f]+|\d+)|-)  #  5 a number
    |(@(?:[A-Za-z_][\w$.\-]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"))   #  6 a symbol
    |(\#[A-Za-z_0-9][\w$.\-]*)                       #  7 an attribute alias or dialect attribute
    |(![A-Za-z_][\w$.\-]*)                           #  8 a type alias or dialect type
    |(\^[\w$.\-]+)                                   #  9 a block
    |(\Z)                                            # 10 the end
    )""",
    VERBOSE,
).match
BLANK = compiled(r"(?:\s+|//[^\n]*)*").match
TYPESET = r"""(?:\s+|//[^\n]*)*+["\u201c\u201d]([^"\u201c\u201d\\\n]*)["\u201c\u201d]"""  # compiled when met: hardly ever
VALUE, WORD, STRING, PUNCTUATION, NUMBER, SYMBOL, HASH, BANG, BLOCK, END = range(1, 11)
KIND_NAMES = dict(zip(range(1, 11), "SSA value,word,string,punctuation,number,symbol,attribute,type,block,end of file".split(",")))
STRING_BODY = compiled(r'[^"\\\n]*(?:\\(?:[0-9A-Fa-f]{2}|["\\nt])[^"\\\n]*)*').match
_ESCAPE = compiled(rb"\\(?:([0-9A-Fa-f]{2})|(.))", DOTALL)
_SIMPLE = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}
INVALID = {
    "%": "invalid SSA name", "#": "invalid attribute name", "!": "invalid type identifier", "^": "invalid block name",
    ".": "expected three consecutive dots for an ellipsis", "@": "@ identifier expected to start with letter or '_'",
}  # fmt: skip
CLOSERS = {"<": ">", "(": ")", "[": "]", "{": "}"}
BALANCED = compiled(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|->|[<>()\[\]{}]')


def whole_number(token: str) -> int:
    """The value of a number's token; digits may begin with zeros."""
    return int(token, 16) if "x" in token else int(token)


def unquoted(text: str) -> str:
    """The contents of a string token; bytes that are no UTF-8 are kept by `surrogateescape`."""
    if "\\" not in text:
        return text[1:-1]
    raw = text[1:-1].encode("utf-8", "surrogateescape")
    plain = _ESCAPE.sub(lambda m: bytes.fromhex(m[1].decode()) if m[1] else _SIMPLE.get(m[2], m[2]), raw)
    return plain.decode("utf-8", "surrogateescape")


class Scanner:
    """Walks over a source token by token. `kind` and `token` are the next token, `start` is where it begins."""

    __slots__ = ("source", "text", "position", "kind", "token", "start")
    kind: int
    token: str
    start: int

    def __init__(self, source: Source):
        self.source, self.text = source, source.text
        self.seek(0)

    def seek(self, position: int) -> None:
        """Goes on from a character of the text."""
        self.position = position
        self.advance()

    def advance(self) -> str:
        taken = self.token if self.position else ""
        match = TOKEN(self.text, self.position)
        if match is None:
            self._typeset_string()
            return taken
        self.kind = kind = match.lastindex or END
        self.token = match[kind]
        self.position = match.end()
        self.start = self.position - len(self.token)
        return taken

    def _typeset_string(self) -> None:
        """A string in the quotes that word processors make of plain ones, as documents print programs; else what is here is wrong."""
        match = compiled(TYPESET).match(self.text, self.position)
        if match is None:
            self._complain()
        self.kind, self.token, self.start, self.position = STRING, f'"{match[1]}"', match.end() - len(match[1]) - 2, match.end()

    def _complain(self) -> NoReturn:
        blank = BLANK(self.text, self.position)
        self.start = blank.end() if blank is not None else self.position
        self.kind, self.token = PUNCTUATION, self.text[self.start : self.start + 1]
        if not self.token:
            raise self.error("the text ends in the middle of a token", self.start)
        if self.token != '"':
            raise self.error(INVALID.get(self.token) or f"unexpected character {self.token!r}", self.start + (self.token == "."))
        body = STRING_BODY(self.text, self.start + 1)
        end = body.end() if body is not None else self.start + 1
        if self.text[end : end + 1] == "\\":
            raise self.error("unknown escape in string literal", end)
        raise self.error("expected '\"' in string literal: it has to end on its line", end)

    def is_behind(self, end: int) -> bool:
        """Whether the next token is the first one at or behind a character: whether all up to there, and no more, is taken."""
        match = TOKEN(self.text, end)
        return match is not None and match.start(match.lastindex or END) == self.start

    def place(self, start: int | None = None) -> int:
        """A location for a character of the text; the next token's by default."""
        if start is None:
            start = self.start - (self.kind == END and self.start > 0)  # the end is shown on the last character
        return self.source.base + start

    def error(self, message: str, start: int | None = None, notes: Iterable[Diagnostic] = ()) -> Error:
        """An error at a character of the text; the next token's by default."""
        return Error(message, self.place(start), notes)

    def expected(self, what: str) -> Error:
        """The error of an unexpected next token, placed at the end of the token before it, where something is missing."""
        return self.error(*self._expectation(what))

    def _expectation(self, what: str) -> tuple[str, int]:
        end = self._end_before()
        ended = "\n" in self.text[end : self.start] or (self.kind == END and end != self.start)
        instead = self.found() if not ended else "end of file" if self.kind == END else "end of line"
        return f"expected {what}, found {instead}", end

    def expected_in_op(self, what: str) -> Error:
        """As `expected`, for the syntax of a custom op. Its place is the next token."""
        return self.error_in_op(self._expectation(what)[0], self.start)

    def error_in_op(self, message: str, start: int | None = None) -> Error:
        """An error in the syntax of a custom op; the parser of operations says which."""
        return self.error(message, start)

    def _end_before(self) -> int:
        """Where the text before the next token ends; lines with nothing but comments don't count. Where there is none, the token. The
        end of the file counts as its last character, as upstream has it."""
        end = first = self.start - (self.kind == END and self.start > 0)
        while True:
            begin = self.text.rfind("\n", 0, end) + 1
            line = self.text[begin:end]
            code = (line if end == first else line.partition("//")[0]).rstrip()
            if code:
                return begin + len(code)
            if not begin:
                return first
            end = begin - 1

    def found(self) -> str:
        """The next token as an error message names it."""
        return "end of file" if self.kind == END else f"'{self.token if len(self.token) < 40 else self.token[:37] + '...'}'"

    def expect(self, token: str, why: str = "") -> str:
        """Takes the next token, which must be this one: else an `Error` says so, with `why` behind it."""
        if self.token != token or self.kind in (STRING, END):
            raise self.expected(f"'{token}'{why and ' ' + why}")
        return self.advance()

    def accept(self, token: str) -> bool:
        if self.token == token and self.kind != STRING:
            self.advance()
            return True
        return False

    def at(self, token: str) -> bool:
        return self.token == token and self.kind != STRING

    def take(self, kind: int, what: str = "") -> str:
        """Takes the next token, which must be of one kind: else an `Error` says that `what` was expected."""
        if self.kind != kind:
            raise self.expected(what or KIND_NAMES[kind])
        return self.advance()

    def split(self, length: int) -> None:
        """Cuts the next token: its first `length` characters are done with, the rest is scanned again."""
        self.seek(self.start + length)

    def balanced_end(self, opening: int, where: str = "") -> int:
        """Where the bracket that opens at a character has closed. Raises `Error` where it does not, with `where` in its text."""
        opened: list[str] = []
        for match in BALANCED.finditer(self.text, opening):
            token = match[0]
            if token in CLOSERS:
                opened.append(token)
            elif token[0] != '"' and token != "->":
                if not opened or CLOSERS[opened[-1]] != token:
                    break
                opened.pop()
                if not opened:
                    return match.end()
        innermost = opened[-1] if opened else self.text[opening : opening + 1]
        raise self.error(f"unbalanced '{innermost}' character{where and ' ' + where}", opening)
