"""The orders in which C++'s heap and sort, as GNU's library has them, leave what is equal (`tfir/dialects/tf/standard_library.py`), as steps on rows [b, n].

A trip of a loop takes one element in or out of the heaps of all rows; a sort parts all ranges of all rows at a time."""

from tfir.ir.types import I32

from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import (
    Tensor,
    binary,
    broadcast_to,
    clamp,
    concatenate,
    gather,
    iota,
    loop,
    maximum,
    minimum,
    number,
    reduce,
    select,
    splat,
    unary,
)
from tfopt.tf_to_stablehlo.reduction import running_total

SMALL = 16  # ranges up to here are left to insertion, which keeps the order of what is equal
JUMPS = 5  # of 2**0 .. 2**4 levels: no heap has more than 31


def order_of_heaps(scores: Tensor, is_in: Tensor) -> Tensor:
    """When a heap that those of a row that are in were pushed to one after another gives each of them: [b, n]. All others come behind."""
    batch, count = scores.shape
    place, turns = iota(scores.shape, 1), number(count)
    nothing = splat(0, scores.shape, scores.element), splat(0, scores.shape, I32)

    def is_filled(step, more, *_):
        return (step < turns) & more

    def push(step, _, waits, heap, holders, size):
        number_of = select(waits, place, count).min(1, keep=True)
        is_found = number_of < count
        is_here = place == broadcast_to(number_of, place.shape)
        value = broadcast_to(select(is_here, scores, 0).sum(1, keep=True), place.shape)
        waits = waits & ~is_here
        pushed = pushed_up(heap, holders, value, broadcast_to(number_of, place.shape), broadcast_to(size, place.shape))
        heap, holders = [select(broadcast_to(is_found, place.shape), new, old) for new, old in zip(pushed, (heap, holders))]
        return [step + 1, is_any(waits), waits, heap, holders, size + is_found.convert(I32)]

    start = splat(0, (), I32), is_any(is_in), is_in, *nothing, splat(0, (batch, 1), I32)
    *_, heap, holders, size = loop(is_filled, push, *start)

    def pop(step, _, heap, holders, size, order):
        is_last = place == broadcast_to(size - 1, place.shape)
        value = broadcast_to(select(is_last, heap, 0).sum(1, keep=True), place.shape)
        holder = broadcast_to(select(is_last, holders, 0).sum(1, keep=True), place.shape)
        is_given = (place == broadcast_to(holders[:, :1], place.shape)) & broadcast_to(size > 0, place.shape)
        order, size = select(is_given, broadcast_to(step, place.shape), order), maximum(size - 1, 0)
        heap, holders = moved_down(heap, holders, value, holder, broadcast_to(size, place.shape))
        return [step + 1, is_any(size > 0), heap, holders, size, order]

    start = splat(0, (), I32), is_any(size > 0), heap, holders, size, place + count
    return loop(is_filled, pop, *start)[-1]


def pushed_up(heap: Tensor, holders: Tensor, value: Tensor, holder: Tensor, size: Tensor) -> list[Tensor]:
    """Heaps of `size` elements and one more: it goes up from the first free place while it is greater than what is above."""
    place = iota(heap.shape, 1)
    levels = unary("count_leading_zeros", place + 1) - unary("count_leading_zeros", size + 1)
    is_on_way = (levels >= 0) & (binary("shift_right_logical", size + 1, maximum(levels, 0)) == place + 1)
    above = maximum(place - 1, 0) / 2
    over, over_holder = in_rows(heap, above), in_rows(holders, above)
    goes_further = (place > 0) & (over < value)
    stays = is_on_way & ~goes_further & ((place == size) | (heap < value))
    moves = is_on_way & goes_further
    return [select(moves, over, select(stays, value, heap)), select(moves, over_holder, select(stays, holder, holders))]


def moved_down(heap: Tensor, holders: Tensor, value: Tensor, holder: Tensor, size: Tensor) -> list[Tensor]:
    """Heaps without their first elements, of which `size` are left with the one that was last: the hole goes down to a leaf by the greater child,
    the right one of equals, and the last element up from there."""
    place = iota(heap.shape, 1)
    last = number(heap.shape[1]) - 1
    is_left = (place & 1) == 1
    beside = in_rows(heap, clamp(splat(0, (), I32), select(is_left, place + 1, place - 1), last))
    is_greater = select(is_left, (place + 1 >= size) | (beside < heap), ~(heap < beside))
    is_on_way = (place == 0) | ((place < size) & is_greater)
    above = maximum(place - 1, 0) / 2
    for _ in range(JUMPS):
        is_on_way = is_on_way & (in_rows(is_on_way.convert(I32), above) == 1)
        above = in_rows(above, above)
    left, right = [minimum(place * 2 + side, broadcast_to(last, place.shape)) for side in (1, 2)]
    on_way = is_on_way.convert(I32)
    goes_right = (place * 2 + 2 < size) & (in_rows(on_way, right) == 1)
    goes_left = (place * 2 + 1 < size) & (in_rows(on_way, left) == 1)
    child = select(goes_right, right, left)
    below, below_holder = in_rows(heap, child), in_rows(holders, child)
    moves = is_on_way & (goes_left | goes_right) & ~(below < value)
    stays = is_on_way & ~moves & ((place == 0) | ~(heap < value))
    return [select(moves, below, select(stays, value, heap)), select(moves, below_holder, select(stays, holder, holders))]


