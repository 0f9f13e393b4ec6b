"""How functions of the interface are called: with errors as Python shows them, and as much of a stack as a program needs."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial, wraps

from tfir.ir.diagnostics import Error
from tfir.ir.nesting import is_second_time, with_much_room, with_room

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import ParamSpec, TypeVar

    Given = ParamSpec("Given")
    Result = TypeVar("Result")


def roomy(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function, which has a large stack where regions are nested deeply: at once if it is a method of what such a call has made, and
    otherwise where it could not do without, the second time that it is called."""

    @wraps(function)
    def call(*arguments: Given.args, **named: Given.kwargs) -> Result:
        work = partial(function, *arguments, **named)
        is_deep = arguments and getattr(arguments[0], "is_deep", False) and not is_second_time()
        return with_much_room(work) if is_deep else with_room(work)

    return call


@contextmanager
def told() -> Iterator[None]:
    """Puts the places of an Error beneath its traceback, as the tools show them."""
    try:
        yield
    except Error as error:
        notes = getattr(error, "__notes__", ())
        if any([each.place() is not None for each in error.diagnostics]) and error.render() not in notes:
            error.add_note(error.render())
        raise
