"""Expectations hold where they should, and fail where they must."""

import numpy as np
import pytest
from tfir.dialects.check.expectations import near, same, units_between

NAN, INF = np.float32("nan"), np.float32("inf")


@pytest.mark.parametrize(
    ("one", "other", "equal"), [(1.0, 1.0, True), (0.0, -0.0, True), (NAN, NAN, True), (NAN, 1.0, False), (INF, -INF, False)]
)
def test_same(one, other, equal):
    assert bool(same(np.float32(one), np.float32(other))) == equal


@pytest.mark.parametrize(
    ("one", "other", "close"),
    [
        (1.0, 1.00009, True),
        (1.0, 1.0002, False),
        (1e6, 1e6 + 90, True),
        (1e6, 1e6 + 200, False),
        (INF, INF, True),
        (INF, 3e38, False),
        (NAN, 1.0, False),
    ],
)
def test_near(one, other, close):
    assert bool(near(np.float64(one), np.float64(other), 1e-4)) == close


def test_units_between_counts_representable_numbers():
    """1 and its successor are neighbours; so are the smallest numbers on both sides of zero, with both zeros between them."""
    one = np.array([1.0, -0.0, 1e-45, NAN, NAN], np.float32)
    other = np.array([np.nextafter(np.float32(1), INF), 0.0, -1e-45, NAN, 1.0], np.float32)
    assert list(units_between(one, other)[:4]) == [1, 0, 2, 0]
    assert units_between(one, other)[4] == (1 << 64) - 1


def test_infinities_are_as_far_from_all_else_as_can_be():
    """The largest number too, which lies beside it among the bits."""
    one, other = np.array([INF, INF, -INF, INF], np.float32), np.array([INF, -INF, -INF, np.finfo(np.float32).max], np.float32)
    assert list(units_between(one, other)) == [0, (1 << 64) - 1, 0, (1 << 64) - 1]
