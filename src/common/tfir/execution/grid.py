"""Processes that run side by side, as replicas by partitions, and what passes between them. Source: StableHLO specification, "Parallel
execution".

Each process runs in a thread of its own, but only one of them at a time: when it waits or ends, the next one in order that can go on
does. So every run of a program does the same, and when none can go on that is told, with what each waits for.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from threading import Lock, Thread
from typing import Any, TypeAlias

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation

Id: TypeAlias = tuple[int, int]  # of a process: the numbers of its replica and of its partition


class Stopped(BaseException):
    """Raised where a process waits, when another one has failed. No `except Exception` is to hold it up."""


class Wait:
    """Why a process waits at the operation `op`: for the processes `whom()`, until `is_over()`."""

    __slots__ = ("op", "is_over", "whom")

    def __init__(self, op: Operation, is_over: Callable[[], bool], whom: Callable[[], list[Id]]):
        self.op, self.is_over, self.whom = op, is_over, whom


class Task:
    """Work of a process in a thread that runs while it has the turn: it gets it by `resume` and gives it back when it waits or ends."""

    def __init__(self, process: Process, work: Callable[[], list]):
        self.process, self.work = process, work
        self.wait: Wait | None = None
        self.results: list = []
        self.error: BaseException | None = None
        self.is_done = self.is_stopped = self.has_turn = False
        self.turn, self.is_paused = Lock(), Lock()
        self.turn.acquire()
        self.is_paused.acquire()
        Thread(target=copy_context().run, args=(self.run,), daemon=True).start()

    def run(self) -> None:
        self.turn.acquire()
        try:
            self.results = [] if self.is_stopped else self.work()
        except BaseException as error:
            self.error = error
        self.is_done, self.has_turn = True, False
        self.is_paused.release()

    def resume(self) -> None:
        """Gives the task the turn, until it waits or ends. Raises what it does."""
        self.has_turn = True
        self.turn.release()
        self.is_paused.acquire()
        if self.error is not None and not self.is_stopped:
            raise self.error

    def pause(self, wait: Wait) -> None:
        """Called in the task's own thread: gives the turn back, and returns once the task is resumed. Raises Stopped if it is to end."""
        self.wait, self.has_turn = wait, False
        self.is_paused.release()
        self.turn.acquire()
        if self.is_stopped:
            raise Stopped
        self.wait = None

    def stop(self) -> None:
        """Ends the task at the place where it waits, or, if it has the turn, at the next where it would."""
        self.is_stopped = True
        if not self.is_done and not self.has_turn:
            self.resume()

    def can_go_on(self) -> bool:
        return not self.is_done and (self.wait is None or self.wait.is_over())


class Meeting:
    """One execution of an op that several processes do together: what each of them has brought."""

    def __init__(self) -> None:
        self.brought: dict[Id, list] = {}
        self.ops: dict[Id, Operation] = {}


class Grid:
    """`replicas` x `partitions` processes. `infeed` are functions, each of which gives what one infeed reads; `outfeed` collects what is
    written there, a list of arrays each."""

    def __init__(self, replicas: int = 1, partitions: int = 1, infeed: Iterable[Callable[[], list]] = ()):
        self.replicas, self.partitions = replicas, partitions
        self.infeed = deque(infeed)
        self.outfeed: list[list] = []
        self.processes = [Process(self, (replica, partition)) for replica in range(replicas) for partition in range(partitions)]
        self.meetings: dict[tuple, list[Meeting]] = defaultdict(list)  # those that some are still missing from
        self.channels: dict[Any, deque[list]] = defaultdict(deque)
        self.tasks: list[Task] = []
        self.running: Task | None = None

    def run(self, works: Sequence[Callable[[], list]]) -> list[list]:
        """The results of one piece of work for each process. Raises the first error of any of them; then the others have ended too."""
        tasks = [Task(process, work) for process, work in zip(self.processes, works)]
        self.tasks = list(tasks)
        try:
            while self.tasks:
                self.take_turns()
        finally:
            for task in self.tasks:
                task.stop()
            self.tasks, self.running = [], None
            self.meetings.clear()
        return [task.results for task in tasks]

    def take_turns(self) -> None:
        """One turn for each task that can go on. Raises Error where none can."""
        ready = [task for task in self.tasks if task.can_go_on()]
        if not ready:
            raise deadlock([(task.process.id, task.wait) for task in self.tasks if task.wait is not None], self.ids_running())
        for task in ready:
            self.running = task
            task.resume()
        self.tasks = [task for task in self.tasks if not task.is_done]

    def ids_running(self) -> set[Id]:
        return {task.process.id for task in self.tasks}

    def check(self, op: Operation, ids: Iterable[Id]) -> None:
        """Raises Error where one of the processes that an operation names is not on the grid."""
        for replica, partition in ids:
            if not (0 <= replica < self.replicas and 0 <= partition < self.partitions):
                size = f"{self.replicas} x {self.partitions}"
                raise Error.on(op, f"needs process ({replica}, {partition}), and runs on {size} processes (--replicas=R --partitions=P)")


