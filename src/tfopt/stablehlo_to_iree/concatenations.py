"""Concatenations of more parts than a dispatch can read."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value

CONCATENATE = "stablehlo.concatenate"


def split_concatenations(block: Block, max_operands: int):
    """Concatenate in groups first, and the groups then, until none has more than so many operands."""
    for op in block:
        while op.name == CONCATENATE and len(op.operands) > max_operands:
            parts = list(op.operands)
            groups = [parts[at : at + max_operands] for at in range(0, len(parts), max_operands)]
            op.set_operands([_joined(op, group) for group in groups])


def _joined(op: Operation, parts: list[Value]) -> Value:
    if len(parts) == 1:
        return parts[0]
    dimension = op.get("dimension")
    shape = list(parts[0].type.shape)
    shape[dimension] = sum(part.type.shape[dimension] for part in parts)
    return Builder.before(op).value(CONCATENATE, parts, parts[0].type.with_shape(shape), op.attributes)
