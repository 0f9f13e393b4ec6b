"""Numbers as digits to several bases: `affine.delinearize_index` and `affine.linearize_index`, there and back, and of constants. Source:
MLIR's affine dialect."""

from __future__ import annotations

from math import prod

from tfir.ir.attributes import BoolAttr, DenseArrayAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, INDEX
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, number, signed
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Base = Value | int | None  # None for the first digit, where that is not bounded

SPLIT, JOINED = "affine.delinearize_index", "affine.linearize_index"


def index_number(value: Value) -> int | None:
    held = number(value)
    return None if held is None else signed(held, 64)


def digits_of(op: Operation) -> list[Value]:
    if op.name == SPLIT:
        return list(op.results)
    return list(op.operands[: op.attributes["operandSegmentSizes"].values[0]])


def bases_of(op: Operation) -> list[Base]:
    """The base of each digit."""
    values = iter(op.operands[1 if op.name == SPLIT else len(digits_of(op)) :])
    listed: list[Base] = [next(values) if each == DYNAMIC else int(each) for each in op.attributes["static_basis"].values]
    return [None] * (len(digits_of(op)) - len(listed)) + listed


def written(bases: Sequence[Base]) -> tuple[list[Value], DenseArrayAttr]:
    listed = [each for each in bases if each is not None]
    return [each for each in listed if isinstance(each, Value)], DenseArrayAttr(
        [each if isinstance(each, int) else DYNAMIC for each in listed], I64
    )


def split(value: Value, bases: Sequence[Base], rewriter: PatternRewriter) -> Sequence[Value]:
    """The digits of a number; one alone is the number."""
    if len(bases) == 1:
        return [value]
    values, static = written(bases)
    return rewriter.create(SPLIT, [value, *values], [INDEX] * len(bases), {"static_basis": static}).results


def joined(digits: Sequence[Value], bases: Sequence[Base], is_disjoint: bool, rewriter: PatternRewriter) -> Value:
    if len(digits) == 1:
        return digits[0]
    values, static = written(bases)
    held = {"static_basis": static, "disjoint": BoolAttr(is_disjoint)}
    held["operandSegmentSizes"] = DenseArrayAttr([len(digits), len(values)], I32)
    return rewriter.value(JOINED, [*digits, *values], INDEX, **held)


def is_disjoint(op: Operation) -> bool:
    return bool(op.get("disjoint", False))


def base_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    """Bases that are constant."""
    bases = bases_of(op)
    new = [index_number(each) if isinstance(each, Value) and index_number(each) is not None else each for each in bases]
    if new == bases:
        return False
    first = 1 if op.name == SPLIT else len(digits_of(op))
    makers = [value.op for value in op.operands[first:]]
    values, static = written(new)
    op.set_operands([*op.operands[:first], *values])
    op.set_attribute("static_basis", static)
    if op.name == JOINED:
        op.set_attribute("operandSegmentSizes", DenseArrayAttr([first, len(values)], I32))
    for maker in makers:
        rewriter.revisit(maker)
    return rewriter.modified(op)


def one_digit(op: Operation, rewriter: PatternRewriter) -> bool:
    return len(digits_of(op)) == 1 and rewriter.replace(op, op.operands[:1])


# Taken apart


def split_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    rest, bases = index_number(op.operands[0]), bases_of(op)
    numbers = [each for each in bases[1:] if isinstance(each, int) and each > 0]
    if rest is None or len(numbers) < len(bases) - 1:
        return False
    digits: list[int] = []
    for base in reversed(numbers):
        rest, digit = divmod(rest, base)
        digits.insert(0, digit)
    return rewriter.replace(op, [constant(rewriter, each, INDEX) for each in (rest, *digits)])


def split_into_ones(op: Operation, rewriter: PatternRewriter) -> bool:
    """A digit to the base 1 is 0."""
    bases = bases_of(op)
    if 1 not in bases:
        return False
    kept = [at for at, base in enumerate(bases) if base != 1]
    digits = iter(split(op.operands[0], [bases[at] for at in kept], rewriter) if kept else ())
    return rewriter.replace(op, [next(digits) if at in kept else constant(rewriter, 0, INDEX) for at in range(len(bases))])


