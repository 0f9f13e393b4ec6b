"""Reads a program from MLIR's bytecode. Regions are read at once, lazy ones too."""

from __future__ import annotations

from tfir.bytecode import format
from tfir.bytecode.entries import Entries, Entry, EntryReader, dialect_at, string_at
from tfir.bytecode.properties import Layout
from tfir.bytecode.resources import read_resources
from tfir.bytecode.stream import Cursor
from tfir.bytecode.use_lists import Order, follow, read_orders
from tfir.ir.attributes import Attribute, DictAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, FileLineCol
from tfir.ir.nesting import Nest, too_deep
from tfir.ir.operations import Block, Operation, Region, Value, operation_of_parts
from tfir.ir.parts import NO_ATTRIBUTES, UNREGISTERED_PROPERTIES, Shared, read_only
from tfir.ir.types import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from tfir.text.interfaces import Lookup, LookupDialect


def read_bytecode(
    data: bytes | memoryview, name: str, lookup: Lookup, lookup_dialect: LookupDialect, allow_unregistered: bool = True
) -> Operation:
    """The module in the bytes of a file. `name` is the file's, for errors, which say the byte where something is wrong."""
    reader = ProgramReader(bytes(data), name, lookup, lookup_dialect)
    try:
        return reader.program(allow_unregistered)
    except RecursionError:
        raise too_deep(reader.cursor.error("nested too deeply")) from None


class OpName:
    """The name of an op as the file has it, and what is known of the op."""

    __slots__ = ("name", "is_registered", "definition", "layout")

    def __init__(self, name: str, is_registered: bool, definition: Any):
        self.name, self.is_registered, self.definition = name, is_registered, definition
        self.layout = Layout(definition) if definition is not None else None


class OnDemand(dict[int, "Any"]):
    """Types or locations by number, read when they are first asked for."""

    def __init__(self, read: Callable[[int, Cursor], Any], c: Cursor):
        super().__init__()
        self.read, self.cursor = read, c

    def __missing__(self, number: int) -> Any:
        value = self[number] = self.read(number, self.cursor)
        return value


class Scope:
    """The values that can be referred to by number: of an isolated region, and of those inside that are not. `next` is the number of the
    value that is defined next; of values that are used before, `expected` has the stand-ins."""

    __slots__ = ("values", "next", "expected")

    def __init__(self) -> None:
        self.values: list[Value | None] = []
        self.next = 0
        self.expected: dict[int, Value] = {}

    def define(self, value: Value, c: Cursor) -> None:
        number = self.next
        if number >= len(self.values):
            raise c.error("more values are defined than the region has")
        expected = self.expected.pop(number, None) if self.expected else None
        self.values[number] = value
        self.next = number + 1
        if expected is not None:
            expected.replace_all_uses_with(value)

    def operand(self, number: int, c: Cursor) -> Value:
        if number >= len(self.values):
            raise c.error(f"invalid value index: {number}")
        value = self.values[number]
        if value is None:
            value = self.values[number] = self.expected[number] = Value(NONE, None, 0)
        return value


