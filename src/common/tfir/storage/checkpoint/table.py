"""Sorted tables of keys and values, the format of `.index` files: blocks of prefix-compressed entries, an index of the blocks, a footer.

    entry    shared and own length of the key, length of the value (varints); the rest of the key; the value
    block    entries, then the offsets of restarts and their count (u32 each); a type byte and a masked checksum follow it
    footer   two handles (offset and size of the index of metadata and of the index), padded to 40 bytes, and a magic number

Source: LevelDB, doc/table_format.md.
"""

from __future__ import annotations

from tfir.cli.file_formats import varint as wire_varint
from tfir.ir.diagnostics import Error
from tfir.storage.checksums import masked_crc32c

MAGIC = bytes.fromhex("57fb808b247547db")
FOOTER = 48
PLAIN, SNAPPY = 0, 1
LARGEST_TABLE = 1 << 30  # bytes of entries, of a file that is no larger; the indexes of the largest models take some tens of megabytes
LARGEST_BLOCK = 1 << 28  # bytes; blocks have some kilobytes
MOST_PER_BYTE = 64  # what a byte of compressed data comes to: a copy of 64 bytes takes two at the least


class DamageError(ValueError):
    """The data are not what the format allows."""


def is_table(data) -> bool:
    return len(data) >= FOOTER and bytes(data[-8:]) == MAGIC


def read_table(data, name: str) -> dict[bytes, bytes]:
    """Every key and its value. Raises Error for what is damaged, checksums included."""
    if not is_table(data):
        raise Error(f"{name}: not an index of a checkpoint: it does not end in a table's magic number")
    try:
        return dict(entries_of_table(data))
    except DamageError as error:
        raise Error(f"{name}: a damaged index of a checkpoint: {error}") from None


def entries_of_table(data):
    footer = bytes(data[-FOOTER:])
    _, at = handle(footer, 0)
    index, _ = handle(footer, at)
    before, total = None, 0
    for _, where in entries(block(data, index)):
        content = block(data, handle(where, 0)[0])
        total += len(content)
        if total > max(LARGEST_TABLE, len(data)):
            raise DamageError(f"more than {max(LARGEST_TABLE, len(data))} bytes of entries")
        for key, value in entries(content):
            if before is not None and key <= before:
                raise DamageError(f"the key {key!r} is out of order")
            before = key
            yield key, value


def handle(data: bytes, at: int) -> tuple[tuple[int, int], int]:
    """Offset and size of a block, and where the handle ends."""
    offset, at = varint(data, at)
    size, at = varint(data, at)
    return (offset, size), at


def block(data, where: tuple[int, int]) -> bytes:
    """The content of a block, its checksum verified."""
    offset, size = where
    if offset + size + 5 > len(data) - FOOTER:
        raise DamageError(f"a block of {size} bytes at {offset} goes beyond the end")
    content = bytes(data[offset : offset + size])
    trailer = bytes(data[offset + size : offset + size + 5])
    if masked_crc32c(content, trailer[:1]) != int.from_bytes(trailer[1:], "little"):
        raise DamageError(f"the checksum of the block at {offset} is wrong")
    if trailer[0] not in (PLAIN, SNAPPY):
        raise DamageError(f"the block at {offset} is compressed in a way that is not known ({trailer[0]})")
    return decompressed(content) if trailer[0] == SNAPPY else content


def decompressed(content: bytes) -> bytes:
    """The data that Snappy's raw format holds. A length that these cannot come to is refused before memory is taken for it."""
    import cramjam

    size, _ = varint(content, 0)
    if size > min(LARGEST_BLOCK, len(content) * MOST_PER_BYTE):
        raise DamageError(f"a length of {size} bytes")
    try:
        return bytes(cramjam.snappy.decompress_raw(content))
    except cramjam.DecompressionError as error:
        raise DamageError(str(error)) from None


def varint(data: bytes | memoryview, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value, end = wire_varint(data, at)
    if value is None:
        raise DamageError("a number without an end")
    return value, end


def entries(content: bytes):
    """The keys and values of a block in their order."""
    count = int.from_bytes(content[-4:], "little")
    end = len(content) - 4 * (count + 1)
    if len(content) < 4 or end < 0:
        raise DamageError(f"a block of {len(content)} bytes has no room for {count} restarts")
    at, key = 0, b""
    while at < end:
        shared, at = varint(content, at)
        own, at = varint(content, at)
        size, at = varint(content, at)
        if shared > len(key) or at + own + size > end:
            raise DamageError("an entry goes beyond the end of its block")
        key = key[:shared] + content[at : at + own]
        yield key, content[at + own : at + own + size]
        at += own + size
