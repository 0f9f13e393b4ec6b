"""Pieces of work, what becomes of them, and what does them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeAlias

    Work: TypeAlias = Callable[[str, bytes], bytes]
    """What is done with a piece's name and data: pickled here, called where the worker is. Raises Error where the piece is wrong."""

    class Workers(Protocol):
        """Where work is done: `capacity` pieces may be under way at a time."""

        capacity: int

        def send(self, piece: Piece) -> None: ...

        def receive(self) -> Outcome:
            """The next outcome of a piece that was sent, in any order."""

        def describe(self) -> str: ...


class Piece:
    """`read()` gives the data, which no more pieces than are under way have in memory."""

    __slots__ = ("name", "read", "lost")

    def __init__(self, name: str, read: Callable[[], bytes]):
        self.name, self.read, self.lost = name, read, 0


class Outcome:
    """What became of a piece: its `result`, or the `error` in words, or neither where its worker was lost. `seconds` are the worker's."""

    __slots__ = ("piece", "result", "error", "seconds")

    def __init__(self, piece: Piece, result: bytes | None = None, error: str | None = None, seconds: float = 0.0):
        self.piece, self.result, self.error, self.seconds = piece, result, error, seconds

    @property
    def is_lost(self) -> bool:
        return self.result is None and self.error is None
