"""Lowerings: tensors whose rows differ in length: the elements of all rows after each other, and for each level a partition of them into rows."""

from tfir.dialects.tf.ragged import ROW_NUMBERS, ROWS, SPLITS
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32

from tfopt.arithmetic.sizes import tell_shape
from tfopt.arithmetic.tensor import Tensor, broadcast_to, concatenate, iota, maximum, number, pad, select, splat, take
from tfopt.tf_to_stablehlo.indexing import scatter
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.reduction import running

OUTSIDE = (1 << 31) - 1  # the number of a row that no tensor has


def rows_of_splits(splits: Tensor, count) -> list[Tensor]:
    """Of each of `count` elements the row that it is in, and its place there; how long the longest row is."""
    begins = scatter(splat(0, (count,), I32), splits[1:].expand(1), splat(1, (splits.size - 1,), I32), "add")
    row = running(lambda one, other: one + other, 0)(begins, 0, False, False)
    place = iota((count,), 0) - take(splits, row, 0)
    is_inside = row < number(splits.size - 1)
    return [select(is_inside, row, OUTSIDE), place, maximum((splits[1:] - splits[: splits.size - 1]).max(0), 0)]


def rows_of_numbers(numbers: Tensor, count: Tensor) -> list[Tensor]:
    """The same where each element has the number of its row, of `count` rows."""
    place = iota(numbers.shape, 0)
    begins = (place == 0) | (numbers != pad(numbers, [1], [-1], -1))
    place = place - running(maximum, 0)(select(begins, place, 0), 0, False, False)
    is_inside = numbers < broadcast_to(count, numbers.shape)
    return [select(is_inside, numbers, OUTSIDE), place, maximum(select(is_inside, place, -1).max(0) + 1, 0)]


def levels_of(partitions: list[Tensor], kinds, elements) -> tuple[Tensor, list[list[Tensor]]]:
    """How many rows the first level has, and for each level rows and places of its elements and the longest row."""
    partitions = [each.convert(I32) for each in partitions]
    first = partitions[0].reshape() if kinds[0] == ROWS else None
    levels = [(each, kind) for each, kind in zip(partitions, kinds) if kind != ROWS]
    if not levels or any([kind not in (SPLITS, ROW_NUMBERS) for _, kind in levels]):
        raise Error(f"rows are given by {', '.join(kinds)}, which has no lowering")
    outer, kind = levels[0]
    if first is None:
        first = number(outer.size - 1) if kind == SPLITS else maximum(outer.max(0) + 1, 0)
    split, rows = [], first
    for (partition, kind), (below, kind_below) in zip(levels, [*levels[1:], (None, "")]):
        count = elements if below is None else below.size - 1 if kind_below == SPLITS else None
        if kind == SPLITS and count is None:
            raise Error("rows are given by splits, and those in them by numbers, which has no lowering")
        split.append(rows_of_splits(partition, count) if kind == SPLITS else rows_of_numbers(partition, rows))
        rows = number(partition.size if kind == ROW_NUMBERS else count)
    return first, split


@lower
def RaggedTensorToTensor(shape, values, default_value, row_partition_tensors, row_partition_types, result_types):
    """Each element goes to its row and its place in it; what finds no room is dropped."""
    (type,) = result_types
    first, levels = levels_of(row_partition_tensors, row_partition_types, values.shape[0])
    sizes = concatenate([each.reshape(1) for each in (first, *[longest for _, _, longest in levels], *map(number, values.shape[1:]))], 0)
    stated = broadcast_to(shape.convert(I32), (len(type.shape),))
    tell_shape(type.shape, select(stated < 0, sizes, stated))
    row, places = None, []
    for rows, place, _ in reversed(levels):
        if row is not None:  # of what is outside, the last one's place, and its row below
            rows, place = [select(row < number(each.size), take(each, row, 0), OUTSIDE) if each.size else row for each in (rows, place)]
        places.insert(0, place)
        row = rows
    indices = concatenate([each.expand(1) for each in (row, *places)], 1)
    return scatter(broadcast_to(default_value, type.shape), indices, values, None)
