"""`schema.fbs` as data: fields of tables by number, words of enumerations, members of unions."""

from __future__ import annotations

import os
from functools import cache

from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Default: TypeAlias = "int | float"

SIZES = {"bool": 1, "byte": 1, "ubyte": 1, "ushort": 2, "int": 4, "uint": 4, "float": 4, "long": 8, "ulong": 8}
SIGNED = frozenset({"byte", "int", "long"})
MODEL, IDENTIFIER = "Model", b"TFL3"

DECLARATION = compiled(r"(table|enum|union) (\w+)(?:: (\w+))? \{([^}]*)\}")
FIELD = compiled(r"(\w+): (\[?)(\w+)\]?(?: = ([\w.+-]+))?(?: \(force_align=(\d+)\))?;")


class Field:
    """One field of a table. `kind` is a number, `string`, an enumeration, a table or a union; `number` that of the field itself, of a union
    that of the field with its value, in front of which its type stands."""

    __slots__ = ("name", "number", "kind", "is_vector", "default", "alignment")

    def __init__(self, name: str, number: int, kind: str, is_vector: bool, default: Default, alignment: int):
        self.name, self.number, self.kind, self.is_vector = name, number, kind, is_vector
        self.default, self.alignment = default, alignment


class Schema:
    def __init__(self, text: str):
        text = "\n".join([line.partition("//")[0] for line in text.split("\n")])
        self.enums: dict[str, tuple[str, list[str]]] = {}  # name -> (type of its numbers, words)
        self.unions: dict[str, list[str]] = {}  # name -> tables, of which the first has number 1
        self.tables: dict[str, dict[str, Field]] = {}
        declared = [match.groups() for match in DECLARATION.finditer(text)]
        for kind, name, numbers, body in declared:
            words = [word.strip() for word in body.split(",") if word.strip()]
            if kind == "enum":
                self.enums[name] = numbers, words
            elif kind == "union":
                self.unions[name] = words
        for kind, name, _, body in declared:
            if kind == "table":
                self.tables[name] = self._fields(body)

    def _fields(self, body: str) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        number = 0
        for name, bracket, kind, default, alignment in FIELD.findall(body):
            number += kind in self.unions
            fields[name] = Field(name, number, kind, bool(bracket), self._default(kind, default), int(alignment or 0))
            number += 1
        return fields

    def _default(self, kind: str, text: str) -> Default:
        if not text:
            return 0.0 if kind == "float" else 0
        if kind in self.enums:
            return self.enums[kind][1].index(text)
        return int(text == "true") if kind == "bool" else float(text) if kind == "float" else int(text)

    def number_kind(self, kind: str) -> str | None:
        """The type of numbers that a kind of fields is stored as; None where it is none."""
        return self.enums[kind][0] if kind in self.enums else kind if kind in SIZES else None

    def count(self, table: str) -> int:
        """How many fields a table may have."""
        return 1 + max([field.number for field in self.tables[table].values()], default=-1)


@cache
def schema() -> Schema:
    with open(os.path.join(os.path.dirname(__file__), "schema.fbs"), encoding="utf-8") as file:
        return Schema(file.read())
