"""A SavedModel from text alone: a module of tf_saved_model with functions of tfg.

TensorFlow 2 loads it with its functions, signatures and variables, which can be trained and saved again; sessions of TensorFlow 1 and
servers run its signatures. Variables become a checkpoint, what is initialized is initialized when the model is loaded.
"""

from __future__ import annotations

import os
import shutil

from tfir.dialects.tf_saved_model import CONTENT
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.proto import OpDef, SavedModel
from tfir.storage.checkpoint.write_bundle import write_bundle

from tftranslate.export_graphdef import export_graphdef
from tftranslate.saved_model.directory import SERVE
from tftranslate.saved_model.fingerprint import write_fingerprint
from tftranslate.saved_model.main_graph import MainGraph, text
from tftranslate.saved_model.module_parts import ModuleParts
from tftranslate.saved_model.object_graph import ObjectGraph
from tftranslate.saved_model.variables import OBJECT_GRAPH


def build_saved_model(module: Operation, tags: list[str], definitions: dict[str, OpDef], path: str) -> None:
    """Writes the directory `path`, which must not exist yet; it appears whole or not at all. The module is used up.

    Raises Error for a variable without a value, an asset without content, and functions that are no tfg.
    """
    if os.path.lexists(path):
        raise Error(f"cannot write '{path}': it exists; a SavedModel is written to a new directory")
    parts = ModuleParts(module)
    assets = {asset.get("filename"): content_of(asset) for asset in parts.assets}
    model, tensors = saved_model(parts, tags, definitions)
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
    meta.object_graph_def.CopyFrom(objects.proto)
    module = parts.module
    for op in list(module.body):
        if op.dialect == "tf_saved_model":
            op.erase()
    module.body.append(nodes.operation())
    meta.graph_def.CopyFrom(export_graphdef(module, definitions))
    values = [(key, variable.value) for variable, key in objects.keys.items()]
    return model, [*values, (OBJECT_GRAPH, stored)]


def content_of(asset: Operation) -> bytes:
    """The content of an asset's file. Raises Error where the text does not have it, or the file would lie outside of the model."""
    name, content = asset.get("filename"), asset.attributes.get(CONTENT)
    if not name.startswith("assets/") or ".." in name.split("/") or "\0" in name:
        raise Error.on(asset, f"the file '{name}' is no asset of the model")
    if not isinstance(content, DenseStringsAttr) or len(content.strings) != 1:
        raise Error.on(asset, f"the text does not have the content of '{name}', as '{CONTENT}'; the file was not there when it was made")
    return content.strings[0]
