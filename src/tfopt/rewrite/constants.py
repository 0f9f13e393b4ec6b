"""Constants in the IR: recognising them, comparing them with a number, making them."""

from __future__ import annotations

from math import copysign

from tfir.dialects import has_trait
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.numbers import unpack
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.numbers import Number

SMALL = 16


def elements_of(value: Value) -> ElementsAttr | None:
    """The constant that makes the value, or None."""
    op = value.op
    return None if op is None else elements_made_by(op)


def elements_made_by(op: Operation) -> ElementsAttr | None:
    """The content of an op that makes a constant, or None. A constant of a quantized type has none: what it tells is not what it stands
    for, but what is stored."""
    content = op.attributes.get("value")
    if not isinstance(content, ElementsAttr) or not has_trait(op, "constant_like"):
        return None
    return content if getattr(op.results[0].type, "element", None) is content.type.element else None


def splat_number(elements: ElementsAttr | None) -> Number | None:
    """The one number that all elements of a constant are, or None. Only small constants that are no splat are looked through."""
    if not isinstance(elements, DenseAttr) or isinstance(elements.type.element, ComplexType):
        return None
    if not elements.is_splat and not 0 < elements.type.size <= SMALL:
        return None
    first, *others = unpack(elements.data, elements.type.element)
    return first if all(each == first and sign(each) == sign(first) for each in others) else None


# The numbers of constants that were looked at last, by the constant's identity: rules ask for the same ones over and over.
_numbers: dict[int, tuple[ElementsAttr, Number | None]] = {}


def _number_of(elements: ElementsAttr) -> Number | None:
    entry = _numbers.get(id(elements))
    if entry is None:
        if len(_numbers) > 1000:
            _numbers.clear()
        entry = _numbers[id(elements)] = (elements, splat_number(elements))
    return entry[1]


def sign(number: Number) -> float:
    """1.0 or -1.0, the latter also for the negative zero."""
    return copysign(1, number)


def is_all(value: Value, number: Number) -> bool:
    """Whether a constant's elements are all that number. Zero has a sign where there are signed zeros; truth values are none."""
    elements = elements_of(value)
    if elements is None:
        return False
    content = _number_of(elements)
    if content is None or content != number or isinstance(content, bool) != isinstance(number, bool):
        return False
    return not isinstance(elements.type.element, FloatType) or sign(content) == sign(number)
