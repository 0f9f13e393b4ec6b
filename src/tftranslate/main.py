"""The command tf-translate."""

from __future__ import annotations

import gc
import os
import sys

from tfir.cli.files import Output, decoded, is_blank, nothing_in, read_bytes, shown_name, text_of
from tfir.cli.flags import Flag
from tfir.cli.process import UsageError
from tfir.cli.tool import Tool
from tfir.ir.diagnostics import Error

SUMMARY = "Translates between TensorFlow's files and the text of the IR. What goes there and comes back is the same to the byte."

EXAMPLES = """\
Examples:
  tf-translate --graphdef-to-mlir model.pb -o model.mlir
  tf-translate --graphdef-to-mlir=executor model.pb
  tf-translate --savedmodel-to-mlir --signature=serving_default model/ | tf-opt --pipeline=vulkan
  tf-translate --inspect model.pb
  tf-translate --graphdef-to-mlir model.pbtxt | tf-opt --canonicalize | tf-translate --mlir-to-graphdef -o smaller.pb
  tf-translate --mlir-to-graphdef --graphdef-as-text model.mlir
"""

GRAPH_FORMS = ("tfg", "executor")
FORMS = ("frozen", "objects", "signatures", "graph")
LARGE = 16 << 20  # bytes
READABLE = 16  # elements; --elide-large-constants leaves out more

FLAGS = [
    Flag(
        "graphdef-to-mlir",
        "Read a GraphDef, binary or text, alone or in a .meta, and write it as a module: as 'tfg', the default, which gives the bytes again, or as 'executor', a tf_executor.graph with the shapes and the order of TensorFlow's own importer.",
        "[FORM]",
        bare="tfg",
        choices=GRAPH_FORMS,
    ),
    Flag(
        "graphdef-to-splatted-mlir",
        f"The same, but a constant of more than {READABLE} elements is its first one repeated: a small file of the same shape.",
    ),
    Flag("mlir-to-graphdef", "Read a tfg module and write it as a binary GraphDef."),
    Flag(
        "savedmodel-to-mlir",
        "Read a SavedModel, or a .meta with its checkpoint. As 'frozen', the default: one signature as a tfg function, its variables as constants; as 'objects' or 'signatures': what is exported, in tf_saved_model and tfg; as 'graph': the whole graph as tfg.",
        "[FORM]",
        bare="frozen",
        choices=FORMS,
    ),
    Flag("mlir-to-savedmodel", "Read the whole graph of a SavedModel, or of a .meta, as tfg, and write that again with it."),
    Flag("serialize-spirv", "Write the spirv.module of a text as binary SPIR-V; to a directory, each of them as NAME.spv."),
    Flag("template", "The SavedModel, or the .meta, that --mlir-to-savedmodel takes all but the graph from.", "DIR"),
    Flag("inspect", "Say what a model is: its interface, sizes, ops, functions, variables, and which ops have no lowering."),
    Flag("json", "With --inspect: as JSON, nothing shortened."),
    Flag("signature", "Which signature of a SavedModel; without it 'serving_default' or the only one.", "NAME"),
    Flag("tags", "Which graph of a SavedModel, by its tags.", "A,B", type=lambda text: text.split(","), default=[]),
    Flag("graphdef-as-text", "Write the GraphDef as text (.pbtxt)."),
    Flag(
        "materialize-defaults",
        "Write down what nodes leave to the declaration of their op, as TensorFlow's importer does. The bytes do not come back.",
    ),
    Flag("outputs", "Make the graph a function that computes these, of a SavedModel with constants for variables.", "A,B:1"),
    Flag("inputs", "With --outputs: what the function takes; without it the graph's Placeholders.", "A,B:1"),
    Flag("input-shapes", "With --outputs: the shapes of inputs.", "A=1x?x3,B="),
    Flag("op-defs", "Definitions of ops that TensorFlow itself does not have: an OpList, binary or text.", "FILE"),
    Flag("output", "Where to write; '-', the default, is standard output.", "FILE", default="-", short="o"),
    Flag("elide-large-constants", "Leave out the content of constants that nobody would read."),
    Flag("mlir-print-debuginfo", "Print locations: the name of each node, or what its debug information tells."),
    Flag("debug-info", "A GraphDebugInfo, binary or text: the calls that made the nodes, which are printed as their locations.", "FILE"),
]


