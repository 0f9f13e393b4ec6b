"""Computes what is constant, makes constants of what shapes say, and simplifies what constants make trivial, until nothing changes."""

from __future__ import annotations

from tfopt.grappler.constant_folding import stages
from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting, chosen

TITLE = "ConstantFolding"
EXACT = False
MOST_ROUNDS = 4
OPTIONS = {
    "keep-quantization": "Compute nothing that stands for quantization.",
}


def grappler_constfold(item: "Item", *, only: tuple[str, ...] = (), without: tuple[str, ...] = (), keep_quantization: bool = False):
    """Nodes are looked at behind what they read, and again when that has changed; a further round sees the shapes that became known."""
    from numpy import errstate

    selected = chosen(stages(not keep_quantization), only, without)
    with errstate(all="ignore"):  # of constants that are infinite or no numbers, so is what they are computed to
        for _ in range(MOST_ROUNDS):
            item.sort()
            if not Rewriting(item, selected, "ConstantFolding").run():
                return
            share_constants(item)
            item.forget()


def share_constants(item: Item) -> None:
    """Equal constants that wait for the same are one."""
    from tfopt.grappler.grappler_common_subgraph_elimination import merge_equal

    merge_equal(item, [op for op in item.block if op.name == "tfg.Const"])
