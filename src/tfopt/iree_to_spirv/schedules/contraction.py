"""Matrix products and convolutions, as one matrix product: a tile of the result in registers, summed over the contraction.

A workgroup makes `rows` rows of the result and `columns` columns (four, or more of them in fours) for each of its `lanes`. Rows of the left operand (for a
convolution: windows of the input, read as rows without being laid out as such) come in pieces: with `share = shuffle` each lane loads its own part of
one, a number or four, and the subgroup passes the numbers around, with `share = none` each lane loads all of it. Lanes that have more than is to be gone
through at once between them load pieces of several rows. Where the result has few columns, lanes are shared out among `groups`, each
of which has rows of its own.
"""

from __future__ import annotations

import math

from tfir.analysis.extents import Extent, Size, divided_up, usual
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import F, Value, add, known_below, multiply, where
from tfopt.iree_to_spirv.elements.contraction import Convolution, DotDims
from tfopt.iree_to_spirv.elements.reduction import undilated
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import (
    LARGEST_GROUP_COUNT,
    SEVERAL,
    Setting,
    lanes_for,
    preferred_loads,
    require_shuffles,
    tile_size,
)
from tfopt.iree_to_spirv.strides import Strided, single, strided, uncut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

QUAD = 4
SMALLEST = 16  # columns times contraction; below, a tile would mostly be waste
FEWEST_COLUMNS_OF_A_GROUP = 8
SHUFFLE_LANES, SHUFFLE_ROWS = (4, 8, 16), 28
# What a vector of the right operand, and a number of the left one that comes in fours or alone, takes to load and to pass on, in multiplications of vectors
# with a sum. Measured on lavapipe.
RIGHT, LEFT = 5.5, {4: 1.4, 1: 3.0}
# Numbers of the left operand that a round passes on, each written out, by lanes that are known: the code of more does not stay in the nearest cache.
WRITTEN_OUT = 224
TOGETHER = 2  # rows whose sums are added to, as many as fit into the registers of a processor beside what they are multiplied by
PLAIN_ROWS, PLAIN_COLUMNS = 12, 8
LONGEST_SUM = 4096  # numbers that are added to one sum, one after the other
TUNED = {"rows": 1, "columns": QUAD}


