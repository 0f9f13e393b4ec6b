"""The functions of a library to tfg.func.

A function whose body or signature leaves types open is generic: its tensors are opaque, and each output of a node is taken by
name with `get_result`, because how many there are is not known before the function is instantiated.
"""

from __future__ import annotations

from collections.abc import Mapping

from tfir.dialects.tf_type import TENSOR
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32
from tfir.ods.control import CONTROL
from tfir.proto import AttrValue, FunctionDef, FunctionDefLibrary, OpDef
from tfir.storage.datatypes import type_of, unranked
from tfir.storage.graphdef.export_functions import write_outside
from tfir.storage.graphdef.function_headers import read_header
from tfir.storage.graphdef.import_nodes import Node, NodeImporter, output_index
from tfir.storage.graphdef.node_results import TABLE, Results
from tfir.storage.graphdef.op_defs import results_of_definition
from tfir.storage.graphdef.wire import Record


class Library:
    """The functions by name, ops that were defined in a file, and what each of them results in."""

    def __init__(self, proto: FunctionDefLibrary, op_defs: dict[str, OpDef] | None = None):
        self.proto = proto
        self.functions = {function.signature.name: function for function in proto.function}
        self.signatures = {**(op_defs or {}), **{name: function.signature for name, function in self.functions.items()}}
        self.gradients = {gradient.function_name: gradient.gradient_func for gradient in proto.gradient}

    def has(self, name: str) -> bool:
        return name in self.signatures

    def results_of(self, name: str, attributes: Mapping[str, Attribute]) -> Results:
        return results_of_definition(self.signatures[name], attributes)


def import_functions(block: Block, library: Library, careful: bool) -> None:
    seen: set[str] = set()
    for proto in library.proto.function:
        name = proto.signature.name
        if name in seen:
            raise Error(f"the library has two functions named '{name}'")
        seen.add(name)
        block.append(import_function(proto, library, careful))


def import_function(proto: FunctionDef, library: Library, careful: bool) -> Operation:
    name, generic = proto.signature.name, is_generic(proto)
    try:
        return build(proto, library, careful, generic)
    except Error as error:
        kind = "generic function" if generic else "function"
        raise Error(f"{error}\n\tWhile importing {kind}: {name}", error.diagnostics[0].location) from None


def is_generic(proto: FunctionDef) -> bool:
    arguments = [*proto.signature.input_arg, *proto.signature.output_arg]
    if any(arg.type_attr or arg.number_attr or arg.type_list_attr for arg in arguments):
        return True
    return any(stands_open(value) for node in proto.node_def for value in node.attr.values())


def stands_open(value: AttrValue) -> bool:
    kind = value.WhichOneof("value")
    return kind == "placeholder" or kind == "func" and any(map(stands_open, value.func.attr.values()))


def build(proto: FunctionDef, library: Library, careful: bool, generic: bool) -> Operation:
    signature, record = proto.signature, Record()
    if not signature.name:
        raise Error("generic function without a name" if generic else "Function without a name")
    block = Block()
    arguments = add_arguments(block, signature.input_arg, generic)
    importer = (GenericImporter if generic else NodeImporter)(block, library, careful, arguments, in_function=True)
    types = [None if generic or not arg.type else unranked(type_of(arg.type)) for arg in signature.output_arg]
    outputs = [(proto.ret.get(arg.name, ""), type) for arg, type in zip(signature.output_arg, types)]
    importer.run(proto.node_def, outputs)
    op = Operation("tfg.func", regions=[Region([block])], location=NameLocation(signature.name))
    op.set_attributes(read_header(proto, generic))
    gradient = library.gradients.get(signature.name)
    if gradient:
        op.set_attribute("gradient", SymbolRefAttr(gradient))
    block.append(returned(proto, importer, generic))
    order = [attr.name for attr in signature.attr]
    if generic and order != sorted(order):
        record.remember("attr_order", ArrayAttr(map(StringAttr, order)))
        record.attach(op)  # what is written of the header depends on it
    remember_header(proto, op, library, record)
    record.attach(op)
    return op


def add_arguments(block: Block, args, generic: bool) -> dict[str, tuple[Value, Value]]:
    """Each argument and the control token behind it, by name."""
    arguments = {}
    for arg in args:
        if not arg.name:
            raise Error("an argument has no name")
        if arg.name in arguments:
            raise Error(f"Duplicated node (or function argument) with the same name: `{arg.name}`")
        type = TENSOR if generic else unranked(type_of(arg.type))
        arguments[arg.name] = block.add_argument(type), block.add_argument(CONTROL)
    return arguments


def returned(proto: FunctionDef, importer: NodeImporter, generic: bool) -> Operation:
    """The terminator: what the outputs of the signature mean, then the nodes that are run for their effects."""
    data = [result_value(proto, arg.name, importer) for arg in proto.signature.output_arg]
    control = [control_value(proto, name, importer) for name in proto.signature.control_output]
    names = [DictAttr({} if generic else {"tfg.name": StringAttr(name)}) for name in proto.signature.control_output]
    importer.append_extracted()
    return Operation("tfg.return", data + control, (), {"control_ret_attrs": ArrayAttr(names)})


def result_value(proto: FunctionDef, name: str, importer: NodeImporter) -> Value:
    if name not in proto.ret:
        raise Error(f"Output '{name}' was not found in 'ret'")
    if not proto.ret[name]:
        raise Error(f"Function '{proto.signature.name}' has empty result name")
    value, _ = importer.value(proto.ret[name])
    if value is None or value.type is CONTROL:
        raise Error(f"Return '{proto.ret[name]}' was not found")
    return value


def control_value(proto: FunctionDef, name: str, importer: NodeImporter) -> Value:
    if name not in proto.control_ret:
        raise Error(f"Control output '{name}' was not found in 'control_ret'")
    if not proto.control_ret[name]:
        raise Error(f"Function '{proto.signature.name}' has empty control result name")
    value = importer.control(proto.control_ret[name])
    if value is None:
        raise Error(f"Control return {proto.control_ret[name]} was not found")
    return value


def remember_header(proto: FunctionDef, op: Operation, library: Library, record: Record) -> None:
    """Keeps all of the function but its nodes, when export would not write it back to the byte."""
    mine, again = FunctionDef(), FunctionDef()
    mine.CopyFrom(proto)
    mine.ClearField("node_def")
    write_outside(op, again, library)
    if mine.SerializeToString(deterministic=True) != again.SerializeToString(deterministic=True):
        record.remember_bytes("function", mine)
    gradient = library.gradients.get(proto.signature.name)
    if gradient is not None and "gradient" not in op.attributes:
        record.remember("gradient", StringAttr(gradient))


class GenericImporter(NodeImporter):
    """Nodes of a generic function: one opaque result each, from which `get_result` takes the outputs by name."""

    def results_of(self, proto, attributes, record) -> Results:
        signature = TABLE.get(proto.op)
        declared = (
            signature.results if signature else self.functions.signatures[proto.op].output_arg if self.functions.has(proto.op) else [1]
        )
        return [("", (TENSOR,))] if declared else []

    def segment(self, node: Node, name: str, output: str, index: str) -> Value:
        at = output_index(index)
        if at is None or len(node.op.results) < 2:
            raise Error(f"Node '{name}' has no output called '{output}:{index}'")
        result = self.extracted.get((name, output, at))
        if result is None:
            attributes = {"name": StringAttr(output), "number": IntegerAttr(at, I32)}
            result = Operation("tfg.get_result", node.op.results[:1], [TENSOR], attributes, location=node.op.location)
            self.extracted[name, output, at] = result
        return result.results[0]
