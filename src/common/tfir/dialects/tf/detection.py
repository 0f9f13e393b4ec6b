"""Semantics: cutting boxes out of images, and choosing boxes. A box is two opposite corners, [y, x, y, x]."""

from heapq import heapify, heappop, heappush

from tfir.dialects.tf.numerics import larger, smaller
from tfir.dialects.tf.standard_library import heap_pop, heap_push, sort
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, with_rank


class CropAndResize(OpSemantics):
    """The boxes' corners are 0 to 1 across the image; what lies outside of it is `extrapolation_value`."""

    def infer(image, boxes, crop_size):
        (count, _), (_, _, _, depth) = with_rank(boxes.shape, 2, "boxes"), with_rank(image.shape, 4, "image")
        return (count, *with_rank(crop_size.as_shape, 2, "crop_size"), depth)

    def evaluate(image, boxes, box_ind, crop_size, method, extrapolation_value):
        height, width = map(int, crop_size)
        crops = np.full((len(boxes), height, width, image.shape[-1]), np.float32(extrapolation_value), np.float32)
        for number, ((top, left, bottom, right), member) in enumerate(zip(boxes.astype(np.float32), box_ind)):
            rows, columns = between(top, bottom, height, image.shape[1]), between(left, right, width, image.shape[2])
            (in_rows, rows), (in_columns, columns) = inside(rows, image.shape[1]), inside(columns, image.shape[2])
            crops[number][np.ix_(in_rows, in_columns)] = sampled(image[member].astype(np.float32), rows, columns, method)
        return crops


class CropAndResizeGradImage(OpSemantics):
    """The gradient of the image: each element of a crop goes back to those it was made of, by the same weights."""

    def infer(grads, image_size):
        return (*with_rank(image_size.as_shape, 4, "image_size")[:3], with_rank(grads.shape, 4, "grads")[3])

    def evaluate(grads, boxes, box_ind, image_size, method, T):
        batch, height, width = [int(size) for size in image_size[:3]]
        result = np.zeros((batch, height, width, grads.shape[-1]), dtype_of(T))
        for gradient, (top, left, bottom, right), member in zip(grads, boxes, box_ind):
            rows, columns = between(top, bottom, grads.shape[1], height), between(left, right, grads.shape[2], width)
            (in_rows, rows), (in_columns, columns) = inside(rows, height), inside(columns, width)
            here = gradient[np.ix_(in_rows, in_columns)]
            if method == "nearest":
                np.add.at(result[member], np.ix_(nearest(rows), nearest(columns)), here.astype(result.dtype))
                continue
            down, across = [(at - np.floor(at)).astype(np.float32) for at in (rows, columns)]
            for row, by_row in ((np.floor(rows), 1 - down), (np.ceil(rows), down)):
                for column, by_column in ((np.floor(columns), 1 - across), (np.ceil(columns), across)):
                    share = by_column[:, None] * (by_row[:, None, None] * here)
                    np.add.at(result[member], np.ix_(row.astype(int), column.astype(int)), share.astype(result.dtype))
        return result


def inside(places, size: int):
    """Which of the places lie on an axis of `size` elements, and where these are."""
    which = np.flatnonzero((places >= 0) & (places <= size - 1))
    return which, places[which]


class CropAndResizeGradBoxes(OpSemantics):
    """The gradient of the boxes' corners: how the image changes where crops were sampled, times how far that moves with a corner."""

    def infer(boxes):
        return with_rank(boxes.shape, 2, "boxes")

    def evaluate(grads, image, boxes, box_ind):
        result = np.zeros((len(boxes), 4), np.float32)
        (height, width), (tall, wide) = grads.shape[1:3], image.shape[1:3]
        for corner, gradient, (top, left, bottom, right), member in zip(result, grads, boxes, box_ind):
            rows, columns = between(top, bottom, height, tall), between(left, right, width, wide)
            (in_rows, rows), (in_columns, columns) = inside(rows, tall), inside(columns, wide)
            slopes = slopes_at(image[member].astype(np.float32), rows, columns)
            by_row, by_column = [slope * gradient[np.ix_(in_rows, in_columns)] for slope in slopes]
            corner[0], corner[2] = moved(by_row.sum((1, 2)), in_rows, height, tall)
            corner[1], corner[3] = moved(by_column.sum((0, 2)), in_columns, width, wide)
        return result


