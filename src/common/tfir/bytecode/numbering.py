"""Numbers for all that a file refers to: dialects, names of ops, types and attributes, resources, values. What is referred to most gets
the least numbers, those of a dialect together as far as that makes no number longer. The order is that of MLIR's own writer."""

from __future__ import annotations

from functools import cached_property

from tfir.bytecode.encodings import DialectEncodings, Encoding, encodings_of
from tfir.bytecode.encodings.builtin import CODE_OF_ATTRIBUTE, CODE_OF_TYPE
from tfir.bytecode.fields import FIELDS
from tfir.bytecode.format import PROPERTIES_APART
from tfir.bytecode.properties import Layout
from tfir.ir.attributes import Attribute, DictAttr, LocationAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, Location, resolve
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.parts import UNREGISTERED_PROPERTIES
from tfir.ir.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from tfir.ir.dense import ResourceAttr
    from tfir.ir.location import AnyLocation
    from tfir.text.interfaces import Lookup


class Dialect:
    """A dialect that is referred to, and its resources by name."""

    __slots__ = ("name", "number", "encodings", "resources")

    def __init__(self, name: str, number: int):
        self.name, self.number = name, number
        self.encodings: DialectEncodings | None = encodings_of(name)
        self.resources: dict[str, ResourceAttr] = {}


class Numbered:
    """A type, an attribute, a location or the name of an op, and how often it is referred to."""

    __slots__ = ("value", "dialect", "count", "number", "encoding")

    def __init__(self, value: Any, dialect: Dialect, encoding: Encoding | None = None):
        self.value, self.dialect, self.encoding = value, dialect, encoding
        self.count, self.number = 1, 0


class OpLayout:
    """What holds of all ops of a name: the entry of the name, and which attributes are properties; None where none are."""

    __slots__ = ("entry", "is_registered", "properties", "inherent", "is_isolated")

    def __init__(self, entry: Numbered, definition: Any):
        self.entry, self.is_registered = entry, definition is not None
        layout = Layout(definition) if definition is not None else None
        self.properties = layout or None
        self.inherent = definition.inherent if definition is not None else frozenset()
        self.is_isolated = definition is not None and definition.has_trait("isolated")


class Held:
    """The attributes of an op as the file has them: a dictionary, None where it is empty, and the parts of its properties."""

    __slots__ = ("dictionary", "properties", "entries", "emitted")

    def __init__(self, dictionary: DictAttr | None, properties: Mapping[str, Attribute] | None):
        self.dictionary, self.properties = dictionary, properties
        self.entries: list[Numbered] = []  # that the op itself refers to
        self.emitted: int | None = None  # the number of its properties, once they are written


class Collector:
    """Stands for the writer of entries, and counts what they refer to."""

    __slots__ = ("numbering", "dialect", "entries")

    def __init__(self, numbering: Numbering, dialect: Dialect | None = None):
        self.numbering, self.dialect = numbering, dialect
        self.entries: list[Numbered] = []

    def nothing(self, value: Any) -> None: ...

    put = varint = svarint = svarints = string = blob = nothing

    def type(self, type: Type) -> None:
        self.entries.append(self.numbering.refer(type))

    def types(self, types: Sequence[Type]) -> None:
        for type in types:
            self.type(type)

    def attribute(self, attribute: Attribute) -> None:
        self.entries.append(self.numbering.refer(attribute))

    def attributes(self, attributes: Sequence[Attribute]) -> None:
        for attribute in attributes:
            self.attribute(attribute)

    def optional_attribute(self, attribute: Attribute | None) -> None:
        if attribute is not None:
            self.attribute(attribute)

    def location(self, location: AnyLocation) -> None:
        self.numbering.refer(resolve(location))

    def locations(self, locations: Sequence[AnyLocation]) -> None:
        for location in locations:
            self.location(location)

    def resource(self, resource: ResourceAttr) -> None:
        assert self.dialect is not None
        self.dialect.resources.setdefault(resource.name, resource)

    def spelled(self, type: Type) -> Type:
        encodings = self.dialect.encodings if self.dialect is not None else None
        return encodings.spelled(type) if encodings is not None else type


