"""Semaphores, fences and a queue of a device that computes as it is told to: what is submitted runs before `submit` returns, or, where it has to
wait for a semaphore, when that is signalled, in the thread that does so."""

from __future__ import annotations

from collections import deque
from threading import Condition, RLock

from tfir.hal.submission import FenceValue, SemaphoreValue, SubmissionBatch, check_recorded
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class Timeline:
    """A number that only grows. It fails where what was to bring it on has failed: a query or a wait then raises that error."""

    def __init__(self, initial: int = 0):
        self.value, self.changed = initial, Condition()
        self.promised = initial  # the last value that something was submitted with
        self.error: Error | None = None
        self.listening: list[Callable[[], None]] = []  # called when it has grown

    def query(self) -> int:
        if self.error is not None:
            raise self.error
        return self.value

    def signal(self, value: int) -> None:
        with self.changed:
            check_grows(self.value, value)
            self.value = value
            self.changed.notify_all()
        for listener in self.listening[:]:
            listener()

    def promise(self, value: int) -> None:
        """As a fence, before something is submitted that brings it there."""
        check_grows(self.promised, value)
        self.promised = value

    def fail(self, error: Error) -> None:
        with self.changed:
            self.error = error
            self.changed.notify_all()
        for listener in self.listening[:]:
            listener()

    def wait(self, value: int, seconds: float | None = None) -> bool:
        if self.value < value and self.error is None:
            with self.changed:
                self.changed.wait_for(lambda: self.value >= value or self.error is not None, seconds)
        return self.query() >= value

    def close(self) -> None:
        """Nothing: it is a number."""


def check_grows(value: int, signalled: int) -> None:
    if signalled <= value:
        raise Error(f"the value {signalled} does not lie behind {value}: those of semaphores and fences only grow")


class HostQueue:
    """`run(commands)` runs command buffers and returns when they are done. `waiting` are batches, each with what its fence gets."""

    def __init__(self, run: Callable[[Sequence[Any]], None]):
        self.run, self.turn, self.is_at_work = run, RLock(), False
        self.waiting: deque[tuple[SubmissionBatch, FenceValue | None]] = deque()

    def submit(self, batches: Sequence[SubmissionBatch], fence: FenceValue | None = None) -> None:
        for batch in batches:
            check_recorded(batch.commands)
            for each in (*batch.waits, *batch.signals):
                timeline(each)  # those of other devices are refused before anything is promised
        if fence is not None:
            fence.fence.promise(fence.value)
        with self.turn:
            for batch in batches or (SubmissionBatch(),):
                for wait in batch.waits:
                    timeline(wait).listening.append(self.advance)
                self.waiting.append((batch, None))
            self.waiting[-1] = self.waiting[-1][0], fence
            self.advance()

    def advance(self) -> None:
        """Runs what waits no longer, in order."""
        with self.turn:
            if self.is_at_work:
                return  # a signal of what runs; the loop below goes on with what waited for it
            self.is_at_work = True
            try:
                while self.waiting and all([is_over(wait) for wait in self.waiting[0][0].waits]):
                    self.complete(*self.waiting.popleft())
            finally:
                self.is_at_work = False

    def complete(self, batch: SubmissionBatch, fence: FenceValue | None) -> None:
        ends = [(timeline(each), each.value) for each in batch.signals]
        if fence is not None:
            ends.append((timeline(fence), fence.value))
        for wait in batch.waits:
            timeline(wait).listening.remove(self.advance)
        try:
            for wait in batch.waits:
                timeline(wait).query()
            self.run(batch.commands)
        except Error as error:
            if not ends:
                raise
            for end, _ in ends:
                end.fail(error)
            return
        for end, value in ends:
            end.signal(value)

    def wait_idle(self) -> None:
        while self.waiting:
            with self.turn:
                waits = self.waiting[0][0].waits if self.waiting else ()
            for wait in waits:
                wait.semaphore.wait(wait.value)
            self.advance()


def timeline(value: SemaphoreValue | FenceValue) -> Timeline:
    """Raises Error for one that is no number of the host's: those of other devices are not known here."""
    number = value.semaphore if isinstance(value, SemaphoreValue) else value.fence
    if not isinstance(number, Timeline):
        raise Error("a queue is given a semaphore or fence of another kind of device")
    return number


def is_over(wait: SemaphoreValue) -> bool:
    """Whether a value has come, or will not come."""
    semaphore = timeline(wait)
    return semaphore.value >= wait.value or semaphore.error is not None
