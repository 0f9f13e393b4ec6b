"""Whole numbers to the power of whole numbers, modulo 2^width: squaring computes what a power is, by induction, and so do the ops.

A power is defined by `p(b, 0) = 1` and `p(b, e + 1) = b * p(b, e)`, `e` being unsigned and never wrapping. Below, a symbol stands for a
power of which nothing but its definition is used, and each claim is one of numbers of that width, which a solver proves.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from tfir.dialects.stablehlo.elementwise import power as of_stablehlo
from tfir.dialects.tf.elementwise import Pow

z3 = pytest.importorskip("z3", reason="z3-solver proves powers of whole numbers")

from bit_vectors import number, signed_power, squaring_step  # noqa: E402  it imports z3

WIDTHS = [1, 2, 4, 8, 16, 32, 64]


def holds(claim) -> bool:
    """For all numbers; products are compared by their factors."""
    solver = z3.Solver()
    solver.add(z3.simplify(z3.Not(claim), flat=True))
    return solver.check() == z3.unsat


@pytest.mark.parametrize("width", WIDTHS)
def test_an_even_power_is_one_of_the_square(width):
    """`p(b, 2 * k) = p(b * b, k)`. For `k = 0` both are 1; from `k` to `k + 1`:"""
    base, even = z3.BitVecs("base even", width)  # even: p(b, 2 * k), which is p(b * b, k)
    assert holds(base * (base * even) == (base * base) * even)


@pytest.mark.parametrize("width", WIDTHS)
def test_each_step_of_squaring_keeps_what_is_computed(width):
    """`result * p(square, exponent >> at)` stays the same for `at` from 0, where it is `p(base, exponent)`, to the width, where it is the
    result. What is left of the exponent is twice what is left after the step, plus the bit: its power is known by the lemma above."""
    result, square, exponent, rest = z3.BitVecs("result square exponent rest", width)  # rest: p(square * square, exponent >> at + 1)
    for at in range(width):
        bit, left = z3.Extract(at, at, exponent), z3.LShR(exponent, at)
        after = z3.LShR(left, 1)
        assert holds(left == after + after + z3.ZeroExt(width - 1, bit) if width > 1 else left == bit)
        next_result, next_square = squaring_step(result, square, exponent, at)
        for odd in (0, 1):
            before = result * (square * rest if odd else rest)
            assert holds(z3.substitute(next_result, (bit, z3.BitVecVal(odd, 1))) * rest == before)
        assert holds(next_square == square * square)
    assert holds(z3.LShR(z3.LShR(exponent, width - 1), 1) == 0)


def test_a_negative_power_is_the_whole_part_of_a_quotient():
    """That of 0 is 0, as XLA has it."""
    for base, exponent in itertools.product(range(-8, 8), range(-8, 0)):
        expected = int(Fraction(base) ** exponent) if base else 0
        assert z3.simplify(signed_power(number(base, 4), number(exponent, 4)) == number(expected, 4))


def wrapped(base: int, exponent: int, dtype) -> int:
    width = 8 * dtype.itemsize
    result = pow(base, exponent, 1 << width)
    return result - (1 << width) if dtype.kind == "i" and result >> (width - 1) else result


def numbers(dtype) -> list[int]:
    """All of 8 bits; of wider ones special and drawn numbers."""
    info = np.iinfo(dtype)
    if dtype.itemsize == 1:
        return list(range(info.min, info.max + 1))
    drawn = np.random.default_rng(0).integers(info.min, info.max, 60, dtype, endpoint=True)
    return [*{0, 1, 2, 3, 7, 10, info.max, info.max - 1, info.min, info.min + 1, -1 % (info.max + 1), *map(int, drawn)}]


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_ops_compute_powers(dtype):
    dtype = np.dtype(dtype)
    pairs = [(base, exponent) for base in numbers(dtype) for exponent in numbers(dtype) if exponent >= 0]
    bases, exponents = np.array(pairs, dtype).T
    expected = np.array([wrapped(base, exponent, dtype) for base, exponent in pairs], dtype)
    np.testing.assert_array_equal(of_stablehlo.evaluate(bases, exponents), expected)
    np.testing.assert_array_equal(Pow.evaluate(bases, exponents), expected)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8"])
def test_ops_know_negative_exponents(dtype):
    """TensorFlow refuses them."""
    dtype = np.dtype(dtype)
    pairs = [(base, exponent) for base in numbers(dtype) for exponent in numbers(dtype) if exponent < 0]
    bases, exponents = np.array(pairs, dtype).T
    expected = [base if base == 1 else (-1 if exponent % 2 else 1) if base == -1 else 0 for base, exponent in pairs]
    np.testing.assert_array_equal(of_stablehlo.evaluate(bases, exponents), expected)
    with pytest.raises(Exception, match="Integers to negative integer powers are not allowed"):
        Pow.evaluate(bases, exponents)
