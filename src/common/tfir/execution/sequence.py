"""A function of the sequencer on NumPy arrays: each dispatch computes the StableHLO body of its executable."""

from __future__ import annotations

from math import prod

import numpy as np

from tfir.execution import sequencer
from tfir.execution.body import Body
from tfir.execution.computation import Computation
from tfir.execution.special import Functions
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ods.arrays import array_of, dtype_of


class SequenceProgram(sequencer.Device):
    """Buffers are arrays that are made once; a run fills the inputs, takes the steps of each block that it comes to, and copies the
    outputs."""

    def __init__(self, func: Operation):
        self.blocks: list[list] = []
        self.bodies: dict = {}
        self.state = State()
        self.inputs = [self.allocate(value.type) for value in func.body.arguments]
        self.endings = sequencer.walk(func, self.inputs, self)

    def __call__(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        for buffer, array in zip(self.inputs, arrays, strict=True):
            np.copyto(buffer, array)
        outputs = sequencer.follow(self.endings, self.run, lambda number: bool(self.endings[number].buffers[0]))
        return [buffer.copy() for buffer in outputs]

    def run(self, number: int) -> None:
        for step in self.blocks[number]:
            step()

    def begin(self):
        self.steps: list = []
        self.blocks.append(self.steps)

    def constant(self, value, kind):
        return array_of(value)

    def allocate(self, kind):
        return np.empty(kind.shape, dtype_of(kind.element))

    def slice(self, buffer, offset, length, kind):
        dtype = dtype_of(kind.element)
        part = as_bytes(buffer)[offset : offset + dtype.itemsize * prod(kind.shape)]
        return part.view(dtype).reshape(kind.shape)

    def reshape(self, buffer, kind):
        return buffer.reshape(kind.shape)

    def dispatch(self, op, executable, entry, buffers):
        body = self.body(executable, entry)
        self.steps.append(lambda: body(*buffers))

    def body(self, executable: Operation, entry: str) -> Body:
        """The computation of an executable's entry, on tensors."""
        key = executable, entry
        if key not in self.bodies:
            func = sequencer.portable_entry(executable, entry)
            if func is None:
                raise Error.on(executable, f"has no entry @{entry} in an executable for no target in particular")
            functions = Functions(SymbolTable(func.parent_op), Body, {"state": self.state})
            self.bodies[key] = Body(Computation(func.body, functions.special, functions.context))
        return self.bodies[key]

    def copy(self, source, source_offset, target, target_offset, length):
        read, written = as_bytes(source), as_bytes(target)

        def step():
            written[target_offset : target_offset + length] = read[source_offset : source_offset + length]

        self.steps.append(step)

    def fill(self, buffer, offset, length, value):
        words = as_bytes(buffer)[offset : offset + length]
        pattern = np.frombuffer((value & 0xFFFFFFFF).to_bytes(4, "little"), np.uint8)

        def step():
            words[:] = np.resize(pattern, length)

        self.steps.append(step)


def as_bytes(buffer: np.ndarray) -> np.ndarray:
    """The memory of a contiguous array as bytes, shared with it."""
    return buffer.reshape(-1).view(np.uint8)
