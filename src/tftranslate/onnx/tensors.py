"""TensorProtos as constants and back: numbers as bytes, in the list of their type, or in a file beside the model."""

from __future__ import annotations

import os
from math import prod

import numpy as np
from tfir.cli.files import read_bytes
from tfir.dialects.onnx.element_types import STRING
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I64, TensorType
from tfir.ods.arrays import array_of, dense_of, dtype_of

from tftranslate.onnx.element_types import NUMBERS, element_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type
    from tfir.proto import OnnxSparseTensor, OnnxTensor

EXTERNAL = 1  # the data_location of a tensor whose bytes lie in another file
PACKED = {21: 4, 22: 4, 23: 4, 25: 2, 26: 2}  # bits of an element, of types of which several share a byte
SIGNED = (22, 26)
MOST_ZEROS = 1000  # elements of a sparse tensor for each that is stored
LISTS = {  # in which field the elements of a type stand that are no bytes; those that are not named stand in int32_data
    1: "float_data", 14: "float_data", 11: "double_data", 15: "double_data", 7: "int64_data", 12: "uint64_data", 13: "uint64_data",
}  # fmt: skip
FIELDS = ("float_data", "int32_data", "string_data", "int64_data", "double_data", "uint64_data")


def elements_of(tensor: OnnxTensor, folder: str | None) -> ElementsAttr:
    """The constant that a tensor means. `folder` has the files that it may name. Raises Error for one that is damaged."""
    try:
        return read_elements(tensor, folder)
    except Error as error:
        raise error.and_told(f"in the tensor '{tensor.name}'") from None


def read_elements(tensor: OnnxTensor, folder: str | None) -> ElementsAttr:
    element, shape = element_of(tensor.data_type), tuple(tensor.dims)
    if any([size < 0 for size in shape]):
        raise Error(f"has the sizes {list(shape)}; sizes are not negative")
    if tensor.HasField("segment"):
        raise Error("is a segment of another tensor, which is not read")
    count = prod(shape)
    if element is STRING:
        check_count(len(tensor.string_data), count)
        strings = tuple(tensor.string_data)
        is_splat = count > 0 and len(set(strings)) == 1
        return DenseStringsAttr(TensorType(shape, STRING), strings[:1] if is_splat else strings, is_splat)
    number = tensor.data_type
    if tensor.data_location == EXTERNAL:
        array = of_bytes(external_bytes(tensor, folder), number, element, count)
    elif tensor.HasField("raw_data"):
        array = of_bytes(tensor.raw_data, number, element, count)
    else:
        array = of_list(tensor, number, element, count)
    return dense_of(array.reshape(shape), element)


def sparse_elements_of(tensor: OnnxSparseTensor, folder: str | None) -> ElementsAttr:
    """The constant that a sparse tensor means, with all its zeros. Its places are numbers in the order of elements, or have a number for each axis."""
    values, places = [elements_of(each, folder) for each in (tensor.values, tensor.indices)]
    shape = tuple(tensor.dims)
    try:
        if isinstance(values, DenseStringsAttr) or isinstance(places, DenseStringsAttr) or places.type.element is not I64:
            raise Error("has text, or places that are no numbers of 64 bits")
        if not shape or any([size < 0 for size in shape]):
            raise Error(f"has the sizes {list(shape)}; there has to be one, and none is negative")
        numbers, told, count = array_of(values), array_of(places), prod(shape)
        if count > MOST_ZEROS * (numbers.size + 64):
            raise Error(f"has {count} elements, of which {numbers.size} are stored")
        if numbers.ndim != 1 or told.shape not in ((numbers.size,), (numbers.size, len(shape))):
            raise Error(f"has values of {values.type} at places of {places.type}")
        limits = np.array(shape if told.ndim == 2 else [count], np.int64)
        at = told.reshape(numbers.size, len(limits))
        if ((at < 0) | (at >= limits)).any():
            raise Error("has a place that is outside of it")
    except Error as error:
        raise error.and_told(f"in the sparse tensor '{tensor.values.name}'") from None
    dense = np.zeros(count, numbers.dtype)
    dense[np.ravel_multi_index(tuple(at.T), tuple(limits))] = numbers
    return dense_of(dense.reshape(shape), values.type.element)


def check_count(given: int, expected: int) -> None:
    if given != expected:
        raise Error(f"has {given} elements, where its sizes ask for {expected}")


