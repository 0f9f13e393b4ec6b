"""Transposes on processors that give other elements neighbours, in square tiles: vectors along the operand's last dimension are loaded, as many as
they have lanes, and exchange their lanes in registers, so that each line of a cache is used whole while it is there.

A workgroup has the tiles of a row of tiles. What is left of rows and columns is swept.
"""

from __future__ import annotations

from tfir.analysis.extents import Extent
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, ComplexType

from tfopt.iree_to_spirv.arithmetic import Value, kind_of, known_below, shuffled
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.schedules.sweep import loop, sweep

SMALLEST = 4  # rows and columns of a tile


def choose(executable: Executable, target) -> Schedule | None:
    if not target.is_processor or not is_transpose(executable):
        return None
    (rows, columns), kind = sides(executable), kind_of(executable.root.results[0].type.element)
    tile = target.lanes(max(32, kind.bits) if kind is not None else 32)  # of what is computed with as f32
    while tile > min(rows, columns):
        tile //= 2
    return Schedule("transpose", tile=tile, loads="storage") if tile >= SMALLEST else None


def is_transpose(executable: Executable) -> bool:
    """Whether the executable turns a buffer around so that its last dimension becomes another one; elementwise operations may follow."""
    root = executable.root
    if root is None or root.name != "stablehlo.transpose" or root.operands[0] not in executable.loads:
        return False
    element, rank = root.results[0].type.element, len(executable.shape)
    if element is I1 or isinstance(element, ComplexType) or executable.size == 0 or executable.shape != root.results[0].type.shape:
        return False
    is_other = rank > 1 and numbers(root, "permutation")[-1] != rank - 1
    return is_other and not any([isinstance(size, Extent) for size in sides(executable)])


def sides(executable: Executable) -> tuple:
    """How many rows and columns there are: of the result's dimensions the one that is the operand's last, and the last."""
    permutation = numbers(executable.root, "permutation")
    return executable.shape[permutation.index(len(permutation) - 1)], executable.shape[-1]


def emit(executable: Executable, schedule: Schedule, target):
    if not is_transpose(executable):
        raise Error.on(executable.op, "turns no buffer around, which schedule 'transpose' could do")
    tile, setting = schedule.number("tile", 2, 64), Setting(executable, schedule, target, 1)
    kernel, (rows, columns) = setting.kernel, sides(executable)
    across = numbers(executable.root, "permutation").index(len(executable.shape) - 1)
    rest = [size for d, size in enumerate(executable.shape[:-1]) if d != across]
    strips = -(-rows // tile)
    count = executable.size // (rows * columns) * strips
    number = setting.spread(count, 1)
    with kernel.when(number < count):
        strip, *outer = Index(kernel, [*rest, strips], linear=known_below(number, count)).dims[::-1]
        transpose = Transpose(setting, executable, across, outer[::-1], tile)
        with kernel.when(strip < rows // tile):
            transpose.turn_strip(known_below(strip, max(rows // tile, 1)) * tile, columns)
        if rows % tile:
            with kernel.when(strip.equals(rows // tile)):
                transpose.sweep_rows(rows - rows % tile, rows % tile, 0, columns)
    return kernel.finish()


class Transpose:
    """The places of all dimensions but for rows, which lie along the dimension `across`, and columns are `outer`."""

    def __init__(self, setting: Setting, executable: Executable, across: int, outer: list[Value], tile: int):
        self.setting, self.kernel, self.executable = setting, setting.kernel, executable
        self.across, self.outer, self.tile = across, outer, tile

    def place(self, row: Value, column: Value) -> Index:
        return Index(self.kernel, self.executable.shape, [*self.outer[: self.across], row, *self.outer[self.across :], column])

    def turn_strip(self, row: Value, columns: int) -> None:
        whole = columns // self.tile * self.tile
        loop(self.kernel, 0, whole, self.tile, lambda column: self.turn(row, known_below(column, whole - self.tile + 1)))
        self.sweep_rows(row, self.tile, whole, columns)

    def turn(self, row: Value, column: Value) -> None:
        """One tile: what lies along a row of the operand comes to lie along a column."""
        elements, root = self.setting.elements, self.executable.root
        operand, permutation = root.operands[0], numbers(root, "permutation")
        loaded = []
        for i in range(self.tile):
            dims = dict(zip(permutation, self.place(row, column + i).dims))
            index = Index(self.kernel, operand.type.shape, [dims[d] for d in range(len(permutation))])
            loaded.append(elements.at(operand, index, self.tile).splat(self.tile))
        for i, vector in enumerate(turned(loaded)):
            elements.bound = {root.results[0]: lambda index, lanes, vector=vector: vector}
            self.setting.store_at(self.place(row + i, column), self.tile)
        elements.bound = {}

    def sweep_rows(self, first: Value | int, count: int, start: int, columns: int) -> None:
        """So many rows from a column on, without tiles."""

        def row(i: Value) -> None:
            sweep(
                self.kernel,
                columns - start,
                self.tile,
                lambda place, lanes: self.setting.store_at(self.place(i + first, place + start), lanes),
            )

        if columns > start:
            loop(self.kernel, 0, count, 1, row)


def turned(vectors: list[Value]) -> list[Value]:
    """The columns of a square of which these are the rows: halves change places, then halves of these, and so on."""
    half, count = len(vectors) // 2, len(vectors)
    while half:
        lower = [lane if lane & half == 0 else count + lane - half for lane in range(count)]
        upper = [lane + half if lane & half == 0 else count + lane for lane in range(count)]
        for i in [i for i in range(count) if i & half == 0]:
            one, other = vectors[i], vectors[i + half]
            vectors[i], vectors[i + half] = shuffled(one, other, lower), shuffled(one, other, upper)
        half //= 2
    return vectors
