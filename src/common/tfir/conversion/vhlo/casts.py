"""Casts between VHLO and the ops of other dialects that stand among its own."""

from __future__ import annotations

from tfir.dialects.vhlo.builtins import to_builtin, to_vhlo
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.types import Type

CAST = "builtin.unrealized_conversion_cast"


def cast_for_others(others: Sequence[Operation], are_allowed: bool) -> None:
    """Puts casts around ops that were not converted: their operands are of types that no longer are. Raises Error where no other dialects
    are allowed."""
    remaining = set(others)
    meant: dict[Value, Value] = {}
    for op in others:
        for operand in dict.fromkeys(op.operands):
            back = to_builtin(operand.type)
            if back is not operand.type:
                if operand not in meant:
                    _refuse(op, operand.type, back, are_allowed)
                    meant[operand] = _cast_behind(operand, back)
                op.set_operands([meant[operand] if each is operand else each for each in op.operands])
        for result in op.results:
            users = [user for user in result.users if user not in remaining and user.name != CAST]
            type = to_vhlo(result.type)
            if users and type is not None and type is not result.type:
                _refuse(op, result.type, type, are_allowed)
                cast = _cast_behind(result, type)
                for user in users:
                    user.set_operands([cast if each is result else each for each in user.operands])


def _refuse(op: Operation, source: Type, target: Type, are_allowed: bool) -> None:
    if not are_allowed:
        between = f"from ('{source}') to ('{target}')"
        raise Error(f"failed to legalize unresolved materialization {between} that remained live after conversion", op)


def _cast_behind(value: Value, type: Type) -> Value:
    block, op = value.block, value.op
    assert block is not None
    location = op.location if op is not None else block.argument_locations.get(value, block.first.location if block.first else 1)
    anchor = op.next if op is not None else block.first
    return Operation(CAST, [value], [type], location=location, block=block, anchor=anchor).result


def drop_casts(module: Operation) -> None:
    """Drops casts of one value to its own type, and chains of two that come back to it."""
    for op in list(module.inside()):
        if op.name == CAST and len(op.operands) == len(op.results) == 1:
            source = op.operands[0]
            if source.type is not op.result.type and source.op is not None and source.op.name == CAST and len(source.op.operands) == 1:
                source = source.op.operands[0]
            if source.type is op.result.type:
                op.replace_with(source)
    for op in reversed(module.inside()):
        if op.name == CAST and not any([result.uses for result in op.results]):
            op.erase()
