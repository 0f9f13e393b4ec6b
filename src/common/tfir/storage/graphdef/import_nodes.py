"""NodeDefs to operations of one block. Operands may come before what defines them: loops of V1 control flow close on themselves."""

from __future__ import annotations

from collections.abc import Mapping

from tfir.dialects.tf_type import TENSOR
from tfir.ir.attributes import ArrayAttr, Attribute, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation, quoted
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import Type
from tfir.ods.control import CONTROL
from tfir.proto import AttrValue, NodeDef
from tfir.storage.datatypes import full_type_of
from tfir.storage.graphdef.attribute_values import attribute_of
from tfir.storage.graphdef.node_results import TABLE, Results, results_of, slot_types
from tfir.storage.graphdef.wire import DEVICE, FULL_TYPE, NAME, RESERVED, Record, has_unknown_fields
from tfir.storage.tensors import IRREGULAR

INTRINSIC = frozenset({"graph", "func", "return", "get_result", "yield", "condition"})
ONLY = "output"  # the name of the one output that is known by numbers alone
OUTPUT_LIMIT = 1 << 16  # a corrupt input must not make a list that fills the memory


class Node:
    """A NodeDef under way: its operation without operands yet, and the results that its signature names."""

    __slots__ = ("proto", "op", "results", "record")

    def __init__(self, proto: NodeDef, op: Operation, results: Results, record: Record):
        self.proto, self.op, self.results, self.record = proto, op, results, record


class NodeImporter:
    """Fills a block with nodes. `functions` returns the results of a library function's call, or None."""

    def __init__(self, block: Block, functions, careful: bool, arguments: dict[str, tuple[Value, Value]] | None = None, in_function=False):
        self.block, self.functions, self.careful, self.in_function = block, functions, careful, in_function
        self.arguments = arguments or {}
        self.nodes: dict[str, Node] = {}
        self.extracted: dict[tuple[str, str, int], Operation] = {}  # outputs that operations of their own take, by node, name and number

    def run(self, protos, returned=()) -> None:
        """`returned` are the outputs that a function gives back, as it spells them, with their types."""
        unknown = {proto.name for proto in protos if proto.op not in TABLE and not self.functions.has(proto.op)}
        self.uses = results_by_use(protos, returned, unknown) if unknown else {}
        nodes = [self.create(proto) for proto in protos]
        missing: list[str] = []
        for node in nodes:
            try:
                self.connect(node, missing)
            except Error as error:
                raise Error(str(error), node.op.location) from None
        if missing:
            raise Error(
                "\n".join(sorted(missing)), next(node.op.location for node in nodes if missing[0].endswith(f" in node {node.proto.name}"))
            )
        for node in nodes:
            node.record.attach(node.op)
            self.block.append(node.op)

    def create(self, proto: NodeDef) -> Node:
        where = NameLocation(proto.name)
        try:
            return self._create(proto, where)
        except Error as error:
            raise Error(str(error), where) from None

    def _create(self, proto: NodeDef, where: NameLocation) -> Node:
        if not proto.op:
            raise Error(f"Node {proto.name} has an empty op name")
        if not proto.op.isprintable():
            raise Error(f"Node {proto.name} has the op {quoted(proto.op)}, which is no name")
        if proto.op in INTRINSIC or proto.op.endswith("Region") and proto.op not in TABLE:
            raise Error(f"Node {proto.name} has the op '{proto.op}', a name that the tfg dialect keeps for itself")
        record = Record()
        attributes = self.attributes_of(proto, record)
        results = self.results_of(proto, attributes, record)
        types = [type for _, group in results for type in group]
        op = Operation("tfg." + proto.op, (), [*types, CONTROL], None, (), (), where)
        op.set_attributes(attributes)
        node = Node(proto, op, results, record)
        if proto.name:
            if proto.name in self.nodes or proto.name in self.arguments:
                raise Error(f"Duplicated node (or function argument) with the same name: `{proto.name}`")
            self.nodes[proto.name] = node
        return node

    def attributes_of(self, proto: NodeDef, record: Record) -> dict[str, Attribute]:
        attributes: dict[str, Attribute] = {}
        for name, value in sorted(proto.attr.items()):
            self.read_attribute(proto, name, value, attributes, record)
        if proto.name:
            attributes[NAME] = StringAttr(proto.name)
        else:
            record.remember("name", StringAttr(""))
        if proto.device:
            attributes[DEVICE] = StringAttr(proto.device)
        if proto.HasField("experimental_type"):
            self.read_full_type(proto, attributes, record)
        if proto.HasField("experimental_debug_info"):
            record.remember_bytes("experimental_debug_info", proto.experimental_debug_info)
        if self.careful:
            record.remember_unknown(proto)
        return attributes

    def read_attribute(self, proto: NodeDef, name: str, value: AttrValue, attributes, record: Record) -> None:
        if not name:
            raise Error(f"Node {proto.name} has an empty attr name")
        if name in RESERVED:
            record.remember_in("attributes", name, StringAttr(value.SerializeToString(deterministic=True)))
            return
        attributes[name], deviation = attribute_of(value)
        if deviation == IRREGULAR or self.careful and has_unknown_fields(value):
            record.remember_in("attributes", name, StringAttr(value.SerializeToString(deterministic=True)))
        elif deviation is not None:
            record.remember_in("encodings", name, StringAttr(deviation))

    def read_full_type(self, proto: NodeDef, attributes, record: Record) -> None:
        try:
            attributes[FULL_TYPE] = full_type_of(proto.experimental_type)
        except Error:
            record.remember_bytes("experimental_type", proto.experimental_type)
        if self.careful and has_unknown_fields(proto.experimental_type):
            record.remember_bytes("experimental_type", proto.experimental_type)

    def results_of(self, proto: NodeDef, attributes: Mapping[str, Attribute], record: Record) -> Results:
        signature = TABLE.get(proto.op)
        if signature is not None:
            return results_of(signature, attributes)
        if proto.op in self.functions.functions:
            return self.functions.results_of(proto.op, attributes)
        declared = self.functions.has(proto.op)
        results = self.functions.results_of(proto.op, attributes) if declared else self.uses.get(proto.name) or []
        if self.in_function if declared else any(slot != ONLY for slot, _ in results):  # functions tell outputs by name
            names = [StringAttr(slot) for slot, types in results for _ in types]
            if names:
                record.remember("outputs", ArrayAttr(names))
        return results

    def connect(self, node: Node, missing: list[str]) -> None:
        """Looks up the inputs of a node; adds to `missing` what is nowhere."""
        data: list[Value] = []
        control: list[Value] = []
        spelled_so = True
        for spelling in node.proto.input:
            if not spelling:
                raise Error(f"Node '{node.proto.name}' has an empty input")
            value, canonical = self.value(spelling)
            if value is None:
                missing.append(f"Non-existent input {spelling} in node {node.proto.name}")
                continue
            spelled_so = spelled_so and canonical and not (control and value.type is not CONTROL)
            (control if value.type is CONTROL else data).append(value)
        node.op.set_operands(data + control)
        if not spelled_so:
            node.record.remember("inputs", ArrayAttr([StringAttr(spelling) for spelling in node.proto.input]))

    def value(self, spelling: str) -> tuple[Value | None, bool]:
        """The value that an input means (None where there is none), and whether it is spelled as export would."""
        if spelling[:1] == "^":
            return self.control(spelling[1:]), True
        argument = self.arguments.get(spelling)
        if argument is not None:
            return argument[0], True
        name, *rest = spelling.split(":")
        node = self.nodes.get(name)
        if node is None:
            output_index(rest[-1] if rest else "0")
            return None, True
        if len(rest) == 2 or self.in_function and rest and not rest[0].isdigit():
            number = rest[1] if len(rest) == 2 else "0"
            value = self.segment(node, name, rest[0], number)
            return value, self.in_function and len(rest) == 2 and number == str(int(number))
        index = output_index(rest[0]) if rest else 0
        if len(rest) > 1 or index is None:
            return None, True
        if index >= len(node.op.results) - 1:
            raise Error(f"Result #{index} of node '{name}' is out of bounds")
        return node.op.results[index], not self.in_function and (not rest or index != 0 and rest[0] == str(index))

    def control(self, name: str) -> Value | None:
        if name in self.arguments:
            return self.arguments[name][1]
        node = self.nodes.get(name)
        return None if node is None else node.op.results[-1]

    def segment(self, node: Node, name: str, output: str, index: str) -> Value:
        """`node:output:index`, an output by its name in the signature of its op."""
        start, at = 0, output_index(index)
        for slot, types in node.results:
            if slot == output:
                if at is None or at >= len(types):
                    raise Error(f"Result #{index} of segment '{name}:{output}' is out of bounds")
                return node.op.results[start + at]
            start += len(types)
        raise Error(f"Node '{name}' has no output called '{output}'")

    def append_extracted(self) -> None:
        for op in reversed(self.extracted.values()):
            self.block.insert_before(op, op.operands[0].op.next)


