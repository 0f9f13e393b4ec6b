"""Two-way conversations between this process and a worker of Dask, by way of the scheduler: two queues, by name."""

from __future__ import annotations

from contextlib import suppress
from pickle import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ASKED_AFTER = 1.0  # seconds without a message, after which it is asked whether the other side is there


class Channel:
    """One end of a conversation. `check()` raises where the other one is gone. Messages are what pickle takes: both ends are this program."""

    def __init__(self, name: str, client: Any, is_worker: bool, check: Callable[[], None] | None = None):
        from distributed import Queue

        out, into = ("up", "down") if is_worker else ("down", "up")
        self.out, self.into, self.check = Queue(f"{name}-{out}", client=client), Queue(f"{name}-{into}", client=client), check

    def send(self, message: Any) -> None:
        self.out.put(dumps(message))

    def receive(self) -> Any:
        from distributed import TimeoutError

        while True:
            with suppress(TimeoutError):
                return loads(self.into.get(timeout=ASKED_AFTER))
            if self.check is not None:
                self.check()

    def close(self) -> None:
        self.out.close()
        self.into.close()


def of_task() -> Callable[[str, Callable[[], None]], Channel]:
    """On a worker, what opens the ends of the task that runs, by a name and a check. Also where the scheduler no longer has the task, as when
    the command is gone, its conversations end with the check's error or with ConnectionError."""
    from distributed import get_client, get_worker

    client, worker = get_client(), get_worker()
    key = worker.get_current_task()

    def opened(name: str, check: Callable[[], None]) -> Channel:
        def check_both() -> None:
            check()
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                raise ConnectionError("the command that asked for this is gone")

        return Channel(name, client, True, check_both)

    return opened
