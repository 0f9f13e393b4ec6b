"""Numbers as digits to several bases: `affine.delinearize_index` and `affine.linearize_index`, there and back, and of constants. Source:
MLIR's affine dialect."""

from __future__ import annotations

from tfir.dialects.affine.verify import is_symbol
from tfir.ir.attributes import BoolAttr, DenseArrayAttr
from tfir.ir.dominance import Dominance
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, INDEX
from tfir.ods.affine_algebra import affine_map
from tfir.text.affine_expression import times
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant, number, signed
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.text.affine_expression import Expression

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
    if len(bases) <= 1:
        return [value] * len(bases)
    values, static = written(bases)
    return rewriter.create(SPLIT, [value, *values], [INDEX] * len(bases), {"static_basis": static}).results


def joined(digits: Sequence[Value], bases: Sequence[Base], is_disjoint: bool, rewriter: PatternRewriter) -> Value:
    if len(digits) <= 1:
        return digits[0] if digits else constant(rewriter, 0, INDEX)
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
    for one, other in zip(reversed(bases), reversed(mine)):
        if one is None or not same_base(one, other):
            break
        count += 1
    if not count:
        return False
    if bases == mine and count >= len(bases) - 1:
        return rewriter.replace(op, digits)
    rest = joined(digits[:-count], bases[:-count], True, rewriter)
    return rewriter.replace(op, [*split(rest, mine[:-count], rewriter), *digits[-count:]])


def split_within_last(op: Operation, rewriter: PatternRewriter) -> bool:
    """The last digits, two or more, where their bases make the base of the last digit that the number was put together of: that digit
    alone is taken apart to them."""
    inner = made_by(op.operands[0], JOINED)
    if inner is None or not is_disjoint(inner):
        return False
    digits, bases, mine = digits_of(inner), bases_of(inner), bases_of(op)
    size, count = 1, 0
    while count < len(mine) and isinstance(bases[-1], int) and size < bases[-1]:
        base = mine[-1 - count]
        if not isinstance(base, int):
            return False
        size, count = size * base, count + 1
    if count < 2 or size != bases[-1]:
        return False
    rest = joined(digits[:-1], bases[:-1], True, rewriter)
    return rewriter.replace(op, [*split(rest, mine[:-count], rewriter), *split(digits[-1], mine[-count:], rewriter)])


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


class Run:
    """Digits, one behind the other, that a number was taken apart to and that are put together again: `length` of them, from `first` on
    of those that are put together, and from `start` on of the maker's results."""

    def __init__(self, maker: Operation, first: int, start: int, length: int):
        self.maker, self.first, self.start, self.length = maker, first, start, length


def runs_of(digits: Sequence[Value], bases: Sequence[Base], is_disjoint: bool) -> list[Run]:
    """The runs of two digits and more, at most one of each number. The base of a first digit does not change the sum where it is the
    first on both sides, nor where all digits are below their bases and it had none."""
    runs: list[Run] = []
    first = 0
    while first < len(digits):
        maker, start, length = made_by(digits[first], SPLIT), digits[first].index, 1
        theirs = [] if maker is None else bases_of(maker)
        if maker is not None and (
            same_base(bases[first], theirs[start]) or first == start == 0 or is_disjoint and start == 0 and theirs[0] is None
        ):
            while first + length < len(digits) and start + length < len(theirs):
                place = start + length
                if digits[first + length] is not maker.results[place] or not same_base(bases[first + length], theirs[place]):
                    break
                length += 1
            if length > 1 and all([run.maker is not maker for run in runs]):
                runs.append(Run(maker, first, start, length))
                first += length
                continue
        first += 1
    return runs


def joined_of_split(op: Operation, rewriter: PatternRewriter) -> bool:
    """Digits that a number was taken apart to, one behind the other, are one digit of it."""
    digits, bases = digits_of(op), bases_of(op)
    runs = runs_of(digits, bases, is_disjoint(op))
    around = Dominance(lambda region: False)
    if not runs or not all([may_be_multiplied(bases[run.first : run.first + run.length], run.maker, around) for run in runs]):
        return False
    new: list[tuple[Value, Base]] = []
    after = 0
    taken_apart: list[tuple[Operation, list[Value]]] = []
    for run in runs:
        new += zip(digits[after : run.first], bases[after : run.first])
        after = run.first + run.length
        rewriter.set_insertion_point(run.maker)
        merged = bases[run.first : after]
        size = product(merged, rewriter)
        if run.length == len(run.maker.results):
            new.append((run.maker.operands[0], size))
            continue
        theirs = bases_of(run.maker)
        theirs[run.start : run.start + run.length] = [size]
        parts = list(split(run.maker.operands[0], theirs, rewriter))
        new.append((parts[run.start], size))
        parts[run.start : run.start + 1] = split(parts[run.start], merged, rewriter)  # for other users
        taken_apart.append((run.maker, parts))
    new += zip(digits[after:], bases[after:])
    rewriter.set_insertion_point(op)
    rewriter.replace(op, [joined([digit for digit, _ in new], [base for _, base in new], is_disjoint(op), rewriter)])
    for maker, parts in taken_apart:
        rewriter.replace(maker, parts)
    return True


def may_be_multiplied(bases: Sequence[Base], place: Operation, around: Dominance) -> bool:
    """Whether the product of bases may be made in front of an operation: what is not constant is a symbol that is there already."""
    values = [each for each in bases if isinstance(each, Value)]
    return bases[0] is None or len(values) == 0 or all([is_symbol(each) and around.reaches(each, place) for each in values])


def product(bases: Sequence[Base], rewriter: PatternRewriter) -> Base:
    """One base for several digits; None where the first has none."""
    result: Expression = 1
    values: list[Value] = []
    for base in bases:
        if base is None:
            return None
        if isinstance(base, Value):
            values.append(base)
        result = times(result, base if isinstance(base, int) else ("s", len(values) - 1))
    return result if isinstance(result, int) else rewriter.value("affine.apply", values, INDEX, map=affine_map(0, len(values), [result]))


PATTERNS = {
    SPLIT: [base_fixed, split_constant, split_into_ones, one_digit, split_of_joined, split_within_last],
    JOINED: [base_fixed, joined_constants, without_ones, one_digit, joined_of_split],
}
