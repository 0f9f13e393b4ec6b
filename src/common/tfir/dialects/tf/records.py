"""Semantics: what strings hold as records: fields of CSV, serialized tensors, compressed and padded bytes; and fingerprints of data."""

from __future__ import annotations

import re
import zlib

from tfir.cli.file_formats import varint_bytes
from tfir.dialects.tf.dtypes import DTYPES
from tfir.dialects.tf.errors import data_loss, listed
from tfir.dialects.tf.examples import filled, varint
from tfir.dialects.tf.fingerprints import farmhash
from tfir.dialects.tf.strings import each, number_of
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of, element_of
from tfir.ods.element_types import element_of_word
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ShapeOfFirst, ops_of
from tfir.ods.shapes import fresh


class DecodeCSV(OpSemantics):
    """For each column the fields of all records; an empty one, or `na_value`, has the column's default."""

    def infer(records, record_defaults):
        return [records.shape] * len(record_defaults)

    def evaluate(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols):
        if len(field_delim) != 1:
            raise Error("field_delim should be only 1 char")
        rows = [fields_of(record, field_delim.encode(), use_quote_delim) for record in records.ravel().tolist()]
        for number, row in enumerate(rows):
            chosen = [row[column] for column in select_cols if column < len(row)] if select_cols else row
            if len(chosen) != len(record_defaults):
                raise Error(f"Expect {len(record_defaults)} fields but have {len(chosen)} in record {number}")
            rows[number] = chosen
        columns = []
        for at, default in enumerate(record_defaults):
            column = np.empty(len(rows), default.dtype)
            column[:] = [field_value(row[at], default, na_value.encode(), at, number) for number, row in enumerate(rows)]
            columns.append(column.reshape(records.shape))
        return columns


def field_value(field: bytes, default, absent: bytes, column: int, record: int):
    if field in (b"", absent):
        if default.size != 1:
            raise Error(f"Field {column} is required but missing in record {record}!")
        return default.reshape(-1)[0]
    if default.dtype == object:
        return field
    try:
        return number_of(field, default.dtype)
    except Error:
        kind = {"float32": "float", "float64": "double"}.get(default.dtype.name, default.dtype.name)
        raise Error(f"Field {column} in record {record} is not a valid {kind}: {field.decode(errors='replace')}") from None


def fields_of(record: bytes, delimiter: bytes, use_quotes: bool) -> list[bytes]:
    """The fields of a record; in quoted ones a quotation mark stands twice. White space around numbers is theirs."""
    if not record:
        return []
    if not use_quotes:
        return re.sub(b"[\r\n]*$", b"", record).split(delimiter) if not re.search(b"[\r\n].", record) else refuse_break()
    fields, at = [], 0
    while True:
        quoted = record[at : at + 1] == b'"'
        field, at = (quoted_field if quoted else plain_field)(record, at, delimiter)
        fields.append(field)
        if at >= len(record):
            return fields
        at += 1
        if at == len(record):
            return [*fields, b""]


def refuse_break():
    raise Error("Unquoted fields cannot have quotes/CRLFs inside")


def plain_field(record: bytes, at: int, delimiter: bytes) -> tuple[bytes, int]:
    end = record.find(delimiter, at)
    end = len(record) if end < 0 else end
    field = record[at:end]
    if re.search(b'["\r\n]', field):
        refuse_break()
    return field, end


def quoted_field(record: bytes, at: int, delimiter: bytes) -> tuple[bytes, int]:
    at, parts = at + 1, []
    while True:
        end = record.find(b'"', at)
        if end < 0:
            raise Error("Quoted field has to end with quote followed by delim or end")
        parts.append(record[at:end])
        behind = record[end + 1 : end + 2]
        if behind in (b"", delimiter):
            return b"".join(parts), end + 1
        if behind != b'"':
            raise Error("Quote inside a string has to be escaped by another quote")
        parts.append(b'"')
        at = end + 2


