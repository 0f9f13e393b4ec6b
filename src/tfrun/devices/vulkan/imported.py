"""Constants that the host has in memory anyway, as those of a mapped module file, as memory of the device: nothing is copied, and no memory taken.

VK_EXT_external_memory_host takes whole pages. Constants that lie behind each other share them, and are one buffer; a device that does not take
their pages, as some do not those of a file, gets copies.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack

import numpy

from tfrun.devices.vulkan.api import Struct, VulkanError, ffi, lib, vk
from tfrun.devices.vulkan.memory import STAGING_WISHES, UNIFIED_WISHES, Allocator, Buffer, Slice, align, choose_memory_type

KIND = vk.VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT
POINTERS = "vkGetMemoryHostPointerPropertiesEXT"
LEAST = 1 << 16  # bytes: fewer are copied sooner than they are handed over
MOST_WAITING = 64 << 20  # bytes that are copied together: while they wait they are there twice

Placed = tuple[int, numpy.ndarray]  # the number of a constant, and its bytes


class ImportingAllocator(Allocator):
    """Memory of a device that reads the host's where it lies."""

    def constants(self, sizes: Sequence[int], contents: Iterable[numpy.ndarray]) -> list[Slice]:
        slices: dict[int, Slice] = {}
        shared: list[Placed] = []
        waiting: list[Placed] = []
        with ExitStack() as stack:
            stack.callback(lambda: [part.close() for part in slices.values()])
            held = 0
            for (number, _), content in zip(enumerate(sizes), contents, strict=True):
                is_in_place = self._is_in_place(content)
                (shared if is_in_place else waiting).append((number, content))
                held += 0 if is_in_place else content.size
                if held > MOST_WAITING:
                    self._copy(waiting, slices)
                    waiting, held = [], 0
            for run in runs(shared, self.device.facts.host_memory_alignment, self.device.limits.max_allocation_size):
                waiting += [] if self._imported(run, slices) else run
            self._copy(waiting, slices)
            stack.pop_all()
        return [slices[number] for number in range(len(sizes))]

    def _is_in_place(self, content: numpy.ndarray) -> bool:
        return content.size > 0 and content.ctypes.data % self._alignment == 0

    def _copy(self, placed: Sequence[Placed], slices: dict[int, Slice]) -> None:
        parts = super().constants([content.size for _, content in placed], [content for _, content in placed])
        slices.update(zip([number for number, _ in placed], parts))

    def _imported(self, run: Sequence[Placed], slices: dict[int, Slice]) -> bool:
        """Whether the device takes the pages that a run lies in."""
        page, first, last = self.device.facts.host_memory_alignment, address(run[0]), end_of(run[-1])
        start = first - first % page
        if last - first < LEAST:
            return False
        try:
            buffer = ImportedBuffer(self.device, start, align(last, page) - start, [content for _, content in run])
        except VulkanError:
            return False
        for number, content in run:
            offset = content.ctypes.data - start
            slices[number] = buffer.shared(offset, content.size, min(offset + self._padded(content.size), buffer.size))
        return True


def address(placed: Placed) -> int:
    return placed[1].ctypes.data


def end_of(placed: Placed) -> int:
    return address(placed) + placed[1].size


def runs(shared: Iterable[Placed], page: int, most: int) -> Iterator[list[Placed]]:
    """Arrays that lie in pages behind each other, of `most` bytes together."""
    run: list[Placed] = []
    for placed in sorted(shared, key=address):
        start = address(placed)
        if run and (start - start % page > align(end_of(run[-1]), page) or end_of(placed) - address(run[0]) > most - 2 * page):
            yield run
            run = []
        run.append(placed)
    if run:
        yield run


class ImportedBuffer(Buffer):
    """A buffer over whole pages of the host, from an address on. `arrays` keep their content."""

    def __init__(self, device, address: int, size: int, arrays: Sequence[numpy.ndarray]):
        self.pointer, self.arrays = ffi.cast("void *", address), arrays
        super().__init__(device, size)

    def _information(self, **more) -> Struct:
        return super()._information(pNext=Struct("VkExternalMemoryBufferCreateInfo", handleTypes=KIND), **more)

    def _allocate(self, staging: bool, host_visible: bool):
        requirements = self._requirements()
        bits = requirements.memoryTypeBits & self._bits_of_pages()
        chosen = choose_memory_type(self.device.facts, bits, UNIFIED_WISHES + STAGING_WISHES)
        if requirements.size > self.size:
            raise VulkanError(f"{self.device.facts.name} takes {requirements.size} bytes for a buffer over {self.size}")
        pages = Struct("VkImportMemoryHostPointerInfoEXT", handleType=KIND, pHostPointer=self.pointer)
        return chosen, self._memory(Struct("VkMemoryAllocateInfo", pNext=pages, allocationSize=self.size, memoryTypeIndex=chosen.index))

    def _bits_of_pages(self) -> int:
        properties = Struct("VkMemoryHostPointerPropertiesEXT")
        function = ffi.cast(f"PFN_{POINTERS}", lib.vkGetDeviceProcAddr(self.device.handle, POINTERS.encode()))
        self.device.call(POINTERS, KIND, self.pointer, properties, pointer=function)
        return properties.pointer.memoryTypeBits

    def _map(self):
        return numpy.frombuffer(ffi.buffer(self.pointer, self.size), dtype=numpy.uint8)

    def close(self):
        super().close()
        self.arrays = ()
