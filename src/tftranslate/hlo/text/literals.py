"""Literals in HLO's text: `1.5`, `{ { 1, 0 }, { 0, 1 } }`, `(1, {2, 3})`, `(1.5, -2)` for a complex number, `{...}` for elements left out.

Source: hlo_parser.cc, ParseLiteral; primitive_util.cc, which says with how many digits XLA writes a float.
"""

from __future__ import annotations

import re
import struct
from math import prod

from tfir.ods.arrays import dtype_of, is_float
from tfir.ods.numpy_on_demand import np
from tfir.proto import LiteralProto, ShapeProto

from tftranslate.hlo.element_types import BY_NUMBER, TUPLE, ElementType
from tftranslate.hlo.literals import array_of, is_tuple, literal_of
from tftranslate.hlo.text.cursor import NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.ods.arrays import Array, Dtype

    from tftranslate.hlo.text.cursor import Cursor

SCALAR = re.compile(r"true|false|" + NUMBER.pattern)
PAYLOAD = re.compile(r"([-+]?)nan\((0x[0-9a-fA-F]+)\)")
# The digits with which each number of a type is told from all others: of the longest, and where fewer do, of these.
DIGITS = {"f32": (6, 9), "f64": (15, 17), "f16": (5, 5), "bf16": (4, 4)}
MOST_ZEROS = 1 << 24  # elements of a constant that its text does not list
QUIET_NAN = {"f16": (10, 0x200), "bf16": (7, 0x40), "f32": (23, 0x400000), "f64": (52, 0x8000000000000)}


def read_literal(cursor: Cursor, shape: ShapeProto) -> LiteralProto:
    """A literal of a shape. Raises Error where it has other elements, and where they were left out."""
    if shape.element_type == TUPLE:
        return _read_tuple(cursor, shape)
    if shape.element_type not in BY_NUMBER:
        raise cursor.error("a constant has elements of no number")
    start, sizes, element = cursor.place, list(shape.dimensions), BY_NUMBER[shape.element_type]
    if sizes and cursor.at("{...}"):
        raise cursor.error("the elements of this constant were left out of the text; XLA writes them with print_large_constants")
    count, numbers, scalar = prod(sizes), [], _scalar_reader(cursor, element)  # type: tuple[int, list[Any], Callable[[], Any]]
    if sizes and not cursor.at("{"):  # XLA takes one number for the first element; the others are zero
        first = _packed([scalar()], element, cursor, start)
        if not 0 <= count <= MOST_ZEROS or min(sizes) < 0:
            raise cursor.error(f"one number for {count} elements", start)
        array = np.zeros(sizes, dtype_of(element.type))
        array.flat[:1] = first
        return literal_of(array, shape)
    _read_nested(cursor, sizes, scalar, numbers)
    if len(numbers) != count:
        raise cursor.error(f"{len(numbers)} elements for a shape that has {count}", start)
    return literal_of(_packed(numbers, element, cursor, start), shape)


def _read_tuple(cursor: Cursor, shape: ShapeProto) -> LiteralProto:
    literal = LiteralProto()
    literal.shape.CopyFrom(shape)
    cursor.expect("(")
    for place, each in enumerate(shape.tuple_shapes):
        if place:
            cursor.expect(",")
        literal.tuple_literals.append(read_literal(cursor, each))
    cursor.expect(")")
    return literal


def _read_nested(cursor: Cursor, sizes: list[int], scalar: Callable[[], Any], numbers: list[Any]) -> None:
    """Elements between braces, a pair for each dimension."""
    if not sizes:
        numbers.append(scalar())
        return
    start, seen = cursor.place, 0
    cursor.expect("{")
    while not cursor.accept("}"):
        cursor.accept(",")  # XLA needs none
        _read_nested(cursor, sizes[1:], scalar, numbers)
        seen += 1
    if seen != sizes[0]:
        raise cursor.error(f"{seen} elements in braces for a dimension of {sizes[0]}", start)


def _scalar_reader(cursor: Cursor, element: ElementType) -> Callable[[], Any]:
    if element.name[0] == "c":
        return lambda: _pair(cursor)
    is_real = is_float(dtype_of(element.type))

    def read() -> Any:
        word = cursor.read(SCALAR, "a number")[0]
        if word in ("true", "false"):
            return word == "true"
        if is_real:
            return word if "(" in word else finite(cursor, word)
        try:
            return int(word)
        except ValueError:
            raise cursor.error(f"{word} is no integer", cursor.place - len(word)) from None

    return read


def finite(cursor: Cursor, word: str) -> float:
    """The number of a word. Raises Error where it is an infinite one that the word does not name."""
    number = float(word)
    if number in (float("inf"), -float("inf")) and "inf" not in word:
        raise cursor.error(f"{word} is out of range for f64", cursor.place - len(word))
    return number


def _pair(cursor: Cursor) -> complex:
    if not cursor.at("("):
        return complex(float(cursor.read(NUMBER, "a number")[0]), 0)
    start, parts = cursor.place, cursor.items(lambda: finite(cursor, cursor.read(NUMBER, "a number")[0].partition("(")[0]), "(", ")")
    if len(parts) != 2:
        raise cursor.error("a complex number has two parts", start)
    return complex(*parts)


