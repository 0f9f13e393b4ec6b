"""The steps of a program as command buffers: recorded once, submitted as often as wanted."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise

from tfir.execution.kernels import STORAGE
from tfir.hal.barriers import ALL_ACCESS, ALL_STAGES, ALL_WRITES, WHOLE_MEMORY, ExecutionStage
from tfir.hal.submission import Recorder

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, ffi, lib, vk
from tfrun.devices.vulkan.events import EventStep, Reset, Signal, Wait, vulkan_access, vulkan_stages
from tfrun.devices.vulkan.families import QueueFamily
from tfrun.devices.vulkan.hazards import Hazards
from tfrun.devices.vulkan.lifetime import Closable
from tfrun.devices.vulkan.memory import Slice
from tfrun.devices.vulkan.programs import Program, descriptor_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HOST_STAGE = vk.VK_PIPELINE_STAGE_HOST_BIT
HOST_READS, HOST_WRITES = vk.VK_ACCESS_HOST_READ_BIT, vk.VK_ACCESS_HOST_WRITE_BIT


@dataclass(frozen=True)
class Dispatch:
    """One run of a kernel. `arguments` are in the order of the program's bindings; `written` holds the
    positions of those that it writes; `sizes` are pushed to it."""

    program: Program
    arguments: tuple[Slice, ...]
    groups: tuple[int, int, int]
    written: frozenset[int]
    sizes: tuple[int, ...] = ()
    stage = ExecutionStage.DISPATCH

    def reads(self):
        return self.arguments

    def writes(self):
        return [self.arguments[position] for position in self.written]

    def check(self, device):
        program, limits = self.program, device.limits
        if len(self.arguments) != len(program.bindings):
            expected = len(program.bindings)
            raise VulkanError(f"kernel '{program.name}' has {expected} bindings but is given {len(self.arguments)} buffers")
        if any(not 0 < count <= limit for count, limit in zip(self.groups, limits.max_workgroup_count)):
            allowed = limits.max_workgroup_count
            raise VulkanError(f"kernel '{program.name}' wants {self.groups} workgroups; {device.facts.name} allows {allowed}")
        for binding, part in zip(program.bindings, self.arguments):
            if binding.kind == STORAGE:
                _check_storage(device, program.name, part)

    def record(self, commands, descriptors, computes):
        point = vk.VK_PIPELINE_BIND_POINT_COMPUTE
        lib.vkCmdBindPipeline(commands, point, self.program.pipeline)
        lib.vkCmdBindDescriptorSets(commands, point, self.program.layout, 0, 1, descriptors, 0, NULL)
        if self.program.pushed:
            numbers = Array("int32_t", list(self.sizes))
            lib.vkCmdPushConstants(commands, self.program.layout, vk.VK_SHADER_STAGE_COMPUTE_BIT, 0, self.program.pushed, numbers.pointer)
        lib.vkCmdDispatch(commands, *self.groups)


@dataclass(frozen=True)
class Copy:
    """Copy bytes between two ranges of equal size that do not overlap."""

    source: Slice
    target: Slice
    stage = ExecutionStage.TRANSFER

    def reads(self):
        return [self.source]

    def writes(self):
        return [self.target]

    def check(self, device):
        if self.source.size != self.target.size or self.source.overlaps(self.target):
            raise VulkanError(f"cannot copy {self.source.size} bytes onto {self.target.size} bytes that may overlap them")

    def record(self, commands, _, computes):
        region = Struct("VkBufferCopy", srcOffset=self.source.offset, dstOffset=self.target.offset, size=self.source.size)
        lib.vkCmdCopyBuffer(commands, self.source.buffer.handle, self.target.buffer.handle, 1, region.pointer)


@dataclass(frozen=True)
class Fill:
    """Fill a range with one 32-bit pattern; its offset and size are multiples of 4."""

    target: Slice
    word: int = 0
    stage = ExecutionStage.TRANSFER

    def reads(self):
        return []

    def writes(self):
        return [self.target]

    def check(self, device):
        if self.target.offset % 4 or self.target.size % 4:
            raise VulkanError(f"cannot fill {self.target.size} bytes at {self.target.offset}: not whole 32-bit words")

    def record(self, commands, _, computes):
        lib.vkCmdFillBuffer(commands, self.target.buffer.handle, self.target.offset, self.target.size, self.word)


class Clock:
    """Reads the device's clock in front of the first of `count` steps and behind each. Raises VulkanError where its queue has none."""

    def __init__(self, device, count: int, stack: ExitStack):
        self.device, self.reads = device, count + 1
        self.bits, self.period = device.facts.dispatch_family.timestamp_bits, device.limits.timestamp_period
        if not self.bits:
            raise VulkanError(f"{device.facts.name} has no clock that commands can read")
        information = Struct("VkQueryPoolCreateInfo", queryType=vk.VK_QUERY_TYPE_TIMESTAMP, queryCount=self.reads)
        self._pool = device.owned(stack, "QueryPool", information)

    def begin(self, commands) -> None:
        lib.vkCmdResetQueryPool(commands, self._pool, 0, self.reads)
        self.read(commands, 0)

    def read(self, commands, number: int) -> None:
        lib.vkCmdWriteTimestamp(commands, vk.VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, self._pool, number)

    def seconds(self) -> list[float]:
        """How long each step took when they ran last."""
        ticks = ffi.new("uint64_t[]", self.reads)
        flags = vk.VK_QUERY_RESULT_64_BIT | vk.VK_QUERY_RESULT_WAIT_BIT
        self.device.call("vkGetQueryPoolResults", self._pool, 0, self.reads, 8 * self.reads, ticks, 8, flags)
        around = 1 << self.bits  # where the clock begins anew
        return [(after - before) % around * self.period * 1e-9 for before, after in pairwise(ticks)]


