"""Which part of a buffer an access touches while some of the loops around it stand still: a box, with bounds of the values that do."""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_constraints import Constraints, NotLinear, loop_around
from tfir.analysis.affine_dependence import Access, variables_of
from tfir.analysis.affine_loops import affine_ops_around
from tfir.analysis.affine_values import canonical
from tfir.ir.types import FloatType, IntegerType, VectorType, storage_bits
from tfir.ods.affine_algebra import simplified_map

from tfopt.affine.loops import accesses_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_constraints import Row
    from tfir.ir.operations import Operation, Value
    from tfir.text.affine_expression import Expression

    from tfopt.affine.slices import Slice


class Region:
    """`system` has a dimension for each of the buffer, and symbols for what it depends on: loops that stand still, and symbols."""

    __slots__ = ("memref", "is_write", "system", "op")

    def __init__(self, access: Access, system: Constraints):
        self.memref, self.is_write, self.system, self.op = access.memref, access.is_write, system, access.op

    @property
    def rank(self) -> int:
        return len(self.memref.type.shape)

    @property
    def symbols(self) -> list[Value]:
        """What the region depends on."""
        return [value for value in self.system.values[self.rank :] if value is not None]

    def bounding_box(self) -> tuple[list[int], list[Expression]] | None:
        """How many elements there are at most in each dimension, and where they begin, as expressions of dimensions that stand for
        `symbols`; None where that is not known."""
        system = self.system.copy()
        add_shape(system, self.memref)
        sizes, lows = [], []
        for at, size in enumerate(self.memref.type.shape):
            extent, value = system.extent(at), system.only_value(at) if system.locals else None
            if value is not None:
                sizes.append(1)
                lows.append(value)
            elif extent is not None:
                sizes.append(extent[0])
                lows.append(system.lower_expression(at, extent[1]))
            elif size is None:
                return None
            else:
                sizes.append(size)
                lows.append(0)
        return sizes, lows

    def size(self) -> int | None:
        """In bytes; None where that is not known."""
        if self.memref.type.layout is not None:
            return 0
        box = self.bounding_box()
        each = element_bytes(self.memref)
        return None if box is None or each is None else prod(box[0]) * each

    def unite(self, other: Region) -> bool:
        """Grows to the smallest box around both; whether that is told."""
        self.system.align(other.system, self.rank)
        return grow(self.system, other.system)


def element_bytes(memref: Value) -> int | None:
    """The bytes of an element that is a number, or a vector of numbers."""
    element = memref.type.element
    count = prod(element.shape) if isinstance(element, VectorType) else 1
    number = element.element if isinstance(element, VectorType) else element
    return storage_bits(number) * count // 8 if isinstance(number, (IntegerType, FloatType)) else None


def region_of(
    op: Operation, depth: int, slice_: Slice | None = None, within_shape: bool = True, keeps_quotients: bool = False
) -> Region | None:
    """What an access touches while so many of the loops around it stand still, and those of a slice where it is in one. None where that is
    not affine."""
    access = Access(op)
    try:
        system = iterations(access, slice_)
    except NotLinear:
        return None
    outer = variables_around(op)[:depth]
    for value in system.values[system.dimensions : system.outer]:
        if value is not None and loop_around(value) is not None and not any([value is each for each in outer]):
            system.eliminate(system.place(value), 1)
    if not keeps_quotients:
        system.eliminate(system.outer, system.locals)
    system.fold_constants(system.dimensions)
    if within_shape:
        add_shape(system, access.memref)
    system.simplify()
    return Region(access, system)


def iterations(access: Access, slice_: Slice | None = None, every_loop: bool = False) -> Constraints:
    """The indices of an access, as dimensions, with all that they depend on, and with `every_loop` all loops around, as symbols. Raises
    NotLinear."""
    map, operands = access.indices
    map, operands = canonical(simplified_map(map), operands)
    system = Constraints(operands[: map.dimensions], operands[map.dimensions :])
    further = slice_.operands if slice_ is not None else access.variables if every_loop else []
    extra = [value for value in further if not any([value is each for each in operands])]
    for value in extra:
        system.append_symbol(value)
    for value in (*operands, *extra):
        if loop_around(value) is not None:
            system.add_domain(value)
        else:
            system.fix_constant(value)
    if slice_ is not None:
        slice_.bound(system)
    rank = len(map.results)
    rows = system.rows(map, operands)
    system.insert_dimensions(0, [None] * rank)
    for at, row in enumerate(rows):
        equation = [0] * rank + [-number for number in row]
        equation[at] = 1
        system.equations.append(equation)
    system.dimensions, system.symbols = rank, system.outer - rank
    return system


def variables_around(op: Operation) -> list[Value]:
    """The induction variables of the loops around an operation, outermost first."""
    return [value for each in affine_ops_around(op) for value in variables_of(each)]


def add_shape(system: Constraints, memref: Value) -> None:
    for at, size in enumerate(memref.type.shape):
        system.inequalities.append(system.row({at: 1}, 0))
        if size is not None:
            system.inequalities.append(system.row({at: -1}, size - 1))


def grow(one: Constraints, other: Constraints) -> bool:
    """Grows a system to the smallest box around it and another one with the same columns; whether that is told."""
    common = [row for row in one.inequalities if row in other.inequalities]
    rows = []
    for at in range(one.dimensions):
        pair = united(one, other, at)
        if pair is None:
            return False
        rows += pair
    one.equations = [row for row in one.equations if row in other.equations]
    one.inequalities = [*rows, *common]
    one.simplify()
    return True


def united(one: Constraints, other: Constraints, at: int) -> list[Row] | None:
    """The lower of two lower bounds of a dimension, and the upper of two upper bounds, as inequalities; None where these are not told."""
    mine, theirs = one.extent(at), other.extent(at)
    if mine is None or theirs is None or abs(mine[1][at]) != abs(theirs[1][at]):
        return None
    divisor = abs(mine[1][at])
    rows = []
    for kind, left, right in (("low", mine[1], theirs[1]), ("high", mine[2], theirs[2])):
        left, right = normal(left, at, kind), normal(right, at, kind)
        if left[:-1] == right[:-1]:
            rows.append([*left[:-1], max(left[-1], right[-1])])
            continue
        numbers = one.constant_bound(at, kind), other.constant_bound(at, kind)
        if numbers[0] is None or numbers[1] is None or divisor != 1:
            return None
        number = min(numbers[0], numbers[1]) if kind == "low" else max(numbers[0], numbers[1])
        rows.append(one.row({at: 1}, -number) if kind == "low" else one.row({at: -1}, number))
    return rows


def normal(row: Row, at: int, kind: str) -> Row:
    """An inequality for one that bounds a dimension below or above, or for an equation."""
    sign = 1 if (row[at] > 0) == (kind == "low") else -1
    return [sign * number for number in row]


def footprint(loop: Operation) -> int | None:
    """The bytes that a loop touches in all buffers; None where that is not told."""
    regions: dict[Value, Region] = {}
    depth = len(variables_around(loop))
    for op in accesses_in(loop):
        region = region_of(op, depth)
        if region is None:
            return None
        if regions.setdefault(region.memref, region) is not region and not regions[region.memref].unite(region):
            return None
    sizes = [region.size() for region in regions.values()]
    return None if None in sizes else sum([size for size in sizes if size is not None])