def split_of_joined(op: Operation, rewriter: PatternRewriter) -> bool:
    """The last digits of what was put together of them; what is left is put together and taken apart."""
    inner = made_by(op.operands[0], JOINED)
    if inner is None or not is_disjoint(inner):
        return False
    digits, bases, mine = digits_of(inner), bases_of(inner), bases_of(op)
    count = 0
    while count < min(len(bases), len(mine)) and same_base(bases[-1 - count], mine[-1 - count]):
        count += 1
    if not count:
        return False
    if count == len(bases) == len(mine):
        return rewriter.replace(op, digits)
    if count in (len(bases), len(mine)):
        return False
    rest = joined(digits[:-count], bases[:-count], True, rewriter)
    return rewriter.replace(op, [*split(rest, mine[:-count], rewriter), *digits[-count:]])


def same_base(one: Base, other: Base) -> bool:
    return one is other or isinstance(one, int) and one == other


# Put together


def joined_constants(op: Operation, rewriter: PatternRewriter) -> bool:
    digits, bases = [index_number(each) for each in digits_of(op)], bases_of(op)
    numbers = [each for each in bases[1:] if isinstance(each, int)]
    if len(numbers) < len(bases) - 1:
        return False
    total = 0
    for digit, base in zip(digits, [0, *numbers]):
        if digit is None:
            return False
        total = total * base + digit
    return rewriter.replace(op, [constant(rewriter, total, INDEX)])


def without_ones(op: Operation, rewriter: PatternRewriter) -> bool:
    """A digit to the base 1 counts for nothing, where it is 0; so does a leading 0."""
    digits, bases = digits_of(op), bases_of(op)
    kept = [at for at, base in enumerate(bases) if base != 1 or not (is_disjoint(op) or number(digits[at]) == 0)]
    if kept and number(digits[kept[0]]) == 0 and len(kept) > 1:
        kept.pop(0)
    if len(kept) == len(digits):
        return False
    if not kept:
        return rewriter.replace(op, [constant(rewriter, 0, INDEX)])
    return rewriter.replace(op, [joined([digits[at] for at in kept], [bases[at] for at in kept], is_disjoint(op), rewriter)])


def joined_of_split(op: Operation, rewriter: PatternRewriter) -> bool:
    """Digits that a number was taken apart to, one behind the other, are one digit of it."""
    digits, bases = digits_of(op), bases_of(op)
    for first in range(len(digits) - 1):
        maker = made_by(digits[first], SPLIT)
        start, length = digits[first].index, 0
        theirs = [] if maker is None else bases_of(maker)
        while maker is not None and first + length < len(digits) and start + length < len(theirs):
            at, place = first + length, start + length
            if digits[at] is not maker.results[place] or not same_base(bases[at], theirs[place]):
                break
            length += 1
        if maker is not None and length == len(theirs) == len(digits):
            return rewriter.replace(op, maker.operands[:1])
        if maker is not None and length > 1 and all([isinstance(each, int) for each in theirs[start + 1 : start + length]]):
            one = merge_digits(maker, theirs, start, length, rewriter)
            if one is None:
                continue
            left = [*digits[:first], one, *digits[first + length :]]
            new = [*bases[:first], merged_base(theirs[start : start + length]), *bases[first + length :]]
            rewriter.set_insertion_point(op)
            return rewriter.replace(op, [joined(left, new, is_disjoint(op), rewriter)])
    return False


def merged_base(bases: Sequence[Base]) -> Base:
    return None if bases[0] is None else prod([each for each in bases if isinstance(each, int)])


def merge_digits(maker: Operation, bases: Sequence[Base], start: int, length: int, rewriter: PatternRewriter) -> Value | None:
    """Takes a number apart with these digits as one, which is taken apart further for other users."""
    run = bases[start : start + length]
    if isinstance(run[0], Value):
        return None
    rewriter.set_insertion_point(maker)
    digits = list(split(maker.operands[0], [*bases[:start], merged_base(run), *bases[start + length :]], rewriter))
    inner = split(digits[start], run, rewriter)
    rewriter.replace(maker, [*digits[:start], *inner, *digits[start + 1 :]])
    return digits[start]


PATTERNS = {
    SPLIT: [base_fixed, split_constant, split_into_ones, one_digit, split_of_joined],
    JOINED: [base_fixed, joined_constants, without_ones, one_digit, joined_of_split],
}
