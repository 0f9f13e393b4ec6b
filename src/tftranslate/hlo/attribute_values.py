"""Lists and rows of numbers, and words, as attributes of StableHLO's ops, and back."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr, EnumAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import I64, IntegerType, TensorType
from tfir.ods.arrays import array_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tfir.ir.attributes import Attribute

UNSIGNED_32 = IntegerType(32, "u")


def integers(values: Iterable[int]) -> DenseArrayAttr:
    return DenseArrayAttr(list(values), I64)


def grid(rows: list[list[int]]) -> DenseAttr:
    """Rows of integers as a constant; shorter ones are filled up with -1."""
    width = max([len(row) for row in rows], default=0)
    flat = [number for row in rows for number in [*row, *[-1] * (width - len(row))]]
    return DenseAttr.of(flat, TensorType((len(rows), width), I64))


def rows_of(attribute: Any) -> list[list[int]]:
    """The rows of a constant, without what fills them up."""
    if attribute is None:
        return []
    return [[number for number in row if number >= 0] for row in array_of(attribute).tolist()]


def word(attribute: Attribute | None, default: str = "") -> str:
    return attribute.value if isinstance(attribute, EnumAttr) else default
