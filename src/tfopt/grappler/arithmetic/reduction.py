"""Largest and smallest of a monotonic function: the function of the largest or smallest, which is computed once instead of for each
element."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType, FloatType, IntegerType

from tfopt.grappler.arithmetic.nodes import attributes_of, will_be_fused
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import Declined, once, rewrite, tf, variables

x, y = variables("x y")

# Never decreasing on all numbers. Their last bits need not keep the order that mathematics promises.
INCREASING = (
    "Asinh", "Atan", "Ceil", "Elu", "Erf", "Exp", "Expm1", "Floor", "Relu", "Relu6", "Rint", "Round", "Selu", "Sigmoid", "Sign",
    "Softplus", "Softsign", "Tanh",
)  # fmt: skip
# The same, but NaN of negative numbers: a NaN counts more than any number.
INCREASING_ABOVE = ("Log", "Log1p", "Sqrt")
OPPOSITE = {"Max": "Min", "Min": "Max", "ArgMax": "ArgMin", "ArgMin": "ArgMax"}


def has_elements(reduced: Operation, item) -> bool:
    """Whether it is known that every element of the result is one of the operand's: of nothing at all the largest number is none
    that the function makes."""
    shape, axes = item.shapes.of(reduced._operands[0]), item.shapes.known(reduced._operands[1]).integers
    return shape is not None and axes is not None and all([isinstance(shape[axis], int) and shape[axis] > 0 for axis in axes])


def increasing(name: str):
    def reduce_first(x, y, op: Operation, item):
        if not has_elements(op, item):
            return Declined("it may be reduced over no elements")
        return getattr(tf, name)(getattr(tf, op.name[4:])(x, y, **attributes_of(op)))

    return reduce_first


def decreasing(name: str):
    def reduce_first(x, y, op: Operation, item):
        if name != "Invert" and isinstance(x.type.element, IntegerType):
            return Declined("the smallest integer has no opposite")
        if not has_elements(op, item):
            return Declined("it may be reduced over no elements")
        return getattr(tf, name)(getattr(tf, OPPOSITE[op.name[4:]])(x, y, **attributes_of(op)))

    return reduce_first


def pool_first(name: str):
    def pool(x, op: Operation):
        if will_be_fused(op._operands[0].op):
            return Declined("the activation is to be fused with what it is applied to")
        return getattr(tf, name)(tf.MaxPool(x, **attributes_of(op)))

    return pool


# Where the largest element stands is told only by what never makes two elements equal, and in floating point hardly a function
# is of that kind: `exp` of two large numbers is infinity twice.


def search_opposite(x, y, op: Operation):
    if isinstance(x.type.element, IntegerType) and op._operands[0].op.name == "tfg.Neg":
        return Declined("the smallest integer has no opposite")
    return getattr(tf, OPPOSITE[op.name[4:]])(x, y, **attributes_of(op))


def search_before_cast(x, y, op: Operation):
    """A type that holds every number of the other keeps them apart."""
    if not holds(op._operands[0].type.element, x.type.element):
        return Declined("the cast may make different numbers equal")
    return getattr(tf, op.name[4:])(x, y, **attributes_of(op))


MANTISSA = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}
EXPONENT = {"f16": 5, "bf16": 8, "f32": 8, "f64": 11}


def holds(wide, narrow) -> bool:
    """Whether every number of one type is one of the other."""
    if isinstance(wide, ComplexType) or isinstance(narrow, ComplexType):
        return False
    if isinstance(narrow, FloatType):
        names = wide.name, narrow.name
        return isinstance(wide, FloatType) and all([t[names[0]] >= t[names[1]] for t in (MANTISSA, EXPONENT)]) if set(names) <= set(MANTISSA) else False
    if not isinstance(narrow, IntegerType) or narrow.width == 1:
        return False
    digits = narrow.width - (narrow.signedness != "u")
    if isinstance(wide, IntegerType):
        signed = wide.signedness != "u"
        return digits <= wide.width - signed and (signed or narrow.signedness == "u")
    return isinstance(wide, FloatType) and digits <= MANTISSA.get(wide.name, 0) and 2 ** (EXPONENT.get(wide.name, 0) - 1) > digits


def over(reduction: str, name: str):
    return getattr(tf, reduction)(once(getattr(tf, name)(x)), y)


OPTIMIZE_MAX_OR_MIN_OF_MONOTONIC = Stage(
    "OptimizeMaxOrMinOfMonotonic",
    *[rewrite(over(extreme, name), changes=("bits", "zero"))(increasing(name)) for extreme in ("Max", "Min") for name in INCREASING],
    *[rewrite(over(extreme, name), changes=("bits", "zero", "nan"))(increasing(name)) for extreme in ("Max", "Min") for name in INCREASING_ABOVE],
    *[rewrite(over(extreme, "Neg"), changes=("zero",))(decreasing("Neg")) for extreme in ("Max", "Min")],
    *[rewrite(over(extreme, "Invert"))(decreasing("Invert")) for extreme in ("Max", "Min")],
    *[rewrite(over(extreme, "Rsqrt"), changes=("bits", "nan", "inf"))(decreasing("Rsqrt")) for extreme in ("Max", "Min")],
    *[rewrite(tf.MaxPool(once(getattr(tf, name)(x))), changes=("bits", "zero"))(pool_first(name)) for name in INCREASING],
    *[rewrite(tf.MaxPool(once(getattr(tf, name)(x))), changes=("bits", "zero", "nan"))(pool_first(name)) for name in INCREASING_ABOVE],
    *[rewrite(over(search, name))(search_opposite) for search in ("ArgMax", "ArgMin") for name in ("Neg", "Invert")],
    *[rewrite(over(search, "Cast"))(search_before_cast) for search in ("ArgMax", "ArgMin")],
)
