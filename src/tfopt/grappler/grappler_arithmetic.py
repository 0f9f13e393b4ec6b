"""Simplifies arithmetic: sums, products, powers, transposes, reshapes, casts, reductions, by Grappler's 32 stages."""

from __future__ import annotations

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting, chosen

TITLE = "ArithmeticOptimizer"
EXACT = False
OPTIONS = {
    "only": "Only these stages, by Grappler's names; an unknown name is answered with all of them.",
    "without": "All stages but these.",
}


def grappler_arithmetic(item: "Item", *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()):
    """`only` these stages, or all `without` those, by Grappler's names."""
    from tfopt.grappler.arithmetic import AT_THE_END, STAGES

    selected = chosen(STAGES, only, without)
    for stages in ([stage for stage in selected if stage not in AT_THE_END], [stage for stage in selected if stage in AT_THE_END]):
        Rewriting(item, stages, TITLE).run()
