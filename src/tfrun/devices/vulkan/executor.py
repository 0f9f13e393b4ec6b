"""A program on a Vulkan device: each piece of the sequencer's function becomes a recording, all of them over the same few buffers. The
host looks at what branches decide by and how large what follows is, and submits the pieces up to there together. A piece with steps that the
host computes becomes several recordings, with these between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack

import numpy
from tfir.dialects.iree.target import GPUS, MOST_TRIPS, TargetAttr
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution import sequencer
from tfir.execution.host_steps import Bodies, is_for_host, written_by
from tfir.execution.kernels import Kernel, kernel_of, numbers_of
from tfir.execution.pieces import Pieces, SizedPrograms
from tfir.execution.special import Slot
from tfir.execution.state import State
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type
from tfir.ods.arrays import array_of, dtype_of

from tfrun.devices.vulkan.commands import Copy, Dispatch, Fill, Recording
from tfrun.devices.vulkan.device import Device
from tfrun.devices.vulkan.facts import DeviceFacts, target_attribute
from tfrun.devices.vulkan.memory import Buffer, Slice, align
from tfrun.devices.vulkan.programs import Programs, uses_subgroups
from tfrun.devices.vulkan.transfers import download, upload

# A kernel may read a whole group of four elements where a buffer has only a part of one left.
WHOLE_READ = 16
TARGET, FALLBACKS = "iree.target", "iree.fallback_targets"  # of the module


class Allocation:
    """Memory of `size` bytes that is requested while walking; `memory` is set afterwards, when all sizes are known."""

    __slots__ = ("size", "memory")

    def __init__(self, size: int):
        self.size = size
        self.memory: Slice | None = None


class Place:
    """A range of an allocation under a memref type `kind`; `offset` and `size` are in bytes."""

    __slots__ = ("allocation", "offset", "size", "kind")

    def __init__(self, allocation: Allocation, offset: int, size: int, kind):
        self.allocation, self.offset, self.size, self.kind = allocation, offset, size, kind

    def exact(self, offset: int = 0, size: int | None = None) -> Slice:
        """The slice of memory of `size` bytes from `offset` on, of the place; all of it by default."""
        memory = self.allocation.memory
        return memory.buffer.slice(memory.offset + self.offset + offset, self.size if size is None else size)

    def bound(self, offset: int = 0, reached: int = 0) -> Slice:
        """The slice bound for a kernel: whole groups of elements, as far as the allocation goes, or no more than is reached of a part."""
        memory = self.allocation.memory
        size = min(align(max(self.size - offset, 1), WHOLE_READ), memory.size - self.offset - offset)
        if offset or 0 < reached < self.size - WHOLE_READ:
            size = min(size, reached)
        return memory.buffer.slice(memory.offset + self.offset + offset, size)

    @property
    def empty(self) -> bool:
        return self.size == 0

    def array(self) -> numpy.ndarray:
        """An array for what lies here, its content undefined."""
        return numpy.empty(self.kind.shape, dtype_of(self.kind.element))

    def content(self) -> numpy.ndarray:
        array = self.array()
        if not self.empty:
            download(self.exact(), array)
        return array


class HostStep:
    """What the host computes of buffers, on arrays that are made anew each time: the step may keep them."""

    def __init__(self, body, buffers: list[Place | Slot], written: set[int]):
        self.body, self.buffers, self.written = body, buffers, written

    def run(self) -> None:
        arrays = [self._array(at, buffer) for at, buffer in enumerate(self.buffers)]
        self.body(*arrays)
        for at in self.written:
            if isinstance(place := self.buffers[at], Place) and not place.empty:
                upload(place.exact(), arrays[at])

    def _array(self, at: int, buffer: Place | Slot):
        """What the body takes for a buffer: its content, room for what is written to it, or the slot itself."""
        if isinstance(buffer, Slot):
            return buffer
        return buffer.array() if at in self.written else buffer.content()


class Upload:
    """What the host alone has goes to memory of the device."""

    def __init__(self, source: Slot, target: Place):
        self.source, self.target = source, target

    def run(self) -> None:
        if not self.target.empty:
            upload(self.target.exact(), self.source.value)


def workload_of(op: Operation):
    """The workload, a constant of three integers, of a dispatch on either level of the sequencer. Raises Error where it is not constant."""
    workload = op.attributes.get("workload") or (op.operands[0].op and op.operands[0].op.attributes.get("value"))
    if workload is None:
        raise Error.on(op, "has a workload that is not constant")
    return workload


class VulkanProgram(AbstractContextManager):
    """A function of the sequencer on a device: a callable from a list of input arrays to a list of output arrays, of the types of the
    function. Kernels are compiled and constants uploaded once, whatever sizes the inputs have. Close it before its device.

    `host_visible` allows memory that the host reaches directly. `state` is what steps of the host write to, the session's. With the `digest`
    of a module file the driver keeps what it compiles. Raises Error for kernels without SPIR-V or made for another subgroup size, VulkanError for exceeded limits.
    """

    def __init__(self, device: Device, func: Operation, host_visible: bool = True, state: State | None = None, digest: bytes | None = None):
        with ExitStack() as stack:
            resident = Resident(device, stack, host_visible, state, digest)
            self.sized = SizedPrograms(func, lambda kinds: Recorded(resident, func, kinds))
            stack.callback(self.sized.close)
            self._stack = stack.pop_all()

    def __call__(self, arrays: list[numpy.ndarray]) -> list[numpy.ndarray]:
        """The outputs for one set of inputs, which must have dtypes and shapes as the function's arguments say."""
        return self.sized(arrays)

    def __exit__(self, *_):
        self._stack.close()


