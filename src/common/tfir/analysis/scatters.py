"""Scatters of one window, which is written over what lies at its place: a row of a tensor that a loop fills."""

from __future__ import annotations

from tfir.ir.operations import Operation

SCATTER = "stablehlo.scatter"


def writes_one_window(op: Operation) -> bool:
    """Whether an operation is a scatter of one index vector, whose update takes the place of what was there, where it is inside."""
    if op.name != SCATTER or len(op.operands) != 3:
        return False
    numbers, sizes, block = op.attributes["scatter_dimension_numbers"], op.operands[1].type.shape, op.region.entry
    is_one = all([size == 1 for axis, size in enumerate(sizes) if axis != numbers.index_vector_dim]) and not numbers.input_batching_dims
    return is_one and block.last is not None and list(block.last.operands) == [block.arguments[1]]
