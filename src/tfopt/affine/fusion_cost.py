"""What fusing two loop nests costs and saves: operations that run, and bytes that are touched. Source: MLIR's `affine-loop-fusion`."""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_loops import loops_around, trip_count
from tfir.analysis.affine_memory import ACCESSES, is_store

from tfopt.affine.loops import accesses_in
from tfopt.affine.regions import footprint, region_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfir.ir.operations import Operation

    from tfopt.affine.slices import Slice


class Costs:
    """How many operations run in a loop nest; `trip_counts` are those of its loops."""

    def __init__(self, root: Operation, trip_counts: Mapping[Operation, int]):
        self.root, self.trip_counts = root, trip_counts

    def total(self, others: Mapping[Operation, int] | None = None, added: Mapping[Operation, int] | None = None) -> int:
        """With other trip counts for some loops, and further operations in each iteration of some."""
        return self._of(self.root, others or {}, added or {})

    def _of(self, loop: Operation, others: Mapping[Operation, int], added: Mapping[Operation, int]) -> int:
        inside = added.get(loop, 0) - 1
        for op in loop.body:
            if op.name == "affine.for":
                inside += self._of(op, others, added)
            elif op.name != "affine.if":
                inside += 1
        return others.get(loop, self.trip_counts[loop]) * inside


def costs_of(root: Operation) -> Costs | None:
    """None where a loop does not run a known number of times, or does so under a condition."""
    counts = {}
    for op in root.walk():
        if op.name == "affine.for":
            count = trip_count(op)
            if count is None or (op is not root and (op.parent_op is None or op.parent_op.name != "affine.for")):
                return None
            counts[op] = count
    return Costs(root, counts)


def fused_cost(source: Costs, target: Costs, slice_: Slice) -> int | None:
    """How many operations run when a slice of one nest is computed in another one; None where that is not known."""
    counts = slice_.trip_counts()
    iterations = 0 if counts is None else prod(counts.values())
    if counts is None or iterations == 0:
        return None
    into, added = slice_.into, {}
    if iterations == 1:  # each store is taken to go on to the loads
        stores = [op for op in accesses_in(source.root) if is_store(op)]
        added[into] = -len(stores)
        for memref in dict.fromkeys([op.operands[1] for op in stores]):
            for user in memref.users:
                around = user.parent_op
                if user.name in ACCESSES and not is_store(user) and into in loops_around(user) and around is not None:
                    if around.name == "affine.for":
                        added[around] = added.get(around, 0) - 1
    added[into] = source.total(counts, added)
    return target.total(added=added)


def is_tolerated(source: Operation, target: Operation, slice_: Slice, tolerance: float) -> bool:
    """Whether no more operations run than are tolerated when a slice of a nest is computed in another one."""
    mine, theirs = costs_of(source), costs_of(target)
    cost = None if mine is None or theirs is None else fused_cost(mine, theirs, slice_)
    return mine is not None and theirs is not None and cost is not None and cost / (mine.total() + theirs.total()) - 1 <= tolerance


def best_depth(
    source_root: Operation, access: Operation, target: Operation, slices: Sequence[Slice | None], tolerance: float
) -> int | None:
    """At which depth of the target nest the slice of an access is computed that touches the least memory, if no more operations run than
    are tolerated, and less memory is touched by the nest; None where there is none."""
    source, sink = costs_of(source_root), costs_of(target)
    whole = region_of(access, 0)
    size = None if whole is None else whole.size()
    if source is None or sink is None or size is None:
        return None
    before = source.total() + sink.total()
    best, best_saved, best_size = None, 0.0, 0
    for depth in range(len(slices), 0, -1):
        slice_ = slices[depth - 1]
        cost = None if slice_ is None else fused_cost(source, sink, slice_)
        part = None if cost is None else region_of(access, 0, slice_)
        bytes_ = None if part is None else part.size()
        if cost is None or not bytes_:
            continue
        if size / bytes_ > best_saved and cost / before - 1 <= tolerance:
            best, best_saved, best_size = depth, size / bytes_, bytes_
    if best is None:
        return None
    mine, theirs = footprint(target), footprint(source_root)
    return best if mine is not None and theirs is not None and mine + best_size <= theirs + mine else None
