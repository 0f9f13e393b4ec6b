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
from tfir.storage.checkpoint.parts import Box, box_of, extents_of, joined, joined_strings, width
from tfir.storage.checkpoint.slices import slice_key
from tfir.storage.checkpoint.table import DamageError, read_table, varint
from tfir.storage.checksums import masked_crc32c
from tfir.storage.datatypes import NAMES, type_of
from tfir.storage.tensors import LISTS, QUANTIZED, STRING, VARIANT, meant_by, quantized, variants

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
        if entry.dtype == STRING:
            return DenseStringsAttr(type, self.joined_strings(name, entry, type) if entry.slices else self.strings(name, entry, type.size))
        if entry.dtype == VARIANT and not entry.slices:
            return variants(type, self.variants(name, entry, type.size))
        if entry.dtype not in LISTS and entry.dtype not in QUANTIZED:
            raise Error(f"{self.index}: tensor '{name}' of {NAMES.get(entry.dtype, 'a type')} has no form as a constant")
        if entry.slices:
            return part_of(type, self.joined(name, entry, type), entry.dtype)
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

    def variants(self, name: str, entry: BundleEntryProto, count: int) -> list[bytes]:
        """Of each its length as a varint, its bytes, and the masked checksum of all so far, which sees lengths as integers of eight bytes."""
        data, at = self.stored(name, entry, checked=False), 0
        encoded: list[bytes] = []
        seen: list[bytes | memoryview] = []
        try:
            while at < len(data) and len(encoded) < count:
                length, at = varint(data, at)
                seen += [length.to_bytes(8, "little"), data[at : at + length]]
                encoded.append(bytes(seen[-1]))
                at += length + 4
                if len(encoded[-1]) < length or masked_crc32c(*seen) != int.from_bytes(data[at - 4 : at], "little"):
                    raise self.corrupt(name, entry)
                seen.append(data[at - 4 : at])
        except (DamageError, OverflowError):
            raise self.corrupt(name, entry) from None
        if at != len(data) or len(encoded) != count or masked_crc32c(*seen) != entry.crc32c:
            raise self.corrupt(name, entry)
        return encoded

    def joined_strings(self, name: str, entry: BundleEntryProto, type: TensorType) -> list[bytes]:
        if type.size > sum([self.part_entry(name, entry, extents).size for extents in map(extents_of, entry.slices)]):
            raise Error(f"{self.index}: tensor '{name}' of {type} is more than its files have")
        whole = joined_strings(
            type, [(box, self.strings(name, part, prod([size for _, size in box]))) for box, part in self.boxes(name, entry, type)]
        )
        if whole is None:
            raise Error(f"{self.index}: the parts of tensor '{name}' do not make up its shape")
        return whole

    def joined(self, name: str, entry: BundleEntryProto, type: TensorType) -> bytes:
        """A tensor that was stored in parts."""
        self.room(name, type)
        whole = joined(type, self.parts(name, entry, type))
        if whole is None:
            raise Error(f"{self.index}: the parts of tensor '{name}' do not make up its shape")
        return whole

    def parts(self, name: str, entry: BundleEntryProto, type: TensorType) -> Iterator[tuple[Box, memoryview]]:
        for box, part in self.boxes(name, entry, type):
            yield box, self.numbers(name, part, TensorType([length for _, length in box], type.element))

    def boxes(self, name: str, entry: BundleEntryProto, type: TensorType) -> Iterator[tuple[Box, BundleEntryProto]]:
        """The entries of a tensor's parts, and what of it each one is."""
        for extents in map(extents_of, entry.slices):
            box = box_of(extents, type.shape)
            if box is None:
                raise Error(f"{self.index}: a part of tensor '{name}' lies outside its shape")
            yield box, self.part_entry(name, entry, extents)

    def part_entry(self, name: str, entry: BundleEntryProto, extents) -> BundleEntryProto:
        part = self.message(BundleEntryProto, slice_key(name, extents))
        if part.dtype != entry.dtype:
            raise Error(f"{self.index}: a part of tensor '{name}' is of another type")
        return part

    def pieces(self, name: str) -> Iterator[tuple[Box, ElementsAttr]]:
        entry, type = self.entry(name), self.type(name)
        if not entry.slices:
            yield [(0, size) for size in type.shape], self.tensor(name)
            return
        for box, part in self.boxes(name, entry, type):
            part_type = TensorType([length for _, length in box], type.element)
            if entry.dtype == STRING:
                yield box, DenseStringsAttr(part_type, self.strings(name, part, part_type.size))
            else:
                yield box, part_of(part_type, self.numbers(name, part, part_type), entry.dtype)

    def stored_bytes(self, name: str) -> int:
        entry = self.entry(name)
        return sum([part.size for _, part in self.boxes(name, entry, self.type(name))]) if entry.slices else entry.size

    def room(self, name: str, type: TensorType) -> int:
        """The size in bytes of a whole tensor. Raises Error where its files have fewer bytes."""
        size = type.size * width(type.element)
        present = sum(os.path.getsize(self.path(number)) for number in range(self.shards) if os.path.exists(self.path(number)))
        if size > present:
            raise Error(f"{self.index}: tensor '{name}' of {size} bytes is more than its files have")
        return size


def part_of(type: TensorType, data, dtype: int) -> ElementsAttr:
    """Numbers as a constant that is joined with others."""
    return quantized(type, data) if dtype in QUANTIZED else DenseAttr(type, meant_by(dtype, data))


def constant(type: TensorType, data: memoryview, dtype: int) -> ElementsAttr:
    """Numbers as a constant; one element stands for all where they are the same."""
    if dtype in QUANTIZED:
        return quantized(type, data)
    unit = width(type.element)
    data = memoryview(meant_by(dtype, data))
    same = type.size > 0 and data[: len(data) - unit] == data[unit:]
    return DenseAttr(type, data[:unit] if same else data, same)
