"""Several calls of a program in flight: one recording, and for each call that is under way inputs and outputs of its own, which take turns.

What a call is given is copied to where the recording reads it, and what it computes from where that writes, by commands in front of it and behind it. So
a device goes from call to call by itself, while the host writes the inputs of those that come and reads the outputs of those that were.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
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
        read = [view for view in recording.inputs if view is not None]
        self.buffers = list(
            device.allocator.allocate_all(MemoryType.HOST_LOCAL, [view.buffer.size for view in (*read, *recording.outputs)])
        )
        views = iter([BufferView(buffer, view.kind) for buffer, view in zip(self.buffers, (*read, *recording.outputs))])
        self.inputs = [None if view is None else next(views) for view in recording.inputs]
        self.outputs = list(views)
        taken, given = self.buffers[: len(read)], self.buffers[len(read) :]
        self.own = [
            copies(device, [(buffer, view.buffer) for buffer, view in zip(taken, read)]),
            copies(device, [(view.buffer, buffer) for buffer, view in zip(given, recording.outputs)]),
        ]
        self.commands = (self.own[0], *recording.commands, self.own[1])
        self.fence, self.count = device.fence(), 0

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

    def close(self) -> None:
        self.fence.close()  # which waits for a call that is still under way
        for commands in self.own:
            commands.close()
        for buffer in self.buffers:
            buffer.close()


def copies(device: Device, pairs: Sequence[tuple[Buffer, Buffer]]) -> CommandBuffer:
    commands = device.command_buffer()
    commands.begin()
    for source, target in pairs:
        if source.size:
            commands.copy(source, target)
    commands.end()
    return commands


class Rotation:
    """Calls of one recording, up to `count` of them in flight. It is closed before what the recording is of."""

    def __init__(self, device: Device, recording: Recording, count: int):
        self.turns = [Turn(device, recording) for _ in range(count)]
        self.free = deque(self.turns)

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

    def close(self) -> None:
        for turn in self.turns:
            turn.close()
