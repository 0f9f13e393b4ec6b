"""Takes loops apart that run never or once, branches whose condition is constant, and stacks that nobody pops from."""

from __future__ import annotations

from tfir.define.inference import elements_of
from tfir.dialects import is_pure
from tfir.dialects.tf_type import CONTROL
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType

from tfopt.grappler.conditions import CONTROL_FLOW, ENTERS, MERGES, conditions_of, decided_by, is_back_edge
from tfopt.grappler.frames import Loop, loops_in, trip_count
from tfopt.grappler.grappler_pruning import erase_unreached
from tfopt.grappler.item import Item, is_reference, node_name
from tfopt.grappler.rewriting import hand_over
from tfopt.rewrite.graph import controls, data

TITLE = "LoopOptimizer"
PUSHES = frozenset({"tfg.StackPush", "tfg.StackPushV2"})
HANDING_ON = ENTERS | {"tfg.Identity", "tfg.Switch", "tfg.Merge", "tfg.NextIteration", "tfg.Exit"}
OPTIONS = {
    "invariant-node-motion": "Compute in front of a loop what is the same in each of its rounds.",
    "stack-pushes": "Drop what is pushed on stacks that are never popped from.",
    "dead-branches": "Drop branches whose condition is constant and false.",
    "trip-counts": "Take loops apart that run never or once.",
}


def grappler_loop(item: "Item", *, invariant_node_motion: bool = False, stack_pushes: bool = True, dead_branches: bool = True,
                  trip_counts: bool = True):  # fmt: skip
    """`invariant_node_motion` computes in front of a loop what is the same in each of its rounds, even if there is none."""
    while trip_counts and (short := next(short_loops(item), None)) is not None:  # a loop inside one that is gone is gone too
        unroll(item, *short)
    if invariant_node_motion:
        for loop in loops_in(item):
            hoist(item, loop)
    if stack_pushes:
        remove_pushes(item)
    if dead_branches:
        remove_dead_branches(item)
        remove_spare_switches(item)


# Loops that run never or once


def short_loops(item: Item):
    """The loops that can be taken apart, each with how often it runs."""
    for loop in loops_in(item):
        count = trip_count(loop, 1)
        if count is not None and not any([item.is_preserved(node) for node in loop.nodes()]):
            yield loop, count


def unroll(item: Item, loop: Loop, count: int) -> None:
    """Puts what enters in the place of what goes round, and what has gone round once, if so, in the place of what leaves."""
    item.record("removed", loop.condition, f"its loop runs {('never', 'once')[count]}")
    for enter in loop.invariants:
        take_over(item, enter, enter._operands[0])
    for each in loop.variables:
        entering = each.enter._operands[0]
        leaving = each.next._operands[0] if count else entering
        if each.exit is not None:
            take_over(item, each.exit, leaving if leaving is not each.switch.results[1] else entering)
    for each in loop.variables:
        entering = each.enter._operands[0]
        each.merge.results[0].replace_by(entering)
        each.switch.results[1].replace_by(entering)
        each.merge.results[1].replace_by(number_like(item, each.merge, 0))
        detach(item, [each.switch, each.next, each.merge, each.enter], entering)
    detach(item, [loop.condition], loop.condition._operands[0])
    item.forget()
    erase_unreached(item)
    item.forget()


def take_over(item: Item, op: Operation, value: Value) -> None:
    """Who read the node reads the value, and waits for what the node waited for."""
    waits = [each for each in op._operands[1:] if each.type is CONTROL]
    for user in op.results[0].users if waits else ():
        item.wait_for(user, waits)
    op.results[0].replace_by(value)
    hand_over(item, op, [value], None)


def detach(item: Item, nodes, value: Value) -> None:
    """Lets those who wait for nodes that will go wait for a value, and cuts the nodes off."""
    for op in nodes:
        item.wait_instead(op.results[-1], [value])
        op.operands = ()
        for result in op.results:
            if result.uses:
                result.replace_by(value)
        item.erase(op)


def number_like(item: Item, op: Operation, number: int) -> Value:
    """A constant 0-d i32 for who asks which way a Merge was reached; nobody usually does."""
    if not op.results[1].uses:
        return op.results[1]
    type = TensorType((), I32)
    constant = item.build("tf.Const", (), {"value": DenseAttr.of(number, type), "dtype": I32}, f"{node_name(op)}/value_index", op, [type])
    return constant.results[0]


# What is the same in each round


def hoist(item: Item, loop: Loop) -> None:
    """Moves pure nodes that read only what stays the same in front of the loop; their results enter instead."""
    same = {enter.results[0]: enter._operands[0] for enter in loop.invariants if enter.get("is_constant", False)}
    stack = [user for value in same for user in value.users]
    while stack:
        op = stack.pop()
        if op.parent is not item.block or not is_movable(item, op, same):
            continue
        outside = op.clone({value: same[value] for value in op._operands})
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
            result.replace_by(enter.results[0])
        item.record("rewritten", op, "the same in each round", [outside])
        hand_over(item, op, inside, None)


def parallel(loop: Loop):
    return loop.variables[0].enter.attributes.get("parallel_iterations", IntegerAttr(10, None))


def is_movable(item: Item, op: Operation, same) -> bool:
    if not is_pure(op) or op.name in HANDING_ON or item.is_preserved(op) or op.regions:
        return False
    return bool(op._operands) and all([value in same for value in op._operands])


# Stacks


