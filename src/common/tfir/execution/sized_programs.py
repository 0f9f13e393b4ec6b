"""Programs for the sizes of each call; those that were kept need no more than this of how a function is run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from tfir.execution.sequencer import leaves_open, sized_as
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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
        kinds = self.kinds_of(arrays)
        if kinds != self.kinds:
            self._take(kinds)
        return self.program(arrays)

    def in_flight(self, calls: Iterable[list | Error], count: int) -> Iterator[list | Error]:
        """The outputs of calls, in their order, or an Error in the place of one; up to `count` of them are under way at a time where the program
        has a `flight(count)`: what begins a call and gives what gives its outputs. An Error among the calls stands for itself."""
        pending: deque[Callable[[], list]] = deque()
        flight: Any = None
        try:
            for arrays in calls:
                try:
                    kinds = self.kinds_of(arrays)
                    if kinds != self.kinds:
                        while pending:
                            yield outcome(pending.popleft())
                        flight = flight and flight.close()
                        self._take(kinds)
                    flight = flight or self.flight(count)
                    while len(pending) >= count:
                        yield outcome(pending.popleft())
                    pending.append(flight.begin(arrays))
                except Error as error:
                    pending.append(partial(raising, error))
            while pending:
                yield outcome(pending.popleft())
        finally:
            if flight is not None:
                flight.close()

    def flight(self, count: int) -> Any:
        made = self.program.flight(count) if count > 1 and hasattr(self.program, "flight") else None
        return InOrder(self.program) if made is None else made

    def kinds_of(self, arrays: list | Error) -> tuple[Type, ...]:
        if isinstance(arrays, Error):
            raise arrays
        return tuple([sized_as(type, array) for array, type in zip(arrays, self.types, strict=True)])

    def _take(self, kinds: tuple[Type, ...]) -> None:
        self.close()
        self.program, self.kinds = self.make(kinds), kinds

    def close(self) -> None:
        """Gives back what the program holds, where it holds anything."""
        if self.kinds is not None and hasattr(self.program, "close"):
            self.program.close()
        self.kinds = None


class InOrder:
    """A flight of one call, which has ended when it has begun."""

    def __init__(self, program: Callable[[list], list]):
        self.program = program

    def begin(self, arrays: list) -> Callable[[], list]:
        outputs = self.program(arrays)
        return lambda: outputs

    def close(self) -> None:
        """Nothing."""


def outcome(ending: Callable[[], list]) -> list | Error:
    try:
        return ending()
    except Error as error:
        return error


def raising(error: Error) -> list:
    raise error
