"""FlatBuffers, as far as is needed to find a program in one: tables of fields by number, in which all else is found by offsets.

Source: FlatBuffers, "FlatBuffer Internals". Whatever lies outside of the data is as if it were not there.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Data = bytes | memoryview


class Table:
    """A table at a place of the data."""

    __slots__ = ("data", "at")

    def __init__(self, data: Data, at: int):
        self.data, self.at = data, at

    @staticmethod
    def root(data: Data) -> Table:
        return Table(data, number(data, 0, 4))

    def _place(self, field: int) -> int:
        """Where the content of a field stands; 0 for one that is absent."""
        layout = self.at - number(self.data, self.at, 4, signed=True)
        if not 0 <= layout < len(self.data) or 4 + 2 * field >= number(self.data, layout, 2):
            return 0
        offset = number(self.data, layout + 4 + 2 * field, 2)
        return self.at + offset if offset else 0

    def has(self, field: int) -> bool:
        return self._place(field) > 0

    def integer(self, field: int, size: int) -> int:
        place = self._place(field)
        return number(self.data, place, size) if place else 0

    def _vector(self, field: int, size: int) -> tuple[int, int]:
        """Where a vector's elements stand, and how many there are."""
        place = self._place(field)
        if not place:
            return 0, 0
        start = place + number(self.data, place, 4)
        count = number(self.data, start, 4)
        if start + 4 + count * size > len(self.data):
            raise Error(f"byte {start}: {count} elements do not fit into the data")
        return start + 4, count

    def bytes(self, field: int) -> Data:
        start, count = self._vector(field, 1)
        return self.data[start : start + count]

    def text(self, field: int) -> str:
        return bytes(self.bytes(field)).decode("utf-8", "replace")

    def numbers(self, field: int, size: int) -> list[int]:
        start, count = self._vector(field, size)
        return [number(self.data, start + size * index, size) for index in range(count)]

    def _places(self, field: int) -> Iterator[int]:
        start, count = self._vector(field, 4)
        for at in range(start, start + 4 * count, 4):
            yield at + number(self.data, at, 4)

    def tables(self, field: int) -> list[Table]:
        return [Table(self.data, place) for place in self._places(field)]

    def table(self, field: int) -> Table | None:
        place = self._place(field)
        return Table(self.data, place + number(self.data, place, 4)) if place else None

    def texts(self, field: int) -> list[str]:
        strings = []
        for place in self._places(field):
            length = number(self.data, place, 4)
            if place + 4 + length > len(self.data):
                raise Error(f"byte {place}: a string of {length} bytes does not fit into the data")
            strings.append(bytes(self.data[place + 4 : place + 4 + length]).decode("utf-8", "replace"))
        return strings


def number(data: Data, at: int, size: int, signed: bool = False) -> int:
    """A number in little-endian order; 0 outside of the data."""
    return int.from_bytes(data[at : at + size], "little", signed=signed) if 0 <= at <= len(data) - size else 0
