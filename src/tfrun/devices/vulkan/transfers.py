"""Values to and from device memory: directly where the host reaches it, else through a staging buffer."""

from contextlib import closing

import numpy
from tfir.hal.submission import FenceValue, SubmissionBatch

from tfrun.devices.vulkan.memory import Buffer, Slice

# The most that one staging buffer holds; larger values travel in pieces.
STAGING_SIZE = 64 << 20


def upload(target: Slice, source: numpy.ndarray):
    """Write bytes to the beginning of a range; through a staging buffer where the host does not reach it."""
    if target.buffer.bytes is None:
        return _stage(target, source, to_device=True)
    target.buffer.bytes[target.offset : target.offset + source.size] = source
    target.buffer.make_visible("vkFlushMappedMemoryRanges")


def download(source: Slice, target: numpy.ndarray):
    """Fill bytes with those at the beginning of a range; through a staging buffer where the host does not reach it."""
    if source.buffer.bytes is None:
        return _stage(source, target, to_device=False)
    source.buffer.make_visible("vkInvalidateMappedMemoryRanges")
    target[:] = source.buffer.bytes[source.offset : source.offset + target.size]


def _stage(device_side: Slice, host_side: numpy.ndarray, to_device: bool):
    device = device_side.buffer.device
    for start in range(0, host_side.size, STAGING_SIZE):
        piece = host_side[start : start + STAGING_SIZE]
        with Buffer(device, piece.size, staging=True) as staging:
            there, here = device_side.subspan(start, piece.size), staging.slice(0, piece.size)
            if to_device:
                upload(here, piece)
            _copy(device, *((here, there) if to_device else (there, here)))
            if not to_device:
                download(here, piece)


def _copy(device, source: Slice, target: Slice):
    with closing(device.command_buffer()) as commands, closing(device.fence()) as fence:
        commands.begin()
        commands.copy(source, target)
        commands.end()
        device.queue.submit([SubmissionBatch((), [commands])], FenceValue(fence, 1))
        fence.wait(1)
