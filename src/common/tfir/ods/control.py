"""Which operands and results of nodes carry data, and which are control tokens: these come last, and only say that an operation waits for
another. Arguments of functions have a token behind each."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import OpaqueType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CONTROL = OpaqueType("!tf_type.control")


def data(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values that are no control tokens, in whatever order they stand."""
    return tuple([value for value in values if value.type is not CONTROL])


def tokens(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values that are control tokens, in whatever order they stand."""
    return tuple([value for value in values if value.type is CONTROL])


def data_types(values: Iterable[Value]) -> list[Type]:
    """The types of values, without control tokens."""
    return [value.type for value in values if value.type is not CONTROL]


def data_operands(op: Operation) -> tuple[Value, ...]:
    operands = op.operands
    return data(operands) if operands and operands[-1].type is CONTROL else operands


def control_operands(op: Operation) -> tuple[Value, ...]:
    operands = op.operands
    return tokens(operands) if operands and operands[-1].type is CONTROL else ()


def data_results(op: Operation) -> tuple[Value, ...]:
    results = op.results
    return data(results) if results and results[-1].type is CONTROL else results


def control_result(op: Operation) -> Value | None:
    """The control token that a node ends in."""
    return op.results[-1] if op.results and op.results[-1].type is CONTROL else None
