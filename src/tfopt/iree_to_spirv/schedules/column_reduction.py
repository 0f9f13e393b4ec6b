"""Reductions over dimensions that others follow, on processors, and what is computed of columns and of what they are reduced to: a softmax over the
first of two dimensions, a normalization over the places of images.

As `vector_reduction` goes along rows, but that a vector has neighbouring columns, so that nothing is combined at its end. Some vectors go down together,
as often as reductions wait for each other, while their part of the tensor is in a near cache. Where that is far away and is gone through once, a workgroup has
a wide part of each row, which lies side by side: it adds up some rows at a time, and has sums for all of its columns in memory of its own.
"""

from __future__ import annotations

from functools import partial
from math import prod

from tfir.analysis.extents import Extent
from tfir.analysis.rows import RESHAPE, Rows, columns_in
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import B, Value, known_below
from tfopt.iree_to_spirv.elements.contraction import sum_kind
from tfopt.iree_to_spirv.elements.reduction import LONGEST_SUM
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.product import moved_back
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.row_passes import Pass, passes_along
from tfopt.iree_to_spirv.schedules.sweep import CHUNK, SHORTEST, each_row, widest
from tfopt.iree_to_spirv.schedules.vector_reduction import Row, RowsKernel, all_of
from tfopt.iree_to_spirv.scratch import Scratch

MOST_VECTORS = 4
ROWS = 8  # of which a wide part is read at a time
NARROWEST, WIDEST, WIDE_PARTS = 256, 2048, 8  # columns of a wide part, and how many of these a row has if it is long enough
SHARE = 4  # the part of the second cache that columns which go down together may have


