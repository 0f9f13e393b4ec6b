"""Constant vectors, element by element."""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.ir.operations import Operation, Value
from tfir.ir.types import VectorType

from tfopt.generic.canonicalization.constants import MOST, constant, is_constant, numbers
from tfopt.generic.canonicalization.vector.places import NOWHERE, listed, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfopt.rewrite.pattern import PatternFunction
    from tfopt.rewrite.rewriter import PatternRewriter


MOST_COPIED = 256  # elements of a constant that becomes another one where it stays in use itself


def elements_of(value: Value) -> list | None:
    """All elements of a constant vector, one by one; None for anything else."""
    type, elements = value.type, numbers(value)
    if elements is None or not isinstance(type, VectorType) or any(type.scalable) or type.size > MOST:
        return None
    return elements * type.size if len(elements) == 1 else elements


def shortest(elements: list) -> list:
    """One element for all if they are alike to the bit; nothing that is NaN is."""
    first = elements[0]
    same = all([each == first and str(each) == str(first) for each in elements])
    return elements[:1] if same else elements


def rearranged(places: Callable[[Operation], list[int] | None]) -> PatternFunction:
    """A pattern for an op whose result has elements of its first operand: at `places`, in order of the result's."""

    def pattern(op: Operation, rewriter: PatternRewriter) -> bool:
        type = op.result.type
        if not is_constant(op.operands[0]) or any(getattr(type, "scalable", ())):
            return False
        elements = elements_of(op.operands[0])
        where = places(op) if elements is not None else None
        if elements is None or where is None:
            return False
        return rewriter.replace(op, [constant(rewriter, shortest([elements[place] for place in where]), type)])

    return pattern


def splat_spread(op: Operation, rewriter: PatternRewriter) -> bool:
    """A constant that is one number in each place, under another shape."""
    source = op.operands[0]
    if not is_constant(source) or any(op.result.type.scalable):
        return False
    elements = numbers(source)
    if elements is None or len(elements) != 1:
        return False
    return rewriter.replace(op, [constant(rewriter, elements[0], op.result.type)])


def in_order(op: Operation) -> list[int]:
    return list(range(op.result.type.size))


def places_of_part(op: Operation) -> list[int] | None:
    position = position_of(op)
    if position is None:
        return None
    shape = op.operands[0].type.shape
    count = prod(shape[len(position) :])
    first = linear(position, shape) * count
    return list(range(first, first + count))


def linear(position: Sequence[int], shape: Sequence[int]) -> int:
    """The number of a place among those of the first dimensions."""
    at = 0
    for index, size in zip(position, shape):
        at = at * size + index
    return at


def places_of_slice(op: Operation) -> list[int]:
    shape = op.operands[0].type.shape
    offsets, sizes, strides = [listed(op, name) for name in ("offsets", "sizes", "strides")]
    ranges = [range(first, first + size * step, step) for first, size, step in zip(offsets, sizes, strides)]
    ranges += [range(size) for size in shape[len(offsets) :]]
    return [linear(place, shape) for place in product(*ranges)]


def shuffled_constants(op: Operation, rewriter: PatternRewriter) -> bool:
    lists = [elements_of(value) for value in op.operands]
    mask = listed(op, "mask")
    if None in lists or NOWHERE in mask or len(op.result.type.shape) != 1:
        return False
    elements = [*lists[0], *lists[1]]
    return rewriter.replace(op, [constant(rewriter, shortest([elements[place] for place in mask]), op.result.type)])


def constant_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part that is constant, put into a constant."""
    part, vector = op.operands[:2]
    position = position_of(op)
    if position is None or not is_constant(part) or not is_constant(vector):
        return False
    inner, elements = numbers(part), elements_of(vector)
    if inner is None or elements is None or (len(elements) > MOST_COPIED and len(vector.uses) > 1):
        return False
    count = prod(vector.type.shape[len(position) :])
    first = linear(position, vector.type.shape) * count
    content = list(elements)
    content[first : first + count] = inner * count if len(inner) == 1 else inner
    return rewriter.replace(op, [constant(rewriter, shortest(content), op.result.type)])


def constant_slice_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    part, vector = op.operands
    if not is_constant(part) or not is_constant(vector):
        return False
    inner, elements = elements_of(part), elements_of(vector)
    if inner is None or elements is None or (len(elements) > MOST_COPIED and len(vector.uses) > 1):
        return False
    shape, small, offsets = vector.type.shape, part.type.shape, listed(op, "offsets")
    extra, content = len(shape) - len(small), list(elements)
    for element, place in zip(inner, product(*map(range, small))):
        content[linear([*offsets[:extra], *[first + at for first, at in zip(offsets[extra:], place)]], shape)] = element
    return rewriter.replace(op, [constant(rewriter, shortest(content), op.result.type)])


def constants_together(op: Operation, rewriter: PatternRewriter) -> bool:
    elements = [numbers(value) for value in op.operands]
    if not elements or None in elements:
        return False
    return rewriter.replace(op, [constant(rewriter, shortest([each[0] for each in elements]), op.result.type)])
