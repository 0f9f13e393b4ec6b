"""How many regions may lie within each other. Reading, passes and printing descend into regions by Python's own calls, of which its stack has room
for a thousand: enough for some 90 regions. What may be done twice is begun so, and done again on a large stack where there are more."""

from __future__ import annotations

from _contextvars import ContextVar  # what `contextvars` is made of, which takes longer to import

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from tfir.ir.diagnostics import Error

    Result = TypeVar("Result")

DEEPEST = 2000  # regions: with more a program is refused
FEW = 20  # regions: so many every pass and device manages on the stack that Python begins with

limit: ContextVar[int | None] = ContextVar("limit", default=None)  # None outside of work that `with_room` does


def with_room(work: Callable[[], Result]) -> Result:
    """What `work()` gives. It is done a second time, on a large stack, where the first meets nesting that Python's own stack may have no room for."""
    if limit.get() is not None:
        return work()
    before = limit.set(FEW)
    try:
        return work()
    except RecursionError:
        pass
    finally:
        limit.reset(before)
    return with_much_room(work)


def with_much_room(work: Callable[[], Result]) -> Result:
    """What `work()` gives on a large stack."""
    from tfir.ir.large_stack import on_large_stack

    def roomy() -> Result:
        limit.set(DEEPEST)
        return work()

    result: Result = on_large_stack(roomy)
    return result


def is_second_time() -> bool:
    """Whether `with_room` does again what it did in vain."""
    return limit.get() == DEEPEST


def too_deep(error: Error) -> Exception:
    """What to raise where nesting is too deep: the error, or what has the work done again."""
    return RecursionError(str(error)) if limit.get() == FEW else error


class Nest:
    """A context manager around the reading of a region, which counts those around it. `error` makes an Error of a message, at the place that is read."""

    __slots__ = ("error", "around", "most")

    def __init__(self, error: Callable[[str], Error], around: int = 0):
        self.error, self.around, self.most = error, around, limit.get() or DEEPEST

    def __enter__(self) -> None:
        if self.around >= self.most:
            raise too_deep(self.error(f"more than {self.most} regions within each other"))
        self.around += 1

    def __exit__(self, *_: object) -> None:
        self.around -= 1
