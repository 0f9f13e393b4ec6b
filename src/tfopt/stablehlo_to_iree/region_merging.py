"""Several dispatch regions, and views between them, as one region."""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Value

REGION = "iree.dispatch_region"


class Merging:
    """A region that does what several operations do, which are added in order; `made` has what it has of each of their values."""

    def __init__(self, last: Operation):
        self.last = last
        self.region, self.block = single_block_region()
        self.inside = Builder.at_end(self.block, last.location)
        self.captured: list[Value] = []
        self.made: dict[Value, Value] = {}

    def add(self, op: Operation) -> None:
        if op.name != REGION:
            self.made[op.result] = self.inside.insert(op.clone({op.operands[0]: self.made[op.operands[0]]})).result
            return
        mapping = {argument: self.value(operand) for argument, operand in zip(op.body.arguments, op.operands[1:], strict=True)}
        *ops, terminator = op.body
        for inner in ops:
            self.inside.insert(inner.clone(mapping))
        self.made |= {result: mapping[value] for result, value in zip(op.results, terminator.operands, strict=True)}

    def value(self, outside: Value) -> Value:
        if outside not in self.made:
            self.captured.append(outside)
            self.made[outside] = self.block.add_argument(outside.type)
        return self.made[outside]

    def region_op(self, results: list[Value]) -> Operation:
        """The region in the place of the last operation, with the results of these of their values."""
        self.inside.create("iree.return", [self.made[value] for value in results])
        operands, types = [self.last.operands[0], *self.captured], [value.type for value in results]
        return Builder.before(self.last).create(REGION, operands, types, regions=[self.region])


class Group:
    """Regions of one block that may become one: the `first`, and `others` that need its result."""

    def __init__(self, first: Operation, others: set[Operation]):
        self.first, self.others = first, others
        self.members = [first]
        self.moved: list[Operation] = []  # what stands between them and depends on their results
        self.is_in_order = self._find_order()

    def _find_order(self) -> bool:
        """Whether what depends on some members can move behind the last one, which none of it is needed for."""
        depending, op = {self.first}, self.first
        while len(self.members) <= len(self.others):
            following = op.next
            assert following is not None, "what needs a region's result stands behind it"
            op, sources = following, {value.op for value in following.operands}
            if op in self.others:
                self.members.append(op)
                depending.add(op)
                if not sources.isdisjoint(self.moved):
                    return False
            elif not sources.isdisjoint(depending):
                self.moved.append(op)
                depending.add(op)
                if not is_pure(op):
                    return False
        return True

    @property
    def last(self) -> Operation:
        return self.members[-1]

    @property
    def results(self) -> list[Value]:
        """What others read."""
        values = [value for member in self.members for value in member.results]
        return [value for value in values if any([user not in self.members for user in value.users])]

    def merging(self) -> Merging:
        merging = Merging(self.last)
        for member in self.members:
            merging.add(member)
        return merging

    def become_one(self) -> None:
        results, block, behind = self.results, self.last.block, self.last.next
        region = self.merging().region_op(results)
        for old, new in zip(results, region.results, strict=True):
            new.name = old.name
            old.replace_all_uses_with(new)
        for op in self.moved:
            block.insert_before(op.remove(), behind)
        for member in reversed(self.members):
            workload = member.operands[0].op
            member.erase()
            if workload is not None:
                _erase_unused(workload)


def _erase_unused(op: Operation) -> None:
    """Erases what computes a size that is not asked for anymore."""
    if not any([value.uses for value in op.results]):
        sources = dict.fromkeys([value.op for value in op.operands if value.op is not None])
        op.erase()
        for source in sources:
            _erase_unused(source)
