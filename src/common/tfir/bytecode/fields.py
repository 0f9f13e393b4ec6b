"""How the parts of types and attributes are encoded, by name. Tables of encodings (`encodings/DIALECT.py`) are made of these words.

Each has a function that reads it from an `EntryReader`, given the parts before it, and one that writes it to an `EntryWriter`:

    type  attribute  types, list  attributes       references to other entries
    optional_attribute                             one that may be absent, marked by the lowest bit of its number
    attribute_if_any, attribute_if_byte            the same, marked by a number in front of it, or by a byte
    location  locations                            attributes that are locations
    constant_type                                  the type of a constant, all of whose sizes are known
    varint  varints  svarint  svarints             numbers
    optional_varint                                one that may be absent, marked by its lowest bit
    bool  byte  bytes                              truth values: a number, a byte, a list of bytes
    sizes, shape                                   sizes, of which some may be unknown
    double  doubles                                floats of 64 bits
    integer  float                                 the number in an attribute whose type was read before
    string  strings  blob  elements  resource      texts (one, or those of a constant), bytes, the data of a constant
"""

from __future__ import annotations

from tfir.bytecode.format import DYNAMIC
from tfir.ir.attributes import Attribute, BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import F64, I1, FloatType, IndexType, IntegerType, ShapedType, Type, storage_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.bytecode.entries import EntryReader, EntryWriter

    Read = Callable[[EntryReader, dict[str, Any]], Any]
    Write = Callable[[EntryWriter, Any], object]


def read_number(c: EntryReader, width: int) -> int:
    """The bits of a number of known width."""
    if width <= 8:
        return c.byte() & ((1 << width) - 1)
    if width <= 64:
        return c.svarint() & ((1 << width) - 1)
    words = [c.svarint() & ((1 << 64) - 1) for _ in range(c.count("words"))]
    return sum([word << 64 * position for position, word in enumerate(words)]) & ((1 << width) - 1)


def _optional_number(w: EntryWriter, value: int | None) -> None:
    w.varint(0 if value is None else value << 1 | 1)


def write_number(w: EntryWriter, bits: int, width: int) -> None:
    if width <= 8:
        w.put(bytes([bits]))
    elif width <= 64:
        w.svarint(bits - ((bits >> 63) << 64))
    else:
        words = [bits >> position & ((1 << 64) - 1) for position in range(0, max(bits.bit_length(), 1), 64)]
        w.varint(len(words))
        for word in words:
            w.svarint(word - ((word >> 63) << 64))


def width_of(c: EntryReader, type: Type) -> int:
    if isinstance(type, IndexType):
        return 64
    if not isinstance(type, (IntegerType, FloatType)) or not 0 < type.width < 1 << 24:
        raise c.error(f"expected integer or float type, and it is {type}")
    return type.width


def read_integer(c: EntryReader, made: dict[str, Any]) -> Attribute:
    type = c.meant(made.pop("type"))
    if isinstance(type, FloatType):
        raise c.error(f"expected integer type, and it is {type}")
    width = width_of(c, type)
    bits = read_number(c, width)
    if type is I1:
        return BoolAttr(bool(bits))
    is_negative = getattr(type, "signedness", "") != "u" and bits >> (width - 1)
    return IntegerAttr(bits - (1 << width) if is_negative else bits, type)


def write_integer(w: EntryWriter, value: Any) -> None:
    w.type(w.spelled(value.type))
    width = 64 if isinstance(value.type, IndexType) else value.type.width
    write_number(w, int(value.value) & ((1 << width) - 1), width)


def read_float(c: EntryReader, made: dict[str, Any]) -> FloatAttr:
    type = c.meant(made["type"])
    if not isinstance(type, FloatType):
        raise c.error(f"expected float type, and it is {type}")
    return FloatAttr(0.0, type, read_number(c, type.width))


def read_double(c: EntryReader) -> float:
    return float(FloatAttr(0.0, F64, read_number(c, 64)).value)


def write_double(w: EntryWriter, value: float) -> None:
    write_number(w, FloatAttr(value, F64).bits, 64)


def read_sizes(c: EntryReader) -> tuple[int | None, ...]:
    at = c.at
    sizes = c.svarints()
    for size in sizes:
        if size < 0 and size != DYNAMIC:
            raise c.error(f"a size of {size}", at)
    return tuple([None if size == DYNAMIC else size for size in sizes])


def write_sizes(w: EntryWriter, sizes: tuple[int | None, ...]) -> None:
    w.svarints([DYNAMIC if size is None else size for size in sizes])


def shaped(c: EntryReader, type: Type) -> ShapedType:
    """A type that a constant can have."""
    meant = c.meant(type)
    if not isinstance(meant, ShapedType) or not meant.is_static or min(meant.sizes, default=0) < 0:
        raise c.error(f"a constant cannot be of type {meant}")
    return meant


def read_elements(c: EntryReader) -> DenseAttr:
    """A constant: its type, and its data. Booleans are packed into bits, which the reader need not trust: there was a time when they were not."""
    type = shaped(c, c.type())
    at, data = c.at, c.blob()
    count = type.size
    is_splat = False
    if _stored(type.element) is I1:
        data, is_splat = _unpacked(data, count)
    try:
        size = storage_bits(_stored(type.element)) // 8
    except TypeError as wrong:
        raise c.error(str(wrong), at) from None
    if len(data) == size:  # one for all, and be there none
        is_splat = True
    elif len(data) != size * count:
        raise c.error(f"a constant of type {type} has {len(data)} bytes and not {size * count}", at)
    elif len(data) > size and data[:size] == data[-size:] and data[size:] == data[:-size]:
        data, is_splat = data[:size], True
    return DenseAttr(type, data, is_splat)


