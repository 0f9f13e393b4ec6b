"""C++, of programs that are lowered to dispatches: a class against a header of ours, which is written too."""

from __future__ import annotations

import os

from tfir.cli.flags import Flag

from tftranslate.formats import DISPATCHES, Direction
from tftranslate.modules import read_module


def mlir_to_cpp(source: str, arguments) -> None:
    """Writes the class, called as the file is, or as the module or its first function for standard output; and its constants."""
    from tfir.cli.files import Output

    from tftranslate.cpp_code.program import Program

    stem = os.path.splitext(os.path.basename(arguments.output))[0] if arguments.output != "-" else ""
    program = Program(read_module(source), stem, arguments.constants_output)
    text = program.text()
    if arguments.constants_output is not None:
        with Output(arguments.constants_output, binary=True) as out:
            out.write(program.content())
    with Output(arguments.output) as out:
        out.write(text)


def hal_header(source: str, arguments) -> None:
    from tfir.cli.files import Output

    from tftranslate.cpp_code.header import hal_header

    with Output(arguments.output) as out:
        out.write(hal_header())


DIRECTIONS = [
    Direction(
        Flag(
            "mlir-to-cpp",
            "Write a program that is lowered with tf-opt --pipeline=vulkan as a class of C++17 for tfir_hal.h: for Vulkan, and with --spirv-style=plain for processors too.",
        ),
        mlir_to_cpp,
        lowering=DISPATCHES,
    ),
    Direction(Flag("hal-header", "Write tfir_hal.h, the one header that --mlir-to-cpp writes for; it reads nothing."), hal_header),
]
