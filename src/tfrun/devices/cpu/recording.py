"""A whole program as commands: what is left of a function of the sequencer where the host has no part in it. It holds no addresses, so that it
can be kept from run to run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np
from tfir.dialects.iree_ll_seq import byte_size
from tfir.hal.submission import SubmissionBatch
from tfir.ods.arrays import dtype_of

from tfrun.devices.cpu.commands import LENGTH, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.cpu.device import ProcessorDevice

ALIGNMENT = 64  # bytes: a line of cache, and the widest vector


def memory_of(size: int) -> np.ndarray:
    """So many new bytes, aligned; behind them is room for a vector."""
    whole = np.empty(size + 2 * ALIGNMENT, np.uint8)
    begin = -whole.ctypes.data % ALIGNMENT
    return whole[begin : begin + max(size, 1)]


def addresses(areas: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([area.ctypes.data for area in areas] or [0], np.uint64)


class Recording:
    """`sizes` are those of areas in bytes. `constants` says by the numbers of areas what lies in them from the first: bytes, or from where to
    where it stands in the file of the program, as hexadecimal digits or, in a module file, as it is. `inputs` are areas, None for one that nothing reads; `outputs` places."""

    __slots__ = ("table", "sizes", "constants", "inputs", "outputs")

    def __init__(self, table: Table, sizes: list[int], constants: dict, inputs: list, outputs: list):
        self.table, self.sizes, self.constants, self.inputs, self.outputs = table, sizes, constants, inputs, outputs

    def to_bytes(self) -> bytes:
        arrays = (self.table.rows, self.table.places, self.table.sizes)
        inside = [content for content in self.constants.values() if isinstance(content, bytes)]
        constants = [[number, len(content) if isinstance(content, bytes) else content] for number, content in self.constants.items()]
        head = [[len(array) for array in arrays], self.table.kernels, self.sizes, constants, self.inputs, self.outputs]
        return b"".join([json.dumps(head).encode(), b"\n", *[array.tobytes() for array in arrays], *inside])

    @staticmethod
    def from_bytes(content: bytes) -> Recording:
        head, _, rest = content.partition(b"\n")
        counts, kernels, sizes, constants, inputs, outputs = json.loads(head)
        arrays, at = [], 0
        for count, width, kind in zip(counts, (LENGTH + 1, 2, 1), (np.int64, np.int64, np.int32)):
            arrays.append(array := np.frombuffer(rest, kind, count * width, at))
            at += array.nbytes
        table = Table(arrays[0].reshape(-1, LENGTH + 1), arrays[1].reshape(-1, 2), arrays[2].copy(), kernels)
        held: dict[int, object] = {}
        for number, where in constants:
            held[number] = tuple(where) if isinstance(where, list) else rest[at : at + where]
            at += 0 if isinstance(where, list) else where
        return Recording(table, sizes, held, inputs, [tuple(place) for place in outputs])


class RecordedProgram:
    """A recording in memory: a callable from a list of input arrays to a list of output arrays, whose memref types are `kinds`."""

    def __init__(self, recording: Recording, areas: list[np.ndarray], kinds: tuple[Sequence, Sequence], device: ProcessorDevice):
        self.recording, self.areas, self.kinds, self.device = recording, areas, kinds, device
        self.commands = device.ready(recording.table, areas)
        self.batches = (SubmissionBatch((), (self.commands,)),)
        taken, given = kinds
        self.inputs = [None if number is None else self.array(number, 0, kind) for number, kind in zip(recording.inputs, taken)]
        self.outputs = [self.array(number, offset, kind) for (number, offset), kind in zip(recording.outputs, given)]

    def __call__(self, arrays: list) -> list:
        with self.device.workers.turn:
            for place, array in zip(self.inputs, arrays, strict=True):
                if place is not None:
                    place[...] = array
            self.device.queue.submit(self.batches)  # which waits for nothing, and so is done
            return [array.copy() for array in self.outputs]

    def twin(self, device: ProcessorDevice) -> RecordedProgram:
        """The same program in memory of its own, but for constants, for another thread."""
        own = [area if number in self.recording.constants else memory_of(len(area)) for number, area in enumerate(self.areas)]
        return RecordedProgram(self.recording, own, self.kinds, device)

    def array(self, number: int, offset: int, kind) -> np.ndarray:
        """The elements as they lie in an area."""
        return self.areas[number][offset : offset + byte_size(kind)].view(dtype_of(kind.element)).reshape(kind.shape)


def areas_of(recording: Recording, stored: Callable[[tuple[int, int], int], np.ndarray]) -> list[np.ndarray]:
    """Memory for a recording, with its constants; `stored(where, size)` is that of one that stands in the file."""
    areas = []
    for number, size in enumerate(recording.sizes):
        content = recording.constants.get(number, b"")
        if not isinstance(content, bytes):
            areas.append(stored(content, size))
            continue
        areas.append(memory_of(size))
        areas[-1][: len(content)] = np.frombuffer(content, np.uint8)
    return areas
