"""When a buffer is needed, and where in one arena buffers lie that are not needed at the same time."""

from __future__ import annotations


class Need:
    """A stretch of bytes that is needed from one step of the sequence to another, both included."""

    __slots__ = ("size", "first", "last", "offset")

    def __init__(self, size: int, first: int, last: int):
        self.size, self.first, self.last, self.offset = size, first, last, 0


def place(needs: list[Need], alignment: int) -> int:
    """Give every need an offset such that needs of one and the same step do not overlap; the size of the arena is returned.

    The largest are placed first, each into the lowest gap that holds it.
    """
    live: dict[int, list[Need]] = {}  # step -> what has been placed and is needed then
    for need in sorted(needs, key=lambda need: (-need.size, need.first)):
        steps = range(need.first, need.last + 1)
        neighbours = {other for step in steps for other in live.get(step, ())}
        need.offset = _lowest_gap(need, neighbours, alignment)
        for step in steps:
            live.setdefault(step, []).append(need)
    return max((aligned(need.offset + need.size, alignment) for need in needs), default=0)


def aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def _lowest_gap(need: Need, neighbours, alignment: int) -> int:
    offset = 0
    for other in sorted(neighbours, key=lambda other: other.offset):
        if offset + need.size <= other.offset:
            break
        offset = max(offset, aligned(other.offset + other.size, alignment))
    return offset
