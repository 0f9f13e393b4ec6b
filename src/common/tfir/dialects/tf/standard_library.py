"""Where TensorFlow's kernels leave the order of what is equal to C++'s standard library: heaps, sorts and tables by hashes as GNU's has them,
comparison for comparison, since from these follows which of equal elements comes first.

`less(a, b)` says whether a comes before b. ISO C++ says what a heap and a sort must give, not how equal elements lie; that is the library's.
"""

from __future__ import annotations

from itertools import groupby

from tfir.dialects.tf.fingerprints import murmur
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeAlias

    Less: TypeAlias = "Callable[[Any, Any], bool]"

SMALL = 16  # ranges up to here are left to insertion
HASH_SEED = 0xC70F6907
# How many buckets a table by hashes has: each time the least prime of a list that is twice as large.
BUCKETS = (
    13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697, 1447153, 2938679, 5967347, 12117689,
)  # fmt: skip


def heap_push(heap: list, value: Any, less: Less) -> None:
    heap.append(value)
    move_up(heap, len(heap) - 1, 0, value, less)


def heap_pop(heap: list, less: Less) -> Any:
    """Takes a greatest element out."""
    greatest, value = heap[0], heap.pop()
    if heap:
        move_down(heap, value, less)
    return greatest


def move_up(heap: list, hole: int, top: int, value: Any, less: Less) -> None:
    parent = (hole - 1) // 2
    while hole > top and less(heap[parent], value):
        heap[hole], hole = heap[parent], parent
        parent = (hole - 1) // 2
    heap[hole] = value


def move_down(heap: list, value: Any, less: Less, top: int = 0) -> None:
    """The hole at `top` goes down to a leaf, and the value up from there."""
    hole, size = top, len(heap)
    while hole < (size - 1) // 2:
        child = 2 * hole + 2
        if less(heap[child], heap[child - 1]):
            child -= 1
        heap[hole], hole = heap[child], child
    if size % 2 == 0 and hole == (size - 2) // 2:
        heap[hole], hole = heap[2 * hole + 1], 2 * hole + 1
    move_up(heap, hole, top, value, less)


def make_heap(values: list, less: Less) -> None:
    for top in reversed(range(len(values) // 2)):
        move_down(values, values[top], less, top)


def sort(values: list, less: Less) -> None:
    """std::sort: quicksort by a median of three, down to short ranges, and insertion over all. A heap sort, which a range that was parted
    too often ends in, is left out: only inputs made for it come that far."""
    ranges = [(0, len(values))]
    while ranges:
        first, last = ranges.pop()
        while last - first > SMALL:
            move_median(values, first, (first + 1, first + (last - first) // 2, last - 1), less)
            cut = partition(values, first + 1, last, first, less)
            ranges.append((first, cut))
            first = cut
    for at in range(1, min(len(values), SMALL)):
        if less(values[at], values[0]):
            values.insert(0, values.pop(at))
        else:
            insert(values, at, less)
    for at in range(SMALL, len(values)):
        insert(values, at, less)


def insert(values: list, at: int, less: Less) -> None:
    value = values[at]
    while less(value, values[at - 1]):
        values[at] = values[at - 1]
        at -= 1
    values[at] = value


def move_median(values: list, target: int, places: tuple[int, int, int], less: Less) -> None:
    x, y, z = places
    low, high = (x, y) if less(values[x], values[y]) else (y, x)
    if less(values[high], values[z]):
        median = high
    else:
        median = z if less(values[low], values[z]) else low
    values[target], values[median] = values[median], values[target]


def partition(values: list, first: int, last: int, pivot: int, less: Less) -> int:
    while True:
        while less(values[first], values[pivot]):
            first += 1
        last -= 1
        while less(values[pivot], values[last]):
            last -= 1
        if first >= last:
            return first
        values[first], values[last] = values[last], values[first]
        first += 1


def places_of_largest(row: Sequence, count: int, is_sorted: bool) -> list[int]:
    """Where the largest of a row stand as TensorFlow's TopKV2 finds them: all by a sort, of equal ones the first first; fewer by a heap, which
    leaves them as it has them where they need not be sorted. NaN is neither less nor more than anything, so that places follow from the comparisons
    that are made. For one alone see `place_of_largest`."""

    def is_larger(one: int, other: int) -> bool:
        return bool(row[other] < row[one])

    def is_better(one: int, other: int) -> bool:
        return is_larger(one, other) or (not is_larger(other, one) and one < other)

    places = list(range(len(row)))
    if count == len(row):
        sort(places, is_larger)
        return [place for _, alike in groupby(places, lambda place: row[place]) for place in sorted(alike)]
    heap = places[: count + 1]
    make_heap(heap, is_better)
    heap_pop(heap, is_better)
    for place in places[count + 1 :]:
        if is_better(place, heap[0]):
            heap_pop(heap, is_better)
            heap_push(heap, place, is_better)
    return [heap_pop(heap, is_better) for _ in range(count)][::-1] if is_sorted else heap


def place_of_largest(row: np.ndarray) -> int:
    """Where the largest of a row with NaN stands as TensorFlow's TopKV2 finds it. What fills vectors of 32 bytes is compared without NaN; of the rest
    what stands before a NaN is forgotten, and where that ends in NaN nothing is the largest: it is the first of the row then."""
    is_nan = np.isnan(row)
    lanes = 32 // max(row.dtype.itemsize, 4)
    whole = len(row) // lanes * lanes
    if is_nan[whole:][-1:].any():
        return 0
    last = np.flatnonzero(is_nan).max()
    is_kept = ~is_nan & ((np.arange(len(row)) < whole) | (np.arange(len(row)) > last))
    return int(np.argmax(row == row[is_kept].max())) if is_kept.any() else 0


def hashed_order(texts: Iterable[bytes]) -> list[bytes]:
    """In which order a std::unordered_map goes over different texts that were put in one after another: a bucket that gets its first text comes
    before the others, and in a bucket the last text first. A table that is full is made anew, in its own order."""
    sizes, size, count = iter(BUCKETS), 0, 0
    buckets: dict[int, list[bytes]] = {}

    def put(text: bytes) -> None:
        buckets.setdefault(murmur(text, HASH_SEED) % size, []).append(text)

    def in_order() -> list[bytes]:
        return [text for bucket in reversed(buckets.values()) for text in reversed(bucket)]

    for text in texts:
        if count == size:
            before, size = in_order(), next(sizes)
            buckets.clear()
            for each in before:
                put(each)
        put(text)
        count += 1
    return in_order()
