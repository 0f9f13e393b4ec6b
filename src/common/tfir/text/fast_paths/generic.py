"""The fast path of the generic form: `%0 = "tf.Neg"(%x) <{properties}> {attributes} : (types) -> types` on one line.

One regular expression finds the pieces; text that it takes for attributes must end where their general reader ends.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Value, operation_of_parts
from tfir.ir.parts import NO_ATTRIBUTES, read_only
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type
    from tfir.text.interfaces import Definition
    from tfir.text.parser import Parser

    Types = tuple[Type, ...]
    Pieces = tuple[list[Value], Types, dict[str, Attribute], int]  # operands, types of results, attributes, end

_PIECES = compiled(r'\(([^()\n]*)\)(?: <(\{[^\n]*\})>)?(?: (\{[^\n]*\}))? : (\([^{}"\n]*\) -> [^{}"\n]*[^{}"\s])(?=\n)').match
_REMEMBERED = 200


def read_generic_line(parser: Parser, block: Block, definition: Definition, head: Match[str]) -> int | None:
    """Where the operation ends, when it is shaped as printed; None when it is not, and nothing has happened."""
    first, count, second, _ = head.groups()
    if second is not None or first in parser.values:
        return None
    pieces = read_generic(parser, head.end())
    if pieces is None:
        return None
    operands, result_types, attributes, end = pieces
    if first is not None and int(count or 1) != len(result_types):
        return None
    if definition.defaults:
        attributes = definition.defaults | attributes
    place = parser.source.base + head.start(4)
    held = read_only(attributes) if attributes else NO_ATTRIBUTES
    op = operation_of_parts(definition.name, tuple(operands), result_types, held, place, block=block)
    if first is not None:
        parser.define(first, op.results, head.start(1))
    return end


def read_generic(parser: Parser, position: int) -> Pieces | None:
    """The pieces behind an op's quoted name, or None where the fast path cannot read them."""
    match = _PIECES(parser.text, position)
    try:
        return _read(parser, match) if match is not None else None
    except Error:  # the general parser will say so, and of which op
        return None


def _read(parser: Parser, match: Match[str]) -> Pieces | None:
    # From left to right: each piece begins where it seems to only if the one before ends there.
    attributes: dict[str, Attribute] = {}
    for group in (2, 3):
        if match[group] is not None:
            more = read_entries(parser, match, group)
            if more is None or not more.keys().isdisjoint(attributes):
                return None
            attributes = {**attributes, **more} if attributes else more
    key = ("generic", match[4])
    type = parser.fast_path_cache.get(key) or parser.read_exactly(key, *match.span(4), parser.function_type)
    if type is None:
        return None
    operands = parser.defined_operands(match[1].split(", ") if match[1] else (), type.inputs)
    return (operands, type.results, attributes, match.end()) if operands is not None else None


def read_entries(parser: Parser, match: Match[str], group: int) -> dict[str, Attribute] | None:
    """The dictionary of attributes in a group of a match, or None where it does not end with the group."""
    key = match[group] if match.end(group) - match.start(group) < _REMEMBERED else None
    entries = parser.fast_path_cache.get(key) or parser.read_exactly(key, *match.span(group), parser.dictionary)
    return None if entries is None else dict(entries)


def binds_token(parser: Parser, head: Match[str], count: int) -> bool:
    """Whether the names on the left are new, and cover `count` results and a token behind them, which has a name of its own."""
    first, number, second, _ = head.groups()
    if first is None or first in parser.values:
        return False
    if second is None:
        return count == 0 and number is None
    return int(number or 1) == count and second not in parser.values and first != second


def define_with_token(parser: Parser, head: Match[str], results: tuple[Value, ...]) -> None:
    first, _, second, _ = head.groups()
    parser.define(first, results[:-1] if second else results, head.start(1))
    if second:
        parser.define(second, results[-1:], head.start(3))
