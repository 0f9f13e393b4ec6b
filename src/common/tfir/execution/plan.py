"""A body made ready for arguments of certain shapes: a flat list of calls over one list of values, the frame.

What is computed from constants and shapes alone is computed when the plan is made. Calls of functions are gone: what they do stands in their
place, and the blocks of loops and branches work on the same frame. What an op can prepare, knowing shapes, it has prepared (`bind` of its
semantics). A plan does what its body does, to the bit; where it fails, the body is computed step by step to tell why.
"""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.execution.bound_steps import BranchStep, LoopStep, all_bound
from tfir.execution.computation import Computation, Step, computed
from tfir.execution.constants import as_array, frozen, is_kept
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType, Type
from tfir.ods.arrays import dtype_of
from tfir.ods.binding import element_type
from tfir.ods.inference import AbstractValue, infer, shape_of_inferred
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import Shape, is_static, named

MOST_STEPS = 20_000  # of a plan; functions that call each other twice would make more of few
CALL = "func.call"
DIALECT = "stablehlo"  # whose loops and branches have plans; those of others hand on their values in other ways, and buffers


class NoPlan(Exception):
    """What a body does has effects, or cannot be told before it runs."""


class Plan:
    """A computation, of which `template` are the values that are known, for arguments of these shapes. Raises NoPlan where it has none."""

    def __init__(self, computation, template: list, steps: list[Step], shapes: list[tuple[int, ...]]):
        self.template: list = []
        self.states: list[AbstractValue] = []
        self.open: list[Computation] = []
        self.count = 0
        arguments = [self.slot(shape, element_type(value.type)) for value, shape in zip(computation.numbers, shapes)]
        self.inputs = len(arguments)
        emitted, self.outputs = self.emitted(computation, steps, template, arguments)
        constants = [number for number, value in enumerate(self.template) if value is not None]
        self.calls = all_bound(emitted, [*self.outputs, *constants], self.states)

    def __call__(self, arrays) -> list:
        frame = [*arrays, *self.template[self.inputs :]]
        for call in self.calls:
            call(frame)
        return [as_array(frame[number]) for number in self.outputs]

    # Values

    def slot(self, shape: Shape, element: Type, value=None) -> int:
        """A new place in the frame; of a constant, that has its value."""
        self.template.append(value)
        self.states.append(AbstractValue(shape, element, content=value))
        return len(self.states) - 1

    def constant(self, value, type: Type) -> int:
        return self.slot(np.shape(value) if isinstance(type, TensorType) else None, element_type(type), frozen(value))

    def is_known(self, number: int) -> bool:
        return self.template[number] is not None

    # Steps

    def emitted(self, computation: Computation, steps: list[Step], template: list, arguments: list[int]):
        """The steps of a computation on places of the frame, and the places of what it gives."""
        values = {value: number for number, value in enumerate(computation.numbers)}
        types = [value.type for value in values]
        places: list = [None] * len(types)
        for number, value in enumerate(template):
            if value is not None and number >= computation.inputs:
                places[number] = self.constant(value, types[number])
        places[: computation.inputs] = arguments
        made: list[Step] = []
        for step in steps:
            results, new = self.step(computation, step, [places[number] for number in step.operands])
            made += new
            for number, place in zip(step.results, results):
                places[number] = place
        self.count += len(made)
        if self.count > MOST_STEPS:
            raise NoPlan
        return made, [places[number] for number in computation.outputs]

    def step(self, computation: Computation, step: Step, operands: list[int]) -> tuple[list[int], list[Step]]:
        """The places of a step's results, and the steps that make them: none where they are known."""
        op = step.op
        if op.name == CALL:
            return self.inlined(called_by(computation, op), operands)
        if step.is_special:
            raise NoPlan
        if op.dialect == DIALECT and has_trait(op, "loop"):
            return self.loop(step, operands)
        if op.dialect == DIALECT and has_trait(op, "branch"):
            return self.branch(step, operands)
        definition = lookup(op.name)
        if definition is None or not (definition.is_pure or is_assertion(op)):
            raise NoPlan
        constants = self.known_results(step, operands)
        if constants is not None:
            return [self.constant(value, result.type) for value, result in zip(constants, op.results)], []
        shapes = self.shapes(step, operands)
        results = [self.slot(shape, element_type(result.type)) for shape, result in zip(shapes, op.results)]
        told = None if definition.semantics is None else definition.semantics.lacks_negative_zero
        if told is not None:
            self.states[results[0]].lacks_negative_zero = told(self.states[number].lacks_negative_zero for number in operands)
        return results, [Step(op, step.call, operands, results, step.regions)]

    def known_results(self, step: Step, operands: list[int]) -> list | None:
        """The results of a step that depend on constants, or shapes, alone; None of any other, and of one that makes much of little."""
        arrays = [self.template[number] for number in operands]
        if any([array is None for array in arrays]):
            if not has_trait(step.op, "shape_only") or not all([is_static(self.states[number].shape) for number in operands]):
                return None
            arrays = [stand_in(self.states[number]) for number in operands]
        results = computed(step, arrays)
        results = results if isinstance(results, list) else [results]
        return results if is_kept(results, arrays) else None

    def shapes(self, step: Step, operands: list[int]) -> list[Shape]:
        """The shapes of a step's results; where nothing tells, what the types say."""
        op, count = step.op, len(step.op.operands)
        inferred = infer(op, lookup(op.name), [self.states[number] for number in operands[:count]])
        told = [None] * len(op.results) if inferred is None else [shape_of_inferred(each) for each in inferred]
        return [declared_shape(result.type) if not is_static(shape) else shape for shape, result in zip(told, op.results)]

    def inlined(self, computation: Computation, operands: list[int]):
        if computation in self.open:
            raise NoPlan
        self.open.append(computation)
        steps, results = self.emitted(computation, computation.steps, [], operands)
        self.open.pop()
        return results, steps

    def of_region(self, region, arguments: list[int], outside: dict):
        """The steps of a region whose arguments, and captured values, have these places."""
        if not isinstance(region, Computation):
            raise NoPlan
        return self.emitted(region, region.steps, [], [*arguments, *[outside[value] for value in region.captured]])

    def loop(self, step: Step, operands: list[int]):
        """A loop: what goes round unchanged has one place, all else a place for what the next trip is given."""
        count = len(step.op.operands)
        condition, body = step.regions
        outside = dict(zip(captured_by(step.regions), operands[count:]))
        places = [
            self.place_like(number) if not isinstance(body, Computation) or handed_round(body, body.outputs[at]) != at else number
            for at, number in enumerate(operands[:count])
        ]
        asking, (flag,) = self.of_region(condition, places, outside)
        doing, results = self.of_region(body, places, outside)
        changing = [at for at in range(count) if places[at] != operands[at]]
        if any([self.states[results[at]].shape != self.states[places[at]].shape for at in changing]):
            raise NoPlan
        targets = [places[at] for at in changing]
        made = LoopStep(step.op, [operands[at] for at in changing], targets, asking, flag, doing, [results[at] for at in changing])
        return places, [made]

    def place_like(self, number: int) -> int:
        state = self.states[number]
        if not is_static(state.shape):
            raise NoPlan
        return self.slot(state.shape, state.element)

    def branch(self, step: Step, operands: list[int]):
        outside = dict(zip(captured_by(step.regions), operands[1:]))
        ways = [self.of_region(region, [], outside) for region in step.regions]
        shapes = [{self.states[number].shape for number in numbers} for numbers in zip(*[given for _, given in ways])]
        if any([len(each) != 1 or not is_static(*each) for each in shapes]):
            raise NoPlan
        results = [self.slot(shape, element_type(result.type)) for (shape,), result in zip(shapes, step.op.results)]
        return results, [BranchStep(step.op, operands[0], results, ways)]


