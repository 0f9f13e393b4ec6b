"""Says of which convolutions with windows of 3 by 3 tiles of the result are to be computed by fewer multiplications.

The attribute `tfir.tiles` says how many places, down and across, a tile of the result has: 2 or 4. Tiles of 4 take fewer multiplications where the
image has enough of them, and more weights; their error is about ten times that of tiles of 2. The interpreter, which knows those of 2, and
processors (schedule `winograd`) heed it. Where a program asks for more than the default precision nothing is said.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.winograd import MOST_CHANNELS, TILES, WINDOW, takes_tiles
from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I64

from tfopt.rewrite.constants import elements_of

AFTER = ("stablehlo-fold-scale-into-convolution",)
EXACT = False
OPTIONS = {
    "least-channels": "How many channels a convolution takes and gives at least.",
    "least-tiles": "How many tiles of 2 by 2 places there are at least.",
    "largest-step": "How many places a tile of the result has at most, to a side.",
}
PRODUCTS, BYTES = 32, 8  # of a cycle: multiplications, and bytes of weights that come from far away


def stablehlo_choose_winograd(func: "Func", *, least_channels: int = 64, least_tiles: int = 48, largest_step: int = 2):
    """Mark convolutions of 3 by 3 windows that are computed over tiles."""
    for op in func.walk():
        if op.name == "stablehlo.convolution" and is_suitable(op, least_channels) and tiles_of(op, 2) >= least_tiles:
            channels = op.operands[1].type.shape[2]
            steps = [step for step, most in MOST_CHANNELS.items() if step <= largest_step and channels <= most]
            if steps:
                op.set_attribute(TILES, IntegerAttr(min(steps, key=lambda step: cycles(op, step)), I64))


def is_suitable(op: Operation, least_channels: int) -> bool:
    """Whether a convolution is one of constant windows of 3 by 3 that move by one place, over many channels, and of no more than the default precision."""
    types = [value.type for value in (*op.operands, op.results[0])]
    if not all([type.is_static and type.element is F32 for type in types]) or not takes_tiles(op):
        return False
    default = all([each.value == "DEFAULT" for each in op.get("precision_config") or ()])
    return default and min(types[1].shape[2:]) >= least_channels and elements_of(op.operands[1]) is not None


def tiles_of(op: Operation, step: int) -> int:
    images, height, width, _ = op.results[0].type.shape
    return images * -(-height // step) * -(-width // step)


def cycles(op: Operation, step: int) -> float:
    """How long a processor takes for each product of an input with an output channel: it multiplies, and reads the weights."""
    return (step + WINDOW - 1) ** 2 * (tiles_of(op, step) / PRODUCTS + 4 / BYTES)
