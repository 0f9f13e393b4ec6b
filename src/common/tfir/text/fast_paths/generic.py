"""The fast path of the generic form: `%0 = "tf.Neg"(%x) <{properties}> {attributes} : (types) -> types` on one line.

One regular expression finds the pieces; whatever it takes for attributes must end where their general reader ends.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import NO_ATTRIBUTES, Block, Operation, Value, read_only
from tfir.startup.patterns import compiled

_PIECES = compiled(r'\(([^()\n]*)\)(?: <(\{[^\n]*\})>)?(?: (\{[^\n]*\}))? : (\([^{}"\n]*\) -> [^{}"\n]*[^{}"\s])(?=\n)').match
_REMEMBERED = 200


def read_generic_line(parser, block: Block, definition, head) -> int | None:
    """Where the operation ends, when it is shaped as printed; None when it is not, and nothing has happened."""
    first, count, second, _ = head.groups()
    if second is not None or first in parser.values:
        return None
    found = read_generic(parser, head.end())
    if found is None:
        return None
    operands, result_types, attributes, end = found
    if first is not None and int(count or 1) != len(result_types):
        return None
    if definition.defaults:
        attributes = definition.defaults | attributes
    place = parser.source.base + head.start(4)
    held = read_only(attributes) if attributes else NO_ATTRIBUTES
    op = Operation.unchecked(definition.name, tuple(operands), result_types, held, place, block=block)
    if first is not None:
        parser.define(first, op.results, head.start(1))
    return end


def read_generic(parser, position: int):
    """(operands, types of results, attributes, end) of what stands behind an op's quoted name, or None."""
    found = _PIECES(parser.text, position)
    try:
        return _read(parser, found) if found is not None else None
    except Error:  # the general parser will say so, and of which op
        return None


def _read(parser, found):
    # From left to right: each piece begins where it seems to only if the one before ends there.
    attributes: dict = {}
    for group in (2, 3):
        if found[group] is not None:
            more = _entries(parser, found, group)
            if more is None or not more.keys().isdisjoint(attributes):
                return None
            attributes = {**attributes, **more} if attributes else more
    signature = _signature(parser, found)
    operands = _operands(parser, found[1], signature[0]) if signature is not None else None
    return (operands, signature[1], attributes, found.end()) if operands is not None else None


def _entries(parser, found, group: int) -> dict | None:
    text = found[group]
    known = parser.fast_path_cache.get(text) if len(text) < _REMEMBERED else None
    if known is None:
        known = {}
        parser.seek(found.start(group))
        parser.attribute_entries(known)
        if not parser.is_behind(found.end(group)):
            return None
        if len(text) < _REMEMBERED:
            parser.fast_path_cache[text] = known
    return dict(known)


def _signature(parser, found):
    key = ("generic", found[4])
    known = parser.fast_path_cache.get(key)
    if known is None:
        parser.seek(found.start(4))
        type = parser.function_type()
        if not parser.is_behind(found.end(4)):
            return None
        known = parser.fast_path_cache[key] = (type.inputs, type.results)
    return known


def _operands(parser, text: str, types) -> list[Value] | None:
    names = text.split(", ") if text else ()
    if len(names) != len(types):
        return None
    operands, values = [], parser.values
    for name, type in zip(names, types):
        known = values.get(name)
        if known is None:
            base, _, number = name.partition("#")
            known = values.get(base)
            if known is None or not number.isdecimal() or int(number) >= len(known):
                return None
            value = known[int(number)]
        else:
            value = known[0]
        if value.type is not type:
            return None
        operands.append(value)
    return operands
