"""Fuses nodes for which there is one kernel: contractions with bias, batch norm and activation, batch norms with theirs."""

from __future__ import annotations

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting, chosen

TITLE = "Remapper"
EXACT = False


def grappler_remap(item: "Item", *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()):
    """Nodes that ask for no device are fused where `assume-device` says for which."""
    from tfopt.grappler.remapper import STAGES

    Rewriting(item, chosen(STAGES, only, without), TITLE).run()
