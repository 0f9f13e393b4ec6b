"""Products of matrices and convolutions as processors run them: rows of the left operand by columns of the right one, summed over a contraction.

Tiles of a column stand next to each other, so that the right operand is read from a near cache but for the first. The last tile of a line is
moved back to end where the line ends: what it has in common with the one before is computed twice. Nothing reads what the dispatch
writes but elementwise operations at the same place, and such a dispatch never writes over what it reads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from tfir.analysis.extents import Extent, divided_up
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import B, Kind, Value, add, known_below, where
from tfopt.iree_to_spirv.elements import as_element
from tfopt.iree_to_spirv.elements.contraction import Convolution, DotDims, of_result, sum_kind
from tfopt.iree_to_spirv.executable import LAYOUTS, Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.next_panel import NextPanel
from tfopt.iree_to_spirv.schedules.contraction import LONGEST_SUM
from tfopt.iree_to_spirv.schedules.setting import Setting
from tfopt.iree_to_spirv.strides import Strided, merged, single, strided, uncut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.analysis.extents import Size
    from tfir.ir.operations import Value as Argument

    from tfopt.iree_to_spirv.strides import Pairs

Triple = tuple[int, int, int]
FEW_ROWS = 24  # by which a number from a far cache is multiplied in the time in which it comes


@dataclass(frozen=True)
class Product:
    """result[batch, line, row, column] = sum of left * right over a contraction.

    Pairs are (extent, distance in memory), outermost first: of the lines and the row on the left, of the columns on the right. Those of `batch`
    and `depth`, the contraction, have a distance on the left and one on the right. What is stored may be computed of several `slices` of the
    columns, all of one width.
    """

    left: Argument
    right: Argument
    kind: Kind
    columns: int
    batch_pairs: list[Triple]
    lines: Pairs
    row: tuple[Size, Size]
    right_columns: Pairs
    depth: list[Triple]
    slices: int = 1

    @property
    def has_vectors_of_columns(self) -> bool:
        """Whether columns stand side by side in the right operand."""
        return bool(self.right_columns) and self.right_columns[-1][1] == 1

    @property
    def length(self) -> Size:
        return self.row[0]

    @property
    def row_stride(self) -> Size:
        return self.row[1]

    @property
    def batch(self) -> int:
        return prod([extent for extent, _, _ in self.batch_pairs])

    @property
    def line_count(self) -> Size:
        return prod([extent for extent, _ in self.lines])

    @property
    def padded(self) -> int:
        """The columns in memory, which may be more than there are."""
        return prod([extent for extent, _ in self.right_columns if isinstance(extent, int)])

    @property
    def width(self) -> int:
        """The columns of a slice, or of the whole."""
        return self.columns // self.slices

    @property
    def padded_width(self) -> int:
        """Those in memory."""
        return self.padded // self.slices


def product(root, left: Strided, right: Strided, count: int, batch, rows: Pairs, columns: Pairs, depth) -> Product | None:
    """The product of two operands with `count` columns; None where a size but that of the rows is not known."""
    *lines, row = rows or [(1, 0)]
    is_known = not any([isinstance(extent, Extent) for extent, *_ in (*lines, *depth, *batch, *columns)])
    if not is_known:
        return None
    kind = sum_kind(root.results[0].type.element)
    if kind is None or kind is B:
        return None
    return Product(left.argument, right.argument, kind, count, batch, lines, row, columns, joined(depth))


def joined(triples):
    """Neighbouring levels of a contraction as one where both operands lie so."""
    kept: list = []
    for extent, left, right in triples:
        if extent == 1:
            continue
        if kept and kept[-1][1] == extent * left and kept[-1][2] == extent * right:
            kept[-1] = (kept[-1][0] * extent, left, right)
        else:
            kept.append((extent, left, right))
    return kept or [(1, 0, 0)]


def product_of(executable: Executable) -> Product | None:
    return product_with(executable, uncut_strided)


def product_with(executable: Executable, right_of: Callable[[Executable, Argument], Strided | None]) -> Product | None:
    """The product that an executable computes, of whose right operand a function tells how it lies in memory."""
    root = executable.root
    make, sliced = PRODUCTS.get(root.name) if root is not None else None, executable.sliced
    if make is None or executable.shape != (sliced or root.results[0].type).shape or executable.size == 0:
        return None
    if None in [sum_kind(value.type.element) for value in (*root.operands, root.results[0])]:
        return None
    left, right = strided(executable, root.operands[0]), right_of(executable, root.operands[1])
    whole = make(root, left, right) if left is not None and right is not None else None
    return whole if whole is None or sliced is None else replace(whole, slices=sliced.count)


def grouped_product_of(executable: Executable) -> Product | None:
    """The product by a constant in panels whose places of the contraction stand in groups (iree-pack-constants)."""
    return product_with(executable, grouped_strided)


def grouped_strided(executable: Executable, value: Argument) -> Strided | None:
    """How such a right operand lies in memory: from a group to the next one, and from a column to the next one."""
    root = executable.root
    assert root is not None, "a product has a root"
    source, dims = value, depth_dims(root)
    while source.op is not None and source.op.name in LAYOUTS:
        source = source.op.operands[0]
    argument, sizes = executable.loads.get(source), source.type.sizes
    if argument is None or batch_dims(root) or len(sizes) != 5:
        return None
    panels, outer, groups, width, group = sizes
    row, shape = groups * width * group, value.type.sizes
    places, taken, distance = prod([shape[d] for d in dims]) // outer, 1, width
    depth: dict[int, Pairs] = {}
    for d in reversed(dims):
        depth[d] = [(shape[d], distance)]
        taken *= shape[d]
        distance = distance * shape[d] if taken < places else taken // places * row
    (column,) = [d for d in range(len(shape)) if d not in dims]
    depth[column] = [(panels, outer * row), (width, group)]
    return Strided(argument, [depth[d] for d in range(len(shape))])


def depth_dims(root) -> list[int]:
    """The dimensions of the right operand that are summed over, of a matrix product as they stand in it: what is cut off from panels that are
    filled up is then the operand itself."""
    if root.name == "stablehlo.convolution":
        d = Convolution(root).dims
        return [*d.kernel_spatial_dimensions, d.kernel_input_feature_dimension]
    return sorted(DotDims(root).rhs_contracted)


def batch_dims(root) -> list[int]:
    """The dimensions of the right operand that are neither summed over nor columns."""
    return [] if root.name == "stablehlo.convolution" else list(DotDims(root).rhs_batch)


def uncut_strided(executable: Executable, value) -> Strided | None:
    """How a right operand lies in memory, with the columns that are no more than zeros at the ends of panels, or of each slice's panels
    (iree-pack-constants)."""
    op = value.op
    whole = uncut(op.operands[0]) if executable.sliced is not None and op is not None and op.name == "stablehlo.reshape" else None
    if whole is None or whole is op.operands[0]:
        return strided(executable, uncut(value))
    source = strided(executable, whole)
    return None if source is None else Strided(source.argument, [*source.dims[:-2], [*source.dims[-2], *source.dims[-1]]])


def matrix_product(root, left: Strided, right: Strided) -> Product | None:
    names, shapes = DotDims(root), [value.type.shape for value in root.operands]
    if 0 in (*shapes[0], *shapes[1]):
        return None
    try:
        batch = [(*single(left.dims[a]), single(right.dims[b])[1]) for a, b in zip(names.lhs_batch, names.rhs_batch)]
        depth = [(*single(left.dims[a]), single(right.dims[b])[1]) for a, b in zip(names.lhs_contracted, names.rhs_contracted)]
    except ValueError:
        return None
    count = prod([shapes[1][d] for d in names.rhs_free])
    return product(root, left, right, count, batch, left.along(names.lhs_free), right.along(names.rhs_free), depth)


def window_product(root, left: Strided, right: Strided) -> Product | None:
    """A convolution whose windows never leave the input: rows are places of the output."""
    conv, shape = Convolution(root), root.results[0].type.shape
    d, window = conv.dims, conv.window
    places = [shape[i] for i in d.output_spatial_dimensions]
    in_order = [d.output_batch_dimension, *d.output_spatial_dimensions, d.output_feature_dimension] == list(range(len(shape)))
    is_plain = set(window.base_dilations) <= {1} and not any(conv.reversed) and conv.batch_groups == 1 and conv.groups == 1
    if not (in_order and is_plain and all([window.stays_inside(i, places) for i in range(len(places))])):
        return None
    try:
        steps = [single(left.dims[i])[1] for i in d.input_spatial_dimensions]
        weights = [single(right.dims[i])[1] for i in d.kernel_spatial_dimensions]
        image, feature = single(left.dims[d.input_batch_dimension])[1], single(left.dims[d.input_feature_dimension])[1]
        feature_right = single(right.dims[d.kernel_input_feature_dimension])[1]
    except ValueError:
        return None
    rows = merged([(shape[d.output_batch_dimension], image), *[(n, step * by) for n, step, by in zip(places, steps, window.strides)]])
    depth = [(size, step * dilation, weight) for size, step, dilation, weight in zip(conv.sizes, steps, window.window_dilations, weights)]
    columns = right.along([d.kernel_output_feature_dimension])
    depth.append((conv.features_per_group, feature, feature_right))
    return product(root, left, right, shape[d.output_feature_dimension], [], rows, columns, depth)


PRODUCTS = {"stablehlo.dot_general": matrix_product, "stablehlo.dot": matrix_product, "stablehlo.convolution": window_product}


def moved_back(first: Value, extent: int, size: int) -> Value:
    """The first of `size` neighbours, or of those that end where there are no more. Raises Error where there are not as many."""
    last = extent - size
    if last < 0:
        raise Error(f"a schedule's tiles have {size} neighbours where there are {extent}")
    if first.limit is not None and first.limit <= last + 1:
        return first
    return known_below(where(first < last, first, first.like(last)), last + 1)


def at_columns(kernel, column: Value, count: int, sums: list[Value], store: Callable[[Value, list[Value]], None]) -> None:
    """Calls `store(column, values)` for vectors of neighbours that begin at a column, or for those of their numbers that are among the `count` columns."""
    lanes, rest = sums[0].lanes, count % sums[0].lanes
    if column.limit is not None and column.limit + lanes - 1 <= count:
        store(column, sums)
        return
    with kernel.when(column <= count - lanes):
        store(known_below(column, count - lanes + 1), sums)
    if not rest:
        return
    with kernel.when(column.equals(count - rest)):
        for first, size in halves(rest):
            parts = [kernel.compose([sum.lane(first + lane) for lane in range(size)]) if size > 1 else sum.lane(first) for sum in sums]
            store(kernel.number(count - rest + first), parts)


def halves(count: int) -> list[tuple[int, int]]:
    """So many lanes as vectors of powers of two, the largest first: (the first lane, how many)."""
    sizes = [1 << bit for bit in reversed(range(count.bit_length())) if count >> bit & 1]
    return [(sum(sizes[:at]), size) for at, size in enumerate(sizes)]


@dataclass(frozen=True)
class Places:
    """Where a step of the contraction has its numbers, on the left in the first row, on the right for each vector of columns, and what it asks for of the panel
    behind that."""

    left: Value
    rights: list[Value]
    following: NextPanel | None

    def moved(self, count: Value | int, on_left: int, on_right: int) -> Places:
        """Those so many steps later, of which each goes so far."""
        following = None if self.following is None else self.following.moved(count, on_right)
        return Places(self.left + count * on_left, [right + count * on_right for right in self.rights], following)


class ProductKernel:
    """The kernel of a product with one tile to a workgroup, or several `together`, being written: `rows` neighbours along a line by `width` columns, whose sums are vectors
    of `lanes` numbers each. What these lanes are, and what is stored of them, is said by subclasses."""

    following: NextPanel | None = None

    def __init__(self, executable, schedule, target, product: Product, width: int):
        self.product, self.root, self.width = product, executable.root.results[0], width
        self.rows, self.lanes = schedule.number("rows", 1, 64), schedule.number("lanes", 2, 64)
        self.together = schedule.number("together", 1, 1 << 20) if "together" in schedule.values else 1
        self.setting = Setting(executable, schedule, target, 1)
        self.left, self.right = (self.setting.buffers[argument] for argument in (product.left, product.right))
        self.kernel, self.shape = self.setting.kernel, executable.shape

    def starting_columns(self, tile: Value) -> list[Value]:
        """The first column of each vector of sums in a row of a tile."""
        raise NotImplementedError

    def run_through(self, depth: list[Triple], at: Places, rows: int, sums: list[Value]) -> list[Value]:
        """The sums with all products of the levels `depth` of the contraction, from these places on, one after the other."""
        raise NotImplementedError

    def store(self, row: Value, column: Value, sum: Value) -> None:
        raise NotImplementedError

    def emit(self):
        kernel, product = self.kernel, self.product
        per_line = divided_up(product.length, self.rows * self.together)
        across = -(-product.columns // self.width)
        self.tiles = per_line * product.line_count
        tile = self.setting.arranged((self.tiles, across, product.batch))
        if product.batch == 1 and across > 1 and not isinstance(self.tiles, Extent):
            kernel.rows_along_x = divided_up(FEW_ROWS, self.rows * self.together)
        self.number = tile(0)
        line, number = (
            (kernel.number(0), self.number)
            if product.line_count == 1
            else Index(kernel, (product.line_count, per_line), linear=self.number).dims
        )
        self.line, self.batch = known_below(line, product.line_count), tile(2)
        self.columns = self.starting_columns(tile(1))
        self.prepare()
        if isinstance(product.length, Extent):
            self.open_tile(number * self.rows)
        else:
            self.some_tiles(number, product.length)
        return kernel.finish()

    def prepare(self) -> None:
        """What a workgroup does before its first tile: it says where the right operand is, by levels of the contraction, and what follows."""
        self.depth, self.starts = self.product.depth, self.right_places()
        self.following = self.next_panel()

    def some_tiles(self, number: Value, length: int) -> None:
        """The tiles of a workgroup, one below the other. The last ones are those that end where the rows do."""

        def one(i: Value, carried):
            self.tile(moved_back((number * self.together + i) * self.rows, length, self.rows), self.rows)
            return carried

        self.kernel.loop(0, self.together, 1, [], one, unrolled=1)

    def open_tile(self, first: Value) -> None:
        """Of a number of rows that is not known: a tile where there are as many, the last of which ends where the rows do, or one row after the
        other."""
        kernel, length = self.kernel, self.product.length
        last = first.like(length) - self.rows
        with kernel.when(last >= 0):
            self.tile(where(first < last, first, last), self.rows)
        with kernel.when(last < 0):

            def one_row(i, carried):
                self.tile(first + i, 1)
                return carried

            kernel.loop(0, length, 1, [], one_row, rounds=first.like(length) - first)

    def tile(self, first: Value, rows: int) -> None:
        product = self.product
        left = self.offset(product.lines, self.line) + first * product.row_stride
        for place, (_, on_left, _) in zip(self.batch_places(), product.batch_pairs):
            left = left + place * on_left
        sums = self.summed(self.depth, Places(left, self.starts, self.following), rows)
        row = self.line * product.length + first
        count = len(self.columns)
        for r in range(rows):
            self.store_row(row + r, sums[r * count : (r + 1) * count])

    def store_row(self, row: Value, sums: list[Value]) -> None:
        for column, sum in zip(self.columns, sums, strict=True):
            self.store(row, column, sum)

    def batch_places(self) -> list[Value]:
        """Where the matrix of a workgroup stands among those of the batch."""
        extents = [extent for extent, _, _ in self.product.batch_pairs]
        return Index(self.kernel, extents, linear=self.batch).dims if self.product.batch > 1 else []

    def right_places(self) -> list[Value]:
        """Where the right operand has the first place of the contraction, for each vector of columns."""
        start = self.kernel.number(0)
        for place, (_, _, on_right) in zip(self.batch_places(), self.product.batch_pairs):
            start = start + place * on_right
        return [start + self.offset(self.product.right_columns, column) for column in self.columns]

    def offset(self, pairs, number: Value) -> Value:
        """How far the place of a number is from the first."""
        total, rest = self.kernel.number(0), number
        for position, (extent, stride) in reversed(list(enumerate(pairs))):
            total = (rest % extent if position else rest) * stride + total
            rest = rest // extent if position else rest
        return total

    def next_panel(self) -> NextPanel | None:
        """What a tile asks for of the panel that follows its own; None where panels are not one behind the other, or a tile is all that reads one."""
        columns = self.product.right_columns
        if len(columns) != 2 or columns[0][0] == 1 or columns[1][0] != self.width:
            return None
        if self.together > 1 or isinstance(self.tiles, Extent) or self.tiles == 1 or not self.right.is_anywhere:
            return None
        (_, size), (_, step) = columns
        assert isinstance(size, int), "the contraction has a size that is known"
        return NextPanel.share(self.right, self.starts[0] + size, size, self.width * step, self.number, self.tiles)

    def summed(self, depth: list[Triple], at: Places, rows: int) -> list[Value]:
        """The sums of all products of the levels `depth` of the contraction, from these places of the operands on. Long sums of floats
        are added up in parts: a small number gets lost beside a large sum."""
        kind, ((extent, on_left, on_right), *inner) = self.product.kind, depth
        zeros = [Value(self.kernel, kind, self.lanes, constant=0.0 if kind.is_float else 0)] * (rows * len(at.rights))
        below = prod([extent for extent, _, _ in inner])
        length = max(1, LONGEST_SUM // below)  # of a part
        if not kind.is_float or (extent <= length and below <= LONGEST_SUM):
            return self.run_through(depth, at, rows, zeros)

        def with_part(first: Value, count: int, sums: list[Value]) -> list[Value]:
            levels = inner if below > LONGEST_SUM else [(count, on_left, on_right), *inner]
            parts = self.summed(levels, at.moved(first, on_left, on_right), rows)
            return [add(sum, part) for sum, part in zip(sums, parts, strict=True)]

        whole, rest = divmod(extent, length)
        sums = self.kernel.loop(0, whole, 1, zeros, lambda k, sums: with_part(k * length, length, sums), unrolled=1)
        return with_part(self.kernel.number(whole * length), rest, sums) if rest else sums

    def store_at(self, row: Value, column: Value, sum: Value) -> None:
        result = self.result_of(sum)
        self.setting.elements.bound = {self.root: lambda index, lanes: result}
        self.setting.store_at(Index(self.kernel, self.shape, linear=self.place(row, column, self.product.columns)), sum.lanes)

    def result_of(self, sum: Value) -> Value:
        return as_element(of_result(self.setting.elements, self.root.op, sum), self.root.type.element)

    def place(self, row: Value, column: Value, columns: int) -> Value:
        """The number of an element in rows of so many columns."""
        rows = self.product.line_count * self.product.length
        return (self.batch * rows + row) * columns + column
