"""Functions that a device lacks, or has in a precision of its own, from additions and multiplications in float32.

Polynomials are least-squares fits at Chebyshev nodes, rounded to float32. The bounds given are in units in the last place
against the exact result, for devices whose +, -, * and / round correctly; NaN gives NaN throughout.
"""

from __future__ import annotations

import math

from tfopt.iree_to_spirv.arithmetic import F, I, Kind, Value, maximum, minimum, unary, where

INFINITY = math.inf
# log(2) in two parts; a whole number below 2**15 times the first is exact
LN2 = (0.693359375, -0.00021219444170128554)
# pi/2 in four parts; a whole number below 2**13 times each of the first three is exact
HALF_PI = (1.5703125, 0.0004839897155761719, -1.628650352358818e-07, -5.564431554416771e-11)
FAR = 8192.0  # from where on that does not do
# The first 1,216 bits of 2/pi, two zeros in front of them
TWO_OVER_PI = (
    "28BE60DB9391054A7F09D5F47D4D377036D8A5664F10E4107F9458EAF7AEF1586DC91B8E909374B801924BBA827464873F877AC72C4A69CFBA208D7D4BAED121"
    "3A671C09AD17DF904E64758E60D4CE7D272117E2EF7E4A0EC7FE25FFF7816603FBCBC462D6829B47DB4D9FB3C9F2C26DD3D18FD9A797FA8B5D49EEB1FAF97C5E"
    "CF41CE7DE294A4BA9AFED7EC47E357421580CC11BF1EDAEA"
)

EXP = (0.5, 0.166665763, 0.0416664667, 0.00836317521, 0.00139336439)
LOG = (0.333333313, -0.249999896, 0.200007081, -0.166684806, 0.142499372, -0.124110505, 0.116615109, -0.115712009, 0.0714975372)
TANH = (-0.333333284, 0.133327335, -0.0538449883, 0.0209681876, -0.00605369732)
SIN = (-0.166666672, 0.00833333191, -0.00019840039, 2.72438524e-06)
COS = (0.0416666679, -0.00138888881, 2.48005617e-05, -2.72958857e-07)
ERF_SMALL = (1.12837911, -0.37612626, 0.112835974, -0.0268543288, 0.00518931216, -0.000801885501, 7.88249745e-05)
LOG_ERFC = (0.000400500488, -1.13060451, -0.631088853, -0.110907421, 0.0269994978, -0.00502104452, 0.000673337549, -6.00687963e-05, 3.09520465e-06, -6.58285799e-08)  # fmt: skip
ATAN = (-0.333333313, 0.19999516, -0.142630652, 0.107337251, -0.0641791523)
ATANH = (0.333333343, 0.200000644, 0.142749622, 0.116771966)


