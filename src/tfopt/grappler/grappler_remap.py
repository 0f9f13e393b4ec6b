"""Fuses nodes for which there is one kernel: contractions with bias, batch norm and activation, batch norms with theirs."""

from __future__ import annotations

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting, chosen

TITLE = "Remapper"
EXACT = False
OPTIONS = {
    "only": "Only these stages, by Grappler's names; an unknown name is answered with all of them.",
    "without": "All stages but these.",
}


def grappler_remap(item: "Item", *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()):
    """Nodes that ask for no device are fused where `assume-device` says for which. `onednn` allows the kernels that TensorFlow has
    only with oneDNN."""
    from tfopt.grappler.remapper import STAGES

    Rewriting(item, chosen(STAGES, only, without), TITLE).run()
