"""Constants as Python's numbers and back. Whole numbers are without sign, modulo two to their width; one number stands for a splat."""

from __future__ import annotations

import math

from tfir.ir.attributes import BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.numbers import pack, unpack
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, IndexType, IntegerType, MemRefType, ShapedType

from tfopt.rewrite.pattern import reads
from tfopt.rewrite.rewriter import PatternRewriter

MAKERS = ("arith.constant", "llvm.mlir.constant")
reads_constants = reads(*MAKERS)
MOST = 1 << 16  # elements that are computed with one by one


def element_of(type):
    return type.element if isinstance(type, ShapedType) else type


def width_of(type) -> int:
    """The bits of a whole number's type; an index has 64."""
    element = element_of(type)
    return 64 if isinstance(element, IndexType) else element.width


def attribute_of(op: Operation | None):
    """What a constant is, of arith or, between conversions, of llvm."""
    return op.attributes.get("value") if op is not None and op.name in MAKERS else None


def numbers(value: Value) -> list | None:
    """The elements of a constant, a single one if all are equal; None for anything else."""
    attribute = attribute_of(value.op)
    if isinstance(attribute, BoolAttr):
        return [int(attribute.value)]
    if isinstance(attribute, IntegerAttr):
        return [attribute.value % (1 << width_of(attribute.type))]
    if isinstance(attribute, FloatAttr):
        return [unpack(pack([attribute.value], attribute.type), attribute.type)[0]] if packs(attribute.type) else None
    if not isinstance(attribute, DenseAttr) or not (attribute.is_splat or 0 < attribute.type.size <= MOST):
        return None
    element = attribute.type.element
    if isinstance(element, (IntegerType, IndexType)):
        return [int(each) % (1 << width_of(element)) for each in unpack(attribute.data, element)]
    return list(unpack(attribute.data, element)) if packs(element) else None


def packs(type) -> bool:
    return isinstance(type, FloatType) and type.name in ("f16", "bf16", "f32", "f64")


def number(value: Value):
    """The one number that a constant is, in all its elements; None where there is none."""
    elements = numbers(value)
    return elements[0] if elements is not None and (len(elements) == 1 or all([each == elements[0] for each in elements])) else None


def is_constant(value: Value) -> bool:
    return attribute_of(value.op) is not None


def signed(bits: int, width: int) -> int:
    return bits - (1 << width) if bits >> (width - 1) else bits


def constant_attribute(value, type):
    """One number, or a list with one for each element, as the attribute of a constant of a type."""
    listed = value if isinstance(value, list) else [value]
    element = element_of(type)
    if not isinstance(element, FloatType):
        width = width_of(type)
        listed = [signed(int(each) % (1 << width), width) for each in listed]
    if isinstance(type, ShapedType):
        same = len(listed) > 1 and all([each == listed[0] for each in listed])
        if same and isinstance(element, FloatType):  # whose zeros are equal, but not the same
            same = all([math.copysign(1, each) == math.copysign(1, listed[0]) for each in listed])
        listed = [each & 1 for each in listed] if isinstance(element, IntegerType) and element.width == 1 else listed
        return DenseAttr.of(listed[:1] if same else listed, type)
    if isinstance(type, IntegerType) and type.width == 1:
        return BoolAttr(bool(listed[0]))
    return FloatAttr(listed[0], type) if isinstance(type, FloatType) else IntegerAttr(listed[0], type)


def constant(rewriter: PatternRewriter, value, type) -> Value:
    """A new constant of a type: of one number, or of a list with one for each element."""
    return rewriter.value("arith.constant", (), type, value=constant_attribute(value, type))


def replace_in(users: list[Operation], value: Value, content, rewriter: PatternRewriter) -> bool:
    """Gives users of a value a constant in its place; whether there are any."""
    if users:
        new = constant(rewriter, content, value.type)
        for user in users:
            user.set_operands([new if operand is value else operand for operand in user.operands])
            rewriter.revisit(user)
    return bool(users)


def computed(op: Operation, function):
    """The elements of an operation's result, by a function of its operands' numbers; None where an operand is no constant, or
    where the function declines a number by answering None."""
    lists = []
    for value in op.operands:
        elements = numbers(value)
        if elements is None:
            return None
        lists.append(elements)
    longest = max(map(len, lists))
    columns = [each * longest if len(each) == 1 else each for each in lists]
    results = [function(*row) for row in zip(*columns)]
    return None if any([each is None for each in results]) else results


def can_hold_constant(type) -> bool:
    """Whether a constant of the type can be written."""
    return not isinstance(type, ShapedType) or (type.shape is not None and None not in type.shape and not isinstance(type, MemRefType))
