"""LLVM IR as text and as bitcode, of modules of the llvm dialect."""

from __future__ import annotations

import re

from tfir.cli.file_formats import BITCODE
from tfir.cli.files import Output, decoded, read_bytes, read_text, shown_name
from tfir.cli.flags import Flag

from tftranslate.formats import Direction, Kind
from tftranslate.modules import read_module, write_module

TAKES = ("mlir-print-debuginfo",)
# Comments, and the beginning of what may stand at the top of a module.
BEGINNING = re.compile(
    rb"(\s|;[^\n]*\n)*(; ModuleID|source_filename\s*=|target\s+(triple|datalayout)\s*=|(define|declare)\s[^\n]*@|"
    rb"[@$%][\w.$\"-]+\s*=\s*(\w[\w()\s]*\s)?(global|constant|type|comdat|alias|ifunc)\b|attributes\s+#\d+\s*=)"
)


def mlir_to_llvmir(source: str, arguments) -> None:
    from tfir.conversion.llvm_ir.module import llvm_ir_text

    text = llvm_ir_text(read_module(source))
    with Output(arguments.output) as out:
        out.write(text)


def mlir_to_bitcode(source: str, arguments) -> None:
    from tfir.conversion.llvm_ir.module import llvm_ir_text

    from tftranslate.bitcode import bitcode_of

    data = bitcode_of(llvm_ir_text(read_module(source)))
    with Output(arguments.output, binary=True) as out:
        out.write(data)


def llvmir_to_mlir(source: str, arguments) -> None:
    write_module(imported(shown_name(source), read_text(source)), arguments)


def bitcode_to_mlir(source: str, arguments) -> None:
    write_module(module_of_bitcode(read_bytes(source), shown_name(source)), arguments)


def module_of_text(data, name: str):
    return imported(name, decoded(bytes(data)))


def module_of_bitcode(data, name: str):
    from tftranslate.bitcode import text_of

    return imported(name, text_of(data, name))


def imported(name: str, text: str):
    from tfir.dialects import verify
    from tfir.ir.location import Source

    from tftranslate.llvm_ir.module_import import import_module

    module = import_module(Source(name, text))
    verify(module)
    return module


def begins_text(data) -> bool:
    return BEGINNING.match(bytes(data[:4096])) is not None


def begins_bitcode(data) -> bool:
    return bytes(data[: len(BITCODE)]) == BITCODE


KINDS = [
    Kind("module of LLVM IR", "--llvmir-to-mlir", begins_text, module=module_of_text),
    Kind("LLVM bitcode", "--bitcode-to-mlir", begins_bitcode, module=module_of_bitcode),
]

DIRECTIONS = [
    Direction(Flag("mlir-to-llvmir", "Write a module of the llvm dialect as LLVM IR."), mlir_to_llvmir),
    Direction(Flag("llvmir-to-mlir", "Make a module of the llvm dialect of LLVM IR."), llvmir_to_mlir, TAKES),
    Direction(
        Flag("mlir-to-bitcode", "Write a module of the llvm dialect as LLVM's bitcode."), mlir_to_bitcode, is_binary=lambda arguments: True
    ),
    Direction(Flag("bitcode-to-mlir", "Make a module of the llvm dialect of LLVM's bitcode."), bitcode_to_mlir, TAKES),
]