def choose(executable: Executable, target) -> Schedule | None:
    columns = columns_of(executable) if target.is_processor else None
    if columns is None or columns.shape[-1] < SHORTEST:
        return None
    lanes, width = target.lanes(widest(executable)), columns.shape[-1]
    while lanes > width:
        lanes //= 2
    vectors = min(range(1, min(MOST_VECTORS, width // lanes) + 1), key=lambda count: (-(-width // (count * lanes)) * count, -count))
    is_once = len(passes_along(columns, list(executable.op.body), executable.stores[0][0])) == 1
    while not is_once and vectors > 1 and columns.length * vectors * target.vector_bytes > target.cache_sizes[1] // SHARE:
        vectors //= 2
    if is_once and width >= NARROWEST and is_far(columns, executable, target):
        wide = max(NARROWEST, min(WIDEST, width // WIDE_PARTS))
        return Schedule("column_reduction", lanes=lanes, vectors=wide // lanes, groups=1, rows=ROWS, loads="storage")
    group = max(1, CHUNK // (columns.length * vectors * lanes))
    return Schedule("column_reduction", lanes=lanes, vectors=vectors, groups=group, loads="storage")


def is_far(columns: Rows, executable: Executable, target) -> bool:
    """Whether what is gone through, which has numbers enough and is combined in memory, comes from behind the second cache."""
    types = [argument.type for argument in executable.loads.values()]
    is_large = not any([isinstance(type.size, Extent) for type in types]) and sum(map(byte_size, types)) > target.cache_sizes[1]
    reductions = columns.reductions
    has_numbers = all([kind not in (None, B) for op in reductions for kind in [sum_kind(op.operands[0].type.element)]])
    return is_large and has_numbers and columns.length >= ROWS


def columns_of(executable: Executable) -> Rows | None:
    """The columns that all of an executable goes along, where it is known how many elements one has, and how many stand side by side."""
    columns = all_of(executable, columns_in)
    return None if columns is None or isinstance(columns.shape[-1], Extent) else columns


def emit(executable: Executable, schedule: Schedule, target):
    columns = columns_of(executable)
    if columns is None or schedule.number("lanes", 1, 64) * schedule.number("vectors", 1, WIDEST) > columns.shape[-1]:
        raise Error.on(executable.op, "is no reduction that schedule 'column_reduction' can run")
    kernel = WidePartKernel if "rows" in schedule.values else ColumnsKernel
    return kernel(executable, schedule, target, columns).emit()


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
        self.vectors, self.group = schedule.number("vectors", 1, WIDEST), schedule.number("groups", 1, 1 << 20)
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
        """Columns, an element of each in turn; where they are few, several of each, as a sum waits for the one before."""
        in_turn = max(1, min(MOST_VECTORS // self.vectors, self.rows.length))
        starts = [self.start(op, self.lanes) for op in each.reductions] * (self.vectors * in_turn)
        size = len(starts) // in_turn

        def row(place: Value, sums: list[Value]) -> list[Value]:
            own, taken = iter(self.apart(each, sums)), list[Value]()
            self.each(lambda: taken.extend(self.taken(each, next(own), place, place, self.lanes)))
            return taken

        def turn(i: Value, sums: list[Value]) -> list[Value]:
            return [sum for at in range(in_turn) for sum in row(i * in_turn + at, sums[at * size : (at + 1) * size])]

        whole, rest = divmod(self.rows.length, in_turn)
        sums = self.whole_turns(each, whole, starts, turn)
        parts = [sums[at * size : (at + 1) * size] for at in range(in_turn)]
        for at in range(rest):
            parts[at] = row(self.kernel.number(whole * in_turn + at), parts[at])
        while len(parts) > 1:
            parts = [*parts[2:], self.combined_apart(each, *parts[:2])]
        totals = iter(self.apart(each, parts[0]))
        self.each(lambda: self.bind_totals(each, next(totals)))


class WidePartKernel(ColumnsKernel):
    """A workgroup has so many `vectors` of each row, and takes in some `rows` at a time. Sums of floats are taken in parts, in `sums`; `totals` are those of
    the parts."""

    def __init__(self, executable: Executable, schedule: Schedule, target, columns: Rows):
        super().__init__(executable, schedule, target, columns)
        self.at_once = schedule.number("rows", 1, 64)
        if len(self.passes) > 1 or not self.passes[0].reductions:
            raise Error.on(executable.op, "goes down its columns more than once, which schedule 'column_reduction' does without 'rows'")
        self.totals, self.sums = (self.memory(name) for name in ("totals", "sums"))

    def memory(self, name: str) -> list[Scratch]:
        """Numbers for each column, for each reduction."""
        kinds = [sum_kind(op.operands[0].type.element) for op in self.passes[0].reductions]
        return [Scratch(self.kernel, f"{name}_{number}", kind, self.vectors * self.lanes) for number, kind in enumerate(kinds)]

    def go_down(self, outer: Value, first: Value) -> None:
        (each,), rows, length = self.passes, self.at_once, self.rows.length
        index = Index(self.kernel, self.outer, linear=outer)
        in_columns = partial(self.in_columns, index, first)
        starts = [self.start(op, self.lanes) for op in each.reductions]
        blocks = length // rows
        of_part = max(1, min(blocks, LONGEST_SUM // rows))

        def take_in(place: Value, count: int) -> None:
            """The next rows, added up, into sums."""

            def vector(at: Value) -> None:
                taken = starts
                for row in range(count):
                    taken = self.taken(each, taken, place + row, place + row, self.lanes)
                self.add(each, self.sums, at, taken)

            in_columns(vector)

        def part(first: Value | int, count: int) -> None:
            in_columns(lambda at: self.put(self.sums, at, starts))
            self.counted(count, lambda i: take_in((i + first) * rows, rows))
            in_columns(lambda at: self.add(each, self.totals, at, self.held(self.sums, at)))

        in_columns(lambda at: self.put(self.totals, at, starts))
        self.counted(blocks // of_part, lambda i: part(i * of_part, of_part))
        if blocks % of_part:
            part(blocks // of_part * of_part, blocks % of_part)
        if length % rows:
            in_columns(lambda at: self.put(self.sums, at, starts))
            take_in(self.kernel.number(blocks * rows), length % rows)
            in_columns(lambda at: self.add(each, self.totals, at, self.held(self.sums, at)))

        def finish(at: Value) -> None:
            self.bind_totals(each, self.held(self.totals, at))
            self.setting.store_at(Index(self.kernel, self.executable.shape, linear=self.here.number), self.numbers)

        in_columns(finish)

    def counted(self, count: int, body) -> None:
        def step(i: Value, carried):
            body(i)
            return carried

        self.kernel.loop(0, count, 1, [], step, unrolled=0)

    def in_columns(self, outer: Index, first: Value, body) -> None:
        """`body(place in memory)` for each vector of columns; those of the last part may have to end with the last column."""

        def vector(i: Value) -> None:
            place = i * self.lanes
            start = moved_back(first + place, self.rows.shape[-1], self.lanes)
            self.enter(columns_at(self.kernel, self.rows, outer, start, 0))
            self.spread(0)
            body(place)

        self.counted(self.vectors, vector)

    def held(self, memory: list[Scratch], place: Value) -> list[Value]:
        return [each.load(place, self.lanes) for each in memory]

    def put(self, memory: list[Scratch], place: Value, values: list[Value]) -> None:
        for each, value in zip(memory, values, strict=True):
            each.store(place, value)

    def add(self, each: Pass, memory: list[Scratch], place: Value, values: list[Value]) -> None:
        self.put(memory, place, self.combined(each, self.held(memory, place), values))
