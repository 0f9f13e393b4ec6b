"""Rules of `canonicalize`: one file per dialect, each exact to the last bit, NaN, infinities and signed zeros included."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def rules_of(dialect: str) -> list:
    """The rules for a dialect's ops, in the order of their file; none when there is no such file."""
    if not dialect.isidentifier() or find_spec(f"{__name__}.{dialect}") is None:
        return []
    return [rule for group in import_module(f"{__name__}.{dialect}").RULES.values() for rule in group]
