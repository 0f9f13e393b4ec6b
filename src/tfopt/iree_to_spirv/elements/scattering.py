"""Operations that send elements to computed places, seen from the places: each goes through all that might be sent to it, or where updates
are sorted by their places (`stablehlo-decompose`), through those that are.

So no two invocations write to one place, and what meets there is combined in the order that StableHLO gives.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import I, bounded, known_below, moved_inside, where
from tfopt.iree_to_spirv.elements import scalar_only
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.elements.reduction import over
from tfopt.iree_to_spirv.index import Index

MOST_BITS = 31  # of a number of indices that is not known
COPIES = 16  # of the body of a loop over so many, so that it goes around less often than devices may stop after


class ScatterDims:
    """Which dimensions of operand, indices and updates belong together."""

    def __init__(self, op, operand, indices, update):
        numbered = op.attributes["scatter_dimension_numbers"]
        self.window, self.inserted = numbered.update_window_dims, numbered.inserted_window_dims
        self.batching = dict(zip(numbered.input_batching_dims, numbered.scatter_indices_batching_dims))
        self.targets, self.vector = numbered.scatter_dims_to_operand_dims, numbered.index_vector_dim
        self.places = [d for d in range(len(indices)) if d != self.vector]  # dimensions of the indices that count rows
        self.rows = [indices[d] for d in self.places]
        self.outer = [d for d in range(len(update)) if d not in self.window]
        kept = [d for d in range(len(operand)) if d not in self.inserted and d not in self.batching]
        self.window_of = dict(zip(kept, self.window))  # dimension of the operand -> that of the updates

    @property
    def are_of_rows(self) -> bool:
        """Whether each index is a number of a row of the operand, and updates [N, ...] are such rows."""
        is_row = (
            (*self.targets,) == (*self.inserted,) == (0,) and not self.batching and (*self.window,) == (*range(1, len(self.window) + 1),)
        )
        return is_row and len(self.rows) == 1 and self.vector == 1


@scalar_only
def scatter(elements, op, index, lanes, result):
    dims = ScatterDims(op, *[operands[0].type.shape for operands in parts_of(op)])
    rule = scattered_in_runs if op.get("indices_are_sorted") and dims.are_of_rows else scattered
    return elements.kernel.once((op, index), lambda: rule(elements, op, dims, index))[result]


def parts_of(op) -> tuple:
    """(operands, the indices alone, updates) of a scatter."""
    count = len(op.operands) // 2
    return op.operands[:count], op.operands[count : count + 1], op.operands[count + 1 :]


def scattered(elements, op, dims: ScatterDims, index) -> list:
    """The elements at a place of all results, which goes through the rows of all indices."""
    operands, (indices,), updates = parts_of(op)
    shape, kernel = updates[0].type.shape, elements.kernel
    own = {dims.places.index(source): index.dims[d] for d, source in dims.batching.items()}
    looped = [position for position in range(len(dims.rows)) if position not in own]

    def step(positions, carried):
        row = own | dict(zip(looped, positions))
        row = [row[position] for position in range(len(dims.rows))]
        there, place = met(elements, dims, indices, row, index.dims, shape)
        values = [elements.at(update, Index(kernel, shape, place)) for update in updates]
        combined = elements.combine(op.regions[0], [*carried, *values], rounded=True)
        return [where(there, new, old) for new, old in zip(combined, carried)]

    start = [elements.at(operand, index) for operand in operands]
    return over(kernel, [dims.rows[position] for position in looped], start, step)


def scattered_in_runs(elements, op, dims: ScatterDims, index) -> list:
    """As `scattered`, where indices are sorted and each of them is a row of the operand: those of one row stand side by side."""
    operands, (indices,), updates = parts_of(op)
    shape, kernel = updates[0].type.shape, elements.kernel
    there, window = kernel.truth(True), []
    for position, size in zip(index.dims[1:], shape[1:]):
        there = there & position.is_below(size)
        window.append(moved_inside(position.is_below(size), position, size))
    first, end = [count_below(elements, dims, indices, bound) for bound in (index.dims[0], index.dims[0] + 1)]

    def step(i, carried):
        row = bounded(first + i, shape[0])
        values = [elements.at(update, Index(kernel, shape, [row, *window])) for update in updates]
        return elements.combine(op.regions[0], [*carried, *values], rounded=True)

    start = [elements.at(operand, index) for operand in operands]
    copies = 1 if isinstance(shape[0], int) else COPIES
    combined = kernel.loop(0, shape[0], 1, start, step, unrolled=0, rounds=end - first, copies=copies)
    return [where(there, new, old) for new, old in zip(combined, start)]


def count_below(elements, dims: ScatterDims, indices, bound):
    """How many of the sorted indices of rows are below a bound, by halving."""
    kernel, (size,) = elements.kernel, dims.rows
    count = kernel.number(0)
    for bit in reversed(range(size.bit_length() if isinstance(size, int) else MOST_BITS)):
        last = count + ((1 << bit) - 1)
        inside = last.is_below(size)
        row = start_of(elements, dims, indices, [moved_inside(inside, last, size)], 0)
        count = where(inside & (row < converted(bound, row.kind)), count + (1 << bit), count)
    return count


def met(elements, dims: ScatterDims, indices, row, own, shape):
    """(whether the update of a row of indices reaches the place `own`, with which of its elements)."""
    kernel = elements.kernel
    there = kernel.truth(True)
    place: list = [None] * len(shape)
    for position, d in zip(row, dims.outer):
        place[d] = position
    for d, position in enumerate(own):
        local = position
        if d in dims.targets:
            start = start_of(elements, dims, indices, row, dims.targets.index(d))
            local = distance(position, start)
            if start.kind.family == "u":  # one that wraps around to before this place is far behind it
                there = there & (start <= converted(position, start.kind))
        if d in dims.window_of:
            size = shape[dims.window_of[d]]
            inside = local.is_below(size)
            local = converted(where(inside, local, local.like(0)), I)
            place[dims.window_of[d]] = known_below(local, size)
            there = there & inside
        elif d not in dims.batching:
            there = there & local.equals(0)
    return there, place


def start_of(elements, dims: ScatterDims, indices, row, component: int):
    at = list(row)
    if dims.vector < len(indices.type.shape):
        at.insert(dims.vector, elements.kernel.number(component))
    start = elements.at(indices, Index(elements.kernel, indices.type.shape, at))
    return start if start.kind.bits >= 32 else converted(start, I)


def distance(position, start):
    """How far a position is behind a start, as a number of the start's kind: one that wraps is beyond all sizes."""
    return converted(position, start.kind) - start


