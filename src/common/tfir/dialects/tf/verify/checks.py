"""Helpers for the checks of tf ops: shapes that fit, elements that agree.

A check is a function that returns an error message, or None. Its parameters are joined with the op's line by `ods/binding.py`.
"""

from __future__ import annotations

from tfir.dialects import constant_numbers, lookup
from tfir.dialects.tf_type import SubtypedType, dereferenced, element_base, has_same_element
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.binding import verifier_binding
from tfir.ods.inference import declared_operands, inferred_types


class Bare(str):
    """An error message without the name of the op, as upstream prints it."""

    __slots__ = ()


def apply(check, op) -> bool:
    """Raises what a check finds wrong with an op. Returns whether it asked for constants that make operands."""
    asked = []

    def numbers(value):
        asked.append(value)
        return constant_numbers(value)

    wrong = verifier_binding(lookup(op.name), check).call(op, numbers)
    if wrong is not None:
        raise as_error(op, wrong)
    return bool(asked)


def as_error(op, wrong: str) -> Error:
    return Error(wrong, op) if isinstance(wrong, Bare) else Error.on(op, wrong)


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


# Upstream's verifier refuses of these what inference refuses: of the first since it infers types itself, of the others in one error, in the
# words of `infer`. Of other ops that is left to shape functions, upstream's and ours.
INFERRED, REFUSED = ("Conv2D", "Conv3D"), ("DynamicStitch", "InvertPermutation", "Split", "SplitV", "Squeeze", "Unpack")


def verify_results(op, definition) -> bool:
    """Raises two errors, as upstream does where its verifier infers types, where a result cannot have the shape that inference gives it:
    the reason, and that types could not be inferred. Returns whether constants that make operands were asked for."""
    local, actual = definition.local, [result.type for result in op.results]
    if local not in INFERRED and local not in REFUSED and not any(map(has_sizes, actual)):
        return False
    operands, types = declared_operands(op), []
    try:
        types = inferred_types(op, definition, operands)
    except Error as reason:
        if local in INFERRED:
            raise both(op, f"'{op.name}' op {reason}") from None
        if local in REFUSED:
            raise Error.on(op, str(reason)) from None
    for expected, type in zip(types, actual):
        if isinstance(expected, TensorType) and has_sizes(type) and not shapes_fit(expected.shape, type.shape):
            raise both(op, f"'{op.name}' op inferred type(s) '{expected}' are incompatible with return type(s) of operation '{type}'")
    return any([operand.was_asked for operand in operands])


HANDLES = "!tf_type.resource", "!tf_type.variant"


def has_sizes(type) -> bool:
    """Whether a type says the shape of data: that of a handle is a scalar's, or whatever TensorFlow's shape functions say."""
    return isinstance(type, TensorType) and type.shape is not None and dereferenced(element_base(type.element)) not in HANDLES


def both(op, reason: str) -> Error:
    return Error.of([Diagnostic(reason, op), Diagnostic(f"'{op.name}' op failed to infer returned types", op)])
