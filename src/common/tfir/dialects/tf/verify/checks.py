"""Helpers for the checks of tf ops: shapes that fit, elements that agree.

A check is a function that returns an error message, or None. Its parameters are joined with the op's line by `ods/binding.py`.
"""

from __future__ import annotations

from tfir.dialects import constant_numbers, lookup
from tfir.dialects.tf_type import SubtypedType, dereferenced, element_base
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import TensorType
from tfir.ods.binding import binding, verifier_binding
from tfir.ods.inference import AbstractValue, declared_value
from tfir.ods.shapes import anonymous, named


class Bare(str):
    """An error message without the name of the op, as upstream prints it."""

    __slots__ = ()


def apply(check, op) -> None:
    wrong = verifier_binding(lookup(op.name), check).call(op, constant_numbers)
    if wrong is not None:
        raise as_error(op, wrong)


def as_error(op, wrong: str) -> Error:
    return Error(wrong, op) if isinstance(wrong, Bare) else Error.on(op, wrong)


# Shapes


def fits(one, other) -> bool:
    """Whether two shapes can be of the same tensor."""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all([a == b or a is None or b is None for a, b in zip(one, other)])


def broadcast(one, other) -> tuple | None:
    """The shape that two known ones broadcast to; None where they do not."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    shorter = (1,) * (len(longer) - len(shorter)) + tuple(shorter)
    sizes = [size_of_both(a, b) for a, b in zip(longer, shorter)]
    return None if NEVER in sizes else tuple(sizes)


NEVER = -1  # a size that no two sizes broadcast to


def size_of_both(a: int | None, b: int | None) -> int | None:
    """The size that two sizes broadcast to, `NEVER` where they do not."""
    if a == 1 or a == b:
        return b
    if b == 1:
        return a
    if a is None or b is None:
        size = b if a is None else a
        return size if size > 1 else None
    return NEVER


def cast_compatible(one, other) -> bool:
    """Whether one value may have both types: shapes fit and elements agree, references aside, and subtypes where both have some."""
    if one is other:
        return True
    if not isinstance(one, TensorType) or not isinstance(other, TensorType):
        return False
    a, b = one.element, other.element
    if isinstance(a, SubtypedType) and isinstance(b, SubtypedType):
        same = a.keyword == b.keyword and len(a.subtypes) == len(b.subtypes) and all(map(cast_compatible, a.subtypes, b.subtypes))
    else:
        same = dereferenced(element_base(a)) == dereferenced(element_base(b))
    return same and fits(one.shape, other.shape)


def has_rank(type, *ranks: int) -> bool:
    """Whether a tensor has one of these ranks, as far as its rank is known."""
    return type.shape is None or len(type.shape) in ranks


def has_rank_from(type, least: int) -> bool:
    return type.shape is None or len(type.shape) >= least


def is_known(type) -> bool:
    return type.shape is not None and None not in type.shape


def count(shape) -> int:
    product = 1
    for size in shape:
        product *= size
    return product


def differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def abstract(type) -> AbstractValue:
    """A type as an abstract value, for inference."""
    return AbstractValue(named(type.shape), type.element)


def inferred_shape(op, infer) -> tuple | None:
    """The shape of an op's result by its `infer` (`tf/inference.py`); None where that is unknown, or refuses what upstream takes."""
    try:
        return anonymous(binding(lookup(op.name), infer).call(op, [declared_value(value) for value in op.operands]))
    except Error:
        return None


def not_inferred(op, infer, actual) -> None:
    """Raises two errors, as upstream does, where a result has not the type that `infer()` gives, or where that finds no type: the
    reason, and that types could not be inferred."""
    try:
        expected = infer()
    except Error as reason:
        raise both(op, f"'{op.name}' op {reason}") from None
    if not fits(expected.shape, actual.shape) or expected.element is not actual.element:
        raise both(op, f"'{op.name}' op inferred type(s) '{expected}' are incompatible with return type(s) of operation '{actual}'")


def both(op, reason: str) -> Error:
    return Error.of([Diagnostic(reason, op), Diagnostic(f"'{op.name}' op failed to infer returned types", op)])
