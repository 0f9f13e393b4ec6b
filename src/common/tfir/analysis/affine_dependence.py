"""Whether one access to a buffer depends on another, in which loop, and by how many iterations: decided exactly, for all values of symbols.

An iteration of the first access and one of the second are vectors of whole numbers within the bounds of the loops around them, and on
the right side of the conditions; both touch an element where their indices are equal. A dependence at depth d is carried by the d-th
of the common loops: those before it are in the same iteration, and this one in a later iteration for the second access. One behind the
depth of all common loops is within an iteration, from what stands first to what stands behind it. What is not affine (`d0 * s0`, a mod
by a symbol) and systems that grow too large are answered with `Unknown`. Source: MLIR's affine dialect, whose depths and directions
these are; solved by `integer_systems.py`.
"""

from __future__ import annotations

from itertools import product

from tfir.analysis.affine_loops import affine_ops_around, lower_bound, parallel_bounds, step_of, upper_bound
from tfir.analysis.affine_memory import buffer_place
from tfir.analysis.affine_values import constant_index, fully_composed, map_of
from tfir.analysis.integer_systems import TooManyRows, Unsolvable, bounds, has_solution
from tfir.ir.types import VectorType
from tfir.ods.affine_algebra import ONE, Flattener

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Block, Operation, Value
    from tfir.ods.affine_algebra import Sum
    from tfir.text.affine_expression import Expression

    Linear = dict[int, int]  # factors by variables; that of CONSTANT stands alone
    Condition = tuple[Linear, str]  # how a sum is compared with 0: "==" or ">="
    Interval = tuple[int | None, int | None]  # the least and the greatest number; None where there is none

CONSTANT = -1


class Unknown(Exception):
    """It cannot be told whether there is a dependence."""


class Access:
    """An affine load or store. `indices` is the map of its indices, `shape` how many elements of each of the last dimensions it touches."""

    __slots__ = ("op", "memref", "indices", "is_write", "around", "shape")

    def __init__(self, op: Operation, at: Operation | None = None):
        """`at` is where the operation stands, if it is only a draft."""
        first = buffer_place(op)
        self.op, self.is_write, self.memref = at or op, bool(first), op.operands[first]
        self.indices: Applied = fully_composed(map_of(op), op.operands[first + 1 :])
        moved = op.operands[0].type if first else op.result.type
        self.shape = moved.shape if isinstance(moved, VectorType) and "vector" in op.name else ()
        self.around = affine_ops_around(self.op)

    @property
    def loops(self) -> list[Operation]:
        """The loops around the access, outermost first. One of several dimensions is there for each of them."""
        return [op for op in self.around for _ in variables_of(op)]

    @property
    def variables(self) -> list[Value]:
        return [value for op in self.around for value in variables_of(op)]

    def is_same_place(self, other: Access) -> bool:
        """Whether both touch the same elements wherever their operands are the same."""
        from tfir.analysis.affine_values import difference

        if self.memref is not other.memref or self.shape != other.shape or len(self.indices[0].results) != len(other.indices[0].results):
            return False
        return all([e == 0 for e in difference(self.indices, other.indices)[0].results])


def variables_of(op: Operation) -> Sequence[Value]:
    """The induction variables of a loop."""
    if op.name == "affine.for":
        return op.body.arguments[:1]
    return op.body.arguments if op.name == "affine.parallel" else ()


