"""Reads what stands between `dense<` and `>`: one element, nested lists of them, strings, or bytes in hexadecimal.

Hexadecimal data is not decoded here: the constant keeps the place of its text. Long plain lists of numbers take a fast way.
"""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.blobs import HexBlob
from tfir.ir.dense import DenseAttr, DenseStringsAttr, SparseAttr, repeated, unpack_bits
from tfir.ir.numbers import fitted, pack
from tfir.startup.patterns import compiled
from tfir.text.lexer import NUMBER, STRING, WORD, unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from re import Match
    from typing import Any

    from tfir.ir.dense import ElementsAttr
    from tfir.ir.types import ShapedType
    from tfir.text.attribute_parser import AttributeParser

    # An element as it is written: its place, and its token, or both parts of a complex number, each an element itself.
    Element = tuple[int, str | tuple[Any, Any]]
    Elements = list[Element]
    Literal = tuple[Elements | "Numbers", tuple[int, ...] | None]
    Number = ty.IntegerType | ty.FloatType | ty.IndexType

HEX = compiled(r'dense<\s*"0x([0-9A-Fa-f]*)"\s*>').match
PLAIN_LIST = compiled(r"[\[\]\s0-9,.eE+\-]*").match
ELEMENT_LIMIT = 1 << 40
NUMERIC = (ty.IntegerType, ty.FloatType, ty.IndexType, ty.ComplexType)
LONG = 2000  # characters; longer lists of plain numbers take the fast way


def parse_dense(p: AttributeParser) -> ElementsAttr:
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


def parse_sparse(p: AttributeParser) -> SparseAttr:
    """`sparse<indices, values>`, either a list or one for all; without any all is zero."""
    start = p.start
    p.advance()
    p.expect("<", "after 'sparse'")
    if p.accept(">"):
        type = elements_type(p, start)
        none = DenseAttr(ty.TensorType((0, len(type.sizes)), ty.I64), b"")
        return SparseAttr(type, none, DenseAttr(ty.TensorType((0,), type.element), b""))
    indices_at = p.start
    positions, positions_shape = literal(p)
    p.expect(",")
    values_at = p.start
    values, values_shape = literal(p)
    p.expect(">")
    type = elements_type(p, start)
    listed = positions_shape or (1, len(type.sizes))
    indices = finished(p, ty.TensorType(listed, ty.I64), positions, positions_shape, indices_at)
    elements = finished(p, ty.TensorType(values_shape or listed[:1], type.element), values, values_shape, values_at)
    assert isinstance(indices, DenseAttr)  # of 64 bits each
    _check_sparse(p, type, indices, elements, start)
    return SparseAttr(type, indices, elements)


