"""Comparisons of whole numbers, and `select`. Source: the folders and patterns of MLIR's arith dialect."""

from __future__ import annotations

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import integer
from tfir.ir.operations import Operation
from tfir.ir.types import I1

from tfopt.generic.canonicalization.arith.integers import a, arith, c, made_by, of_one_type
from tfopt.generic.canonicalization.constants import (
    can_hold_constant,
    computed,
    constant,
    element_of,
    is_constant,
    number,
    reads_constants,
    signed,
    width_of,
)
from tfopt.generic.canonicalization.poison import is_poison
from tfopt.rewrite.pattern import reads

RELATIONS = {"eq": (0,), "ne": (-1, 1), "lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (0, 1)}
OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}  # what holds where the relation does not
EXCHANGED = str.maketrans("lg", "gl")  # makes of `slt` the `sgt` that holds of the operands exchanged


def word_of(op: Operation) -> str:
    return INTEGER_PREDICATES[op.get("predicate")]


def predicate(word: str):
    return integer(INTEGER_PREDICATES.index(word))


def opposite(word: str) -> str:
    """The predicate that holds where this one does not."""
    return word[:-2] + OPPOSITES[word[-2:]]


def holds(word: str, a: int, b: int, width: int) -> bool:
    """Whether the relation holds between two numbers without sign."""
    if word[0] == "s":
        a, b = signed(a, width), signed(b, width)
    return (a > b) - (a < b) in RELATIONS[word[-2:]]


def compared_with_itself(op: Operation, rewriter) -> bool:
    if op.operands[0] is not op.operands[1] or not can_hold_constant(op.results[0].type):
        return False
    return rewriter.replace(op, [constant(rewriter, 0 in RELATIONS[word_of(op)[-2:]], op.results[0].type)])


@reads("arith.extui", "arith.extsi")
def extended_truth_compared(op: Operation, rewriter) -> bool:
    """`ext(c) != 0` is `c`, of truth values."""
    inner = op.operands[0].op
    if inner is None or inner.name not in ("arith.extui", "arith.extsi") or element_of(inner.operands[0].type) is not I1:
        return False
    if word_of(op) != "ne" or number(op.operands[1]) != 0:
        return False
    return rewriter.replace(op, [inner.operands[0]])


@reads_constants
def constants_compared(op: Operation, rewriter) -> bool:
    word, width = word_of(op), width_of(op.operands[0].type)
    truths = computed(op, lambda a, b: int(holds(word, a, b, width)))
    return truths is not None and rewriter.replace(op, [constant(rewriter, truths, op.results[0].type)])


@reads_constants
def constant_compared_last(op: Operation, rewriter) -> bool:
    one, other = op.operands
    if not is_constant(one) or is_constant(other):
        return False
    op.set_operands((other, one))
    op.set_attribute("predicate", predicate(word_of(op).translate(EXCHANGED)))
    return rewriter.modified(op)


@reads_constants
def truth_compared(op: Operation, rewriter) -> bool:
    """`c == true` and `c != false` are `c`, of truth values."""
    if element_of(op.operands[0].type) is not I1:
        return False
    neutral = {"eq": 1, "ne": 0}.get(word_of(op))
    return neutral is not None and number(op.operands[1]) == neutral and rewriter.replace(op, [op.operands[0]])


def both_extended(name: str):
    """Two numbers extended alike are equal where the numbers are."""

    @reads(name)
    def before_extension(op: Operation, rewriter) -> bool:
        inner = [made_by(value, name) for value in op.operands]
        word = word_of(op)
        if None in inner or word not in ("eq", "ne") or inner[0].operands[0].type is not inner[1].operands[0].type:
            return False
        return rewriter.replace_with(op, "arith.cmpi", [each.operands[0] for each in inner], predicate=predicate(word))

    return before_extension


# select


@reads_constants
def condition_known(op: Operation, rewriter) -> bool:
    truth = number(op.operands[0])
    if truth is None:
        return False
    return rewriter.replace(op, [op.operands[1 if truth else 2]])


@reads("ub.poison")
def other_is_poison(op: Operation, rewriter) -> bool:
    """What is chosen from poison may be the other value."""
    _, yes, no = op.operands
    return (is_poison(yes) or is_poison(no)) and rewriter.replace(op, [no if is_poison(yes) else yes])


