"""Element by element: what StableHLO and CHLO compute under another name, and what Relay has of its own. Operands broadcast as NumPy's do.

Where TVM leaves a result open (division by zero, shifts beyond the width, a float as an integer that it does not fit), this is StableHLO's.
Source: TVM v0.19.0, include/tvm/topi/{elemwise,broadcast}.h.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.chlo import elementwise as chlo
from tfir.dialects.stablehlo import elementwise as stablehlo
from tfir.dialects.stablehlo.conversion import bitcast, convert_to
from tfir.dialects.stablehlo.elementwise import COMPARISONS, divide_integers, in_f32
from tfir.ods.arrays import converted, dtype_of, is_integer
from tfir.ods.binding import parameters_of
from tfir.ods.semantics import OpSemantics, ops_of, semantics_in

OF_STABLEHLO = semantics_in(stablehlo)


def unary(name: str):
    """StableHLO's function of one operand, which some take in a list."""
    function = OF_STABLEHLO[name].evaluate
    return (lambda data: function([data])) if parameters_of(function) == ("operands",) else on_data(function)


def on_data(function):
    return lambda data: function(data)


def special(name: str):
    """CHLO's function of one operand."""
    function = chlo.UNARY[name].evaluate
    return lambda data: function([data])


def binary(name: str):
    """StableHLO's function of two operands of one shape, which may be views of smaller ones."""
    function = OF_STABLEHLO[name].evaluate
    return lambda lhs, rhs: function(*np.broadcast_arrays(lhs, rhs))


def compared(direction: str):
    function = COMPARISONS[direction]
    return lambda lhs, rhs: function(lhs, rhs)


UNARY = {
    "abs": unary("abs"), "bitwise_not": unary("not"), "ceil": unary("ceil"), "cos": unary("cosine"), "exp": unary("exponential"),
    "floor": unary("floor"), "log": unary("log"), "logical_not": unary("not"), "negative": unary("negate"),
    "round": unary("round_nearest_afz"), "rsqrt": unary("rsqrt"), "sigmoid": unary("logistic"), "sin": unary("sine"),
    "sqrt": unary("sqrt"), "tan": unary("tan"), "tanh": unary("tanh"),
    **{name: special(name) for name in "acos acosh asin asinh atan atanh cosh erf sinh".split()},
    "log2": on_data(lambda data: chlo.in_double(np.log2)([data])), "log10": on_data(lambda data: chlo.in_double(np.log10)([data])),
    "trunc": on_data(in_f32(np.trunc)), "copy": on_data(np.asarray), "isnan": on_data(np.isnan), "isfinite": on_data(np.isfinite),
    "isinf": on_data(np.isinf), "ones_like": on_data(np.ones_like), "zeros_like": on_data(np.zeros_like),
}  # fmt: skip
BINARY = {
    "add": binary("add"), "bitwise_and": binary("and"), "bitwise_or": binary("or"), "bitwise_xor": binary("xor"),
    "divide": binary("divide"), "left_shift": binary("shift_left"), "logical_and": binary("and"), "logical_or": binary("or"),
    "logical_xor": binary("xor"), "maximum": binary("maximum"), "minimum": binary("minimum"), "multiply": binary("multiply"),
    "power": binary("power"), "subtract": binary("subtract"),
    "equal": compared("EQ"), "not_equal": compared("NE"), "less": compared("LT"), "less_equal": compared("LE"),
    "greater": compared("GT"), "greater_equal": compared("GE"),
}  # fmt: skip
SEMANTICS = ops_of(OpSemantics, **UNARY, **BINARY)


class sign(OpSemantics):
    """Of both zeros, and of NaN, 0."""

    def evaluate(data):
        one = data.dtype.type(1)
        return np.where(data > 0, one, np.where(data < 0, -one if data.dtype.kind != "u" else one, data.dtype.type(0)))


class right_shift(OpSemantics):
    """With the sign of signed integers."""

    def evaluate(lhs, rhs):
        name = "shift_right_logical" if lhs.dtype.name.startswith("u") else "shift_right_arithmetic"
        return OF_STABLEHLO[name].evaluate(*np.broadcast_arrays(lhs, rhs))


def quotient(round):
    """The quotient of floats, rounded by a function."""
    return in_f32(lambda lhs, rhs: round(np.divide(lhs, rhs)))


def remainder(round):
    """What is left of floats by a rounded quotient: the product and the difference are rounded too."""
    return in_f32(lambda lhs, rhs: lhs - round(np.divide(lhs, rhs)) * rhs)


class trunc_divide(OpSemantics):
    def evaluate(lhs, rhs):
        lhs, rhs = np.broadcast_arrays(lhs, rhs)
        return divide_integers(lhs, rhs)[0] if is_integer(lhs.dtype) else quotient(np.trunc)(lhs, rhs)


class trunc_mod(OpSemantics):
    def evaluate(lhs, rhs):
        lhs, rhs = np.broadcast_arrays(lhs, rhs)
        return divide_integers(lhs, rhs)[1] if is_integer(lhs.dtype) else remainder(np.trunc)(lhs, rhs)


class mod(OpSemantics):
    evaluate = trunc_mod.evaluate


def is_below(rest, rhs):
    """Whether a quotient that was cut off is one more than the one that is rounded down."""
    return (rest != 0) & ((rest < 0) != (rhs < 0))


class floor_divide(OpSemantics):
    def evaluate(lhs, rhs):
        lhs, rhs = np.broadcast_arrays(lhs, rhs)
        if not is_integer(lhs.dtype):
            return quotient(np.floor)(lhs, rhs)
        whole, rest = divide_integers(lhs, rhs)
        return whole - is_below(rest, rhs).astype(lhs.dtype)


class floor_mod(OpSemantics):
    def evaluate(lhs, rhs):
        lhs, rhs = np.broadcast_arrays(lhs, rhs)
        if not is_integer(lhs.dtype):
            return remainder(np.floor)(lhs, rhs)
        rest = divide_integers(lhs, rhs)[1]
        return rest + np.where(is_below(rest, rhs), rhs, lhs.dtype.type(0))


class clip(OpSemantics):
    def evaluate(data, a_min, a_max):
        low, high = (np.asarray(converted(np.asarray(each), data.dtype)) for each in (a_min, a_max))
        return OF_STABLEHLO["clamp"].evaluate(low, data, high)


class cast(OpSemantics):
    def evaluate(data, dtype):
        return convert_to(data, dtype_of(dtype))


class reinterpret(OpSemantics):
    def evaluate(data, dtype):
        return bitcast(data, dtype_of(dtype))


class where(OpSemantics):
    def evaluate(condition, x, y):
        return np.where(condition, x, y)


class relu(OpSemantics, family=True):
    def evaluate(data):
        return OF_STABLEHLO["maximum"].evaluate(data, np.zeros_like(data))


class leaky_relu(OpSemantics, family=True):
    def evaluate(data, alpha):
        return np.where(data > 0, data, OF_STABLEHLO["multiply"].evaluate(data, np.full_like(data, alpha)))


SEMANTICS |= {"nn.relu": relu, "nn.leaky_relu": leaky_relu}
