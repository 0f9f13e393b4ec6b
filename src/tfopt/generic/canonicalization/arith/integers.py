"""Sums, differences, products and quotients of whole numbers. Source: the folders and patterns of MLIR's arith dialect."""

from __future__ import annotations

from tfir.dialects.arith import OVERFLOW
from tfir.ir.operations import Operation, Value
from tfir.ir.types import IntegerType

from tfopt.generic.canonicalization.constants import (
    can_hold_constant,
    computed,
    constant,
    element_of,
    is_constant,
    number,
    numbers,
    reads_constants,
    signed,
    width_of,
)
from tfopt.rewrite.pattern import reads
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.rewrite.terms import Ops, Rule, variables

arith = Ops("arith")
a, b, c = variables("a b c")


@reads_constants
def constants_last(op: Operation, rewriter) -> bool:
    """Moves the constant operand of a commutative op to the right."""
    first, second = op.operands[:2]
    if not is_constant(first) or is_constant(second):
        return False
    op.set_operands((second, first, *op.operands[2:]))
    return rewriter.modified(op)


def folded(*functions, is_signed: bool = False):
    """Computes where all operands are constants, each result by a function of the numbers and of the width of the type, `w`."""

    @reads_constants
    def fold(op: Operation, rewriter) -> bool:
        width = width_of(op.operands[0].type)
        read = (lambda n: signed(n, width)) if is_signed else (lambda n: n)
        parts = [computed(op, lambda *given, each=each: each(*map(read, given), width)) for each in functions]
        if parts[0] is None:
            return False
        return rewriter.replace(op, [constant(rewriter, part, result.type) for part, result in zip(parts, op.results)])

    return fold


def with_number(operand, answer):
    """`op(x, operand)`: `answer(op, rewriter)` is what takes its place. `operand` is a number, or a function of the width."""

    @reads_constants
    def fold(op: Operation, rewriter) -> bool:
        width = width_of(op.operands[1].type)
        if number(op.operands[1]) != (operand(width) if callable(operand) else operand):
            return False
        return rewriter.replace(op, [answer(op, rewriter)])

    return fold


def of_itself(answer):
    """`op(x, x)`."""

    def itself(op: Operation, rewriter: PatternRewriter) -> bool:
        return (
            op.operands[0] is op.operands[1]
            and (answer is first or can_hold_constant(op.results[0].type))
            and rewriter.replace(op, [answer(op, rewriter)])
        )

    return itself


def of_one_type(rule: Rule):
    """A rule as a function, where all operands and results have one type, so that there is nothing to prove."""

    @reads(*[name for names in rule.required for name in names])
    def replace(op: Operation, rewriter: PatternRewriter) -> bool:
        return any(rewriter.replace(op, values) for values in rule.replacements(op, rewriter))

    return replace


def first(op, rewriter):
    return op.operands[0]


def second(op, rewriter):
    return op.operands[1]


def zero(op, rewriter):
    return constant(rewriter, 0, op.results[0].type)


def one(op, rewriter):
    return constant(rewriter, 1, op.results[0].type)


def made_by(value: Value, name: str) -> Operation | None:
    return value.op if value.op is not None and value.op.name == name else None


def beside(value: Value, op: Operation) -> Value:
    """The other operand of an operation of two."""
    a, b = op.operands
    return a if value is b else b


# Sums and differences.


def flags_of_both(op: Operation, inner: Operation, combined: list, width: int) -> dict:
    """The overflow flags of two ops combined: those of both that also hold for combining the constants. `combined` are the results of that
    as whole numbers, each for signed and for unsigned operands."""
    low, high = -(1 << (width - 1)), 1 << (width - 1)
    fits = {
        "nsw": all([low <= signed_result < high for signed_result, _ in combined]),
        "nuw": all([0 <= unsigned_result < 2 * high for _, unsigned_result in combined]),
    }
    both = [word for word in OVERFLOW.words if all([word in each.attributes["overflowFlags"].text for each in (op, inner)]) and fits[word]]
    return {"overflowFlags": OVERFLOW.of(both)}


