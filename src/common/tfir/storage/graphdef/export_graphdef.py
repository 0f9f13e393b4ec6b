"""A module of tfg to a GraphDef."""

from __future__ import annotations

from tfir.dialects.tf_type import VersionAttr
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.proto import GraphDef, OpDef
from tfir.storage.graphdef.export_functions import Functions, export_functions
from tfir.storage.graphdef.export_nodes import NodeExporter
from tfir.storage.graphdef.wire import recorded, restore


def export_graphdef(module: Operation, op_defs: dict[str, OpDef] | None = None) -> GraphDef:
    """The GraphDef of a module of tfg. `op_defs` declare ops that the op table does not have.

    Raises Error where the module holds what a GraphDef cannot. Source: `tensorflow/core/framework/graph.proto`.
    """
    graph = GraphDef()
    record = recorded(module.attributes)
    restore(graph, record, "unknown")
    functions = Functions(module, op_defs)
    write_graph(graph, only_graph(module), functions)
    export_functions(graph, functions)
    restore_rest(graph, record)
    return graph


def only_graph(module: Operation) -> Operation | None:
    graphs = []
    for op in module.body:
        if op.name == "tfg.graph":
            graphs.append(op)
        elif op.name != "tfg.func":
            raise Error.on(op, "cannot be exported: expected a module of tfg.graph and tfg.func")
    if len(graphs) > 1:
        raise Error("Can't export module with two different tfg.graph", graphs[1], [("the other one is here", graphs[0])])
    return graphs[0] if graphs else None


def write_graph(graph: GraphDef, op: Operation | None, functions: Functions) -> None:
    if op is None:
        return
    version = op.attributes.get("version")
    if not isinstance(version, VersionAttr):
        raise Error.on(op, "expected a 'version' such as #tf_type.version<producer = 1, min_consumer = 0>")
    if not all(-(1 << 31) <= number < 1 << 31 for number in (version.producer, version.min_consumer, *version.bad_consumers)):
        raise Error.on(op, f"has version numbers of more than 32 bits: {version}")
    if version.producer or version.min_consumer or version.bad_consumers:
        graph.versions.producer, graph.versions.min_consumer = version.producer, version.min_consumer
        graph.versions.bad_consumers.extend(version.bad_consumers)
    NodeExporter(functions).run(op.body, graph.node)


def restore_rest(graph: GraphDef, record) -> None:
    version = record.get("version")
    if isinstance(version, IntegerAttr) and -(1 << 31) <= version.value < 1 << 31:
        graph.version = version.value
    for field in ("versions", "library", "debug_info"):
        part = getattr(graph, field)
        before = type(part)()
        if restore(before, record, field):
            part.SetInParent()
            if field == "library" and tells_gradients(before, part):
                part.ClearField("gradient")
            merge_missing(part, before)


def tells_gradients(before, now) -> bool:
    """Whether the gradients that were remembered, in their order, are those of the functions there are now."""
    last = {gradient.function_name: gradient.gradient_func for gradient in before.gradient}
    names = {function.signature.name for function in now.function}
    mine = {gradient.function_name: gradient.gradient_func for gradient in now.gradient}
    return mine == {name: gradient for name, gradient in last.items() if name in names}


def merge_missing(message, before) -> None:
    """Adds the remembered fields to a message, but none of those that the IR has told already."""
    for field, _ in message.ListFields():
        before.ClearField(field.name)
    message.MergeFrom(before)
