"""This machine's processors as a device of the hardware abstraction layer: executables are kernels in machine code, command buffers commands of `runtime.ll`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from math import prod

import numpy as np
from tfir.hal.buffers import HeapAllocator, HeapBuffer, HeapMemory, as_bytes
from tfir.hal.events import Event
from tfir.hal.submission import DispatchRequest, Recorder
from tfir.hal.timelines import HostBinarySemaphore, Timeline, host_queues
from tfir.ir.diagnostics import Error

from tfrun.devices.cpu.commands import Commands, InMemory, Table
from tfrun.devices.cpu.recording import ALIGNMENT, addresses, memory_of
from tfrun.devices.cpu.workers import Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.hal.protocols import Buffer

    from tfrun.devices.cpu.executables import Executables
    from tfrun.devices.cpu.machine_code import Code
    from tfrun.devices.cpu.work import Shares


class ProcessorDevice(AbstractContextManager):
    """`code_of` gives what runs commands, when some are to run."""

    def __init__(self, workers: Workers, code_of: Callable[[], Code]):
        self.workers, self.code_of = workers, code_of
        self.allocator: HeapAllocator = ProcessorAllocator(self, memory_of)
        self.dispatch_queues, self.transfer_queues = host_queues(self.run)
        self.queue = self.dispatch_queues[0]

    @cached_property
    def code(self) -> Code:
        return self.code_of()

    def executable_cache(self) -> Executables:
        from tfrun.devices.cpu.executables import Executables  # which a program that was kept does not need

        return Executables()

    def command_buffer(self) -> ProcessorCommands:
        return ProcessorCommands(self)

    def ready(self, table: Table, areas: Sequence[np.ndarray]) -> ReadyCommands:
        return ReadyCommands(self, table, areas)

    def semaphore(self, initial: int = 0) -> Timeline:
        return Timeline(initial)

    def binary_semaphore(self) -> HostBinarySemaphore:
        return HostBinarySemaphore()

    def event(self) -> Event:
        return Event(self)

    def fence(self, initial: int = 0) -> Timeline:
        return Timeline(initial)

    def wait_idle(self) -> None:
        for queue in (*self.dispatch_queues, *self.transfer_queues):
            queue.wait_idle()

    def run(self, commands: Sequence[Any]) -> None:
        for each in commands:
            self.workers.run(self.code, each.in_memory.address)

    def __exit__(self, *_: object) -> None:
        self.wait_idle()


class ProcessorAllocator(HeapAllocator):
    """Memory that begins where lines of cache and vectors do."""

    def constants(self, sizes: Sequence[int], contents: Iterable[np.ndarray]) -> list[HeapBuffer]:
        return super().constants(sizes, map(aligned, contents))


def aligned(content: np.ndarray) -> np.ndarray:
    """Bytes, copied where vectors would lie across lines of the cache."""
    if content.ctypes.data % ALIGNMENT == 0:
        return content
    memory = memory_of(content.size)
    memory[: content.size] = as_bytes(content)
    return memory


class Areas:
    """Pieces of memory by numbers, in the order in which commands refer to them."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self.numbers: dict[int, int] = {}

    def number(self, whole: HeapMemory) -> int:
        number = self.numbers.setdefault(id(whole), len(self.all))
        if number == len(self.all):
            self.all.append(whole)
        return number

    def place(self, buffer: Any) -> tuple[int, int]:
        """As commands have it."""
        return self.number(buffer.whole), buffer.offset

    @property
    def memory(self) -> list[Any]:
        return [whole.content for whole in self.all]


class ProcessorCommands(Recorder):
    device: ProcessorDevice
    in_memory: InMemory

    def __init__(self, device: ProcessorDevice):
        super().__init__(device)
        self.commands, self.areas = Commands(), Areas()
        self.kernels: dict[str, int] = {}  # and where they lie

    def dispatch(self, request: DispatchRequest) -> None:
        self.check_dispatch(request)
        executable: Any = request.executable
        places, count = [self.areas.place(view.buffer) for view in request.bindings], prod(request.groups)
        if self.kernels.setdefault(executable.name, executable.address) != executable.address:
            raise Error(f"a command buffer is given kernels of two modules by one name, {executable.name}")
        written = places if executable.written is None else [places[at] for at in executable.written]
        self.commands.dispatch(executable.name, places, [*request.groups, *request.sizes], count, self.shares(request), written)

    def shares(self, request: DispatchRequest) -> Shares:
        """How threads share a dispatch."""
        executable: Any = request.executable
        shares: Shares = executable.shares([view.kind for view in request.bindings], request.sizes, request.groups)
        return shares

    def copy(self, source: Buffer, target: Buffer) -> None:
        self.check_copy(source, target)
        self.commands.copy(self.areas.place(source), self.areas.place(target), source.size)

    def fill(self, target: Buffer, word: int) -> None:
        self.check(target)
        self.commands.fill(self.areas.place(target), target.size, word - (word >> 31 << 32))

    def end(self) -> None:
        super().end()
        self.commands.stop()
        self.place_in_memory()

    def place_in_memory(self) -> None:
        self.in_memory = self.commands.table().in_memory(addresses(self.areas.memory), self.kernels.__getitem__)


class ReadyCommands(ProcessorCommands):
    """Commands that were recorded before, on areas of memory by their numbers, with kernels of the device's code."""

    def __init__(self, device: ProcessorDevice, table: Table, areas: Sequence[np.ndarray]):
        super().__init__(device)
        self.in_memory = table.in_memory(addresses(areas), device.code.address)
        self.state = "recorded"
