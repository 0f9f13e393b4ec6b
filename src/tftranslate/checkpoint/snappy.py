"""Snappy's raw format: a length, then literals and copies of what came before. Source: google/snappy, format_description.txt."""

from __future__ import annotations

LARGEST_BLOCK = 1 << 28  # bytes; tables have blocks of some kilobytes
MOST_PER_BYTE = 64  # a copy of 64 bytes takes two at the least


class DamageError(ValueError):
    """The data are not what the format allows."""


def decompress(data: bytes) -> bytes:
    size, at = varint(data, 0)
    if size > min(LARGEST_BLOCK, len(data) * MOST_PER_BYTE):
        raise DamageError(f"a length of {size} bytes")
    out = bytearray()
    while at < len(data):
        kind = data[at] & 3
        if kind == 0:
            length, at = literal(data, at)
            if at + length > len(data):
                raise DamageError("a literal goes beyond the end")
            out += data[at : at + length]
            at += length
        else:
            length, offset, at = copy(data, at, kind)
            if not 0 < offset <= len(out):
                raise DamageError("a copy from before the start")
            repeat(out, offset, length)
        if len(out) > size:
            raise DamageError(f"more than the {size} bytes that it announces")
    if len(out) != size:
        raise DamageError(f"{len(out)} bytes instead of the {size} that it announces")
    return bytes(out)


def literal(data: bytes, at: int) -> tuple[int, int]:
    """The length of a literal, and where it begins."""
    length = data[at] >> 2
    if length < 60:
        return length + 1, at + 1
    width = length - 59
    return int.from_bytes(data[at + 1 : at + 1 + width], "little") + 1, at + 1 + width


def copy(data: bytes, at: int, kind: int) -> tuple[int, int, int]:
    """Length and offset of a copy, and where the next element begins."""
    width = (0, 1, 2, 4)[kind]
    if at + width >= len(data):
        raise DamageError("the end in the middle of a copy")
    offset = int.from_bytes(data[at + 1 : at + 1 + width], "little")
    if kind == 1:
        return (data[at] >> 2 & 7) + 4, (data[at] >> 5) << 8 | offset, at + 2
    return (data[at] >> 2) + 1, offset, at + 1 + width


def repeat(out: bytearray, offset: int, length: int) -> None:
    """Appends what stands `offset` before the end; it may reach into what it appends."""
    start = len(out) - offset
    if offset >= length:
        out += out[start : start + length]
        return
    piece = bytes(out[start:])
    out += (piece * (length // offset + 1))[:length]


def varint(data, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise DamageError("a number without an end")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
