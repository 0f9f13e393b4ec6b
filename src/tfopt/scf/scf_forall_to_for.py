"""Writes loops over threads as loops that run one iteration after another."""

from __future__ import annotations

from tfopt.scf.loops import bounds_of_threads, in_nested_loops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation

TITLE = "Convert SCF forall loops to SCF for loops"


def scf_forall_to_for(root: Operation):
    """Inner ones first. One that gives tensors is an error."""
    for op in [each for each in root.walk(post_order=True) if each.name == "scf.forall"]:
        in_nested_loops(op, bounds_of_threads(op, "scf.for"))
