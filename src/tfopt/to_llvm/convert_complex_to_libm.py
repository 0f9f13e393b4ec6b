"""Makes calls of C's library of functions of complex numbers.

    before:  %0 = complex.sqrt %a : complex<f32>
    after:   %0 = call @csqrtf(%a) : (complex<f32>) -> complex<f32>

How structures of two floats are passed is the caller's matter: C's convention on most machines is another than LLVM's.
"""

from __future__ import annotations

from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, ComplexType, FunctionType

from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm.convert_math_to_libm import declare
from tfopt.to_llvm.library import module_around

TITLE = "Convert Complex dialect to libm calls"
EXACT = False
SAME = "abs cos log pow sin sqrt tan tanh"
NAMES = {**{f"complex.{name}": f"c{name}" for name in SAME.split()}, "complex.angle": "carg", "complex.conj": "conj"}


def convert_complex_to_libm(root: Module):
    """What the library does not have, or upstream does not call, stays."""
    apply_conversion(root, ConversionTarget(illegal=NAMES), function_patterns({name: [called] for name in NAMES}))


def called(op: Operation, rewriter: PatternRewriter) -> bool:
    number, type = op.operands[0].type, op.result.type
    element = number.element if isinstance(number, ComplexType) else None
    if element not in (F32, F64):
        return False
    name = NAMES[op.name] + ("f" if element is F32 else "")
    declare(module_around(op), name, FunctionType([operand.type for operand in op.operands], [type]), {})
    return rewriter.replace(op, [rewriter.builder.value("func.call", op.operands, type, {"callee": SymbolRefAttr(name)})])
