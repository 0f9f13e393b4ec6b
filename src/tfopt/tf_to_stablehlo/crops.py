"""Lowerings: crops of images by chance (`tfir/dialects/tf/crops.py`), whose words are drawn before a loop tries boxes.

What TensorFlow refuses by the values of its operands (boxes outside of the image, too small a share) is not looked at.
"""

from typing import NamedTuple

import numpy as np
from tfir.dialects.tf.crops import check_ranges
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I1, I32, I64, UI32

from tfopt.arithmetic.tensor import (
    Tensor,
    concatenate,
    dynamic_slice,
    iota,
    loop,
    maximum,
    minimum,
    select,
    splat,
    sqrt,
    unary,
)
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.random import reduced_or, state_at, stirred, unit, words

MOST = 4  # words that an attempt needs
SPARE = 64  # words that may be passed over, of which one in millions is


class Words(NamedTuple):
    """A stream, drawn beforehand, and the place in it."""

    drawn: Tensor
    place: Tensor

    def single(self) -> tuple[Tensor, "Words"]:
        """A number in [0, 1)."""
        return unit(dynamic_slice(self.drawn, [self.place], (1,))).reshape(), Words(self.drawn, self.place + 1)

    def below(self, count: Tensor, is_asked: Tensor) -> tuple[Tensor, "Words"]:
        """A number below `count`, i64, each as probable as any: words that would favour the small ones are passed over. Where none is asked for, the
        place stays."""
        count = select(is_asked, count, 1).convert(UI32)
        favoured = -count % count
        places = iota(self.drawn.shape, 0)
        fits = (places >= self.place) & (self.drawn >= favoured)
        at = select(fits, places, self.drawn.size - 1).min(0)
        word = dynamic_slice(self.drawn, [at], (1,)).reshape()
        return (word % count).convert(I64), Words(self.drawn, select(is_asked, at + 1, self.place))


class Box(NamedTuple):
    """Pixels from `top` and `left` up to `bottom` and `right`, which do not belong to it: i64, of one box or of many."""

    top: Tensor
    left: Tensor
    bottom: Tensor
    right: Tensor

    @property
    def area(self) -> Tensor:
        return ((self.right - self.left) * (self.bottom - self.top)).convert(F32)

    def common_area(self, other: "Box") -> Tensor:
        top, left = maximum(self.top, other.top), maximum(self.left, other.left)
        bottom, right = minimum(self.bottom, other.bottom), minimum(self.right, other.right)
        return select((top <= bottom) & (left <= right), Box(top, left, bottom, right).area, 0)


def nearest(x: Tensor) -> Tensor:
    """Halves to the even neighbour."""
    return unary("round_nearest_even", x).convert(I64)


def box_by_chance(stream: Words, height: Tensor, width: Tensor, areas, ratio: Tensor) -> tuple[Tensor, Box, Words]:
    """Whether there is a box that takes a share of the image between two areas, and whose width is `ratio` times its height, and the box."""

    def across(rows: Tensor) -> Tensor:
        return nearest(rows.convert(F32) * ratio)

    least, most = [width.convert(F32) * float(np.float32(share)) * height.convert(F32) for share in areas]
    low, high = nearest(sqrt(least / ratio)), nearest(sqrt(most / ratio))
    widest = ((width.convert(F64) + 0.5 - float(np.float32(1e-7))) / ratio.convert(F64)).convert(I64)
    widest = widest - (across(widest) > width).convert(I64)
    high = minimum(select(across(high) > width, widest, high), height)
    drawn, stream = stream.below(high - low + 1, low < high)
    rows = select(low < high, low + drawn, high)
    rows = rows + ((rows * across(rows)).convert(F32) < least).convert(I64)
    rows = rows - ((rows * across(rows)).convert(F32) > most).convert(I64)
    columns = across(rows)
    area = (rows * columns).convert(F32)
    fits = (least <= area) & (area <= most) & (columns > 0) & (columns <= width) & (rows > 0) & (rows <= height)
    top, stream = stream.below(height - rows, fits & (rows < height))
    left, stream = stream.below(width - columns, fits & (columns < width))
    top, left = select(rows < height, top, 0), select(columns < width, left, 0)
    return fits, Box(top, left, top + rows, left + columns), stream


def crop_by_chance(
    state: Tensor, image_size, bounding_boxes, least_share, aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
) -> list[Tensor]:  # fmt: skip
    check_ranges(aspect_ratio_range, area_range, max_attempts, 0)
    height, width = [image_size[at].convert(I64) for at in range(2)]
    whole = Box(splat(0, (), I64), splat(0, (), I64), height, width)
    extents = concatenate([each.reshape(1) for each in (height, width, height, width)], 0)
    if bounding_boxes.size:
        ends = (bounding_boxes.reshape(bounding_boxes.size // 4, 4) * extents.convert(F32)).convert(I64)
        boxes = Box(*[ends[:, at] for at in range(4)])
    elif use_image_if_no_bounding_boxes:
        boxes = whole
    else:
        raise Error("is given no bounding boxes, and use_image_if_no_bounding_boxes is false")
    first, last = [np.float32(ratio) for ratio in aspect_ratio_range]
    drawn = words(state, MOST * max_attempts + SPARE)
    is_possible = (minimum(height, width) > 0) & splat(area_range[0] <= area_range[1], (), I1)

    def turn(attempt, place, is_found, *crop):
        share, stream = Words(drawn, place).single()
        fits, box, stream = box_by_chance(stream, height, width, area_range, share * float(last - first) + float(first))
        covered = (boxes.area >= 1) & (boxes.common_area(box) / boxes.area >= least_share)
        fits = fits & (box.area >= 1) & (reduced_or(covered) if covered.rank else covered)
        return [attempt + 1, stream.place, fits, *[select(fits, new, old) for new, old in zip(box, crop)]]

    zero = splat(0, (), I32)
    goes_on = lambda attempt, place, is_found, *crop: is_possible & ~is_found & (attempt < max_attempts)  # noqa: E731
    crop = Box(*loop(goes_on, turn, zero, zero, splat(False, (), I1), *whole)[3:])
    begin, size = (crop.top, crop.left, 0), (crop.bottom - crop.top, crop.right - crop.left, -1)
    places = [concatenate([at_end(part) for part in parts], 0).convert(image_size.element) for parts in (begin, size)]
    shares = concatenate([side.reshape(1) for side in crop], 0).convert(F32) / extents.convert(F32)
    return [*places, shares.reshape(1, 1, 4)]


def at_end(part) -> Tensor:
    return part.reshape(1) if isinstance(part, Tensor) else splat(part, (1,), I64)


@lower
def StatelessSampleDistortedBoundingBox(
    image_size, bounding_boxes, min_object_covered, seed, aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
):  # fmt: skip
    ranges = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return crop_by_chance(stirred(seed), image_size, bounding_boxes, min_object_covered, *ranges)


@lower
def _SampleDistortedBoundingBoxAt(
    image_size, bounding_boxes, min_object_covered, key, counter, alg: int, aspect_ratio_range, area_range, max_attempts,
    use_image_if_no_bounding_boxes,
):  # fmt: skip
    ranges = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return crop_by_chance(state_at(key, counter, alg), image_size, bounding_boxes, min_object_covered, *ranges)