def targets_for(facts: DeviceFacts, module: Operation) -> dict[str | None, TargetAttr | None]:
    """Those of a module's targets, by the names of their executables, for which a device has all they take, the best first; the module's
    own target where there is none."""
    own = module.attributes.get(TARGET)
    named = {None: own if isinstance(own, TargetAttr) else None, **{target.name: target for target in module.get(FALLBACKS) or []}}
    device = target_attribute(facts)
    return {name: target for name, target in named.items() if target is None or not device.lacks(target)} or {None: named[None]}


class Resident:
    """What a function has on a device whatever sizes it is called with: pipelines, and memory that holds its constants."""

    def __init__(self, device: Device, stack: ExitStack, host_visible: bool, state: State | None, digest: bytes | None = None):
        self.device, self.host_visible, self.stack, self.bodies = device, host_visible, stack, Bodies(state)
        self.programs = stack.enter_context(Programs(device, digest))
        self.constants: dict[ElementsAttr, Place] = {}
        self.kernels: dict = {}
        self.targets: dict[str | None, TargetAttr | None] | None = None

    def kernel(self, executable: Operation, entry: str) -> Kernel:
        key = executable, entry
        if key not in self.kernels:
            if self.targets is None:
                self.targets = targets_for(self.device.facts, executable.parent_op)
            self.kernels[key], name = kernel_of(executable, entry, [*self.targets])
            self._check_subgroups(executable, self.kernels[key], self.targets[name])
        return self.kernels[key]

    def _check_subgroups(self, executable, kernel, target: TargetAttr | None):
        """A kernel that was made for subgroups of one size gives wrong results in those of another."""
        facts = self.device.facts
        expected = facts.subgroup_size if target is None else target.subgroup_size
        if expected != facts.subgroup_size and uses_subgroups(kernel.name, kernel.words):
            raise Error.on(
                executable,
                f"is made for subgroups of {expected} invocations, but those of {facts.name} have"
                f' {facts.subgroup_size}; compile with tf-opt --target="$(tf-run --describe-device)"',
            )

    def upload_constants(self) -> None:
        """Gives memory to those constants that have none yet, and their content."""
        new = {value: place for value, place in self.constants.items() if place.allocation.memory is None}
        give_memory(self.device, [place.allocation for place in new.values()], self.host_visible, self.stack)
        for value, place in new.items():
            upload(place.exact(), array_of(value))


class Part:
    """A piece of a function: its steps as they are told, what they become when they are prepared, and what is closed with it."""

    __slots__ = ("steps", "recorded", "stack")

    def __init__(self) -> None:
        self.steps: list = []
        self.recorded: list[Recording | HostStep | Upload] = []
        self.stack = ExitStack()


