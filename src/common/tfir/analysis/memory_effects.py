"""What operations do besides computing: nothing, reading memory, or anything else. Whoever has regions does what is inside them."""

from __future__ import annotations

from tfir.dialects import has_trait, is_pure
from tfir.ir.operations import Operation

NONE, READS, ANY = 0, 1, 2

# Ops whose regions run, and that do nothing else.
STRUCTURED = {"scf.if", "scf.for", "scf.while", "affine.for"}
READERS = {"memref.load", "affine.load"}
MAKERS = {"memref.alloc", "memref.alloca"}


def effects_of(op: Operation) -> int:
    if op.name in STRUCTURED:
        inside = [
            effects_of(inner) for region in op.regions for block in region.blocks for inner in block if not has_trait(inner, "terminator")
        ]
        return max(inside, default=NONE)
    if is_pure(op):
        return NONE
    return READS if op.name in READERS else ANY


def is_dead(op: Operation) -> bool:
    """Whether nobody would miss the op: its results, if there are any, have no uses, and it changes nothing."""
    if any([result.uses for result in op.results]) or (not op.results and op.name not in STRUCTURED) or op.dialect == "tfg":
        return False  # a node of a graph without readers is a fetch
    return op.name in MAKERS or (effects_of(op) != ANY and not has_trait(op, "terminator"))
