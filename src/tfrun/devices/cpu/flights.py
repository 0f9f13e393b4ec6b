"""Several calls of a program at a time, on processors: each in a thread, with memory and a device of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tfrun.devices.cpu.device import ProcessorDevice
from tfrun.devices.cpu.recording import RecordedProgram
from tfrun.devices.cpu.workers import Workers


class Flight:
    """Up to `count` calls under way; each has as many threads as the program."""

    def __init__(self, program: RecordedProgram, count: int):
        code, threads = program.device.code, program.device.workers.count
        self.stack = ExitStack()
        workers = [self.stack.enter_context(Workers(threads)) for _ in range(count)]
        self.free = deque([program.twin(ProcessorDevice(each, lambda: code)) for each in workers])
        self.pool = self.stack.enter_context(ThreadPoolExecutor(count))  # whose threads end before the workers do

    def begin(self, arrays: list) -> Callable[[], list]:
        twin = self.free.popleft()
        call = self.pool.submit(twin, arrays)

        def result() -> list:
            try:
                return call.result()
            finally:
                self.free.append(twin)

        return result

    def close(self) -> None:
        self.stack.close()
