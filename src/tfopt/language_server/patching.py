"""Reads again what an edit has touched of a large piece, and leaves all else of it as it was read.

An operation whose body is a block of many others is edited one line at a time. The lines between the operations in front of an edit and behind it are read by a
parser that knows the names around them; what comes of it takes the place of the operations that stood there. Values that are used elsewhere are
exchanged by those of their names, if these have the same types.
"""

from __future__ import annotations

from bisect import bisect_left

from tfir.cli.parts import MARKER
from tfir.dialects import lookup
from tfir.ir.diagnostics import Error, Listening
from tfir.ir.location import Source
from tfir.ir.operations import Block, Operation, Region, Value

from tfopt.language_server.document import Edit
from tfopt.language_server.reading import RESULTS, Piece, RecoveringParser
from tfopt.language_server.splitting import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfopt.language_server.reading import Aliases

SMALLEST = 4000  # characters; shorter pieces are read whole
CLOSERS = {"{": "}", "(": ")", "[": "]"}
LARGE = 1 << 18  # characters
LONGEST = 2000  # characters in front of an operation
MOST_SPANS = 300  # then it is read whole once more


class Window:
    """The operations of a block from `first` to the one in front of `behind` (None: all that follow), whose lines stand from `start` to `end`."""

    def __init__(self, block: Block, first: Operation, behind: Operation | None, start: int, end: int):
        self.block, self.first, self.behind, self.start, self.end = block, first, behind, start, end

    def ops(self) -> list[Operation]:
        ops, op = [], self.first
        while op is not None and op is not self.behind:
            ops.append(op)
            op = op.next  # type: ignore[assignment]  # None ends it
        return ops


def window_of(piece: Piece, edit: Edit) -> Window | None:
    """The lines to read again; None where the edit is not inside the one block of the piece's operation, or at its edge."""
    top = piece.op
    if top is None or len(piece.text) < SMALLEST or len(piece.spans) > MOST_SPANS or len(top.regions) != 1 or len(piece.ops) != 1:
        return None
    line = piece.text.rfind("\n", 0, edit.start) + 1
    first = op_of_line(piece, line, edit.start) or piece.op_at(max(line - 1, 0))
    while first is not None and first.parent_op is not top:
        first = first.parent_op
    if first is None or first.parent is None:
        return None
    start, behind = line_of(piece, first), first.next
    last_line = piece.text.find("\n", edit.end)
    while behind is not None and (place := piece.begin_of(behind)) is not None and place <= last_line:
        behind = behind.next
    end = line_of(piece, behind) if behind is not None else close_line(piece)
    if start is None or end is None or last_line < 0 or end <= last_line or start > edit.start:
        return None
    return Window(first.parent, first, behind, start, end)


def op_of_line(piece: Piece, line: int, edit: int) -> Operation | None:
    """The operation that begins a line, if an edit changes nothing in front of it."""
    at = bisect_left(piece.index, line)
    op = piece.indexed[at] if at < len(piece.index) else None
    begin = len(piece.text) if op is None else piece.index[at]
    results = RESULTS.match(piece.text, line, begin)
    code = line + len(piece.text[line : line + LONGEST]) - len(piece.text[line : line + LONGEST].lstrip())
    return op if edit > code and not piece.text[results.end() if results else line : min(begin, line + LONGEST)].strip() else None


def line_of(piece: Piece, op: Operation) -> int | None:
    """Where the line of an operation begins, if it begins with the operation."""
    begin = piece.begin_of(op)
    if begin is None:
        return None
    line = piece.text.rfind("\n", 0, begin) + 1
    results = RESULTS.match(piece.text, line, begin)
    return line if not piece.text[results.end() if results else line : begin].strip() else None


def close_line(piece: Piece) -> int | None:
    """Where the line begins that closes the body, if the brace stands first in it and closes no other region."""
    tail = max(0, len(piece.text) - LONGEST)
    brace = tail + piece.text[tail:].rstrip().rfind("}")
    line = piece.text.rfind("\n", 0, brace) + 1
    return line if brace >= tail and not piece.text[line:brace].strip() and piece.text[brace + 1 :].strip()[:1] in ("", "/", "l") else None


