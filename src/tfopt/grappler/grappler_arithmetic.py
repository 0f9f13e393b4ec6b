"""Simplifies arithmetic: sums, products, powers, transposes, reshapes, casts, reductions, by Grappler's 32 stages."""

from __future__ import annotations

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting, chosen

TITLE = "ArithmeticOptimizer"
EXACT = False


def grappler_arithmetic(item: "Item", *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()):
    from tfopt.grappler.arithmetic import AT_THE_END, STAGES

    selected = chosen(STAGES, only, without)
    for stages in ([stage for stage in selected if stage not in AT_THE_END], [stage for stage in selected if stage in AT_THE_END]):
        Rewriting(item, stages, TITLE).run()