class DecodePaddedRaw(OpSemantics):
    """The bytes of each string as numbers, cut or filled up with zeros to a length."""

    def infer(input_bytes, fixed_length, out_type):
        length = fixed_length.number
        width = fresh() if not isinstance(length, int) else length // dtype_of(out_type).itemsize
        return None if input_bytes.shape is None else (*input_bytes.shape, width)

    def evaluate(input_bytes, fixed_length, out_type, little_endian):
        dtype, length = dtype_of(out_type), int(fixed_length)
        if length <= 0:
            raise Error(f"fixed_length ({length}) must be greater than zero.")
        if length % dtype.itemsize:
            raise Error(f"fixed_length ({length}) must be a multiple of the size of out_type ({dtype.itemsize})")
        data = b"".join([string[:length].ljust(length, b"\0") for string in input_bytes.ravel().tolist()])
        whole = np.frombuffer(data, dtype)
        return (whole if little_endian else whole.byteswap()).reshape(*input_bytes.shape, length // dtype.itemsize)


WINDOW = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS | 16}


def not_inflated(error: zlib.error) -> Error:
    """In TensorFlow's words."""
    number, _, what = str(error).removeprefix("Error ").partition(" while decompressing data: ")
    return data_loss(f"inflate() failed with error {number}: {what}")


def decompressed(string: bytes, kind: str) -> bytes:
    if kind == "":
        return string
    if kind not in WINDOW:
        raise Error("Only ZLIB, ZSTD, GZIP or NONE are supported compressions")
    try:
        return zlib.decompressobj(WINDOW[kind]).decompress(string)  # as far as it goes: what is cut off is no error
    except zlib.error as error:
        raise not_inflated(error) from None


class Fingerprint(OpSemantics):
    """A hash of 64 bits, as 8 bytes, of each row of the first axis: of its bytes. A row of several strings is hashed as their hashes."""

    def infer(data):
        return (data.shape[0] if data.shape else fresh(), 8)

    def evaluate(data, method):
        if method.item() != b"farmhash64":
            raise Error(f"Unsupported fingerprint method: {method.item().decode(errors='replace')}")
        if data.ndim < 1:
            raise Error("`data` should have at least one dimension: []")
        if data.dtype != object:
            rows = [row.tobytes() for row in data]
        elif data.size == len(data):
            rows = data.ravel().tolist()
        else:
            rows = [hashed(row.ravel().tolist()) for row in data]
        return np.array([farmhash(row) for row in rows], "<u8").view(np.uint8).reshape(len(rows), 8)


def hashed(strings: list[bytes]) -> bytes:
    return np.array([farmhash(string) for string in strings], "<u8").tobytes()


# Tensors in the wire format of protobuf

NUMBERS = {word: number for number, _, word, _ in DTYPES}
LISTS = {
    "half_val": "f16 bf16", "float_val": "f32", "double_val": "f64", "string_val": "str", "int64_val": "i64", "bool_val": "bool",
    "int_val": "i8 i16 i32 u8 u16 i4 u4 i2 u2", "scomplex_val": "c64", "dcomplex_val": "c128", "uint32_val": "u32", "uint64_val": "u64",
    "float8_val": "f8e5m2 f8e4m3fn f8e4m3fnuz f8e4m3b11fnuz f8e5m2fnuz",
}  # fmt: skip
FIELDS = {word: field for field, words in LISTS.items() for word in words.split()}


def word_of(dtype) -> str:
    return next(word for word in FIELDS if element_of_word(word) == element_of(dtype))


def serialized(tensor, in_content: bool = False) -> np.ndarray:
    """The TensorProto of a tensor, as a string; strings as a list of their own, or `in_content` as all else is."""
    from tfir.proto import TensorProto

    message = TensorProto(dtype=NUMBERS[word_of(tensor.dtype)])
    message.tensor_shape.SetInParent()
    for size in tensor.shape:
        message.tensor_shape.dim.add(size=size)
    if tensor.dtype == object and in_content:
        message.tensor_content = strings_content(tensor.ravel().tolist())
    elif tensor.dtype == object:
        message.string_val.extend(tensor.ravel().tolist())
    else:
        message.tensor_content = tensor.tobytes()
    return np.array(message.SerializeToString(deterministic=True), object)


def strings_content(strings: list[bytes]) -> bytes:
    """Strings as the bytes of a tensor: all lengths, and then all strings."""
    return b"".join([*[varint_bytes(len(string)) for string in strings], *strings])


