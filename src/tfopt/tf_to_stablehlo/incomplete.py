"""Lowerings: the incomplete gamma and beta functions, the former's slope, and the exponential integral, in f64, by series and continued
fractions that run until no element changes.

The same as the interpreter's (`tfir/ods/special_functions.py`, `integral_functions.py`): NIST's Digital Library of Mathematical Functions, 6.6.1,
6.12.2, 8.7.1, 8.9.2, 8.17.22; fractions by Lentz's method.
"""

from math import factorial, inf, nan

from tfir.ir.types import F32, F64, I32
from tfir.ods.special_functions import EPSILON, MOST_STEPS, TINY

from tfopt.arithmetic.special import digamma, lgamma
from tfopt.arithmetic.tensor import Tensor, common, exp, like, log, loop, polynomial, select, splat, unary
from tfopt.tf_to_stablehlo.lowering import lowered_by


def until_settled(turn, *start: Tensor) -> list[Tensor]:
    """`turn(step, *carried)` gives what is carried next, and how far each element changed the result, relative to it. Ends when that is
    nothing, or after many steps, with what was carried last."""
    change = splat(1, start[0].shape, F64)

    def next_turn(step, change, *carried):
        carried, change = turn((step + 1).convert(F64), *carried)
        return [step + 1, change, *carried]

    def goes_on(step, change, *carried):
        return ((change > EPSILON).convert(I32).max(*range(change.rank)) > 0) & (step < MOST_STEPS)

    return loop(goes_on, next_turn, splat(0, (), I32), change, *start)[2:]


def not_zero(x: Tensor) -> Tensor:
    return select(x == 0, TINY, x)


def scale(a: Tensor, x: Tensor) -> Tensor:
    return exp(a * log(x) - x - lgamma(a))


def lower_series(a: Tensor, x: Tensor) -> Tensor:
    """The regularized lower incomplete gamma function, for x < a + 1."""

    def turn(step, total, term):
        term = term * (x / (a + step_like(step, a)))
        return [total + term, term], abs(term) / (total + term)

    return until_settled(turn, 1 / a, 1 / a)[0] * scale(a, x)


def upper_fraction(a: Tensor, x: Tensor) -> Tensor:
    """The upper one, for x >= a + 1."""

    def turn(step, total, b, c, d):
        step = step_like(step, a)
        factor, b = -step * (step - a), b + 2
        d = 1 / not_zero(factor * d + b)
        c = not_zero(b + factor / c)
        return [total * (c * d), b, c, d], abs(c * d - 1)

    b = x + 1 - a
    return until_settled(turn, 1 / b, b, splat(1 / TINY, b.shape, F64), 1 / b)[0] * scale(a, x)


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
    return until_settled(turn, first, splat(1, a.shape, F64), first)[0]


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


# How the incomplete gamma function grows with `a`


def series_slope(a: Tensor, x: Tensor) -> Tensor:
    """Of the lower function by its density, for x up to 1 or `a`: each term with the derivative of its logarithm."""

    def turn(step, slope, total, term, growth):
        place = a + step_like(step, a)
        growth, term = growth - 1 / place, term * (x / place)
        slope = slope + term * growth
        return [slope, total + term, term, growth], abs(term * growth) / abs(slope)

    none, one = splat(0, a.shape, F64), splat(1, a.shape, F64)
    slope, total, *_ = until_settled(turn, none, one, one, none)
    return x / a * (total * (log(x) - digamma(a + 1)) + slope)


