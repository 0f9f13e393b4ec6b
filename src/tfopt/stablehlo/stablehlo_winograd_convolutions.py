"""Computes convolutions with windows of 3 by 3 by fewer multiplications, for tiles of 2 by 2 places of the output.

Of each tile of 4 by 4 places of the input, which overlaps its neighbours, 16 sums are made; each is multiplied by its share of the weights as a
matrix, over the channels; and of the 16 products the four places of the output are sums again: 16 multiplications where there were 36.

    y = A' [(G w G') * (B' x B)] A        for each tile, with * by place and summed over the channels

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks" (2016), F(2x2, 3x3). The matrices hold 0, 1, -1 and 1/2: results
differ from the sums of products by a few units in the last place of their largest term. Tiles of 4 by 4 places would lose three digits of seven.
"""

from __future__ import annotations

from math import prod

import numpy as np
from tfir.dialects.stablehlo.attributes import ConvolutionAttr
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import F32
from tfir.ods.arrays import array_of, dense_of

from tfopt.arithmetic.tensor import Tensor, building, constant, dot_general, pad, sliced
from tfopt.rewrite.constants import elements_of

AFTER = ("stablehlo-fold-scale-into-convolution",)
EXACT = False
OPTIONS = {
    "least-channels": "How many channels a convolution takes and gives at least.",
    "least-tiles": "How many tiles there are at least.",
}
NHWC = ConvolutionAttr.of("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]")
OF_INPUT = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]])
OF_WEIGHTS = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
OF_OUTPUT = np.array([[1, 1, 1, 0], [0, 1, -1, -1]])
STEP, WINDOW, TILE = 2, 3, 4


def stablehlo_winograd_convolutions(func: "Func", *, least_channels: int = 32, least_tiles: int = 48):
    """Compute convolutions of 3 by 3 windows over tiles."""
    for op in [op for op in func.walk() if op.name == "stablehlo.convolution"]:
        if is_suitable(op, least_channels) and prod(tiles_of(op)) >= least_tiles:
            with building(Builder.before(op)):
                op.replace_with(by_tiles(op).value)


def is_suitable(op: Operation, least_channels: int) -> bool:
    """Whether a convolution is one of constant windows of 3 by 3 that move by one place, over many channels, and of no more than the default precision."""
    (image, weights), result = [value.type for value in op.operands], op.results[0].type
    if op.attributes["dimension_numbers"] != NHWC or not all([type.is_static and type.element is F32 for type in (image, weights, result)]):
        return False
    plain = all([set(op.get(name) or [1]) <= {1} for name in ("window_strides", "lhs_dilation", "rhs_dilation")])
    groups = [op.get(name, 1) for name in ("feature_group_count", "batch_group_count")]
    reversed = any(op.get("window_reversal") or [])
    windows = weights.shape[:2] == (WINDOW, WINDOW) and min(weights.shape[2:]) >= least_channels
    default = all([each.value == "DEFAULT" for each in op.get("precision_config") or ()])
    return plain and default and groups == [1, 1] and not reversed and windows and elements_of(op.operands[1]) is not None


def tiles_of(op: Operation) -> tuple[int, int, int]:
    """How many tiles there are: images, down and across."""
    images, height, width, _ = op.results[0].type.shape
    return images, -(-height // STEP), -(-width // STEP)


def by_tiles(op: Operation) -> Tensor:
    image, padding = Tensor(op.operands[0]), integers(op.attributes.get("padding")) or [0] * 4
    _, down, across = tiles_of(op)
    low = [0, padding[0], padding[2], 0]
    high = [0, *[tiles * STEP + 2 - size - below for tiles, size, below in zip((down, across), image.shape[1:3], low[1:3])], 0]
    image = pad(image, low, high) if any([*low, *high]) else image
    weights = np.einsum("ai,bj,ijcd->abcd", OF_WEIGHTS, OF_WEIGHTS, array_of(elements_of(op.operands[1])).astype("f8")).astype("f4")
    products = {}
    for place in np.ndindex(TILE, TILE):
        matrix = constant(dense_of(np.ascontiguousarray(weights[place])))
        products[place] = dot_general(summed(image, place, down, across), matrix, ([3], [0]))
    return assembled(products, op.results[0].type.shape)


def summed(image: Tensor, place: tuple[int, int], down: int, across: int) -> Tensor:
    """One of the 16 sums of each tile. Each is made of the image by itself, so that it is one dispatch."""
    total = None
    for i, j in np.argwhere(np.outer(OF_INPUT[place[0]], OF_INPUT[place[1]])):
        limits = [image.shape[0], i + STEP * (down - 1) + 1, j + STEP * (across - 1) + 1, image.shape[3]]
        part = sliced(image, [0, int(i), int(j), 0], [int(limit) for limit in limits], [1, STEP, STEP, 1])
        total = plus(total, OF_INPUT[place[0], i] * OF_INPUT[place[1], j], part)
    assert total is not None
    return total


def assembled(products: dict[tuple[int, int], Tensor], shape) -> Tensor:
    """The places of the output: those of a tile are sums of its products, and stand among those of the others."""
    total = None
    for a, b in np.ndindex(STEP, STEP):
        part = None
        for (i, j), product in products.items():
            sign = OF_OUTPUT[a, i] * OF_OUTPUT[b, j]
            part = plus(part, sign, product) if sign else part
        assert part is not None
        spread = pad(part, [0, a, b, 0], [0, 1 - a, 1 - b, 0], interior=[0, 1, 1, 0])
        total = spread if total is None else total + spread
    assert total is not None
    return total if total.shape == shape else sliced(total, [0] * 4, shape)


def plus(total: Tensor | None, sign, part: Tensor) -> Tensor:
    if total is None:
        return part if sign > 0 else -part
    return total + part if sign > 0 else total - part
