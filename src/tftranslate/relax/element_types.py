"""Element types of StableHLO as TVM names them, and their numbers as TVMScript writes them."""

from __future__ import annotations

import math
import struct

from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16, F32, F64, I1, ComplexType, FloatType, Type
from tfir.ods.arrays import NATIVE

LARGEST_F32 = 3.4028234663852886e38  # beyond it TVMScript takes no number of f64 either
# What the tables of scalars distinguish: truth values, signed and unsigned integers, floats that C has functions for, and narrower ones
BOOL, SIGNED, UNSIGNED, FLOAT, NARROW = "bsufn"


def dtype_name(element: Type) -> str:
    """TVM's name of an element type; of a complex one that of its parts."""
    if isinstance(element, ComplexType):
        element = element.element
    if element is BF16:
        return "bfloat16"
    if element not in NATIVE:
        raise Error(f"elements of {element} have no counterpart in TVM")
    return NATIVE[element]


def kind_of(element: Type) -> str:
    if element is I1:
        return BOOL
    if isinstance(element, FloatType):
        return FLOAT if element in (F32, F64) else NARROW
    return UNSIGNED if getattr(element, "signedness", "") == "u" else SIGNED


def bits_of(element: Type) -> int:
    return 64 if element.text == "index" else element.width


def unsigned_name(element: Type) -> str:
    """The unsigned integers of the same width."""
    return f"uint{bits_of(element)}"


def number_text(number: float | int | bool) -> str:
    """A number as Python writes it; what is not finite as a call that makes it."""
    if isinstance(number, float) and not math.isfinite(number):
        return f'float("{number}")'
    return repr(number)


def unsigned_literal(number: int, bits: int) -> str:
    """An unsigned integer; TVMScript takes no number beyond those of 64 bits with a sign."""
    return f"T.uint{bits}({number})" if number < 1 << 63 else f'T.reinterpret("uint64", T.int64({number - (1 << 64)}))'


def literal(number: float | int | bool, element: Type) -> str:
    """A number of an element type in a function of loops."""
    name = dtype_name(element)
    if name == "bfloat16":
        return f'T.Cast("bfloat16", {literal(float(number), F32)})'
    if isinstance(number, float) and not math.isfinite(number):
        return f'T.{name}("{number}")'
    if name == "float64" and abs(number) > LARGEST_F32:
        return f'T.reinterpret("float64", T.int64({int.from_bytes(struct.pack("<d", number), "little", signed=True)}))'
    return unsigned_literal(int(number), 64) if name == "uint64" else f"T.{name}({number!r})"
