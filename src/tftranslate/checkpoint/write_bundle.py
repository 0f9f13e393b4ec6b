"""Writes a checkpoint in one shard, byte for byte as TensorFlow does for tensors in that order."""

from __future__ import annotations

from collections.abc import Iterable

from tfir.cli.files import Output
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.proto import BundleEntryProto, BundleHeaderProto

from tftranslate.checkpoint.parts import width
from tftranslate.checkpoint.table import masked_crc32c
from tftranslate.checkpoint.write_table import table_bytes
from tftranslate.datatypes import number_of
from tftranslate.tensors import LISTS
from tftranslate.wire_format import varint_bytes

VERSION = 1


def write_bundle(prefix: str, tensors: Iterable[tuple[str, ElementsAttr]]) -> None:
    """Writes `prefix.data-00000-of-00001` and then `prefix.index`, each whole or not at all. Raises Error for a tensor that no checkpoint
    holds.

    Source: `tensorflow/core/util/tensor_bundle/tensor_bundle.cc`.
    """
    header = BundleHeaderProto(num_shards=1)
    header.version.producer = VERSION
    entries, offset = [(b"", header.SerializeToString())], 0
    with Output(f"{prefix}.data-00000-of-00001", binary=True) as data:
        for name, tensor in tensors:
            entry, pieces = stored(name, tensor)
            entry.offset, entry.size = offset, sum(map(len, pieces))
            for piece in pieces:
                data.write(piece)
            entries.append((name.encode("utf-8", "surrogateescape"), entry.SerializeToString(deterministic=True)))
            offset += entry.size
    with Output(f"{prefix}.index", binary=True) as index:
        index.write(table_bytes(sorted(entries)))


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
        pieces = [numbers(tensor)]
        entry.crc32c = masked_crc32c(*pieces)
    else:
        raise Error(f"tensor '{name}' of type {tensor.type} has no form in a checkpoint")
    return entry, pieces


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


def strings(tensor: DenseStringsAttr) -> tuple[bytes, list[bytes]]:
    """The lengths as the checksum sees them; the lengths as they are stored, their checksum, and the strings."""
    values = tensor.values()
    lengths = [len(value) for value in values]
    sizes = b"".join([length.to_bytes(4 if length < 1 << 32 else 8, "little") for length in lengths])
    checksum = masked_crc32c(sizes).to_bytes(4, "little")
    return sizes, [b"".join(map(varint_bytes, lengths)), checksum, b"".join(values)]
