"""Computation slices: the iterations of one loop nest that an iteration of another one needs, as bounds of its loops.

The bounds are read from the iterations of both that meet in an element, by `Constraints.slice_bounds`. Source: MLIR's `computeSliceUnion`.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_constraints import Constraints, NotLinear, loop_around
from tfir.analysis.affine_dependence import Access, Dependence, Unknown, common_prefix
from tfir.analysis.affine_loops import constant_lower, constant_upper, loop_of, loops_around, step_of, trip_count
from tfir.analysis.affine_values import canonical
from tfir.analysis.integer_systems import may_have_solution, without_variables
from tfir.ods.affine_algebra import simplified, simplified_map
from tfir.text.affine_expression import add, is_leaf, times

from tfopt.affine.loops import innermost_common_loops
from tfopt.affine.parallelism import is_order_free
from tfopt.affine.regions import grow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.analysis.affine_constraints import Bounds, Row
    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Operation, Value
    from tfir.text.affine import AffineAttr

BARRIER = "slice_fusion_barrier"  # an attribute of loops that are not to be cut


class Slice:
    """`bounds` are those of each of `variables`, as maps of `operands`; `into` is the loop in which the slice is computed, at the end of its
    body where it was behind it before."""

    __slots__ = ("variables", "bounds", "operands", "into", "at_end")

    def __init__(self, variables: Sequence[Value], bounds: Sequence[Bounds], operands: Sequence[Value], into: Operation, at_end: bool):
        self.variables, self.bounds, self.operands = list(variables), list(bounds), list(operands)
        self.into, self.at_end = into, at_end

    def bound(self, system: Constraints) -> None:
        """Adds what the bounds say of the variables that a system has. Raises NotLinear."""
        for variable, (low, high) in zip(self.variables, self.bounds):
            if system.column(variable) is None:
                continue
            if low is None or high is None or not low.results or not high.results:
                system.add_domain(variable)
            elif len(low.results) == len(high.results) == 1 and add(low.results[0], 1) == high.results[0]:
                system.bound(variable, "equal", (low, tuple(self.operands)))
            else:
                system.bound(variable, "low", (low, tuple(self.operands)))
                system.bound(variable, "high", (high, tuple(self.operands)))

    def constraints(self) -> Constraints:
        """What is known of the variables, which are the dimensions, and of what they depend on. Raises NotLinear."""
        system = Constraints(self.variables, self.operands)
        for value in self.operands:
            if loop_around(value) is not None:
                system.add_domain(value)
            else:
                system.fix_constant(value)
        self.bound(system)
        return system

    def has_steps(self) -> bool:
        """Whether a loop leaves numbers out, which upstream then computes for no other nest."""
        return any([(loop := loop_of(variable)) is not None and step_of(loop) != 1 for variable in self.variables])

    def applied(self, number: int) -> tuple[Applied | None, Applied | None]:
        """The bounds of one of the variables in canonical form."""
        low, high = [None if map is None else canonical(map, self.operands) for map in self.bounds[number]]
        return low, high

    def trip_counts(self) -> dict[Operation, int] | None:
        """How often each loop runs in the slice; None where that is not one number."""
        counts = {}
        for variable, (low, high) in zip(self.variables, self.bounds):
            loop = loop_of(variable)
            assert loop is not None
            count: int | None
            if low is None or high is None or not low.results or not high.results:
                ends = constant_lower(loop), constant_upper(loop)
                count = trip_count(loop) if ends[0] is None or ends[1] is None else ends[1] - ends[0]
            elif len(low.results) != 1 or len(high.results) != 1:
                count = None
            else:
                span = simplified(add(high.results[0], times(low.results[0], -1)))
                count = span if isinstance(span, int) else None
            if count is None:
                return None
            counts[loop] = count
        return counts

    def is_within(self) -> bool:
        """Whether a slice has only iterations that the loops have. Raises NotLinear."""
        if all([self._follows(at) for at in range(len(self.variables))]):
            return True
        inside, whole = self.constraints(), self._domain()
        if whole.locals:
            return False
        for value in whole.values[len(self.variables) :]:
            assert value is not None
            inside.include(value)
        places = [*range(len(self.variables)), *[inside.place(value) for value in whole.values[len(self.variables) :] if value is not None]]
        rows = [*whole.inequalities, *whole.equations, *[[-number for number in row] for row in whole.equations]]
        return contains(rows, places, inside)

    def is_maximal(self) -> bool:
        """Whether surely each iteration of the loops is in the slice of some iteration that it is computed in: decided exactly."""
        if all([self._follows(at) for at in range(len(self.variables))]):
            return True
        try:
            inside, whole = self.constraints(), self._domain()
        except NotLinear:
            return False
        count = len(self.variables)
        loops = [value for value in inside.values[count : inside.outer] if value is not None and loop_around(value) is not None]
        fixed = [value for value in inside.values[count : inside.outer] if value is not None and loop_around(value) is None]
        for value in fixed:
            whole.include(value)
        others = [at for at in range(count, len(inside.values)) if at >= inside.outer or inside.values[at] in loops]
        rows = without_variables(inside.equations, inside.inequalities, others)
        places = [*range(count), *[whole.place(value) if value in fixed else None for value in inside.values[count : inside.outer]]]
        return rows is not None and contains(rows, places, whole)

    def covers_plainly(self) -> bool:
        """Whether upstream finds that each iteration of the loops is in a slice: where their variables are those of loops around it, in the
        same order, or bounded on their own."""
        count = len(self.variables)
        follows = [self._follows(at) for at in range(count)]
        if all(follows) or (self._is_plain() and not all(follows)):
            return all(follows)
        around = [value for value in self.operands if loop_around(value) is not None]
        if len(around) > count:
            return False
        system = Constraints([*around, *[None] * (count - len(around))])
        try:
            whole = self._domain()
            for at, (low, high) in enumerate(self.bounds):
                if low is not None and high is not None and is_one(low, high):
                    (e,) = low.results
                    if isinstance(e, int) or not is_leaf(e) or e[0] != "d" or loop_around(self.operands[e[1]]) is None:
                        return False
                    system.add_domain(self.operands[e[1]])
                    continue
                for map, kind in ((low, "low"), (high, "high")):
                    if map is not None:
                        system.bound(at, kind, (map, tuple(self.operands)))
            for value in system.values[count : system.outer]:
                if value is not None:
                    whole.include(value)
        except NotLinear:
            return False
        if system.locals or system.dimensions != count or whole.dimensions != count:
            return False
        places = [*range(count), *[whole.place(value) for value in system.values[count:] if value is not None]]
        rows = [*system.inequalities, *system.equations, *[[-number for number in row] for row in system.equations]]
        return contains(rows, places, whole)

    def _domain(self) -> Constraints:
        """All iterations of the loops. Raises NotLinear."""
        whole = Constraints(self.variables)
        for variable in self.variables:
            whole.add_domain(variable)
        return whole

    def _is_plain(self) -> bool:
        """Whether each variable is that of another loop, and all loops have constant bounds."""
        for (low, high), variable in zip(self.bounds, self.variables):
            if low is None or high is None or not is_one(low, high):
                return False
            (e,) = low.results
            other = loop_of(self.operands[e[1]]) if not isinstance(e, int) and is_leaf(e) and e[0] == "d" else None
            loop = loop_of(variable)
            ends = [end(each) for each in (loop, other) if each is not None for end in (constant_lower, constant_upper)]
            if len(ends) < 4 or None in ends:
                return False
        return True

    def _follows(self, at: int) -> bool:
        """Whether a variable is that of another loop with the same constant bounds."""
        (low, high), loop = self.bounds[at], loop_of(self.variables[at])
        if loop is None or low is None or high is None or len(low.results) != 1 or len(high.results) != 1:
            return False
        (e,) = low.results
        if isinstance(e, int) or not is_leaf(e) or e[0] != "d" or add(e, 1) != high.results[0]:
            return False
        other = loop_of(self.operands[e[1]])
        if other is None or step_of(loop) != step_of(other) or constant_lower(loop) is None or constant_upper(loop) is None:
            return False
        return constant_lower(loop) == constant_lower(other) and constant_upper(loop) == constant_upper(other)


def is_one(low: AffineAttr, high: AffineAttr) -> bool:
    """Whether bounds are of one iteration, whose number is not a constant."""
    if len(low.results) != 1 or len(high.results) != 1 or isinstance(low.results[0], int):
        return False
    return add(low.results[0], 1) == high.results[0]


def contains(rows: Sequence[Sequence[int]], places: Sequence[int | None], system: Constraints) -> bool:
    """Whether inequalities, whose columns are in some places of a system, follow from it."""
    return not any([may_have_solution(system.equations, [*system.inequalities, moved_row(row, places, system)]) for row in rows])


def moved_row(row: Sequence[int], places: Sequence[int | None], system: Constraints) -> list[int]:
    """The opposite of an inequality, in the columns of another system."""
    return system.row({place: -factor for place, factor in zip(places, row) if factor and place is not None}, -row[-1] - 1)


def slice_of(sources: Sequence[Operation], sinks: Sequence[Operation], depth: int, backward: bool) -> Slice | None:
    """The iterations around the first accesses that those around the others need while the outermost loops of these stand still; with
    `backward` the first stand before the others. None where that is not told."""
    whole: Constraints | None = None
    ends: list[Operation] = []
    try:
        for one in sources:
            for other in sinks:
                pair = pair_slice(Access(one), Access(other), depth, backward)
                if pair is None:
                    continue
                ends.append(other if backward else one)
                system = pair.constraints()
                if whole is None:
                    whole = system
                elif not unite(whole, system):
                    return None
    except (NotLinear, Unknown):
        return None
    around = innermost_common_loops(ends) if ends else []
    if whole is None or depth > len(around):
        return None
    count = whole.dimensions
    loops_to_dimensions(whole)
    bounds = whole.slice_bounds(0, count)
    if any([map is not None and not map.results for pair in bounds for map in pair]):
        return None
    operands = [value for value in whole.values[count : whole.outer] if value is not None]
    slice_ = Slice([value for value in whole.values[:count] if value is not None], bounds, operands, around[depth - 1], not backward)
    try:
        return slice_ if slice_.is_within() else None
    except NotLinear:
        return None


def pair_slice(first: Access, second: Access, depth: int, backward: bool) -> Slice | None:
    """The slice for two accesses; None where they do not meet. Raises NotLinear and Unknown."""
    if first.memref is not second.memref:
        return None
    moving, still = (first, second) if backward else (second, first)
    if depth > len(still.variables):
        raise NotLinear
    system = meeting(first, second)
    if system is None:
        return None
    mine, theirs = len(first.variables), len(second.variables)
    end = mine + depth if backward else depth
    system.eliminate(end, theirs - depth if backward else mine - depth)
    start, count = (0, mine) if backward else (depth, theirs)
    bounds = system.slice_bounds(start, count)
    operands = [value for at, value in enumerate(system.values[: system.outer]) if value is not None and not start <= at < start + count]
    slice_ = Slice(moving.variables, bounds, operands, loops_around(still.op)[depth - 1], not backward)
    keep_whole(slice_, not first.is_write and not second.is_write, depth)
    return slice_


def keep_whole(slice_: Slice, between_reads: bool, depth: int) -> None:
    """Lets loops run whole from the first on that is not to be cut: those with a barrier, and between reads those whose iterations have an
    order, but for a sum that the innermost loop of both makes in the same iterations."""
    loops = [loop for variable in slice_.variables if (loop := loop_of(variable)) is not None]
    for at, loop in enumerate(loops):
        if BARRIER not in loop.attributes and not (between_reads and not is_order_free(loop, allows_reductions=False)):
            continue
        counts = slice_.trip_counts()
        if is_reduction(loop) and depth >= len(loops) and counts is not None and prod(counts.values()) == 1 and slice_.covers_plainly():
            continue
        slice_.bounds[at:] = [(None, None)] * (len(loops) - at)
        break


def is_reduction(loop: Operation) -> bool:
    """Whether a loop makes sums and the like, and may do so in any order."""
    return bool(loop.results) and is_order_free(loop, allows_reductions=True)


def meeting(first: Access, second: Access) -> Constraints | None:
    """The iterations of two accesses that meet in an element, in the same iteration of the loops around both: those of the first, then those
    of the second, are the dimensions. None where there are none. Raises NotLinear and Unknown."""
    together = Dependence(first, second)
    if not together.system.is_possible([(together.distance(level), "==") for level in range(len(together.common))]):
        return None
    (one, mine), (other, theirs) = domain_of(first), domain_of(second)
    symbols = list(dict.fromkeys([value for each in (one, other) for value in each.values[each.dimensions : each.outer]]))
    system = Constraints([*one.values[: one.dimensions], *other.values[: other.dimensions]], [value for value in symbols if value])
    at = len(system.values)
    system.insert(at, [None] * (other.locals + one.locals))
    first_rows = take_in(system, one, mine, 0, at + other.locals)
    indices = [take_in(system, other, theirs, one.dimensions, at), first_rows]
    system.equations = [[left - right for left, right in zip(*rows)] for rows in zip(*indices)] + system.equations
    for level in range(common_prefix(first.variables, second.variables)):
        system.equations.append(system.row({one.dimensions + level: 1, level: -1}, 0))
    return system


def domain_of(access: Access) -> tuple[Constraints, list[Row]]:
    """The iterations of the loops around an access, and its indices as rows. Raises NotLinear."""
    system = Constraints(access.variables)
    for variable in access.variables:
        system.add_domain(variable)
    map, operands = access.indices
    map, operands = canonical(simplified_map(map), operands)
    for operand in operands:
        system.include(operand)
    return system, system.rows(map, operands)


def take_in(system: Constraints, other: Constraints, indices: list[Row], first: int, rest: int) -> list[Row]:
    """Adds what another system says, whose dimensions are there from `first` on and its locals from `rest` on; gives indices in its columns
    as rows of the new one."""
    symbols = {value: at for at, value in enumerate(system.values[: system.outer]) if at >= system.dimensions}
    places = [*range(first, first + other.dimensions), *[symbols[value] for value in other.values[other.dimensions : other.outer]]]
    places += range(rest, rest + other.locals)

    def moved(row: Row) -> Row:
        return system.row({place: factor for place, factor in zip(places, row) if factor}, row[-1])

    system.equations += [moved(row) for row in other.equations]
    system.inequalities += [moved(row) for row in other.inequalities]
    return [moved(row) for row in indices]


def unite(whole: Constraints, other: Constraints) -> bool:
    """Grows a system to the box around it and another one; whether that is told. Raises NotLinear."""
    before = [set(each.values[: each.dimensions]) for each in (whole, other)]
    whole.align(other, 0)
    for system, had in zip((whole, other), before):
        for value in system.values[: system.dimensions]:
            if value is not None and value not in had:
                system.add_domain(value)
    return not whole.locals and not other.locals and grow(whole, other)


def loops_to_dimensions(system: Constraints) -> None:
    """Symbols that are variables of loops become dimensions."""
    for value in [
        value for value in system.values[system.dimensions : system.outer] if value is not None and loop_around(value) is not None
    ]:
        at = system.column(value, system.dimensions)
        assert at is not None
        system.swap(at, system.dimensions)
        system.dimensions, system.symbols = system.dimensions + 1, system.symbols - 1
