"""Semantics: Sobol's sequence, points that fill a cube evenly. Source: Bratley and Fox, ACM TOMS 14, 1988; the order is that of Antonov and
Saleev's Gray code. The first direction numbers of each dimension are those of Joe and Kuo, SIAM Journal on Scientific Computing 30, 2008
(copyright 2008, Frances Y. Kuo and Stephen Joe, under a BSD license)."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

BITS = 31
MOST = 21_200  # dimensions, as in TensorFlow: one polynomial fewer than there are


class SobolSample(OpSemantics):
    """Points [num_results, dim] in the unit cube, without those that are skipped. Where 2^30 or more are, TensorFlow's are the opposite numbers,
    by an integer that overflows."""

    def infer(dim, num_results):
        return (num_results.size, dim.size)

    def evaluate(dim, num_results, skip, dtype):
        dim, count, skip = int(dim), int(num_results), int(skip)
        if dim < 1:
            raise Error("dim must be at least one")
        if dim > MOST:
            raise Error(f"dim must be at most {MOST}")
        if count < 1:
            raise Error("num_results must be at least one")
        if skip < 0:
            raise Error("skip must be non-negative")
        directions, numbers = directions_of(dim), np.arange(skip + 1, skip + count + 1)
        gray, points = numbers ^ numbers >> 1, np.zeros((count, dim), np.int64)
        for bit in range(int(numbers[-1]).bit_length()):
            points ^= np.where((gray >> bit & 1)[:, None] != 0, directions[:, bit], 0)
        return (points / (1 << BITS)).astype(dtype_of(dtype))


def directions_of(dim: int) -> np.ndarray:
    """The direction numbers [dim, BITS] as fractions of 2^BITS."""
    blocks = [np.ones((1, BITS), np.int64)]
    count, degree = 1, 1
    while count < dim:
        blocks.append(directions_of_degree(degree))
        count, degree = count + len(blocks[-1]), degree + 1
    return np.concatenate(blocks)[:dim] << np.arange(BITS - 1, -1, -1)


@cache
def directions_of_degree(degree: int) -> np.ndarray:
    """The direction numbers [polynomials, BITS] of the polynomials of a degree: the first ones are known, the others follow by the polynomial."""
    polynomials, numbers = primitive_polynomials(degree), first_directions(degree)
    for at in range(degree, BITS):
        number = numbers[:, at - degree].copy()
        for step in range(1, degree + 1):
            number ^= (polynomials >> (degree - step) & 1) * numbers[:, at - step] << step
        numbers[:, at] = number
    return numbers


def first_directions(degree: int) -> np.ndarray:
    """The direction numbers [polynomials, BITS] of a degree, of which as many as the degree are known. In sobol.bin are the polynomials one after
    the other; the n-th number of each is odd and below 2^n, and has n - 1 bits there, since the last is known."""
    with open(join(dirname(__file__), "sobol.bin"), "rb") as file:
        bits = np.unpackbits(np.frombuffer(file.read(), np.uint8))
    sizes = [number_of_primitive(each) * (each * (each - 1) // 2) for each in range(1, degree + 1)]
    rows = bits[sum(sizes[:-1]) : sum(sizes)].reshape(number_of_primitive(degree), -1)
    numbers, first = np.zeros((len(rows), BITS), np.int64), 0
    for at in range(degree):
        numbers[:, at] = rows[:, first : first + at] @ (1 << np.arange(at, 0, -1)) + 1
        first += at
    return numbers


# Primitive polynomials over two elements: the powers of x modulo one of these are all that there is but 0


def number_of_primitive(degree: int) -> int:
    """How many polynomials of a degree are primitive: Euler's function of 2^degree - 1, by the degree."""
    order = count = (1 << degree) - 1
    for prime in prime_factors(order):
        count -= count // prime
    return count // degree


def primitive_polynomials(degree: int) -> np.ndarray:
    """Those of a degree by value, coefficients as bits."""
    order = (1 << degree) - 1
    polynomials = (1 << degree) + 1 + 2 * np.arange(1 << degree - 1)
    polynomials = polynomials[power_of_x(order, polynomials, degree) == 1]
    for prime in prime_factors(order):
        polynomials = polynomials[power_of_x(order // prime, polynomials, degree) != 1]
    return polynomials


def prime_factors(number: int) -> set[int]:
    factors, divisor = set[int](), 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            factors.add(divisor)
            number //= divisor
        divisor += 1
    return factors | {number} - {1}


def power_of_x(exponent: int, polynomials: np.ndarray, degree: int) -> np.ndarray:
    """x to a power modulo each of some polynomials."""
    one = np.ones_like(polynomials)
    result, square = one, remainder(2 * one, polynomials, degree)
    while exponent:
        if exponent & 1:
            result = product_modulo(result, square, polynomials, degree)
        square, exponent = product_modulo(square, square, polynomials, degree), exponent >> 1
    return result


def product_modulo(one: np.ndarray, other: np.ndarray, polynomials: np.ndarray, degree: int) -> np.ndarray:
    result = np.zeros_like(one)
    for bit in range(degree):
        result ^= one * (other >> bit & 1)
        one = remainder(one << 1, polynomials, degree)
    return result


def remainder(values: np.ndarray, polynomials: np.ndarray, degree: int) -> np.ndarray:
    """Of values of at most the polynomials' degree."""
    return values ^ polynomials * (values >> degree & 1)
