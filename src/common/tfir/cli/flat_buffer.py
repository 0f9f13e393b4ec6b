"""FlatBuffers, as far as is needed to find a program in one, and to write one: tables of fields by number, in which all else is found by offsets.

Source: FlatBuffers, "FlatBuffer Internals". Whatever lies outside of the data is as if it were not there.
"""

from __future__ import annotations

from struct import unpack_from

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Data = bytes | memoryview


class Table:
    """A table at a place of the data."""

    __slots__ = ("data", "at", "_offsets")

    def __init__(self, data: Data, at: int):
        self.data, self.at = data, at
        self._offsets: tuple[int, ...] | None = None

    @staticmethod
    def root(data: Data) -> Table:
        return Table(data, number(data, 0, 4))

    @property
    def layout(self) -> int:
        return self.at - number(self.data, self.at, 4, signed=True)

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where fields stand behind its place, by their numbers; 0 for one that is absent."""
        if self._offsets is None:
            layout = self.layout
            size = number(self.data, layout, 2)
            self._offsets = shorts(self.data, layout + 4, min(size, len(self.data) - layout) // 2 - 2) if size else ()
        return self._offsets

    def place(self, field: int) -> int:
        """Where the content of a field stands; 0 for one that is absent."""
        offset = self.offsets[field] if field < len(self.offsets) else 0
        return self.at + offset if offset else 0

    def has(self, field: int) -> bool:
        return self.place(field) > 0

    def integer(self, field: int, size: int) -> int:
        place = self.place(field)
        return number(self.data, place, size) if place else 0

    def vector(self, field: int, size: int) -> tuple[int, int]:
        """Where a vector's elements stand, and how many there are."""
        place = self.place(field)
        if not place:
            return 0, 0
        start = place + number(self.data, place, 4)
        count = number(self.data, start, 4)
        if start + 4 + count * size > len(self.data):
            raise Error(f"byte {start}: {count} elements do not fit into the data")
        return start + 4, count

    def view(self, field: int, size: int) -> Data:
        """The bytes of a vector of numbers of this size."""
        start, count = self.vector(field, size)
        return self.data[start : start + count * size]

    def bytes(self, field: int) -> Data:
        return self.view(field, 1)

    def text(self, field: int) -> str:
        return bytes(self.bytes(field)).decode("utf-8", "surrogateescape")

    def numbers(self, field: int, size: int) -> list[int]:
        start, count = self.vector(field, size)
        return [number(self.data, start + size * index, size) for index in range(count)]

    def _places(self, field: int) -> Iterator[int]:
        start, count = self.vector(field, 4)
        for at in range(start, start + 4 * count, 4):
            yield at + number(self.data, at, 4)

    def tables(self, field: int) -> list[Table]:
        return [Table(self.data, place) for place in self._places(field)]

    def table(self, field: int) -> Table | None:
        place = self.place(field)
        return Table(self.data, place + number(self.data, place, 4)) if place else None

    def texts(self, field: int) -> list[str]:
        strings = []
        for place in self._places(field):
            length = number(self.data, place, 4)
            if place + 4 + length > len(self.data):
                raise Error(f"byte {place}: a string of {length} bytes does not fit into the data")
            strings.append(bytes(self.data[place + 4 : place + 4 + length]).decode("utf-8", "surrogateescape"))
        return strings


def number(data: Data, at: int, size: int, signed: bool = False) -> int:
    """A number in little-endian order; 0 outside of the data."""
    return int.from_bytes(data[at : at + size], "little", signed=signed) if 0 <= at <= len(data) - size else 0


def shorts(data: Data, at: int, count: int) -> tuple[int, ...]:
    """Numbers of two bytes behind each other, all inside of the data; none for a count below zero."""
    return unpack_from(f"<{count}H", data, at) if count > 0 else ()


class Number:
    """A number that a table holds itself, of `size` bytes."""

    __slots__ = ("value", "size")

    def __init__(self, value: int, size: int):
        self.value, self.size = value, size


class Numbers:
    """A vector of numbers of `size` bytes each."""

    __slots__ = ("values", "size")

    def __init__(self, values: Iterable[int], size: int):
        self.values, self.size = list(values), size


def written(root: dict[int, Any], identifier: bytes = b"") -> bytearray:
    """The data whose root is a table, with the four bytes that identify a file behind its place, if there are any. A table is its fields by
    number: `Number`, or what an offset leads to: a table, a text, bytes, `Numbers`, or a list of tables and texts. What is found by an
    offset stands behind it."""
    out = bytearray(4) + identifier
    _refer(out, 0, root)
    return out


def _refer(out: bytearray, place: int, content: Any) -> None:
    out.extend(bytes(-len(out) % 4))
    set_number(out, place, (_put_table if isinstance(content, dict) else _put_vector)(out, content) - place, 4)


def set_number(out: bytearray, place: int, value: int, size: int) -> None:
    out[place : place + size] = value.to_bytes(size, "little")


def _put_vector(out: bytearray, content: Any) -> int:
    """Writes a vector behind the data: how many elements there are, and they; a zero behind those of a text. Returns its place."""
    place, elements = (
        len(out),
        content.encode("utf-8", "surrogateescape")
        if isinstance(content, str)
        else content.values
        if isinstance(content, Numbers)
        else content,
    )
    out.extend(len(elements).to_bytes(4, "little"))
    if isinstance(content, list):
        first = len(out)
        out.extend(bytes(4 * len(content)))
        for number, each in enumerate(content):
            _refer(out, first + 4 * number, each)
        return place
    size = content.size if isinstance(content, Numbers) else 1
    out.extend(b"".join([value.to_bytes(size, "little") for value in elements]) if size > 1 else bytes(elements))
    out.extend(b"\0" * isinstance(content, str))
    return place


def _put_table(out: bytearray, fields: dict[int, Any]) -> int:
    """Writes the layout of a table, the table, and what its offsets lead to. Returns the table's place."""
    places, size = {}, 4
    for field, content in sorted(fields.items(), key=lambda item: -item[1].size if isinstance(item[1], Number) else -4):
        places[field] = size
        size += content.size if isinstance(content, Number) else 4
    layout, offsets = len(out), [places.get(field, 0) for field in range(max(fields, default=-1) + 1)]
    for offset in (4 + 2 * len(offsets), size, *offsets):
        out.extend(offset.to_bytes(2, "little"))
    is_wide = any([isinstance(content, Number) and content.size == 8 for content in fields.values()])
    out.extend(bytes(-(len(out) + 4) % 8 if is_wide else -len(out) % 4))  # the widest stand first, behind four bytes
    table = len(out)
    out.extend((table - layout).to_bytes(4, "little", signed=True))
    out.extend(bytes(size - 4))
    for field, content in fields.items():
        if isinstance(content, Number):
            set_number(out, table + places[field], content.value, content.size)
        else:
            _refer(out, table + places[field], content)
    return table