def _packed(numbers: list[Any], element: ElementType, cursor: Cursor, start: int) -> Array:
    dtype = dtype_of(element.type)
    if element.type.text[0] in "iu" and element.name != "pred":
        least, most = element.type.limits
        if element.name == "u64":  # XLA reads integers of 64 bits as signed ones, too
            numbers = [number + 2**64 if -(2**63) <= number < 0 else number for number in numbers]
        wrong = [number for number in numbers if not least <= number <= most]
        if wrong:
            raise cursor.error(f"{wrong[0]} is out of range for {element.name}", start)
        return np.array(numbers, np.int64 if least < 0 else np.uint64).astype(dtype)
    payloads = {place: word for place, word in enumerate(numbers) if isinstance(word, str)}
    with np.errstate(over="ignore", invalid="ignore"):
        wide = np.array([float("nan") if place in payloads else number for place, number in enumerate(numbers)], _wide(dtype))
        array = wide.astype(dtype)
        lost = ~np.isfinite(array) & np.isfinite(wide) if dtype.kind != "b" else np.zeros(wide.shape, bool)
    if lost.any():
        raise cursor.error(f"{numbers[int(lost.argmax())]} is out of range for {element.name}", start)
    for place, word in payloads.items():
        array[place] = _nan(word, element, dtype, cursor, start)
    return array


def _wide(dtype: Dtype) -> str:
    return "bool" if dtype == np.bool_ else "complex128" if dtype.kind == "c" else "float64"


def _nan(word: str, element: ElementType, dtype: Dtype, cursor: Cursor, start: int) -> Array:
    """A NaN whose bits below the exponent are told. Raises Error where there are not so many, or none is set."""
    sign, payload = PAYLOAD.fullmatch(word).groups()
    bits, _ = QUIET_NAN.get(element.name, (0, 0))
    if not 0 < int(payload, 16) < 1 << bits:
        raise cursor.error(f"{word} has bits that no NaN of {element.name} has", start)
    width = 8 * dtype.itemsize
    exponent = (1 << width - 1) - (1 << bits)
    pattern = (exponent | int(payload, 16) & (1 << bits) - 1) | (1 << width - 1 if sign == "-" else 0)
    return np.frombuffer(pattern.to_bytes(dtype.itemsize, "little"), dtype)[0]


def literal_text(literal: LiteralProto) -> str:
    if is_tuple(literal):
        return f"({', '.join([literal_text(each) for each in literal.tuple_literals])})"
    array, element = array_of(literal), BY_NUMBER[literal.shape.element_type]
    if element.name == "pred":
        words = [("true" if each else "false") if not array.ndim else str(int(each)) for each in array.reshape(-1).tolist()]
    elif element.name[0] == "c":
        half = "f32" if element.name == "c64" else "f64"
        words = [f"({_float_text(each.real, half)}, {_float_text(each.imag, half)})" for each in array.reshape(-1)]
    elif is_float(array.dtype):
        words = [_float_text(each, element.name) for each in array.reshape(-1)]
    else:
        words = [str(int(each)) for each in array.reshape(-1)]
    return _nested_text(words, list(array.shape))


def _nested_text(words: list[str], sizes: list[int], depth: int = 0, index: int = 0) -> str:
    """Elements in braces, with blanks inside of them where there are several dimensions, and several elements; of four dimensions and more
    with XLA's comments that count all but the last two of them."""
    if not sizes:
        return words[0]
    if len(sizes) == 1:
        inner = ", ".join(words)
        return f"{{ {inner} }}" if depth and len(words) > 1 else f"{{{inner}}}"
    step = len(words) // sizes[0] if sizes[0] else 0
    parts = [_nested_text(words[at * step : (at + 1) * step], sizes[1:], depth + 1, at) for at in range(sizes[0])]
    opening = f"{{ /*i{depth - 1}={index}*/" if depth and depth + len(sizes) > 3 else "{"
    return f"{opening}{' ' if parts or opening == '{' else ''}{', '.join(parts)} }}"


def _float_text(number: Any, name: str) -> str:
    value = float(number)
    if value != value:
        return _nan_text(number, name)
    few, many = DIGITS.get(name, (3, 3))
    text = f"{value:.{few}g}"
    if few != many and (struct.unpack("f", struct.pack("f", float(text)))[0] if name == "f32" else float(text)) != value:
        text = f"{value:.{many}g}"
    return text


def _nan_text(number: Any, name: str) -> str:
    """`nan`, `-nan`; of a NaN that arithmetic does not give the bits too."""
    data = np.array(number).tobytes()
    pattern, width = int.from_bytes(data, "little"), 8 * len(data)
    sign = "-" if pattern >> width - 1 else ""
    bits, quiet = QUIET_NAN.get(name, (0, 0))
    payload = pattern & (1 << bits) - 1
    return f"{sign}nan" if payload == quiet or not bits else f"{sign}nan({payload:#x})"
