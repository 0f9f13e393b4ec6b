"""Lowerings: the incomplete gamma and beta functions, in f64, by a series and continued fractions that run until no element changes.

The same as the interpreter's (`tfir/ods/special_functions.py`): NIST's Digital Library of Mathematical Functions, 8.7.1, 8.9.2, 8.17.22;
fractions by Lentz's method.
"""

from math import inf, nan

from tfir.ir.types import F64, I32
from tfir.ods.special_functions import EPSILON, MOST_STEPS, TINY

from tfopt.arithmetic.special import lgamma
from tfopt.arithmetic.tensor import Tensor, common, exp, log, loop, select, splat, unary
from tfopt.tf_to_stablehlo.lowering import lowered_by


def until_settled(turn, *start: Tensor) -> Tensor:
    """`turn(step, *carried)` gives what is carried next, of which the first is the result, and how far each element changed it, relative
    to it. Ends when that is nothing, or after many steps."""
    change = splat(1, start[0].shape, F64)

    def next_turn(step, change, *carried):
        carried, change = turn((step + 1).convert(F64), *carried)
        return [step + 1, change, *carried]

    def goes_on(step, change, *carried):
        return ((change > EPSILON).convert(I32).max(*range(change.rank)) > 0) & (step < MOST_STEPS)

    return loop(goes_on, next_turn, splat(0, (), I32), change, *start)[2]


def not_zero(x: Tensor) -> Tensor:
    return select(x == 0, TINY, x)


def scale(a: Tensor, x: Tensor) -> Tensor:
    return exp(a * log(x) - x - lgamma(a))


def lower_series(a: Tensor, x: Tensor) -> Tensor:
    """The regularized lower incomplete gamma function, for x < a + 1."""

    def turn(step, total, term):
        term = term * (x / (a + step_like(step, a)))
        return [total + term, term], abs(term) / (total + term)

    return until_settled(turn, 1 / a, 1 / a) * scale(a, x)


def upper_fraction(a: Tensor, x: Tensor) -> Tensor:
    """The upper one, for x >= a + 1."""

    def turn(step, total, b, c, d):
        step = step_like(step, a)
        factor, b = -step * (step - a), b + 2
        d = 1 / not_zero(factor * d + b)
        c = not_zero(b + factor / c)
        return [total * (c * d), b, c, d], abs(c * d - 1)

    b = x + 1 - a
    return until_settled(turn, 1 / b, b, splat(1 / TINY, b.shape, F64), 1 / b) * scale(a, x)


def step_like(step: Tensor, x: Tensor) -> Tensor:
    return common(step, x)[0]


def parts(a: Tensor, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Where the series is taken, with harmless numbers elsewhere: whether, the series, the fraction."""
    is_finite = (abs(a) < inf) & (abs(x) < inf) & (a > 0) & (x > 0)
    is_low = x < a + 1
    in_series, in_fraction = is_finite & is_low, is_finite & ~is_low
    series = lower_series(select(in_series, a, 1), select(in_series, x, 0.5))
    fraction = upper_fraction(select(in_fraction, a, 1), select(in_fraction, x, 3))
    return is_low, series, fraction


def igamma(a: Tensor, x: Tensor) -> Tensor:
    is_low, series, fraction = parts(a, x)
    result = select(is_low, series, 1 - fraction)
    result = select((a == inf) | (x == inf), (x == inf).convert(F64), result)
    is_wrong = (a != a) | (x != x) | (a <= 0) | (x < 0) | ((a == inf) & (x == inf))
    return select(is_wrong & ~((x == 0) & (a == a)), nan, select(x == 0, 0, result))


def igammac(a: Tensor, x: Tensor) -> Tensor:
    is_low, _, fraction = parts(a, x)
    by_fraction = (a > 0) & ~is_low & (abs(x) < inf) & (a < inf)
    return select(by_fraction, fraction, select(a > 0, 1 - igamma(a, x), nan))


def beta_fraction(a: Tensor, b: Tensor, x: Tensor) -> Tensor:
    def turn(step, total, c, d):
        m = step_like(step, a)
        for factor in (
            m * (b - m) * x / ((a + m * 2 - 1) * (a + m * 2)),
            -((a + m) * (a + b + m)) * x / ((a + m * 2) * (a + m * 2 + 1)),
        ):
            d = 1 / not_zero(factor * d + 1)
            c = not_zero(factor / c + 1)
            total = total * (c * d)
        return [total, c, d], abs(c * d - 1)

    first = 1 / not_zero(1 - (a + b) * x / (a + 1))
    return until_settled(turn, first, splat(1, a.shape, F64), first)


def betainc(a: Tensor, b: Tensor, x: Tensor) -> Tensor:
    is_good = (a > 0) & (b > 0) & (x > 0) & (x < 1) & (a < inf) & (b < inf)
    given = a, b, x
    a, b, x = select(is_good, a, 1), select(is_good, b, 1), select(is_good, x, 0.5)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * unary("log_plus_one", -x))
    is_near = x < (a + 1) / (a + b + 2)
    near, far, place = select(is_near, a, b), select(is_near, b, a), select(is_near, x, 1 - x)
    part = front * beta_fraction(near, far, place) / near
    result = select(is_near, part, 1 - part)
    a, b, x = given
    is_end = (a > 0) & (b > 0) & ((x == 0) | (x == 1))
    return select(is_good, result, select(is_end, x, nan))


def in_f64(function):
    def of_any(operands):
        spread = common(*operands)
        return function(*[each.convert(F64) for each in spread]).convert(spread[0].element)

    return of_any


lowered_by(Igamma=in_f64(igamma), Igammac=in_f64(igammac), Betainc=in_f64(betainc))
