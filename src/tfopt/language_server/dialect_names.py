"""The dialects that have ops, looked for once."""

from __future__ import annotations

from functools import cache

from tfir.dialects import dialect, names


@cache
def dialect_names() -> tuple[str, ...]:
    declared = [each for each in map(dialect, names()) if each is not None]
    return tuple([each.name for each in declared if len(each.table)])
