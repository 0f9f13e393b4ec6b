"""Sorts of which the first few places of each row are needed alone: these are kept in order, in memory of an invocation's own, while it goes along the row.

Most elements of a row are compared with the last of those that are kept, and no more.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.comparators import NEEDED
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, where
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.merge_sort import Row, emit_rows
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.schedules.sorting import is_sort

MOST = 64  # elements that are kept


def choose(executable: Executable, target) -> Schedule | None:
    needed = executable.root.get(NEEDED) if target.is_processor and is_sort(executable) else None
    return Schedule("partial_sort", elements=needed, loads="storage") if needed is not None and needed <= MOST else None


def emit(executable: Executable, schedule: Schedule, target):
    needed = schedule.number("elements", 1, MOST)
    if not is_sort(executable) or executable.root.get(NEEDED) != needed:
        raise Error.on(executable.op, f"is no sort of which {needed} elements of a row are needed, as schedule 'partial_sort' says")
    return emit_rows(Setting(executable, schedule, target, 1), executable, PartialSort)


class PartialSort(Row):
    """The first elements of a row in the order of the sort, as far as they are needed."""

    def run(self) -> None:
        count = self.root.get(NEEDED)
        self.kept, self.last = self.scratch("kept", count), count - 1
        self.each(self.length, self.take_in)
        self.each(count, lambda i: self.store_result(i, self.kept.load(i)))

    def take_in(self, i: Value) -> None:
        own = self.operands(i)
        is_kept = (i <= self.last) | self.goes_before(own, self.kept.load(self.kernel.number(self.last)))
        with self.kernel.when(is_kept):
            self.insert(i, own)

    def insert(self, i: Value, own: list[Value]) -> None:
        """Puts an element in front of the first that it goes before, and each behind that one place further. The last one goes, once all
        places are taken."""

        def step(place: Value, carried: list) -> list:
            is_moving, *moved = carried
            other = self.kept.load(place)
            is_moving = is_moving | place.equals(i) | self.goes_before(moved, other)
            self.kept.store(place, [where(is_moving, x, y) for x, y in zip(moved, other)])
            return [is_moving, *[where(is_moving, y, x) for x, y in zip(moved, other)]]

        taken = where(i < self.last, i + 1, i.like(self.last + 1))
        self.kernel.loop(0, self.last + 1, 1, [self.kernel.truth(False), *own], step, unrolled=0, rounds=taken)