class Reading:
    """A buffer that the host looks at: in its place, or in a copy that the piece makes where the host does not reach that."""

    __slots__ = ("place", "copy")

    def __init__(self, place: Place):
        self.place = place
        self.copy: Slice | None = None

    def step(self, device: Device, stack: ExitStack) -> Copy | None:
        memory = self.place.exact()
        if memory.buffer.bytes is not None or not memory.size:
            return None
        self.copy = stack.enter_context(Buffer(device, memory.size, staging=True)).slice(0, memory.size)
        return Copy(memory, self.copy)

    def content(self) -> numpy.ndarray:
        array = self.place.array()
        download(self.copy or self.place.exact(), array)
        return array


class Recorded(sequencer.Device):
    """A function of the sequencer as recordings on a device, for arguments of the types `kinds`, which leave no size open."""

    def __init__(self, resident: Resident, func: Operation, kinds: Sequence[Type]):
        self.resident, self.device = resident, resident.device
        self.transient: list[Allocation] = []
        self.pending: list[Recording] = []
        self.open: dict[int, Part] = {}
        with ExitStack() as stack:
            stack.callback(self._close_parts)
            self.inputs = [self._new(kind) if value.uses else None for value, kind in zip(func.body.arguments, kinds)]
            give_memory(self.device, [place.allocation for place in self.inputs if isinstance(place, Place)], resident.host_visible, stack)
            self.pieces = Pieces(func, self.inputs, kinds, self)
            self._stack = stack.pop_all()

    def __call__(self, arrays: list[numpy.ndarray]) -> list[numpy.ndarray]:
        """The outputs for one set of inputs, which must have the types that it was recorded for."""
        for place, array in zip(self.inputs, arrays, strict=True):
            if isinstance(place, Slot):
                place.value = array
            elif place is not None:
                upload(place.exact(), array)
        self.pending = []
        outputs = self.pieces.run()
        self._submit()
        return [place.value if isinstance(place, Slot) else place.content() for place in outputs]

    def run(self, piece: Part):
        """Runs a piece later, together with those that follow without a decision; what the host computes of it, now."""
        for part in piece.recorded:
            if isinstance(part, (HostStep, Upload)):
                self._submit()
                part.run()
                continue
            if part in self.pending:
                self._submit()
            self.pending.append(part)

    def _submit(self):
        if self.pending:
            *before, last = self.pending
            last.run(tuple(before))
            self.pending = []

    def content(self, reading: Reading):
        self._submit()
        return reading.content()

    def begin(self):
        self.part = Part()
        self.open[id(self.part)] = self.part
        return self.part

    def read(self, buffer):
        reading = Reading(buffer)
        self.part.steps.append(lambda: reading.step(self.device, self.part_stack))
        return reading

    def prepare(self, pieces):
        """Gives memory to what was asked for, in as few buffers as can hold it, and records. It is closed with the first of the pieces."""
        give_memory(self.device, self.transient, self.resident.host_visible, pieces[0].stack)
        self.transient = []
        self.resident.upload_constants()
        for piece in pieces:
            self._record(piece)

    def _record(self, piece: Part):
        """The steps of a piece as recordings, and what the host computes between them."""
        parts: list = []
        self.part_stack = piece.stack
        for step in [made for step in piece.steps if (made := step()) is not None]:
            if isinstance(step, (HostStep, Upload)):
                parts.append(step)
            elif parts and isinstance(parts[-1], list):
                parts[-1].append(step)
            else:
                parts.append([step])
        piece.recorded = [piece.stack.enter_context(Recording(self.device, part)) if isinstance(part, list) else part for part in parts]

    def drop(self, piece: Part):
        self._submit()
        self.open.pop(id(piece)).stack.close()

    def close(self) -> None:
        self._stack.close()

    def _close_parts(self):
        while self.open:
            self.open.popitem()[1].stack.close()

    def _new(self, kind) -> Place | Slot:
        if sequencer.is_kept_on_host(kind):
            return Slot()
        size = byte_size(kind)
        return Place(Allocation(size), 0, size, kind)

    # What the walk asks for

    def constant(self, value, kind):
        constants = self.resident.constants
        if value not in constants:
            constants[value] = self._new(kind)
        place = constants[value]
        return Place(place.allocation, 0, place.size, kind)

    def allocate(self, kind):
        place = self._new(kind)
        if isinstance(place, Place):
            self.transient.append(place.allocation)
        return place

    def slice(self, buffer, offset, length, kind):
        return Place(buffer.allocation, buffer.offset + offset, byte_size(kind), kind)

    def reshape(self, buffer, kind):
        return Place(buffer.allocation, buffer.offset, buffer.size, kind)

    def dispatch(self, op, executable, entry, buffers):
        if is_for_host(executable):
            step = HostStep(self.resident.bodies.get(executable, entry), buffers, written_by(executable, entry))
            self.part.steps.append(lambda: step)
            return
        kernel = self.resident.kernel(executable, entry)
        sizes = pushed_sizes(op, buffers)
        groups = kernel.groups(workload_of(op).values() if kernel.workgroups is None else (), sizes)
        if 0 in groups:
            return
        check_trips(op, kernel, sizes, self.device)
        program = self.resident.programs.get(kernel.words, kernel.name, kernel.bindings, kernel.pushed)
        for binding in kernel.bindings:
            number, size = binding.argument, binding.offset + kernel.sizes[binding.number]
            if number >= len(buffers):
                raise Error.on(op, f"gives {len(buffers)} buffers to a kernel that binds more")
            if size > align(buffers[number].size, WHOLE_READ):
                available = buffers[number].size
                raise Error.on(op, f"gives {available} bytes as buffer {number} to a kernel that reaches {size}")
        extents = [(buffers[binding.argument], binding.offset, kernel.sizes[binding.number]) for binding in kernel.bindings]
        written = frozenset(at for at, binding in enumerate(kernel.bindings) if binding.number in kernel.written)
        self.part.steps.append(
            lambda: Dispatch(program, tuple(place.bound(offset, size) for place, offset, size in extents), groups, written, sizes)
        )

    def upload(self, source, target):
        step = Upload(source, target)
        self.part.steps.append(lambda: step)

    def copy(self, source, source_offset, target, target_offset, length):
        if length:
            self.part.steps.append(lambda: Copy(source.exact(source_offset, length), target.exact(target_offset, length)))

    def fill(self, buffer, offset, length, value):
        if length:
            self.part.steps.append(lambda: Fill(buffer.exact(offset, length), value & 0xFFFFFFFF))


