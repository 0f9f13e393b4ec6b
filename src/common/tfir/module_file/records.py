"""The tables of `module.fbs` by the names of their fields: read, written, and held to what FlatBuffers says of places and sizes.

The schema itself is read, so that no second list of fields stands anywhere; what flatc would generate from it are hundreds of lines alike.
"""

from __future__ import annotations

import os
from functools import cache

from tfir.cli.file_formats import MODULE_FILE
from tfir.cli.flat_buffer import Number, Numbers, Table, number, shorts, written
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Data = bytes | memoryview
    Fields = dict[str, tuple[int, str]]

SIZES = {"ubyte": 1, "int": 4, "uint": 4, "ulong": 8}
MODULE, SPIRV = "ModuleDef", "SpirVExecutableDef"
IDENTIFIERS = {MODULE: MODULE_FILE, SPIRV: b"SPVE"}


@cache
def schema() -> dict[str, Fields]:
    """Number and type of the fields of each table."""
    with open(os.path.join(os.path.dirname(__file__), "module.fbs"), encoding="utf-8") as file:
        return tables_in(file.read())


@cache
def columns(kind: str) -> list[tuple[str, str, int]]:
    """The fields of a table in the order of their numbers: name, type, and bytes in the table itself."""
    return [(name, part, SIZES.get(part, 4)) for name, (_, part) in schema()[kind].items()]


def tables_in(text: str) -> dict[str, Fields]:
    tables: dict[str, Fields] = {}
    for line in text.split("\n"):
        words = line.partition("//")[0].replace(":", " ").strip(" ;").split()
        if words[:1] == ["table"]:
            fields = tables[words[1]] = {}
        elif line.startswith("  ") and words:
            fields[words[0]] = len(fields), words[1]
    return tables


class Record:
    """A table that has been checked. `record[field]` is a number, a text, a list of these or of records, a view of bytes, a record, or None
    for a table that is not there."""

    __slots__ = ("fields", "table")

    def __init__(self, kind: str, table: Table):
        self.fields, self.table = schema()[kind], table

    def __getitem__(self, field: str) -> Any:
        at, kind = self.fields[field]
        if kind in SIZES:
            return self.table.integer(at, SIZES[kind])
        inner = kind.strip("[]")
        if kind == "[ubyte]":
            return self.table.bytes(at)
        if inner in SIZES:
            return self.table.numbers(at, SIZES[inner])
        if inner == "string":
            return self.table.texts(at) if inner != kind else self.table.text(at)
        if inner != kind:
            return [Record(inner, each) for each in self.table.tables(at)]
        table = self.table.table(at)
        return None if table is None else Record(kind, table)

    def view(self, field: str) -> Data:
        """The bytes of a vector of numbers."""
        at, kind = self.fields[field]
        return self.table.view(at, SIZES[kind.strip("[]")])


def encoded(kind: str, values: dict[str, Any]) -> bytearray:
    """A file whose root is a table of this kind."""
    return written(_numbered(kind, values), IDENTIFIERS[kind])


def _numbered(kind: str, values: dict[str, Any]) -> dict[int, Any]:
    fields = schema()[kind]
    return {fields[name][0]: _part(fields[name][1], value) for name, value in values.items()}


def _part(kind: str, value: Any) -> Any:
    inner = kind.strip("[]")
    if kind in SIZES:
        return Number(value, SIZES[kind])
    if inner in SIZES and kind != "[ubyte]":
        return Numbers(value, SIZES[inner])
    if inner in SIZES or inner == "string":
        return value
    return _numbered(kind, value) if inner == kind else [_numbered(inner, each) for each in value]


# Checks


def checked(kind: str, data: Data) -> Record:
    """The root of a file. Raises Error where a place, a size or a count in it is not what it can be."""
    if len(data) < 8 or bytes(data[4:8]) != IDENTIFIERS[kind]:
        raise Error(f"byte 4: expected '{IDENTIFIERS[kind].decode()}'")
    Checker(data).table(kind, 0)
    return Record(kind, Table.root(data))


class Checker:
    """Walks the tables of a file. Tables that stand in several places are counted each time, and there are no more than the data can hold."""

    def __init__(self, data: Data):
        self.data, self.left = data, len(data) // 4

    def table(self, kind: str, reference: int) -> None:
        at = self.place(reference)
        self.left -= 1
        if self.left < 0:
            raise Error(f"byte {at}: more tables than the file can hold")
        layout = at - number(self.data, at, 4, signed=True)
        self.within(layout, 4)
        size, length = shorts(self.data, layout, 2)
        self.within(layout, max(size, 4))
        self.within(at, max(length, 4))
        for (field, part, width), offset in zip(columns(kind), shorts(self.data, layout + 4, size // 2 - 2)):
            if offset and not 4 <= offset <= length - width:
                raise Error(f"byte {at}: '{field}' stands outside of its table")
            if offset and part not in SIZES:
                self.content(part, at + offset)

    def content(self, kind: str, reference: int) -> None:
        inner = kind.strip("[]")
        if inner == kind and kind != "string":
            self.table(kind, reference)
            return
        start = self.place(reference)
        count, width = number(self.data, start, 4), 1 if kind == "string" else SIZES.get(inner, 4)
        self.within(start, 4 + count * width + (kind == "string"))
        if kind == "string" and self.data[start + 4 + count]:
            raise Error(f"byte {start}: a text that does not end where it ends")
        if inner not in SIZES and inner != kind:
            for at in range(start + 4, start + 4 + 4 * count, 4):
                self.content(inner, at)

    def place(self, reference: int) -> int:
        """What an offset leads to, behind it."""
        self.within(reference, 4)
        offset = number(self.data, reference, 4)
        self.within(reference + offset, 4)
        if offset < 4:
            raise Error(f"byte {reference}: an offset to itself")
        return reference + offset

    def within(self, at: int, size: int) -> None:
        if not 0 <= at <= len(self.data) - size:
            raise Error(f"byte {max(at, 0)}: {size} bytes do not lie in the file")
