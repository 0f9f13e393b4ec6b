"""Divisions that round up or down, as arith has them, by divisions that round to zero."""

from __future__ import annotations

import operator

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, Type
from tfir.ods.derived_types import truth_like

from tfopt.generic.canonicalization.constants import constant, numbers, signed, width_of
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import PatternFunction

HOLDS = {"eq": operator.eq, "ne": operator.ne, "slt": operator.lt}


class Arithmetic:
    """Builds operations of arith on values of one type. Comparisons with constants, and one less than one, fold as upstream's driver folds what it makes."""

    def __init__(self, rewriter: TypeConversion, type: Type):
        self.rewriter, self.type = rewriter, type

    def __call__(self, name: str, *operands: Value) -> Value:
        return self.rewriter.value(f"arith.{name}", operands, operands[-1].type)

    def number(self, number: int) -> Value:
        return constant(self.rewriter, number, self.type)

    def less_one(self, value: Value, one: Value) -> Value:
        elements = numbers(value)
        return self("subi", value, one) if elements is None else constant(self.rewriter, [each - 1 for each in elements], self.type)

    def compared(self, how: str, one: Value, other: Value) -> Value:
        left, right = numbers(one), numbers(other)
        if left is not None and right is not None:
            count, width = max(len(left), len(right)), width_of(self.type)
            pairs = zip(*[[signed(each, width) for each in side * (count if len(side) == 1 else 1)] for side in (left, right)])
            return constant(self.rewriter, [HOLDS[how](*pair) for pair in pairs], truth_like(self.type))
        if left is not None:
            assert how in ("eq", "ne"), "these hold of a pair in either order"
            one, other = other, one
        return self.compared_as_made(how, one, other)

    def compared_as_made(self, how: str, one: Value, other: Value) -> Value:
        """Of what was folded itself: upstream's driver sees no constant in it yet."""
        predicate = IntegerAttr(INTEGER_PREDICATES.index(how), I64)
        return self.rewriter.value("arith.cmpi", [one, other], truth_like(one.type), predicate=predicate)


def ceiling_unsigned(op: Operation, rewriter: TypeConversion) -> bool:
    """0 where a is 0, else (a - 1) / b + 1: a + b - 1 could overflow."""
    (a, b), build = op.operands, Arithmetic(rewriter, op.results[0].type)
    zero = build.number(0)
    is_zero = build.compared("eq", a, zero)
    one = build.number(1)
    quotient = build("addi", build("divui", build.less_one(a, one), b), one)
    return rewriter.replace(op, [build("select", is_zero, zero, quotient)])


def ceiling(op: Operation, rewriter: TypeConversion) -> bool:
    """One more than the quotient to zero where something is left and the signs are the same."""
    (a, b), build = op.operands, Arithmetic(rewriter, op.results[0].type)
    zero, one = build.number(0), build.number(1)
    quotient = build("divsi", a, b)
    is_inexact = build.compared("ne", a, build("muli", quotient, b))
    signs = [build.compared("slt", each, zero) for each in (a, b)]
    goes_up = build("andi", is_inexact, build.compared_as_made("eq", *signs))
    return rewriter.replace(op, [build("select", goes_up, build("addi", quotient, one), quotient)])


def floor(op: Operation, rewriter: TypeConversion) -> bool:
    """One less than the quotient to zero where something is left and the signs differ."""
    (a, b), build = op.operands, Arithmetic(rewriter, op.results[0].type)
    quotient = build("divsi", a, b)
    is_inexact = build.compared("ne", a, build("muli", quotient, b))
    zero = build.number(0)
    signs = [build.compared("slt", each, zero) for each in (a, b)]
    goes_down = build("andi", is_inexact, build.compared_as_made("ne", *signs))
    return rewriter.replace(op, [build("select", goes_down, build("addi", quotient, build.number(-1)), quotient)])


def for_types_of_llvm(expand: PatternFunction) -> PatternFunction:
    """Divisions of tensors, and of vectors that LLVM does not have, stay whole."""
    return lambda op, rewriter: rewriter.types[op.results[0].type] is not None and expand(op, rewriter)


EXPANDED = {"arith.ceildivui": ceiling_unsigned, "arith.ceildivsi": ceiling, "arith.floordivsi": floor}
ROUNDED_DIVISIONS = function_patterns({name: [for_types_of_llvm(expand)] for name, expand in EXPANDED.items()})
