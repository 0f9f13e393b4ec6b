"""Reads the text of VHLO's types and attributes, as the layouts of `kinds.txt` say it."""

from __future__ import annotations

from tfir.dialects.vhlo.builtins import to_builtin, to_vhlo
from tfir.dialects.vhlo.kinds import ATTRIBUTES, FIELD, STRUCT, Kind, VhloAttr, VhloType
from tfir.ir.attributes import Attribute, FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import FloatType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def reader(kind: Kind) -> Callable[[Any], Any]:
    """The function of a parser that reads what stands behind the name."""
    return lambda p: _read(p, kind)


def _read(p: Any, kind: Kind) -> Any:
    begin, make = p.start, VhloType if kind.is_type else VhloAttr
    values: dict[str, Any] = {}
    how_of = dict(kind.fields)
    if kind.layout == STRUCT:
        _read_struct(p, kind, values)
    for part in FIELD.finditer(kind.layout) if kind.layout != STRUCT else ():
        if part[1] is None:
            _expect(p, part[0])
        elif part[1] == "encoding":
            if p.accept(","):
                values["encoding"] = p.attribute()
        else:
            values[part[1]] = READ[how_of[part[1]]](p)
    if kind.name == "float_v1":
        start, token = values["value"]
        values["value"] = _float(p, start, token, values["type"])
    problem = misfit(kind, values)
    if problem:
        raise p.error(problem, begin)
    ordered = {name: values[name] for name in [*[name for name, _ in kind.fields], "encoding"] if name in values}
    return make(kind, **ordered)


def _expect(p: Any, literal: str) -> None:
    for token in literal.replace("->", "\n").replace(" ", ""):
        p.expect("->" if token == "\n" else token)


def _read_struct(p: Any, kind: Kind, values: dict[str, Any]) -> None:
    how_of = dict(kind.fields)

    def entry() -> None:
        name = p.keyword(*how_of)
        p.expect("=")
        values[name] = READ[how_of[name]](p)

    p.comma_list(entry, "<", ">")
    for name, how in kind.fields:
        if name not in values and how not in ("attribute_if_any", "optional_attribute"):
            raise p.error(f"struct is missing required parameter: {name}")
        values.setdefault(name, None)


def misfit(kind: Kind, values: dict[str, Any]) -> str:
    """The error of values that are not of VHLO where they must be; empty when there is none."""
    if kind.name == "dict_v1" and any([not isinstance(name, VhloAttr) for name, _ in values["value"]]):
        return "expected VHLO key attribute"
    if kind.name == "result_accuracy_v1" and not isinstance(values["mode"], VhloAttr):
        return "expected VHLO result accuracy mode"
    inside = [
        each
        for name, how in kind.fields
        for each in ((values[name],) if how == "type" else values[name] if how in ("types", "list") else ())
    ]
    return "expected VHLO type" if any([not isinstance(each, VhloType) for each in inside]) else ""


def read_enumeration(p: Any) -> VhloAttr:
    """`<precision_v1 HIGH>`."""
    p.expect("<")
    start, name = p.start, p.keyword()
    kind = ATTRIBUTES.get(name)
    if kind is None or not kind.words:
        raise p.error("unknown vhlo attribute", start)
    word = p.keyword(*[word for word in kind.words if word != "-"])
    p.expect(">")
    return VhloAttr(kind, value=word)


def _read_types(p: Any) -> tuple[Any, ...]:
    if p.accept("("):
        p.expect(")")
        return ()
    return tuple(p.comma_list(p.type))


def _read_list(p: Any) -> tuple[Any, ...]:
    return () if p.at(">") else tuple(p.comma_list(p.type))


def _read_pairs(p: Any) -> tuple[tuple[Attribute, Attribute], ...]:
    def pair() -> tuple[Attribute, Attribute]:
        name = p.attribute()
        p.expect("=")
        return name, p.attribute()

    return () if p.at("}") else tuple(p.comma_list(pair))


def _float(p: Any, start: int, token: str, type: Any) -> FloatAttr:
    """The number in a token, whose type was read behind it."""
    element = to_builtin(type)
    if not isinstance(element, FloatType):
        raise p.error("expected VHLO type of floats", start)
    return FloatAttr(0.0, element, p.float_bits(token, element, start))


def _of_class(cls: Any) -> Callable[[Any], Any]:
    def read(p: Any) -> Any:
        start = p.start
        value: Any = p.attribute()
        if not isinstance(value, cls) or to_vhlo(value.type) is None:
            raise p.error(f"invalid kind of attribute specified: {value}", start)
        return value

    return read


# How the text of a field is read, by how it is encoded.
READ: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("attribute", "attribute_if_any", "optional_attribute"), lambda p: p.attribute()),
    **dict.fromkeys(("varint", "svarint"), lambda p: p.integer()),
    "type": lambda p: p.type(),
    "types": _read_types,
    "list": _read_list,
    "attributes": lambda p: () if p.at("]") else tuple(p.comma_list(p.attribute)),
    "pairs": _read_pairs,
    "bool": lambda p: p.keyword("true", "false") == "true",
    "svarints": lambda p: tuple(p.comma_list(p.integer, "[", "]")),
    "double": lambda p: p.number(),
    "doubles": lambda p: tuple(p.comma_list(p.number, "[", "]")),
    "string": lambda p: p.string(),
    "float": lambda p: (p.start, p.advance()),
    "integer": _of_class(IntegerAttr),
    "elements": _of_class(DenseAttr),
    "sizes": lambda p: tuple(p.comma_list(lambda: None if p.accept("?") else p.integer(), "[", "]")),
    "shape": lambda p: p.shape("vhlo"),
}  # fmt: skip
