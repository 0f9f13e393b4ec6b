"""Helpers for the checks of tf ops: shapes that fit, elements that agree.

A check is a function that returns an error message, or None. Its parameters are joined with the op's line by `ods/binding.py`.
"""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.tf_type import SubtypedType, has_same_element
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.binding import verifier_binding


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
