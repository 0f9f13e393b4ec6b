"""Sorts on processors: each row by merging, in memory of an invocation's own, runs of four at first that are sorted in registers.

Two runs of one length are merged from both ends at once, each end as many elements as one run has: neither end then runs out of a run, and
the two chains of loads and comparisons overlap. Equal elements keep their order, whether or not the sort asks for it.
"""

from __future__ import annotations

from tfir.analysis.extents import Extent
from tfir.dialects.stablehlo.comparators import with_nan_last
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, kind_of, known_below, where
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements.attributes import number
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.schedules.sorting import is_sort
from tfopt.iree_to_spirv.scratch import Scratch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.operations import Operation

    Elements = list[Value]  # those of one place, of each operand

MOST_BYTES = 1 << 28  # of memory for a row, twice; the pipeline says it of a row, half as many
RUN = 4  # elements that are sorted in registers


def choose(executable: Executable, target) -> Schedule | None:
    return Schedule("merge_sort", loads="storage") if target.is_processor and is_of_own(executable) else None


def is_of_own(executable: Executable) -> bool:
    """Whether the executable is a sort whose rows an invocation has memory for, twice."""
    if not is_sort(executable):
        return False
    (length, _), kinds = row_of(executable), [kind_of(operand.type.element) for operand in executable.root.operands]
    return not isinstance(length, Extent) and 2 * (length + 1) * sum([kind.bits + 7 >> 3 if kind else 4 for kind in kinds]) <= MOST_BYTES


def row_of(executable: Executable) -> tuple:
    """(the length of a row, the dimension along which it lies)."""
    axis = number(executable.root, "dimension", -1) % len(executable.shape)
    return executable.shape[axis], axis


def emit(executable: Executable, schedule: Schedule, target):
    if not is_of_own(executable):
        raise Error.on(executable.op, "is no sort of short rows, which schedule 'merge_sort' could run")
    return emit_rows(Setting(executable, schedule, target, 1), executable, MergeSort)


def emit_rows(setting: Setting, executable: Executable, sort: type[Row]) -> Operation:
    """A kernel that sorts a row in each workgroup."""
    kernel, (length, axis) = setting.kernel, row_of(executable)
    rest = [size for d, size in enumerate(executable.shape) if d != axis]
    count = executable.size // length
    row = setting.spread(count, 1)
    with kernel.when(row < count):
        sort(setting, executable, Index(kernel, rest, linear=known_below(row, count)).dims).run()
    return kernel.finish()


class RowMemory:
    """Memory of an invocation's own for the elements of a row, of each operand."""

    def __init__(self, kernel, name: str, types, length: int):
        self.arrays = [Scratch(kernel, f"{name}_{i}", element_kind(type, kernel), length) for i, type in enumerate(types)]

    def load(self, place: Value) -> Elements:
        return [array.load(place) for array in self.arrays]

    def store(self, place: Value, values: Elements) -> None:
        for array, value in zip(self.arrays, values):
            array.store(place, value)


class Row:
    """A row that is being sorted: its elements as operands have them, and where they are stored."""

    def __init__(self, setting: Setting, executable: Executable, row: list[Value]):
        self.setting, self.kernel, self.row = setting, setting.kernel, row
        self.root, self.shape, (self.length, self.axis) = executable.root, executable.shape, row_of(executable)
        self.comparator = with_nan_last(self.root.region.entry).parent

    def run(self) -> None:
        raise NotImplementedError

    def scratch(self, name: str, length: int) -> RowMemory:
        return RowMemory(self.kernel, name, [operand.type for operand in self.root.operands], length)

    def place(self, i: Value) -> Index:
        return Index(self.kernel, self.shape, [*self.row[: self.axis], known_below(i, self.length), *self.row[self.axis :]])

    def operands(self, i: Value) -> Elements:
        return [self.setting.elements.at(operand, self.place(i)) for operand in self.root.operands]

    def store_result(self, i: Value, values: Elements) -> None:
        bound = {result: (lambda index, lanes, value=value: value) for result, value in zip(self.root.results, values)}
        self.setting.elements.bound = bound
        self.setting.store_at(self.place(i), 1)

    def goes_before(self, one: Elements, other: Elements) -> Value:
        return self.setting.elements.combine(self.comparator, [each for pair in zip(one, other) for each in pair])[0]

    def each(self, count: int, body: Callable[[Value], None]) -> None:
        """A loop, however few there are: what was loaded before it is loaded again."""

        def once(i: Value, carried: list) -> list:
            body(i)
            return carried

        self.kernel.loop(0, count, 1, [], once, unrolled=0)


