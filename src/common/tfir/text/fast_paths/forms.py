"""The fast path of declarative forms: one regular expression over a whole op that is shaped as printed."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Value, operation_of_parts
from tfir.ir.parts import NO_ATTRIBUTES, read_only
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from re import Match
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Block
    from tfir.ir.types import Type
    from tfir.text.assembly import Format
    from tfir.text.interfaces import Definition, FastPath
    from tfir.text.parser import Parser
    from tfir.text.pieces import Piece, SidesTypes

    Groups = Sequence[Any]  # of a match: texts, or None

END_OF_LINE = r"(?=[ \t]*\n)"


def make_fast_path(form: Format) -> FastPath | None:
    """A regular expression over the whole op that a `Format` reads, and what its groups mean; None when a piece has no pattern."""
    patterns = [piece.pattern for piece in form.pieces if piece.pattern is not None]
    grouped = [piece for piece in form.pieces if piece.role != "literal"]
    types = [(i, piece) for i, piece in enumerate(grouped) if piece.role == "types"]
    if len(patterns) != len(form.pieces) or (len(types) != 1 and form.constant is None):
        return None
    match = compiled("".join(patterns) + END_OF_LINE).match
    values = [i for i, piece in enumerate(grouped) if piece.role == "operands"]
    one_list = values[0] if len(values) == 1 else None
    attributes = [(i, piece) for i, piece in enumerate(grouped) if piece.role == "attributes"]
    type_group, type_piece = types[0] if types else (0, None)
    type_kind, constant = kind_of(type_piece), form.constant or ""
    is_plain, count = form.is_plain, len(form.order)

    def fast_path(parser: Parser, block: Block, definition: Definition, head: Match[str]) -> int | None:
        whole = match(parser.text, head.end())
        if whole is None:
            return None
        try:
            return read(parser, block, definition, head, whole, whole.groups())
        except Error:  # the general parser will say so, and of which op
            return None

    def read(parser: Parser, block: Block, definition: Definition, head: Match[str], whole: Match[str], groups: Groups) -> int | None:
        inherent = dict(definition.defaults)
        if is_plain and groups[1] is None and (operands := _of_one_type(parser, groups, count)) is not None:
            return whole.end() if _append(parser, block, definition.name, operands, (operands[0].type,), inherent, head) else None
        names = (groups[one_list].split(", ") if one_list is not None else _names(groups, values)) if values else ()
        for group, piece in attributes:
            if not piece.convert(parser, whole.start(group + 1), groups[group], inherent):
                return None
        inputs: Sequence[Type] | None
        results: Sequence[Type]
        if type_piece is None:
            inputs, results = (), (inherent[constant].type,)
        else:
            key = (type_kind, groups[type_group])
            signature = parser.fast_path_cache.get(key) or _signature(parser, whole, type_group + 1, type_piece, key)
            if signature is None:
                return None
            inputs, results = signature
            if inputs is None:
                inputs = tuple(results) * len(names)
        operands = parser.defined_operands(names, inputs)
        if operands is None:
            return None
        return whole.end() if _append(parser, block, definition.name, operands, results, inherent, head) else None

    return fast_path


def _of_one_type(parser: Parser, groups: Groups, count: int) -> list[Value] | None:
    """The operands of a plain form where all are defined, and of a plain type: nothing else needs a look then."""
    type, values, operands = parser.plain_type(groups[-1]), parser.values, []
    for name in groups[0].split(", "):
        results = values.get(name)
        if results is None or results[0].type is not type:
            return None
        operands.append(results[0])
    return operands if len(operands) == count else None


def _names(groups: Groups, values: Sequence[int]) -> list[str]:
    """The operands' names where they stand in several groups, of which some may be lists."""
    return [name for group in values for name in groups[group].split(", ")]


def _append(
    parser: Parser, block: Block, name: str, operands: Sequence[Value], result_types: Sequence[Type], attributes: dict[str, Attribute],
    head: Match[str],
) -> bool:  # fmt: skip
    """Makes the operation, appends it and binds its one result. False when it has another number of results than are named."""
    result, count, second, _ = head.groups()
    if result is None:
        if result_types:
            return False
    elif count or second or len(result_types) != 1 or result in parser.values or parser.forward:
        return False
    held = read_only(attributes) if attributes else NO_ATTRIBUTES
    op = operation_of_parts(name, tuple(operands), result_types, held, parser.source.base + head.start(4), block=block)
    if result is None:
        return True
    parser.values[result] = op.results
    parser.scope_names[-1].append(result)
    if parser.keep_names:
        op.results[0].name = result[1:]
    return True


def kind_of(piece: Piece | None) -> object:
    """The key under which the types that a piece has read are cached: pieces with equal keys read equal text alike."""
    return getattr(piece, "kind", None) or piece.__class__


def _signature(parser: Parser, whole: Match[str], group: int, piece: Piece, key: object) -> SidesTypes | None:
    """The types that a type piece reads from the text that the fast path matched; None where the text goes on after the type."""
    signature = piece.plain_signature(parser, whole[group])
    if signature is None:
        return parser.read_exactly(key, whole.start(group), whole.end(group), piece.signature, parser)
    parser.fast_path_cache[key] = signature
    return signature
