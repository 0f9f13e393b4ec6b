"""Mathematical functions at run time. Those of floats are computed in double precision and rounded once. Source: MLIR's math dialect."""

from __future__ import annotations

import math

import numpy as np

from tfir.dialects.arith.computation import from_unsigned, in_width, is_narrow, larger, signed, smaller, unsigned, width_of
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import converted
from tfir.ods.semantics import OpSemantics, ops_of


def in_double(function):
    """An op's `evaluate` from a function of arrays of f64, for all floats."""

    def evaluate(*operands):
        return converted(np.asarray(function(*[operand.astype(np.float64) for operand in operands])), operands[0].dtype)

    return evaluate


def of_one(function):
    wide = in_double(function)

    def evaluate(operand):
        return wide(operand)

    return evaluate


def of_two(function):
    wide = in_double(function)

    def evaluate(lhs, rhs):
        return wide(lhs, rhs)

    return evaluate


def of_numbers(function):
    """A function of Python's floats, for arrays."""
    return np.vectorize(function, otypes=[np.float64])


def away_from_zero(x):
    """To the nearest whole number, halves away from zero."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(1.0, x), whole)


class fma(OpSemantics):
    def evaluate(a, b, c):
        """Rounded once: products of f32 and narrower are exact in f64, whose sums are rounded to odd; those of f64 are exact fractions."""
        if a.dtype == np.float64:
            return np.vectorize(fused, otypes=[np.float64])(a, b, c)
        product, added = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
        total = product + added
        of_added = total - product
        lost = (product - (total - of_added)) + (added - of_added)
        is_even = (np.asarray(total).view(np.int64) & 1) == 0
        towards = np.where(lost > 0, np.inf, -np.inf)
        odd = np.where(is_even & (lost != 0) & np.isfinite(total) & np.isfinite(lost), np.nextafter(total, towards), total)
        return converted(odd, a.dtype)


def fused(a: float, b: float, c: float) -> float:
    """a * b + c, rounded once."""
    if math.isfinite(a) and math.isfinite(b) and math.isinf(c):
        return c  # however large the product is
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)) or a == 0 or b == 0:
        return a * b + c
    from fractions import Fraction

    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c if c == 0 else 0.0
    try:
        return float(exact)
    except OverflowError:
        return math.copysign(math.inf, exact)


class clampf(OpSemantics):
    def evaluate(value, min, max):
        return smaller(larger(value, min), max)


class fpowi(OpSemantics):
    def evaluate(lhs, rhs):
        return converted(np.power(lhs.astype(np.float64), signed(rhs).astype(np.float64)), lhs.dtype)


class sincos(OpSemantics):
    def evaluate(operand):
        return [SEMANTICS["sin"].evaluate(operand), SEMANTICS["cos"].evaluate(operand)]


class copysign(OpSemantics):
    def evaluate(lhs, rhs):
        return np.copysign(lhs, rhs)


class isnormal(OpSemantics):
    def evaluate(operand):
        import ml_dtypes

        return np.isfinite(operand) & (np.abs(operand) >= ml_dtypes.finfo(operand.dtype).smallest_normal)


# Integers


class absi(OpSemantics):
    def evaluate(operand):
        return in_width(np.abs(signed(operand)), operand.dtype)


def bits_of(operand) -> tuple:
    """Integers as u64, and their width."""
    return unsigned(operand).astype(np.uint64), width_of(operand.dtype)


def length_of(bits):
    """How many bits of a number there are up to the highest that is set."""
    return np.vectorize(lambda each: int(each).bit_length(), otypes=[np.int64])(bits)


class ctpop(OpSemantics):
    def evaluate(operand):
        return in_width(np.bitwise_count(bits_of(operand)[0]).astype(np.int64), operand.dtype)


class ctlz(OpSemantics):
    def evaluate(operand):
        bits, width = bits_of(operand)
        return in_width(width - length_of(bits), operand.dtype)


class cttz(OpSemantics):
    def evaluate(operand):
        bits, width = bits_of(operand)
        lowest = bits & (~bits + np.uint64(1))
        return in_width(np.where(bits == 0, width, length_of(lowest) - 1), operand.dtype)


class ipowi(OpSemantics):
    def evaluate(lhs, rhs):
        """A negative exponent gives 1 / lhs**n rounded towards zero. Raises Error for 0 to a negative one."""
        base, exponent = signed(lhs), signed(rhs)
        if np.any((base == 0) & (exponent < 0)):
            raise Error("divides by zero")
        width = width_of(lhs.dtype)
        raised = np.vectorize(lambda b, e: power_in_width(int(b), int(e), width), otypes=[np.uint64])(base, exponent)
        return in_width(raised, lhs.dtype) if is_narrow(lhs.dtype) else from_unsigned(raised.astype(unsigned(lhs).dtype), lhs.dtype)


def power_in_width(base: int, exponent: int, width: int) -> int:
    if exponent < 0:
        return ((1 if base == 1 or exponent % 2 == 0 else -1) if abs(base) == 1 else 0) % (1 << width)
    return pow(base, exponent, 1 << width)


ONE = {
    "absf": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan, "atanh": np.arctanh,
    "cbrt": np.cbrt, "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh, "erf": of_numbers(math.erf), "erfc": of_numbers(math.erfc),
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "floor": np.floor, "log": np.log, "log10": np.log10, "log1p": np.log1p,
    "log2": np.log2, "round": away_from_zero, "roundeven": np.rint, "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin, "sinh": np.sinh,
    "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc,
}  # fmt: skip
SEMANTICS = {
    **ops_of(OpSemantics, **{name: of_one(function) for name, function in ONE.items()}),
    **ops_of(OpSemantics, atan2=of_two(np.arctan2), powf=of_two(np.power)),
    **ops_of(OpSemantics, isfinite="isfinite", isinf="isinf", isnan="isnan"),
}
