"""The words of LLVM's assembly, and what reads them one by one."""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.startup.patterns import VERBOSE, compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn

    from tfir.ir.location import Source

# In strings a byte may be two digits behind a backslash; a label and the name of a field end with a colon.
WORDS = compiled(
    r"""\s+ | ;[^\n]* | (
      c?"[^"]*"(?!:) | [%@$^!]"[^"]*" | [%@$^#][-a-zA-Z$._0-9]+ | ![-a-zA-Z$._\\0-9]* | "[^"]*": | [-a-zA-Z$._0-9]+: | \.\.\.
      | [-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)? | [-a-zA-Z$._0-9]+ | .
    )""",
    VERBOSE,
).finditer
ESCAPE = compiled(rb"\\(?:\\|([0-9a-fA-F]{2}))").sub
END = ""
AHEAD = 4  # how far readers look, at most
MOST_DIGITS = 4300  # of a number that Python reads; LLVM's widest integers have more


def unescaped(text: str) -> bytes:
    """The bytes that stand between quotes."""
    data = text.encode("utf-8", "surrogateescape")
    return ESCAPE(lambda match: bytes([int(match[1], 16)]) if match[1] else b"\\", data) if b"\\" in data else data


def decoded(text: str) -> str:
    return unescaped(text).decode("utf-8", "surrogateescape")


def name_of(token: str) -> str:
    """`main` of `@main` and of `@"main"`, `entry` of `entry:`."""
    content = token.rstrip(":") if token[0] not in "%@$^#!" else token[1:]
    return decoded(content[1:-1]) if content[:1] == '"' else content


class Tokens:
    """The words of a text, one after another."""

    def __init__(self, source: Source):
        self.source = source
        met = [match for match in WORDS(source.text) if match[1] is not None]
        self.tokens = [match[1] for match in met]
        self.places = [match.start(1) for match in met]
        self.tokens += [END] * AHEAD
        self.places += [len(source.text)] * AHEAD
        self.at = 0
        self.left_out: set[str] = set()
        for at, token in enumerate(self.tokens):
            if len(token) > MOST_DIGITS and token.lstrip("-%@!#^i").isdecimal():
                self.at = at
                self.refuse(f"a number of more than {MOST_DIGITS} digits")

    @property
    def token(self) -> str:
        return self.tokens[self.at]

    @property
    def place(self) -> int:
        """Where the next word stands, in the space of offsets that all sources share."""
        return self.place_of(self.at)

    def take(self) -> str:
        token = self.tokens[self.at]
        if token is not END:
            self.at += 1
        return token

    def accept(self, *words: str) -> bool:
        """Whether the next word is one of these, which is then taken."""
        if self.tokens[self.at] in words:
            self.at += 1
            return True
        return False

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise self.expected(f"'{word}'")

    def place_of(self, at: int) -> int:
        """Where a word stands that has been met before or is yet to be."""
        return self.source.base + self.places[at]

    def places_once(self, names: Iterable[int], key: Callable[[str], Any], past: int) -> dict[Any, int]:
        """What stands a few words behind names that are defined, by these. Raises Error for one that is defined twice."""
        places: dict[Any, int] = {}
        for at in names:
            if places.setdefault(key(self.tokens[at]), at + past) != at + past:
                raise self.error(f"redefinition of '{self.tokens[at]}'", self.place_of(at))
        return places

    def error(self, message: str, place: int | None = None) -> Error:
        return Error(message, self.place if place is None else place)

    def expected(self, what: str) -> Error:
        token = f"'{self.token}'" if self.token else "the end of the file"
        return self.error(f"expected {what}, found {token}")

    def refuse(self, message: str) -> NoReturn:
        raise self.error(message)

    def integer(self) -> int:
        token = self.token
        if not token.removeprefix("-").isdecimal():
            raise self.expected("a number")
        self.at += 1
        return int(token)

    def string(self) -> str:
        token = self.token
        if token[:1] != '"':
            raise self.expected("a string")
        self.at += 1
        return decoded(token[1:-1])

    def name(self, sigil: str, what: str) -> str:
        token = self.token
        if token[:1] != sigil or len(token) < 2:
            raise self.expected(what)
        self.at += 1
        return name_of(token)

    def in_parentheses(self, read: Callable[[], Any]) -> Any:
        self.expect("(")
        result = read()
        self.expect(")")
        return result

    def listed(self, read: Callable[[], Any], opening: str, closing: str) -> list:
        """Parts between brackets, with commas between."""
        self.expect(opening)
        parts: list = []
        while not self.accept(closing):
            if parts:
                self.expect(",")
            parts.append(read())
        return parts

    def text_in_brackets(self) -> str:
        """Past brackets, and what stands in them, as it is written."""
        start = self.at
        self.skip_brackets()
        return self.source.text[self.places[start] + 1 : self.places[self.at - 1]]

    def leave_out(self, what: str) -> None:
        """Tells, once a file, that something is not kept."""
        if what not in self.left_out:
            self.left_out.add(what)
            emit(Diagnostic(f"{what} is left out: the llvm dialect has no place for it", self.place, "warning"))

    def skip_brackets(self) -> None:
        """Past what stands between brackets here."""
        depth = 0
        while self.token is not END:
            depth += (self.token in ("(", "[", "{", "<")) - (self.token in (")", "]", "}", ">"))
            self.at += 1
            if not depth:
                return
