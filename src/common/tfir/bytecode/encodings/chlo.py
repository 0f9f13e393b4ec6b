"""The encodings of CHLO. Source: openxla/stablehlo, `ChloBytecode.cpp`."""

from __future__ import annotations

from tfir.bytecode.encodings import DialectEncodings, Encoding
from tfir.bytecode.encodings.stablehlo import enumeration
from tfir.ir.attributes import EnumAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ENUMERATIONS = {
    "chlo.comparison_direction": enumeration("chlo", 0, "comparison_direction"),
    "chlo.comparison_type": enumeration("chlo", 1, "comparison_type"),
}


def of_attribute(one: Any) -> Encoding | None:
    return ENUMERATIONS.get(one.kind) if isinstance(one, EnumAttr) else None


ENCODINGS = DialectEncodings([], ENUMERATIONS.values(), lambda type: None, of_attribute)
