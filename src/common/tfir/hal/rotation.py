"""Several calls of a program in flight: one recording, and for each call that is under way inputs and outputs of its own, which take turns.

What a call is given is copied to where the recording reads it, and what it computes from where that writes, by commands in front of it and behind it. So
a device goes from call to call by itself, while the host writes the inputs of those that come and reads the outputs of those that were.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial

from tfir.hal.buffers import BufferView, MemoryType
from tfir.hal.submission import FenceValue, SemaphoreValue, SubmissionBatch
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.hal.protocols import Buffer, CommandBuffer, Device


class Recording:
    """A program of which the host decides nothing: `commands` compute `outputs` of `inputs`, None for one that nothing reads."""

    __slots__ = ("inputs", "commands", "outputs")

    def __init__(self, inputs: Sequence[BufferView | None], commands: Sequence[CommandBuffer], outputs: Sequence[BufferView]):
        self.inputs, self.commands, self.outputs = inputs, commands, outputs


class Turn:
    """Inputs and outputs of one call at a time, with the command buffers that run it."""

    def __init__(self, device: Device, recording: Recording):
        self.device = device
        with ExitStack() as stack:
            self.prepare(recording, stack)
            self.close = stack.pop_all().close

    def prepare(self, recording: Recording, stack: ExitStack) -> None:
        device = self.device
        read = [view for view in recording.inputs if view is not None]
        views = (*read, *recording.outputs)
        buffers = list(device.allocator.allocate_all(MemoryType.HOST_LOCAL, [view.buffer.size for view in views]))
        for buffer in buffers:
            stack.callback(buffer.close)
        own = iter([BufferView(buffer, view.kind) for buffer, view in zip(buffers, views)])
        self.inputs = [None if view is None else next(own) for view in recording.inputs]
        self.outputs = list(own)
        before = copies(device, [(buffer, view.buffer) for buffer, view in zip(buffers, read)], stack)
        behind = copies(device, [(view.buffer, buffer) for buffer, view in zip(buffers[len(read) :], recording.outputs)], stack)
        self.commands = (before, *recording.commands, behind)
        self.fence, self.count = device.fence(), 0
        stack.callback(lambda: self.fence.close())  # first of all, which waits for a call that is still under way

    def begin(self, arrays: Sequence[Any], waits: Sequence[SemaphoreValue], signals: Sequence[SemaphoreValue]) -> None:
        for view, array in zip(self.inputs, arrays, strict=True):
            if view is not None:
                view.put(array)
        self.count += 1
        self.device.queue.submit([SubmissionBatch(waits, self.commands, signals)], FenceValue(self.fence, self.count))

    def result(self) -> list[Any]:
        try:
            self.fence.wait(self.count)
        except Error:
            self.fence.close()
            self.fence, self.count = self.device.fence(), 0  # the next call may go well
            raise
        return [view.content() for view in self.outputs]


def copies(device: Device, pairs: Sequence[tuple[Buffer, Buffer]], stack: ExitStack) -> CommandBuffer:
    commands = device.command_buffer()
    stack.callback(commands.close)
    commands.begin()
    for source, target in pairs:
        if source.size:
            commands.copy(source, target)
    commands.end()
    return commands


class Rotation:
    """Calls of one recording, up to `count` of them in flight. It is closed before what the recording is of."""

    def __init__(self, device: Device, recording: Recording, count: int):
        with ExitStack() as stack:
            self.free: deque[Turn] = deque()
            for _ in range(count):
                self.free.append(Turn(device, recording))
                stack.callback(self.free[-1].close)
            self.close = stack.pop_all().close

    def begin(
        self, arrays: Sequence[Any], waits: Sequence[SemaphoreValue] = (), signals: Sequence[SemaphoreValue] = ()
    ) -> Callable[[], list[Any]]:
        """Starts a call, which waits for semaphores and signals others; what gives its outputs, when they are there. No more than `count` calls are started before
        outputs are taken."""
        turn = self.free.popleft()
        try:
            turn.begin(arrays, waits, signals)
        except BaseException:
            self.free.append(turn)
            raise
        return partial(self.result, turn)

    def result(self, turn: Turn) -> list[Any]:
        try:
            return turn.result()
        finally:
            self.free.append(turn)
