"""Bessel functions of orders 0 and 1 of Python floats, in double precision. Sources: DLMF chapter 10, Abramowitz and Stegun chapter 9."""

from __future__ import annotations

import math

EULER = 0.57721566490153286
SMALL, FAR = 1e-9, 25.0  # below, the first term of the power series is all; beyond, the asymptotic series has double precision


def by_recurrence(x: float) -> list[float]:
    """J of orders 0, 1, 2, .. of x in [SMALL, FAR]: Miller's recurrence downwards, made to have J0 + 2 * (J2 + J4 + ..) = 1."""
    first = 2 * (int(x) // 2 + (24 if x > 1 else 8))
    values = [0.0] * (first + 2)
    values[first] = 1e-250
    for order in range(first, 0, -1):
        values[order - 1] = 2 * order / x * values[order] - values[order + 1]
    total = values[0] + 2 * math.fsum(values[2::2])
    return [value / total for value in values]


def far_away(order: int, x: float) -> tuple[float, float]:
    """J and Y of large x by Hankel's asymptotic series."""
    even, odd, term = 1.0, 0.0, 1.0
    for step in range(1, 40):
        factor = (4 * order * order - (2 * step - 1) ** 2) / (8 * x * step)
        if abs(factor) >= 1:
            break
        term *= factor
        sign = -1 if step % 4 in (2, 3) else 1
        if step % 2:
            odd += sign * term
        else:
            even += sign * term
    angle, size = x - (2 * order + 1) * math.pi / 4, math.sqrt(2 / (math.pi * x))
    cosine, sine = math.cos(angle), math.sin(angle)
    return size * (even * cosine - odd * sine), size * (even * sine + odd * cosine)


def bessel_j(order: int, x: float) -> float:
    size = abs(x)
    if not math.isfinite(x):
        return math.nan
    if size < SMALL:
        return x / 2 if order else 1.0
    value = by_recurrence(size)[order] if size < FAR else far_away(order, size)[0]
    return -value if order and x < 0 else value


def bessel_y(order: int, x: float) -> float:
    """Of numbers that are not positive -inf, as Cephes and TensorFlow have it."""
    if not 0 < x < math.inf:
        return -math.inf if x <= 0 else math.nan
    if x >= FAR:
        return far_away(order, x)[1]
    if x < SMALL:
        return -2 / (math.pi * x) if order else 2 / math.pi * (math.log(x / 2) + EULER)
    values = by_recurrence(x)
    terms = [(-1) ** k * (order + 2 * k) * values[order + 2 * k] / (k * (order + k)) for k in range(1, (len(values) - order) // 2)]
    logarithm = (math.log(x / 2) + EULER - order) * values[order]
    return 2 / math.pi * (logarithm - math.fsum(terms)) - (2 * values[0] / (math.pi * x) if order else 0.0)


def bessel_k_scaled(order: int, x: float) -> float:
    """exp(x) * K(x): the integral of exp(-x * (cosh(t) - 1)) * cosh(order * t) over t from 0, by the trapezoidal rule, whose error falls
    exponentially with the step. Of numbers that are not positive inf, as Cephes and TensorFlow have it."""
    if not 0 < x < math.inf:
        return math.inf if x <= 0 else 0.0 if x > 0 else math.nan
    step = min(1 / 16, 0.6 / math.sqrt(x))  # a power of two, so that its multiples are exact, but of large numbers
    terms, count = [0.5], 1
    while (depth := 2 * x * math.sinh(count * step / 2) ** 2) < 745:
        terms.append(math.exp(-depth) * math.cosh(order * count * step))
        count += 1
    return step * math.fsum(terms)


def bessel_k(order: int, x: float) -> float:
    return bessel_k_scaled(order, x) * math.exp(-max(x, 0.0))
