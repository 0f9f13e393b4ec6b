"""Exponentials, logarithms, powers and trigonometric functions of complex numbers.

Source of the coefficients of cos(x) - 1: Moshier's Cephes library.
"""

from __future__ import annotations

from tfir.ir.operations import Value

from tfopt.complex_to_standard.formulas import INFINITY, NOT_A_NUMBER, Formula, multiplied, number_or, size
from tfopt.complex_to_standard.roots import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Parts = tuple[Value, Value]

COSINE_LESS_ONE = (
    4.7377507964246204691685e-14, -1.1470284843425359765671e-11, 2.0876754287081521758361e-9, -2.7557319214999787979814e-7,
    2.4801587301570552304991e-5, -1.3888888888888872993737e-3, 4.1666666666666666609054e-2,
)  # fmt: skip
QUARTER_OF_PI_SQUARED = 0.61685


def exp(f: Formula, a: Value) -> Value:
    """Where the exponential overflows it is put together of two of half the number."""
    real, imaginary = f.parts(a)
    zero, half, infinity = f.number(0.0), f.number(0.5), f.number(INFINITY)
    whole = f("math.exp", real)
    of_half = f("math.exp", f("arith.mulf", real, half))
    cosine, sine = f("math.cos", imaginary), f("math.sin", imaginary)
    overflows, is_real = f.compare("oeq", whole, infinity), f.plain.compare("oeq", imaginary, zero)

    def times(factor: Value) -> Value:
        once = f("arith.mulf", whole, factor)
        twice = f("arith.mulf", f("arith.mulf", of_half, factor), of_half)
        return f.choose(overflows, twice, once)

    result = times(cosine)
    return f.create(result, f.choose(is_real, zero, times(sine)))


