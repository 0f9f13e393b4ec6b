"""Workers of Dask that are started on this machine for one command, and started again when they end.

A process of its own imports Dask and what the work needs, once, and forks the workers: an import takes a second of a processor, a fork some
milliseconds. It runs no thread, which forking needs, and has sessions and signals apart from the command's. When the command ends, however that
happens, it ends the workers.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from importlib import import_module
from select import select
from threading import Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

QUIET = {"admin.tick.interval": "1s", "admin.system-monitor.interval": "10s", "worker.profile.enabled": False}
"""Settings of processes started here. Dask looks every 10 and 20 ms otherwise what they do, which took a tenth of a worker and of its scheduler."""
MOST_RESTARTS = 1000
ENDED_WITHIN = 5.0  # seconds
FLAGS = ("--nthreads=1", "--no-nanny", "--no-dashboard", "--death-timeout=60", "--memory-limit=0")


class StartedWorkers:
    """`count` workers, whose numeric libraries have `threads` each. `module` is imported before they are forked.

    The import goes on while the caller does something else: `join` says which scheduler they are for.
    """

    def __init__(self, count: int, threads: int, module: str):
        self.count, self.threads, self.module = count, threads, module
        self.address, self.restarts, self.is_ended = "", 0, False
        self.errors = tempfile.TemporaryFile()
        self.start()
        self.watch = Thread(target=self.watched, daemon=True)

    def start(self) -> None:
        settings = {
            "OPENBLAS_NUM_THREADS": str(self.threads),
            "OMP_NUM_THREADS": str(self.threads),
            "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical",
            **{f"DASK_DISTRIBUTED__{name.upper().replace('.', '__').replace('-', '_')}": str(value) for name, value in QUIET.items()},
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(self.count), self.module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors, bufsize=0, env={**os.environ, **settings}, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        self.commands, self.signs = self.process.stdin, self.process.stdout

    def join(self, address: str) -> None:
        self.address = address
        self.tell_address()
        self.watch.start()

    def tell_address(self) -> None:
        with suppress(BrokenPipeError):  # it ended, and what it said is in its errors
            self.commands.write(f"{self.address}\n".encode())

    def watched(self) -> None:
        """Counts what is started again, the process that starts workers included."""
        while not self.is_ended and self.restarts < MOST_RESTARTS:
            while self.signs.read(1):
                self.restarts += 1
            self.process.wait()
            if not self.is_ended:
                self.restarts += 1
                self.start()
                self.tell_address()
        if self.is_ended:  # `stop` may have ended the one before
            self.commands.close()

    @property
    def is_hopeless(self) -> bool:
        """Whether workers end as soon as they begin."""
        return self.restarts > 3 * self.count

    def said(self) -> str:
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def stop(self) -> None:
        self.is_ended = True
        self.commands.close()
        try:
            self.process.wait(ENDED_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.watch.is_alive():
            self.watch.join(ENDED_WITHIN)
        self.errors.close()


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
