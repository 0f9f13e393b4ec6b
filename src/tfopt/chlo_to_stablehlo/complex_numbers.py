"""Complex numbers: inverse trigonometric and hyperbolic functions without cancellation or early overflow.

Source of the inverse sine and cosine: Hull, Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions using exception
handling", ACM TOMS 23 (1997), with fewer regions.
"""

from __future__ import annotations

from math import inf, pi

from tfir.ir.types import I1

from tfopt.arithmetic.complex_numbers import Constants, atan2, complex_of, hypotenuse, imag_of, log1p, real_of
from tfopt.arithmetic.tensor import SMALLEST_NORMAL, Tensor, holds, largest_finite, like, log, maximum, select, sqrt, unary


def asin_acos_kernel(z: Tensor) -> Tensor:
    """sqrt(a*a - x*x) + i * log(a + sqrt(a*a - 1)) for sizes x and y of the parts of z, a = (|z + 1| + |z - 1|) / 2."""
    signed_x = real_of(z)
    x = abs(signed_x)
    signed_y = imag_of(z)
    y = abs(signed_y)
    number = Constants(signed_x)
    larger = maximum(x, y)
    limit = sqrt(like(largest_finite(signed_x.element), signed_x)) / number(8)
    is_far = holds("GE", larger, limit)
    is_inside = holds("LE", x, number(1))
    half = number(0.5)
    more = x + number(1)
    to_left = hypotenuse(abs(more), y, number)
    less = x - number(1)
    to_right = hypotenuse(abs(less), y, number)
    a = half * (to_left + to_right)
    half_apx = half * (a + x)
    yy = y * y
    left_sum = to_left + more
    yy_over_left = yy / left_sum
    right_difference = to_right - less
    inside = sqrt(half_apx * (yy_over_left + right_difference))
    over_left = half_apx / left_sum
    right_sum = to_right + less
    outside = y * sqrt(over_left + half_apx / right_sum)
    real = select(is_far, y, select(is_inside, inside, outside))
    return complex_of(real, imag_of_kernel(x, y, signed_y, number, limit, (more, less, a, yy, left_sum, right_difference, right_sum)))


def imag_of_kernel(x, y, signed_y, number, limit, parts) -> Tensor:
    more, less, a, yy, left_sum, right_difference, right_sum = parts
    one, half, two = number(1), number(0.5), number(2)
    is_near_axis = holds("LT", x, limit * like(1e12, number.x))
    low_limit = select(is_near_axis, limit * like(1e-6, number.x), limit * like(100.0, number.x))
    y_is_far = holds("GE", y, low_limit)
    larger = select(y_is_far, y, x)
    is_far = holds("GE", larger, select(y_is_far, low_limit, limit))
    logarithms = log(two) + log(larger)
    is_infinite = holds("EQ", y, like(inf, signed_y))
    ratio = select(y_is_far & unary("not", is_infinite), x / y, number(0))
    far = logarithms + half * log1p(ratio * ratio)
    tiny = holds("LT", y, sqrt(like(SMALLEST_NORMAL[x.element.name], number.x)) * like(4, number.x))
    is_tiny = tiny & holds("LT", x, one)
    product = more * less
    a_more = a + one
    of_tiny = -(product / a_more)
    is_outside = holds("GE", x, one)
    half_yy = half * yy
    left = half_yy / left_sum
    outside = left + half * right_sum
    is_small = holds("LE", a, like(1.5, number.x))
    small = left + half_yy / right_difference
    a_less = select(is_tiny, of_tiny, select(is_outside, outside, select(is_small, small, a - one)))
    root = sqrt(a_less * a_more)
    return select(is_far, far, select(is_tiny, y / root, log1p(a_less + root)))


def asin(z: Tensor) -> Tensor:
    signed_x = real_of(z)
    kernel = asin_acos_kernel(z)
    real = atan2(signed_x, real_of(kernel))
    signed_y = imag_of(z)
    is_below = holds("LT", signed_y, like(0, signed_x))
    imag = imag_of(kernel)
    return complex_of(real, select(is_below, -imag, imag))


