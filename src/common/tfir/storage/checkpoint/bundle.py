"""The tensors of a checkpoint by name. Numbers stay where they lie in the mapped file; nothing is read before it is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import prod

from google.protobuf.message import DecodeError

from tfir.cli.files import read_bytes
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.proto import BundleEntryProto, BundleHeaderProto
from tfir.storage.checkpoint.checkpoint import Checkpoint
from tfir.storage.checkpoint.parts import Box, box_of, extents_of, joined, width
from tfir.storage.checkpoint.slices import slice_key
from tfir.storage.checkpoint.table import DamageError, masked_crc32c, read_table, varint
from tfir.storage.datatypes import NAMES, type_of
from tfir.storage.tensors import LISTS, STRING, meant_by

VARIANT = 21
ELEMENT_LIMIT = 1 << 40
MOST_SHARDS = 1 << 16


class Bundle(Checkpoint):
    """A checkpoint of the second format. `prefix` is its path without `.index`."""

    def __init__(self, prefix: str):
        self.prefix, self.index = prefix, prefix + ".index"
        self.table = read_table(read_bytes(self.index), self.index)
        header = self.message(BundleHeaderProto, b"")
        if header.endianness != BundleHeaderProto.LITTLE:
            raise Error(f"{self.index}: tensors in big-endian byte order are not supported")
        if not 0 < header.num_shards <= MOST_SHARDS:
            raise Error(f"{self.index}: a damaged index of a checkpoint: {header.num_shards} shards")
        self.shards = header.num_shards
        self.files: dict[int, memoryview] = {}

    def message(self, kind, key: bytes):
        if key not in self.table:
            raise Error(f"{self.index}: a damaged index of a checkpoint: it has no {'header' if not key else repr(key)}")
        try:
            return kind.FromString(self.table[key])
        except DecodeError:
            raise Error(f"{self.index}: a damaged index of a checkpoint: the entry {key!r} is no {kind.DESCRIPTOR.name}") from None

    @property
    def names(self) -> list[str]:
        return [key.decode("utf-8", "surrogateescape") for key in self.table if key[:1] not in (b"", b"\x00")]

    def in_order(self) -> Iterator[tuple[str, ElementsAttr]]:
        entries = [(name, self.entry(name)) for name in self.names]
        for name, _ in sorted(entries, key=lambda pair: (pair[1].shard_id, pair[1].offset, pair[1].offset + pair[1].size)):
            yield name, self.tensor(name)

    def entry(self, name: str) -> BundleEntryProto:
        self.require(name)
        return self.message(BundleEntryProto, name.encode("utf-8", "surrogateescape"))

    def __contains__(self, name: str) -> bool:
        return name.encode("utf-8", "surrogateescape") in self.table

    def type(self, name: str) -> TensorType:
        """Shape and element type of a tensor, from the index alone."""
        entry = self.entry(name)
        return TensorType(self.shape(name, entry), type_of(entry.dtype))

    def shape(self, name: str, entry: BundleEntryProto) -> tuple[int, ...]:
        shape = tuple(dim.size for dim in entry.shape.dim)
        if entry.shape.unknown_rank or any(size < 0 for size in shape) or prod(shape) > ELEMENT_LIMIT:
            raise Error(f"{self.index}: tensor '{name}' has a damaged shape")
        return shape

    def tensor(self, name: str) -> ElementsAttr:
        entry = self.entry(name)
        type = self.type(name)
        if entry.dtype == STRING and entry.slices:
            raise Error(f"{self.index}: tensor '{name}' of strings is stored in parts, which is not supported")
        if entry.dtype == STRING:
            return DenseStringsAttr(type, self.strings(name, entry, type.size))
        if entry.dtype not in LISTS:
            raise Error(f"{self.index}: tensor '{name}' of {NAMES.get(entry.dtype, 'a type')} has no form as a constant")
        if entry.slices:
            return DenseAttr(type, meant_by(entry.dtype, self.joined(name, entry, type)))
        return constant(type, self.numbers(name, entry, type), entry.dtype)

    def numbers(self, name: str, entry: BundleEntryProto, type: TensorType):
        data = self.stored(name, entry)
        expected = type.size * width(type.element)
        if len(data) != expected:
            raise Error(f"{self.index}: tensor '{name}' has {len(data)} bytes, expected {expected} for {type}")
        return data

    def stored(self, name: str, entry: BundleEntryProto, checked: bool = True) -> memoryview:
        """The bytes that an entry points at, on the mapped file."""
        if not 0 <= entry.shard_id < self.shards:
            raise Error(f"{self.index}: tensor '{name}' is said to lie in shard {entry.shard_id} of {self.shards}")
        data = self.shard(entry.shard_id)
        if entry.offset < 0 or entry.size < 0 or entry.offset + entry.size > len(data):
            what = f"bytes {entry.offset} to {entry.offset + entry.size} of {len(data)}"
            raise Error(f"{self.path(entry.shard_id)}: tensor '{name}' is said to lie at {what}")
        content = data[entry.offset : entry.offset + entry.size]
        if checked and masked_crc32c(content) != entry.crc32c:
            raise self.corrupt(name, entry)
        return content

    def corrupt(self, name: str, entry: BundleEntryProto) -> Error:
        return Error(f"{self.path(entry.shard_id)}: tensor '{name}' is damaged: its checksum is wrong")

    def path(self, shard: int) -> str:
        return f"{self.prefix}.data-{shard:05}-of-{self.shards:05}"

    def shard(self, number: int) -> memoryview:
        if number not in self.files:
            self.files[number] = memoryview(read_bytes(self.path(number)))
        return self.files[number]

    def strings(self, name: str, entry: BundleEntryProto, count: int) -> list[bytes]:
        """Lengths as varints, the masked checksum of the lengths, then the strings. The entry's checksum sees the lengths as integers."""
        data = self.stored(name, entry, checked=False)
        if count > len(data):
            raise Error(f"{self.index}: tensor '{name}' has {len(data)} bytes for {count} strings")
        try:
            lengths, at = [], 0
            for _ in range(count):
                length, at = varint(data, at)
                lengths.append(length)
        except DamageError as error:
            raise Error(f"{self.path(entry.shard_id)}: tensor '{name}' is damaged: {error}") from None
        if at + 4 + sum(lengths) != len(data):
            raise self.corrupt(name, entry)
        sizes = b"".join([length.to_bytes(4 if length < 1 << 32 else 8, "little") for length in lengths])
        if masked_crc32c(sizes) != int.from_bytes(data[at : at + 4], "little"):
            raise self.corrupt(name, entry)
        if masked_crc32c(sizes, data[at:]) != entry.crc32c:
            raise self.corrupt(name, entry)
        strings, at = [], at + 4
        for length in lengths:
            strings.append(bytes(data[at : at + length]))
            at += length
        return strings

    def joined(self, name: str, entry: BundleEntryProto, type: TensorType) -> bytes:
        """A tensor that was stored in parts."""
        self.room(name, type)
        whole = joined(type, self.parts(name, entry, type))
        if whole is None:
            raise Error(f"{self.index}: the parts of tensor '{name}' do not make up its shape")
        return whole

    def parts(self, name: str, entry: BundleEntryProto, type: TensorType) -> Iterator[tuple[Box, memoryview]]:
        for extents in map(extents_of, entry.slices):
            box = box_of(extents, type.shape)
            if box is None:
                raise Error(f"{self.index}: a part of tensor '{name}' lies outside its shape")
            stored_part = self.message(BundleEntryProto, slice_key(name, extents))
            if stored_part.dtype != entry.dtype:
                raise Error(f"{self.index}: a part of tensor '{name}' is of another type")
            yield box, self.numbers(name, stored_part, TensorType([length for _, length in box], type.element))

    def pieces(self, name: str) -> Iterator[tuple[Box, ElementsAttr]]:
        entry, type = self.entry(name), self.type(name)
        if not entry.slices:
            yield [(0, size) for size in type.shape], self.tensor(name)
            return
        for box, data in self.parts(name, entry, type):
            yield box, DenseAttr(TensorType([length for _, length in box], type.element), meant_by(entry.dtype, data))

    def stored_bytes(self, name: str) -> int:
        entry = self.entry(name)
        return self.room(name, self.type(name)) if entry.slices and entry.dtype in LISTS else entry.size

    def room(self, name: str, type: TensorType) -> int:
        """The size in bytes of a whole tensor. Raises Error where its files have fewer bytes."""
        size = type.size * width(type.element)
        present = sum(os.path.getsize(self.path(number)) for number in range(self.shards) if os.path.exists(self.path(number)))
        if size > present:
            raise Error(f"{self.index}: tensor '{name}' of {size} bytes is more than its files have")
        return size


def constant(type: TensorType, data: memoryview, dtype: int) -> DenseAttr:
    """Numbers as a constant; one element stands for all where they are the same."""
    unit = width(type.element)
    data = memoryview(meant_by(dtype, data))
    same = type.size > 0 and data[: len(data) - unit] == data[unit:]
    return DenseAttr(type, data[:unit] if same else data, same)
