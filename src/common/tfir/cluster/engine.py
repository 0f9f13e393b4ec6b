"""Pieces of work, a bounded number of them under way: each is finished once, tried again where its worker is lost, told of by name where it fails."""

from __future__ import annotations

from collections import deque
from time import perf_counter

from tfir.cluster.pieces import Outcome, Piece
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from tfir.cluster.pieces import Work, Workers

MOST_LOST = 3  # workers that a piece may have been under way on, the last of them alone, and be tried again


class Tally:
    """What a run came to. `seconds` has the time of each piece that was finished."""

    def __init__(self, total: int, kept: int = 0):
        self.total, self.kept = total, kept
        self.seconds: list[float] = []
        self.failed: list[str] = []
        self.retries = 0
        self.began = perf_counter()

    @property
    def ended(self) -> int:
        return len(self.seconds) + len(self.failed)

    def so_far(self, what: str) -> str:
        """How many, and how fast, while others are under way."""
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"{self.kept + self.ended} of {self.total} {what}, {self.ended / (perf_counter() - self.began):.1f} per second{failed}"

    def line(self, what: str, where: str) -> str:
        """One line: how many, how fast, percentiles, and what went wrong."""
        elapsed, done = perf_counter() - self.began, len(self.seconds)
        words = [f"{done} {what} in {elapsed:.3f} s", f"{done / elapsed:.1f} per second" if elapsed else "", where]
        if self.seconds:
            ordered = sorted(self.seconds)
            ranks = {name: ordered[-(-done * percent // 100) - 1] for name, percent in (("median", 50), ("p90", 90), ("p99", 99))}
            words.append("each " + ", ".join([f"{name} {seconds * 1e3:.3f} ms" for name, seconds in ranks.items()]))
        words += [f"{self.kept} were there"] * bool(self.kept) + [f"{self.retries} tried again"] * bool(self.retries)
        words += [f"{len(self.failed)} failed"] * bool(self.failed)
        return "; ".join([each for each in words if each])


def outcomes(pieces: Iterable[Piece], workers: Workers, tally: Tally) -> Iterator[Outcome]:
    """The outcome of each piece, with its result or error, as they come.

    A piece whose worker was lost is sent again. The second time it waits until it can be the only one under way, so that what ends workers is
    told apart from what was beside it; one that takes several workers with it alone has failed.
    """
    waiting, again, suspects = iter(pieces), deque[Piece](), deque[Piece]()
    under_way, is_alone = 0, False
    while True:
        while under_way < workers.capacity and not is_alone:
            piece = again.popleft() if again else next(waiting, None)
            if piece is None:
                if under_way or not suspects:
                    break
                piece, is_alone = suspects.popleft(), True
            try:
                workers.send(piece)
            except Error as error:  # a file that cannot be read
                yield ended(Outcome(piece, error=error.render()), tally)
                is_alone = False
                continue
            under_way += 1
        if not under_way:
            return
        outcome = workers.receive()
        under_way -= 1
        piece = outcome.piece
        if not outcome.is_lost:
            is_alone = False
            yield ended(outcome, tally)
            continue
        tally.retries += 1
        piece.lost += 1
        if is_alone and piece.lost > MOST_LOST:
            is_alone = False
            yield ended(Outcome(piece, error=f"error: the worker was lost {piece.lost} times with this piece under way"), tally)
        else:
            is_alone = False
            (again if piece.lost == 1 else suspects).append(piece)


def ended(outcome: Outcome, tally: Tally) -> Outcome:
    if outcome.error is None:
        tally.seconds.append(outcome.seconds)
    else:
        tally.failed.append(outcome.piece.name)
    return outcome


def opened(cluster: str | None, work: Work, threads: int, jobs: int = 1) -> AbstractContextManager[Any]:
    """A context manager: the workers that `--cluster` names, each with the work; without one, this process, for work that starts processes
    with several `jobs` at a time."""
    if cluster is None:
        from tfir.cluster.here import Here, SideBySide

        return Here(work) if jobs == 1 else SideBySide(work, jobs)
    from tfir.cluster.dask_workers import DaskWorkers

    return DaskWorkers(cluster, work, threads)
