"""Convolutions whose windows move by one place, computed by fewer multiplications: windows of 3 by 3 over tiles of 2 by 2 places of the result, those of each
channel by itself over strips of 4 rows.

Of each tile of 4 by 4 places of the image, which overlaps its neighbours, 16 sums are made; each is multiplied by its share of the kernel as a
matrix; and of the 16 products the four places of the result are sums again. Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural
Networks" (2016), F(2x2, 3x3).

Of a strip the sums are of rows alone, of all channels of a row at once, so that they are products of a small matrix with rows as they lie in memory: F(4, 3) or
F(4, 5) of a column of the window. The columns of the window are added up as without strips, of 6 rows of sums for 4 of the result and not of 12 (8, not 20).

In the reals this is the sum of products; in floating point its error is that of the window's largest products, also where its own are small. So
it is for programs that say so: `TILES`, an attribute that `stablehlo-choose-winograd` puts on convolutions. An infinity or NaN of a window makes
every sum NaN that it is in: where a result is not finite all is computed as it would be without.
"""

from __future__ import annotations

from functools import cache
from math import isfinite, prod

import numpy as np

from tfir.dialects.stablehlo.attributes import NHWC
from tfir.dialects.stablehlo.products import Product, largest_divisor
from tfir.dialects.stablehlo.sliding import Bands, places_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation


TILES = "tfir.tiles"  # our own, of a convolution: how many places of the result, down and across, are computed from one tile of the image
STEP = 2  # places of a tile's result
WINDOW = 3
# Where the polynomials are evaluated whose products are the convolution, by how many; beside infinity. Five lose
# one digit of seven; with 1 and 2 they would lose two
POINTS = {3: (0, 1, -1), 5: (0, 0.75, -0.75, 1.5, -1.5), 7: (0, 0.5, -0.5, 1, -1, 2, -2)}
STRIP = 4  # rows of a strip's result
STRIPS_BYTES = 1 << 20  # of the sums of strips that are computed at once
REPEATED = 1 << 11  # elements along which the shares of a strip are repeated; more of them come from farther away
MOST_CHANNELS = {2: 1280, 4: 256}  # of the image, with which enough tiles' sums stay near a processor, by places of a tile's result
TILES_AT_ONCE = (
    256  # rows of a product: with fewer the time goes into arranging the kernel, with many more sums and products leave the cache
)
OF_KERNEL = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]], np.float32)


