"""A SavedModel on disk: which files there are, which of its graphs is meant, where its variables and assets lie."""

from __future__ import annotations

import os
from functools import cached_property

from google.protobuf.message import DecodeError
from tfir.cli.files import read_bytes
from tfir.cli.process import UsageError
from tfir.ir.diagnostics import Error
from tfir.ir.suggestion import did_you_mean
from tfir.proto import AssetFileDef, GraphDebugInfo, MetaGraphDef, OpDef, SavedModel, SignatureDef
from tfir.storage.checkpoint.checkpoint import Checkpoint
from tfir.storage.checkpoint.opening import checkpoint_exists, open_checkpoint
from tfir.storage.graphdef.messages import parse, read_text, require_size
from tfir.storage.graphdef.op_defs import by_name

SERVE = "serve"  # the tag of a graph to be used, rather than trained
INITIALIZE = "__saved_model_init_op"  # the signature whose one output is the op to run before anything else
PREDICT = "tensorflow/serving/predict"  # what servers take a signature for that says no other method
DEFAULT = "serving_default"  # the signature that is meant where none is named
ASSETS, ASSET_PATHS = "saved_model_assets", "asset_filepaths"  # collections of TensorFlow 1: of a SavedModel, of any graph
ASSETS_FOLDER, EXTRA = "assets/", "assets.extra/"  # files that graphs read, and that only servers do
NAMES = ("saved_model.pb", "saved_model.pbtxt")


class SavedModelDirectory:
    """A SavedModel on disk. `path` is its directory, or the `saved_model.pb` in it. Raises Error where there is none or it cannot be
    read.

    Source: `tensorflow/core/protobuf/saved_model.proto`.
    """

    def __init__(self, path: str):
        self.path = os.path.dirname(path) if os.path.basename(path) in NAMES and not os.path.isdir(path) else path
        self.file = model_file(self.path)
        self.proto = read_saved_model(self.file)
        self.op_defs: dict[str, OpDef] = {}  # of ops that neither TensorFlow nor the model itself declares
        self.debug_info: GraphDebugInfo | None = None  # where locations are wanted

    def definitions(self, graph: MetaGraphDef) -> dict[str, OpDef]:
        """Ops that the table does not have: a model lists those that it uses."""
        return {**by_name(graph.meta_info_def.stripped_op_list.op, self.file), **self.op_defs}

    @property
    def variables_prefix(self) -> str:
        return os.path.join(self.path, "variables", "variables")

    @property
    def debug_info_file(self) -> str:
        return os.path.join(self.path, "debug", "saved_model_debug_info.pb")

    @property
    def has_variables(self) -> bool:
        return checkpoint_exists(self.variables_prefix)

    @cached_property
    def variables(self) -> Checkpoint:
        """The checkpoint, opened when first asked for."""
        return open_checkpoint(self.variables_prefix)

    def meta_graph(self, tags: list[str] | None = None) -> MetaGraphDef:
        """The graph with exactly these tags; without tags the only graph, or the one tagged `serve`. Raises UsageError where that is not
        one graph."""
        graphs = list(self.proto.meta_graphs)
        if not graphs:
            raise Error(f"{self.file}: the SavedModel has no graph")
        if tags:
            chosen = [graph for graph in graphs if set(graph.meta_info_def.tags) == set(tags)]
        else:
            chosen = graphs if len(graphs) == 1 else [graph for graph in graphs if list(graph.meta_info_def.tags) == [SERVE]]
        if len(chosen) != 1:
            reason = f"{'no' if not chosen else 'more than one'} graph is tagged {','.join(tags)}" if tags else "which graph is meant?"
            raise UsageError(
                f"{self.file}: {reason}; there are {'; '.join([shown_tags(graph) for graph in graphs])} (--tags=A,B says which)"
            )
        return chosen[0]

    def asset(self, name: str) -> str:
        """The path of an asset. Raises Error where it lies outside of the model's directory."""
        parts = name.replace("\\", "/").split("/")
        if not name or name.startswith("/") or ".." in parts or "\0" in name:
            raise Error(f"{self.file}: the asset '{name}' is outside the model's directory")
        return os.path.join(self.path, "assets", name)


