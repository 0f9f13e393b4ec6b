"""A module file as a whole: tables in front, constants behind them, and digests by which every bit that is used is known to be the one that was
written.

The digest in the tables is that of all tables, itself taken as zeros. They hold those of the constants, so that it tells programs apart, and
their checksums: CRC-32C, which processors compute at the speed of memory, ten times that of the digest. Each constant is held to its checksum before it is
used for the first time: a program that uses half of its constants reads half of the file.
"""

from __future__ import annotations

from hashlib import blake2b

from tfir.cli.flat_buffer import Table
from tfir.ir.blobs import Blob
from tfir.ir.diagnostics import Error
from tfir.module_file.records import MODULE, Record, checked, encoded, schema
from tfir.storage.checksums import crc32c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Data = bytes | memoryview

VERSION = 2
ALIGNMENT = 64  # bytes: of a constant, wherever the file is mapped
ROOM = 128  # bytes of zeros behind the last constant: vectors may be read from where it ends
DIGEST, DIGEST_OF_CONSTANT = 32, 16  # bytes
NAMES, LOCATIONS = 1, 2  # of `form`: what the text of the program says beside it


def rounded_up(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


# Writing


class ConstantTable:
    """Constants of a program, of equal ones one."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, bytes, int], int] = {}
        self.blobs: list[Blob] = []

    def number(self, blob: Blob) -> int:
        data = blob.once()
        key = len(blob), blake2b(data, digest_size=DIGEST_OF_CONSTANT).digest(), crc32c(data)
        number = self.numbers.setdefault(key, len(self.blobs))
        if number == len(self.blobs):
            self.blobs.append(blob)
        return number

    def records(self, start: int) -> list[dict[str, Any]]:
        """What the tables say of them where they begin behind the byte `start`."""
        records = []
        for length, digest, checksum in self.numbers:
            start = rounded_up(start)
            records.append({"offset": start, "length": length, "digest": digest, "checksum": checksum})
            start += length
        return records


def assembled(values: dict[str, Any], constants: ConstantTable) -> Iterator[Data]:
    """The bytes of a file whose tables hold these values."""
    fixed = {"version": VERSION, "digest": bytes(DIGEST)}
    size = len(encoded(MODULE, values | fixed | {"tables_size": 0, "constants": constants.records(0)}))
    records = constants.records(size)
    tables = encoded(MODULE, values | fixed | {"tables_size": size, "constants": records})
    at = place_of_digest(memoryview(tables))
    tables[at : at + DIGEST] = blake2b(tables, digest_size=DIGEST).digest()
    yield bytes(tables)
    end = size
    for blob, place in zip(constants.blobs, records):
        yield bytes(place["offset"] - end)
        yield blob.once()
        end = place["offset"] + place["length"]
    yield bytes(ROOM)


def place_of_digest(tables: Data) -> int:
    return Table.root(tables).vector(schema()[MODULE]["digest"][0], 1)[0]


# Reading


class StoredConstant(Blob):
    """The bytes of a constant where they lie in the file, from `start` to `end`. Before they are first given to anybody they are held to
    their checksum."""

    __slots__ = ("data", "start", "end", "checksum", "name", "is_checked")

    def __init__(self, file: memoryview, start: int, end: int, checksum: int, name: str):
        self.data, self.start, self.end, self.checksum, self.name, self.is_checked = file[start:end], start, end, checksum, name, False

    def bytes(self) -> Data:
        if not self.is_checked:
            if crc32c(self.data) != self.checksum:
                raise Error(f"{self.name}: the file is damaged: a constant of {len(self.data)} bytes is not the one that was written")
            self.is_checked = True
        return self.data

    def head(self, count: int) -> Data:
        return self.data[:count]

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        return self is other or (not isinstance(other, StoredConstant) and Blob.__eq__(self, other))  # of equal ones of a file there is one

    __hash__ = Blob.__hash__


class Container:
    """A file that has been looked at: `tables` are as they were written, and constants lie where these say."""

    def __init__(self, data: Data, name: str):
        self.name = name
        try:
            self.tables = checked_tables(memoryview(data))
            self.constants = list(constants_in(memoryview(data), self.tables, name))
        except Error as error:
            raise Error(f"{name}: the file is damaged: {error}") from None

    @property
    def digest(self) -> bytes:
        return bytes(self.tables["digest"])


def checked_tables(data: memoryview) -> Record:
    root = Table.root(data)
    size = root.integer(schema()[MODULE]["tables_size"][0], 8)
    if not 8 <= size <= len(data):
        raise Error(f"it has {len(data)} bytes, and its tables alone {size}")
    tables = data[:size]
    record = checked(MODULE, tables)
    if record["version"] != VERSION:
        raise Error(f"it is of version {record['version']}, and version {VERSION} is read here")
    check_digest(tables)
    return record


def check_digest(tables: memoryview) -> None:
    at, count = Table.root(tables).vector(schema()[MODULE]["digest"][0], 1)
    seen = blake2b(tables[:at], digest_size=DIGEST)
    seen.update(bytes(DIGEST))
    seen.update(tables[at + DIGEST :])
    if count != DIGEST or seen.digest() != tables[at : at + DIGEST]:
        raise Error("its tables are not those that were written")


def constants_in(data: memoryview, tables: Record, name: str) -> Iterator[StoredConstant]:
    end = len(tables.table.data)
    for record in tables["constants"]:
        start, length, digest = record["offset"], record["length"], bytes(record["digest"])
        if start != rounded_up(end) or start + length > len(data) or len(digest) != DIGEST_OF_CONSTANT:
            raise Error(f"a constant of {length} bytes at byte {start} is not behind byte {end} of {len(data)}")
        check_zeros(data, end, start)
        end = start + length
        yield StoredConstant(data, start, end, record["checksum"], name)
    if end + ROOM != len(data):
        raise Error(f"it has {len(data)} bytes, and its constants end at byte {end}")
    check_zeros(data, end, len(data))


def check_zeros(data: memoryview, start: int, end: int) -> None:
    if any(data[start:end]):
        raise Error(f"byte {start}: there is something between constants")
