"""Special functions that are integrals, of Python floats, in double precision. Sources: DLMF chapters 6 (exponential integral), 7 (Dawson,
Fresnel), 8 (incomplete gamma) and 25 (dilogarithm)."""

from __future__ import annotations

import math

from tfir.ods.special_functions import EPSILON, MOST_STEPS, TINY, digamma

EULER = 0.57721566490153286
DISTANCE = 0.2


def dawson(x: float) -> float:
    """exp(-x^2) times the integral of exp(t^2) from 0 to x: near 0 by Taylor's series, far away by the asymptotic one, between them by
    Rybicki's sum, whose error is exp(-(pi / (2 * DISTANCE))^2)."""
    size = abs(x)
    if not math.isfinite(x):
        return math.copysign(0.0, x) if math.isinf(x) else math.nan
    if size < 0.2:
        term = total = x
        for step in range(1, 15):
            term *= -2 * x * x / (2 * step + 1)
            total += term
        return total
    if size > 15:
        term = total = 1 / (2 * x)
        for step in range(1, 15):
            term *= (2 * step - 1) / (2 * x * x)
            total += term
        return total
    middle = 2 * round(size / (2 * DISTANCE))
    terms = [math.exp(-((size - each * DISTANCE) ** 2)) / each for each in range(middle - 41, middle + 42, 2)]
    total = math.fsum(terms) / math.sqrt(math.pi)
    return math.copysign(total, x)


def exponential_integral(x: float) -> float:
    """The integral of exp(t) / t up to a positive x. Of negative numbers and infinity there is none, as TensorFlow has it."""
    if not 0 < x < math.inf:
        return -math.inf if x == 0 else math.nan
    if x > 700:
        return math.inf if x > 717 else math.exp(x - 20) / x * asymptotic_factor(x) * math.exp(20)
    if x > 40:
        return math.exp(x) / x * asymptotic_factor(x)
    terms, power, step = [EULER, math.log(x)], 1.0, 0
    while not terms[2:] or abs(terms[-1]) > EPSILON * max(terms):
        step += 1
        power *= x / step
        terms.append(power / step)
    return math.fsum(terms)


def asymptotic_factor(x: float) -> float:
    """The sum of n! / x^n as far as its terms fall."""
    term = total = 1.0
    for step in range(1, int(x)):
        term *= step / x
        total += term
        if term < EPSILON:
            break
    return total


def spence(x: float) -> float:
    """The dilogarithm of 1 - x: the integral of log(t) / (1 - t) from 1 to x. Of infinity there is none, as TensorFlow has it."""
    if not 0 <= x < math.inf:
        return math.nan
    if x == 0:
        return math.pi**2 / 6
    if x < 0.5:
        return math.pi**2 / 6 - math.log(x) * math.log1p(-x) - spence(1 - x)
    if x > 1.5:
        return -(math.log(x) ** 2) / 2 - spence(1 / x)
    offset = 1 - x
    return math.fsum([offset**power / power**2 for power in range(1, 55)])


def fresnel(x: float) -> complex:
    """The integrals of cos(pi / 2 * t^2) and of sin from 0 to x, as real and imaginary part: the power series, far away the complementary
    error function's continued fraction."""
    size = abs(x)
    if math.isnan(x):
        return complex(math.nan, math.nan)
    if size > 1e8:
        return complex(math.copysign(0.5, x), math.copysign(0.5, x))
    if size < 1.5:
        term = total = complex(x)
        for step in range(1, 40):
            term *= 1j * math.pi / 2 * x * x / step
            total += term / (2 * step + 1)
        return total
    square = math.pi * size * size
    b = complex(1, -square)
    c, d = complex(1 / TINY), 1 / b
    fraction = d
    for step in range(1, MOST_STEPS):
        factor = -(2 * step - 1) * (2 * step)
        b += 4
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    angle = math.pi / 2 * math.fmod(size * size, 4)
    rest = complex(size, -size) * fraction * complex(math.cos(angle), math.sin(angle))
    total = complex(0.5, 0.5) * (1 - rest)
    return total if x > 0 else -total


def lower_gamma_slope(a: float, x: float) -> tuple[float, float]:
    """How the regular lower incomplete gamma function grows with `a`, as a multiple of its density in x, and that density."""
    density = math.exp((a - 1) * math.log(x) - x - math.lgamma(a))
    if x > 1 and x > a:
        fraction = upper_fraction(complex(a, SLIGHT), x)
        return -x * (fraction.real * (math.log(x) - digamma(a)) + fraction.imag / SLIGHT), density
    term = total = 1.0
    growth = slope = 0.0
    for step in range(1, MOST_STEPS):
        growth -= 1 / (a + step)
        term *= x / (a + step)
        total += term
        slope += term * growth
        if abs(term * growth) < EPSILON * abs(slope):
            break
    return x / a * (total * (math.log(x) - digamma(a + 1)) + slope), density


SLIGHT = 1e-30  # an imaginary step: what comes of it, divided by it, is the derivative without any cancellation


def upper_fraction(a: complex, x: float) -> complex:
    """The continued fraction of the upper incomplete gamma function, without the factor in front. Lentz's method tells how many terms it
    takes; from the last to the first they add up no roundings."""
    b = x + 1 - a
    c, d = complex(1 / TINY), 1 / b
    for step in range(1, MOST_STEPS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        if abs(c * d - 1) < EPSILON and abs((c * d).imag) < EPSILON * SLIGHT:
            break
    total = b
    for back in range(step, 0, -1):
        total = x + 2 * back - 1 - a - back * (back - a) / total
    return 1 / total


def lower_gamma_by_shape(a: float, x: float) -> float:
    """The derivative of the regular lower incomplete gamma function with respect to `a`."""
    if x == 0:
        return 0.0
    if not (a > 0 and x > 0) or math.isinf(a) or math.isinf(x):
        return 0.0 if a > 0 and x > 0 else math.nan
    slope, density = lower_gamma_slope(a, x)
    return slope * density


def gamma_sample_by_shape(alpha: float, sample: float) -> float:
    """How a gamma-distributed number moves with the parameter of its distribution, its place in it being the same."""
    if sample == 0 and not math.isnan(alpha):
        return 0.0
    if not (alpha > 0 and sample > 0) or math.isinf(alpha) or math.isinf(sample):
        return 0.0 if alpha > 0 and sample > 0 else math.nan
    return -lower_gamma_slope(alpha, sample)[0]
