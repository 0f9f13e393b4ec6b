"""GraphDefs, binary or as text, and the text of the IR that becomes one."""

from __future__ import annotations

from functools import partial

from tfir.cli.files import Output, decoded, shown_name
from tfir.cli.flags import Flag
from tfir.ir.diagnostics import Error

from tftranslate.formats import Direction, Kind
from tftranslate.modules import OF_READING, READABLE, asked_ports, exported, op_defs, prints_locations, write_module

GRAPH_FORMS = ("tfg", "executor")


def graphdef_to_mlir(source: str, arguments, splatted: bool = False) -> None:
    """Reads a GraphDef, or that of a MetaGraph, and writes it as a module. `splatted`: large constants are replaced by their first
    element.

    Raises Error with the place in the text where a GraphDef in text form is wrong.
    """
    from tfir.storage.graphdef.import_graphdef import import_graphdef

    from tftranslate.recognition import recognize
    from tftranslate.text_places import placed

    file = recognize(source)
    graph, data, definitions = graph_of(file, op_defs(arguments))
    ports = asked_ports(arguments)
    comes_back = not (ports or splatted or arguments.materialize_defaults or arguments.graphdef_to_mlir == "executor")
    try:
        module = import_graphdef(graph, definitions, len(file.data), data if comes_back else None)
    except Error as error:
        raise placed(error, shown_name(source), "" if data is not None else decoded(bytes(file.data))) from None
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

        to_executor_form(module, definitions)
        arguments.materialize_defaults = False
    write_module(module, arguments)


def graph_of(file, op_defs):
    """(the GraphDef of a file, alone or in a MetaGraph; its bytes, None for text; definitions of ops). Raises Error for other kinds of
    files."""
    from tfir.storage.graphdef.messages import is_binary

    from tftranslate.recognition import GRAPHDEF, META_GRAPH, refuse_other

    name, binary = shown_name(file.path), is_binary(file.data) if file.data is not None else False
    if file.kind == META_GRAPH:
        from tftranslate.saved_model.meta_graph import MetaGraphFile, graph_bytes

        model = MetaGraphFile(name, file.data)
        model.op_defs, meta = op_defs or {}, model.meta_graph()
        return meta.graph_def, graph_bytes(file.data) if binary else None, model.definitions(meta)
    from tftranslate.graphdef_file import read_graphdef

    refuse_other(file.kind, GRAPHDEF, name)
    return read_graphdef(file.data, name), file.data if binary else None, op_defs


def mlir_to_graphdef(source: str, arguments) -> None:
    """Reads a tfg module and writes it as a GraphDef, binary or with `--graphdef-as-text` as text."""
    from tfir.storage.graphdef.graph_bytes import binary_pieces

    from tftranslate.graphdef_file import text

    module, graph = exported(source, arguments)
    with Output(arguments.output, binary=not arguments.graphdef_as_text) as out:
        for piece in [text(graph)] if arguments.graphdef_as_text else binary_pieces(graph, module):
            out.write(piece)


def begins_ir(data) -> bool:
    """Whether a file's bytes are text that begins like a module of tfg."""
    from tfir.storage.graphdef.messages import is_binary

    from tftranslate.graphdef_file import MLIR

    return not is_binary(data) and MLIR.match(bytes(data[:4096]).decode("utf-8", "replace")) is not None


KINDS = [Kind("GraphDef", "--graphdef-to-mlir"), Kind("text IR", "--mlir-to-graphdef", begins_ir)]
DIRECTIONS = [
    Direction(
        Flag(
            "graphdef-to-mlir",
            "Read a GraphDef, binary or text, alone or in a .meta, and write it as a module: as 'tfg', the default, which gives the bytes again, or as 'executor', a tf_executor.graph with the shapes and the order of TensorFlow's own importer.",
            "[FORM]",
            bare="tfg",
            choices=GRAPH_FORMS,
        ),
        graphdef_to_mlir,
        OF_READING,
    ),
    Direction(
        Flag(
            "graphdef-to-splatted-mlir",
            f"The same, but a constant of more than {READABLE} elements is its first one repeated: a small file of the same shape.",
        ),
        partial(graphdef_to_mlir, splatted=True),
        OF_READING,
    ),
    Direction(
        Flag("mlir-to-graphdef", "Read a tfg module and write it as a binary GraphDef."),
        mlir_to_graphdef,
        ("graphdef-as-text",),
        lambda arguments: not arguments.graphdef_as_text,
        as_text="graphdef-as-text",
    ),
]
FLAGS = [Flag("graphdef-as-text", "Write the GraphDef as text (.pbtxt).")]