def dialect_of(one: Any) -> str:
    """The dialect that a type, an attribute or a location belongs to. Its text, which may be long, is looked at last."""
    if type(one) in CODE_OF_TYPE or type(one) in CODE_OF_ATTRIBUTE:
        return "builtin"
    dialect = getattr(one, "dialect", None)
    if isinstance(dialect, str):
        return dialect
    kind = getattr(one, "kind", None)
    if isinstance(kind, str):  # of an enumeration
        return kind.partition(".")[0]
    text: str = one.text
    return text[1 : min([at for at in (text.find("."), text.find("<"), len(text)) if at >= 0])] if text[:1] in "!#" else "builtin"


class Numbering:
    """The numbers of a module. `keeps_locations` is whether operations say where they came from."""

    def __init__(self, root: Operation, lookup: Lookup, version: int, keeps_locations: bool = True):
        self.lookup, self.version, self.keeps_locations = lookup, version, keeps_locations
        self.dialects: dict[str, Dialect] = {}
        self.attributes: dict[Any, Numbered] = {}
        self.types: dict[Type, Numbered] = {}
        self.ops: dict[str, OpLayout] = {}
        self.values: dict[Value, int] = {}
        self.counts: dict[Region, int] = {}  # of the values in a region
        self.held: dict[tuple[int, str], Held] = {}
        self.places: dict[AnyLocation, Numbered] = {}  # the entries of locations, by what operations have
        self.next = 0
        self.operations = {op: number for number, op in enumerate(root.walk())}
        self.not_isolated = crossed(self.operations)
        self._number(root)
        for numbered in (self.attributes, self.types, {name: op.entry for name, op in self.ops.items()}):
            assign_numbers(list(numbered.values()))

    @cached_property
    def resources(self) -> dict[str, int]:
        """The numbers of resources, of which those without data stand last."""
        resources = [one for dialect in self.dialects.values() for one in dialect.resources.values()]
        return {one.name: number for number, one in enumerate(sorted(resources, key=lambda one: one.blob is None))}

    def dialect(self, name: str) -> Dialect:
        dialect = self.dialects.get(name)
        if dialect is None:
            dialect = self.dialects[name] = Dialect(name, len(self.dialects))
        return dialect

    def refer(self, one: Any) -> Numbered:
        """The entry of a type or an attribute, which is referred to once more."""
        if one.__class__ is LocationAttr:
            one = resolve(one.location)
        is_type = isinstance(one, Type)
        entries: dict[Any, Numbered] = self.types if is_type else self.attributes
        entry = entries.get(one)
        if entry is not None:
            entry.count += 1
            return entry
        entry = entries[one] = Numbered(one, None)  # type: ignore[arg-type]  # the dialect is numbered after what was there before
        dialect = entry.dialect = self.dialect(dialect_of(one))
        if dialect.encodings is not None:
            entry.encoding = dialect.encodings.of_type(one) if is_type else dialect.encodings.of_attribute(one)
        if entry.encoding is not None:
            write_parts(Collector(self, dialect), entry.encoding, one)
        return entry

    def location(self, location: AnyLocation) -> Location:
        return resolve(location) if self.keeps_locations else UNKNOWN

    def _number(self, root: Operation) -> None:
        self._operation(root)
        waiting = [(region, 0) for region in root.regions]
        while waiting:
            region, self.next = waiting.pop()
            self._region(region)
            for block in region.blocks:
                for op in block:
                    first = 0 if self.is_isolated(op) else self.next
                    waiting += [(inner, first) for inner in op.regions]

    def is_isolated(self, op: Operation) -> bool:
        return self.ops[op.name].is_isolated or op not in self.not_isolated

    def _region(self, region: Region) -> None:
        first = self.next
        for block in region.blocks:
            for argument in block.arguments:
                self._value(argument)
                self.refer(self.argument_location(argument))
                self.refer(argument.type)
            for op in block:
                self._operation(op)
        self.counts[region] = self.next - first

    def argument_location(self, argument: Value) -> Location:
        block = argument.block
        assert block is not None
        location = block.argument_locations.get(argument)
        if location is None:
            around = block.parent_op
            location = around.location if around is not None else UNKNOWN
        return self.location(location)

    def _value(self, value: Value) -> None:
        self.values[value] = self.next
        self.next += 1

    def _operation(self, op: Operation) -> None:
        layout = self.ops.get(op.name)
        if layout is None:
            layout = self.ops[op.name] = OpLayout(Numbered(op.name, self.dialect(op.dialect)), self.lookup(op.name))
        else:
            layout.entry.count += 1
        for result in op.results:
            self._value(result)
            self.refer(result.type)
        if op.attributes or layout.properties is not None:
            self._refer_to_attributes(op, layout)
        self._refer_to_location(op.location)

    def _refer_to_location(self, location: AnyLocation) -> None:
        entry = self.places.get(location)
        if entry is None:
            self.places[location] = self.refer(self.location(location))
        else:
            entry.count += 1

    def _refer_to_attributes(self, op: Operation, layout: OpLayout) -> None:
        key = (id(op.attributes), op.name)
        held = self.held.get(key)
        if held is not None:
            for entry in held.entries:
                entry.count += 1
            return
        held = self.held[key] = self._split(op, layout)
        collector = Collector(self)
        if held.dictionary is not None:
            collector.attribute(held.dictionary)
        if held.properties is not None:
            write_properties(collector, layout, held.properties, self.version)
        held.entries = collector.entries

    def _split(self, op: Operation, layout: OpLayout) -> Held:
        attributes = dict(op.attributes)
        properties: Mapping[str, Attribute] | None = None
        if self.version < PROPERTIES_APART:
            apart = attributes.pop(UNREGISTERED_PROPERTIES, None)
            if isinstance(apart, DictAttr):
                attributes |= apart.entries
        elif layout.properties is not None:
            properties = {name: value for name, value in attributes.items() if name in layout.inherent}
            missing = layout.properties.missing(properties)
            if missing is not None:
                raise Error.on(op, f"lacks its attribute '{missing}', which its properties in bytecode say")
            attributes = {name: value for name, value in attributes.items() if name not in layout.inherent}
        elif UNREGISTERED_PROPERTIES in attributes:
            properties = {UNREGISTERED_PROPERTIES: attributes.pop(UNREGISTERED_PROPERTIES)}
        return Held(DictAttr(attributes) if attributes else None, properties)


