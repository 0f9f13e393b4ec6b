"""What the names in a program stand for: values, blocks, symbols and aliases, where they are defined, and where else they are named."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import TablesKept, nearest_symbol, symbol_name

from tfopt.language_server.analysis import Analysis, Section, is_table
from tfopt.language_server.reading import NAME_GOES_ON, RESULTS, Piece, is_code, named_in
from tfopt.language_server.splitting import ALIAS, CLOSE, OPEN, OPERATION

WORD = re.compile(
    r'%[\w$.\-]+(?:#\d+)?|\^[\w$.\-]+|@(?:[A-Za-z_][\w$.\-]*|"(?:[^"\\\n]|\\.)*")|[#!][A-Za-z_][\w$.\-]*|"?[A-Za-z_][\w$.]*"?'
)
PATH = re.compile(r'@(?:[A-Za-z_][\w$.\-]*|"(?:[^"\\\n]|\\.)*")(?:::@(?:[A-Za-z_][\w$.\-]*|"(?:[^"\\\n]|\\.)*"))*')
STEP = re.compile(r'@(?:([A-Za-z_][\w$.\-]*)|"((?:[^"\\\n]|\\.)*)")')
LONGEST = 300  # characters that are looked at in front of a place and behind it


class Word(NamedTuple):
    """A word of the text, and where it begins and ends."""

    text: str
    start: int
    end: int


class Place(NamedTuple):
    start: int
    end: int


def word_at(text: str, offset: int) -> Word | None:
    """The word that a place is in, or behind."""
    line = max(text.rfind("\n", 0, offset) + 1, offset - LONGEST)
    for match in WORD.finditer(text, line, min(len(text), offset + LONGEST)):
        if match.start() <= offset <= match.end():
            behind = WORD.match(text, match.end()) if match.end() == offset else None  # of two the one that begins here
            match = behind or match
            return Word(match[0], match.start(), match.end())
        if match.start() > offset:
            break
    return None


class Meaning:
    """What a word stands for: `value` with its piece, `block`, `symbol`, `alias` (the piece that defines it), or `op`, whose name it is."""

    def __init__(
        self, piece: Piece, start: int, word: Word, value: Value | None = None, block: Block | None = None, symbol: Operation | None = None,
        alias: Piece | None = None, op: Operation | None = None,
    ):  # fmt: skip
        self.piece, self.start, self.word = piece, start, word
        self.value, self.block, self.symbol, self.alias, self.op = value, block, symbol, alias, op


def meaning_at(analysis: Analysis, offset: int) -> Meaning | None:
    """What the word at a place stands for; None for a word that says nothing, and in strings and comments."""
    word, at = word_at(analysis.text, offset), analysis.piece_at(offset)
    if word is None or at is None or not is_code(analysis.text, word.start):
        return None
    piece, start = at
    section = analysis.section_of(piece)
    mark, within = word.text[0], word.start - start
    if mark == "%":
        return Meaning(piece, start, word, value=value_at(piece, within, word.text))
    if mark == "^":
        return Meaning(piece, start, word, block=block_at(piece, within, word.text))
    if mark == "@":
        return Meaning(piece, start, word, symbol=symbol_at(analysis, piece, start, word))
    if mark in "#!":
        return Meaning(piece, start, word, alias=section.aliases.get(word.text[1:]) if section is not None else None)
    op = piece.op_at(within)
    is_name = op is not None and piece.begin_of(op) == within
    return Meaning(piece, start, word, op=op if is_name else None)


# Values


def value_at(piece: Piece, place: int, text: str) -> Value | None:
    """The value that a name stands for at a place of a piece."""
    name, _, digits = text[1:].partition("#")
    number = int(digits) if digits else 0
    defined = result_at(piece, place, name)
    if defined is not None:
        return defined
    op = piece.op_at(place)
    around = [op, *op.ancestors()] if op is not None else []
    for each in around:
        for region in each.regions:
            for block in region.blocks:
                for value in block.arguments:
                    if value.name == name and argument_place(piece, value) == place:
                        return value
    for each in around:
        operand = numbered([*each.operands, *[value for block in each.successors for value in block.arguments]], name, number)
        if operand is not None:
            return operand
    return visible(piece, op, name, number)


def result_at(piece: Piece, place: int, name: str) -> Value | None:
    """The result that is named at a place on the left of `=`."""
    line = piece.text.rfind("\n", 0, place) + 1
    results = RESULTS.match(piece.text, line)
    if results is None or place >= results.end():
        return None
    at = bisect_left(piece.index, results.end())
    op = piece.indexed[at] if at < len(piece.index) else None
    return next((value for value in op.results if value.name == name), None) if op is not None else None


def numbered(values: list[Value], name: str, number: int) -> Value | None:
    """The value of a name, and of a number among the results that have it."""
    for value in values:
        if value.name == name:
            if value.index - values_with(value)[0].index == number:
                return value
    return None


def visible(piece: Piece, op: Operation | None, name: str, number: int) -> Value | None:
    """The value of a name that an operation can use."""
    while op is not None:
        block = op.parent
        region = block.parent if block is not None else None
        for each in region.blocks if region is not None else [block] if block is not None else []:
            value = numbered([*each.arguments, *[value for inner in each for value in inner.results]], name, number)
            if value is not None:
                return value
        if op in piece.ops:
            break
        op = op.parent_op
    return piece.dangling.get((f"%{name}", number))


def argument_place(piece: Piece, value: Value) -> int | None:
    """Where an argument of a block is named first."""
    owner = value.owner
    return piece.place_in(owner.argument_locations.get(value)) if isinstance(owner, Block) else None


def definition_of(piece: Piece, value: Value) -> int | None:
    """Where a value is defined, in a piece."""
    name = f"%{value.name}"
    op = value.op
    if op is None:
        return argument_place(piece, value)
    begin = piece.begin_of(op)
    if begin is None:
        return None
    line = piece.text.rfind("\n", 0, begin) + 1
    return next(iter(named_in(piece.text, name, line, begin)), None)


def uses_of(piece: Piece, value: Value) -> list[int]:
    """Where a value is named as an operand."""
    number = value.index - values_with(value)[0].index
    return sorted({place for op in value.users for place in piece.uses_in(op, f"%{value.name}", number)})


def values_with(value: Value) -> list[Value]:
    """The results that are defined by one name with this one."""
    return [one for one in value.op.results if one.name == value.name] if value.op is not None else [value]


# Blocks


def block_at(piece: Piece, place: int, text: str) -> Block | None:
    for block, at in piece.labels.items():
        if at == place:
            return block
    op = piece.op_at(place)
    return next((block for block in op.successors if block.label == text[1:]), None) if op is not None else None


def branches_to(piece: Piece, block: Block) -> list[int]:
    """Where a block's label stands as a successor."""
    region = block.parent
    ops = [each.last for each in (region.blocks if region is not None else ()) if each.last is not None and block in each.last.successors]
    return sorted([place for op in ops for place in piece.uses_in(op, f"^{block.label}")])


