"""How much a dispatch has to do, as three numbers with the innermost first."""

from __future__ import annotations

from math import prod

from tfir.ir.dense import DenseAttr
from tfir.ir.types import I32, ShapedType, TensorType

WORKLOAD_TYPE = TensorType((3,), I32)


def workload(result: ShapedType) -> DenseAttr:
    """The workload of a dispatch whose first result has this static type.

    Trailing sizes of 1 do not count, and up to three sizes are taken in reverse: 4 is 4x1x1, 1x128 is 128x1x1. Beyond
    three, the last two stand for themselves and the third number is the product of all sizes.
    """
    sizes = list(result.shape) or [1]
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    if len(sizes) <= 3:
        numbers = [*sizes[::-1], 1, 1][:3]
    else:
        numbers = [sizes[-1], sizes[-2], prod(sizes)]
    return DenseAttr.of(numbers, WORKLOAD_TYPE) if len(set(numbers)) > 1 else DenseAttr.of(numbers[0], WORKLOAD_TYPE)