def slopes_at(image, rows, columns):
    """How an image [H, W, C] rises downwards and to the right at fractional `rows` [h] and `columns` [w]: two of [h, w, C]."""
    down, across = (rows - np.floor(rows))[:, None, None].astype(np.float32), (columns - np.floor(columns))[:, None].astype(np.float32)
    upper, lower = [[image[np.ix_(row, column)] for column in ends(columns)] for row in ends(rows)]
    downwards = (1 - across) * (lower[0] - upper[0]) + across * (lower[1] - upper[1])
    return downwards, (1 - down) * (upper[1] - upper[0]) + down * (lower[1] - lower[0])


def ends(places):
    return np.floor(places).astype(int), np.ceil(places).astype(int)


def moved(slopes, which, count: int, size: int):
    """The gradients of the first and the last corner along an axis of `size` elements, by those of `which` of the `count` places between them."""
    if count == 1:
        return [slopes.sum() * np.float32(0.5) * (size - 1)] * 2
    share = which.astype(np.float32) * np.float32(size - 1) / np.float32(count - 1)
    return (slopes * (np.float32(size - 1) - share)).sum(), (slopes * share).sum()


def between(first, last, count: int, size: int):
    """`count` positions along an axis of `size` elements, evenly from `first` to `last`, which are relative to the axis; one alone lies
    in the middle."""
    if count == 1:
        return np.array([np.float32(0.5) * (first + last) * np.float32(size - 1)], np.float32)
    step = (last - first) * np.float32(size - 1) / np.float32(count - 1)
    return first * np.float32(size - 1) + np.arange(count, dtype=np.float32) * step


def sampled(image, rows, columns, method: str):
    """An image [H, W, C] at fractional `rows` [h] and `columns` [w] -> [h, w, C], by "nearest" or bilinear interpolation."""
    if method == "nearest":
        return image[np.ix_(nearest(rows), nearest(columns))]
    (top, bottom), (left, right) = ends(rows), ends(columns)
    down, across = (rows - top)[:, None, None].astype(np.float32), (columns - left)[:, None].astype(np.float32)
    upper = image[np.ix_(top, left)] + (image[np.ix_(top, right)] - image[np.ix_(top, left)]) * across
    lower = image[np.ix_(bottom, left)] + (image[np.ix_(bottom, right)] - image[np.ix_(bottom, left)]) * across
    return upper + (lower - upper) * down


def nearest(places):
    """Halves go away from zero, as C's round has it."""
    return np.floor(places + np.float32(0.5)).astype(int)


def overlap(box, others):
    """The intersection over union of one box [4] with each of `others` [n, 4], as (y1, x1, y2, x2) in any order of corners: [n]. In f32
    whatever the type; no number where areas are infinite."""
    box, others = box.astype(np.float32), others.astype(np.float32)
    (top, left), (bottom, right) = smaller(box[:2], box[2:]), larger(box[:2], box[2:])
    tops, bottoms = smaller(others[:, 0], others[:, 2]), larger(others[:, 0], others[:, 2])
    lefts, rights = smaller(others[:, 1], others[:, 3]), larger(others[:, 1], others[:, 3])
    height = larger(smaller(bottom, bottoms) - larger(top, tops), np.float32(0))
    width = larger(smaller(right, rights) - larger(left, lefts), np.float32(0))
    common, own, areas = height * width, (bottom - top) * (right - left), (bottoms - tops) * (rights - lefts)
    is_empty = (own <= 0) | (areas <= 0)
    return np.where(is_empty, 0, common / np.where(is_empty, 1, own + areas - common))


def chosen(boxes, scores, limit: int, iou_threshold: float, score_threshold: float):
    """Greedy non-maximum suppression: indices of boxes [n, 4] by falling score [n], at most `limit`, none of which overlaps a better one
    by more than `iou_threshold` or scores no more than `score_threshold`. Of equal scores the first."""
    kept: list[int] = []
    for number in np.argsort(-scores, kind="stable"):
        if len(kept) == limit or not scores[number] > score_threshold:
            break
        alike = overlap(boxes[number], boxes[kept]).astype(scores.dtype)
        if not np.isfinite(alike).all():
            return np.array(softly_chosen(scores, limit, score_threshold, overlap_among(boxes), iou_threshold)[0], np.int32)
        if not np.any(alike > iou_threshold):
            kept.append(int(number))
    return np.array(kept, np.int32)


