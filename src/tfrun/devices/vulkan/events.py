"""Events, and the commands that signal, reset and await them."""

from dataclasses import dataclass

import tfir.hal.events
from tfir.hal.barriers import ALL_ACCESS, ALL_STAGES, AccessScope, ExecutionStage, MemoryBarrier

from tfrun.devices.vulkan.api import NULL, Array, Struct, lib, vk
from tfrun.devices.vulkan.lifetime import Closable

STAGES = {
    ExecutionStage.DISPATCH: vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
    ExecutionStage.TRANSFER: vk.VK_PIPELINE_STAGE_TRANSFER_BIT,
}
ACCESS = {
    AccessScope.DISPATCH_READ: vk.VK_ACCESS_SHADER_READ_BIT,
    AccessScope.DISPATCH_WRITE: vk.VK_ACCESS_SHADER_WRITE_BIT,
    AccessScope.TRANSFER_READ: vk.VK_ACCESS_TRANSFER_READ_BIT,
    AccessScope.TRANSFER_WRITE: vk.VK_ACCESS_TRANSFER_WRITE_BIT,
}
ACCESS_OF = {
    ExecutionStage.DISPATCH: AccessScope.DISPATCH_READ | AccessScope.DISPATCH_WRITE,
    ExecutionStage.TRANSFER: AccessScope.TRANSFER_READ | AccessScope.TRANSFER_WRITE,
}


def vulkan_stages(stages, computes: bool) -> int:
    """Of a queue that does not compute, what it has of them: copies in any case, since Vulkan takes no empty set."""
    bits = sum([bit for stage, bit in STAGES.items() if stage & stages])
    return bits if computes else STAGES[ExecutionStage.TRANSFER]


def vulkan_access(access, stages, computes: bool) -> int:
    """Those accesses that the stages have, since Vulkan takes no others."""
    had = [ACCESS_OF[stage] for stage in (STAGES if computes else [ExecutionStage.TRANSFER]) if stage & stages]
    return sum([bit for scope, bit in ACCESS.items() if scope & access and any([scope & each for each in had])])


class Event(tfir.hal.events.Event, Closable):
    def __init__(self, device):
        tfir.hal.events.Event.__init__(self, device)
        Closable.__init__(self, device)
        self.handle = device.owned(self._stack, "Event", Struct("VkEventCreateInfo"))

    def close(self):
        if self.commands is not None and not self.is_closed:
            self.device.settle()  # what it orders may be under way
        tfir.hal.events.Event.close(self)
        Closable.close(self)


class EventStep:
    """A command that touches no memory."""

    def reads(self):
        return []

    def writes(self):
        return []

    def check(self, device):
        """Nothing: it was checked when it was given."""

    def record(self, commands, _, computes):
        raise NotImplementedError


@dataclass(frozen=True)
class Signal(EventStep):
    event: Event
    stages: ExecutionStage
    function = "vkCmdSetEvent"

    def record(self, commands, _, computes):
        getattr(lib, self.function)(commands, self.event.handle, vulkan_stages(self.stages, computes))


class Reset(Signal):
    function = "vkCmdResetEvent"


@dataclass(frozen=True)
class Wait(EventStep):
    """`signals` are those that it waits for."""

    signals: tuple[Signal, ...]
    stages: ExecutionStage
    barriers: tuple[MemoryBarrier, ...]

    def record(self, commands, _, computes):
        handles = Array("VkEvent", [signal.event.handle for signal in self.signals])
        before = ExecutionStage(0)
        for signal in self.signals:  # Vulkan wants to be told once more what they were signalled with
            before |= signal.stages
        barriers = Array("VkMemoryBarrier", [self._barrier(each, before, computes) for each in self.barriers])
        stages = vulkan_stages(before, computes), vulkan_stages(self.stages, computes)
        lib.vkCmdWaitEvents(
            commands, len(self.signals), handles.pointer, *stages, len(self.barriers), barriers.pointer, 0, NULL, 0, NULL
        )  # fmt: skip

    def _barrier(self, barrier: MemoryBarrier, before: ExecutionStage, computes) -> Struct:
        source, target = vulkan_access(barrier.source, before, computes), vulkan_access(barrier.target, self.stages, computes)
        return Struct("VkMemoryBarrier", srcAccessMask=source, dstAccessMask=target)

    @property
    def orders_all(self) -> bool:
        return self.stages & ALL_STAGES == ALL_STAGES

    @property
    def seen(self) -> int:
        """The writes that all that stands behind it sees."""
        seen = 0
        for each in self.barriers:
            seen |= each.source if each.target & ALL_ACCESS == ALL_ACCESS else 0
        return seen
