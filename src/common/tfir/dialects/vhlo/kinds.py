"""VHLO's types and attributes: a class for all types and one for all attributes, each of a `Kind`, a line of `kinds.txt`."""

from __future__ import annotations

from os.path import dirname, join

from tfir.ir.attributes import Attribute, FloatAttr
from tfir.ir.location import quoted
from tfir.ir.types import F64, OpaqueType
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    Version = tuple[int, int, int]

CURRENT: Version = (1, 20, 0)
MINIMUM: Version = (0, 9, 0)


def version_of(text: str) -> Version:
    """`1.20.0` as numbers. Raises ValueError for other text."""
    parts = text.split(".")
    if len(parts) != 3 or not all([part.isdecimal() and part.isascii() and len(part) < 10 for part in parts]):
        raise ValueError(f"no version: {text}")
    major, minor, patch = map(int, parts)
    return major, minor, patch


class Kind:
    """A line of the table. `fields` are names with how each is encoded; `layout` is the text behind the name, with `$field`. Of an
    enumeration `words` are its members, by their numbers."""

    __slots__ = ("code", "name", "since", "fields", "layout", "words", "is_type")

    def __init__(self, line: str):
        what, code, self.name, since, *rest = line.split(" ", 4)
        self.code, self.since, self.is_type = int(code), version_of(since), what == "type"
        tail = rest[0] if rest else ""
        self.words = tuple(tail.split(" ")) if what == "enum" else ()
        self.fields: tuple[tuple[str, str], ...] = (("value", "word"),) if self.words else ()
        self.layout = ""
        if tail.startswith("("):
            listed, _, self.layout = tail[1:].partition(") ")
            self.fields = tuple([(name, kind) for name, _, kind in (part.partition(": ") for part in listed.split(", "))])


class Versioned:
    """What types and attributes of VHLO have in common: a kind, and a value for each of its fields."""

    __slots__ = ()
    kind: Kind
    values: dict[str, Any]
    dialect = "vhlo"

    def parts(self) -> list[Any]:
        """The types and attributes directly inside of it."""
        flat: list[Any] = []
        for value in self.values.values():
            for each in value if isinstance(value, tuple) else (value,):
                flat += each if isinstance(each, tuple) else (each,)
        return [each for each in flat if isinstance(each, Versioned)]


FIELD = compiled(r"\$(\w+)|[^$]+")
STRUCT = "struct"


def shown(kind: Kind, values: dict[str, Any]) -> str:
    """The text behind the name of a type or an attribute."""
    if kind.layout == STRUCT:
        entries = [f"{name} = {SHOWN[how](values[name])}" for name, how in kind.fields if values[name] is not None]
        return f"<{', '.join(entries)}>"
    how_of = dict(kind.fields)
    return "".join([part[0] if part[1] is None else _placed(part[1], how_of, values) for part in FIELD.finditer(kind.layout)])


def _placed(name: str, how_of: dict[str, str], values: dict[str, Any]) -> str:
    if name == "encoding":
        return f", {values[name].text}" if values.get(name) is not None else ""
    return SHOWN[how_of[name]](values[name])


def double_text(value: float) -> str:
    return FloatAttr(value, F64).text.partition(" ")[0]


def _listed(values: Any, text: Callable[[Any], str] = str) -> str:
    return f"[{', '.join([text(value) for value in values])}]"


def _joined(values: Any) -> str:
    return ", ".join([value.text for value in values])


def _text(value: Any) -> str:
    return str(value.text)


def _size(extent: int | None) -> str:
    return "?" if extent is None else str(extent)


# How a field is shown, by how it is encoded.
SHOWN: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(("type", "attribute", "attribute_if_any", "optional_attribute", "integer", "elements"), _text),
    **dict.fromkeys(("list", "attributes"), _joined), **dict.fromkeys(("varint", "svarint"), str),
    "types": lambda types: _joined(types) or "()",
    "pairs": lambda pairs: ", ".join([f"{name} = {value}" for name, value in pairs]),
    "bool": lambda value: "true" if value else "false",
    "svarints": _listed,
    "double": double_text,
    "doubles": lambda values: _listed(values, double_text),
    "string": quoted,
    "float": lambda value: value.text.partition(" ")[0],
    "sizes": lambda sizes: _listed(sizes, _size),
    "shape": lambda sizes: "<" + "".join([f"{_size(extent)}x" for extent in sizes]),
}  # fmt: skip


class VhloType(OpaqueType, Versioned):
    """`!vhlo.tensor_v1<2x!vhlo.f32_v1>`, `!vhlo.i32_v1` ..."""

    __slots__ = ("kind", "values")

    def __new__(cls, kind: Kind, **values: Any) -> VhloType:
        key = (kind.name, tuple(values.items()))
        type: VhloType | None = cls._all.get(key)
        if type is None:
            type = cls._all[key] = object.__new__(cls)
            type.kind, type.values, type.dialect = kind, values, "vhlo"
            type.text = f"!vhlo.{kind.name}{shown(kind, values)}"
        return type

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None


class VhloAttr(Attribute, Versioned):
    """`#vhlo.bool_v1<true>`, `#vhlo<precision_v1 HIGH>` ..."""

    __slots__ = ("kind", "values", "_hash")
    _hash: int | None

    def __init__(self, kind: Kind, **values: Any):
        self.kind, self.values, self._text, self._hash = kind, values, None, None

    def _spell(self) -> str:
        if self.kind.words:
            return f"#vhlo<{self.kind.name} {self.values['value']}>"
        return f"#vhlo.{self.kind.name}{shown(self.kind, self.values)}"

    def key(self) -> Hashable:
        return self.kind.name, tuple(self.values.values())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key())
        return self._hash

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def has_elements(self) -> bool:
        return any(
            [part.has_elements for part in self.values.values() if isinstance(part, Attribute)]
            + [p.has_elements for p in self.parts() if isinstance(p, Attribute)]
        )


def _read_table() -> list[Kind]:
    with open(join(dirname(__file__), "kinds.txt"), encoding="utf-8") as file:
        return [Kind(line) for line in file.read().split("\n") if line and line[0] != "#"]


KINDS = _read_table()
TYPES = {kind.name: kind for kind in reversed(KINDS) if kind.is_type}
ATTRIBUTES = {kind.name: kind for kind in KINDS if not kind.is_type}


def vhlo_attribute(name: str, value: Any) -> VhloAttr:
    """An attribute of a kind that has one field."""
    return VhloAttr(ATTRIBUTES[name], value=value)