def polynomial(x: Value, coefficients) -> Value:
    """The sum of coefficients[i] * x**i."""
    total = x.like(coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = total * x + coefficient
    return total


def absolute(x: Value) -> Value:
    return unary("GL.FAbs", x)


def sqrt(x: Value) -> Value:
    return unary("GL.Sqrt", x)


def rsqrt(x: Value) -> Value:
    """1 ulp: a division rounds once more than the root."""
    return 1.0 / sqrt(x)


def with_sign_of(magnitude: Value, sign: Value) -> Value:
    """`magnitude`, which is not negative, with the sign bit of `sign`, that of -0 included."""
    bits = Kind("i", sign.kind.bits)
    return (magnitude.bitcast(bits) | (sign.bitcast(bits) & -(1 << bits.bits - 1))).bitcast(sign.kind)


def power_of_two(exponent: Value) -> Value:
    return (exponent + 127).shift_left(23).bitcast(F)


def exp(x: Value, small: Value | None = None) -> Value:
    """exp(x + small), where `small` is far below the spacing of numbers near x; 2 ulp, results below 2**-126 included."""
    x = maximum(minimum(x, 89.0), -104.5)
    n = unary("GL.RoundEven", x * 1.44269504)
    r = (x - n * LN2[0]) - n * LN2[1]
    if small is not None:
        r = r + small
    e = r * r * polynomial(r, EXP) + r + 1.0
    exponent = n.turned("ConvertFToS", I)  # from -151 to 128
    half = exponent.shift_right(1)  # in halves the result is rounded once where it is subnormal
    return e * power_of_two(half) * power_of_two(exponent - half)


def mantissa_and_exponent(x: Value) -> tuple[Value, Value]:
    """m from sqrt(1/2) to sqrt(2) and a whole e, as a float, with x = m * 2**e, for positive finite x."""
    tiny = x < 1.17549435e-38
    bits = where(tiny, x * 8388608.0, x).bitcast(I) - 0x3F3504F3
    e = bits.shift_right(23)
    m = ((bits & 0x7FFFFF) + 0x3F3504F3).bitcast(F)
    return m, e.turned("ConvertSToF", F) - where(tiny, x.like(23.0), 0.0)


def log(x: Value) -> Value:
    """2 ulp. -inf at 0, NaN below."""
    m, e = mantissa_and_exponent(x)
    f = m - 1.0
    square = f * f
    tail = f * square * polynomial(f, LOG) + e * LN2[1]
    result = (tail - 0.5 * square) + f + e * LN2[0]
    return at_the_ends_of_log(x, result)


def at_the_ends_of_log(x: Value, result: Value) -> Value:
    result = where(x < INFINITY, result, x)  # infinity and NaN are their own logarithms
    result = where(x.equals(0.0), result.like(-INFINITY), result)
    return where(x < 0.0, result.like(math.nan), result)


def expm1(x: Value) -> Value:
    """4 ulp. With u = exp(x) rounded, u - 1 is exact where x is small, and log(u) undoes the rounding of u."""
    u = exp(x)
    with x.kernel.uncontracted():
        below = u - 1.0
    result = below * (x / log(u))
    result = where(u.equals(1.0), x, result)
    result = where(u.equals(INFINITY), u, result)
    return where(u < 1e-9, result.like(-1.0), result)


def log1p(x: Value) -> Value:
    """4 ulp, by the same thought as expm1."""
    with x.kernel.uncontracted():  # else a driver may take u - 1 for x
        u = 1.0 + x
        added = u - 1.0
    result = log(u) * (x / added)
    result = where(u.equals(1.0), x, result)
    return where(u.equals(INFINITY) | u.equals(0.0), log(u), result)


def tanh(x: Value) -> Value:
    """3 ulp."""
    magnitude = absolute(x)
    square = x * x
    near = x * square * polynomial(square, TANH) + x
    far = 1.0 - 2.0 / (exp(magnitude * 2.0) + 1.0)
    return keeping_zeros(x, where(magnitude < 0.625, near, with_sign_of(far, x)))


def sine_and_cosine(x: Value) -> tuple[Value, Value]:
    """2 ulp of 1 (absolute error 1.2e-7)."""
    magnitude = absolute(x)
    is_near = magnitude < FAR
    near = where(is_near, x, x.like(0.0))
    k = unary("GL.RoundEven", near * 0.636619772)
    r = near
    for part in HALF_PI:
        r = r - k * part
    quadrant = k.turned("ConvertFToS", I)
    far_r, far_quadrant = far_quadrant_of(x)
    r, quadrant = where(is_near, r, far_r), where(is_near, quadrant, far_quadrant)
    r = where(magnitude < INFINITY, r, r.like(math.nan))
    square = r * r
    s = r * square * polynomial(square, SIN) + r
    c = square * square * polynomial(square, COS) - 0.5 * square + 1.0
    return turned_by_quadrants(quadrant, s, c)


def turned_by_quadrants(quadrant: Value, s: Value, c: Value) -> tuple[Value, Value]:
    """Sine and cosine of an angle that is `quadrant` right angles more than that of which `s` and `c` are sine and cosine."""
    swapped = (quadrant & 1).equals(1)
    sine, cosine = where(swapped, c, s), where(swapped, s, c)
    return where((quadrant & 2).equals(2), -sine, sine), where(((quadrant + 1) & 2).equals(2), -cosine, cosine)


def far_quadrant_of(x: Value) -> tuple[Value, Value]:
    """(r, q) with x = q * pi/2 + r, r from -pi/4 to pi/4, and q right but for multiples of four; for large finite x of 32 or 64 bits.

    The bits of x times those of 2/pi that matter, three words more than one, after Payne and Hanek, Radian reduction for
    trigonometric functions, 1983.
    """
    width, fraction_bits, bias = (64, 52, 1023) if x.kind.bits == 64 else (32, 23, 127)
    unsigned, signed = Kind("u", width), Kind("i", width)
    bits = x.bitcast(unsigned)
    mantissa = bits.shift_left(width - 1 - fraction_bits) | 1 << width - 1
    exponent = (bits.shift_right(fraction_bits) & 2 * bias + 1) - (bias - 1)  # x is mantissa / 2**width * 2**exponent
    places = (bias + 1) // width + 1
    table = words_of_two_over_pi(width, places + 3)
    word, shift = exponent.shift_right(width.bit_length() - 1), exponent & width - 1
    words = [chosen(word, table[i : i + places]) for i in range(4)]
    high, middle, low = [
        upper.shift_left(shift) | lower.shift_right(1).shift_right(width - 1 - shift) for upper, lower in zip(words, words[1:])
    ]
    carried = product_high(mantissa, low)
    part = mantissa * middle + carried
    whole = product_high(mantissa, middle) + mantissa * high + where(part < carried, part.like(1), part.like(0))
    quarter = 1 << width - 2
    quadrant, fraction = whole.shift_right(width - 2), (whole & quarter - 1).viewed(signed)
    upwards = fraction >= quarter // 2
    quadrant = where(upwards, quadrant + 1, quadrant).viewed(signed)
    fraction = where(upwards, fraction - quarter, fraction)
    scale = math.pi / 2 / quarter
    r = fraction.turned("ConvertSToF", x.kind) * scale + part.turned("ConvertUToF", x.kind) * (scale / 2**width)
    negative = x < 0.0
    return where(negative, -r, r), where(negative, -quadrant, quadrant)


def words_of_two_over_pi(width: int, count: int) -> list[int]:
    """The first is zero."""
    digits = width // 4
    return [0, *(int(TWO_OVER_PI[i * digits : (i + 1) * digits], 16) for i in range(count - 1))]


def chosen(word: Value, table: list[int]) -> Value:
    result = word.like(table[0])
    for i, entry in enumerate(table[1:], 1):
        result = where(word.equals(i), word.like(entry), result)
    return result


def product_high(x: Value, y: Value) -> Value:
    """The upper half of the bits of a product of unsigned words."""
    half = x.kind.bits // 2
    (a, b), (c, d) = [(v.shift_right(half), v & (1 << half) - 1) for v in (x, y)]
    first = a * d + (b * d).shift_right(half)
    second = b * c + (first & (1 << half) - 1)
    return a * c + first.shift_right(half) + second.shift_right(half)


def keeping_zeros(x: Value, result: Value) -> Value:
    """An odd function's result: -0 at -0."""
    return where(x.equals(0.0), x, result)


def erf(x: Value) -> Value:
    """4 ulp."""
    magnitude = absolute(x)
    square = x * x
    near = x * polynomial(square, ERF_SMALL)
    far = 1.0 - exp(polynomial(minimum(magnitude, 4.0), LOG_ERFC))
    return where(magnitude < 1.0, near, with_sign_of(far, x))


def atan_of_ratio(low: Value, high: Value) -> Value:
    """atan(low / high) for 0 <= low <= high, high > 0; 3 ulp."""
    ratio = low / high
    turned = ratio > 0.414213562  # tan(pi/8): beyond, atan(r) = pi/4 + atan((r - 1) / (r + 1))
    t = where(turned, (low - high) / (low + high), ratio)
    square = t * t
    result = t * square * polynomial(square, ATAN) + t
    return where(turned, result + 0.785398163, result)


def exact_product(a: Value, b: Value) -> tuple[Value, Value]:
    """The rounded product and what rounding lost (Dekker); nothing may be contracted on the way."""
    with a.kernel.uncontracted():
        product = a * b
        a_high, a_low = halves(a)
        b_high, b_low = halves(b)
        lost = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, lost


def halves(x: Value) -> tuple[Value, Value]:
    wide = x * (4097.0 if x.kind is F else 134217729.0)
    high = wide - (wide - x)
    return high, x - high


def exact_sum(a: Value, b: Value) -> tuple[Value, Value]:
    """The rounded sum and what rounding lost, for |a| >= |b| or a = 0."""
    with a.kernel.uncontracted():
        total = a + b
        return total, b - (total - a)


def precise_log(x: Value) -> tuple[Value, Value]:
    """log(x) as a sum of two numbers, good to about 2**-30 of it, for positive finite x."""
    m, e = mantissa_and_exponent(x)
    f = m - 1.0
    with x.kernel.uncontracted():
        divisor = m + 1.0
        divisor_low = m - (divisor - 1.0)
    s = f / divisor
    product, lost = exact_product(s, divisor)
    s_low = (((f - product) - lost) - s * divisor_low) / divisor
    square = s * s
    tail = 2.0 * (s_low + s * square * polynomial(square, ATANH)) + e * LN2[1]
    high, low = exact_sum(e * LN2[0], 2.0 * s)
    return exact_sum(high, low + tail)
