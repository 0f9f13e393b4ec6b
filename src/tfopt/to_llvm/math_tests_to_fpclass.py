"""Makes intrinsics of LLVM of the tests of floats that upstream's convert-math-to-llvm leaves.

before:  %0 = math.isinf %x : f32
after:   %0 = "llvm.intr.is.fpclass"(%x) <{bit = 516 : i32}> : (f32) -> i1
"""

from __future__ import annotations

from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import I32, ShapedType, VectorType

WORKS_ON = ("math",)
# The classes of `llvm.is.fpclass`: infinities of both signs, normal numbers of both signs.
CLASSES = {"math.isinf": 1 << 2 | 1 << 9, "math.isnormal": 1 << 3 | 1 << 8}


def math_tests_to_fpclass(root: Operation) -> None:
    """Those of tensors, and of vectors of several dimensions, stay."""
    for op in [op for op in root.walk() if op.name in CLASSES]:
        type = op.operands[0].type
        if not isinstance(type, ShapedType) or (isinstance(type, VectorType) and len(type.shape) == 1):
            bit = {"bit": IntegerAttr(CLASSES[op.name], I32)}
            op.replace_with([Builder.before(op).value("llvm.intr.is.fpclass", op.operands, op.result.type, bit)])
            op.erase()
