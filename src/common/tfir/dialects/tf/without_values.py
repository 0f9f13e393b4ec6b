"""Why no values of an op are computed here."""

from __future__ import annotations

from fnmatch import fnmatchcase

from tfir.ods.op_lists import read_lists


def reasons() -> dict[str, tuple[str, ...]]:
    """Names of ops, and patterns of them, by reason."""
    return read_lists(__file__, "without_values.txt")


def reason_for(name: str) -> str | None:
    """The reason of an op by its name without a dialect; None where the list has none."""
    return next((reason for reason, patterns in reasons().items() if any([fnmatchcase(name, each) for each in patterns])), None)
