"""Reads one part of a text past its errors, and keeps where its operations stand."""

from __future__ import annotations

import re
from bisect import bisect_right

from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Diagnostic, Error, Listening
from tfir.ir.location import Source
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.text.parser import Parser, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    Aliases: TypeAlias = "tuple[dict[str, Any], dict[str, Any]]"  # of attributes and locations, of types

MOST_ERRORS = 100  # in one part
RESULTS = re.compile(r"[ \t]*((?:%[\w$.\-]+(?::\d+)?\s*,?\s*)+)=(?!=)")
NAME = re.compile(r"%[\w$.\-]+")
STATEMENT = re.compile(r'\n([ \t]*)(?=%|"[\w$.]+"\(|\^|\}|[A-Za-z_][\w$.]*)')
NAME_GOES_ON = re.compile(r"[\w$\-]|\.[\w$.\-]").match
NUMBER = re.compile(r"#(\d+)").match
BRACKET = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|//[^\n]*+|[{}()]')


class RecoveringParser(Parser):
    """A parser that goes on behind an operation that it cannot read, at the next line that begins like one. `problems` are its errors;
    `blocks_read` are all blocks that it has met, those of operations that it could not read among them; `labels` says where labels stand."""

    __slots__ = ("problems", "blocks_read", "labels", "broken", "failed", "dangling")

    def __init__(self, source: Source, allow_unregistered: bool = False):
        self.problems: list[Diagnostic] = []
        self.blocks_read: list[Block] = []
        self.labels: dict[Block, int] = {}
        self.broken: dict[str, int] = {}  # names of the results of what could not be read, and where that stands
        self.failed: int | None = None
        self.dangling: dict[tuple[str, int], Value] = {}
        super().__init__(source, lookup, dialect, allow_unregistered, keep_names=True)

    def operation(self) -> Operation:
        start = self.start
        try:
            return super().operation()
        except Error:
            self.failed = start
            raise

    def operations(self) -> list[Operation]:
        """All operations up to the end of the text, where no region is open."""
        block = Block()
        while self.kind != END_OF_TEXT:
            block.append(self.operation())
        self._check_forward()
        return [op.remove() for op in list(block)]

    def statements(self, block: Block) -> None:
        """The operations of a block, up to what ends it."""
        self._block_operations(block)

    def _block_operations(self, block: Block) -> None:
        self.blocks_read.append(block)
        values, forward, blocks, op = self.values, self.forward, self.blocks, self.custom_op
        scopes, dialects, depth = len(self.scope_names), len(self.default_dialects), self.depth
        while True:
            self.failed = None
            try:
                return super()._block_operations(block)
            except Error as error:
                place = error.diagnostics[0].location
                at = self.failed if self.failed is not None else place - self.source.base if isinstance(place, int) else self.start
                for names in self.scope_names[scopes:]:
                    for name in names:
                        values.pop(name, None)
                del self.scope_names[scopes:], self.default_dialects[dialects:]
                self.values, self.forward, self.blocks, self.custom_op, self.depth = values, forward, blocks, op, depth
                if not self._is_resumed(error, at):
                    raise

    def _is_resumed(self, error: Error, at: int) -> bool:
        """Whether there is a line to go on with behind the operation that begins at a character; it is the next token then."""
        before = len(self.problems)
        if not any(f"'{name}'" in error.diagnostics[0].message for name in self.broken):
            self.problems += error.diagnostics
        while len(self.problems) < MOST_ERRORS:
            line = self.text.rfind("\n", 0, at) + 1
            if (results := RESULTS.match(self.text, line)) is not None:
                self.broken.update(dict.fromkeys(NAME.findall(results[1]), line))
            following = self._next_statement(line)
            if following is None:
                del self.problems[before:]  # the error is told by who catches it
                return False
            try:
                self.seek(following)
                return True
            except Error as unreadable:
                self.problems += unreadable.diagnostics
                at = following
        return False

    def _next_statement(self, line: int) -> int | None:
        """Where the next line begins that may be an operation of the same block, or end it."""
        shown = self.text[line : line + 400]
        indent, by_indent = len(shown) - len(shown.lstrip(" \t")), None
        depth, at = 0, line
        for match in STATEMENT.finditer(self.text, line):
            for bracket in BRACKET.finditer(self.text, at, match.start()):
                depth += (bracket[0] in "{(") - (bracket[0] in "})")
            at = match.start()
            if len(match[1]) <= indent:
                by_indent = match.end() if by_indent is None else by_indent
                if depth <= 0:
                    return match.end()
            if match.end() - line > FARTHEST:
                break
        return by_indent

    def _check_forward(self) -> None:
        """Names without a definition are kept, and told by `Piece.undeclared`."""
        self.dangling.update({(name, number): value for name, waiting in self.forward.items() for number, (value, _) in waiting.items()})
        self.forward.clear()

    def _first_met(self, message: str, value: Value, name: str) -> list[Diagnostic]:
        place = place_of(value)
        if place is None:
            return []
        source = Source.containing(place)  # which may be another text, read before
        at = place - source.base
        named = source.text.find(name, source.text.rfind("\n", 0, at) + 1, at)
        return [Diagnostic(message, place if named < 0 else source.base + named, "note")]

    def undefined(self) -> dict[tuple[str, int], Value]:
        """The names that are used and not defined, with the values that stand in for them."""
        self._check_forward()
        return self.dangling

    def _labelled_block(self, region: Region) -> Block:
        start = self.start
        block = super()._labelled_block(region)
        self.labels[block] = start
        return block


