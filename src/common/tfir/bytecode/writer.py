"""Writes a program as MLIR's bytecode, byte for byte as MLIR's own writer does where it can."""

from __future__ import annotations

from tfir.bytecode import format
from tfir.bytecode.numbering import Numbered, Numbering, write_parts, write_properties
from tfir.bytecode.stream import Emitter, flagged, svarint, varint
from tfir.bytecode.use_lists import orders_of
from tfir.ir.diagnostics import Error
from tfir.ir.location import UnknownLocation, resolve
from tfir.ir.operations import Block, Operation, Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from tfir.bytecode.numbering import Held, OpLayout
    from tfir.ir.attributes import Attribute
    from tfir.ir.dense import ResourceAttr
    from tfir.ir.location import AnyLocation
    from tfir.ir.types import Type
    from tfir.text.interfaces import Lookup

PRODUCER = "tfir"


def write_bytecode(
    module: Operation, lookup: Lookup, version: int = format.NEWEST, producer: str = PRODUCER, keeps_locations: bool = True
) -> Iterator[bytes | memoryview]:
    """The bytes of a file in pieces. Raises Error for a version that there is none of."""
    if not 0 <= version <= format.NEWEST:
        raise Error(f"unsupported version requested {version}, must be in range [0, {format.NEWEST}]")
    return iter(ProgramWriter(module, lookup, version, producer, keeps_locations).pieces())


class EntryEmitter:
    """Writes the parts of entries, with the numbers of what they refer to."""

    __slots__ = ("writer", "data", "encodings")

    def __init__(self, writer: ProgramWriter):
        self.writer, self.data = writer, bytearray()
        self.encodings: Any = None

    def put(self, data: bytes | memoryview) -> None:
        self.data += data

    def varint(self, value: int) -> None:
        self.data += varint(value)

    def svarint(self, value: int) -> None:
        self.data += svarint(value)

    def svarints(self, values: Sequence[int]) -> None:
        self.data += varint(len(values))
        for value in values:
            self.data += svarint(value)

    def string(self, value: str) -> None:
        self.data += varint(self.writer.string(value))

    def blob(self, data: bytes | memoryview) -> None:
        self.data += varint(len(data))
        self.data += data

    def type(self, type: Type) -> None:
        self.data += varint(self.writer.numbering.types[type].number)

    def types(self, types: Sequence[Type]) -> None:
        self.data += varint(len(types))
        for type in types:
            self.type(type)

    def attribute(self, attribute: Attribute) -> None:
        self.data += varint(self.writer.attribute(attribute))

    def attributes(self, attributes: Sequence[Attribute]) -> None:
        self.data += varint(len(attributes))
        for attribute in attributes:
            self.attribute(attribute)

    def optional_attribute(self, attribute: Attribute | None) -> None:
        self.data += varint(0) if attribute is None else flagged(self.writer.attribute(attribute), True)

    def location(self, location: AnyLocation) -> None:
        self.data += varint(self.writer.numbering.attributes[resolve(location)].number)

    def locations(self, locations: Sequence[AnyLocation]) -> None:
        self.data += varint(len(locations))
        for location in locations:
            self.location(location)

    def resource(self, resource: ResourceAttr) -> None:
        self.data += varint(self.writer.numbering.resources[resource.name])

    def spelled(self, type: Type) -> Type:
        spelled: Type = self.encodings.spelled(type)
        return spelled


