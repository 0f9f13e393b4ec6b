"""Converts operations of index to LLVM's, on integers of the width that indices have.

before:  %0 = index.maxs %i, %j
after:   %0 = llvm.intr.smax(%i, %j) : (i64, i64) -> i64
"""

from __future__ import annotations

from tfir.dialects.llvm.attributes import INTEGER_PREDICATES
from tfir.ir.attributes import Attribute, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I64

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.elementwise import index_cast, renamed, renaming
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Lower the `index` dialect to the `llvm` dialect."
SAME = {
    "add": "add", "sub": "sub", "mul": "mul", "divs": "sdiv", "divu": "udiv", "rems": "srem", "remu": "urem",
    "and": "and", "or": "or", "xor": "xor", "shl": "shl", "shrs": "ashr", "shru": "lshr",
    "maxs": "intr.smax", "maxu": "intr.umax", "mins": "intr.smin", "minu": "intr.umin",
}  # fmt: skip


def convert_index_to_llvm(root: Operation, *, index_bitwidth: int = 0):
    """Results are those of upstream, operation by operation."""
    convert_folded(root, LLVMTypes(index_bitwidth), patterns())


def patterns() -> list[RewritePattern]:
    return [*renaming({f"index.{name}": f"llvm.{new}" for name, new in SAME.items()}), *function_patterns(OTHERS)]


class Arithmetic:
    """Builds operations of LLVM on the operands of an operation."""

    def __init__(self, op: Operation, rewriter: TypeConversion):
        self.rewriter, self.operands = rewriter, rewriter.converted(op.operands)
        self.type = self.operands[0].type

    def __call__(self, name: str, one: Value, other: Value) -> Value:
        return llvm.whole(self.rewriter, name, one, other)

    def number(self, number: int) -> Value:
        return llvm.number(self.rewriter, number, self.type)

    def compared(self, how: str, one: Value, other: Value) -> Value:
        predicate = IntegerAttr(INTEGER_PREDICATES.index(how), I64)
        return self.rewriter.builder.value("llvm.icmp", [one, other], I1, {"predicate": predicate})

    def select(self, condition: Value, yes: Value, no: Value) -> Value:
        return llvm.value(self.rewriter, "llvm.select", [condition, yes, no], yes.type)


def ceiling(op: Operation, rewriter: TypeConversion) -> bool:
    """(n + x) / m + 1 where n and m have one sign and n is not 0, for an x of 1 towards 0 from m; else -(-n / m)."""
    build = Arithmetic(op, rewriter)
    n, m = build.operands
    zero, one, minus_one = build.number(0), build.number(1), build.number(-1)
    is_positive = build.compared("sgt", m, zero)
    step = build.select(is_positive, minus_one, one)
    above = build("add", build("sdiv", build("add", n, step), m), one)
    below = build("sub", zero, build("sdiv", build("sub", zero, n), m))
    is_same = build.compared("eq", build.compared("sgt", n, zero), is_positive)
    goes_up = build("and", is_same, build.compared("ne", n, zero))
    return rewriter.replace(op, [build.select(goes_up, above, below)])


def ceiling_unsigned(op: Operation, rewriter: TypeConversion) -> bool:
    """0 where n is 0, else (n - 1) / m + 1: n + m - 1 could overflow."""
    build = Arithmetic(op, rewriter)
    n, m = build.operands
    zero, one = build.number(0), build.number(1)
    quotient = build("add", build("udiv", build("sub", n, one), m), one)
    return rewriter.replace(op, [build.select(build.compared("eq", n, zero), zero, quotient)])


def floor(op: Operation, rewriter: TypeConversion) -> bool:
    """-1 - (x - n) / m where the signs of n and m differ and n is not 0, for an x of 1 towards 0 from m; else n / m."""
    build = Arithmetic(op, rewriter)
    n, m = build.operands
    zero, one, minus_one = build.number(0), build.number(1), build.number(-1)
    is_negative = build.compared("slt", m, zero)
    step = build.select(is_negative, one, minus_one)
    below = build("sub", minus_one, build("sdiv", build("sub", step, n), m))
    quotient = build("sdiv", n, m)
    differs = build.compared("ne", build.compared("slt", n, zero), is_negative)
    goes_down = build("and", differs, build.compared("ne", n, zero))
    return rewriter.replace(op, [build.select(goes_down, below, quotient)])


def compare(op: Operation, rewriter: TypeConversion) -> bool:
    predicate = {"predicate": IntegerAttr(INTEGER_PREDICATES.index(op.get("pred")), I64)}
    return renamed(rewriter, op, "llvm.icmp", kept(op, "pred") | predicate)


def kept(op: Operation, *without: str) -> dict[str, Attribute]:
    return {name: held for name, held in op.attributes.items() if name not in without}


def constant(op: Operation, rewriter: TypeConversion) -> bool:
    """A number is cut to the width that indices have."""
    value, type = op.attributes["value"], rewriter.types[op.results[0].type]
    if isinstance(value, IntegerAttr):
        half = 1 << (type.width - 1)
        value = IntegerAttr((value.value + half) % (2 * half) - half, type)
    return rewriter.become(op, "llvm.mlir.constant", (), [type], {**op.attributes, "value": value})


def sizeof(op: Operation, rewriter: TypeConversion) -> bool:
    type = rewriter.types[op.results[0].type]
    return rewriter.become(op, "llvm.mlir.constant", (), [type], {**op.attributes, "value": IntegerAttr(type.width, type)})


OTHERS = {
    "index.ceildivs": [ceiling], "index.ceildivu": [ceiling_unsigned], "index.floordivs": [floor],
    "index.casts": [lambda op, rewriter: index_cast(op, rewriter, "llvm.sext")],
    "index.castu": [lambda op, rewriter: index_cast(op, rewriter, "llvm.zext")],
    "index.cmp": [compare], "index.constant": [constant], "index.bool.constant": [constant], "index.sizeof": [sizeof],
}  # fmt: skip
