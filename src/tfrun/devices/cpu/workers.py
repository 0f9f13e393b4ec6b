"""Threads that run the same commands side by side, each its share of them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from queue import SimpleQueue
from threading import Thread

import numpy as np
from tfir.cli.process import EndedByInterrupts
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.cpu.machine_code import Code


class Workers(AbstractContextManager):
    """`count` threads, the calling one among them. Raises Error where the system does not give so many."""

    def __init__(self, count: int):
        self.count = count
        self.barrier = np.zeros(16, np.int32)
        self.tasks: list[SimpleQueue] = [SimpleQueue() for _ in range(count - 1)]
        self.done: SimpleQueue = SimpleQueue()
        self.threads = [Thread(target=self._work, args=(number, tasks), daemon=True) for number, tasks in enumerate(self.tasks, 1)]
        self._start()

    def _start(self) -> None:
        for number, thread in enumerate(self.threads):
            try:
                thread.start()
            except RuntimeError:
                self.tasks, self.threads = self.tasks[:number], self.threads[:number]
                self.__exit__()
                raise Error(f"--threads={self.count}: the system lets a process have {number + 1} threads and no more") from None

    def run(self, code: Code, commands: int) -> None:
        """Runs the commands that lie at an address."""
        self.barrier[0] = 0
        for tasks in self.tasks:
            tasks.put((code, commands))
        with EndedByInterrupts():
            code.run(commands, 0, 0, self.count, self.barrier.ctypes.data)
        for _ in self.tasks:
            self.done.get()

    def _work(self, number: int, tasks: SimpleQueue) -> None:
        while (task := tasks.get()) is not None:
            code, commands = task
            code.run(commands, 0, number, self.count, self.barrier.ctypes.data)
            self.done.put(number)

    def __exit__(self, *_):
        for tasks in self.tasks:
            tasks.put(None)
        for thread in self.threads:
            thread.join()
