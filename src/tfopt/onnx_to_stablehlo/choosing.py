"""Lowerings: orders, and results of as many elements as the data say."""

from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I1, I32, I64, TensorType
from tfir.ods.inference import constant_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import fresh, is_static

from tfopt.arithmetic.contents import sizes_of
from tfopt.arithmetic.sizes import named_type, told
from tfopt.arithmetic.tensor import (
    Tensor,
    concatenate,
    emit_many,
    iota,
    literal,
    region_of,
    select,
    sliced,
    splat,
    take,
)
from tfopt.onnx_to_stablehlo.lowering import lower, tensorflow


@lower
def TopK(X, axis, K=None, k=None, largest=1, sorted=1):
    """The largest or smallest elements along an axis and where they stand; of equal ones the first."""
    axis %= X.rank
    numbers = [k] if K is None else sizes_of(K)
    count = numbers[0] if numbers is not None else told(K.reshape().convert(I32))
    ahead = (lambda one, other, *_: one > other) if largest else (lambda one, other, *_: one < other)
    order = {"dimension": IntegerAttr(axis, I64), "is_stable": BoolAttr(True)}
    places = iota(X.shape, axis, I64)
    region = region_of([X.element, X.element, I64, I64], ahead)
    limits = [count if at == axis else size for at, size in enumerate(X.shape)]
    return [sliced(each, [0] * X.rank, limits) for each in emit_many("sort", [X, places], [X.type, places.type], [region], **order)]


@lower
def NonZero(X):
    """The places of what is not zero, [rank, count]."""
    count = fresh()
    places = tensorflow("Where", [X], [named_type((count, X.rank), I64)])[0]
    return places.transpose(1, 0)


@lower
def Compress(input, condition, axis=None):
    """Of the entries of an axis those of which the condition holds; a condition that is too short holds of none of the rest."""
    x = input.reshape(input.size) if axis is None else input
    axis = 0 if axis is None else axis % x.rank
    mask = constant_of(condition.value)
    if mask is not None:
        return take(x, literal(np.flatnonzero(mask).astype(np.int64)), axis)
    size = condition.shape[0]
    if isinstance(size, int) and isinstance(x.shape[axis], int) and size > x.shape[axis]:
        condition = condition[: x.shape[axis]]
    places = tensorflow("Where", [condition], [named_type((fresh(), 1), I64)])[0]
    return take(x, places[:, 0], axis)


def const(array) -> Tensor:
    """A constant of TensorFlow, for its ops that look at constants."""
    from tfir.ods.arrays import dense_of

    elements = dense_of(np.asarray(array))
    return tensorflow("Const", [], [TensorType(elements.type.shape, elements.type.element)], value=elements)[0]


@lower
def Unique(X, axis, sorted):
    """Different entries in the order of their size or of their first occurrence; the first place of each, which one each entry is, how often
    each is there."""
    if axis is None:
        return unique_of(X.reshape(X.size), sorted)
    axis %= X.rank
    if X.rank == 1:
        return unique_of(X, sorted)
    if not isinstance(X.shape[axis], int):
        raise Error("compares entries of an axis of unknown size")
    return unique_rows(X, axis, sorted)


def unique_of(x: Tensor, is_sorted: int) -> list[Tensor]:
    n = x.shape[0]
    if not isinstance(n, int):
        raise Error("compares elements of which it is not known how many there are")
    return unique_by(x.expand(1), is_sorted, lambda order: take(x, order, 0))


def unique_rows(x: Tensor, axis: int, is_sorted: int) -> list[Tensor]:
    order = [axis, *[at for at in range(x.rank) if at != axis]]
    rows = x.transpose(*order)
    from tfir.ods.shapes import product

    return unique_by(rows.reshape(x.shape[axis], product(rows.shape[1:])), is_sorted, lambda places: take(x, places, axis))


