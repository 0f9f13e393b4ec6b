"""Tensors in `.npz` files. What an array of NumPy's cannot say is told by its dtype: a record of one field, which is the type's name.

bfloat16    two bytes of no type (V2), as NumPy itself stores it, and as `tf-run` takes it
float8_*    records with the field `float8_e4m3fn` etc., and those of `float4_e2m1fn`, `int4`, `uint4`, `int2`, `uint2`
quantized   records with the field `qint8` etc. of the integers that are stored
variants    records with the field `variant`: a VariantTensorDataProto, zeros, and its length in the last eight bytes
strings     bytes of the longest one's size (S); a record with the field `string` where one ends in zeros, which NumPy would cut off, or
            `strings`, as variants have it, where these are of several lengths
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy

from tfir.dialects.tf_type import QUANTIZED, TensorProtoAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16, IntegerType, OpaqueType, TensorType
from tfir.ods.arrays import EXTENDED, array_of, dense_of, dtype_of
from tfir.storage.datatypes import NUMBERS, TYPES
from tfir.storage.tensors import LISTS, STRING, VARIANT, quantized, variants, variants_in
from tfir.storage.tensors import QUANTIZED as STORED

PREFIX = "!tf_type."
ELSE = "; .safetensors files hold it"
RECORDS = {name: numpy.dtype([(name, "u1")]) for name in EXTENDED.values() if name.startswith(("float8", "float4", "int", "uint"))}


def arrays(tensors: Iterable[tuple[str, ElementsAttr]]) -> Iterator[tuple[str, numpy.ndarray]]:
    """Tensors as arrays that a file keeps."""
    for name, tensor in tensors:
        if isinstance(tensor, TensorProtoAttr) and NUMBERS.get(tensor.type.element) == VARIANT:
            yield name, encoded(variants_in(tensor), tensor.type.shape, "variant")
            continue
        array = array_of(tensor)
        if (word := tensor.type.element.text.removeprefix(PREFIX)) in QUANTIZED:
            array = as_record(array, numpy.dtype([(word, array.dtype)]))
        elif array.dtype == object:
            array = strings(array)
        elif array.dtype.name in RECORDS:
            array = as_record(array, RECORDS[array.dtype.name])
        yield name, array


def as_record(array: numpy.ndarray, record: numpy.dtype) -> numpy.ndarray:
    return numpy.ascontiguousarray(array).view(record).reshape(array.shape)


def encoded(texts: list[bytes], shape, field: str) -> numpy.ndarray:
    """Bytes of any lengths as records of one size, since arrays have such elements alone: zeros behind them, and the length at the end."""
    size = max(map(len, texts), default=0)
    records = [one.ljust(size, b"\0") + len(one).to_bytes(8, "little") for one in texts]
    return numpy.frombuffer(b"".join(records), [(field, f"V{size + 8}")]).reshape(shape)


def decoded(array: numpy.ndarray) -> list[bytes]:
    """The other way. Raises Error where a record has no such length."""
    records = [item.tobytes() for item in array.reshape(-1)]
    if array.dtype.itemsize < 8 or any([int.from_bytes(one[-8:], "little") > len(one) - 8 for one in records]):
        raise Error("its elements do not end in their lengths")
    return [one[: int.from_bytes(one[-8:], "little")] for one in records]


def strings(array: numpy.ndarray) -> numpy.ndarray:
    sizes = {len(text) for text in array.flat}
    if not any(text.endswith(b"\0") for text in array.flat):
        return array.astype("S")
    if len(sizes) > 1:
        return encoded(list(array.flat), array.shape, "strings")
    return numpy.array(array, f"V{max(sizes)}").view([("string", f"V{max(sizes)}")])


def tensors_of(arrays: dict[str, numpy.ndarray], file: str) -> Iterator[tuple[str, ElementsAttr]]:
    """Arrays of a file as tensors. Raises Error for those of a type that TensorFlow does not have."""
    for name, array in arrays.items():
        try:
            tensor = tensor_of(array)
        except Error as error:
            raise Error(f"{file}: array '{name}': {error}") from None
        number = NUMBERS.get(tensor.type.element)
        if number not in (STRING, VARIANT, *STORED) and (number not in LISTS or not isinstance(tensor, DenseAttr)):
            raise Error(f"{file}: array '{name}' of type {array.dtype}: TensorFlow has no such tensors")
        yield name, tensor


def tensor_of(array: numpy.ndarray) -> ElementsAttr:
    names = array.dtype.names
    if names == ("variant",):
        return variants(TensorType(array.shape, TYPES[VARIANT]), decoded(array["variant"]))
    if names == ("strings",):
        return DenseStringsAttr(TensorType(array.shape, TYPES[STRING]), decoded(array["strings"]))
    if names is not None and len(names) == 1 and names[0] in QUANTIZED:
        return quantized(TensorType(array.shape, OpaqueType(PREFIX + names[0])), numpy.ascontiguousarray(array[names[0]]).tobytes())
    if names == ("string",):
        return dense_of(texts_of(array["string"]))
    if names is not None and len(names) == 1 and names[0] in RECORDS:
        import ml_dtypes

        return with_sign(dense_of(array.view(getattr(ml_dtypes, names[0]))))
    if names is None and array.dtype.kind == "V" and array.dtype.itemsize == 1:
        raise Error(f"bytes of no type may be any float8, or integers of four bits{ELSE}")
    return dense_of(array.view(dtype_of(BF16)) if array.dtype == "V2" else array)


def with_sign(tensor: ElementsAttr) -> ElementsAttr:
    """Integers of less than a byte that may be negative are of the type that TensorFlow's have."""
    element = tensor.type.element
    if not isinstance(tensor, DenseAttr) or not isinstance(element, IntegerType) or element.signedness:
        return tensor
    return DenseAttr(TensorType(tensor.type.shape, IntegerType(element.width, "s")), tensor.data, tensor.is_splat)


def texts_of(array: numpy.ndarray) -> numpy.ndarray:
    texts = numpy.empty(array.size, object)
    texts[:] = [item.tobytes() for item in array.reshape(-1)]
    return texts.reshape(array.shape)
