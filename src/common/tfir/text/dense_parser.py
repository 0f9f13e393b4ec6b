"""Reads what stands between `dense<` and `>`: one element, nested lists of them, strings, or bytes in hexadecimal.

Hexadecimal data is not decoded here: the constant keeps the place of its text. Long plain lists of numbers take a fast way.
"""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.blobs import HexBlob
from tfir.ir.dense import DenseAttr, DenseStringsAttr, unpack_bits
from tfir.ir.diagnostics import Diagnostic
from tfir.ir.numbers import pack
from tfir.ir.patterns import compiled
from tfir.text.lexer import NUMBER, STRING, WORD, unquoted, whole_number

HEX = compiled(r'dense<\s*"0x([0-9A-Fa-f]*)"\s*>').match
PLAIN_LIST = compiled(r"[\[\]\s0-9,.eE+\-]*").match
ELEMENT_LIMIT = 1 << 40
NUMERIC = (ty.IntegerType, ty.FloatType, ty.IndexType, ty.ComplexType)
LONG = 2000  # characters; longer lists of plain numbers take the fast way


def parse_dense(p, type: ty.ShapedType | None = None, element: ty.Type | None = None):
    """A dense constant. With `element` given, only a literal stands here and its nesting says what the shape is."""
    if element is not None:
        values, shape = _literal(p)
        return _finish(p, ty.TensorType(shape or (), element), values, shape, p.start)
    if type is not None:
        return DenseAttr(type, b"")
    start = p.start
    hexadecimal = HEX(p.text, start)
    if hexadecimal:
        p.seek(hexadecimal.end())
        p.expect(":")
        type = _shaped(p)
        if isinstance(type.element, NUMERIC):
            return _from_hex(p, type, hexadecimal)
        return DenseStringsAttr(type, [f"0x{hexadecimal[1]}".encode()], True)  # a string that looks like data
    p.advance()
    p.expect("<")
    values, shape = ([], None) if p.at(">") else _literal(p)
    p.expect(">")
    p.expect(":")
    return _finish(p, _shaped(p), values, shape, start)


def _shaped(p) -> ty.ShapedType:
    start = p.start
    type = p.type()
    if not isinstance(type, ty.ShapedType) or not type.is_static:
        what = "type must have static shape" if isinstance(type, ty.ShapedType) else "must be a shaped type"
        raise p.error(f"elements literal {what}", start)
    if type.size > ELEMENT_LIMIT:
        raise p.error(f"a constant of {type.size} elements is too large", start)
    return type


def _from_hex(p, type: ty.ShapedType, found) -> DenseAttr:
    digits, start = found.end(1) - found.start(1), found.start(1)
    if digits % 2:
        raise p.error("expected string containing hex digits starting with `0x`: their number is odd", start - 3)
    if isinstance(type.element, ty.IntegerType) and type.element.width == 1 and (digits != 2 * type.size or type.size < 2):
        return _bits_from_hex(p, type, bytes.fromhex(found[1]), found)
    size = ty.storage_bits(type.element) // 8
    blob = HexBlob(p.text, found.start(1), found.end(1))
    if len(blob) not in (size, size * type.size):
        raise p.error(f"elements hex data size is invalid for provided type: '{type}'", found.start())
    if type.size > 1 and len(blob) > size and (one := _repeated_digits(p.text, found, 2 * size)) is not None:
        return DenseAttr(type, bytes.fromhex(one), True)
    return DenseAttr(type, blob, len(blob) == size and type.size != 0)


def _repeated_digits(text: str, found, length: int) -> str | None:
    """The digits of the one element that is all of the data, or None."""
    start, end = found.span(1)
    one = text[start : start + length]
    if text[end - length : end] != one or text[start + length : start + 2 * length] != one:
        return None
    return one if text.count(one, start, end) * length == end - start else None


