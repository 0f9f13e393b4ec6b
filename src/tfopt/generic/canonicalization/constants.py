"""Constants as Python's numbers and back. Whole numbers are without sign, modulo two to their width; one number stands for a splat."""

from __future__ import annotations

from tfir.ir.attributes import BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.numbers import pack, unpack
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, IndexType, IntegerType, MemRefType, ShapedType

from tfopt.rewrite.rewriter import PatternRewriter

MOST = 1 << 16  # elements that are computed with one by one


def element_of(type):
    return type.element if isinstance(type, ShapedType) else type


def width_of(type) -> int:
    """The bits of a whole number's type; an index has 64."""
    element = element_of(type)
    return 64 if isinstance(element, IndexType) else element.width


def attribute_of(op: Operation | None):
    return op.attributes.get("value") if op is not None and op.name == "arith.constant" else None


def numbers(value: Value) -> list | None:
    """The elements of a constant, or the one that all of them are; None for anything else."""
    found = attribute_of(value.op)
    if isinstance(found, BoolAttr):
        return [int(found.value)]
    if isinstance(found, IntegerAttr):
        return [found.value % (1 << width_of(found.type))]
    if isinstance(found, FloatAttr):
        return [unpack(pack([found.value], found.type), found.type)[0]] if packs(found.type) else None
    if not isinstance(found, DenseAttr) or not (found.is_splat or 0 < found.type.size <= MOST):
        return None
    element = found.type.element
    if isinstance(element, (IntegerType, IndexType)):
        return [int(each) % (1 << width_of(element)) for each in unpack(found.data, element)]
    return list(unpack(found.data, element)) if packs(element) else None


def packs(type) -> bool:
    return isinstance(type, FloatType) and type.name in ("f16", "bf16", "f32", "f64")


def number(value: Value):
    """The one number that a constant is, in all its elements; None where there is none."""
    found = numbers(value)
    return found[0] if found is not None and (len(found) == 1 or all([each == found[0] for each in found])) else None


def is_constant(value: Value) -> bool:
    return value.op is not None and value.op.name == "arith.constant"


def signed(found: int, width: int) -> int:
    return found - (1 << width) if found >> (width - 1) else found


def constant_attribute(found, type):
    """One number, or a list with one for each element, as the attribute of a constant of a type."""
    listed = found if isinstance(found, list) else [found]
    element = element_of(type)
    if not isinstance(element, FloatType):
        width = width_of(type)
        listed = [signed(int(each) % (1 << width), width) for each in listed]
    if isinstance(type, ShapedType):
        same = len(listed) > 1 and all([each == listed[0] for each in listed]) and not isinstance(element, FloatType)
        listed = [each & 1 for each in listed] if isinstance(element, IntegerType) and element.width == 1 else listed
        return DenseAttr.of(listed[:1] if same else listed, type)
    if isinstance(type, IntegerType) and type.width == 1:
        return BoolAttr(bool(listed[0]))
    return FloatAttr(listed[0], type) if isinstance(type, FloatType) else IntegerAttr(listed[0], type)


def constant(rewriter: PatternRewriter, found, type) -> Value:
    """A new constant of a type: of one number, or of a list with one for each element."""
    return rewriter.value("arith.constant", (), type, value=constant_attribute(found, type))


def computed(op: Operation, function, type=None):
    """The elements of an operation's result, by a function of its operands' numbers; None where an operand is no constant, or
    where the function declines a number by answering None."""
    lists = []
    for value in op.operands:
        found = numbers(value)
        if found is None:
            return None
        lists.append(found)
    longest = max(map(len, lists))
    columns = [each * longest if len(each) == 1 else each for each in lists]
    results = [function(*row) for row in zip(*columns)]
    return None if any([each is None for each in results]) else results


def can_hold_constant(type) -> bool:
    """Whether a constant of the type can be written."""
    return not isinstance(type, ShapedType) or (type.shape is not None and None not in type.shape and not isinstance(type, MemRefType))
