"""Relay's text as a list of tokens, and a place in it. Blanks and comments, which nest, are left out, but for spans."""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Error
from tfir.ir.location import FileLineCol, Source
from tfir.ir.nesting import DEEPEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from tfir.ir.location import AnyLocation

    Item = TypeVar("Item")

METADATA = re.compile(r"^#\[metadata\]", re.M)
TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/)
    |(?P<comment>/\*)
    |%[A-Za-z_](?:[0-9A-Za-z_]|/(?![*])|::(?=[A-Za-z_])|(?:[.][0-9]+)*[.](?=[A-Za-z_]))*
    |@?[A-Za-z_](?:[0-9A-Za-z_]|/(?![*]))*
    |%[0-9]+
    |[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?(?:[fi][0-9]*)?
    |"[^"]*"
    |\#\[[^\]\n]*\]
    |->|=>|==|!=|<=|>=|[-+*/<>=(){}\[\],;:.?]
    |(?P<unknown>.)""",
    re.X | re.S,
)
UNFIT = re.compile(r"^\s|\s\Z|^\Z|\n|\*/|/\*|span=")  # in the name of a file
NUMBER = re.compile(r"[0-9]{1,9}")
BRACKET = re.compile(r"/\*|\*/")
KEYWORDS = frozenset("let fn def if else type match extern free_var ref ref_read ref_write".split())
END = ""


def tokenized(source: Source, end: int) -> tuple[list[str], list[int], dict[int, FileLineCol]]:
    """The tokens of a text up to a place, and where each begins; the last one is empty. And the spans in comments, by the token that follows."""
    texts: list[str] = []
    starts: list[int] = []
    spans: dict[int, FileLineCol] = {}
    text, place = source.text, 0
    while place < end:
        for match in TOKEN.finditer(text, place, end):
            if match.lastgroup is None:
                texts.append(match[0])
                starts.append(match.start())
            elif match.lastgroup != "blank":
                break
            elif (span := span_of(match[0])) is not None:
                spans[len(texts)] = span
        else:
            break
        if match.lastgroup == "unknown":
            raise Error(f"expected Relay's text, found {match[0]!r}", source.base + match.start())
        place = end_of_comment(source, match.start(), end)
    texts.append(END)
    starts.append(end)
    return texts, starts, spans


def span_of(blank: str) -> FileLineCol | None:
    """The place in a program's own source that a comment names: `/* ty=float32 span=model.py:3:7 */`."""
    _, word, text = blank[:-2].rpartition("span=")
    parts = text.strip().rsplit(":", 2)
    if not word or not blank.startswith("/*") or len(parts) != 3 or not parts[0] or not all([NUMBER.fullmatch(each) for each in parts[1:]]):
        return None
    return FileLineCol(parts[0], *map(int, parts[1:]))


def span_text(location: AnyLocation | None) -> str:
    """The same for a location in a file, empty for others, and for names that a comment cannot hold."""
    if not isinstance(location, FileLineCol) or UNFIT.search(location.file):
        return ""
    return f" /* span={location.file}:{location.line}:{location.column} */"


def end_of_comment(source: Source, start: int, end: int) -> int:
    """The place behind a comment with others in it. Raises Error where it does not end."""
    depth = 0
    for match in BRACKET.finditer(source.text, start, end):
        depth += 1 if match[0] == "/*" else -1
        if not depth:
            return match.end()
    raise Error("a comment that does not end", source.base + start)


class Cursor:
    """A place among the tokens of a text."""

    __slots__ = ("source", "texts", "starts", "spans", "at_token", "depth", "end")

    def __init__(self, source: Source):
        section = METADATA.search(source.text)
        self.source, self.at_token, self.depth = source, 0, 0
        self.end = len(source.text) if section is None else section.start()
        self.texts, self.starts, self.spans = tokenized(source, self.end)

    @property
    def token(self) -> str:
        return self.texts[self.at_token]

    @property
    def start(self) -> int:
        """The place of the next token in the text."""
        return self.starts[self.at_token]

    def location(self) -> int:
        """The same as a location of an operation."""
        return self.source.base + self.starts[self.at_token]

    def span(self) -> FileLineCol | None:
        """The place that is told of what has just been read."""
        return self.spans.get(self.at_token)

    def following(self, count: int = 1) -> str:
        """The token that stands so many behind the next one."""
        at = self.at_token + count
        return self.texts[at] if at < len(self.texts) else END

    def error(self, message: str, start: int | None = None) -> Error:
        return Error(message, self.source.base + (self.start if start is None else start))

    def expected(self, what: str) -> Error:
        shown = f"'{self.token[:40]}'" if self.token else "the end of the text"
        return self.error(f"expected {what}, found {shown}")

    def advance(self) -> str:
        token = self.texts[self.at_token]
        self.at_token += 1
        return token

    def at(self, token: str) -> bool:
        return self.texts[self.at_token] == token

    def accept(self, token: str) -> bool:
        if self.texts[self.at_token] != token:
            return False
        self.at_token += 1
        return True

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise self.expected(f"'{token}'")

    def at_word(self) -> bool:
        return self.token[:1].isalpha() or self.token[:1] == "_"

    def word(self, what: str = "a name") -> str:
        if not self.at_word() or self.token in KEYWORDS:
            raise self.expected(what)
        return self.advance()

    def dotted(self, what: str) -> str:
        """`nn.conv2d`: words with dots between."""
        name = self.word(what)
        while self.at(".") and (self.following()[:1].isalpha() or self.following()[:1] == "_"):
            self.advance()
            name += "." + self.advance()
        return name

    def local(self) -> str:
        """The name of a variable, without its percent sign."""
        if self.token[:1] != "%" or self.token[1:].isdigit():
            raise self.expected("a variable such as '%x'")
        return self.advance()[1:]

    def global_name(self) -> str:
        if self.token[:1] != "@":
            raise self.expected("a function such as '@main'")
        return self.advance()[1:]

    def string(self) -> str:
        if self.token[:1] != '"':
            raise self.expected("a string")
        return self.advance()[1:-1]

    def listed(self, item: Callable[[], Item], opening: str, closing: str) -> list[Item]:
        """What stands between brackets, with commas between and perhaps behind."""
        self.expect(opening)
        items: list[Item] = []
        while not self.accept(closing):
            items.append(item())
            if not self.accept(","):
                self.expect(closing)
                break
        return items

    def nested(self, read: Callable[[], Item]) -> Item:
        """Reads one level deeper. Raises Error where there are too many."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} expressions within each other")
        try:
            return read()
        finally:
            self.depth -= 1

    def pass_braces(self) -> None:
        """Goes behind the bracket that closes the one that is the next token."""
        start, depth = self.start, 0
        while self.token != END:
            token = self.advance()
            depth += 1 if token == "{" else -1 if token == "}" else 0
            if not depth:
                return
        raise self.error("'{' has no '}'", start)
