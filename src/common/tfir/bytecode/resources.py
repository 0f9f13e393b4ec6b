"""The data of constants that stand apart from the program (`dense_resource<name>`), aligned as they want to lie in memory."""

from __future__ import annotations

from tfir.bytecode.entries import dialect_at, string_at
from tfir.bytecode.format import BLOB, STRING
from tfir.bytecode.stream import Cursor
from tfir.ir.blobs import Blob, ByteBlob
from tfir.ir.dense import ResourceAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.types import ShapedType


class Resource:
    """A resource by its name. `blob` is None where the file has no data for it."""

    __slots__ = ("name", "blob", "alignment")

    def __init__(self, name: str, blob: Blob | None = None, alignment: int = 1):
        self.name, self.blob, self.alignment = name, blob, alignment

    def constant(self, type: ShapedType) -> ResourceAttr:
        return ResourceAttr(type, self.name, self.blob, self.alignment)


def read_resources(offsets: Cursor, data: Cursor, strings: Sequence[bytes], dialects: Sequence[str]) -> list[Resource]:
    """The resources of dialects, in the order of their numbers. Those of the program that wrote the file are passed over."""
    for _ in range(offsets.count("groups of resources")):
        string_at(offsets, strings)
        _group(offsets, data, strings)
    resources: list[Resource] = []
    while offsets.left:
        dialect_at(offsets, dialects)
        resources += _group(offsets, data, strings)
    data.expect_end("resource section")
    return resources


def _group(offsets: Cursor, data: Cursor, strings: Sequence[bytes]) -> list[Resource]:
    return [_resource(offsets, data, strings) for _ in range(offsets.count("resources", 3))]


def _resource(offsets: Cursor, data: Cursor, strings: Sequence[bytes]) -> Resource:
    name = string_at(offsets, strings).decode("utf-8", "surrogateescape")
    size, at, kind = offsets.varint(), offsets.at, offsets.byte()
    if kind > STRING:
        raise offsets.error(f"unknown kind of resource: {kind}", at)
    if size > data.left:
        raise offsets.error(f"resource '{name}' has {size} bytes, and there are {data.left}", at)
    content = data.part(data.at, data.at + size)
    data.at += size
    if kind != BLOB or not size:
        return Resource(name)
    alignment, length = content.varint(), content.varint()
    content.align(alignment)
    blob = ByteBlob(content.take(length))
    content.expect_end(f"resource '{name}'")
    return Resource(name, blob, alignment)
