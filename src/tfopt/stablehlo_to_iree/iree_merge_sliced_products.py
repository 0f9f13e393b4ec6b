"""Makes one dispatch region of a matrix product and of what is computed of slices of its columns: a step of a recurrent cell.

    %0 = region { add(dot_general(%x, %w), %bias) }
    %c = region { slices of %0; add(multiply(logistic(..), %before), ..) }     =     %c, %h = region { dot_general; slices; .. }
    %h = region { a slice of %0; multiply(logistic(..), tanh(%c)) }

For processors, where a tile of columns of each slice stays in registers until all that is computed of them is stored. Threads meet once
instead of once for each region, and what these alone read goes to no memory.
"""

from __future__ import annotations

from tfir.analysis.sliced_products import PRODUCTS, SLICE, SLICE_OF_OPEN_SIZE, sliced_product
from tfir.dialects import has_trait, is_pure
from tfir.ir.operations import Block, Operation, Value

from tfopt.stablehlo_to_iree.clusters import LARGEST, is_absorbed, is_elementwise
from tfopt.stablehlo_to_iree.region_merging import REGION, Merging

AFTER = ("iree-identify-dispatch-regions",)
WORKS_ON = ("iree",)
FEWEST_COLUMNS = 4  # of a slice; of fewer there are no vectors


def iree_merge_sliced_products(func: "Func"):
    """Merge the region of a matrix product with those that read slices of its columns, if nothing else reads it and all slices are of one
    width, and with those that go on computing by elements.

    What else depends on their results moves behind them; a step of the host in between stays where it is, and regions are not merged then.
    """
    for block in func.regions[0].blocks:
        for op in [op for op in block if op.name == REGION and any([inner.name in PRODUCTS for inner in op.body])]:
            _merge(op)


def _merge(first: Operation) -> None:
    readers = dict.fromkeys(first.result.users) if len(first.results) == 1 else {}
    if not readers or not all([_reads_by_element(reader, first.block) for reader in readers]):
        return
    group = _Group(first, set(readers))
    if not group.fits():
        return
    while (larger := _with_follower(group)) is not None:
        group = larger
    group.become_one()


def _with_follower(group: _Group) -> _Group | None:
    """The group with one more region that reads its results, and goes on by elements."""
    for reader in [user for value in group.results for user in value.users]:
        if reader not in group.members and _reads_by_element(reader, group.first.block):
            larger = _Group(group.first, {*group.others, reader})
            if larger.fits():
                return larger
    return None


def _reads_by_element(region: Operation, block: Block) -> bool:
    """Whether a region of a block computes elements of those at their places, of slices, and of numbers that it makes itself."""
    placed = (SLICE, SLICE_OF_OPEN_SIZE, "stablehlo.reshape", "stablehlo.concatenate")  # the latter of sizes
    return (region.name == REGION and region.block is block) and all(
        [op.name in placed or is_elementwise(op) or is_absorbed(op) or has_trait(op, "constant_like", "terminator") for op in region.body]
    )


class _Group:
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

    def fits(self) -> bool:
        """Whether all that is read of the regions is computed of slices of one product."""
        merging = self.merging() if self.is_in_order else None
        product = sliced_product(merging.block) if merging is not None and len(merging.block) <= LARGEST else None
        if merging is None or product is None or product.width < FEWEST_COLUMNS:
            return False
        return all([merging.made[value] in product.narrow for value in self.results])

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
