"""Many elements to one: reductions over whole dimensions and over windows, each element in its turn."""

from __future__ import annotations

from tfir.ir.types import FloatType

from tfopt.iree_to_spirv.arithmetic import where
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.shaping import known_below
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
        return elements.apart(op.results[result], index, lanes)

    def step(positions, carried):
        dims = merged(index.dims, dict(zip(reduced, positions)), len(shape))
        place = index.of(shape, dims)
        values = [elements.at(operand, place, lanes).splat(lanes) for operand in operands]
        return [v.splat(lanes) for v in elements.combine(op.regions[0], [*carried, *values])]

    start = [elements.outer(value).splat(lanes) for value in initial]
    extents = [shape[d] for d in reduced]
    if sums_floats(op):
        return summed(elements, op, extents, start, lambda positions, now: step(positions, [now])[0])
    return over(elements.kernel, extents, start, step)[result]


def sums_floats(op) -> bool:
    """Whether a reduction does nothing but add up one tensor of floats."""
    return len(op.operands) == 2 and only_operation(op) == "add" and isinstance(op.operands[0].type.element, FloatType)


def only_operation(op) -> str:
    """The operation that a reduction's region is, if it is one of both arguments; else nothing."""
    block = op.region.entry
    first = block.first
    plain = first.next is block.last and set(first.operands) == set(block.arguments) and block.last.operands == (first.results[0],)
    return first.name.removeprefix("stablehlo.") if len(first.operands) == 2 and plain else ""


def summed(elements, op, extents, start, add_to):
    """The sum over a box, in sums of a part each that are then added: a small number gets lost beside a large sum."""
    count = 1
    for extent in extents:
        count *= extent
    if count <= LONGEST_SUM:
        return over(elements.kernel, extents, start, lambda positions, carried: [add_to(positions, carried[0])])[0]
    part = LONGEST_SUM
    while part * part < count:
        part *= 2

    def sum_from(first, length: int, total):
        zero = total.like(0.0)
        place = lambda i: Index(elements.kernel, extents, linear=known_below(first + i, count)).dims  # noqa: E731
        mine = elements.kernel.loop(0, length, 1, [zero], lambda i, now: [add_to(place(i), now[0])])[0]
        return elements.combine(op.regions[0], [total, mine])[0]

    whole, rest = divmod(count, part)
    total = elements.kernel.loop(0, whole, 1, start, lambda i, now: [sum_from(i * part, part, now[0])])[0]
    return sum_from(total.kernel.number(whole * part), rest, total) if rest else total


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
            places.append(known_below(where(within, source, source.like(0)), self.extents[d]))
            inside = inside & within
        return inside, places

    def stays_inside(self, d: int, result_extents) -> bool:
        """Whether no place of the window is ever outside along a dimension."""
        if result_extents is None or self.lows[d] > 0 or self.base_dilations[d] != 1:
            return False
        last = (result_extents[d] - 1) * self.strides[d] + (self.sizes[d] - 1) * self.window_dilations[d] - self.lows[d]
        return last < self.extents[d]


def undilated(kernel, source, dilation: int, extent: int):
    """The operand's own position for one among its dilated elements, and whether there is one."""
    if dilation == 1:
        return source, kernel.truth(True)
    source = where(source >= 0, source, source.like(dilation * extent))
    return source // dilation, (source % dilation).equals(0)


def reduce_window(elements, op, index, lanes, result):
    count = len(op.operands) // 2
    operands, initial = op.operands[:count], op.operands[count:]
    shape, rank = operands[0].type.shape, len(operands[0].type.shape)
    sizes, ones = numbers(op, "window_dimensions"), [1] * rank
    padding = numbers(op, "padding", [0] * (2 * rank))
    if len(padding) == 1:
        padding = padding * (2 * rank)
    window = Window(sizes, numbers(op, "window_strides", ones), padding[0::2], numbers(op, "base_dilations", ones),
                    numbers(op, "window_dilations", ones), shape)  # fmt: skip
    if lanes > 1 and (sizes[-1] != 1 or window.strides[-1] != 1 or padding[-1] or padding[-2] or window.base_dilations[-1] != 1):
        return elements.apart(op.results[result], index, lanes)
    outside = [elements.outer(value).splat(lanes) for value in initial]

    def step(positions, carried):
        inside, dims = window.place(elements.kernel, index.dims, positions, index.shape)
        place = index.of(shape, dims)
        values = [where(inside, elements.at(operand, place, lanes).splat(lanes), out) for operand, out in zip(operands, outside)]
        return [v.splat(lanes) for v in elements.combine(op.regions[0], [*carried, *values])]

    area = 1
    for size in sizes:
        area *= size
    unrolled = LARGEST_UNROLLED_WINDOW if area <= LARGEST_UNROLLED_WINDOW else LONGEST_UNROLLED
    return over(elements.kernel, sizes, outside, step, unrolled)[result]


RULES = {"stablehlo.reduce": reduce, "stablehlo.reduce_window": reduce_window}
