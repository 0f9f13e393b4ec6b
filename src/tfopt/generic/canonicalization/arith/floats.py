"""Floating point numbers. Source: the folders and patterns of MLIR's arith dialect. Nothing changes but what no rounding can see."""

from __future__ import annotations

import math

from tfir.dialects.arith import FLOAT_PREDICATES, INTEGER_PREDICATES
from tfir.ir.attributes import integer
from tfir.ir.numbers import pack, unpack
from tfir.ir.operations import Operation
from tfir.ir.types import IntegerType

from tfopt.generic.canonicalization.arith.integers import a, arith, constants_last, first, made_by, of_one_type
from tfopt.generic.canonicalization.constants import computed, constant, element_of, number, numbers, packs, reads_constants
from tfopt.rewrite.pattern import reads


def folded(function):
    """Computes where all operands are constants: exactly in twice the precision, then rounded."""

    @reads_constants
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
    return reads_constants(lambda op, rewriter: is_number(op.operands[1], operand) and rewriter.replace(op, [answer(op, rewriter)]))


def with_nan(answer):
    @reads_constants
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


@reads_constants
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

    @reads_constants
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


@reads_constants
def zero_minus(op: Operation, rewriter) -> bool:
    """`-0 - x` is `-x`."""
    return is_number(op.operands[0], -0.0) and rewriter.replace_with(op, "arith.negf", op.operands[1:], fastmath=op.attributes["fastmath"])


@reads_constants
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


# Whole numbers, compared as floats.

PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}


def relation_of_whole(word: str, n: float, low: float, high: float) -> tuple[str, int] | bool:
    """What a comparison of a whole number from `low` to `high`, converted, with `n` says of the number: a relation and another whole
    number, or that it holds for all or for none."""
    relation = word[-2:] if word not in ("ord", "uno") else word
    if relation in ("ord", "uno"):
        return relation == "ord"
    if n > high or n < low:
        return relation in ("ne", "lt", "le") if n > high else relation in ("ne", "gt", "ge")
    whole = math.trunc(n)
    if whole == n:
        return relation, whole
    if relation in ("eq", "ne") or n < 0 == low:
        return relation in ("ne", "gt", "ge")
    return ("lt" if n < 0 else "le") if relation[0] == "l" else ("ge" if n < 0 else "gt"), whole


@reads("arith.sitofp", "arith.uitofp")
def converted_compared(op: Operation, rewriter) -> bool:
    """A whole number that is compared as a float with a constant is compared as it is. Not where rounding could matter."""
    converted, word = op.operands[0].op, FLOAT_PREDICATES[op.get("predicate")]
    n = number_or_nan(op.operands[1])
    if converted is None or converted.name not in ("arith.sitofp", "arith.uitofp") or n is None or n != n or word in ("false", "true"):
        return False
    source, float_type = converted.operands[0].type, op.operands[0].type
    if not isinstance(source, IntegerType) or not is_told_by(source, float_type, n, converted.name == "arith.sitofp"):
        return False
    is_signed = converted.name == "arith.sitofp"
    low, high = (-(1 << (source.width - 1)), (1 << (source.width - 1)) - 1) if is_signed else (0, (1 << source.width) - 1)
    answer = relation_of_whole(word, n, *unpack(pack([float(low), float(high)], float_type), float_type))
    if isinstance(answer, bool):
        return rewriter.replace(op, [constant(rewriter, answer, op.results[0].type)])
    relation, whole = answer
    kind = relation if relation in ("eq", "ne") else ("s" if is_signed else "u") + relation
    operands = [converted.operands[0], constant(rewriter, whole, source)]
    return rewriter.replace_with(op, "arith.cmpi", operands, predicate=integer(INTEGER_PREDICATES.index(kind)))


def is_told_by(source: IntegerType, float_type, n: float, is_signed: bool) -> bool:
    """Whether no number that is rounded as it is converted comes to lie on the other side of `n`."""
    precision, bits = PRECISION[float_type.name], source.width - is_signed
    if source.width <= precision or n == 0:
        return True
    if math.isinf(n):
        return FARTHEST[float_type.name] >= bits
    exponent = math.frexp(n)[1] - 1
    return not precision <= exponent <= bits


FARTHEST = {"f16": 15, "bf16": 127, "f32": 127, "f64": 1023}  # the exponents of the greatest numbers

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
    "arith.cmpf": [compared, converted_compared],
}  # fmt: skip
