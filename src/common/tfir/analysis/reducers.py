"""The bodies of reductions that are a single operation, and the numbers with which parts of such a reduction may begin."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.operations import Block, Operation
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import FloatType, IntegerType, Type


def single_op(block: Block) -> str | None:
    """For a body (a, b) -> c: the name of the op that makes c of a and b, in this order unless it is commutative, where there is
    nothing else in the body; else None. On quantized values an op computes with other numbers than those that are stored: None too."""
    first, last = block.first, block.last
    if first is None or first.next is not last or last is None or first.regions or last.operands != first.results:
        return None
    arguments = tuple(block.arguments)
    if len(arguments) != 2 or len(first.results) != 1 or is_quantized(arguments[0].type):
        return None
    fits = first.operands == arguments or first.operands == arguments[::-1] and has_trait(first, "commutative")
    return first.name if fits else None


def neutral(op_name: str | None, element: Type) -> bool | int | float | None:
    """The number that a StableHLO op of two operands leaves the other operand as it is beside; None where there is none."""
    if not isinstance(element, (IntegerType, FloatType)):
        return None
    low, high = element.limits
    numbers = {"stablehlo.add": 0, "stablehlo.multiply": 1, "stablehlo.maximum": low, "stablehlo.minimum": high}
    if isinstance(element, IntegerType):
        numbers |= {"stablehlo.or": 0, "stablehlo.xor": 0, "stablehlo.and": -1 if low < 0 else high}
    return numbers.get(op_name or "")


def neutral_of(op: Operation) -> bool | int | float | None:
    """Of a reduction of one tensor by one operation, windows among them: the number with which parts of it may begin; None of others."""
    if len(op.operands) != 2:
        return None
    element = op.operands[0].type.element
    is_alike = op.results[0].type.element is element and op.operands[1].type.element is element
    return neutral(single_op(op.region.entry), element) if is_alike else None
