"""Semaphores, fences and queues of a device that computes as it is told to: what is submitted runs before `submit` returns, or, where it has to
wait for a semaphore, when that is signalled, in the thread that does so."""

from __future__ import annotations

from collections import deque
from itertools import count
from math import inf
from threading import Condition, RLock, get_ident

from tfir.hal.admission import Admission, BinarySemaphore
from tfir.hal.submission import FenceValue, SemaphoreValue, SubmissionBatch
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
        self.assured: float = initial  # what it comes to without anything else being submitted or signalled
        self.queue: HostQueue | None = None  # that of a fence
        self.error: Error | None = None
        self.listening: list[Callable[[], None]] = []  # called when it has grown

    def query(self) -> int:
        if self.error is not None:
            raise self.error
        return self.value

    def signal(self, value: int) -> None:
        with self.changed:
            check_grows(self.value, value)
            self.value, self.assured = value, max(value, self.assured)
            self.changed.notify_all()
        for listener in self.listening[:]:
            listener()

    def promise(self, value: int) -> None:
        """As a fence, before something is submitted that brings it there."""
        check_grows(self.promised, value)
        self.promised = value

    def fail(self, error: Error) -> None:
        with self.changed:
            self.error, self.assured = error, inf  # what waits for it waits no longer
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


class HostBinarySemaphore(BinarySemaphore):
    """Each signal is the next value of a timeline."""

    def __init__(self) -> None:
        super().__init__()
        self.timeline, self.counts = Timeline(), {"signals": count(1), "waits": count(1)}


def on_timeline(each: SemaphoreValue | BinarySemaphore, side: str) -> SemaphoreValue:
    """A semaphore among a batch's `waits` or `signals` as a value of a timeline."""
    if isinstance(each, SemaphoreValue):
        return each
    assert isinstance(each, HostBinarySemaphore), "others are refused before"
    return SemaphoreValue(each.timeline, next(each.counts[side]))


class Pending:
    """A batch that waits for its turn, and for values of timelines; `ends` come to values behind it, those of `fence` too."""

    __slots__ = ("waits", "commands", "ends")

    def __init__(self, batch: SubmissionBatch, fence: FenceValue | None):
        self.commands = batch.commands
        self.waits = [on_timeline(each, "waits") for each in batch.waits]
        signals: list[SemaphoreValue | FenceValue] = [on_timeline(each, "signals") for each in batch.signals]
        self.ends = [(timeline(each), each.value) for each in (signals if fence is None else [*signals, fence])]

    def is_ready(self) -> bool:
        return all([is_over(wait) for wait in self.waits])


class HostQueue:
    """`run(commands)` runs command buffers and returns when they are done. `waiting` are batches, each with what its fence gets; `worker` is the thread that runs one.
    Queues signal each other, so that none holds its lock while it runs or signals."""

    def __init__(self, run: Callable[[Sequence[Any]], None], takes_dispatches: bool = True):
        self.run, self.takes_dispatches = run, takes_dispatches
        self.lock, self.worker = RLock(), 0
        self.idle = Condition(self.lock)
        self.waiting: deque[Pending] = deque()
        self.open: list[SemaphoreValue] = []

    def submit(self, batches: Sequence[SubmissionBatch], fence: FenceValue | None = None) -> None:
        for batch in batches:
            for each in (*batch.waits, *batch.signals):
                check_host(each)  # those of other devices are refused before anything is promised
        if fence is not None:
            timeline(fence)
        admission = Admission(self, batches, fence)
        if fence is not None:
            fence.fence.promise(fence.value)
        admission.commit()
        with self.lock:
            for number, batch in enumerate(batches or (SubmissionBatch(),), 1):
                self.append(Pending(batch, fence if number >= len(batches) else None))
        self.advance()
        while not self.is_free():  # another thread runs it, or is about to
            with self.lock:
                self.idle.wait_for(self.is_free)
            self.advance()  # if that ended with an error before it came to it

    def append(self, batch: Pending) -> None:
        for wait in batch.waits:
            timeline(wait).listening.append(self.advance)
        self.waiting.append(batch)

    def is_free(self) -> bool:
        """Whether no other thread runs a batch."""
        return self.worker in (0, get_ident())

    def advance(self) -> None:
        """Runs what waits no longer, in order. Where a batch is under way already, its thread goes on with the next."""
        ready = self.begun()
        while ready is not None:
            try:
                self.complete(ready)
            except BaseException:
                self.rest()
                raise
            ready = self.begun(is_worker=True)

    def begun(self, is_worker: bool = False) -> Pending | None:
        """The next batch, for this thread, if it can begin."""
        with self.lock:
            if self.worker and not is_worker:
                return None
            if self.waiting and self.waiting[0].is_ready():
                self.worker = get_ident()
                return self.waiting.popleft()
            if is_worker:
                self.rest()
            return None

    def rest(self) -> None:
        with self.lock:
            self.worker = 0
            self.idle.notify_all()

    def complete(self, batch: Pending) -> None:
        for wait in batch.waits:
            timeline(wait).listening.remove(self.advance)
        try:
            for wait in batch.waits:
                timeline(wait).query()
            self.run(batch.commands)
        except Error as error:
            if not batch.ends:
                raise
            for end, _ in batch.ends:
                end.fail(error)
            return
        for end, value in batch.ends:
            end.signal(value)

    def wait_idle(self) -> None:
        while True:
            with self.lock:
                self.idle.wait_for(self.is_free)
                if not self.waiting:
                    return
                waits = self.waiting[0].waits
            for wait in waits:
                timeline(wait).wait(wait.value)
            self.advance()


def host_queues(run: Callable[[Sequence[Any]], None]) -> tuple[list[HostQueue], list[HostQueue]]:
    """(one for all commands, one for copies and fills), of a device that has none of its own."""
    return [HostQueue(run)], [HostQueue(run, takes_dispatches=False)]


def check_host(each: SemaphoreValue | BinarySemaphore) -> None:
    if not isinstance(each, HostBinarySemaphore):
        timeline(each)


def timeline(value: SemaphoreValue | FenceValue | BinarySemaphore) -> Timeline:
    """Raises Error for one that is no number of the host's: those of other devices are not known here."""
    number = getattr(value, "fence" if isinstance(value, FenceValue) else "semaphore", None)
    if not isinstance(number, Timeline):
        raise Error("a queue is given a semaphore or fence of another kind of device")
    return number


def is_over(wait: SemaphoreValue) -> bool:
    """Whether a value has come, or will not come."""
    semaphore = timeline(wait)
    return semaphore.value >= wait.value or semaphore.error is not None
