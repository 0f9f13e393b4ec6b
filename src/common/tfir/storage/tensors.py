"""TensorProto to constant and back.

A TensorProto may say the same in several ways: every element in `tensor_content`, or in the list of its type, or in the
first few places of that list with the last one repeated. `encoding` names the way: "content", "list" (every element),
"list:3" (three of them). Each constant has a canonical encoding, which TensorFlow's own writers mostly choose;
only another one has to be remembered beside the constant.
"""

from __future__ import annotations

import re
import sys
from array import array
from math import prod

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from tfir.dialects.tf_type import TensorProtoAttr
from tfir.ir.attributes import Attribute
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, storage_bits
from tfir.proto import TensorProto
from tfir.storage.datatypes import NAMES, number_of, type_of

# DataType: the list that holds its elements, how one is packed, how many of them make an element.
LISTS = {
    1: ("float_val", "f", 1), 2: ("double_val", "d", 1), 3: ("int_val", "i", 1), 4: ("int_val", "B", 1), 5: ("int_val", "h", 1),
    6: ("int_val", "b", 1), 8: ("scomplex_val", "f", 2), 9: ("int64_val", "q", 1), 10: ("bool_val", "B", 1), 14: ("half_val", "H", 1),
    17: ("int_val", "H", 1), 18: ("dcomplex_val", "d", 2), 19: ("half_val", "H", 1), 22: ("uint32_val", "I", 1), 23: ("uint64_val", "Q", 1),
    24: ("float8_val", "B", 1), 25: ("float8_val", "B", 1), 26: ("float8_val", "B", 1), 27: ("float8_val", "B", 1), 28: ("float8_val", "B", 1),
    29: ("int_val", "b", 1), 30: ("int_val", "B", 1), 31: ("int_val", "b", 1), 32: ("int_val", "B", 1), 33: ("float8_val", "B", 1),
}  # fmt: skip
STRING, BOOL, VARIANT = 7, 10, 21
# The type of a quantized number, and that of the integer which is stored of it.
QUANTIZED = {11: 6, 12: 4, 13: 3, 15: 5, 16: 17}
# Numbers of less than a byte: of the byte in which TensorFlow has one the upper bits say nothing; constants have the number there.
MEANT = {
    BOOL: bytes([byte != 0 for byte in range(256)]), 30: bytes([byte & 15 for byte in range(256)]), 33: bytes([byte & 15 for byte in range(256)]), 32: bytes([byte & 3 for byte in range(256)]),
    29: bytes([((byte & 15 ^ 8) - 8) & 255 for byte in range(256)]), 31: bytes([((byte & 3 ^ 2) - 2) & 255 for byte in range(256)]),
}  # fmt: skip
STORED = {29: bytes([byte & 15 for byte in range(256)]), 31: bytes([byte & 3 for byte in range(256)])}
MANGLED = "tftensor$"  # stands before the text of a proto inside an attribute
PLAIN = frozenset({"dtype", "tensor_shape"})

# What TensorFlow writes as tensor_content when there is more than one element; the rest goes into lists.
CONTENT = frozenset({1, 2, 3, 4, 5, 6, 9, 19, 22, 23})
REPEATED_FROM = 32  # so many equal elements are written once
ELEMENT_LIMIT = 1 << 40
# Elements that a list's last one may stand for, whatever the shape says: so many, or so many for each that is listed.
REPEATED, REPEATED_EACH = 1 << 20, 1 << 10

ENCODING = re.compile(r"content|list(:\d{1,12})?").fullmatch
IRREGULAR = "irregular"  # an encoding that has no name: the tensor has to be kept as it is
assert sys.byteorder == "little", "constants are kept in the byte order of the wire, which array() takes to be the host's"


def constant_of(tensor: TensorProto) -> tuple[Attribute, str | None]:
    """The constant that a TensorProto means, and its encoding when that is not the canonical one."""
    shape = shape_of(tensor)
    constant: DenseAttr | DenseStringsAttr
    if tensor.dtype == STRING:
        constant, encoding = strings_of(tensor, shape)
    elif tensor.dtype in LISTS:
        constant, encoding = numbers_of(tensor, shape)
    else:
        return opaque_of(tensor, shape), None
    regular = tensor.HasField("tensor_shape") and not any(dim.name for dim in tensor.tensor_shape.dim)
    own = {LISTS[tensor.dtype][0] if tensor.dtype in LISTS else "string_val", "tensor_content"}
    if not regular or any(field.name not in PLAIN and field.name not in own for field, _ in tensor.ListFields()):
        encoding = IRREGULAR
    return constant, None if encoding == canonical(constant, tensor.dtype) else encoding


