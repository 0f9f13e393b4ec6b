"""A computation made ready to run: constants are computed once, memory of what is no longer needed is used again."""

from __future__ import annotations

from time import process_time

import numpy as np

from tfir.dialects import has_trait, lookup
from tfir.execution.computation import Computation, Rest, Step, computed, is_graph, is_laid_out, mark_dying, read, run_step
from tfir.execution.constants import as_array, frozen, is_kept
from tfir.execution.memory import in_place_function, reuse
from tfir.ods.waiting import Waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.execution.plan import Plan

PLANNED_AT = 3  # calls for the same shapes: what runs once or twice would not earn what a plan costs; a loop is taken to run often
MOST_PLANS = 4


class Plans:
    """The plans of a body, by the shapes of its arguments, and how often it was called with those for which it has none."""

    def __init__(self, computation: Computation, body: Body):
        self.computation, self.body, self.is_possible = computation, body, not body.is_graph
        self.planned_at = 1 if any([step.op.dialect == "stablehlo" and has_trait(step.op, "loop") for step in body.steps]) else PLANNED_AT
        self.made: dict[tuple, Plan | int | None] = {}  # a number counts calls

    def find(self, arrays):
        """The plan for arrays of these shapes, where it is time for one and there can be one."""
        if not self.is_possible or is_laid_out():
            return None
        try:
            shapes = tuple([array.shape for array in arrays])
        except AttributeError:  # a variable, say
            self.is_possible = False
            return None
        if shapes not in self.made:
            if len(self.made) >= MOST_PLANS:
                return None
            self.made[shapes] = 1
        plan = self.made[shapes]
        if isinstance(plan, int):
            if plan < self.planned_at:
                self.made[shapes] = plan + 1
                return None
            plan = self.made[shapes] = self.plan(shapes)
        return plan

    def plan(self, shapes) -> Plan | None:
        from tfir.execution.plan import planned  # which programs that run once need not load

        return planned(self.computation, self.body.template, self.body.steps, shapes)


class Body:
    """A computation with all that depends on constants alone computed already, and memory used again where that is safe."""

    def __init__(self, computation: Computation):
        self.template: list = [None] * len(computation.numbers)
        self.inputs, self.outputs, self.is_graph = computation.inputs, computation.outputs, is_graph(computation.block)
        self.types = {number: value.type for value, number in computation.numbers.items()}
        with np.errstate(all="ignore"):
            self.steps = [step for step in computation.steps if not self.hoisted(step)]
        kept = {number for number, value in enumerate(self.template) if value is not None}
        mark_dying(self.steps, [*self.outputs, *kept])
        self.in_place = [in_place_function(step) for step in self.steps]
        self.plans = Plans(computation, self)

    def hoisted(self, step: Step) -> bool:
        """Whether the step could be computed now, once and for all."""
        definition = lookup(step.op.name)
        if definition is None or not definition.is_pure or any([self.template[number] is None for number in step.operands]):
            return False
        operands = [self.template[number] for number in step.operands]
        results = computed(step, operands)
        results = results if isinstance(results, list) else [results] * len(step.results)
        if not is_kept(results, operands):
            return False
        for number, value in zip(step.results, results):
            self.template[number] = frozen(value)
        return True

    def __call__(self, *arrays) -> list:
        plan = self.plans.find(arrays)
        if plan is None:
            return self.stepwise(arrays)
        try:
            with np.errstate(all="ignore"):
                return plan(arrays)
        except MemoryError:
            return self.stepwise(arrays)  # of which some is used again sooner
        except Exception as error:
            self.stepwise(arrays)  # tells which op it is about
            raise RuntimeError("a plan failed where its steps do not") from error

    def stepwise(self, arrays) -> list:
        frame = [*arrays, *self.template[self.inputs :]]
        with np.errstate(all="ignore"):
            for at, (step, into) in enumerate(zip(self.steps, self.in_place)):
                if into is None or not reuse(step, into, frame):
                    try:
                        run_step(step, frame)
                    except Waits as wait:
                        return Rest(self.steps[at:], wait, frame, self.is_graph, lambda: self.results(frame))()
        return self.results(frame)

    def results(self, frame: list) -> list:
        return [as_array(read(frame[number])) for number in self.outputs]

    def timed(self, *arrays) -> list[tuple[Step, float]]:
        """A run that returns the processor time, in seconds, that each step took."""
        frame, times = [*arrays, *self.template[self.inputs :]], []
        with np.errstate(all="ignore"):
            for step, into in zip(self.steps, self.in_place):
                start = process_time()
                if into is None or not reuse(step, into, frame):
                    run_step(step, frame)
                times.append((step, process_time() - start))
        return times
