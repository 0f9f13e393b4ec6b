"""The bytes of a graph: as they were read, as far as the graph is as it was.

Every node and function has its own layout (layout.py), and the graph one for what stands around these; each falls away by itself. A
layout is of the whole field, tag and length included, so that the bytes of a field are those of a message that has no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Operation
from tfir.proto import FunctionDef, FunctionDefLibrary, GraphDef, NodeDef
from tfir.storage.graphdef.export_functions import nodes_of
from tfir.storage.graphdef.layout import laid_out, layout_of
from tfir.storage.graphdef.messages import require_size
from tfir.storage.graphdef.wire import recorded, remember
from tfir.storage.graphdef.wire_format import LENGTH, fields, sized

LAYOUT = "layout"
NODE, LIBRARY, FUNCTION, NODE_OF_FUNCTION = 1, 2, 1, 3  # numbers of fields


def binary(message) -> bytes:
    """The bytes, the same for the same message."""
    return message.SerializeToString(deterministic=True)


def without(message, name: str):
    """A copy of a message without one of its fields."""
    rest = type(message)()
    rest.CopyFrom(message)
    rest.ClearField(name)
    return rest


def function_field(function: FunctionDef, nodes: Sequence[bytes | memoryview]) -> bytes:
    """The bytes of a function whose nodes are written already: they stand behind its signature."""
    header = binary(without(function, "node_def"))
    signature = next(fields(header, 0, len(header)))[4] if function.HasField("signature") else 0
    return sized(FUNCTION, b"".join([header[:signature], *nodes, header[signature:]]))


def library_field(library: FunctionDefLibrary, functions: list[bytes]) -> bytes:
    return sized(LIBRARY, b"".join([*functions, binary(without(library, "function"))]))


def behind_library(graph: GraphDef) -> bytes:
    rest = GraphDef(version=graph.version)
    for name in ("versions", "debug_info"):
        if graph.HasField(name):
            getattr(rest, name).CopyFrom(getattr(graph, name))
    if len(UnknownFieldSet(graph)):
        rest = without(without(graph, "node"), "library")
    return binary(rest)


def binary_pieces(graph: GraphDef, module: Operation | None = None):
    """The bytes of a graph that was exported from a module, a node at a time, so that no second copy of the whole is needed."""
    layouts = layouts_of(module) if module is not None else {}
    pieces = pieces_of(graph, module, layouts)
    if module in layouts:
        pieces = [laid_out(b"".join(pieces), layouts[module], GraphDef)]
    size = 0
    for piece in pieces:
        size += len(piece)
        require_size(size, "the text is that of a GraphDef")
        yield piece


def layouts_of(module: Operation) -> dict[Operation, str]:
    layouts = {op: recorded(op.attributes).get(LAYOUT) for op in [module, *functions_by_name(module).values(), *all_nodes(module)]}
    return {op: layout.value for op, layout in layouts.items() if isinstance(layout, StringAttr)}


def graph_nodes(module: Operation) -> list[Operation]:
    return [node for op in module.body if op.name == "tfg.graph" for node in op.body]


def all_nodes(module: Operation):
    yield from graph_nodes(module)
    for function in functions_by_name(module).values():
        yield from nodes_of(function)


def pieces_of(graph: GraphDef, module: Operation | None, layouts: dict[Operation, str]):
    """The field of each node, that of the library, and the rest."""
    if layouts:
        for op, node in zip(graph_nodes(module), graph.node, strict=True):
            yield node_field(NODE, op, node, layouts, GraphDef)
    else:
        for node in graph.node:
            yield sized(NODE, binary(node))
    if graph.HasField("library"):
        yield library_with(graph.library, functions_by_name(module).values(), layouts) if layouts else sized(LIBRARY, binary(graph.library))
    yield behind_library(graph)


def library_with(library: FunctionDefLibrary, ops: Iterable[Operation], layouts: dict[Operation, str]) -> bytes:
    written = []
    for op, function in zip(ops, library.function, strict=True):
        nodes = [node_field(NODE_OF_FUNCTION, *pair, layouts, FunctionDef) for pair in zip(nodes_of(op), function.node_def, strict=True)]
        data = function_field(function, nodes)
        written.append(laid_out(data, layouts[op], FunctionDefLibrary) if op in layouts else data)
    return library_field(library, written)


def node_field(number: int, op: Operation, node: NodeDef, layouts: dict[Operation, str], kind: type[Message]) -> bytes:
    data = sized(number, binary(node))
    return laid_out(data, layouts[op], kind) if op in layouts else data


# What was read: how it differs from what will be written.


def remember_layouts(module: Operation, graph: GraphDef, data) -> None:
    """Keeps what export needs for the bytes to come back that the graph of a module was read from."""
    data = memoryview(data)
    places = [(start, stop) for start, _, stop in fields_with(NODE, data)]
    nodes = [data[start:stop] for start, stop in places]
    for op, node, read in zip(graph_nodes(module), graph.node, nodes, strict=True):
        remember_layout(op, sized(NODE, binary(node)), read, GraphDef)
    contents = [data[content:stop] for _, content, stop in fields_with(LIBRARY, data)]
    functions = [(part[start:stop], part[content:stop]) for part in contents for start, content, stop in fields_with(FUNCTION, part)]
    for op, function, (read, content) in zip(functions_by_name(module).values(), graph.library.function, functions, strict=True):
        remember_function(op, function, read, content)
    behind = library_field(graph.library, [read for read, _ in functions]) if contents else b""
    behind += behind_library(graph)
    last = places[-1][1] if places else 0
    if sum(map(len, nodes)) != last or bytes(data[last:]) != behind:  # no copy of nodes that stand in front
        remember_layout(module, b"".join([*nodes, behind]), data, GraphDef)


def same_bytes(written: bytes, read: memoryview) -> bool:
    """Whether both are the same bytes, without a copy. Views compare an item at a time: eight bytes are one for most of the way."""
    first, second, words = memoryview(written), memoryview(read), len(read) & ~7
    if len(first) != len(second) or first[:words].cast("Q") != second[:words].cast("Q"):
        return False
    return first[words:] == second[words:]


def fields_with(number: int, data: memoryview):
    """(start, start of the content, end) of the fields with a number that hold messages."""
    for tag, kind, start, content, stop in fields(data, 0, len(data)):
        if tag == number and kind == LENGTH:
            yield start, content, stop


def remember_function(op: Operation, function: FunctionDef, read: memoryview, content: memoryview) -> None:
    nodes = [content[start:stop] for start, _, stop in fields_with(NODE_OF_FUNCTION, content)]
    for inner, node, one in zip(nodes_of(op), function.node_def, nodes, strict=True):
        remember_layout(inner, sized(NODE_OF_FUNCTION, binary(node)), one, FunctionDef)
    remember_layout(op, function_field(function, nodes), read, FunctionDefLibrary)


def remember_layout(op: Operation, written: bytes, read: memoryview, kind: type[Message]) -> None:
    if len(written) != len(read) or written != bytes(read):
        remember(op, LAYOUT, StringAttr(layout_of(written, read, kind.DESCRIPTOR)))
