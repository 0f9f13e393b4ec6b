"""Types and attributes of a file: read when they are first referred to, by the encodings of their dialects or as text."""

from __future__ import annotations

from tfir.bytecode.encodings import DialectEncodings, Encoding, encodings_of
from tfir.bytecode.fields import FIELDS
from tfir.bytecode.stream import Cursor
from tfir.ir.attributes import Attribute, LocationAttr
from tfir.ir.diagnostics import in_words
from tfir.ir.location import Location, Source
from tfir.ir.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    from tfir.ir.dense import ResourceAttr
    from tfir.text.interfaces import Lookup, LookupDialect

    class EntryWriter(Protocol):
        """What the functions of `fields.py` write to: the entry's bytes, and references from it to others."""

        def put(self, data: bytes) -> object: ...
        def varint(self, value: int) -> object: ...
        def svarint(self, value: int) -> object: ...
        def svarints(self, values: Sequence[int]) -> object: ...
        def string(self, value: str) -> object: ...
        def blob(self, data: bytes | memoryview) -> object: ...
        def type(self, type: Type) -> object: ...
        def types(self, types: Sequence[Type]) -> object: ...
        def attribute(self, attribute: Attribute) -> object: ...
        def attributes(self, attributes: Sequence[Attribute]) -> object: ...
        def optional_attribute(self, attribute: Attribute | None) -> object: ...
        def location(self, location: Any) -> object: ...
        def locations(self, locations: Sequence[Any]) -> object: ...
        def resource(self, resource: ResourceAttr) -> object: ...
        def spelled(self, type: Type) -> Type: ...


DEEPEST = 200  # entries within entries
# What functions of tables raise for parts that do not fit together.
MISFITS = (ValueError, TypeError, AttributeError, AssertionError, LookupError, ArithmeticError)


class Entry:
    """Where a type or an attribute stands in the file, and what it is once it was read."""

    __slots__ = ("dialect", "start", "end", "is_encoded", "value", "is_being_read")

    def __init__(self, dialect: str, start: int, end: int, is_encoded: bool):
        self.dialect, self.start, self.end, self.is_encoded = dialect, start, end, is_encoded
        self.value: Any = None
        self.is_being_read = False


class Entries:
    """All types and attributes of a file. `strings` are its strings; `resource_at(number)` makes constants of a resource."""

    def __init__(self, cursor: Cursor, strings: Sequence[bytes], lookup: Lookup, lookup_dialect: LookupDialect):
        self.cursor, self.strings, self.lookup, self.lookup_dialect = cursor, strings, lookup, lookup_dialect
        self.attributes: list[Entry] = []
        self.types: list[Entry] = []
        self.resources: list[Any] = []
        self.depth = 0

    def locate(self, offsets: Cursor, dialects: Sequence[str]) -> None:
        """Reads where each entry stands."""
        attributes, types = offsets.count("attributes"), offsets.count("types")
        at = self._located(offsets, dialects, self.attributes, attributes, self.cursor.at)
        self._located(offsets, dialects, self.types, types, at)
        offsets.expect_end("attribute and type offset section")

    def _located(self, offsets: Cursor, dialects: Sequence[str], entries: list[Entry], count: int, at: int) -> int:
        while len(entries) < count:
            dialect = dialect_at(offsets, dialects)
            group = offsets.count("entries")
            if not 0 < group <= count - len(entries):
                raise offsets.error(f"{group} entries, where {count - len(entries)} are left")
            for _ in range(group):
                size = offsets.varint()
                start, at = at, at + (size >> 1)
                if at > self.cursor.end:
                    raise offsets.error("attribute or type entry lies outside of its section")
                entries.append(Entry(dialect, start, at, bool(size & 1)))
        return at

    def type(self, number: int, asker: Cursor) -> Type:
        value = self._value(self.types, number, asker, "type")
        assert isinstance(value, Type)
        return value

    def attribute(self, number: int, asker: Cursor) -> Attribute:
        value = self._value(self.attributes, number, asker, "attribute")
        return LocationAttr(value) if isinstance(value, Location) else value

    def location(self, number: int, asker: Cursor) -> Location:
        value = self._value(self.attributes, number, asker, "attribute")
        if not isinstance(value, Location):
            raise asker.error(f"expected a location, and it is {value}")
        return value

    def _value(self, entries: list[Entry], number: int, asker: Cursor, what: str) -> Any:
        if number >= len(entries):
            raise asker.error(f"invalid {what} index: {number}")
        entry = entries[number]
        if entry.value is None:
            if entry.is_being_read or self.depth > DEEPEST:
                raise asker.error(f"{what} {number} {'holds itself' if entry.is_being_read else 'is nested too deeply'}")
            entry.is_being_read = True
            self.depth += 1
            entry.value = self._read(entry, what == "type")
            self.depth -= 1
            entry.is_being_read = False
        return entry.value

    def _read(self, entry: Entry, is_type: bool) -> Any:
        c = EntryReader(self, entry)
        if not entry.is_encoded:
            value = self._of_text(c, is_type)
        else:
            if c.encodings is None:
                raise c.error(f"dialect '{entry.dialect}' does not implement the bytecode interface")
            value = self._decoded(c, c.encodings.types if is_type else c.encodings.attributes, is_type)
        c.expect_end("type" if is_type else "attribute")
        return value

    def _decoded(self, c: EntryReader, encodings: dict[int, Encoding], is_type: bool) -> Any:
        at, code = c.at, c.varint()
        encoding = encodings.get(code)
        if encoding is None:
            raise c.error(f"unknown {c.entry.dialect} {'type' if is_type else 'attribute'} code: {code}", at)
        values: dict[str, Any] = {}
        for name, how in encoding.fields:
            values[name] = FIELDS[how][0](c, values)
        try:
            return encoding.make(**values)
        except MISFITS as wrong:
            raise c.error(in_words(wrong), at) from None

    def _of_text(self, c: EntryReader, is_type: bool) -> Any:
        from tfir.text.parser import Parser

        at = c.at
        source = Source(f"{c.name}: byte {at}", c.text().decode("utf-8", "surrogateescape"))
        try:
            parser = Parser(source, self.lookup, self.lookup_dialect, allow_unregistered=True)
            value = parser.type() if is_type else parser.location() if parser.at("loc") else parser.attribute()
            if parser.token:
                raise parser.expected("the end of it")
        except RecursionError:
            raise c.error("nested too deeply", at) from None
        for name, constants in parser.pending_resources.items():
            for resource in [each for each in self.resources if each.name == name]:
                for constant in constants:
                    constant.blob, constant.alignment = resource.blob, resource.alignment
        return value


