"""Attributes: the constants that operations carry. Immutable, compared by value, each knowing its text.

Source: MLIR language reference, "Builtin dialect, Attributes".
"""

from __future__ import annotations

from tfir.ir.location import quoted, resolve
from tfir.ir.types import F32, F64, I1, I64, NONE, FloatType, IntegerType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    from tfir.ir.location import AnyLocation
    from tfir.ir.numbers import Number


class Attribute:
    """A constant. Subclasses say what makes two of them equal (`key`) and how they read (`_spell`)."""

    __slots__ = ("_text",)
    _text: str | None
    have_aliases = False  # whether one was made in this process to which the printer gives a short name

    if TYPE_CHECKING:  # which class an attribute has is said by the op's table line and held by the verifier

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self) -> None:
        self._text = None

    @property
    def text(self) -> str:
        """How the attribute is written in MLIR's assembly, in full."""
        text = self._text
        if text is None:
            text = self._text = self._spell()
        return text

    def _spell(self) -> str:
        raise NotImplementedError

    def key(self) -> Hashable:
        """The key by which two attributes of one class are compared."""
        return self.text

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Attribute) and self.__class__ is other.__class__ and self.key() == other.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    @property
    def text_in_list(self) -> str:
        """The text as an element of an array, where MLIR leaves out the types i64 and f64."""
        return self.text

    @property
    def has_elements(self) -> bool:
        """Whether a large constant stands somewhere inside, so that printing options matter."""
        return False


class UnitAttr(Attribute):
    """An attribute that is there or not; printed as its name alone."""

    __slots__ = ()

    def _spell(self) -> str:
        return "unit"


class BoolAttr(Attribute):
    __slots__ = ("value",)

    def __init__(self, value: bool):
        self.value, self._text = bool(value), "true" if value else "false"

    @property
    def type(self) -> Type:
        return I1


class IntegerAttr(Attribute):
    """An integer with its type; `i64` stands for itself as in MLIR only where the syntax around it says so."""

    __slots__ = ("value", "type")

    def __init__(self, value: int, type: Type = I64):
        self.value, self.type, self._text = value, type, f"{value} : {type.text}"

    def key(self) -> Hashable:
        return self.value, self.type

    @property
    def text_in_list(self) -> str:
        return str(self.value) if self.type is I64 else self.text


def integer_of(value: int, type: Type) -> BoolAttr | IntegerAttr:
    """A number of any type of integers; those of `i1` are `true` and `false`."""
    return BoolAttr(bool(value)) if type is I1 else IntegerAttr(value, type)


class FloatAttr(Attribute):
    """A floating-point number. `bits` is given instead of a value where the payload of a NaN matters."""

    __slots__ = ("value", "type", "bits")

    def __init__(self, value: float | Fraction, type: FloatType = F32, bits: int | None = None):
        from tfir.ir.numbers import float_bits, float_from_bits

        self.type = type
        self.bits = float_bits(value, type) if bits is None else bits
        self.value = float_from_bits(self.bits, type)
        self._text = None

    def _spell(self) -> str:
        from tfir.ir.numbers import float_text

        return f"{float_text(self.bits, self.type)} : {self.type.text}"

    def key(self) -> Hashable:
        return self.bits, self.type

    @property
    def text_in_list(self) -> str:
        # Bits in hexadecimal would read as an integer without their type.
        return self.text.partition(" ")[0] if self.type is F64 and not self.text.startswith("0x") else self.text


class StringAttr(Attribute):
    """A string of bytes, held as text decoded with `surrogateescape`; `type` is none unless it was written."""

    __slots__ = ("value", "type")

    def __init__(self, value: str | bytes, type: Type = NONE):
        self.value = value.decode("utf-8", "surrogateescape") if isinstance(value, (bytes, memoryview)) else value
        self.type, self._text = type, None

    @property
    def bytes(self) -> bytes:
        return self.value.encode("utf-8", "surrogateescape")

    def _spell(self) -> str:
        return quoted(self.value) if self.type is NONE else f"{quoted(self.value)} : {self.type.text}"

    def key(self) -> Hashable:
        return self.value, self.type


class TypeAttr(Attribute):
    __slots__ = ("type",)

    def __init__(self, type: Type):
        self.type, self._text = type, type.text

    @property
    def value(self) -> Type:
        return self.type


class LocationAttr(Attribute):
    __slots__ = ("location",)

    def __init__(self, location: AnyLocation):
        self.location, self._text = location, None
        Attribute.have_aliases = True

    def _spell(self) -> str:
        return f"loc({resolve(self.location)})"


class DistinctAttr(Attribute):
    """`distinct[0]<attribute>`: an attribute that its number makes distinct from all others, also from those with equal content."""

    __slots__ = ("number", "inner")

    def __init__(self, number: int, inner: Attribute):
        self.number, self.inner, self._text = number, inner, None
        Attribute.have_aliases = True

    def _spell(self) -> str:
        return f"distinct[{self.number}]<{'' if isinstance(self.inner, UnitAttr) else self.inner.text}>"


