"""Semantics: cutting boxes out of images, and choosing boxes. A box is two opposite corners, [y, x, y, x]."""

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
            inside = [(at >= 0) & (at <= size - 1) for at, size in ((rows, image.shape[1]), (columns, image.shape[2]))]
            here = sampled(image[member].astype(np.float32), rows[inside[0]], columns[inside[1]], method)
            crops[number][np.ix_(*inside)] = here
        return crops


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
    top, left = np.floor(rows).astype(int), np.floor(columns).astype(int)
    bottom, right = np.ceil(rows).astype(int), np.ceil(columns).astype(int)
    down, across = (rows - top)[:, None, None].astype(np.float32), (columns - left)[:, None].astype(np.float32)
    upper = image[np.ix_(top, left)] + (image[np.ix_(top, right)] - image[np.ix_(top, left)]) * across
    lower = image[np.ix_(bottom, left)] + (image[np.ix_(bottom, right)] - image[np.ix_(bottom, left)]) * across
    return upper + (lower - upper) * down


def nearest(places):
    """Halves go away from zero, as C's round has it."""
    return np.floor(places + np.float32(0.5)).astype(int)


def overlap(box, others):
    """The intersection over union of one box [4] with each of `others` [n, 4], as (y1, x1, y2, x2) in any order of corners: [n]."""
    (top, left), (bottom, right) = np.minimum(box[:2], box[2:]), np.maximum(box[:2], box[2:])
    tops, bottoms = np.minimum(others[:, 0], others[:, 2]), np.maximum(others[:, 0], others[:, 2])
    lefts, rights = np.minimum(others[:, 1], others[:, 3]), np.maximum(others[:, 1], others[:, 3])
    height = np.maximum(np.minimum(bottom, bottoms) - np.maximum(top, tops), 0)
    width = np.maximum(np.minimum(right, rights) - np.maximum(left, lefts), 0)
    common, own, areas = height * width, (bottom - top) * (right - left), (bottoms - tops) * (rights - lefts)
    return np.where((own > 0) & (areas > 0), common / np.where(own + areas > common, own + areas - common, 1), 0)


def chosen(boxes, scores, limit: int, iou_threshold: float, score_threshold: float):
    """Greedy non-maximum suppression: indices of boxes [n, 4] by falling score [n], at most `limit`, none of which overlaps a better one
    by more than `iou_threshold` or scores no more than `score_threshold`."""
    kept: list[int] = []
    for number in np.argsort(-scores, kind="stable"):
        if len(kept) == limit or not scores[number] > score_threshold:
            break
        if not kept or not np.any(overlap(boxes[number], boxes[kept]) > iou_threshold):
            kept.append(int(number))
    return np.array(kept, np.int32)


LOWEST = float("-inf")


class NonMaxSuppression(OpSemantics):
    def infer():
        return (fresh(),)

    def evaluate(boxes, scores, max_output_size, iou_threshold, score_threshold=LOWEST):
        return chosen(boxes, scores, int(max_output_size), float(iou_threshold), float(score_threshold))


class NonMaxSuppressionV4(OpSemantics):
    """Besides, how many were chosen; the result may be filled up with zeros."""

    def infer(max_output_size, pad_to_max_output_size):
        return [(max_output_size.size if pad_to_max_output_size else fresh(),), ()]

    def evaluate(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size):
        indices = chosen(boxes, scores, int(max_output_size), iou_threshold.item(), score_threshold.item())
        missing = int(max_output_size) - len(indices) if pad_to_max_output_size else 0
        return [np.pad(indices, (0, missing)), np.int32(len(indices))]


SEMANTICS = {
    "NonMaxSuppressionV2": NonMaxSuppression,
    "NonMaxSuppressionV3": NonMaxSuppression,
}
