"""What keeps NaN out of the largest of a window, taken out of a program whose integers have none.

    reduce_window(select(x > lowest, x, lowest), -inf) maximum          =   reduce_window(x, -inf) maximum
    reduce_window(pad(select(x == x, x, -inf), lowest), -inf) maximum   =   reduce_window(x, -inf) maximum, padded itself

The constants are no numbers that a scale should reach.
"""

from __future__ import annotations

import numpy as np
from tfir.analysis.reducers import single_op
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, TensorType
from tfir.ods.arrays import dtype_of

from tfopt.generic.dce import dce
from tfopt.quantization.facts import is_of_floats
from tfopt.quantization.regions import constant_array


def drop_guards(module: Operation) -> None:
    """Lets windows of the largest read their operands as they are, where they read what NaN was taken out of."""
    for op in [op for op in module.walk() if op.name == "stablehlo.reduce_window"]:
        if len(op.results) != 1 or single_op(op.regions[0].entry) != "stablehlo.maximum" or not is_of_floats(op.operands[0]):
            continue
        x, start = op.operands
        around = x.op if x.op is not None and x.op.name == "stablehlo.pad" and is_least(x.op.operands[1]) else None
        inner = unguarded(x if around is None else around.operands[0])
        if inner is None:
            continue
        op.set_operands([inner, start])
        if around is not None:
            present = integers(op.attributes.get("padding")) or [0] * (2 * inner.type.rank)
            ends = zip(around.get("edge_padding_low"), around.get("edge_padding_high"))
            total = [before + more for before, more in zip(present, [amount for pair in ends for amount in pair])]
            op.set_attribute("padding", DenseAttr.of(total, TensorType((inner.type.rank, 2), I64)))
    dce(module)


def unguarded(value: Value) -> Value | None:
    """What the value is where it is a number that counts for the largest; None where it is nothing of that kind."""
    choice = value.op
    if choice is None or choice.name != "stablehlo.select":
        return None
    comparison, x, least = choice.operands
    if comparison.op is None or comparison.op.name != "stablehlo.compare" or not is_least(least):
        return None
    one, other = comparison.op.operands
    direction = comparison.op.attributes["comparison_direction"].value
    is_guard = one is x and ((direction == "GT" and is_least(other)) or (direction == "EQ" and other is x))
    return x if is_guard else None


def is_least(value: Value) -> bool:
    """Whether all elements are the lowest number of their type, or -infinity."""
    array = constant_array(value)
    return array is not None and bool((array <= np.finfo(dtype_of(value.type.element)).min).all())
