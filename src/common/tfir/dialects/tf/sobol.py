"""Semantics: Sobol's sequence, points that fill a cube evenly. Source: Bratley and Fox, ACM TOMS 14, 1988; the order is that of Antonov and
Saleev's Gray code."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BITS = 31


class SobolSample(OpSemantics):
    """Points [num_results, dim] in the unit cube, without those that are skipped."""

    def infer(dim, num_results):
        return (num_results.size, dim.size)

    def evaluate(dim, num_results, skip, dtype):
        dim, count, skip = int(dim), int(num_results), int(skip)
        if dim < 1:
            raise Error("dim must be at least one")
        if count < 1:
            raise Error("num_results must be at least one")
        if skip < 0:
            raise Error("skip must be non-negative")
        directions, numbers = directions_of(dim), np.arange(skip + 1, skip + count + 1)
        gray, points = numbers ^ numbers >> 1, np.zeros((count, dim), np.int64)
        for bit in range(int(numbers[-1]).bit_length()):
            points ^= np.where((gray >> bit & 1)[:, None] != 0, directions[:, bit], 0)
        return (points / (1 << BITS)).astype(dtype_of(dtype))


@cache
def first_directions() -> list[list[int]]:
    with open(join(dirname(__file__), "sobol.txt"), encoding="ascii") as file:
        return [[int(number) for number in line.split()] for line in file if line[0] != "#"]


def directions_of(dim: int) -> np.ndarray:
    """The direction numbers [dim, BITS] as fractions of 2^BITS."""
    first_numbers = first_directions()
    if dim > len(first_numbers) + 1:
        raise Error(f"{dim} dimensions are asked for; the direction numbers of {len(first_numbers) + 1} are known here")
    rows = [[1] * BITS]
    for (degree, middle), first in zip(primitive_polynomials(), first_numbers[: dim - 1]):
        rows.append(continued(first, degree, middle))
    return np.array(rows, np.int64) << np.arange(BITS - 1, -1, -1)


def continued(first: list[int], degree: int, middle: int) -> list[int]:
    """Direction numbers by the recurrence of a polynomial, of which `middle` has the coefficients between the first and the last."""
    numbers = list(first)
    for at in range(degree, BITS):
        number = numbers[at - degree] ^ numbers[at - degree] << degree
        for step in range(1, degree):
            if middle >> (degree - 1 - step) & 1:
                number ^= numbers[at - step] << step
        numbers.append(number)
    return numbers


def primitive_polynomials() -> Iterator[tuple[int, int]]:
    """The primitive polynomials over two elements by degree and value: the degree, and the coefficients between the first and the last."""
    yield 1, 0
    degree = 2
    while True:
        order = (1 << degree) - 1
        parts = [order // prime for prime in prime_factors(order)]
        for middle in range(1 << degree - 1):
            polynomial = 1 << degree | middle << 1 | 1
            if power_of_x(order, polynomial, degree) == 1 and 1 not in [power_of_x(part, polynomial, degree) for part in parts]:
                yield degree, middle
        degree += 1


def prime_factors(number: int) -> set[int]:
    factors, divisor = set[int](), 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            factors.add(divisor)
            number //= divisor
        divisor += 1
    return factors | {number} - {1}


def power_of_x(exponent: int, polynomial: int, degree: int) -> int:
    """x to a power modulo a polynomial, coefficients as bits."""
    result, square = 1, 2
    while exponent:
        if exponent & 1:
            result = product_modulo(result, square, polynomial, degree)
        square, exponent = product_modulo(square, square, polynomial, degree), exponent >> 1
    return result


def product_modulo(one: int, other: int, polynomial: int, degree: int) -> int:
    result = 0
    while other:
        result ^= one if other & 1 else 0
        one, other = one << 1, other >> 1
        one ^= polynomial if one >> degree & 1 else 0
    return result
