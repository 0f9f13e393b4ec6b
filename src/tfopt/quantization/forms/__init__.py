"""How each dialect spells what is quantized: a module of the dialect's name with the functions of `stablehlo`."""

from __future__ import annotations

from tfir.ir.quantized_types import QuantizedType
from tfir.startup import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from tfir.ir.operations import Value

FORMS = ("stablehlo", "tfl")


def form_of(dialect: str) -> ModuleType:
    return loaded(f"tfopt.quantization.forms.{dialect}")


def stored_of(value: Value) -> Value | None:
    """What a value is dequantized from, if all of it has one scale; numbers of 32 bits are sums on the way."""
    op = value.op
    if op is None or op.dialect not in FORMS or op.name != form_of(op.dialect).DEQUANTIZES:
        return None
    element = op.operands[0].type.element
    return op.operands[0] if isinstance(element, QuantizedType) and element.axis is None and element.storage.width <= 16 else None
