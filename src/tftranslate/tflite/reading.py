"""A .tflite file as records. Whatever lies outside of the file, and whatever the schema does not know, is an error, with the byte where it is."""

from __future__ import annotations

from struct import unpack_from

from tfir.ir.diagnostics import Error

from tftranslate.tflite.schema import IDENTIFIER, MODEL, SIZES, schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from tftranslate.tflite.schema import Field

    Data: TypeAlias = bytes | bytearray | memoryview
    Record: TypeAlias = dict[str, Any]

CODES = {"bool": "B", "byte": "b", "ubyte": "B", "ushort": "H", "int": "i", "uint": "I", "float": "f", "long": "q", "ulong": "Q"}
DEEPEST = 16  # tables in each other; a model has 6


def begins(data: Data) -> bool:
    return bytes(data[4:8]) == IDENTIFIER


def read(data: Data) -> Record:
    """The model of a file. Vectors of bytes are views of the data. Raises Error."""
    return Reader(memoryview(data)).model()


class Reader:
    """Tables that stand in several places are read for each of them; no more is read than the file could hold. `places` are where vectors of
    bytes begin, by the identity of their views."""

    def __init__(self, data: memoryview):
        self.data, self.left = data, len(data)
        self.places: dict[int, int] = {}

    def model(self) -> Record:
        if not begins(self.data):
            raise Error("byte 4: expected 'TFL3'")
        return self.table(MODEL, 0, 0)

    def table(self, kind: str, reference: int, depth: int) -> Record:
        at = self.target(reference)
        self.take(4, at)
        if depth > DEEPEST:
            raise Error(f"byte {at}: tables stand in each other more deeply than a model has them")
        layout = at - self.number("int", at)
        self.within(layout, 4)
        size, length = unpack_from("<HH", self.data, layout)
        if size < 4 or size % 2 or length < 4:
            raise Error(f"byte {layout}: a layout of {size} bytes for a table of {length}")
        self.within(layout, size)
        self.within(at, length)
        offsets = unpack_from(f"<{size // 2 - 2}H", self.data, layout + 4)
        unknown = [number for number, offset in enumerate(offsets[schema().count(kind) :], schema().count(kind)) if offset]
        if unknown:
            raise Error(f"byte {at}: {kind} has a field of number {unknown[0]}, which is of a newer schema than the one that is read here")
        record = {}
        for name, field in schema().tables[kind].items():
            offset = offsets[field.number] if field.number < len(offsets) else 0
            if field.kind in schema().unions:
                before = offsets[field.number - 1] if field.number - 1 < len(offsets) else 0
                chosen = self.union(field, at, before, offset, length, depth)
                if chosen is not None:
                    record[name] = chosen
            elif offset:
                width = SIZES.get(schema().number_kind(field.kind) or "", 4) if not field.is_vector else 4
                self.inside(at, offset, width, length, name)
                record[name] = self.value(field, at + offset, depth)
        return record

    def inside(self, at: int, offset: int, width: int, length: int, name: str) -> None:
        if not 4 <= offset <= length - width:
            raise Error(f"byte {at}: '{name}' stands outside of its table")

    def union(self, field: Field, at: int, type_offset: int, offset: int, length: int, depth: int) -> tuple[str, Record] | None:
        """(the table's kind, its record); None where there is none."""
        which = 0
        if type_offset:
            self.inside(at, type_offset, 1, length, f"{field.name}_type")
            which = self.data[at + type_offset]
        members = schema().unions[field.kind]
        if which > len(members):
            raise Error(
                f"byte {at}: '{field.name}' is of the type {which} of {field.kind}, which is newer than the schema that is read here"
            )
        if not offset:
            return (members[which - 1], {}) if which else None
        if not which:
            raise Error(f"byte {at}: '{field.name}' has no type")
        self.inside(at, offset, 4, length, field.name)
        return members[which - 1], self.table(members[which - 1], at + offset, depth + 1)

    def value(self, field: Field, at: int, depth: int) -> Any:
        number = schema().number_kind(field.kind)
        if not field.is_vector:
            if number is not None:
                return self.word(field, self.number(number, at), at)
            return self.text(at) if field.kind == "string" else self.table(field.kind, at, depth + 1)
        start = self.target(at)
        width = SIZES[number] if number is not None else 4
        count = self.number("uint", start)
        self.within(start, 4 + count * width)
        if number == "ubyte":
            view = self.data[start + 4 : start + 4 + count]
            self.places[id(view)] = start + 4
            return view
        self.take(4 * count, start)
        if number is not None:
            return [self.word(field, each, start) for each in unpack_from(f"<{count}{CODES[number]}", self.data, start + 4)]
        places = range(start + 4, start + 4 + 4 * count, 4)
        return [self.text(place) if field.kind == "string" else self.table(field.kind, place, depth + 1) for place in places]

    def word(self, field: Field, number: Any, at: int) -> Any:
        """A number; of an enumeration one of its words."""
        if field.kind in schema().enums:
            words = schema().enums[field.kind][1]
            if not 0 <= number < len(words):
                raise Error(
                    f"byte {at}: '{field.name}' has the number {number} of {field.kind}, which is newer than the schema that is read here"
                )
            return words[number]
        return bool(number) if field.kind == "bool" and number < 2 else number

    def text(self, reference: int) -> str:
        start = self.target(reference)
        count = self.number("uint", start)
        self.within(start, 4 + count)
        self.take(count, start)
        return bytes(self.data[start + 4 : start + 4 + count]).decode("utf-8", "surrogateescape")

    def number(self, kind: str, at: int) -> Any:
        self.within(at, SIZES[kind])
        return unpack_from(f"<{CODES[kind]}", self.data, at)[0]

    def target(self, reference: int) -> int:
        offset = self.number("uint", reference)
        if offset < 4:
            raise Error(f"byte {reference}: an offset to itself")
        self.within(reference + offset, 4)
        return reference + offset

    def within(self, at: int, size: int) -> None:
        if not 0 <= at <= len(self.data) - size:
            raise Error(f"byte {max(at, 0)}: {size} bytes do not lie in the file")

    def take(self, size: int, at: int) -> None:
        """Counts what is read, so that what stands in many places does not become more than the file."""
        self.left -= size
        if self.left < 0:
            raise Error(f"byte {at}: more is found by offsets than the file can hold")
