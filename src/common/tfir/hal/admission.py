"""What every queue refuses: submissions by which a device would wait for ever, or would compute what none has asked for.

All of it follows from what was submitted so far, in its order, so that it is told before anything runs, and the same on each device.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.hal.submission import FenceValue, SemaphoreValue, SubmissionBatch


class BinarySemaphore:
    """What one batch signals for one other that is submitted behind it. `is_signalled` says whether there is a signal that no batch waits for yet."""

    def __init__(self) -> None:
        self.is_signalled = False

    def close(self) -> None:
        """Nothing, where it is the host's."""


class Admission:
    """Batches on their way to a queue. `commit` says that the queue has taken them; without it they have changed nothing.

    `open` are waits for values that may never come, by what is known: the host or a later submission is to signal them. A batch behind one may not signal a binary
    semaphore, since who waits for that has no timeline that says so (VUID-vkQueueSubmit-pWaitSemaphores-03238).
    """

    __slots__ = ("queue", "batches", "fence", "signalled", "assured", "open")

    def __init__(self, queue: Any, batches: Sequence[SubmissionBatch], fence: FenceValue | None):
        self.queue, self.batches, self.fence = queue, batches, fence
        self.signalled: dict[BinarySemaphore, bool] = {}
        self.assured: dict[Any, int] = {}
        self.open = [wait for wait in queue.open if not self.is_assured(wait)]
        for batch in batches:
            for commands in batch.commands:
                check_commands(queue, commands)
            for wait in batch.waits:
                self.wait(wait)
            for signal in batch.signals:
                self.signal(signal)
        if fence is not None and getattr(fence.fence, "queue", None) not in (None, queue):
            raise Error("a fence is given values by two queues, which come in no order")

    def wait(self, wait: SemaphoreValue | BinarySemaphore) -> None:
        if not isinstance(wait, BinarySemaphore):
            if not self.is_assured(wait):
                self.open.append(wait)
            return
        if not self.signalled.get(wait, wait.is_signalled):
            raise Error("a batch waits for a binary semaphore that no batch before it signals for it")
        self.signalled[wait] = False

    def signal(self, signal: SemaphoreValue | BinarySemaphore) -> None:
        if not isinstance(signal, BinarySemaphore):
            if not self.open:
                self.assured[signal.semaphore] = max(signal.value, self.assured.get(signal.semaphore, 0))
            return
        if self.signalled.get(signal, signal.is_signalled):
            raise Error("a binary semaphore is signalled twice and not waited for in between")
        if self.open:
            raise Error("a binary semaphore is signalled by what waits for a value that nothing submitted so far brings")
        self.signalled[signal] = True

    def is_assured(self, wait: SemaphoreValue) -> bool:
        semaphore: Any = wait.semaphore
        return wait.value <= max(semaphore.assured, self.assured.get(semaphore, 0)) or wait.value <= semaphore.query()

    def commit(self) -> None:
        self.queue.open = self.open
        for semaphore, is_signalled in self.signalled.items():
            semaphore.is_signalled = is_signalled
        for timeline, value in self.assured.items():
            timeline.assured = max(timeline.assured, value)
        if self.fence is not None:
            fence: Any = self.fence.fence
            fence.queue = self.queue
        for batch in self.batches:
            for each in batch.commands:
                commands: Any = each
                commands.queue = self.queue


def check_commands(queue: Any, commands: Any) -> None:
    if commands.state != "recorded":
        raise Error(f"a command buffer is submitted that is {commands.state}")
    if commands.has_dispatches and not queue.takes_dispatches:
        raise Error("a command buffer with dispatches is submitted to a queue that only copies and fills")
    if commands.events:
        if any([event.is_closed for event in commands.events]):
            raise Error("a command buffer is submitted of which an event was closed")
        if commands.queue not in (None, queue):
            raise Error("a command buffer with events is submitted to two queues, which may run it at once")
