"""Writes a slice over a part of a buffer that holds the rest already, on processors: rows of the slice in vectors."""

from __future__ import annotations

from math import prod

from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value
from tfopt.iree_to_spirv.elements import as_element
from tfopt.iree_to_spirv.elements.indexing import start
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.schedules.sweep import CHUNK, each_row, sweep, widest


def choose(executable: Executable, target) -> Schedule | None:
    if not target.is_processor or not is_update(executable):
        return None
    length = row_of(executable)[-1]
    lanes = target.lanes(widest(executable))
    while lanes > length:
        lanes //= 2
    return Schedule("update_slice", lanes=lanes, rows=max(1, CHUNK // length), loads="storage")


def is_update(executable: Executable) -> bool:
    """Whether an executable does no more than write a slice, of one element at least, to where the rest of the result stands."""
    root, stores = executable.root, executable.stores
    if root is None or root.name != "stablehlo.dynamic_update_slice" or len(stores) != 1 or stores[0][0] is not root.results[0]:
        return False
    is_static = all([value.type.is_static for value in (*root.operands, root.results[0])])
    return executable.loads.get(root.operands[0]) is stores[0][1] and is_static and root.operands[1].type.size > 0


def row_of(executable: Executable) -> tuple:
    """The extents of the slice, one at least."""
    return executable.root.operands[1].type.shape or (1,)


def emit(executable: Executable, schedule: Schedule, target):
    if not is_update(executable):
        raise Error.on(executable.op, "is no update of a slice in place, which schedule 'update_slice' could run")
    lanes, rows = schedule.number("lanes", 1, 64), schedule.number("rows", 1, 1 << 20)
    setting = Setting(executable, schedule, target, 1)
    kernel, root, (*outer, length) = setting.kernel, executable.root, row_of(executable)
    operand, update, *starts = root.operands
    shape = operand.type.shape
    firsts = [start(setting.elements.outer(value), extent - size) for value, extent, size in zip(starts, shape, update.type.shape)]

    def row(number: Value) -> None:
        places = Index(kernel, outer, linear=number).dims

        def store(place: Value, lanes: int) -> None:
            dims = [*places, place][: len(shape)]
            value = setting.elements.at(update, Index(kernel, update.type.shape, dims), lanes)
            value = as_element(value, update.type.element)
            setting.elements.bound = {root.results[0]: lambda index, lanes: value}
            there = [begin + at for begin, at in zip(firsts, dims)]
            setting.store_at(Index(kernel, shape, there), lanes)

        sweep(kernel, length, lanes, store)

    each_row(kernel, prod(outer), rows, row)
    return kernel.finish()
