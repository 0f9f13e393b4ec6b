"""Matrix products and convolutions on processors: a tile of the result in vector registers, summed over the contraction.

A tile is `rows` neighbours along one line of the result (a row of an image, all rows of a matrix) by `vectors` vectors of columns. For each
place of the contraction it loads the vectors of the right operand once, and one number of each row of the left one, which it
multiplies all of them by. Numbers of fewer than 32 bits are converted as they are loaded, those of the left one before they are spread; sums have 32 at least. The last vectors of a row are
moved back to end where it ends.

Where slices of the columns are computed with, as the gates of a recurrent cell, a tile has the same columns of each of them, which stay in registers until
what is computed of all is stored.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.extents import Extent
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, add, multiply
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.product import Places, Product, ProductKernel, Triple, at_columns, moved_back, product_of
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.scratch import MOST_BYTES, Scratch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.operations import Value as Argument

FEWEST_LANES, MOST_VECTORS = 4, 8
OF_UNKNOWN = 4  # vectors where the number of rows is not known, about
LOADING, STORING, STARTING = 0.1, 4, 20  # cycles for each load beside multiplications, for each vector of a tile, and for a tile
REACHING = (0, 4, 12)  # half cycles for a vector of a panel that fits into the nearest cache, into the next one, or into neither
ROOM = (
    3 / 4,
    1 / 2,
)  # of the nearest cache and of the second one, that a panel may take: rows on the left, and the next panel, are there too
IN_FLIGHT = 8  # sums that are added to at once, without which additions wait for each other
FAR = 8  # rows that reach over more than this part of the second cache are far apart: 64 pages of 4 KiB where that has 2 MiB
FEWEST_TOGETHER, FEWEST_WORKGROUPS = 8, 8  # tiles that a panel is copied for, and workgroups that several processors share
REPEATING = 64  # bytes of the vectors of processors whose multiplications repeat a number that they read from memory
LONGEST_BODY = 32  # multiplications in the innermost loop, which is written several times over up to that
TUNED = {"rows": 1, "vectors": 1}


def choose(executable: Executable, target) -> Schedule | None:
    problem = product_of(executable) if target.is_processor else None
    if problem is None or not problem.has_vectors_of_columns:
        return None
    lanes = lanes_of(problem, target.lanes(problem.kind.bits))
    if lanes is None:
        return None
    rows, vectors = tile_of(problem, lanes, target)
    together = tiles_together(problem, rows, vectors * lanes, target)
    return Schedule("register_tile", rows=rows, vectors=vectors, lanes=lanes, together=together, loads="storage")


def tiles_together(product: Product, rows: int, width: int, target) -> int:
    """How many tiles of a column a workgroup does, which copies the panel of the right operand that they read: rows that are far apart
    lie in few places of a cache, and on many pages. One where they are near, and where the panel is too large."""
    depth, length, size = prod([extent for extent, _, _ in product.depth]), product.length, product.kind.bits // 8
    if isinstance(length, Extent) or product.line_count != 1 or product.depth[-1][2] <= width:
        return 1
    tiles, columns = -(-length // rows), -(-product.columns // width) * product.batch
    reaches_far = depth * product.depth[-1][2] * size > target.cache_sizes[1] // FAR
    if tiles < FEWEST_TOGETHER or not reaches_far or depth * width * size > MOST_BYTES:
        return 1
    groups = min(-(-FEWEST_WORKGROUPS // columns), tiles // FEWEST_TOGETHER)
    return -(-tiles // groups)


def lanes_of(product: Product, most: int) -> int | None:
    """How many columns a vector has, which lie side by side on the right: they do in groups where there is more than one pair. None where that
    would be few."""
    extent = product.right_columns[-1][0]
    assert isinstance(extent, int), "a product is made of columns whose sizes are known"
    lanes = most
    if len(product.right_columns) == 1:
        while lanes > min(product.width, extent):
            lanes //= 2
    else:
        lanes = min(most, extent & -extent)
    if product.padded > product.columns and product.slices > 1:
        lanes = min(lanes, product.padded_width & -product.padded_width)
    return lanes if lanes >= FEWEST_LANES else None


def tile_of(product: Product, lanes: int, target, beside: int = 0) -> tuple[int, int]:
    """The tile, with so many rows of sums `beside` those of the result, of which the whole takes the least time, in cycles: multiplications and loads are done two at a time, and sums that are too few
    wait for themselves. Columns that do not fit into the nearest cache come from the next one, a vector in two cycles, or from the one behind."""
    slices = product.slices
    if isinstance(product.length, Extent):
        vectors = max(1, (OF_UNKNOWN if slices == 1 else MOST_VECTORS) // slices) * slices
        return most_rows(vectors, target) - beside, vectors
    shapes = [
        (rows, vectors)
        for vectors in range(slices, min(MOST_VECTORS, slices * -(-product.width // lanes)) + 1, slices)
        for rows in range(1, min(most_rows(vectors, target) - beside, product.length) + 1)
    ]

    depth = prod([extent for extent, _, _ in product.depth])

    def time(shape: tuple[int, int]) -> float:
        rows, vectors = shape
        tiles = -(-product.length // rows) * -(-product.width // (vectors // slices * lanes))
        panel = depth * vectors * target.vector_bytes
        away = sum([panel > size * share for size, share in zip(target.cache_sizes, ROOM)])  # caches that it does not fit into
        multiplied = (rows + beside) * vectors
        of_one = max(multiplied, rows + vectors, IN_FLIGHT, REACHING[away] * vectors) / 2 + (rows + vectors) * LOADING
        return tiles * (depth * of_one + STORING * rows * vectors + STARTING)

    return min(shapes, key=lambda shape: (time(shape), abs(shape[1] - 2)))


def most_rows(vectors: int, target) -> int:
    """How many rows of so many vectors of sums registers have room for, beside the vectors of the right operand, which the rows share, and a number of the
    left one. Sums take three quarters of them at most: with more, LLVM has to put some into memory."""
    room = target.vector_registers - vectors - (target.vector_bytes < REPEATING)
    return min(target.vector_registers * 3 // 4 // vectors, max(1, room // vectors))


def emit(executable: Executable, schedule: Schedule, target):
    problem = product_of(executable)
    lanes, vectors = schedule.number("lanes", 2, 64), schedule.number("vectors", 1, 16)
    if problem is None or lanes_of(problem, lanes) != lanes or vectors % problem.slices:
        raise Error.on(executable.op, "is no contraction that schedule 'register_tile' can run")
    kernel = TileKernel if executable.sliced is None else SlicedTileKernel
    return kernel(executable, schedule, target, problem, vectors * lanes).emit()


class TileKernel(ProductKernel):
    """Sums are vectors of columns."""

    def prepare(self) -> None:
        """Where several tiles are done together, the right operand is a copy of its panel, with rows one behind the other."""
        super().prepare()
        if self.together == 1:
            return
        source, depth, starts = self.right, self.depth, self.starts
        extents = [extent for extent, _, _ in depth]
        panel = Scratch(self.kernel, "panel", self.product.kind, prod(extents) * self.width)

        def copy(levels: list[Triple], here: list[Value], there: Value) -> None:
            if not levels:
                for v, start in enumerate(here):
                    panel.store(there + v * self.lanes, converted(source.load(start, self.lanes), self.product.kind))
                return
            (extent, _, step), *inner = levels
            size = prod([each for each, _, _ in inner]) * self.width

            def one(k: Value, carried):
                copy(inner, [start + k * step for start in here], there + k * size)
                return carried

            self.kernel.loop(0, extent, 1, [], one, unrolled=1)

        copy(depth, starts, self.kernel.number(0))
        self.right = panel
        sizes = [prod(extents[d + 1 :]) * self.width for d in range(len(depth))]
        self.depth = [(extent, on_left, size) for (extent, on_left, _), size in zip(depth, sizes)]
        self.starts = [self.kernel.number(v * self.lanes) for v in range(len(starts))]

    def starting_columns(self, tile: Value) -> list[Value]:
        """The last ones are moved back where the right operand has no more columns than there are."""
        columns = [tile * self.width + column for column in range(0, self.width, self.lanes)]
        is_padded = self.product.padded > self.product.columns
        return columns if is_padded else [moved_back(column, self.product.columns, self.lanes) for column in columns]

    def run_through(self, depth: list[Triple], at: Places, rows: int, sums: list[Value]) -> list[Value]:
        (extent, on_left, on_right), *inner = depth

        def step(k, sums):
            here = at.moved(k, on_left, on_right)
            return self.run_through(inner, here, rows, sums) if inner else self.added(here, rows, sums)

        copies = 1 if inner else max(1, min(extent, LONGEST_BODY // len(sums)))
        return self.kernel.loop(0, extent, 1, sums, step, unrolled=1, copies=copies)

    def added(self, at: Places, rows: int, sums: list[Value]) -> list[Value]:
        kind, lanes = self.product.kind, self.lanes
        if at.following is not None:
            at.following.fetch()
        rights = [converted(self.right.load(right, lanes), kind) for right in at.rights]
        numbers = [converted(self.left.load(at.left + r * self.product.row_stride), kind).splat(lanes) for r in range(rows)]
        terms = [multiply(number, right) for number in numbers for right in rights]
        return [add(sum, term) for sum, term in zip(sums, terms, strict=True)]

    def store(self, row: Value, column: Value, sum: Value) -> None:
        at_columns(self.kernel, column, self.product.columns, [sum], lambda column, values: self.store_at(row, column, *values))


class SlicedTileKernel(TileKernel):
    """A tile has some columns of each slice: as many vectors of the first one, then those of the second one, .."""

    def starting_columns(self, tile: Value) -> list[Value]:
        """Those in memory; `places` are those within a slice."""
        product, width = self.product, self.width // self.product.slices
        places = [tile * width + first for first in range(0, width, self.lanes)]
        is_padded = product.padded > product.columns
        self.places = places if is_padded else [moved_back(place, product.width, self.lanes) for place in places]
        return [place + number * product.padded_width for number in range(product.slices) for place in self.places]

    def store_row(self, row: Value, sums: list[Value]) -> None:
        count = len(self.places)
        for v, place in enumerate(self.places):
            at_columns(
                self.kernel, place, self.product.width, sums[v::count], lambda column, values: self.store_slices(row, column, values)
            )

    def store_slices(self, row: Value, column: Value, sums: list[Value]) -> None:
        """Stores what is computed of one place of each slice."""
        sliced = self.setting.executable.sliced
        assert sliced is not None, "the kernel is that of slices"
        results = [self.result_of(sum) for sum in sums]
        rows = Index(self.kernel, self.shape[:-1], linear=self.place(row, self.kernel.number(0), 1))

        def of_slice(value: Argument, number: int) -> Callable[[Index, int], Value]:
            def at(index: Index, lanes: int) -> Value:
                """The element of what is sliced, of which the product's is the sum of this slice."""
                wide = self.index(rows, column + number * self.product.width, sliced.columns)
                elements.bound[self.root] = lambda index, lanes: results[number]
                return elements.at(value.op.operands[0], wide, lanes)

            return at

        elements = self.setting.elements
        elements.bound = {value: of_slice(value, number) for value, number in sliced.slices.items()}
        self.setting.store_at(self.index(rows, column, self.product.width), sums[0].lanes)

    def index(self, rows: Index, column: Value, columns: int) -> Index:
        return Index(self.kernel, (*rows.shape, columns), [*rows.dims, column], rows.linear * columns + column)
