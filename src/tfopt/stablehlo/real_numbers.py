"""Arithmetic of real tensors, written with operators; each makes a StableHLO operation where `building_before` says."""

from __future__ import annotations

from tfir.ir.attributes import EnumAttr
from tfir.ir.dense import DenseAttr

from tfopt.rewrite.building import constant, create


class Real:
    """A tensor of real numbers or truth values. The other operand of an operator may be a number."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return made("add", self, other)

    def __sub__(self, other):
        return made("subtract", self, other)

    def __mul__(self, other):
        return made("multiply", self, other)

    def __truediv__(self, other):
        return made("divide", self, other)

    def __radd__(self, other):
        return made("add", other, self)

    def __rsub__(self, other):
        return made("subtract", other, self)

    def __rmul__(self, other):
        return made("multiply", other, self)

    def __rtruediv__(self, other):
        return made("divide", other, self)

    def __neg__(self):
        return made("negate", self)

    def __and__(self, other):
        return made("and", self, other)

    def __or__(self, other):
        return made("or", self, other)

    def is_(self, direction: str, other):
        return made("compare", self, other, comparison_direction=EnumAttr("stablehlo.comparison_direction", direction))


def made(name: str, *operands, **attributes) -> Real:
    values = [operand.value if isinstance(operand, Real) else operand for operand in operands]
    return Real(create(f"stablehlo.{name}", values, attributes).results[0])


def filled(like: Real, number) -> Real:
    """A number in every place of a tensor's shape."""
    return Real(constant(DenseAttr.of(number, like.value.type)))


def where(condition: Real, if_true, if_false: Real) -> Real:
    if not isinstance(if_true, Real):
        if_true = filled(if_false, if_true)
    return made("select", condition, if_true, if_false, type=if_false.value.type)


def magnitude(x: Real) -> Real:
    return made("abs", x)
