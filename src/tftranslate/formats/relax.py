"""Relax, TVM's intermediate representation, as TVMScript: Python that `tvm.script` parses."""

from __future__ import annotations

from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Lowering
from tftranslate.modules import read_named


def mlir_to_relax(source: str, arguments) -> None:
    """Writes a module of StableHLO. Raises Error for all that has no counterpart."""
    from tfir.cli.files import Output
    from tfir.execution.entry import find_entry

    from tftranslate.relax.module_writer import ModuleWriter

    path = arguments.params if arguments.params_output is None else arguments.params_output
    module = read_named(source)
    writer = ModuleWriter(module, takes_parameters=path is not None, entry=find_entry(module, arguments.entry))
    text = writer.text()
    writer.tell_of_assertions()
    if path is not None:
        import numpy as np

        with Output(path, binary=True) as out:
            arrays: dict = writer.parameters
            np.savez(out, **arrays)
    with Output(arguments.output) as out:
        out.write(text)


DIRECTIONS = [
    Direction(
        Flag("mlir-to-relax", "Write StableHLO as a module of Relax for TVM 0.27, in TVMScript; tf-opt --pipeline=relax prepares it."),
        mlir_to_relax,
        ("params-output", "entry", "params"),  # --params is what --params-output was called
        lowering=Lowering(None, "--pipeline=relax"),
    ),
]
FLAGS = [
    Flag(
        "params-output",
        "Where to put long constants. Of Relax, whose `main` has them as its last parameters: an .npz. Of Relay, whose @main has them as "
        "arguments of their names: a file as TVM writes parameters, or an .npz by its name.",
        "FILE",
    ),
    Flag("entry", "Of Relax: which function becomes `main`, where there are several.", "NAME"),
]
