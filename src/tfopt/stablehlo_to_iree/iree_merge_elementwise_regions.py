"""Makes one dispatch region, of several results, of those that compute elements of tensors of one shape from each other, or from the same tensors.

    %c = region { add(%x, %y) }; %h = region { tanh(%c) }; %k = region { select(%p, %h, %x) }     =     %c, %h, %k = region { .. }

What one of them gives goes to memory where something else reads it, and is not read again for the others. It is worth it whenever it can be
done: a dispatch is saved, and a barrier or the reads of what they share; what each invocation does it did before, in several dispatches. What
bounds it is how many buffers a kernel may have, and how many operations drivers compile in good time.
"""

from __future__ import annotations

from tfir.analysis.sliced_products import SLICE, SLICE_OF_OPEN_SIZE
from tfir.dialects import has_trait
from tfir.ir.operations import Operation, Value

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.clusters import LARGEST, SERIES, is_absorbed, is_elementwise
from tfopt.stablehlo_to_iree.iree_identify_dispatch_regions import bindings_of_any_kind
from tfopt.stablehlo_to_iree.region_merging import REGION, Group, Merging
from tfopt.stablehlo_to_iree.sizes import is_of_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

AFTER = ("iree-identify-dispatch-regions",)
WORKS_ON = ("iree",)
STATISTICS = {"regions-merged": "Regions that have become part of another one."}
MOST_APART = 64  # operations from the first region of a group to the last
WORD = 32


def iree_merge_elementwise_regions(func: "Func"):
    """Merge regions of elementwise operations, and slices of what they read, with those that read their results at the same places, and with those
    that read what they read, where all results have one shape and elements of 32 bits.

    What else depends on their results moves behind them; a step of the host in between stays where it is, and regions are not merged then.
    """
    most_buffers = bindings_of_any_kind(func)
    for block in func.regions[0].blocks:
        for first in [op for op in block if is_by_element(op)]:
            if first.parent is not None:  # it has not become part of another one
                group = _Alike(first, set())
                while (larger := _grown(group, most_buffers)) is not None:
                    group = larger
                if group.others:
                    count("regions-merged", len(group.others))
                    group.become_one()


def is_by_element(region: Operation) -> bool:
    """Whether a region gives words of one shape by elements of what it reads: at their places, of slices, and of numbers that are the same for all."""
    if region.name != REGION or len({value.type.shape for value in region.results}) != 1:
        return False
    is_words = all([getattr(value.type.element, "width", 0) == WORD for value in region.results])
    return is_words and all(
        [
            op.name in (SLICE, SLICE_OF_OPEN_SIZE)
            or is_elementwise(op)
            or is_absorbed(op)
            or is_of_sizes(op)
            or has_trait(op, "constant_like", "terminator")
            for op in region.body
        ]
    )


def _grown(group: _Alike, most_buffers: int) -> _Alike | None:
    """The group with one more region behind the first one."""
    shape = group.first.results[0].type.shape
    values = {value for member in group.members for value in (*member.results, *member.operands[1:])}
    for region in behind(group.first):
        is_other = region.name == REGION and region not in group.members and region.results[0].type.shape == shape
        is_related = is_other and (shape == () or not values.isdisjoint(region.operands[1:]))
        if is_related and (None not in shape or region.operands[0] is group.first.operands[0]) and is_by_element(region):
            larger = _Alike(group.first, {*group.others, region})
            if larger.fits(most_buffers):
                return larger
    return None


def behind(first: Operation) -> Iterator[Operation]:
    """What stands near behind a region, so that time grows with the number of regions."""
    op = first.next
    for _ in range(MOST_APART):
        if op is None:
            return
        yield op
        op = op.next


def is_read_in_place(argument: Value) -> bool:
    """Whether elements of an argument of a region are read for those of the result at their places alone."""
    shape = argument.type.shape
    return all(
        [
            has_trait(user, "terminator", "shape_only") or (is_elementwise(user) and user.results[0].type.shape == shape)
            for user in argument.users
        ]
    )


class _Alike(Group):
    def fits(self, most_buffers: int) -> bool:
        made = {value for member in self.members for value in member.results}
        for member in self.members:
            read = [argument for argument, value in zip(member.body.arguments, member.operands[1:], strict=True) if value in made]
            if not all(map(is_read_in_place, read)):
                return False
        if not self.is_in_order or any([op.name == REGION for op in self.moved]):
            return False  # dispatches would wait for what they do not need
        merging = self.merging()
        if len(merging.captured) + len(self.results) > most_buffers or not has_one_shape(merging, self.results):
            return False
        return sum([SERIES if has_trait(op, "ulp") else 1 for op in merging.block]) <= LARGEST


def has_one_shape(merging: Merging, results: list[Value]) -> bool:
    """Whether open sizes of all results turn out to be the same."""
    if all([value.type.is_static for value in results]):
        return True
    sized = merging.with_extents(results)
    return sized is not None and len({sized[1][merging.made[value]].type.shape for value in results}) == 1