def write_properties(w: Any, layout: OpLayout, properties: Mapping[str, Attribute], version: int) -> None:
    if layout.properties is not None:
        layout.properties.write(w, properties, version)
    else:
        w.attribute(properties[UNREGISTERED_PROPERTIES])


def write_parts(w: Any, encoding: Encoding, one: Any) -> None:
    parts = encoding.parts(one)
    for name, how in encoding.fields:
        FIELDS[how][1](w, parts[name])


def crossed(inside: Iterable[Operation]) -> set[Operation]:
    """The operations inside of which values from around them are used."""
    operations: set[Operation] = set()
    for op in inside:
        region = op.parent.parent if op.parent is not None else None
        for operand in op.operands:
            block = operand.block
            home = block.parent if block is not None else None
            inner = region
            while inner is not None and inner is not home and inner.parent is not None:
                operations.add(inner.parent)
                inner = inner.parent.parent.parent if inner.parent.parent is not None else None
    return operations


def assign_numbers(entries: list[Numbered]) -> None:
    """Numbers by how often they are referred to; of those whose numbers take as many bytes, each dialect's together."""
    entries.sort(key=lambda entry: -entry.count)
    start, first, size = 0, 0, 0
    for length in range(1, 9):
        size = (1 << 7 * length) - size
        group = entries[start : start + size]
        if not group:
            break
        group.sort(key=in_groups(first))
        entries[start : start + size] = group
        first = group[-1].dialect.number
        start += size
    for number, entry in enumerate(entries):
        entry.number = number


def in_groups(first: int) -> Callable[[Numbered], int]:
    """The key that sorts by dialect, with one of them in front."""
    return lambda entry: -1 if entry.dialect.number == first else entry.dialect.number
