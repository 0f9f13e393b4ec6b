"""Assertions that a program carries along: what does not hold when it runs is an error with a message of its own."""

from __future__ import annotations

from tfir.dialects.stablehlo.calls import ASSERTION, WHEN_RUN
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Value
from tfir.ir.types import I1, I32, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def build_assertion(builder: Builder, holds: Value, message: str, numbers: Sequence[Value] = (), when_run: bool = False) -> None:
    """Asserts a truth value; the scalars `numbers` are told for {0}, {1}, .. of the message. One of `when_run` is told only then, though known not to hold."""
    attributes = {
        "call_target_name": StringAttr(ASSERTION),
        "api_version": IntegerAttr(2, I32),
        "has_side_effect": BoolAttr(True),
        "error_message": StringAttr(message),
    }
    if when_run:
        attributes[WHEN_RUN] = UnitAttr()
    builder.create("stablehlo.custom_call", [holds, *numbers], [], attributes)


def build_misuse(builder: Builder, message: str) -> None:
    """Ends the program with a message where it comes here, which it may never do: it is not told before."""
    never = DenseAttr.of(False, TensorType((), I1))
    build_assertion(builder, builder.value("stablehlo.constant", [], never.type, {"value": never}), message, when_run=True)
