"""Functions of floats of 32 and of 64 bits, made of those that each of both precisions has of its own."""

from __future__ import annotations

import math

from tfopt.iree_to_spirv import double_precision, transcendental
from tfopt.iree_to_spirv.arithmetic import Kind, Value, is_nan, unary, where
from tfopt.iree_to_spirv.transcendental import INFINITY, absolute, exact_product, keeping_zeros, with_sign_of


def of_its_precision(name: str):
    """The function of that name for numbers of 32 bits, or for those of 64."""
    return lambda x, *rest: getattr(double_precision if x.kind.bits == 64 else transcendental, name)(x, *rest)


exp, expm1, tanh, erf = of_its_precision("exp"), of_its_precision("expm1"), of_its_precision("tanh"), of_its_precision("erf")
log, log1p, precise_log = of_its_precision("log"), of_its_precision("log1p"), of_its_precision("precise_log")
sine_and_cosine, atan_of_ratio = of_its_precision("sine_and_cosine"), of_its_precision("atan_of_ratio")


def is_negative(x: Value) -> Value:
    """Whether the sign bit is set."""
    return x.bitcast(Kind("i", x.kind.bits)) < 0


def logistic(x: Value) -> Value:
    """4 ulp: only exponentials of negative numbers, so nothing overflows."""
    e = exp(-absolute(x))
    below = e / (1.0 + e)
    return where(x < 0.0, below, 1.0 / (1.0 + e))


def sine(x: Value) -> Value:
    return keeping_zeros(x, sine_and_cosine(x)[0])


def cosine(x: Value) -> Value:
    return sine_and_cosine(x)[1]


def tan(x: Value) -> Value:
    s, c = sine_and_cosine(x)
    return keeping_zeros(x, s / c)


def atan2(y: Value, x: Value) -> Value:
    """IEEE 754's: the signs of zeros count, and two infinities make an odd multiple of pi/4. 4 ulp."""
    a, b = absolute(y), absolute(x)
    both = a.equals(INFINITY) & b.equals(INFINITY)
    a, b = where(both, a.like(1.0), a), where(both, b.like(1.0), b)
    steep = a > b
    low, high = where(steep, b, a), where(steep, a, b)
    result = atan_of_ratio(low, where(high.equals(0.0), high.like(1.0), high))
    result = where(high.equals(INFINITY), result.like(0.0), result)
    result = where(steep, math.pi / 2 - result, result)
    result = where(is_negative(x), math.pi - result, result)
    return where(is_nan(x) | is_nan(y), x + y, with_sign_of(result, y))


def cbrt(x: Value) -> Value:
    """2 ulp: a step of Newton's on exp(log(x) / 3)."""
    magnitude = absolute(x)
    guess = exp(log(magnitude) * (1 / 3))
    better = guess - (guess - magnitude / (guess * guess)) * (1 / 3)
    better = where(magnitude.equals(0.0) | (magnitude >= INFINITY), magnitude, better)
    return where(is_nan(x), x, with_sign_of(better, x))


def power(x: Value, y: Value) -> Value:
    """IEEE 754's pow with its special cases. 4 ulp."""
    magnitude = absolute(x)
    usual = (magnitude > 0.0) & (magnitude < INFINITY)
    result = power_of_positive(where(usual, magnitude, magnitude.like(1.0)), y)
    grows = (y > 0.0) ^ magnitude.equals(0.0)
    result = where(usual, result, where(grows, result.like(INFINITY), 0.0))
    whole = unary("GL.Floor", y).equals(y)
    half = y * 0.5
    odd = whole & unary("GL.Floor", half).differs(half)
    result = where(odd & is_negative(x), -result, result)
    result = where((x < 0.0) & ~whole & usual, result.like(math.nan), result)
    result = where(is_nan(x) | is_nan(y), x + y, result)
    one = y.equals(0.0) | x.equals(1.0) | (x.equals(-1.0) & absolute(y).equals(INFINITY))
    return where(one, result.like(1.0), result)


def power_of_positive(x: Value, y: Value) -> Value:
    """For positive finite x. Relative errors of f64 grow with the exponent of e, to 2e-13 at the ends."""
    high, low = precise_log(x)
    product, lost = exact_product(high, y)
    largest, largest_exponent = (1000.0, 1e290) if x.kind.bits == 64 else (200.0, 1e30)
    lost = where((absolute(product) < largest) & (absolute(y) < largest_exponent), lost + low * y, lost.like(0.0))
    return exp(product, lost)
