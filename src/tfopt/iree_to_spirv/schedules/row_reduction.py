"""Reductions over the last dimensions: a subgroup to a row. Each lane combines a part of it, then the lanes their parts.

Only for operations whose order does not matter and that have a neutral element to start a part with.
"""

from __future__ import annotations

import math

from tfir.analysis.extents import usual
from tfir.analysis.reducers import neutral, single_op
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, kind_of, known_below, moved_inside, where
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.reduction import LONGEST_SUM, in_parts
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting, folded, preferred_loads, require_shuffles

SHORTEST = 64
LANES = (2, 4, 8, 16, 32, 64)


def choose(executable: Executable, target) -> Schedule | None:
    if row_of_words(executable) is None or target.subgroup_size not in LANES or not target.can("shuffle"):
        return None
    return Schedule("row_reduction", lanes=target.subgroup_size, loads=preferred_loads(target))


def row_of_words(executable: Executable) -> tuple | None:
    """The row of a reduction of elements of 32 bits."""
    row = row_of(executable)
    kind = kind_of(executable.root.operands[0].type.element) if row is not None else None
    return row if kind is not None and kind.bits == 32 else None


def row_of(executable: Executable, shortest: int = SHORTEST) -> tuple | None:
    """(how many elements stand side by side in a row, the number that each part of one begins with)."""
    root = executable.root
    if root is None or root.name != "stablehlo.reduce" or len(root.operands) != 2 or executable.size == 0:
        return None
    shape = root.operands[0].type.shape
    dims = sorted(numbers(root, "dimensions"))
    length = math.prod([shape[d] for d in dims])
    if dims != list(range(len(shape) - len(dims), len(shape))) or usual(length, 0) < shortest:
        return None
    start = neutral(single_op(root.region.entry), root.operands[0].type.element)
    return None if start is None or executable.shape != root.results[0].type.shape else (length, start)


def emit(executable: Executable, schedule: Schedule, target):
    row = row_of_words(executable)
    if row is None:
        raise Error.on(executable.op, "is no reduction that schedule 'row_reduction' can run")
    lanes = schedule.number("lanes", 2, 64)
    require_shuffles(executable, target, lanes)
    return RowKernel(executable, schedule, target, row, lanes).emit()


class RowKernel:
    """The kernel of one row to a workgroup, being written."""

    def __init__(self, executable, schedule, target, row, lanes):
        (self.length, self.start), self.root, self.rows = row, executable.root, executable.size
        self.lanes, self.executable, self.target = lanes, executable, target
        self.operand, self.initial = self.root.operands
        self.piece = 4 if self.operand.type.shape[-1] % 4 == 0 else 1
        argument = executable.argument_of(self.operand)
        self.setting = Setting(executable, schedule, target, 1, {argument: self.piece} if argument is not None else None)
        self.kernel, self.elements = self.setting.kernel, self.setting.elements
        self.kind = kind_of(self.operand.type.element)

    def emit(self):
        kernel, count = self.kernel, self.rows
        kernel.local_size = (self.lanes, 1, 1)
        kernel.workgroups = folded(count, self.target, self.executable.op)
        number = self.setting.workgroup_number()
        is_exact = isinstance(count, int) and kernel.workgroups[0] * kernel.workgroups[1] == count
        # All lanes of a subgroup are in one workgroup, so they agree on whether there is such a row
        with kernel.when(kernel.truth(True) if is_exact else number < count):
            self.reduce(number)
        return kernel.finish()

    def reduce(self, number: Value) -> None:
        number = known_below(number, self.rows)
        total = self.combine(self.elements.outer(self.initial), self.across_lanes(self.part(number)))
        self.elements.bound = {self.root.results[0]: lambda index, lanes: total}
        with self.kernel.when(self.kernel.local(0).equals(0)):
            self.setting.store_at(Index(self.kernel, self.executable.shape, linear=number), 1)

    def combine(self, left: Value, right: Value) -> Value:
        return self.elements.combine(self.root.region, [left, right])[0]

    def part(self, number: Value) -> Value:
        """This lane's share of the reduction of row `number`."""
        chunk = self.lanes * self.piece
        whole, rest = divmod(self.length, chunk)
        mine = self.kernel.local(0) * self.piece
        start = Value(self.kernel, self.kind, self.piece, constant=self.start)
        reduced = self.of_pieces(whole, start, lambda i, now: self.combine(now, self.load(number, i * chunk + mine)))
        if rest:
            place = mine + whole * chunk
            inside = place < self.length
            loaded = self.load(number, moved_inside(inside, place, self.length))
            reduced = self.combine(reduced, where(inside, loaded, start))
        sides = [reduced.lane(i) for i in range(self.piece)]
        while len(sides) > 1:
            sides = [self.combine(a, b) for a, b in zip(sides[::2], sides[1::2])]
        return sides[0]

    def of_pieces(self, count: int, start: Value, take_in) -> Value:
        """Goes through all pieces; in parts that each begin anew where so many roundings in a row would tell."""
        if count > LONGEST_SUM and self.kind.is_float:
            combine = lambda one, other: [self.combine(*one, *other)]  # noqa: E731
            return in_parts(self.kernel, count, [start], [start], lambda i, now: [take_in(i, now[0])], combine)[0]
        return self.kernel.loop(0, count, 1, [start], lambda i, now: [take_in(i, now[0])])[0]

    def load(self, number: Value, place: Value) -> Value:
        index = Index(self.kernel, self.operand.type.shape, linear=number * self.length + place)
        return self.elements.at(self.operand, index, self.piece)

    def across_lanes(self, value: Value) -> Value:
        mask = self.lanes // 2
        while mask:
            value = self.combine(value, self.kernel.shuffle_xor(value, mask))
            mask //= 2
        return value
