"""How dialects encode their types and attributes: in a module of the dialect's name, `ENCODINGS`. What no table lists goes as text."""

from __future__ import annotations

from tfir.startup import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

TABLES = ("builtin", "vhlo", "stablehlo", "chlo", "sdy")


class Encoding:
    """The encoding of a class of types or attributes: a number, and fields (`fields.py`) by name. `make(**fields)` makes one; `parts(one)`
    gives its fields by name."""

    __slots__ = ("code", "fields", "make", "parts")

    def __init__(self, code: int, fields: str, make: Callable[..., Any], parts: Callable[[Any], dict[str, Any]] | None = None):
        self.code, self.make = code, make
        self.fields = tuple([(name, how) for name, _, how in (part.partition(": ") for part in fields.split(", "))]) if fields else ()
        names = [name for name, _ in self.fields]
        self.parts = parts or (lambda one: {name: getattr(one, name) for name in names})


class DialectEncodings:
    """The encodings of a dialect. `of_type` and `of_attribute` say which one a type or an attribute has, or None for one that goes as text;
    `meant` and `spelled` are functions from the dialect's types to those of constants and back."""

    __slots__ = ("types", "attributes", "of_type", "of_attribute", "meant", "spelled")

    def __init__(
        self, types: Iterable[Encoding], attributes: Iterable[Encoding], of_type: Callable[[Any], Encoding | None],
        of_attribute: Callable[[Any], Encoding | None], meant: Callable[[Any], Any] | None = None, spelled: Callable[[Any], Any] | None = None,
    ):  # fmt: skip
        self.types = {encoding.code: encoding for encoding in types}
        self.attributes = {encoding.code: encoding for encoding in attributes}
        self.of_type, self.of_attribute = of_type, of_attribute
        self.meant, self.spelled = meant or same, spelled or same


def same(one: Any) -> Any:
    return one


def encodings_of(dialect: str) -> DialectEncodings | None:
    """The encodings of a dialect, or None where it has none."""
    if dialect not in TABLES:
        return None
    encodings: DialectEncodings = loaded(f"{__name__}.{dialect}").ENCODINGS
    return encodings