def of_bytes(data, number: int, element: Type, count: int) -> np.ndarray:
    bits = PACKED.get(number)
    if bits is not None:
        per_byte = 8 // bits
        check_count(len(data), -(-count // per_byte))
        return unpacked(np.frombuffer(data, np.uint8), number, bits, count).view(dtype_of(element))
    dtype = dtype_of(element)
    if len(data) != count * dtype.itemsize:
        raise Error(f"has {len(data)} bytes, where its sizes ask for {count * dtype.itemsize}")
    if element is I1:
        return np.frombuffer(data, np.uint8) != 0
    return np.frombuffer(data, dtype.newbyteorder("<") if dtype.kind in "iufc" else dtype)


def unpacked(data: np.ndarray, number: int, bits: int, count: int) -> np.ndarray:
    """Elements of which several lie in a byte, the first in its lowest bits, each in a byte of its own."""
    parts = [(data >> shift) & ((1 << bits) - 1) for shift in range(0, 8, bits)]
    codes = np.stack(parts, axis=-1).reshape(-1)[:count].astype(np.uint8)
    half = 1 << (bits - 1)
    return ((codes ^ half).astype(np.int8) - half).view(np.uint8) if number in SIGNED else codes


def of_list(tensor: OnnxTensor, number: int, element: Type, count: int) -> np.ndarray:
    values = getattr(tensor, LISTS.get(number, "int32_data"))
    dtype = dtype_of(element)
    if number in (14, 15):
        check_count(len(values), 2 * count)
        return np.array(values, dtype.type(0).real.dtype).view(dtype)
    if number in PACKED:
        check_count(len(values), -(-count // (8 // PACKED[number])))
        packed = np.array(values, np.int64).astype(np.uint8)
        return unpacked(packed, number, PACKED[number], count).view(dtype)
    check_count(len(values), count)
    if number in (1, 11):
        return np.array(values, dtype)
    if dtype.kind in "iu":
        return np.array(values, np.uint64 if number in (12, 13) else np.int64).astype(dtype)
    if element is I1:
        return np.array(values, np.int64) != 0
    return np.array(values, np.int64).astype(f"u{dtype.itemsize}").view(dtype)  # the bits of narrow floats


def external_bytes(tensor: OnnxTensor, folder: str | None):
    """The bytes of a tensor that lie in a file beside the model. Raises Error for a path that leads out of its folder."""
    told = {entry.key: entry.value for entry in tensor.external_data}
    location = told.get("location", "")
    if folder is None:
        raise Error(f"lies in the file '{location}' beside the model, and the model was not read from a file")
    if not location or os.path.isabs(location) or not is_inside(os.path.join(folder, location), folder):
        raise Error(f"lies in '{location}', which is no file of the model's folder")
    data = read_bytes(os.path.join(folder, location))
    try:
        offset = int(told.get("offset", "0"))
        length = int(told.get("length", str(len(data) - offset)))
    except ValueError:
        raise Error(f"lies in '{location}' at a place that is no number") from None
    if offset < 0 or length < 0 or offset + length > len(data):
        raise Error(f"lies in '{location}' from byte {offset} to {offset + length}, and the file has {len(data)}")
    return memoryview(data)[offset : offset + length]


def is_inside(path: str, folder: str) -> bool:
    home = os.path.realpath(folder)
    return os.path.commonpath([home, os.path.realpath(path)]) == home


def fill_tensor(tensor: OnnxTensor, elements: ElementsAttr, field: str = "raw_data") -> None:
    """Writes type, sizes and elements of a constant to a tensor, its elements to one of the fields that may have them."""
    tensor.data_type = NUMBERS[elements.type.element] if elements.type.element in NUMBERS else 0
    if not tensor.data_type:
        raise Error(f"ONNX has no element type {elements.type.element}")
    del tensor.dims[:]
    tensor.dims.extend(elements.type.sizes)
    for name in (*FIELDS, "raw_data"):
        tensor.ClearField(name)
    if isinstance(elements, DenseStringsAttr):
        tensor.string_data.extend(elements.values())
        return
    array, number = array_of(elements), tensor.data_type
    if field == "raw_data":
        tensor.raw_data = bytes_of(array, number)
    elif field:
        getattr(tensor, field).extend(list_of(array, number))


def bytes_of(array: np.ndarray, number: int) -> bytes:
    if number in PACKED:
        return packed(array, PACKED[number]).tobytes()
    if array.dtype.kind in "iufc":
        return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    return array.tobytes()


def packed(array: np.ndarray, bits: int) -> np.ndarray:
    per_byte, mask = 8 // bits, (1 << bits) - 1
    codes = np.ascontiguousarray(array).reshape(-1).view(np.uint8) & mask
    codes = np.concatenate([codes, np.zeros(-len(codes) % per_byte, np.uint8)]).reshape(-1, per_byte)
    result = np.zeros(len(codes), np.uint8)
    for at in range(per_byte):
        result |= codes[:, at] << (at * bits)
    return result


def list_of(array: np.ndarray, number: int) -> list:
    """The elements as the list of their type has them."""
    flat = np.ascontiguousarray(array).reshape(-1)
    if number in PACKED:
        return packed(flat, PACKED[number]).tolist()
    if number in (14, 15):
        return flat.view(flat.real.dtype).tolist()
    if number in (1, 11) or flat.dtype.kind in "iu":
        return flat.tolist()
    if flat.dtype.kind == "b":
        return flat.astype(int).tolist()
    return flat.view(f"u{flat.dtype.itemsize}").tolist()
