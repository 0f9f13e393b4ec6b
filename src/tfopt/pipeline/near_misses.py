"""Lines that look like the ones between the parts of an input and are none: `// ----` has a dash too few."""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, emit
from tfir.ir.location import Source

TAIL = 2  # how much of the marker may differ


def warn_of_near_misses(source: Source, marker: str) -> None:
    """A warning wherever all of the marker stands but its last two characters."""
    head, at = marker[:-TAIL], 0
    if len(marker) <= 2 * TAIL:
        return
    while (at := source.text.find(head, at)) >= 0:
        at += len(head)
        if not source.text.startswith(marker[-TAIL:], at):
            emit(Diagnostic("near miss with file split marker", source.base + at, "warning"))
