"""Whether several threads gain anything of a dispatch, by what it computes and moves, and which of its workgroups each of them takes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from tfir.cost.dispatches import Work

# What a thread does in a nanosecond, as wide vectors and near caches allow; and in how many others have heard of a dispatch, and are heard of.
OPERATIONS, BYTES, MEETING = 150, 150, 500
# From so many times that on a thread gets several chunks, so that one which is held up by other processes leaves some of its own to others.
LONG, CHUNKS = 80, 4


class Shares(NamedTuple):
    """How many `chunks` of its workgroups each of several threads has of a dispatch, 0 where one thread alone is as fast. Chunks are parts of each of the
    `lines` that they stand in, of `least` workgroups or more: a thread has the same rows of what is read and written in all lines, and most often those that
    it wrote just before. A processor reads what another one has written at a fifth of the speed of its own cache."""

    chunks: int
    lines: int = 1
    least: int = 1


ALONE = Shares(0)


def shares(work: Work, groups: Sequence[int], rows: int) -> Shares:
    """Of a dispatch of workgroups in x, y and z, of which so many along x are best together, 0 for any."""
    meetings = max(work.operations / OPERATIONS, work.bytes / BYTES) / MEETING
    if prod(groups) == 1 or meetings < 1:
        return ALONE
    chunks = 1 if meetings < LONG else CHUNKS
    return Shares(chunks, groups[1], rows) if rows else Shares(chunks)
