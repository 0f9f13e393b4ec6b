"""Reads what stands between `dense<` and `>`: one element, nested lists of them, strings, or bytes in hexadecimal.

Hexadecimal data is not decoded here: the constant keeps the place of its text. Long plain lists of numbers take a fast way.
"""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.blobs import HexBlob
from tfir.ir.dense import DenseAttr, DenseStringsAttr, SparseAttr, unpack_bits
from tfir.ir.diagnostics import Diagnostic
from tfir.ir.numbers import bits_of_literal, fitted, float_of, pack
from tfir.startup.patterns import compiled
from tfir.text.lexer import NUMBER, STRING, WORD, unquoted

HEX = compiled(r'dense<\s*"0x([0-9A-Fa-f]*)"\s*>').match
PLAIN_LIST = compiled(r"[\[\]\s0-9,.eE+\-]*").match
ELEMENT_LIMIT = 1 << 40
NUMERIC = (ty.IntegerType, ty.FloatType, ty.IndexType, ty.ComplexType)
LONG = 2000  # characters; longer lists of plain numbers take the fast way


def parse_dense(p):
    """A dense constant."""
    start = p.start
    hexadecimal = HEX(p.text, start)
    if hexadecimal:
        p.seek(hexadecimal.end())
        type = elements_type(p, start)
        if isinstance(type.element, NUMERIC):
            return _from_hex(p, type, hexadecimal)
        return DenseStringsAttr(type, [f"0x{hexadecimal[1]}".encode()], True)  # a string that looks like data
    p.advance()
    p.expect("<", "after 'dense'")
    values, shape = ([], None) if p.at(">") else literal(p)
    p.expect(">")
    return finished(p, elements_type(p, start), values, shape, start)


def parse_sparse(p):
    """`sparse<indices, values>`, either a list or one for all; without any all is zero."""
    start = p.start
    p.advance()
    p.expect("<", "after 'sparse'")
    if p.accept(">"):
        type = elements_type(p, start)
        return SparseAttr(type, DenseAttr(ty.TensorType((0, type.rank), ty.I64), b""), DenseAttr(ty.TensorType((0,), type.element), b""))
    indices_at = p.start
    positions, positions_shape = literal(p)
    p.expect(",")
    values_at = p.start
    values, values_shape = literal(p)
    p.expect(">")
    type = elements_type(p, start)
    listed = ty.TensorType(positions_shape or (1, type.rank), ty.I64)
    indices = finished(p, listed, positions, positions_shape, indices_at)
    elements = finished(p, ty.TensorType(values_shape or listed.shape[:1], type.element), values, values_shape, values_at)
    _check_sparse(p, type, indices, elements, start)
    return SparseAttr(type, indices, elements)


