"""Lowerings: choosing boxes, and cutting them out of images. A box is two opposite corners, [y, x, y, x]; [..., n, 4] are n boxes."""

from tfir.ir.types import F32, I32

from tfopt.arithmetic.detection import chosen_by, overlap_in, suppressed_above
from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    clamp,
    concatenate,
    floor,
    gather,
    iota,
    minimum,
    pad,
    select,
    splat,
    unary,
)
from tfopt.tf_to_stablehlo.indexing import top
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.standard_library import SMALL, in_rows, is_any, once_where, order_of_heaps, parted


@lower
def CombinedNonMaxSuppression(
    boxes, scores, max_output_size_per_class: int, max_total_size: int, iou_threshold, score_threshold, pad_per_class, clip_boxes,
):  # fmt: skip
    """Each class of each member of the batch by itself, filled up with scores of -1, which come before lower ones; then the best of all classes. Of
    equal scores those that TensorFlow has first, by a heap in each class and a sort of all: both are gone through only where scores are equal."""
    batch, count, classes = scores.shape
    each, total = max_output_size_per_class, max_total_size
    total = min(total, each * classes) if pad_per_class else total
    each = min(each, count)
    apart = broadcast_to(boxes.transpose(0, 2, 1, 3), (batch, classes, count, 4)).reshape(batch * classes, count, 4)
    by_class = scores.transpose(0, 2, 1).reshape(batch * classes, count)
    indices, counts = chosen_from_heaps(apart, by_class, each, suppressed_above(iou_threshold), score_threshold)
    is_valid = iota(indices.shape, 1) < broadcast_to(counts.expand(1), indices.shape)
    own_scores = select(is_valid, rows(by_class.expand(2), indices)[..., 0], -1).reshape(batch, classes * each)
    own_boxes = select(broadcast_to(is_valid.expand(2), (*is_valid.shape, 4)), rows(apart, indices), 0)
    own_classes = select(is_valid, broadcast_to(iota((batch * classes, 1), 0, F32) % classes, is_valid.shape), -1)
    kept = min(total, classes * each)
    detections = minimum(counts.reshape(batch, classes).sum(1), kept)
    best, order = sorted_unstably(own_scores, kept, detections)
    of_boxes = rows(own_boxes.reshape(batch, classes * each, 4), order)
    of_boxes = clamp(0, of_boxes, 1) if clip_boxes else of_boxes
    of_classes = rows(own_classes.reshape(batch, classes * each, 1), order)[..., 0]
    is_valid = iota((batch, kept), 1) < broadcast_to(detections.expand(1), (batch, kept))
    results = [
        select(broadcast_to(is_valid.expand(2), of_boxes.shape), of_boxes, 0),
        select(is_valid, best, 0),
        select(is_valid, of_classes, 0),
    ]
    missing = total - kept
    padded = [pad(each, [0] * each.rank, [0, missing, *[0] * (each.rank - 2)]) for each in results]
    return [*padded, detections]


def chosen_from_heaps(boxes: Tensor, scores: Tensor, limit: int, passed, score_threshold: Tensor) -> tuple[Tensor, Tensor]:
    """As `chosen`, but of equal scores that which a heap gives first."""
    similarity = overlap_in(boxes, scores.element)
    picked, kept, counts = chosen_by(similarity, passed, scores, limit, score_threshold)
    is_picked = iota(picked.shape, 1) < broadcast_to(counts.expand(1), picked.shape)
    is_equal = (scores.expand(1) == kept.expand(2)) & is_picked.expand(2)
    is_tied = is_any(is_equal & (iota(is_equal.shape, 2) != picked.expand(2)), 1, 2)

    def anew(picked, counts):
        is_in = (scores > broadcast_to(score_threshold, scores.shape)) & broadcast_to(is_tied.expand(1), scores.shape)
        order = order_of_heaps(scores, is_in)
        picked, _, counts = chosen_by(similarity, passed, scores, limit, score_threshold, order)
        return [picked, counts]

    picked, counts = once_where(is_any(is_tied), anew, picked, counts)
    return picked, counts


