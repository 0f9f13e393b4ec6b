"""Conversions between widths and kinds of numbers. Source: the folders and patterns of MLIR's arith dialect."""

from __future__ import annotations

from tfir.ir.numbers import pack, unpack
from tfir.ir.operations import Operation
from tfir.ir.types import FloatType, IndexType, IntegerType

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import (
    can_hold_constant,
    computed,
    constant,
    element_of,
    numbers,
    packs,
    reads_constants,
    signed,
    width_of,
)
from tfopt.rewrite.pattern import reads


def folded(function):
    """Computes of a constant. The function gets a number, the type of its element, and that of the result's."""

    @reads_constants
    def fold(op: Operation, rewriter) -> bool:
        source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
        if not can_hold_constant(op.results[0].type) or any([isinstance(each, FloatType) and not packs(each) for each in (source, target)]):
            return False
        values = computed(op, lambda n: function(n, source, target))
        return values is not None and rewriter.replace(op, [constant(rewriter, values, op.results[0].type)])

    return fold


def sign_extended(n, source, target):
    return signed(n, width_of(source))


def unchanged(n, source, target):
    return n


def rounded(n, source, target) -> float | None:
    """The nearest number of a float type; None for one that is beyond all of them."""
    try:
        return unpack(pack([float(n)], target), target)[0]
    except OverflowError:
        return None


def truncated_float(n, source, target) -> float | None:
    """Only what stays the same number, as upstream has it."""
    result = rounded(n, source, target)
    return result if result is not None and (result == n or result != result) else None


def from_signed(n, source, target):
    return rounded(signed(n, width_of(source)), source, target)


def to_integer(is_signed: bool):
    def convert(n, source, target) -> int | None:
        if n != n or n in (float("inf"), float("-inf")):
            return None
        low, high = (-(1 << (target.width - 1)), (1 << (target.width - 1)) - 1) if is_signed else (0, (1 << target.width) - 1)
        return int(n) if low <= int(n) <= high else None

    return convert


def same_bits(n, source, target):
    def whole(each):
        return IntegerType(each.width)

    raw = pack([n], source) if isinstance(source, FloatType) else pack([signed(n, source.width) if source.width > 1 else n], whole(source))
    return unpack(raw, target)[0]


def skipping(inner: str, name: str):
    """`op(inner(x))` is `name(x)`."""

    @reads(inner)
    def fold(op: Operation, rewriter) -> bool:
        first = made_by(op.operands[0], inner)
        return first is not None and rewriter.replace_with(op, name, first.operands)

    return fold


def once(name: str):
    """`name(name(x))` is `name(x)`."""
    return skipping(name, name)


@reads("arith.extsi", "arith.extui")
def truncated_extension(op: Operation, rewriter) -> bool:
    """`trunci(ext x)`: `x`, or as much of it as is left, or a shorter extension."""
    inner = op.operands[0].op
    if inner is None or inner.name not in ("arith.extsi", "arith.extui"):
        return False
    x, target = inner.operands[0], op.results[0].type
    if x.type is target:
        return rewriter.replace(op, [x])
    if width_of(x.type) > width_of(target):
        return rewriter.replace_with(op, "arith.trunci", [x])
    return rewriter.replace_with(op, inner.name, [x])


@reads("arith.shrsi")
def shift_of_sign(op: Operation, rewriter) -> bool:
    """A shift right down to the bits that a truncation keeps: the bits that it shifts in are cut off, so their kind does not matter."""
    inner = made_by(op.operands[0], "arith.shrsi")
    amount = numbers(inner.operands[1]) if inner is not None else None
    if amount is None or len(set(amount)) > 1:
        return False
    source, target = width_of(inner.results[0].type), width_of(op.results[0].type)
    if amount[0] != source - target:
        return False
    return rewriter.replace_with(op, "arith.trunci", [rewriter.value("arith.shrui", inner.operands, inner.results[0].type)])


def index_and_back(name: str):
    @reads(name)
    def fold(op: Operation, rewriter) -> bool:
        inner = made_by(op.operands[0], name)
        if inner is None or inner.operands[0].type is not op.results[0].type:
            return False
        if not isinstance(element_of(op.operands[0].type), IndexType) and width_of(op.operands[0].type) < 64:
            return False
        return rewriter.replace(op, [inner.operands[0]])

    return fold


def of_bitcast(op: Operation, rewriter) -> bool:
    inner = made_by(op.operands[0], "arith.bitcast")
    if op.operands[0].type is op.results[0].type:
        return rewriter.replace(op, [op.operands[0]])
    if inner is None:
        return False
    if inner.operands[0].type is op.results[0].type:
        return rewriter.replace(op, [inner.operands[0]])
    return rewriter.replace_with(op, "arith.bitcast", inner.operands)


PATTERNS = {
    "arith.extui": [once("arith.extui"), folded(unchanged)],
    "arith.extsi": [
        once("arith.extsi"),
        folded(sign_extended),
        skipping("arith.extui", "arith.extui"),  # what was extended by zeros is not negative
    ],
    "arith.trunci": [truncated_extension, once("arith.trunci"), folded(unchanged), shift_of_sign],
    "arith.extf": [folded(unchanged)],
    "arith.truncf": [folded(truncated_float)],
    "arith.sitofp": [folded(from_signed), skipping("arith.extsi", "arith.sitofp"), skipping("arith.extui", "arith.uitofp")],
    "arith.uitofp": [folded(rounded), skipping("arith.extui", "arith.uitofp")],
    "arith.fptosi": [folded(to_integer(True))],
    "arith.fptoui": [folded(to_integer(False))],
    "arith.index_cast": [folded(sign_extended), index_and_back("arith.index_cast"), skipping("arith.extsi", "arith.index_cast")],
    "arith.index_castui": [folded(unchanged), index_and_back("arith.index_castui"), skipping("arith.extui", "arith.index_castui")],
    "arith.bitcast": [folded(same_bits), of_bitcast],
}