def shape_of(tensor: TensorProto) -> tuple[int, ...]:
    shape = tuple(dim.size for dim in tensor.tensor_shape.dim)
    if tensor.tensor_shape.unknown_rank or any(size < 0 for size in shape):
        raise unreadable(tensor, "its shape is not known in full")
    if prod(shape) > ELEMENT_LIMIT:
        raise unreadable(tensor, f"it has {prod(shape)} elements")
    return shape


def unreadable(tensor: TensorProto, reason: str) -> Error:
    name = NAMES.get(tensor.dtype, f"dtype {tensor.dtype}")
    sizes = ", ".join(str(dim.size) for dim in tensor.tensor_shape.dim)
    return Error(f"Failed to parse input_tensor: a constant of {name} and shape [{sizes}]: {reason}")


def numbers_of(tensor: TensorProto, shape: tuple[int, ...]) -> tuple[DenseAttr, str]:
    type, size = TensorType(shape, type_of(tensor.dtype)), prod(shape)
    field, code, parts = LISTS[tensor.dtype]
    width = array(code).itemsize * parts
    listed = getattr(tensor, field)
    if tensor.tensor_content:
        data, encoding = tensor.tensor_content, IRREGULAR if listed else "content"
        if len(data) != size * width:
            raise unreadable(tensor, f"tensor_content has {len(data)} bytes, expected {size * width}")
    else:
        data, encoding = listed_bytes(tensor, size)
    if (meant := meant_by(tensor.dtype, data)) != data:
        data, encoding = meant, IRREGULAR
    if size > 1 and len(data) > width and data[:width] == data[width : 2 * width] and data == data[:width] * size:
        data = data[:width]
    return DenseAttr(type, data, len(data) == width and size > 0), encoding


def as_stored(dtype: int, data):
    """The other way: in the files of TensorFlow the upper bits of small integers are zeros."""
    return bytes(data).translate(STORED[dtype]) if dtype in STORED else data


def meant_by(dtype: int, data):
    """The bytes of a constant whose elements a tensor has in bytes, where not all bits of these count."""
    return bytes(data).translate(MEANT[dtype]) if dtype in MEANT else data


def listed_bytes(tensor: TensorProto, size: int) -> tuple[bytes, str]:
    """The elements that a list holds, the last one repeated to the given number; one element when there is only one."""
    field, code, parts = LISTS[tensor.dtype]
    listed = getattr(tensor, field)
    count, left_over = divmod(len(listed), parts)
    encoding = "list" if count == size else f"list:{count}"
    if left_over or count > size:
        encoding, count = IRREGULAR, min(count, size)
        listed = listed[: count * parts]
    data = packed(listed, code)
    if data is None or code == "f" and has_signaling_nan(tensor, field):
        encoding = IRREGULAR
        data = packed([value & (1 << 8 * array(code).itemsize) - 1 for value in listed], code.upper()) if data is None else data
    width = array(code).itemsize * parts
    if count == 0:
        return bytes(width if size else 0), encoding
    if count not in (1, size):
        require_listed(tensor, size, count)
        data += data[-width:] * (size - count)
    return data, encoding


def require_listed(tensor: TensorProto, size: int, count: int) -> None:
    """A shape must not make a constant of gigabytes out of a few elements."""
    if size > max(REPEATED, count * REPEATED_EACH):
        raise unreadable(tensor, f"only {count} of its {size} elements are listed")


def packed(values, code: str) -> bytes | None:
    """The values as bytes, or None when one of them is out of range."""
    try:
        return array(code, values).tobytes()
    except OverflowError:
        return None


def has_signaling_nan(tensor: TensorProto, field: str) -> bool:
    """Whether a 32-bit NaN in the list changes its bits on the way through Python's numbers."""
    values = list(getattr(tensor, field))
    if not any(value != value for value in values):
        return False
    again = TensorProto()
    getattr(again, field).extend(values)
    for other, _ in tensor.ListFields():
        if other.name != field:
            tensor = TensorProto.FromString(tensor.SerializeToString())
            tensor.ClearField(other.name)
    return again.SerializeToString() != tensor.SerializeToString()


def strings_of(tensor: TensorProto, shape: tuple[int, ...]) -> tuple[DenseStringsAttr, str]:
    size, strings = prod(shape), list(tensor.string_val)
    encoding = "list" if len(strings) == size else f"list:{len(strings)}"
    if tensor.tensor_content and not strings:
        strings, encoding = strings_in_bytes(tensor, size), "content"
    elif tensor.tensor_content or len(strings) > size:
        encoding, strings = IRREGULAR, strings[:size]
    if not strings and size:
        strings = [b""]
    elif 1 < len(strings) < size:
        require_listed(tensor, size, len(strings))
        strings += strings[-1:] * (size - len(strings))
    if size > 1 and strings.count(strings[0]) == len(strings):
        strings = strings[:1]
    return DenseStringsAttr(TensorType(shape, type_of(STRING)), strings, len(strings) == 1), encoding


