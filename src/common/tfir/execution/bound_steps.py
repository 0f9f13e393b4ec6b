"""The steps of a plan as functions of its frame: each reads its operands there, leaves its results there, and drops what is read for the last
time. Loops and branches are such functions as well, of the steps inside."""

from __future__ import annotations

from collections import Counter
from math import prod

import numpy as np

from tfir.dialects import lookup
from tfir.execution.chains import ChainStep, chained
from tfir.execution.computation import Step, mark_dying
from tfir.execution.memory import is_free
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import F32, F64, TensorType
from tfir.ods.arrays import dtype_of
from tfir.ods.binding import binding
from tfir.ods.semantics import OnFirst, WithPlace
from tfir.ods.shapes import is_static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from tfir.ir.operations import Operation
    from tfir.ods.inference import AbstractValue

    Frame: TypeAlias = list[Any]
    Bound: TypeAlias = Callable[[Frame], None]

WORTH_REUSING = 1 << 14  # bytes: a smaller array is made as quickly as it is told whether one may be overwritten


def all_bound(steps: Sequence[Step], kept: Sequence[int], states: Sequence[AbstractValue]) -> list[Bound]:
    """Steps, in order, as functions of the frame, of whose values `states` are known; what is `kept` is read afterwards."""
    steps, functions = absorbing(steps, kept, states)
    functions |= {step: prepared(step, states) for step in steps if step not in functions and not isinstance(step, (LoopStep, BranchStep))}

    def with_place(step: Step):
        function = functions.get(step)
        return function.function if isinstance(function, WithPlace) and not isinstance(function, OnFirst) else None

    steps = chained(steps, kept, states, with_place)
    mark_dying(list(steps), kept)
    return [
        chain_bound(step, functions, states) if isinstance(step, ChainStep) else bound(step, functions.get(step), states) for step in steps
    ]


def absorbing(steps: Sequence[Step], kept: Sequence[int], states: Sequence[AbstractValue]):
    """The steps, without those that make the first operand of one other alone and are computed with that at once, and the functions of the latter."""
    reads = Counter([*kept, *[number for step in steps for number in step.operands]])
    makers: dict[int, Step] = {}
    result: dict[Step, None] = {}
    functions: dict[Step, Any] = {}
    for step in steps:
        semantics = None if isinstance(step, (LoopStep, BranchStep)) else lookup(step.op.name).semantics
        maker = None if semantics is None or semantics.absorb is None else makers.get(step.operands[0])
        both = None if maker is None or reads[step.operands[0]] > 1 else semantics.absorb(maker, step.operands, states)
        if both is not None:
            del result[maker]
            function, operands = both
            step = Step(step.op, step.call, operands, step.results)
            functions[step] = function
        result[step] = None
        makers.update(dict.fromkeys(step.results, step))
    return list(result), functions


def chain_bound(chain: ChainStep, functions, states: Sequence[AbstractValue]) -> Bound:
    if len(chain.steps) > 1:
        return chain.bound(states)
    (step,) = chain.steps
    step.dying = chain.dying
    return chain.bound_alone(states, bound(step, functions[step], states))


def bound(step: Step, function, states: Sequence[AbstractValue]) -> Bound:
    """A step as a function of the frame; `function` computes its one result, where that is not for the step itself to do."""
    if isinstance(step, (LoopStep, BranchStep)):
        return step.bound(states)
    if function is None:
        return generic(step)
    if not isinstance(function, WithPlace):
        return direct(function, step.operands, step.results[0], step.dying)
    candidates = [number for number in reusable(step, states) if not isinstance(function, OnFirst) or number == step.operands[0]]
    if candidates:
        return overwriting(function.function, step.operands, step.results[0], step.dying, candidates)
    return direct(function.function, step.operands, step.results[0], step.dying)


def prepared(step: Step, states: Sequence[AbstractValue]):
    """What computes the one result of a step from arrays, with all done that can be done without them; None where nothing can."""
    op, definition = step.op, lookup(step.op.name)
    types = [value.type for value in (*op.operands, *op.results)]
    if len(step.results) != 1 or len(step.operands) != len(op.operands) or is_quantized(*types):
        return None
    if not all([is_static(states[number].shape) for number in (*step.operands, *step.results)]):
        return None  # the step itself looks whether sizes go together
    if definition.semantics.bind is not None:
        kinds = [TensorType(states[number].shape, states[number].element) for number in step.results]
        operands = [states[number] for number in step.operands]
        function = binding(definition, definition.semantics.bind).call(op, operands, result_types=kinds, regions=step.regions)
        if function is not None:
            return function
    if definition.semantics.into is not None and all([isinstance(type, TensorType) and type.element in (F32, F64) for type in types]):
        return WithPlace(definition.semantics.into)
    return definition.semantics.evaluate if isinstance(definition.semantics.evaluate, np.ufunc) else None


def reusable(step: Step, states: Sequence[AbstractValue]) -> list[int]:
    """The operands whose memory a step may take for its result, if nothing else refers to it."""
    shape = states[step.results[0]].shape
    if prod(shape) * dtype_of(states[step.results[0]].element).itemsize < WORTH_REUSING:
        return []
    once = [number for number in step.operands if number in step.dying and step.operands.count(number) == 1]
    return [number for number in once if states[number].shape == shape]