def expm1(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    zero, one = f.number(0.0), f.number(1.0)
    less_one = f("math.expm1", real)
    whole = f("arith.addf", less_one, one)
    sine = f("math.sin", imaginary)
    cosine = cosine_less_one(f, imaginary)
    result = f("arith.addf", f("arith.mulf", less_one, f("arith.addf", cosine, one)), cosine)
    is_real = f.compare("oeq", imaginary, zero)
    return f.create(result, f.choose(is_real, zero, f("arith.mulf", whole, sine)))


def cosine_less_one(f: Formula, angle: Value) -> Value:
    """By a polynomial where the angle is below a quarter of pi."""
    minus_half, minus_one = f.number(-0.5), f.number(-1.0)
    direct = f("arith.addf", f("math.cos", angle), minus_one)
    square = f("arith.mulf", angle, angle)
    fourth = f("arith.mulf", square, square)
    total = f.number(COSINE_LESS_ONE[0])
    for factor in COSINE_LESS_ONE[1:]:
        total = f("math.fma", total, square, f.number(factor))
    series = f("arith.mulf", fourth, total)
    series = f.plain("arith.addf", series, f("arith.mulf", minus_half, square))
    is_large = f.compare("oge", square, f.number(QUARTER_OF_PI_SQUARED))
    return f.choose(is_large, direct, series)


def log(f: Formula, a: Value) -> Value:
    result = f("math.log", size(f, *f.parts(a)))
    real, imaginary = f.parts(a)
    return f.create(result, f("math.atan2", imaginary, real))


def log1p(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    half, one = f.number(0.5), f.number(1.0)
    more = f("arith.addf", real, one)
    height, width = f("math.absf", more), f("math.absf", imaginary)
    large, small = f("arith.maximumf", height, width), f("arith.minimumf", height, width)
    is_high = f.compare("ogt", more, width)
    less = f.choose(is_high, real, f("arith.subf", large, one))
    ratio = f.careful("arith.divf", small, large)
    of_large = f("math.log1p", less)
    of_ratio = f.careful("arith.mulf", half, f.careful("math.log1p", f.careful("arith.mulf", ratio, ratio)))
    result = number_or(f, f.careful("arith.addf", of_ratio, of_large), small)
    return f.create(result, f("math.atan2", imaginary, more))


def power(f: Formula, a: Value, b: Value) -> Value:
    (c, d), (re, im) = f.parts(b), f.parts(a)
    length = size(f, *f.parts(a))
    grown = f("math.powf", length, c)
    less = f("arith.negf", d)
    angle = f("math.atan2", im, re)
    factor = f("arith.mulf", grown, f("math.exp", f("arith.mulf", less, angle)))
    logarithm = f("math.log", length)
    turned = f("arith.addf", f("arith.mulf", c, angle), f("arith.mulf", d, logarithm))
    cosine, sine = f("math.cos", turned), f("math.sin", turned)
    return Power(f, (re, im), (c, d)).of(length, factor, cosine, sine)


class Power:
    """What is taken for a power where its formula gives none: of 0, of 1 and of infinity."""

    def __init__(self, f: Formula, a: Parts, b: Parts):
        self.f, (self.re, self.im), (self.c, self.d) = f, a, b

    def of(self, length: Value, factor: Value, cosine: Value, sine: Value) -> Value:
        f, compare = self.f, self.f.compare
        infinity, zero, one = f.number(INFINITY), f.number(0.0), f.number(1.0)
        whole, nothing, endless = f.create(one, zero), f.create(zero, zero), f.create(infinity, zero)
        is_zero = compare("oeq", length, zero)
        no_d, no_c, no_im = [compare("oeq", each, zero) for each in (self.d, self.c, self.im)]
        grows = compare("ole", zero, self.c)
        parts = f("arith.mulf", factor, cosine), f("arith.mulf", factor, sine)
        of_zero = f.choose(no_c, whole, nothing)
        result = f.create(*parts)
        result = f.choose(f.both(f.both(is_zero, no_d), grows), of_zero, result)
        result = f.choose(f.both(no_c, no_d), whole, result)
        result = f.choose(f.both(compare("oeq", self.re, one), no_im), whole, result)
        is_infinite = f.both(compare("oeq", self.re, infinity), no_im)
        is_above = f.both(no_d, compare("ogt", self.c, zero))
        result = f.choose(f.both(is_infinite, is_above), endless, result)
        is_below = f.both(no_d, compare("olt", self.c, zero))
        return f.choose(f.both(is_infinite, is_below), nothing, result)


def whole_power(f: Formula, a: Value, exponent: Value) -> Value:
    number = f.rewriter.value("arith.sitofp", [exponent], f.type)
    return power(f, a, f.create(number, f.number(0.0)))


def halves(f: Formula, imaginary: Value) -> Parts:
    """Half of the exponential of a part, and of its negation."""
    half = f.number(0.5)
    whole = f("math.exp", imaginary)
    return f("arith.mulf", half, whole), f("arith.divf", half, whole)


def cos(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    up, down = halves(f, imaginary)
    sine, cosine = f("math.sin", real), f("math.cos", real)
    result = f("arith.mulf", f("arith.addf", down, up), cosine)
    return f.create(result, f("arith.mulf", f("arith.subf", down, up), sine))


def sin(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    up, down = halves(f, imaginary)
    sine, cosine = f("math.sin", real), f("math.cos", real)
    result = f("arith.mulf", f("arith.addf", up, down), sine)
    return f.create(result, f("arith.mulf", f("arith.subf", up, down), cosine))


def tanh(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    return f.create(*hyperbolic_tangent(f, real, imaginary, f.number(-1.0)))


def tan(f: Formula, a: Value) -> Value:
    """tan(a) = -i tanh(ia)."""
    real, imaginary = f.parts(a)
    minus = f.number(-1.0)
    below, result = hyperbolic_tangent(f, f("arith.mulf", imaginary, minus), real, minus)
    return f.create(result, f("arith.mulf", below, minus))


def hyperbolic_tangent(f: Formula, real: Value, imaginary: Value, minus: Value) -> Parts:
    infinity, four = f.number(INFINITY), f.number(4.0)
    twice = f("arith.addf", real, real)
    other = f("arith.mulf", minus, twice)
    up, down = f("math.expm1", twice), f("math.expm1", other)
    above = f("arith.subf", up, down)
    cosine = f("math.cos", imaginary)
    square = f("arith.mulf", f("arith.mulf", cosine, cosine), four)
    both = f("arith.mulf", four, f("arith.mulf", cosine, f("math.sin", imaginary)))
    total = f("arith.addf", up, down)
    below = f("arith.addf", total, square)
    is_infinite = f.compare("oeq", total, infinity)
    limit = f("math.copysign", minus, real)
    parts = f.choose(is_infinite, limit, f("arith.divf", above, below)), f("arith.divf", both, below)
    return parts if f.is_finite else tangent_of_infinities(f, (real, imaginary), parts, both, infinity)


def tangent_of_infinities(f: Formula, a: Parts, parts: Parts, both: Value, infinity: Value) -> Parts:
    height, zero, nan = f("math.absf", a[0]), f.number(0.0), f.number(NOT_A_NUMBER)
    is_high, is_real = f.compare("oeq", height, infinity), f.compare("oeq", a[1], zero)
    is_finite = f.opposite(is_high)
    is_nan = f.compare("uno", both, both)
    is_unknown = f.both(is_nan, is_finite)
    is_zero = f.either(is_real, f.both(is_high, is_nan))
    real = f.choose(is_unknown, nan, parts[0])
    return real, f.choose(is_zero, zero, parts[1])


def atan2(divided: Callable[[Formula, Value, Value], Value], f: Formula, a: Value, b: Value) -> Value:
    """-i log((b + ia) / sqrt(b^2 + a^2))."""
    squares = multiplied(f, b, b), multiplied(f, a, a)
    root = sqrt(f, summed(f, *squares))
    zero, one = f.number(0.0), f.number(1.0)
    turned = summed(f, b, multiplied(f, f.create(zero, one), a))
    logarithm = log(f, divided(f, turned, root))
    return multiplied(f, f.create(zero, f.number(-1.0)), logarithm)


def summed(f: Formula, a: Value, b: Value) -> Value:
    real = f("arith.addf", f.re(a), f.re(b))
    return f.create(real, f("arith.addf", f.im(a), f.im(b)))
