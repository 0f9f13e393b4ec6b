"""Drops pure operations without uses, and blocks that are never reached."""

from __future__ import annotations

from tfir.analysis.effects import is_dead
from tfir.dialects import has_trait
from tfir.ir.dominance import immediate_dominators
from tfir.ir.operations import Operation, Region

TITLE = "DCE"


def dce(root: Operation):
    for op in root.walk():
        for region in op.regions:
            if not has_trait(op, "graph_region"):
                drop_unreached_blocks(region)
    for op in list(root.walk(post_order=True))[::-1]:
        if op is not root and op.parent is not None and is_dead(op):
            op.erase()


def drop_unreached_blocks(region: Region) -> None:
    if len(region.blocks) < 2:
        return
    reached = immediate_dominators(region)
    unreached = [block for block in region.blocks if block not in reached]
    for block in unreached:
        for op in block:
            op.drop_uses()
    region.remove_blocks(unreached)