def overlap_among(boxes):
    return lambda one, other: overlap(boxes[one], boxes[[other]])[0]


def softly_chosen(scores, limit: int, score_threshold: float, similarity, iou_threshold: float, sigma: float = 0):
    """As `chosen`, but where `sigma` is more than 0 boxes that overlap better ones, however much, have their scores lowered (Bodla et al.,
    "Soft-NMS", 2017); and how much two boxes overlap is said by `similarity(number, other)`: indices and scores, in the scores' type."""
    number_of = scores.dtype.type
    is_soft, scale = sigma > 0, number_of(-0.5) / number_of(sigma) if sigma > 0 else number_of(0)
    waiting = [(-float(score), number, 0) for number, score in enumerate(scores) if score > score_threshold]
    heapify(waiting)
    kept: list[int] = []
    kept_scores: list[float] = []
    while waiting and len(kept) < limit:
        negative, number, begin = heappop(waiting)
        lowered, is_suppressed = number_of(-negative), False
        for other in reversed(kept[begin:]):
            alike = number_of(similarity(number, other))
            lowered *= np.exp(scale * alike * alike) if is_soft or alike <= iou_threshold else number_of(0)
            is_suppressed = not is_soft and bool(alike > iou_threshold)
            if is_suppressed or lowered <= score_threshold:
                break
        if is_suppressed:
            continue
        if lowered == -negative:
            kept.append(number)
            kept_scores.append(float(lowered))
        elif lowered > score_threshold:
            heappush(waiting, (-float(lowered), number, len(kept)))
    return kept, kept_scores


def chosen_of_class(boxes, scores, limit: int, iou_threshold: float, score_threshold: float) -> list[int]:
    """As `chosen`, but equal scores come as a heap has them, and overlaps that are no numbers suppress nothing."""
    order = by_heap(scores, score_threshold)
    kept: list[int] = []
    for number in np.argsort(-scores, kind="stable") if order is None else order:
        if len(kept) == limit or not scores[number] > score_threshold:
            break
        if not np.any(overlap(boxes[number], boxes[kept]) > iou_threshold):
            kept.append(int(number))
    return kept


def by_heap(scores, score_threshold: float):
    """The places of scores above a threshold in the order in which a heap gives them; None where no two of them are equal."""
    places = np.flatnonzero(scores > score_threshold)
    if len(np.unique(scores[places])) == len(places):
        return None
    heap: list[int] = []
    for place in places:
        heap_push(heap, place, lambda one, other: scores[one] < scores[other])
    return (heap_pop(heap, lambda one, other: scores[one] < scores[other]) for _ in places)


def by_sort(candidates):
    """Candidates by falling score, in the order that a sort leaves them in, which moves equal ones about."""
    if len({one[1] for one in candidates if one is not NO_CANDIDATE}) == sum([one is not NO_CANDIDATE for one in candidates]):
        return sorted(candidates, key=lambda one: -one[1])
    ordered = [*candidates]
    sort(ordered, lambda one, other: one[1] > other[1])
    return ordered


NO_CANDIDATE = (0, 0, 0, 0), -1.0, -1  # what TensorFlow fills a class up with


def check_limits(count, iou_threshold, sigma=0) -> None:
    """Raises Error where a number that bounds a choice is none that could."""
    if not 0 <= iou_threshold <= 1:
        raise Error("iou_threshold must be in [0, 1]")
    if not sigma >= 0:
        raise Error("soft_nms_sigma_val must be >= 0")
    if count < 0:
        raise Error("output size must be non-negative")


class NonMaxSuppression(OpSemantics):
    """Of scores the lowest number, and what is less, is never chosen where no threshold is given."""

    def infer():
        return (fresh(),)

    def evaluate(boxes, scores, max_output_size, iou_threshold, score_threshold=None):
        check_limits(max_output_size, iou_threshold)
        least = np.finfo(scores.dtype).min if score_threshold is None else score_threshold
        return chosen(boxes, scores, int(max_output_size), float(iou_threshold), float(least))


