"""Takes loops apart that run never or once.

Each round begins when the condition is known, and so does what follows the loop: it comes after all that the condition came after,
and not only after the variable that it reads.
"""

from __future__ import annotations

from tfir.analysis.deadness import NONE, dead_beyond
from tfir.analysis.frames import Loop, Variable, loops_in, trip_count
from tfir.analysis.slices import backward_slice, reached
from tfir.dialects import is_pure
from tfir.ir.operations import Operation, Value
from tfir.ods.control import control_operands

from tfopt.grappler.grappler_pruning import erase_unreached
from tfopt.grappler.item import Item
from tfopt.grappler.merges import can_lose, keep_living, number_like
from tfopt.grappler.rewriting import hand_over
from tfopt.rewrite.graph import makers
from tfopt.rewrite.graph import readers as readers_of


def take_apart(item: Item) -> None:
    while (short := next(those_that_are_short(item), None)) is not None:  # a loop inside one that is gone is gone too
        unroll(item, *short)


def those_that_are_short(item: Item):
    """The loops that can be taken apart, each with how often it runs. What is done to find the condition is done once more than that."""
    for loop in loops_in(item.block):
        count = trip_count(loop, 1)
        if count is None or any([item.is_preserved(node) for node in loop.nodes()]):
            continue
        dead, merges, gone = never_run(loop, count)
        goes = not any([item.is_preserved(op) for op in (*dead, *merges)]) and all([can_lose(op, gone) for op in merges])
        if goes and all([is_pure(op) for op in condition_slice(loop)]):
            yield loop, count


def condition_slice(loop: Loop) -> set[Operation]:
    """The nodes that compute the condition inside the loop, up to its Merges, Enters and Switches."""
    around = set(loop.nodes())
    return reached([loop.condition], lambda op: [maker for maker in makers(op.operands) if maker not in around]) - {loop.condition}


def never_run(loop: Loop, count: int) -> tuple[dict[Operation, None], list[Operation], set[Value]]:
    """The nodes of a loop's body that never run, as `dead_beyond` returns them, without the loop's own Merges."""
    dead, merges, gone = dead_beyond([] if count else [each.switch.results[1] for each in loop.variables])
    own = {each.merge for each in loop.variables}
    return dead, [op for op in merges if op not in own], gone


def unroll(item: Item, loop: Loop, count: int) -> None:
    """Replaces values that go round by those that enter, and each Exit by the entering value or, after one run, the body's result."""
    item.record("removed", loop.condition, f"its loop runs {('never', 'once')[count]}")
    first, again = waits_of_rounds(item, loop)
    spared = {each: [] if count else read_by_no_round(item, loop, each) for each in loop.variables}
    dead, merges, gone = never_run(loop, count)
    for each in loop.variables:
        each.merge.set_operands((each.enter.results[0], *control_operands(each.merge)))
    for merge in merges:
        keep_living(item, merge, gone)
    item.erase_all(dead)
    for each in loop.variables:
        leave(item, each, count, [*first, *(again if count else spared[each])])
        for user in [user for result in each.switch.results for user in result.users]:
            item.wait_for(user, first)
    for each in loop.variables:
        go_round_no_more(item, each)
    for enter in [*[each.enter for each in loop.variables], *loop.invariants]:
        hand_over(item, enter, [enter.operands[0]])
    hand_over(item, loop.condition, [loop.condition.operands[0]])
    item.forget()
    erase_unreached(item)
    item.forget()


def waits_of_rounds(item: Item, loop: Loop) -> list[list[Value]]:
    """The values that the condition comes after, as far as that can be told: at its first evaluation, and besides at the second."""
    readers = {*condition_slice(loop), loop.condition}
    asking = [each for each in loop.variables if is_read_by(each.merge, readers)]
    entering = [value for each in asking for value in (*each.enter.operands, *control_operands(each.merge))]
    entering += [value for enter in loop.invariants if is_read_by(enter, readers) for value in enter.operands]
    again = [value for each in asking for value in each.next.operands]
    return [[value for value in dict.fromkeys(values) if matters(item, value, loop)] for values in (entering, again)]


def read_by_no_round(item: Item, loop: Loop, variable: Variable) -> list[Value]:
    """The values that only rounds that never run would read, and that the loop's Exit depends on all the same: their effects remain."""
    if variable.exit is None:
        return []
    above, here = backward_slice([variable.exit]), item.noticed.conditions.get(variable.exit.results[0], NONE)
    enters = [enter for enter in (*[each.enter for each in loop.variables], *loop.invariants) if enter in above]
    values = dict.fromkeys([value for enter in enters for value in enter.operands])
    return [value for value in values if matters(item, value, loop) and item.noticed.conditions.get(value, NONE) <= here]


def is_read_by(op: Operation, readers: set[Operation]) -> bool:
    return not readers.isdisjoint(readers_of(op))


def matters(item: Item, value: Value, loop: Loop) -> bool:
    """Whether it is observable that what follows the loop waits for the value, when nothing depends on the loop's condition any more."""
    return item.noticed.matters(value, loop.condition, item.noticed.conditions.get(value, NONE))


def leave(item: Item, variable: Variable, count: int, waits) -> None:
    if variable.exit is not None:
        own = [value for op in (variable.enter, variable.merge, variable.switch, variable.exit) for value in control_operands(op)]
        last = [*variable.next.operands[:1], *control_operands(variable.next)] if count else variable.enter.operands[:1]
        hand_over(item, variable.exit, last[:1], waits=[*own, *last[1:], *waits])


def go_round_no_more(item: Item, variable: Variable) -> None:
    """Takes out the nodes by which a variable goes round."""
    enter, merge, switch, back = variable.enter, variable.merge, variable.switch, variable.next
    hand_over(item, switch, [None, merge.results[0]], waits=[*control_operands(switch), *control_operands(merge)])
    if back.parent is item.block:
        hand_over(item, back, [back.operands[0]])
    hand_over(item, merge, [enter.results[0], number_like(item, merge, 0)])
