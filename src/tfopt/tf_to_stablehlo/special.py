"""Lowerings: the logarithm of the gamma function and its derivative, by Lanczos' approximation (g = 7, nine terms).

Source of the coefficients: P. Godfrey, "A note on the computation of the convergent Lanczos complex gamma approximation", 2001.
"""

from math import log as log_of
from math import pi

from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.tensor import Tensor, floor, log, minimum, select, unary, widened

G = 7
BASE = 0.99999999999980993227684700473478
TERMS = (
    676.520368121885098567009190444019, -1259.13921672240287047156078755283, 771.3234287776530788486528258894,
    -176.61502916214059906584551354, 12.507343278686904814458936853, -0.13857109526572011689554707,
    9.984369578019570859563e-6, 1.50563273514931155834e-7,
)  # fmt: skip


def series(z: Tensor) -> tuple[Tensor, Tensor]:
    """The sum of the approximation at z + 1, and its derivative."""
    total, slope = z * 0 + BASE, z * 0
    for number, coefficient in enumerate(TERMS, 1):
        share = coefficient / (z + number)
        total, slope = total + share, slope - share / (z + number)
    return total, slope


def reflected(x: Tensor) -> tuple[Tensor, Tensor]:
    """Whether x lies where the approximation does not hold, and z >= -1/2 to take it at: x - 1 or -x."""
    is_left = x < 0.5
    return is_left, select(is_left, -x, x - 1)


def logarithm_of_base(z: Tensor) -> tuple[Tensor, Tensor]:
    """t = z + g + 1/2 and its logarithm, precise for small z."""
    half = G + 0.5
    return z + half, unary("log_plus_one", z / half) + log_of(half)


def is_pole(x: Tensor) -> Tensor:
    """Whether x is a pole of the gamma function: 0 or a negative integer."""
    return (x <= 0) & (x == floor(x))


@lower
def Lgamma(x):
    wide = widened(x)
    is_left, z = reflected(wide)
    base, logarithm = logarithm_of_base(z)
    right = (z + 0.5 - base / logarithm) * logarithm + log(series(z)[0]) + log_of(2 * pi) / 2
    size = abs(wide)
    part = size - floor(size)
    height = log(unary("sine", minimum(part, 1 - part) * pi))
    result = select(is_left, log_of(pi) - height - right, right)
    return select(is_pole(wide) | (size == float("inf")), float("inf"), result).convert(x.element)


@lower
def Digamma(x):
    wide = widened(x)
    is_left, z = reflected(wide)
    base, logarithm = logarithm_of_base(z)
    total, slope = series(z)
    right = logarithm + slope / total - G / base
    angle = (wide + floor(-wide + 0.5)) * pi
    result = select(is_left, right - unary("cosine", angle) * pi / unary("sine", angle), right)
    result = select(is_pole(wide) | (wide == float("-inf")), float("nan"), result)
    return select(wide == float("inf"), float("inf"), result).convert(x.element)
