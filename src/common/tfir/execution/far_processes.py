"""Processes of a grid that run elsewhere. What passes between them, and who waits for whom, is decided where the grid is, as of processes that
run here (`grid.py`): each far process asks for it by messages, on a conversation for each piece of its work.

    far process                             where the grid is
    ("meet", op, group, values, channel)    what all of the group brought
    ("send", op, channel, values)           -
    ("receive", op, channel, sender)        the values
    ("start", op, number)                   -                     and the work goes on in a conversation of its own
    ("finish", op, number)                  None, when that work has ended
    ("ended", None, results)                -
    ("failed", None, what it says)          -

An operation goes by its number in the module, which both sides have.
"""

from __future__ import annotations

from contextvars import ContextVar, copy_context
from functools import partial
from itertools import count
from threading import Thread

from tfir.execution.grid import Grid, Process, Stopped
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    from tfir.execution.grid import Id, Task
    from tfir.ir.operations import Operation

    class Conversation(Protocol):
        def send(self, message: Any) -> None: ...

        def receive(self) -> Any: ...


STOP = "stop"  # what a far process gets in place of an answer when another one has failed


class Failed(Exception):
    """Raised where the grid is for what a far process says of its end."""


class FarTask:
    """Work that was started beside that of a far process."""

    def __init__(self, number: int, work: Callable[[], list], conversation: Conversation):
        self.number, self.work, self.conversation = number, work, conversation
        self.thread = Thread(target=copy_context().run, args=(self.run,), daemon=True)
        self.thread.start()

    def run(self) -> None:
        _conversation.set(self.conversation)
        self.results = told_to(self.conversation, self.work)


def told_to(conversation: Conversation, work: Callable[[], list], tells_results: bool = False) -> list:
    """The results of work, whose end the grid is told of."""
    try:
        results = work()
    except Stopped:
        return []
    except Error as error:
        conversation.send(("failed", None, error.render()))
        return []
    except Exception as defect:
        conversation.send(("failed", None, f"internal error: {type(defect).__name__}: {defect}"))
        return []
    conversation.send(("ended", None, results if tells_results else []))
    return results


_conversation: ContextVar[Conversation] = ContextVar("the conversation of the work that runs")


class FarProcess(Process):
    """A process as the program sees it that runs here. `numbers` are those of the module's operations, by their identities; `opened` makes the
    conversation that a number of work names."""

    def __init__(self, grid: Grid, id: Id, numbers: dict[int, int], opened: Callable[[int], Conversation]):
        super().__init__(grid, id)
        self.numbers, self.opened = numbers, opened
        self.count = count(1)

    def run(self, work: Callable[[], list]) -> None:
        """Does the process's work, to which its first conversation belongs."""
        conversation = self.opened(0)
        _conversation.set(conversation)
        told_to(conversation, work, tells_results=True)

    def tell(self, kind: str, op: Operation | None, *values: Any) -> Conversation:
        conversation = _conversation.get()
        conversation.send((kind, self.numbers.get(id(op)), *values))
        return conversation

    def ask(self, kind: str, op: Operation, *values: Any) -> Any:
        answer = self.tell(kind, op, *values).receive()
        if answer == STOP:
            raise Stopped
        return answer[0]

    def meet(self, op: Operation, group: Sequence[Id], brought: list, channel: int) -> list[list]:
        return self.ask("meet", op, list(group), brought, channel)

    def send(self, channel: Any, values: list) -> None:
        self.tell("send", None, channel, values)

    def receive(self, op: Operation, channel: Any, sender: Id | None) -> list:
        return self.ask("receive", op, channel, sender)

    def start(self, work: Callable[[], list]) -> Any:
        number = next(self.count)
        self.tell("start", None, number)
        return FarTask(number, work, self.opened(number))

    def finish(self, op: Operation, started: Any) -> list:
        self.ask("finish", op, started.number)
        started.thread.join()
        return started.results


def far_processes(replicas: int, partitions: int, numbers: dict[int, int], opened: Callable[[Id, int], Conversation]) -> list[FarProcess]:
    """The processes of a grid as programs see them that run away from it."""
    grid = Grid(replicas, partitions)
    processes = [FarProcess(grid, process.id, numbers, partial(opened, process.id)) for process in grid.processes]
    grid.processes = list(processes)
    return processes


def serve(process: Process, ops: list[Operation], opened: Callable[[Id, int], Conversation], number: int = 0) -> list:
    """The work of a process where the grid is: what its far one asks for, until that ends, whose results it returns."""
    conversation = opened(process.id, number)
    tasks: dict[int, Task | list] = {}
    while True:
        kind, at, *values = conversation.receive()
        op: Any = ops[at] if at is not None else ops[0]
        if kind == "meet":
            group, brought, channel = values
            conversation.send((process.meet(op, group, brought, channel),))
        elif kind == "send":
            process.send(*values)
        elif kind == "receive":
            conversation.send((process.receive(op, *values),))
        elif kind == "start":
            tasks[values[0]] = process.start(partial(serve, process, ops, opened, values[0]))
        elif kind == "finish":
            process.finish(op, tasks.pop(values[0]))
            conversation.send((None,))
        elif kind == "ended":
            return values[0]
        else:
            raise Failed(values[0])
