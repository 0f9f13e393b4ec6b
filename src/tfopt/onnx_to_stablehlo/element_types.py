"""The element types that ONNX's numbers stand for, as attributes have them."""

from __future__ import annotations

from tfir.dialects.onnx.element_types import ELEMENTS, STRING
from tfir.ir.diagnostics import Error
from tfir.ir.types import Type


def element_of(number: int) -> Type:
    if number not in ELEMENTS:
        raise Error(f"{number} is the number of no element type")
    return ELEMENTS[number]


def is_text(element: Type) -> bool:
    return element is STRING