def _stored(element: Type) -> Type:
    return getattr(element, "storage", element)


def _unpacked(data: bytes, count: int) -> tuple[bytes, bool]:
    """Booleans, a byte each, and whether one stands for all."""
    packed = (count + 7) // 8
    if data == b"\xff" and count > 1:
        return b"\1", True
    if len(data) == packed and len(data) != count:
        return bytes([data[index >> 3] >> (index & 7) & 1 for index in range(count)]), False
    return bytes([byte & 1 for byte in data]), False


def write_elements(w: EntryWriter, value: DenseAttr) -> None:
    w.type(w.spelled(value.type))
    if value.type.element is not I1:
        w.blob(value.data)
    elif value.is_splat and value.type.size > 1:
        w.blob(b"\xff" if value.data[0] else b"\0")
    else:
        w.blob(_packed(bytes(value.data)))


def _packed(data: bytes) -> bytes:
    packed = bytearray((len(data) + 7) // 8)
    for index, byte in enumerate(data):
        if byte:
            packed[index >> 3] |= 1 << (index & 7)
    return bytes(packed)


def read_bool(c: EntryReader) -> bool:
    at, value = c.at, c.varint()
    if value > 1:
        raise c.error(f"unsupported value: {value}", at)
    return bool(value)


def _write_marked(w: EntryWriter, value: Any, as_byte: bool = False) -> None:
    if as_byte:
        w.put(bytes([value is not None]))
    else:
        w.varint(int(value is not None))
    if value is not None:
        w.attribute(value)


def _doubles(w: EntryWriter, values: tuple[float, ...]) -> None:
    w.varint(len(values))
    for value in values:
        write_double(w, value)


def _varints(w: EntryWriter, values: tuple[int, ...]) -> None:
    w.varint(len(values))
    for value in values:
        w.varint(value)


def _bytes(w: EntryWriter, values: tuple[bool, ...]) -> None:
    w.varint(len(values))
    w.put(bytes(values))


def _read_strings(c: EntryReader, made: dict[str, Any]) -> list[str]:
    count = 1 if made["is_splat"] else made["type"].size
    if count > c.left:
        raise c.error(f"{count} strings do not fit into {c.left} bytes")
    return [c.string() for _ in range(count)]


def _strings(w: EntryWriter, values: tuple[bytes, ...]) -> None:
    for value in values:
        w.string(value.decode("utf-8", "surrogateescape"))


def _pairs(w: EntryWriter, pairs: Any) -> None:
    w.varint(len(pairs))
    for name, value in pairs:
        w.attribute(name)
        w.attribute(value)


FIELDS: dict[str, tuple[Read, Write]] = {
    "type": (lambda c, made: c.type(), lambda w, value: w.type(value)),
    **dict.fromkeys(("types", "list"), (lambda c, made: c.types(), lambda w, value: w.types(value))),
    "attribute": (lambda c, made: c.attribute(), lambda w, value: w.attribute(value)),
    "attributes": (lambda c, made: c.attributes(), lambda w, value: w.attributes(value)),
    "optional_attribute": (lambda c, made: c.optional_attribute(), lambda w, value: w.optional_attribute(value)),
    "attribute_if_any": (lambda c, made: c.attribute() if read_bool(c) else None, _write_marked),
    "attribute_if_byte": (lambda c, made: c.attribute() if c.byte() else None, lambda w, value: _write_marked(w, value, as_byte=True)),
    "byte": (lambda c, made: bool(c.byte()), lambda w, value: w.put(bytes([value]))),
    "bytes": (lambda c, made: tuple([bool(c.byte()) for _ in range(c.count("truth values"))]), _bytes),
    "pairs": (lambda c, made: c.pairs(), _pairs),
    "location": (lambda c, made: c.location(), lambda w, value: w.location(value)),
    "locations": (lambda c, made: c.locations(), lambda w, value: w.locations(value)),
    "constant_type": (lambda c, made: shaped(c, c.type()), lambda w, value: w.type(value)),
    "varints": (lambda c, made: tuple([c.varint() for _ in range(c.count("numbers"))]), _varints),
    "varint": (lambda c, made: c.varint(), lambda w, value: w.varint(value)),
    "svarint": (lambda c, made: c.svarint(), lambda w, value: w.svarint(value)),
    "optional_varint": (lambda c, made: (number >> 1) if (number := c.varint()) & 1 else None, _optional_number),
    "svarints": (lambda c, made: tuple(c.svarints()), lambda w, value: w.svarints(value)),
    "bool": (lambda c, made: read_bool(c), lambda w, value: w.varint(int(value))),
    **dict.fromkeys(("sizes", "shape"), (lambda c, made: read_sizes(c), write_sizes)),
    "double": (lambda c, made: read_double(c), write_double),
    "doubles": (lambda c, made: tuple([read_double(c) for _ in range(c.count("floats"))]), _doubles),
    "integer": (lambda c, made: read_integer(c, {"type": c.type()}), write_integer),
    "float": (read_float, lambda w, value: write_number(w, value.bits, value.type.width)),
    "string": (lambda c, made: c.string(), lambda w, value: w.string(value)),
    "strings": (_read_strings, _strings),
    "blob": (lambda c, made: c.blob(), lambda w, value: w.blob(value)),
    "elements": (lambda c, made: read_elements(c), write_elements),
    "resource": (lambda c, made: c.resource(), lambda w, value: w.resource(value)),
}
