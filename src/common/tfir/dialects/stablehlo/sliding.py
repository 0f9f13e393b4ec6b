"""Convolutions of images whose features are last, some rows of the result at a time: what is gathered for these stays in the cache.

Zeros around an image are put around the rows that a block needs, the image itself is never copied whole. A window that is one place wide and high
is a matrix product on the image as it is; others are gathered into the rows of a matrix. One feature per group (depthwise) is a sum of products.
"""

from __future__ import annotations

from math import prod

import numpy as np

from tfir.dialects.stablehlo.products import Product
from tfir.ods.shapes import effective

# What a block of work may take for a matrix product. Few and large ones: each arranges the kernel anew, and BLAS threads wait for each other
# at its end, which on a busy machine takes a thousand times as long as a product of 256 KB.
PRODUCT_BYTES = 1 << 21
SUM_BYTES = 1 << 21  # of the result of a block of sums of products, and of what it needs of the image
MANY_FEATURES = 192  # of which one place is as long a vector as sums of products need to be quick
LONGEST_ROW = 1 << 12  # elements along which a depthwise kernel is repeated


def moving(window, sizes, kernel_sizes, groups: int, dtype, kernel=None):
    """A convolution as a function of images and kernels of these sizes and of a type, where features are last, nothing is put between elements and there is one
    group, or one for each feature; else None. `kernel` is the kernel, if it is known."""
    order = window.kernel_order
    extents, (inputs, features) = [kernel_sizes[axis] for axis in order[:-2]], [kernel_sizes[axis] for axis in order[-2:]]
    if not is_plain(window, sizes, extents, features) or not (groups == 1 or inputs == 1 and features == groups):
        return None
    shape = (sizes[0], *places_around(window, sizes, extents), features)
    if 0 in shape:
        return None
    matrix = None if kernel is None or groups > 1 else kernel.transpose(order).reshape(-1, features)
    if groups == 1 and {*extents, *window.strides} == {1} and not window.pads:
        made = product_as_it_is(sizes, shape, matrix, dtype)
    else:
        made = sliding(window, sizes, extents, shape, None if groups > 1 else (matrix, dtype))
    if made is None or order == sorted(order):
        return made
    return lambda lhs, rhs: made(lhs, rhs.transpose(order))


def is_plain(window, sizes, extents, features: int) -> bool:
    """Whether features are last, and there is an image in which a window moves forward over what there is, and zeros around it."""
    axes = list(range(len(sizes)))
    if len(sizes) < 3 or window.input_order != axes or window.output_order != axes or window.reversal or max(window.base_dilation) > 1:
        return False
    return 0 not in (*sizes, *extents, features) and min([size for pair in window.padding for size in pair]) >= 0


def places_around(window, sizes, extents) -> list[int]:
    """How many places a window has along each axis of images of these sizes, with what is put around them."""
    around = [size + low + high for size, (low, high) in zip(sizes[1:-1], window.padding)]
    return places_of(around, extents, window.strides, window.dilation)


