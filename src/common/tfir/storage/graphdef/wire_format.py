"""The wire format of protobuf, as far as it can be read without a schema: where fields stand."""

from __future__ import annotations

from tfir.cli.file_formats import FIXED32, FIXED64, LENGTH, varint, varint_bytes

GROUP, GROUP_END = 3, 4


def fields(data, at: int, end: int):
    """(number, wire type, start, start of the content, end) of each field in a stretch of data that protobuf has read."""
    while at < end:
        start, tag = at, data[at]
        at += 1
        if tag > 0x7F:
            tag, at = varint(data, start)
        content, at = extent(data, at, end, tag)
        yield tag >> 3, tag & 7, start, content, at


def extent(data, at: int, end: int, tag: int) -> tuple[int, int]:
    """Where the content behind a tag begins and ends. The content of a group takes in the tag that ends it."""
    kind = tag & 7
    if kind == LENGTH:
        size, content = varint(data, at) if data[at] > 0x7F else (data[at], at + 1)
        return content, content + size
    if kind == GROUP:
        return at, next(stop for number, kind, _, _, stop in fields(data, at, end) if kind == GROUP_END and number == tag >> 3)
    return at, at if kind == GROUP_END else at + 8 if kind == FIXED64 else at + 4 if kind == FIXED32 else varint(data, at)[1]


def sized(number: int, content: bytes) -> bytes:
    """The bytes of a field that holds a message or a string."""
    return varint_bytes(number << 3 | LENGTH) + varint_bytes(len(content)) + content
