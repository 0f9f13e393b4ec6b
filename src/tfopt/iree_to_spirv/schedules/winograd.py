"""Convolutions with windows of 3 by 3 that move by one place, over tiles of the output, on processors: by fewer multiplications.

Of each tile of the image, which overlaps its neighbours, sums are made, as many as it has places; each is multiplied by its share of the weights as
a matrix, over the channels; and the places of the output are sums of these products. A workgroup does all three for `tiles` neighbours, one
panel of columns after the other, so that sums and products stay in a near cache. Source: Lavin and Gray, "Fast Algorithms for Convolutional
Neural Networks" (2016). Results differ from the sums of products by a few units in the last place of the largest term of their tile, by ten
times that with tiles of 4 places.
"""

from __future__ import annotations

from functools import partial
from itertools import product

from tfir.analysis.extents import Extent, divided_up
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.winograd import MOST_CHANNELS, TILES, WINDOW, matrices, takes_tiles, tiles_of
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Value as Operand
from tfir.ir.types import F32

from tfopt.iree_to_spirv.arithmetic import F, Value, add, known_below, moved_inside, multiply, where
from tfopt.iree_to_spirv.elements.attributes import number
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.linear_maps import both_ways
from tfopt.iree_to_spirv.next_panel import NextPanel
from tfopt.iree_to_spirv.product import at_columns, moved_back
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.register_tile import most_rows
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.scratch import MOST_BYTES, Scratch

NAME = "iree.winograd_convolution"
MOST_VECTORS = 4
TRANSFORMING = 6  # cycles for each vector of a tile, of its channels and of its columns
STREAMING = 24  # bytes of the weights that arrive in a cycle
SHARE = 3  # of the second cache, which sums and products have one part of
FEWEST_WORKGROUPS = 4  # where there are fewer blocks of tiles, the columns are shared out


class Problem:
    """A convolution over tiles of `step` places to a side: of `stablehlo.convolution`, whose weights are to be transformed, or of `NAME`, whose are."""

    def __init__(self, executable: Executable, step: int):
        root = executable.root
        self.step, self.size = step, step + WINDOW - 1
        self.image: Operand = root.operands[0]
        self.images, self.height, self.width, self.channels = self.image.type.shape
        padding = integers(root.attributes.get("padding")) or [0] * 4
        self.low, self.shape = (padding[0], padding[2]), executable.shape
        self.columns = self.shape[3]
        _, self.down, self.across = tiles_of(self.shape, step)
        self.tiles = self.images * self.down * self.across

    @property
    def places(self) -> int:
        """Of a tile of the image."""
        return self.size * self.size


def problem_of(executable: Executable) -> Problem | None:
    root = executable.root
    is_marked = root is not None and (root.name == NAME or (root.name == "stablehlo.convolution" and TILES in root.attributes))
    if not is_marked or executable.shape != root.results[0].type.shape or executable.size == 0:
        return None
    types = [value.type for value in (*root.operands, root.results[0])]
    if any([type.element is not F32 or any([isinstance(size, Extent) for size in type.shape]) for type in types]):
        return None
    step = number(root, "step" if root.name == NAME else TILES, 0)
    is_loaded = all([value in executable.loads for value in root.operands])
    if step not in MOST_CHANNELS or not is_loaded or (root.name != NAME and not takes_tiles(root)):
        return None
    return Problem(executable, step)


