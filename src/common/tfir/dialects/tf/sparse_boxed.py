"""Semantics: sparse tensors as single elements: strings, variants, or places in a map; and stacks of such ones.

A boxed sparse tensor is three elements: its indices [n, rank], its values [n] and its shape [rank], each as a string of a TensorProto or
as a tensor in a variant, which is an object in an array of objects.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.records import content_of, serialized, word_of
from tfir.dialects.tf.sparse import check_order
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import fresh


class Sparse(NamedTuple):
    indices: np.ndarray
    values: np.ndarray
    shape: np.ndarray


def checked(indices, values, shape) -> Sparse:
    for name, tensor, rank, kind in (("indices", indices, 2, "matrix"), ("values", values, 1, "vector"), ("shape", shape, 1, "vector")):
        if tensor.ndim != rank:
            raise Error(f"Input {name} should be a {kind} but received shape {listed(tensor.shape)}")
    if len(indices) != len(values):
        raise Error(
            f"Number of values must match first dimension of indices. Got {len(values)} values, indices shape: {listed(indices.shape)}"
        )
    if indices.shape[1] != len(shape):
        raise Error(f"Number of dimensions must match second dimension of indices. Got {len(shape)} dimensions, {listed(indices.shape)}")
    return Sparse(indices, values, shape)


def rows_of(tensor: Sparse) -> list[Sparse]:
    """The sparse tensors along the first axis. Raises Error where places are outside of the shape or do not rise."""
    if len(tensor.shape) <= 1:
        raise Error(f"Rank of input SparseTensor should be > 1, but saw rank: {len(tensor.shape)}")
    check_order(tensor.indices, tensor.shape)
    ends = np.searchsorted(tensor.indices[:, 0], np.arange(int(tensor.shape[0]) + 1))
    parts = zip(ends[:-1], ends[1:])
    return [Sparse(tensor.indices[start:end, 1:], tensor.values[start:end], tensor.shape[1:]) for start, end in parts]


def stacked(tensors: list[Sparse], outer: tuple[int, ...]) -> list:
    """Along new first axes; the shape is the least that has room for all."""
    rank = len(tensors[0].shape)
    for number, tensor in enumerate(tensors):
        if len(tensor.shape) != rank:
            ranks = f"rank prior to SparseTensor[{number}] was: {rank} but rank of SparseTensor[{number}] is: {len(tensor.shape)}"
            raise Error(f"Inconsistent shape across SparseTensors: {ranks}")
    places = [
        np.concatenate([np.broadcast_to(np.array(place, np.int64), (len(tensor.values), len(outer))), tensor.indices], 1)
        for place, tensor in zip(np.ndindex(*outer), tensors)
    ]
    shape = np.max([tensor.shape for tensor in tensors], 0)
    return [np.concatenate(places), np.concatenate([tensor.values for tensor in tensors]), np.array([*outer, *shape], np.int64)]


# Boxes


def boxed(tensor: Sparse, is_variant: bool) -> list:
    return list(tensor) if is_variant else [serialized(part, in_content=True).item() for part in tensor]


def as_elements(parts: list) -> np.ndarray:
    """An array of objects, of which some may be arrays."""
    result = np.empty(len(parts), object)
    for at, part in enumerate(parts):
        result[at] = part
    return result


def opened(parts: list, number: int, dtype) -> Sparse:
    """A sparse tensor out of its three elements. Raises Error where these are none, or are of another type."""
    indices, values, shape = [part if isinstance(part, np.ndarray) else tensor_in(part) for part in parts]
    where = f"serialized_sparse[{number}"
    if indices.ndim != 2:
        raise Error(f"Expected {where}, 0] to represent an index matrix but received shape {listed(indices.shape)}")
    if values.ndim != 1:
        raise Error(f"Expected {where}, 1] to represent a values vector but received shape {listed(values.shape)}")
    if values.dtype != dtype:
        raise Error(f"Requested SparseTensor of type {dtype} but SparseTensor[{number}].values.dtype() == {values.dtype}")
    if len(indices) != len(values):
        counts = f"SparseTensor[{number}].indices and SparseTensor[{number}].values"
        raise Error(f"Expected row counts of {counts} to match but they do not: {len(indices)} vs. {len(values)}")
    if shape.ndim != 1 or indices.shape[1] != len(shape):
        counts = f"SparseTensor[{number}].indices to match size of SparseTensor[{number}].shape"
        raise Error(f"Expected column counts of {counts} but they do not: {indices.shape[1]} vs. {shape.size}")
    return Sparse(indices, values, shape)


def tensor_in(content: bytes) -> np.ndarray:
    from google.protobuf.message import DecodeError

    from tfir.dialects.tf.dtypes import DTYPES
    from tfir.ods.element_types import element_of_word
    from tfir.proto import TensorProto

    try:
        message = TensorProto.FromString(content)
        dtype = next(dtype_of(element_of_word(word)) for number, _, word, _ in DTYPES if number == message.dtype)
        return content_of(message, word_of(dtype), dtype)
    except (DecodeError, StopIteration):
        raise Error("Could not parse serialized proto") from None


class SerializeSparse(OpSemantics):
    def infer():
        return (3,)

    def evaluate(sparse_indices, sparse_values, sparse_shape, out_type):
        return as_elements(boxed(checked(sparse_indices, sparse_values, sparse_shape), dtype_of_strings(out_type) is None))


def dtype_of_strings(out_type):
    """The type of strings, or None of variants, which are no data."""
    try:
        return dtype_of(out_type)
    except Error:
        return None


class SerializeManySparse(OpSemantics):
    """A row for each place along the first axis."""

    def infer(sparse_shape):
        sizes = sparse_shape.as_shape
        return (sizes[0] if sizes else fresh(), 3)

    def evaluate(sparse_indices, sparse_values, sparse_shape, out_type):
        rows = rows_of(checked(sparse_indices, sparse_values, sparse_shape))
        is_variant = dtype_of_strings(out_type) is None
        return as_elements([part for row in rows for part in boxed(row, is_variant)]).reshape(-1, 3)


class FromBoxes(OpSemantics, family=True):
    def infer():
        return [(count := fresh(), rank := fresh()), (count,), (rank,)]


def deserialized(serialized_sparse, dtype):
    shape = serialized_sparse.shape
    if not shape:
        raise Error("Serialized sparse should have non-zero rank []")
    if shape[-1] != 3:
        raise Error(f"Serialized sparse should have 3 as the last dimension {listed(shape)}")
    rows = serialized_sparse.reshape(-1, 3)
    if not len(rows):
        raise Error(f"Serialized sparse should have at least 1 serialized tensor, but has a zero dimension {listed(shape)}")
    tensors = [opened(list(row), number, dtype_of(dtype)) for number, row in enumerate(rows)]
    return list(tensors[0]) if len(shape) == 1 else stacked(tensors, shape[:-1])


# Maps, which hand out numbers for sparse tensors


class SparseMap:
    def __init__(self) -> None:
        self.tensors: dict[int, Sparse] = {}
        self.next = 0

    def add(self, tensor: Sparse) -> int:
        self.tensors[self.next] = tensor
        self.next += 1
        return self.next - 1

    def take(self, handle: int) -> Sparse:
        if handle not in self.tensors:
            raise Error(f"Unable to find SparseTensor: {handle} in map")
        return self.tensors.pop(handle)


def map_of(op, state, container, shared_name) -> SparseMap:
    return state.shared("sparse tensors", op, str(container), str(shared_name), SparseMap)


class AddSparseToTensorsMap(OpSemantics):
    def infer():
        return ()

    def evaluate(op, state, sparse_indices, sparse_values, sparse_shape, container, shared_name):
        tensor = checked(sparse_indices, sparse_values, sparse_shape)
        return np.array(map_of(op, state, container, shared_name).add(tensor))


class AddManySparseToTensorsMap(OpSemantics):
    def infer(sparse_shape):
        sizes = sparse_shape.as_shape
        return (sizes[0] if sizes else fresh(),)

    def evaluate(op, state, sparse_indices, sparse_values, sparse_shape, container, shared_name):
        held = map_of(op, state, container, shared_name)
        return np.array([held.add(row) for row in rows_of(checked(sparse_indices, sparse_values, sparse_shape))], np.int64)


class TakeManySparseFromTensorsMap(FromBoxes):
    def evaluate(op, state, sparse_handles, dtype, container, shared_name):
        if sparse_handles.ndim != 1:
            raise Error(f"sparse_handles should be a vector but received shape {listed(sparse_handles.shape)}")
        if not len(sparse_handles):
            raise Error("Must have at least 1 serialized SparseTensor, but input matrix has 0 rows")
        held = map_of(op, state, container, shared_name)
        tensors = [held.take(int(handle)) for handle in sparse_handles]
        for tensor in tensors:
            if tensor.values.dtype != dtype_of(dtype):
                raise Error(f"Requested SparseTensor of type {dtype_of(dtype)} but SparseTensor.values.dtype() == {tensor.values.dtype}")
        return stacked(tensors, (len(tensors),))


SEMANTICS = ops_of(FromBoxes, DeserializeSparse=deserialized, DeserializeManySparse=deserialized)
