"""Programs of StableHLO run on the interpreter, as `stablehlo-translate --interpret` runs them."""

from __future__ import annotations

from tfir.cli.files import Output
from tfir.cli.flags import Flag
from tfir.cli.process import UsageError
from tfir.ir.diagnostics import Error

from tftranslate.formats import Direction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import Source
    from tfir.ir.operations import Operation
    from tfir.ods.arrays import Array

ARGS = "--args=[dense<1> : tensor<2xi32>, ...]"


def interpret(source: str, arguments) -> None:
    """Prints the results of each program in a file, below what it prints itself. Values have the names that the text gives them."""
    from tfir.bytecode.source import source_of
    from tfir.cli.files import is_blank, read_ir, shown_name
    from tfir.cli.parts import split
    from tfir.conversion.vhlo.artifact import deserialize

    from tftranslate.modules import parsed

    given, content = arguments_of(arguments.args), read_ir(source)
    parts: list[Source] = [source_of(shown_name(source), content)]
    if arguments.split_input_file and isinstance(content, str):
        parts = [part for part in split(shown_name(source), content) if not is_blank(part.text)]
    with Output(arguments.output) as out:
        for part in parts:
            module = parsed(part, keep_names=True)
            deserialize(module)
            out.write("".join([f"{text}\n" for text in results_of(module, given, arguments)]))


def arguments_of(text: str) -> list[Array]:
    """The arrays of `--args`. Raises UsageError for what is no list of constants."""
    from tfir.execution.values import attribute_in
    from tfir.ir.attributes import ArrayAttr
    from tfir.ir.dense import ElementsAttr
    from tfir.ods.arrays import array_of

    try:
        listed = attribute_in(text or "[]")
    except Error:
        listed = None
    if not isinstance(listed, ArrayAttr):
        raise UsageError(f"expected array attribute string for args, i.e. {ARGS}")
    constants = [one for one in listed if isinstance(one, ElementsAttr)]
    if len(constants) < len(listed):
        raise UsageError(f"expected dense elements attribute for args elements, i.e. {ARGS}")
    return [array_of(one) for one in constants]


def results_of(module: Operation, given: list[Array], arguments) -> list[str]:
    """What the function of a module returns, the only one or `main`; nothing for a module without functions."""
    from tfir.dialects.interpreter.observation import shown
    from tfir.execution.entry import entry_functions, find_entry
    from tfir.execution.program import interpreted
    from tfir.execution.session import Session
    from tfir.execution.state import Probes, State
    from tfir.ir.types import TensorType
    from tfir.ods.arrays import dense_of

    if not entry_functions(module):
        return []
    entry = find_entry(module)
    if len(entry.feeds) != len(given):
        counts = f"provided {len(given)} inputs but function expected {len(entry.feeds)}"
        raise Error(f"incorrect number of arguments specified, {counts}", entry.func)
    session = Session(module, state=State(probes=Probes(arguments.probe_output_dir)))
    values = interpreted(module, entry, session)(given)
    texts = []
    for type, value in zip([port.type for port in entry.fetches], values):
        if not isinstance(type, TensorType):
            texts.append(str(type))
        else:
            texts.append(str(dense_of(value, type.element)) if arguments.interpreter_print_dense else shown(value, type))
    return texts


DIRECTIONS = [
    Direction(
        Flag("interpret", "Run a program of StableHLO on the interpreter and print its results, as stablehlo-translate does."),
        interpret,
        ("args", "interpreter-print-dense", "probe-output-dir", "split-input-file"),
    )
]
FLAGS = [
    Flag("args", "With --interpret: the arguments, as a list of constants.", "[dense<1> : tensor<2xi32>, ...]", default=""),
    Flag("interpreter-print-dense", "With --interpret: print results as constants."),
    Flag("probe-output-dir", "With --interpret: where interpreter.probe writes what it meets, as .npy files with an index.csv.", "DIR"),
    Flag("split-input-file", "With --interpret: run the parts between lines '// -----' as programs of their own."),
]