def fraction_slope(a: Tensor, x: Tensor) -> Tensor:
    """Elsewhere: the upper fraction, each number of which is followed by its derivative."""

    def turn(step, slope, total, b, c, c_slope, d, d_slope):
        step = step_like(step, a)
        factor, b = -step * (step - a), b + 2
        next_d = 1 / not_zero(factor * d + b)
        d_slope = -next_d * next_d * (step * d + factor * d_slope - 1)
        c_slope = (step * c - factor * c_slope) / (c * c) - 1
        c, d = not_zero(b + factor / c), next_d
        ratio, growth = c * d, c_slope * d + c * d_slope
        slope, total = slope * ratio + total * growth, total * ratio
        change = abs(ratio - 1) + abs(total * growth) / not_zero(abs(slope))
        return [slope, total, b, c, c_slope, d, d_slope], change

    b = x + 1 - a
    none, first = splat(0, b.shape, F64), 1 / b
    start = first * first, first, b, splat(1 / TINY, b.shape, F64), none, first, first * first
    slope, total, *_ = until_settled(turn, *start)
    return -x * (total * (log(x) - digamma(a)) + slope)


def slope_by_density(a: Tensor, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Whether both numbers are positive and finite; the slope there as a multiple of the density, and that."""
    is_good = (a > 0) & (x > 0) & (a < inf) & (x < inf)
    in_fraction = is_good & (x > 1) & (x > a)
    in_series = is_good & ~in_fraction
    series = series_slope(select(in_series, a, 1), select(in_series, x, 0.5))
    fraction = fraction_slope(select(in_fraction, a, 1), select(in_fraction, x, 3))
    a, x = select(is_good, a, 1), select(is_good, x, 1)
    return is_good, select(in_fraction, fraction, series), exp((a - 1) * log(x) - x - lgamma(a))


def lower_gamma_by_shape(a: Tensor, x: Tensor) -> Tensor:
    is_good, slope, density = slope_by_density(a, x)
    return select(is_good, slope * density, select((x == 0) | (a > 0) & (x > 0), like(0, x), nan))


def gamma_sample_by_shape(alpha: Tensor, sample: Tensor) -> Tensor:
    is_good, slope, _ = slope_by_density(alpha, sample)
    is_end = (alpha == alpha) & (sample == 0) | (alpha > 0) & (sample > 0)
    return select(is_good, -slope, select(is_end, like(0, sample), nan))


# The exponential integral

EULER = 0.57721566490153286


def exponential_integral(x: Tensor) -> Tensor:
    """Up to 40 by its series, beyond by the asymptotic one, in two steps, so that only the product overflows. Of negative numbers and
    infinity there is none."""
    is_near = x <= 40
    near, beyond = select(is_near & (x > 0), x, 1), select(is_near, 41, x)

    def turn(step, total, power):
        power = power * near / step_like(step, x)
        term = power / step_like(step, x)
        return [total + term, power], term / (total + term)

    near = until_settled(turn, splat(0, x.shape, F64), splat(1, x.shape, F64))[0] + (log(near) + EULER)
    factor = polynomial(1 / beyond, [float(factorial(power)) for power in range(40, -1, -1)])
    beyond = exp(beyond - 20) / beyond * factor * 485165195.4097903
    return select((x >= 0) & (x < inf), select(x == 0, -inf, select(is_near, near, beyond)), nan)


def in_f64(function):
    def of_any(operands):
        spread = common(*operands)
        return function(*[each.convert(F64) for each in spread]).convert(spread[0].element)

    return of_any


def gamma_slopes(operands):
    """Where the density of the gamma distribution is less than any number of the type, TensorFlow has a slope of 0."""
    spread = common(*operands)
    alpha, sample = [each.convert(F64) for each in spread]
    slopes, power = gamma_sample_by_shape(alpha, sample), alpha * log(sample) - sample - lgamma(alpha)
    vanishes = (power < -LARGEST_POWER[spread[0].element]) & (slopes == slopes)
    return select(vanishes, like(0, slopes), slopes).convert(spread[0].element)


LARGEST_POWER = {F32: 88.72283905206835, F64: 709.782712893384}
FUNCTIONS = {
    "Igamma": igamma, "Igammac": igammac, "Betainc": betainc, "IgammaGradA": lower_gamma_by_shape, "Expint": exponential_integral,
}  # fmt: skip
lowered_by(**{name: in_f64(function) for name, function in FUNCTIONS.items()}, RandomGammaGrad=gamma_slopes)
