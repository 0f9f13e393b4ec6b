"""Neutral and absorbing numbers, and divisors that become factors.

    ..  x * 1 = x     x + 0 = x     0 - x = -x     1 / x = Reciprocal(x)     x * 0 = 0     x / c = x * (1 / c)

A neutral operand may still spread the other one; BroadcastTo is left then.
"""

from __future__ import annotations

from math import frexp, isfinite

from tfopt.grappler.constant_folding.contents import Full, is_float, is_integer
from tfopt.grappler.nodes import filled, vector
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import MatchFailure, constants, rewrite, tf, variables, where

x, b = variables("x b")
c = constants("c")[0]
DENSE_PRODUCTS = (tf.MatMul, tf.BatchMatMul, tf.BatchMatMulV2)


# x as it is, or spread


def the_other(x, op, item):
    """The operand beside a neutral one."""
    result, shape = op.results[0], item.shapes.static(op.results[0])
    if item.shapes.proves(result, x, {op}):
        return x
    if shape is not None:
        return tf.BroadcastTo(x, vector(shape))
    beside = next((value for value in op.operands if value is not x), None)
    maker = beside.op if beside is not None else None
    if maker is not None and maker.name == "tfg.Fill" and item.shapes.same(result, beside):
        return tf.BroadcastTo(x, maker.operands[0])
    return MatchFailure("the neutral operand may spread the other one, and to which shape is unknown")


one, zero, negative_zero = Full(1), Full(0), Full(-0.0)
integral = where(x, is_integer)
NEUTRAL = [
    *[(name(x, one), ()) for name in (tf.Mul, tf.RealDiv, tf.Div, tf.DivNoNan, tf.MulNoNan, tf.LogicalAnd, tf.Pow)],
    *[(name(one, x), ()) for name in (tf.Mul, tf.LogicalAnd)],
    *[(name(integral, one), ()) for name in (tf.FloorDiv, tf.TruncateDiv)],
    *[(name(x, zero), ()) for name in (tf.Sub, tf.LogicalOr, tf.BitwiseOr, tf.BitwiseXor, tf.LeftShift, tf.RightShift)],
    *[(name(zero, x), ()) for name in (tf.LogicalOr, tf.BitwiseOr, tf.BitwiseXor)],
    *[(name(x, negative_zero), ()) for name in (tf.Add, tf.AddV2)],
    *[(name(negative_zero, x), ()) for name in (tf.Add, tf.AddV2)],
    *[(name(x, zero), ("zero",)) for name in (tf.Add, tf.AddV2, tf.BiasAdd)],
    *[(name(zero, x), ("zero",)) for name in (tf.Add, tf.AddV2)],
]  # fmt: skip
TURNED = [
    (tf.Sub(zero, x) >> tf.Neg(x)).changing("zero"),
    tf.Sub(negative_zero, x) >> tf.Neg(x),
    *[(name(one, where(x, is_float)) >> tf.Reciprocal(x)).changing("bits") for name in (tf.RealDiv, tf.Div)],
]


# Nothing but the absorbing number


def all_over(number: int):
    def fill(op, item):
        shape = item.shapes.static(op.results[0])
        return MatchFailure("the shape of the result is unknown") if shape is None else filled(number, shape, op.results[0].type.element)

    return fill


zeros, ones = all_over(0), all_over(1)


def zeros_if_aggressive(op, item):
    """NaN and infinity times 0 are NaN: upstream keeps the product but where it is told to be aggressive."""
    return zeros(op, item) if item.aggressive or is_integer(op.results[0]) else MatchFailure("a NaN or an infinity would get lost")


ABSORBING = [
    *[rewrite(pattern)(zeros) for pattern in (tf.LogicalAnd(x, zero), tf.LogicalAnd(zero, x), tf.MulNoNan(x, zero), tf.Sub(integral, x))],
    *[rewrite(pattern)(ones) for pattern in (tf.LogicalOr(x, one), tf.LogicalOr(one, x))],
    *[rewrite(pattern, changes=("nan", "zero"))(zeros_if_aggressive) for pattern in (tf.Mul(x, zero), tf.Mul(zero, x))],
    *[rewrite(pattern, changes=("nan",))(zeros_if_aggressive) for name in DENSE_PRODUCTS for pattern in (name(x, zero), name(zero, x))],
    *[rewrite(name(zero, where(x, is_float)), changes=("nan", "zero"))(zeros_if_aggressive) for name in (tf.RealDiv, tf.Div)],
]  # fmt: skip


# Divisors


def by_reciprocal(is_wanted):
    def divide(x, c, op):
        from numpy import asarray, errstate

        if not is_float(op.results[0]) or c.dtype.kind != "f":
            return None
        with errstate(all="ignore"):
            reciprocal = asarray(1 / c, c.dtype)
        return tf.Mul(x, reciprocal) if is_wanted(c, reciprocal) else None

    return divide


def are_exact(divisors, reciprocals) -> bool:
    """Powers of two, whose reciprocals are normal numbers too: the product is the quotient to the bit."""
    pairs = zip(divisors.ravel().tolist(), reciprocals.ravel().tolist())
    return divisors.size > 0 and all([is_power_of_two(each) and is_power_of_two(other) for each, other in pairs])


def is_power_of_two(number: float) -> bool:
    return isfinite(number) and abs(frexp(number)[0]) == 0.5


def are_finite(divisors, reciprocals) -> bool:
    from numpy import finfo, isfinite

    return bool(isfinite(divisors).all() and isfinite(reciprocals).all() and (abs(reciprocals) >= finfo(reciprocals.dtype).tiny).all())


DIVISIONS = (tf.RealDiv(x, c), tf.Div(x, c))
STAGES = [
    Stage(
        "SimplifyArithmeticOperations", *[rewrite(pattern, changes=changes)(the_other) for pattern, changes in NEUTRAL], *TURNED, *ABSORBING
    ),
    Stage(
        "ReduceDivToReciprocalMul",
        *[rewrite(division)(by_reciprocal(are_exact)) for division in DIVISIONS],
        *[rewrite(division, changes=("bits",))(by_reciprocal(are_finite)) for division in DIVISIONS],
    ),
]
