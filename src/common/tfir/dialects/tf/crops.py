"""Semantics: crops of images by chance. Source: TensorFlow, sample_distorted_bounding_box_op.cc, whose arithmetic in f32 this is."""

from __future__ import annotations

from typing import NamedTuple

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.philox import Generator
from tfir.dialects.tf.random import generator_at, generator_from, generator_of
from tfir.dialects.tf.sampling import Stream
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import with_rank


class RandomCrop(OpSemantics):
    """An image [H, W, C] cut to a height and a width."""

    def infer(image, size):
        channels = with_rank(image.shape, 3, "image")[2]
        sizes = size.as_shape
        return None if sizes is None else (*sizes, channels)

    def evaluate(op, state, image, size, seed, seed2):
        if image.ndim != 3:
            raise Error(f"input must be 3-dimensional{listed(image.shape)}")
        if size.shape != (2,):
            raise Error(f"shape_t must have two elements{listed(size.shape)}")
        (rows, columns), (height, width) = image.shape[:2], size.tolist()
        if columns < width:
            raise Error(f"width must be >= target_width: width = {columns}, target_width = {width}")
        if rows < height:
            raise Error(f"height must be >= target_height: height = {rows}, target_height = {height}")
        kept = generator_of(op, state, seed, seed2)
        stream = Stream(Generator(kept.key, kept.counter))
        kept.counter += 1
        left = stream.word() % (columns - width + 1) if columns > width else 0
        top = stream.word() % (rows - height + 1) if rows > height else 0
        return image[top : top + height, left : left + width]


