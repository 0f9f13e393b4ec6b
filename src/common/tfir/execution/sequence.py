"""A function of the sequencer on a device of the hardware abstraction layer, for all devices: it is walked once, which says what memory there
has to be and records each piece into command buffers, and submitted at each call. What the host computes stands between command buffers.

The host looks at what branches decide by and how large what follows is, and submits what runs up to there together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution import sequencer
from tfir.execution.host_steps import Bodies, is_for_host, written_by
from tfir.execution.pieces import Pieces
from tfir.execution.sized_programs import SizedPrograms
from tfir.execution.special import Slot
from tfir.execution.state import State
from tfir.hal.array_device import ArrayDevice
from tfir.hal.buffers import BufferView, MemoryType, as_bytes
from tfir.hal.rotation import Recording, Rotation
from tfir.hal.submission import DispatchRequest, FenceValue, SubmissionBatch
from tfir.hal.timelines import HostQueue
from tfir.ir.blobs import HexBlob
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type
from tfir.ods.arrays import array_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.hal.protocols import Buffer, CommandBuffer, Device, ExecutableCache

    Record = Callable[[CommandBuffer], None]


def sequence_program(func: Operation, state: State | None = None) -> SizedPrograms:
    """The function on NumPy, as a callable from a list of input arrays, of any sizes that its arguments may have, to a list of output arrays."""
    bodies = Bodies(state)
    return sized_programs(func, Resident(portable_device(bodies), bodies))


def portable_device(bodies: Bodies | None = None) -> ArrayDevice:
    """The device that computes executables by their StableHLO, on NumPy."""
    return ArrayDevice(sequencer.PORTABLE, (Bodies() if bodies is None else bodies).get)


def sized_programs(func: Operation, resident: Resident) -> SizedPrograms:
    return SizedPrograms(func, lambda kinds: SequenceProgram(resident, func, kinds))


class Resident:
    """What a function has on a device whatever sizes it is called with: executables, and memory that holds its constants. `bodies` are what the
    host computes."""

    def __init__(self, device: Device, bodies: Bodies, cache: ExecutableCache | None = None):
        self.device, self.bodies, self.cache = device, bodies, device.executable_cache() if cache is None else cache
        self.fence, self.submitted = device.fence(), 0  # there until the device closes, for programs of whatever sizes
        self.constants: dict[ElementsAttr, Allocation | Slot] = {}
        self.new: list[tuple[Allocation, ElementsAttr]] = []  # those that have no memory yet

    def constant(self, value: ElementsAttr, kind: Type) -> Allocation | Slot:
        if value in self.constants:
            return self.constants[value]
        if sequencer.is_kept_on_host(kind):
            slot = self.constants[value] = Slot()
            slot.value = array_of(value)
            return slot
        allocation = self.constants[value] = Allocation(byte_size(kind))
        self.new.append((allocation, value))
        return allocation

    def complete(self, batch: SubmissionBatch) -> None:
        """Submits a batch and waits until it is done."""
        self.submitted += 1
        try:
            self.device.queue.submit((batch,), FenceValue(self.fence, self.submitted))
            self.fence.wait(self.submitted)
        except Error:
            self.fence.close()
            self.fence, self.submitted = self.device.fence(), 0  # the next call may go well
            raise

    def upload_constants(self) -> None:
        """Gives memory to those constants that have none yet, and their content."""
        contents = (content_of(value) for _, value in self.new)
        for (allocation, _), buffer in zip(self.new, self.device.allocator.constants([each.size for each, _ in self.new], contents)):
            allocation.buffer = buffer
        self.new = []

    def close(self) -> None:
        self.fence.close()
        close_all(list(self.constants.values()))


def content_of(attribute: ElementsAttr) -> np.ndarray:
    """The bytes of a constant. Digits are decoded for this alone, and not kept beside it."""
    blob = attribute.blob if isinstance(attribute, DenseAttr) and not attribute.is_splat else None
    is_digits = isinstance(blob, HexBlob) and len(blob) == byte_size(attribute.type)
    return as_bytes(np.frombuffer(blob.once(), np.uint8) if is_digits else np.ascontiguousarray(array_of(attribute)))


def close_all(allocations: Sequence[Any]) -> None:
    for each in allocations:
        if isinstance(each, Allocation) and each.buffer is not None:
            each.buffer.close()


class Allocation:
    """Memory of `size` bytes that is asked for while walking; `buffer` is there when all that is needed together is known."""

    __slots__ = ("size", "buffer")

    def __init__(self, size: int):
        self.size = size
        self.buffer: Buffer | None = None


class Place:
    """A range of an allocation from a byte on, under a memref type."""

    __slots__ = ("allocation", "offset", "kind", "made")

    def __init__(self, allocation: Allocation, offset: int, kind: Any):
        self.allocation, self.offset, self.kind = allocation, offset, kind
        self.made: BufferView | None = None

    @property
    def size(self) -> int:
        return byte_size(self.kind)

    def part(self, offset: int, length: int) -> Buffer:
        assert self.allocation.buffer is not None, "it is prepared"
        return self.allocation.buffer.subspan(self.offset + offset, length)

    @property
    def view(self) -> BufferView:
        if self.made is None:
            self.made = BufferView(self.part(0, self.size), self.kind)
        return self.made

    def put(self, array: Any) -> None:
        self.view.put(array)

    def content(self) -> np.ndarray:
        return self.view.content()


class HostStep:
    """What the host computes of buffers; what it reads are copies, which the step may keep."""

    def __init__(self, body: Callable[..., Any], buffers: Sequence[Place | Slot], written: set[int]):
        self.body, self.buffers, self.written = body, buffers, written

    def run(self) -> None:
        arrays = [self.array(at, buffer) for at, buffer in enumerate(self.buffers)]
        self.body(*arrays)
        for at in self.written:
            if isinstance(place := self.buffers[at], Place) and place.view.shared is None:
                place.put(arrays[at])

    def array(self, at: int, buffer: Place | Slot) -> Any:
        """What the body takes for a buffer: its content, room for what is written to it, or the slot itself."""
        if isinstance(buffer, Slot):
            return buffer
        if at not in self.written:
            return buffer.content()
        return buffer.view.new() if buffer.view.shared is None else buffer.view.shared


class Upload:
    """What the host alone has goes to memory of the device."""

    def __init__(self, source: Slot, target: Place):
        self.source, self.target = source, target

    def run(self) -> None:
        self.target.put(self.source.value)


ON_HOST = (HostStep, Upload)


class Reading:
    """A buffer that the host looks at: in its place, or in a copy that the piece makes where the host does not reach that."""

    __slots__ = ("place", "copy")

    def __init__(self, place: Place):
        self.place = place
        self.copy: Allocation | None = None

    def content(self) -> np.ndarray:
        if self.copy is None:
            return self.place.content() if self.place.view.shared is None else self.place.view.shared
        assert self.copy.buffer is not None, "it is prepared"
        return BufferView(self.copy.buffer, self.place.kind).content()


class Part:
    """A piece of a function: its steps as they are told, what they become when they are prepared, and the memory that is closed with it."""

    __slots__ = ("steps", "recorded", "readings", "memory")

    def __init__(self) -> None:
        self.steps: list[Record | HostStep | Upload] = []
        self.recorded: list[CommandBuffer | HostStep | Upload] = []
        self.readings: list[Reading] = []
        self.memory: list[Allocation] = []

    def close(self) -> None:
        for each in self.recorded:
            if not isinstance(each, ON_HOST):
                each.close()
        close_all(self.memory)


class SequenceProgram(sequencer.Program):
    """A function for arguments of the types `kinds`, which leave no size open."""

    def __init__(self, resident: Resident, func: Operation, kinds: Sequence[Type]):
        self.resident, self.device = resident, resident.device
        self.transient: list[Allocation] = []
        self.pending: list[CommandBuffer] = []
        self.batches: dict[tuple[CommandBuffer, ...], SubmissionBatch] = {}
        self.parts: dict[int, Part] = {}
        self.own = Part()  # of which the memory is there from call to call
        try:
            self.inputs = [self.allocate(kind) if value.uses else None for value, kind in zip(func.body.arguments, kinds)]
            self.give_memory(self.own)
            self.pieces = Pieces(func, self.inputs, kinds, self)
        except BaseException:
            self.close()
            raise

    def __call__(self, arrays: list[Any]) -> list[Any]:
        """The outputs for one set of inputs, which must have the types that it was made for."""
        for place, array in zip(self.inputs, arrays, strict=True):
            if isinstance(place, Slot):
                place.value = array
            elif place is not None:
                place.put(array)
        self.pending = []
        outputs = self.pieces.run()
        self.submit()
        return [place.value if isinstance(place, Slot) else place.content() for place in outputs]

    @property
    def recording(self) -> Recording | None:
        """The program where it is one, for all calls. None where the host has a part in it."""
        piece = self.pieces.first
        if piece.following or piece.refused is not None or not piece.is_steady:
            return None
        outputs = [self.pieces.buffers[value] for value in piece.steps[-1].operands]
        commands = [part for part in piece.prepared.recorded if not isinstance(part, ON_HOST)]
        if len(commands) < len(piece.prepared.recorded) or any([isinstance(place, Slot) for place in (*self.inputs, *outputs)]):
            return None
        inputs: list[Any] = self.inputs  # no slots
        return Recording([place and place.view for place in inputs], commands, [place.view for place in outputs])

    def flight(self, count: int) -> Any:
        """What has several calls under way at a time; None where a device does what it is told before it is told more, or the host decides."""
        recording = None if isinstance(self.device.queue, HostQueue) else self.recording
        return None if recording is None else Rotation(self.device, recording, count)

    def close(self) -> None:
        while self.parts:
            self.parts.popitem()[1].close()
        self.own.close()

    # Pieces

    def begin(self) -> Part:
        self.part = Part()
        self.parts[id(self.part)] = self.part
        return self.part

    def read(self, buffer: Place) -> Reading:
        reading = Reading(buffer)
        self.part.readings.append(reading)
        return reading

    def prepare(self, pieces: list[Part]) -> None:
        """Gives memory to what was asked for, and records. It is closed with the first of the pieces."""
        if pieces:
            self.give_memory(pieces[0])
        self.resident.upload_constants()
        for piece in pieces:
            self.record(piece)

    def give_memory(self, part: Part) -> None:
        buffers = self.device.allocator.allocate_all(MemoryType.DEVICE_LOCAL, [each.size for each in self.transient])
        for allocation, buffer in zip(self.transient, buffers):
            allocation.buffer = buffer
        part.memory += self.transient
        self.transient = []

    def record(self, piece: Part) -> None:
        """The steps of a piece as command buffers, and what the host computes between them."""
        steps = [*piece.steps, *[self.copy_of(reading, piece) for reading in piece.readings if self.is_out_of_reach(reading.place)]]
        commands: CommandBuffer | None = None
        for step in steps:
            if isinstance(step, ON_HOST):
                self.end(commands)
                commands = None
                piece.recorded.append(step)
                continue
            if commands is None:
                piece.recorded.append(commands := self.device.command_buffer())
                commands.begin()
            step(commands)
        self.end(commands)

    def end(self, commands: CommandBuffer | None) -> None:
        if commands is not None:
            commands.end()

    def is_out_of_reach(self, place: Place) -> bool:
        return bool(place.size) and not place.view.buffer.memory & MemoryType.HOST_VISIBLE

    def copy_of(self, reading: Reading, piece: Part) -> Record:
        """Has what the host looks at copied to memory that it reaches."""
        size = reading.place.size
        reading.copy = Allocation(size)
        piece.memory.append(reading.copy)
        reading.copy.buffer = self.device.allocator.allocate(MemoryType.HOST_LOCAL, size)
        target = reading.copy.buffer
        return lambda commands: commands.copy(reading.place.part(0, size), target)

    def run(self, piece: Part) -> None:
        """Runs a piece later, together with those that follow without a decision; what the host computes of it, now."""
        for part in piece.recorded:
            if isinstance(part, ON_HOST):
                self.submit()
                self.take(part)
                continue
            if part in self.pending:
                self.submit()
            self.pending.append(part)

    def take(self, step: HostStep | Upload) -> None:
        step.run()

    def submit(self) -> None:
        """Has the device do all that is pending, and waits until it is done."""
        if not self.pending:
            return
        key = tuple(self.pending)
        self.pending = []
        batch = self.batches.get(key)
        if batch is None:
            batch = self.batches[key] = SubmissionBatch((), key)
        self.resident.complete(batch)

    def content(self, reading: Reading) -> np.ndarray:
        self.submit()
        return reading.content()

    def drop(self, piece: Part) -> None:
        self.submit()
        self.batches = {}  # which hold command buffers of pieces that are gone
        self.parts.pop(id(piece)).close()

    # What the walk asks for

    def constant(self, value: ElementsAttr, kind: Type) -> Place | Slot:
        memory = self.resident.constant(value, kind)
        return memory if isinstance(memory, Slot) else Place(memory, 0, kind)

    def allocate(self, kind: Type) -> Place | Slot:
        if sequencer.is_kept_on_host(kind):
            return Slot()
        self.transient.append(allocation := Allocation(byte_size(kind)))
        return Place(allocation, 0, kind)

    def slice(self, buffer: Place, offset: int, length: int, kind: Type) -> Place:
        return Place(buffer.allocation, buffer.offset + offset, kind)

    def reshape(self, buffer: Place, kind: Type) -> Place:
        return Place(buffer.allocation, buffer.offset, kind)

    def dispatch(self, op: Operation, executable: Operation, entry: str, buffers: Sequence[Any]) -> None:
        if is_for_host(executable):
            self.part.steps.append(HostStep(self.resident.bodies.get(executable, entry), list(buffers), written_by(executable, entry)))
            return
        ready = self.resident.cache.prepare(executable, entry)
        sizes = pushed_sizes(op, buffers)
        groups = ready.workgroups(op, [place.kind for place in buffers], sizes)
        if groups is not None:
            self.part.steps.append(
                lambda commands: commands.dispatch(DispatchRequest(ready, groups, [place.view for place in buffers], sizes))
            )

    def upload(self, source: Slot, target: Place) -> None:
        self.part.steps.append(Upload(source, target))

    def copy(self, source: Place, source_offset: int, target: Place, target_offset: int, length: int) -> None:
        if length:
            self.part.steps.append(lambda commands: commands.copy(source.part(source_offset, length), target.part(target_offset, length)))

    def fill(self, buffer: Place, offset: int, length: int, value: int) -> None:
        if length:
            self.part.steps.append(lambda commands: commands.fill(buffer.part(offset, length), value & 0xFFFFFFFF))

    def compute(self, op: Operation, body: Callable[..., None], written: set[int], buffers: Sequence[Any]) -> None:
        self.part.steps.append(HostStep(partial(body, op), list(buffers), written))


def pushed_sizes(op: Operation, buffers: Sequence[Any]) -> tuple[int, ...]:
    """The sizes that the types of a dispatch's operands leave open, in order, as its buffers have them."""
    types = [value.type for value in op.operands[-len(buffers) :]]
    return tuple([place.kind.shape[axis] for type, place in zip(types, buffers) for axis, size in enumerate(type.shape) if size is None])
