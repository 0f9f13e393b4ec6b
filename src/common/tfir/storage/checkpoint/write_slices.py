"""Writes a checkpoint of the first format: one file, a sorted table of the parts of tensors."""

from __future__ import annotations

from array import array

from tfir.cli.files import Output
from tfir.dialects.tf_type import TensorProtoAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.proto import SavedTensorSlices
from tfir.storage.checkpoint.slices import slice_key
from tfir.storage.checkpoint.write_bundle import Part, stored_numbers, write_extents
from tfir.storage.checkpoint.write_table import table_bytes
from tfir.storage.datatypes import NAMES, number_of
from tfir.storage.tensors import LISTS, QUANTIZED, STRING

VERSION = 1
NOT_SAVED = (15, 16)  # qint16 and quint16, which TensorFlow does not write in this format


def write_slices(path: str, parts: list[Part]) -> None:
    """Source: `tensorflow/core/util/tensor_slice_writer.cc`."""
    index = SavedTensorSlices()
    index.meta.versions.producer = VERSION
    described, entries = {}, []
    for part in parts:
        element = number_of(part.tensor.type.element) or 0
        if part.name not in described:
            described[part.name] = index.meta.tensor.add(name=part.name, type=element)
            for size in part.shape:
                described[part.name].shape.dim.add(size=size)
            described[part.name].shape.SetInParent()
        write_extents(described[part.name].slice.add(), part.extents)
        content = SavedTensorSlices()
        content.data.name = part.name
        write_extents(content.data.slice, part.extents)
        fill(content.data.data, part, element)
        entries.append((slice_key(part.name, part.extents), content.SerializeToString(deterministic=True)))
    with Output(path, binary=True) as out:
        out.write(table_bytes(sorted([(b"", index.SerializeToString(deterministic=True)), *entries])))


def fill(message, part: Part, element: int) -> None:
    """The elements, one by one."""
    if element == STRING and isinstance(part.tensor, DenseStringsAttr):
        message.string_val.extend(part.tensor.values())
        return
    kept = QUANTIZED.get(element, element)
    if element in NOT_SAVED:
        raise Error(f"Saving data type {NAMES[element].removeprefix('DT_').lower()} not yet supported")
    if not isinstance(part.tensor, (DenseAttr, ResourceAttr, TensorProtoAttr)) or kept not in LISTS:
        raise Error(f"tensor '{part.name}' of type {part.tensor.type} has no form in a checkpoint")
    field, code, _ = LISTS[kept]
    getattr(message, field).extend(array(code, bytes(stored_numbers(part.tensor))))
