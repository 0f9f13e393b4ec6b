"""Operations of a block of tfg to NodeDefs."""

from __future__ import annotations

from collections.abc import Mapping

from tfir.dialects.tf_type import FullTypeAttr
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr
from tfir.ir.diagnostics import Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import take_name
from tfir.ods.control import CONTROL
from tfir.proto import AttrValue, NodeDef
from tfir.storage.datatypes import write_full_type
from tfir.storage.graphdef.attribute_values import attribute_of, write_value
from tfir.storage.graphdef.node_results import TABLE, results_of
from tfir.storage.graphdef.wire import DEVICE, FULL_TYPE, NAME, RESERVED, recorded, restore, string

# `tfg.func` and the region forms of If, While and others; what is left of the dialect stands for nodes.
REGION_OPS = tuple(f"{kind}Region" for kind in ("If", "Case", "While", "For"))


class NodeExporter:
    """Writes the nodes of one block. `arguments` names the values that come from outside it."""

    def __init__(self, functions, arguments: dict[Value, str] | None = None, in_function: bool = False):
        self.functions, self.in_function = functions, in_function
        self.arguments = arguments or {}
        self.names: dict[Operation, str] = {}
        self.ops: dict[str, Operation] = {}

    def run(self, ops, nodes) -> None:
        """Fills a repeated field of NodeDefs."""
        ops = list(ops)
        self.name(ops)
        self.write_all(ops, nodes)

    def write_all(self, ops, nodes) -> None:
        """Writes ops that have been named."""
        for op in ops:
            try:
                self.write(op, nodes.add())
            except Error as error:
                raise error if error.diagnostics[0].place() else Error(f"node '{self.names[op]}': {error}", op) from None
            except (ValueError, TypeError) as error:  # protobuf's word on a number that does not fit its field
                raise Error(f"node '{self.names[op]}' cannot be written: {in_words(error)}", op) from None

    def name(self, ops) -> None:
        """Each op's node name; an op that a pass made without one is named after its kind."""
        taken = set(self.arguments.values())
        for op in ops:
            name = string(op.attributes, NAME)
            if name is not None:
                self.names[op] = name
                taken.add(name)
        for op in ops:
            if op not in self.names:
                is_nameless = "name" in recorded(op.attributes) and not any(v.uses for v in op.results)
                self.names[op] = "" if is_nameless else take_name(op.name.removeprefix("tfg."), taken)
        self.ops = {name: op for op, name in reversed(self.names.items())}  # of several of a name, the first

    def write(self, op: Operation, node: NodeDef) -> None:
        if op.dialect != "tfg" or op.regions:
            raise Error.on(op, "is no node of a GraphDef: " + reason(op))
        record = recorded(op.attributes)
        restore(node, record, "unknown")
        node.name, node.op = self.names[op], op.name.removeprefix("tfg.")
        node.input.extend(self.inputs(op, record))
        node.device = string(op.attributes, DEVICE) or ""
        self.write_attributes(op, node, record)
        full_type = op.attributes.get(FULL_TYPE)
        if full_type is not None and not isinstance(full_type, FullTypeAttr):
            raise Error(f"expected '{FULL_TYPE}' to be a full type, found {full_type}")
        if full_type is not None:
            write_full_type(node.experimental_type, full_type)
        for field in ("experimental_type", "experimental_debug_info"):
            if field in record:
                node.ClearField(field)
                restore(getattr(node, field), record, field)

    def write_attributes(self, op: Operation, node: NodeDef, record: Mapping[str, Attribute]) -> None:
        encodings, kept = part(record, "encodings"), part(record, "attributes")
        for name, attribute in op.attributes.items():
            if name in RESERVED:
                continue
            value = node.attr[name]
            if not (name in kept and still_means(kept, name, attribute) and restore(value, kept, name)):
                write_value(value, attribute, string(encodings, name))
        for name in RESERVED & kept.keys():
            restore(node.attr[name], kept, name)

    def inputs(self, op: Operation, record: Mapping[str, Attribute]) -> list[str]:
        """The inputs: data first, then control. As they were spelled, where that still means the same."""
        inputs = [self.spelling(value) for value in op.operands]
        spelled = record.get("inputs")
        if not isinstance(spelled, ArrayAttr):
            return inputs
        before = [getattr(element, "value", None) for element in spelled.elements]
        if not all(isinstance(text, str) for text in before):
            return inputs
        data = [self.canonical(text) for text in before if text[:1] != "^"]
        control = [text for text in before if text[:1] == "^"]
        return before if data + control == inputs else inputs

    def spelling(self, value: Value) -> str:
        argument = self.arguments.get(value)
        if argument is not None:
            return argument
        op = value.op
        if op is None or op not in self.names:
            raise Error("an operand comes from outside the block")
        if value.type is CONTROL:
            return "^" + self.names[op]
        if self.in_function:
            return self.segment(op, value.index)
        return f"{self.names[op]}:{value.index}" if value.index else self.names[op]

    def segment(self, op: Operation, index: int) -> str:
        """An output as functions spell it: `node:output:index`, by its name in the signature of the op."""
        left = index
        for slot, types in self.results(op):
            if left < len(types):
                return f"{self.names[op]}:{slot}:{left}"
            left -= len(types)
        raise Error.on(op, f"has no name for its result #{index}: the op is not in the table")

    def results(self, op: Operation):
        name = op.name.removeprefix("tfg.")
        signature = TABLE.get(name)
        if signature is not None:
            return results_of(signature, op.attributes)
        return self.functions.results_of(name, op.attributes) if self.functions.has(name) else named_by_use(op)

    def canonical(self, text: str) -> str:
        """A data input's text as this exporter would write it; an output may be told by number or by name."""
        name, *rest = text.split(":")
        op = self.ops.get(name) if rest or self.in_function else None
        if op is None:
            return text
        if not rest or rest[0].isdigit():
            index = int(rest[0]) if rest else 0
            return self.spelling(op.results[index]) if index < len(op.results) else text
        if self.in_function:
            return f"{name}:{rest[0]}:{int(rest[1]) if len(rest) > 1 and rest[1].isdigit() else 0}"
        start = 0
        for slot, types in self.results(op):
            if slot == rest[0] and len(rest) > 1 and rest[1].isdigit() and int(rest[1]) < len(types):
                return self.spelling(op.results[start + int(rest[1])])
            start += len(types)
        return text


def named_by_use(op: Operation):
    """The output names of an op without a definition, as the inputs of its readers spelled them."""
    names = recorded(op.attributes).get("outputs")
    if not isinstance(names, ArrayAttr) or len(names) != len(op.results) - 1:
        return []
    groups: dict[str, list] = {}
    for name, result in zip(names, op.results):
        groups.setdefault(getattr(name, "value", ""), []).append(result.type)
    return list(groups.items())


def reason(op: Operation) -> str:
    if op.name.removeprefix("tfg.").removeprefix("Stateless").removeprefix("Stateful") in REGION_OPS:
        return "it is in region form, which has to become calls of functions first"
    return "expected an op of the tfg dialect without regions"


def part(record: Mapping[str, Attribute], name: str) -> dict[str, Attribute]:
    entries = record.get(name)
    return entries.entries if isinstance(entries, DictAttr) else {}


def still_means(kept: Mapping[str, Attribute], name: str, attribute: Attribute) -> bool:
    """Whether the remembered bytes of an AttrValue still mean the attribute."""
    before = AttrValue()
    return restore(before, kept, name) and attribute_of(before)[0] == attribute
