"""Makes one dispatch region of two matrix products and of the softmax between them, as attention has them.

    %s = region { dot_general %q, %k; multiply }; %w = region { a softmax of %s }; %o = region { dot_general %w, %v }     =     region { all of it }

For devices whose subgroups pass numbers around: a few rows of scores stay in their registers, and none goes to memory. What transposes the result, heads
beside each other, is stored as it is then.
"""

from __future__ import annotations

from tfir.analysis.attention import QUAD, attention_in
from tfir.analysis.sliced_products import PRODUCTS
from tfir.dialects.iree.target import PLAIN, STYLE, targets_of
from tfir.ir.operations import Operation

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.clusters import LARGEST
from tfopt.stablehlo_to_iree.iree_identify_dispatch_regions import bindings_of_any_kind
from tfopt.stablehlo_to_iree.region_merging import REGION, Merging, erase_members

AFTER = ("iree-identify-dispatch-regions", "iree-merge-row-regions")
WORKS_ON = ("iree",)
STATISTICS = {"regions-merged": "Regions that have become part of another one."}
OPTIONS = {
    "max-row-elements": "Rows of more scores go to memory; 0: all do.",
    "max-columns": "So do those of which more columns of the result are computed.",
}


def iree_merge_attention_regions(func: "Func", *, max_row_elements: int = 512, max_columns: int = 128):
    """Merge a region with a matrix product, the only one that reads it and goes along rows of it, and the only one that reads that and has the product
    of it and of something else; also what transposes that.

    Only where the device that the module is for first of all can pass numbers between invocations. Not where processors run it too, or kernels are
    plain, which compute each element by itself.
    """
    module = func.parent_op
    targets = [target for target in targets_of(module).values() if target is not None]
    if not targets or not targets[0].can("shuffle") or any([target.is_processor for target in targets]) or module.get(STYLE) == PLAIN:
        return
    most_buffers = bindings_of_any_kind(func)
    for block in func.regions[0].blocks:
        for op in [op for op in block if op.name == REGION and any([inner.name in PRODUCTS for inner in op.body])][::-1]:
            _merge(op, max_row_elements, max_columns, most_buffers)  # from the last one on: those before are still there


def _merge(first: Operation, max_row_elements: int, max_columns: int, most_buffers: int) -> None:
    chain, merged = [first], None
    while len(chain) < 4 and (reader := _only_reader(chain[-1])) is not None:
        chain.append(reader)
        if len(chain) > 2:
            merging = _Attention([*chain])
            if len(merging.captured) >= most_buffers or not merging.fits(max_row_elements, max_columns):
                break
            merged = merging
    if merged is None:
        return
    count("regions-merged", len(merged.regions) - 1)
    merged.last.replace_with(merged.region_op([merged.last.result]))
    erase_members(merged.regions[:-1])


def _only_reader(op: Operation) -> Operation | None:
    """The one region of the same block that reads what another one gives."""
    readers = set(op.result.users) if len(op.results) == 1 else set()
    reader = readers.pop() if len(readers) == 1 else None
    return reader if reader is not None and reader.name == REGION and reader.block is op.block and len(reader.results) == 1 else None


class _Attention(Merging):
    def __init__(self, regions: list[Operation]):
        super().__init__(regions[-1])
        self.regions = regions
        for op in regions:
            self.add(op)

    def fits(self, max_row_elements: int, max_columns: int) -> bool:
        sized = self.with_extents([self.last.result]) if len(self.block) <= LARGEST else None
        attention = None if sized is None else attention_in(sized[0])
        if sized is None or attention is None:
            return False
        result = sized[1][self.made[self.last.result]]
        length, columns = attention.first.result.type.shape[-1], attention.second.result.type.shape[-1]
        return length % QUAD == 0 and length <= max_row_elements and columns <= max_columns and result in attention.order