class System:
    """Conditions on whole numbers: on variables that stand for values in one iteration or the other, and on auxiliary ones. Where only
    one of several lists of conditions need hold, `choices` has them."""

    def __init__(self) -> None:
        self.count = 0
        self.conditions: list[Condition] = []
        self.choices: list[list[list[Condition]]] = []
        self.symbols: dict[Value, int] = {}

    def variable(self) -> int:
        self.count += 1
        return self.count - 1

    def require(self, sum_: Linear, relation: str = ">=") -> None:
        self.conditions.append((sum_, relation))

    def systems(self, further: Sequence[Condition] = ()) -> Iterator[tuple[list[list[int]], list[list[int]]]]:
        """Equations and inequalities as rows, for each way to choose."""
        for chosen in product(*self.choices):
            conditions = [*self.conditions, *further, *[each for one in chosen for each in one]]
            rows: dict[str, list[list[int]]] = {"==": [], ">=": []}
            for sum_, relation in conditions:
                rows[relation].append(self.row(sum_))
            yield rows["=="], rows[">="]

    def row(self, sum_: Linear) -> list[int]:
        row = [0] * (self.count + 1)
        for variable, factor in sum_.items():
            row[variable] += factor
        return row

    def is_possible(self, further: Sequence[Condition] = ()) -> bool:
        """Raises Unknown."""
        try:
            return any([has_solution(*rows) for rows in self.systems(further)])
        except TooManyRows:
            raise Unknown from None

    def bounds(self, sum_: Linear, further: Sequence[Condition] = ()) -> Interval:
        """The least and the greatest that a sum can be, in a system that has a solution. Raises Unknown."""
        intervals: list[Interval] = []
        for equations, inequalities in self.systems(further):
            try:
                intervals.append(bounds(equations, inequalities, self.row(sum_)))
            except Unsolvable:
                continue
            except TooManyRows:
                raise Unknown from None
        lows = [low for low, _ in intervals if low is not None]
        highs = [high for _, high in intervals if high is not None]
        return min(lows) if len(lows) == len(intervals) else None, max(highs) if len(highs) == len(intervals) else None


def plus(left: Linear, right: Linear, factor: int = 1) -> Linear:
    total = dict(left)
    for variable, count in right.items():
        total[variable] = total.get(variable, 0) + count * factor
    return total


class Iteration:
    """One iteration of the loops around an operation, in a system: `places` are the variables for the values that it has of its own."""

    def __init__(self, system: System, around: Sequence[Operation], inner: Operation):
        self.system = system
        self.places: dict[Value, int] = {}
        for op, inside in zip(around, [*around[1:], inner]):
            if op.name == "affine.for":
                self._loop(op)
            elif op.name == "affine.parallel":
                self._ranges(op)
            else:
                self._condition(op, inside)

    def place(self, value: Value) -> int:
        """The variable for a value: that of the iteration, or a symbol, which is the same in all of them."""
        if value in self.places:
            return self.places[value]
        if value not in self.system.symbols:
            place = self.system.symbols[value] = self.system.variable()
            number = constant_index(value)
            if number is not None:
                self.system.require({place: 1, CONSTANT: -number}, "==")
        return self.system.symbols[value]

    def sums(self, applied: Applied) -> list[Linear]:
        """The results of a map. Raises Unknown where one is not affine."""
        map, operands = fully_composed(*applied)
        return [self._sum(e, map.dimensions, operands) for e in map.results]

    def elements(self, access: Access) -> list[Linear]:
        """The indices of an element that an access of the iteration touches. Raises Unknown."""
        indices = self.sums(access.indices)
        for at, size in enumerate(access.shape, len(indices) - len(access.shape)):
            within = self.system.variable()
            self.system.require({within: 1})
            self.system.require({within: -1, CONSTANT: size - 1})
            indices[at] = plus(indices[at], {within: 1})
        return indices

    def _sum(self, e: Expression, dimensions: int, operands: Sequence[Value]) -> Linear:
        flattener = Flattener()
        flat = flattener.flattened(e)
        if flat is None:
            raise Unknown
        quotients: list[int] = []

        def linear(sum_: Sum) -> Linear:
            total: Linear = {}
            for term, count in sum_.items():
                letter, number = term
                if term == ONE:
                    total[CONSTANT] = total.get(CONSTANT, 0) + count
                else:
                    at = quotients[number] if letter == "q" else self.place(operands[number + (dimensions if letter == "s" else 0)])
                    total[at] = total.get(at, 0) + count
            return total

        for dividend, divisor, _ in flattener.quotients:
            sum_, quotient = linear(dividend), self.system.variable()
            self.system.require(plus(sum_, {quotient: -divisor}))
            self.system.require(plus({quotient: divisor, CONSTANT: divisor - 1}, sum_, -1))
            quotients.append(quotient)
        return linear(flat)

    def _loop(self, op: Operation) -> None:
        lows, highs = self.sums(lower_bound(op)), self.sums(upper_bound(op))
        self._variable(op.body.arguments[0], lows, highs, step_of(op))

    def _ranges(self, op: Operation) -> None:
        steps = [each.value for each in op.attributes["steps"].elements]
        bounds_ = [(self.sums(lower), self.sums(upper)) for lower, upper in parallel_bounds(op)]
        for argument, (lows, highs), step in zip(op.body.arguments, bounds_, steps):
            self._variable(argument, lows, highs, step)

    def _variable(self, value: Value, lows: list[Linear], highs: list[Linear], step: int) -> None:
        place = self.places[value] = self.system.variable()
        for low in lows:
            self.system.require(plus({place: 1}, low, -1))
        for high in highs:
            self.system.require(plus({place: -1, CONSTANT: -1}, high))
        if step != 1:
            turns = self.system.variable()
            self.system.choices.append([
                [(plus({place: 1, turns: -step}, low, -1), "=="), *[(plus(low, other, -1), ">=") for other in lows]] for low in lows
            ])  # fmt: skip

    def _condition(self, op: Operation, inside: Operation) -> None:
        set_ = map_of(op, "condition")
        sums = self.sums((set_, op.operands))
        conditions: list[Condition] = list(zip(sums, set_.relations))
        if is_in(inside, op, 0):
            self.system.conditions += conditions
        else:
            self.system.choices.append([[each] for sum_, relation in conditions for each in opposite(sum_, relation)])


