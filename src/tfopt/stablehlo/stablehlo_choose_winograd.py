"""Says of which convolutions with windows of 3 by 3 the interpreter is to compute tiles of the result by fewer multiplications.

The attribute `tfir.tiles` is for the interpreter alone; what is lowered further has `stablehlo-winograd-convolutions`, which writes the sums and
products out. Where a program asks for more than the default precision nothing is said.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.winograd import STEP, TILES
from tfir.ir.attributes import IntegerAttr
from tfir.ir.types import I64

from tfopt.stablehlo.stablehlo_winograd_convolutions import is_suitable, tiles_of

AFTER = ("stablehlo-fold-scale-into-convolution",)
EXACT = False
OPTIONS = {
    "least-channels": "How many channels a convolution takes and gives at least.",
    "least-tiles": "How many tiles there are at least.",
}


def stablehlo_choose_winograd(func: "Func", *, least_channels: int = 64, least_tiles: int = 48):
    """Mark convolutions of 3 by 3 windows that are computed over tiles."""
    for op in func.walk():
        if op.name == "stablehlo.convolution" and is_suitable(op, least_channels) and prod(tiles_of(op)) >= least_tiles:
            op.set_attribute(TILES, IntegerAttr(STEP, I64))