def translate(arguments) -> None:
    directions = [name for name in DIRECTIONS if getattr(arguments, name)]
    source = arguments.files[0] if arguments.files else "-"
    if len(directions) > 1:
        raise UsageError(f"{' and '.join(map(flag_of, directions))} exclude each other: a call goes one way")
    if not directions:
        raise UsageError(advice(source))
    check_flags(directions[0], arguments)
    check_terminal(directions[0], arguments)
    if is_large(source):
        from tfir.cli.allocation import keep_freed_memory

        keep_freed_memory()
    collecting = gc.isenabled()
    gc.disable()  # nothing that is built here is garbage before the end
    try:
        DIRECTIONS[directions[0]](source, arguments)
    finally:
        if collecting:
            gc.enable()


def flag_of(direction: str) -> str:
    return "--" + direction.replace("_", "-")


def check_flags(direction: str, arguments) -> None:
    """Raises UsageError for a flag that says something about another direction."""
    for flag in [name.replace("-", "_") for name, _ in arguments.order]:
        others = APPLIES.get(flag, (direction,))
        if direction not in others:
            raise UsageError(f"{flag_of(flag)} goes with {' or '.join(map(flag_of, others))}, not with {flag_of(direction)}")
    form = arguments.savedmodel_to_mlir
    if form not in (None, "frozen") and (arguments.signature or arguments.outputs):
        raise UsageError(f"--signature and --outputs choose what to freeze; --savedmodel-to-mlir={form} has all of the model")


def check_terminal(direction: str, arguments) -> None:
    """Raises UsageError where binary data would be shown on a terminal and that was not asked for."""
    binary = direction == "serialize_spirv" or (direction == "mlir_to_graphdef" and not arguments.graphdef_as_text)
    if binary and arguments.output == "-" and ("output", "-") not in arguments.order and sys.stdout.isatty():
        text = "; --graphdef-as-text writes text" if direction == "mlir_to_graphdef" else ""
        raise UsageError(
            f"{flag_of(direction)} writes binary data, and standard output is a terminal: name a file with -o FILE, or say -o -{text}"
        )


def advice(source: str) -> str:
    """What to say where no flag tells what to do: how to read the file, if there is one."""
    if source == "-" or not os.path.exists(source):
        missing = "" if source == "-" else f"there is no file '{source}', and nothing says what to do with it; "
        return f"{missing}expected one of {', '.join(map(flag_of, DIRECTIONS))}"
    from tftranslate.recognition import READ_BY, recognize

    kind = recognize(source).kind
    return f"what is to be done with '{source}'? As a {kind} it is read by {READ_BY[kind]}; --inspect says what is in it"


def is_large(source: str) -> bool:
    """Whether a file, or what may lie in a directory, has constants worth asking the allocator for."""
    return source != "-" and os.path.exists(source) and (os.path.isdir(source) or os.path.getsize(source) > LARGE)


def graphdef_to_splatted_mlir(source: str, arguments) -> None:
    graphdef_to_mlir(source, arguments, splatted=True)


def graphdef_to_mlir(source: str, arguments, splatted: bool = False) -> None:
    from tftranslate.import_graphdef import import_graphdef
    from tftranslate.recognition import recognize
    from tftranslate.text_places import placed

    found = recognize(source)
    graph, data, known = graph_of(found, op_defs(arguments))
    ports = asked_ports(arguments)
    comes_back = not (ports or splatted or arguments.materialize_defaults or arguments.graphdef_to_mlir == "executor")
    try:
        module = import_graphdef(graph, known, len(found.data), data if comes_back else None)
    except Error as error:
        raise placed(error, shown_name(source), "" if data is not None else decoded(bytes(found.data))) from None
    if prints_locations(arguments):
        from tftranslate.debug_info import locate, read_debug_info

        locate(module, read_debug_info(arguments.debug_info) if arguments.debug_info else graph.debug_info)
    if ports is not None:
        from tftranslate.graph_function import make_function

        make_function(module, ports)
    if splatted:
        from tftranslate.splatting import splat_constants

        splat_constants(module, READABLE)
    if arguments.graphdef_to_mlir == "executor":
        from tftranslate.executor_form import to_executor_form

        to_executor_form(module, known)
        arguments.materialize_defaults = False
    write_module(module, arguments)


