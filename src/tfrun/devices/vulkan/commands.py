"""The steps of a program as command buffers: recorded once, submitted as often as wanted."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise

from tfir.execution.kernels import STORAGE
from tfir.hal.submission import Recorder

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, enumerate_all, ffi, lib, vk
from tfrun.devices.vulkan.lifetime import Closable
from tfrun.devices.vulkan.memory import Slice
from tfrun.devices.vulkan.programs import Program, descriptor_type

WORK_STAGES = vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | vk.VK_PIPELINE_STAGE_TRANSFER_BIT
HOST_STAGE = vk.VK_PIPELINE_STAGE_HOST_BIT
WORK_WRITES = vk.VK_ACCESS_SHADER_WRITE_BIT | vk.VK_ACCESS_TRANSFER_WRITE_BIT
WORK_READS = vk.VK_ACCESS_SHADER_READ_BIT | vk.VK_ACCESS_TRANSFER_READ_BIT
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

    def record(self, commands, descriptors):
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

    def reads(self):
        return [self.source]

    def writes(self):
        return [self.target]

    def check(self, device):
        if self.source.size != self.target.size or self.source.overlaps(self.target):
            raise VulkanError(f"cannot copy {self.source.size} bytes onto {self.target.size} bytes that may overlap them")

    def record(self, commands, _):
        region = Struct("VkBufferCopy", srcOffset=self.source.offset, dstOffset=self.target.offset, size=self.source.size)
        lib.vkCmdCopyBuffer(commands, self.source.buffer.handle, self.target.buffer.handle, 1, region.pointer)


@dataclass(frozen=True)
class Fill:
    """Fill a range with one 32-bit pattern; its offset and size are multiples of 4."""

    target: Slice
    word: int = 0

    def reads(self):
        return []

    def writes(self):
        return [self.target]

    def check(self, device):
        if self.target.offset % 4 or self.target.size % 4:
            raise VulkanError(f"cannot fill {self.target.size} bytes at {self.target.offset}: not whole 32-bit words")

    def record(self, commands, _):
        lib.vkCmdFillBuffer(commands, self.target.buffer.handle, self.target.offset, self.target.size, self.word)


class Hazards:
    """The memory that the commands since the last barrier have read and written."""

    def __init__(self):
        self.read, self.written = [], []

    def conflict(self, step) -> bool:
        """Whether a step reads or overwrites memory that an earlier one writes, or overwrites memory that one reads."""
        writes = step.writes()
        after_write = any(_any_overlap(part, self.written) for part in (*step.reads(), *writes))
        return after_write or any(_any_overlap(part, self.read) for part in writes)

    def add(self, step):
        self.read += step.reads()
        self.written += step.writes()

    def clear(self):
        self.read, self.written = [], []


def _any_overlap(part: Slice, others) -> bool:
    return any(part.overlaps(other) for other in others)


class Clock:
    """Reads the device's clock in front of the first of `count` steps and behind each. Raises VulkanError where its queue has none."""

    def __init__(self, device, count: int, stack: ExitStack):
        self.device, self.reads = device, count + 1
        families = enumerate_all("vkGetPhysicalDeviceQueueFamilyProperties", "VkQueueFamilyProperties", device.facts.handle)
        self.bits, self.period = families[device.facts.queue_family].timestampValidBits, device.limits.timestamp_period
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
    """Steps that are noted while it is being recorded, and recorded at the end of that, when the sizes of pools are known."""

    def __init__(self, device):
        Recorder.__init__(self, device)
        Closable.__init__(self, device)
        self.steps: list[Dispatch | Copy | Fill] = []
        self.barriers = 0
        self.clock: Clock | None = None

    def dispatch(self, request):
        self.check(*[view.buffer for view in request.bindings])
        self.steps.append(request.executable.bound(request))

    def copy(self, source, target):
        self.check_copy(source, target)
        self.steps.append(Copy(source, target))

    def fill(self, target, word: int):
        self.check(target)
        self.steps.append(Fill(target, word))

    def end(self):
        super().end()
        for step in self.steps:
            step.check(self.device)
        sets = _descriptor_sets(self.device, self.steps, self._stack)
        self.handle = _command_buffer(self.device, self._stack)
        self.clock = Clock(self.device, len(self.steps), self._stack) if self.device.is_timed else None
        self._record(sets)

    def close(self):
        if self.state == "recorded":
            self.device.settle()  # an interrupt may have ended the wait for what was submitted
        Recorder.close(self)
        Closable.close(self)

    def _record(self, sets):
        # It may be submitted again before it has run.
        information = Struct("VkCommandBufferBeginInfo", flags=vk.VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT)
        self.device.call("vkBeginCommandBuffer", information, of=self.handle)
        # Orders a second submission after the first, whose results it may overwrite.
        self._barrier(WORK_STAGES | HOST_STAGE, WORK_WRITES | HOST_WRITES, WORK_STAGES, WORK_READS | WORK_WRITES)
        hazards, clock = Hazards(), self.clock
        if clock is not None:
            clock.begin(self.handle)
        for number, (step, descriptors) in enumerate(zip(self.steps, sets), 1):
            if clock is not None or hazards.conflict(step):
                self._barrier(WORK_STAGES, WORK_WRITES, WORK_STAGES, WORK_READS | WORK_WRITES)
                self.barriers += 1
                hazards.clear()
            hazards.add(step)
            step.record(self.handle, descriptors)
            if clock is not None:
                clock.read(self.handle, number)
        self._barrier(WORK_STAGES, WORK_WRITES, HOST_STAGE, HOST_READS)
        self.device.call("vkEndCommandBuffer", of=self.handle)

    def _barrier(self, source_stages, source_access, target_stages, target_access):
        barrier = Struct("VkMemoryBarrier", srcAccessMask=source_access, dstAccessMask=target_access)
        lib.vkCmdPipelineBarrier(self.handle, source_stages, target_stages, 0, 1, barrier.pointer, 0, NULL, 0, NULL)


def _check_storage(device, name: str, part: Slice):
    limits = device.limits
    if part.size > limits.max_storage_range:
        largest = limits.max_storage_range
        raise VulkanError(f"kernel '{name}' binds {part.size} bytes; {device.facts.name} allows {largest}")
    alignment = limits.storage_alignment
    if part.offset % alignment or part.size == 0:
        raise VulkanError(f"kernel '{name}' cannot bind {part.size} bytes at {part.offset} (alignment {alignment})")


def _command_buffer(device, stack: ExitStack):
    pool_information = Struct("VkCommandPoolCreateInfo", queueFamilyIndex=device.facts.queue_family)
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
