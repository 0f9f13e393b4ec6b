"""The difference between the bytes of a message and those that export writes for it.

Protobuf lets a message be written in many ways: fields and entries of maps in any order, numbers longer than they need be, defaults
said or left out, a part twice or in two halves. Export knows one, sorted and short. For bytes of another kind the difference is kept,
as a text of parts with spaces between them: `3-17` stands for the bytes from 3 up to 17 of what export writes, `x0a03` for bytes that
are not among them. It is applied only where the resulting message is the one to be written.
"""

from __future__ import annotations

import re

from google.protobuf.message import DecodeError, Message

from tfir.storage.graphdef.wire_format import LENGTH, fields

PART = re.compile(r"(\d{1,10})-(\d{1,10})|x((?:[0-9a-f]{2})+)").fullmatch
TIMES = 16  # so often a layout may repeat what is written
FOUND_INSIDE = 16  # bytes of a string that is looked for also where its length is written in another way


def layout_of(written: bytes, original, message) -> str:
    """The layout that makes `original` of `written`. Both are of the message with this descriptor."""
    comparison = Comparison(written, original, message)
    comparison.describe(0, len(original), message, 0)
    layout = " ".join([f"x{part.hex()}" if isinstance(part, bytearray) else "{}-{}".format(*part) for part in comparison.parts])
    return layout if len(original) <= most(written, layout) else f"x{original.hex()}"


def most(written: bytes, layout: str) -> int:
    """Bytes that a layout may lead to: a short text must not fill the memory by saying the same stretch again and again."""
    return TIMES * len(written) + len(layout)


class Comparison:
    """`parts` are pairs of places in what is written, or bytes of the original's own.

    `places` holds, for each depth of messages within messages, where the fields of that depth stand in what is written, by their bytes.
    """

    def __init__(self, written: bytes, original, message):
        self.written, self.original = memoryview(written), memoryview(original).toreadonly()
        self.parts: list[list[int] | bytearray] = []
        self.places: list[dict[memoryview, int]] = []
        self.inner = [(0, len(written), message)]  # messages at the next depth: where their fields begin and end

    def describe(self, at: int, end: int, message, depth: int) -> None:
        for number, kind, start, content, stop in fields(self.original, at, end):
            if self.take(start, stop, depth):
                continue
            self.take_or_keep(start, content, depth)
            inner = type_inside(message, number) if kind == LENGTH else None
            if inner is not None:
                self.describe(content, stop, inner, depth + 1)
            elif content < stop:
                self.take_or_keep(content, stop, depth)

    def take(self, start: int, stop: int, depth: int) -> bool:
        """Tells a stretch of the original by its place in what is written: behind the last part where it is there too."""
        stretch = self.original[start:stop]
        last = self.parts[-1] if self.parts else [0, 0]
        if isinstance(last, list) and self.written[last[1] : last[1] + stop - start] == stretch:
            place = last[1]
        else:
            place = self.places_at(depth).get(stretch)
        if place is None:
            return False
        if isinstance(last, list) and last[1] == place and self.parts:
            last[1] += stop - start
        else:
            self.parts.append([place, place + stop - start])
        return True

    def take_or_keep(self, start: int, stop: int, depth: int) -> None:
        if self.take(start, stop, depth):
            return
        last = self.parts[-1] if self.parts else None
        if not isinstance(last, bytearray):
            self.parts.append(last := bytearray())
        last += self.original[start:stop]

    def places_at(self, depth: int) -> dict[memoryview, int]:
        while len(self.places) <= depth:
            places: dict[memoryview, int] = {}
            messages, self.inner = self.inner, []
            for at, end, message in messages:
                self.index(at, end, message, places)
            self.places.append(places)
        return self.places[depth]

    def index(self, at: int, end: int, message, places: dict[memoryview, int]) -> None:
        for number, kind, start, content, stop in fields(self.written, at, end):
            places.setdefault(self.written[start:stop], start)
            inner = type_inside(message, number) if kind == LENGTH else None
            if inner is not None:
                self.inner.append((content, stop, inner))
            elif kind == LENGTH and stop - content >= FOUND_INSIDE:
                places.setdefault(self.written[content:stop], content)


def type_inside(message, number: int):
    """The descriptor of the messages that a field holds, or None."""
    field = message.fields_by_number.get(number)
    return None if field is None else field.message_type


def laid_out(written: bytes, layout: str, kind: type[Message]) -> bytes:
    """The bytes by their layout; as they are where it does not fit them, or would say something else than they do."""
    data = put_together(written, layout)
    return data if data is not None and serialized(kind, data) == serialized(kind, written) else written


def put_together(written: bytes, layout: str) -> bytes | None:
    parts = [PART(word) for word in layout.split(" ")]
    if None in parts:
        return None
    view = memoryview(written)
    pieces = [bytes.fromhex(part[3]) if part[3] else view[int(part[1]) : int(part[2])] for part in parts]
    return b"".join(pieces) if sum(map(len, pieces)) <= most(written, layout) else None


def serialized(kind: type[Message], data: bytes) -> bytes | None:
    """A message of this kind, serialized again in deterministic order; None where `data` cannot be parsed."""
    try:
        return kind.FromString(data).SerializeToString(deterministic=True)
    except DecodeError:
        return None