# Symbols


def path_at(text: str, word: Word) -> tuple[str, ...]:
    """The path of a reference up to a word: ("a", "b") for `b` of `@a::@b`."""
    line = max(text.rfind("\n", 0, word.start) + 1, word.start - LONGEST)
    for match in PATH.finditer(text, line, word.end):
        if match.start() <= word.start < match.end():
            return tuple(plain or quoted for plain, quoted in STEP.findall(match[0]))
    return (word.text[1:].strip('"'),)


def symbol_at(analysis: Analysis, piece: Piece, start: int, word: Word) -> Operation | None:
    """The operation whose symbol a word names."""
    path = path_at(analysis.text, word)
    op = piece.op_at(word.start - start)
    if op is None:
        section = analysis.section_of(piece)
        return symbols_in(section).get(path[-1]) if section is not None else None
    if symbol_name(op) == path[-1] and len(path) == 1 and symbol_place(piece, op) == word.start - start:
        return op
    try:
        return nearest_symbol(op, SymbolRefAttr(*path), is_table)
    except IndexError:  # of an operation that could be read in part
        return None


def symbols_in(section: Section) -> dict[str, Operation]:
    ops = [op for piece in section.pieces if piece.kind in (OPERATION, OPEN) for op in piece.ops]
    return {name: op for op in ops if (name := symbol_name(op)) is not None}


def symbol_place(piece: Piece, op: Operation) -> int | None:
    """Where the name of an operation's own symbol stands."""
    begin, name = piece.begin_of(op), symbol_name(op)
    if begin is None or name is None:
        return None
    end = piece.end_of(op)
    for spelled in (f"@{name}", f'@"{name}"', f'sym_name = "{name}"'):
        at = piece.text.find(spelled, begin, end)
        while at >= 0:
            if not NAME_GOES_ON(piece.text, at + len(spelled)):
                return at + spelled.index(name) - 1 if spelled[0] != "@" else at
            at = piece.text.find(spelled, at + 1, end)
    return None