class SymbolRefAttr(Attribute):
    """`@root::@nested`: a reference to a symbol, by name."""

    __slots__ = ("path",)

    def __init__(self, *path: str):
        self.path, self._text = path, None

    @property
    def root(self) -> str:
        return self.path[0]

    @property
    def leaf(self) -> str:
        return self.path[-1]

    value = leaf

    def _spell(self) -> str:
        return "::".join([symbol_text(name) for name in self.path])


def symbol_text(name: str) -> str:
    return "@" + (name if is_bare_identifier(name) else quoted(name))


class ArrayAttr(Attribute):
    __slots__ = ("elements",)

    def __init__(self, elements: Iterable[Attribute] = ()):
        self.elements, self._text = tuple(elements), None

    def _spell(self) -> str:
        return f"[{', '.join([e.text_in_list for e in self.elements])}]"

    def key(self) -> Hashable:
        return self.elements

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)

    def __getitem__(self, index: int) -> Attribute:
        return self.elements[index]

    @property
    def has_elements(self) -> bool:
        return any(e.has_elements for e in self.elements)


class DictAttr(Attribute):
    """Named attributes. Printed in the order of their names."""

    __slots__ = ("entries",)

    def __init__(self, entries: Mapping[str, Attribute] | Iterable[tuple[str, Attribute]] = ()):
        self.entries, self._text = dict(entries), None

    def _spell(self) -> str:
        return f"{{{', '.join([entry_text(k, v.text, v) for k, v in sorted(self.entries.items())])}}}"

    def key(self) -> Hashable:
        return frozenset(self.entries.items())

    def get(self, name: str, default: Attribute | None = None) -> Attribute | None:
        return self.entries.get(name, default)

    def __getitem__(self, name: str) -> Attribute:
        return self.entries[name]

    @property
    def has_elements(self) -> bool:
        return any(e.has_elements for e in self.entries.values())


def entry_text(name: str, text: str, value: Attribute) -> str:
    """`name = value`, or the name alone for a unit attribute."""
    shown = _shown_names.get(name)
    if shown is None:
        shown = _shown_names[name] = name if is_bare_identifier(name) else quoted(name)
    return shown if isinstance(value, UnitAttr) else f"{shown} = {text}"


_shown_names: dict[str, str] = {}


def is_bare_identifier(name: str) -> bool:
    return bool(name) and name.isascii() and (name[0].isalpha() or name[0] == "_") and all(c.isalnum() or c in "_$." for c in name)


class DenseArrayAttr(Attribute):
    """`array<i64: 1, 2>`: a flat list of numbers or truth values of one type."""

    __slots__ = ("element", "values")

    def __init__(self, values: Iterable[Number], element: Type = I64):
        self.element, self.values, self._text = element, tuple(values), None

    def _spell(self) -> str:
        from tfir.ir.numbers import number_text

        if not self.values:
            return f"array<{self.element.text}>"
        return f"array<{self.element.text}: {', '.join([number_text(v, self.element) for v in self.values])}>"

    def key(self) -> Hashable:
        return self.element, self.values

    def __iter__(self) -> Iterator[Number]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Number:
        return self.values[index]


class EnumAttr(Attribute):
    """One word of an enumeration: `#stablehlo<comparison_direction LT>`. `kind` is "dialect.enumeration"."""

    __slots__ = ("kind", "value")

    def __init__(self, kind: str, value: str):
        self.kind, self.value, self._text = kind, value, None

    def _spell(self) -> str:
        dialect, _, enumeration = self.kind.partition(".")
        return f"#{dialect}<{enumeration} {self.value}>"


class OpaqueAttr(Attribute):
    """An attribute that is not taken apart: `#dialect.body<...>`, `affine_map<...>`, kept as it was written."""

    __slots__ = ()

    def __init__(self, text: str):
        self._text = text


class NamedAttr(OpaqueAttr):
    """An attribute that is not taken apart, and that the printer gives a short name, which its dialect says. `parts` are those in its text that
    have short names too."""

    __slots__ = ("name",)
    parts: Sequence[NamedAttr] = ()

    def __init__(self, text: str, name: str):
        super().__init__(text)
        self.name = name
        Attribute.have_aliases = True


def integer(value: int, width: int = 64) -> IntegerAttr:
    return IntegerAttr(value, IntegerType(width))


def attribute(value: object) -> Attribute:
    """The attribute that a plain Python value most naturally is: of an int an i64, of a float an f32, of None a unit; attributes pass
    through, types become type attributes. Raises `TypeError` for what is none of these."""
    if isinstance(value, Attribute):
        return value
    if isinstance(value, bool):
        return BoolAttr(value)
    if isinstance(value, int):
        return IntegerAttr(value, I64)
    if isinstance(value, float):
        return FloatAttr(value, F32)
    if isinstance(value, (str, bytes)):
        return StringAttr(value)
    if isinstance(value, Type):
        return TypeAttr(value)
    if isinstance(value, dict):
        return DictAttr({name: attribute(inner) for name, inner in value.items()})
    if isinstance(value, (list, tuple)):
        return ArrayAttr([attribute(inner) for inner in value])
    if value is None:
        return UnitAttr()
    raise TypeError(f"no attribute for a {type(value).__name__}")
