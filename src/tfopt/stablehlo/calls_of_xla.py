"""What XLA has instructions for and StableHLO only calls, as arithmetic: `tfir.dialects.stablehlo.calls_of_xla`, word for word."""

from __future__ import annotations

from tfir.dialects.stablehlo.calls_of_xla import RAGGED, STOCHASTIC_CONVERT, is_alone
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import IntegerType, storage_bits

from tfopt.arithmetic.tensor import Tensor, building, clamp, floor, highest, iota, lowest, select, take, widened


def stochastic_convert(op: Operation) -> list[Value] | None:
    """What rounds away from zero where a random number says so. Numbers that the integers end at are compared as they are converted."""
    element = op.results[0].type.element
    if not isinstance(element, IntegerType) or storage_bits(element) < 8:
        return None
    with building(Builder.before(op)):
        x, random = widened(Tensor(op.operands[0])), Tensor(op.operands[1])
        least, most = lowest(element), highest(element)
        whole = floor(abs(x))
        bits = random.element.width
        fraction = ((abs(x) - whole) * 2.0**bits).convert(random.element)
        rounded = select(x < 0, -whole.convert(element), whole.convert(element))
        away = select(x < 0, rounded - 1, rounded + 1)
        inside = select(random < fraction, away, rounded)
        return [select(x != x, 0, select(x >= float(most), most, select(x <= float(least), least, inside))).value]


def ragged_all_to_all(op: Operation) -> list[Value] | None:
    """What a process that is alone in its group sends to itself."""
    if not is_alone(op):
        return None
    with building(Builder.before(op)):
        data, output, starts, sizes, places, _ = map(Tensor, op.operands)
        row = iota(output.shape[:1], 0, starts.element)
        for number in range(starts.size if data.size else 0):
            start, size, place = [each[number] for each in (starts, sizes, places)]
            source = clamp(0, row - place + start, data.shape[0] - 1)
            is_new = ((row >= place) & (row < place + size)).reshape(*row.shape, *[1] * (output.rank - 1))
            output = select(is_new, take(data, source, 0), output)
        return [output.value]


ROUTINES = {stochastic_convert: [STOCHASTIC_CONVERT], ragged_all_to_all: [RAGGED]}
