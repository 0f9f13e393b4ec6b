"""Where in one arena buffers lie that are not needed at the same time: for a pass that knows their sizes, and for a call that tells them."""

from __future__ import annotations

from itertools import accumulate

from tfir.dialects.iree_ll_seq import byte_size, rows_of
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tfir.ir.operations import Operation
    from tfir.ir.types import ShapedType


LITTLE = 1 << 16  # bytes that fewer barriers are worth, however small a program is
TRIES = 8  # in which what ends highest is placed earlier, for each order


class Need:
    """A stretch of bytes that is needed at some steps: those of `spans`, which are in order and apart."""

    __slots__ = ("size", "spans", "offset")

    def __init__(self, size: int, spans: list[range]):
        self.size, self.spans, self.offset = size, spans, 0

    def together(self, other: Need) -> list[range]:
        """The steps at which both are needed."""
        met = [range(max(a.start, b.start), min(a.stop, b.stop)) for a in self.spans for b in other.spans]
        return [span for span in met if span]

    def take(self, other: Need) -> None:
        """To be needed where the other one is, too."""
        spans: list[range] = []
        for span in sorted([*self.spans, *other.spans], key=lambda span: span.start):
            if spans and span.start < spans[-1].stop:
                spans[-1] = range(spans[-1].start, max(spans[-1].stop, span.stop))
            else:
                spans.append(span)
        self.spans = spans

    def widen(self, around: Mapping[int, range]) -> None:
        """To be needed at all steps around those at which it is needed first and last, each time."""
        spans, self.spans = self.spans, []
        for span in spans:
            first, last = around.get(span.start, span), around.get(span.stop - 1, span)
            self.take(Need(self.size, [range(min(first.start, span.start), max(last.stop, span.stop))]))

    def ends_at(self, step: int) -> bool:
        """Whether what is there at a step is not needed after it."""
        return any(span.stop == step + 1 for span in self.spans)


ORDERS: tuple[Callable[[Need], tuple[int, int]], ...] = (
    lambda need: (-need.size, need.spans[0].start),
    lambda need: (need.spans[0].start, -need.size),
    lambda need: (-need.spans[-1].stop, -need.size),
)


def place(needs: list[Need], alignment: int) -> int:
    """Give every need an offset such that needs of one and the same step do not overlap; the size of the arena is returned.

    The largest are placed first, or what is needed first, each into the lowest gap that holds it. As long as that takes more than there has to
    be, what ends highest is placed before all others.
    """
    least, size, best = most_together(needs, alignment), 0, None
    neighbours = needed_together(needs)
    for key in ORDERS:
        order = sorted(range(len(needs)), key=lambda at: key(needs[at]))
        for _ in range(TRIES):
            taken = _place_in_turn(needs, order, neighbours, alignment)
            if best is None or taken < size:
                size, best = taken, [need.offset for need in needs]
            if size == taken and size - least <= least // 64:
                return size
            highest = max(order, key=lambda at: needs[at].offset + needs[at].size)
            order = [highest, *[at for at in order if at != highest]]
    for need, offset in zip(needs, best or ()):
        need.offset = offset
    return size


def needed_together(needs: list[Need]) -> list[list[int]]:
    """For each need the numbers of those that are needed at a step at which it is, some of them more than once."""
    changes = [(span.start, 1, at) for at, need in enumerate(needs) for span in need.spans if span]
    changes += [(span.stop, 0, at) for at, need in enumerate(needs) for span in need.spans if span]
    neighbours: list[list[int]] = [[] for _ in needs]
    live: dict[int, int] = {}  # number of a need -> in how many of its spans: a text may have some that overlap
    for _, begins, at in sorted(changes):
        if begins and at not in live:
            neighbours[at] += live
            for other in live:
                neighbours[other].append(at)
        live[at] = live.get(at, 0) + (1 if begins else -1)
        if not live[at]:
            del live[at]
    return neighbours


def _place_in_turn(needs: list[Need], order: list[int], neighbours: list[list[int]], alignment: int) -> int:
    taken: list[tuple[int, int] | None] = [None] * len(needs)  # where each begins and ends that has been placed
    top = 0
    for at in order:
        need = needs[at]
        need.offset = _lowest_gap(need.size, sorted([place for other in neighbours[at] if (place := taken[other]) is not None]))
        end = aligned(need.offset + need.size, alignment)
        taken[at], top = (need.offset, end), max(top, end)
    return top


def aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def place_in_stretches(needs: list[Need], stretches: Sequence[range], alignment: int) -> int:
    """Like `place`, as if what is needed at one step of a stretch were needed at all of it, so that no barriers come of memory that is shared;
    where that takes much more memory than there has to be, as it is needed."""
    around = {step: stretch for stretch in stretches for step in stretch}
    narrow = [need.spans for need in needs]
    least = most_together(needs, alignment)
    for need in needs:
        need.widen(around)
    size = place(needs, alignment)
    if size - least <= max(LITTLE, least // 10):
        return size
    for need, spans in zip(needs, narrow):
        need.spans = spans
    return place(needs, alignment)


def most_together(needs: list[Need], alignment: int) -> int:
    """The most bytes that are needed at one step."""
    changes: dict[int, int] = {}
    for need in needs:
        size = aligned(need.size, alignment)
        for span in need.spans:
            changes[span.start] = changes.get(span.start, 0) + size
            changes[span.stop] = changes.get(span.stop, 0) - size
    return max(accumulate([changes[step] for step in sorted(changes)]), default=0)


def _lowest_gap(size: int, places: list[tuple[int, int]]) -> int:
    """Where so many bytes begin that lie in none of these places, which are in order."""
    offset = 0
    for begin, end in places:
        if offset + size <= begin:
            break
        if end > offset:
            offset = end
    return offset


class Arena:
    """The arena of an operation `alloc_arena` that is given these numbers of bytes: what it takes, and where each buffer lies."""

    __slots__ = ("size", "needs")

    def __init__(self, op: Operation, sizes: Sequence[int]):
        rows, stretches = rows_of(op.attributes["spans"]), rows_of(op.attributes["stretches"])
        steps = sorted({*[step for row in rows for step in row[2:]], *[step for row in stretches for step in row]})
        number = {step: at for at, step in enumerate(steps)}  # of those that anything begins or ends at
        self.needs: list[Need] = []
        for buffer, size, first, last in rows:
            if buffer == len(self.needs):
                self.needs.append(Need(max(sizes[size], 0), []))  # what has less than no elements is refused where it is used
            self.needs[buffer].spans.append(range(number[first], number[last] + 1))
        ranges = [range(number[first], number[last] + 1) for first, last in stretches]
        self.size = place_in_stretches(self.needs, ranges, op.get("alignment"))

    def offset_of(self, op: Operation, kind: ShapedType) -> int:
        """Where the buffer that a slice asks for begins. Raises Error for one that is larger than its place."""
        need = self.needs[op.get("buffer")]
        if byte_size(kind) > need.size:
            raise Error.on(op, f"gives {need.size} bytes to a buffer of type {kind}")
        return need.offset
