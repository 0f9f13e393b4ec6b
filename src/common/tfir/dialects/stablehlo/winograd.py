"""Convolutions with windows of 3 by 3 that move by one place, computed over tiles of 2 by 2 places of the result by fewer multiplications.

Of each tile of 4 by 4 places of the image, which overlaps its neighbours, 16 sums are made; each is multiplied by its share of the kernel as a
matrix; and of the 16 products the four places of the result are sums again. Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural
Networks" (2016), F(2x2, 3x3).

In the reals this is the sum of products; in floating point its error is that of the window's largest products, also where its own are small. So
it is for programs that say so: `TILES`, an attribute that `stablehlo-choose-winograd` puts on convolutions. An infinity or NaN of a window makes
every sum NaN that it is in: where a result is not finite all is computed as it would be without.
"""

from __future__ import annotations

from functools import cache
from math import isfinite, prod

import numpy as np

from tfir.dialects.stablehlo.attributes import NHWC
from tfir.dialects.stablehlo.products import Product
from tfir.dialects.stablehlo.sliding import Bands, places_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation


TILES = "tfir.tiles"  # our own, of a convolution: how many places of the result, down and across, are computed from one tile of the image
STEP = 2  # places of a tile's result
WINDOW = 3
# Where the polynomials are evaluated whose products are the convolution, by the places of a tile's result; beside infinity. Those of 4 places lose
# one digit of seven; 1 and 2 would lose two
POINTS = {2: (0, 1, -1), 4: (0, 0.75, -0.75, 1.5, -1.5)}
MOST_CHANNELS = {2: 1280, 4: 256}  # of the image, with which enough tiles' sums stay near a processor, by places of a tile's result
TILES_AT_ONCE = 128  # rows of a product: with fewer the time goes into arranging the kernel, with more sums and products leave the cache
OF_KERNEL = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]], np.float32)


