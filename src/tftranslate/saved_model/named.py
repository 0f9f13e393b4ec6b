"""The names in a model's graph that are used from outside, so that passes can keep them: feeds, other nodes, and functions of objects.

Signatures name nodes, so does what saves, restores and initialises the model, and in TensorFlow 1 collections do (variables, the
contexts of loops and branches), without which the graph is not read again there. The names stand on the module under `tfg.exported`.
"""

from __future__ import annotations

from tfir.cli.file_formats import LENGTH, fields_of
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.interface import EXPORTED, FEEDS, FUNCTIONS, NODES
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.operations import Operation
from tfir.proto import MetaGraphDef, TensorInfo
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.directory import assets_of

MOST_FIELDS = 1 << 16


def mark_named(module: Operation, graph: MetaGraphDef) -> None:
    nodes = {op.get(NAME) for op in module.body.first.body}
    functions = functions_by_name(module)
    exported = {
        FEEDS: [name for name in fed(graph) if node_of(name) in nodes],
        NODES: [node_of(name) for name in other_names(graph) if node_of(name) in nodes],
        FUNCTIONS: [name for name in graph.object_graph_def.concrete_functions if name in functions],
    }
    entries = {part: ArrayAttr([StringAttr(name) for name in sorted(set(names))]) for part, names in exported.items() if names}
    if entries:
        module.set_attribute(EXPORTED, DictAttr(entries))


def node_of(name: str) -> str:
    return name.removeprefix("^").partition(":")[0]


def fed(graph: MetaGraphDef):
    """The tensors that are fed when the graph is run."""
    for signature in graph.signature_def.values():
        for info in signature.inputs.values():
            yield from tensors(info)
    for asset in assets_of(graph):
        yield from tensors(asset.tensor_info)
    yield graph.saver_def.filename_tensor_name


def tensors(info: TensorInfo):
    yield info.name
    yield from (info.coo_sparse.values_tensor_name, info.coo_sparse.indices_tensor_name, info.coo_sparse.dense_shape_tensor_name)
    for component in info.composite_tensor.components:
        yield from tensors(component)


def other_names(graph: MetaGraphDef):
    for signature in graph.signature_def.values():
        for info in signature.outputs.values():
            yield from tensors(info)
    yield from (graph.saver_def.save_tensor_name, graph.saver_def.restore_op_name)
    for collection in graph.collection_def.values():
        yield from collection.node_list.value
        for message in collection.bytes_list.value:
            yield from strings(message)


def strings(message: bytes):
    """All that may be a string in a message whose schema is not known."""
    for _, kind, content in fields_of(message, MOST_FIELDS):
        if kind == LENGTH:
            yield content.decode("utf-8", "replace")
            yield from strings(content)
