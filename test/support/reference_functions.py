"""What ops of arith, math and chlo compute, by NumPy: `FUNCTIONS[name](*arrays)`, a result or a tuple of them.

These dialects have no `evaluate` of their own; the sweep of traits evaluates them by this. Integers are signless: those of one are read as
numbers with a sign, and as others where the op says so. Sources: MLIR's arith and math dialects, openxla/stablehlo's ChloOps.td.
"""

from __future__ import annotations

import math

import numpy as np
from tfir.dialects import lookup
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.arrays import element_of
from tfir.ods.inference import evaluate


def by_element(function, dtype=None):
    """A function of numbers as one of arrays, of the type of the first."""

    def apply(*arrays):
        return np.vectorize(function, otypes=[dtype or arrays[0].dtype])(*arrays)

    return apply


def unsigned(function):
    """A function of integers without a sign."""

    def apply(*arrays):
        wide = [array.view(f"u{array.itemsize}") if array.dtype.kind == "i" else array for array in arrays]
        return np.asarray(function(*wide)).astype(arrays[0].dtype)

    return apply


def by_tensorflow(name: str):
    """As the op of TensorFlow's that computes the same."""
    definition = lookup(f"tf.{name}")

    def apply(*arrays):
        values = [Value(TensorType(array.shape, element_of(array.dtype)), None, at) for at, array in enumerate(arrays)]
        return evaluate(Operation.draft(definition.name, values, [values[0].type], {}), definition, list(arrays))[0]

    return apply


def bits(array) -> np.ndarray:
    """The bits of each element of 32, along a new axis from the highest down."""
    return array.view(np.uint32)[..., None] >> np.arange(31, -1, -1, dtype=np.uint32) & 1


def leading_zeros(digits) -> np.ndarray:
    return np.where(digits.any(-1), digits.argmax(-1), 32)


def of_type(function):
    """A function whose results have the type of its first operand."""
    return lambda *arrays: np.asarray(function(*arrays)).astype(arrays[0].dtype)


def truncated(a, b):
    return np.trunc(a / np.where(b == 0, 1, b))


def number_of_two(choose):
    """`choose` of two numbers; where one is NaN, the other."""
    return lambda a, b: np.where(np.isnan(a), b, np.where(np.isnan(b), a, choose(a, b)))


def extended(function, shift: int = 32):
    """Low and high half of a result that is twice as wide."""

    def apply(a, b):
        wide = function(a.astype(object), b.astype(object))
        low = np.vectorize(lambda value: value & 0xFFFFFFFF, otypes=[np.uint32])(wide).view(np.int32)
        return low, np.vectorize(lambda value: value >> shift, otypes=[np.int64])(wide).astype(np.int32)

    return apply


def as_unsigned_objects(function):
    return lambda a, b: function(*[np.vectorize(lambda value: int(value) & 0xFFFFFFFF, otypes=[object])(each) for each in (a, b)])


def carry(a, b):
    total = a.view(np.uint32) + b.view(np.uint32)
    return total.view(np.int32), total < a.view(np.uint32)


def borrow(a, b):
    return (a.view(np.uint32) - b.view(np.uint32)).view(np.int32), a.view(np.uint32) < b.view(np.uint32)


