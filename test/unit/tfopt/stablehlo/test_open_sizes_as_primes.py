"""Primes that stand for open sizes, by division."""

from itertools import islice

from tfopt.stablehlo.open_sizes_as_primes import is_prime, primes


def test_primes_are_larger_than_dimensions():
    first = list(islice(primes(), 3))
    assert first == [2147483659, 2147483693, 2147483713]
    assert all([number % factor for number in first for factor in range(2, 46341)])


def test_numbers_that_pass_for_primes_are_told():
    """Products that pass Fermat's test for all bases, and those that pass Miller's for some."""
    carmichael, strong = (561, 1105, 1729, 825265), (2047, 1373653, 25326001)
    assert not any(map(is_prime, [*carmichael, *strong]))
    assert [number for number in range(11, 60, 2) if is_prime(number)] == [11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
