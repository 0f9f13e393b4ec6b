"""Real numbers: trigonometric and hyperbolic functions and their inverses, infinities, neighbours, upper halves of products."""

from __future__ import annotations

from math import inf, nan

from tfir.ir.types import IntegerType, storage_bits

from tfopt.arithmetic import special
from tfopt.arithmetic.complex_numbers import conjugate
from tfopt.arithmetic.tensor import Tensor, emit, exp, holds, in_f32, largest_finite, like, log, of_operands, select, sqrt, unary
from tfopt.chlo_to_stablehlo import complex_numbers
from tfopt.chlo_to_stablehlo.decomposition import DECOMPOSITIONS, decompose


def real_or_complex(real, complex):
    return lambda x: (complex if x.is_complex else real)(x)


def real_asin(x: Tensor) -> Tensor:
    one = like(1, x)
    half = emit("atan2", [x, one + sqrt((one - x) * (one + x))], x.type)
    return half + half


def real_acos(x: Tensor) -> Tensor:
    one = like(1, x)
    return emit("atan2", [sqrt((one - x) * (one + x)), x], x.type)


def real_asinh(x: Tensor) -> Tensor:
    """log1p(|x| + x*x / (1 + sqrt(1 + x*x))), or log 2|x| where the square would overflow."""
    sign, size = unary("sign", x), abs(x)
    is_large = holds("GE", size, sqrt(like(largest_finite(x.element), x)))
    large = log(like(2, x)) + log(size)
    square = size * size
    one = like(1, x)
    return sign * select(is_large, large, unary("log_plus_one", size + square / (one + sqrt(one + square))))


def real_acosh(x: Tensor) -> Tensor:
    """log1p(sqrt(x - 1) * (sqrt(x + 1) + sqrt(x - 1))), or log 2x where x + 1 would overflow; NaN below 1."""
    largest = like(largest_finite(x.element), x)
    two = like(2, x)
    is_large = holds("GE", x, largest / two)
    large = log(two) + log(x)
    one = like(1, x)
    root = sqrt(x - one)
    return select(is_large, large, unary("log_plus_one", root * (sqrt(x + one) + root)))


def real_atanh(x: Tensor) -> Tensor:
    is_outside = holds("GT", abs(x), like(1, x))
    none = like(nan, x)
    return select(is_outside, none, (unary("log_plus_one", x) - unary("log_plus_one", -x)) * like(0.5, x))


def halves_of_exponentials(x: Tensor) -> tuple[Tensor, Tensor]:
    """exp(x) / 2 and exp(-x) / 2, which overflow only where they must."""
    logarithm = log(like(0.5, x))
    return exp(x + logarithm), exp(logarithm - x)


def cosh(x: Tensor) -> Tensor:
    rising, falling = halves_of_exponentials(x)
    return rising + falling


def sinh_far(x: Tensor) -> Tensor:
    rising, falling = halves_of_exponentials(x)
    return rising - falling


def sinh(x: Tensor) -> Tensor:
    """Below 1 from expm1, where the exponentials would cancel."""
    far = sinh_far(x)
    grown = unary("exponential_minus_one", x)
    one, half = like(1, x), like(0.5, x)
    near = half * (grown + grown / (grown + one))
    return select(holds("LT", abs(x), one), near, far)


def is_positive_infinity(x: Tensor) -> Tensor:
    return holds("EQ", x, like(inf, x))


FUNCTIONS = {
    "asin": real_or_complex(real_asin, complex_numbers.asin),
    "acos": real_or_complex(real_acos, complex_numbers.acos),
    "asinh": real_or_complex(real_asinh, complex_numbers.asinh),
    "acosh": real_or_complex(real_acosh, complex_numbers.acosh),
    "atan": real_or_complex(lambda x: emit("atan2", [x, like(1, x)], x.type), complex_numbers.atan),
    "atanh": real_or_complex(real_atanh, complex_numbers.atanh),
    "square": real_or_complex(lambda x: x * x, complex_numbers.square),
    "conj": conjugate,
    "_asin_acos_kernel": complex_numbers.asin_acos_kernel,
    "cosh": in_f32(cosh),
    "sinh": real_or_complex(in_f32(sinh), sinh_far),
    "tan": lambda x: unary("tan", x),
    "is_inf": lambda x: is_positive_infinity(abs(x)),
    "is_pos_inf": is_positive_infinity,
    "is_neg_inf": lambda x: holds("EQ", x, like(-inf, x)),
}
SPECIAL = (
    special.erf, special.erfc, special.erf_inv, special.lgamma, special.digamma, special.zeta, special.polygamma, special.bessel_i1e,
)  # fmt: skip
FUNCTIONS |= {function.__name__: in_f32(function) for function in SPECIAL}
DECOMPOSITIONS |= {name: of_operands(function) for name, function in FUNCTIONS.items()}
DECOMPOSITIONS["next_after"] = of_operands(special.next_after)


@decompose
def mulhi(lhs, rhs):
    """In integers of twice the width; of 64 bits, in halves of 32."""
    width = storage_bits(lhs.element)
    if width < 64:
        wide = IntegerType(2 * width, lhs.element.signedness)
        product = lhs.convert(wide) * rhs.convert(wide)
        shift = "shift_right_logical" if lhs.is_unsigned else "shift_right_arithmetic"
        return emit(shift, [product, like(width, product)], product.type).convert(lhs.element)
    return unsigned_upper_half(lhs, rhs) if lhs.is_unsigned else signed_upper_half(lhs, rhs)


LOW_HALF = 0xFFFFFFFF


def unsigned_upper_half(x: Tensor, y: Tensor) -> Tensor:
    def upper(z):
        return emit("shift_right_logical", [z, like(32, x)], x.type)

    x_high, y_high = upper(x), upper(y)
    high = x_high * y_high
    x_low = x & like(LOW_HALF, x)
    crossed = x_low * y_high
    y_low = y & like(LOW_HALF, y)
    middle = crossed + upper(x_low * y_low)
    return (high + upper(middle)) + upper(x_high * y_low + (middle & like(LOW_HALF, x)))


def signed_upper_half(x: Tensor, y: Tensor) -> Tensor:
    """That of the same bits without signs, less the other number for each one that is negative."""
    unsigned = IntegerType(64, "u")
    high = unsigned_upper_half(x.convert(unsigned), y.convert(unsigned))
    for one, other in ((x, y), (y, x)):
        is_negative, as_bits = holds("LT", one, like(0, one)), other.convert(unsigned)
        high = high - select(is_negative, as_bits, like(0, other.convert(unsigned)))
    return high.convert(x.element)
