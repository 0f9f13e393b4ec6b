"""The known name nearest to one that is not known."""

from __future__ import annotations


def did_you_mean(name: str, known) -> str:
    """`; did you mean 'x'?` for the nearest of the known names, or nothing when none is near."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean '{near[0]}'?" if near else ""
