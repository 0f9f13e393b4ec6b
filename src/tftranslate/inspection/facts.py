"""Facts about a model of any kind that is recognized."""

from __future__ import annotations

import os

from tfir.cli.files import decoded, shown_name
from tfir.dialects.tfg.subgraph import needed_for
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType
from tfir.proto import MetaGraphDef
from tfir.storage.checkpoint.checkpoint import Checkpoint
from tfir.storage.checkpoint.opening import open_checkpoint
from tfir.storage.checkpoint.safetensors import tensors_of
from tfir.storage.checkpoint.write_bundle import stored
from tfir.storage.datatypes import type_of
from tfir.storage.graphdef.attribute_values import sizes_of
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.storage.graphdef.wire import NAME

from tftranslate.graph_function import functions_reached_by
from tftranslate.graphdef_file import read_graphdef
from tftranslate.inspection.graph_facts import dtype_name, facts_of_graph
from tftranslate.inspection.module_facts import facts_of_module
from tftranslate.recognition import CHECKPOINT, GRAPHDEF, META_GRAPH, SAFETENSORS, SAVED_MODEL, TEXT_IR, Recognized, kind
from tftranslate.saved_model.directory import SavedModelDirectory, assets_of, signatures_of
from tftranslate.saved_model.meta_graph import MetaGraphFile
from tftranslate.saved_model.signature_function import flattened, ports


def facts_of(file: Recognized, op_defs=None) -> dict:
    """The facts, each under a word that stays; a reader of the JSON form may rely on them. `op_defs` are of ops of the user's own."""
    facts = {"file": shown_name(file.path), "kind": file.kind}
    if file.kind in FACTS:
        return facts | FACTS[file.kind](file, op_defs or {})
    read = kind(file.kind)
    if read.facts is not None:
        return facts | read.facts(file)
    return facts | {"bytes": len(file.data)} | facts_of_module(read.module(file.data, facts["file"]))


def facts_of_graphdef(file: Recognized, op_defs: dict) -> dict:
    graph = read_graphdef(file.data, shown_name(file.path))
    return {"bytes": len(file.data), "producer": graph.versions.producer, "graphs": [{"tags": [], **imported(graph, file.path, op_defs)}]}


def imported(graph, path: str, op_defs: dict, signatures=()) -> dict:
    try:
        module = import_graphdef(graph, op_defs)
        return facts_of_graph(module, used_by(module, signatures) if signatures else None, op_defs)
    except Error as error:
        raise Error(f"{shown_name(path)}: {error}", error.diagnostics[0].location) from None


def facts_of_meta_graph(file: Recognized, op_defs: dict) -> dict:
    model = MetaGraphFile(shown_name(file.path), file.data)
    graph = model.meta_graph()
    facts = {"bytes": len(file.data), "producer": graph.graph_def.versions.producer, "graphs": [described(graph, file.path, op_defs)]}
    return facts | ({"checkpoint": tensors(model.variables)} if model.has_variables else {})


def facts_of_saved_model(file: Recognized, op_defs: dict) -> dict:
    model = SavedModelDirectory(file.path)
    model.op_defs = op_defs
    graphs = list(model.proto.meta_graphs)
    facts = {
        "bytes": os.path.getsize(model.file),
        "producer": max([graph.graph_def.versions.producer for graph in graphs], default=0),
        "tensorflow": sorted({graph.meta_info_def.tensorflow_version for graph in graphs}),
        "graphs": [described(graph, model.file, model.definitions(graph)) for graph in graphs],
    }
    return facts | ({"checkpoint": tensors(model.variables)} if model.has_variables else {})


def used_by(module: Operation, signatures) -> list[Operation]:
    """The ops that signatures come to run; what saves and restores is none of them."""
    graph = module.body.first
    nodes = {op.get(NAME): op for op in graph.body}
    used = set()
    for name, signature in signatures:
        inputs, outputs = ports(signature.inputs, nodes, "input", name), ports(signature.outputs, nodes, "output", name)
        used |= needed_for([port.value for port in outputs], {port.value for port in inputs})
    functions = functions_reached_by(module, used)
    return [*used, *[op for function in functions for op in function.body]]


def described(graph: MetaGraphDef, path: str, op_defs: dict) -> dict:
    return {
        "tags": list(graph.meta_info_def.tags),
        "signatures": {name: signature(definition) for name, definition in signatures_of(graph).items()},
        "assets": [asset.filename for asset in assets_of(graph)],
        "objects": len(graph.object_graph_def.nodes),
        **imported(graph.graph_def, path, op_defs, [(name, definition) for name, definition in signatures_of(graph).items()]),
    }


def signature(definition) -> dict:
    sides = {"inputs": definition.inputs, "outputs": definition.outputs}
    facts: dict = {"method": definition.method_name} | {side: tensor_infos(infos) for side, infos in sides.items()}
    return facts | ({"defaults": sorted(definition.defaults)} if definition.defaults else {})


def tensor_infos(infos) -> dict:
    return {name: tensor_info(info) for key in sorted(infos) for name, info in flattened(key, infos[key])}


def tensor_info(info) -> dict:
    shape = sizes_of(info.tensor_shape) if info.HasField("tensor_shape") else None
    dtype = dtype_name(type_of(info.dtype)) if info.dtype else "unknown"
    return {"tensor": info.name, "dtype": dtype, "shape": None if shape is None else list(shape)}


def tensors(checkpoint: Checkpoint) -> list[dict]:
    return [fact_of_tensor(name, checkpoint.type(name), checkpoint.stored_bytes(name)) for name in checkpoint.names]


def fact_of_tensor(name: str, type: ShapedType, size: int) -> dict:
    return {"name": name, "dtype": dtype_name(type), "shape": list(type.shape), "bytes": size}


def facts_of_safetensors(file: Recognized, op_defs: dict) -> dict:
    listed = [(name, tensor.type, sum(map(len, stored(name, tensor)[1]))) for name, tensor in tensors_of(file.data, shown_name(file.path))]
    return {"bytes": len(file.data), "checkpoint": [fact_of_tensor(*one) for one in listed]}


def facts_of_text(file: Recognized, op_defs: dict) -> dict:
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    module = parse(Source(shown_name(file.path), decoded(bytes(file.data))), lookup, dialect)
    facts = {"bytes": len(file.data)}
    if any(op.name in ("tfg.graph", "tfg.func") for op in module.body):
        return facts | {"graphs": [{"tags": [], **facts_of_graph(module, op_defs=op_defs)}]}
    return facts | facts_of_module(module)


FACTS = {
    GRAPHDEF: facts_of_graphdef, SAVED_MODEL: facts_of_saved_model, META_GRAPH: facts_of_meta_graph,
    CHECKPOINT: lambda file, op_defs: {"checkpoint": tensors(open_checkpoint(file.path))}, TEXT_IR: facts_of_text,
    SAFETENSORS: facts_of_safetensors,
}  # fmt: skip
