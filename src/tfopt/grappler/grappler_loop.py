"""Takes loops apart that run never or once, branches whose condition is constant, and stacks that are never popped from."""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW, NONE, conditions_of, dead_beyond, decided_by, living_inputs
from tfir.analysis.frames import Loop, loops_in
from tfir.analysis.graph_effects import is_reference
from tfir.analysis.slices import forward_slice
from tfir.analysis.stacks import HANDING_ON, PUSHES, is_popped
from tfir.dialects import is_pure
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64
from tfir.ods.inference import declared_elements

from tfopt.grappler.item import Item
from tfopt.grappler.merges import can_lose, keep_living
from tfopt.grappler.rewriting import hand_over
from tfopt.grappler.short_loops import take_apart

TITLE = "LoopOptimizer"
OPTIONS = {
    "invariant-node-motion": "Compute in front of a loop what is the same in each of its rounds.",
    "stack-pushes": "Drop what is pushed on stacks that are never popped from.",
    "dead-branches": "Drop branches whose condition is constant and false.",
    "trip-counts": "Take loops apart that run never or once.",
}


def grappler_loop(item: "Item", *, invariant_node_motion: bool = False, stack_pushes: bool = True, dead_branches: bool = True,
                  trip_counts: bool = True):  # fmt: skip
    if trip_counts:
        take_apart(item)
    if invariant_node_motion:
        for loop in loops_in(item.block):
            hoist(item, loop)
    if stack_pushes:
        remove_pushes(item)
    if dead_branches:
        remove_dead_branches(item)
        remove_spare_switches(item)


# What is the same in each round


def hoist(item: Item, loop: Loop) -> None:
    """Moves pure nodes that read only what stays the same in front of the loop; their results enter instead.
    They are computed then also where there is no round."""
    same = {enter.results[0]: enter.operands[0] for enter in loop.invariants if enter.get("is_constant", False)}
    stack = [user for value in same for user in value.users]
    while stack:
        op = stack.pop()
        if op.parent is not item.block or not is_movable(item, op, same):
            continue
        outside = op.clone({value: same[value] for value in op.operands})
        item.add(outside, f"LoopOptimizer/InvariantNodeMotion_{node_name(op)}", op)
        inside = []
        for result, value in zip(op.results[:-1], outside.results):
            enter = item.build(
                "tf.Enter", [value], {"frame_name": loop.name, "is_constant": BoolAttr(True), "parallel_iterations": parallel(loop)},
                f"{node_name(op)}/Enter", op, [value.type],
            )  # fmt: skip
            inside.append(enter.results[0])
            same[enter.results[0]] = value
            stack += result.users
        item.record("rewritten", op, "the same in each round", [outside])
        hand_over(item, op, inside, waits=[])


def parallel(loop: Loop):
    return loop.variables[0].enter.attributes.get("parallel_iterations", IntegerAttr(10, I64))


def is_movable(item: Item, op: Operation, same) -> bool:
    if not is_pure(op) or op.name in HANDING_ON or item.is_preserved(op) or op.regions:
        return False
    return bool(op.operands) and all([value in same for value in op.operands])


# Stacks


def remove_pushes(item: Item) -> None:
    """A StackPush onto a stack that is never popped becomes an Identity of the pushed value."""
    for op in [op for op in item.block if op.name in PUSHES]:
        if not is_popped(op.operands[0]) and not item.is_preserved(op):
            value = op.operands[1]
            node = item.identity(value, f"{node_name(op)}/Identity", op)
            item.record("rewritten", op, "the stack is never popped from", [node])
            hand_over(item, op, [node.results[0]], node)


# Branches


def remove_dead_branches(item: Item) -> None:
    """A Switch whose condition is constant passes on its operand on one side; what depends on the other side never runs."""
    switches = {op: side for op in item.block if op.name == "tfg.Switch" and (side := known_side(op)) is not None}
    dead, merges, gone = dead_beyond([op.results[1 - side] for op, side in switches.items()])
    if not switches or any([item.is_preserved(op) for op in (*dead, *merges, *switches)]):
        return
    if not all([can_lose(op, gone) for op in merges]):
        return
    waits = {op: still_run(item, op, gone) for op in merges}
    if None in waits.values():
        return
    for op in merges:
        keep_living(item, op, gone, waits[op])
    for op in dead:
        item.record("removed", op, "its branch is never taken")
    item.erase_all(dead)
    for op, side in switches.items():
        if op.parent is item.block:
            forward(item, op, side)
    item.forget()


def known_side(switch: Operation) -> int | None:
    content = declared_elements(switch.operands[1])
    return None if content is None or content.type.size != 1 else int(bool(content.values()[0]))


def still_run(item: Item, merge: Operation, gone) -> list[Value] | None:
    """The values that only the branch that is never taken would have read, and whose loss is observable: a fetch behind the Merge runs them
    all the same. None where nothing could wait for them."""
    values, stack = [], [value for value in merge.operands if value in gone]
    seen = set(stack)
    while stack:
        maker = stack.pop().op
        above = [value for value in maker.operands if value not in seen]
        seen.update(above)
        stack += [value for value in above if value in gone]
        values += [value for value in above if value not in gone]
    conditions = item.noticed.conditions
    values = [value for value in values if item.noticed.matters(value, merge, conditions.get(value, NONE))]
    below = forward_slice([merge]) if values else ()
    can_wait = len(living_inputs(merge, gone)) == 1 and all(
        [conditions.get(value, NONE) <= conditions.get(merge.results[0], NONE) and value.owner not in below for value in values]
    )
    return values if can_wait or not values else None


def forward(item: Item, switch: Operation, side: int) -> None:
    """Lets the readers of the side that is taken read the Switch's operand."""
    item.record("removed", switch, "its condition is constant")
    hand_over(item, switch, [switch.operands[0] if number == side else None for number in range(2)])


# Switches beside which another one decides the same


def remove_spare_switches(item: Item) -> None:
    """A node on one side of a branch need not read everything through a Switch: it does not run on the other side as long as one
    of its inputs is missing there. Loops keep theirs."""
    if not any([op.name == "tfg.Switch" for op in item.block]):
        return
    conditions = conditions_of(item.block)
    for op in [op for op in item.block if op.name == "tfg.Switch" and not item.is_preserved(op) and not is_of_loop(op)]:
        source, sides = op.operands[0], op.results[:2]
        if is_reference(source) or len(op.operands) > 2:
            continue
        decided = [
            is_behind(user, (decided_by(op), side, 2), result, conditions) for side, result in enumerate(sides) for user in result.users
        ]
        if not op.results[-1].uses and all(decided):
            for result in sides:
                result.replace_all_uses_with(source)
            item.record("removed", op, "another input is missing on the same side")
            item.erase(op)


def is_of_loop(switch: Operation) -> bool:
    condition = switch.operands[1].op
    return condition is not None and condition.name == "tfg.LoopCond"


def is_behind(user: Operation, side: tuple, without: Value, conditions) -> bool:
    """Whether a node would stand behind one side of a branch also without one of its inputs."""
    others = [value for value in user.operands if value is not without]
    return user.name not in CONTROL_FLOW and any([side in conditions.get(value, ()) for value in others])
