"""Says of which convolutions, with windows of 3 by 3 or of each channel by itself, tiles of the result are to be computed by fewer multiplications.

The attribute `tfir.tiles` says how many places, down and across, a tile of the result has: 2 or 4. Tiles of 4 take fewer multiplications where the
image has enough of them, and more weights; their error is about ten times that of tiles of 2. The interpreter, which knows those of 2,
processors (schedule `winograd`) and devices (iree-expand-winograd) heed it. Of convolutions of each channel by itself it is the number of rows of a strip, which the interpreter alone
knows. Where a program asks for more than the default precision nothing is said.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.attributes import has_default_precision
from tfir.dialects.stablehlo.winograd import MOST_CHANNELS, STRIP, TILES, WINDOW, takes_strips, takes_tiles, tiles_of
from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I64

from tfopt.rewrite.constants import elements_of

AFTER = ("stablehlo-fold-scale-into-convolution",)
EXACT = False
OPTIONS = {
    "least-channels": "How many channels a convolution takes and gives at least.",
    "least-tiles": "How many tiles of 2 by 2 places there are at least.",
    "weights": "How many tiles take as long to multiply as their share of the weights takes to read.",
    "largest-step": "How many places a tile of the result has at most, to a side.",
    "depthwise": "Whether convolutions of each channel by itself are computed over strips of rows.",
}
LEAST_ELEMENTS = 1 << 14  # of the result of a convolution by strips
SUMS = 3  # the time for a row of a strip's sums, and for what results have of it, in multiplications by a column of the window
WORTH = 0.9  # of the time that a convolution takes otherwise


def stablehlo_choose_winograd(
    func: "Func", *, least_channels: int = 64, least_tiles: int = 48, weights: int = 16, largest_step: int = 2, depthwise: bool = False
):
    """Mark convolutions that are computed over tiles, or strips."""
    for op in func.walk():
        if op.name != "stablehlo.convolution" or not is_suitable(op):
            continue
        if depthwise and takes_strips(op) and is_quicker_by_strips(op):
            op.set_attribute(TILES, IntegerAttr(STRIP, I64))
        elif takes_tiles(op) and min(op.operands[1].type.shape[2:]) >= least_channels and tile_count(op, 2) >= least_tiles:
            channels = op.operands[1].type.shape[2]
            steps = [step for step, most in MOST_CHANNELS.items() if step <= largest_step and channels <= most]
            if steps:
                op.set_attribute(TILES, IntegerAttr(min(steps, key=lambda step: time(op, step, weights)), I64))


def is_suitable(op: Operation) -> bool:
    """Whether a convolution is one of f32 by constant windows, and of no more than the default precision."""
    types = [value.type for value in (*op.operands, op.results[0])]
    is_suitable = all([type.is_static and type.element is F32 for type in types]) and has_default_precision(op)
    return is_suitable and elements_of(op.operands[1]) is not None


def tile_count(op: Operation, step: int) -> int:
    return prod(tiles_of(op.results[0].type.shape, step))


def time(op: Operation, step: int, weights: int) -> int:
    """How long each product of an input with an output channel takes: it is multiplied for each tile, and the weights are read."""
    return (step + WINDOW - 1) ** 2 * (tile_count(op, step) + weights)


def is_quicker_by_strips(op: Operation) -> bool:
    """Whether the products of strips, and what is computed before and after them, take less time than those of a whole window."""
    height, (rows, columns) = op.results[0].type.shape[1], op.operands[1].type.shape[:2]
    strips = -(-height // STRIP) * (STRIP + rows - 1) * (columns + SUMS)
    return op.results[0].type.size >= LEAST_ELEMENTS and strips <= WORTH * height * rows * columns
