"""Checkpoints of TensorFlow's first format (`SaverDef.V1`): tables whose first entry lists tensors and whose others are parts of these.

Source: `tensorflow/core/util/saved_tensor_slice.proto`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from google.protobuf.message import DecodeError

from tfir.cli.files import read_bytes
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.proto import SavedSliceMeta, SavedTensorSlices, TensorProto
from tfir.storage.checkpoint.bundle import ELEMENT_LIMIT, part_of
from tfir.storage.checkpoint.checkpoint import Checkpoint
from tfir.storage.checkpoint.parts import Box, box_of, extents_of, joined, joined_strings, width
from tfir.storage.checkpoint.slices import slice_key
from tfir.storage.checkpoint.table import read_table
from tfir.storage.checkpoint.write_bundle import stored_numbers
from tfir.storage.datatypes import NAMES, type_of
from tfir.storage.tensors import LISTS, QUANTIZED, STRING, constant_of, quantized


@dataclass
class Stored:
    """A tensor of a checkpoint: its type, and for each part the file and key that have it and the box that it fills."""

    dtype: int
    shape: tuple[int, ...]
    parts: list[tuple[str, bytes, Box]] = field(default_factory=list)


class SliceFiles(Checkpoint):
    """A checkpoint of the first format. `files` are all that it has; a file is read as a whole."""

    def __init__(self, prefix: str, files: Sequence[str]):
        self.prefix, self.index = prefix, files[0]
        self.tables = {file: read_table(read_bytes(file), file) for file in files}
        self.stored: dict[str, Stored] = {}
        for file in files:
            for listed in self.message(file, b"").meta.tensor:
                self.add(file, listed)

    def message(self, file: str, key: bytes) -> SavedTensorSlices:
        kind = "meta" if not key else "data"
        try:
            message = SavedTensorSlices.FromString(self.tables[file].get(key, b""))
        except DecodeError:
            message = SavedTensorSlices()
        if not message.HasField(kind):
            raise Error(f"{file}: a damaged checkpoint: it has no {'list of tensors' if not key else repr(key)}")
        return message

    def add(self, file: str, listed: SavedSliceMeta) -> None:
        """Notes the parts of a tensor that a file lists."""
        shape = tuple(dim.size for dim in listed.shape.dim)
        if listed.shape.unknown_rank or any(size < 0 for size in shape) or prod(shape) > ELEMENT_LIMIT:
            raise Error(f"{file}: tensor '{listed.name}' has a damaged shape")
        stored = self.stored.setdefault(listed.name, Stored(listed.type, shape))
        if (stored.dtype, stored.shape) != (listed.type, shape):
            raise Error(f"{file}: tensor '{listed.name}' is of another type than in {stored.parts[0][0]}")
        for extents in map(extents_of, listed.slice):
            box = box_of(extents, shape)
            if box is None:
                raise Error(f"{file}: a part of tensor '{listed.name}' lies outside its shape")
            stored.parts.append((file, slice_key(listed.name, extents), box))

    @property
    def names(self) -> list[str]:
        return list(self.stored)

    def __contains__(self, name: str) -> bool:
        return name in self.stored

    def in_order(self) -> Iterator[tuple[str, ElementsAttr]]:
        for name in self.names:
            yield name, self.tensor(name)

    def type(self, name: str) -> TensorType:
        self.require(name)
        return TensorType(self.stored[name].shape, type_of(self.stored[name].dtype))

    def stored_bytes(self, name: str) -> int:
        type = self.type(name)
        if self.stored[name].dtype == STRING:
            return sum(map(len, self.tensor(name).values()))
        return type.size * width(type.element)

    def tensor(self, name: str) -> ElementsAttr:
        type, stored = self.type(name), self.stored[name]
        if stored.dtype != STRING and stored.dtype not in LISTS and stored.dtype not in QUANTIZED:
            raise Error(f"{self.index}: tensor '{name}' of {NAMES.get(stored.dtype, 'a type')} has no form as a constant")
        if len(stored.parts) == 1 and stored.parts[0][2] == [(0, size) for size in type.shape]:
            return self.part(name, *stored.parts[0])
        self.require_elements(name)
        parts = [(place[2], self.part(name, *place)) for place in stored.parts]
        if stored.dtype == STRING:
            texts = joined_strings(type, [(box, part.values()) for box, part in parts])
        else:
            whole = joined(type, [(box, stored_numbers(part)) for box, part in parts])
        if (texts if stored.dtype == STRING else whole) is None:
            raise Error(f"{self.index}: the parts of tensor '{name}' do not make up its shape")
        return DenseStringsAttr(type, texts) if stored.dtype == STRING else part_of(type, whole, stored.dtype)

    def pieces(self, name: str) -> Iterator[tuple[Box, ElementsAttr]]:
        self.require(name)
        self.require_elements(name)
        for file, key, box in self.stored[name].parts:
            yield box, self.part(name, file, key, box)

    def require_elements(self, name: str) -> None:
        """Raises Error where a tensor is larger than its files can hold; an element takes a byte at the least."""
        present = sum(len(value) for table in self.tables.values() for value in table.values())
        if self.type(name).size > present:
            raise Error(f"{self.index}: tensor '{name}' of {self.type(name)} is more than its files have")

    def part(self, name: str, file: str, key: bytes, box: Box):
        """A part as a constant: the elements in the list of their type, without a shape."""
        tensor, dtype = TensorProto(), self.stored[name].dtype
        tensor.CopyFrom(self.message(file, key).data.data)
        tensor.dtype = kept = QUANTIZED.get(dtype, dtype)
        tensor.tensor_shape.SetInParent()
        for _, length in box:
            tensor.tensor_shape.dim.add(size=length)
        list_name, _, list_parts = LISTS.get(kept, ("string_val", "", 1))
        count, expected = len(getattr(tensor, list_name)), prod([length for _, length in box]) * list_parts
        if count != expected or tensor.tensor_content:
            raise Error(f"{file}: a part of tensor '{name}' has {count} numbers, expected {expected}")
        read = constant_of(tensor)[0]
        assert isinstance(read, ElementsAttr)
        return read if kept == dtype else quantized(TensorType(read.type.shape, type_of(dtype)), stored_numbers(read))
