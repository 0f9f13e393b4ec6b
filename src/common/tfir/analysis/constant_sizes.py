"""How many bytes the constants of a program take."""

from __future__ import annotations

from tfir.dialects.tf_type import TensorProtoAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.operations import Operation


def constant_bytes(op: Operation) -> int:
    """Those in the attributes of an operation, what is inside of it aside."""
    total = 0
    for attribute in op.attributes.values():
        if isinstance(attribute, DenseAttr):
            total += len(attribute.blob)
        elif isinstance(attribute, DenseStringsAttr):
            total += sum(map(len, attribute.strings))
        elif isinstance(attribute, TensorProtoAttr):
            total += len(attribute.data)
    return total


def bytes_by_name(root: Operation) -> dict[str, int]:
    """Those of all operations of a name that have any."""
    sizes: dict[str, int] = {}
    for op in root.walk():
        size = constant_bytes(op)
        if size:
            sizes[op.name] = sizes.get(op.name, 0) + size
    return sizes
