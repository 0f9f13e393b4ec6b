"""The commands of `runtime.ll`, as they lie in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

DISPATCH, COPY, FILL, JUMP, BRANCH, STOP = 1, 2, 3, 4, 5, 0
COMMAND = np.dtype([("kind", "i4"), ("number", "i4"), ("a", "u8"), ("b", "u8"), ("c", "u8"), ("length", "i8"), ("unused", "i8")])


class Commands:
    """A list of commands being written; `keeping` holds what lies at addresses in it."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.keeping: list[object] = []

    def dispatch(self, kernel: int, buffers: Sequence[int], sizes: Sequence[int], count: int) -> None:
        places, numbers = np.array(buffers, np.uint64), np.array(sizes, np.int32)
        self.keeping += [places, numbers]
        self.rows.append((DISPATCH, 0, kernel, places.ctypes.data, numbers.ctypes.data, count, 0))

    def copy(self, source: int, target: int, length: int) -> None:
        self.rows.append((COPY, 0, source, target, 0, length, 0))

    def fill(self, target: int, length: int, value: int) -> None:
        self.rows.append((FILL, value, target, 0, 0, length, 0))

    def jump(self, to: int) -> None:
        self.rows.append((JUMP, to, 0, 0, 0, 0, 0))

    def branch(self, condition: int, otherwise: int) -> None:
        """Goes on where the byte at an address is not 0, else to a command of another number."""
        self.rows.append((BRANCH, otherwise, condition, 0, 0, 0, 0))

    def stop(self) -> None:
        self.rows.append((STOP, 0, 0, 0, 0, 0, 0))

    def array(self) -> np.ndarray:
        return np.array(self.rows, COMMAND)