def graph_of(found, op_defs):
    """The GraphDef in a file, alone or in a MetaGraph; its bytes, None where it is text; and the ops that are declared."""
    from tftranslate.messages import is_binary
    from tftranslate.recognition import GRAPHDEF, META_GRAPH, refuse_other

    name, binary = shown_name(found.path), is_binary(found.data) if found.data is not None else False
    if found.kind == META_GRAPH:
        from tftranslate.saved_model.meta_graph import MetaGraphFile, graph_bytes

        model = MetaGraphFile(name, found.data)
        model.op_defs, meta = op_defs or {}, model.meta_graph()
        return meta.graph_def, graph_bytes(found.data) if binary else None, model.definitions(meta)
    from tftranslate.graphdef_file import read_graphdef

    refuse_other(found.kind, GRAPHDEF, name)
    return read_graphdef(found.data, name), found.data if binary else None, op_defs


def asked_ports(arguments):
    """The inputs and outputs that the command line names, or None."""
    if not arguments.outputs:
        if arguments.inputs or arguments.input_shapes:
            raise UsageError("--inputs and --input-shapes need --outputs, which say what is to be computed")
        return None
    from tftranslate.graph_function import Ports, names, shapes

    flags = (("inputs", names), ("outputs", names), ("input_shapes", shapes))
    return Ports(*[read_flag(arguments, flag, read) for flag, read in flags])


def read_flag(arguments, flag: str, read):
    """The value of a flag whose reader is only imported when needed."""
    text = getattr(arguments, flag)
    try:
        return read(text) if text else None
    except ValueError as error:
        raise UsageError(f"--{flag.replace('_', '-')}={text}: {error}") from None


def inspect(source: str, arguments) -> None:
    from tftranslate.inspection.facts import facts_of
    from tftranslate.inspection.page import page
    from tftranslate.recognition import recognize

    facts = facts_of(recognize(source), op_defs(arguments))
    if arguments.json:
        from json import dumps

        text = dumps(facts, indent=2) + "\n"
    else:
        text = page(facts)
    with Output(arguments.output) as out:
        out.write(text)


def savedmodel_to_mlir(source: str, arguments) -> None:
    from tftranslate.recognition import META_GRAPH, SAVED_MODEL, recognize, refuse_other
    from tftranslate.saved_model import import_saved_model
    from tftranslate.saved_model.directory import SavedModelDirectory
    from tftranslate.saved_model.meta_graph import MetaGraphFile

    found = recognize(source)
    if found.kind == META_GRAPH:
        model = MetaGraphFile(shown_name(source), found.data)
    else:
        refuse_other(found.kind, SAVED_MODEL, shown_name(source))
        model = SavedModelDirectory(source)
    graph = model.meta_graph(arguments.tags)
    model.op_defs = op_defs(arguments) or {}
    if prints_locations(arguments):
        model.debug_info = debug_info_of(model, graph, arguments)
    if arguments.signature and arguments.outputs:
        raise UsageError("--signature and --outputs both say what to compute")
    if arguments.savedmodel_to_mlir == "frozen":
        ports = asked_ports(arguments)
        module = import_saved_model.import_frozen(model, graph, arguments.signature, ports and ports.function)
    else:
        module = import_saved_model.FORMS[arguments.savedmodel_to_mlir](model, graph)
    write_module(module, arguments)


def debug_info_of(model, graph, arguments):
    """What is known of where nodes came from: by a flag, in a file of the model, or in its graph."""
    from os.path import exists

    from tftranslate.debug_info import read_debug_info

    file = arguments.debug_info or (model.debug_info_file if exists(model.debug_info_file) else None)
    return read_debug_info(file) if file else graph.graph_def.debug_info


def prints_locations(arguments) -> bool:
    """Whoever says where to find locations wants to see them."""
    return arguments.mlir_print_debuginfo or arguments.debug_info is not None


def op_defs(arguments):
    from tftranslate.op_defs import read_op_defs

    return read_op_defs(arguments.op_defs) if arguments.op_defs else None


