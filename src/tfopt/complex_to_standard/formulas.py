"""What formulas of complex numbers are written with: operations on floats with an op's flags, and a number's parts, product and size."""

from __future__ import annotations

import math

from tfir.dialects.arith import FAST_MATH, FLOAT_PREDICATES, NO_FASTMATH
from tfir.ir.attributes import BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I64, ComplexType, FloatType, Type

from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute

NOT_FINITE = ("nnan", "ninf")


class Floats:
    """Operations on floats of a type, with flags."""

    def __init__(self, rewriter: PatternRewriter, type: Type, flags: Attribute):
        self.rewriter, self.type, self.flags = rewriter, type, flags

    def __call__(self, name: str, *operands: Value) -> Value:
        return self.rewriter.value(name, operands, self.type, fastmath=self.flags)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        number = IntegerAttr(FLOAT_PREDICATES.index(predicate), I64)
        return self.rewriter.value("arith.cmpf", (a, b), I1, predicate=number, fastmath=self.flags)


class Formula(Floats):
    """With the flags of the op that is computed; `careful` without those that say that all is finite, `plain` without any."""

    def __init__(self, op: Operation, rewriter: PatternRewriter):
        types = [value.type for value in (*op.operands, *op.results) if isinstance(value.type, ComplexType)]
        flags = op.attributes.get("fastmath", NO_FASTMATH)
        super().__init__(rewriter, types[0].element, flags)
        self.complex = types[0]
        words = flags.text.partition("<")[2].rstrip(">").split(",")
        words = FAST_MATH.words if words == ["fast"] else words
        self.careful = Floats(rewriter, self.type, FAST_MATH.of([word for word in words if word not in NOT_FINITE]))
        self.plain = Floats(rewriter, self.type, NO_FASTMATH)
        self.is_finite = set(NOT_FINITE) <= set(words)

    def number(self, number: float) -> Value:
        assert isinstance(self.type, FloatType)
        return self.rewriter.value("arith.constant", (), self.type, value=FloatAttr(number, self.type))

    def re(self, a: Value) -> Value:
        return self.rewriter.value("complex.re", [a], self.type)

    def im(self, a: Value) -> Value:
        return self.rewriter.value("complex.im", [a], self.type)

    def parts(self, a: Value) -> tuple[Value, Value]:
        real = self.re(a)
        return real, self.im(a)

    def create(self, real: Value, imaginary: Value) -> Value:
        return self.rewriter.value("complex.create", [real, imaginary], self.complex)

    def truth(self, name: str, a: Value, b: Value) -> Value:
        return self.rewriter.value(name, [a, b], I1)

    def both(self, a: Value, b: Value) -> Value:
        return self.truth("arith.andi", a, b)

    def either(self, a: Value, b: Value) -> Value:
        return self.truth("arith.ori", a, b)

    def opposite(self, a: Value) -> Value:
        true = self.rewriter.value("arith.constant", (), I1, value=BoolAttr(True))
        return self.truth("arith.xori", a, true)

    def choose(self, condition: Value, yes: Value, no: Value) -> Value:
        return self.rewriter.value("arith.select", [condition, yes, no], yes.type)


INFINITY, NOT_A_NUMBER = math.inf, math.nan


def product(f: Formula, a: tuple[Value, Value], b: tuple[Value, Value]) -> Value:
    real = f("arith.subf", f("arith.mulf", a[0], b[0]), f("arith.mulf", a[1], b[1]))
    return f.create(real, f("arith.addf", f("arith.mulf", a[1], b[0]), f("arith.mulf", a[0], b[1])))


def multiplied(f: Formula, a: Value, b: Value) -> Value:
    first = f.parts(a)
    return product(f, first, f.parts(b))


def sorted_parts(f: Formula, real: Value, imaginary: Value) -> tuple[Value, Value]:
    """The larger part without its sign, and the smaller."""
    parts = f("math.absf", real), f("math.absf", imaginary)
    return f("arith.maximumf", *parts), f("arith.minimumf", *parts)


def size(f: Formula, real: Value, imaginary: Value) -> Value:
    """max * sqrt(1 + (min / max)^2), which overflows where the size does; where both are 0 or infinite it is the smaller."""
    one = f.number(1.0)
    large, small = sorted_parts(f, real, imaginary)
    root = f.careful("math.sqrt", ratio_plus_one(f, large, small, one))
    return number_or(f, f.careful("arith.mulf", large, root), small)


def ratio_plus_one(f: Formula, large: Value, small: Value, one: Value) -> Value:
    ratio = f.careful("arith.divf", small, large)
    return f.careful("arith.addf", f.careful("arith.mulf", ratio, ratio), one)


def number_or(f: Formula, result: Value, otherwise: Value) -> Value:
    return f.choose(f.careful.compare("uno", result, result), otherwise, result)


def root_of_size(f: Formula, real: Value, imaginary: Value) -> Value:
    one = f.number(1.0)
    large, small = sorted_parts(f, real, imaginary)
    square = ratio_plus_one(f, large, small, one)
    quarter = f.number(0.25)
    root = f.careful("math.sqrt", large)
    return number_or(f, f.careful("arith.mulf", root, f.careful("math.powf", square, quarter)), small)


def inverse_root_of_size(f: Formula, real: Value, imaginary: Value) -> Value:
    one = f.number(1.0)
    large, small = sorted_parts(f, real, imaginary)
    inverse = f.careful("math.rsqrt", ratio_plus_one(f, large, small, one))
    of_small, of_large = f.careful("math.rsqrt", small), f.careful("math.rsqrt", large)
    return number_or(f, f.careful("arith.mulf", of_large, f.careful("math.sqrt", inverse)), of_small)
