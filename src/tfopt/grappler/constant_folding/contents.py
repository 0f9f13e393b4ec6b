"""Facts of values that constant folding uses: constants, values full of one number, numbers computed from shapes."""

from __future__ import annotations

from tfir.ir.dense import DenseStringsAttr, ElementsAttr, ResourceAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType, IntegerType
from tfir.ods.control import data_operands

from tfopt.rewrite.constants import elements_of, is_all
from tfopt.rewrite.folding import byte_size
from tfopt.rewrite.terms import Number

FULL_OF = {"tfg.ZerosLike": 0, "tfg.OnesLike": 1}
MAKERS_OF_FULL = frozenset({"tfg.Const", "tfg.Fill", *FULL_OF})
LARGEST_CONSTANT = 10 << 20  # bytes
FREE_BYTES = 100 << 10  # what a graph may grow by for one constant


class Full(Number):
    """Matches a value all of whose elements are one number, also where its shape is unknown: a constant, a Fill, zeros or ones like
    another."""

    made_by = MAKERS_OF_FULL

    def holds(self, value) -> bool:
        return is_full(value, self.number)

    def __repr__(self):
        return f"Full({self.number})"


def is_full(value: Value, number) -> bool:
    op = value.op
    if op is None or op.name not in MAKERS_OF_FULL:
        return False
    if op.name == "tfg.Const":
        return is_all(value, one_of(value, number))
    if op.name == "tfg.Fill":
        return is_full(op.operands[1], number)
    return FULL_OF[op.name] == number and not str(number).startswith("-")  # zeros like another are never negative


def one_of(value: Value, number):
    """The number as it is written for the value's element type: truth values for booleans."""
    element = getattr(value.type, "element", None)
    return bool(number) if isinstance(element, IntegerType) and element.width == 1 else number


def is_integer(value: Value) -> bool:
    element = getattr(value.type, "element", None)
    return isinstance(element, IntegerType) and element.width > 1


def is_float(value: Value) -> bool:
    return isinstance(getattr(value.type, "element", None), (FloatType, ComplexType))


def is_constant(value: Value) -> bool:
    return elements_of(value) is not None


def stored_bytes(elements: ElementsAttr) -> int:
    """The size of a constant in a GraphDef, in bytes."""
    if isinstance(elements, DenseStringsAttr):
        return sum([len(text) + 2 for text in elements.strings])
    if isinstance(elements, ResourceAttr) or not getattr(elements, "is_splat", False):
        return byte_size(elements.type) or 0
    return 16


def freed_bytes(op: Operation) -> int:
    """The size in bytes of the constants that only this node reads, and that are dropped with it."""
    alone = [value for value in dict.fromkeys(data_operands(op)) if is_constant(value) and all(user is op for user in value.uses)]
    return sum([stored_bytes(elements_of(value)) for value in alone])
