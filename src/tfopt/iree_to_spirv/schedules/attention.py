"""A softmax between two matrix products, as attention computes it, on devices.

A workgroup makes `rows` rows of the result, whose scores go to no buffer. With `share = shuffle` it is a subgroup, of which `width` lanes side by
side have the same rows, and four columns of the scores in every `4 * width` of them: they are summed as `contraction` sums them, reduced as `subgroup_rows` reduces rows,
and passed from lane to lane as numbers of the left operand of the second product. With `share = none` each of the `lanes` has rows of its own, whose scores are in memory of the
invocation.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.attention import Attention, attention_in
from tfir.analysis.extents import divided_up
from tfir.analysis.rows import Rows
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.iree_to_spirv.arithmetic import F, Value, known_below
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.kernel import GPUS
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.contraction import QUAD, MatrixProduct, Tile, rows_to_load_at_once
from tfopt.iree_to_spirv.schedules.row_passes import passes_along
from tfopt.iree_to_spirv.schedules.row_reduction import LANES
from tfopt.iree_to_spirv.schedules.setting import Setting, preferred_loads, require_shuffles, tile_size
from tfopt.iree_to_spirv.schedules.subgroup_rows import SubgroupKernel
from tfopt.iree_to_spirv.schedules.vector_reduction import row_of
from tfopt.iree_to_spirv.scratch import Scratch
from tfopt.iree_to_spirv.strides import Strided, strided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_QUADS = 16  # of a row of scores, or of the result, in one lane
# Fours of numbers that a lane has of all its rows; Mesa's software device keeps them in the nearest cache. Measured on lavapipe.
IN_REGISTERS, IN_CACHE, MOST_ROWS = 32, 48, 16
ROWS_APART, LANES_APART = 4, 8  # of invocations that share nothing
TUNED = {"rows": 1}


class Problem:
    """The two products of an attention, its rows, and which dimensions of the second product those of the result are."""

    def __init__(self, attention: Attention, rows: Rows, first: MatrixProduct, second: MatrixProduct, order: list[int]):
        self.attention, self.rows, self.first, self.second, self.order = attention, rows, first, second, order


def problem_of(executable: Executable) -> Problem | None:
    attention = attention_in(executable.op.body) if len(executable.stores) == 1 else None
    rows = attention.rows if attention is not None else None
    if attention is None or rows is None or rows.length % QUAD:
        return None
    one, other = attention.first, attention.second
    left, right, values = (strided(executable, value) for value in (*one.operands, other.operands[1]))
    if left is None or right is None or values is None:
        return None
    weights = Strided(None, [[(size, prod(rows.shape[axis + 1 :]))] for axis, size in enumerate(rows.shape)])  # which are in no memory
    first, second = MatrixProduct.of(one, left, right), MatrixProduct.of(other, weights, values)
    return Problem(attention, rows, first, second, attention.order[executable.stores[0][0]])


def choose(executable: Executable, target) -> Schedule | None:
    problem = None if target.is_processor else problem_of(executable)
    if problem is None:
        return None
    length, columns, lanes, loads = problem.rows.length, problem.second.columns, target.subgroup_size, preferred_loads(target)
    if not (lanes in LANES and target.can("shuffle") and max(quads_of(length, lanes), quads_of(columns, lanes)) <= MOST_QUADS):
        return Schedule("attention", rows=tile_size(problem.first.rows, ROWS_APART), lanes=LANES_APART, share="none", loads=loads)
    width = lanes
    while width // 2 * QUAD >= columns and quads_of(length, width // 2) <= MOST_QUADS:
        width //= 2
    most = (IN_REGISTERS if target.kind in GPUS else IN_CACHE) // (quads_of(length, width) + quads_of(columns, width))
    rows = tile_size(problem.first.rows, max(1, min(most, MOST_ROWS)))
    return Schedule("attention", rows=rows, lanes=lanes, width=width, share="shuffle", loads=loads)


def quads_of(columns: int, width: int) -> int:
    return -(-columns // (width * QUAD))


def emit(executable: Executable, schedule: Schedule, target) -> Operation:
    problem = problem_of(executable)
    if problem is None:
        raise Error.on(executable.op, "is no attention that schedule 'attention' can run")
    if schedule.word("share", "shuffle", "none") == "none":
        return InvocationKernel(executable, schedule, target, problem).emit()
    require_shuffles(executable, target, schedule.number("lanes", 2, 64))
    return ShufflingKernel(executable, schedule, target, problem).emit()


class AttentionKernel(SubgroupKernel):
    """The kernel of some rows to each group of a workgroup's lanes, being written."""

    def __init__(self, executable: Executable, schedule: Schedule, target, problem: Problem, width: int, piece: int, second: Second):
        self.problem, self.rows, self.executable, self.attention = problem, problem.rows, executable, problem.attention
        self.lanes, self.piece, self.invocations = width, piece, schedule.number("lanes", 1, 64)
        self.groups, self.scores, self.sums = self.invocations // width, Tile.__new__(Tile), second
        self.measure(schedule.number("rows", 1, 64))
        self.setting = Setting(executable, schedule, target, QUAD if self.sums.whole_quads else 1, self.units())
        self.kernel, self.elements, self.ops = self.setting.kernel, self.setting.elements, self.attention.along
        self.passes, self.kept, self.indices = passes_along(problem.rows, self.ops, self.attention.weights), {}, dict[int, Index]()
        for each in self.passes:
            each.keeps = []

    def measure(self, rows: int) -> None:
        """Says how large the tiles of both products are."""
        raise NotImplementedError

    def all_rows(self, batch: Value, rows: list[Value]) -> None:
        """Computes the scores and weights of rows, and what the result has of these."""
        raise NotImplementedError

    @property
    def tiles(self) -> list[tuple[Tile, MatrixProduct, Operation]]:
        problem, attention = self.problem, self.attention
        return [(self.scores, problem.first, attention.first), (self.sums, problem.second, attention.second)]

    def units(self) -> dict:
        """In how many elements at once buffers are read: for the products, and beside the scores as many as lanes have of these."""
        along = [argument for value, argument in self.executable.loads.items() if value.type.shape[-1:] == self.rows.shape[-1:]]
        asked = [dict.fromkeys(along, self.piece), self.scores.units(), self.sums.units()]
        return {argument: max([units.get(argument, 1) for units in asked]) for units in asked for argument in units}

    def emit(self) -> Operation:
        kernel, first, count = self.kernel, self.problem.first, self.scores.rows
        kernel.local_size = (self.invocations, 1, 1)
        place = self.setting.arranged((divided_up(first.rows, count * self.groups), first.batch, 1))
        lane, group, batch = kernel.local(0) % self.lanes, kernel.local(0) // self.lanes, place(1)
        begin = (place(0) * self.groups + group) * count
        self.row_numbers = [begin + at for at in range(count)]
        for tile, *_ in self.tiles:
            tile.stand_in(self.setting)
            tile.lane, tile.group, tile.batch = lane, group, batch
        rows = [self.scores.inside(number, first.rows) for number in self.row_numbers]
        self.scores.prepare(begin)
        self.all_rows(batch, rows)
        return kernel.finish()

    def reduce_row(self, number: Value, score: Callable[[Index], Value]) -> None:
        """Makes known what a row of scores is reduced to, of which a function tells those at an index."""
        self.here, self.indices = row_of(self.kernel, self.rows, number), {}
        self.elements.bound = self.here.bound
        self.elements.bound[self.attention.first.result] = lambda index, lanes: score(index)
        self.spread(0)
        for done, each in enumerate(self.passes, 1):
            if each.reductions:
                self.reduce(each)
                self.spread(done)

    def weight(self, index: Index) -> Value:
        return self.elements.at(self.attention.weights, index, self.piece).splat(self.piece)

    def number_of(self, batch: Value, row: Value) -> Value:
        return known_below(batch * self.problem.first.rows + row, self.rows.count)

    def store_all(self) -> None:
        totals = iter(self.sums.sums())
        for number in self.row_numbers:
            for column in self.sums.columns:
                self.sums.store(number, column, next(totals))


