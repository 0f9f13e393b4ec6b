"""Lowerings: results of as many elements as the data say. What is chosen is brought to the front, and a slice of computed size takes it."""

import operator
from math import inf, prod

from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.types import BF16, F16, F32, I1, I32, I64, UI16, ShapedType, TensorType
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.contents import Sizes
from tfopt.arithmetic.detection import chosen, chosen_by, lowered_by_likeness, overlap_in, suppressed_unless_below
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import Tensor, array, broadcast_to, concatenate, emit, emit_many, iota, maximum, region_of, select, splat, take
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by
from tfopt.tf_to_stablehlo.reduction import running

SORTED = {"dimension": IntegerAttr(0, I64), "is_stable": BoolAttr(False)}
MOST_COMPARED = 4096  # entries that are compared each with all others
MOST_KEYS = 64  # columns that entries are sorted by

HASHED = (F16, BF16)  # of vectors of which TensorFlow tells 0 from -0


def first_rows(x: Tensor, count: Tensor, type: ShapedType) -> Tensor:
    """The first `count` of x along its first axis, a number that is computed; `type` says what is known of the result."""
    sizes = [count.reshape(1), *[splat(size, (1,), I32) for size in x.shape[1:]]]
    starts, steps = (splat(number, (x.rank,), I32) for number in (0, 1))
    return emit("real_dynamic_slice", [x, starts, concatenate(sizes, 0), steps], type)


def compressed(mask: Tensor, *rows: tuple[Tensor, ShapedType]) -> list[Tensor]:
    """Of tensors [n, ...] the entries where the mask [n] is true, in their order."""
    size = mask.shape[0]
    if not size:
        return [x if x.type is type else first_rows(x, splat(0, (), I32), type) for x, type in rows]
    key = select(mask, iota((size,), 0), size)
    (order,) = emit_many("sort", [key], [key.type], [region_of([I32, I32], lambda one, other: one < other)], **SORTED)
    count = mask.convert(I32).sum(0)
    return [first_rows(take(x, order, 0), count, type) for x, type in rows]


def in_order(keys: list[Tensor]) -> list[Tensor]:
    """Keys [n] sorted, the later ones telling among what is equal by the earlier ones, NaN last; and the places where they stood."""

    def precedes(*sides: Tensor) -> Tensor:
        result = splat(False, (), I1)
        for one, other in reversed(list(zip(sides[: 2 * len(keys) : 2], sides[1 : 2 * len(keys) : 2]))):
            is_less = (one < other) if one.is_integer else (one < other) | ((one == one) & (other != other))
            result = is_less | ((one == other) if one.is_integer else (one == other) | ((one != one) & (other != other))) & result
        return result

    operands = [*keys, iota(keys[0].shape, 0)]
    body = region_of([each.element for each in operands for _ in range(2)], precedes)
    return emit_many("sort", operands, [each.type for each in operands], [body], **SORTED | {"is_stable": BoolAttr(True)})


@lower
def Where(input, result_types):
    """The places of all elements that are not zero, one per row."""
    size = prod(input.shape)
    places = [iota(input.shape, axis, I64).reshape(size, 1) for axis in range(input.rank)]
    places = concatenate(places, 1) if places else splat(0, (1, 0), I64)
    return compressed((input if input.element is I1 else input != 0).reshape(size), (places, result_types[0]))


@lower
def DynamicPartition(data, partitions, num_partitions, result_types):
    size = prod(partitions.shape)
    rows, numbers = data.reshape(size, *data.shape[partitions.rank :]), partitions.reshape(size)
    return [compressed(numbers == number, (rows, result_types[number]))[0] for number in range(num_partitions)]


@lower
def ListDiff(x, y, result_types):
    """The elements of x that y lacks, and their places."""
    is_there = (x.expand(1) == y.expand(0)).convert(I32).max(1) > 0 if x.size and y.size else splat(False, x.shape, I1)
    return compressed(~is_there, (x, result_types[0]), (iota(x.shape, 0, result_types[1].element), result_types[1]))


# The different entries in the order they are first met


def different(x: Tensor, result_types) -> list[Tensor]:
    """Of entries [n, ...]: the different ones, the number of each one's, and how often each occurs, as many of these as there are types."""
    size, types = x.shape[0], list(result_types)
    flat = x.reshape(size, prod(x.shape[1:]))
    is_long = not isinstance(size, int) or size > MOST_COMPARED
    first, number, counts = by_order(flat) if is_long and flat.shape[1] in range(1, MOST_KEYS + 1) else by_pairs(flat)
    rows = [(x, types[0]), *([(counts.convert(types[2].element), types[2])] if len(types) > 2 else [])]
    values, *occurrences = compressed(first == iota((size,), 0), *rows)
    return [values, take(number, first, 0).convert(types[1].element), *occurrences]


