"""Whole numbers with a sign of their own (`si32`, `ui8`) as the bits that arith computes with."""

from __future__ import annotations

from typing import Any

from tfir.ir.builder import Builder
from tfir.ir.operations import Value
from tfir.ir.types import IntegerType, VectorType


def without_sign(type: Any) -> Any:
    if isinstance(type, VectorType):
        return VectorType(type.shape, without_sign(type.element), type.scalable)
    return IntegerType(type.width) if isinstance(type, IntegerType) else type


def recast(build: Builder, value: Value, type: Any) -> Value:
    """The same bits as a number with a sign, or without, which is all one to LLVM."""
    return value if value.type is type else build.value("builtin.unrealized_conversion_cast", [value], type)
