"""The lane of what was read before: an operation on one line that differs from an earlier one in the names of its values alone.

The general parser has read the first of them; that it is shaped as nobody prints it does not matter then. What is remembered is
the line without its names: which of them are operands in which order, their types, the results' types, the attributes.
"""

from __future__ import annotations

import re

from tfir.ir.operations import Operation
from tfir.text.generic_lane import append, make

# The text of a line around the names of values, which stand at odd places.
_NAMES = re.compile(r"(%[\w$.\-]+(?:#\d+)?)").split
# What may follow: nothing that could still belong to the operation.
_NEXT = re.compile(r"\n\s*(?!(?:loc|attributes)\b)[%}^\"A-Za-z_/]").match
LONGEST, MOST = 1000, 4000


def line_of(parser, position: int) -> tuple[str, int] | None:
    """The rest of a line, and its end; None where it holds what is not looked through: strings, comments, locations."""
    end = parser.text.find("\n", position, position + LONGEST)
    if end < 0:
        return None
    line = parser.text[position:end]
    return (line, end) if '"' not in line and "//" not in line and "loc(" not in line else None


def remembered_lane(parser, block, default: str, head) -> int | None:
    """Where the operation ends when a line like its own was read before; None otherwise, and nothing has happened."""
    first, count, second, name = head.groups()
    if second is not None or first in parser.values or not parser.remembered:
        return None
    found = line_of(parser, head.end())
    if found is None:
        return None
    parts = _NAMES(found[0])
    known = parser.remembered.get((default, name, count, first is None, *parts[::2]))
    if known is None or _NEXT(parser.text, found[1]) is None:
        return None
    op_name, order, types, result_types, attributes = known
    operands = [value_of(parser, parts[2 * at + 1]) for at in order]
    for value, type in zip(operands, types):
        if value is None or value.type is not type:
            return None
    op = make(op_name, operands, result_types, dict(attributes), parser.source.base + head.start(4))
    append(block, op)
    if first is not None:
        parser.define(first, op.results, head.start(1))
    return found[1]


def remember(parser, head, op: Operation, default: str) -> None:
    """Keeps what the general parser has made of the operation whose beginning `head` matches, where it ended with its line."""
    first, count, second, name = head.groups()
    found = line_of(parser, head.end())
    at_its_place = op.location == parser.source.base + head.start(4)
    if second is not None or found is None or op.regions or op.successors or not at_its_place or len(parser.remembered) > MOST:
        return
    line, end = found
    if parser.start <= end or parser.text[end : parser.start].strip() or _NEXT(parser.text, end) is None:
        return
    parts = _NAMES(line)
    order = order_of(op, [value_of(parser, name) for name in parts[1::2]])
    if order is not None:
        what = (op.name, order, [value.type for value in op.operands], [value.type for value in op.results], dict(op.attributes))
        parser.remembered[(default, name, count, first is None, *parts[::2])] = what


def order_of(op: Operation, written: list) -> list[int] | None:
    """Which of the values in the text each operand is; None unless each of them is an operand and they differ."""
    if None in written or len(set(written)) != len(written) or set(written) != set(op.operands):
        return None
    return [written.index(value) for value in op.operands]


def value_of(parser, name: str):
    known = parser.values.get(name)
    if known is not None:
        return known[0]
    base, _, number = name.partition("#")
    known = parser.values.get(base)
    return known[int(number)] if known is not None and number and int(number) < len(known) else None