def choose(executable: Executable, target) -> Schedule | None:
    problem = problem_of(executable) if target.is_processor else None
    if problem is None:
        return None
    lanes = target.lanes(F.bits)
    if not lanes <= problem.channels <= MOST_CHANNELS[problem.step]:
        return None
    panel = executable.root.operands[1].type.shape[3] if executable.root.name == NAME else None
    shapes = list(shapes_of(problem, lanes, target, panel))
    if not shapes:
        return None
    tiles, rows, vectors = min(shapes, key=lambda shape: cycles(problem, lanes, panel, *shape))
    blocks = -(-problem.tiles // tiles)
    panels = -(-problem.columns // (panel or vectors * lanes))
    groups = min(panels, -(-FEWEST_WORKGROUPS // blocks))
    return Schedule("winograd", tiles=tiles, rows=rows, vectors=vectors, lanes=lanes, panels=-(-panels // groups), loads="storage")


def shapes_of(problem: Problem, lanes: int, target, panel: int | None):
    """What a workgroup may do: (tiles, rows and vectors of a product's tile in registers)."""
    for vectors in range(1, MOST_VECTORS + 1):
        width = panel or vectors * lanes
        most = max(MOST_BYTES, target.cache_sizes[1] // SHARE) // (problem.places * (problem.channels + width) * 4)
        if width % (vectors * lanes):
            continue
        for rows in range(1, min(most_rows(vectors, target), most, problem.tiles) + 1):
            blocks = -(-problem.tiles // (most // rows * rows))
            tiles = -(-problem.tiles // (blocks * rows)) * rows
            if tiles <= problem.tiles:
                yield tiles, rows, vectors


def cycles(problem: Problem, lanes: int, panel: int | None, tiles: int, rows: int, vectors: int) -> float:
    """The time that all workgroups take."""
    width = panel or vectors * lanes
    columns = -(-problem.columns // width) * width
    of_step = max(rows * vectors, rows + vectors, 8) / 2 + (rows + vectors) * 0.1
    products = tiles / rows * columns / (vectors * lanes) * problem.channels * of_step
    weights = problem.channels * columns * 4 / STREAMING
    around = tiles * TRANSFORMING * (problem.channels + columns) / lanes
    return -(-problem.tiles // tiles) * problem.places * (products + weights + around)


def emit(executable: Executable, schedule: Schedule, target):
    problem = problem_of(executable)
    if problem is None or executable.root.name != NAME:
        raise Error.on(
            executable.op, "is no convolution of transformed weights that schedule 'winograd' can run; iree-pack-constants makes it"
        )
    return TilesKernel(executable, schedule, target, problem).emit()


def inside(kernel, place: Value, extent: int) -> tuple[Value, Value]:
    """Whether a place is one of the image, and the place or one that is."""
    if place.limit is not None and place.limit <= extent:
        return kernel.truth(True), place
    there = place.is_below(extent)
    return there, moved_inside(there, place, extent)


class TilesKernel:
    """The kernel of a block of tiles, being written."""

    def __init__(self, executable: Executable, schedule: Schedule, target, problem: Problem):
        self.problem, self.root = problem, executable.root.results[0]
        self.tiles, self.rows = schedule.number("tiles", 1, problem.tiles), schedule.number("rows", 1, 64)
        self.vectors, self.lanes = schedule.number("vectors", 1, 16), schedule.number("lanes", 2, 64)
        panels, _, _, self.width = executable.root.operands[1].type.shape
        self.panels, self.panels_of_all = schedule.number("panels", 1, panels), panels
        if self.width % (self.vectors * self.lanes) or self.tiles % self.rows:
            raise Error.on(executable.op, "has a schedule whose panels of columns, or tiles, are no multiple of what is computed at once")
        self.setting = Setting(executable, schedule, target, 1)
        self.image, self.weights = (self.setting.buffers[executable.loads[value]] for value in executable.root.operands)
        self.kernel = self.setting.kernel
        self.sums = Scratch(self.kernel, "sums", F, problem.places * self.tiles * problem.channels)
        self.products = Scratch(self.kernel, "products", F, problem.places * self.tiles * self.width)

    def emit(self):
        kernel, problem = self.kernel, self.problem
        tile = self.setting.arranged((divided_up(problem.tiles, self.tiles), divided_up(self.panels_of_all, self.panels), 1))
        kernel.rows_along_x = 1 if self.panels < self.panels_of_all else 0
        first = moved_back(tile(0) * self.tiles, problem.tiles, self.tiles)
        start = moved_back(tile(1) * self.panels, self.panels_of_all, self.panels)
        self.each(self.tiles, lambda t: self.sum_up(first + t, t))

        def panel(i: Value) -> None:
            self.multiply(start + i)
            self.each(self.tiles, lambda t: self.put(first + t, t, start + i))

        self.each(self.panels, panel)
        return kernel.finish()

    def each(self, count: int, body) -> None:
        def step(i: Value, carried):
            body(i)
            return carried

        self.kernel.loop(0, count, 1, [], step, unrolled=1)

    def place_of(self, number: Value) -> list[Value]:
        """The image of a tile, and its place in it, down and across."""
        problem = self.problem
        return Index(self.kernel, (problem.images, problem.down, problem.across), linear=number).dims

    # The sums of a tile of the image

    def sum_up(self, number: Value, t: Value) -> None:
        problem, lanes = self.problem, self.lanes
        image, *tile = self.place_of(number)
        rows, columns = (
            [inside(self.kernel, at * problem.step + (i - low), extent) for i in range(problem.size)]
            for at, low, extent in zip(tile, problem.low, (problem.height, problem.width))
        )
        starts = [
            (row[0] & column[0], ((image * problem.height + row[1]) * problem.width + column[1]) * problem.channels)
            for row, column in product(rows, columns)
        ]

        def some(v: Value) -> None:
            channel = moved_back(v * lanes, problem.channels, lanes)
            loaded = [where(there, value := self.image.load(start + channel, lanes), value.like(0)) for there, start in starts]
            for place, sum in enumerate(both_ways(matrices(problem.step)[0], loaded)):
                self.sums.store((t + place * self.tiles) * problem.channels + channel, sum)

        self.each(-(-problem.channels // lanes), some)

    # Their products with a panel of the weights

    def multiply(self, panel: Value) -> None:
        step = self.vectors * self.lanes

        def place(p: Value) -> None:
            weights = (panel * self.problem.places + p) * (self.problem.channels * self.width)
            self.each(
                self.width // step, lambda g: self.each(self.tiles // self.rows, lambda r: self.tile(p, weights, r * self.rows, g * step))
            )

        self.each(self.problem.places, place)

    def tile(self, p: Value, weights: Value, first: Value, column: Value) -> None:
        """The products of some tiles and columns at one place."""
        channels, lanes = self.problem.channels, self.lanes
        left = (p * self.tiles + first) * channels
        zeros = [Value(self.kernel, F, lanes, constant=0.0)] * (self.rows * self.vectors)
        size, tiles, groups = channels * self.width, self.tiles // self.rows, self.width // (self.vectors * lanes)
        number = column // (self.vectors * lanes) * tiles + first // self.rows
        following = NextPanel.share(self.weights, weights + size, size, self.width, number, tiles * groups)

        def step(c: Value, sums):
            following.moved(c, self.width).fetch()
            rights = [self.weights.load(weights + c * self.width + column + v * lanes, lanes) for v in range(self.vectors)]
            numbers = [self.sums.load(left + c + r * channels).splat(lanes) for r in range(self.rows)]
            terms = [multiply(number, right) for number in numbers for right in rights]
            return [add(sum, term) for sum, term in zip(sums, terms, strict=True)]

        sums = self.kernel.loop(0, channels, 1, zeros, step, unrolled=1)
        for r, v in product(range(self.rows), range(self.vectors)):
            place = (p * self.tiles + first + r) * self.width + column + v * lanes
            self.products.store(place, sums[r * self.vectors + v])

    # The places of the output

    def put(self, number: Value, t: Value, panel: Value) -> None:
        problem, lanes = self.problem, self.lanes
        image, down, across = self.place_of(number)

        def some(v: Value) -> None:
            loaded = [self.products.load((t + place * self.tiles) * self.width + v * lanes, lanes) for place in range(problem.places)]
            results = both_ways(matrices(problem.step)[2], loaded)
            column = panel * self.width + v * lanes
            for (i, j), result in zip(product(range(problem.step), repeat=2), results, strict=True):
                row, at = down * problem.step + i, across * problem.step + j
                with self.kernel.when(row.is_below(problem.shape[1]) & at.is_below(problem.shape[2])):
                    here = image, known_below(row, problem.shape[1]), known_below(at, problem.shape[2])
                    at_columns(self.kernel, column, problem.columns, [result], partial(self.store, here))

        self.each(self.width // lanes, some)

    def store(self, place, column: Value, values: list[Value]) -> None:
        (value,) = values
        self.setting.elements.bound = {self.root: lambda index, lanes: value}
        self.setting.store_at(Index(self.kernel, self.problem.shape, [*place, column]), value.lanes)
