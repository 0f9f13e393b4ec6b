"""Moves nodes that only one branch uses into that branch, so that they run only where it is taken."""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.dialects.tfg.control_flow import REGION, kind_of
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Operation, Region

from tfopt.pipeline.statistics import count

STATISTICS = {"num-sunk": "Number of nodes moved into a region"}
BRANCHES = ("If", "Case")


def tfg_cf_sink(function: "GraphFunc"):
    changed = True
    while changed:
        changed = False
        for op in [op for op in function.walk() if is_movable(op)]:
            region = only_region(op)
            if region is not None:
                region.entry.insert_before(op.remove(), region.entry.first)
                rename(op, region.parent)
                count("num-sunk")
                changed = True


def rename(op: Operation, holder: Operation) -> None:
    """A branch becomes a function again, so a name says whose branch a node is in now."""
    if op.get(NAME) and holder.get(NAME):
        op.set_attribute(NAME, StringAttr(f"{op.get(NAME)}_tfg_cf_sunk_{holder.get(NAME)}"))


def is_movable(op: Operation) -> bool:
    return op.name.startswith("tfg.") and op.name != "tfg.func" and bool(op.results) and is_pure(op) and not op.regions


def only_region(op: Operation) -> Region | None:
    """The branch, of a node beside `op`, in which all users of `op` are."""
    regions = {region_beside(user, op) for result in op.results for user in result.uses}
    return regions.pop() if len(regions) == 1 else None


def region_beside(user: Operation, op: Operation) -> Region | None:
    while user.parent is not op.parent:
        holder = user.parent_op
        if holder.parent is op.parent:
            region = next(region for region in holder.regions if user.parent in region.blocks)
            kind = kind_of(holder, REGION)
            return region if kind is not None and kind.name in BRANCHES else None
        user = holder
    return None
