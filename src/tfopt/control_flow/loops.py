"""Loops by frames become `tf.While`, the innermost first.

A loop is what lies between the Enters of one frame and its Exits. A variable comes in by an Enter, is merged with the value of the
previous iteration, is switched by the loop's condition to its Exit or into the body. What enters as a constant is passed around; a
predicate in whose branch the whole loop is may be asked again inside, as gradients do, and is settled there.
"""

from __future__ import annotations

from tfir.analysis.deadness import handed_on
from tfir.dialects.tf_executor.names import ISLAND, SINK, SOURCE, YIELD
from tfir.dialects.tf_executor.types import CONTROL
from tfir.ir.attributes import IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value

from tfopt.control_flow.outlining import (
    MERGE,
    SWITCH,
    SWITCHES,
    TRIGGER,
    Functions,
    Part,
    described,
    function_of,
    in_island,
    inputs_of,
    is_constant,
    is_stateless,
    ordered,
    stateless,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ENTER, EXIT, CONDITION = (f"tf_executor.{name}" for name in ("Enter", "Exit", "LoopCond"))


def frames_of(block: Block) -> dict[Operation, tuple[str, ...]]:
    """The frames around each op, outermost first; ops in none are absent."""
    users: dict[Operation, list[Operation]] = {}
    for op in block:
        for value in inputs_of(op):
            if value.op is not None and value.op.parent is block:
                users.setdefault(value.op, []).append(op)
    frames: dict[Operation, tuple[str, ...]] = {}
    work = [op for op in block if op.name == ENTER]
    while work:
        op = work.pop()
        inside = frame_inside(op, frames.get(op, ()))
        for user in (*users.get(op, ()), *((op.operands[0].op,) if op.name == SINK else ())):
            if len(inside) > len(frames.get(user, ())):
                frames[user] = inside
                work.append(user)
    return frames


def frame_inside(op: Operation, around: tuple) -> tuple:
    """The frames that an op's results are in; `around` are those of its operands."""
    if op.name == EXIT:
        return around[:-1]
    if op.name != ENTER:
        return around
    name = op.get("frame_name")
    if name in around:
        raise Error(f"{described(op)} enters the frame '{name}' from inside of it", op)
    return (*around, name)


def functionalize_loops(function: Operation, block: Block, functions: Functions, kept: set[tuple[str, ...]]) -> None:
    """Without those that are `kept`, by their outermost frame."""
    frames = frames_of(block)
    taken = branches_around(block) if frames else {}
    loops: dict[tuple, list[Operation]] = {}
    for op in block:
        if op.name == ENTER:
            loops.setdefault(frame_inside(op, frames.get(op, ())), []).append(op)
    for path in sorted([path for path in loops if path[:1] not in kept], key=len, reverse=True):
        Loop(block, path, loops[path], frames, taken).replace(function, functions)


def branches_around(block: Block) -> dict[Value, dict[Value, int]]:
    """By value, which branches of which predicates must be taken for it to be there, in and around frames; values without any are absent. A
    Merge keeps what all its inputs ask for, but for those of the previous turn."""
    taken: dict[Value, dict[Value, int]] = {}
    for op in ordered(block, *block):
        inputs = [taken.get(value, {}) for value in inputs_of(op) if value.op is None or value.op.name != SOURCE]
        here = {predicate: branch for one in inputs for predicate, branch in one.items()} if op.name != TRIGGER else {}
        if op.name == MERGE:
            here = {predicate: branch for predicate, branch in here.items() if all([one.get(predicate) == branch for one in inputs])}
        for result in op.results if here else ():
            taken[result] = here
        for branch, result in enumerate(op.results[:-1] if op.name in SWITCHES else ()):
            taken[result] = {**here, handed_on(op.operands[1], into_loops=True): branch}
    return taken


class Variable:
    """A value that changes from iteration to iteration."""

    __slots__ = ("enter", "merge", "sink", "switches")

    def __init__(self, enter: Operation, merge: Operation, sink: Operation):
        self.enter, self.merge, self.sink = enter, merge, sink
        self.switches: list[Operation] = []

    @property
    def value(self) -> Value:
        return self.merge.results[0]


class Loop:
    """One frame of a graph."""

    def __init__(self, block: Block, path: tuple, enters: list[Operation], frames: dict, taken: dict):
        self.block, self.path, self.enters, self.frames = block, path, enters, frames
        self.condition = self.only_condition()
        self.taken = taken.get(self.condition.results[0], {})
        self.variables = [variable for enter in enters for variable in self.variables_of(enter)]
        merged = {variable.value: variable for variable in self.variables}
        for op in self.condition.results[0].users:
            if op.name == SWITCH and op.operands[0] in merged and op.operands[1] is self.condition.results[0]:
                merged[op.operands[0]].switches.append(op)

    def only_condition(self) -> Operation:
        conditions = [op for op in self.block if op.name == CONDITION and self.frames.get(op, ()) == self.path]
        if len(conditions) != 1:
            raise Error(f"the loop of frame '{self.path[-1]}' has {len(conditions)} conditions, expected one LoopCond", self.enters[0])
        return conditions[0]

    def variables_of(self, enter: Operation) -> list[Variable]:
        """The variables that begin with what enters, each with a Merge of its own; none for a constant."""
        variables = []
        for merge in dict.fromkeys(enter.results[0].users):
            sources = [value.op for value in merge.operands if value.op is not None and value.op.name == SOURCE]
            if merge.name == MERGE and len(sources) == 1 and len(merge.operands) >= 2:
                variables.append(Variable(enter, merge, sources[0].results[1].uses[0]))
        if not variables and not enter.get("is_constant") and enter.results[0].uses:
            raise Error(f"{described(enter)} is there in the first turn only: it is no constant and is merged with nothing", enter)
        return variables

    # What belongs to the condition and to the body

    def part(self, is_body: bool) -> Part:
        stands: dict[Value, Value] = {variable.value: variable.value for variable in self.variables}
        if is_body:
            stands |= {switch.results[1]: variable.value for variable in self.variables for switch in variable.switches}
        return Part(lambda value: self.outside(value, stands), lambda value: self.resolved(value, stands), self.block)

    def resolved(self, value: Value, stands: dict) -> Value:
        entered = value
        while entered.op is not None and entered.op.name == ENTER and entered.type is not CONTROL and entered.op.get("is_constant"):
            entered = entered.op.operands[0]
        return entered if is_constant(entered) else stands.get(value, value)

    def outside(self, value: Value, stands: dict) -> tuple | None:
        op = value.op
        if value in stands:
            return (value,)
        if op in self.enters:
            return () if value.type is CONTROL else (op.operands[0],)
        if op is None or op.parent is not self.block or is_constant(value):
            return None
        own = [thing for variable in self.variables for thing in (variable.merge, variable.sink.operands[0].op, *variable.switches)]
        if value.type is CONTROL and (op is self.condition or op in own):
            return ()
        if op in own or op is self.condition or self.frames.get(op, ()) != self.path:
            raise Error(f"{described(op)} is used in the loop of frame '{self.path[-1]}' in a way that no While has", op)
        return None

    def replace(self, function: Operation, functions: Functions) -> None:
        condition, body = self.part(False), self.part(True)
        condition.add(self.condition.operands[0])
        for variable in self.variables:
            for value in variable.sink.operands[1:]:
                body.add(value)
        self.refuse_effects_in_both(condition, body)
        values = [variable.value for variable in self.variables]
        constants = [value for value in dict.fromkeys([*condition.taken.values(), *body.taken.values()]) if value not in values]
        next_values = [variable.sink.operands[1] for variable in self.variables]
        location, name = self.enters[0].location, symbol(self.path[-1])
        controls = [value for variable in self.variables for value in variable.sink.operands[2:]]
        again = function_of(condition, f"{name}_cond", [*values, *constants], [self.condition.operands[0]], location=location)
        step = function_of(body, f"{name}_body", [*values, *constants], [*next_values, *constants], controls, location)
        for number, value in enumerate(constants, len(values)):
            if (branch := self.taken.get(handed_on(value, into_loops=True))) is not None:
                functions.settled |= {part.body.arguments[number]: branch for part in (again, step)}
        attributes = {
            "body": functions.add(step, function), "cond": functions.add(again, function),
            "is_stateless": stateless(condition, body), "device": StringAttr(""),
            "parallel_iterations": IntegerAttr(self.enters[0].get("parallel_iterations", 10)),
        }  # fmt: skip
        self.become([*values, *constants], attributes, location)

    def become(self, values: list[Value], attributes: dict, location) -> None:
        """The While takes the place of the Exits."""
        starts = {variable.value: variable.enter.operands[0] for variable in self.variables}
        waited = [value for enter in self.enters for value in enter.operands[1:]]
        operands, types = [starts.get(value, value) for value in values], [value.type for value in values]
        loop = in_island(self.block, "tf.While", operands, types, attributes, waited, location)
        for number, variable in enumerate(self.variables):
            for out in [out for switch in variable.switches for out in self.takers(switch.results[0])]:
                if out.name != EXIT or len(out.operands) > 1:
                    raise Error(f"{described(out)} leaves the loop of frame '{self.path[-1]}' in a way that no While has", out)
                out.replace_with([loop.results[number], loop.results[-1]])
        if len(self.path) > 1:
            self.frames[loop] = self.path[:-1]

    def takers(self, value: Value) -> Iterator[Operation]:
        """What takes a value that the loop leaves, seen through Identities, which gradients put there. Of these it does not matter when they run,
        as long as they wait for nothing but nodes of the loop that only pass values and tokens on, and nothing waits for them."""
        for user in value.users:
            island = user.parent_op
            if (
                user.name == "tf.Identity"
                and island is not None
                and not island.results[-1].uses
                and all(map(self.is_idle, island.operands))
            ):
                yield from self.takers(island.results[0])
            else:
                yield user

    def is_idle(self, token: Value) -> bool:
        """Whether a token says only that values have come to the loop, or to its end."""
        op = token.op
        if op is None or op.name != ISLAND:
            return op is not None and op.name in (SWITCH, MERGE, CONDITION)
        return op.body.first.name in ("tf.NoOp", YIELD) and all(map(self.is_idle, op.operands))

    def refuse_effects_in_both(self, condition: Part, body: Part) -> None:
        """Raises for an op with effects that both the condition and the body of a loop would compute."""
        for op in condition.ops:
            if op in body.done and not is_stateless([op]):
                raise Error(f"{described(op)} has effects and is part of both the condition and the body of a loop", op)