class CommandBuffer(Recorder, Closable):
    """Steps that are noted while it is being recorded, and recorded at the end of that, when the sizes of pools are known: for the family of queues that computes,
    and for another one when it is submitted there."""

    device: "Any"

    def __init__(self, device):
        Recorder.__init__(self, device)
        Closable.__init__(self, device)
        self.steps: list[Dispatch | Copy | Fill | EventStep] = []
        self.signals: dict = {}  # how each event is signalled at last
        self.handles: dict = {}  # by family
        self.barriers = 0
        self.clock: Clock | None = None

    def dispatch(self, request):
        self.check_dispatch(request)
        self.steps.append(request.executable.bound(request))

    def copy(self, source, target):
        self.check_copy(source, target)
        self.steps.append(Copy(source, target))

    def fill(self, target, word: int):
        self.check(target)
        self.steps.append(Fill(target, word))

    def signal_event(self, event, stages=ALL_STAGES):
        super().signal_event(event, stages)
        self.signals[event] = Signal(event, stages)
        self.steps.append(self.signals[event])

    def reset_event(self, event, stages=ALL_STAGES):
        super().reset_event(event, stages)
        self.steps.append(Reset(event, stages))

    def wait_events(self, awaited, stages=ALL_STAGES, barriers=WHOLE_MEMORY):
        super().wait_events(awaited, stages, barriers)
        if awaited:
            self.steps.append(Wait(tuple([self.signals[event] for event in awaited]), stages, tuple(barriers)))

    def end(self):
        super().end()
        for step in self.steps:
            step.check(self.device)
        self.sets = _descriptor_sets(self.device, self.steps, self._stack)
        self.clock = Clock(self.device, len(self.steps), self._stack) if self.device.is_timed else None
        self.handle_for(self.device.facts.dispatch_family)

    def handle_for(self, family: QueueFamily):
        """Recorded for the queues of a family."""
        if family not in self.handles:
            handle = _command_buffer(self.device, self._stack, family)
            self._record(handle, Barriers(family.computes))
            self.handles[family] = handle
        return self.handles[family]

    def close(self):
        if self.state == "recorded":
            self.device.settle()  # an interrupt may have ended the wait for what was submitted
        Recorder.close(self)
        Closable.close(self)

    def _record(self, handle, barriers: "Barriers"):
        # It may be submitted again before it has run.
        information = Struct("VkCommandBufferBeginInfo", flags=vk.VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT)
        self.device.call("vkBeginCommandBuffer", information, of=handle)
        barriers.begin(handle)
        for event in self.signals:
            Reset(event, ALL_STAGES).record(handle, None, barriers.computes)  # it may be signalled since the last run
        clock = self.clock if barriers.computes else None
        self._record_steps(handle, barriers, clock)
        barriers.end(handle)
        self.device.call("vkEndCommandBuffer", of=handle)

    def _record_steps(self, handle, barriers: "Barriers", clock: Clock | None):
        hazards, self.barriers = Hazards(), 0
        if clock is not None:
            clock.begin(handle)
        for number, (step, descriptors) in enumerate(zip(self.steps, self.sets), 1):
            # Of an event a reset waits for the waits, which is all that Vulkan asks of barriers there.
            if clock is not None or isinstance(step, Reset) or hazards.conflict(step):
                barriers.between(handle)
                self.barriers += 1
                hazards.clear()
            hazards.add(step)
            step.record(handle, descriptors, barriers.computes)
            if clock is not None:
                clock.read(handle, number)