ARITH = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "andi": np.bitwise_and, "ori": np.bitwise_or, "xori": np.bitwise_xor,
    "maxsi": np.maximum, "minsi": np.minimum, "maxui": unsigned(np.maximum), "minui": unsigned(np.minimum),
    "shli": of_type(lambda a, b: a << (b & 31)), "shrsi": of_type(lambda a, b: a >> (b & 31)), "shrui": unsigned(lambda a, b: a >> (b & 31)),
    "divsi": of_type(truncated), "divui": unsigned(lambda a, b: a // np.where(b == 0, 1, b)),
    "ceildivsi": of_type(lambda a, b: -(-a // np.where(b == 0, 1, b))), "ceildivui": unsigned(lambda a, b: -(-a.astype(np.int64) // np.where(b == 0, 1, b))),
    "floordivsi": of_type(lambda a, b: a // np.where(b == 0, 1, b)), "remsi": of_type(lambda a, b: np.fmod(a, np.where(b == 0, 1, b))),
    "remui": unsigned(lambda a, b: a % np.where(b == 0, 1, b)),
    "addui_extended": carry, "subui_extended": borrow,
    "mulsi_extended": extended(np.multiply), "mului_extended": as_unsigned_objects(extended(np.multiply)),
    "negf": np.negative, "addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide, "remf": np.fmod,
    "maximumf": np.maximum, "minimumf": np.minimum, "maxnumf": number_of_two(np.maximum), "minnumf": number_of_two(np.minimum),
    "select": np.where, "cmpi": np.less, "cmpf": np.less,  # by one of their predicates
    "extf": lambda a: a.astype(np.float64), "truncf": lambda a: a.astype(np.float16), "extsi": lambda a: a.astype(np.int64),
    "extui": lambda a: a.view(np.uint32).astype(np.int64), "trunci": lambda a: a.astype(np.int16), "sitofp": lambda a: a.astype(np.float32),
    "uitofp": lambda a: a.view(np.uint32).astype(np.float32), "fptosi": lambda a: a.astype(np.int32),
    "fptoui": lambda a: np.abs(a).astype(np.uint32).view(np.int32), "bitcast": lambda a: a.view(f"i{a.itemsize}"),
}  # fmt: skip
MATH = {
    "absf": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan, "atanh": np.arctanh,
    "cbrt": np.cbrt, "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh, "erf": by_element(math.erf), "erfc": by_element(math.erfc), "exp": np.exp,
    "exp2": np.exp2, "expm1": np.expm1, "floor": np.floor, "log": np.log, "log10": np.log10, "log1p": np.log1p, "log2": np.log2,
    "round": lambda a: np.copysign(np.floor(np.abs(a) + a.dtype.type(0.5)), a), "roundeven": np.rint, "rsqrt": lambda a: 1 / np.sqrt(a),
    "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc, "atan2": np.arctan2,
    "copysign": np.copysign, "powf": np.power, "fma": lambda a, b, c: a * b + c, "absi": np.abs,
    "ctlz": of_type(lambda a: leading_zeros(bits(a))), "ctpop": of_type(lambda a: bits(a).sum(-1)),
    "cttz": of_type(lambda a: leading_zeros(bits(a)[..., ::-1])), "ipowi": by_element(lambda a, b: int(a) ** max(int(b), 0) & 0x7FFFFFFF),
    "isfinite": np.isfinite, "isinf": np.isinf, "isnan": np.isnan, "isnormal": lambda a: np.abs(a) >= np.finfo(a.dtype).tiny,
    "clampf": lambda a, low, high: np.minimum(np.maximum(a, low), high), "fpowi": of_type(lambda a, b: a ** b.astype(a.dtype)),
    "sincos": lambda a: (np.sin(a), np.cos(a)),
}  # fmt: skip
WITH_BROADCASTING = {
    "add": np.add, "and": np.bitwise_and, "atan2": np.arctan2, "complex": lambda a, b: (a + 1j * b).astype(np.complex64), "divide": np.divide,
    "maximum": np.maximum, "minimum": np.minimum, "multiply": np.multiply, "next_after": np.nextafter, "or": np.bitwise_or,
    "polygamma": by_tensorflow("Polygamma"), "power": np.power, "remainder": np.fmod, "shift_left": lambda a, b: a << (b & 31),
    "shift_right_arithmetic": lambda a, b: a >> (b & 31), "shift_right_logical": unsigned(lambda a, b: a >> (b & 31)), "subtract": np.subtract,
    "xor": np.bitwise_xor, "zeta": by_tensorflow("Zeta"), "select": np.where,
}  # fmt: skip
CHLO = {
    **{name: MATH[name] for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh", "tan")},
    "bessel_i1e": by_tensorflow("BesselI1e"), "conj": np.conj, "digamma": by_tensorflow("Digamma"), "erf_inv": by_tensorflow("Erfinv"),
    "is_inf": np.isinf, "is_neg_inf": np.isneginf, "is_pos_inf": np.isposinf, "lgamma": by_tensorflow("Lgamma"), "square": np.square,
    "next_after": np.nextafter, "polygamma": by_tensorflow("Polygamma"), "zeta": by_tensorflow("Zeta"),
    "mulhi": lambda a, b: extended(np.multiply)(a, b)[1],
    **{f"broadcast_{name}": function for name, function in WITH_BROADCASTING.items()},
}  # fmt: skip
FUNCTIONS = {
    f"{name}.{local}": function for name, table in (("arith", ARITH), ("math", MATH), ("chlo", CHLO)) for local, function in table.items()
}
