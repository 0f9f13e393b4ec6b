"""Elementwise ops: constants on the right, zeros that absorb, comparisons of a value with itself, choices."""

from __future__ import annotations

from tfir.dialects import has_trait, with_trait
from tfir.ir.attributes import Attribute, EnumAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, IntegerType

from tfopt.rewrite.pattern import FunctionPattern, reads
from tfopt.rewrite.terms import CONSTANT_OPS, once, rewrite, stablehlo, variables, where

x, y, p, a, b = variables("x y p a b")
DIRECTION = "comparison_direction"
MIRRORED = {"EQ": "EQ", "NE": "NE", "GE": "LE", "LE": "GE", "GT": "LT", "LT": "GT"}


def is_constant(value: Value) -> bool:
    return value.op is not None and has_trait(value.op, "constant_like")


def sees_integers(comparison: Attribute | None) -> bool:
    """Whether it is said that a comparison is one of integers."""
    return isinstance(comparison, EnumAttr) and comparison.value in ("SIGNED", "UNSIGNED")


def is_equality(direction: EnumAttr) -> bool:
    return direction.value == "EQ"


def is_inequality(direction: EnumAttr) -> bool:
    return direction.value == "NE"


def is_static_integer(value: Value) -> bool:
    return value.type.is_static and isinstance(value.type.element, IntegerType)


@reads(*CONSTANT_OPS)
def constant_to_the_right(op: Operation, rewriter) -> bool:
    lhs, rhs = op.operands
    if not is_constant(lhs) or is_constant(rhs):
        return False
    op.set_operands([rhs, lhs])
    return rewriter.modified(op)


@reads(*CONSTANT_OPS)
def constant_to_the_right_of_comparison(op: Operation, rewriter) -> bool:
    if not sees_integers(op.attributes.get("compare_type")) or not constant_to_the_right(op, rewriter):
        return False
    op.set_attribute(DIRECTION, EnumAttr(f"stablehlo.{DIRECTION}", MIRRORED[op.attributes[DIRECTION].value]))
    return True


@rewrite(stablehlo.compare(x, x, comparison_direction=a, compare_type=where(b, sees_integers)))
def comparison_with_itself(x, a):
    return DenseAttr.of(a.value in ("EQ", "GE", "LE"), x.type.with_element(I1)) if x.type.is_static else None


def zero(x):
    return DenseAttr.of(0, x.type)


@rewrite(stablehlo.select(once(stablehlo.broadcast_in_dim(stablehlo.not_(p), broadcast_dimensions=a)), x, y))
def choice_by_negation_that_is_spread(p, x, y, a, op):
    return stablehlo.select(stablehlo.broadcast_in_dim(p, broadcast_dimensions=a, type=op.operands[0].type), y, x)


PATTERNS = {
    # -0 + 0 is +0, and so is -0 - -0.
    "zeros": [
        (stablehlo.add(x, 0.0) >> x).changing("zero"),
        (stablehlo.subtract(x, -0.0) >> x).changing("zero"),
    ],
    "absorbing": [
        *[stablehlo.and_(x, y @ zeros) >> y for zeros in (False, 0)],
        *[stablehlo.or_(x, y @ ones) >> y for ones in (True, -1)],
        *[rewrite(op(where(x, is_static_integer), x))(zero) for op in (stablehlo.subtract, stablehlo.xor)],
    ],
    "commutative": [FunctionPattern(with_trait("stablehlo", "commutative"), constant_to_the_right)],
    "stablehlo.compare": [
        comparison_with_itself,
        constant_to_the_right_of_comparison,
        stablehlo.compare(x, False, comparison_direction=where(a, is_inequality)) >> x,
        stablehlo.compare(x, True, comparison_direction=where(a, is_equality)) >> x,
    ],
    "complex": [
        stablehlo.complex(stablehlo.real(x), stablehlo.imag(x)) >> x,
        stablehlo.real(stablehlo.complex(x, y)) >> x,
        stablehlo.imag(stablehlo.complex(x, y)) >> y,
    ],
    "negated-choice": [stablehlo.select(stablehlo.not_(p), x, y) >> stablehlo.select(p, y, x), choice_by_negation_that_is_spread],
}
