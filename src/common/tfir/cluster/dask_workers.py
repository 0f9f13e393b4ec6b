"""Workers of Dask distributed: processes that are started here (`local:4`), or those of a scheduler that runs already (`host:8786`).

The work goes to each worker once, as a plug-in of the worker, also to those that come later. A task is a piece, or several that take little time.
What a worker had when it was lost is told as lost: how often it is tried again says the engine.
"""

from __future__ import annotations

import logging
import os
import warnings
from contextlib import ExitStack, suppress
from hashlib import blake2b
from importlib.util import find_spec
from pickle import dumps, loads
from threading import Lock
from time import monotonic, sleep

from tfir.cli.process import UsageError
from tfir.cluster.here import performed
from tfir.cluster.pieces import Outcome, Piece
from tfir.cluster.started_workers import QUIET, StartedWorkers
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.cluster.pieces import Work

AHEAD = 2  # tasks for each worker: one is computed while the next one is on its way
TASK_SECONDS = 0.5  # of work in a task: the scheduler, the command and the worker take 10 to 20 ms of processor time for each
MOST_PIECES, MOST_BYTES = 64, 16 << 20  # in a task
STARTED_WITHIN, FOUND_WITHIN = 90.0, 30.0  # seconds
ASKED_EACH = 2.0  # seconds
MOST_REGISTERED = 5  # times that the workers of a scheduler are given the work, while some of them end


def imported() -> Any:
    try:
        import distributed
    except ImportError as missing:
        if missing.name not in ("distributed", "dask"):
            raise
        raise Error("--cluster needs Dask distributed: pip install 'tfir[cluster]'") from None
    return distributed


def count_of(cluster: str) -> int | None:
    """How many workers are to be started here; None for an address. Raises UsageError for what is neither."""
    kind, _, rest = cluster.partition(":")
    if kind != "local":
        if not rest or not cluster.rpartition(":")[2].isdecimal():
            raise UsageError(f"--cluster={cluster}: expected local:N, or the address of a scheduler, as host:8786")
        return None
    if rest and (not rest.isdecimal() or not int(rest)):
        raise UsageError(f"--cluster={cluster}: expected a number of workers, as in local:4")
    return int(rest) if rest else os.cpu_count() or 1