class ShufflingKernel(AttentionKernel):
    """Each lane has pieces of all rows of scores, which it passes to the others."""

    in_registers = 1 << 16  # all of them

    def __init__(self, executable: Executable, schedule: Schedule, target, problem: Problem):
        super().__init__(executable, schedule, target, problem, schedule.number("width", 1, 64), QUAD, Second(problem.order))

    def measure(self, rows: int) -> None:
        at_once = rows_to_load_at_once(rows, self.lanes, self.problem.first.piece)
        for (tile, product, op), loaded in zip(self.tiles, (at_once, 1)):  # lanes have weights of all rows
            tile.measure(product, op.result, rows, quads_of(product.columns, self.lanes), self.invocations, self.groups, True, loaded)

    @property
    def mine(self) -> Value:
        return self.scores.columns[0]

    def all_rows(self, batch: Value, rows: list[Value]) -> None:
        for tile in (self.scores, self.sums):
            tile.columns = [(tile.lane + q * self.lanes) * QUAD for q in range(tile.quads)]
        scores, quads = self.scores.sums(), self.scores.quads
        parts = [scores[at * quads : (at + 1) * quads] for at in range(len(rows))]
        self.sums.prepared = [self.weights_of(self.number_of(batch, row), part) for row, part in zip(rows, parts)]
        self.store_all()

    def weights_of(self, number: Value, scores: list[Value]) -> list[Value]:
        """What becomes of a row's pieces. Those that lie behind its end are not asked for."""
        self.reduce_row(number, lambda index: scores[next(at for at, each in self.indices.items() if each is index)])
        whole = [self.weight(self.number_at(at)) for at in range(self.whole)]
        return whole + [self.weight(index) for _, index in self.of_rest()]


