"""A whole program as commands: what is left of a function of the sequencer where the host has no part in it. It holds no addresses, so that it
can be kept from run to run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from mmap import PAGESIZE

import numpy as np
from tfir.dialects.iree_ll_seq import byte_size
from tfir.hal.submission import SubmissionBatch
from tfir.ods.arrays import dtype_of

from tfrun.devices.cpu.commands import WIDTH, References, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.cpu.device import ProcessorDevice

ALIGNMENT = 64  # bytes: a line of cache, and the widest vector
LEAST_ALIGNED = 16  # bytes, as systems allocate memory
LEAST_MOVED = 1 << 18  # bytes of an input or an output that are worth changing addresses for


def memory_of(size: int) -> np.ndarray:
    """So many new bytes, aligned; behind them is room for a vector."""
    whole = np.empty(size + 2 * ALIGNMENT, np.uint8)
    begin = -whole.ctypes.data % ALIGNMENT
    return whole[begin : begin + max(size, 1)]


def addresses(areas: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([area.ctypes.data for area in areas] or [0], np.uint64)


class Port:
    """An input or an output: the array in its area, where it is at `home`, and the `references` to it, if commands may find its elements elsewhere. `room` is
    what a large output was written to."""

    __slots__ = ("home", "address", "references", "now", "room")

    def __init__(self, home: np.ndarray, references: References | None):
        self.home, self.address, self.references, self.now = home, address_of(home), references, home
        self.room: Room | None = None

    def take(self, array: np.ndarray) -> None:
        """An input, which is read where it lies if it lies as the area does, and copied to that else."""
        if self.references is not None and lies_alike(array, self.home):
            self.move(array, address_of(array))
        else:
            self.home[...] = array

    def make_room(self) -> None:
        """An array that a large output is written to, which is the caller's: the last one's memory again, once that is held by nothing else, since the
        system has given its pages already."""
        if self.references is not None:
            if self.room is None or self.room.is_held:
                self.room = Room(self.home.nbytes)
            array = self.room.memory.view(self.home.dtype).reshape(self.home.shape)
            self.move(array, address_of(array))

    def move(self, array: np.ndarray, address: int) -> None:
        assert self.references is not None, "it may be elsewhere"
        self.now = array
        self.references.move(address)

    def content(self) -> np.ndarray:
        return self.home.copy() if self.now is self.home else self.now

    def return_home(self) -> None:
        """Commands hold no addresses of what may go."""
        if self.now is not self.home:
            self.move(self.home, self.address)


class Room:
    """Memory of which arrays are made that others have."""

    __slots__ = ("memory", "count")

    def __init__(self, size: int):
        self.memory = memory_of(size)
        self.count = self.references()

    def references(self) -> int:
        """How many objects refer to the memory: arrays that are made of others refer to the one that has it."""
        return sys.getrefcount(self.memory.base)

    @property
    def is_held(self) -> bool:
        return self.references() > self.count


def address_of(array: np.ndarray) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def lies_alike(array: object, home: np.ndarray) -> bool:
    """Whether kernels can read an array as it is: elements in row-major order, aligned as those of any allocation are, with as many bytes behind them that
    can be read as a vector has, since there the last one may end."""
    if not isinstance(array, np.ndarray) or array.dtype != home.dtype or array.shape != home.shape or not array.flags.c_contiguous:
        return False
    address = address_of(array)
    return address % LEAST_ALIGNED == 0 and -(address + array.nbytes) % PAGESIZE >= ALIGNMENT


class RelocatableProgram:
    """`sizes` are those of areas in bytes. `constants` says by the numbers of areas what lies in them from the first: bytes, or from where to
    where it stands in the file of the program, as hexadecimal digits or, in a module file, as it is. `inputs` are areas, None for one that nothing reads; `outputs` places.
    In the areas `written` commands may write."""

    __slots__ = ("table", "sizes", "constants", "inputs", "outputs", "written")

    def __init__(self, table: Table, sizes: list[int], constants: dict, inputs: list, outputs: list, written: list[int]):
        self.table, self.sizes, self.constants, self.inputs, self.outputs = table, sizes, constants, inputs, outputs
        self.written = written

    def to_bytes(self) -> bytes:
        arrays = (self.table.rows, self.table.places, self.table.sizes)
        inside = [content for content in self.constants.values() if isinstance(content, bytes)]
        constants = [[number, len(content) if isinstance(content, bytes) else content] for number, content in self.constants.items()]
        head = [[len(array) for array in arrays], self.table.kernels, self.sizes, constants, self.inputs, self.outputs, self.written]
        return b"".join([json.dumps(head).encode(), b"\n", *[array.tobytes() for array in arrays], *inside])

    @staticmethod
    def from_bytes(content: bytes) -> RelocatableProgram:
        head, _, rest = content.partition(b"\n")
        counts, kernels, sizes, constants, inputs, outputs, written = json.loads(head)
        arrays, at = [], 0
        for count, width, kind in zip(counts, (WIDTH, 2, 1), (np.int64, np.int64, np.int32)):
            arrays.append(array := np.frombuffer(rest, kind, count * width, at))
            at += array.nbytes
        table = Table(arrays[0].reshape(-1, WIDTH), arrays[1].reshape(-1, 2), arrays[2].copy(), kernels)
        held: dict[int, object] = {}
        for number, where in constants:
            held[number] = tuple(where) if isinstance(where, list) else rest[at : at + where]
            at += 0 if isinstance(where, list) else where
        return RelocatableProgram(table, sizes, held, inputs, [tuple(place) for place in outputs], written)


class RecordedProgram:
    """A recording in memory: a callable from a list of input arrays to a list of output arrays, whose memref types are `kinds`."""

    def __init__(self, recording: RelocatableProgram, areas: list[np.ndarray], kinds: tuple[Sequence, Sequence], device: ProcessorDevice):
        self.recording, self.areas, self.kinds, self.device = recording, areas, kinds, device
        self.commands = device.ready(recording.table, areas)
        self.batches = (SubmissionBatch((), (self.commands,)),)
        self.inputs = [None if number is None else self.port(number, 0, kind) for number, kind in zip(recording.inputs, kinds[0])]
        self.outputs = [self.port(number, offset, kind) for (number, offset), kind in zip(recording.outputs, kinds[1])]

    def __call__(self, arrays: list) -> list:
        with self.device.workers.turn:
            inputs = [(port, array) for port, array in zip(self.inputs, arrays, strict=True) if port is not None]
            try:
                for port, array in inputs:
                    port.take(array)
                for port in self.outputs:
                    port.make_room()
                self.device.queue.submit(self.batches)  # which waits for nothing, and so is done
                return [port.content() for port in self.outputs]
            finally:
                for port in (*[port for port, _ in inputs], *self.outputs):
                    port.return_home()

    def put(self, arrays: list) -> None:
        """Copies inputs to where commands find them that are run by themselves."""
        for port, array in zip(self.inputs, arrays, strict=True):
            if port is not None:
                port.home[...] = array

    def twin(self, device: ProcessorDevice) -> RecordedProgram:
        """The same program in memory of its own, but for constants, for another thread."""
        own = [area if number in self.recording.constants else memory_of(len(area)) for number, area in enumerate(self.areas)]
        return RecordedProgram(self.recording, own, self.kinds, device)

    def port(self, number: int, offset: int, kind) -> Port:
        size = byte_size(kind)
        home = self.areas[number][offset : offset + size].view(dtype_of(kind.element)).reshape(kind.shape)
        moves = size >= LEAST_MOVED and self.has_own_area(number, size)
        return Port(home, References(self.recording.table, self.commands.in_memory, number) if moves else None)

    def has_own_area(self, number: int, size: int) -> bool:
        """Whether an area is that of one output, or of one input that nothing writes to, alone."""
        made = self.recording
        ends = [*made.inputs, *[area for area, _ in made.outputs]]
        is_changed = number in made.written
        return (
            number not in made.constants
            and made.sizes[number] == size
            and ends.count(number) == 1
            and is_changed == (number not in made.inputs)
        )


def areas_of(recording: RelocatableProgram, stored: Callable[[tuple[int, int], int], np.ndarray]) -> list[np.ndarray]:
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
