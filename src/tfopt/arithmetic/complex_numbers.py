"""Complex numbers as pairs of real ones, and functions of pairs without cancellation or early overflow."""

from __future__ import annotations

from math import sqrt as root_of

from tfir.ir.types import ComplexType

from tfopt.arithmetic.tensor import Tensor, emit, holds, like, maximum, minimum, select, sqrt, unary


def real_of(z: Tensor) -> Tensor:
    return unary("real", z, z.element.element)


def imag_of(z: Tensor) -> Tensor:
    return unary("imag", z, z.element.element)


def complex_of(real: Tensor, imag: Tensor) -> Tensor:
    return emit("complex", [real, imag], real.type.with_element(ComplexType(real.element)))


def conjugate(x: Tensor) -> Tensor:
    """The complex conjugate; a real number is its own."""
    return complex_of(real_of(x), -imag_of(x)) if x.is_complex else x


def sum_of_parts(x: Tensor) -> Tensor:
    """By what LAPACK compares complex numbers in place of their sizes."""
    return abs(real_of(x)) + abs(imag_of(x)) if x.is_complex else abs(x)


def log1p(x: Tensor) -> Tensor:
    return unary("log_plus_one", x)


def atan2(y: Tensor, x: Tensor) -> Tensor:
    return emit("atan2", [y, x], y.type)


class Constants:
    """Constants of a tensor's type; each is made once, where it is first asked for."""

    def __init__(self, x: Tensor):
        self.x = x
        self.made: dict[float, Tensor] = {}

    def __call__(self, number) -> Tensor:
        if number not in self.made:
            self.made[number] = like(number, self.x)
        return self.made[number]


def hypotenuse(x: Tensor, y: Tensor, number: Constants) -> Tensor:
    """sqrt(x*x + y*y) of sizes, from the ratio of the smaller to the larger one; by two terms of a series where the root rounds to 1."""
    high, low = maximum(x, y), minimum(x, y)
    equal = holds("EQ", high, low)
    of_equal = number(root_of(2)) * high
    ratio = low / high
    square = ratio * ratio
    root = sqrt(number(1) + square)
    is_flat = holds("EQ", root, number(1)) & holds("GT", square, number(0))
    return select(equal, of_equal, select(is_flat, high + high * square / number(2), high * root))
