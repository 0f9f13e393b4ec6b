"""Rules of `canonicalize`: one file per dialect, each exact to the last bit, NaN, infinities and signed zeros included."""

from __future__ import annotations

import os
from importlib import import_module


def rules_of(dialect: str) -> list:
    """The rules for a dialect's ops, in the order of their file; none when there is no such file."""
    if not os.path.isfile(os.path.join(os.path.dirname(__file__), f"{dialect}.py")) or not dialect.isidentifier():
        return []
    return [rule for group in import_module(f"{__name__}.{dialect}").RULES.values() for rule in group]
