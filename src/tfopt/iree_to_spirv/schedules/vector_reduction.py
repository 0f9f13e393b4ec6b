"""Reductions over the last dimensions on processors, and what is computed of rows and of what they are reduced to: a softmax, a normalization.

A row is gone along once for each reduction that waits for another, and once more where the result has an element for each of its own. Meanwhile it
is in the nearest cache. Several vectors take turns along it, and are combined at its end, so only operations whose order does not matter and
that have a neutral element to start a vector with.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tfir.analysis.extents import Extent, divided_up, usual
from tfir.analysis.reducers import neutral, single_op
from tfir.analysis.rows import BROADCAST, IOTA, Rows, rows_in
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.iree_to_spirv.arithmetic import Value, halves, known_below, where
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements import as_element
from tfopt.iree_to_spirv.elements.contraction import of_result, sum_kind
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.elements.reduction import LONGEST_SUM, in_parts
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.row_passes import Pass, passes_along
from tfopt.iree_to_spirv.schedules.setting import AHEAD, Setting, exceeds_caches
from tfopt.iree_to_spirv.schedules.sweep import CHUNK, each_row, sweep, widest
from tfopt.iree_to_spirv.scratch import Scratch

SHORTEST = 2  # of a row that is reduced alone
IN_TURN = 4  # vectors that a row is combined in, as one combination waits for the one before
# A long row that is in no cache is read in so many parts by turns: a processor asks memory in advance for what comes next in each. On a Xeon (Emerald Rapids)
# one core reads 256 MiB at 0.54 to 0.73 of the speed of copying in one part, whether it is told to fetch in advance or not, at 0.98 in 4 and 1.02 in 8.
LONG, PARTS = 4096, 8
# Short rows are gone along several at a time, as what comes behind the last element of one waits for it: up to so many, of so many vectors in all.
TOGETHER, OVERLAPPING = 8, 64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def choose(executable: Executable, target) -> Schedule | None:
    rows = rows_of(executable) if target.is_processor else None
    if rows is None or (executable.root is not None and rows.length < SHORTEST and not rows.is_whole(executable.stores[0][0])):
        return None
    lanes, run = target.lanes(widest(executable)), run_of(rows, executable)
    while lanes > run:
        lanes //= 2
    together = max(1, min(TOGETHER, OVERLAPPING * lanes // rows.length, usual(rows.count, TOGETHER)))
    group = max(1, CHUNK // rows.length // together) * together
    if not exceeds_caches(executable, target):
        return Schedule("vector_reduction", lanes=lanes, rows=group, together=together, loads="storage")
    if run >= LONG and run % (PARTS * lanes) == 0:
        return Schedule("vector_reduction", lanes=lanes, rows=group, together=together, parts=PARTS, loads="storage")
    return Schedule("vector_reduction", lanes=lanes, rows=group, together=together, loads=AHEAD)


def rows_of(executable: Executable) -> Rows | None:
    """The rows that all of an executable goes along, where it is known how many elements one has."""
    return all_of(executable, rows_in)


def all_of(executable: Executable, find: Callable[[Iterable[Operation]], Rows | None]) -> Rows | None:
    """The rows or columns that are found in an executable, where its result is of them, and what they are reduced to can be combined in vectors."""
    if len(executable.stores) != 1 or executable.size == 0:
        return None
    rows, (result, _) = find(executable.op.body), executable.stores[0]
    is_known = rows is not None and not isinstance(rows.length, Extent) and rows.length > 0 and rows.is_of_rows(result)
    return rows if is_known and all([sum_kind(op.operands[0].type.element) is not None for op in rows.reductions]) else None


def run_of(rows: Rows, executable: Executable) -> int:
    """How many elements of a row stand side by side: all, unless something depends on their place along one of its dimensions."""
    placed = [op for op in executable.op.body if op.name in (BROADCAST, IOTA) and rows.is_whole(op.result)]
    is_one = len(rows.shape) - rows.axis < 2 or all([op.name == BROADCAST and rows.is_same_along(op) for op in placed])
    return rows.length if is_one else rows.shape[-1]


def emit(executable: Executable, schedule: Schedule, target):
    rows = rows_of(executable)
    if rows is None:
        raise Error.on(executable.op, "is no reduction that schedule 'vector_reduction' can run")
    return RowsKernel(executable, schedule, target, rows).emit()


class Row:
    """A row that is gone along, or columns side by side: the number of the first one, its first element, what is known of its elements, and where in
    memory of its own it begins."""

    def __init__(self, number: Value, first: Index, base: int):
        self.number, self.first, self.base, self.bound = number, first, base, dict[Any, Any]()


def row_of(kernel, rows: Rows, number: Value, base: int = 0) -> Row:
    outer, inside = Index(kernel, rows.shape[: rows.axis], linear=number), len(rows.shape) - rows.axis
    return Row(number, Index(kernel, rows.shape, lambda: [*outer.dims, *[kernel.number(0)] * inside]), base)


class RowsKernel:
    """The kernel of so many rows to a workgroup, being written. `here` is the row that is being written for, `place` where in it; of what rows are
    reduced to it has so many numbers in a vector."""

    numbers = 1

    def __init__(self, executable: Executable, schedule: Schedule, target, rows: Rows):
        self.lanes, self.group = schedule.number("lanes", 1, 64), schedule.number("rows", 1, 1 << 20)
        self.together = schedule.number("together", 1, 16)
        self.parts = schedule.number("parts", 1, 16) if "parts" in schedule.values else 1
        self.rows, self.run, self.ops = rows, run_of(rows, executable), list(executable.op.body)
        if self.lanes > self.run or self.group % self.together or (self.parts > 1 and self.run % (self.parts * self.lanes)):
            raise Error.on(
                executable.op, f"has rows of {self.run} elements, which schedule 'vector_reduction' cannot run with these numbers"
            )
        self.begin(executable, schedule, target, self.together)

    def begin(self, executable: Executable, schedule: Schedule, target, together: int) -> None:
        """Says what each pass computes, with memory for what so many rows keep."""
        rows, self.setting = self.rows, Setting(executable, schedule, target, 1)
        self.kernel, self.elements, self.executable = self.setting.kernel, self.setting.elements, executable
        self.passes = passes_along(rows, self.ops, executable.stores[0][0], together)
        keeps, length = [op for each in self.passes for op in each.keeps], together * rows.length
        self.kept = {
            op: Scratch(self.kernel, f"kept_{number}", element_kind(op.result.type, self.kernel), length) for number, op in enumerate(keeps)
        }

    def emit(self):
        together = self.together
        each_row(
            self.kernel, divided_up(self.rows.count, together), self.group // together, lambda number: self.go_along(number * together)
        )
        return self.kernel.finish()

    def go_along(self, first: Value) -> None:
        """Goes along as many rows as the schedule says; the last one several times where there are not that many."""
        numbers = [first + at for at in range(self.together)]
        if not isinstance(self.rows.count, int) or self.rows.count % self.together:
            numbers = [where(number < self.rows.count, number, first.like(self.rows.count) - 1) for number in numbers]
        self.line_up = [
            row_of(self.kernel, self.rows, known_below(number, self.rows.count), at * self.rows.length) for at, number in enumerate(numbers)
        ]
        self.all_passes()

    def all_passes(self) -> None:
        self.each(lambda: self.spread(0))
        for done, each in enumerate(self.passes, 1):
            self.go_through(each)
            self.each(partial(self.spread, done))
        if self.passes[-1].reductions:
            self.each(lambda: self.setting.store_at(Index(self.kernel, self.executable.shape, linear=self.here.number), self.numbers))

    def go_through(self, each: Pass) -> None:
        self.each(partial(self.reduce, each) if each.reductions else self.store_all)

    def each(self, write) -> None:
        for row in self.line_up:
            self.enter(row)
            write()

    def enter(self, row: Row) -> None:
        """What is written next is for this row."""
        self.here, self.elements.bound = row, row.bound

    def store_all(self) -> None:
        self.each_line([], lambda line, _: self.sweep(line))

    def spread(self, done: int) -> None:
        """What all places of the row have in common, as far as it is known after so many passes, is computed once."""
        for op in self.ops:
            if op.name == BROADCAST and self.rows.is_whole(op.result) and self.rows.is_same_along(op):
                if self.rows.passes.get(op.result, 0) == done:
                    self.bind(op, self.elements.at(op.result, self.here.first, self.numbers))

    def bind(self, op: Operation, value: Value) -> None:
        self.elements.bound[op.result] = lambda index, lanes: value

    # Along a row

    def each_line(self, carried: list[Value], body) -> list[Value]:
        """`body(line, carried)` for what stands side by side in a row; it returns the next `carried`."""
        return self.kernel.loop(0, self.rows.length // self.run, 1, carried, lambda line, now: body(line, now) or now, unrolled=1)

    def index(self, line: Value, place: Value, lanes: int) -> Index:
        place = known_below(place, self.run - lanes + 1)
        inner = self.rows.shape[self.rows.axis : -1] if self.run != self.rows.length else ()
        self.place = known_below(line * self.run + place, self.rows.length - lanes + 1)
        linear = self.here.number * self.rows.length + self.place
        if self.run == self.rows.length and len(self.rows.shape) - self.rows.axis > 1:
            return Index(self.kernel, self.rows.shape, linear=linear)
        lines, first = Index(self.kernel, inner, linear=line), self.here.first
        return Index(self.kernel, self.rows.shape, lambda: [*first.dims[: self.rows.axis], *lines.dims, place], linear)

    def sweep(self, line: Value) -> None:
        sweep(self.kernel, self.run, self.lanes, lambda place, lanes: self.setting.store_at(self.index(line, place, lanes), lanes))

    def reduce(self, each: Pass) -> None:
        starts = [self.start(op, 1) for op in each.reductions]
        self.bind_totals(each, self.each_line(starts, lambda line, now: self.combined(each, now, self.of_line(each, line))))

    def bind_totals(self, each: Pass, totals: list[Value]) -> None:
        """What later passes read: numbers that the row is reduced to, and what was kept."""
        initial = [converted(self.elements.outer(op.operands[1]), sum_kind(op.operands[0].type.element)) for op in each.reductions]
        initial = [value.splat(self.numbers) for value in initial]
        for op, total in zip(each.reductions, self.combined(each, initial, totals)):
            self.bind(op, as_element(of_result(self.elements, op, total), op.result.type.element))
        for op in each.keeps:
            self.elements.bound[op.result] = lambda index, lanes, op=op: self.kept[op].load(self.place + self.here.base, lanes)

    def of_line(self, each: Pass, line: Value) -> list[Value]:
        """What stands side by side, reduced."""
        lanes, in_turn = self.lanes, IN_TURN if self.parts == 1 else self.parts
        step, apart = lanes * in_turn, lanes if self.parts == 1 else self.run // self.parts
        whole, vectors = self.run // step * step, self.run // lanes * lanes

        def turn(place: Value, parts: list[Value]) -> list[Value]:
            return [new for at, old in enumerate(self.apart(each, parts)) for new in self.taken(each, old, line, place + at * apart, lanes)]

        parts = [self.start(op, lanes) for op in each.reductions] * (in_turn if whole else 1)
        if whole:
            parts = self.whole_turns(each, whole // step, parts, lambda i, parts: turn(i * (step if self.parts == 1 else lanes), parts))
        sums = self.apart(each, parts)
        for place in range(whole, vectors, lanes):
            at = (place - whole) // lanes % len(sums)
            sums[at] = self.taken(each, sums[at], line, self.kernel.number(place), lanes)
        return self.within(each, self.paired(each, sums), line, vectors)

    def within(self, each: Pass, sums: list[Value], line: Value, place: int) -> list[Value]:
        """Vectors whose lanes are combined, with what is left of a line from a place on, in ever shorter ones."""
        lanes = self.lanes
        while lanes > 1:
            pairs = [halves(vector) for vector in sums]
            sums, lanes = self.combined(each, *zip(*pairs)), lanes // 2
            if self.run - place >= lanes:
                sums, place = self.taken(each, sums, line, self.kernel.number(place), lanes), place + lanes
        return sums

    def whole_turns(self, each: Pass, count: int, starts: list[Value], turn) -> list[Value]:
        """In parts where so many roundings in a row would tell."""
        if count > LONGEST_SUM and any([start.kind.is_float for start in starts]):
            return in_parts(self.kernel, count, starts, starts, turn, partial(self.combined_apart, each))
        return self.kernel.loop(0, count, 1, starts, turn, unrolled=1)

    def apart(self, each: Pass, parts: list[Value]) -> list[list[Value]]:
        """Numbers for all reductions of a pass, several times."""
        count = len(each.reductions)
        return [parts[at : at + count] for at in range(0, len(parts), count)]

    def paired(self, each: Pass, sums: list[list[Value]]) -> list[Value]:
        """Combined two by two, until one is left."""
        while len(sums) > 1:
            pairs = [self.combined(each, one, other) for one, other in zip(sums[::2], sums[1::2])]
            sums = [*pairs, *sums[len(sums) // 2 * 2 :]]
        return sums[0]

    # At a place of a row

    def taken(self, each: Pass, sums: list[Value], line: Value, place: Value, lanes: int) -> list[Value]:
        """The elements from a place on taken in, and kept as far as later passes need them."""
        index = self.index(line, place, lanes)
        for op in each.computes:
            value = self.elements.at(op.result, index, lanes)
            if op in each.keeps:
                self.kept[op].store(self.place + self.here.base, value.splat(lanes))
        loaded = [
            converted(self.elements.at(op.operands[0], index, lanes), sum_kind(op.operands[0].type.element)) for op in each.reductions
        ]
        return self.combined(each, sums, [value.splat(lanes) for value in loaded])

    def combined(self, each: Pass, one, other) -> list[Value]:
        return [self.elements.combine(op.region, pair)[0] for op, *pair in zip(each.reductions, one, other, strict=True)]

    def combined_apart(self, each: Pass, one: list[Value], other: list[Value]) -> list[Value]:
        """Numbers for all reductions of a pass, several times, with as many others."""
        return [value for pair in zip(self.apart(each, one), self.apart(each, other)) for value in self.combined(each, *pair)]

    def start(self, reduction: Operation, lanes: int) -> Value:
        element = reduction.operands[0].type.element
        return Value(self.kernel, sum_kind(element), lanes, constant=neutral(single_op(reduction.region.entry), element))
