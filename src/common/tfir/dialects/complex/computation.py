"""Complex numbers at run time: of f32 parts they are computed in double precision and rounded once. Source: MLIR's complex dialect."""

from __future__ import annotations

import numpy as np

from tfir.dialects.arith.computation import result_dtype, with_bits_of
from tfir.dialects.stablehlo.elementwise import reciprocal_square_root
from tfir.ods import complex_functions
from tfir.ods.arrays import converted
from tfir.ods.semantics import OpSemantics, ops_of


def of_one(function):
    def evaluate(complex):
        return complex_functions.in_double(function, complex)

    return evaluate


def of_two(function):
    def evaluate(lhs, rhs):
        return complex_functions.in_double(function, lhs, rhs)

    return evaluate


def size_and_angle(function):
    """An op's `evaluate` from a function of complex numbers whose results are real."""

    def evaluate(complex, result_types):
        return converted(np.asarray(function(complex.astype(np.complex128))), result_dtype(result_types))

    return evaluate


class constant(OpSemantics):
    def evaluate(value, result_types):
        return np.asarray(complex(*value), result_dtype(result_types))


class create(OpSemantics):
    def evaluate(real, imaginary, result_types):
        result = np.empty(np.shape(real), result_dtype(result_types))
        result.real, result.imag = real, imaginary
        return result


class bitcast(OpSemantics):
    def evaluate(operand, result_types):
        return with_bits_of(np.asarray(operand), result_dtype(result_types))


class powi(OpSemantics):
    def evaluate(lhs, rhs):
        return complex_functions.in_double(np.power, lhs, rhs)


SEMANTICS = {
    **ops_of(
        OpSemantics,
        conj=of_one(np.conj), cos=of_one(np.cos), exp=of_one(np.exp), expm1=of_one(complex_functions.exponential_minus_one), log=of_one(np.log),
        log1p=of_one(complex_functions.log_plus_one), neg=of_one(np.negative), rsqrt=of_one(reciprocal_square_root),
        sign=of_one(complex_functions.direction), sin=of_one(np.sin), sqrt=of_one(np.sqrt), tan=of_one(np.tan), tanh=of_one(np.tanh),
    ),
    **ops_of(
        OpSemantics,
        add=of_two(np.add), atan2=of_two(complex_functions.arc_tangent), div=of_two(np.divide), mul=of_two(np.multiply), pow=of_two(np.power),
        sub=of_two(np.subtract),
    ),
    **ops_of(OpSemantics, abs=size_and_angle(np.absolute), angle=size_and_angle(np.angle), re=size_and_angle(np.real), im=size_and_angle(np.imag)),
    **ops_of(OpSemantics, eq="equal", neq="not_equal"),
}  # fmt: skip
