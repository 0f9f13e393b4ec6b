"""Short names for locations, `#loc`, where nothing else in a program has a short name (`attribute_aliases.py` is for all).

MLIR numbers them by depth (a name for what contains names comes after those), then in the order in which they are met: an operation
before what is inside it. Locations stand behind the program, except those that something in front of them needs.
"""

from __future__ import annotations

from tfir.ir.location import UNKNOWN, CallSite, FusedLocation, NameLocation, UnknownLocation, quoted, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tfir.ir.location import AnyLocation, Location


class LocationUse(str):
    """A place in what is printed where a location stands, which has no text before all are known; `inline` ones are spelled out, their
    parts by name."""

    __slots__ = ("location", "inline")
    location: Location
    inline: bool

    def __new__(cls, location: Location, inline: bool) -> LocationUse:
        self = super().__new__(cls)
        self.location, self.inline = location, inline
        return self


class LocationAliases:
    """Names of the locations that were met, in order. `use` is told of each when the printer comes to its operation."""

    def __init__(self, out: list[str]):
        self.out = out
        self.depths: dict[Location, int] = {}  # how deep the parts of a location nest; in the order met
        self.early: set[Location] = set()

    def use(self, location: AnyLocation, inline: bool = False) -> LocationUse:
        resolved = resolve(location)
        self._visit(resolved, inline)
        return LocationUse(resolved, inline)

    def _visit(self, location: Location, early: bool) -> None:
        """Notes a location, then its parts, which may nest deeper than calls of Python."""
        if self._is_noted(location, early):
            return
        pending = [(location, iter(self._noted(location, early)))]
        while pending:
            location, inner = pending[-1]
            part = next((part for part in inner if not self._is_noted(part, early)), None)
            if part is not None:
                pending.append((part, iter(self._noted(part, early))))
            else:
                pending.pop()
                self.depths[location] = max([1 + self.depths[part] for part in parts(location)], default=0)

    def _is_noted(self, location: Location, early: bool) -> bool:
        return location in self.depths and (not early or location in self.early)

    def _noted(self, location: Location, early: bool) -> list[Location]:
        self.depths.setdefault(location, 0)
        if early:
            self.early.add(location)
        return parts(location)

    def finish(self) -> tuple[str, str]:
        """Puts text for the uses into the output; returns the definitions that stand before the program, and those behind it."""
        ordered = sorted(self.depths, key=self.depths.__getitem__)
        names = {location: f"#loc{number or ''}" for number, location in enumerate(ordered)}
        self.out[:] = [
            f"loc({spelled(piece.location, names) if piece.inline else names[piece.location]})" if isinstance(piece, LocationUse) else piece
            for piece in self.out
        ]
        lines = {location: f"{names[location]} = loc({spelled(location, names)})\n" for location in ordered}
        front = "".join([lines[location] for location in ordered if location in self.early])
        return front, "".join([lines[location] for location in ordered if location not in self.early])


def parts(location: Location) -> list[Location]:
    """The locations that one is made of."""
    if isinstance(location, NameLocation):
        child = resolve(location.child) if location.child is not None else UNKNOWN
        return [] if isinstance(child, UnknownLocation) else [child]
    if isinstance(location, CallSite):
        return [resolve(location.callee), resolve(location.caller)]
    return [resolve(part) for part in location.locations] if isinstance(location, FusedLocation) else []


def spelled(location: Location, names: Mapping[Location, str], named: Callable[[str], str] = str) -> str:
    """A location with its parts by name; `named` puts names into the text of metadata."""
    inner = [names[part] for part in parts(location)]
    if isinstance(location, NameLocation):
        return quoted(location.name) + (f"({inner[0]})" if inner else "")
    if isinstance(location, CallSite):
        return f"callsite({inner[0]} at {inner[1]})"
    if isinstance(location, FusedLocation):
        return f"fused{'' if location.metadata is None else f'<{named(location.metadata.text)}>'}[{', '.join(inner)}]"
    return str(location)
