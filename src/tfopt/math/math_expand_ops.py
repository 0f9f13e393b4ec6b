"""Writes functions of floats as arithmetic, exponentials, logarithms, sines and cosines, which more targets have.

    before:  %0 = math.sinh %x : f32
    after:   %0 = math.exp %x; %1 = arith.negf %x; %2 = math.exp %1; %3 = arith.subf %0, %2; %4 = arith.mulf %3, %half

As upstream says it: results differ in their last bits, and where what is in between overflows. Powers, rounding to whole numbers, limits and counts of
bits stay.
"""

from __future__ import annotations

from tfir.dialects.arith import FLOAT_PREDICATES
from tfir.ir.attributes import FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, FloatType, ShapedType, Type
from tfir.ods.derived_types import truth_like

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TITLE = "Expand math operations."
OPTIONS = {"ops": "Only these, without their dialect's name."}
EXACT = False
LN2 = 0.69314718055994529


def math_expand_ops(root: Operation, *, ops: tuple[str, ...] = ()):
    """What has no expansion here stays."""
    chosen = {f"math.{name}": [expanding(expand)] for name, expand in EXPANSIONS.items() if not ops or name in ops}
    GreedyDriver(function_patterns(chosen), iterations=10, pooled=frozenset(["arith.constant"])).run(root)


class Floats:
    """Arithmetic on floats of one type."""

    def __init__(self, rewriter: PatternRewriter, type: Type):
        self.rewriter, self.type = rewriter, type

    def number(self, number: float) -> Value:
        value = FloatAttr(number, self.type) if isinstance(self.type, FloatType) else DenseAttr.of(number, self.type)
        return self.rewriter.value("arith.constant", (), self.type, value=value)

    def __call__(self, name: str, *operands: Value) -> Value:
        """An operation without flags, as upstream's have none."""
        return self.rewriter.value(name, operands, self.type)


def expanding(expand: Callable[..., Value]) -> Callable[[Operation, PatternRewriter], bool]:
    def pattern(op: Operation, rewriter: PatternRewriter) -> bool:
        type = op.result.type
        if isinstance(type, ShapedType) and not type.is_static:
            return False
        return rewriter.replace(op, [expand(Floats(rewriter, type), *op.operands)])

    return pattern


def tan(f: Floats, x: Value) -> Value:
    return f("arith.divf", f("math.sin", x), f("math.cos", x))


def both_ways(name: str) -> Callable[[Floats, Value], Value]:
    """Half of the sum, or the difference, of the exponentials of a number and of its negation."""

    def expand(f: Floats, x: Value) -> Value:
        forward = f("math.exp", x)
        return f("arith.mulf", f(name, forward, f("math.exp", f("arith.negf", x))), f.number(0.5))

    return expand


def tanh(f: Floats, x: Value) -> Value:
    """By the size, which makes the exponential small, with the sign put back."""
    zero, one, minus_two = f.number(0.0), f.number(1.0), f.number(-2.0)
    predicate = IntegerAttr(FLOAT_PREDICATES.index("olt"), I64)
    is_negative = f.rewriter.value("arith.cmpf", (x, zero), truth_like(f.type), predicate=predicate)
    sign = f("arith.addf", f("arith.mulf", f("arith.uitofp", is_negative), minus_two), one)
    power = f("math.exp", f("arith.mulf", f("arith.mulf", sign, x), minus_two))
    return f("arith.mulf", sign, f("arith.divf", f("arith.subf", one, power), f("arith.addf", power, one)))


def by_root(added: float) -> Callable[[Floats, Value], Value]:
    """The logarithm of a number and the root of its square and one, or less one."""

    def expand(f: Floats, x: Value) -> Value:
        one = f.number(added)
        return f("math.log", f("arith.addf", x, f("math.sqrt", f("arith.addf", f("arith.mulf", x, x), one))))

    return expand


def atanh(f: Floats, x: Value) -> Value:
    one = f.number(1.0)
    above = f("arith.addf", x, one)
    below = f("arith.addf", f("arith.negf", x), one)
    return f("arith.mulf", f("math.log", f("arith.divf", above, below)), f.number(0.5))


def fma(f: Floats, a: Value, b: Value, c: Value) -> Value:
    return f("arith.addf", f("arith.mulf", a, b), c)


def exp2(f: Floats, x: Value) -> Value:
    return f("math.exp", f("arith.mulf", x, f.number(LN2)))


def rsqrt(f: Floats, x: Value) -> Value:
    return f("arith.divf", f.number(1.0), f("math.sqrt", x))


EXPANSIONS: dict[str, Callable[..., Value]] = {
    "acosh": by_root(-1.0), "asinh": by_root(1.0), "atanh": atanh, "cosh": both_ways("arith.addf"), "exp2": exp2,
    "fma": fma, "rsqrt": rsqrt, "sinh": both_ways("arith.subf"), "tan": tan, "tanh": tanh,
}  # fmt: skip
