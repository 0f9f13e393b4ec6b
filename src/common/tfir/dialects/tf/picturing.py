"""Semantics: boxes drawn on images, images seen through a projection, and parts cut out of them. Images are [batch, height, width, channels]."""

from __future__ import annotations

from tfir.dialects.tf.image import Resize, check_new_size
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst
from tfir.ods.shapes import unify, with_rank

COLOURS = (  # red, green, blue, opacity
    (1, 1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1), (0, 1, 0, 1), (0.5, 0, 0.5, 1), (0.5, 0.5, 0, 1), (0.5, 0, 0, 1), (0, 0, 0.5, 1), (0, 1, 1, 1),
    (1, 0, 1, 1),
)  # fmt: skip


FARTHEST = 2.0**63


class DrawBoundingBoxes(ShapeOfFirst):
    """The outline of each box, of corners [y, x, y, x] from 0 to 1, in a colour of its own; ten take turns."""

    def evaluate(images, boxes):
        return with_boxes(images, boxes, np.zeros((0, 4), np.float32))


class DrawBoundingBoxesV2(ShapeOfFirst):
    def evaluate(images, boxes, colors):
        return with_boxes(images, boxes, colors)


def with_boxes(images, boxes, colours):
    depth = images.shape[-1]
    if depth not in (1, 3, 4):
        raise Error("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    if not len(colours):
        colours = np.array(COLOURS, np.float32) if depth > 1 else np.ones((len(COLOURS), 1), np.float32)
    result = images.copy()
    for image, own in zip(result, boxes):
        for number, box in enumerate(own):
            draw(image, box, colours[number % len(colours)][:depth])
    return result


def whole(places):
    """As whole numbers of 64 bits. What these cannot hold, NaN among it, is the least of them, as processors of x86 have it."""
    is_held = np.abs(places) < FARTHEST  # not so of NaN
    return np.where(is_held, np.trunc(places, where=is_held, out=np.zeros_like(places)), -FARTHEST).astype(np.int64)


def draw(image, box, colour) -> None:
    """Draws those sides of one box that lie inside of the image."""
    height, width = image.shape[:2]
    ends = box * np.array([height - 1, width - 1, height - 1, width - 1], np.float32)
    top, left, bottom, right = whole(ends).tolist()
    if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
        return
    rows, columns = slice(max(top, 0), min(bottom, height - 1) + 1), slice(max(left, 0), min(right, width - 1) + 1)
    for row in (top, bottom):
        if 0 <= row < height:
            image[row, columns] = colour
    for column in (left, right):
        if 0 <= column < width:
            image[rows, column] = colour


# Projections


class ImageProjectiveTransformV3(OpSemantics):
    """Each element comes from where a projection [8] puts its place; `fill_mode` says what lies beyond the edges."""

    def infer(images, output_shape):
        return Resize.infer(images, output_shape)

    def evaluate(images, transforms, output_shape, fill_value, interpolation, fill_mode):
        if interpolation not in INTERPOLATIONS:
            raise Error(f"Invalid interpolation {interpolation}. Supported types: NEAREST, BILINEAR")
        if fill_mode not in EDGES:
            raise Error(f"Invalid mode {fill_mode}. Supported types: REFLECT, WRAP, CONSTANT, NEAREST")
        check_projection(images, transforms, output_shape)
        height, width = map(int, output_shape)
        result = np.empty((len(images), height, width, images.shape[-1]), images.dtype)
        for number, image in enumerate(images):
            transform = transforms[number if len(transforms) > 1 else 0]
            result[number] = projected(image, transform, height, width, INTERPOLATIONS[interpolation], EDGES[fill_mode], float(fill_value))
        return result


def check_projection(images, transforms, output_shape) -> None:
    if images.ndim != 4:
        raise Error("Input images must have rank 4")
    if transforms.ndim != 2 or transforms.shape[1] != 8 or len(transforms) not in (1, len(images)):
        raise Error("Input transform should be num_images x 8 or 1 x 8")
    check_new_size(output_shape, "output shape")


class ImageProjectiveTransformV2(ImageProjectiveTransformV3):
    def evaluate(images, transforms, output_shape, interpolation, fill_mode):
        return ImageProjectiveTransformV3.evaluate(images, transforms, output_shape, 0.0, interpolation, fill_mode)


def projected(image, transform, height: int, width: int, interpolate, edge, fill: float):
    """One image [H, W, C] seen through a projection: [height, width, C]."""
    y, x = np.indices((height, width), np.float32)
    a, b, c, d, e, f, g, h = transform.astype(np.float32)
    depth = g * x + h * y + np.float32(1)
    safe = np.where(depth == 0, np.float32(1), depth)
    columns = edge((a * x + b * y + c) / safe, image.shape[1])
    rows = edge((d * x + e * y + f) / safe, image.shape[0])
    fill_value = np.array(fill).astype(image.dtype)
    return np.where((depth == 0)[..., None], fill_value, interpolate(image, rows, columns, fill_value)).astype(image.dtype)


def read(image, rows, columns, fill):
    """The elements of an image at whole places; `fill` outside of it."""
    if not image.size:
        return np.full((*rows.shape, image.shape[-1]), fill)
    inside = (rows >= 0) & (rows < image.shape[0]) & (columns >= 0) & (columns < image.shape[1])
    places = [np.where(inside, each, 0).astype(np.int64) for each in (rows, columns)]
    return np.where(inside[..., None], image[tuple(places)], fill)


def nearest(image, rows, columns, fill):
    away = [np.trunc(each + np.copysign(np.float32(0.5), each)) for each in (rows, columns)]
    return read(image, *away, fill)


def bilinear(image, rows, columns, fill):
    top, left = np.floor(rows), np.floor(columns)
    across, down = (columns - left)[..., None], (rows - top)[..., None]
    rest_across, rest_down = (left + 1 - columns)[..., None], (top + 1 - rows)[..., None]
    corners = [read(image, top + below, left + beside, fill).astype(np.float32) for below in (0, 1) for beside in (0, 1)]
    upper, lower = [rest_across * corners[at] + across * corners[at + 1] for at in (0, 2)]
    return rest_down * upper + down * lower


INTERPOLATIONS = {"NEAREST": nearest, "BILINEAR": bilinear}


def mirrored(place, size: int):
    """Beyond an edge the image lies mirrored, the edge's elements twice."""
    if size <= 1:
        return np.zeros_like(place)
    twice = np.float32(2 * size)
    low = np.where(place < -twice, twice * np.trunc(-place / twice) + place, place)
    low = np.where(low < -size, low + twice, -low - 1)
    high = place - twice * np.trunc(place / twice)
    high = np.where(high >= size, twice - high - 1, high)
    return np.clip(np.where(place < 0, low, np.where(place > size - 1, high, place)), 0, size - 1)


def wrapped(place, size: int):
    """Beyond an edge the image begins again at the other."""
    if size <= 1:
        return np.zeros_like(place)
    span = np.float32(size - 1)
    low = place + size * (np.trunc(-place / span) + 1)
    high = place - size * np.trunc(place / span)
    return np.clip(np.where(place < 0, low, np.where(place > size - 1, high, place)), 0, size - 1)


EDGES = {
    "REFLECT": mirrored, "WRAP": wrapped, "CONSTANT": lambda place, size: place, "NEAREST": lambda place, size: np.clip(place, 0, size - 1),
}  # fmt: skip


# Glimpses


class ExtractGlimpse(OpSemantics):
    """Windows of one size around offsets [batch, 2] of (y, x). What lies outside of an image is noise; only zeros are known in advance."""

    def infer(input, size, offsets):
        batch, _, _, channels = with_rank(input.shape, 4, "input")
        height, width = with_rank(size.as_shape, 2, "size")
        return (unify(batch, with_rank(offsets.shape, 2, "offsets")[0], "batch sizes"), height, width, channels)

    def evaluate(input, size, offsets, centered, normalized, noise):
        space, window = np.array(input.shape[1:3], np.float32), size.astype(np.float32)
        corners = offsets * space if normalized else offsets
        corners = corners / np.float32(2) + space / np.float32(2) if centered else corners
        return cut_out(input, size, corners - window / np.float32(2), noise)


class ExtractGlimpseV2(ExtractGlimpse):
    """Only offsets that are both centered and normalized are those of a window's middle; others are those of its corner."""

    def evaluate(input, size, offsets, centered, normalized, noise):
        space, window = np.array(input.shape[1:3], np.float32), size.astype(np.float32)
        corners = offsets * space if normalized else offsets
        if centered:
            half = space / np.float32(2)
            corners = corners / np.float32(2) + half - window / np.float32(2) if normalized else corners + half
        return cut_out(input, size, corners, noise)


def cut_out(images, size, corners, noise: str):
    """Windows [batch, height, width, channels] that begin at `corners`, whose fractions are cut off."""
    height, width = map(int, size)
    result = np.zeros((len(images), height, width, images.shape[-1]), images.dtype)
    for image, window, (top, left) in zip(images, result, np.trunc(corners).astype(np.int64).tolist()):
        rows, columns = np.arange(top, top + height), np.arange(left, left + width)
        within = [(each >= 0) & (each < limit) for each, limit in zip((rows, columns), image.shape)]
        if noise != "zero" and not all([each.all() for each in within]):
            raise Error("a glimpse beyond the edges of its image has noise in it that nothing can tell")
        window[np.ix_(*within)] = image[np.ix_(rows[within[0]], columns[within[1]])]
    return result