def output_index(text: str) -> int | None:
    """An index of an output, or None where it is no number."""
    if not text.isascii() or not text.isdigit():
        return None
    if len(text) > 9 or int(text) >= OUTPUT_LIMIT:
        raise Error(f"Output index {text} is invalid (too large)")
    return int(text)


def results_by_use(protos, returned, unknown: set[str]) -> dict[str, Results]:
    """The results of nodes whose op no table has, as far as their users determine them. Outputs are in the order of their first use."""
    outputs: dict[str, dict[str, dict[int, Type | None]]] = {}
    for proto in protos:
        data = [spelling for spelling in proto.input if spelling[:1] != "^"]
        if any(spelling.split(":")[0] in unknown for spelling in data):
            types = operand_types(proto)
            for position, spelling in enumerate(data):
                note_use(spelling, types[position] if position < len(types) else None, unknown, outputs)
    for spelling, type in returned:
        note_use(spelling, type, unknown, outputs)
    return {
        name: [
            (slot, tuple([types_by_index.get(index) or TENSOR for index in range(max(types_by_index) + 1)]))
            for slot, types_by_index in slots.items()
        ]
        for name, slots in outputs.items()
    }


def note_use(spelling: str, type, unknown: set[str], outputs: dict) -> None:
    name, *rest = spelling.split(":")
    if name not in unknown or len(rest) > 2:
        return
    named = rest and not rest[0].isdigit()
    index = (output_index(rest[-1]) if rest and not (named and len(rest) == 1) else 0) or 0
    types_by_index = outputs.setdefault(name, {}).setdefault(rest[0] if named else ONLY, {})
    types_by_index[index] = types_by_index.get(index) or type


def operand_types(proto: NodeDef) -> list:
    """The types that a node's op wants for its data inputs; fewer or none where that cannot be told."""
    signature = TABLE.get(proto.op)
    if signature is None:
        return []
    try:
        attributes = {
            name: attribute_of(value)[0] for name, value in proto.attr.items() if value.WhichOneof("value") in ("type", "i", "list")
        }
        return [type for slot in signature.operands for type in slot_types(slot, signature, attributes)]
    except Error:
        return []
