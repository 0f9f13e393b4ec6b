"""Lowerings: boxes drawn on images, images seen through a projection, and parts cut out of them. Images are [batch, height, width, channels]."""

import numpy as np
from tfir.dialects.tf.picturing import COLOURS, FARTHEST
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32

from tfopt.arithmetic.tensor import Tensor, broadcast_to, clamp, concatenate, floor, gather, iota, literal, pad, select, splat, take, unary
from tfopt.tf_to_stablehlo.lowering import lower


def trunc(x: Tensor) -> Tensor:
    return select(x < 0, unary("ceil", x), floor(x))


def pixels(images: Tensor, rows: Tensor, columns: Tensor, fill) -> Tensor:
    """Of each image the elements at whole rows and columns, floats [N, h, w]: [N, h, w, C]; outside of it `fill`."""
    (_, height, width, depth), shape = images.shape, rows.shape
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    parts = [iota(shape, 0), *[select(inside, each, 0).convert(I32) for each in (rows, columns)]]
    where = concatenate([part.expand(3) for part in parts], 3)
    elements = gather(images, where, (1, 1, 1, depth), (3,), (0, 1, 2), (0, 1, 2), 3)
    return select(inside.expand(3), elements, fill)


# Boxes


def outlined(boxes: Tensor, height: int, width: int) -> Tensor:
    """Which places lie on the outline of each box [N, n, 4] of corners from 0 to 1: [N, n, height, width]. What 64 bits cannot hold, NaN among it,
    is the least of them, as processors of x86 have it."""
    shape = (*boxes.shape[:2], height, width)
    ends = boxes * literal(np.array([height - 1, width - 1] * 2, np.float32))
    ends = select((ends > -FARTHEST) & (ends < FARTHEST), trunc(ends), -FARTHEST)
    top, left, bottom, right = [ends[..., at].reshape(*boxes.shape[:2], 1, 1) for at in range(4)]
    row, column = iota(shape, 2, F32), iota(shape, 3, F32)
    down, across = (row >= top) & (row <= bottom), (column >= left) & (column <= right)
    on_edge = ((row == top) | (row == bottom)) & across | ((column == left) | (column == right)) & down
    return on_edge & (top <= bottom) & (left <= right)


