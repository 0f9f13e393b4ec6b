"""The numbers that ONNX has for element types."""

from __future__ import annotations

from tfir.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    UI8,
    UI16,
    UI32,
    UI64,
    ComplexType,
    FloatType,
    IntegerType,
    OpaqueType,
    Type,
)

STRING = OpaqueType("!tf_type.string")  # by which the host computes with text
ELEMENTS: dict[int, Type] = {
    1: F32, 2: UI8, 3: I8, 4: UI16, 5: I16, 6: I32, 7: I64, 8: STRING, 9: I1, 10: F16, 11: F64, 12: UI32, 13: UI64,
    14: ComplexType(F32), 15: ComplexType(F64), 16: BF16, 17: FloatType("f8E4M3FN"), 18: FloatType("f8E4M3FNUZ"),
    19: FloatType("f8E5M2"), 20: FloatType("f8E5M2FNUZ"), 21: IntegerType(4, "u"), 22: IntegerType(4), 23: FloatType("f4E2M1FN"),
    24: FloatType("f8E8M0FNU"), 25: IntegerType(2, "u"), 26: IntegerType(2), 27: FloatType("f6E2M3FN"), 28: FloatType("f6E3M2FN"),
}  # fmt: skip
NUMBERS = {element: number for number, element in ELEMENTS.items()}


def parsed_type(text: str) -> Type:
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import Parser

    return Parser(Source("type", text), lookup, dialect).type()


def inner_type(type: Type, name: str) -> Type | None:
    """What a sequence (`Seq`), an optional (`Opt`) or the values of a map (`Map`) are; None for another type."""
    opening = f"!onnx.{name}<"
    if not isinstance(type, OpaqueType) or not type.text.startswith(opening):
        return None
    return parsed_type(type.text[len(opening) : -1].partition(", ")[2] if name == "Map" else type.text[len(opening) : -1])
