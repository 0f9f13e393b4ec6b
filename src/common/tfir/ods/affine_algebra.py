"""Affine expressions, maps and sets computed with: others put in for dimensions and symbols, sums in a normal form.

An expression in normal form is a sum of dimensions, symbols and quotients with whole factors, in this order. Source: MLIR's affine
dialect, "Affine expressions"; the form is the one in which its simplification leaves them.
"""

from __future__ import annotations

from functools import cache
from math import gcd

from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import DIVISIONS, add, divide, factored, fits, is_a, is_leaf, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfir.text.affine_expression import Expression, Leaf

    Term = Leaf | tuple[str, int]  # a dimension, a symbol, or ("q", n) for the nth quotient
    Sum = dict[Term, int]  # how often each term is in a sum; what belongs to no term belongs to ONE

ONE = ("1", 0)


def combined(operator: str, left: Expression, right: Expression) -> Expression:
    """What an operator gives for two expressions, simplified as it is built."""
    return add(left, right) if operator == "+" else times(left, right) if operator == "*" else divide(operator, left, right)


def rebuilt(e: Expression, leaf: Callable[[Leaf], Expression]) -> Expression:
    """An expression with something else for its dimensions and symbols."""
    if isinstance(e, int):
        return e
    if is_leaf(e):
        return leaf(e)
    operator, left, right = e
    new = rebuilt(left, leaf), rebuilt(right, leaf)
    return e if new == (left, right) else combined(operator, *new)


def substituted(e: Expression, dimensions: Sequence[Expression], symbols: Sequence[Expression]) -> Expression:
    """An expression of others; dimensions and symbols beyond those that are given stay."""

    def leaf(e: Leaf) -> Expression:
        new = dimensions if e[0] == "d" else symbols
        return new[e[1]] if e[1] < len(new) else e

    return rebuilt(e, leaf)


def shifted(e: Expression, dimensions: int, symbols: int) -> Expression:
    """An expression whose dimensions and symbols have numbers that are so much higher."""
    return rebuilt(e, lambda leaf: (leaf[0], leaf[1] + (dimensions if leaf[0] == "d" else symbols)))


def leaves(e: Expression) -> Iterator[Leaf]:
    """The dimensions and symbols in an expression, as often as they occur."""
    if not isinstance(e, int):
        if is_leaf(e):
            yield e
        else:
            yield from leaves(e[1])
            yield from leaves(e[2])


def is_pure(e: Expression) -> bool:
    """Whether it multiplies with numbers alone, and divides by numbers alone."""
    if isinstance(e, int) or is_leaf(e):
        return True
    operator, left, right = e
    numbers = isinstance(right, int) or (operator == "*" and isinstance(left, int))
    return operator == "+" and is_pure(left) and is_pure(right) or operator != "+" and numbers and is_pure(left) and is_pure(right)


def like(map: AffineAttr, results: Sequence[Expression], dimensions: int | None = None, symbols: int | None = None) -> AffineAttr:
    """A map, or a set with as many constraints, of other expressions."""
    counts = map.dimensions if dimensions is None else dimensions, map.symbols if symbols is None else symbols
    return AffineAttr(map.word, *counts, results, map.relations)


def affine_map(dimensions: int, symbols: int, results: Sequence[Expression]) -> AffineAttr:
    return AffineAttr("affine_map", dimensions, symbols, results)


