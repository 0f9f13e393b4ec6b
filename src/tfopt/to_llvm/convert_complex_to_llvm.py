"""Converts complex numbers to LLVM's structures of two floats.

    before:  %0 = complex.add %a, %b : complex<f32>
    after:   %0 = llvm.extractvalue %a[0]; ..; %4 = llvm.fadd %0, %2 : f32; ..; llvm.insertvalue %4, ..[0] : !llvm.struct<(f32, f32)>

Division is by the square of the divisor's size, as upstream's is unless told otherwise: it may overflow where the quotient does not. What has no
arithmetic of its own here (exponentials, roots) stays.
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value

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
EXACT = False


def convert_complex_to_llvm(root: Operation):
    convert_folded(root, LLVMTypes(), patterns())


def patterns() -> list[RewritePattern]:
    computed = {f"complex.{name}": [of_two(calculated)] for name, calculated in CALCULATED.items()}
    taken = {f"complex.{name}": [part(at)] for at, name in enumerate(("re", "im"))}
    return function_patterns({"complex.abs": [size], "complex.constant": [constant], "complex.create": [create], **computed, **taken})


class Floats:
    """Arithmetic on floats with an operation's flags."""

    def __init__(self, op: Operation, rewriter: TypeConversion):
        self.rewriter, self.flags = rewriter, {"fastmathFlags": fast_math(op.attributes["fastmath"].text)}

    def __call__(self, name: str, *operands: Value) -> Value:
        return llvm.value(self.rewriter, f"llvm.{name}", operands, operands[0].type, self.flags)

    def parts(self, number: Value) -> Parts:
        real, imaginary = number.type.members
        return llvm.extracted(self.rewriter, number, real, 0), llvm.extracted(self.rewriter, number, imaginary, 1)


def added(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    return [floats("fadd", *each) for each in zip(a, b)]


def subtracted(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    return [floats("fsub", *each) for each in zip(a, b)]


def multiplied(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    products = [floats("fmul", b[at], a[at]) for at in range(2)]
    real = floats("fsub", *products)
    return real, floats("fadd", floats("fmul", a[1], b[0]), floats("fmul", a[0], b[1]))


def divided(floats: Floats, a: Parts, b: Parts) -> Sequence[Value]:
    square = floats("fadd", *[floats("fmul", each, each) for each in b])
    real = floats("fadd", floats("fmul", a[0], b[0]), floats("fmul", a[1], b[1]))
    imaginary = floats("fsub", floats("fmul", a[1], b[0]), floats("fmul", a[0], b[1]))
    return floats("fdiv", real, square), floats("fdiv", imaginary, square)


CALCULATED = {"add": added, "sub": subtracted, "mul": multiplied, "div": divided}


def of_two(calculated: Callable[[Floats, Parts, Parts], Sequence[Value]]) -> Callable[[Operation, TypeConversion], bool]:
    def convert(op: Operation, rewriter: TypeConversion) -> bool:
        operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
        if operands is None or types is None:
            return False
        floats = Floats(op, rewriter)
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
    floats = Floats(op, rewriter)
    square = floats("fadd", *[floats("fmul", each, each) for each in floats.parts(operands[0])])
    return rewriter.replace(op, [floats("intr.sqrt", square)])


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
