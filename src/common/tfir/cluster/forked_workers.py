"""The process that `started_workers.py` starts: it imports Dask and what the work needs, and forks workers until the command closes its pipe.

It runs no thread, which forking needs.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from contextlib import contextmanager, suppress
from importlib import import_module
from select import select

assert sys.platform != "win32", "forks"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

MOST_RESTARTS = 1000
FLAGS = ("--nthreads=1", "--no-nanny", "--no-dashboard", "--death-timeout=60", "--memory-limit=0")


def run_workers(count: int, commands: IO[bytes]) -> None:
    """Reads the scheduler's address, and keeps as many workers until there is no more to read. A byte of standard output is a worker started
    again."""
    address = commands.readline().decode().strip()
    if not address or has_ended(commands):
        return
    ended, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    restarts, workers = 0, set[int]()
    with tempfile.TemporaryDirectory(prefix="tfir-workers-") as folder, ended_at_last(workers):
        workers |= {forked(address, folder) for _ in range(count)}
        while woken(commands, ended):
            for worker in ended_of(workers):
                workers.remove(worker)
                if restarts < MOST_RESTARTS:
                    restarts += 1
                    os.write(1, b".")
                    workers.add(forked(address, folder))


def has_ended(commands: IO[bytes]) -> bool:
    """Whether the command has gone: it says the address, and then it has no more to say."""
    return bool(select([commands], [], [], 0)[0])


def woken(commands: IO[bytes], ended: int) -> bool:
    """Waits until a child may have ended: true; or the command has gone: false."""
    ready, _, _ = select([commands.fileno(), ended], [], [])
    if ended in ready:
        os.read(ended, 4096)
    return commands.fileno() not in ready


def ended_of(workers: set[int]) -> list[int]:
    return [worker for worker in workers if os.waitpid(worker, os.WNOHANG)[0]]


def forked(address: str, folder: str) -> int:
    """The number of a new process that is a worker. It has a group of its own, with the commands that it starts."""
    child = os.fork()
    if child:
        with suppress(OSError):  # the child did it already, or has ended
            os.setpgid(child, child)
        return child
    status = 1
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for descriptor in (0, 1):  # the pipes from and to the command: while one is open, the other side does not see the end
            os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
        from distributed.cli.dask_worker import main

        main([address, *FLAGS, "--local-directory", folder], standalone_mode=False)
        status = 0
    except BaseException as failure:
        print(f"{type(failure).__name__}: {failure}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


@contextmanager
def ended_at_last(workers: set[int]) -> Iterator[None]:
    """Ends workers without a good-bye: what they have done is with the command, or it has gone and does not ask any more."""
    try:
        yield
    finally:
        for worker in workers:
            with suppress(ProcessLookupError):
                os.killpg(worker, signal.SIGKILL)
        for worker in workers:
            os.waitpid(worker, 0)


def main() -> None:
    import_module("distributed.cli.dask_worker")
    import_module(sys.argv[2])
    run_workers(int(sys.argv[1]), sys.stdin.buffer)
    os._exit(0)  # the command waits for this; taking apart what was imported is some 0.3 s


if __name__ == "__main__":
    main()
