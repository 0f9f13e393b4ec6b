"""Computes convolutions over tiles in three dispatches: sums of tiles of the image, their products with transformed weights, and places of the result.

    %0 = stablehlo.convolution(%x, %w) .. {tfir.tiles = 4 : i64} : (tensor<1x14x14x64xf32>, tensor<3x3x64x32xf32>) -> tensor<1x14x14x32xf32>
 =>
    %1 = iree.winograd_sums %x, step = 4, padding = [1, 1, 1, 1] : (tensor<1x14x14x64xf32>) -> tensor<36x16x64xf32>
    %2 = stablehlo.dot_general %1, %shares, batching_dims = [0] x [0], contracting_dims = [2] x [1] : .. -> tensor<36x16x32xf32>
    %3 = iree.winograd_places %2, step = 4 : (tensor<36x16x32xf32>) -> tensor<1x14x14x32xf32>

Each of the 36 products of matrices has as many rows as there are tiles. Processors have memory for sums and products of some tiles nearby, and do all three
in one dispatch (schedule `winograd`); devices have none that is large enough.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.iree.target import PLAIN, STYLE
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.winograd import MOST_CHANNELS, TILES, WINDOW, takes_tiles, tiles_of, transformed_weights
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import I64
from tfir.ods.arrays import array_of, dense_of

from tfopt.rewrite.constants import elements_of

AFTER = ("stablehlo-choose-winograd",)
EXACT = False
PRODUCTS = NumbersAttr(
    "dot",
    lhs_batching_dimensions=(0,),
    rhs_batching_dimensions=(0,),
    lhs_contracting_dimensions=(2,),
    rhs_contracting_dimensions=(1,),
)


def iree_expand_winograd(func: "Func"):
    """Compute the convolutions that are marked so over tiles, in three steps. Kernels in the plain style compute an element at a time, so there are
    none then."""
    if func.parent_op is not None and func.parent_op.get(STYLE) == PLAIN:
        return
    for op in list(func.walk()):
        if op.name == "stablehlo.convolution" and op.get(TILES) in MOST_CHANNELS and takes_tiles(op):
            expand(op)


def expand(op: Operation) -> None:
    step, weights, build = op.get(TILES), elements_of(op.operands[1]), Builder.before(op)
    if weights is None:
        return
    image, result = op.operands[0], op.results[0].type
    channels, columns = op.operands[1].type.shape[2:]
    places, tiles = (step + WINDOW - 1) ** 2, prod(tiles_of(result.shape, step))
    padding = DenseArrayAttr(integers(op.attributes.get("padding")) or [0] * 4)
    by = {"step": IntegerAttr(step, I64)}
    sums = build.value("iree.winograd_sums", [image], result.with_shape((places, tiles, channels)), {**by, "padding": padding})
    content = dense_of(transformed_weights(array_of(weights), step), result.element)
    shares = build.value("stablehlo.constant", [], result.with_shape((places, channels, columns)), {"value": content})
    numbers = {"dot_dimension_numbers": PRODUCTS}
    products = build.value("stablehlo.dot_general", [sums, shares], result.with_shape((places, tiles, columns)), numbers)
    op.replace_with(build.value("iree.winograd_places", [products], result, by))
