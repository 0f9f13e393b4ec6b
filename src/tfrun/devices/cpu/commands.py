"""Commands of `runtime.ll`: what runs one after the other, on places in areas of memory that are told apart by number.

Nothing in them is an address, so that they can be kept; `in_memory` makes what machine code reads of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

DISPATCH, COPY, FILL, JUMP, BRANCH, STOP = 1, 2, 3, 4, 5, 0
COMMAND = np.dtype(
    [("kind", "i4"), ("number", "i4"), ("a", "u8"), ("b", "u8"), ("c", "u8"), ("length", "i8"), ("chunks", "i4"), ("lines", "i4")]
)
# Of a command that is being written: the kernel's number, where its places and sizes begin among those of all commands. Of
# a dispatch, CHUNKS are what each thread has, 0 where one thread alone runs it, LINES what workgroups stand in, and NUMBER how many of one a chunk has.
KIND, NUMBER, KERNEL, PLACE, SIZE, LENGTH, CHUNKS, LINES = range(8)
WIDTH = LINES + 1
FEW = 16  # places that are quicker to be changed one by one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfrun.devices.cpu.work import Shares


class Commands:
    """A list of commands being written. A place is a pair, the number of an area and bytes behind its beginning; `kernels` are names. What may be written lies
    in the areas `written`."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.places: list[tuple[int, int]] = []
        self.sizes: list[int] = []
        self.kernels: dict[str, int] = {}
        self.written: set[int] = set()

    def dispatch(
        self,
        kernel: str,
        places: Sequence[tuple[int, int]],
        sizes: Sequence[int],
        count: int,
        shares: Shares,
        written: Sequence[tuple[int, int]],
    ) -> None:
        number = self.kernels.setdefault(kernel, len(self.kernels))
        self.written |= {area for area, _ in written}
        self.add(DISPATCH, places, shares.least, number, sizes, count, shares.chunks, shares.lines)

    def copy(self, source: tuple[int, int], target: tuple[int, int], length: int) -> None:
        self.written.add(target[0])
        self.add(COPY, (source, target), length=length)

    def fill(self, target: tuple[int, int], length: int, value: int) -> None:
        """Bytes of a number of 32 bits, again and again."""
        self.written.add(target[0])
        self.add(FILL, (target,), number=value, length=length)

    def jump(self, to: int) -> None:
        self.add(JUMP, number=to)

    def branch(self, condition: tuple[int, int], otherwise: int) -> None:
        """Goes on where the byte at a place is not 0, else to a command of another number."""
        self.add(BRANCH, (condition,), number=otherwise)

    def stop(self) -> None:
        self.add(STOP)

    def add(
        self,
        kind: int,
        places: Sequence[tuple[int, int]] = (),
        number: int = 0,
        kernel: int = 0,
        sizes: Sequence[int] = (),
        length: int = 0,
        chunks: int = 0,
        lines: int = 1,
    ):
        self.rows.append((kind, number, kernel, len(self.places), len(self.sizes), length, chunks, lines))
        self.places += places
        self.sizes += sizes

    def append(self, other: Commands, areas: Sequence[int]) -> None:
        """All commands of another list but its last, which stops, behind these; of jumps it has none. Its areas have other numbers here."""
        kernels = [self.kernels.setdefault(name, len(self.kernels)) for name in other.kernels]
        for kind, number, kernel, place, size, *extents in other.rows[:-1]:
            places = len(self.places) + place, len(self.sizes) + size
            self.rows.append((kind, number, kernels[kernel] if kernels else 0, *places, *extents))
        self.places += [(areas[number], offset) for number, offset in other.places]
        self.written |= {areas[number] for number in other.written}
        self.sizes += other.sizes

    def table(self) -> Table:
        rows = np.array(self.rows, np.int64).reshape(-1, WIDTH)
        return Table(rows, np.array(self.places, np.int64).reshape(-1, 2), np.array(self.sizes, np.int32), list(self.kernels))


class Table:
    """Commands as arrays: `rows`, of eight numbers each, all their places, all their sizes, and the names of kernels."""

    __slots__ = ("rows", "places", "sizes", "kernels")

    def __init__(self, rows: np.ndarray, places: np.ndarray, sizes: np.ndarray, kernels: list[str]):
        self.rows, self.places, self.sizes, self.kernels = rows, places, sizes, kernels

    def in_memory(self, areas: np.ndarray, address: Callable[[str], int]) -> InMemory:
        """As machine code reads them, for the addresses of all areas and those of kernels."""
        return InMemory(self, areas, np.array([address(name) for name in self.kernels] or [0], np.uint64))


class InMemory:
    """Commands and what they refer to. `address` is that of the first one, valid for as long as this is there."""

    __slots__ = ("commands", "places", "sizes")

    def __init__(self, table: Table, areas: np.ndarray, kernels: np.ndarray):
        rows, self.sizes = table.rows, table.sizes
        self.places = areas[table.places[:, 0]] + table.places[:, 1].astype(np.uint64)
        self.commands = np.zeros(len(rows), COMMAND)
        kind, first = rows[:, KIND], rows[:, PLACE].astype(np.uint64)
        dispatches, at = kind == DISPATCH, np.concatenate([self.places, np.zeros(2, np.uint64)])
        self.commands["kind"], self.commands["number"], self.commands["length"] = kind, rows[:, NUMBER], rows[:, LENGTH]
        self.commands["chunks"], self.commands["lines"] = rows[:, CHUNKS], rows[:, LINES]
        self.commands["a"] = np.where(dispatches, kernels[rows[:, KERNEL]], at[rows[:, PLACE]])
        self.commands["b"] = np.where(dispatches, np.uint64(self.places.ctypes.data) + first * np.uint64(8), at[rows[:, PLACE] + 1])
        self.commands["c"] = np.uint64(self.sizes.ctypes.data) + rows[:, SIZE].astype(np.uint64) * np.uint64(4)

    @property
    def address(self) -> int:
        return self.commands.ctypes.data


class References:
    """Where commands in memory have the addresses of places in an area, which may lie elsewhere in another call."""

    __slots__ = ("held",)

    def __init__(self, table: Table, memory: InMemory, area: int):
        is_inside, offsets = table.places[:, 0] == area, table.places[:, 1]
        held = [(memory.places, np.flatnonzero(is_inside), offsets[is_inside])]
        for field, at in (("a", table.rows[:, PLACE]), ("b", table.rows[:, PLACE] + 1)):
            rows = np.flatnonzero((table.rows[:, KIND] != DISPATCH) & (at < len(is_inside)))
            rows = rows[is_inside[at[rows]]]
            held.append((memory.commands[field], rows, offsets[at[rows]]))
        self.held: list[tuple[np.ndarray, Any, Any]] = []  # with a place, or many
        for array, places, behind in held:
            pairs = zip(places.tolist(), behind.tolist()) if len(places) <= FEW else [(places, behind)]
            self.held += [(array, *pair) for pair in pairs]

    def move(self, address: int) -> None:
        for array, at, offset in self.held:
            array[at] = offset + address
