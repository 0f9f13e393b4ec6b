"""`--replicas` and `--partitions` with `--cluster`: the processes of a program on several workers, each of which runs some of them as threads.

The grid is here: it says who meets whom, in the same order as without workers, so that results are equal bit for bit, and that none can go on where
all wait. When a worker is lost, a first call is made again, on those that are left; a later one is not, since what the program keeps is lost, too.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pickle import dumps, loads
from threading import Event, Thread
from uuid import uuid4

from tfir.cli.files import shown_name
from tfir.cli.process import UsageError
from tfir.cluster.channels import Channel, of_task
from tfir.cluster.dask_workers import DaskWorkers
from tfir.cluster.engine import MOST_LOST
from tfir.execution.entry import find_entry
from tfir.execution.far_processes import STOP, Failed, far_processes, serve
from tfir.execution.grid import Grid, Stopped
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.execution.state import State
from tfir.ir.diagnostics import Error

from tfrun.batches import Program, content_of
from tfrun.devices import Programs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any

    from tfir.execution.grid import Id
    from tfir.execution.grid_program import GridEntry
    from tfir.ir.operations import Operation

ENDED_WITHIN = 5.0  # seconds: the time of processes to see that another one has failed
SINGLE = ("savedmodel", "files-dir", "probe-output-dir", "threads", "measure", "trace", "repeat")


class Lost(Exception):
    """Raised while a call waits for a worker that is gone."""


class GridWork:
    """The work of a worker: some processes of a call. What they keep from call to call it keeps, until a call is made again."""

    def __init__(self, program: Program, size: tuple[int, int]):
        self.program, self.size = program, size
        self.module: Operation | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"program": self.program, "size": self.size, "module": None}

    def open(self) -> None:
        self.module = self.program.prepare()
        self.numbers = {id(op): number for number, op in enumerate(self.module.walk())}
        self.sessions: dict[tuple[str, Id], Session] = {}

    def __call__(self, name: str, data: bytes) -> bytes:
        if self.module is None:
            self.open()
        trial, call, function, inputs = loads(data)
        over, conversations = Event(), of_task()

        def opened(id: Id, number: int) -> Channel:
            return conversations(channel_name(call, id, number), stopped_by(over))

        processes = far_processes(*self.size, self.numbers, opened)
        threads = [
            Thread(target=process.run, args=(partial(self.outputs, trial, function, process, inputs[process.id]),), daemon=True)
            for process in processes
            if process.id in inputs
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        over.set()  # for work beside theirs that is left
        return b""

    def outputs(self, trial: str, function: str, process: Any, arrays: list) -> list:
        assert self.module is not None
        session = self.sessions.get((trial, process.id))
        if session is None:
            session = self.sessions[trial, process.id] = Session(self.module, state=State().of_process(process))
        session.state._process = process  # that of this call
        return interpreted(self.module, find_entry(self.module, function), session)(arrays)


def stopped_by(over: Event) -> Callable[[], None]:
    def check() -> None:
        if over.is_set():
            raise Stopped

    return check


def channel_name(call: str, id: Id, number: int) -> str:
    return f"{call}-{id[0]}-{id[1]}-{number}"


class Calls:
    """The calls of a module whose processes workers run."""

    def __init__(self, module: Operation, size: tuple[int, int], workers: DaskWorkers):
        self.ops, self.size, self.workers = list(module.walk()), size, workers
        self.trial, self.is_first = uuid4().hex, True
        self.places: dict[Id, str] = {}  # the worker of each process

    def program(self, entry: GridEntry) -> Any:
        if entry.of_process.func.name != "func.func":
            raise UsageError("--cluster: runs the processes of a function, and this is a graph")
        return partial(self.run, entry)

    def run(self, entry: GridEntry, arrays: list) -> list:
        for _ in range(MOST_LOST):
            try:
                results = self.called(entry, arrays)
            except Lost:
                if not self.is_first:
                    raise Error("a worker was lost, and with it what the program keeps from call to call") from None
                self.trial, self.places = uuid4().hex, {}
                continue
            self.is_first = False
            return results
        raise Error(f"a worker was lost each of {MOST_LOST} times that the call was made")

    def called(self, entry: GridEntry, arrays: list) -> list:
        grid, call, count = Grid(*self.size), f"tfir-{uuid4().hex}", len(entry.of_process.feeds)
        self.choose_places(grid)
        inputs = {process.id: arrays[at * count : (at + 1) * count] for at, process in enumerate(grid.processes)}
        channels: dict[tuple[Id, int], Channel] = {}

        def opened(id: Id, number: int) -> Channel:
            if (id, number) not in channels:
                name, check = channel_name(call, id, number), partial(self.check, self.places[id])
                channels[id, number] = Channel(name, self.workers.client, is_worker=False, check=check)
            return channels[id, number]

        for process in grid.processes:
            opened(process.id, 0)  # so that it can be told to stop, though its turn has never come
        tasks = {}
        for place in sorted(set(self.places.values())):
            own = {id: values for id, values in inputs.items() if self.places[id] == place}
            tasks[place] = self.workers.begin(call, dumps((self.trial, call, entry.of_process.name, own)), place)
        try:
            works = [partial(serve, process, self.ops, opened) for process in grid.processes]
            return [value for values in grid.run(works) for value in values]
        except Failed as failure:
            raise OfWorker(str(failure)) from None
        except OSError:
            raise Error(f"--cluster={self.workers.cluster}: the scheduler has gone, and with it the call") from None
        finally:
            with suppress(OSError):  # of a scheduler that has gone
                self.end(channels.values(), tasks)

    def end(self, channels: Collection[Channel], tasks: dict[str, Any]) -> None:
        for channel in channels:
            channel.send(STOP)
        for place in tasks.keys() & set(self.workers.addresses()):
            with suppress(Exception):
                tasks[place].result(timeout=ENDED_WITHIN)
        for channel in channels:
            channel.close()

    def choose_places(self, grid: Grid) -> None:
        """As many processes to each worker, as far as they go."""
        addresses = self.workers.addresses()
        if not addresses:
            raise Error("--cluster: there is no worker")
        for at, process in enumerate(grid.processes):
            self.places.setdefault(process.id, addresses[at * len(addresses) // len(grid.processes)])

    def check(self, place: str) -> None:
        if place not in self.workers.addresses():
            raise Lost


class OfWorker(Error):
    """An error as a worker has rendered it, with the places in its text."""

    def render(self, *_: Any, **__: Any) -> str:
        return str(self)


@contextmanager
def session(arguments: Any, module: Operation) -> Iterator[Programs]:
    """As `tfrun.devices.session`: the programs of entries, whose processes are those of `--replicas` and `--partitions`."""
    for flag in SINGLE:
        if getattr(arguments, flag.replace("-", "_")):
            raise UsageError(f"--{flag}: not with --cluster and --replicas or --partitions")
    if arguments.device != "interpreter":
        raise UsageError(f"--replicas and --partitions: not with --device={arguments.device}, but with --device=interpreter")
    size = (arguments.replicas, arguments.partitions)
    source = arguments.files[0]
    work = GridWork(Program(shown_name(source), content_of(source, arguments.constants, module), None, arguments.device, {}), size)
    with ExitStack() as stack:
        workers = stack.enter_context(DaskWorkers(arguments.cluster, work, 1))
        yield Programs(Calls(module, size, workers).program)
