"""The fast path of declarative forms: one regular expression over a whole op that is shaped as printed."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import NO_ATTRIBUTES, Operation, Value, read_only
from tfir.startup.patterns import compiled

END_OF_LINE = r"(?=[ \t]*\n)"


def make_fast_path(form):
    """A regular expression over the whole op that a `Format` reads, and what its groups mean; False when a piece has no pattern."""
    if any(piece.pattern is None for piece in form.pieces):
        return False
    grouped = [piece for piece in form.pieces if piece.role != "literal"]
    match = compiled("".join([piece.pattern for piece in form.pieces]) + END_OF_LINE).match
    values = [i for i, piece in enumerate(grouped) if piece.role == "operands"]
    one_list = values[0] if len(values) == 1 else None
    attributes = [(i, piece) for i, piece in enumerate(grouped) if piece.role == "attributes"]
    types = [(i, piece) for i, piece in enumerate(grouped) if piece.role == "types"]
    if len(types) != 1 and form.constant is None:
        return False
    type_group, type_piece = types[0] if types else (None, None)
    type_kind, constant = type_piece.__class__, form.constant
    is_plain, count = form.is_plain, len(form.order)

    def fast_path(parser, block, definition, head):
        found = match(parser.text, head.end())
        if found is None:
            return None
        groups = found.groups()
        try:
            return _read(parser, block, definition, head, found, groups)
        except Error:  # the general parser will say so, and of which op
            return None

    def _read(parser, block, definition, head, found, groups):
        if is_plain and groups[1] is None and (operands := _of_one_type(parser, groups, count)) is not None:
            return (
                found.end()
                if _append(parser, block, definition.name, operands, (operands[0].type,), dict(definition.defaults), head)
                else None
            )
        names = (groups[one_list].split(", ") if one_list is not None else _names(groups, values)) if values else ()
        inherent = dict(definition.defaults)
        for group, piece in attributes:
            if not piece.convert(parser, found.start(group + 1), groups[group], inherent):
                return None
        if type_group is None:
            inputs, results = (), (inherent[constant].type,)
        else:
            signature = parser.fast_path_cache.get((type_kind, groups[type_group]))
            if signature is None:
                signature = _signature(parser, found, type_group + 1, type_piece)
                if signature is None:
                    return None
            inputs, results = signature
            if inputs is None:
                inputs = results * len(names)
        operands = _known_operands(parser.values, names, inputs)
        if operands is None:
            return None
        return found.end() if _append(parser, block, definition.name, operands, results, inherent, head) else None

    return fast_path


def _of_one_type(parser, groups, count: int) -> list[Value] | None:
    """The operands of a plain form where all are defined, and of a plain type: nothing else needs a look then."""
    type, known, operands = parser.plain_type(groups[-1]), parser.values, []
    for name in groups[0].split(", "):
        values = known.get(name)
        if values is None or values[0].type is not type:
            return None
        operands.append(values[0])
    return operands if len(operands) == count else None


def _names(groups, values) -> list[str]:
    """The operands' names where they stand in several groups, of which some may be lists."""
    return [name for group in values for name in groups[group].split(", ")]


def _known_operands(values, names, inputs) -> list[Value] | None:
    """The values of those names, if all are defined and of the types that are wanted."""
    if len(inputs) != len(names):
        return None
    operands = []
    for name, wanted in zip(names, inputs):
        known = values.get(name)
        if known is not None:
            value = known[0]
        else:
            base, pack, number = name.partition("#")
            known = values.get(base) if pack else None
            if known is None or not number.isdecimal() or int(number) >= len(known):
                return None
            value = known[int(number)]
        if value.type is not wanted:
            return None
        operands.append(value)
    return operands


def _append(parser, block, name, operands, result_types, attributes, head) -> bool:
    """Makes the operation, appends it and binds its one result. False when it has another number of results than are named."""
    result, count, second, _ = head.groups()
    if result is None:
        if result_types:
            return False
    elif count or second or len(result_types) != 1 or result in parser.values or parser.forward:
        return False
    held = read_only(attributes) if attributes else NO_ATTRIBUTES
    op = Operation.unchecked(name, tuple(operands), result_types, held, parser.source.base + head.start(4), block=block)
    if result is None:
        return True
    parser.values[result] = op.results
    parser.scope_names[-1].append(result)
    if parser.keep_names:
        op.results[0].name = result[1:]
    return True


def _signature(parser, found, group, piece):
    """What a type piece makes of the text that the fast path met; None where the text goes on after the type."""
    text = found[group]
    key = (piece.__class__, text)
    known = parser.fast_path_cache.get(key)
    if known is None:
        known = piece.plain_signature(parser, text)
        if known is None:
            start = found.start(group)
            parser.seek(start)
            known = piece.signature(parser)
            if not parser.is_behind(start + len(text)):
                return None
        parser.fast_path_cache[key] = known
    return known
