"""Lowerings: tensors whose rows differ in length: the elements of all rows after each other, and for each level a partition of them into rows."""

from math import prod

from tfir.dialects.tf.ragged import ROW_NUMBERS, ROWS, SPLITS
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32

from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.sizes import tell, tell_shape
from tfopt.arithmetic.tensor import Tensor, broadcast_to, concatenate, iota, maximum, number, pad, select, splat, take
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.reduction import running

OUTSIDE = (1 << 31) - 1  # the number of a row that no tensor has


def rows_of_splits(splits: Tensor, count) -> list[Tensor]:
    """Of each of `count` elements the row that it is in, and its place there."""
    begins = scatter(splat(0, (count,), I32), splits[1:].expand(1), splat(1, (splits.size - 1,), I32), "add")
    row = running_sums(begins)
    return in_rows(splits, row, iota((count,), 0))


def in_rows(splits: Tensor, row: Tensor, element: Tensor) -> list[Tensor]:
    return [select(row < number(splits.size - 1), row, OUTSIDE), element - take(splits, row, 0)]


def rows_of_numbers(numbers: Tensor, count: Tensor) -> list[Tensor]:
    """The same where each element has the number of its row, of `count` rows."""
    place = iota(numbers.shape, 0)
    begins = (place == 0) | (numbers != pad(numbers, [1], [-1], -1))
    place = place - running(maximum, 0)(select(begins, place, 0), 0, False, False)
    return [select(numbers < broadcast_to(count, numbers.shape), numbers, OUTSIDE), place]


class Level:
    """A partition of elements into rows. How many elements there are is not known of splits above numbers of rows: the row of each element that is
    asked for is searched."""

    def __init__(self, partition: Tensor, kind: str, count, rows: Tensor):
        self.partition, self.rows_of_all = partition, None
        if kind == SPLITS:
            self.rows_of_all = None if count is None else rows_of_splits(partition, count)
            self.longest = maximum((partition[1:] - partition[: partition.size - 1]).max(0), 0)
        else:
            self.rows_of_all = rows_of_numbers(partition, rows)
            row, place = self.rows_of_all
            self.longest = maximum(select(row < OUTSIDE, place, -1).max(0) + 1, 0)

    def rows_of(self, element: Tensor | None) -> list[Tensor]:
        """The rows and the places there of all elements, or of some by number."""
        if self.rows_of_all is None:
            row = (self.partition[1:].expand(0) <= element.expand(1)).convert(I32).sum(1)
            return in_rows(self.partition, row, element)
        if element is None:
            return self.rows_of_all
        # Of what is outside, the last one's place, and its row below.
        return [select(element < number(each.size), take(each, element, 0), OUTSIDE) if each.size else element for each in self.rows_of_all]


def levels_of(partitions: list[Tensor], kinds, elements) -> tuple[Tensor, list[Level]]:
    """How many rows the first level has, and the levels."""
    partitions = [each.reshape(each.size).convert(I32) for each in partitions]
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
        split.append(Level(partition, kind, count, rows))
        rows = (
            number(partition.size) if kind == ROW_NUMBERS else partition[partition.size - 1].reshape() if count is None else number(count)
        )
    return first, split


@lower
def RaggedTensorToTensor(shape, values, default_value, row_partition_tensors, row_partition_types, result_types):
    """Each element goes to its row and its place in it; what finds no room is dropped."""
    (type,) = result_types
    first, levels = levels_of(row_partition_tensors, row_partition_types, values.shape[0])
    sizes = concatenate([each.reshape(1) for each in (first, *[level.longest for level in levels], *map(number, values.shape[1:]))], 0)
    stated = broadcast_to(shape.convert(I32), (len(type.shape),))
    tell_shape(type.shape, select(stated < 0, sizes, stated))
    row, places = None, []
    for level in reversed(levels):
        row, place = level.rows_of(row)
        places.insert(0, place)
    indices = concatenate([each.expand(1) for each in (row, *places)], 1)
    return scatter(broadcast_to(default_value, type.shape), indices, values, None)


@lower
def RaggedGather(params_nested_splits, params_dense_values, indices, result_types):
    """Rows by number, level by level: how long they are says where they begin, and which rows of the level below they have."""
    around = [splits_alike(indices.shape[: axis + 1], indices.shape[axis + 1]) for axis in range(indices.rank - 1)]
    rows, levels = indices.reshape(indices.size).convert(I32), []
    below = [(type.shape[0], 1) for type in result_types[-len(params_nested_splits) : -1]] + [(result_types[-1].shape[0], 0)]
    for splits, (size, more) in zip(params_nested_splits, below):
        begins, ends = take(splits.convert(I32), rows, 0), take(splits.convert(I32), rows + 1, 0)
        level = pad(running_sums(ends - begins), [1], [0])
        tell(size, lambda level=level, more=more: level[level.size - 1].reshape() + more)
        count = size - more
        row = running_sums(scatter(splat(0, (count,), I32), level[1:].expand(1), splat(1, rows.shape, I32), "add"))
        rows = iota((count,), 0) + take(begins - level[: level.size - 1], row, 0)
        levels.append(level)
    element = params_nested_splits[0].element
    kept = levels if indices.rank else levels[1:]
    return [*[level.convert(element) for level in (*around, *kept)], take(params_dense_values, rows, 0)]


def running_sums(x: Tensor) -> Tensor:
    return running(lambda one, other: one + other, 0)(x, 0, False, False)


def splits_alike(rows, size) -> Tensor:
    """The splits of rows of one size."""
    return iota((prod(rows) + 1,), 0) * number(size)
