"""Reductions over dimensions that others follow, on processors, and what is computed of columns and of what they are reduced to: a softmax over the
first of two dimensions, a normalization over the places of images.

As `vector_reduction` goes along rows, but that a vector has neighbouring columns, so that nothing is combined at its end. Some vectors go down together,
as often as reductions wait for each other, while their part of the tensor is in a near cache.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.extents import Extent
from tfir.analysis.rows import RESHAPE, Rows, columns_in
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, known_below
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.product import moved_back
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.row_passes import Pass
from tfopt.iree_to_spirv.schedules.sweep import CHUNK, SHORTEST, each_row, widest
from tfopt.iree_to_spirv.schedules.vector_reduction import Row, RowsKernel, all_of

MOST_VECTORS = 4
SHARE = 4  # the part of the second cache that columns which go down together may have


def choose(executable: Executable, target) -> Schedule | None:
    columns = columns_of(executable) if target.is_processor else None
    if columns is None or columns.shape[-1] < SHORTEST:
        return None
    lanes, width = target.lanes(widest(executable)), columns.shape[-1]
    while lanes > width:
        lanes //= 2
    vectors = min(MOST_VECTORS, width // lanes)
    while vectors > 1 and columns.length * vectors * target.vector_bytes > target.cache_sizes[1] // SHARE:
        vectors //= 2
    group = max(1, CHUNK // (columns.length * vectors * lanes))
    return Schedule("column_reduction", lanes=lanes, vectors=vectors, groups=group, loads="storage")


def columns_of(executable: Executable) -> Rows | None:
    """The columns that all of an executable goes along, where it is known how many elements one has, and how many stand side by side."""
    columns = all_of(executable, columns_in)
    return None if columns is None or isinstance(columns.shape[-1], Extent) else columns


def emit(executable: Executable, schedule: Schedule, target):
    columns = columns_of(executable)
    if columns is None or schedule.number("lanes", 1, 64) * schedule.number("vectors", 1, 16) > columns.shape[-1]:
        raise Error.on(executable.op, "is no reduction that schedule 'column_reduction' can run")
    return ColumnsKernel(executable, schedule, target, columns).emit()


def columns_at(kernel, columns: Rows, outer: Index, column: Value, base: int) -> Row:
    """Columns side by side, from one on in its tensor."""
    before, behind = outer.dims[: columns.axis], [*outer.dims[columns.axis :], column]
    number = Index(kernel, columns.shape[: columns.axis] + columns.shape[columns.end :], [*before, *behind]).linear
    zeros = [kernel.number(0)] * (columns.end - columns.axis)
    return Row(number, Index(kernel, columns.shape, [*before, *zeros, *behind]), base)


class ColumnsKernel(RowsKernel):
    """The kernel of so many `groups` of `vectors` to a workgroup."""

    def __init__(self, executable: Executable, schedule: Schedule, target, columns: Rows):
        self.lanes = self.numbers = schedule.number("lanes", 1, 64)
        self.vectors, self.group = schedule.number("vectors", 1, 16), schedule.number("groups", 1, 1 << 20)
        self.rows, self.ops = columns, list(executable.op.body)
        self.outer = columns.shape[: columns.axis] + columns.shape[columns.end : -1]
        self.begin(executable, schedule, target, self.lanes * self.vectors)

    def emit(self):
        wide = self.lanes * self.vectors
        across = -(-self.rows.shape[-1] // wide)
        each_row(
            self.kernel, prod(self.outer) * across, self.group, lambda number: self.go_down(number // across, (number % across) * wide)
        )
        return self.kernel.finish()

    def go_down(self, outer: Value, first: Value) -> None:
        """The vectors of a group; those of the last one may have to end with the last column."""
        lanes, length, index = self.lanes, self.rows.length, Index(self.kernel, self.outer, linear=outer)
        starts = [moved_back(first + at * lanes, self.rows.shape[-1], lanes) for at in range(self.vectors)]
        self.line_up = [columns_at(self.kernel, self.rows, index, start, at * lanes * length) for at, start in enumerate(starts)]
        self.all_passes()

    def spread(self, done: int) -> None:
        for op in self.ops:
            if op.name == RESHAPE and self.rows.passes[op.result] == done:  # columns stand side by side in it as before
                source = op.operands[0]
                self.bind(op, self.elements.at(source, Index(self.kernel, source.type.shape, linear=self.here.number), self.lanes))
        super().spread(done)

    def index(self, _line: Value, place: Value, lanes: int) -> Index:
        rows, first, place = self.rows, self.here.first, known_below(place, self.rows.length)
        self.place = place * lanes
        inner = Index(self.kernel, rows.shape[rows.axis : rows.end], linear=place)
        linear = first.linear + place * prod(rows.shape[rows.end :])
        return Index(self.kernel, rows.shape, lambda: [*first.dims[: rows.axis], *inner.dims, *first.dims[rows.end :]], linear)

    # Down the columns

    def go_through(self, each: Pass) -> None:
        if each.reductions:
            self.reduce(each)
        else:
            self.kernel.loop(0, self.rows.length, 1, [], self.stored, unrolled=1)

    def stored(self, place: Value, carried: list[Value]) -> list[Value]:
        self.each(lambda: self.setting.store_at(self.index(place, place, self.lanes), self.lanes))
        return carried

    def reduce(self, each: Pass) -> None:
        starts = [self.start(op, self.lanes) for op in each.reductions] * self.vectors

        def turn(place: Value, sums: list[Value]) -> list[Value]:
            own, taken = iter(self.apart(each, sums)), list[Value]()
            self.each(lambda: taken.extend(self.taken(each, next(own), place, place, self.lanes)))
            return taken

        totals = iter(self.apart(each, self.whole_turns(each, self.rows.length, starts, turn)))
        self.each(lambda: self.bind_totals(each, next(totals)))
