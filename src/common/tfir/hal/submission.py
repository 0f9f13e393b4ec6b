"""What is given to command buffers and queues, and what every command buffer refuses."""

from __future__ import annotations

from tfir.hal import events
from tfir.hal.barriers import ALL_STAGES, WHOLE_MEMORY, ExecutionStage, MemoryBarrier
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.hal.admission import BinarySemaphore
    from tfir.hal.buffers import BufferView
    from tfir.hal.events import Event
    from tfir.hal.protocols import Buffer, CommandBuffer, Executable, Fence, Groups, Semaphore


class DispatchRequest:
    """One run of an executable: its workgroups, the buffers that it is bound to, in the order of its arguments, and the sizes that these types leave open."""

    __slots__ = ("executable", "groups", "bindings", "sizes")

    def __init__(self, executable: Executable, groups: Groups, bindings: Sequence[BufferView], sizes: Sequence[int] = ()):
        self.executable, self.groups, self.bindings, self.sizes = executable, groups, bindings, sizes


class SemaphoreValue:
    """A value of a semaphore: to be waited for, or to be signalled."""

    __slots__ = ("semaphore", "value")

    def __init__(self, semaphore: Semaphore, value: int):
        self.semaphore, self.value = semaphore, value


class FenceValue:
    """The value that a fence gets when what is submitted with it is done."""

    __slots__ = ("fence", "value")

    def __init__(self, fence: Fence, value: int):
        self.fence, self.value = fence, value


class SubmissionBatch:
    """Command buffers that run one after the other, when all semaphores of `waits` have come to their values, or, binary ones, are signalled; then those of `signals` get theirs.
    `prepared` is what a queue has made of a batch that is submitted again and again."""

    __slots__ = ("waits", "commands", "signals", "prepared")

    def __init__(
        self,
        waits: Sequence[SemaphoreValue | BinarySemaphore] = (),
        commands: Sequence[CommandBuffer] = (),
        signals: Sequence[SemaphoreValue | BinarySemaphore] = (),
    ):
        self.waits, self.commands, self.signals = waits, commands, signals
        self.prepared: Any = None


class Recorder:
    """What command buffers of all devices are: first nothing, then being recorded, then recorded, at last closed."""

    def __init__(self, device: object):
        self.device, self.state, self.has_dispatches = device, "not recorded", False
        self.events: dict[Event, bool] = {}  # whether each is signalled by what is recorded so far
        self.queue: Any = None  # the last that it was submitted to

    def begin(self) -> None:
        if self.state != "not recorded":
            raise Error(f"a command buffer is {self.state} and is to be recorded once more")
        self.state = "being recorded"

    def end(self) -> None:
        self.check()
        self.state = "recorded"

    def close(self) -> None:
        self.state = "closed"

    def check(self, *buffers: Buffer) -> None:
        """Raises Error for a command that cannot be recorded now, or not on these buffers."""
        if self.state != "being recorded":
            raise Error(f"a command buffer takes no command: it is {self.state}")
        for buffer in buffers:
            check_own(self.device, buffer)

    def check_dispatch(self, request: DispatchRequest) -> None:
        self.check(*[view.buffer for view in request.bindings])
        self.has_dispatches = True

    def signal_event(self, event: Event, stages: ExecutionStage = ALL_STAGES) -> None:
        self.check()
        events.signal(self, event)

    def reset_event(self, event: Event, stages: ExecutionStage = ALL_STAGES) -> None:
        self.check()
        events.reset(self, event)

    def wait_events(
        self, awaited: Sequence[Event], stages: ExecutionStage = ALL_STAGES, barriers: Sequence[MemoryBarrier] = WHOLE_MEMORY
    ) -> None:
        self.check()
        for event in awaited:
            events.wait(self, event)

    def check_copy(self, source: Buffer, target: Buffer) -> None:
        self.check(source, target)
        if source.size != target.size:
            raise Error(f"cannot copy {source.size} bytes onto {target.size} bytes")


def check_own(device: object, buffer: Any) -> None:
    """Raises Error for a buffer of another device, or one that is closed."""
    if buffer.device is not device:
        raise Error("a command is given a buffer of another device")
    buffer.subspan(0, 0)
