"""Element by element: special functions, and StableHLO's functions of two numbers with implicit broadcasting.

Narrower floats than f64 are computed in double precision and rounded once. Where results on a branch cut, of infinities or of NaN are a
convention, it is that of C99's Annex G for complex numbers and of IEEE 754 for real ones.
"""

from __future__ import annotations

import math

import numpy as np

from tfir.dialects.stablehlo import elementwise
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ods import complex_functions
from tfir.ods.arrays import array_of, bit_width, converted, dtype_of
from tfir.ods.semantics import OpSemantics, ops_of, semantics_in
from tfir.ods.special_functions import bessel_i_scaled, digamma, hurwitz_zeta, inverse_error, log_gamma, polygamma


def in_double(function):
    """A function of arrays of f64 or c128, for all real and complex floats."""

    def evaluate(operands):
        dtype = operands[0].dtype
        wide = np.complex128 if dtype.kind == "c" else np.float64
        return converted(np.asarray(function(*[operand.astype(wide) for operand in operands])), dtype)

    return evaluate


def of_numbers(function):
    """A function of Python floats, for arrays of real floats."""
    count = function.__code__.co_argcount if hasattr(function, "__code__") else 1
    on_objects = np.frompyfunc(function, count, 1)
    return in_double(lambda *operands: on_objects(*operands).astype(np.float64) if operands[0].ndim else on_objects(*operands))


def squared(operand):
    return complex_functions.square(operand) if operand.dtype.kind == "c" else elementwise.SEMANTICS["multiply"].evaluate(operand, operand)


def high_half(lhs, rhs):
    """The upper half of the bits of a product of integers of N bits, as an integer of N bits."""
    width = bit_width(lhs.dtype)
    product = lhs.astype(object) * rhs.astype(object)
    return np.asarray(product >> width).astype(np.uint64 if lhs.dtype.name.startswith("u") else np.int64).astype(lhs.dtype)


def neighbour(x, y):
    """IEEE 754's next number from x towards y; of equal ones y, where NumPy's for f16 takes the sign of x."""
    return np.where(x == y, y, np.nextafter(x, y))


UNARY = ops_of(
    OpSemantics,
    acos=in_double(np.arccos), acosh=in_double(np.arccosh), asin=in_double(np.arcsin), asinh=in_double(np.arcsinh),
    atan=in_double(np.arctan), atanh=in_double(np.arctanh), cosh=in_double(np.cosh), sinh=in_double(np.sinh), tan=in_double(np.tan),
    bessel_i1e=of_numbers(lambda x: bessel_i_scaled(1, x)), digamma=of_numbers(digamma), lgamma=of_numbers(log_gamma),
    erf=of_numbers(math.erf), erfc=of_numbers(math.erfc), erf_inv=of_numbers(inverse_error),
    conj=lambda operands: np.conjugate(operands[0]), square=lambda operands: squared(operands[0]),
    is_inf=lambda operands: np.isinf(operands[0]), is_pos_inf=lambda operands: operands[0] == np.inf,
    is_neg_inf=lambda operands: operands[0] == -np.inf,
)  # fmt: skip
BINARY = ops_of(
    OpSemantics,
    next_after=lambda operands: neighbour(*operands), zeta=of_numbers(hurwitz_zeta), polygamma=of_numbers(polygamma),
    mulhi=lambda operands: high_half(*operands),
)  # fmt: skip
BROADCAST = """add and atan2 compare complex divide maximum minimum multiply next_after or polygamma power remainder shift_left
shift_right_arithmetic shift_right_logical subtract xor zeta""".split()


def broadcast(lhs, rhs, dimensions):
    """Both of one shape. `dimensions` say where those of the operand of lower rank go; by default to the end."""
    if dimensions is not None and lhs.ndim != rhs.ndim:
        rank = max(lhs.ndim, rhs.ndim)
        lhs, rhs = [placed(each, integers(dimensions), rank) if each.ndim < rank else each for each in (lhs, rhs)]
    return np.broadcast_arrays(lhs, rhs)


def placed(operand, dimensions, rank: int):
    """The operand with further dimensions of size 1, so that its own are those that `dimensions` name, in whatever order."""
    order = np.argsort(dimensions)
    sizes = [1] * rank
    for dimension, size in zip(dimensions, operand.shape):
        sizes[dimension] = size
    return operand.transpose(order).reshape(sizes)


def broadcasting(name: str):
    """The meaning of `broadcast_NAME`, from that of the op of equal shapes."""
    plain = (BINARY.get(name) or semantics_in(elementwise)[name]).evaluate

    def evaluate(lhs, rhs, broadcast_dimensions):
        return plain(*broadcast(lhs, rhs, broadcast_dimensions))

    def of_operands(lhs, rhs, broadcast_dimensions):
        return plain(broadcast(lhs, rhs, broadcast_dimensions))

    return of_operands if name in BINARY else evaluate


class broadcast_compare(OpSemantics):
    def evaluate(lhs, rhs, broadcast_dimensions, comparison_direction, compare_type):
        return elementwise.compare.evaluate(*broadcast(lhs, rhs, broadcast_dimensions), comparison_direction, compare_type)


class broadcast_select(OpSemantics):
    def evaluate(pred, on_true, on_false):
        return np.where(pred, on_true, on_false)


class constant(OpSemantics):
    def evaluate(value):
        return array_of(value)


class constant_like(OpSemantics):
    def evaluate(operand, value, op):
        return np.full(operand.shape, op.get("value"), dtype_of(op.result.type.element))


SEMANTICS = UNARY | BINARY | ops_of(OpSemantics, **{f"broadcast_{name}": broadcasting(name) for name in BROADCAST if name != "compare"})
