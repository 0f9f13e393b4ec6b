"""A SavedModel from text alone: a module of tf_saved_model with functions of tfg.

TensorFlow 2 loads it with its functions, signatures and variables, which can be trained and saved again; sessions of TensorFlow 1 and
servers run its signatures. Variables become a checkpoint, what is initialized is initialized when the model is loaded.
"""

from __future__ import annotations

import os
import shutil

from tfir.dialects.tf_saved_model import CONTENT, SEMANTICS, TAGS
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.proto import MetaGraphDef, OpDef, SavedModel
from tfir.storage.checkpoint.write_bundle import write_bundle
from tfir.storage.graphdef.export_graphdef import export_graphdef

from tftranslate.saved_model.custom_gradients import write_gradients
from tftranslate.saved_model.directory import ASSETS_FOLDER as ASSETS
from tftranslate.saved_model.directory import EXTRA, SERVE
from tftranslate.saved_model.fingerprint import write_fingerprint
from tftranslate.saved_model.main_graph import MainGraph, text
from tftranslate.saved_model.module_parts import ModuleParts
from tftranslate.saved_model.object_graph import ObjectGraph
from tftranslate.saved_model.variables import OBJECT_GRAPH


def graphs_in(module: Operation) -> list[Operation]:
    """The modules that are graphs of a model: those inside of a module that has nothing else, or the module itself."""
    inside = list(module.body)
    several = (
        inside and SEMANTICS not in module.attributes and all([op.name == module.name and SEMANTICS in op.attributes for op in inside])
    )
    return inside if several else [module]


def build_saved_model(module: Operation, tags: list[str], definitions: dict[str, OpDef], path: str) -> None:
    """Writes the directory `path`, which must not exist yet; it appears whole or not at all. The module is used up.

    Raises Error for a variable without a value, an asset without content, functions that are no tfg, and graphs that contradict each other.
    """
    if os.path.lexists(path):
        raise Error(f"cannot write '{path}': it exists; a SavedModel is written to a new directory")
    graphs = [ModuleParts(graph) for graph in graphs_in(module)]
    assets: dict[str, bytes] = {}
    for asset in [asset for parts in graphs for asset in (*parts.assets, *parts.extra)]:
        if assets.setdefault(asset.get("filename"), content_of(asset)) != content_of(asset):
            raise Error.on(asset, f"two graphs have other contents of '{asset.get('filename')}'")
    if len(graphs) > 1:
        model, tensors = model_of_graphs(graphs, definitions)
    else:
        model, tensors = saved_model(graphs[0], tags or tags_of(graphs[0].module), definitions)
    beside = f"{path.rstrip('/')}.{os.getpid()}.part"
    try:
        os.makedirs(os.path.join(beside, "variables"))
        write_bundle(prefix := os.path.join(beside, "variables", "variables"), tensors)
        for name, content in {**assets, "saved_model.pb": model.SerializeToString(deterministic=True)}.items():
            os.makedirs(os.path.dirname(os.path.join(beside, name)), exist_ok=True)
            with open(os.path.join(beside, name), "wb") as file:
                file.write(content)
        write_fingerprint(model, prefix, beside)
        os.rename(beside, path)
    except OSError as error:
        raise Error(f"cannot write '{path}': {error.strerror or error}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def saved_model(parts: ModuleParts, tags: list[str], definitions: dict[str, OpDef]) -> tuple[SavedModel, list[tuple[str, ElementsAttr]]]:
    """The content of `saved_model.pb`, and what its checkpoint holds."""
    objects = ObjectGraph(parts)
    stored = DenseStringsAttr(text("").type, [objects.trackable()], True)
    nodes = MainGraph(parts, objects.keys, (OBJECT_GRAPH, stored))
    objects.write_functions(nodes)
    model = SavedModel(saved_model_schema_version=1)
    meta = model.meta_graphs.add()
    meta.meta_info_def.tags.extend(tags or [SERVE])
    nodes.describe(meta)
    write_graph(meta, parts.module, nodes, definitions)
    write_gradients(parts.module, objects, meta)
    meta.object_graph_def.CopyFrom(objects.proto)
    values = [(key, variable.value) for variable, key in objects.keys.items()]
    return model, [*values, (OBJECT_GRAPH, stored)]


def model_of_graphs(graphs: list[ModuleParts], definitions: dict[str, OpDef]) -> tuple[SavedModel, list[tuple[str, ElementsAttr]]]:
    """A model of several graphs, as TensorFlow 1 has them: it has no objects, and its graphs share variables by their names."""
    model = SavedModel(saved_model_schema_version=1)
    values: dict[str, ElementsAttr] = {}
    seen: set[frozenset[str]] = set()
    for parts in graphs:
        tags = tags_of(parts.module)
        if frozenset(tags) in seen:
            raise Error.on(parts.module, f"two graphs have the tags {', '.join(tags)}; '{TAGS}' tells graphs apart")
        seen.add(frozenset(tags))
        for variable in parts.variables:
            if values.setdefault(variable.name, variable.value) != variable.value:
                raise Error.on(variable.op, f"two graphs have other values of variable '{variable.name}', and a model has one checkpoint")
        nodes = MainGraph(parts, {variable: variable.name for variable in parts.variables}, None)
        meta = model.meta_graphs.add()
        meta.meta_info_def.tags.extend(tags)
        nodes.describe(meta)
        write_graph(meta, parts.module, nodes, definitions)
    return model, list(values.items())


def write_graph(meta: MetaGraphDef, module: Operation, nodes: MainGraph, definitions: dict[str, OpDef]) -> None:
    for op in list(module.body):
        if op.dialect == "tf_saved_model":
            op.erase()
    module.body.append(nodes.operation())
    meta.graph_def.CopyFrom(export_graphdef(module, definitions))


def tags_of(module: Operation) -> list[str]:
    return [tag.value for tag in module.attributes[TAGS].elements] if TAGS in module.attributes else [SERVE]


def content_of(asset: Operation) -> bytes:
    """The content of an asset's file. Raises Error where the text does not have it, or the file would lie outside of the model."""
    name, content = asset.get("filename"), asset.attributes.get(CONTENT)
    if not name.startswith((ASSETS, EXTRA)) or ".." in name.split("/") or "\0" in name:
        raise Error.on(asset, f"the file '{name}' is no asset of the model")
    if not isinstance(content, DenseStringsAttr) or len(content.strings) != 1:
        raise Error.on(asset, f"the text does not have the content of '{name}', as '{CONTENT}'; the file was not there when it was made")
    return content.strings[0]
