"""Floating point numbers. Source: the folders and patterns of MLIR's arith dialect. Nothing changes but what no rounding can see."""

from __future__ import annotations

import math

from tfir.dialects.arith import FLOAT_PREDICATES
from tfir.ir.numbers import pack, unpack
from tfir.ir.operations import Operation

from tfopt.generic.canonicalization.arith.integers import a, arith, constants_last, first, made_by, of_one_type
from tfopt.generic.canonicalization.constants import computed, constant, element_of, number, numbers, packs
from tfopt.rewrite.pattern import reads


def folded(function):
    """Computes where all operands are constants: exactly in twice the precision, then rounded."""

    @reads("arith.constant")
    def fold(op: Operation, rewriter) -> bool:
        element = element_of(op.results[0].type)
        if not packs(element):
            return False
        values = computed(op, function)
        if values is None:
            return False
        try:
            rounded = list(unpack(pack(values, element), element))
        except OverflowError:
            return False
        return rewriter.replace(op, [constant(rewriter, rounded, op.results[0].type)])

    return fold


def is_number(value, expected: float) -> bool:
    actual = number(value)
    return isinstance(actual, float) and actual == expected and math.copysign(1, actual) == math.copysign(1, expected)


def with_number(operand: float, answer=first):
    return reads("arith.constant")(lambda op, rewriter: is_number(op.operands[1], operand) and rewriter.replace(op, [answer(op, rewriter)]))


def with_nan(answer):
    @reads("arith.constant")
    def fold(op: Operation, rewriter) -> bool:
        operand = number_or_nan(op.operands[1])
        return operand is not None and math.isnan(operand) and rewriter.replace(op, [answer(op, rewriter)])

    return fold


def number_or_nan(value) -> float | None:
    elements = numbers(value)
    return elements[0] if elements is not None and len(elements) == 1 and isinstance(elements[0], float) else None


def of_itself(op: Operation, rewriter) -> bool:
    return op.operands[0] is op.operands[1] and rewriter.replace(op, [op.operands[0]])


@reads("arith.negf")
def of_two_negated(op: Operation, rewriter) -> bool:
    """`-x * -y` is `x * y`; the same of quotients."""
    inner = [made_by(value, "arith.negf") for value in op.operands]
    if None in inner:
        return False
    return rewriter.replace_with(op, op.name, [each.operands[0] for each in inner], fastmath=op.attributes["fastmath"])


@reads("arith.constant")
def product_with_zero(op: Operation, rewriter) -> bool:
    """`x * 0` is 0 where neither NaN nor the sign of a zero counts."""
    flags = op.attributes["fastmath"].text
    if not (is_number(op.operands[1], 0.0) or is_number(op.operands[1], -0.0)):
        return False
    return ("fast>" in flags or "nnan" in flags and "nsz" in flags) and rewriter.replace(op, [op.operands[1]])


def divided(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1, b)


def remainder(a: float, b: float) -> float:
    return math.nan if b == 0 or math.isinf(a) or a != a or b != b else math.fmod(a, b)


def greater(a: float, b: float) -> float:
    return a if a > b or (a == b and math.copysign(1, a) > math.copysign(1, b)) else b


def lesser(a: float, b: float) -> float:
    return b if greater(a, b) is a else a


def passing_nan(choose):
    return lambda a, b: a if a != a else b if b != b else choose(a, b)


def ignoring_nan(choose):
    return lambda a, b: b if a != a else a if b != b else choose(a, b)


def relation(words: str):
    """(the orders -1, 0, 1 for which the predicate holds, whether it holds for unordered operands). The first letter of a predicate, `o`
    or `u`, decides about unordered ones."""
    relations = {"eq": (0,), "gt": (1,), "ge": (0, 1), "lt": (-1,), "le": (-1, 0), "ne": (-1, 1), "rd": (-1, 0, 1), "no": ()}
    return relations[words[1:]], words[0] == "u"


def zero_added(sign: float):
    """A zero of the wrong sign, where signs of zeros don't count."""

    @reads("arith.constant")
    def fold(op: Operation, rewriter) -> bool:
        flags = op.attributes["fastmath"].text
        return is_number(op.operands[1], sign) and ("nsz" in flags or "fast>" in flags) and rewriter.replace(op, [op.operands[0]])

    return fold


@reads("arith.negf")
def sum_with_negated(op: Operation, rewriter) -> bool:
    """`-a + b` is `b - a`, `a + -b` is `a - b`."""
    for one, other in (op.operands, op.operands[::-1]):
        inner = made_by(one, "arith.negf")
        if inner is not None:
            return rewriter.replace_with(op, "arith.subf", [other, inner.operands[0]], fastmath=op.attributes["fastmath"])
    return False


@reads("arith.constant")
def zero_minus(op: Operation, rewriter) -> bool:
    """`-0 - x` is `-x`."""
    return is_number(op.operands[0], -0.0) and rewriter.replace_with(op, "arith.negf", op.operands[1:], fastmath=op.attributes["fastmath"])


@reads("arith.constant")
def compared(op: Operation, rewriter) -> bool:
    """A comparison of constants, and of anything with NaN."""
    word = FLOAT_PREDICATES[op.get("predicate")]
    type = op.results[0].type
    holds, unordered = {"false": ((), False), "true": ((-1, 0, 1), True)}.get(word) or relation(word)
    operands = [number_or_nan(value) for value in op.operands]
    if any([each is not None and each != each for each in operands]):
        return rewriter.replace(op, [constant(rewriter, unordered, type)])

    def answer(a, b):
        return int(unordered if a != a or b != b else (a > b) - (a < b) in holds)

    results = computed(op, answer)
    return results is not None and rewriter.replace(op, [constant(rewriter, results, type)])


PATTERNS = {
    "arith.negf": [folded(lambda a: -a), of_one_type(arith.negf(arith.negf(a)) >> a)],
    "arith.addf": [constants_last, with_number(-0.0), zero_added(0.0), folded(lambda a, b: a + b), sum_with_negated],
    "arith.subf": [with_number(0.0), zero_added(-0.0), folded(lambda a, b: a - b), zero_minus],
    "arith.mulf": [constants_last, with_number(1.0), product_with_zero, folded(lambda a, b: a * b), of_two_negated],
    "arith.divf": [with_number(1.0), folded(divided), of_two_negated],
    "arith.remf": [folded(remainder)],
    "arith.maximumf": [constants_last, of_itself, with_number(-math.inf), folded(passing_nan(greater))],
    "arith.minimumf": [constants_last, of_itself, with_number(math.inf), folded(passing_nan(lesser))],
    "arith.maxnumf": [constants_last, of_itself, with_nan(first), folded(ignoring_nan(greater))],
    "arith.minnumf": [constants_last, of_itself, with_nan(first), folded(ignoring_nan(lesser))],
    "arith.cmpf": [compared],
}  # fmt: skip
