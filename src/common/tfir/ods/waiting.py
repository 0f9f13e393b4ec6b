"""Ops that cannot end before another op has run: a queue that is empty, a lock that is taken."""

from __future__ import annotations

from functools import partial

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Progress:
    """Counts what is done, so that those who try ops again in rounds see whether a round changed something."""

    made: ClassVar[int] = 0


class Waits(Error):
    """Raised by an op in place of its results. `again()` gives these as soon as it can, and raises this till then. Who runs ops in an order of
    their own goes on with others first; for all else it is the error that it is: in this program nothing brings what is waited for.

    Where the body of a function waits (`in_function`), `again` gives the results of the function, or those that the op makes of them
    (`is_followed`).
    """

    def __init__(self, message: str, again: Callable[[], Any], in_function: bool = False):
        super().__init__(message)
        self.again, self.in_function, self.is_followed, self.is_told = again, in_function, False, False

    @staticmethod
    def like(wait: Waits, again: Callable[[], Any]) -> Waits:
        """One of a function, in which that one is met."""
        whole = Waits(str(wait), again, in_function=True)
        whole.diagnostics = wait.diagnostics
        return whole

    def followed_by(self, then: Callable[[Any], Any]) -> Waits:
        """With results that are what `then` makes of them."""
        before = self.again

        def again() -> Any:
            try:
                results = before()
            except Waits as wait:
                raise wait.followed_by(then) from None
            return then(results)

        self.again, self.is_followed = again, True
        return self


def repeated(
    values: Any, condition: Callable[..., Any], body: Callable[..., Any], holds: Callable[[Any], bool] = bool, told: Any = None
) -> list[Any]:
    """The values after the last iteration of a loop. The condition may give more than its truth value, which comes first: `told` is what it
    gave of these values, where it did."""
    while True:
        try:
            told = condition(*values) if told is None else told
        except Waits as wait:
            raise wait.followed_by(partial(repeated, values, condition, body, holds)) from None
        if not holds(told[0]):
            return list(values)
        told = None
        try:
            values = body(*values)
        except Waits as wait:
            raise wait.followed_by(lambda values: repeated(values, condition, body, holds)) from None


class Line:
    """The attempts at something that come one after the other: who came first is served first."""

    __slots__ = ("tickets", "cancelled")

    def __init__(self) -> None:
        self.tickets: list[object] = []
        self.cancelled: dict[object, Error] = {}

    def attempt(self, act: Callable[[], Any], reason: Callable[[], str]) -> Any:
        """What `act()` gives, which is None as long as it has to wait; `reason` says for what."""
        ticket = object()
        self.tickets.append(ticket)

        def again() -> Any:
            if ticket in self.cancelled:
                raise self.cancelled.pop(ticket)
            results = None
            try:
                results = act() if self.tickets[0] is ticket else None
            except Error:
                self.tickets.remove(ticket)
                raise
            if results is None:
                raise Waits(f"waits without end for {reason()}", again)
            self.tickets.remove(ticket)
            return results

        return again()

    def cancel(self, error: Callable[[], Error]) -> None:
        """All that wait here fail."""
        self.cancelled.update({ticket: error() for ticket in self.tickets})
        self.tickets.clear()