class DaskWorkers:
    """A context manager; see `pieces.Workers`."""

    def __init__(self, cluster: str, work: Work, threads: int):
        self.cluster, self.threads, self.count = cluster, threads, count_of(cluster)
        self.pickled, self.module = dumps(work), type(work).__module__
        self.key = f"tfir-{blake2b(self.pickled, digest_size=16).hexdigest()}"
        self.pieces: dict[str, list[Piece]] = {}  # under way, by the keys of their tasks
        self.waiting: list[tuple[Piece, bytes]] = []  # for others that go with them
        self.ended: list[Outcome] = []
        self.together = 1  # pieces in a task
        self.sent = self.workers = 0
        self.asked = -ASKED_EACH
        self.started: StartedWorkers | None = None

    def __enter__(self) -> DaskWorkers:
        self.stack = ExitStack()
        for name in ("distributed", *[name for name in logging.root.manager.loggerDict if name.startswith("distributed.")]):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        warnings.filterwarnings("ignore", module="distributed")
        try:
            if self.count is not None and find_spec("distributed") is not None:
                self.started = StartedWorkers(self.count, self.threads, self.module)
                self.stack.callback(self.started.stop)
            self.distributed = imported()
            self.stack.enter_context(self._dask_settings())
            address = self.cluster if self.started is None else self._scheduler_of(self.started)
            self.connect(address)
            if not self.joined():
                raise Error(f"--cluster={self.cluster}: the scheduler has no workers")
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self.client.close(timeout=2)
        self.stack.close()

    def _dask_settings(self) -> Any:
        import dask

        quiet = {f"distributed.{name}": value for name, value in QUIET.items()}
        mine = {"distributed.scheduler.allowed-failures": 0, **quiet} if self.count else {}
        return dask.config.set({"distributed.comm.timeouts.connect": f"{FOUND_WITHIN:g}s", **mine})

    def _scheduler_of(self, workers: StartedWorkers) -> str:
        """The address of a scheduler in this process, when the workers have joined it."""
        cluster = self.stack.enter_context(
            self.distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=logging.CRITICAL, protocol="tcp")
        )
        workers.join(cluster.scheduler_address)
        deadline = monotonic() + STARTED_WITHIN
        while len(cluster.scheduler.workers) < workers.count:
            if monotonic() > deadline or workers.is_hopeless:
                raise Error(f"--cluster={self.cluster}: a worker did not start: {workers.said()}")
            sleep(0.02)
        return str(cluster.scheduler_address)

    def connect(self, address: str) -> None:
        self.address = address
        try:
            self.client = self.distributed.Client(address, timeout=FOUND_WITHIN, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise Error(f"--cluster={self.cluster}: no scheduler answers there: {error}") from None
        from tfir.cluster.dask_plugin import WorkOfWorker

        self.ended += [Outcome(piece) for pieces in self.pieces.values() for piece in pieces]
        self.pieces.clear()
        for trial in reversed(range(MOST_REGISTERED)):
            try:
                self.client.register_plugin(WorkOfWorker(self.pickled), name=self.key)
                break
            except OSError as error:  # of a worker that ends just now; the scheduler gives the plug-in to those that join
                if not trial:
                    raise Error(f"--cluster={self.cluster}: a worker does not take the program: {error}") from None
        self.completed = self.distributed.as_completed(loop=self.client.loop)

    @property
    def capacity(self) -> int:
        return self.tasks * self.together

    @property
    def tasks(self) -> int:
        """How many may be under way."""
        return AHEAD * max(1, self.count or self.joined())

    def joined(self) -> int:
        """How many workers the scheduler has, which is asked once in a while."""
        if monotonic() - self.asked > ASKED_EACH:
            self.asked, self.workers = monotonic(), len(self.client.nthreads())
        return self.workers

    def send(self, piece: Piece) -> None:
        data = piece.read()
        if piece.lost:  # with others it would take them along once more
            self.submit([(piece, data)])
            return
        self.waiting.append((piece, data))
        if len(self.waiting) >= self.together or sum([len(data) for _, data in self.waiting]) >= MOST_BYTES:
            self.submit_waiting()

    def submit_waiting(self) -> None:
        waiting, self.waiting = self.waiting, []
        self.submit(waiting)

    def submit(self, pieces: list[tuple[Piece, bytes]]) -> None:
        if self.client.status not in ("running", "connecting"):
            self.connect(self.address)
        future = self.task([(piece.name, data) for piece, data in pieces])
        self.pieces[future.key] = [piece for piece, _ in pieces]
        self.completed.add(future)

    def task(self, pieces: list[tuple[str, bytes]], **where: Any) -> Any:
        self.sent += 1
        return self.client.submit(perform, self.key, pieces, key=f"{self.key}-{self.sent}", pure=False, retries=0, **where)

    def addresses(self) -> list[str]:
        """Those of the workers that the scheduler has."""
        return sorted(self.client.nthreads())

    def begin(self, name: str, data: bytes, address: str) -> Any:
        """The task of a piece of work for one worker, which other pieces may talk to while it runs."""
        return self.task([(name, data)], workers=[address])

    def receive(self) -> Outcome:
        while not self.ended:
            while self.waiting and len(self.pieces) < self.tasks:
                self.submit_waiting()
            try:
                future = next(self.completed)
            except StopIteration:
                raise Error(f"--cluster={self.cluster}: the scheduler has gone, and nothing is under way") from None
            self.ended = self.outcomes(self.pieces.pop(future.key, []), future)[::-1]
        return self.ended.pop()

    def outcomes(self, pieces: list[Piece], future: Any) -> list[Outcome]:
        try:
            ended = [Outcome(piece, *each) for piece, each in zip(pieces, future.result())]
        except Exception as failure:
            error = None if is_loss(failure) else f"internal error: {type(failure).__name__}: {failure}"
            return [Outcome(piece, error=error) for piece in pieces]
        finally:
            future.release()
        mean = sum([each.seconds for each in ended]) / max(len(ended), 1)
        self.together = max(1, min(MOST_PIECES, 2 * self.together, int(TASK_SECONDS / max(mean, 1e-6))))
        return ended

    def describe(self) -> str:
        count = self.count or self.joined()
        restarts = self.started.restarts if self.started is not None else 0
        return f"{count} worker{'s' * (count != 1)}{f', of which {restarts} were started again' if restarts else ''}"


def is_loss(failure: Exception) -> bool:
    """Whether a task failed with its worker, or the connection to it, and not by what it does."""
    from asyncio import CancelledError

    from distributed.comm import CommClosedError
    from distributed.scheduler import KilledWorker

    return isinstance(failure, (KilledWorker, CommClosedError, CancelledError)) or type(failure).__name__ in (
        "FutureCancelledError",
        "FuturesCancelledError",
    )


_works: dict[str, Any] = {}
_making = Lock()


def perform(key: str, pieces: list[tuple[str, bytes]]) -> list[tuple[bytes | None, str | None, float]]:
    """Does pieces of work on a worker, whose plug-in has the work."""
    from distributed import get_worker

    with _making:
        if key not in _works:
            plugin: Any = get_worker().plugins[key]
            _works[key] = loads(plugin.pickled)
    return [performed(_works[key], name, data) for name, data in pieces]
