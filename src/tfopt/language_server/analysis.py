"""What is told of a document: its pieces, each read once as long as its text stays, put together as programs and verified.

`Analysis.update` brings it up to date with a text, in a thread of its own; what others ask of it between two updates is about the text of the
last one.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tfir.dialects import declared_check, lookup
from tfir.ir.diagnostics import Diagnostic, Listening
from tfir.ir.location import FileLineCol, Source, source_place
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.symbols import nearest_symbol, symbol_name
from tfir.ir.verify import Verifier

from tfopt.language_server.document import Edit
from tfopt.language_server.patching import is_balanced, patched, prepare
from tfopt.language_server.reading import Piece
from tfopt.language_server.splitting import ALIAS, BLANK, CLOSE, METADATA, OPEN, OPERATION, SEPARATOR, Part, parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MENTIONED = re.compile(r"[#!]([A-Za-z_0-9][\w$.\-]*)")
SYMBOL = re.compile(r'@(?:([A-Za-z_][\w$.\-]*)|"((?:[^"\\\n]|\\.)*)")')
RUN = re.compile(r"\bRUN:(.*)")
NOT_BLANK = re.compile(r"\S")
MOST_TOLD = 500


class Section:
    """A program: the pieces between two separators, from number `first` of all pieces, and the module that they make."""

    def __init__(self, first: int):
        self.first = first
        self.pieces: list[Piece] = []
        self.root: Operation | None = None
        self.modules: list[Operation] = []
        self.aliases: dict[str, Piece] = {}
        self.problems: list[tuple[Piece, Diagnostic]] = []


class Told:
    """A diagnostic, with the offset that it is about, and those of its notes that are about this text; None for others."""

    def __init__(self, diagnostic: Diagnostic, at: int, notes: list[tuple[Diagnostic, int | None]]):
        self.diagnostic, self.at, self.notes = diagnostic, at, notes


class Analysis:
    def __init__(self) -> None:
        self.text = ""
        self.parts: list[Part] = []
        self.pieces: list[Piece] = []
        self.starts: list[int] = []
        self.sections: list[Section] = []
        self.numbers: dict[Piece, int] = {}
        self.allow_unregistered = False
        self.told: list[Told] = []

    # Bringing it up to date

    def update(self, text: str, edit: Edit | None = None, is_stale: Callable[[], bool] = lambda: False) -> bool:
        """Looks at a text that differs from the last one by one edit, if it is told. False where `is_stale` says meanwhile that there is another
        text by now; then what has been read is kept for that."""
        unregistered = "-allow-unregistered-dialect" in " ".join(RUN.findall(text[:20000]))
        if edit is not None and self.pieces and unregistered == self.allow_unregistered and self._is_inside(text, edit):
            self.text = text
        else:
            self._read(text, unregistered if unregistered != self.allow_unregistered else None)
        for section in self.sections:
            if is_stale():
                return False
            self._read_section(section)
        if is_stale():
            return False
        for section in self.sections:
            self._verify(section)
        self.told = self._tell()
        return True

    def _is_inside(self, text: str, edit: Edit) -> bool:
        """Whether the edit was inside of one piece, which is read again then, in part or whole; the others stay where they are."""
        number = bisect_right(self.starts, edit.start) - 1
        piece, start = self.pieces[number], self.starts[number]
        end = start + len(piece.text)
        if edit.end >= end or piece.kind not in (OPERATION, ALIAS, BLANK) or first_of(piece.text) == "%":
            return False
        shift = edit.length - (edit.end - edit.start)
        inside, new = Edit(edit.start - start, edit.end - start, edit.length), text[start : end + shift]
        if piece.kind != OPERATION or not patched(piece, new, inside, self._aliases_of(piece), self.allow_unregistered):
            parts = parts_of(new)
            if len(parts) != 1 or parts[0].kind != piece.kind or not (is_balanced(piece.text) and is_balanced(new)) or first_of(new) == "%":
                return False
            self._exchange(number, Piece(new, piece.kind))
        self.parts[number] = Part(piece.kind, start, end + shift)
        if shift:
            self.parts[number + 1 :] = [Part(kind, begin + shift, behind + shift) for kind, begin, behind in self.parts[number + 1 :]]
            self.starts = [part.start for part in self.parts]
        return True

    def _exchange(self, number: int, new: Piece) -> None:
        old = self.pieces[number]
        section = self.section_of(old)
        if section is not None:
            section.pieces[number - section.first] = new
        self.pieces[number] = new
        self.numbers[new] = self.numbers.pop(old)
        let_go(old)

    def _aliases_of(self, piece: Piece) -> Any:
        section = self.section_of(piece)
        return self._merged([each for each in section.pieces if each.kind == ALIAS] if section is not None else [])

    @staticmethod
    def _merged(pieces: list[Piece]) -> tuple[dict[str, Any], dict[str, Any]]:
        attributes: dict[str, Any] = {}
        types: dict[str, Any] = {}
        for piece in pieces:
            attributes |= piece.definitions[0]
            types |= piece.definitions[1]
        return attributes, types

    def _read(self, text: str, unregistered: bool | None) -> None:
        """Finds the parts of a text, and keeps the pieces whose text is there still."""
        kept: dict[tuple[str, str], list[Piece]] = {}
        for piece in self.pieces if unregistered is None else ():
            kept.setdefault((piece.kind, piece.text), []).append(piece)
        old = set(self.pieces)
        self.allow_unregistered = self.allow_unregistered if unregistered is None else unregistered
        self.parts = joined(text, parts_of(text))
        self.text, self.pieces = text, []
        for kind, start, end in self.parts:
            same = kept.get((kind, text[start:end]))
            self.pieces.append(same.pop(0) if same else Piece(text[start:end], kind))
        self.starts = [part.start for part in self.parts]
        self.numbers = {piece: number for number, piece in enumerate(self.pieces)}
        for piece in old - self.numbers.keys():
            let_go(piece)
        self.sections = [Section(0)]
        for number, piece in enumerate(self.pieces):
            if piece.kind == SEPARATOR:
                self.sections.append(Section(number + 1))
            else:
                self.sections[-1].pieces.append(piece)

    def _read_section(self, section: Section) -> None:
        section.problems = []
        aliases = [piece for piece in section.pieces if piece.kind == ALIAS]
        if any([not piece.is_read for piece in aliases]):
            self._read_aliases(aliases)
        section.aliases = {name: piece for piece in aliases for names in piece.definitions for name in names}
        merged = self._merged(aliases)
        for piece in list(section.pieces):
            if piece.kind in (OPERATION, METADATA, OPEN):
                self._read_piece(piece, merged)
        self._assemble(section)

    def _read_aliases(self, pieces: list[Piece]) -> None:
        """Definitions of aliases in their order; those of locations may stand in front of what they use."""
        for piece in pieces:
            piece.problems, piece.definitions, piece.is_read = [], ({}, {}), True
        waiting, before = pieces, -1
        while waiting and len(waiting) != before:
            before = len(waiting)
            for piece in waiting:
                piece.read(self._merged(pieces), self.allow_unregistered)
            waiting = [piece for piece in waiting if piece.problems]
        defined: set[str] = set()
        for piece in pieces:
            name = piece.text.split("=", 1)[0].strip()
            if name in defined:
                what = "attribute" if name[0] == "#" else "type"
                at = piece.location_at(piece.text.index(name))
                piece.problems = [Diagnostic(f"redefinition of {what} alias id '{name[1:]}'", at)]
            defined.add(name)

    def _read_piece(self, piece: Piece, aliases: Any) -> None:
        names = set(MENTIONED.findall(piece.text)) if aliases[0] or aliases[1] else ()
        mentioned = {name: what for name in names for what in [aliases[0].get(name, aliases[1].get(name))] if what is not None}
        if piece.is_read and mentioned == piece.mentioned:
            return
        if piece.is_read:
            self._exchange(self.numbers[piece], piece := Piece(piece.text, piece.kind))
        piece.is_read, piece.mentioned = True, mentioned
        if piece.kind == OPEN:
            self._read_head(piece, aliases)
        else:
            piece.read(aliases, self.allow_unregistered)
            prepare(piece)

    def _read_head(self, piece: Piece, aliases: Any) -> None:
        whole = Piece(piece.text + "\n}", OPERATION)
        piece.source.forget()
        whole.read(aliases, self.allow_unregistered)
        piece.source, piece.spans, piece.ops, piece.problems = whole.source, whole.spans, whole.ops, whole.problems
        piece.index, piece.indexed = whole.index, whole.indexed

    def _assemble(self, section: Section) -> None:
        """Puts the operations of the pieces into modules, and all of it into one."""
        top: list[Operation] = []
        inside: list[tuple[Operation, list[Operation]]] = []
        around: list[tuple[Piece, Operation | None, list[Operation]]] = []
        section.modules = []
        current = top
        for piece in section.pieces:
            if piece.kind == OPEN:
                module = piece.op
                around.append((piece, module, current))
                if module is not None:
                    current.append(module)
                    section.modules.append(module)
                current = []
                if module is not None:
                    inside.append((module, current))
            elif piece.kind == CLOSE and around:
                current = around.pop()[2]
                self._check_close(section, piece)
            elif piece.kind == OPERATION:
                current += piece.ops
        for _ in around:
            last = section.pieces[-1]
            at = last.location_at(max(len(last.text.rstrip()) - 1, 0))
            section.problems.append((last, Diagnostic("expected '}' to end a region, found end of file", at)))
        for module, ops in inside:
            fill(module.regions[0], ops)
        if len(top) == 1 and top[0].name == "builtin.module":
            section.root = top[0]
            if top[0].parent is not None:
                top[0].remove()
        else:
            if section.root is None or section.root in section.modules:
                start = self.starts[section.first] if section.first < len(self.starts) else 0
                section.root = Operation("builtin.module", regions=[Region([Block()])], location=FileLineCol("", start, 0))
            fill(section.root.regions[0], top)

    def _check_close(self, section: Section, piece: Piece) -> None:
        rest = re.sub(r"//[^\n]*", "", piece.text).strip()[1:].strip()
        if rest and not rest.startswith("loc("):
            at = piece.source.base + piece.text.index("}") + 1
            told = f"expected operation name in quotes, or a custom operation, found '{rest[0]}'"
            section.problems.append((piece, Diagnostic(told, at)))

    # Verifying

    def _verify(self, section: Section) -> None:
        root = section.root
        if root is None:
            return
        owners = {op: piece for piece in section.pieces if piece.kind == OPERATION for op in piece.ops}
        with Listening() as heard:
            verifier = PieceVerifier(owners, section.modules)
            errors = verifier.check(root)
        for diagnostic in [*errors, *heard]:
            section.problems.append((self._owner_of(diagnostic, section), diagnostic))

    def _owner_of(self, diagnostic: Diagnostic, section: Section) -> Piece:
        place = source_place(diagnostic.location)
        if place is not None:
            source = Source.containing(place)
            for piece in section.pieces:
                if piece.source is source:
                    return piece
        return section.pieces[0]

    # Telling

    def _tell(self) -> list[Told]:
        told: list[Told] = []
        sources = {source: piece for piece in self.pieces for _, source, _, _ in piece.spans}
        for section in self.sections:
            for piece in section.pieces:
                for diagnostic in [*piece.problems, *piece.undeclared(), *(piece.told or [] if piece.is_sound else [])]:
                    told.append(self._placed(diagnostic, piece, sources))
            told += [self._placed(diagnostic, piece, sources) for piece, diagnostic in section.problems]
            if len(told) > MOST_TOLD:
                break
        return told[:MOST_TOLD]

    def _placed(self, diagnostic: Diagnostic, piece: Piece, sources: dict[Source, Piece]) -> Told:
        at = self._offset_of(diagnostic, sources)
        notes = [(note, self._offset_of(note, sources)) for note in diagnostic.notes]
        return Told(diagnostic, self.starts[self.numbers[piece]] if at is None else at, notes)

    def _offset_of(self, diagnostic: Diagnostic, sources: dict[Source, Piece]) -> int | None:
        place = source_place(diagnostic.location)
        if place is None or not sources:
            return None
        piece = sources.get(Source.containing(place))
        within = piece.place_in(place) if piece is not None else None
        return None if piece is None or within is None else min(self.starts[self.numbers[piece]] + within, len(self.text))

    def let_go(self) -> None:
        """Forgets all texts; nothing may be asked of it any more."""
        for piece in self.pieces:
            let_go(piece)

    # Asking

    def piece_at(self, offset: int) -> tuple[Piece, int] | None:
        """The piece that a character is in, and where the piece begins."""
        number = bisect_right(self.starts, offset) - 1
        return (self.pieces[number], self.starts[number]) if 0 <= number < len(self.pieces) else None

    def section_of(self, piece: Piece) -> Section | None:
        number = self.numbers.get(piece, -1)
        return next((each for each in reversed(self.sections) if each.first <= number), None)

    def start_of(self, piece: Piece) -> int:
        return self.starts[self.numbers[piece]]

    def offset_of(self, op: Operation) -> tuple[Piece, int] | None:
        """The piece that an operation stands in, and the offset of its name."""
        location = op.location
        if not isinstance(location, int):
            return None
        source = Source.containing(location)
        for piece in self.pieces:
            if any([source is each for _, each, _, _ in piece.spans]) and (place := piece.place_in(location)) is not None:
                return piece, self.start_of(piece) + place
        return None


class PieceVerifier(Verifier):
    """Verifies a program, of whose pieces it looks only into those that have changed, or that name symbols that have."""

    __slots__ = ("owners", "modules")

    def __init__(self, owners: dict[Operation, Piece], modules: list[Operation]):
        self.owners, self.modules = owners, set(modules)
        super().__init__(lookup, declared_check())

    def _attempt(self, check: Any, *arguments: object) -> bool:
        op = arguments[0] if arguments else None
        if isinstance(op, Operation) and op in self.owners and not self.owners[op].is_sound:
            return check == self._inside
        return super()._attempt(check, *arguments)

    def _inside(self, op: Operation) -> None:
        piece = self.owners.get(op)
        if piece is None:
            super()._inside(op)
        elif piece.is_sound:
            before, self.errors = self.errors, []
            self._piece(op, piece)
            self.errors = before

    def _piece(self, op: Operation, piece: Piece) -> None:
        symbols = symbols_seen(op, piece)
        if piece.told is None or symbols != piece.seen_symbols:
            super()._inside(op)
            piece.told = list(self.errors)
        elif piece.unverified:
            ops = {each for each in piece.unverified if piece.begin_of(each) is not None}
            ends = [block.last for block in op.regions[0].blocks if block.last is not None]  # of which one may miss a terminator
            places = {piece.begin_of(each) for each in [*ops, *ends]}
            ops.update(ends)
            piece.told = [each for each in piece.told if piece.place_in(each.location) not in places]
            for each in sorted(ops, key=lambda one: piece.begin_of(one) or 0):
                self._again_in_block(each)
            piece.told += self.errors
            for block in op.regions[0].blocks if not piece.told else ():
                self._terminator(block, self.lookup(op.name))
            piece.told = piece.told or list(self.errors)
        piece.unverified, piece.seen_symbols = set(), symbols

    def _again_in_block(self, op: Operation) -> None:
        """Checks one operation of a block in which the others are right."""
        parent = op.parent_op
        around = self.lookup(parent.name) if parent is not None else None
        if not (around is not None and "graph_region" in around.traits):
            for value in op.operands:
                if not self._reaches(value, op):
                    self._attempt(self._unreachable_value, value, op)
                    return
        self._whole(op, around)


def symbols_seen(op: Operation, piece: Piece) -> dict[str, Any]:
    """What the names of symbols in a piece mean: of each operation that has one, its name and type."""
    if piece.symbols is None:
        piece.symbols = {plain or quoted for plain, quoted in SYMBOL.findall(piece.text)} - {symbol_name(op) or ""}
    return {name: faced(nearest_symbol(op, name, is_table)) for name in piece.symbols}


def faced(op: Operation | None) -> Any:
    """What others see of a symbol's operation."""
    return None if op is None else (op.name, tuple(sorted((key, str(value)) for key, value in op.attributes.items() if key != "value")))


def is_table(op: Operation) -> bool:
    definition = lookup(op.name)
    return definition is not None and "symbol_table" in definition.traits


def fill(region: Region, ops: list[Operation]) -> None:
    """Makes these the operations of a region's one block."""
    block = region.blocks[0] if region.blocks else region.add_block()
    if list(block) == ops:
        return
    for op in [*block, *ops]:
        op.remove()
    for op in ops:
        block.append(op)


def first_of(text: str, start: int = 0) -> str:
    """The first character that is no blank, from a place on."""
    match = NOT_BLANK.search(text, start)
    return match[0] if match is not None else ""


def joined(text: str, parts: list[Part]) -> list[Part]:
    """From the first operation of a module on that has results, all of it is one part: what follows may use them."""
    made: list[Part] = []
    is_joined = False
    for part in parts:
        has_results = part.kind == OPERATION and first_of(text, part.start) == "%"
        if is_joined and part.kind == OPERATION:
            made[-1] = Part(OPERATION, made[-1].start, part.end)
            continue
        is_joined = has_results
        made.append(part)
    return made


def let_go(piece: Piece) -> None:
    for op in piece.ops:
        if op.parent is not None:
            op.remove()
    piece.forget()