@cache
def matrices(step: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For tiles with `step` places of the result to a side: what makes the sums of a tile of the image, [step + 2, step + 2], the shares
    of a window, [step + 2, 3], and places of the result, [step, step + 2].

    These are Cook and Toom's: a tile and a window are polynomials, which are multiplied at points, and the product is put together from its values there.
    """
    points = POINTS[step]
    others = [[q for q in points if q != p] for p in points]
    size = len(points) + 1
    of_image = np.array([*[[*np.poly(each)[::-1], 0] for each in others], np.poly(points)[::-1]])
    weights = [prod([p - q for q in each]) for p, each in zip(points, others)]
    of_window = [[p**j / weight for j in range(WINDOW)] for p, weight in zip(points, weights)]
    of_result = [[*[p**i for p in points], i == step - 1] for i in range(step)]
    last = [j == WINDOW - 1 for j in range(WINDOW)]
    assert of_image.shape == (size, size)
    return of_image, np.array([*of_window, last], np.float64), np.array(of_result, np.float64)


def transformed_weights(kernel: np.ndarray, step: int) -> np.ndarray:
    """What the sums of a tile are multiplied by: [(step + 2)^2, inputs, outputs], of [3, 3, inputs, outputs]."""
    of_window = matrices(step)[1]
    shares = np.einsum("ai,bj,ijcd->abcd", of_window, of_window, kernel.astype(np.float64), optimize=True)
    return shares.reshape(-1, *kernel.shape[2:]).astype(np.float32)


def of_transformed_weights(image: np.ndarray, panels: np.ndarray, step: int, padding, shape) -> np.ndarray:
    """A convolution over tiles, of weights that are transformed and stand in panels of columns: [panels, (step + 2)^2, inputs, columns]."""
    of_image, _, of_result = matrices(step)
    size = step + WINDOW - 1
    counts = [-(-extent // step) for extent in shape[1:3]]
    places = [np.arange(count)[:, None] * step + np.arange(size) - low for count, low in zip(counts, padding[::2])]
    inside = [(each >= 0) & (each < extent) for each, extent in zip(places, image.shape[1:3])]
    rows, columns = (each.clip(0, extent - 1) for each, extent in zip(places, image.shape[1:3]))
    tiles = np.where(inside[0][:, :, None, None, None] & inside[1][:, :, None], image[:, rows][:, :, :, columns], 0)
    sums = np.einsum("ai,bj,ndixjc->abndxc", of_image, of_image, tiles, optimize=True).reshape(size * size, -1, image.shape[3])
    shares = panels.transpose(1, 2, 0, 3).reshape(*panels.shape[1:3], -1)[:, :, : shape[3]]
    products = np.matmul(sums, shares).reshape(size, size, shape[0], *counts, shape[3])
    results = np.einsum("pa,qb,abndxk->ndpxqk", of_result, of_result, products, optimize=True)
    return results.reshape(shape[0], counts[0] * step, counts[1] * step, shape[3])[:, : shape[1], : shape[2]].astype(np.float32)


SHARES = np.einsum("ai,bj->abij", OF_KERNEL, OF_KERNEL).reshape(16, 9)


def takes_tiles(op: Operation) -> bool:
    """Whether a convolution is one of windows of 3 by 3 over channels that stand last, in one group, which move by one place."""
    moves = [set(op.get(name) or [1]) <= {1} for name in ("window_strides", "lhs_dilation", "rhs_dilation")]
    groups = [op.get(name, 1) for name in ("feature_group_count", "batch_group_count")]
    is_window = op.attributes["dimension_numbers"] == NHWC and op.operands[1].type.shape[:2] == (WINDOW, WINDOW)
    return is_window and all(moves) and groups == [1, 1] and not any(op.get("window_reversal") or [])


def over_tiles(window, sizes, kernel_sizes, direct, kernel=None):
    """A convolution of f32 by tiles as a function of images and kernels of these sizes; None where windows are others. `direct` computes it
    otherwise, `kernel` is the kernel, if it is known."""
    if (
        len(sizes) != 4
        or tuple(kernel_sizes[:2]) != (3, 3)
        or {*window.strides, *window.dilation} != {1}
        or window.kernel_order != [0, 1, 2, 3]
    ):
        return None
    shape = (sizes[0], *places_around(window, sizes, kernel_sizes[:2]), kernel_sizes[-1])
    return Tiles(sizes, window.padding, shape, direct, kernel)


def shares_of(kernel):
    """What each of the 16 sums of a tile is multiplied by: [16, inputs, outputs]."""
    return np.matmul(SHARES, kernel.reshape(9, -1)).reshape(16, *kernel.shape[2:])


class Tiles:
    """A convolution of images of known sizes over tiles."""

    __slots__ = ("shape", "bands", "down", "across", "rows", "direct", "product", "shares")

    def __init__(self, sizes, padding, shape, direct, kernel):
        self.shape, self.direct = shape, direct
        _, height, width, _ = shape
        self.down, self.across = -(-height // STEP), -(-width // STEP)
        # even columns of the image apart from odd ones: those that neighbouring tiles meet follow each other
        self.bands = Bands(sizes, STEP + 2, STEP, 1, padding, range(STEP), STEP, self.across + 1)
        self.rows = min(self.down, -(-TILES_AT_ONCE // self.across))
        self.product = Product(self.rows * self.across, sizes[-1], shape[-1], np.float32, 16)
        self.shares = None if kernel is None else self.product.arranged(shares_of(kernel))

    def __call__(self, lhs, rhs):
        shares = self.product.parts(shares_of(rhs)) if self.shares is None else self.shares
        result, inputs = np.empty(self.shape, lhs.dtype), lhs.shape[-1]
        band, room = self.bands.empty(self.rows, lhs.dtype), Room(self.rows, self.across, inputs, self.shape[-1])
        for image, answer in zip(np.ascontiguousarray(lhs), result):
            for start in range(0, self.down, self.rows):
                count = min(self.rows, self.down - start)
                sums = room.sums_of(self.bands.read(image, band, start, count), count)
                part = answer[start * STEP : (start + count) * STEP]
                room.put(self.product(sums, shares, room.products[:, : count * self.across]), count, part)
                flat = part.reshape(-1)
                if not isfinite(np.dot(flat, flat)):
                    return self.direct(lhs, rhs)
        return result


class Room:
    """Places for the sums and products of a block of rows of tiles. What it holds is of one call."""

    __slots__ = ("across", "inputs", "outputs", "half", "sums", "products", "lines")

    def __init__(self, rows: int, across: int, inputs: int, outputs: int):
        self.across, self.inputs, self.outputs = across, inputs, outputs
        self.half = np.empty((4, rows, 2, (across + 1) * inputs), np.float32)
        self.sums = np.empty(16 * rows * across * inputs, np.float32)
        self.products = np.empty((16, rows * across, outputs), np.float32)
        self.lines = np.empty((2, 4, rows * across, outputs), np.float32)

    def sums_of(self, band, count: int):
        """B' x B of every tile: [16, tiles, inputs]. Rows first, then columns."""
        lines, length = band.reshape(len(band), 2, -1), self.across * self.inputs
        half, stop = self.half[:, :count], STEP * count
        sums = self.sums[: 16 * count * length].reshape(4, 4, count, length)
        first, second, third, fourth = (lines[at : at + stop - 1 : STEP] for at in range(4))
        combined(half, first, second, third, fourth)
        even, odd = half[:, :, 0], half[:, :, 1]
        later = slice(self.inputs, None)
        combined(sums.swapaxes(0, 1), even[..., :length], odd[..., :length], even[..., later], odd[..., later])
        return sums.reshape(16, -1, self.inputs)

    def put(self, products, count: int, part) -> None:
        """A' m A of every tile, for what of it lies in the result: rows first, then columns."""
        lines, (height, width, _), tiled = (
            self.lines[:, :, : count * self.across],
            part.shape,
            (count, STEP, self.across, STEP, self.outputs),
        )
        spread(products.reshape(4, 4, -1, self.outputs), lines)
        is_whole = (height, width) == (count * STEP, self.across * STEP)
        answers = part.reshape(tiled) if is_whole else np.empty(tiled, np.float32)
        spread(lines.reshape(2, 4, count, self.across, self.outputs).swapaxes(0, 1), answers.transpose(3, 1, 0, 2, 4))
        if not is_whole:
            np.copyto(part, answers.reshape(count * STEP, self.across * STEP, self.outputs)[:height, :width])


def combined(out, first, second, third, fourth) -> None:
    """The four sums of four numbers of a tile in a row."""
    np.subtract(first, third, out=out[0])
    np.add(second, third, out=out[1])
    np.subtract(third, second, out=out[2])
    np.subtract(second, fourth, out=out[3])


def spread(products, out) -> None:
    """The two places of the result that four products in a row make."""
    np.add(products[0], products[1], out=out[0])
    np.add(out[0], products[2], out=out[0])
    np.subtract(products[1], products[2], out=out[1])
    np.subtract(out[1], products[3], out=out[1])
