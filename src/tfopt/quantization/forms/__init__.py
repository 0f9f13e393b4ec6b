"""How each dialect spells what is quantized: a module of the dialect's name with the functions of `stablehlo`."""

from __future__ import annotations

from tfir.startup import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

FORMS = ("stablehlo", "tfl")


def form_of(dialect: str) -> ModuleType:
    return loaded(f"tfopt.quantization.forms.{dialect}")