def sorted_unstably(scores: Tensor, count: int, needed: Tensor) -> list[Tensor]:
    """The largest `count` of each row [b, n] and where they stand; of equal ones among the first `needed` [b] that which std::sort has first."""
    length = scores.shape[1]
    if isinstance(length, int) and length <= SMALL:
        return top(scores, count, I32)
    best, order = top(scores, min(count + 1, length), I32)
    is_needed = iota(best[:, 1:].shape, 1) < broadcast_to(needed.expand(1), best[:, 1:].shape)

    def anew(best, order):
        origin = parted(scores)
        best, order = top(in_rows(scores, origin), best.shape[1], I32)
        return [best, in_rows(origin, order)]

    best, order = once_where(is_any((best[:, 1:] == best[:, :-1]) & is_needed), anew, best, order)
    return [best[:, :count], order[:, :count]]


def rows(x: Tensor, indices: Tensor) -> Tensor:
    """Of x [b, n, c] the rows that indices [b, k] name: [b, k, c]."""
    return gather(x, indices.expand(2), (1, 1, x.shape[2]), (2,), (1,), (1,), 2, batching=((0,), (0,)))


# Cutting out


@lower
def CropAndResize(image, boxes, box_ind, crop_size: list, method, extrapolation_value):
    """Corners are 0 to 1 across the image; what lies outside of it is `extrapolation_value`."""
    count, (height, width), depth = boxes.shape[0], crop_size, image.shape[3]
    if not count * height * width * depth:
        return splat(0, (count, height, width, depth), F32)
    at_row, at_column = places(boxes, 0, height, image.shape[1]), places(boxes, 1, width, image.shape[2])
    is_inside = both(inside(at_row, image.shape[1]), inside(at_column, image.shape[2]))
    image = image.convert(F32)
    if method == "nearest":
        crops = pixels(image, box_ind, floor(at_row + 0.5), floor(at_column + 0.5))
    else:
        (upper, lower_row), down, across = corners(image, box_ind, at_row, at_column)
        crops = between(between(upper[0], upper[1], across), between(lower_row[0], lower_row[1], across), down)
    return select(broadcast_to(is_inside.expand(3), crops.shape), crops, extrapolation_value)


def inside(places: Tensor, size: int) -> Tensor:
    return (places >= 0) & (places <= size - 1)


def both(in_row: Tensor, in_column: Tensor) -> Tensor:
    """[n, h] and [n, w] as [n, h, w]."""
    shape = (*in_row.shape, in_column.shape[1])
    return broadcast_to(in_row.expand(2), shape) & broadcast_to(in_column.expand(1), shape)


def pixels(image: Tensor, box_ind: Tensor, row: Tensor, column: Tensor) -> Tensor:
    """[n, h, w, C] at whole rows [n, h] and columns [n, w]; gather keeps them within the image."""
    shape = (*row.shape, column.shape[1])
    parts = box_ind.reshape(box_ind.shape[0], 1, 1), row.expand(2), column.expand(1)
    where = concatenate([broadcast_to(part, shape).convert(I32).expand(3) for part in parts], 3)
    return gather(image, where, (1, 1, 1, image.shape[3]), (3,), (0, 1, 2), (0, 1, 2), 3)


def corners(image: Tensor, box_ind: Tensor, at_row: Tensor, at_column: Tensor):
    """Around fractional places the four elements [n, h, w, C], by row, and how far the places are below the upper ones and right of the left ones."""
    by_row = [[pixels(image, box_ind, row, column) for column in whole_places(at_column)] for row in whole_places(at_row)]
    shape = by_row[0][0].shape
    down, across = (at_row - floor(at_row)).expand(2).expand(3), (at_column - floor(at_column)).expand(1).expand(3)
    return by_row, broadcast_to(down, shape), broadcast_to(across, shape)


