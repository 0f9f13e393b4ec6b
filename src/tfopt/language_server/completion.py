"""What an editor offers at a place: ops by their dialects, attributes of an op, values, symbols, blocks and aliases that can be named."""

from __future__ import annotations

import re
from typing import NamedTuple

from tfir.dialects import dialect, lookup
from tfir.ir.operations import Operation, Value
from tfir.ods.signature import Signature

from tfopt.language_server.analysis import Analysis
from tfopt.language_server.names import Place, symbols_in
from tfopt.language_server.reading import Piece, is_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 400  # an editor asks anew as more of the word is written
BEHIND = re.compile(r'([%@^#!]?"?[\w$.\-]*)$')
BEGINS_OP = re.compile(r'^\s*(?:(?:%[\w$.\-]+(?::\d+)?\s*,?\s*)+=\s*)?"?[A-Za-z_]?[\w$.]*$|\bwraps\s+"?[\w$.]*$')
OPENED = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|[{}()<>\[\]]')
ENTRY = re.compile(r"([\w$.]+)\s*=")
BEGUN_VALUE = re.compile(r'([\w$.]+)\s*=\s*("?[\w$.]*)$')
LONGEST = 4000


class Offer(NamedTuple):
    """One word that may stand there: `kind` is "op", "dialect", "attribute", "choice", "value", "symbol", "block", "alias" or "flag"."""

    label: str
    kind: str
    detail: str = ""


def offers(analysis: Analysis, text: str, offset: int) -> tuple[list[Offer], Place]:
    """What can stand at a place of a text, and the place of the word that it takes. An analysis that has not been made yet knows no names."""
    line = text[max(text.rfind("\n", 0, offset) + 1, offset - LONGEST) : offset]
    match = BEHIND.search(line)
    word = match[1] if match is not None else ""
    place = Place(offset - len(word), offset)
    if not is_code(text, offset - len(word)):
        return [], place
    at = analysis.piece_at(offset)
    piece, start = at if at is not None else (None, 0)
    within = offset - start
    if word[:1] in ("%", "@", "^", "#", "!") and word:
        return named(analysis, piece, within, word), place
    in_dictionary = of_attributes(text, offset)
    if in_dictionary is not None:
        return in_dictionary, Place(offset - len(word.lstrip('"')), offset)
    if BEGINS_OP.search(line):
        return ops(word.lstrip('"'), default_dialects(piece, within)), Place(offset - len(word.lstrip('"')), offset)
    return [], place


# Names


def named(analysis: Analysis, piece: Piece | None, within: int, word: str) -> list[Offer]:
    if piece is None:
        return []
    section = analysis.section_of(piece)
    if word[0] == "%":
        return values(piece, within, word)
    if word[0] == "^":
        return [Offer(f"^{block.label}", "block") for block in piece.labels if block.label]
    if section is None:
        return []
    if word[0] == "@":
        return [Offer(f"@{name}", "symbol", op.name) for name, op in symbols_in(section).items()]
    kinds = {name: piece for name, piece in section.aliases.items()}
    return [Offer(word[0] + name, "alias") for name, piece in kinds.items() if piece.text.lstrip()[:1] == word[0]]


def values(piece: Piece, within: int, word: str) -> list[Offer]:
    """The values that can be named at a place: of the blocks around it, the nearest first."""
    op = piece.op_at(within - 1)
    offered: dict[str, str] = {}
    label, block = max(
        [(place, block) for block, place in piece.labels.items() if place < within], key=lambda pair: pair[0], default=(-1, None)
    )
    if block is not None and op is not None and label > (piece.begin_of(op) or 0):  # no operation of the block stands in front of the place
        add(offered, block.arguments, word)
    for around in [op, *op.ancestors()] if op is not None else []:
        if around is op:  # the place may be inside of it
            add(offered, [value for region in op.regions for block in region.blocks for value in block.arguments], word)
        before: Operation | None = around if around is op else around.previous
        while before is not None and len(offered) < MOST:
            add(offered, before.results, word)
            before = before.previous
        add(offered, around.parent.arguments if around.parent is not None else (), word)
    return [Offer(name, "value", type) for name, type in offered.items()]


def add(offered: dict[str, str], values: Iterable[Value], word: str) -> None:
    for value in values:
        if value.name and f"%{value.name}".startswith(word):
            offered.setdefault(f"%{value.name}", str(value.type))


# Ops


def default_dialects(piece: Piece | None, within: int) -> list[str]:
    """The dialects whose ops stand without a prefix at a place."""
    op = piece.op_at(within - 1) if piece is not None else None
    around = [op, *op.ancestors()] if op is not None else []
    for each in around:
        definition = lookup(each.name)
        if each.regions and definition is not None and definition.default_dialect:
            return [definition.default_dialect, "builtin", "func"]
    return ["builtin", "func"]


def ops(word: str, defaults: Iterable[str]) -> list[Offer]:
    """The ops that a word begins; without a dialect the dialects as well, and the ops of those that may be left out."""
    prefix, dot, begun = word.rpartition(".")
    home = dialect(prefix) if dot else None
    if dot:
        locals = [local for local in home.table if local.startswith(begun)] if home is not None else []
        return [Offer(f"{prefix}.{local}", "op", line_of(prefix, local)) for local in locals[:MOST]]
    from tfopt.language_server.dialect_names import dialect_names

    own = [Offer(local, "op", line_of(name, local)) for name in defaults for local in tables(name) if local.startswith(word)]
    return [*[Offer(name, "dialect") for name in dialect_names() if name.startswith(word)], *own][:MOST]


def tables(name: str) -> Iterable[str]:
    home = dialect(name)
    return home.table if home is not None else ()


def line_of(prefix: str, local: str) -> str:
    """The line of an op's table, as a short description."""
    home = dialect(prefix)
    return home.table.lines[home.table.at[local]].strip()[:200] if home is not None and local in home.table.at else ""


# Attributes


def of_attributes(text: str, offset: int) -> list[Offer] | None:
    """The attributes that the dictionary at a place may have, or what the one that is written there may be; None where there is none."""
    begin = max(0, offset - LONGEST)
    opened: list[tuple[str, int]] = []
    for match in OPENED.finditer(text, begin, offset):
        token = match[0]
        if token[0] in "{([<":
            opened.append((token, match.start()))
        elif token in "})]>" and opened and text[match.start() - 1] != "-":
            opened.pop()
    if not opened or opened[-1][0] != "{":
        return None
    brace = opened[-1][1]
    inside, line = text[brace + 1 : offset], text[text.rfind("\n", 0, brace) + 1 : brace]
    signature = signature_before(line)
    if signature is None or "\n" in inside:
        return None
    written = BEGUN_VALUE.search(inside)
    if written is not None:
        declared = signature.attributes.get(written[1])
        quoted = declared is not None and declared.kind in ("str", "string") and not written[2].startswith('"')
        return [Offer(f'"{word}"' if quoted else word, "choice") for word in (declared.allowed or ())] if declared is not None else []
    used = set(ENTRY.findall(inside))
    return [Offer(name, "attribute", each.kind) for name, each in signature.attributes.items() if name not in used]


def signature_before(line: str) -> Signature | None:
    """The signature of the op that a line has named."""
    names = re.findall(r'"?([A-Za-z_][\w$]*\.[\w$.]+)"?|=\s*([A-Za-z_]\w*)\(', line)
    for full, local in reversed(names):
        definition = lookup(full or f"tfg.{local}")
        if definition is not None and definition.signature is not None:
            return definition.signature
    return None