class ProgramWriter:
    """One file that is being written."""

    def __init__(self, module: Operation, lookup: Lookup, version: int, producer: str, keeps_locations: bool):
        self.module, self.version, self.producer = module, version, producer
        self.numbering = Numbering(module, lookup, version, keeps_locations)
        self.strings: dict[str, int] = {}
        self.properties: dict[bytes, int] = {}

    def pieces(self) -> list[bytes | memoryview]:
        out = Emitter()
        out.put(format.MAGIC + varint(self.version) + self.producer.encode("utf-8", "surrogateescape") + b"\0")
        out.section(format.DIALECTS, self._dialects())
        offsets, entries = self._entries()
        out.section(format.ENTRY_OFFSETS, offsets)
        out.section(format.ENTRIES, entries)
        out.section(format.IR, self._program())
        offsets, resources = self._resources()
        out.section(format.RESOURCE_OFFSETS, offsets)
        out.section(format.RESOURCES, resources)
        out.section(format.STRINGS, self._strings())
        if self.version >= format.PROPERTIES_APART:
            out.section(format.PROPERTIES, self._properties())
        return out.pieces

    def string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def attribute(self, attribute: Attribute) -> int:
        location = getattr(attribute, "location", None)
        return self.numbering.attributes[attribute if location is None else resolve(location)].number

    def _dialects(self) -> Emitter:
        out, numbering = Emitter(), self.numbering
        out.varint(len(numbering.dialects))
        for name in numbering.dialects:
            number = self.string(name)
            out.varint(number if self.version < format.VERSIONS_OF_DIALECTS else number << 1)
        if self.version >= format.ELIDED_LOCATIONS:
            out.varint(len(numbering.ops))

        def write(entry: Numbered) -> None:
            number = self.string(entry.value.partition(".")[2])
            is_registered = numbering.ops[entry.value].is_registered
            out.varint(number if self.version < format.PROPERTIES_APART else number << 1 | is_registered)

        in_groups(out, [op.entry for op in numbering.ops.values()], write)
        return out

    def _entries(self) -> tuple[Emitter, Emitter]:
        """The places of all types and attributes, and what stands there."""
        offsets, out = Emitter(), EntryEmitter(self)
        attributes, types = list(self.numbering.attributes.values()), list(self.numbering.types.values())
        offsets.varint(len(attributes))
        offsets.varint(len(types))

        def write(entry: Numbered) -> None:
            start = len(out.data)
            if entry.encoding is None:
                out.put(text_of(entry.value).encode("utf-8", "surrogateescape") + b"\0")
            else:
                out.encodings = entry.dialect.encodings
                out.varint(entry.encoding.code)
                write_parts(out, entry.encoding, entry.value)
            offsets.varint(len(out.data) - start << 1 | (entry.encoding is not None))

        in_groups(offsets, attributes, write)
        in_groups(offsets, types, write)
        content = Emitter()
        content.put(bytes(out.data))
        return offsets, content

    def _program(self) -> Emitter:
        out = Emitter()
        out.varint(2)  # one operation, no arguments
        self._operation(out, self.module)
        return out

    def _operation(self, out: Emitter, op: Operation) -> None:
        numbering = self.numbering
        layout = numbering.ops[op.name]
        mask = 0
        parts = [varint(numbering.places[op.location].number)]
        if op.attributes or layout.properties is not None:
            held = numbering.held[id(op.attributes), op.name]
            if held.dictionary is not None:
                mask |= format.HAS_ATTRIBUTES
                parts.append(varint(numbering.attributes[held.dictionary].number))
            if held.properties is not None:
                mask |= format.HAS_PROPERTIES
                parts.append(varint(self._properties_of(layout, held)))
        if op.results:
            mask |= format.HAS_RESULTS
            parts.append(varint(len(op.results)))
            parts += [varint(numbering.types[result.type].number) for result in op.results]
        if op.operands:
            mask |= format.HAS_OPERANDS
            parts.append(varint(len(op.operands)))
            parts += [varint(numbering.values[operand]) for operand in op.operands]
        if op.successors:
            mask |= format.HAS_SUCCESSORS
            parts.append(varint(len(op.successors)))
            parts += [varint(block_number(block)) for block in op.successors]
        orders = orders_of(op.results, numbering.operations) if op.results and self.version >= format.USE_LISTS else b""
        if orders:
            mask |= format.HAS_USE_LISTS
            parts.append(orders)
        if op.regions:
            mask |= format.HAS_REGIONS
        out.put(varint(layout.entry.number) + bytes([mask]) + b"".join(parts))
        if op.regions:
            self._regions(out, op)

    def _properties_of(self, layout: OpLayout, held: Held) -> int:
        if held.emitted is None:
            out = EntryEmitter(self)
            write_properties(out, layout, held.properties or {}, self.version)
            held.emitted = self.properties.setdefault(bytes(out.data), len(self.properties))
        return held.emitted

    def _regions(self, out: Emitter, op: Operation) -> None:
        is_isolated = self.numbering.is_isolated(op)
        out.varint(len(op.regions) << 1 | is_isolated)
        inner = Emitter() if is_isolated and self.version >= format.ISOLATED_REGIONS else out
        for region in op.regions:
            self._region(inner, region)
        if inner is not out:
            out.section(format.IR, inner)

    def _region(self, out: Emitter, region: Region) -> None:
        out.varint(len(region.blocks))
        if region.blocks:
            out.varint(self.numbering.counts[region])
        for block in region.blocks:
            self._block(out, block)

    def _block(self, out: Emitter, block: Block) -> None:
        out.varint(len(block) << 1 | bool(block.arguments))
        if block.arguments:
            out.varint(len(block.arguments))
            for argument in block.arguments:
                type = self.numbering.types[argument.type].number
                location = self.numbering.argument_location(argument)
                says = not isinstance(location, UnknownLocation)
                elides = self.version >= format.ELIDED_LOCATIONS
                out.varint(type << 1 | says if elides else type)
                if says or not elides:
                    out.varint(self.numbering.attributes[location].number)
            if self.version >= format.USE_LISTS:
                orders = orders_of(block.arguments, self.numbering.operations)
                out.put(bytes([format.HAS_USE_LISTS]) + orders if orders else b"\0")
        for op in block:
            self._operation(out, op)

    def _resources(self) -> tuple[Emitter, Emitter]:
        offsets, out = Emitter(), Emitter()
        offsets.varint(0)  # groups of resources that are no dialect's
        for dialect in self.numbering.dialects.values():
            resources = sorted(dialect.resources.values(), key=lambda one: one.blob is None)
            if resources:
                offsets.varint(dialect.number)
                offsets.varint(len(resources))
            for resource in resources:
                start = out.size
                if resource.blob is not None:
                    data = resource.data
                    out.varint(resource.alignment)
                    out.varint(len(data))
                    out.align(resource.alignment)
                    out.put(data)
                offsets.varint(self.string(resource.name))
                offsets.varint(out.size - start)
                offsets.put(bytes([format.BLOB]))
        return offsets, out

    def _strings(self) -> Emitter:
        out = Emitter()
        encoded = [text.encode("utf-8", "surrogateescape") + b"\0" for text in self.strings]
        out.varint(len(encoded))
        for text in reversed(encoded):
            out.varint(len(text))
        for text in encoded:
            out.put(text)
        return out

    def _properties(self) -> Emitter:
        out = Emitter()
        out.varint(len(self.properties))
        for properties in self.properties:
            out.varint(len(properties))
            out.put(properties)
        return out


def in_groups(out: Emitter, entries: Iterable[Numbered], write: Callable[[Numbered], None]) -> None:
    """Writes entries in the order of their numbers, in front of those of one dialect the dialect and how many there are."""
    ordered = sorted(entries, key=lambda entry: entry.number)
    start = 0
    while start < len(ordered):
        dialect, end = ordered[start].dialect, start
        while end < len(ordered) and ordered[end].dialect is dialect:
            end += 1
        out.varint(dialect.number)
        out.varint(end - start)
        for entry in ordered[start:end]:
            write(entry)
        start = end


def text_of(one: Any) -> str:
    """A type, an attribute or a location as text."""
    text = getattr(one, "text", None)
    return f"loc({one})" if text is None else str(text)


def block_number(block: Block) -> int:
    region = block.parent
    assert region is not None
    return list(region.blocks).index(block)
