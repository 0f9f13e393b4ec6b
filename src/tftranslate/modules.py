"""Modules of IR in and out, as the flags that the formats share ask for it."""

from __future__ import annotations

import sys

from tfir.cli.files import ELIDED, NOTE, Output, goes_to_terminal, ir_of, is_blank, nothing_in, read_bytes, safetensors_name, shown_name
from tfir.cli.flags import Flag
from tfir.cli.process import UsageError
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

READABLE = 16  # elements; --elide-large-constants leaves out more
# What directions take that make IR of a model.
OF_READING = (
    "materialize-defaults", "outputs", "inputs", "input-shapes", "elide-large-constants", "mlir-print-debuginfo", "debug-info",
)  # fmt: skip
FLAGS = [
    Flag(
        "materialize-defaults",
        "Write down what nodes leave to the declaration of their op, as TensorFlow's importer does. The bytes do not come back.",
    ),
    Flag(
        "outputs",
        "Make the graph a function that computes these and runs ^these, of a SavedModel with constants for variables.",
        "A,B:1,^C",
        many=True,
    ),
    Flag("inputs", "With --outputs: what the function takes; without it the graph's Placeholders.", "A,B:1", many=True),
    Flag("input-shapes", "With --outputs: the shapes of inputs.", "A=1x?x3,B=", many=True),
    Flag("op-defs", "Definitions of ops that TensorFlow itself does not have: an OpList, binary or text.", "FILE"),
    Flag("output", "Where to write; '-', the default, is standard output.", "FILE", default="-", short="o"),
    Flag(
        "constants",
        "Of IR that is read: a file that has the constants of which it says only dense_resource<NAME>: @weights.safetensors.",
        "FILE",
        type=safetensors_name,
        endings=(".safetensors",),
    ),
    Flag(
        "constants-output",
        "Write large constants into a file of their own: of IR @weights.safetensors, with their names in the text (strings in its metadata, complex<f64> as pairs of F64); of C++ a file that the class reads.",
        "FILE",
        type=lambda text: text.removeprefix("@"),
    ),
    Flag(
        "elide-large-constants",
        "Leave out the content of constants that are too large to read; on a terminal that is done unless it is =false.",
    ),
    Flag("mlir-print-debuginfo", "Print locations: the name of each node, or what its debug information tells."),
    Flag("debug-info", "A GraphDebugInfo, binary or text: the calls that made the nodes, which are printed as their locations.", "FILE"),
]


def asked_ports(arguments):
    """The inputs and outputs that the command line names, or None."""
    if not any(arguments.outputs):
        if arguments.inputs or arguments.input_shapes:
            raise UsageError("--inputs and --input-shapes need --outputs, which say what is to be computed")
        return None
    from tftranslate.graph_function import Ports, names, shapes

    flags = (("inputs", names), ("outputs", names), ("input_shapes", shapes))
    return Ports(*[read_flag(arguments, flag, read) for flag, read in flags])


def read_flag(arguments, flag: str, read):
    """The value of a flag whose reader is only imported when needed; given several times, it has all that was given."""
    text = ",".join(getattr(arguments, flag))
    try:
        return read(text) if text else None
    except ValueError as error:
        raise UsageError(f"--{flag.replace('_', '-')}={text}: {error}") from None


def prints_locations(arguments) -> bool:
    """Also where a file with locations is given: they are wanted then."""
    return arguments.mlir_print_debuginfo or arguments.debug_info is not None


def op_defs(arguments):
    from tfir.storage.graphdef.op_defs import read_op_defs

    return read_op_defs(arguments.op_defs) if arguments.op_defs else None


class ReadingConstants:
    """A context manager: meanwhile modules that are read get the constants that a file has of them, where one is named."""

    file: str | None = None

    def __init__(self, file: str | None):
        self.named = file

    def __enter__(self) -> None:
        ReadingConstants.file = self.named

    def __exit__(self, *_: object) -> None:
        ReadingConstants.file = None


class Kept:
    """What stands for the name of an output file where the module itself is asked for."""

    module: Any = None


def write_module(module, arguments, keep_names: bool = False) -> None:
    """Writes a module as the flags say. `keep_names`: values are called what they are called where they come from."""
    from tfir.dialects import lookup
    from tfir.text.printer import PrintOptions, print_pieces

    if arguments.materialize_defaults:
        from tftranslate.materialize_defaults import materialize_defaults

        materialize_defaults(module, op_defs(arguments))
    if isinstance(arguments.output, Kept):
        arguments.output.module = module
        return
    constants = None
    if arguments.constants_output is not None:
        from tfir.storage.constants_file import take_out, write_constants

        constants = take_out(module)
    is_for_reading = goes_to_terminal(arguments) and "elide-large-constants" not in [name for name, _ in arguments.order]
    elided = READABLE if arguments.elide_large_constants or is_for_reading else None
    options = PrintOptions(debug_info=prints_locations(arguments), elide_elements=elided, keep_names=keep_names)
    is_elided = False
    with Output(arguments.output) as out:
        for piece in print_pieces(module, lookup, options):
            out.write(piece)
            is_elided = is_elided or (is_for_reading and ELIDED in piece)
        if constants is not None:
            write_constants(arguments.constants_output, constants)
    if is_elided:
        print(NOTE, file=sys.stderr)


def read_module(source: str, keep_names: bool = False):
    """The module in a file, of text or of bytecode. Raises Error for a file without one, and for what the verifier refuses."""
    return module_of(read_bytes(source), source, keep_names)


def read_named(source: str):
    """The module in a file, whose values are called what they are in its text, and arguments what the model calls them."""
    from tfir.execution.entry import Entry, data_arguments, entry_functions, is_of_tensors

    module = read_module(source, keep_names=True)
    for func in filter(is_of_tensors, entry_functions(module)):
        entry = Entry(func)
        fed = [argument for number, argument in enumerate(data_arguments(func)) if number not in entry.bound]
        for port, argument in zip(entry.feeds, fed):
            argument.name = port.name if port.named else argument.name
    return module


def module_of(data, source: str, keep_names: bool = False):
    """The module in the data that a file holds."""
    from tfir.bytecode.source import source_of

    content = ir_of(data, source)
    del data
    if is_blank(content):
        raise Error(nothing_in(source))
    return parsed(source_of(shown_name(source), content), keep_names)


def parsed(source, keep_names: bool = False):
    from tfir.bytecode.source import parse_source
    from tfir.dialects import verify

    module = parse_source(source, keep_names=keep_names)
    if ReadingConstants.file is not None:
        from tfir.storage.constants_file import put_back

        put_back(module, ReadingConstants.file)
    verify(module)
    return module


def exported(source: str, arguments, definitions=None):
    """The module in a file, and its GraphDef. `definitions` are of ops that the user has not declared."""
    from tfir.storage.graphdef.export_graphdef import export_graphdef

    module = read_module(source)
    return module, export_graphdef(module, {**(definitions or {}), **(op_defs(arguments) or {})})