def references_to(analysis: Analysis, section: Section, symbol: Operation) -> list[Place]:
    """Where an operation's symbol is named, its own definition aside."""
    name, places = symbol_name(symbol), []
    with TablesKept():
        for piece in section.pieces:
            start = analysis.start_of(piece)
            for spelled in (f"@{name}", f'@"{name}"'):
                for at in named_in(piece.text, spelled, 0, len(piece.text)):
                    word = Word(spelled, start + at, start + at + len(spelled))
                    if symbol_at(analysis, piece, start, word) is symbol and symbol_place(piece, symbol) != at:
                        places.append(Place(word.start, word.end))
    return sorted(places)


# What an editor asks


def definition(analysis: Analysis, offset: int) -> list[Place]:
    """Where what the word at a place stands for is defined."""
    meaning = meaning_at(analysis, offset)
    if meaning is None:
        return []
    word, piece, start = meaning.word, meaning.piece, meaning.start
    if meaning.value is not None:
        place = definition_of(piece, meaning.value)
        return [] if place is None else [Place(start + place, start + place + len(f"%{meaning.value.name}"))]
    if meaning.block is not None:
        place = piece.labels.get(meaning.block)
        return [] if place is None else [Place(start + place, start + place + len(word.text))]
    if meaning.symbol is not None:
        return symbol_definition(analysis, meaning.symbol)
    if meaning.alias is not None:
        return [alias_place(analysis, meaning.alias)]
    return [place for place in by_text(meaning)[:1]] if word.text[0] == "%" else []


def symbol_definition(analysis: Analysis, symbol: Operation) -> list[Place]:
    home = analysis.offset_of(symbol)
    if home is None:
        return []
    piece, begin = home
    place, start = symbol_place(piece, symbol), analysis.start_of(piece)
    return [Place(begin, begin)] if place is None else [Place(start + place, start + place + 1 + len(symbol_name(symbol) or ""))]


def alias_place(analysis: Analysis, piece: Piece) -> Place:
    start = analysis.start_of(piece) + len(piece.text) - len(piece.text.lstrip())
    return Place(start, start + len(piece.text.lstrip().split("=", 1)[0].rstrip()))


def references(analysis: Analysis, offset: int, with_definition: bool) -> list[Place]:
    """Where what the word at a place stands for is named."""
    meaning = meaning_at(analysis, offset)
    if meaning is None:
        return []
    piece, start, word = meaning.piece, meaning.start, meaning.word
    section = analysis.section_of(piece)
    if meaning.value is not None:
        is_definition = "#" not in word.text and (place := definition_of(piece, meaning.value)) is not None and place == word.start - start
        values = values_with(meaning.value) if is_definition else [meaning.value]
        length = len(f"%{meaning.value.name}")
        places = [Place(start + at, start + at + length) for value in values for at in uses_of(piece, value)]
    elif meaning.block is not None:
        places = [Place(start + at, start + at + len(word.text)) for at in branches_to(piece, meaning.block)]
    elif meaning.symbol is not None and section is not None:
        places = references_to(analysis, section, meaning.symbol)
    elif meaning.alias is not None and section is not None:
        places = [
            Place(analysis.start_of(each) + at, analysis.start_of(each) + at + len(word.text))
            for each in section.pieces if each.kind in (OPERATION, ALIAS, OPEN, CLOSE)
            for at in named_in(each.text, word.text, 0, len(each.text))
        ]  # fmt: skip
        places = [place for place in places if place != alias_place(analysis, meaning.alias)]
    else:
        places = by_text(meaning)[1:] if word.text[0] == "%" else []
        return (by_text(meaning)[:1] if with_definition else []) + places if word.text[0] == "%" else []
    return sorted({*places, *(definition(analysis, offset) if with_definition else ())})


def by_text(meaning: Meaning) -> list[Place]:
    """Where a name stands in a piece that could not be read as far as that; the first one that may define it comes first."""
    piece, name = meaning.piece, meaning.word.text.partition("#")[0]
    places = named_in(piece.text, name, 0, len(piece.text))

    def defines(at: int) -> bool:
        results = RESULTS.match(piece.text, piece.text.rfind("\n", 0, at) + 1)
        return (results is not None and at < results.end()) or piece.text[at + len(name) : at + len(name) + 1] == ":"

    places.sort(key=lambda at: not defines(at))
    return [Place(meaning.start + at, meaning.start + at + len(name)) for at in places]
