"""Elementwise steps that follow each other, computed block by block: what they make for each other stays in the cache and is never whole.

A block is some rows of a matrix that all of the arrays are seen as. Each element is computed as it would be alone.
"""

from __future__ import annotations

from math import prod
from operator import itemgetter

import numpy as np

from tfir.execution.computation import Step
from tfir.execution.memory import is_free
from tfir.ods.arrays import dtype_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ods.inference import AbstractValue

LEAST_BYTES = 1 << 17  # of an array for which blocks are worth it
BLOCK_BYTES = 1 << 19  # of each of the arrays of a block
LEAST_ROW = 1 << 13  # elements, where there are as many: what is repeated for each place of the last dimension is written out so often


def chained(steps: Sequence[Step], kept: Sequence[int], states: Sequence[AbstractValue], function_of: Callable[[Step], Any]) -> list[Step]:
    """The steps, of which those that follow each other element by element are one. `function_of` gives what computes a step with a place for
    its result, if it can be one of a chain; what is `kept` is read by others."""
    result: list[Step] = []
    run: list[Step] = []
    uses: dict[int, int] = dict.fromkeys(kept, 1)
    for step in steps:
        for number in step.operands:
            uses[number] = uses.get(number, 0) + 1

    def close() -> None:
        is_chain = len(run) > 1 or any([len(step.operands) > 1 for step in run])  # one alone may have an operand that is repeated
        result.extend([ChainStep(run, uses, states, function_of)] if is_chain else run)
        run.clear()

    kind = None
    for step in steps:
        own = large_kind(step, states) if function_of(step) is not None else None
        if own != kind:
            close()
        kind = own
        (result if own is None else run).append(step)
    close()
    return result


def large_kind(step: Step, states: Sequence[AbstractValue]):
    """The shape and the element type of a step's result, where that is large and operands are of that shape, or numbers."""
    state = states[step.results[0]]
    if prod(state.shape) * dtype_of(state.element).itemsize < LEAST_BYTES:
        return None
    is_alike = all([states[number].shape in ((), state.shape) for number in step.operands])
    return (state.shape, state.element) if is_alike else None


class ChainStep(Step):
    """Steps of a chain as one: its results are the values of it that others read."""

    __slots__ = ("steps", "shape", "dtype", "function_of")

    def __init__(self, steps: Sequence[Step], uses: dict[int, int], states: Sequence[AbstractValue], function_of):
        self.steps, self.function_of = list(steps), function_of
        made = {step.results[0] for step in steps}
        inside: dict[int, int] = {}
        for step in steps:
            for number in step.operands:
                inside[number] = inside.get(number, 0) + 1
        last = steps[-1].results[0]
        results = [number for number in made if number == last or uses.get(number, 0) > inside.get(number, 0)]
        operands = dict.fromkeys([number for step in steps for number in step.operands if number not in made])
        super().__init__(steps[-1].op, None, operands, sorted(results, key=lambda number: number == last))
        self.shape, self.dtype = states[last].shape, dtype_of(states[last].element)

    def bound(self, states: Sequence[AbstractValue]):
        """The chain as a function of the frame."""
        layout = Layout(self.shape, self.dtype.itemsize)
        inputs = [(number, constant_block(states[number], layout, self.is_for_ufuncs(number))) for number in self.operands]
        results, dying, shape, dtype = self.results, self.dying, self.shape, self.dtype
        same = [number for number in self.operands if number in dying and states[number].shape == shape]
        program, registers = self.program(same)

        def run(frame: list) -> None:
            target = next((frame[number] for number in same if is_free(frame, number) and frame[number].flags.c_contiguous), None)
            blocks = [layout.block(frame[number]) if block is None else block for number, block in inputs]
            arrays = [np.empty(shape, dtype) for _ in results[1:]]
            arrays.append(np.empty(shape, dtype) if target is None else target)
            blocks += [(np.empty((layout.step, layout.row), dtype), PREFIX) for _ in range(registers)]
            blocks += [(array.reshape(layout.rows, layout.row), PART) for array in arrays]
            computed(program, blocks, layout)
            for number, array in zip(results, arrays):
                frame[number] = array
            for number in dying:
                frame[number] = None

        return run

    def bound_alone(self, states: Sequence[AbstractValue], whole):
        """A chain of one step, which is computed in blocks where these repeat an operand in longer rows, else by `whole`."""
        in_blocks, layout, operands = self.bound(states), Layout(self.shape, self.dtype.itemsize), self.operands

        def run(frame: list) -> None:
            is_repeated = any([layout.repeats(frame[number]) for number in operands])
            (in_blocks if is_repeated else whole)(frame)

        return whole if layout.times == 1 else run

    def is_for_ufuncs(self, number: int) -> bool:
        """Whether only functions of NumPy's read a value, which repeat a number by themselves."""
        return all([isinstance(self.function_of(step), np.ufunc) for step in self.steps if number in step.operands])

    def program(self, overwritten: Sequence[int]):
        """For each step its function, what gets its operands and its place from the blocks of inputs, registers and results, and whether the
        function takes the place by name; and how many registers there are. The place of the last result holds what no later step reads until
        then, from where the operands that may be `overwritten` by that result are not read any more."""
        places = {number: at for at, number in enumerate(self.operands)}
        last_read = {number: at for at, step in enumerate(self.steps) for number in step.operands}
        end = max([last_read[number] for number in overwritten], default=0)
        held: list[int] = [TAKEN]  # the value in the place of the last result, then in each register; FREE where that is not read any more
        listed = []
        for at, step in enumerate(self.steps):
            sources, result = [places[number] for number in step.operands], step.results[0]
            held = [FREE if (value >= 0 and last_read.get(value, -1) <= at) or (value == TAKEN and at >= end) else value for value in held]
            if result in self.results:
                places[result] = -1 - self.results.index(result)
            else:
                free = held.index(FREE) if FREE in held else len(held)
                held[free : free + 1] = [result]
                places[result] = len(self.operands) + free - 1 if free else -len(self.results)
            listed.append((self.function_of(step), sources, places[result]))
        first = len(self.operands) + len(held) - 1
        return [call_in_block(function, [of_result(at, first) for at in (*sources, to)]) for function, sources, to in listed], len(held) - 1


