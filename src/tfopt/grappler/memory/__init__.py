"""Rewrites of the memory optimizer: computing again, copying to the host and back, adding up in place, allocating less strictly."""

from __future__ import annotations

from tfir.cost.traffic import SWAPS
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.operations import Operation

from tfopt.grappler.item import PLACED

COPY, TRIGGER = "Recomputed/", "RecomputeTrigger/"


def is_timed(op: Operation) -> bool:
    """Whether it matters when the node runs, though not to its results: others wait for it, and it for others, so that memory is free."""
    return op.name[4:] in SWAPS or node_name(op).startswith((COPY, TRIGGER)) or PLACED in op.attributes
