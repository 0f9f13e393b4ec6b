"""tfg.func to the functions of a library."""

from __future__ import annotations

from collections.abc import Mapping

from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import Attribute, DictAttr, SymbolRefAttr
from tfir.ir.diagnostics import Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ods.control import control_operands, data_operands
from tfir.proto import FunctionDef, GraphDef, OpDef
from tfir.storage.graphdef.export_nodes import NodeExporter
from tfir.storage.graphdef.function_headers import declared_defaults, elements, read_header, write_header, write_results
from tfir.storage.graphdef.node_results import Results, argument_types
from tfir.storage.graphdef.op_defs import results_of_definition
from tfir.storage.graphdef.wire import recorded, restore


class Functions:
    """The functions of a module by name, and what a call of one by its name as an op results in."""

    def __init__(self, module: Operation, op_defs: dict[str, OpDef] | None = None):
        self.op_defs = op_defs or {}
        self.functions = functions_by_name(module)

    def has(self, name: str) -> bool:
        return name in self.functions or name in self.op_defs

    def results_of(self, name: str, attributes: Mapping[str, Attribute]) -> Results:
        if name not in self.functions:
            return results_of_definition(self.op_defs[name], attributes)
        op, signature = self.functions[name], OpDef()
        write_results(op.attributes, signature, "generic" in op.attributes)
        complete = {**declared_defaults(op), **attributes}
        return [(arg.name, argument_types(arg, complete)) for arg in signature.output_arg]


def export_functions(graph: GraphDef, functions: Functions) -> None:
    for name, op in functions.functions.items():
        try:
            write_function(op, graph.library.function.add(), functions)
        except Error as error:
            raise Error(f"{error}\n\tWhile exporting function: {name}", error.diagnostics[0].location) from None
        except (ValueError, TypeError) as error:  # protobuf's word on a number that does not fit its field
            raise Error(f"function '{name}' cannot be written: {in_words(error)}", op) from None
        gradient = op.attributes.get("gradient") or recorded(op.attributes).get("gradient")
        if gradient is not None:
            text = gradient.root if isinstance(gradient, SymbolRefAttr) else gradient.value
            graph.library.gradient.add(function_name=name, gradient_func=text)


def write_function(op: Operation, proto: FunctionDef, functions) -> None:
    exporter = write_outside(op, proto, functions)
    recorded_proto = FunctionDef()
    if restore(recorded_proto, recorded(op.attributes), "function") and says_the_same(recorded_proto, proto, exporter):
        proto.CopyFrom(recorded_proto)
    exporter.write_all(nodes_of(op), proto.node_def)


def write_outside(op: Operation, proto: FunctionDef, functions) -> NodeExporter:
    """All of a function but its nodes; the exporter that will write those."""
    write_header(op.attributes, proto)
    exporter = (GenericExporter if "generic" in op.attributes else NodeExporter)(functions, argument_names(op), in_function=True)
    exporter.name(nodes_of(op))
    write_returned(op, proto, exporter)
    return exporter


def argument_names(op: Operation) -> dict[Value, str]:
    """How inputs spell the arguments and the tokens behind them."""
    dicts, names = op.attributes["arg_attrs"].elements, {}
    for number, argument in enumerate(op.body.arguments):
        name = dicts[number - number % 2]["tfg.name"].value
        names[argument] = "^" + name if number % 2 else name
    return names


def nodes_of(op: Operation) -> list[Operation]:
    return [inner for inner in op.body if inner.name not in ("tfg.return", "tfg.get_result")]


def write_returned(op: Operation, proto: FunctionDef, exporter: NodeExporter) -> None:
    end = op.body.last
    if end is None or end.name != "tfg.return":
        raise Error.on(op, "expects body to be terminated with a tfg.return")
    data = data_operands(end)
    control = control_operands(end)
    for arg, value in zip(proto.signature.output_arg, data):
        proto.ret[arg.name] = exporter.spelling(value)
    for name, value in zip(control_names(op, end, len(control)), control):
        proto.control_ret[name] = exporter.spelling(value).removeprefix("^")
        if "generic" not in op.attributes:
            proto.signature.control_output.append(name)


def control_names(op: Operation, end: Operation, count: int) -> list[str]:
    if "generic" in op.attributes:
        return [name.value for name in elements(op.attributes.get("control_output"))]
    dicts = [one for one in elements(end.attributes.get("control_ret_attrs")) if isinstance(one, DictAttr)]
    if len(dicts) < count or any("tfg.name" not in one.entries for one in dicts):
        raise Error("Control result is missing 'tfg.name'")
    return [one["tfg.name"].value for one in dicts]


def says_the_same(before: FunctionDef, now: FunctionDef, exporter: NodeExporter) -> bool:
    """Whether the recorded header and results of a function mean the same as the IR now."""
    again = FunctionDef()
    write_header(read_header(before, isinstance(exporter, GenericExporter)), again)
    if not isinstance(exporter, GenericExporter):
        again.signature.control_output.extend(before.signature.control_output)
    for output in before.signature.output_arg:
        again.ret[output.name] = exporter.canonical(before.ret[output.name])
    for output in before.signature.control_output:
        again.control_ret[output] = before.control_ret[output]
    return again.SerializeToString(deterministic=True) == now.SerializeToString(deterministic=True)


class GenericExporter(NodeExporter):
    """Nodes of a generic function: operands are outputs by name, taken with `get_result`."""

    def spelling(self, value: Value) -> str:
        op = value.op
        if op is not None and op.name == "tfg.get_result":
            return f"{super().spelling(op.operands[0])}:{op.get('name')}:{op.get('number')}"
        return super().spelling(value)

    def segment(self, op: Operation, index: int) -> str:
        return self.names[op]
