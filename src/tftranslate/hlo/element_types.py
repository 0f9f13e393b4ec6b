"""The types of elements: XLA's name and number of each, the type of IR, and the field of a LiteralProto that has such elements.

Source: xla_data.proto, PrimitiveType and LiteralProto.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.ir.types import F32, F64, ComplexType, FloatType, IntegerType, Type


class ElementType(NamedTuple):
    """`is_bytes`: the literal's field is a string of bytes, little-endian, in place of a list of numbers."""

    name: str
    number: int
    type: Type
    field: str
    is_bytes: bool


def _integers() -> list[ElementType]:
    numbers = {
        "s1": 30,
        "s2": 26,
        "s4": 21,
        "s8": 2,
        "s16": 3,
        "s32": 4,
        "s64": 5,
        "u1": 31,
        "u2": 27,
        "u4": 22,
        "u8": 6,
        "u16": 7,
        "u32": 8,
        "u64": 9,
    }
    return [
        ElementType(name, number, IntegerType(int(name[1:]), "u" if name[0] == "u" else ""), f"{name}s", int(name[1:]) < 32)
        for name, number in numbers.items()
        if name not in ("s1", "u1")  # i1 is what pred is
    ]


def _floats() -> list[ElementType]:
    numbers = {
        "f16": 10, "bf16": 16, "f32": 11, "f64": 12, "f8E5M2": 19, "f8E4M3": 28, "f8E4M3FN": 20, "f8E4M3B11FNUZ": 23, "f8E3M4": 29,
        "f8E5M2FNUZ": 24, "f8E4M3FNUZ": 25, "f4E2M1FN": 32, "f8E8M0FNU": 33,
    }  # fmt: skip
    return [
        ElementType(name.lower(), number, FloatType(name), f"{name.lower()}s", name not in ("f32", "f64"))
        for name, number in numbers.items()
    ]


ALL = [
    ElementType("pred", 1, IntegerType(1), "preds", False),
    *_integers(),
    *_floats(),
    ElementType("c64", 15, ComplexType(F32), "c64s", False),
    ElementType("c128", 18, ComplexType(F64), "c128s", False),
]
BY_NAME = {each.name: each for each in ALL}
BY_NUMBER = {each.number: each for each in ALL}
BY_TYPE = {each.type: each for each in ALL}
TUPLE, OPAQUE, TOKEN, BUFFER = 13, 14, 17, 34
WITHOUT_ELEMENTS = {"opaque": OPAQUE, "token": TOKEN}