def choose(executable: Executable, target) -> Schedule | None:
    problem = problem_of(executable)
    if problem is None or isinstance(problem.columns * problem.depth, Extent) or problem.columns * problem.depth < SMALLEST:
        return None
    shuffles = target.subgroup_size in SHUFFLE_LANES and target.can("shuffle")
    lanes = target.subgroup_size if shuffles else lanes_for(problem.columns // QUAD, target)
    groups, rows = groups_and_rows(problem, lanes) if shuffles else (1, tile_size(usual(problem.rows, SEVERAL), PLAIN_ROWS))
    wide = not shuffles and problem.columns >= lanes * PLAIN_COLUMNS
    if usual(problem.batch) > LARGEST_GROUP_COUNT or usual(divided_up(problem.rows, rows)) > LARGEST_GROUP_COUNT:
        return None
    share = "shuffle" if shuffles else "none"
    columns = PLAIN_COLUMNS if wide else QUAD
    shared_out = {"groups": groups} if groups > 1 else {}
    return Schedule("contraction", rows=rows, columns=columns, lanes=lanes, **shared_out, share=share, loads=preferred_loads(target))


def groups_and_rows(problem, lanes: int) -> tuple[int, int]:
    """Among how many groups lanes that shuffle are shared out, and how many rows each lane has: where the fewest sums lie outside of the result, as
    long as numbers that are loaded are used by many of them."""
    shapes = []
    for across in [1 << bit for bit in range(lanes.bit_length() - 1, -1, -1)]:
        groups, columns = lanes // across, QUAD * across
        rows = tile_size(usual(divided_up(problem.rows, groups), SEVERAL), SHUFFLE_ROWS)
        sums = -(-problem.columns // columns) * columns * usual(divided_up(problem.rows, rows * groups), 1) * rows * groups
        shapes.append((sums * (1 + RIGHT / rows + LEFT[problem.piece] / across), groups, rows))
    return min(shapes)[1:]


def problem_of(executable: Executable):
    root = executable.root
    if root is None or any(value.type.element is not root.results[0].type.element for value in root.operands):
        return None
    if root.results[0].type.element is not F.scalar or executable.shape != root.results[0].type.shape or executable.size == 0:
        return None
    kind = PROBLEMS.get(root.name)
    left, right = (strided(executable, value) for value in (root.operands[0], uncut(root.operands[1]))) if kind else (None, None)
    return kind.of(root, left, right) if kind is not None and left is not None and right is not None else None


class Axes:
    """Dimensions of an operand that one of the product's three axes (rows, columns, contraction) or its batch runs over:
    (extent, distance in memory from one place to the next) for each, merged where two are as good as one."""

    def __init__(self, pairs):
        self.pairs: list[tuple[int, int]] = []
        for extent, stride in pairs:
            if extent == 1:
                continue
            if self.pairs and self.pairs[-1][1] == extent * stride:
                self.pairs[-1] = (self.pairs[-1][0] * extent, stride)
            else:
                self.pairs.append((extent, stride))
        self.size = math.prod([extent for extent, _ in self.pairs])

    @property
    def stride(self) -> int | None:
        """The one distance between neighbours, if there is one."""
        return None if len(self.pairs) > 1 else self.pairs[0][1] if self.pairs else 0

    @property
    def is_side_by_side(self) -> bool:
        """Whether four neighbours, from a multiple of four on, stand side by side on a multiple of four."""
        inner = self.pairs and self.pairs[-1][1] == 1 and self.pairs[-1][0] % 4 == 0
        return bool(inner) and all(stride % 4 == 0 for _, stride in self.pairs[:-1])

    @property
    def is_in_fours(self) -> bool:
        """Whether every place is a multiple of four away from the first."""
        return all(stride % 4 == 0 for _, stride in self.pairs)

    def offset(self, kernel, number: Value) -> Value:
        """How far the place of that number is from the first."""
        total, rest = kernel.number(0), number
        for position, (extent, stride) in reversed(list(enumerate(self.pairs))):
            total = (rest % extent if position else rest) * stride + total
            rest = rest // extent if position else rest
        return total

    @staticmethod
    def of(operand: Strided, groups) -> list[Axes]:
        """The axes of an operand, from the groups of its dimensions."""
        return [Axes([pair for d in group for pair in operand.dims[d]]) for group in groups]


class MatrixProduct:
    """result[b, m, n] = sum over k of left[b, m, k] * right[b, k, n], each axis being any dimensions in any order."""

    def __init__(self, operands, left, right, columns, result_shape):
        self.left, self.right = operands
        self.columns, self.result_shape = columns, result_shape
        self.features_last = True  # the columns of a row stand side by side in the result
        self.left_batch, self.left_rows, self.left_depth = left
        self.right_batch, self.right_depth, self.right_columns = right
        self.batch, self.rows, self.depth = (axes.size for axes in left)
        pieces = self.left_depth.is_side_by_side and self.left_batch.is_in_fours and self.left_rows.is_in_fours
        self.piece = 4 if pieces else 1  # how many numbers of a row are loaded at once

    @staticmethod
    def of(root, left: Strided, right: Strided):
        dims = DotDims(root)
        lhs, rhs = (value.type.shape for value in root.operands)
        lefts = Axes.of(left, (dims.lhs_batch, dims.lhs_free, dims.lhs_contracted))
        rights = Axes.of(right, (dims.rhs_batch, dims.rhs_contracted, dims.rhs_free))
        columns = math.prod([rhs[d] for d in dims.rhs_free])
        operands = left.argument, right.argument
        return MatrixProduct(operands, lefts, rights, columns, root.results[0].type.shape) if 0 not in (*lhs, *rhs) else None

    @property
    def padded(self) -> int:
        """The columns in memory, which may be more than there are."""
        return self.right_columns.size

    @property
    def right_in_fours(self) -> str:
        """Along which axis the right operand can be loaded four at a time: columns, depth, or none."""
        if self.right_columns.is_side_by_side and self.right_batch.is_in_fours and self.right_depth.is_in_fours:
            return "columns"
        along = self.right_depth.is_side_by_side and self.right_depth.stride is not None
        return "depth" if along and self.right_batch.is_in_fours and self.right_columns.is_in_fours else "none"

    def prepare(self, kernel, row: Value, batch: Value):
        """The number of a row's first element, which the loads of the row share."""
        return self.left_batch.offset(kernel, batch) + self.left_rows.offset(kernel, row)

    def element(self, kernel, prepared, place: Value):
        """(number of the left operand's element at a place of the contraction, condition under which it is there)."""
        return prepared + self.left_depth.offset(kernel, place), kernel.truth(True)

    def place(self, kernel, row: Value, batch: Value, column: Value) -> Index:
        """Where a sum belongs in the result."""
        return Index(kernel, self.result_shape, linear=(batch * self.rows + row) * self.columns + column)


class WindowProduct(MatrixProduct):
    """A convolution: rows are places of the output, the contraction runs over (window, input feature), the batch over groups."""

    def __init__(self, conv, left: Strided, right: Strided, result_shape):
        self.left, self.right = left.argument, right.argument
        self.result_shape, self.conv = result_shape, conv
        d = conv.dims
        self.features_last = d.output_feature_dimension == len(result_shape) - 1
        self.image_stride, self.feature_stride, *self.strides = [
            single(left.dims[i])[1] for i in (d.input_batch_dimension, d.input_feature_dimension, *d.input_spatial_dimensions)
        ]
        self.batch, self.features, self.columns = conv.groups, conv.features_per_group, conv.outputs // conv.groups
        self.places = [result_shape[d.output_batch_dimension], *[result_shape[i] for i in d.output_spatial_dimensions]]
        self.rows, self.depth = math.prod(self.places), math.prod(conv.sizes) * self.features
        depth = Axes.of(right, [[*d.kernel_spatial_dimensions, d.kernel_input_feature_dimension]])
        of_features = right.dims[d.kernel_output_feature_dimension]
        self.right_batch, self.right_columns = Axes([]), Axes(of_features)
        if self.batch > 1:
            ((_, step),) = of_features
            self.right_batch, self.right_columns = Axes([(self.batch, self.columns * step)]), Axes([(self.columns, step)])
        (self.right_depth,) = depth
        in_fours = all([stride % 4 == 0 for stride in (self.image_stride, *self.strides)])
        self.piece = 4 if self.feature_stride == 1 and self.features % 4 == 0 and in_fours else 1

    @staticmethod
    def of(root, left: Strided, right: Strided):
        conv = Convolution(root)
        try:
            made = WindowProduct(conv, left, right, root.results[0].type.shape)
        except ValueError:
            return None
        few = conv.groups > 1 and usual(made.columns) < FEWEST_COLUMNS_OF_A_GROUP
        return None if few or conv.batch_groups > 1 or made.depth == 0 else made

    def prepare(self, kernel, row: Value, batch: Value):
        """(number of the element at the window's first place, the window's first position in each spatial dimension).

        Where the input is dilated, the number is that of the image and group only: the window's places lie irregularly.
        """
        image, *places = Index(kernel, self.places, linear=row).dims
        window = self.conv.window
        first = [place * stride - low for place, stride, low in zip(places, window.strides, window.lows)]
        base = image * self.image_stride + batch * (self.features * self.feature_stride)
        for position, stride, dilation in zip(first, self.strides, window.base_dilations):
            base = base + position * stride if dilation == 1 else base
        return base, first

    def element(self, kernel, prepared, place: Value):
        base, first = prepared
        window = self.conv.window
        *offsets, feature = Index(kernel, (*window.sizes, self.features), linear=place).dims
        step, inside = feature * self.feature_stride, kernel.truth(True)
        for d, (position, offset) in enumerate(zip(first, offsets)):
            # The kernel is read as it stands, so where it is turned around the input is gone through from the end
            offset = offset.like(window.sizes[d] - 1) - offset if self.conv.reversed[d] else offset
            offset = offset * window.window_dilations[d]
            source, within = undilated(kernel, position + offset, window.base_dilations[d], window.extents[d])
            if not window.stays_inside(d, self.places[1:]):
                within = within & source.is_below(window.extents[d])
            inside = inside & within
            step = step + (offset if window.base_dilations[d] == 1 else source) * self.strides[d]
        return base + step, inside

    def place(self, kernel, row: Value, batch: Value, column: Value) -> Index:
        (batch_at, feature_at, spatial_at), feature = self.conv.dims.output, batch * self.columns + column

        def dims():
            image, *places = Index(kernel, self.places, linear=row).dims
            by_dimension = {batch_at: image, feature_at: feature, **dict(zip(spatial_at, places))}
            return [by_dimension[i] for i in range(len(by_dimension))]

        in_order = [batch_at, *spatial_at, feature_at] == list(range(len(self.result_shape)))
        linear = row * self.conv.outputs + feature if in_order else None
        return Index(kernel, self.result_shape, dims, linear, feature if self.features_last else None)


PROBLEMS: dict[str, type[MatrixProduct]] = {
    "stablehlo.dot_general": MatrixProduct,
    "stablehlo.dot": MatrixProduct,
    "stablehlo.convolution": WindowProduct,
}


def emit(executable: Executable, schedule: Schedule, target):
    problem = problem_of(executable)
    if problem is None:
        raise Error.on(executable.op, "is no contraction that schedule 'contraction' can run")
    return Tile(executable, schedule, target, problem).emit()


def rows_to_load_at_once(rows: int, width: int, piece: int) -> int:
    """Of how many rows lanes side by side load a piece each, so that a round does not pass on too many numbers."""
    at_once = 1
    while 2 * at_once <= min(rows, width) and rows * width * piece > WRITTEN_OUT * at_once:
        at_once *= 2
    return at_once


class Tile:
    """The kernel of one workgroup's tile, being written. A lane's columns come in fours that stand side by side."""

    def __init__(self, executable, schedule, target, problem):
        lanes, shuffles = schedule.number("lanes", 1, 64), schedule.word("share", "shuffle", "none") == "shuffle"
        if shuffles:
            require_shuffles(executable, target, lanes)
        groups = schedule.number("groups", 1, lanes) if shuffles and "groups" in schedule.values else 1
        if lanes % groups:
            raise Error.on(executable.op, f"has a schedule that shares out {lanes} lanes among {groups} groups")
        quads = -(-schedule.number("columns", 1, 64) // QUAD)
        rows = schedule.number("rows", 1, 64)
        at_once = rows_to_load_at_once(rows, lanes // groups, problem.piece) if shuffles else 1
        self.measure(problem, executable.root.results[0], rows, quads, lanes, groups, shuffles, at_once)
        self.stand_in(Setting(executable, schedule, target, QUAD if self.whole_quads else 1, self.units()))

    def measure(
        self, problem: MatrixProduct, root, rows: int, quads: int, lanes: int, groups: int, shuffles: bool, rows_at_once: int = 1
    ) -> None:
        """Says how large the tile is, among how many lanes, and of how many rows lanes side by side load a piece each."""
        self.problem, self.root = problem, root
        self.rows, self.quads, self.lanes, self.groups, self.shuffles = rows, quads, lanes, groups, shuffles
        self.width = lanes // groups  # lanes side by side that have the same rows
        self.piece = problem.piece
        self.rows_at_once = rows_at_once
        self.at_once = self.width // self.rows_at_once if shuffles else 1
        self.whole_quads = problem.columns % QUAD == 0 and problem.features_last
        self.right_in_fours = problem.right_in_fours
        if self.right_in_fours == "depth" and self.at_once * self.piece % QUAD:
            self.right_in_fours = "none"  # what is gone through at once begins in the middle of four

    def units(self) -> dict:
        """In how many elements at once the operands are read."""
        problem, units = self.problem, {self.problem.left: self.piece}
        units[problem.right] = max(units.get(problem.right, 1), 1 if self.right_in_fours == "none" else QUAD)  # a product with itself
        return units

    def stand_in(self, setting: Setting) -> None:
        self.setting, self.kernel = setting, setting.kernel
        self.left, self.right = (setting.buffers.get(argument) for argument in (self.problem.left, self.problem.right))

    def emit(self):
        kernel, problem = self.kernel, self.problem
        kernel.local_size = (self.lanes, 1, 1)
        across = self.quads * self.width
        tiles = [-(-problem.columns // (QUAD * across)), divided_up(problem.rows, self.rows * self.groups)]
        order = [1, 0] if self.goes_down_first else [0, 1]
        place = self.setting.arranged((*[tiles[axis] for axis in order], problem.batch))
        tile_column, tile_row = place(order[0]), place(order[1])
        lane, self.group = kernel.local(0) % self.width, kernel.local(0) // self.width
        self.lane = lane if self.shuffles else kernel.number(0)
        self.columns = [(tile_column * across + q * self.width + lane) * QUAD for q in range(self.quads)]
        self.batch = place(2)
        first = (tile_row * self.groups + self.group) * self.rows
        rows = [first + i for i in range(self.rows)]
        self.prepare(first)
        places = [(row, column) for row in rows for column in self.columns]
        for (row, column), sum in zip(places, self.sums()):
            self.store(row, column, sum)
        return kernel.finish()

    def prepare(self, first: Value) -> None:
        """Computes of the rows from one on what finds the left operand's elements."""
        loaded = [first + (self.lane // self.at_once + i) for i in range(0, self.rows, self.rows_at_once)]
        self.prepared = [self.problem.prepare(self.kernel, self.inside(row, self.problem.rows), self.batch) for row in loaded]

    @property
    def goes_down_first(self) -> bool:
        """Whether tiles below each other come one after the other: where the right operand is the larger one, which is then read once."""
        problem, left = self.problem, self.problem.left.type
        return isinstance(left.size, int) and problem.padded * problem.depth * usual(problem.batch) > left.size

    def inside(self, number: Value, extent: Size, last: int | None = None) -> Value:
        """A number below the extent: itself, or `last` for those of a tile that reach past the end."""
        if isinstance(extent, int) and number.limit is not None and number.limit <= extent:
            return number
        return known_below(where(number < extent, number, number.like(extent - 1 if last is None else last)), extent)

    def sums(self) -> list[Value]:
        """The tile: for each row, and within it for each quad, four columns. Long sums are added up in parts: a small number gets lost beside
        a large sum."""
        kernel, chunk = self.kernel, self.at_once * self.piece
        chunks, rest = divmod(self.problem.depth, chunk)
        of_part = max(1, LONGEST_SUM // chunk)
        parts = (chunks - 1) // of_part if chunks > of_part else 0
        zero = Value(kernel, F, QUAD, constant=0.0)
        zeros = [zero] * (self.rows * self.quads)

        def with_part(number, totals):
            return [add(total, sum) for total, sum in zip(totals, self.add_chunks(number * of_part, of_part, zeros))]

        sums = self.add_last_chunks(kernel.number(parts * of_part), chunks - parts * of_part, zeros)
        sums = self.add_chunk(kernel.number(chunks * chunk), rest, sums) if rest else sums
        return kernel.loop(0, parts, 1, sums, with_part, unrolled=1) if parts else sums

    def add_last_chunks(self, first: Value, count: int, sums) -> list[Value]:
        """Where a call may bring one row, and masks do not keep a processor from computing others, there is a loop for all rows and one for the first,
        of which one makes no rounds."""
        rows, at_end = self.problem.rows, self.kernel.number(count * self.at_once)
        if not (isinstance(rows, Extent) and usual(rows) == 1 and self.kernel.is_for_software and self.rows > 1 and count > 1):
            return self.add_chunks(first, count, sums)
        is_one = self.kernel.number(0).like(rows).equals(1)
        none = self.kernel.number(0)
        sums = self.add_chunks(first, count, sums, where(is_one, none, at_end))
        several, self.rows = self.rows, 1
        of_first = self.add_chunks(first, count, sums[: self.quads], where(is_one, at_end, none))
        self.rows = several
        return [*of_first, *sums[self.quads :]]

    def add_chunks(self, first: Value, count: int, sums, rounds: Value | None = None) -> list[Value]:
        def step(place, sums):
            return self.add_chunk((first * self.at_once + place) * self.piece, self.at_once * self.piece, sums)

        return self.kernel.loop(0, count * self.at_once, self.at_once, sums, step, unrolled=1, rounds=rounds)

    def add_chunk(self, start: Value, count: int, sums) -> list[Value]:
        """Adds the products of `count` places of the contraction from `start` on."""
        lane = self.lane % self.at_once
        if self.shuffles and count < self.at_once * self.piece:  # lanes past the end load an element that is not used
            last = (count - 1) // self.piece
            lane = where(lane <= last, lane, lane.like(last))
        place = start + lane * self.piece
        lefts = [self.load_left(prepared, place) for prepared in self.prepared[: divided_up(self.rows, self.rows_at_once)]]
        return self.add_products(start, count, sums, lambda row, k: self.one_of(lefts, row, *divmod(k, self.piece)))

    def add_products(self, start: Value, count: int, sums, left_of: Callable[[int, int], Value]) -> list[Value]:
        """Adds the products of places that stand in the kernel one by one. `left_of` a row and a place is the left operand's number."""
        places = list(zip(*[self.load_rights(column, start, count) for column in self.columns]))
        for first in range(0, self.rows, TOGETHER):
            rows = range(first, min(first + TOGETHER, self.rows))
            part = slice(first * self.quads, rows.stop * self.quads)
            for k, rights in enumerate(places):
                terms = [multiply(number, right) for number in [left_of(row, k) for row in rows] for right in rights]
                sums = [*sums[: part.start], *map(add, sums[part], terms), *sums[part.stop :]]
        return sums

    def one_of(self, lefts: list[Value], row: int, lane: int, part: int) -> Value:
        """A part of what a lane of this one's group has loaded of a row."""
        at, row = divmod(row, self.rows_at_once)
        number = lefts[at].lane(part)
        return self.kernel.shuffle(number, self.group * self.width + (row * self.at_once + lane)) if self.shuffles else number

    def load_left(self, prepared, place: Value) -> Value:
        element, inside = self.problem.element(self.kernel, prepared, place)
        element = where(inside, element, element.like(0))
        loaded = self.left.load(element, self.piece)
        return where(inside, loaded, loaded.like(0.0))

    def load_rights(self, column: Value, start: Value, count: int):
        """For each place of the contraction, four columns from one on."""
        problem, kernel = self.problem, self.kernel
        batch = problem.right_batch.offset(kernel, self.batch)
        bases = [batch + problem.right_columns.offset(kernel, self.clamped(column, j)) for j in range(QUAD)]
        if self.right_in_fours == "columns":
            return (self.right.load_unit(place) for place in self.along_depth(bases[0], start, count, QUAD))
        if self.right_in_fours == "depth":
            return self.load_pieces([base + start for base in bases], count)
        columns = [self.along_depth(base, start, count, 1) for base in bases]
        return (kernel.compose([self.right.load(place) for place in places]) for places in zip(*columns))

    def along_depth(self, base: Value, start: Value, count: int, unit: int):
        """The numbers, in units, of the right operand's elements at places of the contraction."""
        depth, kernel = self.problem.right_depth, self.kernel
        if depth.stride is None:
            return [(base + depth.offset(kernel, start + k)) // unit for k in range(count)]
        first = (base + depth.offset(kernel, start)) // unit
        return [first + k * (depth.stride // unit) for k in range(count)]

    def load_pieces(self, bases, count: int):
        """Four places of the contraction side by side, for each of four columns, turned around."""
        for k in range(0, count, 4):
            parts = [self.right.load_unit((base + k) // 4) for base in bases]
            for part in range(min(4, count - k)):
                yield self.kernel.compose([value.lane(part) for value in parts])

    def clamped(self, column: Value, j: int) -> Value:
        """The number of the column j after one, or of one that there is in memory."""
        columns = self.problem.padded
        return self.inside(column + j, columns, columns - QUAD + j if columns % QUAD == 0 else columns - 1)

    def store(self, row: Value, column: Value, sum: Value) -> None:
        problem, kernel = self.problem, self.kernel
        within = row < problem.rows
        if self.whole_quads:
            with kernel.when(within & (column < problem.columns)):
                self.store_columns(row, column, sum)
            return
        for j in range(QUAD):
            with kernel.when(within & (column + j < problem.columns)):
                self.store_columns(row, column + j, sum.lane(j))

    def store_columns(self, row: Value, column: Value, sum: Value) -> None:
        self.setting.elements.bound = {self.root: lambda index, lanes: sum}
        self.setting.store_at(self.problem.place(self.kernel, row, self.batch, column), sum.lanes)
