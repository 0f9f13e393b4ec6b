"""Matrix products and convolutions, as one matrix product: a tile of the result in registers, summed over the contraction.

A workgroup makes `rows` rows of the result and `columns` columns (four, or more of them in fours) for each of its `lanes`. Rows of the left operand (for a
convolution: windows of the input, read as rows without being laid out as such) come in pieces of as many numbers as the
workgroup has lanes, or four times that; with `share = shuffle` each lane loads its own part of the piece and the subgroup
passes the numbers around, with `share = none` each lane loads all of it.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import F, Value, add, multiply, where
from tfopt.iree_to_spirv.elements.contraction import Convolution, DotDims
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import LARGEST_GROUP_COUNT, Setting, lanes_for, preferred_loads

QUAD = 4
SHUFFLE_LANES, SHUFFLE_ROWS = (4, 8, 16), 16
PLAIN_ROWS, PLAIN_COLUMNS = 12, 8


def choose(executable: Executable, target) -> Schedule | None:
    problem = problem_of(executable)
    if problem is None or problem.columns * problem.depth < 16:
        return None
    shuffles = target.subgroup_size in SHUFFLE_LANES and target.can("shuffle")
    lanes = target.subgroup_size if shuffles else lanes_for(problem.columns // QUAD, target)
    rows = best_rows(problem.rows, SHUFFLE_ROWS if shuffles else PLAIN_ROWS)
    wide = not shuffles and problem.columns >= lanes * PLAIN_COLUMNS
    if problem.batch > LARGEST_GROUP_COUNT or -(-problem.rows // rows) > LARGEST_GROUP_COUNT:
        return None
    share = "shuffle" if shuffles else "none"
    columns = PLAIN_COLUMNS if wide else QUAD
    return Schedule("contraction", rows=rows, columns=columns, lanes=lanes, share=share, loads=preferred_loads(target))


def best_rows(rows: int, most: int) -> int:
    """Tall tiles reuse what they load of the right operand; tiles past the end are wasted."""
    return min(range(1, most + 1), key=lambda r: (-(-rows // r) * r * (1 + 2 / r), r))


def problem_of(executable: Executable):
    root = executable.root
    if root is None or any(value.type.element is not root.results[0].type.element for value in root.operands):
        return None
    if root.results[0].type.element is not F.scalar or executable.shape != root.results[0].type.shape or executable.size == 0:
        return None
    kind = PROBLEMS.get(root.name)
    operands = [executable.argument_of(value) for value in root.operands]
    return None if kind is None or None in operands else kind.of(root, operands)


class MatrixProduct:
    """result[b, m, n] = sum over k of left[b, m, k] * right[b, k, n], or of right[b, n, k] when `transposed`."""

    def __init__(self, operands, batch, rows, columns, depth, transposed, result_shape):
        self.left, self.right = operands
        self.batch, self.rows, self.columns, self.depth = batch, rows, columns, depth
        self.transposed, self.result_shape = transposed, result_shape
        self.run = depth  # how many of a row's numbers stand side by side

    @staticmethod
    def of(root, operands):
        dims = DotDims(root)
        lhs, rhs = (value.type.shape for value in root.operands)
        in_left = [*dims.lhs_batch, *dims.lhs_free, *dims.lhs_contracted]
        plain = [*dims.rhs_batch, *dims.rhs_contracted, *dims.rhs_free]
        swapped = [*dims.rhs_batch, *dims.rhs_free, *dims.rhs_contracted]
        right = list(range(len(rhs)))
        if in_left != list(range(len(lhs))) or right not in (plain, swapped):
            return None
        sizes = [product([lhs[d] for d in group]) for group in (dims.lhs_batch, dims.lhs_free)]
        columns, depth = product([rhs[d] for d in dims.rhs_free]), product([lhs[d] for d in dims.lhs_contracted])
        if depth == 0:
            return None
        return MatrixProduct(operands, *sizes, columns, depth, right != plain, root.results[0].type.shape)

    def prepare(self, kernel, row: Value, batch: Value):
        """What loads of a row share: the number of its first element."""
        return (batch * self.rows + row) * self.depth

    def element(self, kernel, prepared, place: Value):
        """(number of the left operand's element at a place of the contraction, condition under which it is there)."""
        return prepared + place, kernel.truth(True)

    def row_dims(self, kernel, row: Value, batch: Value):
        """The result's dimensions but for the last, where rows and columns are dimensions of their own; else None."""
        return None


class WindowProduct(MatrixProduct):
    """A convolution over NHWC: rows are places of the output, the contraction runs over (window, input feature)."""

    @staticmethod
    def of(root, operands):
        conv = Convolution(root)
        d, window = conv.dims, conv.window
        rank = d.spatial + 2
        spatial = list(range(1, rank - 1))
        is_nhwc = d.batch == 0 and d.input_spatial == spatial and d.output_batch == 0 and d.output_spatial == spatial
        is_hwio = d.kernel_spatial == list(range(d.spatial)) and d.kernel_output == rank - 1
        plain = conv.groups == 1 and conv.batch_groups == 1 and set(window.base_dilations) <= {1} and not any(conv.reversed)
        depth = product(conv.sizes) * conv.features_per_group
        if not (is_nhwc and is_hwio and plain) or depth == 0 or d.spatial == 0:
            return None
        shape = root.results[0].type.shape
        made = WindowProduct(operands, 1, product(shape[:-1]), conv.outputs, depth, False, shape)
        made.conv, made.input_shape, made.run = conv, root.operands[0].type.shape, conv.features_per_group
        return made

    def prepare(self, kernel, row: Value, batch: Value):
        """(number of the element at the window's first place, the window's first position in each spatial dimension)."""
        image, *places = Index(kernel, self.result_shape[:-1], linear=row).dims
        window = self.conv.window
        first = [place * stride - low for place, stride, low in zip(places, window.strides, window.lows)]
        base = image
        for position, extent in zip(first, window.extents):
            base = base * extent + position
        return base * self.run, first

    def element(self, kernel, prepared, place: Value):
        base, first = prepared
        window = self.conv.window
        offsets = Index(kernel, (*window.sizes, self.run), linear=place).dims
        step, inside = kernel.number(0), kernel.truth(True)
        for d, (position, offset, extent) in enumerate(zip(first, offsets, window.extents)):
            offset = offset * window.window_dilations[d]
            step = step * extent + offset
            if not window.stays_inside(d, self.result_shape[1:-1]):
                inside = inside & (position + offset).is_below(extent)
        return base + (step * self.run + offsets[-1]), inside

    def row_dims(self, kernel, row: Value, batch: Value):
        return Index(kernel, self.result_shape[:-1], linear=row).dims


PROBLEMS = {"stablehlo.dot_general": MatrixProduct, "stablehlo.dot": MatrixProduct, "stablehlo.convolution": WindowProduct}


def product(numbers) -> int:
    total = 1
    for number in numbers:
        total *= number
    return total


def emit(executable: Executable, schedule: Schedule, target):
    problem = problem_of(executable)
    if problem is None:
        raise Error.on(executable.op, "is no contraction that schedule 'contraction' can run")
    return Tile(executable, schedule, target, problem).emit()


class Tile:
    """The kernel of one workgroup's tile, being written. A lane's columns come in fours that stand side by side."""

    def __init__(self, executable, schedule, target, problem):
        self.problem, self.root = problem, executable.root.results[0]
        self.rows, self.lanes = schedule.number("rows", 1, 64), schedule.number("lanes", 1, 64)
        self.quads = -(-schedule.number("columns", 1, 64) // QUAD)
        self.shuffles = schedule.word("share", "shuffle", "none") == "shuffle"
        if self.shuffles and not (target.can("shuffle") and target.subgroup_size == self.lanes):
            raise Error.on(executable.op, f"has a schedule that shuffles among {self.lanes} lanes, which the target ({target.name}) cannot")
        self.piece = 4 if problem.run % 4 == 0 else 1
        self.whole_quads = problem.columns % QUAD == 0
        right = 4 if (problem.depth if problem.transposed else problem.columns) % 4 == 0 else 1
        units = {problem.left: self.piece, problem.right: right}
        self.setting = Setting(executable, schedule, target, QUAD if self.whole_quads else 1, units)
        self.left, self.right = (self.setting.buffers[a] for a in (problem.left, problem.right))
        self.kernel = self.setting.kernel

    def emit(self):
        kernel, problem = self.kernel, self.problem
        kernel.local_size = (self.lanes, 1, 1)
        across = self.quads * self.lanes
        kernel.workgroups = (-(-problem.columns // (QUAD * across)), -(-problem.rows // self.rows), problem.batch)
        lane = kernel.local(0)
        self.lane = lane if self.shuffles else kernel.number(0)
        self.columns = [(kernel.workgroup(0) * across + q * self.lanes + lane) * QUAD for q in range(self.quads)]
        self.batch = kernel.workgroup(2)
        first = kernel.workgroup(1) * self.rows
        rows = [first + i for i in range(self.rows)]
        self.prepared = [problem.prepare(kernel, self.inside(row, problem.rows), self.batch) for row in rows]
        places = [(row, column) for row in rows for column in self.columns]
        for (row, column), sum in zip(places, self.sums()):
            self.store(row, column, sum)
        return kernel.finish()

    def inside(self, number: Value, extent: int, last: int | None = None) -> Value:
        """A number below the extent: itself, or `last` for those of a tile that reach past the end."""
        if number.limit is not None and number.limit <= extent:
            return number
        return self.setting.known_below(where(number < extent, number, number.like(extent - 1 if last is None else last)), extent)

    def sums(self) -> list[Value]:
        """The tile: for each row, and within it for each quad, four columns."""
        at_once = self.lanes if self.shuffles else 1
        chunk = at_once * self.piece
        whole, rest = divmod(self.problem.depth, chunk)
        zero = Value(self.kernel, F, QUAD, constant=0.0)

        def step(place, sums):
            return self.add_chunk(place * self.piece, chunk, sums)

        sums = self.kernel.loop(0, whole * at_once, at_once, [zero] * (self.rows * self.quads), step, unrolled=1)
        return self.add_chunk(self.kernel.number(whole * chunk), rest, sums) if rest else sums

    def add_chunk(self, start: Value, count: int, sums) -> list[Value]:
        """Adds the products of `count` places of the contraction from `start` on."""
        place = start + self.lane * self.piece
        if self.shuffles and count < self.lanes * self.piece:  # lanes past the end load something that nobody asks for
            last = count - 1 - (count - 1) % self.piece
            place = start + where(self.lane * self.piece <= last, self.lane * self.piece, self.lane.like(last))
        lefts = [self.load_left(prepared, place) for prepared in self.prepared]
        quads = [self.load_rights(column, start, count) for column in self.columns]
        for k, rights in enumerate(zip(*quads)):
            lane, part = divmod(k, self.piece)
            terms = [multiply(number, right) for number in [self.one_of(left, lane, part) for left in lefts] for right in rights]
            sums = [add(sum, term) for sum, term in zip(sums, terms)]
        return sums

    def one_of(self, left: Value, lane: int, part: int) -> Value:
        number = left.lane(part)
        return self.kernel.shuffle(number, lane) if self.shuffles else number

    def load_left(self, prepared, place: Value) -> Value:
        element, inside = self.problem.element(self.kernel, prepared, place)
        element = where(inside, element, element.like(0))
        loaded = self.left.load_unit(element // self.piece)
        return where(inside, loaded, loaded.like(0.0))

    def load_rights(self, column: Value, start: Value, count: int):
        """For each place of the contraction, four columns from one on."""
        if self.problem.transposed:
            yield from self.load_transposed(column, start, count)
            return
        columns = self.problem.columns
        base = (self.batch * self.problem.depth + start) * columns
        if self.right.unit == QUAD:
            number = (base + self.clamped(column, 0)) // QUAD
            for k in range(count):
                yield self.right.load_unit(number + k * (columns // QUAD))
            return
        places = [base + self.clamped(column, j) for j in range(QUAD)]
        for k in range(count):
            yield self.kernel.compose([self.right.load_unit(place + k * columns) for place in places])

    def load_transposed(self, column: Value, start: Value, count: int):
        depth = self.problem.depth
        bases = [(self.batch * self.problem.columns + self.clamped(column, j)) * depth + start for j in range(QUAD)]
        for k in range(0, count, self.right.unit):
            parts = [self.right.load_unit((base + k) // self.right.unit) for base in bases]
            for part in range(min(self.right.unit, count - k)):
                yield self.kernel.compose([value.lane(part) for value in parts])

    def clamped(self, column: Value, j: int) -> Value:
        """The number of the column j after one, or one that there is."""
        columns = self.problem.columns
        return self.inside(column + j, columns, columns - QUAD + j if self.whole_quads else columns - 1)

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
        problem, kernel, elements = self.problem, self.kernel, self.setting.elements
        linear = (self.batch * problem.rows + row) * problem.columns + column
        dims = None
        if problem.row_dims(kernel, row, self.batch) is not None:
            dims = lambda: [*problem.row_dims(kernel, row, self.batch), column]  # noqa: E731
        index = Index(kernel, problem.result_shape, dims, linear)
        elements.bound = {self.root: lambda index, lanes: sum}
        self.setting.store_at(index, sum.lanes)