def merged(op: Operation, inner: Operation, rewriter, name: str, x: Value, number_first: bool, combine) -> bool:
    """Two ops with a constant each become `name(x, c)`, or `name(c, x)` where the number is first."""
    c0 = numbers(inner.operands[0] if is_constant(inner.operands[0]) else inner.operands[1])
    c1 = numbers(op.operands[0] if is_constant(op.operands[0]) else op.operands[1])
    if c0 is None or c1 is None:
        return False
    longest, width = max(len(c0), len(c1)), width_of(op.results[0].type)
    pairs = list(zip(c0 * (longest // len(c0)), c1 * (longest // len(c1))))
    combined = [(combine(signed(a, width), signed(b, width)), combine(a, b)) for a, b in pairs]
    c = constant(rewriter, [unsigned_result for _, unsigned_result in combined], op.results[0].type)
    flags = flags_of_both(op, inner, combined, width) if "overflowFlags" in inner.attributes else {}
    return rewriter.replace_with(op, name, [c, x] if number_first else [x, c], **flags)


# op -> inner op -> (whether the inner constant is on the left, and the outer one) -> what comes of it
SUMS = {
    ("addi", "addi", False, False): ("arith.addi", False, lambda c0, c1: c0 + c1),
    ("addi", "subi", False, False): ("arith.addi", False, lambda c0, c1: c1 - c0),
    ("addi", "subi", True, False): ("arith.subi", True, lambda c0, c1: c0 + c1),
    ("subi", "addi", False, False): ("arith.addi", False, lambda c0, c1: c0 - c1),
    ("subi", "addi", False, True): ("arith.subi", True, lambda c0, c1: c1 - c0),
    ("subi", "subi", False, False): ("arith.subi", False, lambda c0, c1: c0 + c1),
    ("subi", "subi", True, False): ("arith.subi", True, lambda c0, c1: c0 - c1),
    ("subi", "subi", False, True): ("arith.subi", True, lambda c0, c1: c0 + c1),
    ("subi", "subi", True, True): ("arith.addi", False, lambda c0, c1: c1 - c0),
    ("muli", "muli", False, False): ("arith.muli", False, lambda c0, c1: c0 * c1),
    ("andi", "andi", False, False): ("arith.andi", False, lambda c0, c1: c0 & c1),
    ("ori", "ori", False, False): ("arith.ori", False, lambda c0, c1: c0 | c1),
    ("xori", "xori", False, False): ("arith.xori", False, lambda c0, c1: c0 ^ c1),
}


@reads_constants
def merge_constants(op: Operation, rewriter) -> bool:
    """`(x + 1) + 2` is `x + 3`, `5 - (x - 1)` is `6 - x`, and so on."""
    left = is_constant(op.operands[0])
    if left is is_constant(op.operands[1]):
        return False
    inner = op.operands[1 if left else 0].op
    if inner is None or inner.dialect != "arith" or len(inner.operands) != 2:
        return False
    inner_left = is_constant(inner.operands[0])
    if inner_left is is_constant(inner.operands[1]):
        return False
    sum_of = SUMS.get((op.name[6:], inner.name[6:], inner_left, left))
    return sum_of is not None and merged(op, inner, rewriter, sum_of[0], inner.operands[1 if inner_left else 0], sum_of[1], sum_of[2])


@reads("arith.muli")
def sum_with_negated(op: Operation, rewriter) -> bool:
    """`x + y * -1` is `x - y`."""
    for x, other in (op.operands, op.operands[::-1]):
        inner = made_by(other, "arith.muli")
        if inner is not None and number(inner.operands[1]) == (1 << width_of(op.results[0].type)) - 1:
            return rewriter.replace_with(op, "arith.subi", [x, inner.operands[0]])
    return False


@reads("arith.subi")
def difference_of_difference(op: Operation, rewriter) -> bool:
    """`(a - b) - a` is `0 - b`."""
    inner = made_by(op.operands[0], "arith.subi")
    if inner is None or inner.operands[0] is not op.operands[1] or not can_hold_constant(op.results[0].type):
        return False
    return rewriter.replace_with(op, "arith.subi", [constant(rewriter, 0, op.results[0].type), inner.operands[1]])


# Quotients. A division by zero, and one that overflows, stays as it is.


def truncated(a: int, b: int) -> int:
    magnitude = abs(a) // abs(b)
    return magnitude if (a < 0) == (b < 0) else -magnitude


def quotient(divide):
    return lambda a, b, w: None if b == 0 or (b == -1 and a == -(1 << (w - 1))) else divide(a, b)


@reads_constants
def of_zero(op: Operation, rewriter) -> bool:
    """Zero divided by anything is zero."""
    return number(op.operands[0]) == 0 and rewriter.replace(op, [op.operands[0]])


def product_divided(flag: str):
    """`x * y / y` is `x` where the product does not overflow."""

    @reads("arith.muli")
    def fold(op: Operation, rewriter) -> bool:
        inner = made_by(op.operands[0], "arith.muli")
        if inner is None or flag not in inner.attributes["overflowFlags"].text or op.operands[1] not in inner.operands:
            return False
        return rewriter.replace(op, [beside(op.operands[1], inner)])

    return fold


# Ops with two results.


def low_half_only(name: str):
    """The first result alone, by the op that gives no more."""

    def fold(op: Operation, rewriter) -> bool:
        if op.results[1].uses:
            return False
        value = rewriter.value(name, op.operands, op.results[0].type)
        rewriter.replace_uses(op.results[0], value)
        rewriter.erase(op)
        return True

    return fold


def extended_by(operand: int, answer):
    return reads_constants(
        lambda op, rewriter: (
            number(op.operands[1]) == operand and can_hold_constant(op.results[1].type) and rewriter.replace(op, answer(op, rewriter))
        )
    )


@reads_constants
def sign_as_high(op: Operation, rewriter) -> bool:
    """`x * 1`, extended: `x`, and all bits set where it is negative."""
    type = op.results[0].type
    if number(op.operands[1]) != 1 or element_of(type) is IntegerType(1) or not can_hold_constant(type):
        return False
    from tfir.dialects.arith import INTEGER_PREDICATES
    from tfir.ir.attributes import integer
    from tfir.ods.derived_types import truth_like

    less = integer(INTEGER_PREDICATES.index("slt"))
    negative = rewriter.value("arith.cmpi", [op.operands[0], constant(rewriter, 0, type)], truth_like(type), predicate=less)
    return rewriter.replace(op, [op.operands[0], rewriter.value("arith.extsi", [negative], type)])


PATTERNS = {
    "arith.addi": [
        constants_last, with_number(0, first), of_one_type(arith.addi(arith.subi(a, b), b) >> a),
        folded(lambda a, b, w: a + b), merge_constants, sum_with_negated,
    ],
    "arith.subi": [
        of_itself(zero), with_number(0, first), of_one_type(arith.subi(arith.addi(a, b), b) >> a),
        of_one_type(arith.subi(a, arith.subi(a, b)) >> b), folded(lambda a, b, w: a - b), merge_constants, difference_of_difference,
    ],
    "arith.muli": [
        constants_last, with_number(0, second), with_number(1, first), folded(lambda a, b, w: a * b), merge_constants,
    ],
    "arith.divui": [
        of_zero, of_itself(one), with_number(1, first), product_divided("nuw"), folded(lambda a, b, w: None if b == 0 else a // b),
    ],
    "arith.divsi": [of_zero, of_itself(one), with_number(1, first), product_divided("nsw"), folded(quotient(truncated), is_signed=True)],
    "arith.ceildivui": [of_zero, of_itself(one), with_number(1, first), folded(lambda a, b, w: None if b == 0 else -(-a // b))],
    "arith.ceildivsi": [of_zero, of_itself(one), with_number(1, first), folded(quotient(lambda a, b: -(-a // b)), is_signed=True)],
    "arith.floordivsi": [of_zero, of_itself(one), with_number(1, first), folded(quotient(lambda a, b: a // b), is_signed=True)],
    "arith.remui": [of_zero, of_itself(zero), with_number(1, zero), folded(lambda a, b, w: None if b == 0 else a % b)],
    "arith.remsi": [
        of_zero, of_itself(zero), with_number(1, zero),
        folded(lambda a, b, w: None if b == 0 else a - truncated(a, b) * b, is_signed=True),
    ],
    "arith.addui_extended": [
        constants_last, extended_by(0, lambda op, rewriter: [op.operands[0], constant(rewriter, 0, op.results[1].type)]),
        folded(lambda a, b, w: a + b, lambda a, b, w: (a + b) >> w), low_half_only("arith.addi"),
    ],
    "arith.subui_extended": [
        extended_by(0, lambda op, rewriter: [op.operands[0], constant(rewriter, 0, op.results[1].type)]),
        folded(lambda a, b, w: a - b, lambda a, b, w: int(a < b)), low_half_only("arith.subi"),
    ],
    "arith.mulsi_extended": [
        constants_last, extended_by(0, lambda op, rewriter: [constant(rewriter, 0, result.type) for result in op.results]),
        folded(lambda a, b, w: a * b, lambda a, b, w: (a * b) >> w, is_signed=True), low_half_only("arith.muli"), sign_as_high,
    ],
    "arith.mului_extended": [
        constants_last, extended_by(0, lambda op, rewriter: [constant(rewriter, 0, result.type) for result in op.results]),
        extended_by(1, lambda op, rewriter: [op.operands[0], constant(rewriter, 0, op.results[1].type)]),
        folded(lambda a, b, w: a * b, lambda a, b, w: (a * b) >> w), low_half_only("arith.muli"),
    ],
}  # fmt: skip