def opposite(sum_: Linear, relation: str) -> list[Condition]:
    """The conditions of which one holds where a condition does not."""
    less: Condition = (plus({CONSTANT: -1}, sum_, -1), ">=")
    return [less] if relation == ">=" else [less, (plus(sum_, {CONSTANT: -1}), ">=")]


def is_in(op: Operation, around: Operation, region: int) -> bool:
    """Whether an operation stands in one region of another."""
    return any([each.block.parent is around.regions[region] for each in (op, *op.ancestors()) if each.parent is not None])


class Dependence:
    """How iterations of two accesses to one buffer may meet. Raises Unknown where that is not affine."""

    def __init__(self, first: Access, second: Access):
        self.first, self.second, self.system = first, second, System()
        self.iterations = [Iteration(self.system, each.around, each.op) for each in (first, second)]
        self.common = first.variables[: common_prefix(first.variables, second.variables)]
        indices = [iteration.elements(access) for access, iteration in zip((first, second), self.iterations)]
        for one, other in zip(*indices, strict=True):
            self.system.require(plus(one, other, -1), "==")

    def distance(self, level: int) -> Linear:
        """By how much the second access is further in a common loop."""
        value = self.common[level]
        return {self.iterations[1].places[value]: 1, self.iterations[0].places[value]: -1}

    def at_depth(self, depth: int) -> list[Condition] | None:
        """The conditions of a dependence that is carried by the loop at a depth, from 1 on; None where the accesses are in an order in
        which there is none."""
        if depth > len(self.common) and not stands_before(self.first.op, self.second.op):
            return None
        conditions: list[Condition] = [(self.distance(level), "==") for level in range(min(depth - 1, len(self.common)))]
        return [*conditions, (plus(self.distance(depth - 1), {CONSTANT: -1}), ">=")] if depth <= len(self.common) else conditions

    def directions(self, depth: int) -> list[Interval] | None:
        """For each common loop, outermost first, how far the second access can be ahead; None where there is no dependence at this
        depth."""
        conditions = self.at_depth(depth)
        if conditions is None or not self.system.is_possible(conditions):
            return None
        return [self.system.bounds(self.distance(level), conditions) for level in range(len(self.common))]

    def exists(self, depth: int) -> bool:
        conditions = self.at_depth(depth)
        return conditions is not None and self.system.is_possible(conditions)


def common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """How many of the first elements are the same."""
    for at, (left, right) in enumerate(zip(one, other)):
        if left is not right:
            return at
    return min(len(one), len(other))


def stands_before(first: Operation, second: Operation) -> bool:
    """Whether an operation comes before another one in the innermost block that both are in."""
    blocks: dict[Block, Operation] = {each.block: each for each in (first, *first.ancestors()) if each.parent is not None}
    other = next((each for each in (second, *second.ancestors()) if each.parent is not None and each.block in blocks), None)
    return other is not None and stands_behind(other, blocks[other.block])


def stands_behind(op: Operation, other: Operation) -> bool:
    """Whether an operation comes later in the block."""
    each = other.next
    while each is not None and each is not op:
        each = each.next
    return each is op


def dependence(first: Access, second: Access) -> Dependence | None:
    """How two accesses may meet; None where both read, or the buffers are not the same value. Raises Unknown."""
    if first.memref is not second.memref or not (first.is_write or second.is_write):
        return None
    return Dependence(first, second)
