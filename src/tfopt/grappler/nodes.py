"""What rules of every family build nodes with: another node's attributes, small constants."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType, Type

from tfopt.rewrite.building import constant


def attributes_of(op: Operation) -> dict:
    """What the op's signature declares, but for what repeats the types of its operands."""
    signature = lookup(op.name).signature
    typed = {name for slot in signature.operands for name in (slot.type, slot.number)}
    return {name: op.attributes[name] for name in signature.attributes if name in op.attributes and name not in typed}


def vector(numbers, like: Value | None = None) -> Value:
    """A constant of integers, of the type of another one or i32."""
    return constant(DenseAttr.of(list(numbers), TensorType((len(numbers),), I32 if like is None else like.type.element)))


def scalar(number: int) -> Value:
    return constant(DenseAttr.of(number, TensorType((), I32)))


def filled(number, shape, element: Type) -> Value:
    """A constant all of whose elements are that number."""
    return constant(DenseAttr.of(number, TensorType(shape, element)))
