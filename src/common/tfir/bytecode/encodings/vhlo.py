"""The encodings of VHLO, which its table of kinds says."""

from __future__ import annotations

from tfir.bytecode.encodings import DialectEncodings, Encoding
from tfir.dialects.vhlo.builtins import to_builtin, to_vhlo
from tfir.dialects.vhlo.kinds import KINDS, Kind, VhloAttr, VhloType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def encoding(kind: Kind) -> Encoding:
    """The encoding of a kind. Words of an enumeration go by their numbers."""
    fields = ", ".join([f"{name}: {'varint' if how == 'word' else how}" for name, how in kind.fields])
    if kind.words:
        return Encoding(
            kind.code, fields, lambda value: VhloAttr(kind, value=word(kind, value)), lambda one: {"value": kind.words.index(one.value)}
        )
    make = VhloType if kind.is_type else VhloAttr
    return Encoding(kind.code, fields, lambda **values: make(kind, **values), lambda one: one.values)


def word(kind: Kind, number: int) -> str:
    if number >= len(kind.words) or kind.words[number] == "-":
        raise ValueError(f"{kind.name} has no number {number}")
    return kind.words[number]


OF_TYPES = {kind.code: encoding(kind) for kind in KINDS if kind.is_type}
OF_ATTRIBUTES = {kind.code: encoding(kind) for kind in KINDS if not kind.is_type}
WITH_ENCODING = next(kind.code for kind in KINDS if kind.is_type and "encoding" in dict(kind.fields))


def of_type(type: Any) -> Encoding | None:
    if not isinstance(type, VhloType):
        return None
    return OF_TYPES[WITH_ENCODING if "encoding" in type.values else type.kind.code]


ENCODINGS = DialectEncodings(
    OF_TYPES.values(), OF_ATTRIBUTES.values(), of_type,
    lambda one: OF_ATTRIBUTES[one.kind.code] if isinstance(one, VhloAttr) else None, to_builtin, to_vhlo,
)  # fmt: skip
