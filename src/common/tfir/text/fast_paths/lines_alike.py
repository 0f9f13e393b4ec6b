"""The fast path of lines alike: operations on one line each that differ from an earlier one in the names of their values alone.

Another fast path or the general parser has read the first of them; how that was shaped does not matter then. What is
kept is the line around its names: which of these are operands in which order, the types, and what the operations share.
"""

from __future__ import annotations

from tfir.ir.operations import Block, Operation, Value, operation_of_parts
from tfir.ir.parts import Shared
from tfir.ir.types import Type
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.text.parser import Parser

    Around = tuple[str, ...]
    UnknownLine = tuple[int, int, list[str], Around]  # its start, its end, its text split at names, the text around these
    Place = tuple[int, int, Type]  # of an operand: place among the parts of the line, number of the result, type

# The text of a line around the names of values, which stand at odd places. Numbers of results (`#1`) belong to the text around.
NAMES = compiled(r"(%(?:\d+|[A-Za-z_$.\-][\w$.\-]*))").split
_NUMBER = compiled(r"#(\d+)").match
# What may follow an operation on one line: nothing that could still belong to it.
_BLANKS = compiled(r"\s*+").fullmatch
NEXT = compiled(r"(?:\s+|//[^\n]*)*+(?!(?:loc|attributes)\b)[%}^\"A-Za-z_]").match
LONGEST = 4000  # what is longer than this is no line here: nothing looks further, so that a file of one line takes no longer
# How many kinds of lines are kept: where most differ, this many and then one for each so many characters.
AT_LEAST, CHARACTERS_FOR_ONE = 256, 512
NOTHING = (Value(Type(), None, 0),)  # in place of a value that is not there: of a type that no other has


class Line:
    """The content of lines alike. `operands` are (place among the parts of the line, number of the result, type) in their order;
    `name_at` is where the operation's name begins, had the result's name no characters. `plain` is how many operands there are
    where they are written in order, none by number, and there is one result. `are_distinct` where the form says something else when
    a value is named twice."""

    __slots__ = (
        "shared", "name", "attributes", "regions", "has_result", "result_types", "operands", "name_at", "plain", "first", "second",
        "are_distinct",
    )  # fmt: skip

    def __init__(self, op: Operation, has_result: bool, operands: list[Place], name_at: int, are_distinct: bool):
        self.name, self.attributes, self.has_result, self.operands, self.name_at = op.name, op.attributes, has_result, operands, name_at
        self.result_types = tuple([value.type for value in op.results])
        self.shared = Shared(op.regions)
        self.regions = None if op.regions else ()
        op.share(self.shared)
        count = len(operands)
        in_order = count == 0 or (operands[0][:2] == (3, 0) and (count == 1 or operands[1][:2] == (5, 0)))
        self.are_distinct = are_distinct
        self.plain = count if in_order and count <= 2 and has_result and len(op.results) == 1 and not are_distinct else None
        self.first = operands[0][2] if count else None
        self.second = operands[1][2] if count > 1 else None


def read_lines_alike(parser: Parser, block: Block, position: int, lines: dict[Around, Line]) -> int:
    """Reads operations into the block as long as their lines are known. Returns where the first other one begins, or `position` when it
    read none. If it stopped at an unknown line, that is `parser.unknown`, for `remember`."""
    start, parser.unknown = line_start(parser.text, position), None
    if start < 0:
        return position
    text, values, base, scope = parser.text, parser.values, parser.source.base, parser.scope_names[-1]
    find, forward, keep_names = text.find, parser.forward, parser.keep_names
    last_start, last_end = start, position
    op: Operation | None = None
    operands: tuple[Value, ...] | None
    while True:  # not `while condition`: Python 3.11 specializes what runs once only at unconditional jumps back
        end = find("\n", start, start + LONGEST)
        if end < 0:
            break
        parts = NAMES(text[start:end])
        around = tuple(parts[::2])
        line = lines.get(around)
        if line is None:
            if not is_blank(parts):
                parser.unknown = start, end, parts, around
                break
            start = end + 1
            continue
        plain = line.plain
        if plain == 2:
            one, two = values.get(parts[3], NOTHING)[0], values.get(parts[5], NOTHING)[0]
            if one.type is not line.first or two.type is not line.second:
                break
            operands = one, two
        elif plain == 1:
            one = values.get(parts[3], NOTHING)[0]
            if one.type is not line.first:
                break
            operands = (one,)
        elif plain == 0:
            operands = ()
        else:
            operands = operands_of(line, parts, values)
            if operands is None:
                break
        name = parts[1] if line.has_result else ""
        if name and (name in values or forward and name in forward):
            break
        place = base + start + line.name_at + len(name)
        op = operation_of_parts(line.name, operands, line.result_types, line.attributes, place, line.regions, (), line.shared, block)
        if name:
            values[name] = results = op.results
            scope.append(name)
            if keep_names:
                for value in results:
                    value.name = name[1:]
        last_start, last_end, start = start, end, end + 1
    if op is None or NEXT(text, last_end) is not None:
        return last_end
    take_back(parser, op)
    return last_start


