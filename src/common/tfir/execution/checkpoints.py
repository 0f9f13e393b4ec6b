"""Checkpoints that a program reads and writes while it runs."""

from __future__ import annotations

import os

import numpy as np

from tfir.dialects.tf.dtypes import name_of, number_of
from tfir.dialects.tf.errors import internal, listed, not_found
from tfir.dialects.tf.sparse_boxed import as_elements
from tfir.dialects.tf.variant_protos import decoded, is_variant, variant_of
from tfir.dialects.tf_type import STRING, TensorProtoAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.ods.arrays import array_of, dense_of, dtype_of
from tfir.storage.checkpoint.merge_bundles import merge_bundles
from tfir.storage.checkpoint.opening import checkpoint_exists, open_checkpoint
from tfir.storage.checkpoint.parts import Box, box_of
from tfir.storage.checkpoint.write_bundle import Part, write_bundle
from tfir.storage.checkpoint.write_slices import write_slices
from tfir.storage.tensors import QUANTIZED, quantized, variants, variants_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type
    from tfir.ods.arrays import Array
    from tfir.storage.checkpoint.checkpoint import Checkpoint


def spec_of(text: str) -> tuple[tuple[int, ...], list[tuple[int, int | None]]] | None:
    """The shape of a whole tensor, and start and length of a part in each dimension, which `3 4 0,2:-` says; None for an empty text, all of it."""
    if not text:
        return None
    *sizes, extents = text.split(" ")
    if not sizes:
        raise Error(f"Need least two elements in shape_and_slice specification: {text}")
    try:
        shape = tuple(map(int, sizes))
        part: list[tuple[int, int | None]] = []
        for extent in extents.split(":"):
            start, length = (0, None) if extent == "-" else map(int, extent.split(","))
            part.append((start, length))
    except ValueError:
        raise Error(f"Invalid shape_and_slice specification: {text}") from None
    if len(shape) != len(part):
        raise Error(f"Rank of shape and slice differ in the shape_and_slice specification: {text}")
    return shape, part


def box_in(shape: tuple[int, ...], extents: list[tuple[int, int | None]], text: str) -> Box:
    """Start and length in each dimension. Raises Error where they lie outside of the shape."""
    box = box_of(extents, shape)
    if box is None:
        at = next(at for at, (start, length) in enumerate(extents) if start + (length or 0) > shape[at])
        raise internal(f"Extent in dimension {at} out of bounds: shape = {listed(shape)}, slice = {text.split(' ')[-1]}")
    return box


def restored(path: str, shown_path: str, name: str, spec: str, element: Type) -> Array:
    """A tensor of a checkpoint, or the part of it that is asked for."""
    if not checkpoint_exists(path):
        told = f"Failed to find any matching files for {shown_path}"
        raise not_found(f"Unsuccessful TensorSliceReader constructor: {told}")
    checkpoint = open_checkpoint(path)
    is_bundle = checkpoint.index.endswith(".index")
    if name not in checkpoint:
        raise not_found(
            f"Key {name} not found in checkpoint" if is_bundle else f'Tensor name "{name}" not found in checkpoint files {shown_path}'
        )
    stored, asked = checkpoint.type(name), spec_of(spec)
    if number_of(stored.element) != number_of(element):
        raise Error(f"tensor_name = {name}; expected dtype {name_of(element)} does not equal original dtype {name_of(stored.element)}")
    shape, extents = asked or (tuple(stored.shape), [(0, None)] * len(stored.shape))
    shown_part = spec.split(" ")[-1] or ":".join("-" * len(shape))
    if shape != tuple(stored.shape) and not is_bundle:
        told = f"{listed(shape)}, save file shape: {listed(stored.shape)}"
        raise Error(f"Shape in shape_and_slice spec does not match the shape in the save file: {told}")
    if shape != tuple(stored.shape):
        told = f"{listed(shape)} does not match the shape stored in checkpoint: {listed(stored.shape)}"
        raise Error(f"tensor_name = {name}; shape in shape_and_slice spec {told}")
    box = box_in(shape, extents, spec)
    return restored_variants(checkpoint, name) if is_variant(element) else part_of(checkpoint, name, box, shown_part)


def restored_variants(checkpoint: Checkpoint, name: str):
    """All of them: variants are not written in parts."""
    constant = checkpoint.tensor(name)
    assert isinstance(constant, TensorProtoAttr)
    values = as_elements(list(map(decoded, variants_in(constant)))).reshape(constant.type.shape)
    return values if values.ndim else values.item()


def part_of(checkpoint: Checkpoint, name: str, box: Box, text: str) -> Array:
    """A box out of a tensor, of the parts that are stored of it. Raises Error where they leave some of it out."""
    result = np.zeros([length for _, length in box], dtype_of(checkpoint.type(name).element))
    there = np.zeros(result.shape, bool)
    pieces = list(checkpoint.pieces(name))
    exact = next((piece for around, piece in pieces if around == box), None)
    if exact is not None:
        return array_of(exact)
    if checkpoint.type(name).element is STRING:
        raise Error("Dtype string not supported.")
    for around, piece in pieces:
        inside = [(max(a, b), min(a + n, b + m)) for (a, n), (b, m) in zip(box, around)]
        if all([start < end for start, end in inside]) or not inside:
            here = tuple([slice(start - first, end - first) for (start, end), (first, _) in zip(inside, box)])
            result[here] = array_of(piece)[tuple([slice(start - first, end - first) for (start, end), (first, _) in zip(inside, around)])]
            there[here] = True
    if not there.all():
        raise Error(f"Does not have sufficient slices for partitioned tensor {name} to restore in slice_spec: {text}")
    return result


def save(path: str, tensors: list[tuple[str, Array, str, Type]], is_first_format: bool) -> None:
    """Writes tensors, each of them whole or a part of a larger one, and of an element type."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    parts = []
    for name, array, text, element in tensors:
        spec = spec_of(text)
        if spec is not None:
            expected = tuple([length for _, length in box_in(*spec, text)])
            if expected != array.shape:
                told = f"Slice in shape_and_slice specification does not match the shape of the tensor to  save: {text}, tensor: {listed(array.shape)}"
                raise Error(told)
        parts.append(Part(name, constant_of(array, element), spec))
    (write_slices if is_first_format else write_bundle)(path, parts)


def constant_of(array: Array, element: Type):
    if is_variant(element):
        several = array if isinstance(array, np.ndarray) else as_elements([array]).reshape(())
        return variants(
            TensorType(several.shape, element), [variant_of(each).SerializeToString(deterministic=True) for each in several.ravel()]
        )
    if number_of(element) in QUANTIZED:
        return quantized(TensorType(array.shape, element), array.tobytes())
    return dense_of(array, element)


def merge(paths: list[str], shown_paths: list[str], destination: str, deletes: bool, allows_missing: bool) -> None:
    present = [path for path in paths if os.path.exists(f"{path}.index")]
    if len(present) < len(paths) and not allows_missing:
        missing = next(shown for path, shown in zip(paths, shown_paths) if path not in present)
        raise Error(f"allow_missing_files was set to false and {missing} did not exist.NOT_FOUND: {missing} not found")
    if not present:
        raise Error("At least one prefix checkpoint file must exist, but none existed.")
    os.makedirs(os.path.dirname(destination), exist_ok=True)
    merge_bundles(present, destination, dict(zip(paths, shown_paths)))
    for folder in {os.path.dirname(path) for path in paths} if deletes else ():
        if folder != os.path.dirname(destination) and os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
