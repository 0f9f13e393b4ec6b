"""Arithmetic of complex numbers on pairs of real tensors. Formulas avoid overflow where the result does not overflow."""

from __future__ import annotations

import math

from tfir.ir.types import IntegerType, storage_bits

from tfopt.stablehlo.real_numbers import Real, as_type, filled, made, magnitude, where


class Complex:
    """re + im * i."""

    __slots__ = ("re", "im")

    def __init__(self, re: Real, im: Real):
        self.re, self.im = re, im

    def __add__(self, other):
        return Complex(self.re + other.re, self.im + other.im)

    def __sub__(self, other):
        return Complex(self.re - other.re, self.im - other.im)

    def __neg__(self):
        return Complex(-self.re, -self.im)

    def __mul__(self, other):
        return Complex(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __truediv__(self, other):
        """Division by the greater part of the divisor first (Smith, Algorithm 116: Complex division, 1962)."""
        steep = magnitude(other.re).is_("LT", magnitude(other.im))
        high, low = where(steep, other.im, other.re), where(steep, other.re, other.im)
        x, y = where(steep, self.im, self.re), where(steep, self.re, self.im)
        zero = high.is_("EQ", 0.0)
        ratio = where(zero, high, low / high)
        scale = high + low * ratio
        im = (y - x * ratio) / scale
        return Complex((x + y * ratio) / scale, where(steep, -im, im))

    def scaled(self, factor) -> Complex:
        return Complex(self.re * factor, self.im * factor)


def absolute(z: Complex) -> Real:
    a, b = magnitude(z.re), magnitude(z.im)
    high, low = made("maximum", a, b), made("minimum", a, b)
    ratio = low / high
    result = high * made("sqrt", ratio * ratio + 1.0)
    result = where(high.is_("EQ", 0.0), high, result)
    infinite = a.is_("EQ", math.inf) | b.is_("EQ", math.inf)
    return where(infinite, math.inf, result)


def angle(z: Complex) -> Real:
    return made("atan2", z.im, z.re)


def exponential(z: Complex) -> Complex:
    growth = made("exponential", z.re)
    im = where(z.im.is_("EQ", 0.0), z.im, growth * made("sine", z.im))
    return Complex(growth * made("cosine", z.im), im)


def exponential_minus_one(z: Complex) -> Complex:
    half = made("sine", z.im * 0.5)
    below = made("exponential_minus_one", z.re)
    return Complex(below * made("cosine", z.im) - 2.0 * (half * half), exponential(z).im)


def log(z: Complex) -> Complex:
    return Complex(made("log", absolute(z)), angle(z))


def log_plus_one(z: Complex) -> Complex:
    near = made("log_plus_one", z.re * (z.re + 2.0) + z.im * z.im) * 0.5
    above = Complex(z.re + 1.0, z.im)
    far = log(above)
    small = made("maximum", magnitude(z.re), magnitude(z.im)).is_("LT", 0.5)
    return Complex(where(small, near, far.re), far.im)


def sqrt(z: Complex) -> Complex:
    """The root in the right half; of negative numbers on the side of the cut that the sign of the imaginary part says, of -0 too."""
    root = made("sqrt", magnitude(z.re) * 0.5 + absolute(z) * 0.5)
    other = where(root.is_("EQ", 0.0), z.im, z.im / (root * 2.0))
    left = z.re.is_("LT", 0.0)
    im = where(has_sign(z.im), -root, root)
    return Complex(where(left, magnitude(other), root), where(left, im, other))


def has_sign(x: Real) -> Real:
    """Whether the sign bit is set, as -0 has it."""
    bits = IntegerType(storage_bits(x.type.element))
    return as_type(x, x.type.with_element(bits), "bitcast_convert").is_("LT", 0)


def inverse(z: Complex) -> Complex:
    return Complex(filled(z.re, 1.0), filled(z.re, 0.0)) / z


def rsqrt(z: Complex) -> Complex:
    return inverse(sqrt(z))


def power(z: Complex, w: Complex) -> Complex:
    """0 to the power of 0 is 1, and of anything else 0."""
    result = exponential(w * log(z))
    zero = z.re.is_("EQ", 0.0) & z.im.is_("EQ", 0.0)
    none = w.re.is_("EQ", 0.0) & w.im.is_("EQ", 0.0)
    return Complex(where(none, 1.0, where(zero, 0.0, result.re)), where(none | zero, 0.0, result.im))


def cbrt(z: Complex) -> Complex:
    result = exponential(log(z).scaled(1 / 3))
    zero = z.re.is_("EQ", 0.0) & z.im.is_("EQ", 0.0)
    return Complex(where(zero, 0.0, result.re), where(zero, 0.0, result.im))


def hyperbolic(x: Real) -> tuple[Real, Real]:
    """(sinh, cosh)."""
    below = made("exponential_minus_one", x)
    growth = made("exponential", x)
    sinh = (below + below / growth) * 0.5
    return where(x.is_("LT", -1.0), -made("exponential", -x) * 0.5 + growth * 0.5, sinh), (growth + made("exponential", -x)) * 0.5


def sine(z: Complex) -> Complex:
    sinh, cosh = hyperbolic(z.im)
    return Complex(made("sine", z.re) * cosh, made("cosine", z.re) * sinh)


def cosine(z: Complex) -> Complex:
    sinh, cosh = hyperbolic(z.im)
    return Complex(made("cosine", z.re) * cosh, -(made("sine", z.re) * sinh))


def tanh(z: Complex) -> Complex:
    """(sinh 2x + i sin 2y) / (cosh 2x + cos 2y), by tanh x and e**-2|x| so that nothing overflows."""
    t = made("tanh", z.re)
    cos, sin = made("cosine", z.im), made("sine", z.im)
    fading = made("exponential", -magnitude(z.re))
    sech = 2.0 * fading / (fading * fading + 1.0)  # 1 / cosh x
    divisor = cos * cos + (t * t) * (sin * sin)
    return Complex(t / divisor, sin * cos * (sech * sech) / divisor)


def tan(z: Complex) -> Complex:
    turned = tanh(Complex(-z.im, z.re))
    return Complex(turned.im, -turned.re)


def logistic(z: Complex) -> Complex:
    grown = exponential(-z)
    return inverse(Complex(grown.re + 1.0, grown.im))


def sign(z: Complex) -> Complex:
    size = absolute(z)
    zero = size.is_("EQ", 0.0)
    return Complex(where(zero, z.re, z.re / size), where(zero, z.im, z.im / size))
