"""Several reductions over the last dimensions on devices, and what is computed of rows and of what they are reduced to: a softmax, a normalization, by a
subgroup to a row, or by an invocation where subgroups are not known.

Each lane has every so many elements of the row, in pieces that are loaded at once. Of a short row these stay in registers from the first
reduction to the last element that is stored; a longer one is gone along again, and what is computed of its elements is computed again.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, halves, known_below, moved_inside, where
from tfopt.iree_to_spirv.elements.contraction import sum_kind
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.row_passes import Pass, passes_along
from tfopt.iree_to_spirv.schedules.row_reduction import LANES
from tfopt.iree_to_spirv.schedules.setting import Setting, folded, invocations_for, preferred_loads, require_shuffles
from tfopt.iree_to_spirv.schedules.vector_reduction import RowsKernel, row_of, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.analysis.rows import Rows

INVOCATIONS = 64  # of a workgroup, where each has a row of its own


def choose(executable: Executable, target) -> Schedule | None:
    rows = None if target.is_processor else rows_of_several(executable)
    if rows is None:
        return None
    can_shuffle = target.subgroup_size in LANES and target.can("shuffle") and all(map(is_word, rows.reductions))
    return Schedule("subgroup_rows", lanes=target.subgroup_size if can_shuffle else 1, loads=preferred_loads(target))


def rows_of_several(executable: Executable) -> Rows | None:
    """The rows of an executable that does more than reduce each of them once."""
    rows = rows_of(executable)
    return rows if rows is not None and (len(rows.reductions) > 1 or rows.is_whole(executable.stores[0][0])) else None


def is_word(reduction) -> bool:
    kind = sum_kind(reduction.operands[0].type.element)
    return kind is not None and kind.bits == 32


def emit(executable: Executable, schedule: Schedule, target):
    rows, lanes = rows_of_several(executable), schedule.number("lanes", 1, 64)
    if rows is None or (lanes > 1 and not all(map(is_word, rows.reductions))):
        raise Error.on(executable.op, "goes along no rows that schedule 'subgroup_rows' can run")
    if lanes > 1:
        require_shuffles(executable, target, lanes)
    return SubgroupKernel(executable, schedule, target, rows).emit()


class SubgroupKernel(RowsKernel):
    """The kernel of one row to a subgroup, being written. What was computed of a piece is found again by the index that it was computed at."""

    in_registers = 8  # pieces of a row that a lane has

    def __init__(self, executable: Executable, schedule: Schedule, target, rows: Rows):
        self.lanes, self.rows, self.ops, self.executable = schedule.number("lanes", 1, 64), rows, list(executable.op.body), executable
        self.piece = 4 if rows.axis < len(rows.shape) and rows.shape[-1] % 4 == 0 else 1  # rows may be of one element each
        result = executable.stores[0][0]
        units = {argument: self.piece for value, argument in executable.loads.items() if rows.is_whole(value)}
        self.setting = Setting(executable, schedule, target, self.piece if rows.is_whole(result) else 1, units)
        self.kernel, self.elements = self.setting.kernel, self.setting.elements
        self.passes, self.kept, self.indices = passes_along(rows, self.ops, result), {}, dict[int, Index]()
        for each in self.passes:
            each.keeps = []

    def emit(self):
        kernel, count = self.kernel, self.rows.count
        if self.lanes == 1:
            invocations = invocations_for(count, min(INVOCATIONS, self.setting.target.max_workgroup_invocations))
            number, slots = self.setting.spread(count, invocations), invocations
        else:
            kernel.local_size, slots = (self.lanes, 1, 1), 1
            kernel.workgroups = folded(count, self.setting.target, self.executable.op)
            number = self.setting.workgroup_number()
        is_exact = isinstance(count, int) and kernel.workgroups[0] * kernel.workgroups[1] * slots == count
        # All lanes of a subgroup are in one workgroup, so they agree on whether there is such a row
        with kernel.when(kernel.truth(True) if is_exact else number < count):
            self.go_along(known_below(number, count))
        return kernel.finish()

    def go_along(self, number: Value) -> None:
        self.here = row_of(self.kernel, self.rows, number)
        self.elements.bound = self.here.bound
        self.spread(0)
        for done, each in enumerate(self.passes, 1):
            if each.reductions:
                self.reduce(each)
            else:
                self.store_all()
            self.spread(done)
        if self.passes[-1].reductions:
            with self.kernel.when(self.kernel.truth(True) if self.lanes == 1 else self.kernel.local(0).equals(0)):
                self.setting.store_at(Index(self.kernel, self.executable.shape, linear=number), 1)

    # Along a row

    @property
    def mine(self) -> Value:
        """Where the first piece of this lane begins."""
        return self.kernel.number(0) if self.lanes == 1 else self.kernel.local(0) * self.piece

    @property
    def whole(self) -> int:
        """How many pieces each lane has; some have one more, where a row is no multiple of what all lanes have at once."""
        return int(self.rows.length // (self.lanes * self.piece))

    def at(self, place: Value) -> Index:
        return Index(self.kernel, self.rows.shape, linear=self.here.number * self.rows.length + place)

    def number_at(self, number: int) -> Index:
        """A piece whose number is known."""
        if number not in self.indices:
            self.indices[number] = self.at(self.mine + number * self.lanes * self.piece)
        return self.indices[number]

    def of_rest(self) -> Iterator[tuple[Value, Index]]:
        """What is left behind the pieces that all lanes have, for a lane that has any of it; for others the last piece of the row."""
        if self.rows.length % (self.lanes * self.piece):
            place = self.mine + self.whole * self.lanes * self.piece
            inside = place < self.rows.length
            if -1 not in self.indices:
                self.indices[-1] = self.at(moved_inside(inside, place, self.rows.length))
            yield inside, self.indices[-1]

    def store_all(self) -> None:
        if self.whole <= self.in_registers:
            for number in range(self.whole):
                self.setting.store_at(self.number_at(number), self.piece)
        else:
            self.kernel.loop(0, self.whole, 1, [], self.stored, unrolled=1)
        for inside, index in self.of_rest():
            with self.kernel.when(inside):
                self.setting.store_at(index, self.piece)

    def stored(self, number: Value, _) -> list[Value]:
        self.setting.store_at(self.at(number * (self.lanes * self.piece) + self.mine), self.piece)
        return []

    def each_line(self, carried: list[Value], body) -> list[Value]:
        return list(body(self.kernel.number(0), carried))

    def of_line(self, each: Pass, line: Value) -> list[Value]:
        """A row, reduced."""
        sums = [self.start(op, self.piece) for op in each.reductions]
        if self.whole <= self.in_registers:
            for number in range(self.whole):
                sums = self.combined(each, sums, self.loaded(each, self.number_at(number)))
        else:
            sums = self.whole_turns(each, self.whole, sums, lambda number, sums: self.turn(each, number, sums))
        for inside, index in self.of_rest():
            rest = [where(inside, value, self.start(op, self.piece)) for op, value in zip(each.reductions, self.loaded(each, index))]
            sums = self.combined(each, sums, rest)
        return self.across_lanes(each, self.across_piece(each, sums))

    def turn(self, each: Pass, number: Value, sums: list[Value]) -> list[Value]:
        return self.combined(each, sums, self.loaded(each, self.at(number * (self.lanes * self.piece) + self.mine)))

    def loaded(self, each: Pass, index: Index) -> list[Value]:
        operands = [op.operands[0] for op in each.reductions]
        return [converted(self.elements.at(value, index, self.piece), sum_kind(value.type.element)).splat(self.piece) for value in operands]

    def across_piece(self, each: Pass, sums: list[Value]) -> list[Value]:
        for _ in range(self.piece // 2):
            sums = self.combined(each, *zip(*[halves(vector) for vector in sums]))
        return sums

    def across_lanes(self, each: Pass, sums: list[Value]) -> list[Value]:
        mask = self.lanes // 2
        while mask:
            sums = self.combined(each, sums, [self.kernel.shuffle_xor(value, mask) for value in sums])
            mask //= 2
        return sums
