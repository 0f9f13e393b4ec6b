"""Writes on sorts how many elements of each row are needed, where they are the first few: `iree.needed`.

A processor keeps these in order while it goes along a row, and sorts no others; a device for graphics has no use for it.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.comparators import NEEDED
from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64

OPTIONS = {"most": "How many elements of a row may be needed at most."}


def stablehlo_mark_partial_sorts(func: "Func", *, most: int = 64):
    """Write `iree.needed` on sorts whose results are used by slices alone that begin with a row and take no more than `most` elements of it."""
    for op in func.walk():
        if op.name == "stablehlo.sort":
            axis = op.get("dimension", -1) % len(op.results[0].type.shape)
            ends = [needed_by(user, axis) for result in op.results for user in result.users]
            if ends and None not in ends and max(ends) <= most:
                op.set_attribute(NEEDED, IntegerAttr(max(ends), I64))


def needed_by(user: Operation, axis: int) -> int | None:
    """Up to where a slice takes the elements along an axis; None for other operations, and for slices that leave some out."""
    if user.name != "stablehlo.slice" or user.get("start_indices")[axis] != 0 or user.get("strides")[axis] != 1:
        return None
    return user.get("limit_indices")[axis]