def shown_tags(graph: MetaGraphDef) -> str:
    return ",".join(graph.meta_info_def.tags) or "(no tags)"


def model_file(path: str) -> str:
    """The path of `saved_model.pb` or `.pbtxt` in a directory. Raises Error that says what the path is instead."""
    if not os.path.exists(path):
        raise Error(f"cannot read '{path}': No such file or directory")
    for name in NAMES:
        if os.path.isfile(os.path.join(path, name)):
            return os.path.join(path, name)
    if os.path.exists(os.path.join(path, "saved_model.cpb")):
        raise Error(f"{path}: a SavedModel in chunks (saved_model.cpb), which is not supported; save it again in less than 2 GB")
    if os.path.isfile(path):
        raise Error(f"{path}: a SavedModel is read from its directory, in which this file is called saved_model.pb")
    raise Error(f"{path}: not a SavedModel: it has no saved_model.pb")


def read_saved_model(file: str) -> SavedModel:
    """The SavedModel message of a file, binary or text. Raises Error for other content and for versions above 1."""
    data = read_bytes(file)
    require_size(len(data), f"{file}: a SavedModel")
    try:
        if file.endswith("txt"):
            model = read_model_text(bytes(data), file)
        else:
            model = SavedModel()
            parse(model, data)
    except DecodeError:
        raise Error(f"{file}: not a SavedModel: its fields are damaged") from None
    if model.saved_model_schema_version != 1 and not model.meta_graphs:
        raise Error(f"{file}: not a SavedModel: it has no graphs, but fields of something else")
    if model.saved_model_schema_version > 1:
        raise Error(f"{file}: a SavedModel of version {model.saved_model_schema_version}; known is 1")
    return model


def read_model_text(data: bytes, file: str) -> SavedModel:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Error(f"{file}: not a SavedModel in text form: byte {error.start} is not UTF-8") from None
    return read_text(text, SavedModel(), file, "a SavedModel in text form")


def assets_of(graph: MetaGraphDef) -> list[AssetFileDef]:
    """The graph's assets. Those of TensorFlow 1 lie in a collection, wrapped once more."""
    if graph.asset_file_def or ASSETS not in graph.collection_def:
        return list(graph.asset_file_def)
    try:
        return [AssetFileDef.FromString(wrapped.value) for wrapped in graph.collection_def[ASSETS].any_list.value]
    except DecodeError:
        raise Error(f"the collection '{ASSETS}' of the graph is damaged") from None


def signatures_of(graph: MetaGraphDef) -> dict[str, SignatureDef]:
    """Signatures that are to be called, by name; how to initialise is not one of them."""
    return {name: graph.signature_def[name] for name in sorted(graph.signature_def) if name != INITIALIZE}


def choose_signatures(graph: MetaGraphDef, requested: str | None, file: str) -> list[str]:
    """The names of the signatures to use: several with commas between them, or `*` for all; else the one that `choose_signature` takes."""
    if requested == "*":
        return list(signatures_of(graph))
    if requested is None or "," not in requested:
        return [choose_signature(graph, requested, file)]
    return [choose_signature(graph, name, file) for name in dict.fromkeys(requested.split(","))]


def choose_signature(graph: MetaGraphDef, requested: str | None, file: str) -> str:
    """The name of the signature to use: the one requested, `serving_default`, or the only one. Raises UsageError where none of these
    exists."""
    signatures = signatures_of(graph)
    if requested is not None and requested not in signatures:
        raise UsageError(
            f"{file}: there is no signature '{requested}'{did_you_mean(requested, signatures)}; there are {', '.join(signatures) or 'none'}"
        )
    name = requested or (DEFAULT if DEFAULT in signatures else next(iter(signatures), None) if len(signatures) == 1 else None)
    if name is None:
        raise UsageError(
            f"{file}: which signature is meant? There are {', '.join(signatures) or 'none'} (--signature=NAME says which, or --outputs=A,B what to compute)"
        )
    return name
