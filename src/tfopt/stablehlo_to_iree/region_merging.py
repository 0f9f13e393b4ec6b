"""Several dispatch regions, and views between them, as one region."""

from __future__ import annotations

from tfir.analysis.extents import UnknownSizeError, drop_unused, open_place_of_view, retype
from tfir.dialects import is_pure
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Block, Operation, Value

from tfopt.arithmetic.sizes import UnknownSizes

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
            operand = self.made[op.operands[0]]
            operands = [operand, *([] if op.result.type.is_static else [self._sizes_of_view(op)])]
            self.made[op.result] = self.inside.value(op.name, operands, op.result.type, op.attributes)
            return
        mapping = {argument: self.value(operand) for argument, operand in zip(op.body.arguments, op.operands[1:], strict=True)}
        *ops, terminator = op.body
        for inner in ops:
            self.inside.insert(inner.clone(mapping))
        self.made |= {result: mapping[value] for result, value in zip(op.results, terminator.operands, strict=True)}

    def _sizes_of_view(self, view: Operation) -> Value:
        """The shape of a view that leaves one size open, which is asked of what is seen."""
        places = open_place_of_view(view)
        assert places is not None, "a view among the members of a region has the open size of its operand"
        (operand, asked), (result, axis) = places
        sizes = UnknownSizes()
        sizes.note(self.made[operand], operand.type.shape)
        size = sizes.shapes[self.made[operand]][asked]
        return sizes.shape([size if at == axis else number for at, number in enumerate(result.type.shape)], self.inside)

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

    def with_extents(self, results: list[Value]) -> tuple[Block, dict[Value, Value]] | None:
        """The operations that give these results where all types have extents for sizes that are open, and what takes the place of each value there; nothing
        where there is no extent for one of them."""
        if all([value.type.is_static for value in self.made.values()]):
            return self.block, {value: value for value in self.made.values()}
        _, block = single_block_region()
        mapping = {argument: block.add_argument(argument.type) for argument in self.block.arguments}
        build = Builder.at_end(block, self.last.location)
        for op in self.block:
            build.insert(op.clone(mapping))
        build.create("iree.return", [mapping[self.made[value]] for value in results])
        try:
            retype(block)
        except UnknownSizeError:
            return None
        drop_unused(block)
        return block, mapping


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
        erase_members(self.members)


def erase_members(members: list[Operation]) -> None:
    """Erases regions and views in order, whose results nothing else reads anymore, with what computed their sizes."""
    for member in reversed(members):
        sizes = member.operands[0 if member.name == REGION else -1].op
        member.erase()
        if sizes is not None and sizes not in members:
            _erase_unused(sizes)


def _erase_unused(op: Operation) -> None:
    """Erases what computes a size that is not asked for anymore."""
    if op.name != REGION and not any([value.uses for value in op.results]):
        sources = dict.fromkeys([value.op for value in op.operands if value.op is not None])
        op.erase()
        for source in sources:
            _erase_unused(source)
