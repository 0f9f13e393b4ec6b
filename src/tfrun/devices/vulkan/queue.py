"""A queue of a device, and what tells when things are done: fences for the host, semaphores with values between submissions and for both."""

from collections import deque
from time import monotonic

import tfir.hal.admission
from tfir.hal.admission import Admission
from tfir.hal.barriers import ALL_STAGES
from tfir.hal.submission import SemaphoreValue
from tfir.hal.timelines import check_grows

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, ffi, lib, vk
from tfrun.devices.vulkan.events import vulkan_stages
from tfrun.devices.vulkan.families import QueueFamily
from tfrun.devices.vulkan.lifetime import Closable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A wait is cut into pieces of this many nanoseconds, so that an interrupt from the keyboard is noticed.
WAIT_STEP = 250_000_000


class Fence(Closable):
    """Each value that is submitted is a fence of Vulkan, which is reset and taken again when it has been waited for."""

    def __init__(self, device, initial: int):
        super().__init__(device)
        self.value = initial
        self.queue: Queue | None = None
        self._pending: deque = deque()  # of values, in the order of their submission, with Vulkan's fences
        self._free: list = []

    def close(self):
        if self._pending:  # an interrupt may have ended the wait
            self.device.settle()
        super().close()

    def promise(self, value: int):
        """Vulkan's fence for a value that is about to be submitted."""
        check_grows(self._pending[-1][0] if self._pending else self.value, value)
        made = self._free.pop() if self._free else Array("VkFence", [self.device.owned(self._stack, "Fence", Struct("VkFenceCreateInfo"))])
        self._pending.append((value, made))
        return made.pointer[0]

    def forget(self):
        """What was about to be submitted was not."""
        self._free.append(self._pending.pop()[1])

    def query(self) -> int:
        self._take(0)
        return self.value

    def wait(self, value: int, seconds: float | None = None) -> bool:
        end = None if seconds is None else monotonic() + seconds
        while self.value < value and self._pending:
            left = WAIT_STEP if end is None else min(WAIT_STEP, max(0, int((end - monotonic()) * 1e9)))
            if not self._take(left) and end is not None and monotonic() >= end:
                break
        return self.value >= value

    def _take(self, nanoseconds: int) -> bool:
        """Whether the first of what is pending is done within a time; of what follows that, what is done by now."""
        is_any = False
        while self._pending:
            value, made = self._pending[0]
            if self.device.call("vkWaitForFences", 1, made, 1, nanoseconds) == vk.VK_TIMEOUT:
                break
            self.device.call("vkResetFences", 1, made)
            self._free.append(self._pending.popleft()[1])
            self.value, nanoseconds, is_any = value, 0, True
        return is_any


class Semaphore(Closable):
    """A timeline semaphore of Vulkan."""

    def __init__(self, device, initial: int):
        super().__init__(device)
        self.assured = initial  # what it comes to without anything else being submitted or signalled
        kind = Struct("VkSemaphoreTypeCreateInfo", semaphoreType=vk.VK_SEMAPHORE_TYPE_TIMELINE, initialValue=initial)
        self.handle = device.owned(self._stack, "Semaphore", Struct("VkSemaphoreCreateInfo", pNext=kind))

    def query(self) -> int:
        value = ffi.new("uint64_t *")
        self._call("vkGetSemaphoreCounterValueKHR", self.handle, value)
        return int(value[0])

    def signal(self, value: int):
        check_grows(self.query(), value)
        self._call("vkSignalSemaphoreKHR", Struct("VkSemaphoreSignalInfo", semaphore=self.handle, value=value).pointer)
        self.assured = max(value, self.assured)

    def wait(self, value: int, seconds: float | None = None) -> bool:
        end = None if seconds is None else monotonic() + seconds
        handles, values = Array("VkSemaphore", [self.handle]), Array("uint64_t", [value])
        information = Struct("VkSemaphoreWaitInfo", semaphoreCount=1, pSemaphores=handles, pValues=values)
        while True:
            left = WAIT_STEP if end is None else min(WAIT_STEP, max(0, int((end - monotonic()) * 1e9)))
            if self._call("vkWaitSemaphoresKHR", information.pointer, left) != vk.VK_TIMEOUT:
                return True
            if end is not None and monotonic() >= end:
                return False

    def _call(self, name: str, *arguments) -> int:
        """By the extension's name: the instance is of a version that has none of its own."""
        pointer = ffi.cast(f"PFN_{name}", lib.vkGetDeviceProcAddr(self.device.handle, name.encode()))
        return self.device.call(name, *arguments, pointer=pointer)


