"""Convolutions over tiles on devices, but for their products (iree-expand-winograd): an invocation makes all sums of a tile of the image, or all places of the
result that its products make, of four channels side by side.

What is loaded for a tile stays in registers, or near them, until all of it is stored.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.analysis.extents import Extent
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.winograd import MOST_CHANNELS, WINDOW, matrices, tiles_of
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32

from tfopt.iree_to_spirv.arithmetic import Value, known_below, where
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.linear_maps import both_ways
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting, invocations_for, preferred_loads
from tfopt.iree_to_spirv.schedules.winograd import inside

SUMS, PLACES = "iree.winograd_sums", "iree.winograd_places"
INVOCATIONS, QUAD = 64, 4
TUNED = {"invocations": 8}


def choose(executable: Executable, target) -> Schedule | None:
    if not is_transform(executable):
        return None
    lanes = QUAD if executable.shape[-1] % QUAD == 0 else 1
    count = prod(tile_counts(executable)) * executable.shape[-1] // lanes
    return Schedule("winograd_tiles", lanes=lanes, invocations=invocations_for(count, INVOCATIONS), loads=preferred_loads(target))


def is_transform(executable: Executable) -> bool:
    root = executable.root
    if root is None or root.name not in (SUMS, PLACES) or executable.shape != root.results[0].type.shape or executable.size == 0:
        return False
    types = [root.operands[0].type, root.results[0].type]
    is_known = all([type.element is F32 and not any([isinstance(size, Extent) for size in type.shape]) for type in types])
    return is_known and root.get("step") in MOST_CHANNELS and root.operands[0] in executable.loads


def tile_counts(executable: Executable) -> list[int]:
    """How many tiles there are: (images, down, across)."""
    root = executable.root
    assert root is not None, "what is asked for is that of a transform"
    step = root.get("step")
    if root.name == PLACES:
        return tiles_of(root.results[0].type.shape, step)
    images, height, width, _ = root.operands[0].type.shape
    top, bottom, left, right = padding_of(root)
    lost = WINDOW - 1
    return tiles_of((images, height + top + bottom - lost, width + left + right - lost), step)


def padding_of(root) -> list[int]:
    return integers(root.attributes.get("padding")) or [0] * 4


def emit(executable: Executable, schedule: Schedule, target):
    if not is_transform(executable):
        raise Error.on(executable.op, "is no transform of tiles that schedule 'winograd_tiles' can run")
    return TransformKernel(executable, schedule, target).emit()


class TransformKernel:
    """The kernel of one tile and some channels to an invocation, being written."""

    def __init__(self, executable: Executable, schedule: Schedule, target):
        root = executable.root
        self.root, self.shape, self.step = root, executable.shape, root.get("step")
        self.lanes, self.invocations = schedule.number("lanes", 1, 4), schedule.number("invocations")
        if self.shape[-1] % self.lanes:
            raise Error.on(executable.op, f"has a schedule for {self.lanes} channels at once, of which {self.shape[-1]} are no multiple")
        self.counts = tile_counts(executable)
        self.setting = Setting(executable, schedule, target, self.lanes)
        self.source = self.setting.buffers[executable.loads[root.operands[0]]]
        self.kernel = self.setting.kernel

    def emit(self):
        kernel, groups = self.kernel, self.shape[-1] // self.lanes
        count = prod(self.counts) * groups
        number = self.setting.spread(count, self.invocations)
        is_exact = prod(kernel.workgroups) * self.invocations == count
        with kernel.when(kernel.truth(True) if is_exact else number < count):
            tile, group = Index(kernel, (prod(self.counts), groups), linear=known_below(number, count)).dims
            (self.sum_up if self.root.name == SUMS else self.put)(tile, group * self.lanes)
        return kernel.finish()

    def place_of(self, tile: Value) -> list[Value]:
        """The image of a tile, and its place in it, down and across."""
        return Index(self.kernel, self.counts, linear=tile).dims

    def sum_up(self, tile: Value, channel: Value) -> None:
        """Stores the sums of a tile of the image, which is zero beyond its edges."""
        size, (_, height, width, channels) = self.step + WINDOW - 1, self.root.operands[0].type.shape
        image, *corner = self.place_of(tile)
        rows, columns = (
            [inside(self.kernel, at * self.step + (i - low), extent) for i in range(size)]
            for at, low, extent in zip(corner, padding_of(self.root)[::2], (height, width))
        )
        loaded = []
        for (has_row, row), (has_column, column) in product(rows, columns):
            value = self.source.load(((image * height + row) * width + column) * channels + channel, self.lanes)
            loaded.append(where(has_row & has_column, value, value.like(0)))
        for place, sum in enumerate(both_ways(matrices(self.step)[0], loaded)):
            self.store([self.kernel.number(place), tile, channel], sum)

    def put(self, tile: Value, column: Value) -> None:
        """Stores the places of the result that a tile's products make."""
        places, tiles, columns = self.root.operands[0].type.shape
        loaded = [self.source.load((tile + place * tiles) * columns + column, self.lanes) for place in range(places)]
        image, down, across = self.place_of(tile)
        results = both_ways(matrices(self.step)[2], loaded)
        for (i, j), result in zip(product(range(self.step), repeat=2), results, strict=True):
            row, at = down * self.step + i, across * self.step + j
            with self.kernel.when(row.is_below(self.shape[1]) & at.is_below(self.shape[2])):
                self.store([image, known_below(row, self.shape[1]), known_below(at, self.shape[2]), column], result)

    def store(self, place: list[Value], value: Value) -> None:
        self.setting.elements.bound = {self.root.results[0]: lambda index, lanes: value}
        self.setting.store_at(Index(self.kernel, self.shape, place), self.lanes)
