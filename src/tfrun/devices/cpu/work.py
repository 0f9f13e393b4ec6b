"""Whether several threads gain anything of a dispatch, by what it computes and moves."""

from __future__ import annotations

from tfir.cost.dispatches import Work

# What a thread does in a nanosecond, as wide vectors and near caches allow; and in how many others have heard of a dispatch, and are heard of.
OPERATIONS, BYTES, MEETING = 150, 150, 1000
# From so many times that on a thread gets several chunks, so that one which is held up by other processes leaves some of its own to others.
LONG, CHUNKS = 40, 4


def chunks(work: Work, workgroups: int) -> int:
    """How many chunks of its workgroups each of several threads has, 0 where one thread alone is as fast."""
    meetings = max(work.operations / OPERATIONS, work.bytes / BYTES) / MEETING
    return 0 if workgroups == 1 or meetings < 1 else 1 if meetings < LONG else CHUNKS
