"""Constants in the IR: recognising them, comparing them with a number, making them."""

from __future__ import annotations

from math import copysign

from tfir.dialects import has_trait
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.numbers import unpack
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType

SMALL = 16


def elements_of(value: Value) -> ElementsAttr | None:
    """The constant that makes the value, or None."""
    op = value.op
    return None if op is None else elements_made_by(op)


def elements_made_by(op: Operation) -> ElementsAttr | None:
    found = op.attributes.get("value")
    return found if isinstance(found, ElementsAttr) and has_trait(op, "constant_like") else None


def splat_number(elements: ElementsAttr | None):
    """The one number that all elements of a constant are, or None. Only small constants that are no splat are looked through."""
    if not isinstance(elements, DenseAttr) or isinstance(elements.type.element, ComplexType):
        return None
    if not elements.is_splat and not 0 < elements.type.size <= SMALL:
        return None
    found = unpack(elements.data, elements.type.element)
    return found[0] if all(each == found[0] and sign(each) == sign(found[0]) for each in found) else None


# The numbers of constants that were looked at last, by the constant's identity: rules ask for the same ones over and over.
_numbers: dict[int, tuple] = {}


def _number_of(elements: ElementsAttr):
    known = _numbers.get(id(elements))
    if known is None:
        if len(_numbers) > 1000:
            _numbers.clear()
        known = _numbers[id(elements)] = (elements, splat_number(elements))
    return known[1]


def sign(number) -> float:
    return copysign(1, number)


def is_all(value: Value, number) -> bool:
    """Whether a constant's elements are all that number. Zero has a sign where there are signed zeros; truth values are none."""
    elements = elements_of(value)
    found = _number_of(elements) if elements is not None else None
    if found is None or found != number or isinstance(found, bool) != isinstance(number, bool):
        return False
    return not isinstance(elements.type.element, FloatType) or sign(found) == sign(number)