class Process:
    """A place on the grid. `id` are the numbers of its replica and of its partition."""

    def __init__(self, grid: Grid, id: Id):
        self.grid, self.id = grid, id

    def wait(self, op: Operation, is_over: Callable[[], bool], whom: Callable[[], list[Id]]) -> None:
        """Lets others go on until `is_over()`. Raises Error where there are no others."""
        if is_over():
            return
        wait = Wait(op, is_over, whom)
        if self.grid.running is None:
            raise deadlock([(self.id, wait)], {self.id})
        self.grid.running.pause(wait)

    def meet(self, op: Operation, group: Sequence[Id], brought: list, channel: int) -> list[list]:
        """The values that the processes of a group bring to a collective operation, in the group's order."""
        self.grid.check(op, group)
        gatherings = self.grid.meetings[channel, tuple(group)]
        meeting = next((each for each in gatherings if self.id not in each.brought), None)
        if meeting is None:
            meeting = Meeting()
            gatherings.append(meeting)
        self.join(op, meeting, brought)
        if len(meeting.brought) == len(group):
            gatherings.remove(meeting)
        self.wait(op, lambda: len(meeting.brought) == len(group), lambda: [id for id in group if id not in meeting.brought])
        return [meeting.brought[id] for id in group]

    def join(self, op: Operation, meeting: Meeting, brought: list) -> None:
        for id, other in meeting.ops.items():
            if other.name != op.name or len(meeting.brought[id]) != len(brought):
                what = f"in process {self.id} meets a '{other.name}' of {len(meeting.brought[id])} values in process {id}"
                raise Error.on(op, what, [("which is this one", other)])
        meeting.brought[self.id], meeting.ops[self.id] = brought, op

    def send(self, channel: Any, values: list) -> None:
        """Leaves values in a channel; they may be received at any later time."""
        self.grid.channels[channel].append(values)

    def receive(self, op: Operation, channel: Any, sender: Id | None) -> list:
        """The oldest values in a channel, as soon as there are any. `sender` is the process that sends them, if only one may."""
        queue, others = self.grid.channels[channel], [process.id for process in self.grid.processes if process is not self]
        self.wait(op, lambda: bool(queue), lambda: others if sender is None else [sender])
        return queue.popleft()

    def start(self, work: Callable[[], list]) -> Task | list:
        """Begins work that goes on beside that of the process. A process that is alone has it done at once."""
        if self.grid.running is None:
            return work()
        before, task = self.grid.running, Task(self, work)
        self.grid.tasks.append(task)
        self.grid.running = task
        task.resume()  # as far as it gets, so that what it brings to others is there
        self.grid.running = before
        return task

    def finish(self, op: Operation, started: Task | list) -> list:
        """The results of work that was started."""
        if isinstance(started, list):
            return started
        self.wait(op, lambda: started.is_done, lambda: [self.id])
        return started.results


def deadlock(waiting: list[tuple[Id, Wait]], running: set[Id]) -> Error:
    """The error of processes of which none can go on: the first, with what each of the others waits for as notes."""
    (id, wait), *others = waiting
    notes = [Diagnostic(f"process {other} {told(each, running)}", each.op, "note") for other, each in others]
    return Error.on(wait.op, f"in process {id} {told(wait, running)}", notes)


def told(wait: Wait, running: set[Id]) -> str:
    whom = wait.whom()
    words = [f"process {id}, which {'waits too' if id in running else 'has ended'}" for id in whom]
    return f"waits for {', for '.join(words) or 'itself'}"
