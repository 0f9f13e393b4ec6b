"""Makes calls of C's mathematical library of functions of math.

    before:  %0 = math.erf %x : f32
    after:   %0 = call @erff(%x) : (f32) -> f32

Narrower floats are computed in f32, vectors element by element. What the library does not have is an error.
"""

from __future__ import annotations

from itertools import product

from tfir.ir.attributes import DenseArrayAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import BF16, F16, F32, F64, I64, FloatType, FunctionType, Type, VectorType
from tfir.ods.constraints import element_of

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.fold_once import FoldOnce
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm.library import module_around, symbol_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute

WORKS_ON = ("math",)
EXACT = False
TITLE = "Convert Math dialect to libm calls"
SAME = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 floor fma log log10 log1p log2 round roundeven
    rsqrt sin sinh sqrt tan tanh trunc"""
NAMES = {**{name: name for name in SAME.split()}, "absf": "fabs", "powf": "pow"}


def convert_math_to_libm(root: Module):
    """The order of calls and declarations is upstream's, which folds each function before it makes a call of it."""
    FoldOnce(folders_about({op.name for op in root.inside() if op.dialect == "math"}), lambda made: True).run(root)
    target = ConversionTarget(illegal=["math"])
    apply_conversion(root, target, function_patterns({f"math.{name}": [called] for name in NAMES}))


def called(op: Operation, rewriter: PatternRewriter) -> bool:
    type = op.results[0].type
    element = element_of(type)
    if isinstance(type, VectorType):
        return not any(type.scalable) and by_elements(op, rewriter, type)
    if type in (F16, BF16):
        return widened(op, rewriter, type)
    if element is not type or type not in (F32, F64):
        return False
    name = NAMES[op.name.partition(".")[2]] + ("f" if type is F32 else "")
    declare(module_around(op), name, FunctionType([operand.type for operand in op.operands], [type]), {"llvm.readnone": UnitAttr()})
    return rewriter.replace(op, [rewriter.builder.value("func.call", op.operands, type, {"callee": SymbolRefAttr(name)})])


def declare(module: Operation, name: str, type: FunctionType, described: dict[str, Attribute]) -> None:
    if symbol_in(module, name) is None:
        attributes = {"sym_name": StringAttr(name), "function_type": TypeAttr(type), "sym_visibility": StringAttr("private")}
        Operation("func.func", (), (), attributes | described, [Region()], (), module.location, module.body, module.body.first)


def by_elements(op: Operation, rewriter: PatternRewriter, type: VectorType) -> bool:
    zero = 0.0 if isinstance(type.element, FloatType) else 0
    result = rewriter.builder.value("arith.constant", (), type, {"value": DenseAttr.of(zero, type)})
    for place in product(*map(range, type.shape)):
        at = {"static_position": DenseArrayAttr(place, I64)}
        parts = [rewriter.builder.value("vector.extract", [operand], element_of(operand.type), at) for operand in op.operands]
        computed = rewriter.builder.value(op.name, parts, type.element, op.attributes)
        result = rewriter.builder.value("vector.insert", [computed, result], type, at)
    return rewriter.replace(op, [result])


def widened(op: Operation, rewriter: PatternRewriter, type: Type) -> bool:
    wide = [rewriter.builder.value("arith.extf", [operand], F32) for operand in op.operands]
    computed: Value = rewriter.builder.value(op.name, wide, F32, op.attributes)
    return rewriter.replace(op, [rewriter.builder.value("arith.truncf", [computed], type)])
