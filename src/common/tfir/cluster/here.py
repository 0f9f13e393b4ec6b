"""Work done by this process: one piece after another, or several at a time, where each is a process that is waited for."""

from __future__ import annotations

from queue import SimpleQueue
from time import perf_counter

from tfir.cluster.pieces import Outcome, Piece
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.cluster.pieces import Work


def performed(work: Work, name: str, data: bytes) -> tuple[bytes | None, str | None, float]:
    """The result of a piece or its error in words, and how long it took."""
    began = perf_counter()
    try:
        result = work(name, data)
    except Error as error:
        return None, error.render(), perf_counter() - began
    except MemoryError:
        return None, "error: out of memory", perf_counter() - began
    except Exception as defect:
        return None, f"internal error: {type(defect).__name__}: {defect}", perf_counter() - began
    return result, None, perf_counter() - began


class Here:
    """One piece after another."""

    capacity = 1

    def __init__(self, work: Work):
        self.work = work
        self.sent: list[Piece] = []

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None: ...

    def send(self, piece: Piece) -> None:
        data = piece.read()
        self.sent.append(piece)
        self.data = data

    def receive(self) -> Outcome:
        piece = self.sent.pop()
        return Outcome(piece, *performed(self.work, piece.name, self.data))

    def describe(self) -> str:
        return ""


class SideBySide:
    """Several pieces at a time, each waited for by a thread."""

    def __init__(self, work: Work, jobs: int):
        self.work, self.capacity = work, jobs
        self.outcomes: SimpleQueue[Outcome] = SimpleQueue()

    def __enter__(self) -> SideBySide:
        from concurrent.futures import ThreadPoolExecutor

        self.threads = ThreadPoolExecutor(self.capacity)
        return self

    def __exit__(self, *_: object) -> None:
        self.threads.shutdown(cancel_futures=True)

    def send(self, piece: Piece) -> None:
        data = piece.read()
        self.threads.submit(lambda: self.outcomes.put(Outcome(piece, *performed(self.work, piece.name, data))))

    def receive(self) -> Outcome:
        return self.outcomes.get()

    def describe(self) -> str:
        return f"{self.capacity} at a time"
