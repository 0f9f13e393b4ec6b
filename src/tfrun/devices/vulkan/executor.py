"""A program on a Vulkan device: each block of the sequencer's function becomes a recording, all of them over the same few buffers. The
host looks at what branches decide by, and submits the blocks up to the next decision together."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack

import numpy
from tfir.dialects.iree.target import TargetAttr
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution import sequencer
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import OpaqueType
from tfir.ods.arrays import array_of, dtype_of

from tfrun.devices.vulkan.commands import Copy, Dispatch, Fill, Recording
from tfrun.devices.vulkan.device import Device
from tfrun.devices.vulkan.kernels import kernel_of
from tfrun.devices.vulkan.memory import Buffer, Slice, align
from tfrun.devices.vulkan.programs import Programs, uses_subgroups
from tfrun.devices.vulkan.transfers import download, upload

# A kernel may read a whole group of four elements where a buffer has only a part of one left.
WHOLE_READ = 16
TARGET = "iree.target"


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
        size = min(align(self.size - offset, WHOLE_READ), memory.size - self.offset - offset)
        if offset or 0 < reached < self.size - WHOLE_READ:
            size = min(size, reached)
        return memory.buffer.slice(memory.offset + self.offset + offset, size)

    @property
    def empty(self) -> bool:
        return self.size == 0


def workload_of(op: Operation):
    """The workload, a constant of three integers, of a dispatch on either level of the sequencer. Raises Error where it is not constant."""
    workload = op.attributes.get("workload") or (op.operands[0].op and op.operands[0].op.attributes.get("value"))
    if workload is None:
        raise Error.on(op, "has a workload that is not constant")
    return workload


class VulkanProgram(sequencer.Device, AbstractContextManager):
    """A function of the sequencer as recordings on a device: a callable from a list of input arrays to a list of output arrays, of the
    types of the function. Close it before its device.

    `host_visible` allows memory that the host reaches directly. Raises Error for kernels without SPIR-V or made for another subgroup
    size, VulkanError for exceeded limits.
    """

    def __init__(self, device: Device, func: Operation, host_visible: bool = True):
        self.device, self.host_visible = device, host_visible
        self.limits = device.limits
        self.constants: dict[ElementsAttr, Place] = {}
        self.transient: list[Allocation] = []
        self.blocks: list[list] = []
        self.pending: list[Recording] = []
        self.kernels: dict = {}
        with ExitStack() as stack:
            self.programs = stack.enter_context(Programs(device))
            self.inputs = [self._new(value.type) if value.uses else None for value in func.body.arguments]
            self.endings = sequencer.walk(func, self.inputs, self)
            self._give_memory(stack)
            self.conditions = [self._condition(number, ending, stack) for number, ending in enumerate(self.endings)]
            for value, place in self.constants.items():
                upload(place.exact(), array_of(value))
            self.recordings = [stack.enter_context(Recording(device, [step() for step in steps])) for steps in self.blocks]
            self._stack = stack.pop_all()

    def __exit__(self, *_):
        self._stack.close()

    def __call__(self, arrays: list[numpy.ndarray]) -> list[numpy.ndarray]:
        """The outputs for one set of inputs, which must have the shapes and dtypes of the function's arguments."""
        for place, array in zip(self.inputs, arrays, strict=True):
            if place is not None:
                upload(place.exact(), array)
        self.pending = []
        outputs = sequencer.follow(self.endings, self._run, self._holds)
        self._submit()
        return [self._result(place) for place in outputs]

    def _run(self, number: int):
        """Runs a block later, together with those that follow without a decision."""
        recording = self.recordings[number]
        if recording in self.pending:
            self._submit()
        if recording.steps:
            self.pending.append(recording)

    def _submit(self):
        if self.pending:
            *before, last = self.pending
            last.run(tuple(before))
            self.pending = []

    def _holds(self, number: int) -> bool:
        """Whether the condition holds that a block ends with."""
        self._submit()
        condition = numpy.empty((), numpy.bool_)
        download(self.conditions[number], condition)
        return bool(condition)

    def _condition(self, number: int, ending: sequencer.Ending, stack: ExitStack) -> Slice | None:
        """Where the host reads a block's condition: its place, or a copy that the block makes where the host does not reach that."""
        if len(ending.following) < 2:
            return None
        place = ending.buffers[0].exact()
        if place.buffer.bytes is not None:
            return place
        copy = stack.enter_context(Buffer(self.device, place.size, staging=True)).slice(0, place.size)
        self.blocks[number].append(lambda: Copy(place, copy))
        return copy

    def _result(self, place: Place) -> numpy.ndarray:
        array = numpy.empty(place.kind.shape, dtype_of(place.kind.element))
        if not place.empty:
            download(place.exact(), array)
        return array

    def _new(self, kind) -> Place:
        if isinstance(kind.element, OpaqueType):
            raise Error(f"elements of type {kind.element} cannot be kept on a device; use --device=interpreter")
        size = byte_size(kind)
        return Place(Allocation(size), 0, size, kind)

    # What the walk asks for

    def begin(self):
        self.steps: list = []
        self.blocks.append(self.steps)

    def constant(self, value, kind):
        if value not in self.constants:
            self.constants[value] = self._new(kind)
        place = self.constants[value]
        return Place(place.allocation, 0, place.size, kind)

    def allocate(self, kind):
        place = self._new(kind)
        self.transient.append(place.allocation)
        return place

    def slice(self, buffer, offset, length, kind):
        return Place(buffer.allocation, buffer.offset + offset, byte_size(kind), kind)

    def reshape(self, buffer, kind):
        return Place(buffer.allocation, buffer.offset, buffer.size, kind)

    def dispatch(self, op, executable, entry, buffers):
        kernel = self._kernel(executable, entry)
        groups = kernel.groups(workload_of(op).values())
        if 0 in groups:
            return
        program = self.programs.get(kernel.words, kernel.name, kernel.bindings)
        for binding in kernel.bindings:
            number, size = binding.argument, binding.offset + kernel.sizes[binding.number]
            if number >= len(buffers):
                raise Error.on(op, f"gives {len(buffers)} buffers to a kernel that binds more")
            if size > align(buffers[number].size, WHOLE_READ):
                available = buffers[number].size
                raise Error.on(op, f"gives {available} bytes as buffer {number} to a kernel that reaches {size}")
        extents = [(buffers[binding.argument], binding.offset, kernel.sizes[binding.number]) for binding in kernel.bindings]
        written = frozenset(at for at, binding in enumerate(kernel.bindings) if binding.number in kernel.written)
        self.steps.append(lambda: Dispatch(program, tuple(place.bound(offset, size) for place, offset, size in extents), groups, written))

    def _kernel(self, executable, entry):
        key = executable, entry
        if key not in self.kernels:
            self.kernels[key] = kernel = kernel_of(executable, entry)
            self._check_subgroups(executable, kernel)
        return self.kernels[key]

    def _check_subgroups(self, executable, kernel):
        """A kernel that was made for subgroups of one size gives wrong results in those of another."""
        target, facts = executable.parent_op.attributes.get(TARGET), self.device.facts
        expected = target.subgroup_size if isinstance(target, TargetAttr) else facts.subgroup_size
        if expected != facts.subgroup_size and uses_subgroups(kernel.name, kernel.words):
            raise Error.on(
                executable,
                f"is made for subgroups of {expected} invocations, but those of {facts.name} have"
                f' {facts.subgroup_size}; compile with tf-opt --target="$(tf-run --describe-device)"',
            )

    def copy(self, source, source_offset, target, target_offset, length):
        if length:
            self.steps.append(lambda: Copy(source.exact(source_offset, length), target.exact(target_offset, length)))

    def fill(self, buffer, offset, length, value):
        if length:
            self.steps.append(lambda: Fill(buffer.exact(offset, length), value & 0xFFFFFFFF))

    # Memory

    def _give_memory(self, stack: ExitStack):
        inputs = [place.allocation for place in self.inputs if place is not None]
        constants = [place.allocation for place in self.constants.values()]
        for allocations in (inputs, constants, self.transient):
            for group in self._groups(allocations):
                self._give_one(group, stack)

    def _groups(self, allocations):
        """Runs of allocations that fit into one buffer each."""
        group, size = [], 0
        for allocation in allocations:
            length = self._padded(allocation)
            if group and size + length > self.limits.max_allocation_size:
                yield group
                group, size = [], 0
            group.append(allocation)
            size += length
        if group:
            yield group

    def _padded(self, allocation: Allocation) -> int:
        alignment = max(self.limits.storage_alignment, self.limits.texel_alignment, self.limits.non_coherent_atom, 64)
        return align(max(allocation.size, WHOLE_READ), alignment)

    def _give_one(self, group, stack: ExitStack):
        buffer = stack.enter_context(Buffer(self.device, sum(map(self._padded, group)), host_visible=self.host_visible))
        offset = 0
        for allocation in group:
            allocation.memory = buffer.slice(offset, self._padded(allocation))
            offset += self._padded(allocation)
