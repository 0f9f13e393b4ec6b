"""LLVM IR as text, of modules of the llvm dialect."""

from __future__ import annotations

from tfir.cli.flags import Flag

from tftranslate.formats import Direction
from tftranslate.modules import read_module


def mlir_to_llvmir(source: str, arguments) -> None:
    from tfir.cli.files import Output
    from tfir.conversion.llvm_ir.module import llvm_ir_text

    text = llvm_ir_text(read_module(source))
    with Output(arguments.output) as out:
        out.write(text)


DIRECTIONS = [Direction(Flag("mlir-to-llvmir", "Write a module of the llvm dialect as LLVM IR."), mlir_to_llvmir)]
