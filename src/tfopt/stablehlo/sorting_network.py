"""Sorts of many elements by a network: Batcher, "Sorting networks and their applications", AFIPS 1968 (bitonic sort).

A kernel ranks each element among all others, which takes n^2 comparisons; a network takes n log(n)^2 / 4, in log(n)^2 / 2 steps, each of which
is a trip of a loop. Places break ties, so that the order is one of all elements and every sort is stable.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.calls import configuration
from tfir.dialects.stablehlo.comparators import NEEDED, with_nan_last
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I32

from tfopt.arithmetic.regions_on_tensors import on_tensors
from tfopt.arithmetic.sizes import power_of_two
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    building,
    conditional,
    emit_many,
    iota,
    loop,
    number,
    pad,
    select,
    sliced,
    splat,
    take,
    two,
)

MOST_RANKED = 6000  # elements; where both ways take as long on lavapipe
half, twice = two("shift_right_logical"), two("shift_left")


def sort(op: Operation, row_bytes: int = 0) -> list[Value] | None:
    """None where a kernel is quicker: of few elements, of which it ranks each, or with `row_bytes` of rows of up to so many bytes, which it
    merges; where few elements of a row are needed; where the comparator has regions of its own. Of a length that is told when the program runs,
    the program takes the quicker way."""
    operands, dimension = [Tensor(operand) for operand in op.operands], op.get("dimension", -1) % len(op.operands[0].type.shape)
    count = operands[0].shape[dimension]
    comparator = with_nan_last(op.region.entry)
    if any(inner.regions for inner in comparator):
        return None
    if isinstance(count, int):
        widths = [max(getattr(each.element, "width", 64), 32) for each in operands]  # of what kernels compute with
        is_short = count * sum(widths) // 8 <= row_bytes if row_bytes else count <= MOST_RANKED
        if is_short or NEEDED in op.attributes:
            return None
    with building(Builder.before(op)):
        if isinstance(count, int):
            return [each.value for each in sorted_along(operands, dimension, comparator)]
        ways = [lambda: ranked(operands, op), lambda: sorted_along(operands, dimension, comparator)]
        return [each.value for each in conditional(number(count) <= MOST_RANKED, *ways)]


def ranked(operands: list[Tensor], op: Operation) -> list[Tensor]:
    """The operands in the order of a sort, which stays one."""
    return emit_many("sort", operands, [operand.type for operand in operands], [op.region.clone({})], **op.attributes)


def approximate_top_k(op: Operation) -> list[Value] | None:
    """The first of all elements, sorted, which is as near as a top_k can come: what XLA makes of the call where no device is quicker.

    The operands are k arrays and k numbers that stand for missing elements; the function that the call names compares two elements of each.
    """
    function = nearest_symbol(op, op.get("called_computations")[0], lambda around: around.name == "builtin.module")
    if function is None:
        return None
    operands = [Tensor(operand) for operand in op.operands[: len(op.results)]]
    comparator = function.region.clone({})
    comparator.entry.terminator.rename("stablehlo.return")
    with building(Builder.before(op)):
        whole = stable_sort(operands, comparator, configuration(op)["reduction_dim"])
        return [sliced(each, [0] * each.rank, result.type.shape).value for each, result in zip(whole, op.results)]


def stable_sort(operands: list[Tensor], comparator: Region, dimension: int) -> list[Tensor]:
    """Tensors sorted along a dimension in the way that is quicker."""
    types = [operand.type for operand in operands]
    ranked = emit_many("sort", operands, types, [comparator], dimension=dimension, is_stable=True)
    op = ranked[0].value.op
    if (steps := sort(op)) is None:
        return ranked
    op.erase()
    return [Tensor(step) for step in steps]


def steps_of_sort(count: int) -> int:
    """How many comparisons it takes to sort so many elements, be it by ranks or by the network."""
    return count * count if count <= MOST_RANKED else count * count.bit_length() ** 2 // 2


def sorted_along(tensors: list[Tensor], dimension: int, comparator: Block) -> list[Tensor]:
    whole, count = tensors[0].shape, tensors[0].shape[dimension]
    length = power_of_two(count)
    end = number(length)  # before there are tensors of that length, which would be asked
    missing = [length - count if axis == dimension else 0 for axis in range(len(whole))]
    shape = tuple([size + more for size, more in zip(whole, missing)])
    place = iota(shape, dimension)

    def step(distance, run, origins, *elements):
        partner = iota((length,), 0) ^ broadcast_to(distance, (length,))
        others = [take(each, partner, dimension) for each in (origins, *elements)]
        is_first = ordered(comparator, count, [origins, *elements], others)
        is_low, is_rising = [(place & broadcast_to(bit, shape)) == 0 for bit in (distance, run)]
        keeps = is_first == (is_low == is_rising)
        kept = [select(keeps, mine, other) for mine, other in zip((origins, *elements), others)]
        is_done = distance == 1
        return [select(is_done, run, half(distance, 1)), select(is_done, twice(run, 1), run), *kept]

    start = splat(1, (), I32), splat(2, (), I32), place, *[pad(each, [0] * each.rank, missing) for each in tensors]
    results = loop(lambda distance, run, *_: run <= end, step, *start)[3:]
    return [sliced(each, [0] * each.rank, whole) for each in results]


def ordered(comparator: Block, count: int, left: list[Tensor], right: list[Tensor]) -> Tensor:
    """Whether each element stands in front of the other one: by the comparator; of equal ones, and of what fills up, by where it came from.
    The first of each list are the places from which they came."""
    (origin, *own), (other_origin, *others) = left, right
    shape = origin.shape
    pairs = [each for pair in zip(own, others) for each in pair]
    turned = [each for pair in zip(others, own) for each in pair]
    (before,), (behind,) = on_tensors(comparator, pairs, shape), on_tensors(comparator, turned, shape)
    is_decided = (before != behind) & (origin < count) & (other_origin < count)
    return select(is_decided, before, origin < other_origin)