def _bits_from_hex(p, type, data, found) -> DenseAttr:
    """Truth values packed eight to a byte; a single byte may stand for all of them."""
    if data in (b"\xff", b"\x00", b"\x01") and type.size != 0 and (type.size > 8 or len(data) != 1 or data != b"\x01"):
        if type.size > 8 or data in (b"\xff", b"\x00"):
            return DenseAttr(type, b"\x01" if data[0] else b"\x00", True)
    if len(data) != -(-type.size // 8):
        raise p.error(f"elements hex data size is invalid for provided type: '{type}'", found.start())
    return DenseAttr(type, unpack_bits(data, type.size), type.size == 1)


def _literal(p):
    """The elements in order, each as (place, token) or a pair of those, and the shape of the nesting (None for one element)."""
    if not p.at("["):
        return [_element(p)], None
    end = p.balanced_end(p.start)
    if end - p.start > LONG and PLAIN_LIST(p.text, p.start, end).end() == end:
        found = _long_list(p, p.start, end)
        if found is not None:
            p.seek(end)
            return found
    return p.nested(lambda: _list(p))


class _Numbers(list):
    """The numbers of a long list, already converted, their Python types among `kinds`; `start` is the place of the whole."""

    __slots__ = ("start", "kinds")


def _long_list(p, start: int, end: int):
    """A list of nothing but numbers, read as JSON, which it is; None where it is not or where it is ragged."""
    from json import loads

    try:
        values = loads(p.text[start:end])
    except ValueError:
        return None
    shape = []
    while True:
        shape.append(len(values))
        kinds = set(map(type, values))
        if list not in kinds:
            break
        if len(kinds) > 1 or len(set(map(len, values))) > 1:
            return None
        values = [value for row in values for value in row]
    numbers, sizes = _Numbers(values), []
    numbers.start, numbers.kinds = start, kinds
    for before, count in zip([1, *shape], shape):
        sizes.append(count // before if before else 0)
    return numbers, tuple(sizes)


def _list(p):
    p.expect("[")
    if p.accept("]"):
        return [], (0,)
    items, shape, rows = [], None, 0
    while True:
        start, rows = p.start, rows + 1
        values, inner = (p.nested(lambda: _list(p))) if p.at("[") else ([_element(p)], ())
        if shape is not None and inner != shape:
            raise p.error("tensor literal is invalid; ranks are not consistent between elements", start)
        shape = inner
        items += values
        if not p.accept(","):
            break
    p.expect("]")
    return items, (rows, *shape)


def _element(p):
    start = p.start
    if p.accept("("):
        real = _element(p)
        p.expect(",")
        imaginary = _element(p)
        p.expect(")")
        return (start, (real, imaginary))
    if p.kind in (NUMBER, STRING) or (p.kind == WORD and p.token in ("true", "false")):
        return (start, p.advance())
    raise p.expected("element literal of primitive type")


def _finish(p, type, values, shape, start):
    if shape is not None and tuple(shape) != type.shape:
        raise p.error(f"inferred shape of elements literal ({list(shape)}) does not match type ({list(type.shape)})", start)
    if shape is None and not values and type.size:
        raise p.error(f"parsed zero elements, but type ('{type}') expected at least 1", start)
    is_splat = len(values) == 1 and (shape is None or type.size == 1)
    if not isinstance(type.element, NUMERIC):
        return DenseStringsAttr(type, _strings(p, values), is_splat)
    data = _packed(p, values, type.element)
    if not is_splat and len(values) > 1 and (one := repeated(data, len(values))) is not None:
        return DenseAttr(type, one, True)
    return DenseAttr(type, data, is_splat)


def _strings(p, values) -> list[bytes]:
    """The elements of a type that is no number's."""
    for place, token in () if isinstance(values, _Numbers) else values:
        if token[0] != '"':
            raise p.error(f"expected string token, got {token}", place)
    if isinstance(values, _Numbers):
        raise p.error(f"expected string token, got {values[0]}", values.start)
    return [unquoted(token).encode("utf-8", "surrogateescape") for _, token in values]


def repeated(data: bytes, count: int) -> bytes | None:
    """The one element that is all of some data, or None: MLIR keeps such a constant as a splat, however it was written."""
    size = len(data) // count
    one = data[:size]
    if data[-size:] != one or data[size : 2 * size] != one:
        return None
    return one if data == one * count else None


def _packed(p, values, element) -> bytes:
    if isinstance(values, _Numbers):
        if not isinstance(element, ty.FloatType):
            return pack([_integer(p, (values.start, str(v)), element) for v in values], element)
        if int in values.kinds:
            raise _no_float(p, values.start)
        if element.width > 64:
            raise p.error(f"numbers of type {element} are written by their bits, in hexadecimal", values.start)
        return pack(values, element)
    if isinstance(element, ty.ComplexType):
        parts = [part for _, v in values for part in (v if isinstance(v, tuple) else _not_complex(p, values))]
        return _packed(p, parts, element.element)
    if isinstance(element, ty.FloatType):
        size = ty.storage_bits(element) // 8
        if any(token[:2] == "0x" for _, token in values if isinstance(token, str)):
            return b"".join([_float_bytes(p, v, element, size) for v in values])
        return pack([_float(p, v, element) for v in values], element)
    return pack([_integer(p, v, element) for v in values], element)


def _not_complex(p, values):
    raise p.error(f"parsed {len(values)} elements, but complex numbers have two parts each: (1.0, 2.0)", values[0][0])


def _float_bytes(p, value, element, size) -> bytes:
    place, token = _one_number(p, value)
    if token[:2] == "0x":
        bits = int(token, 16)
        if bits >> element.width:
            raise p.error("hexadecimal float constant out of range for type", place)
        return bits.to_bytes(size, "little")
    return pack([_float(p, value, element)], element)


def _float(p, value, element) -> float:
    place, token = _one_number(p, value)
    if token[:3] == "-0x":
        raise p.error("hexadecimal float literal should not have a leading minus", place)
    if token.lstrip("-").isdigit():
        raise _no_float(p, place)
    if element.width > 64:
        raise p.error(f"a number of type {element} is written by its bits, in hexadecimal", place)
    try:
        return float(token)
    except ValueError:
        raise p.error(f"expected floating point literal of type {element}, found {token}", place) from None


def _no_float(p, place: int):
    note = Diagnostic("add a trailing dot to make the literal a float", p.place(place), "note")
    return p.error("unexpected decimal integer literal for a floating point value", place, [note])


def _one_number(p, value):
    """An element as (place, token), where a complex number has no place."""
    if isinstance(value[1], tuple):
        raise p.error("expected element literal of primitive type, found a complex number", value[0])
    return value


def _integer(p, value, element) -> int:
    place, token = _one_number(p, value)
    if token in ("true", "false"):
        if not (isinstance(element, ty.IntegerType) and element.width == 1):
            raise p.error("expected i1 type for 'true' or 'false' values", place)
        return token == "true"
    try:
        number = whole_number(token)
    except ValueError:
        what = "floating-point" if token[0] in "-0123456789" else token
        raise p.error(f"expected integer elements, but parsed {what}", place) from None
    if isinstance(element, ty.IntegerType):
        low = 0 if element.signedness == "u" else -(1 << (element.width - 1))
        high = 1 << (element.width - (element.signedness == "s"))
        if not low <= number < high:
            raise p.error(f"integer constant out of range for element type: {number} is no {element}", place)
    elif not isinstance(element, ty.IndexType):
        raise p.error(f"expected an element of type {element}", place)
    return number