class Box(NamedTuple):
    """Pixels from `top` and `left` up to `bottom` and `right`, which do not belong to it."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def area(self) -> np.float32:
        return np.float32((self.right - self.left) * (self.bottom - self.top))

    def common_area(self, other: Box) -> np.float32:
        top, left = max(self.top, other.top), max(self.left, other.left)
        bottom, right = min(self.bottom, other.bottom), min(self.right, other.right)
        return Box(top, left, bottom, right).area if top <= bottom and left <= right else np.float32(0)


def nearest(number) -> int:
    """Halves to the even neighbour."""
    return int(np.rint(np.float32(number)))


def box_by_chance(stream: Stream, height: int, width: int, areas, ratio: np.float32) -> Box | None:
    """A box in an image [height, width] that takes a share of it between two areas, and whose width is `ratio` times its height; None
    where rounding leaves no such."""
    least, most = [np.float32(share) * np.float32(width) * np.float32(height) for share in areas]
    if areas[0] > areas[1] or min(height, width) <= 0:
        return None
    low, high = nearest(np.sqrt(least / ratio)), nearest(np.sqrt(most / ratio))
    if nearest(np.float32(high) * ratio) > width:
        high = int((width + 0.5 - float(np.float32(1e-7))) / float(ratio))
        high -= nearest(np.float32(high) * ratio) > width
    high = min(high, height)
    rows = low + stream.below(high - low + 1) if low < high else high
    columns = nearest(np.float32(rows) * ratio)
    if np.float32(rows * columns) < least:
        rows, columns = rows + 1, nearest(np.float32(rows + 1) * ratio)
    if np.float32(rows * columns) > most:
        rows, columns = rows - 1, nearest(np.float32(rows - 1) * ratio)
    if not (least <= np.float32(rows * columns) <= most and 0 < columns <= width and 0 < rows <= height):
        return None
    top = stream.below(height - rows) if rows < height else 0
    left = stream.below(width - columns) if columns < width else 0
    return Box(top, left, top + rows, left + columns)


def covers_one(crop: Box, boxes: list[Box], least_share: np.float32) -> bool:
    """Whether enough of one of the boxes lies in the crop. Those without a pixel do not count."""
    return bool(crop.area >= 1) and any([box.area >= 1 and crop.common_area(box) / box.area >= least_share for box in boxes])


def boxes_in(bounding_boxes, height: int, width: int, use_image: bool) -> list[Box]:
    if bounding_boxes.ndim != 3:
        raise Error(f"input boxes must be 3-dimensional [batch, num_boxes, coords]: {listed(bounding_boxes.shape)}")
    if bounding_boxes.shape[2] != 4:
        raise Error(f"bounding boxes must have shape [4] or [*, 4], got {listed(bounding_boxes.shape)}")
    for number in bounding_boxes[~((bounding_boxes >= 0) & (bounding_boxes <= 1))][:1]:
        raise Error(f"All bounding box coordinates must be in [0.0, 1.0]: {number:g}")
    ends = bounding_boxes.reshape(-1, 4) * np.array([height, width, height, width], np.float32)
    if not len(ends) and not use_image:
        raise Error(
            "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to not provide any bounding boxes."
        )
    return [Box(*row) for row in ends.astype(np.int64).tolist()] or [Box(0, 0, height, width)]


def crop_by_chance(
    stream: Stream, image_size, bounding_boxes, least_share, aspect_ratio_range, area_range, max_attempts, use_image
) -> list:  # fmt: skip
    """Where a crop begins and its size, as tf.slice takes them, and the crop as a box [1, 1, 4] of shares."""
    check_ranges(aspect_ratio_range, area_range, max_attempts, least_share)
    if image_size.ndim != 1:
        raise Error(f"image_size must be 1-dimensional{listed(image_size.shape)}")
    if len(image_size) != 3:
        raise Error(f"image_size must contain 3 elements{listed(image_size.shape)}")
    height, width = image_size[:2].tolist()
    if min(height, width) < 0:
        raise Error(f"image {'height' if height < 0 else 'width'} cannot be >= int32 max")
    boxes = boxes_in(bounding_boxes, height, width, use_image)
    first, last = [np.float32(ratio) for ratio in aspect_ratio_range]
    crop = Box(0, 0, height, width)
    for _ in range(max_attempts):
        ratio = stream.single() * (last - first) + first
        box = box_by_chance(stream, height, width, area_range, ratio)
        if box is not None and covers_one(box, boxes, np.float32(least_share)):
            crop = box
            break
    begin, size = [crop.top, crop.left, 0], [crop.bottom - crop.top, crop.right - crop.left, -1]
    with np.errstate(invalid="ignore"):
        shares = np.array(crop, np.float32) / np.array([height, width, height, width], np.float32)
    return [np.array(begin).astype(image_size.dtype), np.array(size).astype(image_size.dtype), shares.reshape(1, 1, 4)]


def check_ranges(aspect_ratio_range, area_range, max_attempts: int, least_share) -> None:
    if not least_share >= 0:
        raise Error(f"Min object covered must be non-negative: {float(least_share):g}")
    if len(aspect_ratio_range) != 2:
        raise Error("Aspect ratio range field must specify 2 dimensions")
    if min(aspect_ratio_range) <= 0:
        raise Error(f"Aspect ratio range must be non-negative: [{aspect_ratio_range[0]:g}, {aspect_ratio_range[1]:g}]")
    if len(area_range) != 2:
        raise Error("Area range field must specify 2 dimensions")
    if min(area_range) <= 0 or max(area_range) > 1:
        what = "non-negative" if min(area_range) <= 0 else "less then or equal to 1.0"
        raise Error(f"Area range must be {what}: [{area_range[0]:g}, {area_range[1]:g}]")
    if max_attempts <= 0:
        raise Error(f"Max attempts must be non-negative: {max_attempts}")


class DistortedBoundingBox(OpSemantics, family=True):
    def infer():
        return [(3,), (3,), (1, 1, 4)]


def by_generator(
    op, state, image_size, bounding_boxes, min_object_covered, seed, seed2, aspect_ratio_range, area_range, max_attempts,
    use_image_if_no_bounding_boxes,
):  # fmt: skip
    kept = generator_of(op, state, seed, seed2)
    stream = Stream(Generator(kept.key, kept.counter))
    kept.counter += (4 * max_attempts + 3) // 4
    ranges = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return crop_by_chance(stream, image_size, bounding_boxes, min_object_covered, *ranges)


def by_seed(
    image_size, bounding_boxes, min_object_covered, seed, aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
):  # fmt: skip
    ranges = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return crop_by_chance(Stream(generator_from(seed)), image_size, bounding_boxes, min_object_covered, *ranges)


def by_counter(
    image_size, bounding_boxes, min_object_covered, key, counter, alg, aspect_ratio_range, area_range, max_attempts,
    use_image_if_no_bounding_boxes,
):  # fmt: skip
    ranges = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return crop_by_chance(Stream(generator_at(key, counter, alg)), image_size, bounding_boxes, min_object_covered, *ranges)


SEMANTICS = ops_of(
    DistortedBoundingBox,
    SampleDistortedBoundingBox=by_generator,
    SampleDistortedBoundingBoxV2=by_generator,
    StatelessSampleDistortedBoundingBox=by_seed,
    _SampleDistortedBoundingBoxAt=by_counter,
)
