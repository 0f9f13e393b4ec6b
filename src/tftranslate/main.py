"""The command tf-translate."""

from __future__ import annotations

import gc

from tfir.command_line import Flag, Output, Tool, UsageError, decoded, read_bytes, shown_name
from tfir.ir.diagnostics import Error

SUMMARY = "Translates between TensorFlow's files and the text of the IR. Nothing is rewritten on the way, and nothing is lost."

EXAMPLES = """\
Examples:
  tf-translate --graphdef-to-mlir model.pb -o model.mlir
  tf-translate --graphdef-to-mlir model.pbtxt | tf-opt --canonicalize | tf-translate --mlir-to-graphdef -o smaller.pb
  tf-translate --mlir-to-graphdef --graphdef-as-text model.mlir
"""

READABLE = 16  # elements; --elide-large-constants leaves out more

FLAGS = [
    Flag("graphdef-to-mlir", "Read a GraphDef, binary or text, and write it as a tfg module."),
    Flag("mlir-to-graphdef", "Read a tfg module and write it as a binary GraphDef."),
    Flag("graphdef-as-text", "Write the GraphDef as text (.pbtxt)."),
    Flag("materialize-defaults", "Write down what nodes leave to the declaration of their op, as TensorFlow's importer does. The bytes do not come back."),
    Flag("output", "Where to write; '-', the default, is standard output.", "FILE", default="-", short="o"),
    Flag("elide-large-constants", "Leave out the content of constants that nobody would read."),
    Flag("mlir-print-debuginfo", "Print locations: the name of each node."),
]


def translate(arguments) -> None:
    directions = [name for name in ("graphdef_to_mlir", "mlir_to_graphdef") if getattr(arguments, name)]
    if len(directions) != 1:
        raise UsageError("expected one of --graphdef-to-mlir and --mlir-to-graphdef")
    source = arguments.files[0] if arguments.files else "-"
    collecting = gc.isenabled()
    gc.disable()  # nothing that is built here is garbage before the end
    try:
        (graphdef_to_mlir if arguments.graphdef_to_mlir else mlir_to_graphdef)(source, arguments)
    finally:
        if collecting:
            gc.enable()


def graphdef_to_mlir(source: str, arguments) -> None:
    from tfir.dialects import lookup
    from tfir.text.printer import PrintOptions, print_operation

    from tftranslate.graphdef_file import read_graphdef
    from tftranslate.import_graphdef import import_graphdef

    graph = read_graphdef(read_bytes(source), shown_name(source))
    try:
        module = import_graphdef(graph)
    except Error as error:
        raise Error(f"{shown_name(source)}: {error}", error.diagnostics[0].location) from None
    if arguments.materialize_defaults:
        from tftranslate.materialize_defaults import materialize_defaults

        materialize_defaults(module)
    options = PrintOptions(debug_info=arguments.mlir_print_debuginfo, elide_elements=READABLE if arguments.elide_large_constants else None)
    text = print_operation(module, lookup, options)
    with Output(arguments.output) as out:
        out.write(text)


def mlir_to_graphdef(source: str, arguments) -> None:
    from tfir.dialects import dialect, lookup, verify
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    from tftranslate import graphdef_file
    from tftranslate.export_graphdef import export_graphdef

    data = bytes(read_bytes(source))
    if graphdef_file.is_binary(data):
        raise Error(f"{shown_name(source)}: expected a tfg module as text, found binary data")
    module = parse(Source(shown_name(source), decoded(data)), lookup, dialect)
    verify(module)
    graph = export_graphdef(module)
    with Output(arguments.output, binary=not arguments.graphdef_as_text) as out:
        out.write(graphdef_file.text(graph) if arguments.graphdef_as_text else graphdef_file.binary(graph))


TOOL = Tool("tf-translate", SUMMARY, "[FLAGS] [FILE]", FLAGS, translate, epilog=EXAMPLES)


def main(argv=None) -> int:
    return TOOL.main(argv)
