"""Writes a slice over a part of a buffer that holds the rest already: on processors rows of the slice in vectors, elsewhere an invocation for one of its
elements, or for four side by side. There also the one window of a scatter, whose elements may lie outside.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.extents import Extent
from tfir.analysis.scatters import SCATTER, writes_one_window
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, known_below
from tfopt.iree_to_spirv.elements import as_element
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.elements.indexing import start
from tfopt.iree_to_spirv.elements.scattering import ScatterDims, parts_of, start_of
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.elementwise import INVOCATIONS
from tfopt.iree_to_spirv.schedules.scattering import as_place, is_below
from tfopt.iree_to_spirv.schedules.setting import Setting, invocations_for, is_side_by_side, preferred_loads
from tfopt.iree_to_spirv.schedules.sweep import CHUNK, each_row, sweep, widest


def choose(executable: Executable, target) -> Schedule | None:
    if not is_update(executable):
        return None
    if not target.is_processor:
        return by_invocations(executable, target)
    if executable.root.name == SCATTER:
        return None
    length = row_of(executable)[-1]
    lanes = target.lanes(widest(executable))
    while lanes > length:
        lanes //= 2
    return Schedule("update_slice", lanes=lanes, rows=max(1, CHUNK // length), loads="storage")


def by_invocations(executable: Executable, target) -> Schedule:
    operand, update = executable.root.operands[0], update_of(executable)
    is_whole = is_side_by_side(update.type) and update.type.shape[-1] == operand.type.shape[-1]  # fours begin where they do in the operand
    if is_whole and executable.root.name == SCATTER:
        dims, last = dims_of(executable), len(operand.type.shape) - 1
        is_whole = dims.window_of.get(last) == len(update.type.shape) - 1 and last not in dims.targets
    lanes = 4 if is_whole else 1
    invocations = invocations_for(
        update.type.size // lanes, min(INVOCATIONS, target.max_workgroup_size[0], target.max_workgroup_invocations)
    )
    return Schedule("update_slice", lanes=lanes, invocations=invocations, loads=preferred_loads(target))


def is_update(executable: Executable) -> bool:
    """Whether an executable does no more than write a slice, with elements in its rows, to where the rest of the result stands."""
    root, stores = executable.root, executable.stores
    if root is None or len(stores) != 1 or stores[0][0] is not root.results[0]:
        return False
    if root.name != "stablehlo.dynamic_update_slice" and not writes_one_window(root):
        return False
    update, is_in_place = update_of(executable).type, executable.loads.get(root.operands[0]) is stores[0][1]
    return is_in_place and not isinstance(row_of(executable)[-1], Extent) and 0 not in update.shape


def update_of(executable: Executable):
    return executable.root.operands[2 if executable.root.name == SCATTER else 1]


def dims_of(executable: Executable) -> ScatterDims:
    return ScatterDims(executable.root, *[value.type.shape for value in executable.root.operands])


def row_of(executable: Executable) -> tuple:
    """The extents of the slice, one at least."""
    return update_of(executable).type.shape or (1,)


def emit(executable: Executable, schedule: Schedule, target):
    if not is_update(executable):
        raise Error.on(executable.op, "is no update of a slice in place, which schedule 'update_slice' could run")
    kind = WindowWriter if executable.root.name == SCATTER else Writer
    writer = kind(executable, schedule, target, schedule.number("lanes", 1, 64 if target.is_processor else 4))
    if target.is_processor:
        writer.by_rows(schedule.number("rows", 1, 1 << 20))
    else:
        writer.by_elements(schedule.number("invocations"))
    return writer.kernel.finish()


class Writer:
    """The kernel of an update being written, for so many elements at once."""

    def __init__(self, executable: Executable, schedule: Schedule, target, lanes: int):
        self.executable, self.lanes = executable, lanes
        self.setting = Setting(executable, schedule, target, 1 if target.is_processor else lanes)
        self.kernel, self.elements = self.setting.kernel, self.setting.elements
        self.shape, self.update = executable.root.operands[0].type.shape, update_of(executable)
        self.begin()

    def begin(self) -> None:
        """Finds where the slice is written to."""
        starts = self.executable.root.operands[2:]
        sizes = zip(starts, self.shape, self.update.type.shape)
        self.firsts = [
            self.kernel.number(0) if extent == size else start(self.elements.outer(value), extent - size) for value, extent, size in sizes
        ]

    def store(self, dims: list[Value], lanes: int) -> None:
        """Elements of the slice from a place on."""
        value = self.elements.at(self.update, Index(self.kernel, self.update.type.shape, dims), lanes)
        value = as_element(value, self.update.type.element)
        self.elements.bound = {self.executable.root.results[0]: lambda index, lanes: value}
        there = [begin + at for begin, at in zip(self.firsts, dims)]
        self.setting.store_at(Index(self.kernel, self.shape, there), lanes)

    def by_rows(self, rows: int) -> None:
        *outer, length = row_of(self.executable)

        def row(number: Value) -> None:
            places = Index(self.kernel, outer, linear=number).dims
            sweep(self.kernel, length, self.lanes, lambda place, lanes: self.store([*places, place][: len(self.shape)], lanes))

        each_row(self.kernel, prod(outer), rows, row)

    def by_elements(self, invocations: int) -> None:
        count = self.update.type.size // self.lanes
        number = self.setting.spread(count, invocations)
        with self.kernel.when(number < count):
            inside = known_below(number, count)
            self.store(Index(self.kernel, self.update.type.shape, linear=inside * self.lanes).dims, self.lanes)


class WindowWriter(Writer):
    """The window of a scatter: an element that would lie outside is not written."""

    def begin(self) -> None:
        self.dims, (indices,) = dims_of(self.executable), parts_of(self.executable.root)[1]
        row = [self.kernel.number(0)] * len(self.dims.rows)
        self.starts = {d: start_of(self.elements, self.dims, indices, row, component) for component, d in enumerate(self.dims.targets)}

    def store(self, dims: list[Value], lanes: int) -> None:
        value = self.elements.at(self.update, Index(self.kernel, self.update.type.shape, dims), lanes)
        value = as_element(value, self.update.type.element)
        inside, there = self.kernel.truth(True), []
        for d, size in enumerate(self.shape):
            place = dims[self.dims.window_of[d]] if d in self.dims.window_of else self.kernel.number(0)
            if d in self.starts:
                begin = self.starts[d]
                moved = begin + converted(place, begin.kind)
                is_begun = is_below(begin, size) if begin.kind.family == "u" else self.kernel.truth(True)  # else the sum may wrap around
                inside, place = inside & is_begun & is_below(moved, size), as_place(moved, size)
            there.append(place)
        self.elements.bound = {self.executable.root.results[0]: lambda index, lanes: value}
        with self.kernel.when(inside):
            self.setting.store_at(Index(self.kernel, self.shape, there), lanes)
