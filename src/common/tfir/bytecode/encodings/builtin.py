"""The encodings of the builtin dialect: types, attributes, locations. Source: MLIR, `BuiltinDialectBytecode.td`."""

from __future__ import annotations

from functools import cache, partial

from tfir.bytecode.encodings import DialectEncodings, Encoding
from tfir.ir.attributes import (
    ArrayAttr,
    BoolAttr,
    DenseArrayAttr,
    DictAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ResourceAttr, SparseAttr
from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, FusedLocation, NameLocation, UnknownLocation
from tfir.ir.numbers import pack, unpack
from tfir.ir.types import (
    INDEX,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    TensorType,
    TupleType,
    Type,
    VectorType,
    storage_bits,
)
from tfir.text.affine import AffineAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_numbers: Iterator[int] = iter(range(1 << 60))  # that tell distinct attributes apart
SIGNEDNESS = ("", "s", "u")


def _dictionary(pairs: Any) -> DictAttr:
    return DictAttr([(_text(name), value) for name, value in pairs])


def _text(name: Any) -> str:
    if not isinstance(name, StringAttr):
        raise ValueError(f"expected a string, and it is {name}")
    return str(name.value)


def _symbol(root: Any, nested: Any = ()) -> SymbolRefAttr:
    if not all([isinstance(each, SymbolRefAttr) for each in nested]):
        raise ValueError("expected references to symbols")
    return SymbolRefAttr(_text(root), *[each.path[0] for each in nested])


def _array(element: Any, size: int, data: bytes) -> DenseArrayAttr:
    if not isinstance(element, (IntegerType, FloatType)) or len(data) != size * (storage_bits(element) // 8):
        raise ValueError(f"an array of {size} {element} does not take {len(data)} bytes")
    return DenseArrayAttr(unpack(data, element), element)


def _array_parts(one: DenseArrayAttr) -> dict[str, Any]:
    return {"element": one.element, "size": len(one.values), "data": pack(one.values, one.element)}


def _strings(type: Any, is_splat: int, strings: Any) -> DenseStringsAttr:
    return DenseStringsAttr(type, [each.encode("utf-8", "surrogateescape") for each in strings], bool(is_splat))


def _integer_type(code: int) -> IntegerType:
    if code & 3 == 3 or not 0 < code >> 2 < 1 << 24:
        raise ValueError("no such integer type")
    return IntegerType(code >> 2, SIGNEDNESS[code & 3])


@cache
def _name_of_file(file: str) -> StringAttr:
    """One attribute for all places in a file."""
    return StringAttr(file)


def _file(file: Any, line: int, column: int) -> FileLineCol:
    return FileLineCol(_text(file), line, column)


# What stands behind the name of a file, by how many numbers there are: line, column, last line, last column.
def _range(file: Any, numbers: Any) -> FileLineCol:
    if len(numbers) < 3:
        line, column = (*numbers, 0, 0)[:2]
        return FileLineCol(_text(file), line, column)
    line, column, *end = numbers
    if len(end) == 1:
        return FileLineCol(_text(file), line, column, None, end[0])
    if len(end) != 2:
        raise ValueError(f"a range in a file has no {len(numbers)} numbers")
    return FileLineCol(_text(file), line, column, *end)


def _range_parts(one: FileLineCol) -> dict[str, Any]:
    same_line = one.end_line in (None, one.line)
    numbers = [one.line, one.column, one.end_column] if same_line else [one.line, one.column, one.end_line, one.end_column]
    return {"file": _name_of_file(one.file), "numbers": tuple(numbers)}


def _name(name: Any, child: Any) -> NameLocation:
    return NameLocation(_text(name), None if isinstance(child, UnknownLocation) else child)


def identity(rank: int) -> AffineAttr:
    """The layout of a buffer that has none of its own."""
    return AffineAttr("affine_map", rank, 0, [("d", number) for number in range(rank)])


def _buffer(shape: Any, element: Type, layout: Any, space: Any = None) -> MemRefType:
    is_plain = layout == identity(len(shape))
    return MemRefType(shape, element, None if is_plain else layout, space)


def _buffer_parts(type: MemRefType) -> dict[str, Any]:
    layout = type.layout or identity(len(type.shape or ()))
    return {"space": type.space, "shape": type.shape, "element": type.element, "layout": layout}


def _vector(shape: Any, element: Type, scalable: Any = ()) -> VectorType:
    if None in shape or any([size < 1 for size in shape]) or (scalable and len(scalable) != len(shape)):
        raise ValueError("vector types have sizes")
    return VectorType(shape, element, scalable)


def _plain(type: Type) -> Any:
    return lambda: type


FLOATS = {
    3: "bf16", 4: "f16", 5: "f32", 6: "f64", 7: "f80", 8: "f128", 21: "tf32", 22: "f8E5M2", 23: "f8E4M3", 24: "f8E4M3FN", 25: "f8E5M2FNUZ",
    26: "f8E4M3FNUZ", 27: "f8E4M3B11FNUZ", 28: "f8E3M4", 29: "f4E2M1FN", 30: "f6E2M3FN", 31: "f6E3M2FN", 32: "f8E8M0FNU",
}  # fmt: skip
TYPES = [
    Encoding(0, "code: varint", _integer_type, lambda type: {"code": type.width << 2 | SIGNEDNESS.index(type.signedness)}),
    Encoding(1, "", _plain(INDEX)),
    Encoding(2, "inputs: types, results: types", FunctionType),
    *[Encoding(code, "", _plain(FloatType(name))) for code, name in FLOATS.items()],
    Encoding(9, "element: type", ComplexType),
    Encoding(10, "shape: sizes, element: type, layout: attribute", _buffer, _buffer_parts),
    Encoding(11, "space: attribute, shape: sizes, element: type, layout: attribute", _buffer, _buffer_parts),
    Encoding(12, "", _plain(NONE)),
    Encoding(13, "shape: sizes, element: type", TensorType),
    Encoding(14, "encoding: attribute, shape: sizes, element: type", TensorType),
    Encoding(15, "elements: types", TupleType),
    Encoding(16, "element: type", lambda element: MemRefType(None, element)),
    Encoding(17, "space: attribute, element: type", lambda space, element: MemRefType(None, element, None, space)),
    Encoding(18, "element: type", partial(TensorType, None)),
    Encoding(19, "shape: sizes, element: type", _vector),
    Encoding(20, "scalable: bytes, shape: sizes, element: type", _vector),
]
ATTRIBUTES = [
    Encoding(0, "elements: attributes", ArrayAttr),
    Encoding(1, "pairs: pairs", _dictionary, lambda one: {"pairs": [(StringAttr(name), value) for name, value in sorted(one.entries.items())]}),
    Encoding(2, "value: string", StringAttr),
    Encoding(3, "value: string, type: type", StringAttr),
    Encoding(4, "root: attribute", _symbol, lambda one: {"root": StringAttr(one.root)}),
    Encoding(
        5, "root: attribute, nested: attributes", _symbol,
        lambda one: {"root": StringAttr(one.root), "nested": [SymbolRefAttr(name) for name in one.path[1:]]},
    ),
    Encoding(6, "type: type", TypeAttr),
    Encoding(7, "", UnitAttr),
    Encoding(8, "value: integer", lambda value: value, lambda one: {"value": one}),
    Encoding(9, "type: type, value: float", lambda type, value: value, lambda one: {"type": one.type, "value": one}),
    Encoding(10, "callee: location, caller: location", CallSite),
    Encoding(11, "file: attribute, line: varint, column: varint", _file, lambda one: {"file": _name_of_file(one.file), "line": one.line, "column": one.column}),
    Encoding(12, "locations: locations", FusedLocation),
    Encoding(13, "locations: locations, metadata: attribute", FusedLocation),
    Encoding(14, "name: attribute, child: location", _name, lambda one: {"name": StringAttr(one.name), "child": UNKNOWN if one.child is None else one.child}),
    Encoding(15, "", lambda: UNKNOWN),
    Encoding(16, "type: constant_type, resource: resource", lambda type, resource: resource(type), lambda one: {"type": one.type, "resource": one}),
    Encoding(17, "element: type, size: varint, data: blob", _array, _array_parts),
    Encoding(18, "value: elements", lambda value: value, lambda one: {"value": one}),
    Encoding(19, "type: constant_type, is_splat: varint, strings: strings", _strings),
    Encoding(20, "type: constant_type, indices: attribute, elements: attribute", SparseAttr),
    Encoding(21, "inner: attribute", lambda inner: DistinctAttr(next(_numbers), inner)),
    Encoding(22, "file: attribute, numbers: varints", _range, _range_parts),
]  # fmt: skip
TYPE_CODES = {encoding.code: encoding for encoding in TYPES}
ATTRIBUTE_CODES = {encoding.code: encoding for encoding in ATTRIBUTES}
OF_FLOATS = {name: code for code, name in FLOATS.items()}

# The codes of classes that have one; functions say that of others.
CODE_OF_TYPE: dict[type, Any] = {
    IntegerType: 0, IndexType: 1, FunctionType: 2, ComplexType: 9, NoneType: 12, TupleType: 15,
    FloatType: lambda type: OF_FLOATS.get(type.name),
    MemRefType: lambda type: (10 if type.shape is not None else 16) + (type.space is not None),
    TensorType: lambda type: 18 if type.shape is None else 13 + (type.encoding is not None),
    VectorType: lambda type: 20 if type.scalable else 19,
}  # fmt: skip
CODE_OF_ATTRIBUTE: dict[type, Any] = {
    ArrayAttr: 0, DictAttr: 1, TypeAttr: 6, UnitAttr: 7, IntegerAttr: 8, BoolAttr: 8, FloatAttr: 9, CallSite: 10, NameLocation: 14,
    UnknownLocation: 15, ResourceAttr: 16, DenseArrayAttr: 17, DenseAttr: 18, DenseStringsAttr: 19, SparseAttr: 20, DistinctAttr: 21,
    StringAttr: lambda one: 2 + (one.type is not NONE),
    SymbolRefAttr: lambda one: 4 + (len(one.path) > 1),
    FusedLocation: lambda one: 12 + (one.metadata is not None),
    FileLineCol: lambda one: 11 if one.end_column is None else 22,
}  # fmt: skip


def _encoding_of(codes: dict[type, Any], encodings: dict[int, Encoding], one: Any) -> Encoding | None:
    code = codes.get(type(one))
    code = code(one) if callable(code) else code
    return None if code is None else encodings[code]


ENCODINGS = DialectEncodings(
    TYPES, ATTRIBUTES, partial(_encoding_of, CODE_OF_TYPE, TYPE_CODES), partial(_encoding_of, CODE_OF_ATTRIBUTE, ATTRIBUTE_CODES),
)  # fmt: skip
