"""Workers of Dask that are started on this machine for one command, and started again when they end.

A process of its own imports Dask and what the work needs, once, and forks the workers (`forked_workers.py`): an import takes a second of a
processor, a fork some milliseconds. It has a session apart from the command's, so that signals of the terminal do not reach workers. When the
command ends, however that happens, it ends them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from threading import Thread

from tfir.ir.diagnostics import Error

QUIET = {"admin.tick.interval": "1s", "admin.system-monitor.interval": "10s", "worker.profile.enabled": False}
"""Settings of processes started here. Dask looks every 10 and 20 ms otherwise what they do, which took a tenth of a worker and of its scheduler."""
MOST_RESTARTS = 1000
ENDED_WITHIN = 5.0  # seconds


class StartedWorkers:
    """`count` workers, whose numeric libraries have `threads` each. `module` is imported before they are forked.

    The import goes on while the caller does something else: `join` says which scheduler they are for.
    """

    def __init__(self, count: int, threads: int, module: str):
        if not hasattr(os, "fork"):
            raise Error(
                "--cluster=local:N forks its workers, and this system has no forks; start `dask scheduler` and `dask worker HOST:8786`, and give"
                " --cluster=HOST:8786"
            )
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
            [sys.executable, "-m", "tfir.cluster.forked_workers", str(self.count), self.module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
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
        """Counts what is started again, the process that forks workers included."""
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
