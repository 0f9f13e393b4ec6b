"""Values to and from device memory: directly where the host reaches it, else through a staging buffer."""

import numpy

from tfrun.devices.vulkan.commands import Copy, Recording
from tfrun.devices.vulkan.memory import Buffer, Slice

# The most that one staging buffer holds; larger values travel in pieces.
STAGING_SIZE = 64 << 20


def upload(target: Slice, values: numpy.ndarray):
    """Write an array's bytes to the beginning of a range; through a staging buffer where the host does not reach it."""
    source = numpy.ascontiguousarray(values).reshape(-1).view(numpy.uint8)
    if target.buffer.bytes is None:
        return _stage(target, source, to_device=True)
    target.buffer.bytes[target.offset : target.offset + source.size] = source
    target.buffer.make_visible("vkFlushMappedMemoryRanges")


def download(source: Slice, values: numpy.ndarray):
    """Fill a contiguous array with the bytes at the beginning of a range; through a staging buffer where the host does not reach it."""
    target = values.reshape(-1).view(numpy.uint8)
    if source.buffer.bytes is None:
        return _stage(source, target, to_device=False)
    source.buffer.make_visible("vkInvalidateMappedMemoryRanges")
    target[:] = source.buffer.bytes[source.offset : source.offset + target.size]


def _stage(device_side: Slice, host_side: numpy.ndarray, to_device: bool):
    device = device_side.buffer.device
    for start in range(0, host_side.size, STAGING_SIZE):
        piece = host_side[start : start + STAGING_SIZE]
        with Buffer(device, piece.size, staging=True) as staging:
            there = device_side.buffer.slice(device_side.offset + start, piece.size)
            if to_device:
                upload(staging.slice(), piece)
            copy = Copy(staging.slice(0, piece.size), there) if to_device else Copy(there, staging.slice(0, piece.size))
            with Recording(device, [copy]) as recording:
                recording.run()
            if not to_device:
                download(staging.slice(), piece)
