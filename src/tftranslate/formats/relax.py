"""Relax, TVM's intermediate representation, as TVMScript: Python that `tvm.script` parses."""

from __future__ import annotations

from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Lowering
from tftranslate.modules import read_named


def mlir_to_relax(source: str, arguments) -> None:
    """Writes a module of StableHLO. Raises Error for all that has no counterpart."""
    from tfir.cli.files import Output

    from tftranslate.relax.module_writer import ModuleWriter

    writer = ModuleWriter(read_named(source), takes_parameters=arguments.params is not None)
    text = writer.text()
    if arguments.params is not None:
        import numpy as np

        with Output(arguments.params, binary=True) as out:
            arrays: dict = writer.parameters
            np.savez(out, **arrays)
    with Output(arguments.output) as out:
        out.write(text)


DIRECTIONS = [
    Direction(
        Flag("mlir-to-relax", "Write StableHLO as a module of Relax for TVM 0.27, in TVMScript; tf-opt --pipeline=relax prepares it."),
        mlir_to_relax,
        ("params",),
        lowering=Lowering(None, "--pipeline=relax"),
    ),
]
