"""Makes exponentials, logarithms and square roots of complex numbers accurate ones of real numbers, everywhere in the plane.

Squares are added up with twice the precision where they cancel: T. J. Dekker, "A floating-point technique for extending the available
precision" (1971). Operations are built in upstream's order. Source: openxla/stablehlo, StablehloComplexMathExpanderPatterns.td.
"""

from __future__ import annotations

from functools import cache
from math import inf

from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType

from tfopt.arithmetic.complex_numbers import Constants, atan2, complex_of, hypotenuse, imag_of, log1p, real_of
from tfopt.arithmetic.tensor import Tensor, building, exp, holds, largest_finite, like, log, maximum, minimum, select, sqrt, unary
from tfopt.rewrite.pattern import FunctionPattern
from tfopt.stablehlo.optimization import has_usual_accuracy, optimize

TITLE = "StablehloComplexMathExpanderPass"
EXACT = False


def stablehlo_complex_math_expander(func: "Func"):
    optimize(func, [FunctionPattern((f"stablehlo.{name}",), by(expand)) for name, expand in EXPANSIONS.items()], top_down=True)


def by(expand):
    """The pattern that puts what a function makes of a complex operand in the place of an op."""

    def rewrite(op: Operation, rewriter) -> bool:
        if not isinstance(op.operands[0].type.element, ComplexType) or not has_usual_accuracy(op):
            return False
        with building(rewriter.builder):
            return rewriter.replace(op, [expand(Tensor(op.operands[0])).value])

    return rewrite


def largest_like(x: Tensor) -> Tensor:
    return like(largest_finite(x.element), x)


class Squares:
    """Squares whose rounding errors are known too. Numbers are split in two halves by a factor that the precision gives."""

    def __init__(self, number: Constants, largest):
        self.number, self.largest = number, cache(largest)
        self.factor = cache(self._factor)

    def _factor(self) -> Tensor:
        """2^27 + 1 for f64, 2^12 + 1 for f32 and bf16, 2^6 + 1 for f16."""
        number, largest = self.number, self.largest()
        is_double, of_double = holds("GT", largest, number(1e308)), number(134217729)
        return select(is_double, of_double, select(holds("GT", largest, number(1e38)), number(4097), number(65)))

    def error(self, x: Tensor, square: Tensor) -> Tensor:
        """x * x - square, exactly."""
        negated = -square
        product = self.factor() * x
        high = product + (x - product)
        error = negated + high * high
        low = x - high
        mixed = high * low
        return error + mixed + mixed + low * low


def error_of_sum(x: Tensor, y: Tensor, sum: Tensor) -> Tensor:
    """x + y - sum, exactly, whichever is larger. Source: D. E. Knuth."""
    of_y = sum - x
    return (x - (sum - of_y)) + (y - of_y)


def log_plus_one(z: Tensor) -> Tensor:
    """The real part is half of log1p(2x + x*x + y*y); by the logarithm of the larger part where the squares overflow, and near -1 by
    that of (x + 1)^2 + y*y."""
    x = real_of(z)
    x_size, y = abs(x), imag_of(z)
    y_size, number = abs(y), Constants(x)
    larger, largest = maximum(x_size, y_size), largest_like(x)
    is_large = holds("GT", larger, sqrt(largest) * number(0.01))
    logarithm, half, smaller = log(larger), number(0.5), minimum(x_size, y_size)
    equal, one, ratio = holds("EQ", smaller, larger), number(1), smaller / larger
    of_large = logarithm + half * log1p(select(equal, one, ratio * ratio))
    more = x + one
    is_near = holds("LT", abs(more) + y_size, number(0.2))
    of_square = more * more
    yy = y * y
    of_near = half * log(of_square + yy)
    real = select(is_large, of_large, select(is_near, of_near, half * log1p(twice_and_squares(x, y, yy, Squares(number, lambda: largest)))))
    return complex_of(real, atan2(y, more))


def twice_and_squares(x: Tensor, y: Tensor, yy: Tensor, squares: Squares) -> Tensor:
    """2x + x*x + y*y with one rounding or two."""
    twice = x + x
    first = twice + yy
    xx = x * x
    second = first + xx
    yy_error = squares.error(y, yy)
    third = second + yy_error
    xx_error = squares.error(x, xx)
    sum = third + xx_error
    error = error_of_sum(twice, yy, first) + error_of_sum(first, xx, second)
    error = error + error_of_sum(second, yy_error, third)
    return sum + (error + error_of_sum(third, xx_error, sum))


