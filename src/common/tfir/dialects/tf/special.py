"""Semantics: special functions of statistics, in double precision whatever the operands are.

Sources: DLMF chapters 5 (gamma), 8 (incomplete gamma and beta), 10 (Bessel), 25 (zeta).
"""

from __future__ import annotations

import math

from tfir.dialects.tf.elementwise import digamma, elementwise
from tfir.ods.semantics import Broadcast, Unary, ops_of

EPSILON, TINY, MOST_STEPS = 1e-16, 1e-300, 10_000


def lower_series(a: float, x: float) -> float:
    """The lower incomplete gamma function by its power series, for x < a + 1."""
    term = total = 1 / a
    for step in range(1, MOST_STEPS):
        term *= x / (a + step)
        total += term
        if term < total * EPSILON:
            break
    return total * math.exp(a * math.log(x) - x - math.lgamma(a))


def upper_fraction(a: float, x: float) -> float:
    """The upper one by Lentz's continued fraction, for x >= a + 1."""
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    total = d
    for step in range(1, MOST_STEPS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or TINY)
        c = b + factor / c or TINY
        total *= c * d
        if abs(c * d - 1) < EPSILON:
            break
    return total * math.exp(a * math.log(x) - x - math.lgamma(a))


def regular_lower_gamma(a: float, x: float) -> float:
    if x == 0 and not math.isnan(a):
        return 0.0
    if math.isnan(a) or math.isnan(x) or a <= 0 or x < 0 or (math.isinf(a) and math.isinf(x)):
        return math.nan
    if math.isinf(x) or math.isinf(a):
        return float(math.isinf(x))
    return lower_series(a, x) if x < a + 1 else 1 - upper_fraction(a, x)


def regular_upper_gamma(a: float, x: float) -> float:
    if a > 0 and x >= a + 1 and math.isfinite(x) and math.isfinite(a):
        return upper_fraction(a, x)
    return 1 - regular_lower_gamma(a, x) if a > 0 else math.nan


def beta_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or TINY)
    total = d
    for m in range(1, MOST_STEPS):
        for factor in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + factor * d or TINY)
            c = 1 + factor / c or TINY
            total *= c * d
        if abs(c * d - 1) < EPSILON:
            break
    return total


def regular_beta(a: float, b: float, x: float) -> float:
    if math.isnan(a + b + x) or a <= 0 or b <= 0 or not 0 <= x <= 1:
        return math.nan
    if x in (0, 1):
        return x
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)


def hurwitz_zeta(x: float, q: float) -> float:
    """The sum of (q + n) ** -x for n from 0, by Euler and Maclaurin."""
    if x == 1:
        return math.inf
    if not x > 1 or math.isnan(q):
        return math.nan
    if math.isinf(x) or math.isinf(q):
        return 0.0 if q > 1 else math.nan if q < 0 else 1.0 if q == 1 else math.inf
    if q <= 0:
        is_pole = q == math.floor(q)  # of one sign on both sides only for even x
        return (math.inf if x % 2 == 0 else math.nan) if is_pole else _shifted_zeta(x, q) if x == math.floor(x) else math.nan
    count = max(0, 12 - int(q))
    total = sum([(q + n) ** -x for n in range(count)])
    end = q + count
    total += end ** (1 - x) / (x - 1) + end**-x / 2
    factor, power = x, end ** (-x - 1)
    for number, bernoulli in enumerate(BERNOULLI, 1):
        total += bernoulli * factor * power / math.factorial(2 * number)
        factor *= (x + 2 * number - 1) * (x + 2 * number)
        power /= end * end
    return total


def _shifted_zeta(x: float, q: float) -> float:
    count = math.ceil(-q)
    return sum([(q + n) ** -x for n in range(count)]) + hurwitz_zeta(x, q + count)


def polygamma(order: float, x: float) -> float:
    if order == 0:
        return digamma(x)
    if not 0 < order < 170 or order != math.floor(order):
        return math.nan
    return (-1) ** (int(order) + 1) * math.factorial(int(order)) * hurwitz_zeta(order + 1, x)


def bessel_i_scaled(order: int, x: float) -> float:
    """exp(-|x|) * I(x) of order 0 or 1: its power series, far away the asymptotic one."""
    size = abs(x)
    if not math.isfinite(x):
        return 0.0 if math.isinf(x) else math.nan
    if size < 30:
        term = total = (size / 2) ** order
        for step in range(1, MOST_STEPS):
            term *= size * size / 4 / (step * (step + order))
            total += term
            if term < total * EPSILON:
                break
        total *= math.exp(-size)
    else:
        term = total = 1.0
        for step in range(1, 30):
            term *= -(4 * order * order - (2 * step - 1) ** 2) / (8 * size * step)
            total += term
        total /= math.sqrt(2 * math.pi * size)
    return -total if order and x < 0 else total


def bessel_i(order: int, x: float) -> float:
    if math.isinf(x):
        return -math.inf if order and x < 0 else math.inf
    half = math.exp(min(abs(x) / 2, 709.0))  # in two steps, so that only the product overflows
    return bessel_i_scaled(order, x) * half * half


SEMANTICS = {
    **ops_of(
        Broadcast,
        Igamma=elementwise(regular_lower_gamma),
        Igammac=elementwise(regular_upper_gamma),
        Betainc=elementwise(regular_beta),
        Zeta=elementwise(hurwitz_zeta),
        Polygamma=elementwise(polygamma),
    ),
    **ops_of(
        Unary,
        BesselI0=elementwise(lambda x: bessel_i(0, x)),
        BesselI1=elementwise(lambda x: bessel_i(1, x)),
        BesselI0e=elementwise(lambda x: bessel_i_scaled(0, x)),
        BesselI1e=elementwise(lambda x: bessel_i_scaled(1, x)),
    ),
}
