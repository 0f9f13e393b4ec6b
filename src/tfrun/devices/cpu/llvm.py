"""LLVM, by way of llvmlite, which only those who compile need."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from tfir.ir.diagnostics import Error


@cache
def binding() -> ModuleType:
    """The module `llvmlite.binding`, ready for this machine. Raises Error, which says how it is installed, where it is missing."""
    try:
        from llvmlite import binding as llvm
    except ImportError:
        raise Error("--device=cpu compiles with LLVM, which is not installed: pip install 'tfir[cpu]'") from None
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm
