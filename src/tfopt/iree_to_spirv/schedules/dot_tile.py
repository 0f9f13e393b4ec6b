"""Matrix products and convolutions of bytes, or of bf16, on processors that add up products of neighbours: a tile of the result in vector registers.

As `register_tile`, but that a step goes over a group of places of the contraction, as many as a word has numbers. The word of a row on the left is
spread over a vector; on the right each word has the places of one column. Words are made of constants in advance (iree-pack-constants, which
says `grouped`), of other operands when a workgroup begins, for all tiles of a column that it does `together`. Where a contraction ends within a group the places that are
missing are zeros.

Bytes that both have a sign, or have none, are none of x86's operands: those on the left are seen with the other sign, 128 more or fewer. A row of zeros
seen in this way has by how much the sums are wrong.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from tfir.analysis.extents import Extent
from tfir.dialects.iree_ll_seq import byte_size
from tfir.dialects.stablehlo.attributes import has_default_precision
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import U, Value, subtract
from tfopt.iree_to_spirv.dot_instructions import BITS, Dot, dot_of
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.product import Places, Product, Triple, grouped_product_of, product_of
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.register_tile import (
    FEWEST_TOGETHER,
    FEWEST_WORKGROUPS,
    LONGEST_BODY,
    TileKernel,
    lanes_of,
    tile_of,
)
from tfopt.iree_to_spirv.scratch import Scratch

SHIFT = 0x80808080  # of the signs of four bytes


def choose(executable: Executable, target) -> Schedule | None:
    problem = product_of(executable) if target.is_processor else None
    if problem is None or not problem.has_vectors_of_columns or problem.slices > 1:
        return None
    if not all([reaches(target, buffer) for buffer in (problem.left, problem.right)]):
        return None
    lanes = lanes_of(problem, target.lanes(BITS))
    dot = None if lanes is None else dot_for(executable, problem, lanes, target)
    if lanes is None or dot is None or not is_in_groups(problem, dot):
        return None
    *outer, (extent, on_left, on_right) = problem.depth
    of_groups = replace(problem, depth=[*outer, (-(-extent // dot.instruction.group), on_left, on_right)])
    rows, vectors = tile_of(of_groups, lanes, target, int(dot.is_shifted or dot.instruction.is_of_pairs))
    together = tiles_together(problem, rows, vectors * lanes)
    return Schedule("dot_tile", rows=rows, vectors=vectors, lanes=lanes, together=together, grouped=0, loads="storage")


def reaches(target, buffer) -> bool:
    """Whether a buffer is one piece in memory."""
    return isinstance(buffer.type.size, Extent) or byte_size(buffer.type) <= target.max_storage_range


def dot_for(executable: Executable, product: Product, lanes: int, target) -> Dot | None:
    """How the products are added up; None where there is no instruction, or where it is less exact than the program asks for."""
    root = executable.root
    assert root is not None, "a product has a root"
    if product.kind.is_float and not has_default_precision(root):
        return None
    return dot_of(product.left.type.element, product.right.type.element, product.kind, lanes, target)


def is_in_groups(product: Product, dot: Dot) -> bool:
    """Whether a row on the left has places of the contraction side by side, of which a group is more than one."""
    extent, on_left, _ = product.depth[-1]
    return on_left == 1 and extent > 1


def tiles_together(product: Product, rows: int, width: int) -> int:
    """How many tiles of a column share a panel that is made when the kernel runs: all of them, if there are workgroups enough."""
    if isinstance(product.length, Extent) or isinstance(product.line_count, Extent):
        return 1
    tiles, columns = -(-product.length // rows), -(-product.columns // width) * product.batch * product.line_count
    groups = min(-(-FEWEST_WORKGROUPS // columns), max(1, tiles // FEWEST_TOGETHER))
    return -(-tiles // groups)


def emit(executable: Executable, schedule: Schedule, target):
    lanes, vectors = schedule.number("lanes", 2, 64), schedule.number("vectors", 1, 16)
    is_grouped = schedule.number("grouped", 0, 1)
    problem = grouped_product_of(executable) if is_grouped else product_of(executable)
    dot = None if problem is None else dot_for(executable, problem, lanes, target)
    if problem is None or dot is None or not is_in_groups(problem, dot) or not (is_grouped or problem.has_vectors_of_columns):
        raise Error.on(executable.op, "is no contraction that schedule 'dot_tile' can run")
    return DotTileKernel(executable, schedule, target, problem, vectors * lanes, dot, bool(is_grouped)).emit()


class DotTileKernel(TileKernel):
    """Sums are vectors of columns, and the panel of the right operand one of words: rows of `width` of them, one for each group."""

    def __init__(self, executable, schedule, target, product: Product, width: int, dot: Dot, is_grouped: bool):
        super().__init__(executable, schedule, target, product, width)
        self.dot, self.group, self.is_grouped = dot, dot.instruction.group, is_grouped
        self.kernel.needs = dot.instruction.needed_of(target)

    def prepare(self) -> None:
        """A panel is in memory, or a copy."""
        self.depth, self.starts = self.product.depth, self.right_places()
        if self.is_grouped:
            self.following = self.next_panel()
            return
        starts = self.starts
        *outer, (extent, _, _) = self.depth
        groups, above = -(-extent // self.group), prod([each for each, _, _ in outer])
        self.panel = Scratch(self.kernel, "panel", U, above * groups * self.width)
        self.copy(self.depth, starts, self.kernel.number(0))
        self.depth = [*self.depth_of_copy(groups), (extent, 1, self.width // self.group)]
        self.starts = [self.kernel.number(v * self.lanes) for v in range(len(starts))]

    def depth_of_copy(self, groups: int) -> list[Triple]:
        outer = self.depth[:-1]
        sizes = [prod([each for each, _, _ in outer[d + 1 :]]) * groups * self.width for d in range(len(outer))]
        return [(extent, on_left, size) for (extent, on_left, _), size in zip(outer, sizes)]

    def copy(self, levels: list[Triple], here: list[Value], there: Value) -> None:
        """Makes words of the right operand from the places `here` on, into the panel from `there` on."""
        (extent, _, step), *inner = levels
        size, whole, rest = self.width, extent // self.group, extent % self.group
        if inner:
            size = prod([each for each, _, _ in inner[:-1]]) * -(-inner[-1][0] // self.group) * self.width

        def one(k: Value, carried):
            self.copy(inner, [start + k * step for start in here], there + k * size)
            return carried

        def group(k: Value, carried):
            self.copy_group([start + k * (step * self.group) for start in here], step, self.group, there + k * size)
            return carried

        self.kernel.loop(0, extent if inner else whole, 1, [], one if inner else group, unrolled=1)
        if not inner and rest:
            self.copy_group([start + whole * self.group * step for start in here], step, rest, there + whole * size)

    def copy_group(self, here: list[Value], step: int, count: int, there: Value) -> None:
        for v, start in enumerate(here):
            numbers = [self.right.load_stored(start + place * step, self.lanes).turned("UConvert", U) for place in range(count)]
            word = numbers[0]
            for place, number in enumerate(numbers[1:], 1):
                word = word ^ number.shift_left(place * BITS // self.group)
            self.panel.store(there + v * self.lanes, word)

    def words(self, start: Value) -> Value:
        return self.right.load_words(start, self.lanes) if self.is_grouped else self.panel.load(start, self.lanes)

    def summed(self, depth: list[Triple], at: Places, rows: int) -> list[Value]:
        """Those of a row of zeros are taken from all others, where numbers on the left are seen with another sign."""
        if not self.dot.is_shifted:
            return super().summed(depth, at, rows)
        sums, count = super().summed(depth, at, rows + 1), len(at.rights)
        surplus = sums[rows * count :]
        return [subtract(sum, surplus[number % count]) for number, sum in enumerate(sums[: rows * count])]

    def run_through(self, depth: list[Triple], at: Places, rows: int, sums: list[Value]) -> list[Value]:
        (extent, _, on_right), *inner = depth
        if inner:
            return super().run_through(depth, at, rows, sums)
        whole, rest = divmod(extent, self.group)

        def step(k, sums):
            return self.with_group(at.moved(k, self.group, on_right * self.group), rows, sums, self.group)

        sums = self.kernel.loop(0, whole, 1, sums, step, unrolled=1, copies=max(1, min(whole, LONGEST_BODY // len(sums))))
        if not rest:
            return sums
        return self.with_group(at.moved(whole, self.group, on_right * self.group), rows, sums, rest)

    def with_group(self, at: Places, rows: int, sums: list[Value], count: int) -> list[Value]:
        """The sums with the products of so many places of the contraction, from these on."""
        if at.following is not None:
            at.following.fetch()
        rights = [self.words(right) for right in at.rights]
        numbers = [
            self.left.load_group(at.left + r * self.product.row_stride, count).splat(self.lanes) for r in range(rows - self.dot.is_shifted)
        ]
        if self.dot.is_shifted:
            numbers = [number ^ SHIFT for number in [*numbers, Value(self.kernel, U, self.lanes, constant=0)]]
        pairs = [(number, right) for number in numbers for right in rights]
        return [self.dot.added(sum, *pair) for sum, pair in zip(sums, pairs, strict=True)]
