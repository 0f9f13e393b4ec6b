"""A SavedModel to a module.

frozen       one signature, or several, each as a tfg function, variables as constants
objects      what the model's objects export in tf_saved_model and tfg: variables as symbols, functions bound to them
signatures   the same of its signatures
graph        the whole graph and its functions in tfg, nothing changed; the way back is byte for byte
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from tfir.cli.files import read_bytes
from tfir.dialects.tf_saved_model import ASSET, CONTENT, EXPORTED, GRADIENT_OF, INITIALIZER_TYPE, SEMANTICS, TAGS
from tfir.dialects.tf_type import STRING
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.dense import DenseStringsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import TensorType
from tfir.proto import MetaGraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tftranslate.debug_info import locate
from tftranslate.graph_function import Ports, drop_unreached
from tftranslate.materialize_defaults import forget_bytes
from tftranslate.saved_model.build_saved_model import graphs_in
from tftranslate.saved_model.custom_gradients import keep_gradients
from tftranslate.saved_model.directory import DEFAULT, EXTRA, SERVE, SavedModelDirectory, choose_signature, choose_signatures, signatures_of
from tftranslate.saved_model.freezing import freeze
from tftranslate.saved_model.frozen_tables import freeze_tables
from tftranslate.saved_model.named import mark_named
from tftranslate.saved_model.objects import import_objects
from tftranslate.saved_model.settled_branches import settle_branches
from tftranslate.saved_model.signature_exports import export_function, export_initializers, export_signatures
from tftranslate.saved_model.signature_function import function_of
from tftranslate.saved_model.variables import Variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.dialects.tf.tables import Table


def import_whole_graph(model: SavedModelDirectory, graph: MetaGraphDef) -> Operation:
    """A module with the whole graph as a tfg.graph and its functions. Errors name the model's file."""
    try:
        module = import_graphdef(graph.graph_def, model.definitions(graph), graph.ByteSize())
    except Error as error:
        raise Error(f"{model.file}: {error}", error.diagnostics[0].location) from None
    if model.debug_info is not None:
        locate(module, model.debug_info)
    return module


def import_frozen(model: SavedModelDirectory, graph: MetaGraphDef, signature: str | None, make=None) -> Operation:
    """A module with one signature as a function, or with several, in which variables are constants from the checkpoint.

    With `make`, a function from a tfg.graph to a tfg.func, its result takes the place of a signature. Raises Error for variables that are
    written or have no value, and for tables of which the same holds.
    """
    names = choose_signatures(graph, signature, model.file) if make is None else []
    module = import_whole_graph(model, graph)
    forget_bytes(module)
    variables = Variables(module, model.variables if model.has_variables else None, graph)
    nodes = module.body.first
    functions = [make(nodes)] if make is not None else [function_of(nodes, name, graph.signature_def[name]) for name in names]
    for function in functions:
        module.body.insert_before(function, nodes)
        settle_branches(function)
    nodes.erase()
    drop_unreached(module, *functions)
    freeze_tables(module, lambda: filled_tables(model, graph))
    freeze(module, variables)
    return module


def keep_signature(graph: MetaGraphDef, signature: str, file: str) -> None:
    """Leaves one of a graph's signatures, beside those that say what initializes it."""
    name = choose_signature(graph, signature, file)
    for other in signatures_of(graph):
        if other != name:
            del graph.signature_def[other]


def filled_tables(model: SavedModelDirectory, graph: MetaGraphDef) -> dict[str, Table]:
    """The tables of a model by name, as its initializers fill them."""
    from tfir.dialects.tf.tables import Table
    from tfir.execution.session import Session  # which models without tables need not load

    module = import_exported(export_initializers, model, graph)
    for asset in [op for op in module.body if op.name == ASSET and CONTENT not in op.attributes]:
        raise Error(f"{model.file}: tables are filled from '{asset_path(model, asset)}', which is not there")
    session = Session(module)
    session.initialize(module)
    return {key[-1]: thing for key, thing in session.state.things.items() if isinstance(thing, Table)}


def asset_path(model: SavedModelDirectory, asset: Operation) -> str:
    return model.asset(asset.get("filename").removeprefix("assets/"))


def import_exported(export, model: SavedModelDirectory, graph: MetaGraphDef) -> Operation:
    """A module of tf_saved_model with the functions that `export(model, graph, module)` makes of that of the whole graph."""
    module = import_whole_graph(model, graph)
    forget_bytes(module)
    keep_gradients(export(model, graph, module))
    finish_exported(module)
    if (tags := list(graph.meta_info_def.tags)) and tags != [SERVE]:
        module.set_attribute(TAGS, ArrayAttr([StringAttr(tag) for tag in tags]))
    return module


def import_all(model: SavedModelDirectory, form: str) -> Operation:
    """A module with one for each graph of a model."""
    graphs = [FORMS[form](model, graph) for graph in model.proto.meta_graphs]
    block = Block()
    for graph in graphs:
        block.append(graph)
    return Operation("builtin.module", regions=[Region([block])])


def add_extra_assets(model: SavedModelDirectory, module: Operation) -> None:
    """Adds the files that no graph reads, as those by which servers warm up, to a module of a whole model."""
    folder, graphs = os.path.join(model.path, EXTRA), graphs_in(module)
    names = [os.path.relpath(os.path.join(place, name), folder) for place, _, files in os.walk(folder) for name in files]
    for name in sorted(names) if SEMANTICS in graphs[0].attributes else ():
        content = DenseStringsAttr(TensorType((), STRING), [bytes(read_bytes(os.path.join(folder, name)))], True)
        named = {"sym_name": StringAttr(f"__tf_saved_model_extra_{name}"), "filename": StringAttr(f"{EXTRA}{name}"), CONTENT: content}
        graphs[0].body.insert_before(Operation("tf_saved_model.asset", attributes=named), graphs[0].body.first)


def finish_exported(module: Operation) -> None:
    """Drops the graph and the functions that nothing exported needs; those left are private."""
    graph = next(op for op in module.body if op.name == "tfg.graph")
    public = [op for op in module.body if EXPORTED in op.attributes or INITIALIZER_TYPE in op.attributes or op.dialect == "tf_saved_model"]
    kept = [*public, *[op for op in module.body if GRADIENT_OF in op.attributes]]
    for op in public:
        if op.name == "tfg.func":
            op.set_attribute("tfg.lifted_graph_version", graph.attributes["version"])
    graph.erase()
    drop_unreached(module, *kept)
    for op in module.body:
        if op.name == "tfg.func" and op not in public:
            op.set_attribute("sym_visibility", StringAttr("private"))


def import_asked(model: SavedModelDirectory, graph: MetaGraphDef, ports: Ports, name: str | None) -> Operation:
    """As the signatures of a model, but what `ports` ask for, which is called `name`."""
    return import_exported(partial(export_function, make=ports.function, name=name or DEFAULT), model, graph)


def import_graph(model: SavedModelDirectory, graph: MetaGraphDef) -> Operation:
    """A module with the whole graph, in which the nodes and functions that the model names from outside are marked."""
    module = import_whole_graph(model, graph)
    mark_named(module, graph)
    return module


FORMS: dict[str, Callable[..., Operation]] = {
    "graph": import_graph,
    "objects": partial(import_exported, import_objects),
    "signatures": partial(import_exported, export_signatures),
}
