"""Numbers that say no more than that they are small: what a mask puts far below all others in front of a softmax.

The scale of a value that softmax alone reads need not reach to what is as good as 0 behind it, and neither that of what is added there: -10000 in a mask would
leave none of 8 bits for the numbers that matter.
"""

from __future__ import annotations

import numpy as np
from tfir.ir.operations import Value

from tfopt.quantization.facts import fact_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ods.arrays import Array

    from tfopt.quantization.regions import Region

    Range = tuple[float, float]


def reach_of(value: Value) -> float | None:
    """How far below the largest of its row numbers of a value are told apart; None where something reads all of them."""
    reaches = []
    for user in value.users:
        fact = fact_of(user)
        if fact is None or fact.ignores is None:
            return None
        reach, factor = fact.ignores
        reaches.append(reach / max(float(user.get(factor, 1.0)), 1e-3))
    return max(reaches, default=None)


def within_reach(add: Callable[[Array], None], reach: float) -> Callable[[Array], None]:
    """What is told of numbers none of which are farther below the largest of their row."""

    def told(array: Array) -> None:
        add(np.maximum(array, array.max(-1, keepdims=True) - np.float32(reach)) if array.size else array)

    return told


def narrow_masks(regions: Sequence[Region], ranges: dict[Value, Range]) -> None:
    """Lets values that are added in front of such readers alone reach no farther down than they have to: at their least the sum is at its least, whatever
    the others are."""
    sums = [region for region in regions if region.fact.is_sum and len(region.ops) == 1 and reach_of(region.result) is not None]
    least: dict[Value, float] = {}
    for region in sums:
        for value, other in zip(region.op.operands, reversed(region.op.operands)):
            if value in ranges and other in ranges and region.result in ranges:
                low = ranges[region.result][0] - ranges[other][1]
                least[value] = min(low, least.get(value, low))
    by_op = {region.op for region in sums}
    for value, low in least.items():
        if all([user in by_op for user in value.users]) and low < ranges[value][1]:
            ranges[value] = max(low, ranges[value][0]), ranges[value][1]