def acos(z: Tensor) -> Tensor:
    kernel = asin_acos_kernel(z)
    real_of_kernel = real_of(kernel)
    real = atan2(real_of_kernel, real_of(z))
    signed_y = imag_of(z)
    is_below = holds("LT", signed_y, like(0, signed_y))
    imag = imag_of(kernel)
    return complex_of(real, select(is_below, imag, -imag))


def acosh(z: Tensor) -> Tensor:
    kernel = asin_acos_kernel(z)
    real = imag_of(kernel)
    signed_y = imag_of(z)
    is_below = holds("LT", signed_y, like(0, signed_y))
    real_of_kernel = real_of(kernel)
    angle = atan2(real_of_kernel, real_of(z))
    return complex_of(real, select(is_below, -angle, angle))


def asinh(z: Tensor) -> Tensor:
    """From the kernel at i * z."""
    signed_x = real_of(z)
    is_left = holds("LT", signed_x, like(0, signed_x))
    signed_y = imag_of(z)
    kernel = asin_acos_kernel(complex_of(-signed_y, signed_x))
    imag = imag_of(kernel)
    real = select(is_left, -imag, imag)
    return complex_of(real, atan2(signed_y, real_of(kernel)))


def atan(z: Tensor) -> Tensor:
    """-i * atanh(i * z)."""
    turned = -imag_of(z)
    result = atanh(complex_of(turned, real_of(z)))
    real = imag_of(result)
    return complex_of(real, -real_of(result))


def atanh(z: Tensor) -> Tensor:
    """log1p(4 |x| / ((1 - |x|)^2 + y^2)) / 4 with the sign of x, and the angle of (1 - |x|)(1 + |x|) - y^2 + 2yi, halved; where the squares
    would overflow what is left of both."""
    x = real_of(z)
    number = Constants(x)
    sign = select(holds("GE", x, number(0)), number(1), number(-1))
    four = like(4, x)
    size = abs(x)
    largest = like(largest_finite(x.element), x)
    is_f64 = holds("GT", largest, like(1e308 if x.element.width == 64 else inf, x))
    of_f64 = like(9007199254740994.0, x)
    is_f32 = holds("GT", largest, like(1e38 if x.element.width >= 32 else inf, x))
    of_f32, of_f16 = like(16777218.0, x), like(2050.0, x)
    limit = select(is_f64, of_f64, select(is_f32, of_f32, of_f16))  # more than 1 / (half a unit in the last place of 1)
    far = limit * limit
    is_near_x = holds("LT", size, far)
    y = imag_of(z)
    height = abs(y)
    is_near = is_near_x & holds("LT", height, far)
    one = number(1)
    left = one - size
    squared = left * left
    yy = y * y
    near = size / (squared + yy)
    is_flat = holds("LT", height * limit, size)
    flat = one / size
    infinite = like(inf, x)
    x_is_infinite = holds("EQ", x, infinite)
    minus_infinite = like(-inf, x)
    x_is_infinite = x_is_infinite | holds("EQ", x, minus_infinite)
    y_is_infinite = holds("EQ", y, infinite) | holds("EQ", y, minus_infinite)
    is_infinite = x_is_infinite | y_is_infinite
    steep = one / (size / y + y / size) / y
    quotient = select(is_near, near, select(is_flat, flat, select(is_infinite, number(0), steep)))
    real = sign * log1p(four * quotient) * like(0.25, x)
    doubled = y + y
    angle = atan2(doubled, left * (one + size) - yy)
    side = select(holds("GE", y, like(0, y)), one, number(-1))
    imag = select(is_near, angle, side * like(pi, x)) * like(0.5, x)
    return complex_of(real, imag)


def square(z: Tensor) -> Tensor:
    """(x - y)(x + y) + 2xyi; the real part is 0 where finite parts are of one size."""
    x = real_of(z)
    is_finite = unary("is_finite", x, I1)
    size = abs(x)
    y = imag_of(z)
    cancels = is_finite & holds("EQ", size, abs(y))
    zero = like(0, x)
    real = select(cancels, zero, (x - y) * (x + y))
    two = like(2, x)
    return complex_of(real, two * (x * y))
