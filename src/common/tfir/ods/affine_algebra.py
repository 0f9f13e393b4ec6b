"""Affine expressions, maps and sets computed with: others put in for dimensions and symbols, sums in a normal form.

An expression in normal form is a sum of dimensions, symbols and quotients with whole factors, in this order. Source: MLIR's affine
dialect, "Affine expressions"; the form is the one in which its simplification leaves them.
"""

from __future__ import annotations

from functools import cache
from math import gcd

from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import DIVISIONS, add, divide, fits, is_leaf, times

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
        if not isinstance(right, int) or (operator != "*" and right <= 0):
            return None
        if operator == "*":
            return plus({}, first, right)
        return self._divided(operator, first, right)

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
    if not is_pure(e):
        return e
    flattener = Flattener()
    sum_ = flattener.flattened(e)
    numbers = [] if sum_ is None else [*sum_.values(), *[n for dividend, by, _ in flattener.quotients for n in (*dividend.values(), by)]]
    return e if sum_ is None or not all(map(fits, numbers)) else flattener.expression(sum_)


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