END_OF_TEXT = 10  # the kind of the token
FARTHEST = 1 << 16  # characters


def named_in(text: str, name: str, begin: int, end: int, number: int | None = None) -> list[int]:
    """Where a value is named in a stretch of a text, outside of strings and comments; with a number, where this of its results is."""
    places, at = [], text.find(name, begin, end)
    while at >= 0:
        behind = at + len(name)
        if not NAME_GOES_ON(text, behind) and is_code(text, at):
            digits = NUMBER(text, behind)
            if number is None or (int(digits[1]) if digits else 0) == number:
                places.append(at)
        at = text.find(name, behind, end)
    return places


def is_code(text: str, place: int) -> bool:
    """Whether a character stands in neither a string nor a comment."""
    at = text.rfind("\n", 0, place) + 1
    while at < place:
        quote, comment = text.find('"', at, place), text.find("//", at, place)
        if comment >= 0 and (quote < 0 or comment < quote):
            return False
        if quote < 0:
            return True
        at = text.find('"', quote + 1)
        while at >= 0 and text[at - 1] == "\\" and not is_escaped_backslash(text, at - 1):
            at = text.find('"', at + 1)
        if at < 0 or at >= place:
            return False
        at += 1
    return True


def is_escaped_backslash(text: str, at: int) -> bool:
    """Whether the backslash is the second of a pair."""
    first = at
    while text[first - 1 : first] == "\\":
        first -= 1
    return (at - first) % 2 == 1


