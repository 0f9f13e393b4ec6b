"""Helpers for the checks of tf ops: shapes that fit, elements that agree.

A check is a function that returns an error message, or None. Its parameters are joined with the op's line by `ods/binding.py`.
"""

from __future__ import annotations

from tfir.dialects import constant_numbers, lookup
from tfir.dialects.tf_type import SubtypedType, has_same_element
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.binding import verifier_binding
from tfir.ods.inference import inferred_types


def checked_by(check, definition):
    """A check as a function of operations of an op: it raises what the check finds wrong, and returns whether constants that make operands
    were asked for."""
    binding = verifier_binding(definition, check)

    def verify(op) -> bool:
        asked = []

        def numbers(value):
            asked.append(value)
            return constant_numbers(value)

        wrong = binding.call(op, numbers)
        if wrong is not None:
            raise Error.on(op, wrong)
        return bool(asked)

    return verify


# Shapes


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
        same = has_same_element(one, other)
    return same and shapes_fit(one.shape, other.shape)


def has_rank(type, *ranks: int) -> bool:
    """Whether a tensor has one of these ranks, as far as its rank is known."""
    return type.shape is None or len(type.shape) in ranks


def has_rank_from(type, least: int) -> bool:
    return type.shape is None or len(type.shape) >= least


def is_known(type) -> bool:
    return type.shape is not None and None not in type.shape


def differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def inferred_shape(op) -> tuple | None:
    """The shape that inference gives the result of an op; None where that is unknown, or inference refuses what upstream takes."""
    try:
        [type] = inferred_types(op, lookup(op.name))
    except Error:
        return None
    return type.shape if isinstance(type, TensorType) else None