FREE, TAKEN = -1, -2


def of_result(place: int, first: int) -> int:
    """The place of a result, counted down from -1 so far, behind inputs and registers."""
    return place if place >= 0 else first - 1 - place


def call_in_block(function, places):
    """A step of a chain's program: NumPy's own functions take the place of the result behind the operands."""
    return function, itemgetter(*places), not isinstance(function, np.ufunc)


WHOLE, PREFIX, PART = range(3)  # how an array is seen in a block: as it is, its first rows, or the rows of the block


class Layout:
    """How arrays of a shape are seen as matrices, `step` rows of which are a block."""

    __slots__ = ("shape", "rows", "row", "step", "times")

    def __init__(self, shape: Sequence[int], itemsize: int):
        self.shape, last = tuple(shape), shape[-1]
        outer = prod(shape[:-1])
        most = max(1, LEAST_ROW // last)
        self.times = next(times for times in range(min(outer, 2 * most), 0, -1) if outer % times == 0 and (times <= most or times == 1))
        self.row = self.times * last
        self.rows = outer // self.times
        self.step = min(self.rows, max(1, BLOCK_BYTES // (self.row * itemsize)))

    def repeats(self, array) -> bool:
        """Whether an operand is a row that is repeated, and is written out several times."""
        return self.times > 1 and not any(array.strides[:-1]) and any(array.strides)

    def block(self, array):
        """An operand, and how it is seen in a block."""
        if array.shape == ():
            return array, WHOLE
        if array.flags.c_contiguous:
            return array.reshape(self.rows, self.row), PART
        if not any(array.strides):
            return np.broadcast_to(array[(0,) * array.ndim], (self.step, self.row)), PREFIX
        if not any(array.strides[:-1]):
            return np.broadcast_to(array[(0,) * (array.ndim - 1)], (self.times, array.shape[-1])).reshape(-1), WHOLE
        return np.ascontiguousarray(array).reshape(self.rows, self.row), PART


def constant_block(state: AbstractValue, layout: Layout, is_for_ufuncs: bool):
    """As `Layout.block`, of a constant that is repeated; None of any other value."""
    array = state.value
    if array is None:
        return None
    if is_for_ufuncs and not any(array.strides):
        return np.array(array[(0,) * array.ndim]), WHOLE
    block, kind = layout.block(array)
    return None if kind == PART else (block, kind)


def computed(program, blocks, layout: Layout) -> None:
    """Runs a chain's program block by block."""
    if layout.step == layout.rows:
        compute_block(program, [array for array, _ in blocks])
        return
    for start in range(0, layout.rows, layout.step):
        stop = min(start + layout.step, layout.rows)
        count = stop - start
        compute_block(
            program, [array if kind == WHOLE else array[:count] if kind == PREFIX else array[start:stop] for array, kind in blocks]
        )


def compute_block(program, views) -> None:
    for function, arrays_of, is_by_name in program:
        if is_by_name:
            *operands, place = arrays_of(views)
            function(*operands, out=place)
        else:
            function(*arrays_of(views))
