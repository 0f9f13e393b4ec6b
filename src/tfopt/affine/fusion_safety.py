"""Whether a loop nest may be computed in slices inside of another one: decided exactly, for all values of symbols.

An iteration of the target's outer loops computes its slice of the source first. What the source did before anything of the target is then
interleaved with it, done in another order, maybe done several times, or not at all. None of that may be told from memory. Where it takes
more to decide than inequalities the answer is no.
"""

from __future__ import annotations

from tfir.analysis.affine_dependence import CONSTANT, Access, Iteration, System, Unknown, common_prefix, opposite, plus, stands_before
from tfir.analysis.affine_loops import affine_ops_around, loop_of, lower_bound, upper_bound
from tfir.analysis.affine_memory import ACCESSES, is_allocated, may_alias
from tfir.analysis.integer_systems import without_variables
from tfir.dialects import has_trait
from tfir.ods.affine_algebra import affine_map, leaves, simplified_map

from tfopt.affine.parallelism import is_free_of_memory, shared_accesses, takes_no_buffer
from tfopt.affine.slices import is_one, is_reduction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfir.analysis.affine_dependence import Condition, Linear
    from tfir.ir.operations import Operation, Value

    from tfopt.affine.slices import Slice


class Fusion:
    """A source nest that is to be computed in a slice inside of a target. `private` are the buffers that both have for themselves then;
    `is_removed` says whether the source itself goes, `joins` whether its sums become those of the loop that it is computed in."""

    def __init__(
        self, source: Operation, target: Operation, slice_: Slice, private: Iterable[Value], is_removed: bool, joins: bool = False
    ):
        self.source, self.target, self.slice = source, target, slice_
        self.private, self.is_removed, self.joins = set(private), is_removed, joins
        self.outer = len([op for op in affine_ops_around(source) if op.name != "affine.if"])

    def is_safe(self) -> bool:
        mine, theirs = [shared_accesses(each, each, trusts=True) for each in (self.source, self.target)]
        if mine is None or theirs is None or not all(map(is_plain, (self.source, self.target))) or self.cuts_carried():
            return False
        self.mine, self.theirs = mine, theirs
        self.written = {access.memref for access in mine if access.is_write}
        try:
            return (
                not self.may_be_hidden() and self.keeps_order() and self.keeps_values() and self.keeps_own_order() and self.keeps_private()
            )
        except Unknown:
            return False

    def cuts_carried(self) -> bool:
        """Whether a slice takes iterations of a loop apart from those whose values they carry on. A loop that makes sums may be one with
        that of the same iterations, which then carries them."""
        for variable, (low, high) in zip(self.slice.variables, self.slice.bounds):
            loop = loop_of(variable)
            if loop is None or not loop.results or low is None or high is None or (self.joins and is_reduction(loop)):
                continue
            own = [simplified_map(map) for map, _ in (lower_bound(loop), upper_bound(loop))]
            if [low.results, high.results] != [map.results for map in own] or any(
                [True for map in own for e in map.results for _ in leaves(e)]
            ):
                return True
        return False

    def may_be_hidden(self) -> bool:
        """Whether buffers that are different values may share memory, and one is written, or one that is written is read at indices that
        are not affine."""
        written = {access.memref for access in (*self.mine, *self.theirs) if access.is_write}
        read = {op.operands[0] for nest in (self.source, self.target) for op in nest.walk() if op.name == "memref.load"}
        if any([may_alias(one, other, arguments_apart=True) for one in read for other in written]):
            return True
        return any([
            one.memref is not other.memref and (one.is_write or other.is_write) and may_alias(one.memref, other.memref, arguments_apart=True)
            for one in self.mine for other in (*self.mine, *self.theirs)
        ])  # fmt: skip

    # The target's iterations

    def point(self, system: System) -> Iteration:
        """An iteration of the target down to where the slice is computed."""
        into = self.slice.into
        last = into.body.last
        assert last is not None
        return Iteration(system, [*affine_ops_around(into), into], last)

    def variables(self) -> list[Value]:
        """The loops of the target that a point is an iteration of."""
        into = self.slice.into
        around = [op for op in (*affine_ops_around(into), into) if op.name == "affine.for"]
        return [op.body.arguments[0] for op in around]

    def ends(self, point: Iteration) -> list[tuple[list[Linear], list[Linear]] | None]:
        """The bounds of each variable of the slice of a point; None where they are those of its loop."""
        operands = tuple(self.slice.operands)
        return [
            None if low is None or high is None else (point.sums((low, operands)), point.sums((high, operands)))
            for low, high in self.slice.bounds
        ]

    def inside(self, point: Iteration, iteration: Iteration, ends: list | None = None) -> list[Condition]:
        """That an iteration of the source is in the slice of a point."""
        conditions: list[Condition] = []
        for variable, (lower, upper), each in zip(self.slice.variables, self.slice.bounds, ends or self.ends(point)):
            place = iteration.places.get(variable)
            if place is None or each is None or lower is None or upper is None:
                continue
            lows, highs = [[plus({place: sign}, low, -sign) for low in some] for sign, some in ((1, each[0]), (-1, each[1]))]
            if is_one(lower, upper):  # an equation is solved for it, where two inequalities may not be
                conditions += [(low, "==") for low in lows]
            else:
                conditions += [(low, ">=") for low in lows]
                conditions += [(plus(high, {CONSTANT: -1}), ">=") for high in highs]
        return conditions

    def outside(self, point: Iteration, iteration: Iteration) -> list[list[Condition]]:
        return [[each] for condition in self.inside(point, iteration) for each in opposite(*condition)]

    def together(self, system: System, *iterations: Iteration) -> None:
        """Lets iterations be in the same iteration of the loops around both nests."""
        around = [op.body.arguments for op in affine_ops_around(self.source) if op.name != "affine.if"]
        for variable in [variable for arguments in around for variable in arguments]:
            first, *others = [each.places[variable] for each in iterations if variable in each.places]
            for other in others:
                system.require({first: 1, other: -1}, "==")

    def earlier(self, first: Iteration, second: Iteration) -> Iterator[list[Condition]]:
        """The ways in which a point is before another one."""
        equal: list[Condition] = []
        for variable in self.variables():
            distance: Linear = {second.places[variable]: 1, first.places[variable]: -1}
            yield [*equal, (plus(distance, {CONSTANT: -1}), ">=")]
            equal.append((distance, "=="))

    def earlier_outside(self, first: Iteration, access: Access, second: Iteration) -> Iterator[list[Condition]]:
        """The ways in which an access of the target that is not in the loop of slices comes before a point."""
        common = [variable for variable in self.variables() if variable in first.places]
        distances: list[Linear] = [{second.places[variable]: 1, first.places[variable]: -1} for variable in common]
        same: list[Condition] = [(each, "==") for each in distances]
        for level, distance in enumerate(distances):
            yield [*same[:level], (plus(distance, {CONSTANT: -1}), ">=")]
        if stands_before(access.op, self.slice.into):
            yield same

    def meet(self, system: System, one: Access, mine: Iteration, other: Access, theirs: Iteration) -> None:
        for left, right in zip(mine.elements(one), theirs.elements(other)):
            system.require(plus(left, right, -1), "==")

    # What must not change

    def keeps_order(self) -> bool:
        """Whether no access of the source comes behind one of the target that it has to be in front of."""
        for one in self.mine:
            for other in self.theirs:
                if one.memref is other.memref and (one.is_write or other.is_write) and self.is_late(one, other):
                    return False
        return True

    def is_late(self, one: Access, other: Access) -> bool:
        """Whether an access of the source may be made, for the first time if it writes what is read, behind one of the target."""
        system = System()
        mine, theirs, point = Iteration(system, one.around, one.op), Iteration(system, other.around, other.op), self.point(system)
        self.together(system, mine, theirs, point)
        self.meet(system, one, mine, other, theirs)
        inside = self.inside(point, mine)
        if one.is_write and not other.is_write:
            if not self.is_removed and one.memref not in self.private:
                return False
            if not other.op.is_inside(self.slice.into):
                return one.memref in self.private or system.is_possible()
            return self.is_missed(system, mine, theirs) or self._is_possible(system, theirs, point, inside, self.outside(theirs, mine))
        if not other.op.is_inside(self.slice.into):
            return any([system.is_possible([*inside, *way]) for way in self.earlier_outside(theirs, other, point)])
        return self._is_possible(system, theirs, point, inside)

    def _is_possible(
        self, system: System, theirs: Iteration, point: Iteration, inside: list[Condition], choice: list[list[Condition]] | None = None
    ) -> bool:
        choices = list(system.choices)
        if choice is not None:
            system.choices.append(choice)
        possible = any([system.is_possible([*inside, *way]) for way in self.earlier(theirs, point)])
        system.choices = choices
        return possible

    def is_missed(self, system: System, mine: Iteration, theirs: Iteration) -> bool:
        """Whether the target reads what only an iteration outside of its slice writes."""
        outside = self.outside(theirs, mine)
        if not outside:
            return False
        system.choices.append(outside)
        possible = system.is_possible()
        system.choices.pop()
        return possible

    def keeps_values(self) -> bool:
        """Whether all that others see of the source's stores is still stored."""
        seen = [memref for memref in self.written - self.private if self.is_observed(memref) or self.outlives(memref)]
        return not (self.is_removed and seen) or self.slice.is_maximal()

    def is_observed(self, memref: Value) -> bool:
        """Whether anything beside both nests may look at a buffer."""
        if memref.op is None or not is_allocated(memref):
            return True
        users = [user for user in memref.users if not user.is_inside(self.source) and not user.is_inside(self.target)]
        return any([user.name != "memref.dealloc" for user in users])

    def outlives(self, memref: Value) -> bool:
        """Whether what a buffer holds is there when the nests run the next time."""
        around = self.source.parent_op
        return memref.block is not self.source.block and around is not None and not has_trait(around, "isolated")

    def keeps_own_order(self) -> bool:
        """Whether what the source stores and loads itself is still in order. Where its iterations are done once, that is their order; else
        each slice must write what it reads, and what others see must be written last by what wrote it last."""
        pairs = [
            (one, other) for one in self.mine for other in self.mine if one.memref is other.memref and (one.is_write or other.is_write)
        ]
        once = self.is_removed and not (pairs and self.repeats())
        whole = once and self.slice.is_maximal()
        for one, other in pairs:
            if one.memref in self.private:
                continue
            is_flow, is_output = one.is_write and not other.is_write, one.is_write and other.is_write
            for meeting in self.before(one, other):
                if once and (self.swaps(*meeting) or (is_flow and not whole and self.is_parted(*meeting, without_first=True))):
                    return False
                if not once and is_output and self.is_looked_at(one.memref) and self.is_parted(*meeting, without_first=False):
                    return False
        reads = [access for access in self.mine if not access.is_write and access.memref in self.written]
        return all([self.is_self_contained(read) for read in reads if not once or read.memref in self.private])

    def is_looked_at(self, memref: Value) -> bool:
        """Whether anything but the source may look at a buffer."""
        return self.is_observed(memref) or self.outlives(memref) or any([access.memref is memref for access in self.theirs])

    def is_self_contained(self, read: Access) -> bool:
        """Whether a slice surely reads what it wrote itself, the last of what the whole source wrote before."""
        writes = [access for access in self.mine if access.is_write and access.memref is read.memref]
        for write in writes:
            for way in self.ways_before(write, read):
                if self.is_covered(read, write, way) and not any([self.comes_between(write, other, read, way) for other in writes]):
                    return True
        return False

    def comes_between(self, write: Access, other: Access, read: Access, way) -> bool:
        """Whether something outside of the slice may be written between what a slice writes and what it reads then."""
        for behind in self.ways_before(write, other):
            for before in self.ways_before(other, read):
                system = System()
                first, middle, last = [Iteration(system, each.around, each.op) for each in (write, other, read)]
                point = self.point(system)
                self.together(system, first, middle, last, point)
                self.meet(system, write, first, read, last)
                self.meet(system, other, middle, read, last)
                inside = [*self.inside(point, first), *self.inside(point, last), *way(first, last)]
                outside = self.outside(point, middle)
                if outside:
                    system.choices.append(outside)
                    if system.is_possible([*inside, *behind(first, middle), *before(middle, last)]):
                        return True
        return False

    def before(self, one: Access, other: Access) -> Iterator[tuple[list[Condition], System, Iteration, Iteration]]:
        """The ways in which an access of the source comes before another one of an element."""
        for way in self.ways_before(one, other):
            system = System()
            first, second = Iteration(system, one.around, one.op), Iteration(system, other.around, other.op)
            self.together(system, first, second)
            self.meet(system, one, first, other, second)
            yield way(first, second), system, first, second

    def ways_before(self, one: Access, other: Access) -> Iterator:
        common = one.variables[: common_prefix(one.variables, other.variables)]

        def at(level: int):
            def way(first: Iteration, second: Iteration) -> list[Condition]:
                distances: list[Linear] = [{second.places[value]: 1, first.places[value]: -1} for value in common]
                same: list[Condition] = [(each, "==") for each in distances[:level]]
                return same if level == len(common) else [*same, (plus(distances[level], {CONSTANT: -1}), ">=")]

            return way

        for level in range(self.outer, len(common)):
            yield at(level)
        if stands_before(one.op, other.op):
            yield at(len(common))

    def repeats(self) -> bool:
        """Whether an iteration of the source is in the slices of two points."""
        return any([self.is_repeated(access) for access in self.mine])

    def is_repeated(self, access: Access) -> bool:
        system = System()
        mine, first, second = Iteration(system, access.around, access.op), self.point(system), self.point(system)
        self.together(system, mine, first, second)
        inside = [*self.inside(first, mine), *self.inside(second, mine)]
        return any([system.is_possible([*inside, *way]) for way in self.earlier(first, second)])

    def swaps(self, conditions: list[Condition], system: System, first: Iteration, second: Iteration) -> bool:
        one, other = self.point(system), self.point(system)
        self.together(system, first, one, other)
        inside = [*conditions, *self.inside(one, first), *self.inside(other, second)]
        return any([system.is_possible([*inside, *way]) for way in self.earlier(other, one)])

    def is_parted(self, conditions: list[Condition], system: System, first: Iteration, second: Iteration, without_first: bool) -> bool:
        """Whether one of two iterations that depend on each other is in a slice without the other one."""
        inner, other = (second, first) if without_first else (first, second)
        point = self.point(system)
        self.together(system, first, point)
        outside = self.outside(point, other)
        if not outside:
            return False
        system.choices.append(outside)
        possible = system.is_possible([*conditions, *self.inside(point, inner)])
        system.choices.pop()
        return possible

    def covers(self, read: Access, writes: Sequence[Access], ways) -> bool:
        """Whether the slice of a point surely writes what is read there, by one of its stores."""
        return any([self.is_covered(read, write, way) for write in writes if write.memref is read.memref for way in ways(write, read)])

    def is_covered(self, read: Access, write: Access, way) -> bool:
        """Whether each element that is read is written by an iteration of the slice which comes before, in one way."""
        if read.shape or write.shape:
            return False
        system = System()
        reading, point = Iteration(system, read.around, read.op), self.point(system)
        self.place_read(system, reading, point, any([read is each for each in self.mine]))
        reading.elements(read)  # so that its symbols are among what stands before
        ends = self.ends(point)
        before, reads = system.count, list(system.conditions)
        writing = Iteration(system, write.around, write.op)
        self.meet(system, write, writing, read, reading)
        conditions = [*system.conditions, *self.inside(point, writing, ends), *way(writing, reading)]
        for variable in self.shared_variables():
            if variable in writing.places:
                conditions.append(({writing.places[variable]: 1, point.places[variable]: -1}, "=="))
        if any([len(choice) > 1 for choice in system.choices]):
            return False
        rows: dict[str, list[list[int]]] = {"==": [], ">=": []}
        for sum_, relation in [*system.conditions, *conditions, *[each for (choice,) in system.choices for each in choice]]:
            rows[relation].append(system.row(sum_))
        own = [at for at in range(before, system.count) if at not in system.symbols.values()]
        implied = without_variables(rows["=="], rows[">="], own)
        system.conditions = reads
        return implied is not None and not any([system.is_possible([(self.negated(row), ">=")]) for row in implied])

    def negated(self, row: Sequence[int]) -> Linear:
        return {**{at: -factor for at, factor in enumerate(row[:-1]) if factor}, CONSTANT: -row[-1] - 1}

    def shared_variables(self) -> list[Value]:
        return [variable for op in affine_ops_around(self.source) if op.name != "affine.if" for variable in op.body.arguments]

    def place_read(self, system: System, reading: Iteration, point: Iteration, is_mine: bool) -> None:
        """A read of the source is in the slice of the point; one of the target is in the point's iteration."""
        self.together(system, reading, point)
        if is_mine:
            system.conditions += self.inside(point, reading)
            return
        for variable in self.variables():
            if variable in reading.places:
                system.require({reading.places[variable]: 1, point.places[variable]: -1}, "==")

    # Buffers of the nest's own

    def keeps_private(self) -> bool:
        """Whether nothing is read of a private buffer that the slice has not just written, and what is touched fits into it."""
        for memref in self.private:
            theirs = [access for access in self.theirs if access.memref is memref]
            writes = [access for access in self.mine if access.memref is memref and access.is_write]
            reads = [access for access in theirs if not access.is_write]
            if self.is_observed(memref) and (self.is_removed or len(reads) < len(theirs)):
                return False
            if not all([access.variables[: len(self.variables())] == self.variables() for access in theirs]):
                return False
            if not all([self.covers(read, writes, lambda one, other: [lambda first, second: []]) for read in reads]):
                return False
        return True


def is_plain(root: Operation) -> bool:
    """Whether a nest has no conditions, and touches memory by affine accesses alone, and by loads."""
    return all([
        op.name in ACCESSES or op.name == "memref.load" or takes_no_buffer(op) or (op.name != "affine.if" and is_free_of_memory(op))
        for op in root.walk()
    ])  # fmt: skip


def fits(memref: Value, accesses: Sequence[Access], depth: int, low: Sequence, sizes: Sequence[int], operands: Sequence[Value]) -> bool:
    """Whether accesses lie in a box whose corner is computed from what is around them."""
    for access in accesses:
        system = System()
        try:
            iteration = Iteration(system, access.around, access.op)
            corner = iteration.sums((affine_map(len(operands), 0, low), tuple(operands)))
            for index, start, size in zip(iteration.elements(access), corner, sizes):
                below, above = plus({CONSTANT: -1}, plus(index, start, -1), -1), plus(plus(index, start, -1), {CONSTANT: -size})
                if system.is_possible([(below, ">=")]) or system.is_possible([(above, ">=")]):
                    return False
        except Unknown:
            return False
    return True
