"""Converts functions of math to LLVM's intrinsics, where there is one.

    before:  %0 = math.rsqrt %x : f32
    after:   %0 = llvm.fdiv %one, llvm.intr.sqrt(%x)

As upstream has it `expm1` is exp(x) - 1 and `log1p` log(1 + x), which lose digits near 0; `convert-math-to-libm` before this calls
functions that do not.
"""

from __future__ import annotations

from tfir.dialects.llvm.types import ArrayType, StructType
from tfir.ir.attributes import Attribute, BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, FloatType, Type, VectorType

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.elementwise import attributes_for, by_rows, renamed, renaming
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Convert Math dialect to LLVM dialect"
OPTIONS = {"approximate-log1p": "Make log(1 + x) of log1p."}
EXACT = False
SAME = """acos asin atan atan2 ceil copysign cos cosh exp exp2 floor fma log log10 log2 round roundeven sin sinh sqrt tan tanh trunc"""
OTHER_NAMES = {"absf": "fabs", "powf": "pow", "ctpop": "ctpop"}


def convert_math_to_llvm(root: Operation, *, approximate_log1p: bool = True):
    """Results are those of upstream, operation by operation. What has no intrinsic stays."""
    convert_folded(root, LLVMTypes(), patterns(approximate_log1p))


def patterns(approximate_log1p: bool = True) -> list[RewritePattern]:
    names = {**{name: name for name in SAME.split()}, **OTHER_NAMES}
    log1p = {"math.log1p": [lambda op, rewriter: composed(op, rewriter, logarithm_of_more)]} if approximate_log1p else {}
    return [*renaming({f"math.{name}": f"llvm.intr.{new}" for name, new in names.items()}), *function_patterns({**OTHERS, **log1p})]


def flagged(op: Operation, rewriter: TypeConversion, name: str, flag: str) -> bool:
    """An intrinsic that takes a truth besides: whether some operands give poison, which none do."""
    return renamed(rewriter, op, name, {**op.attributes, flag: BoolAttr(False)})


def classified(op: Operation, rewriter: TypeConversion, kinds: int) -> bool:
    """Whether a number is of one of some kinds, as `llvm.is.fpclass` numbers them."""
    attributes = {name: held for name, held in op.attributes.items() if name != "fastmath"}
    return renamed(rewriter, op, "llvm.intr.is.fpclass", attributes | {"bit": IntegerAttr(kinds, I32)})


def composed(op: Operation, rewriter: TypeConversion, compute: Callable[..., Value]) -> bool:
    """Several operations of LLVM, row by row where vectors have several dimensions."""
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    if operands is None or types is None:
        return False

    def row(parts: list[Value], type: Type) -> Value:
        return compute(Build(op, rewriter, type), *parts)

    (type,) = types
    return rewriter.replace(op, [by_rows(rewriter, type, operands, row) if isinstance(type, ArrayType) else row(operands, type)])


class Build:
    """Builds operations of LLVM with the flags of an operation."""

    def __init__(self, op: Operation, rewriter: TypeConversion, type: Type):
        self.op, self.rewriter, self.type = op, rewriter, type

    def __call__(self, name: str, *operands: Value) -> Value:
        attributes = attributes_for(self.op, f"llvm.{name}")
        return self.rewriter.builder.value(f"llvm.{name}", operands, self.type, attributes)

    def one(self) -> Value:
        held: Attribute
        if isinstance(self.type, VectorType):
            held = DenseAttr.of(1.0, self.type)
        else:
            assert isinstance(self.type, FloatType), "functions are of floats"
            held = FloatAttr(1.0, self.type)
        return llvm.constant(self.rewriter, held, self.type)


def exponential_less(build: Build, x: Value) -> Value:
    one = build.one()
    return build("fsub", build("intr.exp", x), one)


def logarithm_of_more(build: Build, x: Value) -> Value:
    return build("intr.log", build("fadd", build.one(), x))


def inverse_root(build: Build, x: Value) -> Value:
    one = build.one()
    return build("fdiv", one, build("intr.sqrt", x))


def sine_and_cosine(op: Operation, rewriter: TypeConversion) -> bool:
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    if operands is None or types is None or isinstance(types[0], ArrayType):
        return False
    name = "llvm.intr.sincos"
    both = rewriter.builder.value(name, operands, StructType(types), attributes_for(op, name))
    return rewriter.replace(op, [llvm.extracted(rewriter, both, type, at) for at, type in enumerate(types)])


def whole_power(op: Operation, rewriter: TypeConversion) -> bool:
    """A power by a whole number, which the intrinsic takes one of for all elements: those of vectors may differ."""
    return not isinstance(op.operands[1].type, VectorType) and renamed(rewriter, op, "llvm.intr.powi")


OTHERS = {
    "math.fpowi": [whole_power],
    "math.absi": [lambda op, rewriter: flagged(op, rewriter, "llvm.intr.abs", "is_int_min_poison")],
    "math.ctlz": [lambda op, rewriter: flagged(op, rewriter, "llvm.intr.ctlz", "is_zero_poison")],
    "math.cttz": [lambda op, rewriter: flagged(op, rewriter, "llvm.intr.cttz", "is_zero_poison")],
    "math.isfinite": [lambda op, rewriter: classified(op, rewriter, 0b01_1111_1000)],
    "math.isnan": [lambda op, rewriter: classified(op, rewriter, 0b00_0000_0011)],
    "math.expm1": [lambda op, rewriter: composed(op, rewriter, exponential_less)],
    "math.rsqrt": [lambda op, rewriter: composed(op, rewriter, inverse_root)],
    "math.sincos": [sine_and_cosine],
}
