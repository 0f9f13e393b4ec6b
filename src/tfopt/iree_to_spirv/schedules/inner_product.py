"""Matrix products and convolutions of few columns on processors: vectors go along the contraction.

A tile is `rows` neighbours along one line of the result by `columns` columns. Each of its sums is a vector, to which it adds the products
of as many places of the contraction at once; the lanes of a sum are added up at its end. Both operands have to have these places side by side.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.extents import Extent
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, add, halves, multiply, where
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.product import Places, Product, ProductKernel, Triple, moved_back, product_of
from tfopt.iree_to_spirv.schedule import Schedule

OF_UNKNOWN = 2  # rows where their number is not known
ADDING_UP = 8  # cycles for the lanes of a sum
IN_FLIGHT = 8  # sums that are added to at once, without which additions wait for each other
LONGEST_BODY = 32  # multiplications in the innermost loop, which is written several times over up to that


def choose(executable: Executable, target) -> Schedule | None:
    problem = product_of(executable) if target.is_processor else None
    lanes = 0 if problem is None else target.lanes(problem.kind.bits)
    if (
        problem is None
        or problem.slices > 1
        or (problem.has_vectors_of_columns and problem.columns >= lanes)
        or not is_along_contraction(problem, lanes)
    ):
        return None
    rows, columns = tile_of(problem, lanes, target.vector_registers)
    return Schedule("inner_product", rows=rows, columns=columns, lanes=lanes, loads="storage")


def is_along_contraction(product: Product, lanes: int) -> bool:
    """Whether a vector of places of the contraction is one in memory on both sides."""
    extent, on_left, on_right = product.depth[-1]
    return on_left == on_right == 1 and extent >= lanes


def tile_of(product: Product, lanes: int, registers: int) -> tuple[int, int]:
    """The rows and columns of the tile of which the whole takes the least time, in cycles; two loads or multiplications are done in one."""
    most = registers * 3 // 4
    if isinstance(product.length, Extent):
        return OF_UNKNOWN, min(product.columns, most // OF_UNKNOWN)
    steps = prod([extent for extent, _, _ in product.depth]) / lanes
    length = product.length

    def time(shape: tuple[int, int]) -> float:
        rows, columns = shape
        of_step = max(rows * columns, rows + columns, IN_FLIGHT) / 2
        return -(-length // rows) * -(-product.columns // columns) * (steps * of_step + ADDING_UP * rows * columns)

    shapes = [
        (rows, columns) for columns in range(1, min(product.columns, most) + 1) for rows in range(1, min(length, most // columns) + 1)
    ]
    return min(shapes, key=lambda shape: (time(shape), abs(shape[0] - shape[1])))


def emit(executable: Executable, schedule: Schedule, target):
    problem = product_of(executable)
    if problem is None or not is_along_contraction(problem, schedule.number("lanes", 2, 64)):
        raise Error.on(executable.op, "is no contraction that schedule 'inner_product' can run")
    return InnerProductKernel(executable, schedule, target, problem, schedule.number("columns", 1, 64)).emit()


class InnerProductKernel(ProductKernel):
    """Sums are vectors of partial sums of one element each."""

    def starting_columns(self, tile: Value) -> list[Value]:
        first = moved_back(tile * self.width, self.product.columns, self.width)
        return [first + column for column in range(self.width)]

    def run_through(self, depth: list[Triple], at: Places, rows: int, sums: list[Value]) -> list[Value]:
        (extent, on_left, on_right), *inner = depth

        def outer_step(k, sums):
            return self.run_through(inner, at.moved(k, on_left, on_right), rows, sums)

        def step(k, sums):
            return self.added(at.moved(k, 1, 1), rows, sums, 0)

        if inner:
            return self.kernel.loop(0, extent, 1, sums, outer_step, unrolled=1)
        whole = extent // self.lanes * self.lanes
        copies = max(1, min(whole // self.lanes, LONGEST_BODY // len(sums)))
        sums = self.kernel.loop(0, whole, self.lanes, sums, step, unrolled=1, copies=copies)
        if whole == extent:
            return sums
        last = extent - self.lanes  # the last vector, but for the lanes that are in the one before
        return self.added(at.moved(last, 1, 1), rows, sums, whole - last)

    def added(self, at: Places, rows: int, sums: list[Value], skipped: int) -> list[Value]:
        """The sums with the products of a vector of places from these on, but for so many of its first lanes."""
        kernel, kind, lanes = self.kernel, self.product.kind, self.lanes
        lefts = [converted(self.left.load(at.left + r * self.product.row_stride, lanes), kind) for r in range(rows)]
        rights = [converted(self.right.load(right, lanes), kind) for right in at.rights]
        terms = [multiply(one, other) for one in lefts for other in rights]
        if skipped:
            counts = kernel.compose([kernel.truth(lane >= skipped) for lane in range(lanes)])
            terms = [where(counts, term, term.like(0)) for term in terms]
        return [add(sum, term) for sum, term in zip(sums, terms, strict=True)]

    def store(self, row: Value, column: Value, sum: Value) -> None:
        while sum.lanes > 1:
            sum = add(*halves(sum))
        self.store_at(row, column, sum)