@scalar_only
def select_and_scatter(elements, op, index, lanes, result):
    """For each window over this place that has its selected element here, its source value."""
    operand, source, initial = op.operands
    kernel, rank = elements.kernel, len(operand.type.shape)
    sizes, strides = numbers(op, "window_dimensions", [1] * rank), numbers(op, "window_strides", [1] * rank)
    lows = numbers(op, "padding", [0] * (2 * rank))[0::2]
    if min(lows, default=0) < 0:
        raise Error.on(op, "with negative padding has no lowering to SPIR-V")
    shared = [-(-size // stride) for size, stride in zip(sizes, strides)]  # windows that one place can be in

    def step(positions, carried):
        there, window = kernel.truth(True), []
        for d, (position, back) in enumerate(zip(index.dims, positions)):
            # The last window that begins at or before this place, and those before it; first things are combined first
            padded = position + lows[d]
            number = padded // strides[d] - (shared[d] - 1) + back
            covers = number.is_below(source.type.shape[d]) & (padded - number * strides[d]).is_below(sizes[d])
            window.append(moved_inside(covers, number, source.type.shape[d]))
            there = there & covers
        chosen = selected(elements, op, operand, window, sizes, strides, lows)
        value = elements.at(source, Index(kernel, source.type.shape, window))
        combined = elements.combine(op.regions[1], [carried[0], value], rounded=True)[0]
        return [where(there & chosen.equals(index.linear), combined, carried[0])]

    return over(kernel, shared, [elements.outer(initial)], step)[0]


def selected(elements, op, operand, window, sizes, strides, lows):
    """The number of the element that a window selects; -1 where the window holds none."""
    shape, kernel = operand.type.shape, elements.kernel
    first = elements.at(operand, Index(kernel, shape, [kernel.number(0)] * len(shape)))

    def step(offsets, carried):
        best, at = carried
        inside, place = kernel.truth(True), []
        for d, (position, offset) in enumerate(zip(window, offsets)):
            source_place = position * strides[d] + offset - lows[d]
            within = source_place.is_below(shape[d])
            place.append(moved_inside(within, source_place, shape[d]))
            inside = inside & within
        here = Index(kernel, shape, place)
        new = elements.at(operand, here)
        keeps = elements.combine(op.regions[0], [best, new])[0] & (at >= 0)
        takes = inside & ~keeps
        return [where(takes, new, best), where(takes, here.linear, at)]

    return over(kernel, sizes, [first, kernel.number(-1)], step)[1]


RULES = {"stablehlo.scatter": scatter, "stablehlo.select_and_scatter": select_and_scatter}
