"""Converts branches between blocks to LLVM's, and the arguments of the blocks that they lead to.

before:  cf.br ^loop(%i : index)
after:   llvm.br ^loop(%i : i64)
"""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I32

from tfopt.rewrite.blocks import blocks_of
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion, convert_types
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.library import address_of_text, called, global_text, module_around
from tfopt.to_llvm.llvm_types import LLVMTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Convert ControlFlow operations to the LLVM dialect"


def convert_cf_to_llvm(root: Operation, *, index_bitwidth: int = 0):
    """Results are those of upstream, operation by operation."""
    convert_types(root, LLVMTypes(index_bitwidth), patterns(), illegal=["cf"])


def patterns() -> list[RewritePattern]:
    branches = {f"cf.{name}": [lambda op, rewriter, name=name: branched(op, rewriter, name)] for name in ("br", "cond_br", "switch")}
    return function_patterns({**branches, "cf.assert": [asserted]})


def branched(op: Operation, rewriter: TypeConversion, name: str) -> bool:
    """The same branch of LLVM's, if all that it hands on has a type there."""
    if rewriter.converted_types([value for block in op.successors for value in block.arguments]) is None:
        return False
    operands = rewriter.converted(op.operands)
    if operands is None:
        return False
    for block in dict.fromkeys(op.successors):
        rewriter.convert_arguments(block)
    return rewriter.become(op, f"llvm.{name}", operands, (), op.attributes)


def asserted(op: Operation, rewriter: TypeConversion) -> bool:
    """A branch to a block, behind all others, that says what has failed and ends the program."""
    message = global_text(module_around(op), "assert_msg", op.attributes["msg"].bytes + b"\0")
    (condition,) = op.operands
    _, after = blocks_of(op)
    failing = after.parent.add_block()
    sizes = {"operandSegmentSizes": DenseArrayAttr([1, 0, 0], I32)}
    op.block.append(Operation("llvm.cond_br", [condition], (), sizes, (), [after, failing], op.location))
    rewriter.builder.block, rewriter.builder.anchor = failing, None
    called(rewriter, op, "puts", [address_of_text(rewriter, message)])
    called(rewriter, op, "abort", [])
    llvm.create(rewriter, "llvm.unreachable", (), ())
    op.erase()
    return True