def names_in(region: Region | None) -> dict[str, Sequence[Value]]:
    """What the names of a region's arguments and results stand for, as a parser keeps them."""
    names: dict[str, Sequence[Value]] = {}
    for block in region.blocks if region is not None else ():
        names |= {f"%{value.name}": [value] for value in block.arguments if value.name}
        for op in block:
            names.update(named_results(op))
    return names


def prepare(piece: Piece) -> None:
    """Makes of a large piece what its first edit would otherwise wait for."""
    if piece.names is None and len(piece.text) > LARGE and piece.op is not None and len(piece.op.regions) == 1:
        piece.names = names_in(piece.op.regions[0])


def named_results(op: Operation) -> dict[str, Sequence[Value]]:
    if len(op.results) == 1:
        return {f"%{op.results[0].name}": op.results} if op.results[0].name else {}
    groups: dict[str, list[Value]] = {}
    for value in op.results:
        if value.name:
            groups.setdefault(f"%{value.name}", []).append(value)
    return dict(groups)


def patched(piece: Piece, text: str, edit: Edit, aliases: Aliases, allow_unregistered: bool) -> bool:
    """Makes of a piece what it is with another text, which differs by one edit. False, with nothing changed, where that takes reading it whole."""
    window = window_of(piece, edit)
    if window is None:
        return False
    shift = len(text) - len(piece.text)
    lines = text[window.start : window.end + shift]
    if not (is_balanced(lines) and is_balanced(piece.text[window.start : window.end])):
        return False
    if piece.names is None:
        piece.names = names_in(window.block.parent)
    old, names = window.ops(), piece.names
    if any([not window.start <= (piece.begin_of(op) or 0) < window.end for op in old]):  # a terminator that is not written
        return False
    replaced = {name: values for op in old for name, values in named_results(op).items()}
    for name in replaced:
        del names[name]
    parser = parser_of(piece, window, Source("", lines + "\n}"), names, aliases, allow_unregistered)
    block = Block()
    with Listening() as heard:
        if parser is None or not is_read(parser, block, len(lines) + 1, piece, replaced):
            take_back(parser, names, replaced)
            return False
    new = put(piece, window, old, block, parser, replaced)
    move(piece, window, new, parser, shift, lines, text)
    piece.problems += [*parser.problems, *heard]
    return True


def is_balanced(lines: str) -> bool:
    """Whether each bracket in some lines closes there, so that they change nothing of what is around them."""
    opened: list[str] = []
    for match in tokens(lines, 0, len(lines)):
        if match[0] in CLOSERS:
            opened.append(CLOSERS[match[0]])
        elif match[0] in CLOSERS.values() and (not opened or opened.pop() != match[0]):
            return False
        elif MARKER in match[0]:
            return False
    return not opened


def is_read(parser: RecoveringParser, block: Block, end: int, piece: Piece, replaced: dict[str, Sequence[Value]]) -> bool:
    """Whether the lines hold whole operations of the block up to their end, whose names mean what they mean elsewhere."""
    try:
        parser.statements(block)
    except (Error, RecursionError):
        return False
    if not parser.at("}") or parser.start != end:
        return False
    for problem in parser.problems:
        # Of names that are defined behind the lines, and of a text that ends early, the whole piece says something else.
        if problem.notes or problem.location == parser.source.base + end or "end of file" in problem.message:
            return False
    for op in block:
        for name, values in named_results(op).items():
            if any([one.uses and one.type is not other.type for one, other in zip(replaced.get(name, ()), values)]):
                return False
    if piece.broken.keys() & replaced.keys():  # another definition of the name may be right from here on
        return False
    for key, value in parser.undefined().items():
        before = [piece.dangling[key]] if key in piece.dangling else list(replaced.get(key[0], ()))[key[1] : key[1] + 1]
        if before and before[0].type is not value.type:
            return False
    return True


def take_back(parser: RecoveringParser | None, names: dict[str, Sequence[Value]], replaced: dict[str, Sequence[Value]]) -> None:
    """Leaves the names of the block as they were before the lines were read."""
    if parser is not None:
        for block in parser.blocks_read:
            for op in block:
                op.drop_uses()
        for name in parser.scope_names[0]:
            names.pop(name, None)
        parser.source.forget()
    names.update(replaced)


