"""Writes a checkpoint in one shard, byte for byte as TensorFlow does for tensors in that order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tfir.cli.file_formats import varint_bytes
from tfir.cli.files import Output
from tfir.dialects.tf_type import TensorProtoAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of
from tfir.proto import BundleEntryProto, BundleHeaderProto, TensorSliceProto
from tfir.storage.checkpoint.parts import width
from tfir.storage.checkpoint.slices import slice_key
from tfir.storage.checkpoint.write_table import table_bytes
from tfir.storage.checksums import masked_crc32c
from tfir.storage.datatypes import number_of
from tfir.storage.tensors import LISTS, QUANTIZED, VARIANT, as_stored, variants_in

VERSION = 1


class Part(NamedTuple):
    """A tensor that is stored: whole, or as part of one of a `shape`, of which it has start and length in each dimension (all of it where the length
    is None)."""

    name: str
    tensor: ElementsAttr
    spec: tuple[Sequence[int], Sequence[tuple[int, int | None]]] | None = None

    @property
    def shape(self) -> Sequence[int]:
        return self.tensor.type.shape if self.spec is None else self.spec[0]

    @property
    def extents(self) -> list[tuple[int, int | None]]:
        """Of a dimension of which it has all the length is None."""
        if self.spec is None:
            return [(0, None)] * len(self.shape)
        return [(0, None) if (start, length) == (0, size) else (start, length) for size, (start, length) in zip(*self.spec)]

    @property
    def is_whole(self) -> bool:
        return all([length is None for _, length in self.extents])


def write_bundle(prefix: str, tensors: Iterable[tuple[str, ElementsAttr] | Part]) -> None:
    """Writes `prefix.data-00000-of-00001` and then `prefix.index`, each whole or not at all. Raises Error for a tensor that no checkpoint
    holds.

    Source: `tensorflow/core/util/tensor_bundle/tensor_bundle.cc`.
    """
    entries: dict[bytes, BundleEntryProto] = {}
    offset = 0
    with Output(f"{prefix}.data-00000-of-00001", binary=True) as data:
        for each in tensors:
            part = each if isinstance(each, Part) else Part(*each)
            entry, pieces = stored(part.name, part.tensor)
            entry.offset, entry.size = offset, sum(map(len, pieces))
            for piece in pieces:
                data.write(piece)
            offset += entry.size
            key = part.name.encode("utf-8", "surrogateescape")
            if not part.is_whole:
                add_slice(entries, key, part, entry.dtype)
                key = slice_key(part.name, part.extents)
            if key in entries:
                raise Error(f"Adding duplicate key: {part.name}")
            entries[key] = entry
    stored_entries = [(key, entry.SerializeToString(deterministic=True)) for key, entry in entries.items()]
    with Output(f"{prefix}.index", binary=True) as index:
        index.write(table_bytes(sorted([(b"", header(1)), *stored_entries])))


def header(shards: int) -> bytes:
    message = BundleHeaderProto(num_shards=shards)
    message.version.producer = VERSION
    serialized: bytes = message.SerializeToString()
    return serialized


def add_slice(entries: dict[bytes, BundleEntryProto], key: bytes, part: Part, dtype: int) -> None:
    """Says in the entry of the whole tensor that a part of it is stored."""
    whole = entries.setdefault(key, BundleEntryProto(dtype=dtype))
    if not whole.slices:
        whole.shape.SetInParent()
        for size in part.shape:
            whole.shape.dim.add(size=size)
    write_extents(whole.slices.add(), part.extents)


def write_extents(message: TensorSliceProto, extents: Iterable[tuple[int, int | None]]) -> None:
    message.SetInParent()
    for start, length in extents:
        extent = message.extent.add()
        if length is not None:
            extent.start, extent.length = start, length


def stored(name: str, tensor: ElementsAttr) -> tuple[BundleEntryProto, list]:
    """The entry of a tensor, without its place, and its bytes in pieces."""
    entry = BundleEntryProto(dtype=number_of(tensor.type.element) or 0)
    entry.shape.SetInParent()
    for size in tensor.type.shape:
        entry.shape.dim.add(size=size)
    if not name:
        raise Error("a checkpoint holds no tensor without a name")
    if isinstance(tensor, DenseStringsAttr):
        sizes, pieces = strings(tensor)
        entry.crc32c = masked_crc32c(sizes, *pieces[1:])
    elif isinstance(tensor, (DenseAttr, ResourceAttr)) and entry.dtype in LISTS:
        pieces = [as_stored(entry.dtype, numbers(tensor))]
        entry.crc32c = masked_crc32c(*pieces)
    elif isinstance(tensor, TensorProtoAttr) and entry.dtype in QUANTIZED:
        pieces = [stored_numbers(tensor)]
        entry.crc32c = masked_crc32c(*pieces)
    elif isinstance(tensor, TensorProtoAttr) and entry.dtype == VARIANT:
        pieces, seen = variant_pieces(variants_in(tensor))
        entry.crc32c = masked_crc32c(*seen)
    else:
        raise Error(f"tensor '{name}' of type {tensor.type} has no form in a checkpoint")
    return entry, pieces


def variant_pieces(encoded: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """What is stored of variants, and what their checksums see of it."""
    pieces: list[bytes] = []
    seen: list[bytes] = []
    for one in encoded:
        seen += [len(one).to_bytes(8, "little"), one]
        checksum = masked_crc32c(*seen).to_bytes(4, "little")
        pieces += [varint_bytes(len(one)), one, checksum]
        seen.append(checksum)
    return pieces, seen


def numbers(tensor: DenseAttr | ResourceAttr):
    if isinstance(tensor, ResourceAttr) and tensor.blob is None:
        raise Error(f"the file does not have the resource '{tensor.name}'")
    data = tensor.data
    if tensor.is_splat:
        return bytes(data) * tensor.type.size
    expected = tensor.type.size * width(tensor.type.element)
    if len(data) != expected:
        raise Error(f"a constant of {tensor.type} has {len(data)} bytes, expected {expected}")
    return data


def stored_numbers(tensor: ElementsAttr):
    """The bytes of numbers, of quantized ones those of the integers that are stored."""
    return numbers(tensor) if isinstance(tensor, (DenseAttr, ResourceAttr)) else array_of(tensor).tobytes()


def strings(tensor: DenseStringsAttr) -> tuple[bytes, list[bytes]]:
    """The lengths as the checksum sees them; the lengths as they are stored, their checksum, and the strings."""
    values = tensor.values()
    lengths = [len(value) for value in values]
    sizes = b"".join([length.to_bytes(4 if length < 1 << 32 else 8, "little") for length in lengths])
    checksum = masked_crc32c(sizes).to_bytes(4, "little")
    return sizes, [b"".join(map(varint_bytes, lengths)), checksum, b"".join(values)]
