"""Threads that take part in dispatches. They wait in machine code (`runtime.ll`), so that to wake them takes a few microseconds."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from threading import RLock, Thread

import numpy as np
from tfir.cli.process import EndedByInterrupts
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.cpu.machine_code import Code

LINE = 128  # bytes that a processor fetches together


class Workers(AbstractContextManager):
    """`count` threads, the calling one among them; the others begin with the first run."""

    def __init__(self, count: int):
        self.count, self.pool = count, Pool(count)

    def run(self, code: Code, commands: int) -> None:
        """Runs the commands that lie at an address. Raises Error where the system does not give so many threads."""
        with self.turn:
            self.pool.run(code, commands)

    @property
    def turn(self) -> RLock:
        """What one Python thread holds at a time while it runs a program, from writing its inputs to reading its outputs."""
        if self.pool.process != os.getpid():
            self.pool = Pool(self.count)  # a process that was forked has the calling thread alone
        return self.pool.turn

    def __exit__(self, *_):
        self.pool.end()


class Pool:
    """Threads of one process, and the memory that they meet in."""

    def __init__(self, count: int):
        self.count, self.process, self.turn = count, os.getpid(), RLock()
        self.memory = np.zeros(3 * LINE, np.uint8)
        self.address = self.memory.ctypes.data + -self.memory.ctypes.data % LINE
        self.threads: list[Thread] = []
        self.code: Code | None = None  # which the threads are in

    def run(self, code: Code, commands: int) -> None:
        if self.code is None:
            self.begin(code)
        with EndedByInterrupts():
            code.run(commands, self.count, self.address)

    def begin(self, code: Code) -> None:
        self.code = code
        for number in range(1, self.count):
            thread = Thread(target=self.take_part, args=(code,), daemon=True)
            try:
                thread.start()
            except RuntimeError:
                self.end()
                raise Error(f"--threads={self.count}: the system lets a process have {number} threads and no more") from None
            self.threads.append(thread)

    def take_part(self, code: Code) -> None:
        code.work(self.address)

    def end(self) -> None:
        """Lets the threads go; the next run begins others."""
        if self.code is None or self.process != os.getpid():
            return
        self.code.end(self.address)
        for thread in self.threads:
            thread.join()
        self.code, self.threads = None, []
        self.memory[:] = 0