def stand_in(state: AbstractValue):
    """An array of the shape and type of a value, where nothing else of it is looked at."""
    assert state.shape is not None
    return np.broadcast_to(np.zeros((), dtype_of(state.element)), [int(size) for size in state.shape])  # type: ignore[arg-type] # static


def is_assertion(op: Operation) -> bool:
    """Whether an op only asserts: of sizes, which are told when the plan is made, or of what is computed, as a step that may fail."""
    return op.name == "stablehlo.custom_call" and op.get("call_target_name") == "shape_assertion"


def declared_shape(type: Type) -> Shape:
    return named(type.shape) if isinstance(type, TensorType) else None


def captured_by(regions) -> list:
    """What regions capture, in the order in which their op is given it."""
    return list(dict.fromkeys([value for region in regions for value in region.captured]))


def called_by(computation: Computation, op: Operation) -> Computation:
    """What a call runs."""
    return computation.context["computation_of"](op, op.attributes["callee"])


def handed_round(computation: Computation, number: int) -> int | None:
    """The number of the argument that a value of a computation is, where it is one, handed on by calls perhaps."""
    if number < computation.inputs:
        return number
    step = next(step for step in computation.steps if number in step.results)
    if step.op.name != CALL:
        return None
    called = called_by(computation, step.op)
    at = handed_round(called, called.outputs[step.results.index(number)])
    return None if at is None else handed_round(computation, step.operands[at])


def planned(computation: Computation, template: list, steps: list[Step], shapes) -> Plan | None:
    """The plan of a computation for these shapes; None where there is none, and where making it fails as a run would."""
    try:
        with np.errstate(all="ignore"):
            return Plan(computation, template, steps, shapes)
    except (NoPlan, Error):
        return None
