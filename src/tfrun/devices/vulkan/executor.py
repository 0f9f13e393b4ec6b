"""A program on a Vulkan device: the sequencer's function, recorded into its command buffers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack

import numpy
from tfir.execution.host_steps import Bodies
from tfir.execution.sequence import Resident, sized_programs
from tfir.execution.state import State
from tfir.ir.operations import Operation

from tfrun.devices.vulkan.device import Device


class VulkanProgram(AbstractContextManager):
    """A function of the sequencer on a device: a callable from a list of input arrays to a list of output arrays, of the types of the
    function. Kernels are compiled and constants uploaded once, whatever sizes the inputs have. Close it before its device.

    `state` is what steps of the host write to, the session's. With the `digest` of a module file the driver keeps what it compiles. Raises
    Error for kernels without SPIR-V or made for another subgroup size, VulkanError for exceeded limits.
    """

    def __init__(self, device: Device, func: Operation, state: State | None = None, digest: bytes | None = None):
        with ExitStack() as stack:
            cache = stack.enter_context(device.executable_cache(digest))
            cache.check(func)
            resident = Resident(device, Bodies(state), cache)
            stack.callback(resident.close)
            self.sized = sized_programs(func, resident)
            stack.callback(self.sized.close)
            self._stack = stack.pop_all()

    def __call__(self, arrays: list[numpy.ndarray]) -> list[numpy.ndarray]:
        """The outputs for one set of inputs, which must have dtypes and shapes as the function's arguments say."""
        return self.sized(arrays)

    def in_flight(self, calls: Iterable, count: int) -> Iterator:
        """The outputs of calls, of which up to `count` are under way at a time."""
        return self.sized.in_flight(calls, count)

    def __exit__(self, *_):
        self._stack.close()
