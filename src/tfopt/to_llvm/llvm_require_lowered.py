"""Says of a program that is not of the llvm dialect alone which operation is left."""

from __future__ import annotations

from tfir.conversion.llvm_ir.module import check_lowered

WORKS_ON = ()


def llvm_require_lowered(module: "Module") -> None:
    check_lowered(module)
