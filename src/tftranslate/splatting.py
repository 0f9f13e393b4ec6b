"""A graph without its weights: every large constant becomes its first element, repeated. What the graph computes is lost, its shape is not."""

from __future__ import annotations

from tfir.ir.attributes import Attribute
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.operations import Operation
from tfir.ir.types import storage_bits
from tfir.storage.graphdef.wire import WIRE


def splat_constants(module: Operation, small: int) -> None:
    """Constants of up to `small` elements stay: they are shapes and axes as often as weights."""
    for op in module.walk():
        changed = {name: splat(attribute, small) for name, attribute in op.attributes.items()}
        if any(changed[name] is not attribute for name, attribute in op.attributes.items()):
            op.set_attributes({name: attribute for name, attribute in changed.items() if name != WIRE})


def splat(attribute: Attribute, small: int) -> Attribute:
    if not isinstance(attribute, (DenseAttr, DenseStringsAttr)) or attribute.is_splat or attribute.type.size <= small:
        return attribute
    if isinstance(attribute, DenseStringsAttr):
        return DenseStringsAttr(attribute.type, attribute.strings[:1], True)
    return DenseAttr(attribute.type, bytes(attribute.data[: storage_bits(attribute.type.element) // 8]), True)
