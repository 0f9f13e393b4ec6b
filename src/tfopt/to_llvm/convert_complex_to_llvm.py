"""Converts complex numbers to LLVM's structures of two floats.

    before:  %0 = complex.add %a, %b : complex<f32>
    after:   %0 = llvm.extractvalue %a[0]; ..; %4 = llvm.fadd %0, %2 : f32; ..; llvm.insertvalue %4, ..[0] : !llvm.struct<(f32, f32)>

Division is by the square of the divisor's size, as upstream's is unless told otherwise: it may overflow where the quotient does not. `improved`
divides as convert-complex-to-standard does. What has no arithmetic of its own here (exponentials, roots) stays.
"""

from __future__ import annotations

from tfir.dialects.arith import FLOAT_PREDICATES
from tfir.ir.attributes import Attribute, FloatAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I64, FloatType

from tfopt.recipes.complex_division import by_square, with_all_ranges
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.elementwise import fast_math
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfopt.rewrite.pattern import RewritePattern

    Parts = tuple[Value, Value]

TITLE = "Convert Complex dialect to LLVM dialect"
OPTIONS = {"complex-range": "How quotients are computed: `improved` keeps clear of overflow and has infinities; `basic` and `none` do not."}
EXACT = False


def convert_complex_to_llvm(root: Operation, *, complex_range: "improved|basic|none" = "basic"):  # noqa: F821 - the choices, no type
    convert_folded(root, LLVMTypes(), patterns(complex_range == "improved"))


def patterns(is_improved: bool = False) -> list[RewritePattern]:
    calculations = CALCULATED | {"div": with_all_ranges} if is_improved else CALCULATED
    computed = {f"complex.{name}": [of_two(calculated)] for name, calculated in calculations.items()}
    taken = {f"complex.{name}": [part(at)] for at, name in enumerate(("re", "im"))}
    return function_patterns({"complex.abs": [size], "complex.constant": [constant], "complex.create": [create], **computed, **taken})


NAMES = {
    "arith.addf": "fadd", "arith.subf": "fsub", "arith.mulf": "fmul", "arith.divf": "fdiv",
    "math.absf": "intr.fabs", "math.copysign": "intr.copysign", "math.sqrt": "intr.sqrt",
}  # fmt: skip


class PlainFloats:
    """Arithmetic on floats of a type, under the names that it has in arith and math, with flags or without."""

    def __init__(self, rewriter: TypeConversion, type: FloatType, flags: dict[str, Attribute]):
        self.rewriter, self.type, self.flags = rewriter, type, flags

    def __call__(self, name: str, *operands: Value) -> Value:
        return llvm.value(self.rewriter, f"llvm.{NAMES[name]}", operands, self.type, self.flags)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        number = IntegerAttr(FLOAT_PREDICATES.index(predicate), I64)
        return llvm.value(self.rewriter, "llvm.fcmp", [a, b], I1, {"predicate": number} | self.flags)


class Floats(PlainFloats):
    """With an operation's flags."""

    def __init__(self, op: Operation, rewriter: TypeConversion, type: FloatType):
        super().__init__(rewriter, type, {"fastmathFlags": fast_math(op.attributes["fastmath"].text)})
        self.plain = PlainFloats(rewriter, type, {})

    def number(self, number: float) -> Value:
        return llvm.constant(self.rewriter, FloatAttr(number, self.type), self.type)

    def both(self, a: Value, b: Value) -> Value:
        return llvm.whole(self.rewriter, "and", a, b)

    def either(self, a: Value, b: Value) -> Value:
        return llvm.whole(self.rewriter, "or", a, b)

    def choose(self, condition: Value, yes: Value, no: Value) -> Value:
        return llvm.value(self.rewriter, "llvm.select", [condition, yes, no], self.type)

    def parts(self, number: Value) -> Parts:
        real, imaginary = number.type.members
        return llvm.extracted(self.rewriter, number, real, 0), llvm.extracted(self.rewriter, number, imaginary, 1)


def added(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    return [floats("arith.addf", *each) for each in zip(a, b)]


def subtracted(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    return [floats("arith.subf", *each) for each in zip(a, b)]


def multiplied(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    products = [floats("arith.mulf", b[at], a[at]) for at in range(2)]
    real = floats("arith.subf", *products)
    return real, floats("arith.addf", floats("arith.mulf", a[1], b[0]), floats("arith.mulf", a[0], b[1]))


CALCULATED = {"add": added, "sub": subtracted, "mul": multiplied, "div": by_square}


def of_two(calculated: Callable[[Floats, Parts, Parts], Sequence[Value]]) -> Callable[[Operation, TypeConversion], bool]:
    def convert(op: Operation, rewriter: TypeConversion) -> bool:
        operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
        if operands is None or types is None:
            return False
        floats = Floats(op, rewriter, operands[0].type.members[0])
        left, right = map(floats.parts, operands)
        result = llvm.poison(rewriter, types[0])
        for at, member in enumerate(calculated(floats, left, right)):
            result = llvm.inserted(rewriter, result, member, at)
        return rewriter.replace(op, [result])

    return convert


def part(at: int) -> Callable[[Operation, TypeConversion], bool]:
    def convert(op: Operation, rewriter: TypeConversion) -> bool:
        operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
        return operands is not None and types is not None and rewriter.replace(op, [llvm.extracted(rewriter, operands[0], types[0], at)])

    return convert


def size(op: Operation, rewriter: TypeConversion) -> bool:
    operands = rewriter.converted(op.operands)
    if operands is None:
        return False
    floats = Floats(op, rewriter, operands[0].type.members[0])
    square = floats("arith.addf", *[floats("arith.mulf", each, each) for each in floats.parts(operands[0])])
    return rewriter.replace(op, [floats.plain("math.sqrt", square)])


def create(op: Operation, rewriter: TypeConversion) -> bool:
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    if operands is None or types is None:
        return False
    result = llvm.poison(rewriter, types[0])
    for at, member in enumerate(operands):
        result = llvm.inserted(rewriter, result, member, at)
    return rewriter.replace(op, [result])


def constant(op: Operation, rewriter: TypeConversion) -> bool:
    types = rewriter.converted_types(op.results)
    return types is not None and rewriter.become(op, "llvm.mlir.constant", (), types, op.attributes)