def places_of(sizes, extents, strides, dilation) -> list[int]:
    """How many places a window has along each axis."""
    return [
        max(0, (size - effective(extent, gap)) // stride + 1) if extent else 0
        for size, extent, stride, gap in zip(sizes, extents, strides, dilation)
    ]


def sliding(window, sizes, extents, shape, product):
    """The function for windows of one or two dimensions; `product` holds the kernel as a matrix, if that is known, and is None for depthwise."""
    strides, dilation, padding = window.strides, window.dilation, window.padding
    if len(extents) > 2:
        return None
    is_row = len(extents) == 1
    if is_row:  # an image of one row
        sizes, extents, shape = (sizes[0], 1, *sizes[1:]), [1, *extents], (shape[0], 1, *shape[1:])
        strides, dilation, padding = [1, *strides], [1, *dilation], [(0, 0), *padding]
    made = (SumsOfProducts if product is None else Products)(sizes, extents, strides, dilation, padding, shape, *(product or ()))
    if not is_row:
        return made
    return lambda lhs, rhs: made(lhs.reshape(sizes), rhs[None]).reshape(shape[0], *shape[2:])


def product_as_it_is(sizes, shape, matrix, dtype):
    rows, inner, columns = prod(sizes[:-1]), sizes[-1], shape[-1]
    product = Product(rows, inner, columns, dtype)
    arranged = None if matrix is None else product.arranged(matrix)

    def call(lhs, rhs):
        result = np.empty(shape, lhs.dtype)
        right = product.parts(rhs.reshape(inner, columns)) if arranged is None else arranged
        product(lhs.reshape(rows, inner), right, result.reshape(rows, columns))
        return result

    return call


class Bands:
    """The rows of an image that rows of the result need, zeros around them, and of each row the columns that each of `offsets` of a window meets
    at `places` of it. What it holds is of one call."""

    __slots__ = ("height", "stride", "span", "low", "columns", "sizes", "is_direct")

    def __init__(self, sizes, extent: int, stride: int, dilation: int, padding, offsets, step: int, places: int):
        _, self.height, width, features = sizes
        self.stride, self.span, self.low = stride, effective(extent, dilation), padding[0][0]
        self.columns = [columns_met(width, places, step, offset - padding[1][0]) for offset in offsets]
        self.sizes = (len(offsets), places, features)
        self.is_direct = len(offsets) == 1 and padding == [(0, 0), (0, 0)] and places == width

    def rows(self, count: int) -> int:
        """How many rows of the image so many rows of the result need."""
        return (count - 1) * self.stride + self.span

    def empty(self, count: int, dtype):
        """A place for what so many rows of the result need, zeros where no column of the image is met."""
        if self.is_direct:
            return None
        band = np.empty((self.rows(count), *self.sizes), dtype)
        for at, (target, _) in enumerate(self.columns):
            band[:, at, : target.start] = 0
            band[:, at, target.stop :] = 0
        return band

    def read(self, image, band, start: int, count: int):
        """The band of `count` rows of the result from `start` on."""
        first, rows = start * self.stride - self.low, self.rows(count)
        if self.is_direct:
            return image[first : first + rows, None]
        above, below = min(rows, max(0, -first)), max(0, min(rows, self.height - first))
        band[:above] = 0
        band[below:rows] = 0
        if above < below:
            whole = np.dtype((np.void, band.strides[2]))  # a place with its features
            seen, places = image.view(whole)[..., 0], band.view(whole)[..., 0]
            for at, (target, source) in enumerate(self.columns):
                np.copyto(places[above:below, at, target], seen[first + above : first + below, source])
        return band


def columns_met(width: int, places: int, step: int, offset: int) -> tuple[slice, slice]:
    """Which places, `step` columns apart from `offset` on, meet columns of an image, and these columns."""
    first = min(places, max(0, -(offset // step)))
    last = max(first, min(places, (width - 1 - offset) // step + 1))
    if first == last:
        return slice(first, first), slice(0, 0)
    return slice(first, last), slice(first * step + offset, (last - 1) * step + offset + 1, step)


class Products:
    """Windows as rows of a matrix, times the kernel as a matrix."""

    __slots__ = ("bands", "extents", "strides", "dilation", "shape", "features", "rows", "product", "arranged")

    def __init__(self, sizes, extents, strides, dilation, padding, shape, matrix, dtype):
        width = sizes[2] + sum(padding[1])
        self.bands = Bands(sizes, extents[0], strides[0], dilation[0], padding, [0], 1, width)
        self.extents, self.strides, self.dilation = extents, strides, dilation
        self.shape, self.features = shape, sizes[-1]
        height, width, kernels = shape[1:]
        length = prod(extents) * self.features
        self.rows = min(height, max(1, PRODUCT_BYTES // (width * length * np.dtype(dtype).itemsize)))
        self.product = Product(self.rows * width, length, kernels, dtype)
        self.arranged = None if matrix is None else self.product.arranged(matrix)

    def __call__(self, lhs, rhs):
        height, width, kernels = self.shape[1:]
        rows, length = self.rows, prod(self.extents) * self.features
        matrix = self.product.parts(rhs.reshape(length, kernels)) if self.arranged is None else self.arranged
        result = np.empty(self.shape, lhs.dtype)
        band = self.bands.empty(rows, lhs.dtype)
        gathered = np.empty((rows, width, *self.extents, self.features), lhs.dtype)
        for image, answer in zip(np.ascontiguousarray(lhs), result):
            for start in range(0, height, rows):
                part = answer[start : start + rows]
                block = gathered[: len(part)]
                self.gather(self.bands.read(image, band, start, len(part)), block)
                self.product(block.reshape(-1, length), matrix, part.reshape(-1, kernels))
        return result

    def gather(self, band, block) -> None:
        """What neighbours in memory is copied as one element: features, and the columns of a window where nothing is between them."""
        row, _, column, item = band.strides
        steps = [row * self.strides[0], column * self.strides[1], row * self.dilation[0]]
        run, shape = self.features * item, block.shape[:-1]
        if self.dilation[1] == 1:
            run, shape = run * self.extents[1], shape[:-1]
        else:
            steps.append(column * self.dilation[1])
        whole = np.dtype((np.void, run))
        np.copyto(np.ndarray(shape, whole, block), np.ndarray(shape, whole, band, 0, steps))


class SumsOfProducts:
    """Each feature with a window of its own: result[n, p, c] = sum over k of image[n, p + k, c] * kernel[k, c]. Neighbouring places are one long
    vector with all their features, and so is the kernel repeated for them; where they are apart from each other in the image each column of the
    window is gathered first, or, with many features, places are left apart."""

    __slots__ = ("bands", "extents", "shape", "together", "place", "steps")

    def __init__(self, sizes, extents, strides, dilation, padding, shape):
        self.extents, self.shape = extents, shape
        width, features = shape[2:]
        are_neighbours = strides[1] == dilation[1] == 1
        is_gathered = features < MANY_FEATURES and not are_neighbours
        offsets, step, places = [0], 1, sizes[2] + sum(padding[1])
        if is_gathered:
            offsets, step, places = [column * dilation[1] for column in range(extents[1])], strides[1], width
        self.together = min(width, max(1, LONGEST_ROW // features)) if is_gathered or are_neighbours else 1
        self.bands = Bands(sizes, extents[0], strides[0], dilation[0], padding, offsets, step, places)
        row = len(offsets) * places
        self.place, column = (1, places) if is_gathered else (strides[1], dilation[1])
        # in places: from row to row, from vector to vector, and inside of a window
        self.steps = (row * strides[0], self.together * self.place, row * dilation[0], column)

    def __call__(self, lhs, rhs):
        _, height, width, features = self.shape
        result = np.empty(self.shape, lhs.dtype)
        needed = max(width, self.steps[0]) * features * lhs.itemsize  # for another row
        rows = min(height, max(1, SUM_BYTES // needed))
        band = self.bands.empty(rows, lhs.dtype)
        repeated = np.empty((*self.extents, self.together, features), lhs.dtype)
        np.copyto(repeated, rhs)  # [rows, columns, 1, features]
        for image, answer in zip(np.ascontiguousarray(lhs), result):
            for start in range(0, height, rows):
                part = answer[start : start + rows]
                self.add_up(self.bands.read(image, band, start, len(part)), repeated, part)
        return result

    def add_up(self, band, kernel, part) -> None:
        rows, width, features = part.shape
        whole = width - width % self.together
        for first, last, together in ((0, whole, self.together), (whole, width, width - whole)):
            if first < last:
                count, length = (last - first) // together, together * features
                size = features * band.itemsize
                steps = [*[step * size for step in self.steps], band.itemsize]
                views = np.ndarray((rows, count, *self.extents, length), band.dtype, band, first * self.place * size, steps)
                sums = part[:, first:last].reshape(rows, count, length)
                np.einsum("rqijl,ijl->rql", views, kernel[:, :, :together].reshape(*self.extents, length), out=sums)
