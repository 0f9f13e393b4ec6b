"""Many elements to one: reductions over whole dimensions and over windows, each element in its turn."""

from __future__ import annotations

import math

from tfir.analysis.extents import Extent, Size
from tfir.analysis.reducers import single_op
from tfir.dialects.stablehlo.reduction import FEW
from tfir.ir.types import FloatType

from tfopt.iree_to_spirv.arithmetic import F, Value, known_below, moved_inside, where
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.index import Index

LONGEST_UNROLLED = 4
LARGEST_UNROLLED_WINDOW = 16
LONGEST_SUM = 256  # numbers that are added to one sum, one after the other


def over(kernel, extents, carried, body, unrolled=LONGEST_UNROLLED):
    """Nested loops: `body(positions, carried)` for every place in a box of these extents."""

    def run(positions, carried):
        if len(positions) == len(extents):
            return body(positions, carried)
        return kernel.loop(0, extents[len(positions)], 1, carried, lambda i, now: run([*positions, i], now), unrolled)

    return run([], carried)


def reduce(elements, op, index, lanes, result):
    count = len(op.operands) // 2
    operands, initial = op.operands[:count], op.operands[count:]
    reduced, shape = numbers(op, "dimensions"), operands[0].type.shape
    if lanes > 1 and len(shape) - 1 in reduced:
        return None

    widened = widening(op)

    def step(positions, carried):
        dims = merged(index.dims, dict(zip(reduced, positions)), len(shape))
        place = index.of(shape, dims)
        values = [widened(elements.at(operand, place, lanes)).splat(lanes) for operand in operands]
        return [v.splat(lanes) for v in elements.combine(op.regions[0], [*carried, *values])]

    start = [widened(elements.outer(value)).splat(lanes) for value in initial]
    extents = [shape[d] for d in reduced]
    if sums_floats(op):
        total = summed(elements, op, extents, start, lambda positions, now: step(positions, [now])[0])
        return converted(total, element_kind(op.results[0].type, elements.kernel))
    return over(elements.kernel, extents, start, step)[result]


def sums_floats(op) -> bool:
    """Whether a reduction does nothing but add up one tensor of floats."""
    return len(op.operands) == 2 and isinstance(op.operands[0].type.element, FloatType) and single_op(op.region.entry) == "stablehlo.add"


def widening(op):
    """A function of the numbers that a reduction takes in: those that it adds up have the bits of f32 at least, and the sum is rounded once."""
    return (lambda x: converted(x, F) if x.kind.bits < F.bits else x) if sums_floats(op) else (lambda x: x)


def summed(elements, op, extents, start, add_to):
    """The sum over a box, in parts where it is a long one."""
    kernel, count = elements.kernel, math.prod(extents)
    if isinstance(count, int) and count <= LONGEST_SUM:
        return over(kernel, extents, start, lambda positions, carried: [add_to(positions, carried[0])])[0]

    def add_place(i, now):
        return [add_to(Index(kernel, extents, linear=known_below(i, count)).dims, now[0])]

    (total,) = start
    combine = lambda one, other: elements.combine(op.regions[0], one + other)  # noqa: E731
    return in_parts(kernel, count, [total.like(0.0)], [total], add_place, combine)[0]


def in_parts(kernel, count: Size, neutral: list[Value], totals: list[Value], take_in, combine) -> list[Value]:
    """`totals` combined with what `take_in(i, now)` takes in for each i below `count`, in parts that each begin with the neutral numbers:
    a small number gets lost beside a large sum."""
    length = LONGEST_SUM
    while isinstance(count, int) and length * length < count:
        length *= 2

    def with_part(first, length: Size, totals):
        parts = kernel.loop(0, length, 1, neutral, lambda i, now: take_in(first + i, now))
        return combine(totals, parts)

    whole, rest = count // length, count % length
    totals = kernel.loop(0, whole, 1, totals, lambda i, now: with_part(i * length, length, now))
    return with_part(kernel.number(0).like(whole * length), rest, totals) if rest != 0 else totals


def merged(kept, reduced: dict, rank: int) -> list:
    """The dimensions of an operand: those that are reduced from the loops, the others in order from the result."""
    rest = iter(kept)
    return [reduced[d] if d in reduced else next(rest) for d in range(rank)]


