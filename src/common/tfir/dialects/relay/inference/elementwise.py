"""Result types of what computes element by element: operands broadcast to one shape."""

from __future__ import annotations

from tfir.dialects.relay.families import FAMILIES
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, FloatType, IntegerType
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import broadcast


def same(data):
    return like(data)


def truth(data):
    return like(data, I1)


def of_truths(data):
    if data.element is not I1:
        raise Error(f"takes truth values, not {data.element}")
    return like(data)


def cast(data, dtype):
    return like(data, dtype)


def reinterpret(data, dtype):
    if width(data.element) != width(dtype):
        raise Error(f"reads {data.element} as {dtype}, which has another width")
    return like(data, dtype)


def width(element) -> int | None:
    """The bits of an element; a truth value is stored as a byte."""
    return 8 if element is I1 else element.width if isinstance(element, (IntegerType, FloatType)) else None


def like(data, element=None) -> AbstractValue:
    return AbstractValue(data.shape, element or data.element)


def both(lhs, rhs):
    return AbstractValue(broadcast(lhs.shape, rhs.shape), one_element(lhs, rhs))


def one_element(lhs, rhs):
    if lhs.element is not rhs.element:
        raise Error(f"has operands of {lhs.element} and {rhs.element}")
    return lhs.element


def compared(lhs, rhs):
    one_element(lhs, rhs)
    return AbstractValue(broadcast(lhs.shape, rhs.shape), I1)


def both_truths(lhs, rhs):
    of_truths(lhs)
    return both(lhs, rhs)


def where(condition, x, y):
    of_truths(condition)
    return AbstractValue(broadcast(condition.shape, x.shape, y.shape), one_element(x, y))


BINARY = """add bitwise_and bitwise_or bitwise_xor divide floor_divide floor_mod left_shift maximum minimum mod multiply power right_shift subtract
trunc_divide trunc_mod""".split()
INFER = dict.fromkeys(FAMILIES["elementwise"], same) | dict.fromkeys(BINARY, both) | {
    "cast": cast, "reinterpret": reinterpret, "where": where, "logical_not": of_truths,
    **dict.fromkeys("isfinite isinf isnan".split(), truth),
    **dict.fromkeys("equal greater greater_equal less less_equal not_equal".split(), compared),
    **dict.fromkeys("logical_and logical_or logical_xor".split(), both_truths),
}  # fmt: skip
