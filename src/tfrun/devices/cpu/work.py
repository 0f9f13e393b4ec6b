"""What kernels compute and move, by which it is told whether several threads gain anything of a dispatch."""

from __future__ import annotations

from collections.abc import Sequence

from tfir.analysis.shapes import ShapeAnalysis
from tfir.cost.estimate import cost_of
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.operations import Operation
from tfir.ir.types import Type

from tfrun.devices.cpu.debug_information import SIMPLE

# What a thread does in a nanosecond, as wide vectors and near caches allow; and in how many others have heard of a dispatch, and are heard of.
OPERATIONS, BYTES, MEETING = 150, 150, 1000
# From so many times that on a thread gets several chunks, so that one which is held up by other processes leaves some of its own to others.
LONG, CHUNKS = 40, 4


class Work:
    """What a kernel does: its operations, the bytes of its buffers, and the op that most of its operations are of. Sizes that a call brings
    along are taken for the largest of them."""

    __slots__ = ("operations", "bytes", "op")

    def __init__(self, entry: Operation | None, kinds: Sequence[Type], sizes: Sequence[int] = ()):
        self.bytes, self.operations, self.op = sum(map(byte_size, kinds)), 0, "dispatch"
        steps = [op for op in entry.body if op.name not in SIMPLE] if entry is not None else []
        shapes = ShapeAnalysis()
        costs = [cost_of(op, shapes, max(sizes, default=1))[0].operations for op in steps]
        self.operations = sum(costs)
        if steps:
            self.op = max(zip(costs, steps), key=lambda pair: pair[0])[1].name.partition(".")[2]

    def rates(self, seconds: float, count: int) -> dict[str, float]:
        operations, moved = self.operations * count, self.bytes * count
        rates = {"gflops": round(operations / seconds / 1e9, 4), "gbytes_per_s": round(moved / seconds / 1e9, 4)} if seconds else {}
        return {"flop": operations, "bytes": moved, **rates}

    def chunks(self, workgroups: int) -> int:
        """How many chunks of its workgroups each of several threads has, 0 where one thread alone is as fast."""
        meetings = max(self.operations / OPERATIONS, self.bytes / BYTES) / MEETING
        return 0 if workgroups == 1 or meetings < 1 else 1 if meetings < LONG else CHUNKS