def _check_sparse(p, type, indices, elements, start: int) -> None:
    """There is an element for each index; and each index lies within the shape."""
    rank, listed, shape = type.rank, indices.type.shape, elements.type.shape
    if len(shape) != 1:
        raise p.error("expected 1-d tensor for sparse element values", start)
    if listed[0] != shape[0] or not (listed[1:] == (rank,) or (len(listed) == rank == 1)):
        what = [str(list(each)) for each in (type.shape, listed, shape)]
        what = f"expected shape ({what[0]}); inferred shape of indices literal ({what[1]}); inferred shape of values literal ({what[2]})"
        raise p.error(what, start)
    flat = indices.values()
    for number in range(len(flat) // rank if rank else 0):
        index = flat[number * rank : (number + 1) * rank]
        if not all(0 <= at < size for at, size in zip(index, type.shape)):
            within = f"is not contained within the value shape, with index={index}, and type='{type}'"
            raise p.error(f"sparse index #{number} {within}", start)


def elements_type(p, start: int) -> ty.ShapedType:
    """`: type` behind a literal that begins at `start`."""
    p.expect(":")
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


def literal(p):
    """The elements in order, each as (place, token) or a pair of those, and the shape of the nesting (None for one element)."""
    if not p.at("["):
        return [_element(p)], None
    end = PLAIN_LIST(p.text, p.start).end()
    if end - p.start > LONG:
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
        rows += 1
        values, inner = (p.nested(lambda: _list(p))) if p.at("[") else ([_element(p)], ())
        if shape is not None and inner != shape:
            raise p.error("tensor literal is invalid; ranks are not consistent between elements")
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
        p.expect(",", "between complex elements")
        imaginary = _element(p)
        p.expect(")", "after complex elements")
        return (start, (real, imaginary))
    if p.kind in (NUMBER, STRING) or (p.kind == WORD and p.token in ("true", "false")):
        return (start, p.advance())
    raise p.expected("element literal of primitive type")


def finished(p, type, values, shape, start):
    """The constant of what was read by `literal`, which began at `start`."""
    if shape is not None and tuple(shape) != type.shape:
        raise p.error(f"inferred shape of elements literal ({list(shape)}) does not match type ({list(type.shape)})", start)
    if shape is None and not values and type.size:
        raise p.error(f"parsed zero elements, but type ('{type}') expected at least 1", start)
    is_splat = len(values) == 1 and (shape is None or type.size == 1)
    if not isinstance(type.element, NUMERIC):
        return DenseStringsAttr(type, _strings(p, values, start), is_splat)
    if len(values) == 1 and isinstance(values[0], tuple) and values[0][1][:1] == '"':
        raise p.error("expected string containing hex digits starting with `0x`", values[0][0])
    if isinstance(type.element, ty.ComplexType):
        values = _complex_parts(p, type, values, shape, start)
    data = _packed(p, values, getattr(type.element, "element", type.element))
    if not is_splat and type.size > 1 and data and (one := repeated(data, type.size)) is not None:
        return DenseAttr(type, one, True)
    return DenseAttr(type, data, is_splat)


def _complex_parts(p, type, values, shape, start) -> list:
    """The parts of complex numbers, one after the other. As upstream has it, only their number is looked at."""
    if isinstance(values, _Numbers):
        found, parts = len(values), values
    else:
        parts = [part for place, token in values for part in (token if isinstance(token, tuple) else ((place, token),))]
        found = len(parts)
    wanted = 2 if shape is None else 2 * type.size
    if type.size and found != wanted:
        raise p.error(f"parsed {found} elements, but type ('{type.element if shape is None else type}') expected {wanted} elements", start)
    return parts


def _strings(p, values, start) -> list[bytes]:
    """The elements of a type that is no number's."""
    if isinstance(values, _Numbers):
        raise p.error(f"expected string token, got {values[0]}", start)
    for _, token in values:
        if token[0] != '"':
            raise p.error(f"expected string token, got {token if isinstance(token, str) else token[0][1]}", start)
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
        if element.width <= 64:
            return pack(values, element)
        values = _tokens(p, values.start)
    if isinstance(element, ty.FloatType):
        if element.width > 64 or any(token[:2] == "0x" for _, token in values if isinstance(token, str)):
            size = ty.storage_bits(element) // 8
            return b"".join([_float_bits(p, v, element).to_bytes(size, "little") for v in values])
        return pack([_float(p, v, element) for v in values], element)
    return pack([_integer(p, v, element) for v in values], element)


def _tokens(p, start: int) -> list:
    """The elements of a long list as they are written."""
    behind = p.start
    p.seek(start)
    found = _list(p)[0]
    p.seek(behind)
    return found


def _float_bits(p, value, element) -> int:
    place, token = _one_number(p, value)
    if token[:2] != "0x":
        _float(p, value, element)
        return bits_of_literal(token, element)
    if int(token, 16) >> element.width:
        raise p.error("hexadecimal float constant out of range for type", place)
    return int(token, 16)


def _float(p, value, element) -> float:
    place, token = _one_number(p, value)
    try:
        if "." in token:
            return float_of(token, element)
    except ValueError:
        pass
    place += token[0] == "-"
    if token[:3] == "-0x":
        raise p.error("hexadecimal float literal should not have a leading minus", place)
    if token.lstrip("-").isdigit():
        raise _no_float(p, place)
    raise p.error(f"expected floating point literal of type {element}, found {token}", place)


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
    place += token[0] == "-"
    if token[0] == "-" and getattr(element, "signedness", "") == "u":
        raise p.error("expected unsigned integer elements, but parsed negative value", place)
    if "." in token or not token[-1].isalnum() or token == "-":
        what = "floating-point" if "." in token and token[0] != '"' else token
        raise p.error(f"expected integer elements, but parsed {what}", place)
    number = fitted(token, element)
    if number is None:
        raise p.error(f"integer constant out of range for type: {token} is no {element}", place)
    return number
