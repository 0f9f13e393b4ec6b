"""A device on NumPy: its commands are functions of arrays, which lie in memory of this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import numpy as np

from tfir.hal.buffers import HeapAllocator
from tfir.hal.events import Event
from tfir.hal.submission import DispatchRequest, Recorder
from tfir.hal.timelines import HostBinarySemaphore, Timeline, host_queues
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.hal.protocols import Buffer


class HostDriver(AbstractContextManager):
    """A driver of one device on this machine, of its own name, which `make` makes."""

    def __init__(self, name: str, make: Callable[[], AbstractContextManager[Any]]):
        self.name, self.make = name, make

    def __exit__(self, *_: object) -> None:
        """Nothing: the devices that it has made close by themselves."""

    def device_names(self) -> list[str]:
        return [self.name]

    def create_device(self, which: str = "") -> AbstractContextManager[Any]:
        if which not in ("", self.name):
            raise Error(f"there is no device '{which}'; there is {self.name}")
        return self.make()


class ArrayDevice(AbstractContextManager):
    """`prepare(executable, entry)` gives what an entry of an executable computes, as a function of the arrays that it reads and writes to."""

    def __init__(self, formats: Sequence[str], prepare: Callable[[Operation, str], Callable[..., Any]]):
        self.formats, self.body_of = tuple(formats), prepare
        self.allocator = HeapAllocator(self)
        self.dispatch_queues, self.transfer_queues = host_queues(run_all)
        self.queue = self.dispatch_queues[0]

    def executable_cache(self) -> ArrayExecutables:
        return ArrayExecutables(self.formats, self.body_of)

    def command_buffer(self) -> ArrayCommands:
        return ArrayCommands(self)

    def semaphore(self, initial: int = 0) -> Timeline:
        return Timeline(initial)

    def binary_semaphore(self) -> HostBinarySemaphore:
        return HostBinarySemaphore()

    def event(self) -> Event:
        return Event(self)

    def fence(self, initial: int = 0) -> Timeline:
        return Timeline(initial)

    def __exit__(self, *_: object) -> None:
        self.wait_idle()

    def wait_idle(self) -> None:
        for queue in (*self.dispatch_queues, *self.transfer_queues):
            queue.wait_idle()


class ArrayExecutable:
    __slots__ = ("body",)

    def __init__(self, body: Callable[..., Any]):
        self.body = body

    def workgroups(self, dispatch: Operation, kinds: Sequence[Type], sizes: Sequence[int]) -> tuple[int, int, int]:
        return 1, 1, 1


class ArrayExecutables:
    def __init__(self, formats: tuple[str, ...], body_of: Callable[[Operation, str], Callable[..., Any]]):
        self.formats, self.body_of = formats, body_of
        self.prepared: dict[tuple[Operation, str], ArrayExecutable] = {}

    def prepare(self, executable: Operation, entry: str) -> ArrayExecutable:
        key = executable, entry
        if key not in self.prepared:
            self.prepared[key] = ArrayExecutable(self.body_of(executable, entry))
        return self.prepared[key]


class ArrayCommands(Recorder):
    def __init__(self, device: ArrayDevice):
        super().__init__(device)
        self.steps: list[Callable[[], object]] = []

    def dispatch(self, request: DispatchRequest) -> None:
        self.check_dispatch(request)
        arrays, executable = [view.shared for view in request.bindings], request.executable
        assert isinstance(executable, ArrayExecutable), "caches prepare these"
        body = executable.body
        self.steps.append(lambda: body(*arrays))

    def copy(self, source: Buffer, target: Buffer) -> None:
        self.check_copy(source, target)
        read, written = source.map(), target.map()
        self.steps.append(lambda: np.copyto(written, read))

    def fill(self, target: Buffer, word: int) -> None:
        self.check(target)
        filled = target.map()
        content = np.resize(np.frombuffer((word & 0xFFFFFFFF).to_bytes(4, "little"), np.uint8), filled.size)
        self.steps.append(lambda: np.copyto(filled, content))

    def close(self) -> None:
        super().close()
        self.steps = []


def run_all(commands: Sequence[ArrayCommands]) -> None:
    for each in commands:
        for step in each.steps:
            step()
