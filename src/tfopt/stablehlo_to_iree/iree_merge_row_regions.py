"""Makes one dispatch region of those that go along the same rows one after the other: a softmax, a normalization, the mean of squares.

    %0 = region { reduce %x }; %1 = region { exponential(%x - %0) }     =     region { reduce %x; exponential(%x - ..) }

On processors a row stays in a cache as long as it is needed, on devices in the registers of a subgroup, and what is computed of it goes to memory once.
"""

from __future__ import annotations

from tfir.analysis.rows import RESHAPE, columns_in, rows_in
from tfir.ir.operations import Operation

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.clusters import LARGEST
from tfopt.stablehlo_to_iree.iree_identify_dispatch_regions import bindings_of_any_kind
from tfopt.stablehlo_to_iree.region_merging import REGION, Merging

AFTER = ("iree-identify-dispatch-regions",)
WORKS_ON = ("iree",)
STATISTICS = {"regions-merged": "Regions that have become part of another one."}
OPTIONS = {
    "max-row-elements": "Rows of more elements are gone along in several dispatches, each of which several threads share.",
    "max-column-elements": "Columns of up to so many elements are gone down in one dispatch too, where enough of them stand side by side; 0: none.",
}
FEWEST_COLUMNS = 16  # that stand side by side: a vector of the widest registers


def iree_merge_row_regions(func: "Func", *, max_row_elements: int = 65536, max_column_elements: int = 0):
    """Merge a region into the only one that reads its result, where all that both compute goes along rows of the same tensor.

    These are reductions over its last dimensions, operations on elements at the same place, and on the numbers that rows are reduced to. Numbers of
    rows may be seen in other shapes on their way. Columns are likewise, where dimensions are reduced over that others follow.
    """
    most_elements, most_buffers = (max_row_elements, max_column_elements), bindings_of_any_kind(func)
    for block in func.regions[0].blocks:
        while any([_merge(op, most_elements, most_buffers) for op in reversed(list(block)) if op.name == REGION]):
            pass  # what is merged may be all that another region waits for


def _merge(first: Operation, most_elements: tuple[int, int], most_buffers: int) -> bool:
    views, readers = _readers(first)
    if len(readers) != 1:
        return False
    (last,) = readers
    if last.name != REGION or last.parent is not first.parent or len(last.results) != 1:
        return False
    merging = _Rows(last)
    for op in (first, *views, last):
        merging.add(op)
    if len(merging.captured) + 1 > most_buffers or not merging.goes_along(first, *most_elements):
        return False
    count("regions-merged")
    last.replace_with(merging.region_op([last.result]))
    for op in (*reversed(views), first):
        op.erase()
    return True


def _readers(first: Operation) -> tuple[list[Operation], set[Operation]]:
    """The views of a region's result, and what reads it; that is nothing where it is not one result."""
    views: list[Operation] = []
    readers: set[Operation] = set()
    users = list(first.result.users) if len(first.results) == 1 else []
    while users:
        user = users.pop()
        if user.name == RESHAPE:
            views.append(user)
            users += user.result.users
        else:
            readers.add(user)
    return views, readers


class _Rows(Merging):
    def goes_along(self, first: Operation, max_row_elements: int, max_column_elements: int) -> bool:
        if len(self.block) > LARGEST:
            return False
        rows, most = rows_in(self.block), max_row_elements
        if rows is None and max_column_elements:
            rows, most = columns_in(self.block), max_column_elements
        if rows is None or rows.length > most or (rows.are_columns and rows.shape[-1] < FEWEST_COLUMNS):
            return False
        return all([rows.is_of_rows(self.made[op.result]) for op in (first, self.last)])
