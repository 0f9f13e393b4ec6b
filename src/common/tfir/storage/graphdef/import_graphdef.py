"""GraphDef to a module with one tfg.graph and a tfg.func for each function of its library."""

from __future__ import annotations

from tfir.dialects.tf_type import VersionAttr
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import module_op
from tfir.ir.operations import Block, Operation, Region
from tfir.proto import GraphDef, OpDef
from tfir.storage.graphdef.graph_bytes import binary, remember_layouts, same_bytes
from tfir.storage.graphdef.import_functions import Library, import_functions
from tfir.storage.graphdef.import_nodes import NodeImporter
from tfir.storage.graphdef.wire import LARGE, Record, graph_has_unknown_fields, has_unknown_fields


def import_graphdef(graph: GraphDef, op_defs: dict[str, OpDef] | None = None, size: int = 0, data=None) -> Operation:
    """A module with one tfg.graph, and a tfg.func for each function of the graph's library.

    `op_defs` declare ops that the op table does not have. `size` is the approximate size of the graph in bytes; `data` are its bytes,
    given where export must restore exactly these. Raises Error for a graph that TensorFlow would not accept. Source:
    `tensorflow/core/framework/graph.proto`.
    """
    module, record = module_op(), Record()
    written = binary(graph) if data is not None and len(data) < LARGE else None
    careful = graph_has_unknown_fields(graph, size, written)
    library = Library(graph.library, op_defs)
    body = Block()
    NodeImporter(body, library, careful).run(graph.node)
    module.body.append(Operation("tfg.graph", attributes={"version": version_of(graph, record)}, regions=[Region([body])]))
    import_functions(module.body, library, careful)
    remember_rest(graph, library, record, careful)
    record.attach(module)
    if data is not None and (written is None or not same_bytes(written, data)):
        remember_layouts(module, graph, data)
    return module


def version_of(graph: GraphDef, record: Record) -> VersionAttr:
    """The graph's versions. Whether the field is missing or all zero is recorded, so that export writes the same."""
    versions = graph.versions
    plain = versions.producer or versions.min_consumer or versions.bad_consumers
    if bool(plain) != graph.HasField("versions") or has_unknown_fields(versions):
        record.remember_bytes("versions", versions)
    if graph.version:
        record.remember("version", IntegerAttr(graph.version))
    return VersionAttr(versions.producer, versions.min_consumer, versions.bad_consumers)


def remember_rest(graph: GraphDef, library: Library, record: Record, careful: bool) -> None:
    """Records what belongs to the GraphDef as a whole and has no place in tfg: unknown fields, debug information, other parts of the
    library."""
    rest = type(graph.library)()
    rest.CopyFrom(graph.library)
    rest.ClearField("function")
    names = [function.signature.name for function in graph.library.function if function.signature.name in library.gradients]
    plain = [(gradient.function_name, gradient.gradient_func) for gradient in rest.gradient] == [
        (name, library.gradients[name]) for name in names
    ]
    if plain and not (careful and any(map(has_unknown_fields, rest.gradient))):
        rest.ClearField("gradient")
    is_bare = not graph.library.function and graph.HasField("library")
    if rest.ByteSize() or is_bare:
        record.remember_bytes("library", rest)
    if graph.HasField("debug_info"):
        record.remember_bytes("debug_info", graph.debug_info)
    if careful:
        record.remember_unknown(graph)
