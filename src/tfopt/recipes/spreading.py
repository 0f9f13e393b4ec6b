"""Operands that are spread for StableHLO, whose operations take equal shapes, and need not be for operators that broadcast."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def drop_broadcasts(module: Operation, broadcasts: Callable[[Operation], bool], spreading: tuple[str, ...], reshape: str) -> None:
    """Gives operators that broadcast what was spread by the operators of some names, where another operand has the shape of the result."""
    for op in list(module.walk()):
        if len(op.operands) > 1 and broadcasts(op):
            shape = op.results[0].type.shape
            for at, value in enumerate(op.operands):
                others = [*op.operands[:at], *op.operands[at + 1 :]]
                source = spread_of(value, spreading, reshape)
                if source is not None and fits(source, shape) and any([other.type.shape == shape for other in others]):
                    op.set_operands([*op.operands[:at], source, *op.operands[at + 1 :]])


def spread_of(value: Value, spreading: tuple[str, ...], reshape: str) -> Value | None:
    """What a value repeats; a scalar that has been given dimensions for that is one."""
    op = value.op
    if op is None or op.name not in spreading:
        return None
    source = op.operands[0]
    made = source.op
    if made is not None and made.name == reshape and made.operands[0].type.shape == ():
        return made.operands[0]
    return source


def fits(source: Value, shape) -> bool:
    """Whether each dimension of a tensor is 1, or known to be as large as the one that it is beside."""
    type = source.type
    if not isinstance(type, TensorType) or type.shape is None or len(type.shape) > len(shape):
        return False
    pairs = zip(type.shape, shape[len(shape) - len(type.shape) :])
    return all([size == 1 or (size is not None and size == extent) for size, extent in pairs])