def whole_places(at: Tensor) -> tuple[Tensor, Tensor]:
    return floor(at), unary("ceil", at)


def between(first: Tensor, second: Tensor, share: Tensor) -> Tensor:
    return first + (second - first) * share


def places(boxes: Tensor, axis: int, count: int, size: int) -> Tensor:
    """`count` places of each box along an axis of `size` elements, from corner to corner; one alone lies in the middle: [n, count]."""
    first, last = boxes[:, axis].expand(1), boxes[:, axis + 2].expand(1)
    if count == 1:
        return (first + last) * 0.5 * (size - 1)
    step = (last - first) * (size - 1) / (count - 1)
    shape = (boxes.shape[0], count)
    return broadcast_to(first * (size - 1), shape) + iota(shape, 1, F32) * broadcast_to(step, shape)


@lower
def CropAndResizeGradImage(grads, boxes, box_ind, method, result_types):
    """Each element of a crop goes back to those it was made of, by the same weights."""
    (type,), (_, height, width, _) = result_types, grads.shape
    whole = splat(0, type.shape, type.element)
    if not grads.size * whole.size:
        return whole
    rows, columns = [
        weights(places(boxes, axis, n, type.shape[axis + 1]), type.shape[axis + 1], method) for axis, n in ((0, height), (1, width))
    ]
    parts = einsum([rows, grads, columns], "nhH,nhwc,nwW->nHWc")
    return scatter(whole, box_ind.expand(1), parts.convert(type.element), "add")


def weights(at: Tensor, size: int, method: str) -> Tensor:
    """How much of each element along an axis is in what is sampled at places [n, count]: [n, count, size]; nothing of places outside."""
    is_inside = inside(at, size)
    if method == "nearest":
        return are(floor(at + 0.5), is_inside, size)
    near = select(is_inside, at - floor(at), 0).expand(2)
    return are(floor(at), is_inside, size) * (1 - near) + are(unary("ceil", at), is_inside, size) * near


def are(whole: Tensor, inside: Tensor, size: int) -> Tensor:
    """1 where an element along an axis is that at a whole place inside of it, else 0: [n, count] -> [n, count, size]."""
    return ((iota((*whole.shape, size), 2, F32) == whole.expand(2)) & inside.expand(2)).convert(F32)


@lower
def CropAndResizeGradBoxes(grads, image, boxes, box_ind):
    """How the image changes where crops were sampled, times how far that moves with a corner."""
    (_, height, width, _), (_, tall, wide, _) = grads.shape, image.shape
    if not grads.size * image.size:
        return splat(0, boxes.shape, F32)
    at_row, at_column = places(boxes, 0, height, tall), places(boxes, 1, width, wide)
    is_inside = broadcast_to(both(inside(at_row, tall), inside(at_column, wide)).expand(3), grads.shape)
    (upper, lower_row), down, across = corners(image.convert(F32), box_ind, at_row, at_column)
    downwards = between(lower_row[0] - upper[0], lower_row[1] - upper[1], across)
    rightwards = between(upper[1] - upper[0], lower_row[1] - lower_row[0], down)
    by_row, by_column = [select(is_inside, slope * grads, 0) for slope in (downwards, rightwards)]
    (top, bottom), (left, right) = moved(by_row.sum(2, 3), tall), moved(by_column.sum(1, 3), wide)
    return concatenate([each.expand(1) for each in (top, left, bottom, right)], 1)


def moved(slopes: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """The gradients of the first and the last corner along an axis of `size` elements, by those of the places between them [n, count]."""
    count = slopes.shape[1]
    if count == 1:
        middle = slopes[:, 0] * 0.5 * (size - 1)
        return middle, middle
    share = iota(slopes.shape, 1, F32) * (size - 1) / (count - 1)
    return (slopes * (size - 1 - share)).sum(1), (slopes * share).sum(1)
