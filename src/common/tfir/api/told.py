"""Errors as Python shows them, with the places that the tools show."""

from __future__ import annotations

from contextlib import contextmanager

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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
