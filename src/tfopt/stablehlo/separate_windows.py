"""Windows along several axes, one axis after the other: a window of 20 x 20 elements takes 40 steps instead of 400.

What holds all that went before along two axes would look at the whole array for each of its elements otherwise.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import neutral_of, single_op
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import in_pairs
from tfir.dialects.stablehlo.reduction import FEW
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value

from tfopt.arithmetic import windows
from tfopt.arithmetic.tensor import Tensor, binary, building, splat_number, widened

WORTH = 4  # times fewer steps make up for what is written and read between


def reduce_window(op: Operation) -> list[Value] | None:
    """Each axis by itself where that takes far fewer steps, and one operation combines the elements. Few floats are added in order instead,
    as the interpreter does; many of fewer bits are added as f32, and rounded once."""
    start = neutral_of(op)
    window = integers(op.attributes["window_dimensions"])
    if start is None or prod(window) <= FEW or prod(window) < WORTH * sum(window):
        return None
    name = (single_op(op.region.entry) or "").removeprefix("stablehlo.")
    strides, dilations, base = [
        integers(op.attributes[each]) if each in op.attributes else [1] * len(window)
        for each in ("window_strides", "window_dilations", "base_dilations")
    ]
    padding = in_pairs(integers(op.attributes["padding"])) if "padding" in op.attributes else [(0, 0)] * len(window)
    given = splat_number(Tensor(op.operands[1]))
    begins_neutral = given is not None and given.values()[0] == start
    is_idempotent = has_trait(op.region.entry.first, "idempotent")  # a number taken in once more changes nothing
    if max(base) > 1 or not (begins_neutral or is_idempotent):
        return None
    with building(Builder.before(op)):
        x, initial = map(Tensor, op.operands)
        result = x if is_idempotent else widened(x)
        for axis in sorted(range(x.rank), key=lambda axis: -strides[axis]):
            sizes, steps, gaps = [[each[at] if at == axis else 1 for at in range(x.rank)] for each in (window, strides, dilations)]
            edges = [padding[at] if at == axis else (0, 0) for at in range(x.rank)]
            result = windows.reduce_window(name, result, sizes, steps, edges, start, gaps)
        result = result.convert(x.element)
        return [(result if begins_neutral else binary(name, result, initial)).value]