class Piece:
    """One part of a text, read. Where things stand in it is counted from its beginning; `spans` says which source each stretch was read from.

    `op` is the operation that it holds, or None; `others` are what follows it in a part that has several. `problems` are errors of
    reading, `told` what was found by verifying the inside, None until that is done.
    """

    def __init__(self, text: str, kind: str):
        self.text, self.kind, self.is_read = text, kind, False
        self.source = Source("", text)
        self.spans: list[tuple[int, Source, int, int]] = [(0, self.source, 0, len(text))]  # start, source, start there, length
        self.ops: list[Operation] = []
        self.problems: list[Diagnostic] = []
        self.told: list[Diagnostic] | None = None
        self.symbols: set[str] | None = None  # that are named in it, once asked for
        self.seen_symbols: dict[str, Any] = {}  # what the names of symbols meant when it was verified
        self.blocks: list[Block] = []
        self.labels: dict[Block, int] = {}
        self.label_places: list[int] | None = None  # in order, once asked for
        self.index: list[int] = []  # where operations begin, in order
        self.indexed: list[Operation] = []
        self.names: dict[str, Sequence[Value]] | None = None
        self.dangling: dict[tuple[str, int], Value] = {}  # names without a definition whose operations are there
        self.unverified: set[Operation] = set()
        self.broken: dict[str, int] = {}
        self.definitions: Aliases = ({}, {})
        self.mentioned: dict[str, Any] = {}

    @property
    def op(self) -> Operation | None:
        return self.ops[0] if self.ops else None

    def undeclared(self) -> list[Diagnostic]:
        """An error for each name that is used and that nothing defines, at its first use."""
        told = []
        for (name, number), value in self.dangling.items():
            uses = [place for op in value.uses for place in self.uses_in(op, name, number)] if name not in self.broken else []
            if uses:
                told.append((min(uses), name))
        return [Diagnostic(f"use of undeclared SSA value name '{name}'", self.location_at(place)) for place, name in sorted(told)]

    def uses_in(self, op: Operation, name: str, number: int = 0) -> list[int]:
        """Where an operation names a value: `%x`, `%x#1`. Names on the left of `=` stand in front of the operation."""
        begin = self.begin_of(op)
        if begin is None:
            return []
        end = self.end_of(op)
        places = named_in(self.text, name, begin, end, number)
        return places or (named_in(self.text, name, end, self.close_of(op), number)[:1] if op.regions else [])

    def close_of(self, op: Operation) -> int:
        """Where the operation behind one, and behind all that is inside it, begins."""
        while op.next is None and op.parent_op is not None and op.parent_op is not self.op:
            op = op.parent_op
        following = self.begin_of(op.next) if op.next is not None else None
        return len(self.text) if following is None else following

    def location_at(self, place: int) -> int | None:
        """The location of a place in the text."""
        for start, source, begin, length in self.spans:
            if start <= place < start + length:
                return source.base + begin + place - start
        return None

    @property
    def is_sound(self) -> bool:
        """Whether all of it was read, so that it can be verified."""
        return not self.problems and not self.dangling

    def place_in(self, location: object) -> int | None:
        """Where a location stands in the text; None for one that is not of it."""
        if not isinstance(location, int):
            return None
        for start, source, begin, length in self.spans:
            if 0 <= location - source.base - begin < length:
                return start + location - source.base - begin
        _, source, begin, length = self.spans[-1]
        return len(self.text) if location == source.base + begin + length else None

    def read(self, aliases: Aliases, allow_unregistered: bool) -> None:
        with Listening() as heard:
            try:
                parser = RecoveringParser(self.source, allow_unregistered)
            except Error as error:
                self.problems = error.diagnostics
                return
            parser.attribute_aliases, parser.type_aliases, parser.has_read_aliases = dict(aliases[0]), dict(aliases[1]), True
            before = len(aliases[0]), len(aliases[1])
            try:
                self._read_by(parser)
            except Error as error:
                parser.problems += error.diagnostics
            except RecursionError:
                parser.problems.append(Diagnostic("nested too deeply", parser.place()))
            if (len(parser.attribute_aliases), len(parser.type_aliases)) != before:
                self.definitions = (
                    {name: what for name, what in parser.attribute_aliases.items() if name not in aliases[0]},
                    {name: what for name, what in parser.type_aliases.items() if name not in aliases[1]},
                )
        self.problems = [*parser.problems, *heard]
        self.blocks, self.labels, self.broken = parser.blocks_read, parser.labels, parser.broken
        self.dangling = parser.dangling
        self._make_index()

    def _read_by(self, parser: RecoveringParser) -> None:
        if self.kind == "alias":
            parser._attribute_alias() if self.text.lstrip()[0] == "#" else parser._type_alias()
            if parser.kind != END_OF_TEXT:
                raise parser.error("expected operation name in quotes, or a custom operation")
        elif self.kind == "metadata":
            parser._file_metadata()
        else:
            self.ops = parser.operations()

    def _make_index(self) -> None:
        held = [(op.location, op) for block in self.blocks for op in block] + [(op.location, op) for op in self.ops]
        pairs = [(place, op) for location, op in held if (place := self.place_in(location)) is not None]
        pairs.sort(key=lambda pair: pair[0])
        self.index, self.indexed = [place for place, _ in pairs], [op for _, op in pairs]

    def op_at(self, offset: int) -> Operation | None:
        """The last operation that begins at a character or in front of it."""
        at = bisect_right(self.index, offset)
        return self.indexed[at - 1] if at else None

    def begin_of(self, op: Operation) -> int | None:
        return self.place_in(op.location)

    def end_of(self, op: Operation) -> int:
        """Where the text of an operation ends at the latest: where the next one begins that is read behind its name, or a block."""
        begin = self.begin_of(op)
        begin = -1 if begin is None else begin
        if self.label_places is None:
            self.label_places = sorted(self.labels.values())
        return min([
            places[at] if at < len(places) else len(self.text)
            for places in (self.index, self.label_places) for at in [bisect_right(places, begin)]
        ])  # fmt: skip

    def forget(self) -> None:
        for _, source, _, _ in self.spans:
            source.forget()