class Window:
    """How a window lies over an operand: one number per dimension in each list."""

    def __init__(self, sizes, strides, lows, base_dilations, window_dilations, extents):
        self.sizes, self.strides, self.lows, self.extents = sizes, strides, lows, extents
        self.base_dilations, self.window_dilations = base_dilations, window_dilations

    def place(self, kernel, dims, offsets, bounds=None):
        """(whether the element of the window lies on one of the operand's, its dimensions, moved inside where not)."""
        inside, places = kernel.truth(True), []
        for d, (position, offset) in enumerate(zip(dims, offsets)):
            source = position * self.strides[d] + offset * self.window_dilations[d] - self.lows[d]
            source, within = undilated(kernel, source, self.base_dilations[d], self.extents[d])
            if not self.stays_inside(d, bounds):
                within = within & source.is_below(self.extents[d])
            places.append(moved_inside(within, source, self.extents[d]))
            inside = inside & within
        return inside, places

    def stays_inside(self, d: int, result_extents) -> bool:
        """Whether no place of the window is ever outside along a dimension."""
        if result_extents is None or self.lows[d] > 0 or self.base_dilations[d] != 1:
            return False
        if isinstance(result_extents[d], Extent) or isinstance(self.extents[d], Extent):
            return False  # but for what is at one place of the result, and no window
        last = (result_extents[d] - 1) * self.strides[d] + (self.sizes[d] - 1) * self.window_dilations[d] - self.lows[d]
        return last < self.extents[d]


def undilated(kernel, source, dilation: int, extent: int):
    """The operand's own position for one among its dilated elements, and whether there is one."""
    if dilation == 1:
        return source, kernel.truth(True)
    source = where(source >= 0, source, source.like(dilation * extent))
    return source // dilation, (source % dilation).equals(0)


def combining_of_window(elements, op, length: int):
    """How a window of so many elements takes one in: few are rounded at each step; where more are added or multiplied, in f32 at least, and the
    result is rounded once."""
    is_float = len(op.operands) == 2 and isinstance(op.operands[0].type.element, FloatType)
    if length <= FEW or not is_float or single_op(op.region.entry) not in ("stablehlo.add", "stablehlo.multiply"):
        return (lambda x: x), lambda parts: elements.combine(op.region, parts, rounded=True)
    return (lambda x: converted(x, F) if x.kind.bits < F.bits else x), lambda parts: elements.combine(op.region, parts)


def reduce_window(elements, op, index, lanes, result):
    count = len(op.operands) // 2
    operands, initial = op.operands[:count], op.operands[count:]
    shape, rank = operands[0].type.shape, len(operands[0].type.shape)
    sizes, ones = numbers(op, "window_dimensions"), [1] * rank
    padding = numbers(op, "padding", [0] * (2 * rank))
    window = Window(sizes, numbers(op, "window_strides", ones), padding[0::2], numbers(op, "base_dilations", ones),
                    numbers(op, "window_dilations", ones), shape)  # fmt: skip
    if lanes > 1 and (sizes[-1] != 1 or window.strides[-1] != 1 or padding[-1] or padding[-2] or window.base_dilations[-1] != 1):
        return None
    widened, combine = combining_of_window(elements, op, math.prod(sizes))
    outside = [widened(elements.outer(value)).splat(lanes) for value in initial]

    def step(positions, carried):
        inside, dims = window.place(elements.kernel, index.dims, positions, index.shape)
        place = index.of(shape, dims)
        values = [where(inside, widened(elements.at(operand, place, lanes)).splat(lanes), out) for operand, out in zip(operands, outside)]
        return [v.splat(lanes) for v in combine([*carried, *values])]

    unrolled = LARGEST_UNROLLED_WINDOW if math.prod(sizes) <= LARGEST_UNROLLED_WINDOW else LONGEST_UNROLLED
    return converted(over(elements.kernel, sizes, outside, step, unrolled)[result], element_kind(op.results[result].type, elements.kernel))


RULES = {"stablehlo.reduce": reduce, "stablehlo.reduce_window": reduce_window}
