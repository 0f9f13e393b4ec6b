"""Programs for the sizes of each call; those that were kept need no more than this of how a function is run."""

from __future__ import annotations

from collections.abc import Callable

from tfir.execution.sequencer import leaves_open, sized_as
from tfir.ir.operations import Operation
from tfir.ir.types import Type


class SizedPrograms:
    """A function of the sequencer as a program for the sizes of each call: `make(kinds)`, for types of the arguments that leave no size
    open, is made where a call brings other sizes than the one before, and then told to `close`, where it can be."""

    def __init__(self, func: Operation, make: Callable[[tuple[Type, ...]], Callable]):
        self.types = [value.type for value in func.body.arguments]
        self.make = make
        self.kinds: tuple[Type, ...] | None = None
        if not any(map(leaves_open, self.types)):
            self._take(tuple(self.types))

    def __call__(self, arrays: list) -> list:
        kinds = tuple([sized_as(type, array) for array, type in zip(arrays, self.types, strict=True)])
        if kinds != self.kinds:
            self._take(kinds)
        return self.program(arrays)

    def _take(self, kinds: tuple[Type, ...]) -> None:
        self.close()
        self.program, self.kinds = self.make(kinds), kinds

    def close(self) -> None:
        """Gives back what the program holds, where it holds anything."""
        if self.kinds is not None and hasattr(self.program, "close"):
            self.program.close()
        self.kinds = None
