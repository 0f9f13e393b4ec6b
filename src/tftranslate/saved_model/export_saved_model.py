"""A module of tfg into a SavedModel: everything but the graph comes from the SavedModel that the graph was read from.

Where the graph is the same, so is every byte. Where it is not, the model has a new fingerprint, if it had one.
"""

from __future__ import annotations

import os
import shutil

from google.protobuf import text_format
from tfir.ir.diagnostics import Error
from tfir.ir.suggestion import did_you_mean
from tfir.proto import GraphDef, MetaGraphDef

from tftranslate.saved_model.directory import SavedModelDirectory
from tftranslate.saved_model.fingerprint import FINGERPRINT, write_fingerprint


def export_saved_model(graph: GraphDef, template: SavedModelDirectory, tags: list[str], path: str) -> None:
    """Writes the directory `path`, which must not exist yet; it appears whole or not at all."""
    if os.path.lexists(path):
        raise Error(f"cannot write '{path}': it exists; a SavedModel is written to a new directory")
    meta = template.meta_graph(tags)
    changed = graph.SerializeToString(deterministic=True) != meta.graph_def.SerializeToString(deterministic=True)
    if changed:
        require_names(graph, meta)
        meta.graph_def.CopyFrom(graph)
    beside = f"{path.rstrip('/')}.{os.getpid()}.part"
    try:
        shutil.copytree(template.path, beside)
        if changed:
            replace_graph(template, beside)
        os.rename(beside, path)
    except shutil.Error as error:  # (from, to, what is wrong) of each file
        source, _, text = error.args[0][0]
        why = text.partition("] ")[2].partition(": '")[0] or text  # [Errno 28] No space left on device: 'from' -> 'to'
        raise Error(f"cannot write '{path}': {why}" if os.access(source, os.R_OK) else f"cannot read '{source}': {why}") from None
    except OSError as error:
        raise Error(f"cannot write '{path}': {error.strerror or error}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def replace_graph(template: SavedModelDirectory, directory: str) -> None:
    name = os.path.basename(template.file)
    is_text = name.endswith("txt")
    data = text_format.MessageToString(template.proto).encode() if is_text else template.proto.SerializeToString(deterministic=True)
    with open(os.path.join(directory, name), "wb") as file:
        file.write(data)
    if os.path.exists(os.path.join(directory, FINGERPRINT)):
        os.unlink(os.path.join(directory, FINGERPRINT))
        write_fingerprint(template.proto, os.path.join(directory, "variables", "variables"), directory)


def require_names(graph: GraphDef, meta: MetaGraphDef) -> None:
    """Raises Error where signatures or objects name nodes and functions that the new graph does not have."""
    nodes = {node.name for node in graph.node}
    for name, signature in sorted(meta.signature_def.items()):
        for key, info in [*sorted(signature.inputs.items()), *sorted(signature.outputs.items())]:
            node = info.name.partition(":")[0]
            if info.name and node not in nodes:
                raise Error(f"signature '{name}' needs node '{node}' for '{key}', which the graph does not have{did_you_mean(node, nodes)}")
    functions = {function.signature.name for function in graph.library.function}
    for name in sorted(meta.object_graph_def.concrete_functions):
        if name not in functions:
            hint = "tf-opt --grappler=keep-functions=true keeps functions that no node calls"
            raise Error(f"the model's objects need function '{name}', which the graph does not have; {hint}")
    tensors = [meta.saver_def.restore_op_name, meta.saver_def.save_tensor_name, meta.saver_def.filename_tensor_name]
    for name in [name.partition(":")[0] for name in tensors if name]:
        if name not in nodes:
            raise Error(f"the model is saved and restored by node '{name}', which the graph does not have")
