"""LLVM IR as text, of modules of the llvm dialect."""

from __future__ import annotations

from tfir.cli.flags import Flag

from tftranslate.formats import Direction
from tftranslate.modules import read_module, write_module


def mlir_to_llvmir(source: str, arguments) -> None:
    from tfir.cli.files import Output
    from tfir.conversion.llvm_ir.module import llvm_ir_text

    text = llvm_ir_text(read_module(source))
    with Output(arguments.output) as out:
        out.write(text)


def llvmir_to_mlir(source: str, arguments) -> None:
    from tfir.cli.files import read_text, shown_name
    from tfir.dialects import verify
    from tfir.ir.location import Source

    from tftranslate.llvm_ir.module_import import import_module

    module = import_module(Source(shown_name(source), read_text(source)))
    verify(module)
    write_module(module, arguments)


DIRECTIONS = [
    Direction(Flag("mlir-to-llvmir", "Write a module of the llvm dialect as LLVM IR."), mlir_to_llvmir),
    Direction(Flag("llvmir-to-mlir", "Make a module of the llvm dialect of LLVM IR."), llvmir_to_mlir, ("mlir-print-debuginfo",)),
]