def with_boxes(images: Tensor, boxes: Tensor, colours: Tensor) -> Tensor:
    """The outline of each box, in a colour of its own; those take turns. The last box lies on top."""
    (_, height, width, depth), count = images.shape, boxes.shape[1]
    if depth not in (1, 3, 4):
        raise Error("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    if not images.size * count:
        return images
    on_edge = outlined(boxes, height, width)
    number = select(on_edge, iota(on_edge.shape, 1), -1).max(1)
    colour = take(colours[:, :depth], clamp(0, number, count) % colours.shape[0], 0)
    return select((number >= 0).expand(3), colour.convert(images.element), images)


def own_colours(images: Tensor) -> Tensor:
    return literal(np.array(COLOURS, np.float32)) if images.shape[3] > 1 else splat(1, (len(COLOURS), 1), F32)


@lower
def DrawBoundingBoxes(images, boxes):
    return with_boxes(images, boxes, own_colours(images))


@lower
def DrawBoundingBoxesV2(images, boxes, colors):
    colors = colors if colors.shape[0] else own_colours(images)
    missing = max(0, images.shape[3] - colors.shape[1])
    return with_boxes(images, boxes, pad(colors, [0, 0], [0, missing]))


# Projections


@lower
def ImageProjectiveTransformV3(images, transforms, fill_value, interpolation, fill_mode, result_types):
    """What fills an image of few bits has the lowest bits of the whole number, as processors convert: -1.5 is 255 of u8."""
    whole = fill_value.convert(I32) if images.is_integer and images.element.width < 32 else fill_value
    return projected(images, transforms, whole.convert(images.element), interpolation, fill_mode, result_types[0].shape)


@lower
def ImageProjectiveTransformV2(images, transforms, interpolation, fill_mode, result_types):
    return projected(images, transforms, splat(0, (), images.element), interpolation, fill_mode, result_types[0].shape)


def projected(images: Tensor, transforms: Tensor, fill: Tensor, interpolation: str, fill_mode: str, shape) -> Tensor:
    """Each element comes from where a projection [8] puts its place."""
    if interpolation not in INTERPOLATIONS or fill_mode not in EDGES:
        raise Error(f"has no interpolation {interpolation} or no fill mode {fill_mode}")
    if not images.size:
        return broadcast_to(fill, shape)
    place = tuple(shape[:3])
    y, x = iota(place, 1, F32), iota(place, 2, F32)
    a, b, c, d, e, f, g, h = [transforms[:, at].reshape(transforms.shape[0], 1, 1).convert(F32) for at in range(8)]
    depth = g * x + h * y + 1
    safe = select(depth == 0, 1, depth)
    columns = EDGES[fill_mode]((a * x + b * y + c) / safe, images.shape[2])
    rows = EDGES[fill_mode]((d * x + e * y + f) / safe, images.shape[1])
    result = INTERPOLATIONS[interpolation](images, rows, columns, fill)
    return select((depth == 0).expand(3), fill, result.convert(images.element))


def nearest(images: Tensor, rows: Tensor, columns: Tensor, fill: Tensor) -> Tensor:
    """Halves go away from zero."""
    row, column = [trunc(each + select(each < 0, splat(-0.5, each.shape, F32), 0.5)) for each in (rows, columns)]
    return pixels(images, row, column, fill)


def bilinear(images: Tensor, rows: Tensor, columns: Tensor, fill: Tensor) -> Tensor:
    top, left = floor(rows), floor(columns)
    across, down = (columns - left).expand(3), (rows - top).expand(3)
    rest_across, rest_down = (left + 1 - columns).expand(3), (top + 1 - rows).expand(3)
    corners = [pixels(images, top + below, left + beside, fill).convert(F32) for below in (0, 1) for beside in (0, 1)]
    upper, lower = [rest_across * corners[at] + across * corners[at + 1] for at in (0, 2)]
    return rest_down * upper + down * lower


INTERPOLATIONS = {"NEAREST": nearest, "BILINEAR": bilinear}


def mirrored(place: Tensor, size: int) -> Tensor:
    """Beyond an edge the image lies mirrored, the edge's elements twice."""
    if size <= 1:
        return place * 0
    twice = 2 * size
    low = select(place < -twice, trunc(-place / twice) * twice + place, place)
    low = select(low < -size, low + twice, -low - 1)
    high = place - trunc(place / twice) * twice
    high = select(high >= size, twice - high - 1, high)
    return clamp(0, select(place < 0, low, select(place > size - 1, high, place)), size - 1)


def wrapped(place: Tensor, size: int) -> Tensor:
    """Beyond an edge the image begins again at the other."""
    if size <= 1:
        return place * 0
    low = place + (trunc(-place / (size - 1)) + 1) * size
    high = place - trunc(place / (size - 1)) * size
    return clamp(0, select(place < 0, low, select(place > size - 1, high, place)), size - 1)


EDGES = {
    "REFLECT": mirrored, "WRAP": wrapped, "CONSTANT": lambda place, size: place, "NEAREST": lambda place, size: clamp(0, place, size - 1),
}  # fmt: skip


# Glimpses


@lower
def ExtractGlimpse(input, offsets, centered, normalized, noise, result_types):
    """Windows of one size around offsets [batch, 2] of (y, x)."""
    space, window = spans(input, result_types)
    corners = offsets * space if normalized else offsets
    corners = corners / 2 + space / 2 if centered else corners
    return cut_out(input, corners - window / 2, noise, result_types)


@lower
def ExtractGlimpseV2(input, offsets, centered, normalized, noise, result_types):
    """Only offsets that are both centered and normalized are those of a window's middle; others are those of its corner."""
    space, window = spans(input, result_types)
    corners = offsets * space if normalized else offsets
    if centered:
        corners = corners / 2 + space / 2 - window / 2 if normalized else corners + space / 2
    return cut_out(input, corners, noise, result_types)


def spans(input: Tensor, result_types) -> list[Tensor]:
    """Height and width of images, and of windows, as f32."""
    return [literal(np.array(shape[1:3], np.float32)) for shape in (input.shape, result_types[0].shape)]


def cut_out(images: Tensor, corners: Tensor, noise: str, result_types) -> Tensor:
    """Windows that begin at `corners` [batch, 2], whose fractions are cut off."""
    if noise != "zero":
        raise Error(f"may have noise of the kind '{noise}' in it, which nothing can tell")
    (type,) = result_types
    if not images.size:
        return splat(0, type.shape, type.element)
    first = trunc(corners)
    rows, columns = [iota(type.shape[:3], at + 1, F32) + first[:, at].reshape(first.shape[0], 1, 1) for at in (0, 1)]
    return pixels(images, rows, columns, 0)
