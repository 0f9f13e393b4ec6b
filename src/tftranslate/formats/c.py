"""C, of programs that are lowered to kernels."""

from __future__ import annotations

import os

from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Lowering
from tftranslate.modules import read_module


def mlir_to_c(source: str, arguments) -> None:
    """Writes the program as a function of C that is called as the file is, `model` for standard output."""
    from tfir.cli.files import Output

    from tftranslate.c_code.program import c_of, word

    stem = os.path.splitext(os.path.basename(arguments.output))[0] if arguments.output != "-" else "model"
    name = word(stem)
    text = c_of(read_module(source), f"_{name}" if name[:1].isdigit() or not name else name)
    with Output(arguments.output) as out:
        out.write(text)


DIRECTIONS = [
    Direction(
        Flag(
            "mlir-to-c",
            "Write a program that is lowered with tf-opt --pipeline=vulkan --spirv-style=plain as a function of C11, called as the file is. It allocates nothing and needs no library but libm.",
        ),
        mlir_to_c,
        lowering=Lowering("iree", "--pipeline=vulkan", "--spirv-style=plain"),
    )
]
