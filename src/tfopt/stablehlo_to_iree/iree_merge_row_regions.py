"""Makes one dispatch region of those that go along the same rows one after the other: a softmax, a normalization, the mean of squares.

    %0 = region { reduce %x }; %1 = region { exponential(%x - %0) }     =     region { reduce %x; exponential(%x - ..) }

On processors a row stays in a cache as long as it is needed, on devices in the registers of a subgroup, and what is computed of it goes to memory once.
"""

from __future__ import annotations

from tfir.analysis.extents import open_place_of_view
from tfir.analysis.rows import REDUCE, Rows, columns_in, rows_in
from tfir.ir.operations import Operation

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.clusters import LARGEST, VIEWS
from tfopt.stablehlo_to_iree.iree_identify_dispatch_regions import bindings_of_any_kind
from tfopt.stablehlo_to_iree.region_merging import REGION, Merging, erase_members

AFTER = ("iree-identify-dispatch-regions",)
WORKS_ON = ("iree",)
STATISTICS = {"regions-merged": "Regions that have become part of another one."}
OPTIONS = {
    "max-row-elements": "Rows of more elements are gone along in several dispatches, each of which several threads share.",
    "max-column-elements": "Columns of up to so many elements are gone down in one dispatch too, where enough of them stand side by side; 0: none.",
}
FEWEST_COLUMNS = 16  # that stand side by side: a vector of the widest registers
MOST_MEMBERS = 16  # regions and views that may become one at once


def iree_merge_row_regions(func: "Func", *, max_row_elements: int = 65536, max_column_elements: int = 0):
    """Merge a region into what reads its result, where all that both compute goes along rows of the same tensor. Where several regions read it, these
    and all between them become one with the region that they lead to.

    These are reductions over its last dimensions, operations on elements at the same place, and on the numbers that rows are reduced to. Numbers of
    rows may be seen in other shapes on their way. Columns are likewise, where dimensions are reduced over that others follow.
    """
    most_elements, most_buffers = (max_row_elements, max_column_elements), bindings_of_any_kind(func)
    for block in func.regions[0].blocks:
        while any([_merge(op, most_elements, most_buffers) for op in reversed(list(block)) if op.name == REGION]):
            pass  # what is merged may be all that another region waits for


def _merge(first: Operation, most_elements: tuple[int, int], most_buffers: int) -> bool:
    members = _up_to_one_region(first)
    if not any([op.name == REDUCE for member in members if member.name == REGION for op in member.body]):
        return False
    merging = _Rows(members)
    if len(merging.captured) + 1 > most_buffers or not merging.goes_along(*most_elements):
        return False
    count("regions-merged", len(merging.regions) - 1)
    last = members.pop()
    last.replace_with(merging.region_op([last.result]))
    erase_members(members)
    return True


def _up_to_one_region(first: Operation) -> list[Operation]:
    """A region, the first one that needs its result with all that does so before, and what is between them: regions and views, in order, which
    nothing else reads. Nothing where there is no such region."""
    members, left, op = [first], set[Operation](), first
    while len(op.results) == 1 and len(members) <= MOST_MEMBERS:
        left.update(op.result.users)
        if not left or any([user.block is not first.block or not (user.name == REGION or is_view(user)) for user in left]):
            return []
        while op not in left:
            following = op.next
            assert following is not None, "what reads a result stands behind it"
            op = following
        left.remove(op)
        members.append(op)
        if not left and op.name == REGION:
            return members if len(op.results) == 1 else []
    return []


class _Rows(Merging):
    def __init__(self, members: list[Operation]):
        super().__init__(members[-1])
        self.regions = [op for op in members if op.name == REGION]
        for op in members:
            self.add(op)

    def goes_along(self, max_row_elements: int, max_column_elements: int) -> bool:
        if len(self.block) > LARGEST or (sized := self.with_extents([self.last.result])) is None:
            return False
        block, mapping = sized
        rows, most = rows_in(block), max_row_elements
        if rows is None and max_column_elements:
            rows, most = columns_in(block), max_column_elements
        if rows is None or not isinstance(rows.length, int) or rows.length > most or (rows.are_columns and is_narrow(rows)):
            return False
        return all([rows.is_of_rows(mapping[self.made[op.result]]) for op in self.regions])


def is_narrow(columns: Rows) -> bool:
    """Whether few columns stand side by side, or it is not known how many."""
    return not isinstance(columns.shape[-1], int) or columns.shape[-1] < FEWEST_COLUMNS


def is_view(op: Operation) -> bool:
    return op.name in VIEWS and (op.result.type.is_static or open_place_of_view(op) is not None)
