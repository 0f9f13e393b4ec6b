"""Reductions over the last dimensions on processors: several vectors take turns along a row, and are combined at its end.

Only for operations whose order does not matter and that have a neutral element to start a vector with.
"""

from __future__ import annotations

from tfir.analysis.reducers import single_op
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import B, Kind, Value, is_smaller_than_byte, kind_of, known_below
from tfopt.iree_to_spirv.elements import as_element
from tfopt.iree_to_spirv.elements.contraction import of_result, sum_kind
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.elements.reduction import LONGEST_SUM, in_parts, sums_floats
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.extents import Extent
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.row_reduction import row_of
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.schedules.sweep import CHUNK, each_row

SHORTEST = 32
IN_TURN = 4  # vectors that a row is combined in, as one combination waits for the one before


def choose(executable: Executable, target) -> Schedule | None:
    row = rows_of(executable) if target.is_processor else None
    if row is None:
        return None
    length, kind, _ = row
    return Schedule("vector_reduction", lanes=target.lanes(kind.bits), rows=max(1, CHUNK // length), loads="storage")


def rows_of(executable: Executable) -> tuple | None:
    """(how many elements a row has, their kind, the number that each vector begins with), where that many are known."""
    row = row_of(executable, SHORTEST)
    kind = combined_in(executable.root) if row is not None else None
    return None if kind is None or isinstance(row[0], Extent) else (row[0], kind, row[1])


def combined_in(root) -> Kind | None:
    """What elements are combined as: of fewer than 32 bits as numbers of 32, which gives the same of whole numbers, of the greatest and the least,
    and of sums of floats, which are rounded once; None for others."""
    element = root.operands[0].type.element
    kind = sum_kind(element)
    if kind is None or kind is B or is_smaller_than_byte(element):
        return None
    is_alike = kind.is_integer or kind_of(element) is kind or sums_floats(root)
    return kind if is_alike or single_op(root.region.entry) in ("stablehlo.maximum", "stablehlo.minimum") else None


def emit(executable: Executable, schedule: Schedule, target):
    row = rows_of(executable)
    if row is None:
        raise Error.on(executable.op, "is no reduction that schedule 'vector_reduction' can run")
    return RowsKernel(executable, schedule, target, *row).emit()


class RowsKernel:
    """The kernel of so many rows to a workgroup, being written."""

    def __init__(self, executable, schedule, target, length: int, kind, start):
        self.length, self.kind, self.start = length, kind, start
        self.lanes, self.rows = schedule.number("lanes", 1, 64), schedule.number("rows", 1, 1 << 20)
        self.setting = Setting(executable, schedule, target, 1)
        self.kernel, self.elements, self.executable, self.root = self.setting.kernel, self.setting.elements, executable, executable.root
        self.operand, self.initial = self.root.operands

    def emit(self):
        each_row(self.kernel, self.executable.size, self.rows, self.row)
        return self.kernel.finish()

    def row(self, number: Value) -> None:
        total = self.combine(converted(self.elements.outer(self.initial), self.kind), self.reduced(number))
        total = as_element(of_result(self.elements, self.root, total), self.root.results[0].type.element)
        self.elements.bound = {self.root.results[0]: lambda index, lanes: total}
        self.setting.store_at(Index(self.kernel, self.executable.shape, linear=number), 1)

    def reduced(self, number: Value) -> Value:
        """All elements of a row, combined."""
        lanes, step = self.lanes, self.lanes * IN_TURN
        whole, vectors = self.length // step * step, self.length // lanes * lanes
        start = Value(self.kernel, self.kind, lanes, constant=self.start)

        def turn(place: Value, parts: list[Value]) -> list[Value]:
            return [self.combine(part, self.load(number, place + at * lanes, lanes)) for at, part in enumerate(parts)]

        parts = self.whole_turns(whole // step, [start] * IN_TURN, lambda i, parts: turn(i * step, parts)) if whole else [start]
        for place in range(whole, vectors, lanes):
            at = (place - whole) // lanes % len(parts)
            parts[at] = self.combine(parts[at], self.load(number, self.kernel.number(place), lanes))
        scalars = [self.load(number, self.kernel.number(place), 1) for place in range(vectors, self.length)]
        total = self.paired(parts)
        return self.paired([*[total.lane(lane) for lane in range(lanes)], *scalars] if vectors else scalars)

    def whole_turns(self, count: int, start: list[Value], turn) -> list[Value]:
        """In parts where so many roundings in a row would tell."""
        if count > LONGEST_SUM and self.kind.is_float:
            return in_parts(self.kernel, count, start, start, turn, self.combine)
        return self.kernel.loop(0, count, 1, start, turn, unrolled=1)

    def paired(self, parts: list[Value]) -> Value:
        """Values combined two by two, until one is left."""
        while len(parts) > 1:
            pairs = [self.combine(one, other) for one, other in zip(parts[::2], parts[1::2])]
            parts = [*pairs, *parts[len(parts) // 2 * 2 :]]
        return parts[0]

    def combine(self, left: Value, right: Value) -> Value:
        return self.elements.combine(self.root.region, [left, right])[0]

    def load(self, number: Value, place: Value, lanes: int) -> Value:
        place = known_below(place, self.length - lanes + 1)
        index = Index(self.kernel, self.operand.type.shape, linear=number * self.length + place)
        return converted(self.elements.at(self.operand, index, lanes), self.kind)