def logarithm(z: Tensor) -> Tensor:
    """The real part is half of log1p(x*x + y*y - 1) where that is small, else by the larger part."""
    x = real_of(z)
    number = Constants(x)
    near = squares_less_one(x, imag_of(z), number)
    y, excess = near
    half = number(0.5)
    is_near = holds("LT", abs(excess), half)
    of_near = half * log1p(excess)
    x_size, y_size = abs(x), abs(y)
    larger = maximum(x_size, y_size)
    of_larger = log(larger)
    smaller = minimum(x_size, y_size)
    ratio = select(holds("EQ", smaller, larger), number(1), smaller / larger)
    return complex_of(select(is_near, of_near, of_larger + half * log1p(ratio * ratio)), atan2(y, x))


def squares_less_one(x: Tensor, y: Tensor, number: Constants) -> tuple[Tensor, Tensor]:
    """y, and x*x + y*y - 1 with one rounding or two: the larger square is added first."""
    yy = y * y
    xx = x * x
    y_is_larger = holds("GT", yy, xx)
    high = select(y_is_larger, yy, xx)
    first = number(-1) + high
    low = select(y_is_larger, xx, yy)
    second = first + low
    squares = Squares(number, lambda: largest_like(x))
    yy_error = squares.error(y, yy)
    third = second + yy_error
    xx_error = squares.error(x, xx)
    sum = third + xx_error
    error = (high - (first - number(-1))) + (low - (second - first))
    return y, sum + (error + (yy_error - (third - second)) + (xx_error - (sum - third)))


def square_root(z: Tensor) -> Tensor:
    """u + i * y / (2u) on the right, |y| / (2u) +- i * u on the left, u being sqrt((|z| + |x|) / 2)."""
    x = real_of(z)
    number = Constants(x)
    on_right = holds("GE", x, number(0))
    x_size, y = abs(x), imag_of(z)
    y_size = abs(y)
    u, over_u = root_and_rest(x_size, y_size, number)
    real = select(on_right, u, over_u)
    on_left, is_below = holds("LT", x, number(0)), holds("LT", y, number(0))
    return complex_of(real, select(on_left, select(is_below, -u, u), select(is_below, -over_u, over_u)))


def root_and_rest(x: Tensor, y: Tensor, number: Constants) -> tuple[Tensor, Tensor]:
    """u = sqrt((hypot(x, y) + x) / 2) of sizes x and y, and y / (2u); by the ratio of x and y where u overflows or vanishes."""
    equal = holds("EQ", x, y)
    x_root = sqrt(x)
    root_of_two = number(1.4142135623730951)
    of_equal = x_root * number(1.5537739740300374) / root_of_two
    plain = sqrt(hypotenuse(x, y, number) / number(2) + x / number(2))
    is_lost = holds("EQ", plain, number(0)) | holds("EQ", plain, number(inf))
    x_is_larger, y_is_larger = holds("GT", x, y), holds("LT", x, y)
    ratio = select(equal, number(1), select(y_is_larger, x / y, y / x))
    hypotenuse_of_ratio = hypotenuse(number(1), abs(ratio), number)
    by_x = sqrt(number(1) + hypotenuse_of_ratio)
    of_larger_x = x_root * (by_x / root_of_two)
    y_root, by_y = sqrt(y), sqrt(ratio + hypotenuse_of_ratio)
    of_larger_y = y_root * (by_y / root_of_two)
    u = select(equal, of_equal, select(is_lost, select(x_is_larger, of_larger_x, of_larger_y), plain))
    root_of_ratio = select(equal, number(1), select(y_is_larger, x_root / y_root, y_root / x_root))
    rest_of_larger_x = y_root * root_of_ratio / (by_x * root_of_two)
    lost = select(x_is_larger, rest_of_larger_x, y_root / (by_y * root_of_two))
    return u, select(equal, y_root / number(2.19736822693562), select(is_lost, lost, y / (plain * number(2))))


def exponential(z: Tensor) -> Tensor:
    """exp(x) (cos y + i sin y), in two steps where exp(x) overflows; on the real axis there is no imaginary part."""
    x = real_of(z)
    size, number = exp(x), Constants(x)
    is_large = holds("EQ", size, number(inf))
    root = exp(x * number(0.5))
    y = imag_of(z)
    cosine = unary("cosine", y)
    real = select(is_large, root * cosine * root, size * cosine)
    is_real, zero, sine = holds("EQ", y, number(0)), number(0), unary("sine", y)
    return complex_of(real, select(is_real, zero, select(is_large, root * sine * root, size * sine)))


EXPANSIONS = {"exponential": exponential, "log": logarithm, "log_plus_one": log_plus_one, "sqrt": square_root}
