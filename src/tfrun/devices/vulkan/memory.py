"""Device memory: allocations that kernels see as storage or texels, and the host as arrays where it can."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

import numpy
from tfir.hal.buffers import MemoryType, as_bytes, check_range

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, ffi, lib, vk
from tfrun.devices.vulkan.lifetime import Closable

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
# A kernel may read a whole group of four elements where a buffer has only a part of one left.
WHOLE_READ = 16
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


class Share:
    """A part of a buffer, up to the byte `end`, that one allocation has, and all slices of it."""

    __slots__ = ("buffer", "end", "is_open")

    def __init__(self, buffer: "Buffer", end: int):
        self.buffer, self.end, self.is_open = buffer, end, True

    def close(self):
        """Closes the buffer with the last of its shares."""
        if self.is_open:
            self.is_open = False
            self.buffer.shares -= 1
            if not self.buffer.shares:
                self.buffer.close()


@dataclass(frozen=True)
class Slice:
    """A range of a buffer, which is what the hardware abstraction layer calls a buffer; `offset` and `size` are in bytes. One that was allocated by
    itself has a `share` of a larger one."""

    buffer: "Buffer"
    offset: int
    size: int
    share: Share | None = None

    @property
    def end(self) -> int:
        return self.offset + self.size

    @property
    def room(self) -> int:
        """The bytes from its beginning on that are no others'."""
        return (self.buffer.size if self.share is None else self.share.end) - self.offset

    @property
    def device(self):
        return self.buffer.device

    @property
    def memory(self) -> MemoryType:
        """As the host sees it: memory that it does not reach is the device's alone."""
        if self.buffer.bytes is None:
            return MemoryType.DEVICE_LOCAL
        return MemoryType.DEVICE_VISIBLE | (MemoryType.HOST_LOCAL if self.buffer.memory_type.has(COHERENT) else MemoryType.HOST_VISIBLE)

    def overlaps(self, other: "Slice") -> bool:
        return self.buffer is other.buffer and self.offset < other.end and other.offset < self.end

    def check_open(self):
        if not self.buffer.is_open or (self.share is not None and not self.share.is_open):
            raise VulkanError("a buffer is used after it was closed")

    def subspan(self, offset: int, length: int) -> "Slice":
        self.check_open()
        check_range(self, offset, length)
        return Slice(self.buffer, self.offset + offset, length, self.share)

    def map(self) -> numpy.ndarray:
        self.check_open()
        if self.buffer.bytes is None:
            raise VulkanError(f"the host does not reach this memory of {self.device.facts.name}")
        self.buffer.make_visible("vkInvalidateMappedMemoryRanges")
        return self.buffer.bytes[self.offset : self.end]

    def unmap(self):
        self.check_open()
        self.buffer.make_visible("vkFlushMappedMemoryRanges")

    def write(self, array: numpy.ndarray):
        content = as_bytes(numpy.ascontiguousarray(array))
        self.check_open()
        check_range(self, 0, content.size)
        self.device.upload(self, content)

    def read(self, array: numpy.ndarray):
        content = as_bytes(array)
        self.check_open()
        check_range(self, 0, content.size)
        self.device.download(self, content)

    def close(self):
        if self.share is not None:
            self.share.close()


