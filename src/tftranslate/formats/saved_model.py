"""SavedModels, and `.meta` files with their checkpoints."""

from __future__ import annotations

import os

from tfir.cli.files import Output, shown_name
from tfir.cli.flags import Flag
from tfir.cli.process import UsageError

from tftranslate.formats import Direction, Kind
from tftranslate.modules import OF_READING, asked_ports, exported, op_defs, prints_locations, write_module

FORMS = ("frozen", "objects", "signatures", "graph")
ALL = ["*"]
FORMS_OF_META_GRAPH = ("frozen", "signatures", "graph")
# Fields that a text begins with.
OF_SAVED_MODEL = ("saved_model_schema_version", "meta_graphs")
OF_META_GRAPH = ("meta_info_def", "graph_def", "saver_def", "collection_def", "signature_def", "object_graph_def")


def savedmodel_to_mlir(source: str, arguments) -> None:
    """Reads a SavedModel or a `.meta` file and writes it as a module in the form that `--savedmodel-to-mlir` names.

    Raises UsageError where the flags do not choose one graph and signature, Error for files that cannot be read.
    """
    from tftranslate.recognition import META_GRAPH, SAVED_MODEL, recognize, refuse_other
    from tftranslate.saved_model.directory import SavedModelDirectory

    file = recognize(source)
    if file.kind == META_GRAPH:
        read_meta_graph(file, arguments.savedmodel_to_mlir, arguments)
        return
    refuse_other(file.kind, SAVED_MODEL, shown_name(source))
    if arguments.checkpoint:
        raise UsageError("--checkpoint goes with a MetaGraph; a SavedModel has one of its own")
    import_model(SavedModelDirectory(source), arguments.savedmodel_to_mlir, arguments)


def metagraph_to_mlir(source: str, arguments) -> None:
    """Reads a `.meta` file, binary or text, and writes it as a module in the form that `--metagraph-to-mlir` names."""
    from tftranslate.recognition import META_GRAPH, recognize, refuse_other

    file = recognize(source)
    refuse_other(file.kind, META_GRAPH, shown_name(source))
    read_meta_graph(file, arguments.metagraph_to_mlir, arguments)


def read_meta_graph(file, form: str, arguments) -> None:
    from tftranslate.saved_model.meta_graph import MetaGraphFile

    import_model(MetaGraphFile(shown_name(file.path), file.data, arguments.checkpoint), form, arguments)


def import_model(model, form: str, arguments) -> None:
    from tftranslate.saved_model import import_saved_model

    if arguments.tags == ALL and form in ("objects", "signatures"):
        model.op_defs = op_defs(arguments) or {}
        module = import_saved_model.import_all(model, form)
        import_saved_model.add_extra_assets(model, module)
        write_module(module, arguments)
        return
    graph, ports = model.meta_graph(arguments.tags), asked_ports(arguments)
    if ports and form not in ("frozen", "signatures"):
        raise UsageError(f"--outputs chooses what to compute; the form '{form}' has all of the model")
    if arguments.signature and (ports and form == "frozen" or not ports and form not in ("frozen", "signatures")):
        both = "--signature and --outputs both say what to compute"
        raise UsageError(both if ports else f"--signature chooses what to freeze; the form '{form}' has all of the model")
    if arguments.signature and not ports and form == "signatures":
        import_saved_model.keep_signature(graph, arguments.signature, model.file)
    model.op_defs = op_defs(arguments) or {}
    if prints_locations(arguments):
        model.debug_info = debug_info_of(model, graph, arguments)
    if form == "frozen":
        module = import_saved_model.import_frozen(model, graph, arguments.signature, ports and ports.function)
    elif ports:
        module = import_saved_model.import_asked(model, graph, ports, arguments.signature)
    else:
        module = import_saved_model.FORMS[form](model, graph)
        import_saved_model.add_extra_assets(model, module)
    write_module(module, arguments)


def debug_info_of(model, graph, arguments):
    """The debug information that says where nodes came from: of a flag, a file of the model, or its graph."""
    from os.path import exists

    from tftranslate.debug_info import read_debug_info

    file = arguments.debug_info or (model.debug_info_file if exists(model.debug_info_file) else None)
    return read_debug_info(file) if file else graph.graph_def.debug_info


def mlir_to_savedmodel(source: str, arguments) -> None:
    """Reads a module and writes it as a SavedModel. With `--template` the module is the graph, and all else is copied from that SavedModel
    or `.meta`; without it the module has all of the model."""
    if arguments.output == "-":
        raise UsageError("--mlir-to-savedmodel needs -o DIR, the directory to be written")
    if arguments.template and is_about_one_graph(arguments):
        others = "--outputs, --signature, --checkpoint, --init and --variables-of-constants"
        raise UsageError(f"--template has signatures and variables; {others} go without it")
    (into_template if arguments.template else from_text_alone)(source, arguments)


def is_about_one_graph(arguments) -> bool:
    given = arguments.outputs or arguments.signature or arguments.checkpoint or arguments.init
    return bool(given) or arguments.variables_of_constants is not None


