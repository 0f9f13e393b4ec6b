"""LLVM IR as text and as bitcode, of modules of the llvm dialect."""

from __future__ import annotations

from tfir.cli.flags import Flag

from tftranslate.formats import Direction
from tftranslate.modules import read_module, write_module

TAKES = ("mlir-print-debuginfo",)


def mlir_to_llvmir(source: str, arguments) -> None:
    from tfir.cli.files import Output
    from tfir.conversion.llvm_ir.module import llvm_ir_text

    text = llvm_ir_text(read_module(source))
    with Output(arguments.output) as out:
        out.write(text)


def mlir_to_bitcode(source: str, arguments) -> None:
    from tfir.cli.files import Output
    from tfir.conversion.llvm_ir.module import llvm_ir_text

    from tftranslate.bitcode import bitcode_of

    data = bitcode_of(llvm_ir_text(read_module(source)))
    with Output(arguments.output, binary=True) as out:
        out.write(data)


def llvmir_to_mlir(source: str, arguments) -> None:
    from tfir.cli.files import read_text, shown_name

    write_imported(shown_name(source), read_text(source), arguments)


def bitcode_to_mlir(source: str, arguments) -> None:
    from tfir.cli.files import read_bytes, shown_name

    from tftranslate.bitcode import text_of

    name = shown_name(source)
    write_imported(name, text_of(read_bytes(source), name), arguments)


def write_imported(name: str, text: str, arguments) -> None:
    from tfir.dialects import verify
    from tfir.ir.location import Source

    from tftranslate.llvm_ir.module_import import import_module

    module = import_module(Source(name, text))
    verify(module)
    write_module(module, arguments)


DIRECTIONS = [
    Direction(Flag("mlir-to-llvmir", "Write a module of the llvm dialect as LLVM IR."), mlir_to_llvmir),
    Direction(Flag("llvmir-to-mlir", "Make a module of the llvm dialect of LLVM IR."), llvmir_to_mlir, TAKES),
    Direction(
        Flag("mlir-to-bitcode", "Write a module of the llvm dialect as LLVM's bitcode."), mlir_to_bitcode, is_binary=lambda arguments: True
    ),
    Direction(Flag("bitcode-to-mlir", "Make a module of the llvm dialect of LLVM's bitcode."), bitcode_to_mlir, TAKES),
]
