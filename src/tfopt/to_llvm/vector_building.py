"""Operations on parts of vectors, built by patterns that take apart those on vectors of several dimensions."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr, FloatAttr, integer_of
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, FloatType, Type, VectorType

from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def vector_of(shape: Sequence[int], element: Type, scalable: Sequence[bool] = ()) -> Type:
    """A vector, or where there are no dimensions left its element."""
    return VectorType(shape, element, scalable) if shape else element


def inner(type: Any) -> Type:
    """What a vector has one of in each place of its first dimension."""
    return vector_of(type.shape[1:], type.element, type.scalable[1:])


def at(*places: int) -> DenseArrayAttr:
    return DenseArrayAttr(places, I64)


def extract(rewriter: PatternRewriter, vector: Value, places: Sequence[int]) -> Value:
    """The part of a vector at a place; itself at none."""
    type: Any = vector.type
    if not places and type.shape:
        return vector
    part = vector_of(type.shape[len(places) :], type.element, type.scalable[len(places) :])
    return rewriter.value("vector.extract", [vector], part, static_position=at(*places))


def insert(rewriter: PatternRewriter, part: Value, vector: Value, places: Sequence[int]) -> Value:
    if not places and part.type is vector.type:
        return part
    return rewriter.value("vector.insert", [part, vector], vector.type, static_position=at(*places))


def poison(rewriter: PatternRewriter, type: Type) -> Value:
    return rewriter.value("ub.poison", (), type)


def filled(rewriter: PatternRewriter, type: Any, number: float) -> Value:
    """A constant with one number in each place."""
    if isinstance(type, VectorType):
        return rewriter.value("arith.constant", (), type, value=DenseAttr.of(number, type))
    is_float = isinstance(type, FloatType)
    return rewriter.value("arith.constant", (), type, value=FloatAttr(number, type) if is_float else integer_of(int(number), type))


def zero(rewriter: PatternRewriter, type: Any) -> Value:
    element = type.element if isinstance(type, VectorType) else type
    return filled(rewriter, type, 0.0 if isinstance(element, FloatType) else 0)


def numbers(op: Operation, name: str) -> list[int]:
    held = op.attributes[name]
    return [int(each) for each in held.values] if isinstance(held, DenseArrayAttr) else [each.value for each in held.elements]


def of_rows(rewriter: PatternRewriter, vector: Value, rows: Sequence[Value]) -> Value:
    for place, row in enumerate(rows):
        vector = insert(rewriter, row, vector, [place])
    return vector
