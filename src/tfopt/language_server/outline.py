"""The symbols of a document in their nests, for an editor's outline: functions, modules, executables, globals, and aliases."""

from __future__ import annotations

import re

from tfir.ir.operations import Operation
from tfir.ir.symbols import symbol_name

from tfopt.language_server.analysis import Analysis
from tfopt.language_server.names import Place, alias_place, symbol_place
from tfopt.language_server.reading import Piece
from tfopt.language_server.splitting import ALIAS, CLOSE, OPEN, OPERATION

HEAD = re.compile(r'[ \t]*"?([A-Za-z_][\w$.]*)"?[^@\n{]*(?:@([\w$.\-]+|"[^"\n]*"))?')


class Entry:
    """One symbol: `kind` is "function", "module", "alias" or "object"."""

    def __init__(self, name: str, detail: str, kind: str, whole: Place, named: Place):
        self.name, self.detail, self.kind, self.whole, self.named = name, detail, kind, whole, named
        self.children: list[Entry] = []


def outline(analysis: Analysis) -> list[Entry]:
    top: list[Entry] = []
    around: list[tuple[Entry, list[Entry]]] = []
    current = top
    for piece, start in zip(analysis.pieces, analysis.starts):
        end = start + len(piece.text.rstrip())
        if piece.kind == ALIAS:
            place = alias_place(analysis, piece)
            current.append(Entry(analysis.text[place.start : place.end], "", "alias", Place(place.start, max(end, place.end)), place))
        elif piece.kind in (OPERATION, OPEN):
            entries = [entry for op in piece.ops if (entry := entry_of(piece, start, op, end)) is not None] or [by_text(piece, start, end)]
            current += entries
            if piece.kind == OPEN:
                around.append((entries[0], current))
                current = entries[0].children
        elif piece.kind == CLOSE and around:
            entry, current = around.pop()
            entry.whole = Place(entry.whole.start, end)
    for entry, _ in around:
        entry.whole = Place(entry.whole.start, len(analysis.text))
    return top


def kind_of(symbol: Operation) -> str:
    return "module" if symbol.name == "builtin.module" else "function" if "function_type" in symbol.attributes else "object"


def entry_of(piece: Piece, start: int, op: Operation, end: int) -> Entry | None:
    begin = piece.begin_of(op)
    if begin is None:
        return None
    name, place = symbol_name(op), symbol_place(piece, op)
    type = op.attributes.get("function_type")
    kind = kind_of(op)
    label = op.name if name is None else f"@{name}"
    named = Place(start + begin, start + begin) if place is None else Place(start + place, start + place + 1 + len(name or ""))
    entry = Entry(label, op.name if type is None else str(type)[:200], kind, Place(start + begin, max(end, named.end)), named)
    for region in op.regions if op.regions else ():
        for block in region.blocks:
            for inner in block:
                if symbol_name(inner) is not None and (below := entry_of(piece, start, inner, start + piece.close_of(inner))) is not None:
                    entry.children.append(below)
    return entry


def by_text(piece: Piece, start: int, end: int) -> Entry:
    """The entry of a piece that could not be read."""
    head = HEAD.match(piece.text)
    name = f"@{head[2]}" if head is not None and head[2] else head[1] if head is not None else "(not read)"
    place = Place(start, max(start, min(end, start + len(piece.text.split("\n", 1)[0]))))
    return Entry(name, "could not be read", "object", Place(start, max(end, place.end)), place)