def remove_pushes(item: Item) -> None:
    """What is pushed onto a stack that nobody pops from is only handed on."""
    for op in [op for op in item.nodes() if op.name in PUSHES]:
        if not is_popped(op._operands[0]) and not item.is_preserved(op):
            value, waits = op._operands[1], [each for each in op._operands[2:] if each.type is CONTROL]
            node = item.build("tf.Identity", [value, *waits], {}, f"{node_name(op)}/Identity", op, [value.type])
            op.results[0].replace_by(node.results[0])
            item.record("rewritten", op, "nobody pops from the stack", [node])
            hand_over(item, op, [node.results[0]], node)


def is_popped(handle: Value) -> bool:
    """Whether the stack goes anywhere but to pushes: whoever else takes it may pop. What hands it on is followed both ways."""
    stack, seen = [handle], {handle}
    while stack:
        value = stack.pop()
        maker, found = value.owner, []
        if maker.__class__ is Operation and maker.name in HANDING_ON:
            found += data(maker._operands) if maker.name in MERGES else maker._operands[:1]
        for user in value.uses:
            if user.name in HANDING_ON:
                found += user.results[:-1]
            elif user.name not in PUSHES:
                return True
        stack += [each for each in found if each not in seen]
        seen.update(found)
    return False


# Branches


def remove_dead_branches(item: Item) -> None:
    """A Switch whose condition is constant hands on its operand on one side; what depends on the other side never runs."""
    switches = {op: side for op in item.nodes() if op.name == "tfg.Switch" and (side := known_side(op)) is not None}
    dead, merges, gone = dead_beyond([op.results[1 - side] for op, side in switches.items()])
    if not switches or any([item.is_preserved(op) for op in (*dead, *merges, *switches)]):
        return
    if any([op.results[1].uses and len(living_inputs(op, gone)) > 1 for op in merges]):
        return  # who asks which input came would get other numbers
    for op in merges:
        keep_living(item, op, gone)
    for op in dead:
        item.record("removed", op, "its branch is never taken")
        op.operands = ()
    for op in dead:
        item.erase(op)
    for op, side in switches.items():
        if op.parent is item.block:
            forward(item, op, side)
    item.forget()


def known_side(switch: Operation) -> int | None:
    content = elements_of(switch._operands[1])
    return None if content is None or content.type.size != 1 else int(bool(content.values()[0]))


def dead_beyond(values) -> tuple[dict[Operation, None], dict[Operation, None], set[Value]]:
    """The nodes that never run where these values are never there, the Merges that lose some of their inputs but not all, and all
    values that are never there. What never enters a loop never goes round in it."""
    gone, dead, merges, stack = set(), {}, {}, list(values)
    while stack:
        value = stack.pop()
        if value in gone:
            continue
        gone.add(value)
        for user in value.uses:
            is_merge = user.name in MERGES and value.type is not CONTROL
            if is_merge and not all([is_back_edge(each) for each in living_inputs(user, gone)]):
                merges[user] = None
            elif user not in dead:
                dead[user] = None
                stack += user.results
    return dead, {op: None for op in merges if op not in dead}, gone


def living_inputs(merge: Operation, gone) -> list[Value]:
    return [value for value in data(merge._operands) if value not in gone]


def keep_living(item: Item, merge: Operation, gone) -> None:
    """A Merge of the inputs that may still come; of a single one, an Identity."""
    living, waits = living_inputs(merge, gone), controls(merge)
    if len(living) > 1:
        merge.operands = [*living, *waits]
        merge.attributes["N"] = IntegerAttr(len(living), I64)
        return
    merge.results[1].replace_by(number_like(item, merge, merge._operands.index(living[0])))
    node = item.build("tf.Identity", [*living, *waits], {}, f"{node_name(merge)}/Identity", merge, [living[0].type])
    merge.results[0].replace_by(node.results[0])
    item.record("rewritten", merge, "only one of its inputs ever comes", [node])
    hand_over(item, merge, [node.results[0]], None)


def forward(item: Item, switch: Operation, side: int) -> None:
    """Lets the readers of the side that is taken read what was switched."""
    waits = [value for value in switch._operands[2:] if value.type is CONTROL]
    for user in switch.results[side].users if waits else ():
        item.wait_for(user, waits)
    source = switch._operands[0]
    switch.results[side].replace_by(source)
    item.record("removed", switch, "its condition is constant")
    hand_over(item, switch, [source], None)


# Switches beside which another one decides the same


def remove_spare_switches(item: Item) -> None:
    """A node on one side of a branch need not read everything through a Switch: it does not run on the other side as long as one
    of its inputs is missing there. Loops keep theirs."""
    if not any([op.name == "tfg.Switch" for op in item.nodes()]):
        return
    conditions = conditions_of(item.block)
    for op in [op for op in item.nodes() if op.name == "tfg.Switch" and not item.is_preserved(op) and not is_of_loop(op)]:
        source, sides = op._operands[0], op.results[:2]
        if is_reference(source) or len(op._operands) > 2:
            continue
        decided = [is_behind(user, (decided_by(op), side, 2), result, conditions) for side, result in enumerate(sides) for user in result.users]
        if not op.results[-1].uses and all(decided):
            for result in sides:
                result.replace_by(source)
            item.record("removed", op, "another input is missing on the same side")
            item.erase(op)


def is_of_loop(switch: Operation) -> bool:
    condition = switch._operands[1].owner
    return condition.__class__ is Operation and condition.name == "tfg.LoopCond"


def is_behind(user: Operation, side: tuple, without: Value, conditions) -> bool:
    """Whether a node would stand behind one side of a branch also without one of its inputs."""
    others = [value for value in user._operands if value is not without]
    return user.name not in CONTROL_FLOW and any([side in conditions.get(value, ()) for value in others])
