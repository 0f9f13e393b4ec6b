"""LLVM itself, by way of llvmlite, which only those who compile or have bitcode need."""

from __future__ import annotations

from types import ModuleType

from tfir.ir.diagnostics import Error


def llvm_binding(use: str) -> ModuleType:
    """The module `llvmlite.binding`. Raises Error, which says what it is needed for and how it is installed, where it is missing."""
    try:
        from llvmlite import binding
    except ImportError:
        raise Error(f"{use}, which is not installed: pip install 'tfir[cpu]'") from None
    return binding