def dialect_at(c: Cursor, dialects: Sequence[str]) -> str:
    at, number = c.at, c.varint()
    if number >= len(dialects):
        raise c.error(f"invalid dialect index: {number}", at)
    return dialects[number]


class EntryReader(Cursor):
    """The bytes of one entry, which refer to others."""

    __slots__ = ("entries", "entry", "encodings")

    def __init__(self, entries: Entries, entry: Entry):
        super().__init__(entries.cursor.data, entry.start, entry.end, entries.cursor.name)
        self.entries, self.entry = entries, entry
        self.encodings: DialectEncodings | None = encodings_of(entry.dialect)

    def meant(self, type: Type) -> Type:
        """The type of a constant of this type."""
        return self.encodings.meant(type) if self.encodings is not None else type

    def type(self) -> Type:
        return self.entries.type(self.varint(), self)

    def types(self) -> tuple[Type, ...]:
        return tuple([self.type() for _ in range(self.count("types"))])

    def attribute(self) -> Attribute:
        return self.entries.attribute(self.varint(), self)

    def attributes(self) -> tuple[Attribute, ...]:
        return tuple([self.attribute() for _ in range(self.count("attributes"))])

    def optional_attribute(self) -> Attribute | None:
        number = self.varint()
        return self.entries.attribute(number >> 1, self) if number & 1 else None

    def pairs(self) -> tuple[tuple[Attribute, Attribute], ...]:
        return tuple([(self.attribute(), self.attribute()) for _ in range(self.count("attributes", 2))])

    def location(self) -> Location:
        return self.entries.location(self.varint(), self)

    def locations(self) -> tuple[Location, ...]:
        return tuple([self.location() for _ in range(self.count("locations"))])

    def svarints(self) -> list[int]:
        return [self.svarint() for _ in range(self.count("numbers"))]

    def string(self) -> str:
        return string_at(self, self.entries.strings).decode("utf-8", "surrogateescape")

    def blob(self) -> bytes:
        return self.take(self.varint())

    def resource(self) -> Any:
        at, number = self.at, self.varint()
        if number >= len(self.entries.resources):
            raise self.error(f"invalid resource index: {number}", at)
        return self.entries.resources[number].constant


def string_at(c: Cursor, strings: Sequence[bytes]) -> bytes:
    at, number = c.at, c.varint()
    if number >= len(strings):
        raise c.error(f"invalid string index: {number}", at)
    return strings[number]
