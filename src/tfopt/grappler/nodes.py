"""Helpers for building nodes in rules of every family: another node's attributes, small constants."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I32, TensorType, Type

from tfopt.rewrite.terms import tf


def attributes_of(op: Operation) -> dict:
    """The attributes that the op's signature declares, without those that repeat the types of its operands."""
    signature = lookup(op.name).signature
    typed = {name for slot in signature.operands for name in (slot.type, slot.number)}
    return {name: op.attributes[name] for name in signature.attributes if name in op.attributes and name not in typed}


def rebuilt(op: Operation, *operands, **attributes):
    """Builds the same op on other operands, with some other attributes: its result, or all of them."""
    return getattr(tf, op.name[4:])(*operands, **{**attributes_of(op), **attributes})


def vector(numbers, element: Type = I32) -> DenseAttr:
    """A constant `[N]` of integers."""
    return DenseAttr.of(list(numbers), TensorType((len(numbers),), element))


def filled(number, shape=(), element: Type = I32) -> DenseAttr:
    """A constant all of whose elements are that number."""
    return DenseAttr.of(number, TensorType(shape, element))