def unique_by(rows: Tensor, is_sorted: int, picked) -> list[Tensor]:
    """Of rows [n, m]: each is compared with all others."""
    n, m = rows.shape
    one, other = [part for part in (rows.expand(1), rows.expand(0))]
    same = ((one == other) | ((one != one) & (other != other)) if rows.is_float else one == other).convert(I32).min(2) != 0
    place = iota((n, n), 1, I64)
    first = select(same, place, n).min(1)  # of each row, where its like stands first
    is_first = first == iota((n,), 0, I64)
    counts = same.convert(I64).sum(1)
    if is_sorted:
        is_less = less_rows(one, other, m)
        rank = (is_less.transpose(1, 0) & is_first.expand(0)).convert(I64).sum(1)  # how many different ones are smaller
    else:
        rank = ((place < first.expand(1)) & is_first.expand(0)).convert(I64).sum(1)
    total = is_first.convert(I64).sum(0)
    count = told(total.convert(I32))
    slot = select(is_first, rank, n)
    order = select(slot.expand(0) == iota((n, n), 0, I64), place, 0).sum(1)  # where the k-th different one stands first
    order = sliced(order, [0], [count])
    return [picked(order), order, rank, take(counts, order, 0)]


def less_rows(one: Tensor, other: Tensor, m: int) -> Tensor:
    """Whether the row of the first axis comes before that of the second, by the first element that differs."""
    result, tied = splat(False, (one.shape[0], one.shape[0]), I1), splat(True, (one.shape[0], one.shape[0]), I1)
    for at in range(m):
        a, b = one[:, :, at], other[:, :, at]
        if one.element is I1:
            a, b = a.convert(I32), b.convert(I32)
        less = a < b
        equal = a == b
        if one.is_float:
            less = less | ((a == a) & (b != b))
            equal = equal | ((a != a) & (b != b))
        result = result | (tied & less)
        tied = tied & equal
    return result


@lower
def NonMaxSuppression(
    boxes, scores, center_point_box, max_output_boxes_per_class: int | None = None, iou_threshold: float | None = None, score_threshold=None
):
    """For each member of the batch and each class the best boxes, of which none overlaps a better one too much: [count, 3] of the numbers of
    batch, class and box."""
    batch, classes, count = scores.shape
    limit = max_output_boxes_per_class or 0
    if not is_static((batch, classes, count)):
        raise Error("has boxes or classes of which it is not known how many there are")
    limit = min(limit, count)
    if not limit:
        return splat(0, (0, 3), I64)
    threshold = 0.0 if iou_threshold is None else iou_threshold
    if center_point_box:
        x, y, width, height = [boxes[..., at : at + 1] for at in range(4)]
        boxes = concatenate([y - height / 2, x - width / 2, y + height / 2, x + width / 2], 2)
    least = splat(float("-inf"), (), F32) if score_threshold is None else score_threshold.reshape()
    from tfopt.arithmetic.detection import chosen_by, overlap_in, suppressed_above
    from tfopt.arithmetic.tensor import broadcast_to

    apart = broadcast_to(boxes.expand(1), (batch, classes, count, 4)).reshape(batch * classes, count, 4)
    flat = scores.reshape(batch * classes, count)
    bound = splat(threshold, (), F32)
    picked, _, counts = chosen_by(overlap_in(apart, flat.element), suppressed_above(bound), flat, limit, least)
    group = batch * classes
    slots = (group, limit)
    is_there = iota(slots, 1) < broadcast_to(counts.expand(1), slots)
    number = iota(slots, 0, I64)
    columns = [
        (number / classes).reshape(group * limit),
        (number % classes).reshape(group * limit),
        picked.convert(I64).reshape(group * limit),
    ]
    rows = concatenate([each.expand(1) for each in columns], 1)
    places = tensorflow("Where", [is_there.reshape(group * limit)], [named_type((fresh(), 1), I64)])[0]
    return take(rows, places[:, 0], 0)
