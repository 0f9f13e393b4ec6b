"""Where an operation came from.

A location is either an `int`, a place in a source text that has been loaded (kept this small because every parsed operation
has one), or a `Location` object. All loaded texts share one space of offsets, so an int alone names a file, line and column.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from tfir.ir.attributes import Attribute


class Source:
    """A text that was loaded, and its name. `base` is the number of its first character in the shared space of offsets."""

    __slots__ = ("name", "text", "base", "first_line", "_line_starts")
    base: int
    _line_starts: list[int] | None
    _all: ClassVar[list[Source]] = []
    _bases: ClassVar[list[int]] = []
    _next: ClassVar[int] = 1

    def __init__(self, name: str, text: str, first_line: int = 1):
        self.name, self.text, self.first_line = name, text, first_line
        self.base = Source._next
        Source._next += len(text) + 1
        self._line_starts = None
        Source._all.append(self)
        Source._bases.append(self.base)

    @staticmethod
    def containing(place: int) -> Source:
        """The text that a place in the shared space of offsets lies in."""
        from bisect import bisect_right

        return Source._all[bisect_right(Source._bases, place) - 1]

    def forget(self) -> None:
        """Lets go of the text; no place in it may be asked for from here on, and none is given to another text."""
        from bisect import bisect_left

        at = bisect_left(Source._bases, self.base)
        if Source._bases[at : at + 1] == [self.base]:
            del Source._all[at], Source._bases[at]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1 (lines from `first_line`)."""
        from bisect import bisect_right

        starts = self._line_starts
        if starts is None:
            starts = self._line_starts = self._found_lines()
        row = bisect_right(starts, offset) - 1
        return row + self.first_line, offset - starts[row] + 1

    def _found_lines(self) -> list[int]:
        starts, at = [0], self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def line_at(self, offset: int) -> str:
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return self.text[start : end if end >= 0 else len(self.text)]


class Location:
    """A location that is more than a place in a loaded text. Equal ones have the same `__slots__`."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, slot) for slot in self.__slots__))

    def __repr__(self) -> str:
        return f"loc({self})"


class UnknownLocation(Location):
    __slots__ = ()

    def __str__(self) -> str:
        return "unknown"


class FileLineCol(Location):
    """A place in a file, or a range of it when `end_line` and `end_column` are given."""

    __slots__ = ("file", "line", "column", "end_line", "end_column")

    def __init__(self, file: str, line: int, column: int, end_line: int | None = None, end_column: int | None = None):
        self.file, self.line, self.column, self.end_line, self.end_column = file, line, column, end_line, end_column

    __eq__ = Location.__eq__

    def __hash__(self) -> int:
        return hash((self.file, self.line, self.column))

    def __str__(self) -> str:
        text = f"{quoted(self.file)}:{self.line}:{self.column}"
        if self.end_column is None:
            return text
        return f"{text} to {'' if self.end_line in (None, self.line) else self.end_line}:{self.end_column}"


class NameLocation(Location):
    """The name that something had where it came from, and where that was."""

    __slots__ = ("name", "child")

    def __init__(self, name: str, child: AnyLocation | None = None):
        self.name, self.child = name, child

    def __str__(self) -> str:
        inner = resolve(self.child) if self.child is not None else UNKNOWN
        return quoted(self.name) if isinstance(inner, UnknownLocation) else f"{quoted(self.name)}({inner})"


class CallSite(Location):
    """A place in a function that was called, and where. Of equal ones there is one, so that calls within calls, to any depth, are
    compared and hashed at once."""

    __slots__ = ("callee", "caller")
    callee: AnyLocation
    caller: AnyLocation
    _all: ClassVar[dict[tuple[AnyLocation, AnyLocation], CallSite]] = {}

    def __new__(cls, callee: AnyLocation, caller: AnyLocation) -> CallSite:
        site = cls._all.get((callee, caller))
        if site is None:
            site = cls._all[callee, caller] = super().__new__(cls)
            site.callee, site.caller = callee, caller
        return site

    __eq__, __hash__ = object.__eq__, object.__hash__

    def __str__(self) -> str:
        return f"callsite({resolve(self.callee)} at {resolve(self.caller)})"


class FusedLocation(Location):
    """Several places at once; `metadata` is an attribute or None."""

    __slots__ = ("locations", "metadata")

    def __init__(self, locations: Iterable[AnyLocation], metadata: Attribute | None = None):
        self.locations, self.metadata = tuple(locations), metadata

    def __str__(self) -> str:
        head = "fused" if self.metadata is None else f"fused<{self.metadata}>"
        return f"{head}[{', '.join([str(resolve(place)) for place in self.locations])}]"


UNKNOWN = UnknownLocation()
AnyLocation = int | Location


def quoted(text: str) -> str:
    """A string as MLIR's assembly writes it: bytes outside printable ASCII, quotes and backslashes as `\\XX`."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join([_escape(byte) for byte in text.encode("utf-8", "surrogateescape")]) + '"'


def _escape(byte: int) -> str:
    if byte == 0x5C:
        return "\\\\"
    return chr(byte) if 0x20 <= byte < 0x7F and byte != 0x22 else f"\\{byte:02X}"


def resolve(location: AnyLocation) -> Location:
    """The location as an object: a place in a loaded text becomes its file, line and column."""
    if not isinstance(location, int):
        return location
    source = Source.containing(location)
    return FileLineCol(source.name, *source.line_and_column(location - source.base))


def fused(*locations: AnyLocation, metadata: Attribute | None = None) -> AnyLocation:
    """One location for what came from several; duplicates and unknown ones count once and not at all. Fused ones with the same
    metadata give their parts."""
    parts: dict[AnyLocation, None] = {}
    for place in locations:
        of_it = place.locations if isinstance(place, FusedLocation) and place.metadata == metadata else (place,)
        parts.update(dict.fromkeys([part for part in of_it if not isinstance(part, UnknownLocation)]))
    if metadata is not None or len(parts) > 1:
        return FusedLocation(parts or (UNKNOWN,), metadata)
    return next(iter(parts), UNKNOWN)


def source_place(location: AnyLocation | None) -> int | None:
    """A place in a loaded text that a reader can be shown for this location, or None: of a call where it is made, of fused ones the
    first."""
    if location is None or isinstance(location, int):
        return location
    inner = getattr(location, "child", None) or getattr(location, "caller", None)
    candidates = [inner] if inner is not None else list(getattr(location, "locations", ()))
    return next((place for place in map(source_place, candidates) if place is not None), None)