def strings_in_bytes(tensor: TensorProto, size: int) -> list[bytes]:
    from tfir.dialects.tf.records import strings_in  # which few tensors need

    try:
        return strings_in(tensor.tensor_content, size)
    except Error:
        raise unreadable(tensor, "its bytes are not those of so many strings") from None


def opaque_of(tensor: TensorProto, shape: tuple[int, ...]) -> TensorProtoAttr:
    """A tensor without dense form (quantized numbers, resources, variants) as the text of its proto."""
    text = text_format.MessageToString(tensor, as_one_line=True)
    return TensorProtoAttr((MANGLED + text).encode(), TensorType(shape, type_of(tensor.dtype)))


def quantized(type: TensorType, data) -> TensorProtoAttr:
    """A constant of a quantized type, of the bytes of the integers that are stored."""
    tensor = TensorProto(dtype=number_of(type.element), tensor_content=bytes(data))
    write_sizes(tensor, type)
    return opaque_of(tensor, type.shape)


def variants(type: TensorType, encoded: list[bytes]) -> TensorProtoAttr:
    """A constant of variants, each of which is a VariantTensorDataProto. Raises Error for what is none."""
    tensor = TensorProto(dtype=VARIANT)
    write_sizes(tensor, type)
    try:
        for one in encoded:
            tensor.variant_val.add().ParseFromString(one)
    except DecodeError:
        raise Error("a variant is no VariantTensorDataProto") from None
    return opaque_of(tensor, type.shape)


def variants_in(constant: TensorProtoAttr) -> list[bytes]:
    """The other way. Raises Error where they are not what the shape says."""
    tensor = TensorProto()
    write_tensor(tensor, constant, None)
    if len(tensor.variant_val) != constant.type.size:
        raise Error(f"a constant of {constant.type} has {len(tensor.variant_val)} variants")
    return [one.SerializeToString(deterministic=True) for one in tensor.variant_val]


def write_sizes(tensor: TensorProto, type: TensorType) -> None:
    tensor.tensor_shape.SetInParent()
    for size in type.shape:
        tensor.tensor_shape.dim.add(size=size)


def canonical(constant, number: int) -> str:
    """How a constant is written when nothing else is said."""
    size = constant.type.size
    if size <= 1:
        return "list"
    if constant.is_splat and size >= REPEATED_FROM:
        return "list:1"
    return "content" if number in CONTENT else "list"


def write_tensor(tensor: TensorProto, constant, encoding: str | None) -> None:
    """Fills an empty TensorProto. An encoding that does not fit the constant any more gives way to the canonical one."""
    if isinstance(constant, TensorProtoAttr):
        text_format.Parse(constant.data.decode().removeprefix(MANGLED), tensor)
        return
    number = number_of(constant.type.element)
    if number is None:
        raise Error(f"a constant of type {constant.type} has no TensorFlow dtype")
    tensor.dtype = number
    write_sizes(tensor, constant.type)
    if encoding is None or not ENCODING(encoding) or not write_elements(tensor, constant, encoding):
        write_elements(tensor, constant, canonical(constant, number))


def write_elements(tensor: TensorProto, constant, encoding: str) -> bool:
    """Writes the elements in the given way, or answers False when that way cannot say them."""
    size = constant.type.size
    count = int(encoding[5:]) if encoding.startswith("list:") else size
    if tensor.dtype == STRING:
        elements = written_elements(constant.strings, 1, constant.is_splat, (b"",), size, count)
    else:
        unit = storage_bits(constant.type.element) // 8
        elements = written_elements(constant.blob.once(), unit, constant.is_splat, bytes(unit), size, count)
    if elements is None:
        return False
    if encoding == "content" and tensor.dtype == STRING:
        from tfir.dialects.tf.records import strings_content  # as above

        tensor.tensor_content = strings_content(elements)
    elif encoding == "content":
        tensor.tensor_content = bytes(elements)
    elif tensor.dtype == STRING:
        tensor.string_val.extend(elements)
    else:
        write_list(tensor, elements)
    return True


def written_elements(elements, unit: int, is_splat: bool, zero, size: int, count: int):
    """The first `count` elements of `size`, where those left out are told by the last one written (zero if there is none).

    `elements` is a sequence of which `unit` entries make an element. None when those left out are not so told.
    """
    if count > size:
        return None
    if is_splat:
        return elements * count if count or elements[:] == zero or not size else None
    if count < size:
        last = elements[(count - 1) * unit : count * unit] if count else zero
        if elements[count * unit :] != last * (size - count):
            return None
    return elements[: count * unit]


def write_list(tensor: TensorProto, data) -> None:
    field, code, _ = LISTS[tensor.dtype]
    if field == "float8_val":
        tensor.float8_val = bytes(data)
    else:
        getattr(tensor, field).extend(array(code, bytes(data)).tolist())