class Second(Tile):
    """The second product, whose left operand is what lanes have of weights: of each row a list of pieces. The result's dimensions are its own in an `order`."""

    def __init__(self, order: list[int]):
        self.order, self.number = order, 0

    def sums(self) -> list[Value]:
        sums, step, depth = [Value(self.kernel, F, QUAD, constant=0.0)] * (self.rows * self.quads), self.width * QUAD, self.problem.depth
        for self.number, start in enumerate(range(0, depth, step)):
            sums = self.add_chunk(self.kernel.number(start), min(step, depth - start), sums)
        return sums

    def load_left(self, prepared, place: Value) -> Value:
        return prepared[self.number]

    def store_columns(self, row: Value, column: Value, sum: Value) -> None:
        self.setting.elements.bound = {self.root: lambda index, lanes: sum}
        product = self.problem.place(self.kernel, row, self.batch, column)
        shape = [product.shape[dimension] for dimension in self.order]
        is_same = self.order == sorted(self.order)
        place = product if is_same else Index(self.kernel, shape, lambda: [product.dims[dimension] for dimension in self.order])
        self.setting.store_at(place, sum.lanes)


class OfMemory(Second):
    """The second product, whose left operand stands in memory of the invocation's own, from a place on for each row."""

    memory: Scratch

    def sums(self) -> list[Value]:
        return Tile.sums(self)

    def load_left(self, prepared, place: Value) -> Value:
        return self.kernel.compose([self.memory.load(place + (prepared + at)) for at in range(QUAD)])


class InvocationKernel(AttentionKernel):
    """Each invocation has rows of scores in memory of its own."""

    in_registers = 0

    def __init__(self, executable: Executable, schedule: Schedule, target, problem: Problem):
        self.second = OfMemory(problem.order)
        super().__init__(executable, schedule, target, problem, 1, 1, self.second)

    def measure(self, rows: int) -> None:
        for tile, product, op in self.tiles:
            tile.measure(product, op.result, rows, 2 if product.columns % (2 * QUAD) == 0 else 1, 1, 1, False)

    def at(self, place: Value) -> Index:
        return Index(self.kernel, self.rows.shape, linear=self.here.number * self.rows.length + place, last=place)

    def all_rows(self, batch: Value, rows: list[Value]) -> None:
        length = self.rows.length
        self.memory = self.second.memory = Scratch(self.kernel, "scores", F, len(rows) * length)
        self.in_tiles(self.scores, self.keep_scores)
        for at, row in enumerate(rows):
            self.go_along_row(self.number_of(batch, row), at * length)
        self.sums.prepared = [at * length for at in range(len(rows))]
        self.in_tiles(self.sums, self.store_all)

    def in_tiles(self, tile: Tile, write: Callable[[], None]) -> None:
        """Calls `write` for columns side by side, as many as a tile has at once."""

        def one(first: Value, nothing: list[Value]) -> list[Value]:
            tile.columns = [first + q * QUAD for q in range(tile.quads)]
            write()
            return nothing

        self.kernel.loop(0, tile.problem.columns, tile.quads * QUAD, [], one, unrolled=1)

    def keep_scores(self) -> None:
        sums = iter(self.scores.sums())
        for at in range(self.scores.rows):
            for column in self.scores.columns:
                score = next(sums)
                for lane in range(QUAD):
                    self.memory.store(column + (at * self.rows.length + lane), score.lane(lane))

    def go_along_row(self, number: Value, base: int) -> None:
        """Puts weights where a row's scores are."""
        self.reduce_row(number, lambda index: self.memory.load(index.along(len(self.rows.shape) - 1) + base))

        def put(place: Value, nothing: list[Value]) -> list[Value]:
            self.memory.store(place + base, self.weight(self.at(place)))
            return nothing

        self.kernel.loop(0, self.rows.length, 1, [], put, unrolled=1)
