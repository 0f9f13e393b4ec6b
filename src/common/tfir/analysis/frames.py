"""The while loops of a graph, as the nodes make them: what enters a frame, goes round in it and leaves it.

Enter -> Merge -> (condition) -> LoopCond;   Merge, LoopCond -> Switch -> 0: Exit, 1: (body) -> NextIteration -> Merge
"""

from __future__ import annotations

from tfir.analysis.deadness import ENTERS
from tfir.dialects import is_pure, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ods.control import CONTROL, data_operands
from tfir.ods.inference import declared_elements, evaluate

TYPE_CHECKING = False  # as `typing` has it, which takes time to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    from tfir.ods.arrays import Array

    Contents: TypeAlias = dict[Value, Array | None]

MOST_ELEMENTS = 64
MOST_STEPS = 200


class Variable:
    """One value that goes round: what enters, and the nodes on its way. `switch` and those behind it may be missing."""

    __slots__ = ("enter", "merge", "switch", "exit", "next")

    def __init__(self, enter: Operation, merge: Operation, switch: Operation | None, exit: Operation | None, next: Operation) -> None:
        self.enter, self.merge, self.switch, self.exit, self.next = enter, merge, switch, exit, next


class Loop:
    """One frame: its variables, the Enters of what stays the same, and its condition."""

    __slots__ = ("name", "variables", "invariants", "condition")

    def __init__(self, name: str, variables: list[Variable], invariants: list[Operation], condition: Operation) -> None:
        self.name, self.variables, self.invariants, self.condition = name, variables, invariants, condition

    def nodes(self) -> list[Operation]:
        """The nodes that make the loop a loop."""
        made = [node for each in self.variables for node in (each.enter, each.merge, each.switch, each.exit, each.next)]
        return [node for node in (*made, *self.invariants, self.condition) if node is not None]


def loops_in(ops: Iterable[Operation]) -> list[Loop]:
    """The loops among the nodes of a graph whose shape is the usual one: one condition, every variable switched by it."""
    frames: dict[str, list[Operation]] = {}
    for op in ops:
        if op.name in ENTERS:
            frames.setdefault(op.get("frame_name"), []).append(op)
    return [loop for name, enters in frames.items() if (loop := loop_of(name, enters)) is not None]


def loop_of(name: str, enters: list[Operation]) -> Loop | None:
    """The loop of one frame, given all its Enters; None where it has not the usual shape."""
    variables = [variable for enter in enters if (variable := variable_of(enter)) is not None]
    if not variables or any([each.switch is None or each.next is None for each in variables]):
        return None
    going_round = {each.enter for each in variables}
    invariants = [enter for enter in enters if enter not in going_round]
    if any([user.name == "tfg.Merge" for enter in invariants for user in enter.results[0].users]):
        return None
    conditions = {each.switch.operands[1].op for each in variables if each.switch is not None}
    condition = conditions.pop()
    if conditions or condition is None or condition.name != "tfg.LoopCond":
        return None
    return Loop(name, variables, invariants, condition)


def variable_of(enter: Operation) -> Variable | None:
    """The loop variable that an Enter brings in; None where it is an invariant or has not the usual shape."""
    merges = [user for user in enter.results[0].users if user.name == "tfg.Merge"]
    if len(merges) != 1 or len(enter.results[0].uses) != 1:
        return None
    merge = merges[0]
    back = [value.op for value in data_operands(merge) if value.owner is not enter]
    switches = [user for user in merge.results[0].users if user.name == "tfg.Switch" and user.operands[0] is merge.results[0]]
    switch = switches[0] if len(switches) == 1 else None
    exits = [user for user in switch.results[0].users] if switch is not None else []
    next = back[0] if len(back) == 1 else None
    if next is None or next.name != "tfg.NextIteration" or len(exits) > 1 or (exits and exits[0].name != "tfg.Exit"):
        return None
    return Variable(enter, merge, switch, exits[0] if exits else None, next)


def trip_count(loop: Loop, most: int) -> int | None:
    """How often the body runs, where that follows from constants and is at most `most`."""
    state = {each.merge.results[0]: Constant(each.enter.operands[0], {}).array() for each in loop.variables}
    for count in range(most + 1):
        arrays = with_invariants(loop, state)
        goes_on = Constant(loop.condition.operands[0], arrays).array()
        if goes_on is None or goes_on.size != 1:
            return None
        if not bool(goes_on.reshape(())):
            return count
        arrays |= {each.switch.results[1]: state[each.merge.results[0]] for each in loop.variables if each.switch is not None}
        state = {each.merge.results[0]: Constant(each.next.operands[0], arrays).array() for each in loop.variables}
    return None


def with_invariants(loop: Loop, state: Mapping[Value, Array | None]) -> Contents:
    """The arrays of `state` that are there, and those of what stays the same in the loop."""
    arrays: Contents = {value: array for value, array in state.items() if array is not None}
    for enter in loop.invariants:
        array = Constant(enter.operands[0], {}).array()
        if array is not None:
            arrays[enter.results[0]] = array
    return arrays


class Constant:
    """A value computed from constants and from the `arrays` of other values, as an array; small ones, in few steps."""

    def __init__(self, value: Value, arrays: Mapping[Value, Array | None]) -> None:
        self.value, self.arrays, self.left = value, dict(arrays), MOST_STEPS

    def array(self) -> Array | None:
        """The array, or None where it does not follow from constants."""
        return self._of(self.value)

    def _of(self, value: Value) -> Array | None:
        if value in self.arrays:
            return self.arrays[value]
        op = value.op
        self.left -= 1
        if op is None or self.left < 0 or value.type is CONTROL:
            return None
        content = declared_elements(value)
        if content is not None:
            from tfir.ods.arrays import array_of

            return array_of(content) if content.type.size <= MOST_ELEMENTS else None
        self.arrays[value] = None  # what is asked for while it is computed has no value yet
        results = self._computed(op)
        self.arrays[value] = results[value.index] if results is not None else None
        return self.arrays[value]

    def _computed(self, op: Operation) -> list[Array] | None:
        definition = lookup(op.name)
        if definition is None or definition.semantics is None or definition.semantics.evaluate is None or not is_pure(op):
            return None
        arrays = [self._of(value) for value in data_operands(op)]
        if any([array is None or array.size > MOST_ELEMENTS for array in arrays]):
            return None
        try:
            return evaluate(op, definition, arrays)
        except Error:
            return None