def by_pairs(flat: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """For each of entries [n, m] the place where it is first met, how many others are first met before its own place, and how often it occurs
    if that is there: each entry is compared with all others."""
    size = flat.shape[0]
    alike = (flat.expand(1) == flat.expand(0)).convert(I32).min(2) > 0
    if flat.shape[1] == 1 and flat.element in HASHED:
        alike = alike & (bits_of(flat)[:, 0].expand(1) == bits_of(flat)[:, 0].expand(0))
    place, other = iota((size, size), 0), iota((size, size), 1)
    first = select(alike | (place == other), other, size).min(1)  # of NaN each is its own
    is_first = first == iota((size,), 0)
    number = (is_first.expand(0) & (other <= place)).convert(I32).sum(1) - 1
    return first, number, (first.expand(0) == place).convert(I32).sum(1)


def by_order(flat: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The same by sorting: equal entries stand beside each other then, the one that is met first in front. NaN are last."""
    size, place = flat.shape[0], iota((flat.shape[0],), 0)
    columns = [flat[:, at] for at in range(flat.shape[1])]
    keys = [x.convert(I32) if x.element is I1 else bits_of(x) if x.element in HASHED and len(columns) == 1 else x for x in columns]
    *_, places = in_order(keys)
    values = take(flat, places, 0)
    ordered = take(concatenate([each.expand(1) for each in keys], 1), places, 0)
    differs = ((ordered != take(ordered, maximum(place - 1, 0), 0)) | (values != values)).convert(I32).max(1) > 0
    begins = (place == 0) | differs
    group = counted(begins)
    starts = scatter(place, select(begins, group, size).expand(1), places, None)  # what lies outside is dropped
    first = scatter(place, places.expand(1), take(starts, group, 0), None)
    return first, counted(first == place), scatter(splat(0, (size,), I32), first.expand(1), splat(1, (size,), I32), "add")


def bits_of(x: Tensor) -> Tensor:
    """Of numbers of 16 bits."""
    return emit("bitcast_convert", [x], TensorType(x.shape, UI16)).convert(I32)


def counted(mask: Tensor) -> Tensor:
    """How many of a mask [n] are true before each place or at it, less one."""
    return running(operator.add, 0)(mask.convert(I32), 0, False, False) - 1


def along(x: Tensor, axis: list, result_types) -> list[Tensor]:
    at = axis[0] % x.rank if axis else 0
    if not at:
        return different(x, result_types)
    order = [at, *[each for each in range(x.rank) if each != at]]
    turned = TensorType([result_types[0].shape[each] for each in order], x.element)
    values, *others = different(x.transpose(*order), [turned, *result_types[1:]])
    back = [order.index(each) for each in range(x.rank)]
    return [emit("transpose", [values], result_types[0], permutation=array(back)), *others]


@lower
def UniqueV2(x, axis: list, result_types):
    return along(x, axis, result_types)


lowered_by(
    Unique=lambda x, result_types: different(x, result_types),
    UniqueWithCounts=lambda x, result_types: different(x, result_types),
    UniqueWithCountsV2=UniqueV2,
)


# Boxes, as many as do not overlap better ones


def chosen_alone(boxes: Tensor, scores: Tensor, limit, iou_threshold: Tensor, score_threshold: Tensor) -> tuple[Tensor, Tensor]:
    """Indices [limit] of boxes [n, 4] by scores [n], and how many."""
    passed = suppressed_unless_below(iou_threshold.convert(scores.element))
    indices, counts = chosen(boxes.expand(0), scores.expand(0), limit, passed, score_threshold)
    return indices.reshape(limit), counts.reshape()


@lower
def NonMaxSuppressionV3(boxes, scores, max_output_size: Sizes, iou_threshold, score_threshold, result_types):
    indices, count = chosen_alone(boxes, scores, max_output_size.item(), iou_threshold, score_threshold)
    return first_rows(indices, count, result_types[0])


@lower
def NonMaxSuppressionV2(boxes, scores, max_output_size: Sizes, iou_threshold, result_types):
    lowest_number = float(np.finfo(dtype_of(scores.element)).min)
    return NonMaxSuppressionV3(boxes, scores, max_output_size, iou_threshold, splat(lowest_number, (), scores.element), result_types)


@lower
def NonMaxSuppression(boxes, scores, max_output_size: Sizes, iou_threshold, result_types):
    return NonMaxSuppressionV2(boxes, scores, max_output_size, splat(iou_threshold, (), F32), result_types)


@lower
def NonMaxSuppressionV4(boxes, scores, max_output_size: Sizes, iou_threshold, score_threshold, pad_to_max_output_size, result_types):
    indices, count = chosen_alone(boxes, scores, max_output_size.item(), iou_threshold, score_threshold)
    return [indices if pad_to_max_output_size else first_rows(indices, count, result_types[0]), count]


@lower
def NonMaxSuppressionV5(
    boxes, scores, max_output_size: Sizes, iou_threshold, score_threshold, soft_nms_sigma, pad_to_max_output_size, result_types,
):  # fmt: skip
    """Which of the two suppressions it is, sigma may say as late as when it runs."""
    sigma = soft_nms_sigma.convert(scores.element)
    hard, soft = suppressed_unless_below(iou_threshold.convert(scores.element)), lowered_by_likeness(sigma)

    def passed(alike: Tensor, scores: Tensor) -> Tensor:
        return select(broadcast_to(sigma > 0, scores.shape), select(scores > -inf, soft(alike, scores), -inf), hard(alike, scores))

    similarity = overlap_in(boxes.reshape(1, scores.size, 4), scores.element)
    limit = max_output_size.item()
    indices, kept, counts = chosen_by(similarity, passed, scores.expand(0), limit, score_threshold)
    indices, kept, count = indices.reshape(limit), kept.reshape(limit), counts.reshape()
    if not pad_to_max_output_size:
        indices, kept = [first_rows(rows, count, type) for rows, type in zip((indices, kept), result_types)]
    return [indices, kept, count]


@lower
def NonMaxSuppressionWithOverlaps(overlaps, scores, max_output_size: Sizes, overlap_threshold, score_threshold, result_types):
    """How much each box [n] is like one that is picked stands in a column."""

    def similarity(is_here: Tensor) -> Tensor:
        return select(broadcast_to(is_here, overlaps.shape), overlaps, 0).sum(1).expand(0)

    passed = suppressed_unless_below(overlap_threshold)
    indices, _, counts = chosen_by(similarity, passed, scores.expand(0), limit := max_output_size.item(), score_threshold)
    return first_rows(indices.reshape(limit), counts.reshape(), result_types[0])