def parser_of(
    piece: Piece, window: Window, source: Source, names: dict[str, Sequence[Value]], aliases: Aliases, allow_unregistered: bool
) -> RecoveringParser | None:
    """A parser of lines of a block, where these names are defined already."""
    try:
        parser = RecoveringParser(source, allow_unregistered)
    except Error:
        source.forget()
        return None
    parser.attribute_aliases, parser.type_aliases, parser.has_read_aliases = dict(aliases[0]), dict(aliases[1]), True
    parser.values = names
    parser.broken = {name: -1 for name, place in piece.broken.items() if not window.start <= place < window.end}
    definition = lookup(piece.op.name) if piece.op is not None else None
    parser.default_dialects.append(definition.default_dialect if definition is not None else "")
    region = window.block.parent
    parser.blocks = {f"^{each.label}": (each, None) for each in (region.blocks if region is not None else ()) if each.label}
    return parser


def put(
    piece: Piece, window: Window, old: list[Operation], block: Block, parser: RecoveringParser, replaced: dict[str, Sequence[Value]]
) -> list[Operation]:
    """Puts the operations that were read in the place of the old ones, and returns them."""
    new = list(block)
    defined = {name: values for op in new for name, values in named_results(op).items()}
    gone = set(old)
    for op in old:
        op.drop_uses()
        op.remove()
    for op in new:
        window.block.insert_before(op.remove(), window.behind)
    users: set[Operation] = set()
    for name, values in replaced.items():
        given = defined.get(name, ())
        for number, value in enumerate(values):
            users.update([op for op in value.uses if op not in gone])
            if number < len(given) and given[number].type is value.type:
                value.replace_all_uses_with(given[number])
            elif value.uses:
                piece.dangling[name, number] = value
    for key, value in parser.undefined().items():
        value.replace_all_uses_with(piece.dangling.setdefault(key, value))
    for (name, number), value in list(piece.dangling.items()):
        given = defined.get(name, ())
        if number < len(given) and given[number].type is value.type:
            users.update(value.uses)
            value.replace_all_uses_with(given[number])
        if not value.uses:
            del piece.dangling[name, number]
    piece.unverified = {op for op in piece.unverified if op not in gone} | set(new) | users
    return new


def move(piece: Piece, window: Window, new: list[Operation], parser: RecoveringParser, shift: int, lines: str, text: str) -> None:
    """Makes places count in the new text, and takes those of the operations that were read."""
    start, end = window.start, window.end
    for told in (piece.problems, piece.told or []):
        told[:] = [each for each in told if (place := piece.place_in(each.location)) is None or not start <= place < end]
    labels = {block for block, place in piece.labels.items() if start <= place < end}
    piece.labels = {block: place + shift * (place >= end) for block, place in piece.labels.items() if block not in labels}
    piece.labels |= {block: place + start for block, place in parser.labels.items()}
    piece.label_places = piece.symbols = None
    piece.broken = {name: place + shift * (place >= end) for name, place in piece.broken.items() if not start <= place < end}
    piece.broken |= {name: place + start for name, place in parser.broken.items() if place >= 0}
    low, high = bisect_left(piece.index, start), bisect_left(piece.index, end)
    spans = []
    for begin, source, at, length in piece.spans:
        if begin < start:
            spans.append((begin, source, at, min(length, start - begin)))
        if begin + length > end:
            cut = max(0, end - begin)
            spans.append((begin + cut + shift, source, at + cut, length - cut))
    before = [span for span in spans if span[0] < start]
    left = {source for _, source, _, _ in spans}
    for source in {source for _, source, _, _ in piece.spans} - left:
        source.forget()
    piece.spans = [*before, (start, parser.source, 0, len(lines)), *[span for span in spans if span[0] >= start]]
    piece.text = text
    read = [*new, *[op for block in parser.blocks_read[1:] for op in block]]
    pairs = [(place, op) for op in read if (place := piece.place_in(op.location)) is not None]
    pairs.sort(key=lambda pair: pair[0])
    piece.index[low:] = [place for place, _ in pairs] + [place + shift for place in piece.index[high:]]
    piece.indexed[low:high] = [op for _, op in pairs]
    piece.blocks += parser.blocks_read[1:]