class Barriers:
    """Between all that queues of a family do: those that do not compute have no stage of it."""

    def __init__(self, computes: bool):
        self.computes = computes
        self.stages = vulkan_stages(ALL_STAGES, computes)
        self.writes, self.all = vulkan_access(ALL_WRITES, ALL_STAGES, computes), vulkan_access(ALL_ACCESS, ALL_STAGES, computes)

    def begin(self, handle):
        """Orders a second submission after the first, whose results it may overwrite."""
        self._record(handle, self.stages | HOST_STAGE, self.writes | HOST_WRITES, self.stages, self.all)

    def between(self, handle):
        self._record(handle, self.stages, self.writes, self.stages, self.all)

    def end(self, handle):
        self._record(handle, self.stages, self.writes, HOST_STAGE, HOST_READS)

    def _record(self, handle, source_stages, source_access, target_stages, target_access):
        barrier = Struct("VkMemoryBarrier", srcAccessMask=source_access, dstAccessMask=target_access)
        lib.vkCmdPipelineBarrier(handle, source_stages, target_stages, 0, 1, barrier.pointer, 0, NULL, 0, NULL)


def _check_storage(device, name: str, part: Slice):
    limits = device.limits
    if part.size > limits.max_storage_range:
        largest = limits.max_storage_range
        raise VulkanError(f"kernel '{name}' binds {part.size} bytes; {device.facts.name} allows {largest}")
    alignment = limits.storage_alignment
    if part.offset % alignment or part.size == 0:
        raise VulkanError(f"kernel '{name}' cannot bind {part.size} bytes at {part.offset} (alignment {alignment})")


def _command_buffer(device, stack: ExitStack, family: QueueFamily):
    pool_information = Struct("VkCommandPoolCreateInfo", queueFamilyIndex=family.index)
    pool = device.owned(stack, "CommandPool", pool_information)
    information = Struct("VkCommandBufferAllocateInfo", commandPool=pool, commandBufferCount=1)
    made = ffi.new("VkCommandBuffer *")
    device.call("vkAllocateCommandBuffers", information, made)
    return made[0]


def _descriptor_sets(device, steps, stack: ExitStack) -> list:
    """For each step the array of its one descriptor set, or None. The pool is of the exact size."""
    dispatches = [step for step in steps if isinstance(step, Dispatch)]
    if not dispatches:
        return [None] * len(steps)
    pool = _descriptor_pool(device, dispatches, stack)
    return [_descriptor_set(device, pool, step) if isinstance(step, Dispatch) else None for step in steps]


def _descriptor_pool(device, dispatches, stack: ExitStack):
    counts = Counter([descriptor_type(binding) for dispatch in dispatches for binding in dispatch.program.bindings])
    sizes = [Struct("VkDescriptorPoolSize", type=kind, descriptorCount=count) for kind, count in counts.items()]
    information = Struct(
        "VkDescriptorPoolCreateInfo",
        maxSets=len(dispatches),
        poolSizeCount=len(sizes),
        pPoolSizes=Array("VkDescriptorPoolSize", sizes),
    )
    return device.owned(stack, "DescriptorPool", information)


def _descriptor_set(device, pool, dispatch: Dispatch):
    information = Struct(
        "VkDescriptorSetAllocateInfo",
        descriptorPool=pool,
        descriptorSetCount=1,
        pSetLayouts=Array("VkDescriptorSetLayout", [dispatch.program.set_layout]),
    )
    made = ffi.new("VkDescriptorSet *")
    device.call("vkAllocateDescriptorSets", information, made)
    bound = zip(dispatch.program.bindings, dispatch.arguments)
    writes = Array("VkWriteDescriptorSet", [_descriptor_write(made[0], binding, part) for binding, part in bound])
    lib.vkUpdateDescriptorSets(device.handle, len(dispatch.arguments), writes.pointer, 0, NULL)
    return made


def _descriptor_write(descriptor_set, binding, part: Slice) -> Struct:
    target = {"dstSet": descriptor_set, "dstBinding": binding.number, "descriptorCount": 1}
    if binding.kind == STORAGE:
        range_ = Struct("VkDescriptorBufferInfo", buffer=part.buffer.handle, offset=part.offset, range=part.size)
        return Struct("VkWriteDescriptorSet", **target, descriptorType=descriptor_type(binding), pBufferInfo=range_)
    view = Array("VkBufferView", [part.buffer.texel_view(binding.kind, part.offset, part.size)])
    return Struct("VkWriteDescriptorSet", **target, descriptorType=descriptor_type(binding), pTexelBufferView=view)