def pushed_sizes(op: Operation, buffers: Sequence[Place]) -> tuple[int, ...]:
    """The sizes that the types of a dispatch's operands leave open, in order, as its buffers have them."""
    types = [value.type for value in op.operands[-len(buffers) :]]
    return tuple([place.kind.shape[axis] for type, place in zip(types, buffers) for axis, size in enumerate(type.shape) if size is None])


def check_trips(op: Operation, kernel: Kernel, sizes: Sequence[int], device: Device) -> None:
    """Raises Error where an invocation would go around its loops more often than a device in software does, which it does not tell."""
    trips = sum(numbers_of(kernel.trips, sizes)) if kernel.trips is not None else 0
    if trips > MOST_TRIPS and device.facts.kind not in GPUS:
        raise Error.on(op, f"would go around loops {trips} times in one invocation; {device.facts.name} may stop after {MOST_TRIPS}")


# Memory


def give_memory(device: Device, allocations: list[Allocation], host_visible: bool, stack: ExitStack) -> None:
    """Puts allocations into as few buffers as can hold them, which are closed with the stack."""
    for group in grouped(device, allocations):
        buffer = stack.enter_context(Buffer(device, sum([padded(device, each) for each in group]), host_visible=host_visible))
        offset = 0
        for allocation in group:
            allocation.memory = buffer.slice(offset, padded(device, allocation))
            offset += padded(device, allocation)


def grouped(device: Device, allocations: list[Allocation]) -> Iterator[list[Allocation]]:
    """Runs of allocations that fit into one buffer each."""
    group: list[Allocation] = []
    size = 0
    for allocation in allocations:
        length = padded(device, allocation)
        if group and size + length > device.limits.max_allocation_size:
            yield group
            group, size = [], 0
        group.append(allocation)
        size += length
    if group:
        yield group


def padded(device: Device, allocation: Allocation) -> int:
    limits = device.limits
    alignment = max(limits.storage_alignment, limits.texel_alignment, limits.non_coherent_atom, 64)
    return align(max(allocation.size, WHOLE_READ), alignment)
