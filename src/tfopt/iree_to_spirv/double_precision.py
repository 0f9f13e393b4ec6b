"""Functions of float64 numbers, which SPIR-V's extended instructions do not cover, from additions and multiplications.

The series are Taylor's, cut where the rest is below half a unit in the last place. Relative errors are below 1e-14 but for where
a bound is given; NaN gives NaN throughout.
"""

from __future__ import annotations

import math

from tfopt.iree_to_spirv.arithmetic import Kind, Value, is_nan, maximum, minimum, unary, where
from tfopt.iree_to_spirv.transcendental import (
    absolute,
    at_the_ends_of_log,
    exact_sum,
    far_quadrant_of,
    keeping_zeros,
    polynomial,
    turned_by_quadrants,
    with_sign_of,
)

D, LONG = Kind("f", 64), Kind("u", 64)
SMALLEST_NORMAL, INFINITY = 2.0**-1022, math.inf
# log(2) and pi/2 in parts; a whole number below 2**20 times each but the last is exact
LN2 = (6.93147180369123816490e-01, 1.90821492927058770002e-10)
HALF_PI = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624871116645580e-21, 8.47842766036889956997e-32)
FARTHEST = 2.0**20
EXP = [1 / math.factorial(n) for n in range(1, 15)]  # (exp(r) - 1) / r
SIN = [(-1) ** n / math.factorial(2 * n + 1) for n in range(10)]
COS = [(-1) ** n / math.factorial(2 * n) for n in range(11)]
LOG = [2 / (2 * n + 1) for n in range(13)]  # log((1 + s) / (1 - s)) / s, by the square of s
ATAN = [(-1) ** n / (2 * n + 1) for n in range(22)]  # atan(t) / t, by the square of t up to tan(pi/8)
ERF = [2 / math.sqrt(math.pi) * 2**n / math.prod(range(1, 2 * n + 2, 2)) for n in range(60)]  # erf(x) * exp(x*x) / x, by x*x up to 9
ERFC_LEVELS = 18  # of a continued fraction, from 3 on


def whole(x: Value) -> Value:
    """A whole number's bits, 64 of them."""
    x.kernel.require("shaderInt64", "functions of f64", "Int64")
    return x.turned("ConvertFToS", Kind("i", 64)).viewed(LONG)


def power_of_two(exponent: Value) -> Value:
    """2**k for whole k from -1022 to 1023."""
    return (whole(exponent) + 1023).shift_left(52).bitcast(D)


def exp(x: Value, small: Value | None = None) -> Value:
    """Of the sum of both, where `small` is below the spacing of numbers near x."""
    x = minimum(maximum(x, -800.0), 800.0)
    k = unary("GL.RoundEven", x * 1.44269504088896340736)
    r = (x - k * LN2[0]) - k * LN2[1]  # x is k * log(2) + r, k whole and r small
    r = r if small is None else r + small
    half = unary("GL.Floor", k * 0.5)  # 2**k itself may be out of range where the result is not
    return (r * polynomial(r, EXP) + 1.0) * power_of_two(half) * power_of_two(k - half)


def expm1(x: Value) -> Value:
    return where(absolute(x) < 0.35, x * polynomial(x, EXP), exp(x) - 1.0)


def log_in_parts(x: Value) -> tuple[Value, Value]:
    """Two numbers whose sum is log(x), for positive finite x; the first is 0 or larger than the other, and exact."""
    small = x < SMALLEST_NORMAL
    bits = where(small, x * 2.0**54, x)
    whole(x)  # for the capability
    bits = bits.bitcast(LONG)
    mantissa = ((bits & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000).bitcast(D)
    exponent = (bits.shift_right(52) & 0x7FF).turned("ConvertUToF", D) - where(small, x.like(1077.0), x.like(1023.0))
    above = mantissa > math.sqrt(2)
    mantissa, exponent = where(above, mantissa * 0.5, mantissa), where(above, exponent + 1.0, exponent)
    s = (mantissa - 1.0) / (mantissa + 1.0)
    return exponent * LN2[0], s * polynomial(s * s, LOG) + exponent * LN2[1]


def log(x: Value) -> Value:
    high, low = log_in_parts(x)
    return at_the_ends_of_log(x, high + low)


def precise_log(x: Value) -> tuple[Value, Value]:
    """log(x) as a sum of two numbers, for positive finite x."""
    return exact_sum(*log_in_parts(x))


def log1p(x: Value) -> Value:
    """Near zero log(1 + x) = 2 artanh(x / (2 + x))."""
    s = x / (x + 2.0)
    return where(absolute(x) < 0.3, s * polynomial(s * s, LOG), log(x + 1.0))


def tanh(x: Value) -> Value:
    twice = expm1(minimum(maximum(x, -30.0), 30.0) * 2.0)
    return keeping_zeros(x, twice / (twice + 2.0))


def sine_and_cosine(x: Value) -> tuple[Value, Value]:
    """Absolute errors below 1e-15; NaN for infinities."""
    k = unary("GL.RoundEven", x * 0.636619772367581343076)
    is_near = absolute(k) < FARTHEST
    k = where(is_near, k, x.like(0.0))
    near = x
    for part in HALF_PI:
        near = near - k * part
    quadrant, (far, far_quadrant) = whole(k), far_quadrant_of(x)
    r, quadrant = where(is_near, near, far), where(is_near, quadrant, far_quadrant.viewed(LONG))
    r = where(absolute(x) < INFINITY, r, x.like(math.nan))
    square = r * r
    s, c = r * polynomial(square, SIN), polynomial(square, COS)
    return turned_by_quadrants(quadrant, s, c)


def atan_of_ratio(low: Value, high: Value) -> Value:
    """atan(low / high) for 0 <= low <= high, high > 0. Beyond tan(pi/8) it is pi/4 + atan((r - 1) / (r + 1))."""
    whole(low)  # for the capability: signs are set as bits of whole numbers
    ratio = low / high
    turned = ratio > math.tan(math.pi / 8)
    t = where(turned, (low - high) / (low + high), ratio)
    result = t * polynomial(t * t, ATAN)
    return where(turned, result + math.pi / 4, result)


def erf(x: Value) -> Value:
    """A series of positive terms; far away 1 - erfc(x) by its continued fraction."""
    size = minimum(absolute(x), 6.0)  # where erf is 1
    near = x * polynomial(x * x, ERF) * exp(-(x * x))
    large = maximum(size, 3.0)
    level, step = large.like(1.0), 0.5 / (large * large)
    for number in range(ERFC_LEVELS, 0, -1):
        level = 1.0 + step * float(number) / level
    far = 1.0 - exp(-(large * large)) / (large * math.sqrt(math.pi) * level)
    return where(is_nan(x), x, where(size < 3.0, near, with_sign_of(far, x)))
