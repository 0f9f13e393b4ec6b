"""Scatters on processors as StableHLO's specification has them: results begin as the operands, where they do not lie there already, then each
update is combined with what lies at its place, in the order of the index vectors.

As any two updates may meet, one workgroup has them all. Windows go along their last dimension in vectors where they lie so in the results.
"""

from __future__ import annotations

from tfir.analysis.extents import Size
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import I, Value, kind_of, known_below
from tfopt.iree_to_spirv.buffers import Buffer
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.elements.reduction import over
from tfopt.iree_to_spirv.elements.scattering import ScatterDims, parts_of, start_of
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.schedules.sweep import loop, sweep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def choose(executable: Executable, target) -> Schedule | None:
    if not target.is_processor or not is_scatter(executable):
        return None
    return Schedule("scattering", lanes=target.lanes(max([32, *[bits_of(result) for result in executable.root.results]])), loads="storage")


def bits_of(value) -> int:
    kind = kind_of(value.type.element)
    return kind.bits if kind is not None else 0


def is_scatter(executable: Executable) -> bool:
    """Whether results of a scatter, all of them, are stored as they are: they are combined where they are stored."""
    root = executable.root
    if root is None or root.name != "stablehlo.scatter" or executable.size == 0:
        return False
    return [value for value, _ in executable.stores] == list(root.results)


def emit(executable: Executable, schedule: Schedule, target):
    if not is_scatter(executable):
        raise Error.on(executable.op, "is no scatter, which schedule 'scattering' could run")
    lanes = schedule.number("lanes", 1, 64)
    setting = Setting(executable, schedule, target, 1)
    kernel, operands = setting.kernel, parts_of(executable.root)[0]
    results = [setting.buffers[argument] for _, argument in executable.stores]
    is_there = [executable.loads.get(operand) is argument for operand, (_, argument) in zip(operands, executable.stores)]

    def copy(place: Value, lanes: int) -> None:
        index = Index(kernel, executable.shape, linear=place)
        for operand, result, there in zip(operands, results, is_there):
            if not there:
                result.store(place, setting.elements.at(operand, index, lanes).splat(lanes))

    if not all(is_there):
        along(kernel, executable.size, lanes, copy)
    scatter = Scatter(setting, executable.root, results, lanes)
    over(kernel, scatter.dims.rows, [], scatter.put_window, unrolled=0)
    return kernel.finish()


def along(kernel, size: Size, lanes: int, body: Callable[[Value, int], None]) -> None:
    """`body(place, lanes)` for all places below a size, which may be one that the run tells."""
    if isinstance(size, int):
        return sweep(kernel, size, lanes, body)
    count = kernel.number(0).like(size)
    whole = count // lanes * lanes
    loop(kernel, 0, size, lanes, lambda place: body(place, lanes), rounds=whole)
    return loop(kernel, 0, lanes, 1, lambda place: body(whole + place, 1), rounds=count - whole)


class Scatter:
    """The second half of a kernel: updates are combined with what lies in the results' buffers. `starts` are where a window begins, by dimensions of
    the results that indices name; `place` and `source` are what is known so far of places in results and updates, by dimensions of these."""

    def __init__(self, setting: Setting, op, results: list[Buffer], lanes: int):
        self.setting, self.kernel, self.elements, self.op = setting, setting.kernel, setting.elements, op
        operands, (self.indices,), self.updates = parts_of(op)
        self.shape, self.updated = operands[0].type.shape, self.updates[0].type.shape
        self.dims = ScatterDims(op, self.shape, self.indices.type.shape, self.updated)
        self.results, self.lanes = results, lanes

    def put_window(self, row: list[Value], carried: list) -> list:
        """Combines in the window of an index vector, of which `row` says where it stands among the vectors: all of it, or what lies inside."""
        dims, kernel = self.dims, self.kernel
        starts = {d: start_of(self.elements, dims, self.indices, row, component) for component, d in enumerate(dims.targets)}
        place, source = {d: row[dims.places.index(indexed)] for d, indexed in dims.batching.items()}, dict(zip(dims.outer, row))
        axes = list(dims.window_of)
        fits, there = kernel.truth(True), kernel.truth(True)
        for d, start in starts.items():
            if d not in axes or start.kind.family == "u":
                there = there & is_below(start, self.shape[d])
            if d in axes:
                fits = fits & is_below(start, self.shape[d] - self.updated[dims.window_of[d]] + 1)
        with kernel.when(there):
            place |= {d: as_place(starts[d], self.shape[d]) if d in starts else kernel.number(0) for d in dims.inserted}
            with kernel.when(fits):
                self.put_along(axes, starts, place, source, False)
            if fits.constant is None:
                with kernel.when(~fits):
                    self.put_along(axes, starts, place, source, True)
        return carried

    def put_along(self, axes: list[int], starts: dict, place: dict, source: dict, is_cut: bool) -> None:
        """Goes along the dimensions of a window that are left; of one that `is_cut` elements may lie outside."""
        if not axes:
            self.combine(place, source, 1)
            return
        (d, *rest), kernel = axes, self.kernel
        is_checked, along_window = is_cut and d in starts, self.dims.window_of[d]

        def put(position: Value, lanes: int) -> None:
            at = starts[d] + converted(position, starts[d].kind) if d in starts else position
            with kernel.when(is_below(at, self.shape[d]) if is_checked else kernel.truth(True)):
                here, there = place | {d: as_place(at, self.shape[d])}, source | {along_window: position}
                if rest:
                    self.put_along(rest, starts, here, there, is_cut)
                else:
                    self.combine(here, there, lanes)

        is_side_by_side = d == len(self.shape) - 1 and along_window == len(self.updated) - 1
        along(kernel, self.updated[along_window], self.lanes if is_side_by_side and not is_checked else 1, put)

    def combine(self, place: dict, source: dict, lanes: int) -> None:
        """Combines so many elements side by side into the results."""
        at = Index(self.kernel, self.shape, [place[d] for d in range(len(self.shape))]).linear
        index = Index(self.kernel, self.updated, [source[d] for d in range(len(self.updated))])
        before = [result.load(at, lanes) for result in self.results]
        values = [self.elements.at(update, index, lanes).splat(lanes) for update in self.updates]
        for result, value in zip(self.results, self.elements.combine(self.op.regions[0], [*before, *values], rounded=True)):
            result.store(at, value.splat(lanes))


def is_below(place: Value, size: Size) -> Value:
    """Whether a place of any kind is one of so many."""
    return place.is_below(size if isinstance(size, int) else converted(place.kernel.number(0).like(size), place.kind))


def as_place(value: Value, size: Size) -> Value:
    """A number that is one of so many places, in the bits of places."""
    return known_below(converted(value, I), size)