class Flattener:
    """Sums of dimensions, symbols and quotients for expressions. `quotients` are the (sum, divisor, expression) of each; those of a
    `ceildiv` are kept as the `floordiv` that they are, by an expression that says `ceildiv`."""

    def __init__(self) -> None:
        self.quotients: list[tuple[Sum, int, Expression]] = []

    def flattened(self, e: Expression) -> Sum | None:
        """None where there is a product of two expressions, or a division by anything but a positive number."""
        if isinstance(e, int):
            return {ONE: e} if e else {}
        if is_leaf(e):
            return {e: 1}
        operator, left, right = e
        first, second = self.flattened(left), self.flattened(right)
        if first is None or second is None:
            return None
        if operator == "+":
            return plus(first, second)
        if operator == "*" and isinstance(left, int):
            first, right = second, left
        if not isinstance(right, int):
            return self._opaque(operator, first, second)
        if operator != "*" and right <= 0:
            return None
        if operator == "*":
            return plus({}, first, right)
        return self._divided(operator, first, right)

    def _opaque(self, operator: str, left: Sum, right: Sum) -> Sum | None:
        """What stands for an operation on two expressions of which the second is no number."""
        return None

    def _divided(self, operator: str, dividend: Sum, divisor: int) -> Sum:
        common = gcd(divisor, *dividend.values())
        reduced, by = {term: count // common for term, count in dividend.items()}, divisor // common
        if operator == "mod":
            return {} if by == 1 else plus(dividend, self._quotient("floordiv", reduced, by), -divisor)
        return reduced if by == 1 else self._quotient(operator, reduced, by)

    def _quotient(self, operator: str, dividend: Sum, divisor: int) -> Sum:
        expression = divide(operator, self.expression(dividend), divisor)
        number = next((at for at, (_, _, each) in enumerate(self.quotients) if each == expression), None)
        if number is None:
            floor = plus(dividend, {ONE: divisor - 1}) if operator == "ceildiv" else dividend
            number = len(self.quotients)
            self.quotients.append((floor, divisor, expression))
        return {("q", number): 1}

    def expression(self, sum_: Sum) -> Expression:
        """The expression for a sum, in the order of the normal form."""
        e: Expression = 0
        for term in sorted(sum_, key=position):
            if term == ONE:
                e = add(e, sum_[term])
            else:
                e = add(e, times(self.quotients[term[1]][2] if term[0] == "q" else term, sum_[term]))
        return e


class SemiAffineFlattener(Flattener):
    """Takes products, quotients and remainders by expressions as terms of their own, among the `quotients`."""

    def _opaque(self, operator: str, left: Sum, right: Sum) -> Sum | None:
        e = combined(operator, self.expression(left), self.expression(right))
        number = next((at for at, (_, _, each) in enumerate(self.quotients) if each == e), None)
        if number is None:
            number = len(self.quotients)
            self.quotients.append(({}, 0, e))
        return {("q", number): 1}

    def ordered_expression(self, sum_: Sum) -> Expression:
        """The expression for a sum: dimensions and symbols by their numbers, each with the products and quotients that begin with it,
        then longer ones."""
        places: list[tuple[tuple[int, int, int], Term]] = []
        before = after = 0
        for term in sorted([each for each in sum_ if each[0] != "q"], key=position):
            if term[0] == "s":
                places.append(((term[1], 2, after), term))
                after += 1
        longer: list[Term] = []
        for term in sorted([each for each in sum_ if each[0] == "q"], key=position):
            operands = self.quotients[term[1]][2]
            left, right = (None, None) if isinstance(operands, int) or is_leaf(operands) else operands[1:]
            if (
                left is None
                or right is None
                or isinstance(left, int)
                or not is_leaf(left)
                or not (isinstance(right, int) or is_leaf(right))
            ):
                longer.append(term)
            elif left[0] == "s":
                places.append(((left[1], 2, after), term))
                after += 1
            elif isinstance(right, int):
                places.append(((left[1], 0, -before), term))
                before += 1
            else:
                places.append(((left[1], 1, right[1]), term))
        for term in sorted([each for each in sum_ if each[0] == "d"], key=position):
            places.append(((term[1], 0, -before), term))
            before += 1
        e: Expression = 0
        for term in [*[term for _, term in sorted(places, key=lambda each: each[0])], *longer]:
            e = add(e, times(self.quotients[term[1]][2] if term[0] == "q" else term, sum_[term]))
        return add(e, sum_.get(ONE, 0))


def position(term: Term) -> tuple[int, int]:
    return "dsq1".index(term[0]), term[1]


def plus(left: Sum, right: Sum, factor: int = 1) -> Sum:
    """A sum and a multiple of another one."""
    total = dict(left)
    for term, count in right.items():
        total[term] = total.get(term, 0) + count * factor
    return {term: count for term, count in total.items() if count}


@cache
def simplified(e: Expression) -> Expression:
    """An expression in normal form; as it is where it has none, or numbers of more than 64 bits in it."""
    pure = is_pure(e)
    if not pure:
        e = without_divisors(e)
        pure = is_pure(e)
    flattener = Flattener() if pure else SemiAffineFlattener()
    sum_ = flattener.flattened(e)
    numbers = [] if sum_ is None else [*sum_.values(), *[n for dividend, by, _ in flattener.quotients for n in (*dividend.values(), by)]]
    if sum_ is None or not all(map(fits, numbers)):
        return e
    plain = flattener.expression(sum_)
    return flattener.ordered_expression(sum_) if isinstance(flattener, SemiAffineFlattener) and plain != e else plain


def without_divisors(e: Expression) -> Expression:
    """An expression in which what is divided by a symbol that it is a multiple of is the quotient."""
    if isinstance(e, int) or is_leaf(e):
        return e
    operator = e[0]
    left, right = without_divisors(e[1]), without_divisors(e[2])
    if operator == "mod" and is_less_its_remainder(left, right):
        return 0
    if operator in "+*" or isinstance(right, int) or not is_leaf(right) or right[0] != "s":
        return combined(operator, left, right)
    quotient = divided_by_symbol(left, right, operator)
    if quotient is None:
        return combined(operator, left, right)
    return 0 if operator == "mod" else quotient


def is_less_its_remainder(e: Expression, divisor: Expression) -> bool:
    """Whether it is `x - x mod divisor`, in whatever order."""
    terms: list[Expression] = []
    stack = [e]
    while stack:
        each = stack.pop()
        if is_a(each, "+"):
            stack += [each[2], each[1]]
        else:
            terms.append(each)
    for at, (remainder, count) in enumerate(map(factored, terms)):
        if count == -1 and is_a(remainder, "mod") and remainder[2] == divisor:
            rest: Expression = 0
            for term in [*terms[:at], *terms[at + 1 :]]:
                rest = add(rest, term)
            if simplified(add(rest, times(remainder[1], -1))) == 0:
                return True
    return False


def divided_by_symbol(e: Expression, symbol: Leaf, operator: str) -> Expression | None:
    """An expression that is a multiple of a symbol, divided by it; None where it is not known to be one. Within a quotient it is, where
    both round alike."""
    if isinstance(e, int):
        return 0 if e == 0 else None
    if is_leaf(e):
        return 1 if e == symbol else None
    kind = e[0]
    if kind == "*":
        right = divided_by_symbol(e[2], symbol, operator)
        left = divided_by_symbol(e[1], symbol, operator)
        if left is not None:
            return times(left, e[2])
        return None if right is None else times(e[1], right)
    if kind in ("floordiv", "ceildiv"):
        left = divided_by_symbol(e[1], symbol, kind) if kind == operator else None
        return None if left is None else combined(kind, left, e[2])
    inner = "mod" if kind == "mod" else operator
    left, right = divided_by_symbol(e[1], symbol, inner), divided_by_symbol(e[2], symbol, inner)
    return None if left is None or right is None else combined(kind, left, right)


def simplified_map(map: AffineAttr) -> AffineAttr:
    return like(map, [simplified(e) for e in map.results])


def sub_map(map: AffineAttr, first: int, count: int) -> AffineAttr:
    """The map to some of the results."""
    return like(map, map.results[first : first + count])


def value_of(e: Expression, dimensions: Sequence[int | None], symbols: Sequence[int | None]) -> int | None:
    """The number that an expression is; None where it needs one that is not known, or divides by what is not positive."""
    if isinstance(e, int):
        return e
    if is_leaf(e):
        return (dimensions if e[0] == "d" else symbols)[e[1]]
    operator, *parts = e
    left, right = [value_of(each, dimensions, symbols) for each in parts]
    if left is None or right is None or (operator not in "+*" and right <= 0):
        return None
    return left + right if operator == "+" else left * right if operator == "*" else DIVISIONS[operator](left, right)