class BinarySemaphore(tfir.hal.admission.BinarySemaphore, Closable):
    """A semaphore of Vulkan as it was at first."""

    def __init__(self, device):
        tfir.hal.admission.BinarySemaphore.__init__(self)
        Closable.__init__(self, device)
        self.handle = device.owned(self._stack, "Semaphore", Struct("VkSemaphoreCreateInfo"))

    def close(self):
        self.device.settle()  # what signals it, or waits for it, may be under way
        Closable.close(self)


class Queue:
    def __init__(self, device, family: QueueFamily, handle):
        self.device, self.family, self.handle = device, family, handle
        self.takes_dispatches = family.computes
        self.open: list[SemaphoreValue] = []

    def submit(self, batches, fence=None):
        for batch in batches:
            for each in (*batch.waits, *batch.signals):
                self._check(each if isinstance(each, BinarySemaphore) else getattr(each, "semaphore", None))
        if fence is not None:
            self._check(fence.fence)
        admission = Admission(self, batches, fence)
        self.send(batches, fence)
        admission.commit()

    def _check(self, made):
        if getattr(made, "device", None) is not self.device:
            raise VulkanError("a queue is given a semaphore or fence of another device")

    def send(self, batches, fence=None):
        """Submits what has been checked."""
        information = Array("VkSubmitInfo", [self._information(batch) for batch in batches]) if len(batches) > 1 else None
        pointer = information or (self._information(batches[0]) if batches else NULL)
        signalled = NULL if fence is None else fence.fence.promise(fence.value)
        try:
            self.device.call("vkQueueSubmit", len(batches), pointer, signalled, of=self.handle)
        except VulkanError:
            if fence is not None:
                fence.fence.forget()
            raise

    def _information(self, batch) -> Struct:
        """A batch as Vulkan has it, which is kept with one that is submitted again: its semaphores' values are its own."""
        if batch.prepared is None or batch.prepared[0] is not self:
            batch.prepared = self, self._made(batch)
        return batch.prepared[1]

    def _made(self, batch) -> Struct:
        handles = [commands.handle_for(self.family) for commands in batch.commands]
        fields = {"commandBufferCount": len(handles), "pCommandBuffers": Array("VkCommandBuffer", handles)}
        if not batch.waits and not batch.signals:
            return Struct("VkSubmitInfo", **fields)
        waits, signals = [Array("uint64_t", [value_of(each) for each in these]) for these in (batch.waits, batch.signals)]
        stages = vulkan_stages(ALL_STAGES, self.family.computes)
        values = Struct(
            "VkTimelineSemaphoreSubmitInfo",
            waitSemaphoreValueCount=len(batch.waits),
            pWaitSemaphoreValues=waits,
            signalSemaphoreValueCount=len(batch.signals),
            pSignalSemaphoreValues=signals,
        )
        return Struct(
            "VkSubmitInfo",
            pNext=values,
            waitSemaphoreCount=len(batch.waits),
            pWaitSemaphores=Array("VkSemaphore", [handle_of(each) for each in batch.waits]),
            pWaitDstStageMask=Array("VkPipelineStageFlags", [stages] * len(batch.waits)),
            signalSemaphoreCount=len(batch.signals),
            pSignalSemaphores=Array("VkSemaphore", [handle_of(each) for each in batch.signals]),
            **fields,
        )


def value_of(each: SemaphoreValue | BinarySemaphore) -> int:
    """0, which Vulkan ignores, of one that has none."""
    return each.value if isinstance(each, SemaphoreValue) else 0


def handle_of(each: SemaphoreValue | BinarySemaphore):
    semaphore: Any = each.semaphore if isinstance(each, SemaphoreValue) else each
    return semaphore.handle
