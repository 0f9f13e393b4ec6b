"""Where the parts of a text begin that are read each by itself: definitions of aliases, operations of modules, what opens and closes modules.

Only brackets, strings and comments are looked at, so that a part with an error in it leaves the others as they are. Where brackets do not match, a part
ends in front of the next line that begins like one and stands no deeper.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tfir.cli.parts import MARKER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BLANK, ALIAS, METADATA, OPEN, CLOSE, OPERATION, SEPARATOR = "blank", "alias", "metadata", "open", "close", "operation", "separator"

FLAT = r'(?:[^"/{}()\[\]\n]{1,400}+|"[^"\\\n]{0,400}+")*+'  # no bracket, no comment
TOKEN = re.compile(
    rf'\({FLAT}\)|\{{{FLAT}\}}|\[{FLAT}\]|"(?:[^"\\\n]{{0,400}}+(?:\\.[^"\\\n]{{0,400}}+)*+")?|//[^\n]*+|[{{}}()\[\]]'
    r'|\n(?:[ \t]*+(?=[A-Za-z_%"#!^{}]))'
)
ITEM = re.compile(r'[ \t]*(?:[%"#!^}]|\{-#|(?!(?:attributes|loc|else)\b)[A-Za-z_])')
HEAD = re.compile(r'[ \t]*(?:builtin\.)?module\b(?:\s+@(?:[\w$.\-]+|"[^"\n]*"))?\s*(?:(attributes)\s*)?\{')
LABEL = re.compile(r"(?:\s+|//[^\n]*)*+\^")
CODE = re.compile(r"(?:\s+|//[^\n]*)*+")  # what stands in front of it
ALIAS_HEAD = re.compile(r"[ \t]*[#!][\w$.\-]+\s*=")


def tokens(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Brackets, strings, comments and beginnings of lines of a text. Strings may be very long: their ends are searched for."""
    while True:
        for match in TOKEN.finditer(text, start, end):
            if match[0] == '"':
                start = string_end(text, match.start(), end)
                break
            yield match
        else:
            return


def string_end(text: str, quote: int, end: int) -> int:
    """Behind the string that begins at a place; one that does not end goes on to the end of its line."""
    line_end = text.find("\n", quote, end)
    line_end = end if line_end < 0 else line_end
    at = text.find('"', quote + 1, line_end)
    while at >= 0:
        backslashes = at - len(text[max(quote, at - 100) : at].rstrip("\\")) - max(quote, at - 100)
        if backslashes % 2 == 0:
            return at + 1
        at = text.find('"', at + 1, line_end)
    return line_end


class Part(NamedTuple):
    """From `start` to `end` of the text. Blanks and comments belong to the part in front of them."""

    kind: str
    start: int
    end: int


def parts_of(text: str, start: int = 0, end: int | None = None, depth: int = 0) -> list[Part]:
    """The parts of a text, one behind the other without gaps. `depth` is the number of modules around its beginning."""
    return Splitter(text, start, len(text) if end is None else end, depth).parts()


