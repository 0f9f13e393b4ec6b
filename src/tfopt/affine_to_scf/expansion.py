"""Affine expressions as arithmetic on indices. Source: MLIR's affine dialect; the operations and their order are those of upstream's
`lower-affine`."""

from __future__ import annotations

from tfir.dialects.arith import OVERFLOW
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I64, INDEX
from tfir.text.affine_expression import is_leaf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.builder import Builder
    from tfir.ir.operations import Operation, Value
    from tfir.text.affine import AffineAttr
    from tfir.text.affine_expression import Expression

EQUAL, LESS, LESS_OR_EQUAL, GREATER_OR_EQUAL = 0, 2, 3, 5  # of arith.cmpi, with signs
DIVISION = {
    "mod": "modulo by non-positive value",
    "floordiv": "division by non-positive value",
    "ceildiv": "division by non-positive value",
}


class Expansion:
    """Builds what affine expressions compute."""

    def __init__(self, build: Builder, about: Operation):
        self.build, self.about = build, about

    def constant(self, number: int) -> Value:
        return self.build.value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})

    def index(self, name: str, left: Value, right: Value) -> Value:
        """An operation on two indices; products may not overflow."""
        overflow = "nsw" if name == "muli" else "none"
        held = {"overflowFlags": OVERFLOW.of([overflow])} if name in ("addi", "subi", "muli") else {}
        return self.build.value(f"arith.{name}", [left, right], INDEX, held)

    def compared(self, how: int, left: Value, right: Value) -> Value:
        return self.build.value("arith.cmpi", [left, right], I1, {"predicate": IntegerAttr(how, I64)})

    def chosen(self, condition: Value, yes: Value, no: Value) -> Value:
        return self.build.value("arith.select", [condition, yes, no], yes.type)

    def results(self, map: AffineAttr, operands: Sequence[Value]) -> list[Value]:
        """The results of a map. Raises Error where it divides by a number that is not positive."""
        return [self.expression(e, operands[: map.dimensions], operands[map.dimensions :]) for e in map.results]

    def chain(self, name: str, values: Sequence[Value]) -> Value:
        """The greatest or the least of several values."""
        first, *rest = values
        for value in rest:
            first = self.index(name, first, value)
        return first

    def greatest(self, map: AffineAttr, operands: Sequence[Value]) -> Value:
        return self.chain("maxsi", self.results(map, operands))

    def least(self, map: AffineAttr, operands: Sequence[Value]) -> Value:
        return self.chain("minsi", self.results(map, operands))

    def expression(self, e: Expression, dimensions: Sequence[Value], symbols: Sequence[Value]) -> Value:
        if isinstance(e, int):
            return self.constant(e)
        if is_leaf(e):
            return (dimensions if e[0] == "d" else symbols)[e[1]]
        operator = e[0]
        if operator in DIVISION and isinstance(e[2], int) and e[2] <= 0:
            raise Error(f"{DIVISION[operator]} is not supported", self.about)
        left, right = [self.expression(each, dimensions, symbols) for each in e[1:]]
        if operator in "+*":
            return self.index("addi" if operator == "+" else "muli", left, right)
        divided: Value = getattr(self, operator)(left, right)
        return divided

    def mod(self, left: Value, right: Value) -> Value:
        rest = self.index("remsi", left, right)
        negative = self.compared(LESS, rest, self.constant(0))
        return self.chosen(negative, self.index("addi", rest, right), rest)

    def floordiv(self, left: Value, right: Value) -> Value:
        zero, minus_one = self.constant(0), self.constant(-1)
        negative = self.compared(LESS, left, zero)
        dividend = self.chosen(negative, self.index("subi", minus_one, left), left)
        quotient = self.index("divsi", dividend, right)
        return self.chosen(negative, self.index("subi", minus_one, quotient), quotient)

    def ceildiv(self, left: Value, right: Value) -> Value:
        zero, one = self.constant(0), self.constant(1)
        not_positive = self.compared(LESS_OR_EQUAL, left, zero)
        negated, less = self.index("subi", zero, left), self.index("subi", left, one)
        quotient = self.index("divsi", self.chosen(not_positive, negated, less), right)
        negated, more = self.index("subi", zero, quotient), self.index("addi", quotient, one)
        return self.chosen(not_positive, negated, more)