def generic(step: Step) -> Bound:
    call, operands, results, dying = step.call, step.operands, step.results, step.dying

    def run(frame: Frame) -> None:
        given = call([frame[number] for number in operands])
        if isinstance(given, list):
            for number, value in zip(results, given):
                frame[number] = value
        elif results:
            frame[results[0]] = given
        for number in dying:
            frame[number] = None

    return run


def direct(function, operands: Sequence[int], result: int, dying: Sequence[int]) -> Bound:
    """A function of arrays with one result; those of one or two operands are most of all, and called without a list."""

    def run(frame: Frame) -> None:
        frame[result] = function(*[frame[number] for number in operands])
        for number in dying:
            frame[number] = None

    def run_one(frame: Frame) -> None:
        frame[result] = function(frame[first])
        for number in dying:
            frame[number] = None

    def run_two(frame: Frame) -> None:
        frame[result] = function(frame[first], frame[second])
        for number in dying:
            frame[number] = None

    first, second = (*operands, None, None)[:2]
    return run_one if len(operands) == 1 else run_two if len(operands) == 2 else run


def overwriting(function, operands: Sequence[int], result: int, dying: Sequence[int], candidates: Sequence[int]) -> Bound:
    """As `direct`, into the memory of the first candidate that nothing else refers to."""

    def run(frame: Frame) -> None:
        target = None
        for number in candidates:
            if is_free(frame, number):
                target = frame[number]
                break
        frame[result] = function(*[frame[number] for number in operands], out=target)
        for number in dying:
            frame[number] = None

    return run


def read_outside(steps: Sequence[Step]) -> list[int]:
    """The values that steps read and do not make."""
    made: set[int] = set()
    numbers: dict[int, None] = {}
    for step in steps:
        numbers.update(dict.fromkeys([number for number in step.operands if number not in made]))
        made.update(step.results)
    return list(numbers)


class LoopStep(Step):
    """A loop: `asking` are the steps of its condition, which give `flag`, `doing` those of its body. What changes from trip to trip stands at
    `results`, has its first values from `first`, and is at the end of a trip what stands at `following`. `inside` are the values from outside
    of the loop that it reads in each trip."""

    __slots__ = ("first", "asking", "flag", "doing", "following", "inside")

    def __init__(self, op: Operation, first, results, asking, flag: int, doing, following):
        self.first, self.asking, self.flag, self.doing, self.following = first, asking, flag, doing, following
        steps = [*asking, *doing]
        made = {*results, *[number for step in steps for number in step.results]}
        self.inside = [number for number in (*read_outside(steps), flag, *following) if number not in made]
        super().__init__(op, None, dict.fromkeys([*first, *self.inside]), results)

    def bound(self, states: Sequence[AbstractValue]) -> Bound:
        asking = all_bound(self.asking, [*self.results, *self.inside, self.flag], states)
        doing = all_bound(self.doing, [*self.following, *self.inside], states)
        first, places, following, flag, dying = self.first, self.results, self.following, self.flag, self.dying
        early = [number for number in dying if number not in self.inside and number not in places]
        left = [number for number in dict.fromkeys(following) if number not in self.inside and number not in places]

        def run(frame: Frame) -> None:
            hand_over(frame, first, places, early)
            while True:
                for call in asking:
                    call(frame)
                if not frame[flag]:
                    break
                for call in doing:
                    call(frame)
                hand_over(frame, following, places, left)
            for number in dying:
                frame[number] = None

        return run


class BranchStep(Step):
    """One of several ways, each of steps and the places of what they give, by a truth value or a number."""

    __slots__ = ("chooser", "ways")

    def __init__(self, op: Operation, chooser: int, results, ways):
        self.chooser, self.ways = chooser, ways
        made = {number for steps, _ in ways for step in steps for number in step.results}
        read = [number for steps, given in ways for number in (*read_outside(steps), *given) if number not in made]
        super().__init__(op, None, dict.fromkeys([chooser, *read]), results)

    def bound(self, states: Sequence[AbstractValue]) -> Bound:
        outside, ways = self.operands, []
        for steps, given in self.ways:
            left = [number for number in dict.fromkeys(given) if number not in outside]
            ways.append((all_bound(steps, [*outside, *given], states), given, left))
        chooser, results, dying, is_case = self.chooser, self.results, self.dying, self.op.name == "stablehlo.case"

        def run(frame: Frame) -> None:
            number = int(frame[chooser])
            if not is_case:
                number = 0 if number else 1
            elif not 0 <= number < len(ways):
                number = len(ways) - 1
            calls, given, left = ways[number]
            for call in calls:
                call(frame)
            hand_over(frame, given, results, left)
            for number in dying:
                frame[number] = None

        return run


def hand_over(frame: Frame, sources: Sequence[int], targets: Sequence[int], left: Sequence[int]) -> None:
    """Puts what stands at `sources` at `targets`, all at once, and drops what is `left` behind."""
    values = [frame[number] for number in sources]
    for number in left:
        frame[number] = None
    for number, value in zip(targets, values):
        frame[number] = value