def parted(keys: Tensor) -> Tensor:
    """Where the elements that stand in a row [b, n] once std::sort, by falling keys, has parted all ranges of more than 16 stood before. What is
    left of it, insertion over all, is a sort that keeps the order of what is equal."""
    count = keys.shape[1]
    place = iota(keys.shape, 1)

    def is_long(keys, origin, first, end):
        return is_any(end - first > SMALL)

    def part(keys, origin, first, end):
        is_active = end - first > SMALL
        low, high, far = [minimum(each, count - 1) for each in (first + 1, first + (end - first) / 2, end - 1)]
        at_low, at_high, at_far = [in_rows(keys, each) for each in (low, high, far)]
        is_swapped = at_low > at_high
        least, most = select(is_swapped, at_low, at_high), select(is_swapped, at_high, at_low)
        least_place, most_place = select(is_swapped, low, high), select(is_swapped, high, low)
        median = select(most > at_far, most_place, select(least > at_far, far, least_place))
        source = select(place == first, median, select(place == median, first, place))
        source = select(is_active, source, place)
        pivot = in_rows(keys, median)
        keys, origin = in_rows(keys, source), in_rows(origin, source)

        is_inside = is_active & (place > first)
        from_left, from_right = is_inside & ~(keys > pivot), is_inside & ~(pivot > keys)
        left_counts, right_counts = counted(from_left), counted(from_right)
        left_rank, right_rank = within(left_counts, first, place), within(right_counts, place + 1, end)
        goes_right = from_left & (right_rank > left_rank)
        goes_left = from_right & (left_rank > right_rank)
        rights, lefts = rank_places(goes_left, first + right_rank), rank_places(goes_right, first + left_rank)
        source = select(goes_right, in_rows(rights, minimum(first + left_rank, count - 1)), place)
        source = select(goes_left, in_rows(lefts, minimum(first + right_rank, count - 1)), source)
        keys, origin = in_rows(keys, source), in_rows(origin, source)

        ends_left = (from_left & ~goes_right) | goes_left
        is_behind = is_active & (within(counted(ends_left), first, place + 1) > 0)
        cut = end - within(counted(is_behind), first, end)
        return [keys, origin, select(is_behind, cut, first), select(is_active & ~is_behind, cut, end)]

    return loop(is_long, part, keys, place, splat(0, keys.shape, I32), splat(0, keys.shape, I32) + count)[1]


def counted(is_counted: Tensor) -> Tensor:
    """How many are counted up to each place."""
    return running_total(is_counted.convert(I32), 1)


def within(counts: Tensor, first: Tensor, end: Tensor) -> Tensor:
    """Of counts up to each place how many lie from one place to before another."""
    before_end, before_first = [select(at > 0, in_rows(counts, maximum(at - 1, 0)), 0) for at in (end, first)]
    return before_end - before_first


def rank_places(is_chosen: Tensor, ranks: Tensor) -> Tensor:
    """By the ranks of those that are chosen in each row, no two of them alike, where they stand."""
    batch, count = ranks.shape
    rows = iota((batch, count, 1), 0)
    where = select(is_chosen, ranks, count).expand(2)
    return scatter(splat(0, ranks.shape, I32), concatenate([rows, where], 2), iota(ranks.shape, 1), None)


def in_rows(x: Tensor, places: Tensor) -> Tensor:
    """Of each row of x [b, n] the elements at `places` [b, m]."""
    return gather(x, places.expand(2), (1, 1), (), (1,), (1,), 2, batching=((0,), (0,)))


def is_any(holds: Tensor, *axes) -> Tensor:
    return reduce("or", holds, axes or range(holds.rank), False)


def once_where(holds: Tensor, function, *values: Tensor) -> list[Tensor]:
    """What the function makes of values where a truth value holds, and else these: a loop of one trip, since of a branch devices may compute both."""
    return loop(lambda now, *_: now, lambda now, *old: [now & ~now, *function(*old)], holds, *values)[1:]
