"""A computation made ready to run: constants are computed once, memory of what is no longer needed is used again."""

from __future__ import annotations

from time import process_time

import numpy as np

from tfir.dialects import lookup
from tfir.execution.computation import Computation, Step, computed, is_graph, mark_dying, read, run_step
from tfir.execution.memory import in_place_function, reuse
from tfir.ods.buffers import Buffer
from tfir.ods.waiting import Waits

# A constant result larger than this is computed anew in each run, unless it is no larger than what it is computed from.
LARGEST_KEPT = 1 << 28


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

    def hoisted(self, step: Step) -> bool:
        """Whether the step could be computed now, once and for all."""
        definition = lookup(step.op.name)
        if definition is None or not definition.is_pure or any([self.template[number] is None for number in step.operands]):
            return False
        operands = [self.template[number] for number in step.operands]
        results = computed(step, operands)
        results = results if isinstance(results, list) else [results] * len(step.results)
        before = sum([size_of(value) for value in operands])
        if sum([size_of(value) for value in results]) > max(LARGEST_KEPT, before):
            return False
        for number, value in zip(step.results, results):
            self.template[number] = frozen(value)
        return True

    def __call__(self, *arrays) -> list:
        frame = [*arrays, *self.template[self.inputs :]]
        with np.errstate(all="ignore"):
            for at, (step, into) in enumerate(zip(self.steps, self.in_place)):
                if into is None or not reuse(step, into, frame):
                    try:
                        run_step(step, frame)
                    except Waits as wait:
                        return self.later(at, wait, frame)
        return self.results(frame)

    def results(self, frame: list) -> list:
        return [as_array(read(frame[number])) for number in self.outputs]

    def later(self, at: int, wait: Waits, frame: list) -> list:
        """The results, where a step waits for one that may come behind it."""
        from tfir.execution.waiting import Rest  # which most programs need not load

        return Rest(self.steps[at:], wait, frame, self.is_graph, lambda: self.results(frame))()

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


SCALARS = (np.generic, bool, int, float, complex)  # what NumPy makes of an array of no dimensions


def as_array(value):
    """NumPy's scalars as arrays without dimensions; any other value, such as a handle, unchanged."""
    return np.asarray(value) if isinstance(value, SCALARS) else np.array(value, object) if isinstance(value, bytes) else value


def size_of(value) -> int:
    """The memory that an array takes; a view of repeated elements takes that of the elements."""
    if not isinstance(value, np.ndarray):
        return 0
    return value.nbytes if 0 not in value.strides else value.itemsize


def frozen(value):
    """A view of a constant that cannot be written to; a buffer can."""
    if isinstance(value, Buffer):
        return value
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if isinstance(value, np.ndarray) and value.flags.writeable:
        value = value.view()
        value.flags.writeable = False
    return value
