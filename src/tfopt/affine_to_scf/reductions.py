"""What reductions of `affine.parallel` begin with and how they combine. Source: MLIR's arith dialect, AtomicRMWKind."""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.arith import neutral, op_of_kind
from tfir.ir.attributes import FloatAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.builder import Builder
    from tfir.ir.operations import Operation, Value
    from tfir.ir.types import Type

    from tfopt.affine_to_scf.expansion import Expansion


def beginning(kind: str, type: Type, expand: Expansion, about: Operation) -> Value:
    """The constant that changes nothing. Raises Error where a kind has none."""
    number = neutral(kind, type)
    if number is None:
        raise Error.on(about, f"has a reduction that begins with no number: {kind}")
    content = FloatAttr(number, type) if isinstance(type, FloatType) else IntegerAttr(int(number), type)
    return expand.build.value("arith.constant", [], type, {"value": content})


def reduced(kind: str, build: Builder, left: Value, right: Value) -> Value:
    """Both values as one."""
    name = f"arith.{op_of_kind(kind)}"
    return build.value(name, [left, right], left.type, definition_of(name).defaults)
