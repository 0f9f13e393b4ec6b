"""Tokens of what acts in loops of frames that come once the loops are left: nothing outside of a loop can wait for a node of its iterations.

What goes round waits for what acts in an iteration, the condition for what acts in front of it, so that the loop's results wait for all of it. Where a Switch
decides whether a node acts, a Merge of both its sides says that one has run. An iteration then begins after what acts in the one before, which is one of the orders
that TensorFlow's executor may take.
"""

from __future__ import annotations

from tfir.analysis.deadness import NONE, conditions_of, decided_by
from tfir.analysis.frames import Loop, loops_in
from tfir.dialects.tf_type import RESOURCE, VARIANT
from tfir.ir.attributes import IntegerAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType
from tfir.ods.control import CONTROL, control_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.deadness import Conditions


class LoopWaits:
    """The loops of a function of a graph as they were, to which nodes that wait are added."""

    def __init__(self, function: Operation) -> None:
        self.conditions = conditions_of(function.body)
        self.loops = {loop.name: loop for loop in loops_in(function.body)}
        self.switches = [op for op in function.body if op.name == "tfg.Switch" and op.operands[0].type.element not in (RESOURCE, VARIANT)]

    def outside(self, op: Operation) -> Value | None:
        """What comes after all that a node does, in each iteration that it is in; None where a loop around it has not the usual shape."""
        token = control_result(op)
        conditions = self.conditions.get(token, NONE)
        while frames := [self.loops.get(each) for each in conditions if isinstance(each, str)]:
            if None in frames:
                return None
            loop = max(frames, key=lambda each: len(self.around(each)))
            inside, (ends, goes_on) = self.around(loop) | {loop.name}, [(loop.condition.results[0], side, 2) for side in range(2)]
            token = self.each_time(token, conditions, inside | {goes_on} if goes_on in conditions else inside)
            left = [variable.exit for variable in loop.variables if variable.exit is not None]
            if token is None or ends in conditions or not left:
                return None
            wait(loop.variables[0].next if goes_on in conditions else loop.condition, token)
            token, conditions = control_result(left[0]), self.around(loop)
        return self.each_time(token, conditions, NONE) or token

    def around(self, loop: Loop) -> Conditions:
        """The conditions that a loop stands behind."""
        enters = [*[each.enter for each in loop.variables], *loop.invariants]
        return NONE.union(*[self.conditions.get(value, NONE) for enter in enters for value in enter.operands])

    def each_time(self, token: Value, conditions: Conditions, fewer: Conditions) -> Value | None:
        """A token under fewer conditions: of what runs, or of what runs instead."""
        while conditions != fewer:
            switch, side = self.deciding(conditions, fewer)
            if switch is None:
                return None
            token, conditions = either(switch, side, token), conditions - {(decided_by(switch), side, 2)}
        return token

    def deciding(self, conditions: Conditions, fewer: Conditions) -> tuple[Operation | None, int]:
        """The innermost Switch that decides whether what has these conditions runs, and the side on which it does."""
        for switch in self.switches:
            around = NONE.union(*[self.conditions.get(value, NONE) for value in switch.operands])
            for side in range(2):
                last = (decided_by(switch), side, 2)
                if last not in around | fewer and around | {last} == conditions:
                    return switch, side
        return None, 0


def wait(op: Operation, token: Value) -> None:
    """Has a node take its operand after a token."""
    identity = with_token(op.operands[0], token, op)
    op.set_operands([identity.results[0], *op.operands[1:]])


def either(switch: Operation, side: int, token: Value) -> Value:
    """A token of one side of a Switch, or that the other one is taken."""
    taken = with_token(switch.results[side], token, switch)
    sides = [*switch.results[:-1]]
    sides[side] = taken.results[0]
    types = [sides[0].type, TensorType((), I32), CONTROL]
    attributes = {"N": IntegerAttr(len(sides), I64), "T": TypeAttr(sides[0].type.element)}
    merge = Operation("tfg.Merge", sides, types, attributes, location=switch.location)
    return switch.parent.insert_before(merge, switch).results[-1]


def with_token(value: Value, token: Value, before: Operation) -> Operation:
    node = Operation("tfg.Identity", [value, token], [value.type, CONTROL], {"T": TypeAttr(value.type.element)}, location=before.location)
    return before.parent.insert_before(node, before)