class MergeSort(Row):
    """One row being sorted. All is done in loops, so that what is loaded once is not taken for what is there after it was stored to."""

    def run(self) -> None:
        source, target = [self.scratch(name, self.length + 1) for name in ("one", "other")]
        self.sort_runs(self.store_result if self.length <= RUN else source.store)
        width = RUN
        while width < self.length:
            self.merge_runs(width, source, self.store_result if 2 * width >= self.length else target.store)
            source, target, width = target, source, 2 * width

    def sort_runs(self, store: Callable[[Value, Elements], None]) -> None:
        whole, left = divmod(self.length, RUN)
        self.each(whole, lambda i: self.sort_few(i * RUN, RUN, store))
        if left:
            self.each(1, lambda i: self.sort_few(i + whole * RUN, left, store))

    def sort_few(self, first: Value, count: int, store: Callable[[Value, Elements], None]) -> None:
        """By exchanging neighbours, those at even and at odd places in turns."""
        values = [self.operands(first + i) for i in range(count)]
        for turn in range(count):
            for i in range(turn % 2, count - 1, 2):
                one, other = values[i], values[i + 1]
                exchanged = self.goes_before(other, one)
                values[i] = [where(exchanged, y, x) for x, y in zip(one, other)]
                values[i + 1] = [where(exchanged, x, y) for x, y in zip(one, other)]
        for i, each in enumerate(values):
            store(first + i, each)

    def merge_runs(self, width: int, source: RowMemory, store: Callable[[Value, Elements], None]) -> None:
        """Each two neighbours of the sorted runs of a width to one of twice that; the last one may be shorter, or lack a neighbour."""
        pairs, left = divmod(self.length, 2 * width)
        self.each(pairs, lambda i: self.merge_alike(i * (2 * width), width, source, store))
        first = pairs * 2 * width
        if left > width:
            self.merge_last(first, first + width, source, store)
        elif left:
            self.each(left, lambda i: store(i + first, source.load(i + first)))

    def merge_alike(self, first: Value, width: int, source: RowMemory, store: Callable[[Value, Elements], None]) -> None:
        """Two runs of one width, from both ends."""

        def step(i: Value, carried: list) -> list:
            low, high, low_end, high_end = carried
            left, right, left_end, right_end = [source.load(place) for place in carried]
            is_right, is_left_end = self.goes_before(right, left), self.goes_before(right_end, left_end)
            store(first + i, [where(is_right, y, x) for x, y in zip(left, right)])
            store(first + (2 * width - 1) - i, [where(is_left_end, x, y) for x, y in zip(left_end, right_end)])
            return [
                where(is_right, low, low + 1), where(is_right, high + 1, high),
                where(is_left_end, low_end - 1, low_end), where(is_left_end, high_end, high_end - 1),
            ]  # fmt: skip

        starts = [first, first + width, first + (width - 1), first + (2 * width - 1)]
        self.kernel.loop(0, width, 1, starts, step, unrolled=0)

    def merge_last(self, first: int, middle: int, source: RowMemory, store: Callable[[Value, Elements], None]) -> None:
        """The last two runs, of which the second is shorter. One place more than there are elements can be loaded."""

        def step(i: Value, carried: list) -> list:
            low, high = carried
            left, right = source.load(low), source.load(high)
            is_right = high.is_below(self.length) & (low.is_below(middle) & self.goes_before(right, left) | ~low.is_below(middle))
            store(i + first, [where(is_right, y, x) for x, y in zip(left, right)])
            return [where(is_right, low, low + 1), where(is_right, high + 1, high)]

        numbers = [self.kernel.number(place) for place in (first, middle)]
        self.kernel.loop(0, self.length - first, 1, numbers, step, unrolled=0)
