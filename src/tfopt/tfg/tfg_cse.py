"""Merges nodes of a function that compute the same; names are not compared.

The first one stays, with its name. Nodes with effects, with regions, or that only hand values on under a name (as what is fed
does) are never merged.
"""

from __future__ import annotations

from tfir.analysis.equivalence import Equivalence
from tfir.dialects import is_pure
from tfir.dialects.tfg.nodes import NAME
from tfir.dialects.tfg.order import topological_order
from tfir.ir.operations import Block, Operation

from tfopt.pipeline.statistics import count

STATISTICS = {"num-cse'd": "Number of nodes merged with an equal one"}


BUT_FOR_NAMES = Equivalence(ignored=lambda op: (NAME,))


def tfg_cse(function: "GraphFunc"):
    merge_equal(function.body, {})


def merge_equal(block: Block, around: dict[tuple, Operation]) -> None:
    """Merges nodes of a block with equal ones before them in it, or in the blocks around it."""
    seen = dict(around)
    for op in topological_order(block):
        for inner in [inner for region in op.regions for inner in region.blocks]:
            merge_equal(inner, seen)
        if is_pure(op) and not op.regions and op.name.startswith("tfg.") and op is not block.last:
            first = seen.setdefault(BUT_FOR_NAMES.operation(op), op)
            if first is not op:
                op.replace_with(first.results)
                op.erase()
                count("num-cse'd")
