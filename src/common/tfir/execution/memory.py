"""Using memory again: the result is written over an operand at its last use, and freed memory stays with the process.

A frame is the list of all values of a run. Whether an array may be overwritten is asked of Python itself: it owns its memory
(or is the only view of an array that does), and nothing but the frame refers to it.
"""

from __future__ import annotations

from sys import getrefcount

import numpy as np

from tfir.dialects import lookup
from tfir.execution.computation import Step, is_laid_out, with_errors_of
from tfir.ir.types import F32, F64, TensorType


def in_place_function(step: Step):
    """(the function that computes a step into an operand, the operands that may be given up for it), or None where its op has no such
    function, or no operand ends here that is like the result."""
    definition = lookup(step.op.name)
    function = getattr(definition.semantics, "into", None) if definition is not None and definition.semantics is not None else None
    if function is None or len(step.op.results) != 1:
        return None
    result = step.op.results[0].type
    if not isinstance(result, TensorType) or result.element not in (F32, F64) or result.shape == ():
        return None
    types = [value.type for value in step.op.operands]
    if any([type.element is not result.element for type in types]):
        return None
    numbers = step.operands
    candidates = [
        at for at, (type, number) in enumerate(zip(types, numbers))
        if type is result and number in step.dying and numbers.count(number) == 1
    ]  # fmt: skip
    return (function, candidates) if candidates else None


def reuse(step: Step, into: tuple, frame: list) -> bool:
    """Computes a step into one of its operands. False where none can be given up; nothing has happened then."""
    if is_laid_out():
        return False
    function, candidates = into
    for at in candidates:
        number = step.operands[at]
        if is_free(frame, number):
            target = frame[number]
            if any([frame[operand].shape != target.shape for operand in step.operands]):  # as may be where types leave sizes open
                return False
            with_errors_of(step.op, function, *[frame[operand] for operand in step.operands], out=target)
            for dead in step.dying:
                frame[dead] = None
            frame[step.results[0]] = target
            return True
    return False


def is_free(frame: list, number: int) -> bool:
    array = frame[number]
    if not isinstance(array, np.ndarray) or not array.flags.writeable:
        return False
    if array.base is None:
        return array.flags.owndata and getrefcount(array) == OWNED
    base = array.base
    alone = isinstance(base, np.ndarray) and base.flags.owndata and base.size == array.size
    return alone and getrefcount(array) == OWNED and getrefcount(base) == BASE


def _count_owner(frame: list) -> int:
    array = frame[0]
    return getrefcount(array)


def _count_base(frame: list) -> int:
    array = frame[0]
    base = array.base
    return getrefcount(base)


# What the interpreter counts for an array that only a frame refers to, and for one that only a view in a frame does.
OWNED = _count_owner([np.empty(1)])
BASE = _count_base([np.empty(2).reshape(1, 2)])
