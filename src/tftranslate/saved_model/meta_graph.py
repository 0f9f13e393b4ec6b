"""A MetaGraph in a file of its own, as TensorFlow 1 saves while it trains: `model.ckpt.meta`, with `model.ckpt.index` beside it.

Its graph is read as any other. The way back puts the graph in the place of the old one; every other byte stays as it was.
"""

from __future__ import annotations

import os
import re

from google.protobuf import text_format
from tfir.ir.operations import Operation
from tfir.proto import GraphDef, MetaGraphDef, SavedModel
from tfir.storage.graphdef.graph_bytes import binary, binary_pieces, fields_with
from tfir.storage.graphdef.messages import is_binary, read_message
from tfir.storage.graphdef.wire_format import sized

from tftranslate.saved_model.directory import SavedModelDirectory
from tftranslate.saved_model.export_saved_model import require_names

GRAPH = 2  # the number of the field
SUFFIX = re.compile(r"\.meta(\.(pb)?txt)?$")


class MetaGraphFile(SavedModelDirectory):
    """`data` are the bytes of the file; `checkpoint` is where its variables are, where that is not told by its name."""

    def __init__(self, path: str, data, checkpoint: str | None = None):
        self.path, self.file, self.op_defs, self.debug_info = os.path.dirname(path), path, {}, None
        self.checkpoint = checkpoint
        self.proto = SavedModel(meta_graphs=[read_meta_graph(data, path)])

    @property
    def variables_prefix(self) -> str:
        return self.checkpoint if self.checkpoint is not None else SUFFIX.sub("", self.file)

    @property
    def has_variables(self) -> bool:
        """A checkpoint that is asked for must be there; a file of no such suffix is not its own checkpoint."""
        return self.checkpoint is not None or self.variables_prefix != self.file and super().has_variables

    def asset(self, name: str) -> str:
        """Files that the graph names by a path lie beside it."""
        super().asset(name)
        return os.path.join(self.path, name)


def read_meta_graph(data, file: str) -> MetaGraphDef:
    """A graph with its signatures but without variables."""
    return read_message(data, MetaGraphDef(), file, "a MetaGraph")


def graph_bytes(data) -> bytes:
    """The bytes of the graph in a binary MetaGraph. Of a field that stands there twice, the contents are one message."""
    data = memoryview(data)
    return b"".join([data[content:stop] for _, content, stop in fields_with(GRAPH, data)])


def with_graph(data, graph: GraphDef, module: Operation, file: str) -> bytes:
    """The bytes of a MetaGraph with the graph of a module in the place of its own. Raises Error where that lacks what its signatures name."""
    meta = read_meta_graph(data, file)
    if binary(graph) == binary(meta.graph_def):
        return bytes(data)
    require_names(graph, meta)
    if not is_binary(data):
        meta.graph_def.CopyFrom(graph)
        return text_format.MessageToString(meta).encode()
    data, places = memoryview(data), [(start, stop) for start, _, stop in fields_with(GRAPH, memoryview(data))]
    pieces, at = [], 0
    for start, stop in places:
        pieces += [data[at:start], sized(GRAPH, b"".join(binary_pieces(graph, module))) if start == places[0][0] else b""]
        at = stop
    return b"".join([*pieces, data[at:]])
