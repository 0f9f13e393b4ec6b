"""Branches whose condition is known: the other side goes, with what it writes. An If is then a call of the function that it names.

Models that were trained have their updates (of batch norms) in a branch on a PlaceholderWithDefault; where it is not fed its default holds.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tfg.subgraph import erase_unneeded
from tfir.ir.attributes import StringAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1
from tfir.ods.control import CONTROL
from tfir.storage.graphdef.wire import NAME

CALLS = {"tfg.If": "tfg.StatefulPartitionedCall", "tfg.StatelessIf": "tfg.PartitionedCall"}
OF_IF = ("Tcond", "then_branch", "else_branch", "output_shapes", "_lower_using_switch_merge")
PASSED_ON = ("tfg.Identity", "tfg.PlaceholderWithDefault", "tfg.Switch")


def settle_branches(function: Operation) -> None:
    """Leaves a function as it is in which no condition is known, and one whose results would come from the side that goes."""
    for op in [op for op in function.body if has_trait(op, "branch") and op.name in CALLS]:
        settle_if(op)
    ops = list(function.body)
    taken = {op: side for op in ops if has_trait(op, "switch") and len(op.results) == 3 and (side := condition(op.operands[1])) is not None}
    dead = {op.results[not side] for op, side in taken.items()}
    alive = reached(ops, dead)
    if not taken or ops[-1] not in alive:
        return
    for op in ops:
        if op not in alive:
            continue
        if op in taken:
            take(op, op.results[taken[op]])
        elif has_trait(op, "merge"):
            merge(op, alive, dead)
    erase_unneeded(function)


def settle_if(op: Operation) -> None:
    """Makes an If whose condition is known a call."""
    side = condition(op.operands[0])
    if side is None:
        return
    kept = {name: value for name, value in op.attributes.items() if name not in OF_IF}
    attributes = {**kept, "f": op.attributes["then_branch" if side else "else_branch"]}
    call = Operation(CALLS[op.name], op.operands[1:], [result.type for result in op.results], attributes, location=op.location)
    op.parent.insert_before(call, op)
    op.replace_with(list(call.results))


def condition(value: Value) -> bool | None:
    is_negated = False
    for _ in range(100):
        if value.op is None or value.op.name not in (*PASSED_ON, "tfg.LogicalNot"):
            break
        is_negated ^= value.op.name == "tfg.LogicalNot"
        value = value.op.operands[0]
    constant = value.op.attributes.get("value") if value.op is not None and value.op.name == "tfg.Const" else None
    if not isinstance(constant, DenseAttr) or constant.type.element is not I1 or constant.type.shape != ():
        return None
    return bool(constant.values()[0]) != is_negated


def is_alive(value: Value, alive: set[Operation], dead: set[Value]) -> bool:
    return value not in dead and (value.op is None or value.op in alive)


def reached(ops: list[Operation], dead: set[Value]) -> set[Operation]:
    """The ops that run where some values are dead: all whose operands come, and a Merge of which one does."""
    alive: set[Operation] = set()
    before = -1
    while len(alive) > before:
        before = len(alive)
        for op in ops:
            one_or_all = any if has_trait(op, "merge") else all
            if op not in alive and one_or_all([is_alive(value, alive, dead) for value in op.operands]):
                alive.add(op)
    return alive


def take(op: Operation, value: Value) -> None:
    """Lets what comes out of a Switch on one side come out of an Identity, which waits for what the Switch waits for."""
    controls = [operand for operand in op.operands if operand.type is CONTROL]
    attributes = {"T": op.attributes["T"], NAME: StringAttr(f"{op.get(NAME)}/taken")}
    passed = Operation(
        op.name.replace("Switch", "Identity"), [op.operands[0], *controls], [value.type, CONTROL], attributes, location=op.location
    )
    op.parent.insert_before(passed, op)
    value.replace_all_uses_with(passed.results[0])
    op.results[-1].replace_all_uses_with(passed.results[1])


def merge(op: Operation, alive: set[Operation], dead: set[Value]) -> None:
    """A Merge that only one value reaches is that value. Of more than one, as of a loop, it stays; so does one that is asked which came, or waits."""
    came = [value for value in op.operands if value.type is not CONTROL and is_alive(value, alive, dead)]
    if len(came) == 1 and CONTROL not in [value.type for value in op.operands] and not list(op.results[1].users):
        control = came[0].op.results[-1] if came[0].op is not None else None
        op.results[0].replace_all_uses_with(came[0])
        if control is not None:
            op.results[-1].replace_all_uses_with(control)
