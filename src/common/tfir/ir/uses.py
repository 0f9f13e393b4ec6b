"""Uses of values, of many operations at once."""

from __future__ import annotations

from tfir.ir.parts import assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ir.operations import Operation, Value


def drop_uses(operations: Iterable[Operation]) -> None:
    """Lets go of all operands of operations that are to be erased together, in time linear in their uses. Uses of their results go too."""
    dropped = set(operations)
    for value in dict.fromkeys([value for op in dropped for value in op.operands]):
        assign(value, "uses", [user for user in value.uses if user not in dropped])
    for op in dropped:
        assign(op, "operands", ())


def in_order(operations: Iterable[Operation]) -> None:
    """Lists the uses of values in the order of these operations, which are all that use them."""
    users = list(operations)
    for op in users:
        for value in op.operands:
            assign(value, "uses", [])
    for op in users:
        for value in op.operands:
            value.uses.append(op)


def reverse_uses(value: Value) -> None:
    """Lists the uses of a value from the newest to the oldest."""
    assign(value, "uses", value.uses[::-1])
