"""What dispatches compute and move: for reports of how long they took, and for devices that divide them."""

from __future__ import annotations

from collections.abc import Sequence

from tfir.analysis.host_steps import computing
from tfir.analysis.shapes import ShapeAnalysis
from tfir.cost.estimate import cost_of
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.operations import Operation
from tfir.ir.types import Type


class Work:
    """What a kernel does: its operations, the bytes of its buffers, and the op that most of its operations are of. Sizes that a call brings
    along are taken for the largest of them."""

    __slots__ = ("operations", "bytes", "op")

    def __init__(self, entry: Operation | None, kinds: Sequence[Type], sizes: Sequence[int] = ()):
        self.bytes, self.operations, self.op = sum(map(byte_size, kinds)), 0, "dispatch"
        steps, shapes = computing(entry), ShapeAnalysis()
        costs = [cost_of(op, shapes, max(sizes, default=1))[0].operations for op in steps]
        self.operations = sum(costs)
        if steps:
            self.op = max(zip(costs, steps), key=lambda pair: pair[0])[1].name.partition(".")[2]

    def rates(self, seconds: float, count: int = 1) -> dict[str, float]:
        """What `count` runs do that took so long together, and how much of it in a second."""
        operations, moved = self.operations * count, self.bytes * count
        rates = {"gflops": round(operations / seconds / 1e9, 4), "gbytes_per_s": round(moved / seconds / 1e9, 4)} if seconds else {}
        return {"flop": operations, "bytes": moved, **rates}
