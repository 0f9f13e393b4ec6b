"""Writes the sorted tables of keys and values that `table.py` reads, uncompressed, byte for byte as TensorFlow does.

A block ends with the entry that fills it. Every sixteenth key of it is written whole, for a search to start at. The index has one entry
per block, whose key is a short one between the last key of that block and the first of the next.

Source: LevelDB, doc/table_format.md and table/table_builder.cc, with the block size of TensorFlow's tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from os.path import commonprefix

from tfir.cli.file_formats import varint_bytes as varint
from tfir.storage.checkpoint.table import FOOTER, MAGIC, PLAIN
from tfir.storage.checksums import masked_crc32c

BLOCK_SIZE = 1 << 18  # bytes at which a block ends
RESTART_EVERY = 16  # keys


def table_bytes(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """A table of keys, in ascending order, and their values."""
    table, index, block = bytearray(), Block(1), Block(RESTART_EVERY)
    pending: tuple[bytes, bytes] | None = None  # the last key of a block, and where that lies
    for key, value in entries:
        if pending is not None:
            index.add(separator(pending[0], key), pending[1])
            pending = None
        block.add(key, value)
        if block.size >= BLOCK_SIZE:
            pending, block = (key, stored(table, block)), Block(RESTART_EVERY)
    if block.data:
        pending = block.last, stored(table, block)
    metadata = stored(table, Block(RESTART_EVERY))
    if pending is not None:
        index.add(successor(pending[0]), pending[1])
    footer = metadata + stored(table, index)
    return bytes(table) + footer.ljust(FOOTER - len(MAGIC), b"\0") + MAGIC


class Block:
    """Entries, each key without what it shares with the one before it."""

    def __init__(self, restart_every: int):
        self.data, self.last, self.restarts, self.count, self.restart_every = bytearray(), b"", [0], 0, restart_every

    @property
    def size(self) -> int:
        return len(self.data) + 4 * (len(self.restarts) + 1)

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0 if self.count == self.restart_every else len(commonprefix((self.last, key)))
        if self.count == self.restart_every:
            self.restarts.append(len(self.data))
            self.count = 0
        self.data += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        self.last, self.count = key, self.count + 1

    def content(self) -> bytes:
        return bytes(self.data) + b"".join([number.to_bytes(4, "little") for number in (*self.restarts, len(self.restarts))])


def stored(table: bytearray, block: Block) -> bytes:
    """Appends a block and its checksum to a table; the handle of the block."""
    content, kind = block.content(), bytes([PLAIN])
    handle = varint(len(table)) + varint(len(content))
    table += content + kind + masked_crc32c(content, kind).to_bytes(4, "little")
    return handle


def separator(last: bytes, following: bytes) -> bytes:
    """A key from `last` on and before `following`, a short one where the bytes at which they part allow it."""
    at = len(commonprefix((last, following)))
    if at < min(len(last), len(following)) and last[at] + 1 < following[at]:
        return last[:at] + bytes([last[at] + 1])
    return last


def successor(last: bytes) -> bytes:
    """A short key behind `last`."""
    at = next((at for at, byte in enumerate(last) if byte != 0xFF), None)
    return last if at is None else last[:at] + bytes([last[at] + 1])