class Buffer(Closable, AbstractContextManager):
    """One allocation of `size` bytes with one buffer over all of it.

    `bytes` is its memory as a NumPy array where the host reaches it, else None; it must not be used after `close`. New memory is
    undefined. Raises VulkanError for sizes above the device's limit.
    """

    def __init__(self, device, size: int, staging: bool = False, host_visible: bool = True):
        self.size = max(size, 16)
        if self.size > device.limits.max_allocation_size:
            largest = device.limits.max_allocation_size
            raise VulkanError(f"{self.size} bytes in one buffer exceed the {largest} that {device.facts.name} can allocate")
        super().__init__(device)
        self.is_open, self.shares = True, 0
        self._texel_views: dict = {}
        try:
            self.handle = device.owned(self._stack, "Buffer", self._information())
            self.memory_type, self.memory = self._allocate(staging, host_visible)
            device.call("vkBindBufferMemory", self.handle, self.memory, 0)
            self.bytes = self._map() if self.memory_type.has(VISIBLE) and (host_visible or staging) else None
        except BaseException:
            self.close()
            raise

    def _information(self, **more) -> Struct:
        families = [family.index for family in self.device.facts.opened_families]
        if len(families) > 1:  # queues of all of them reach it, without one giving it to another
            indices = Array("uint32_t", families)
            more |= {"sharingMode": vk.VK_SHARING_MODE_CONCURRENT, "queueFamilyIndexCount": len(families), "pQueueFamilyIndices": indices}
        return Struct("VkBufferCreateInfo", size=self.size, usage=USAGE, **more)

    def _requirements(self):
        requirements = ffi.new("VkMemoryRequirements *")
        lib.vkGetBufferMemoryRequirements(self.device.handle, self.handle, requirements)
        return requirements

    def _allocate(self, staging: bool, host_visible: bool):
        requirements = self._requirements()
        wishes = STAGING_WISHES if staging else self._device_wishes(host_visible)
        chosen = choose_memory_type(self.device.facts, requirements.memoryTypeBits, wishes)
        if requirements.size > chosen.heap_size:
            largest = chosen.heap_size
            raise VulkanError(f"{requirements.size} bytes exceed the {largest} of a memory heap of {self.device.facts.name}")
        return chosen, self._memory(Struct("VkMemoryAllocateInfo", allocationSize=requirements.size, memoryTypeIndex=chosen.index))

    def _memory(self, information: Struct):
        memory = self.device.create("vkAllocateMemory", "VkDeviceMemory", information)
        self._stack.callback(lib.vkFreeMemory, self.device.handle, memory, NULL)
        return memory

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
        self.bytes, self.is_open = None, False
        super().close()

    def shared(self, offset: int, size: int, end: int) -> Slice:
        """A slice that an allocation has, and room behind it up to `end`. The buffer closes when all of these are."""
        self.shares += 1
        return Slice(self, offset, size, Share(self, end))

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


class Allocator:
    """Memory of a device for programs. `host_visible` allows such as the host reaches directly."""

    def __init__(self, device, host_visible: bool = True):
        self.device, self.host_visible = device, host_visible

    def can_allocate(self, memory: MemoryType, size: int) -> bool:
        return 0 <= size <= self.device.limits.max_allocation_size

    def allocate(self, memory: MemoryType, size: int) -> Slice:
        return self.allocate_all(memory, [size])[0]

    def allocate_all(self, memory: MemoryType, sizes: Sequence[int]) -> list[Slice]:
        """In as few buffers as can hold them."""
        is_staging, slices = memory == MemoryType.HOST_LOCAL, []
        with ExitStack() as stack:
            for group in self._grouped(sizes):
                buffer = Buffer(self.device, sum(map(self._padded, group)), staging=is_staging, host_visible=self.host_visible)
                stack.callback(buffer.close)
                offset = 0
                for size in group:
                    slices.append(buffer.shared(offset, size, offset + self._padded(size)))
                    offset += self._padded(size)
            stack.pop_all()
        return slices

    def constants(self, sizes: Sequence[int], contents: Iterable[numpy.ndarray]) -> list[Slice]:
        slices = self.allocate_all(MemoryType.DEVICE_LOCAL, sizes)
        try:
            for part, content in zip(slices, contents, strict=True):
                part.write(content)
        except BaseException:
            for part in slices:
                part.close()
            raise
        return slices

    def _grouped(self, sizes: Sequence[int]):
        """Runs of sizes that fit into one buffer each."""
        group: list[int] = []
        total = 0
        for size in sizes:
            if group and total + self._padded(size) > self.device.limits.max_allocation_size:
                yield group
                group, total = [], 0
            group.append(size)
            total += self._padded(size)
        if group:
            yield group

    def _padded(self, size: int) -> int:
        if size < 0:
            raise VulkanError(f"there is no memory of {size} bytes")
        return align(max(size, WHOLE_READ), self._alignment)

    @property
    def _alignment(self) -> int:
        """Where what kernels and transfers take may begin."""
        limits = self.device.limits
        return max(limits.storage_alignment, limits.texel_alignment, limits.non_coherent_atom, 64)