def strings_in(content: bytes, count: int) -> list[bytes]:
    """What `strings_content` made bytes of. Raises Error."""
    sizes, at = [], 0
    try:
        for _ in range(count):
            size, at = varint(content, at)
            sizes.append(size)
    except (IndexError, ValueError):
        raise Error("Cannot parse tensor from proto") from None
    if at + sum(sizes) != len(content):
        raise Error("Cannot parse tensor from proto")
    ends = np.cumsum([at, *sizes]).tolist()
    return [content[start:end] for start, end in zip(ends, ends[1:])]


class ParseTensor(OpSemantics):
    def infer():
        return None

    def evaluate(serialized, out_type):
        from google.protobuf.message import DecodeError

        from tfir.proto import TensorProto

        if serialized.ndim:
            raise Error(f"Expected `serialized` to be a scalar, got shape: {listed(serialized.shape)}")
        try:
            message = TensorProto.FromString(serialized.item())
        except DecodeError:
            raise Error("Cannot parse tensor from proto") from None
        names = {number: name.removeprefix("DT_").lower() for number, name, _, _ in DTYPES}
        word = word_of(dtype_of(out_type))
        if message.dtype != NUMBERS[word]:
            theirs, ours = names.get(message.dtype, "invalid"), names[NUMBERS[word]]
            raise Error(f"Type mismatch between parsed tensor ({theirs}) and dtype ({ours})")
        return content_of(message, word, dtype_of(out_type))


def tensor_in(record: bytes) -> np.ndarray:
    """The tensor of a TensorProto, whatever its type."""
    from google.protobuf.message import DecodeError

    from tfir.proto import TensorProto

    try:
        message = TensorProto.FromString(record)
        word = next(word for word in FIELDS if NUMBERS[word] == message.dtype)
    except (DecodeError, StopIteration):
        raise Error("Cannot parse tensor from proto") from None
    return content_of(message, word, dtype_of(element_of_word(word)))


def content_of(message, word: str, dtype) -> np.ndarray:
    """The elements: all bytes, or a list whose last element stands for those that are not listed."""
    shape = [dim.size for dim in message.tensor_shape.dim]
    count, elements = int(np.prod(shape, dtype=object)), getattr(message, FIELDS[word])
    if not count:
        return np.empty(shape, dtype)  # whatever stands where elements would
    if message.tensor_content and word == "str":
        return filled(strings_in(message.tensor_content, count), dtype).reshape(shape)
    if message.tensor_content:
        if len(message.tensor_content) != count * dtype.itemsize:
            raise Error("Cannot parse tensor from proto")
        return np.frombuffer(message.tensor_content, dtype).reshape(shape)
    if FIELDS[word] == "half_val":
        flat = np.array(elements, np.uint16).view(dtype)
    elif FIELDS[word] == "float8_val":
        flat = np.frombuffer(elements, dtype)
    elif dtype.kind == "c":
        flat = np.array(elements, f"f{dtype.itemsize // 2}").view(dtype)
    else:
        flat = np.array(elements, dtype)
    absent = b"" if word == "str" else dtype.type(0)
    rest = np.full(max(count - len(flat), 0), flat[-1] if len(flat) else absent, dtype)
    return np.concatenate([flat[:count], rest]).reshape(shape)


MOST_NUMBERS = 1 << 28  # which a few listed ones may stand for


def quantized_numbers(data: bytes, type) -> np.ndarray | None:
    """The stored integers of a quantized constant, from the text of its TensorProto behind a mark; None where it says another thing."""
    from google.protobuf import text_format

    from tfir.proto import TensorProto

    mark, _, text = data.partition(b"$")
    try:
        message = text_format.Parse(text, TensorProto()) if mark == b"tftensor" else None
    except text_format.ParseError:
        return None
    if message is None or type.size > MOST_NUMBERS or [dim.size for dim in message.tensor_shape.dim] != list(type.shape):
        return None
    return content_of(message, "i32", dtype_of(type.element))


SEMANTICS = {
    **ops_of(ShapeOfFirst, DecodeCompressed=lambda bytes, compression_type: each(lambda one: decompressed(one, compression_type), bytes)),
    **ops_of(ScalarResult, SerializeTensor=lambda tensor: serialized(tensor)),
}
