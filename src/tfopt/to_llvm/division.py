"""Divisions that round up or down, as arith has them, by divisions that round to zero."""

from __future__ import annotations

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, ShapedType, Type, VectorType
from tfir.ods.derived_types import truth_like

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import PatternFunction


class Arithmetic:
    """Builds operations of arith on values of one type."""

    def __init__(self, rewriter: TypeConversion, type: Type):
        self.rewriter, self.type = rewriter, type

    def __call__(self, name: str, *operands: Value) -> Value:
        return self.rewriter.value(f"arith.{name}", operands, operands[-1].type)

    def number(self, number: int) -> Value:
        shaped = isinstance(self.type, (ShapedType, VectorType))
        held = DenseAttr.of(number, self.type) if shaped else IntegerAttr(number, self.type)
        return self.rewriter.builder.value("arith.constant", (), self.type, {"value": held})

    def compared(self, how: str, one: Value, other: Value) -> Value:
        predicate = IntegerAttr(INTEGER_PREDICATES.index(how), I64)
        return self.rewriter.value("arith.cmpi", [one, other], truth_like(one.type), predicate=predicate)


def ceiling_unsigned(op: Operation, rewriter: TypeConversion) -> bool:
    """0 where a is 0, else (a - 1) / b + 1: a + b - 1 could overflow."""
    (a, b), build = op.operands, Arithmetic(rewriter, op.results[0].type)
    zero = build.number(0)
    is_zero = build.compared("eq", a, zero)
    one = build.number(1)
    quotient = build("addi", build("divui", build("subi", a, one), b), one)
    return rewriter.replace(op, [build("select", is_zero, zero, quotient)])


def ceiling(op: Operation, rewriter: TypeConversion) -> bool:
    """One more than the quotient to zero where something is left and the signs are the same."""
    (a, b), build = op.operands, Arithmetic(rewriter, op.results[0].type)
    zero, one = build.number(0), build.number(1)
    quotient = build("divsi", a, b)
    is_inexact = build.compared("ne", a, build("muli", quotient, b))
    signs = [build.compared("slt", each, zero) for each in (a, b)]
    goes_up = build("andi", is_inexact, build.compared("eq", *signs))
    return rewriter.replace(op, [build("select", goes_up, build("addi", quotient, one), quotient)])


def floor(op: Operation, rewriter: TypeConversion) -> bool:
    """One less than the quotient to zero where something is left and the signs differ."""
    (a, b), build = op.operands, Arithmetic(rewriter, op.results[0].type)
    quotient = build("divsi", a, b)
    is_inexact = build.compared("ne", a, build("muli", quotient, b))
    zero = build.number(0)
    signs = [build.compared("slt", each, zero) for each in (a, b)]
    goes_down = build("andi", is_inexact, build.compared("ne", *signs))
    return rewriter.replace(op, [build("select", goes_down, build("addi", quotient, build.number(-1)), quotient)])


def for_types_of_llvm(expand: PatternFunction) -> PatternFunction:
    """Divisions of tensors, and of vectors that LLVM does not have, stay whole."""
    return lambda op, rewriter: rewriter.types[op.results[0].type] is not None and expand(op, rewriter)


EXPANDED = {"arith.ceildivui": ceiling_unsigned, "arith.ceildivsi": ceiling, "arith.floordivsi": floor}
ROUNDED_DIVISIONS = function_patterns({name: [for_types_of_llvm(expand)] for name, expand in EXPANDED.items()})