@reads_constants
def chosen_each(op: Operation, rewriter) -> bool:
    """Constants, of which a constant chooses element by element."""
    chosen = computed(op, lambda truth, yes, no: yes if truth else no) if can_hold_constant(op.results[0].type) else None
    return chosen is not None and rewriter.replace(op, [constant(rewriter, chosen, op.results[0].type)])


@reads_constants
def is_condition(op: Operation, rewriter) -> bool:
    """`c ? true : false` is `c`."""
    condition, yes, no = op.operands
    return condition.type is op.results[0].type and number(yes) == 1 and number(no) == 0 and rewriter.replace(op, [condition])


@reads_constants
def is_complement(op: Operation, rewriter) -> bool:
    """`c ? false : true` is the complement of `c`."""
    condition, yes, no = op.operands
    if element_of(op.results[0].type) is not I1 or condition.type is not op.results[0].type or number(yes) != 0 or number(no) != 1:
        return False
    return rewriter.replace_with(op, "arith.xori", [condition, constant(rewriter, 1, condition.type)])


@reads_constants
def is_extension(op: Operation, rewriter) -> bool:
    """`c ? 1 : 0` is `c`, extended; `c ? 0 : 1` its complement."""
    condition, yes, no = op.operands
    element = element_of(op.results[0].type)
    if element is I1 or getattr(element, "width", None) is None or not hasattr(element, "signedness"):
        return False
    if getattr(condition.type, "shape", None) != getattr(op.results[0].type, "shape", None):
        return False
    if (number(yes), number(no)) == (0, 1):
        condition = rewriter.value("arith.xori", [condition, constant(rewriter, 1, condition.type)], condition.type)
    elif (number(yes), number(no)) != (1, 0):
        return False
    return rewriter.replace_with(op, "arith.extui", [condition])


@reads("arith.cmpi")
def greater_or_lesser(op: Operation, rewriter) -> bool:
    """`x < y ? x : y` is the lesser of both, and so on."""
    condition, yes, no = op.operands
    inner = made_by(condition, "arith.cmpi")
    if inner is None or word_of(inner) in ("eq", "ne"):
        return False
    word = word_of(inner)
    if (yes, no) not in (inner.operands, inner.operands[::-1]):
        return False
    takes_lesser = (word[1] == "l") == ((yes, no) == inner.operands)
    return rewriter.replace_with(op, f"arith.{'min' if takes_lesser else 'max'}{word[0]}i", inner.operands)


@reads("arith.cmpi")
def chosen_by_equality(op: Operation, rewriter) -> bool:
    """`x == y ? x : y` is `y`, `x != y ? x : y` is `x`."""
    condition, yes, no = op.operands
    inner = made_by(condition, "arith.cmpi")
    if inner is None or word_of(inner) not in ("eq", "ne") or {yes, no} != set(inner.operands):
        return False
    return rewriter.replace(op, [no if word_of(inner) == "eq" else yes])


@reads("arith.xori")
def complement_chooses(op: Operation, rewriter) -> bool:
    """`~c ? a : b` is `c ? b : a`."""
    condition, yes, no = op.operands
    inner = made_by(condition, "arith.xori")
    if inner is None or number(inner.operands[1]) != 1:
        return False
    return rewriter.replace_with(op, "arith.select", [inner.operands[0], no, yes])


@reads("arith.select")
def chosen_again(op: Operation, rewriter) -> bool:
    """Replaces a nested select with the same condition by its operand: `c ? (c ? a : b) : d` is `c ? a : d`."""
    condition, yes, no = op.operands
    for at, value, taken in ((1, yes, 1), (2, no, 2)):
        inner = made_by(value, "arith.select")
        if inner is not None and inner.operands[0] is condition:
            operands = list(op.operands)
            operands[at] = inner.operands[taken]
            return rewriter.replace_with(op, "arith.select", operands)
    return False


PATTERNS = {
    "arith.cmpi": [
        compared_with_itself, extended_truth_compared, truth_compared, constants_compared, constant_compared_last,
        both_extended("arith.extsi"), both_extended("arith.extui"),
    ],
    "arith.select": [
        of_one_type(arith.select(c, a, a) >> a), condition_known, other_is_poison, chosen_each, is_condition, chosen_by_equality, is_complement, is_extension,
        complement_chooses, chosen_again, greater_or_lesser,
    ],
}  # fmt: skip
