"""LLVM's bitcode, which LLVM itself reads and writes: text on this side, bytes on the other."""

from __future__ import annotations

from tfir.conversion.llvm_ir.binding import llvm_binding
from tfir.ir.diagnostics import Error

USE = "bitcode is read and written by LLVM"


def bitcode_of(text: str) -> bytes:
    """Raises Error with what LLVM says of a text that it refuses."""
    llvm = llvm_binding(USE)
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise Error(f"LLVM {version(llvm)} refuses the module: {said(error)}") from None
    return module.as_bitcode()


def text_of(data: bytes, name: str) -> str:
    llvm = llvm_binding(USE)
    try:
        return str(llvm.parse_bitcode(bytes(data)))
    except RuntimeError as error:
        raise Error(f"{name}: LLVM {version(llvm)} cannot read this bitcode: {said(error)}") from None


def version(llvm) -> str:
    return ".".join(map(str, llvm.llvm_version_info))


def said(error: RuntimeError) -> str:
    """What LLVM says, without what llvmlite puts in front and what shows the place."""
    lines = str(error).strip().split("\n")
    return lines[min(1, len(lines) - 1)].rpartition("error: ")[2]
