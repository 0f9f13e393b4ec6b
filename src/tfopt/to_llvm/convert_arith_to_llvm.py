"""Converts operations of arith to LLVM's.

    before:  %0 = arith.addi %i, %j : index
    after:   %0 = llvm.add %i, %j : i64

Tensors stay as they are, since LLVM has none.
"""

from __future__ import annotations

from tfir.dialects.llvm.types import ArrayType, StructType
from tfir.ir.attributes import IntegerAttr, integer_of
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64, IntegerType, Type, VectorType
from tfir.ods.constraints import element_of

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.division import ROUNDED_DIVISIONS
from tfopt.to_llvm.elementwise import attributes_for, computes_floats, handed_on, index_cast, renamed, renaming
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Convert Arith dialect to LLVM dialect"
SAME = {
    "addi": "add", "subi": "sub", "muli": "mul", "shli": "shl", "divsi": "sdiv", "divui": "udiv", "remsi": "srem", "remui": "urem",
    "andi": "and", "ori": "or", "xori": "xor", "shrsi": "ashr", "shrui": "lshr",
    "maxsi": "intr.smax", "maxui": "intr.umax", "minsi": "intr.smin", "minui": "intr.umin",
    "addf": "fadd", "subf": "fsub", "mulf": "fmul", "divf": "fdiv", "remf": "frem", "negf": "fneg",
    "maximumf": "intr.maximum", "minimumf": "intr.minimum", "maxnumf": "intr.maxnum", "minnumf": "intr.minnum",
    "cmpi": "icmp", "cmpf": "fcmp", "extf": "fpext", "extsi": "sext", "extui": "zext", "trunci": "trunc",
    "sitofp": "sitofp", "uitofp": "uitofp", "fptosi": "fptosi", "fptoui": "fptoui",
}  # fmt: skip


def convert_arith_to_llvm(root: Operation, *, index_bitwidth: int = 0):
    """Results are those of upstream, operation by operation."""
    convert_folded(root, LLVMTypes(index_bitwidth), patterns())


def patterns() -> list[RewritePattern]:
    return [
        *renaming({f"arith.{name}": f"llvm.{new}" for name, new in SAME.items()}),
        *ROUNDED_DIVISIONS,
        *function_patterns(OTHERS),
    ]


def constant(op: Operation, rewriter: TypeConversion) -> bool:
    types = rewriter.converted_types(op.results)
    return types is not None and rewriter.become(op, "llvm.mlir.constant", (), types, op.attributes)


def select(op: Operation, rewriter: TypeConversion) -> bool:
    """One condition chooses among arrays whole; a condition for each element, row by row."""
    if not isinstance(rewriter.types[op.operands[0].type], ArrayType) and isinstance(rewriter.types[op.results[0].type], ArrayType):
        operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
        return (
            operands is not None
            and types is not None
            and rewriter.become(op, "llvm.select", operands, types, attributes_for(op, "llvm.select"))
        )
    return renamed(rewriter, op, "llvm.select")


def narrowed(op: Operation, rewriter: TypeConversion) -> bool:
    """A float made narrower: where it is said how it is rounded, by an intrinsic that knows no other environment."""
    if not computes_floats(op, rewriter):
        return False
    mode = op.attributes.get("roundingmode")
    if mode is None:
        return renamed(rewriter, op, "llvm.fptrunc")
    attributes = {key: held for key, held in op.attributes.items() if key != "roundingmode"}
    rounding = IntegerAttr(MODES[mode.value], I64)
    return renamed(rewriter, op, CONSTRAINED, attributes | {"roundingmode": rounding, "fpExceptionBehavior": IntegerAttr(0, I64)})


def bitcast(op: Operation, rewriter: TypeConversion) -> bool:
    before, after = rewriter.types[op.operands[0].type], rewriter.types[op.results[0].type]
    return handed_on(op, rewriter) if before is after is not None else renamed(rewriter, op, "llvm.bitcast")


def overflowing(op: Operation, rewriter: TypeConversion, name: str) -> bool:
    """A sum or difference, and whether it has overflowed, out of one structure."""
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    if operands is None or types is None or isinstance(types[0], ArrayType):
        return False
    both = llvm.value(rewriter, name, operands, StructType(types))
    return rewriter.replace(op, [llvm.extracted(rewriter, both, type, at) for at, type in enumerate(types)])


def extended_product(op: Operation, rewriter: TypeConversion, wider: str) -> bool:
    """The low and the high half of a product, which is computed at twice the width."""
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    if operands is None or types is None or isinstance(types[0], ArrayType):
        return False
    type = types[0]
    width = element_of(type).width
    double = with_element(type, IntegerType(2 * width))
    product = llvm.value(rewriter, "llvm.mul", [llvm.value(rewriter, wider, [each], double) for each in operands], double)
    low = llvm.value(rewriter, "llvm.trunc", [product], type)
    amount = llvm.constant(rewriter, splat(width, double), double)
    high = llvm.value(rewriter, "llvm.trunc", [llvm.value(rewriter, "llvm.lshr", [product, amount], double)], type)
    return rewriter.replace(op, [low, high])


def with_element(type: Type, element: Type) -> Type:
    return VectorType(type.shape, element, type.scalable) if isinstance(type, VectorType) else element


def splat(number: int, type: Type):
    """A whole number as a constant of a type, in each element of vectors."""
    return DenseAttr.of(number, type) if isinstance(type, VectorType) else integer_of(number, type)


CONSTRAINED = "llvm.intr.experimental.constrained.fptrunc"
MODES = [1, 3, 2, 0, 4]  # LLVM's number of each of arith's
OTHERS = {
    "arith.constant": [constant],
    "arith.select": [select],
    "arith.truncf": [narrowed],
    "arith.index_cast": [lambda op, rewriter: index_cast(op, rewriter, "llvm.sext")],
    "arith.index_castui": [lambda op, rewriter: index_cast(op, rewriter, "llvm.zext")],
    "arith.bitcast": [bitcast],
    "arith.addui_extended": [lambda op, rewriter: overflowing(op, rewriter, "llvm.intr.uadd.with.overflow")],
    "arith.subui_extended": [lambda op, rewriter: overflowing(op, rewriter, "llvm.intr.usub.with.overflow")],
    "arith.mulsi_extended": [lambda op, rewriter: extended_product(op, rewriter, "llvm.sext")],
    "arith.mului_extended": [lambda op, rewriter: extended_product(op, rewriter, "llvm.zext")],
}
