"""Families of queues: which of a device computes, and which copies beside it."""

from dataclasses import dataclass

from tfrun.devices.vulkan.api import enumerate_all, vk

COMPUTES, COPIES, DRAWS = vk.VK_QUEUE_COMPUTE_BIT, vk.VK_QUEUE_TRANSFER_BIT, vk.VK_QUEUE_GRAPHICS_BIT
MOST = 2  # queues of a family that are opened: each is memory of the driver's, and programs submit to one


@dataclass(frozen=True)
class QueueFamily:
    index: int
    flags: int
    count: int
    timestamp_bits: int = 0

    @property
    def computes(self) -> bool:
        return bool(self.flags & COMPUTES)

    @property
    def opened(self) -> int:
        """How many of its queues a device has."""
        return min(self.count, MOST)


def queue_families(handle) -> tuple[QueueFamily, ...]:
    """Those of a physical device."""
    families = enumerate_all("vkGetPhysicalDeviceQueueFamilyProperties", "VkQueueFamilyProperties", handle)
    return tuple([QueueFamily(at, each.queueFlags, each.queueCount, each.timestampValidBits) for at, each in enumerate(families)])


def computing(families: tuple[QueueFamily, ...]) -> QueueFamily | None:
    """The first family that computes; one without graphics is preferred, as it runs beside the display."""
    return min([each for each in families if each.computes], key=lambda each: each.flags & DRAWS, default=None)


def copying(families: tuple[QueueFamily, ...]) -> QueueFamily | None:
    """The first family that copies and does nothing else with a device's kernels: an engine of its own, which copies while others compute."""
    return next((each for each in families if each.flags & COPIES and not each.flags & (COMPUTES | DRAWS)), None)
