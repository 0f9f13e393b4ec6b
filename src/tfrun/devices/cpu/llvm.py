"""LLVM, by way of llvmlite, which only those who compile need."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from tfir.conversion.llvm_ir.binding import llvm_binding


@cache
def binding() -> ModuleType:
    """The module `llvmlite.binding`, ready for this machine. Raises Error, which says how it is installed, where it is missing."""
    llvm = llvm_binding("--device=cpu compiles with LLVM")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # which reads what says where constants lie
    return llvm
