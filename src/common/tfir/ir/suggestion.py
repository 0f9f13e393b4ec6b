"""The known name nearest to one that is not known."""

from __future__ import annotations


def did_you_mean(name: str, known, alike: float = 0.6) -> str:
    """`; did you mean 'x'?` for the nearest of the known names, or nothing when none is near. `alike` is how much of both it takes."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), 1, alike)
    return f"; did you mean '{near[0]}'?" if near else ""
