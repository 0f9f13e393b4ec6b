"""A function of the sequencer on NumPy arrays: each dispatch computes the StableHLO body of its executable."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from tfir.execution import sequencer
from tfir.execution.host_steps import Bodies, copied, is_for_host, written_by
from tfir.execution.numbers_in_buffers import COMPUTED
from tfir.execution.pieces import Pieces, SizedPrograms
from tfir.execution.special import Slot
from tfir.execution.state import State
from tfir.ir.operations import Operation
from tfir.ir.types import Type
from tfir.ods.arrays import array_of, dtype_of


def sequence_program(func: Operation, state: State | None = None) -> SizedPrograms:
    """The function as a callable from a list of input arrays, of any sizes that its arguments may have, to a list of output arrays."""
    return SizedPrograms(func, lambda kinds: SequenceProgram(func, kinds, state))


class SequenceProgram(sequencer.Device):
    """A function for arguments of the types `kinds`, which leave no size open. Buffers are arrays that are made once, but those of sizes
    that are read; a run fills the inputs, takes the steps of each piece that it comes to, and copies the outputs. State that the program
    writes to is the session's. `bodies` compute the entries of executables, where they are not computed by their StableHLO."""

    def __init__(self, func: Operation, kinds: Sequence[Type], state: State | None = None, bodies: Bodies | None = None):
        self.bodies = Bodies(state) if bodies is None else bodies
        self.inputs = [self.allocate(kind) for kind in kinds]
        self.pieces = Pieces(func, self.inputs, kinds, self)

    def __call__(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        for buffer, array in zip(self.inputs, arrays, strict=True):
            put(buffer, array)
        return [buffer.value if isinstance(buffer, Slot) else buffer.copy() for buffer in self.pieces.run()]

    def run(self, piece):
        for step in piece:
            step()

    def begin(self):
        self.steps: list = []
        return self.steps

    def read(self, buffer):
        return buffer

    def content(self, reading):
        return reading

    def prepare(self, pieces):
        """Nothing: memory is there when it is asked for, and goes when nothing refers to it."""

    def drop(self, piece):
        """Nothing."""

    def constant(self, value, kind):
        return array_of(value)

    def allocate(self, kind):
        return Slot() if sequencer.is_kept_on_host(kind) else np.empty(kind.shape, dtype_of(kind.element))

    def slice(self, buffer, offset, length, kind):
        dtype = dtype_of(kind.element)
        part = as_bytes(buffer)[offset : offset + dtype.itemsize * prod(kind.shape)]
        return part.view(dtype).reshape(kind.shape)

    def reshape(self, buffer, kind):
        return buffer.reshape(kind.shape)

    def dispatch(self, op, executable, entry, buffers):
        body = self.bodies.get(executable, entry)
        if not is_for_host(executable):
            self.steps.append(lambda: body(*buffers))
            return
        written = written_by(executable, entry)
        self.steps.append(lambda: body(*[buffer if at in written else copied(buffer) for at, buffer in enumerate(buffers)]))

    def upload(self, source, target):
        self.steps.append(lambda: put(target, source.value))

    def copy(self, source, source_offset, target, target_offset, length):
        read, written = as_bytes(np.ascontiguousarray(source)), as_bytes(target)  # a constant of equal numbers is spread

        def step():
            written[target_offset : target_offset + length] = read[source_offset : source_offset + length]

        self.steps.append(step)

    def fill(self, buffer, offset, length, value):
        words = as_bytes(buffer)[offset : offset + length]
        pattern = np.frombuffer((value & 0xFFFFFFFF).to_bytes(4, "little"), np.uint8)

        def step():
            words[:] = np.resize(pattern, length)

        self.steps.append(step)

    computes = True

    def compute(self, op, buffers):
        rule = COMPUTED[op.name.rpartition(".")[2]]
        self.steps.append(lambda: rule(op, *buffers))


def put(buffer: np.ndarray | Slot, value: np.ndarray) -> None:
    if isinstance(buffer, Slot):
        buffer.value = value
    else:
        np.copyto(buffer, value)


def as_bytes(buffer: np.ndarray) -> np.ndarray:
    """The memory of a contiguous array as bytes, shared with it."""
    return buffer.reshape(-1).view(np.uint8)