class NonMaxSuppressionV4(OpSemantics):
    """Besides, how many were chosen; the result may be filled up with zeros."""

    def infer(max_output_size, pad_to_max_output_size):
        return [(max_output_size.size if pad_to_max_output_size else fresh(),), ()]

    def evaluate(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size):
        check_limits(max_output_size, iou_threshold)
        indices = chosen(boxes, scores, int(max_output_size), iou_threshold.item(), score_threshold.item())
        missing = int(max_output_size) - len(indices) if pad_to_max_output_size else 0
        return [np.pad(indices, (0, missing)), np.int32(len(indices))]


class NonMaxSuppressionV5(OpSemantics):
    """Besides, the scores as they were when their boxes were chosen."""

    def infer(max_output_size, pad_to_max_output_size):
        count = max_output_size.size if pad_to_max_output_size else fresh()
        return [(count,), (count,), ()]

    def evaluate(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma, pad_to_max_output_size):
        check_limits(max_output_size, iou_threshold, soft_nms_sigma)
        limits = int(max_output_size), float(score_threshold)
        kept, lowered = softly_chosen(scores, *limits, overlap_among(boxes), float(iou_threshold), float(soft_nms_sigma))
        missing = int(max_output_size) - len(kept) if pad_to_max_output_size else 0
        return [np.pad(np.array(kept, np.int32), (0, missing)), np.pad(np.array(lowered, scores.dtype), (0, missing)), np.int32(len(kept))]


class NonMaxSuppressionWithOverlaps(OpSemantics):
    """How much two boxes overlap is given, as a matrix."""

    def infer():
        return (fresh(),)

    def evaluate(overlaps, scores, max_output_size, overlap_threshold, score_threshold):
        limits = int(max_output_size), float(score_threshold)
        kept, _ = softly_chosen(scores, *limits, lambda one, other: overlaps[one, other], float(overlap_threshold))
        return np.array(kept, np.int32)


class CombinedNonMaxSuppression(OpSemantics):
    """For each member of a batch and each class by itself, boxes [batch, boxes, classes or 1, 4] and scores [batch, boxes, classes]; then the
    best of all classes. What is missing to the number asked for is 0."""

    def infer(boxes, scores, max_output_size_per_class, max_total_size, pad_per_class):
        batch, classes = with_rank(boxes.shape, 4, "boxes")[0], with_rank(scores.shape, 3, "scores")[2]
        total, each = max_total_size.size, max_output_size_per_class.size
        if pad_per_class:
            is_known = all([isinstance(size, int) for size in (total, each, classes)])
            total = min(total, each * classes) if is_known else fresh()
        return [(batch, total, 4), (batch, total), (batch, total), (batch,)]

    def evaluate(
        boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold, pad_per_class, clip_boxes
    ):  # fmt: skip
        check_limits(0, iou_threshold)
        batch, _, classes = scores.shape
        each, total = int(max_output_size_per_class), int(max_total_size)
        total = min(total, each * classes) if pad_per_class else total
        results = np.zeros((batch, total, 4), np.float32), *[np.zeros((batch, total), np.float32) for _ in range(2)]
        counts = np.zeros(batch, np.int32)
        for member in range(batch):
            candidates = []
            for number in range(classes):
                own = boxes[member, :, number if boxes.shape[2] > 1 else 0]
                of_class = scores[member, :, number]
                kept = chosen_of_class(own, of_class, each, float(iou_threshold), float(score_threshold))
                candidates += [(own[at], of_class[at], number) for at in kept]
                candidates += [NO_CANDIDATE] * (min(each, len(own)) - len(kept))
            counts[member] = min(total, sum([one is not NO_CANDIDATE for one in candidates]))
            for place, one in enumerate(by_sort(candidates)[: counts[member]]):
                for result, part in zip(results, one):
                    result[member, place] = np.clip(part, 0, 1) if clip_boxes and result.ndim == 3 else part
        return [*results, counts]


SEMANTICS = {
    "NonMaxSuppressionV2": NonMaxSuppression,
    "NonMaxSuppressionV3": NonMaxSuppression,
}