class Splitter:
    def __init__(self, text: str, start: int, end: int, modules: int):
        self.text, self.start, self.end, self.modules = text, start, end, modules
        self.made: list[Part] = []
        self.kind, self.began = BLANK, start

    def parts(self) -> list[Part]:
        at = self._begin_at(self.start)
        while at < self.end:
            at = self._scan(at)
        self._cut(self.end, BLANK)
        return [part._replace(kind=OPERATION) if part.kind == BLANK and self._has_code(part) else part for part in self.made]

    def _has_code(self, part: Part) -> bool:
        """Whether there is more than comments in what begins like nothing that can be read."""
        code = CODE.match(self.text, part.start, part.end)
        return code is not None and code.end() < part.end

    def _cut(self, at: int, kind: str) -> None:
        """Ends the part so far; another one begins."""
        if at > self.began:
            self.made.append(Part(self.kind, self.began, at))
        self.kind, self.began = kind, at

    def _begin_at(self, at: int) -> int:
        """Begins a part where a line begins like one. Where to go on from there."""
        if ITEM.match(self.text, at, self.end) is None:
            return at
        head = HEAD.match(self.text, at, self.end)
        body = head.end() if head is not None else -1
        if head is not None and head[1]:  # the brace behind `attributes` is that of a dictionary
            behind = self._closed(head.end())
            brace = self.text.find("{", behind, self.end) if behind > 0 else -1
            body = brace + 1 if brace >= 0 and not self.text[behind:brace].strip() else -1
        if body > 0 and LABEL.match(self.text, body, self.end) is None:
            self._cut(at, OPEN)
            self.modules += 1
            if ITEM.match(self.text, body, self.end):  # on the same line
                return max(self._begin_at(body), body)
            return body
        stripped = self.text[at : at + 200].lstrip(" \t")
        if stripped[:1] == "}" and self.modules:
            self._cut(at, CLOSE)
            self.modules -= 1
            return self._behind_close(self.text.index("}", at) + 1)
        self._cut(at, METADATA if stripped[:3] == "{-#" else ALIAS if ALIAS_HEAD.match(self.text, at, self.end) else OPERATION)
        return at

    def _behind_close(self, at: int) -> int:
        """Goes on behind a brace, where a part may begin on its line."""
        return max(self._begin_at(at), at) if ITEM.match(self.text, at, self.end) else at

    def _closed(self, at: int) -> int:
        """Behind the brace that closes the one in front of `at`, or -1."""
        depth = 1
        for match in tokens(self.text, at, self.end):
            depth += (match[0] == "{") - (match[0] == "}")
            if not depth:
                return match.end()
        return -1

    def _scan(self, at: int) -> int:
        """Goes on to where the next part begins, or to the end."""
        depth, first = 0, at
        for match in tokens(self.text, at, self.end):
            token = match[0]
            mark = token[0]
            if mark == "\n":
                if depth <= 0 and match.end() > self.began:
                    after = match.start() + 1
                    if ITEM.match(self.text, after, self.end):
                        return self._begin_at(after)
            elif mark in "{([":
                depth += len(token) == 1  # longer ones close
            elif mark in "})]":
                depth -= 1
                if depth < 0 and token == "}" and self.modules and self.kind != CLOSE:  # closes a module, on the line of an operation
                    self._cut(match.start(), CLOSE)
                    self.modules -= 1
                    return self._behind_close(match.end())
                depth = max(depth, 0)
            elif mark == "/" and MARKER in token:
                if depth > 0 and self.kind != BLANK:
                    return self._resumed(first, match.start())
                self.modules = 0
                self._cut(match.start(), SEPARATOR)
                line_end = self.text.find("\n", match.end() - 1, self.end)
                if line_end < 0:
                    return self.end
                self._cut(line_end + 1, BLANK)
                return self._begin_at(line_end + 1)
        return self._resumed(first, self.end) if depth > 0 else self.end

    def _resumed(self, first: int, end: int) -> int:
        """The part has brackets that do not close up to `end`: it ends where the next line begins that stands no deeper than its first."""
        line = self.text.rfind("\n", 0, self.began + 1) + 1 if self.text[self.began : self.began + 1] != "\n" else self.began + 1
        shown = self.text[line:first] if line < first else self.text[line : line + 100]
        indent = len(shown) - len(shown.lstrip(" \t"))
        candidate = re.compile(rf'\n(?=[ \t]{{0,{indent}}}(?:[#!]|[A-Za-z_][\w$.]*[ (]|"[\w$.]+"\())')
        match = candidate.search(self.text, max(first, self.began), end)
        while match is not None and ITEM.match(self.text, match.end(), end) is None:
            match = candidate.search(self.text, match.end(), end)
        if match is not None:
            return max(self._begin_at(match.end()), match.end())
        if end == self.end:
            return end
        self.modules = 0  # in front of a separator
        self._cut(end, SEPARATOR)
        line_end = self.text.find("\n", end, self.end)
        if line_end < 0:
            return self.end
        self._cut(line_end + 1, BLANK)
        return self._begin_at(line_end + 1)
