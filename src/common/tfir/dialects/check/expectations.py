"""The comparison that each expectation makes, and its message on failure.

Almost equal means that numbers differ by no more than the tolerance, relative to the larger where that is above one; NaN equals
NaN, and an infinity only itself. Close counts the representable numbers in between (units in the last place).
"""

import numpy as np

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of
from tfir.ods.semantics import OpSemantics


class Expectation(OpSemantics, family=True):
    def infer():
        return []


class expect_eq(Expectation):
    def evaluate(lhs, rhs, op):
        return settle(op, lhs, rhs, same(lhs, rhs), "be equal to")


class expect_eq_const(Expectation):
    def evaluate(lhs, value, op):
        return settle(op, lhs, value := as_array(value), same(lhs, value), "be equal to")


class expect_almost_eq(Expectation):
    def evaluate(lhs, rhs, tolerance, op):
        return settle(op, lhs, rhs, near(lhs, rhs, 1e-4 if tolerance is None else tolerance), "almost be")


class expect_almost_eq_const(Expectation):
    def evaluate(lhs, value, tolerance, op):
        return settle(op, lhs, value := as_array(value), near(lhs, value, 1e-4 if tolerance is None else tolerance), "almost be")


class expect_close(Expectation):
    def evaluate(actual, expected, max_ulp_difference, min_ulp_difference, op):
        between = units_between(actual, expected)
        least, most = number(min_ulp_difference, 0), number(max_ulp_difference, 1)
        return settle(op, actual, expected, (between >= least) & (between <= most), f"be within {most} units in the last place of")


def as_array(value):
    return value if isinstance(value, np.ndarray) else array_of(value)


def number(attribute, default: int) -> int:
    return default if attribute is None else int(getattr(attribute, "value", attribute))


def same(one, other):
    """Equal values; NaN equals NaN, and zero either zero."""
    one, other = np.asarray(one), np.asarray(other)
    if one.dtype.kind in "iub" or one.dtype == object:
        return one == other
    if one.dtype.kind == "c":
        return same(one.real, other.real) & same(one.imag, other.imag)
    return (one == other) | ((one != one) & (other != other))


def near(one, other, tolerance: float):
    one, other = np.asarray(one), np.asarray(other)
    if one.dtype.kind == "c":
        return near(one.real, other.real, tolerance) & near(one.imag, other.imag, tolerance)
    equal, one, other = same(one, other), one.astype(np.float64), other.astype(np.float64)
    scale = np.maximum(np.maximum(np.abs(one), np.abs(other)), 1)
    with np.errstate(invalid="ignore"):
        return equal | (np.isfinite(one) & np.isfinite(other) & (np.abs(one - other) <= tolerance * scale))


def units_between(one, other):
    """How many representable numbers lie from one to the other; NaN is as far from all others as can be."""
    one, other = np.asarray(one), np.asarray(other)
    if one.dtype.kind == "c":
        return np.maximum(units_between(one.real, other.real), units_between(one.imag, other.imag))
    integer = np.dtype(f"i{one.dtype.itemsize}")
    ranks = []
    for array in (one, other):
        bits = np.ascontiguousarray(array).view(integer).astype(object)
        ranks.append(np.where(bits < 0, -(bits + (1 << (8 * integer.itemsize - 1))), bits))
    distance = np.abs(ranks[0] - ranks[1])
    nan_one, nan_other = one != one, other != other
    return np.where(nan_one & nan_other, 0, np.where(nan_one | nan_other, 1 << 63, distance))


def settle(op, actual, expected, agrees, relation: str) -> list:
    """Nothing where all elements agree; else an error with the first that does not."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    if actual.shape != expected.shape:
        raise Error.on(op, f"found a value of shape {list(actual.shape)} where {list(expected.shape)} was expected")
    if not np.all(agrees):
        wrong = np.argwhere(~np.asarray(agrees, bool))
        at = tuple(wrong[0])
        raise Error.on(
            op,
            f"element {[int(i) for i in at]} is {actual[at]}, but was expected to {relation} {expected[at]}; {len(wrong)} of {actual.size} differ",
        )
    return []
