"""Writes parallel loops as loops that run one iteration after another."""

from __future__ import annotations

from tfopt.scf.loops import in_nested_loops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation

TITLE = "Convert SCF parallel for loops to nested SCF for loops"


def scf_parallel_for_to_nested_fors(root: Operation):
    """Those that combine values stay."""
    for op in [each for each in root.walk(post_order=True) if each.name == "scf.parallel" and not each.results]:
        count = len(op.body.arguments)
        in_nested_loops(op, [op.operands[at * count : (at + 1) * count] for at in range(3)])
