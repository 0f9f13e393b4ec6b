"""What each word of a text is, for editors that colour it so: operations, values, blocks, symbols, aliases, attributes, types, literals, comments.

Of the words alone most is known; which is an operation's name, and which values are arguments, tells the program, as far as it could be read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from math import inf

from tfir.ir.symbols import symbol_name

from tfopt.language_server.analysis import Analysis
from tfopt.language_server.document import Document, units
from tfopt.language_server.names import argument_place, symbol_place, symbols_in
from tfopt.language_server.outline import kind_of
from tfopt.language_server.reading import Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Token: TypeAlias = "tuple[int, int, str, bool]"  # from where to where, what it is, whether something is defined there

# The protocol's words, in the order of the numbers that stand for them.
TYPES = ("function", "variable", "parameter", "label", "namespace", "type", "macro", "property", "keyword", "string", "number", "comment")
MODIFIERS = ("definition",)
NUMBERS = {name: number for number, name in enumerate(TYPES)}
DEFINITION = 1
MOST_WHOLE = 500_000  # characters of a text that is told as a whole; of a larger one an editor asks for what it shows

ELEMENT = r"(?:[su]?i[1-9]\d*|bf16|tf32|f(?:16|32|64|80|128|8E\w+|6E\w+|4E\w+)|index|none)\b"
WORD = re.compile(
    rf"""(?P<comment>//[^\n]*)
    |"(?P<quoted>[A-Za-z_][\w$]*\.[\w$.]+)"(?=\s*\()
    |(?P<string>"(?:[^"\\\n]|\\.)*"?)
    |(?P<value>%[\w$.\-]+(?:\#\d+)?)
    |(?P<symbol>@(?:[A-Za-z_][\w$.\-]*|"(?:[^"\\\n]|\\.)*"))
    |(?P<label>\^[\w$.\-]+)
    |(?P<macro>\#[A-Za-z_][\w$.\-]*)
    |(?P<type>![A-Za-z_][\w$.\-]*|\b(?:tensor|memref|vector|complex|tuple)\b(?=<)|(?:\b|(?<=[\d?*\]]x)){ELEMENT})
    |(?P<sizes>(?<=<)(?:(?:\d+|\?|\*|\[\d+\])x)+)
    |(?P<number>-?\b(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?))
    |(?P<property>[A-Za-z_][\w$.]*)(?=\s*=(?!=)\s*[\w"\#@!\[{{(<\-])
    |(?P<word>[A-Za-z_][\w$]*(?:\.[\w$]+)*)""",
    re.VERBOSE,
)
KEYWORDS = frozenset(
    "module func return private public nested attributes loc unknown fused callsite dense dense_resource sparse array affine_map affine_set strided"
    " distinct to step iter_args else do in wraps true false unit".split()
)
RESULTS = re.compile(r"[ \t]*%[\w$.\-]+(?::\d+)?(?:\s*,\s*%[\w$.\-]+(?::\d+)?)*\s*=(?!=)")
SYMBOL_TYPES = {"function": "function", "module": "namespace", "object": "variable"}
TOKEN_TYPES = {"sizes": "number", "quoted": "function"}  # of groups that are called otherwise


class Names:
    """What the program tells of the words of one piece of the text, by their places."""

    def __init__(self, piece: Piece | None = None, start: int = 0):
        self.is_read = piece is not None and bool(piece.index)
        self.ops: set[int] = set()
        self.arguments: set[str] = set()
        self.results: set[str] = set()
        self.argument_places: set[int] = set()
        self.symbol_places: set[int] = set()
        if piece is None:
            return
        self.ops.update([start + at for at in piece.index])
        for op in piece.indexed:
            self.results.update([f"%{value.name}" for value in op.results])
            if symbol_name(op) is not None and (own := symbol_place(piece, op)) is not None:
                self.symbol_places.add(start + own)
            for region in op.regions:
                for block in region.blocks:
                    for value in block.arguments:
                        self.arguments.add(f"%{value.name}")
                        place = argument_place(piece, value)
                        if place is not None:
                            self.argument_places.add(start + place)


def tokens(analysis: Analysis, text: str, start: int, end: int) -> Iterator[Token]:
    """The words between two places, of which `start` begins a line. The analysis is that of the text, or an empty one."""
    kinds = {name: kind_of(op) for section in analysis.sections for name, op in symbols_in(section).items()}
    names, behind = Names(), 0.0  # of the piece that is gone through, and where the next one begins
    line_end = results_end = start - 1
    for match in WORD.finditer(text, start, end):
        at, group = match.start(), match.lastgroup
        if at >= behind:
            names, behind = names_at(analysis, at)
        is_first = at > line_end
        if is_first:
            line, line_end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
            line_end = len(text) if line_end < 0 else line_end
            results = RESULTS.match(text, line) if group == "value" else None
            results_end = results.end() if results is not None else line
        if group == "value":
            name = match[group]
            is_result = at < results_end
            is_new = name not in names.results and name not in names.arguments and text.startswith(":", match.end())  # of a declaration
            is_argument = at in names.argument_places or (is_new and not is_result)
            is_parameter = is_argument or (name in names.arguments and not is_result)
            yield at, match.end(), "parameter" if is_parameter else "variable", is_argument or is_result
        elif group == "symbol":
            kind = kinds.get(match[group][1:].strip('"'), "function")
            yield at, match.end(), SYMBOL_TYPES[kind], at in names.symbol_places
        elif group == "label":
            yield at, match.end(), "label", is_first
        elif group in ("word", "property"):
            type = type_of_word(match[group], group, at, names)
            if type is not None:
                yield at, match.end(), type, False
        elif group is not None:
            yield *match.span(group), TOKEN_TYPES.get(group, group), False


def type_of_word(word: str, group: str, at: int, names: Names) -> str | None:
    if at in names.ops:
        return "function"
    if group == "property":
        return "property"
    if word in KEYWORDS:
        return "keyword"
    return "function" if "." in word and not names.is_read else None


def names_at(analysis: Analysis, offset: int) -> tuple[Names, float]:
    """The names of the piece at a place, and where the next one begins."""
    number = bisect_right(analysis.starts, offset) - 1
    if number < 0:
        return Names(), inf
    behind = analysis.starts[number + 1] if number + 1 < len(analysis.starts) else inf
    return Names(analysis.pieces[number], analysis.starts[number]), behind


def encoded(document: Document, made: Iterator[Token]) -> list[int]:
    """Five numbers for each token, as the protocol has them: lines and columns counted from the one before, length, type, modifiers."""
    numbers: list[int] = []
    text, starts, encoding = document.text, document.starts, document.encoding
    is_plain = text.isascii()
    line = told_line = told_column = 0
    next_line = starts[1] if len(starts) > 1 else len(text) + 1
    for start, end, type, is_definition in made:
        if start >= next_line:
            line = document.line_of(start)
            next_line = starts[line + 1] if line + 1 < len(starts) else len(text) + 1
        begin = starts[line]
        column = start - begin if is_plain else units(text[begin:start], encoding)
        length = end - start if is_plain else units(text[start:end], encoding)
        numbers += line - told_line, column - (told_column if line == told_line else 0), length, NUMBERS[type], DEFINITION * is_definition
        told_line, told_column = line, column
    return numbers
