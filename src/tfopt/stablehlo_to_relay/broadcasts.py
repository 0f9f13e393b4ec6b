"""Operands that are spread for StableHLO, whose operations take equal shapes, and need not be for Relay's, which broadcast."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

SPREADING = ("relay.broadcast_to", "relay.dyn.broadcast_to")


def drop_broadcasts(module: Operation) -> None:
    """Gives operators what was spread, where another operand has the shape of the result."""
    for op in list(module.walk()):
        if op.dialect == "relay" and len(op.operands) > 1 and has_trait(op, "elementwise"):
            shape = op.results[0].type.shape
            for at, value in enumerate(op.operands):
                others = [*op.operands[:at], *op.operands[at + 1 :]]
                source = spread_of(value)
                if source is not None and fits(source, shape) and any([other.type.shape == shape for other in others]):
                    op.set_operands([*op.operands[:at], source, *op.operands[at + 1 :]])


def spread_of(value: Value) -> Value | None:
    """What a value repeats; a scalar that has been given dimensions for that is one."""
    op = value.op
    if op is None or op.name not in SPREADING:
        return None
    source = op.operands[0]
    made = source.op
    if made is not None and made.name == "relay.reshape" and made.operands[0].type.shape == ():
        return made.operands[0]
    return source


def fits(source: Value, shape) -> bool:
    """Whether each dimension of a tensor is 1, or known to be as large as the one that it is beside."""
    type = source.type
    if not isinstance(type, TensorType) or type.shape is None or len(type.shape) > len(shape):
        return False
    pairs = zip(type.shape, shape[len(shape) - len(type.shape) :])
    return all([size == 1 or (size is not None and size == extent) for size, extent in pairs])
