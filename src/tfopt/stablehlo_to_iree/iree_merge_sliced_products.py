"""Makes one dispatch region of a matrix product and of what is computed of slices of its columns: a step of a recurrent cell.

    %0 = region { add(dot_general(%x, %w), %bias) }
    %c = region { slices of %0; add(multiply(logistic(..), %before), ..) }     =     %c, %h = region { dot_general; slices; .. }
    %h = region { a slice of %0; multiply(logistic(..), tanh(%c)) }

For processors, where a tile of columns of each slice stays in registers until all that is computed of them is stored. Threads meet once
instead of once for each region, and what these alone read goes to no memory.
"""

from __future__ import annotations

from tfir.analysis.sliced_products import PRODUCTS, SLICE, SLICE_OF_OPEN_SIZE, sliced_product
from tfir.dialects import has_trait
from tfir.ir.operations import Block, Operation

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.clusters import LARGEST, is_absorbed, is_elementwise
from tfopt.stablehlo_to_iree.region_merging import REGION, Group

AFTER = ("iree-identify-dispatch-regions",)
WORKS_ON = ("iree",)
STATISTICS = {"regions-merged": "Regions that have become part of another one."}
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
    group = _Sliced(first, set(readers))
    if not group.fits():
        return
    while (larger := _with_follower(group)) is not None:
        group = larger
    count("regions-merged", len(group.others))
    group.become_one()


def _with_follower(group: _Sliced) -> _Sliced | None:
    """The group with one more region that reads its results, and goes on by elements."""
    for reader in [user for value in group.results for user in value.users]:
        if reader not in group.members and _reads_by_element(reader, group.first.block):
            larger = _Sliced(group.first, {*group.others, reader})
            if larger.fits():
                return larger
    return None


def _reads_by_element(region: Operation, block: Block) -> bool:
    """Whether a region of a block computes elements of those at their places, of slices, and of numbers that it makes itself."""
    placed = (SLICE, SLICE_OF_OPEN_SIZE, "stablehlo.reshape", "stablehlo.concatenate")  # the latter of sizes
    return (region.name == REGION and region.block is block) and all(
        [op.name in placed or is_elementwise(op) or is_absorbed(op) or has_trait(op, "constant_like", "terminator") for op in region.body]
    )


class _Sliced(Group):
    def fits(self) -> bool:
        """Whether all that is read of the regions is computed of slices of one product."""
        merging = self.merging() if self.is_in_order else None
        product = sliced_product(merging.block) if merging is not None and len(merging.block) <= LARGEST else None
        if merging is None or product is None or product.width < FEWEST_COLUMNS:
            return False
        return all([merging.made[value] in product.narrow for value in self.results])