class ProgramReader:
    """One file: its sections, then its operations."""

    def __init__(self, data: bytes, name: str, lookup: Lookup, lookup_dialect: LookupDialect):
        self.cursor = Cursor(data, 0, len(data), name)
        self.lookup, self.lookup_dialect = lookup, lookup_dialect
        self.version, self.producer = 0, ""
        self.nest = Nest(self.cursor.error, -1)  # the module's own does not count
        self.attributes_of: dict[tuple[OpName, int, int], Mapping[str, Attribute]] = {}
        self.alike: dict[tuple[Any, ...], Shared] = {}
        self.orders: list[tuple[Order, Value]] = []

    def program(self, allow_unregistered: bool) -> Operation:
        self._header()
        sections = self._sections()
        self.strings = self._strings(sections[format.STRINGS])
        self._dialects(sections[format.DIALECTS])
        entries = self.entries = Entries(sections[format.ENTRIES], self.strings, self.lookup, self.lookup_dialect)
        if format.RESOURCE_OFFSETS in sections:
            data = sections.get(format.RESOURCES) or self.cursor.part(self.cursor.end, self.cursor.end)
            entries.resources = read_resources(sections[format.RESOURCE_OFFSETS], data, self.strings, self.dialects)
        entries.locate(sections[format.ENTRY_OFFSETS], self.dialects)
        self.types, self.locations = OnDemand(entries.type, self.cursor), OnDemand(entries.location, self.cursor)
        self.properties = self._properties(sections.get(format.PROPERTIES))
        self._check_registered(allow_unregistered)
        return self._module(sections[format.IR])

    def _header(self) -> None:
        c = self.cursor
        if not format.is_bytecode(c.data):
            raise c.error("expected MLIR bytecode to begin with 'ML\\xefR'")
        c.at = len(format.MAGIC)
        self.version = c.varint()
        if self.version > format.NEWEST:
            raise c.error(f"bytecode version {self.version} is newer than the current version {format.NEWEST}", len(format.MAGIC))
        self.producer = c.text().decode("utf-8", "surrogateescape")

    def _sections(self) -> dict[int, Cursor]:
        sections: dict[int, Cursor] = {}
        c = self.cursor
        while c.left:
            at = c.at
            number, content = c.section()
            if number in sections:
                raise c.error(f"duplicate {format.NAMES[number]} section", at)
            sections[number] = content
        for number in (format.STRINGS, format.DIALECTS, format.ENTRIES, format.ENTRY_OFFSETS, format.IR):
            if number not in sections:
                raise c.error(f"missing {format.NAMES[number]} section")
        if (format.RESOURCES in sections) > (format.RESOURCE_OFFSETS in sections):
            raise c.error("expected a resource offset section, where there is a resource section")
        return sections

    def _strings(self, c: Cursor) -> list[bytes]:
        """The strings, of which the last one's length stands first. Each has a zero byte at its end."""
        count = c.count("strings", 2)
        lengths = [c.varint() for _ in range(count)][::-1]
        strings = []
        for length in lengths:
            if not 0 < length <= c.left or c.data[c.at + length - 1]:
                raise c.error("a string does not end as its length says")
            strings.append(c.take(length)[:-1])
        c.expect_end("string section")
        return strings

    def _dialects(self, c: Cursor) -> None:
        self.dialects: list[str] = []
        for _ in range(c.count("dialects")):
            if self.version < format.VERSIONS_OF_DIALECTS:
                name = string_at(c, self.strings)
            else:
                at, number = c.at, c.varint()
                if number >> 1 >= len(self.strings):
                    raise c.error(f"invalid string index: {number >> 1}", at)
                name = self.strings[number >> 1]
                if number & 1 and c.section()[0] != format.DIALECT_VERSIONS:
                    raise c.error("expected the version of a dialect", at)
            self.dialects.append(name.decode("utf-8", "surrogateescape"))
        if self.version >= format.ELIDED_LOCATIONS:
            c.count("op names")
        self.op_names: list[OpName] = []
        while c.left:
            dialect = dialect_at(c, self.dialects)
            for _ in range(c.count("op names")):
                self.op_names.append(self._op_name(c, dialect))

    def _op_name(self, c: Cursor, dialect: str) -> OpName:
        at, number, is_registered = c.at, c.varint(), True
        if self.version >= format.PROPERTIES_APART:
            number, is_registered = number >> 1, bool(number & 1)
        if number >= len(self.strings):
            raise c.error(f"invalid string index: {number}", at)
        local = self.strings[number].decode("utf-8", "surrogateescape")
        name = f"{dialect}.{local}" if local else dialect
        return OpName(name, is_registered, self.lookup(name) if local else None)

    def _check_registered(self, allow_unregistered: bool) -> None:
        """Refuses ops that nothing is known of, unless that is allowed, and those that a dialect that is known does not have."""
        for each in self.op_names:
            prefix = each.name.partition(".")[0]
            dialect = self.lookup_dialect(prefix) if each.definition is None else None
            if dialect is not None:
                what = f"unregistered operation '{each.name}' found in dialect ('{prefix}') that does not allow unknown operations"
            elif each.definition is None and not allow_unregistered:
                what = f"dialect '{prefix}' is unknown; tf-opt --allow-unregistered-dialect takes its ops as they are"
            else:
                continue
            whole_file = FileLineCol(self.cursor.name, 0, 0)
            raise Error(what, whole_file, [(f"in bytecode version {self.version} produced by: {self.producer}", whole_file)])

    def _properties(self, c: Cursor | None) -> list[Cursor]:
        properties: list[Cursor] = []
        for _ in range(c.count("properties") if c is not None else 0):
            assert c is not None
            length = c.varint()
            if length > c.left:
                raise c.error(f"properties of {length} bytes do not fit into {c.left}")
            properties.append(c.part(c.at, c.at + length))
            c.at += length
        return properties

    def _module(self, c: Cursor) -> Operation:
        scope, block = Scope(), Block()
        if c.varint() != 2:
            raise c.error("expected only one top-level op, without arguments")
        module = self._operation(c, scope, block, [])
        c.expect_end("IR section")
        for order, value in self.orders:
            follow(order, value, c)
        module.remove()
        if module.name != "builtin.module":
            outer = Operation("builtin.module", location=module.location)
            outer.add_region().add_block().append(module)
            return outer
        return module

    def _operation(self, c: Cursor, scope: Scope, block: Block, blocks: list[Block]) -> Operation:
        at, number, mask = c.at, c.varint(), c.byte()
        if number >= len(self.op_names):
            raise c.error(f"invalid operation name index: {number}", at)
        op_name = self.op_names[number]
        has_attributes, has_properties = mask & format.HAS_ATTRIBUTES, mask & format.HAS_PROPERTIES
        place, *said = c.varints(1 + bool(has_attributes) + bool(has_properties))
        attributes = said[0] if has_attributes else -1
        properties = said[-1] if has_properties else -1
        held = self.attributes_of.get((op_name, attributes, properties))
        if held is None:
            held = self.attributes_of[op_name, attributes, properties] = self._attributes(c, op_name, attributes, properties)
        types = tuple([self.types[each] for each in c.varints(c.count("results"))]) if mask & format.HAS_RESULTS else ()
        operands = self._operands(c, scope) if mask & format.HAS_OPERANDS else ()
        successors = tuple([self._block(c, blocks) for _ in range(c.count("successors"))]) if mask & format.HAS_SUCCESSORS else ()
        orders = read_orders(c, len(types)) if mask & format.HAS_USE_LISTS else ()
        shared = None
        if not mask & (format.HAS_REGIONS | format.HAS_SUCCESSORS) and not scope.expected:
            key = (op_name, attributes, properties, types, *[operand.type for operand in operands])
            shared = self.alike.get(key) or self.alike.setdefault(key, Shared())
        op = operation_of_parts(op_name.name, operands, types, held, self.locations[place], (), successors, shared, block)
        for result in op.results:
            scope.define(result, c)
        if orders:
            self.orders += [(order, op.results[order.index]) for order in orders]
        if mask & format.HAS_REGIONS:
            self._regions(c, op, scope)
        return op

    def _operands(self, c: Cursor, scope: Scope) -> tuple[Value, ...]:
        numbers, values = c.varints(c.count("operands")), scope.values
        size = len(values)
        return tuple([value if number < size and (value := values[number]) is not None else scope.operand(number, c) for number in numbers])

    def _block(self, c: Cursor, blocks: list[Block]) -> Block:
        number = c.varint()
        if number >= len(blocks):
            raise c.error(f"invalid successor index: {number}")
        return blocks[number]

    def _attributes(self, c: Cursor, op_name: OpName, attributes: int, properties: int) -> Mapping[str, Attribute]:
        """The attributes of an op: those of a dictionary, and its properties."""
        held: dict[str, Attribute] = {}
        if properties >= 0:
            if properties >= len(self.properties):
                raise c.error(f"invalid properties index: {properties}")
            held |= self._properties_of(op_name, self.properties[properties])
        if attributes >= 0:
            dictionary = self.entries.attribute(attributes, c)
            if not isinstance(dictionary, DictAttr):
                raise c.error(f"expected a dictionary of attributes, and it is {dictionary}")
            held |= dictionary.entries
        return read_only(held) if held else NO_ATTRIBUTES

    def _properties_of(self, op_name: OpName, place: Cursor) -> dict[str, Attribute]:
        c = EntryReader(self.entries, Entry("builtin", place.at, place.end, True))
        if not op_name.is_registered:
            value = c.attribute()
            held: dict[str, Attribute] = {UNREGISTERED_PROPERTIES: value}
        elif op_name.layout is None:
            raise c.error(f"the properties of '{op_name.name}' are not known here")
        else:
            held = op_name.layout.read(c, self.version)
        c.expect_end(f"properties of '{op_name.name}'")
        return held

    def _regions(self, c: Cursor, op: Operation, scope: Scope) -> None:
        head = c.varint()
        count, is_isolated = head >> 1, head & 1
        if is_isolated and self.version >= format.ISOLATED_REGIONS:
            at = c.at
            number, inner = c.section()
            if number != format.IR:
                raise c.error("expected an IR section for regions", at)
        else:
            inner = c
        if count > inner.left:
            raise c.error(f"{count} regions do not fit into {inner.left} bytes")
        with self.nest:
            for _ in range(count):
                self._region(inner, op.add_region(), Scope() if is_isolated else scope)
        if inner is not c:
            inner.expect_end(f"regions of '{op.name}'")

    def _region(self, c: Cursor, region: Region, scope: Scope) -> None:
        number = c.count("blocks")
        if not number:
            return
        values = c.count("values")
        first, following = len(scope.values), scope.next
        scope.values += [None] * values
        scope.next = first
        blocks = [region.add_block() for _ in range(number)]
        for block in blocks:
            self._fill(c, block, scope, blocks)
        if scope.expected and any([number >= first for number in scope.expected]):
            raise c.error("a value is used and never defined")
        del scope.values[first:]
        scope.next = following

    def _fill(self, c: Cursor, block: Block, scope: Scope, blocks: list[Block]) -> None:
        """The arguments and operations of a block."""
        head = c.varint()
        if head & 1:
            arguments = c.count("arguments")
            for _ in range(arguments):
                self._argument(c, block, scope)
            if self.version >= format.USE_LISTS and c.byte():
                self.orders += [(order, block.arguments[order.index]) for order in read_orders(c, arguments)]
        if head >> 1 > c.left:
            raise c.error(f"{head >> 1} operations do not fit into {c.left} bytes")
        for _ in range(head >> 1):
            self._operation(c, scope, block, blocks)

    def _argument(self, c: Cursor, block: Block, scope: Scope) -> None:
        location: Any = None
        if self.version >= format.ELIDED_LOCATIONS:
            number = c.varint()
            type = self.types[number >> 1]
            location = self.locations[c.varint()] if number & 1 else UNKNOWN
        else:
            type, location = self.types[c.varint()], self.locations[c.varint()]
        scope.define(block.add_argument(type, location), c)