def _check_sparse(p: AttributeParser, type: ShapedType, indices: DenseAttr, elements: DenseAttr | DenseStringsAttr, start: int) -> None:
    """There is an element for each index; and each index lies within the shape."""
    rank, listed, shape = len(type.sizes), indices.type.sizes, elements.type.sizes
    if len(shape) != 1:
        raise p.error("expected 1-d tensor for sparse element values", start)
    if listed[0] != shape[0] or not (listed[1:] == (rank,) or (len(listed) == rank == 1)):
        expected, of_indices, of_values = [list(each) for each in (type.sizes, listed, shape)]
        inferred = f"inferred shape of indices literal ({of_indices}); inferred shape of values literal ({of_values})"
        raise p.error(f"expected shape ({expected}); {inferred}", start)
    flat = indices.values()
    for number in range(len(flat) // rank if rank else 0):
        index = flat[number * rank : (number + 1) * rank]
        if not all(0 <= at < size for at, size in zip(index, type.sizes)):
            within = f"is not contained within the value shape, with index={index}, and type='{type}'"
            raise p.error(f"sparse index #{number} {within}", start)


def elements_type(p: AttributeParser, start: int) -> ShapedType:
    """`: type` behind a literal that begins at `start`, unless the parser was given it. The type is static."""
    if p.given_type is None:
        p.expect(":")
    type = p.given_type or p.type()
    if not isinstance(type, ty.ShapedType) or not type.is_static:
        what = "type must have static shape" if isinstance(type, ty.ShapedType) else "must be a shaped type"
        raise p.error(f"elements literal {what}", start)
    if type.size > ELEMENT_LIMIT:
        raise p.error(f"a constant of {type.size} elements is too large", start)
    return type


def _from_hex(p: AttributeParser, type: ShapedType, match: Match[str]) -> DenseAttr:
    digits, start = match.end(1) - match.start(1), match.start(1)
    if digits % 2:
        raise p.error("expected string containing hex digits starting with `0x`: their number is odd", start - 3)
    if isinstance(type.element, ty.IntegerType) and type.element.width == 1 and (digits != 2 * type.size or type.size < 2):
        return _bits_from_hex(p, type, bytes.fromhex(match[1]), match)
    size = ty.storage_bits(type.element) // 8
    blob = HexBlob(p.text, match.start(1), match.end(1))
    if len(blob) not in (size, size * type.size):
        raise p.error(f"elements hex data size is invalid for provided type: '{type}'", match.start())
    if type.size > 1 and len(blob) > size and (one := _repeated_digits(p.text, match, 2 * size)) is not None:
        return DenseAttr(type, bytes.fromhex(one), True)
    return DenseAttr(type, blob, len(blob) == size and type.size != 0)


def _repeated_digits(text: str, match: Match[str], length: int) -> str | None:
    """The digits of the one element that is all of the data, or None."""
    start, end = match.span(1)
    one = text[start : start + length]
    if text[end - length : end] != one or text[start + length : start + 2 * length] != one:
        return None
    return one if text.count(one, start, end) * length == end - start else None


def _bits_from_hex(p: AttributeParser, type: ShapedType, data: bytes, match: Match[str]) -> DenseAttr:
    """Truth values packed eight to a byte; a single byte may stand for all of them."""
    if data in (b"\xff", b"\x00", b"\x01") and type.size != 0 and (type.size > 8 or len(data) != 1 or data != b"\x01"):
        if type.size > 8 or data in (b"\xff", b"\x00"):
            return DenseAttr(type, b"\x01" if data[0] else b"\x00", True)
    if len(data) != -(-type.size // 8):
        raise p.error(f"elements hex data size is invalid for provided type: '{type}'", match.start())
    return DenseAttr(type, unpack_bits(data, type.size), type.size == 1)


def literal(p: AttributeParser) -> Literal:
    """The elements in order, and the shape of the nesting (None for one element)."""
    if not p.at("["):
        return [_element(p)], None
    match = PLAIN_LIST(p.text, p.start)
    if match is not None and match.end() - p.start > LONG:
        numbers = _long_list(p, p.start, match.end())
        if numbers is not None:
            p.seek(match.end())
            return numbers
    return p.nested(lambda: _list(p))


class Numbers:
    """The numbers of a long list, already converted, their Python types among `kinds`; `start` is the place of the whole."""

    __slots__ = ("values", "start", "kinds")

    def __init__(self, values: list[int | float], start: int, kinds: set[type]):
        self.values, self.start, self.kinds = values, start, kinds

    def __len__(self) -> int:
        return len(self.values)


def _long_list(p: AttributeParser, start: int, end: int) -> tuple[Numbers, tuple[int, ...]] | None:
    """A list of nothing but numbers, read as JSON, which it is; None where it is not or where it is ragged."""
    from json import loads

    try:
        values = loads(p.text[start:end])
    except ValueError:
        return None
    counts: list[int] = []  # of all lists of a depth together
    while True:
        counts.append(len(values))
        kinds = set(map(type, values))
        if list not in kinds:
            break
        if len(kinds) > 1 or len(set(map(len, values))) > 1:
            return None
        values = [value for row in values for value in row]
    shape = [count // before if before else 0 for before, count in zip([1, *counts], counts)]
    return Numbers(values, start, kinds), tuple(shape)


def _list(p: AttributeParser) -> tuple[Elements, tuple[int, ...]]:
    p.expect("[")
    if p.accept("]"):
        return [], (0,)
    items: Elements = []
    shape: tuple[int, ...] | None = None
    rows = 0
    while True:
        rows += 1
        values, inner = p.nested(lambda: _list(p)) if p.at("[") else ([_element(p)], ())
        if shape is not None and inner != shape:
            raise p.error("tensor literal is invalid; ranks are not consistent between elements")
        shape = inner
        items += values
        if not p.accept(","):
            break
    p.expect("]")
    return items, (rows, *shape)


def _element(p: AttributeParser) -> Element:
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


def finished(
    p: AttributeParser, type: ShapedType, values: Elements | Numbers, shape: Sequence[int] | None, start: int
) -> DenseAttr | DenseStringsAttr:
    """The constant of what was read by `literal`, which began at `start`."""
    if shape is not None and tuple(shape) != type.shape:
        raise p.error(f"inferred shape of elements literal ({list(shape)}) does not match type ({list(type.sizes)})", start)
    if shape is None and not values and type.size:
        raise p.error(f"parsed zero elements, but type ('{type}') expected at least 1", start)
    is_splat = len(values) == 1 and (shape is None or type.size == 1)
    if not isinstance(type.element, NUMERIC):
        return DenseStringsAttr(type, _strings(p, values, start), is_splat)
    if len(values) == 1 and not isinstance(values, Numbers) and values[0][1][:1] == '"':
        raise p.error("expected string containing hex digits starting with `0x`", values[0][0])
    if isinstance(type.element, ty.ComplexType):
        values = _complex_parts(p, type, values, shape, start)
    number = type.element.element if isinstance(type.element, ty.ComplexType) else type.element
    assert isinstance(number, (ty.IntegerType, ty.FloatType, ty.IndexType))  # as `NUMERIC` has it, and parts of complex numbers
    data = _packed(p, values, number)
    if not is_splat and type.size > 1 and data and (one := repeated(data, type.size)) is not None:
        return DenseAttr(type, one, True)
    return DenseAttr(type, data, is_splat)


def _complex_parts(
    p: AttributeParser, type: ShapedType, values: Elements | Numbers, shape: Sequence[int] | None, start: int
) -> Elements | Numbers:
    """The parts of complex numbers, one after the other. As upstream has it, only their number is looked at."""
    parts: Elements | Numbers
    if isinstance(values, Numbers):
        parts = values
    else:
        parts = [part for place, token in values for part in (token if isinstance(token, tuple) else ((place, token),))]
    expected = 2 if shape is None else 2 * type.size
    if type.size and len(parts) != expected:
        of = type.element if shape is None else type
        raise p.error(f"parsed {len(parts)} elements, but type ('{of}') expected {expected} elements", start)
    return parts


def _strings(p: AttributeParser, values: Elements | Numbers, start: int) -> list[bytes]:
    if isinstance(values, Numbers):
        raise p.error(f"expected string token, got {values.values[0]}", start)
    strings = []
    for _, token in values:
        if isinstance(token, tuple) or token[0] != '"':
            raise p.error(f"expected string token, got {token if isinstance(token, str) else token[0][1]}", start)
        strings.append(unquoted(token).encode("utf-8", "surrogateescape"))
    return strings


def _packed(p: AttributeParser, values: Elements | Numbers, element: Number) -> bytes:
    if isinstance(values, Numbers):
        if not isinstance(element, ty.FloatType):
            return pack([_integer(p, (values.start, str(value)), element) for value in values.values], element)
        if int in values.kinds:
            raise p.no_float(values.start)
        if element.width <= 64:
            return pack(values.values, element)
        values = _tokens(p, values.start)
    if not isinstance(element, ty.FloatType):
        return pack([_integer(p, value, element) for value in values], element)
    size = ty.storage_bits(element) // 8
    return b"".join([_float_bits(p, value, element).to_bytes(size, "little") for value in values])


def _tokens(p: AttributeParser, start: int) -> Elements:
    behind = p.start
    p.seek(start)
    elements = _list(p)[0]
    p.seek(behind)
    return elements


def _float_bits(p: AttributeParser, value: Element, element: ty.FloatType) -> int:
    place, token = _one_number(p, value)
    if token in ("true", "false", "-") or token[0] == '"':
        raise p.error(f"expected floating point literal of type {element}, found {token}", place)
    return p.float_bits(token, element, place)


def _one_number(p: AttributeParser, value: Element) -> tuple[int, str]:
    """An element as (place, token), where a complex number has no place."""
    place, token = value
    if isinstance(token, tuple):
        raise p.error("expected element literal of primitive type, found a complex number", place)
    return place, token


def _integer(p: AttributeParser, value: Element, element: ty.IntegerType | ty.IndexType) -> int:
    place, token = _one_number(p, value)
    if token in ("true", "false"):
        if not (isinstance(element, ty.IntegerType) and element.width == 1):
            raise p.error("expected i1 type for 'true' or 'false' values", place)
        return token == "true"
    place += token[0] == "-"
    if token[0] == "-" and isinstance(element, ty.IntegerType) and element.signedness == "u":
        raise p.error("expected unsigned integer elements, but parsed negative value", place)
    if "." in token or not token[-1].isalnum() or token == "-":
        what = "floating-point" if "." in token and token[0] != '"' else token
        raise p.error(f"expected integer elements, but parsed {what}", place)
    number = fitted(token, element)
    if number is None:
        raise p.error(f"integer constant out of range for type: {token} is no {element}", place)
    return number
