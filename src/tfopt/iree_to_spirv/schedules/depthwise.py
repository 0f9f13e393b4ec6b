"""Convolutions of each feature by itself, over NHWC: four features to a lane, on processors a vector of them, several places along a row to an
invocation.

Neighbouring places share most of their window, so an element of the input is loaded once for all of them.
"""

from __future__ import annotations

from tfir.analysis.extents import Extent, usual
from tfir.dialects.stablehlo.attributes import NHWC
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import B, F, Value, known_below, moved_inside, where
from tfopt.iree_to_spirv.elements import as_element
from tfopt.iree_to_spirv.elements.contraction import Convolution, of_result, sum_kind, zero
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import LARGEST_GROUP_COUNT, Setting, lanes_for, preferred_loads, tile_size

MOST_COLUMNS = 8
LARGEST_WINDOW = 49
TUNED = {"columns": 1}


def choose(executable: Executable, target) -> Schedule | None:
    conv = convolution_of(executable, target)
    if conv is None:
        return None
    batch, height, width, _ = executable.shape
    if usual(batch * height) > LARGEST_GROUP_COUNT or isinstance(width, Extent):
        return None
    columns = tile_size(width, MOST_COLUMNS)
    if target.is_processor:
        lanes = target.lanes(sum_kind(executable.root.results[0].type.element).bits)
        vector = min(lanes, executable.shape[3] & -executable.shape[3])
        return Schedule("depthwise", columns=columns, lanes=1, vector=vector, loads="storage")
    return Schedule("depthwise", columns=columns, lanes=lanes_for(executable.shape[3] // 4, target), loads=preferred_loads(target))


def convolution_of(executable: Executable, target) -> Convolution | None:
    root = executable.root
    if root is None or root.name != "stablehlo.convolution" or executable.shape != root.results[0].type.shape or executable.size == 0:
        return None
    elements = [value.type.element for value in (*root.operands, root.results[0])]
    if any([sum_kind(each) in (None, B) for each in elements] if target.is_processor else [each is not F.scalar for each in elements]):
        return None
    conv = Convolution(root)
    features = root.operands[0].type.shape[conv.dims.input_feature_dimension]
    one_each = conv.features_per_group == 1 and conv.groups == features == conv.outputs and conv.batch_groups == 1 and features > 1
    usual = conv.dims == NHWC and set(conv.window.base_dilations) == {1} and not any(conv.reversed)
    loaded = all(executable.argument_of(value) is not None for value in root.operands)
    fits = one_each and usual and loaded and features % 4 == 0 and conv.sizes[0] * conv.sizes[1] <= LARGEST_WINDOW
    return conv if fits else None


def emit(executable: Executable, schedule: Schedule, target):
    conv = convolution_of(executable, target)
    if conv is None:
        raise Error.on(executable.op, "is no convolution that schedule 'depthwise' can run")
    return Strip(executable, schedule, target, conv).emit()


class Strip:
    """The kernel of `columns` places along a row of the output, being written."""

    def __init__(self, executable, schedule, target, conv):
        self.conv, self.root = conv, executable.root
        self.columns, self.lanes = schedule.number("columns", 1, 32), schedule.number("lanes", 1, 64)
        input, weights = (executable.argument_of(value) for value in self.root.operands)
        self.vector = schedule.number("vector", 4, 64) if "vector" in schedule.values else 4
        self.setting = Setting(executable, schedule, target, 4, None if target.is_processor else {input: 4, weights: 4})
        self.input, self.weights = self.setting.buffers[input], self.setting.buffers[weights]
        self.kernel, self.shape = self.setting.kernel, executable.shape
        self.quads = self.shape[3] // self.vector
        self.kind = zero(self.setting.elements, self.root).kind

    def emit(self):
        kernel = self.kernel
        batch, height, width, _ = self.shape
        kernel.local_size = (self.lanes, 1, 1)
        self.strips = -(-width // self.columns)
        tile = self.setting.arranged((-(-self.quads // self.lanes), self.strips, batch * height))
        lane = tile(0) * self.lanes + kernel.local(0)
        self.quad = lane
        if lane.limit > self.quads:
            self.quad = known_below(where(lane < self.quads, lane, lane.like(self.quads - 1)), self.quads)
        self.image, self.row = Index(kernel, (batch, height), linear=tile(2)).dims
        self.first = tile(1) * self.columns
        sums = [zero(self.setting.elements, self.root).splat(self.vector)] * self.columns
        for r in range(self.conv.sizes[0]):
            sums = self.add_row(r, sums)
        with kernel.when(lane < self.quads):
            self.store(sums)
        return kernel.finish()

    def add_row(self, r: int, sums) -> list[Value]:
        """Adds the products of row r of the window, for all places."""
        window, kernel = self.conv.window, self.kernel
        row = self.row * window.strides[0] + (r * window.window_dilations[0] - window.lows[0])
        there = kernel.truth(True) if window.stays_inside(0, self.shape[1:3]) else row.is_below(window.extents[0])
        row = moved_inside(there, row, window.extents[0])
        base = (self.image * window.extents[0] + row) * window.extents[1]
        loaded: dict[int, Value] = {}
        for q in range(self.conv.sizes[1]):
            place_of_weights = (self.quad + (r * self.conv.sizes[1] + q) * self.quads) * self.vector
            weight = converted(self.weights.load(place_of_weights, self.vector), self.kind)
            for place in range(self.columns):
                offset = place * window.strides[1] + q * window.window_dilations[1] - window.lows[1]
                if offset not in loaded:
                    loaded[offset] = self.load(base, there, offset)
                term = loaded[offset] * weight
                sums = [*sums[:place], sums[place] + term, *sums[place + 1 :]]
        return sums

    def load(self, base: Value, there: Value, offset: int) -> Value:
        """The input `offset` places from the first of the strip, zero where there is none."""
        window = self.conv.window
        extent = window.extents[1]
        column = self.first * window.strides[1] + offset
        furthest = (self.strips - 1) * self.columns * window.strides[1] + offset
        if offset < 0 or furthest >= extent:
            there = there & column.is_below(extent)
            column = where(column.is_below(extent), column, column.like(0))
        loaded = converted(self.input.load(((base + column) * self.quads + self.quad) * self.vector, self.vector), self.kind)
        return where(there, loaded, loaded.like(0))

    def store(self, sums) -> None:
        width = self.shape[2]
        for place, sum in enumerate(sums):
            column = self.first + place
            with self.kernel.when(column < width):
                self.store_place(column, sum)

    def store_place(self, column: Value, sum: Value) -> None:
        index = Index(self.kernel, self.shape, [self.image, self.row, column, self.quad * self.vector])
        result = as_element(of_result(self.setting.elements, self.root, sum), self.root.results[0].type.element)
        self.setting.elements.bound = {self.root.results[0]: lambda index, lanes: result}
        self.setting.store_at(index, self.vector)
