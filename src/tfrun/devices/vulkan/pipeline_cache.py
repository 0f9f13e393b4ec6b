"""What a driver keeps of the pipelines that it has compiled, from run to run: for module files, which say by their digest what kernels they have.

Mesa's software device has nothing to keep (version 22.3), and has files of its own for the machine code of kernels.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from hashlib import blake2b

from tfir.cli import kept_files

from tfrun.devices.vulkan.api import NULL, Struct, VulkanError, ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.vulkan.device import Device
    from tfrun.devices.vulkan.facts import DeviceFacts

FOLDER = "vulkan"
HEADER = 32  # bytes that say of which device and driver the rest is: without a rest there is nothing to keep
MOST_BYTES = 64 << 20  # of one program


def key_of(facts: DeviceFacts, digest: bytes) -> str:
    """Where a program's pipelines lie, by the device, its driver and the digest of the module file."""
    about = (facts.name, facts.driver, facts.driver_info, facts.api_version, facts.uuid, digest.hex())
    return blake2b("\0".join(map(str, about)).encode(), digest_size=32).hexdigest()


class PipelineCache(AbstractContextManager):
    """A cache of the driver's for one program, with what an earlier run has kept of it; without a digest there is none. What the driver does not
    take it leaves alone, and a file that is damaged is as good as none."""

    def __init__(self, device: Device, digest: bytes | None):
        self.device, self.handle, self.held = device, NULL, b""
        self.key = None if digest is None else key_of(device.facts, digest)
        if self.key is not None:
            self.held = kept_files.looked_up(self.key, FOLDER) or b""
            self.handle = self.made(self.held)

    def made(self, held: bytes):
        data = ffi.from_buffer(held) if held else NULL
        try:
            return self.device.create(
                "vkCreatePipelineCache",
                "VkPipelineCache",
                Struct("VkPipelineCacheCreateInfo", initialDataSize=len(held), pInitialData=data),
            )
        except VulkanError:
            return NULL  # pipelines are compiled as if none had been kept

    def __exit__(self, *_) -> None:
        if self.handle != NULL:
            try:
                self.keep()
            finally:
                lib.vkDestroyPipelineCache(self.device.handle, self.handle, NULL)

    def keep(self) -> None:
        """Keeps what the driver has, where that is more than before."""
        try:
            data = self.data()
        except VulkanError:
            return
        if HEADER < len(data) <= MOST_BYTES and data != self.held:
            kept_files.keep(self.key, data, FOLDER)

    def data(self) -> bytes:
        size = ffi.new("size_t *")
        self.device.call("vkGetPipelineCacheData", self.handle, size, NULL)
        held = ffi.new("char[]", size[0])
        self.device.call("vkGetPipelineCacheData", self.handle, size, held)
        return bytes(ffi.buffer(held, size[0]))