def write_module(module, arguments) -> None:
    from tfir.dialects import lookup
    from tfir.text.printer import PrintOptions, print_pieces

    if arguments.materialize_defaults:
        from tftranslate.materialize_defaults import materialize_defaults

        materialize_defaults(module, op_defs(arguments))
    options = PrintOptions(debug_info=prints_locations(arguments), elide_elements=READABLE if arguments.elide_large_constants else None)
    with Output(arguments.output) as out:
        for piece in print_pieces(module, lookup, options):
            out.write(piece)


def mlir_to_graphdef(source: str, arguments) -> None:
    from tftranslate.graph_bytes import binary_pieces
    from tftranslate.graphdef_file import text

    module, graph = exported(source, arguments)
    with Output(arguments.output, binary=not arguments.graphdef_as_text) as out:
        for piece in [text(graph)] if arguments.graphdef_as_text else binary_pieces(graph, module):
            out.write(piece)


def mlir_to_savedmodel(source: str, arguments) -> None:
    from tftranslate.recognition import META_GRAPH, recognize
    from tftranslate.saved_model.directory import SavedModelDirectory
    from tftranslate.saved_model.export_saved_model import export_saved_model
    from tftranslate.saved_model.meta_graph import with_graph

    if not arguments.template or arguments.output == "-":
        raise UsageError("--mlir-to-savedmodel needs --template=DIR, the SavedModel that the graph was read from, and -o DIR")
    found = recognize(arguments.template) if os.path.isfile(arguments.template) else None
    if found is not None and found.kind == META_GRAPH:
        module, graph = exported(source, arguments)
        data = with_graph(found.data, graph, module, arguments.template)
        with Output(arguments.output, binary=True) as out:
            out.write(data)
        return
    template = SavedModelDirectory(arguments.template)
    _, graph = exported(source, arguments, template.definitions(template.meta_graph(arguments.tags)))
    export_saved_model(graph, template, arguments.tags, arguments.output)


def exported(source: str, arguments, definitions=None):
    """The module in a file, and its GraphDef. `definitions` are of ops that the user has not declared."""
    from tfir.dialects import dialect, lookup, verify
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    from tftranslate.export_graphdef import export_graphdef

    data = read_bytes(source)
    text = text_of(data, source)
    del data
    if is_blank(text):
        raise Error(nothing_in(source))
    module = parse(Source(shown_name(source), text), lookup, dialect)
    verify(module)
    return module, export_graphdef(module, {**(definitions or {}), **(op_defs(arguments) or {})})


def serialize_spirv(source: str, arguments) -> None:
    from tftranslate.spirv_binary import serialize

    serialize(source, arguments.output)


DIRECTIONS = {
    "graphdef_to_mlir": graphdef_to_mlir, "graphdef_to_splatted_mlir": graphdef_to_splatted_mlir, "mlir_to_graphdef": mlir_to_graphdef,
    "savedmodel_to_mlir": savedmodel_to_mlir, "mlir_to_savedmodel": mlir_to_savedmodel, "inspect": inspect,
    "serialize_spirv": serialize_spirv,
}  # fmt: skip

READING = ("graphdef_to_mlir", "graphdef_to_splatted_mlir", "savedmodel_to_mlir")
# The directions that a flag is about; of others, any.
APPLIES = {
    "template": ("mlir_to_savedmodel",), "json": ("inspect",), "signature": ("savedmodel_to_mlir",),
    "tags": ("savedmodel_to_mlir", "mlir_to_savedmodel"), "graphdef_as_text": ("mlir_to_graphdef",),
    **dict.fromkeys(("materialize_defaults", "outputs", "inputs", "input_shapes", "elide_large_constants", "mlir_print_debuginfo", "debug_info"),
                    READING),
}  # fmt: skip

TOOL = Tool("tf-translate", SUMMARY, "[FLAGS] [FILE]", FLAGS, translate, epilog=EXAMPLES)


def main(argv=None) -> int:
    return TOOL.main(argv)


def __getattr__(name: str):
    """`command`, the tool as a `click.Command`, which is made when it is asked for."""
    if name == "command":
        return TOOL.command
    raise AttributeError(name)