def from_text_alone(source: str, arguments) -> None:
    from tftranslate.modules import read_module
    from tftranslate.saved_model.build_saved_model import build_saved_model, graphs_in
    from tftranslate.saved_model.from_graph import Asked, export_text

    module = read_module(source)
    if len(graphs_in(module)) == 1:
        constants = arguments.variables_of_constants
        asked = Asked(asked_ports(arguments), arguments.signature, arguments.checkpoint, arguments.init, constants)
        export_text(graphs_in(module)[0], shown_name(source), asked)
    elif is_about_one_graph(arguments) or arguments.tags:
        raise UsageError("the text has several graphs of a model; each says what it computes, and its tags")
    build_saved_model(module, arguments.tags, op_defs(arguments) or {}, arguments.output)


def into_template(source: str, arguments) -> None:
    from tftranslate.recognition import META_GRAPH, recognize
    from tftranslate.saved_model.directory import SavedModelDirectory
    from tftranslate.saved_model.export_saved_model import export_saved_model
    from tftranslate.saved_model.meta_graph import with_graph

    template_file = recognize(arguments.template) if os.path.isfile(arguments.template) else None
    if template_file is not None and template_file.kind == META_GRAPH:
        module, graph = exported(source, arguments)
        data = with_graph(template_file.data, graph, module, arguments.template)
        with Output(arguments.output, binary=True) as out:
            out.write(data)
        return
    template = SavedModelDirectory(arguments.template)
    _, graph = exported(source, arguments, template.definitions(template.meta_graph(arguments.tags)))
    export_saved_model(graph, template, arguments.tags, arguments.output)


def expression(text: str):
    import re

    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(str(error)) from None


def begins_saved_model(data) -> bool:
    from tfir.cli.file_formats import is_saved_model
    from tfir.storage.graphdef.messages import is_binary

    from tftranslate.recognition import first_word

    return is_saved_model(data) if is_binary(data) else first_word(data) in OF_SAVED_MODEL


def begins_meta_graph(data) -> bool:
    from tfir.storage.graphdef.messages import is_binary

    from tftranslate.recognition import first_word, is_meta_graph

    return is_meta_graph(memoryview(data)) if is_binary(data) else first_word(data) in OF_META_GRAPH


KINDS = [
    Kind("SavedModel", "--savedmodel-to-mlir", begins_saved_model),
    Kind("MetaGraph", "--metagraph-to-mlir", begins_meta_graph),
]
DIRECTIONS = [
    Direction(
        Flag(
            "savedmodel-to-mlir",
            "Read a SavedModel. As 'frozen', the default: one signature, or several, as tfg functions, variables as constants; as 'objects' or 'signatures': what is exported, in tf_saved_model and tfg; as 'graph': the whole graph as tfg.",
            "[FORM]",
            bare="frozen",
            choices=FORMS,
        ),
        savedmodel_to_mlir,
        (*OF_READING, "signature", "tags", "checkpoint"),
    ),
    Direction(
        Flag(
            "metagraph-to-mlir",
            "Read a .meta, binary or text, and its checkpoint: the same forms but 'objects'. Where it has no signatures, --outputs say what is computed.",
            "[FORM]",
            bare="frozen",
            choices=FORMS_OF_META_GRAPH,
        ),
        metagraph_to_mlir,
        (*OF_READING, "signature", "tags", "checkpoint"),
    ),
    Direction(
        Flag(
            "mlir-to-savedmodel",
            "Read a module and write a SavedModel, -o DIR: of tf_saved_model, as 'signatures' and 'objects' are, with its variables and assets; a tfg.graph, whose variables --checkpoint has, or a function that it was lifted to; or, with --template, the whole graph of one, or of a .meta, as tfg.",
        ),
        mlir_to_savedmodel,
        ("template", "tags", "outputs", "inputs", "input-shapes", "signature", "checkpoint", "init", "variables-of-constants"),
    ),
]
FLAGS = [
    Flag(
        "template",
        "The SavedModel, or the .meta, that --mlir-to-savedmodel takes all but the graph from, without which the text has all. "
        "With --serialize-jax-export: the export of which all but the program is taken.",
        "DIR",
    ),
    Flag(
        "signature",
        "Which signature of a SavedModel; without it 'serving_default' or the only one. As 'frozen' several, A,B, or '*' for all, as a file of TensorFlow Lite may have. With --outputs: what they are called.",
        "NAME",
    ),
    Flag(
        "checkpoint",
        "Where a .meta, or a graph that is to be a SavedModel, has its variables; else it is beside the .meta, by its name.",
        "PREFIX",
    ),
    Flag("init", "Nodes that initialize a graph that is to be a SavedModel.", "A,B", type=lambda text: text.split(","), default=[]),
    Flag(
        "variables-of-constants",
        "Which constants of floats in a frozen graph that is to be a SavedModel are variables in it, to be trained: those in whose nodes' "
        "names the regular expression is found; without one, those of more than one element.",
        "[REGEX]",
        type=expression,
    ),
    Flag(
        "tags",
        "Which graph of a SavedModel, by its tags; all of them by '*', a module each, in the forms 'objects' and 'signatures'.",
        "A,B",
        type=lambda text: text.split(","),
        default=[],
    ),
]
