"""Uses of values, of an operation or of many at once."""

from __future__ import annotations

from tfir.ir.parts import assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ir.operations import Operation, Value


FEW = 16


def release(op: Operation) -> None:
    """Takes the uses by an operation out of what it reads. Of many operands, which may be one value over and over, each list is gone
    through once."""
    if len(op.operands) > FEW:
        for value in dict.fromkeys(op.operands):
            assign(value, "uses", [user for user in value.uses if user is not op])
    else:
        for value in op.operands:
            value.uses.remove(op)


def drop_uses(operations: Iterable[Operation]) -> None:
    """Lets go of all operands of operations that are to be erased together, in time linear in their uses. Uses of their results go too."""
    dropped = set(operations)
    for value in dict.fromkeys([value for op in dropped for value in op.operands]):
        assign(value, "uses", [user for user in value.uses if user not in dropped])
    for op in dropped:
        assign(op, "operands", ())


def replace_uses_by(users: Iterable[Operation], old: Value, new: Value) -> None:
    """Every use of a value by one of these operations becomes a use of another, in time linear in the uses of both."""
    replaced = dict.fromkeys(users)
    if new is old or not replaced:
        return
    for user in replaced:
        user._unshare()
        assign(user, "operands", tuple([new if operand is old else operand for operand in user.operands]))
    new.uses.extend([user for user in old.uses if user in replaced])
    assign(old, "uses", [user for user in old.uses if user not in replaced])


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
