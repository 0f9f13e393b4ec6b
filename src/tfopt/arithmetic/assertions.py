"""Assertions that a program carries along: what does not hold when it runs is an error with a message of its own."""

from __future__ import annotations

from tfir.dialects.stablehlo.calls import ASSERTION
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Value
from tfir.ir.types import I32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def build_assertion(builder: Builder, holds: Value, message: str, numbers: Sequence[Value] = ()) -> None:
    """Asserts a truth value; the scalars `numbers` are told for {0}, {1}, .. of the message."""
    attributes = {
        "call_target_name": StringAttr(ASSERTION),
        "api_version": IntegerAttr(2, I32),
        "has_side_effect": BoolAttr(True),
        "error_message": StringAttr(message),
    }
    builder.create("stablehlo.custom_call", [holds, *numbers], [], attributes)
