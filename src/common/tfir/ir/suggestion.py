"""The known name nearest to one that is not known."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALIKE = 0.7  # of the letters of each part of a node's name
MOST_NAMED = 3
FEW = 3  # letters from which on a name may be one that was cut short


def did_you_mean(name: str, names: Iterable[str], alike: float = 0.6) -> str:
    """`; did you mean 'x'?` for the nearest of the known names, or nothing when none is near: the shortest that begins so, if the last part of the
    name has a few letters, as `stablehlo.mul`, else the one that is most alike. `alike` is how much of both it takes."""
    from difflib import get_close_matches

    names = list(names)
    begun = [each for each in names if each.startswith(name)] if len(name.rpartition(".")[2]) >= FEW else []
    near = [min(begun, key=lambda each: (len(each), each))] if begun else get_close_matches(name, names, 1, alike)
    return f"; did you mean '{near[0]}'?" if near else ""


def nodes_like(name: str, names: Iterable[str]) -> str:
    """As `did_you_mean`, for names of nodes such as `block1/unit_2/conv`: the nodes that contain the name as a part, else the nearest node
    of as many parts. Parts are compared one by one, since long names share most of their letters."""
    from difflib import SequenceMatcher

    parts = name.split("/")
    inside = [each for each in sorted(names) if f"/{name}/" in f"/{each}/"]
    if inside:
        more = f" and {len(inside) - MOST_NAMED} more" if len(inside) > MOST_NAMED else ""
        return f"; there {'is' if len(inside) == 1 else 'are'} {', '.join([repr(each) for each in inside[:MOST_NAMED]])}{more}"

    def likeness(each: str) -> float:
        return min([SequenceMatcher(None, one, other).ratio() for one, other in zip(parts, each.split("/"))])

    near = [each for each in sorted(names) if each.count("/") == name.count("/")]
    best = max(near, key=likeness, default=None)
    return f"; did you mean '{best}'?" if best is not None and likeness(best) >= ALIKE else ""
