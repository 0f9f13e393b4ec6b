"""Bits, shifts, the larger and the smaller of whole numbers. Source: the folders and patterns of MLIR's arith dialect."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value

from tfopt.generic.canonicalization.arith.choices import opposite, predicate, word_of
from tfopt.generic.canonicalization.arith.integers import (
    a,
    arith,
    b,
    c,
    constants_last,
    first,
    folded,
    made_by,
    merge_constants,
    of_itself,
    of_one_type,
    of_zero,
    second,
    with_number,
    zero,
)
from tfopt.generic.canonicalization.constants import can_hold_constant, constant, number, reads_constants, width_of
from tfopt.rewrite.pattern import reads


def ones(width: int) -> int:
    return (1 << width) - 1


def all_ones(op: Operation, rewriter) -> Value:
    return constant(rewriter, -1, op.results[0].type)


def complement_of(op: Operation, answer, rewriter) -> bool:
    """`x op ~x`, in either order."""
    for one, other in (op.operands, op.operands[::-1]):
        inner = made_by(other, "arith.xori")
        if inner is not None and inner.operands[0] is one and number(inner.operands[1]) == ones(width_of(one.type)):
            return can_hold_constant(one.type) and rewriter.replace(op, [answer(op, rewriter)])
    return False


def with_complement(answer):
    return reads("arith.xori")(lambda op, rewriter: complement_of(op, answer, rewriter))


@reads("arith.cmpi")
def negated_comparison(op: Operation, rewriter) -> bool:
    """The complement of a comparison is the opposite comparison."""
    inner = made_by(op.operands[0], "arith.cmpi")
    if inner is None or number(op.operands[1]) != 1:
        return False
    return rewriter.replace_with(op, "arith.cmpi", inner.operands, predicate=predicate(opposite(word_of(inner))))


@reads("arith.extui", "arith.extsi")
def of_extended(op: Operation, rewriter) -> bool:
    """Bits of two numbers extended alike are the bits of the numbers, extended."""
    for name in ("arith.extui", "arith.extsi"):
        inner = [made_by(value, name) for value in op.operands]
        if None not in inner and inner[0].operands[0].type is inner[1].operands[0].type:
            narrow = rewriter.value(op.name, [each.operands[0] for each in inner], inner[0].operands[0].type)
            return rewriter.replace_with(op, name, [narrow])
    return False


@reads_constants
def of_ones(op: Operation, rewriter) -> bool:
    """All bits set stay so under a shift that keeps the sign."""
    return number(op.operands[0]) == ones(width_of(op.operands[0].type)) and rewriter.replace(op, [op.operands[0]])


def lowest(width: int) -> int:
    return 1 << (width - 1)


def highest(width: int) -> int:
    return (1 << (width - 1)) - 1


def shifted(function):
    return lambda a, b, w: function(a, b, w) if b < w else None


def choice(function, least, greatest, is_signed: bool) -> list:
    """The rules of an op that chooses one of two numbers by `function`, which never chooses `least` and always `greatest`."""
    return [
        constants_last,
        of_itself(first),
        with_number(greatest, second),
        with_number(least, first),
        folded(lambda a, b, w: function(a, b), is_signed=is_signed),
    ]


PATTERNS = {
    "arith.andi": [
        constants_last, with_number(0, second), with_number(ones, first), of_itself(first), with_complement(zero),
        of_one_type(arith.andi(a, b @ arith.andi(a, c)) >> b), folded(lambda a, b, w: a & b), merge_constants, of_extended,
    ],
    "arith.ori": [
        constants_last, with_number(0, first), with_number(ones, all_ones), of_itself(first),
        with_complement(all_ones),
        of_one_type(arith.ori(a, b @ arith.ori(a, c)) >> b), folded(lambda a, b, w: a | b), merge_constants, of_extended,
    ],
    "arith.xori": [
        constants_last, with_number(0, first), of_itself(zero), of_one_type(arith.xori(arith.xori(a, b), b) >> a),
        folded(lambda a, b, w: a ^ b), merge_constants, negated_comparison, of_extended,
    ],
    "arith.shli": [of_zero, with_number(0, first), folded(shifted(lambda a, b, w: a << b))],
    "arith.shrui": [of_zero, of_itself(zero), with_number(0, first), folded(shifted(lambda a, b, w: a >> b))],
    "arith.shrsi": [of_zero, of_ones, of_itself(zero), with_number(0, first),
                    folded(lambda a, b, w: a >> b if 0 <= b < w else None, is_signed=True)],
    "arith.maxsi": choice(max, lowest, highest, True),
    "arith.minsi": choice(min, highest, lowest, True),
    "arith.maxui": choice(max, 0, ones, False),
    "arith.minui": choice(min, ones, 0, False),
}  # fmt: skip
