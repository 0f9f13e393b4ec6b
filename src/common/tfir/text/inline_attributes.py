"""Attributes in the shortest spelling that their kinds allow, for declarative assembly: `[1, 2]` for an `array<i64>`."""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.attributes import BoolAttr, DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.text.attribute_parser import AttributeParser
    from tfir.text.interfaces import DeclaredAttribute
    from tfir.text.printer import Printer

    Reader = Callable[[AttributeParser, DeclaredAttribute], Attribute]
    Shower = Callable[[Printer, Any], str]


def _read_integers(p: AttributeParser, declared: DeclaredAttribute) -> Attribute:
    def one() -> int:
        try:
            return p.integer()
        except Error as error:
            raise error.and_told("expected ']'") from None

    return DenseArrayAttr(p.comma_list(one, "[", "]"), ty.I64)


def _read_integer(p: AttributeParser, declared: DeclaredAttribute) -> Attribute:
    return IntegerAttr(p.integer(), INTEGERS[declared.kind])


def _read_float(p: AttributeParser, declared: DeclaredAttribute) -> Attribute:
    return FloatAttr(p.number(), {"f32": ty.F32, "f64": ty.F64}[declared.kind])


def typed_attribute(p: AttributeParser) -> Attribute:
    """An attribute that has a type of its own: a number, elements, a truth value."""
    start, attribute = p.start, p.attribute()
    if not hasattr(attribute, "type") or isinstance(attribute, TypeAttr):
        raise p.error_in_op(f"invalid kind of attribute specified: a constant has a type, {attribute.text[:40]} has none", start)
    return attribute


def _read_word(p: AttributeParser, declared: DeclaredAttribute) -> Attribute:
    start, word = p.start, p.keyword()
    if declared.allowed and word not in declared.allowed:
        raise p.error(f"expected one of {', '.join(declared.allowed)}; found '{word}'", start)
    return EnumAttr(declared.kind[1:], word) if declared.kind[0] == "#" else StringAttr(word)


INTEGERS = {"index": ty.INDEX, "i32": ty.I32, "i64": ty.I64, "ui32": ty.UI32, "ui64": ty.UI64}
# How an attribute of a kind is read and shown, and a pattern for its text.
INLINE_KINDS: dict[str, tuple[Reader, Shower, str | None]] = {
    "array<i64>": (_read_integers, lambda printer, a: f"[{', '.join(map(str, a.values))}]", r"\[[-\d, ]*\]"),
    **dict.fromkeys(INTEGERS, (_read_integer, lambda printer, a: str(a.value), r"-?\d+")),
    **dict.fromkeys(("f32", "f64"), (_read_float, lambda printer, a: a.text.partition(" ")[0], None)),
    "bool": (lambda p, declared: BoolAttr(p.keyword("true", "false") == "true"), lambda printer, a: a.text, r"true|false"),
    "enum": (_read_word, lambda printer, a: a.value, r"\w+"),
    **dict.fromkeys(("unit", "flag"), (lambda p, declared: UnitAttr(), lambda printer, a: "", None)),
    "any": (lambda p, declared: p.attribute(), lambda printer, a: printer.attribute(a), None),
    "str": (lambda p, declared: StringAttr(p.string()), lambda printer, a: a.text, r'"[^"\\\n]*"'),
    "symbol": (lambda p, declared: p.attribute(), lambda printer, a: printer.attribute(a), r"@[\w$.\-]+"),
    "typed": (lambda p, declared: typed_attribute(p), lambda printer, a: printer.attribute(a), None),
    "elements": (lambda p, declared: typed_attribute(p), lambda printer, a: printer.attribute(a), r'dense<[^"\n]*> : tensor<[^<>\n]*>'),
}