def is_blank(parts: list[str]) -> bool:
    """Whether a line, in parts, is empty or a comment."""
    rest = parts[0].lstrip()
    return rest.startswith("//") if rest else len(parts) == 1


def line_start(text: str, position: int) -> int:
    """Where the line begins whose first token is the next one, or -1 when the next token has another in front of it on its line."""
    if text[position : position + 1].isspace():
        start = text.find("\n", position, position + LONGEST) + 1
        return start if start and (start == position + 1 or text[position:start].isspace()) else -1
    start = text.rfind("\n", max(0, position - LONGEST), position) + 1
    if not start and position > LONGEST:
        return -1
    return start if start == position or text[start:position].isspace() else -1


def operands_of(line: Line, parts: list[str], values: dict[str, Sequence[Value]]) -> tuple[Value, ...] | None:
    """The values that a line names, if all are defined and of the types that are known."""
    operands = []
    for at, number, type in line.operands:
        results = values.get(parts[at], ())
        if number >= len(results) or results[number].type is not type:
            return None
        operands.append(results[number])
    return None if line.are_distinct and len(set(operands)) < len(operands) else tuple(operands)


def take_back(parser: Parser, op: Operation) -> None:
    """Undoes the reading of an operation that may go on behind its line."""
    for name in [name for name in parser.scope_names[-1][-1:] if op.results and parser.values.get(name) is op.results]:
        parser.scope_names[-1].pop()
        del parser.values[name]
    op.erase()


def remember(parser: Parser, lines: dict[Around, Line], op: Operation, end: int, is_finished: bool = False) -> None:
    """Keeps what was made of the operation on the line that was not known, if it has that line to itself: at `end` it had ended, or
    the next token began. A fast path knows already that the operation `is_finished` there, with its line."""
    if parser.unknown is None or op.successors or op.shared is not None:
        return
    start, stop, parts, around = parser.unknown
    text, place, name_at = parser.text, op.location, parser.source.base + start
    if not isinstance(place, int) or not name_at <= place < name_at + stop - start or len(lines) > AT_LEAST + start // CHARACTERS_FOR_ONE:
        return
    if text.find(":", place - name_at + start, stop) < 0 or not (is_finished or is_whole(text, stop, end)):
        return
    if op.regions and not is_hidden(parser, op):
        return
    has_result = bool(op.results) and len(parts) > 1 and parser.values.get(parts[1], ()) == op.results
    operands = order_of(op, parts, 3 if has_result else 1, parser.values)
    if operands is not None:
        are_distinct = getattr(getattr(parser.lookup(op.name), "form", None), "merges_values", False)
        lines[around] = Line(op, has_result, operands, place - name_at - (len(parts[1]) if has_result else 0), are_distinct)


def is_hidden(parser: Parser, op: Operation) -> bool:
    """Whether the text says nothing of what is in the regions: the form makes them up, where the operation stands, of nothing else."""
    definition = parser.lookup(op.name)
    if definition is None or not getattr(definition.form, "hides_regions", False):
        return False
    inside = set(op.region.walk())
    return all([inner.location == op.location and all([v.op is None or v.op in inside for v in inner.operands]) for inner in inside])


def is_whole(text: str, stop: int, end: int) -> bool:
    """Whether an operation that ends in front of `end` ends with its line, and nothing that follows can belong to it."""
    return _BLANKS(text, min(end, stop), max(end, stop)) is not None and NEXT(text, stop) is not None


def order_of(op: Operation, parts: list[str], first: int, values: dict[str, Sequence[Value]]) -> list[Place] | None:
    """Where the operands stand among the parts; None unless the names there, which differ, are those of the operands."""
    written: dict[Value, Place] = {}
    for at in range(first, len(parts), 2):
        match = _NUMBER(parts[at + 1]) if parts[at + 1][:1] == "#" else None
        number = int(match[1]) if match else 0
        results = values.get(parts[at], ())
        if number >= len(results) or results[number] in written:
            return None
        written[results[number]] = (at, number, results[number].type)
    if written.keys() != set(op.operands):
        return None
    return [written[value] for value in op.operands]
