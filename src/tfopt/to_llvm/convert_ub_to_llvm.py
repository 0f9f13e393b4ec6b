"""Converts poison, and what is never reached, to LLVM's."""

from __future__ import annotations

from tfir.ir.operations import Operation

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Convert UB dialect to LLVM dialect"


def convert_ub_to_llvm(root: Operation, *, index_bitwidth: int = 0):
    convert_folded(root, LLVMTypes(index_bitwidth), patterns())


def patterns() -> list[RewritePattern]:
    return function_patterns({"ub.poison": [poison], "ub.unreachable": [unreachable]})


def poison(op: Operation, rewriter: TypeConversion) -> bool:
    types = rewriter.converted_types(op.results)
    if types is None or op.attributes["value"].text != "#ub.poison":
        return False
    return rewriter.become(op, "llvm.mlir.poison", (), types, {name: held for name, held in op.attributes.items() if name != "value"})


def unreachable(op: Operation, rewriter: TypeConversion) -> bool:
    return rewriter.become(op, "llvm.unreachable", (), (), op.attributes)
