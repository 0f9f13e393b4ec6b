"""Products of whole numbers, as LLVM selects instructions for them that are right.

LLVM 22 takes the upper halves of products of 16 bits (`pmulhw`) for vectors of 64 bits whose operands have no more than 16, shifts them to the right by what is left of an amount
above 16, and so has zeros where the sign should be, if what reads the result has 16 bits as well. A product of 32 bits, which holds all of it, is no such vector.
"""

from __future__ import annotations

from tfir.dialects.llvm.attributes import INTEGER_PREDICATES
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Value
from tfir.ir.types import I32, I64, IntegerType, VectorType

from tfopt.spirv_to_llvm.builder import LLVMBuilder, element_of

Range = tuple[int, int]

SHORT = (-(1 << 15), (1 << 15) - 1)
LESS, GREATER = [{INTEGER_PREDICATES.index(f"s{word}{end}") for end in "te"} for word in "lg"]
DEPTH = 6  # of operations that LLVM looks through


def product(build: LLVMBuilder, left: Value, right: Value, wraps: bool) -> Value:
    if isinstance(left.type, VectorType) and left.type.element is I64 and is_short(left) and is_short(right):
        narrow = VectorType(left.type.shape, I32)
        parts = [build.op("trunc", [value], narrow, {"overflowFlags": IntegerAttr(0, I32)}) for value in (left, right)]
        return build.op("sext", [build.wrapping("mul", parts[0], parts[1])], left.type)
    return build.wrapping("mul", left, right, wraps)


def is_short(value: Value) -> bool:
    low, high = range_of(value, DEPTH)
    return low >= SHORT[0] and high <= SHORT[1]


def range_of(value: Value, depth: int) -> Range:
    """Between which numbers a whole number lies, as far as the operations that make it tell."""
    element = element_of(value.type)
    assert isinstance(element, IntegerType), "a whole number"
    most = 1 << (element.width - 1)
    whole, op = (-most, most - 1), value.op
    if op is None or depth == 0:
        return whole
    if op.name == "llvm.mlir.constant":
        content = op.attributes["value"]
        numbers = content.values() if isinstance(content, DenseAttr) else [content.value] if isinstance(content, IntegerAttr) else []
        return (min(numbers), max(numbers)) if numbers else whole
    if op.name == "llvm.sext":
        return range_of(op.operands[0], depth - 1)
    if op.name == "llvm.select" and (pair := extreme_of(op.operands)) is not None:
        (low, high), (other_low, other_high) = [range_of(each, depth - 1) for each in op.operands[1:]]
        return pair(low, other_low), pair(high, other_high)
    return whole


def extreme_of(operands):
    """`min` or `max`, where a condition chooses the smaller or the larger of two numbers."""
    condition, if_true, if_false = operands
    compared = condition.op
    if compared is None or compared.name != "llvm.icmp":
        return None
    kind = compared.get("predicate")
    for one, chosen, other in ((LESS, min, max), (GREATER, max, min)):
        if kind in one and list(compared.operands) == [if_true, if_false]:
            return chosen
        if kind in one and list(compared.operands) == [if_false, if_true]:
            return other
    return None