@cache
def matrices(step: int, window: int = WINDOW) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For tiles with `step` places of the result to a side: what makes the sums of a tile of the image, [size, size] where size is `step + window - 1`,
    the shares of a window, [size, window], and places of the result, [step, size].

    These are Cook and Toom's: a tile and a window are polynomials, which are multiplied at points, and the product is put together from its values there.
    """
    points = POINTS[step + window - 2]
    others = [[q for q in points if q != p] for p in points]
    of_image = np.array([*[[*np.poly(each)[::-1], 0] for each in others], np.poly(points)[::-1]])
    weights = [prod([p - q for q in each]) for p, each in zip(points, others)]
    of_window = [[p**j / weight for j in range(window)] for p, weight in zip(points, weights)]
    of_result = [[*[p**i for p in points], i == step - 1] for i in range(step)]
    last = [j == window - 1 for j in range(window)]
    assert of_image.shape == (step + window - 1,) * 2
    return of_image, np.array([*of_window, last], np.float64), np.array(of_result, np.float64)


def transformed_weights(kernel: np.ndarray, step: int) -> np.ndarray:
    """What the sums of a tile are multiplied by: [(step + 2)^2, inputs, outputs], of [3, 3, inputs, outputs]."""
    of_window = matrices(step)[1]
    shares = np.einsum("ai,bj,ijcd->abcd", of_window, of_window, kernel.astype(np.float64), optimize=True)
    return shares.reshape(-1, *kernel.shape[2:]).astype(np.float32)


def tiles_of(shape, step: int) -> list[int]:
    """How many tiles a result of images has: (images, down, across)."""
    return [shape[0], *[-(-extent // step) for extent in shape[1:3]]]


def sums_of_tiles(image: np.ndarray, step: int, padding, counts) -> np.ndarray:
    """The sums of so many tiles, (images, down, across): [(step + 2)^2, tiles, channels]."""
    of_image = matrices(step)[0]
    size = step + WINDOW - 1
    places = [np.arange(count)[:, None] * step + np.arange(size) - low for count, low in zip(counts[1:], padding[::2])]
    inside = [(each >= 0) & (each < extent) for each, extent in zip(places, image.shape[1:3])]
    rows, columns = (each.clip(0, extent - 1) for each, extent in zip(places, image.shape[1:3]))
    tiles = np.where(inside[0][:, :, None, None, None] & inside[1][:, :, None], image[:, rows][:, :, :, columns], 0)
    return np.einsum("ai,bj,ndixjc->abndxc", of_image, of_image, tiles, optimize=True).reshape(size * size, -1, image.shape[3])


def places_of_tiles(products: np.ndarray, step: int, shape) -> np.ndarray:
    """The result that the products of its tiles make: [(step + 2)^2, tiles, columns]."""
    of_result, (count, down, across) = matrices(step)[2], tiles_of(shape, step)
    size = step + WINDOW - 1
    squares = products.reshape(size, size, count, down, across, shape[3])
    results = np.einsum("pa,qb,abndxk->ndpxqk", of_result, of_result, squares, optimize=True)
    return results.reshape(shape[0], down * step, across * step, shape[3])[:, : shape[1], : shape[2]].astype(np.float32)


def of_transformed_weights(image: np.ndarray, panels: np.ndarray, step: int, padding, shape) -> np.ndarray:
    """A convolution over tiles, of weights that are transformed and stand in panels of columns: [panels, (step + 2)^2, inputs, columns]."""
    shares = panels.transpose(1, 2, 0, 3).reshape(*panels.shape[1:3], -1)[:, :, : shape[3]]
    return places_of_tiles(np.matmul(sums_of_tiles(image, step, padding, tiles_of(shape, step)), shares), step, shape)


SHARES = np.einsum("ai,bj->abij", OF_KERNEL, OF_KERNEL).reshape(16, 9)


def takes_tiles(op: Operation) -> bool:
    """Whether a convolution is one of windows of 3 by 3 over channels that stand last, in one group, which move by one place."""
    return moves_by_one(op) and op.get("feature_group_count", 1) == 1 and op.operands[1].type.shape[:2] == (WINDOW, WINDOW)


def takes_strips(op: Operation) -> bool:
    """Whether a convolution is one of each channel by itself, of channels that stand last, with windows that move by one place and take in rows enough."""
    if not moves_by_one(op):
        return False
    rows, _, inputs, features = op.operands[1].type.shape
    return inputs == 1 and op.get("feature_group_count", 1) == features > 1 and has_points(rows)


def has_points(rows: int) -> bool:
    return rows > 1 and STRIP + rows - 2 in POINTS


def moves_by_one(op: Operation) -> bool:
    """Whether the windows of a convolution move by one place over channels that stand last."""
    moves = [set(op.get(name) or [1]) <= {1} for name in ("window_strides", "lhs_dilation", "rhs_dilation")]
    is_canonical = op.attributes["dimension_numbers"] == NHWC and op.get("batch_group_count", 1) == 1
    return is_canonical and all(moves) and not any(op.get("window_reversal") or [])


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


def over_strips(window, sizes, kernel_sizes, direct, kernel=None):
    """A convolution of f32 of each channel by itself, which `direct` computes otherwise, by strips; None where windows are others."""
    is_moved = {*window.strides, *window.dilation} == {1} and window.kernel_order == [0, 1, 2, 3]
    if len(sizes) != 4 or not is_moved or not has_points(kernel_sizes[0]):
        return None
    shape = (sizes[0], *places_around(window, sizes, kernel_sizes[:2]), kernel_sizes[-1])
    return Strips(sizes, kernel_sizes[:2], window.padding, shape, direct, kernel)


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


class Strips:
    """A convolution of each channel by itself of images of known sizes, over strips of rows."""

    __slots__ = ("shape", "bands", "rows", "count", "together", "columns", "direct", "shares", "of_image", "of_window", "of_result")

    def __init__(self, sizes, extents, padding, shape, direct, kernel):
        self.shape, self.direct, self.columns = shape, direct, extents[1]
        _, height, width, features = shape
        of_image, self.of_window, of_result = matrices(STRIP, extents[0])
        self.of_image, self.of_result = of_image.astype(np.float32), of_result.astype(np.float32)
        self.count, places = -(-height // STRIP), sizes[2] + sum(padding[1])
        low, high = padding[0]
        below = high + self.count * STRIP - height  # zeros where the last strip goes on
        self.bands = Bands(sizes, len(self.of_image), STRIP, 1, [(low, below), padding[1]], [0], 1, places)
        self.rows = min(self.count, max(1, STRIPS_BYTES // (len(self.of_image) * places * features * 4)))
        self.together = largest_divisor(width, max(1, REPEATED // features))
        self.shares = None if kernel is None else self.shares_of(kernel)

    def shares_of(self, kernel):
        """What each sum is multiplied by, [sums, columns, channels], repeated for places side by side."""
        shares = np.matmul(self.of_window, kernel.reshape(len(kernel), -1)).astype(np.float32)
        by_columns = shares.reshape(len(shares), self.columns, 1, -1)
        return np.repeat(by_columns, self.together, 2).reshape(len(shares), self.columns, -1)

    def __call__(self, lhs, rhs):
        shares = self.shares_of(rhs) if self.shares is None else self.shares
        _, height, width, features = self.shape
        result, sizes = np.empty(self.shape, lhs.dtype), len(self.of_image)
        band = self.bands.empty(self.rows, lhs.dtype)
        sums = np.empty((self.rows, sizes, self.bands.sizes[1] * features), lhs.dtype)
        products = np.empty((self.rows, sizes, width * features), lhs.dtype)
        for image, answer in zip(np.ascontiguousarray(lhs), result):
            for start in range(0, self.count, self.rows):
                count = min(self.rows, self.count - start)
                self.multiply(self.sums_of(self.bands.read(image, band, start, count), sums[:count]), shares, products[:count])
                part = answer[start * STRIP : (start + count) * STRIP]
                self.put(products[:count], part.reshape(len(part), -1))
                flat = part.reshape(-1)
                if not isfinite(np.dot(flat, flat)):
                    return self.direct(lhs, rhs)
        return result

    def sums_of(self, band, sums):
        """B' d of every strip: [strips, sums, places and channels]."""
        row, item = band.strides[0], band.itemsize
        np.matmul(self.of_image, np.ndarray(sums.shape, band.dtype, band, 0, (STRIP * row, row, item)), out=sums)
        return sums

    def multiply(self, sums, shares, products) -> None:
        count, size, _ = sums.shape
        length = shares.shape[-1]
        place = length // self.together * sums.itemsize
        steps = (*sums.strides[:2], length * sums.itemsize, place, sums.itemsize)
        views = np.ndarray((count, size, products.shape[-1] // length, self.columns, length), sums.dtype, sums, 0, steps)
        np.einsum("spqjl,pjl->spql", views, shares, out=products.reshape(*views.shape[:3], length))

    def put(self, products, part) -> None:
        """A' m of every strip, for what of it lies in the result."""
        whole = len(part) // STRIP
        np.matmul(self.of_result, products[:whole], out=part[: whole * STRIP].reshape(whole, STRIP, part.shape[-1]))
        if whole < len(products):
            np.matmul(self.of_result[: len(part) - whole * STRIP], products[whole], out=part[whole * STRIP :])
