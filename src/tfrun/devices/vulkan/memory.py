"""Device memory: allocations that kernels see as storage or texels, and the host as arrays where it can."""

from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

import numpy

from tfrun.devices.vulkan.api import NULL, Struct, VulkanError, ffi, lib, vk

DEVICE_LOCAL = vk.VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
VISIBLE = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
COHERENT = vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
CACHED = vk.VK_MEMORY_PROPERTY_HOST_CACHED_BIT
# Memory wanted for kernels and for the host's end of a transfer, best first.
UNIFIED_WISHES = (
    DEVICE_LOCAL | VISIBLE | COHERENT | CACHED,
    DEVICE_LOCAL | VISIBLE | COHERENT,
    DEVICE_LOCAL | VISIBLE,
)
DEVICE_WISHES = (DEVICE_LOCAL, 0)
STAGING_WISHES = (VISIBLE | COHERENT | CACHED, VISIBLE | COHERENT)
USAGE = (
    vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
    | vk.VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT
    | vk.VK_BUFFER_USAGE_TRANSFER_SRC_BIT
    | vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT
)
# How a texel binding reads memory, by the format of a SPIR-V image: Vulkan's format and the bytes of one texel.
TEXEL_FORMATS = {
    "R32f": (vk.VK_FORMAT_R32_SFLOAT, 4),
    "Rgba32f": (vk.VK_FORMAT_R32G32B32A32_SFLOAT, 16),
    "R32i": (vk.VK_FORMAT_R32_SINT, 4),
    "Rgba32i": (vk.VK_FORMAT_R32G32B32A32_SINT, 16),
    "R32ui": (vk.VK_FORMAT_R32_UINT, 4),
    "Rgba32ui": (vk.VK_FORMAT_R32G32B32A32_UINT, 16),
}


def align(offset: int, alignment: int) -> int:
    """The next multiple of an alignment that need not be a power of two."""
    return -(-offset // alignment) * alignment


@dataclass(frozen=True)
class Slice:
    """A range of a buffer; `offset` and `size` are in bytes."""

    buffer: "Buffer"
    offset: int
    size: int

    @property
    def end(self) -> int:
        return self.offset + self.size

    def overlaps(self, other: "Slice") -> bool:
        return self.buffer is other.buffer and self.offset < other.end and other.offset < self.end


class Buffer(AbstractContextManager):
    """One allocation of `size` bytes with one buffer over all of it.

    `bytes` is its memory as a NumPy array where the host reaches it, else None; it must not be used after `close`. New memory is
    undefined. Raises VulkanError for sizes above the device's limit.
    """

    def __init__(self, device, size: int, staging: bool = False, host_visible: bool = True):
        self.device, self.size = device, max(size, 16)
        if self.size > device.limits.max_allocation_size:
            largest = device.limits.max_allocation_size
            raise VulkanError(f"{self.size} bytes in one buffer exceed the {largest} that {device.facts.name} can allocate")
        self._texel_views: dict = {}
        with ExitStack() as stack:
            information = Struct("VkBufferCreateInfo", size=self.size, usage=USAGE)
            self.handle = device.owned(stack, "Buffer", information)
            self.memory_type, self.memory = self._allocate(staging, host_visible, stack)
            device.call("vkBindBufferMemory", self.handle, self.memory, 0)
            self.bytes = self._map() if self.memory_type.has(VISIBLE) and (host_visible or staging) else None
            self._stack = stack.pop_all()

    def _allocate(self, staging: bool, host_visible: bool, stack: ExitStack):
        requirements = ffi.new("VkMemoryRequirements *")
        lib.vkGetBufferMemoryRequirements(self.device.handle, self.handle, requirements)
        wishes = STAGING_WISHES if staging else self._device_wishes(host_visible)
        chosen = choose_memory_type(self.device.facts, requirements.memoryTypeBits, wishes)
        if requirements.size > chosen.heap_size:
            largest = chosen.heap_size
            raise VulkanError(f"{requirements.size} bytes exceed the {largest} of a memory heap of {self.device.facts.name}")
        information = Struct("VkMemoryAllocateInfo", allocationSize=requirements.size, memoryTypeIndex=chosen.index)
        memory = self.device.create("vkAllocateMemory", "VkDeviceMemory", information)
        stack.callback(lib.vkFreeMemory, self.device.handle, memory, NULL)
        return chosen, memory

    def _device_wishes(self, host_visible: bool):
        unified = self.device.facts.unified_memory and host_visible
        return (UNIFIED_WISHES if unified else ()) + DEVICE_WISHES

    def _map(self):
        address = ffi.new("void **")
        self.device.call("vkMapMemory", self.memory, 0, self.size, 0, address)
        return numpy.frombuffer(ffi.buffer(address[0], self.size), dtype=numpy.uint8)

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.bytes = None
        self._stack.close()

    def slice(self, offset: int = 0, size: int | None = None) -> Slice:
        part = Slice(self, offset, self.size - offset if size is None else size)
        if offset < 0 or part.size < 0 or part.end > self.size:
            raise VulkanError(f"bytes {offset}..{part.end} do not lie in a buffer of {self.size} bytes")
        return part

    def texel_view(self, texel_format: str, offset: int, size: int):
        """The view through which a kernel reads a range as texels; checked against the device's limits."""
        key = texel_format, offset, size
        if key not in self._texel_views:
            self._texel_views[key] = self._make_texel_view(texel_format, offset, size)
        return self._texel_views[key]

    def _make_texel_view(self, texel_format: str, offset: int, size: int):
        number, texel_size = TEXEL_FORMATS[texel_format]
        limits = self.device.limits
        whole = align(size, texel_size)
        if whole // texel_size > limits.max_texel_elements:
            raise VulkanError(
                f"a texel buffer of {whole // texel_size} elements exceeds the {limits.max_texel_elements} of {self.device.facts.name}"
            )
        if offset % limits.texel_alignment or offset + whole > self.size:
            raise VulkanError(f"a texel buffer cannot begin at byte {offset} (alignment {limits.texel_alignment})")
        information = Struct("VkBufferViewCreateInfo", buffer=self.handle, format=number, offset=offset, range=whole)
        return self.device.owned(self._stack, "BufferView", information)

    def make_visible(self, function: str):
        """Flush host writes or invalidate host reads where memory is not coherent; nothing elsewhere."""
        if self.memory_type.has(COHERENT):
            return
        whole = Struct("VkMappedMemoryRange", memory=self.memory, offset=0, size=vk.VK_WHOLE_SIZE)
        self.device.call(function, 1, whole)


def choose_memory_type(facts, type_bits: int, wishes):
    """The first type allowed by `type_bits` that grants the earliest wish."""
    allowed = [kind for kind in facts.memory_types if type_bits >> kind.index & 1]
    for wish in wishes:
        for kind in allowed:
            if kind.has(wish):
                return kind
    raise VulkanError(f"{facts.name} offers no suitable memory type")
