"""Affine maps and integer sets, and how they are read.

Source: MLIR's affine dialect, "Affine expressions".
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute
from tfir.text.affine_expression import STRENGTH, add, divide, is_symbolic, spelled, times
from tfir.text.lexer import NUMBER, VALUE, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tfir.text.affine_expression import Expression, Leaf
    from tfir.text.attribute_parser import AttributeParser
    from tfir.text.parser import Parser, Unresolved

    Constraint = tuple[Expression, str]  # how it is compared with 0: "==" or ">="


class AffineAttr(Attribute):
    """`affine_map<(d0)[s0] -> (d0 + s0)>`, or `affine_set<(d0) : (d0 >= 0)>`, in which `relations` says how each result is compared
    with 0."""

    __slots__ = ("word", "dimensions", "symbols", "results", "relations")

    def __init__(self, word: str, dimensions: int, symbols: int, results: Iterable[Expression], relations: Iterable[str] = ()):
        self.word, self.dimensions, self.symbols, self._text = word, dimensions, symbols, None
        self.results, self.relations = tuple(results), tuple(relations)
        Attribute.have_aliases = True

    @property
    def rank(self) -> int:
        """The rank of the memrefs whose layout it may be."""
        return self.dimensions

    @property
    def is_identity(self) -> bool:
        return self.results == tuple([("d", n) for n in range(self.dimensions)])

    def _spell(self) -> str:
        head = f"({', '.join([f'd{n}' for n in range(self.dimensions)])})"
        head += f"[{', '.join([f's{n}' for n in range(self.symbols)])}]" if self.symbols else ""
        if self.word == "affine_map":
            return f"affine_map<{head} -> ({', '.join(map(spelled, self.results))})>"
        constraints = [f"{spelled(e)} {relation} 0" for e, relation in zip(self.results, self.relations)]
        return f"affine_set<{head} : ({', '.join(constraints)})>"


def constant_map(value: int) -> AffineAttr:
    return AffineAttr("affine_map", 0, 0, [value])


def constant_of_map(map: Attribute | None) -> int | None:
    """The value of a map without operands that returns one number; None for another."""
    if not isinstance(map, AffineAttr) or map.dimensions or map.symbols or len(map.results) != 1:
        return None
    return map.results[0] if isinstance(map.results[0], int) else None


def read_affine(p: AttributeParser) -> AffineAttr:
    """`affine_map<...>` or `affine_set<...>`; its first word is the next token."""
    word = p.keyword("affine_map", "affine_set")
    p.expect("<", f"in {'affine map' if word == 'affine_map' else 'integer set'}")
    start, affine = p.start, read_unmarked(p)
    if affine.word != word:
        expected, got = ("AffineMap", "IntegerSet") if word == "affine_map" else ("IntegerSet", "AffineMap")
        raise p.error(f"expected {expected}, but got {got}", start)
    p.expect(">")
    return affine


def read_unmarked(p: AttributeParser) -> AffineAttr:
    """`(d0)[s0] -> (d0 + s0)`, or a set, without the word in front of it."""
    names: dict[str, Leaf] = {}

    def declare(letter: str) -> Callable[[], None]:
        def one() -> None:
            start, name = p.start, p.take(WORD, "bare identifier")
            if name in names:
                raise p.error(f"redefinition of identifier '{name}'", start)
            names[name] = (letter, sum([kind == letter for kind, _ in names.values()]))

        return one

    dimensions = len(p.comma_list(declare("d"), "(", ")", "in dimensional identifier list"))
    symbols = len(p.comma_list(declare("s"), "[", "]", "in symbol list")) if p.at("[") else 0
    reader = Expressions(p, names)
    if p.accept("->"):
        return AffineAttr("affine_map", dimensions, symbols, p.comma_list(reader.sum, "(", ")", "in affine map range"))
    if not p.accept(":"):
        raise p.expected("'->' or ':'")
    constraints = p.comma_list(reader.constraint, "(", ")", "in integer set constraint list") or [(0, "==")]
    return AffineAttr("affine_set", dimensions, symbols, [e for e, _ in constraints], [relation for _, relation in constraints])


class Expressions:
    """Reads affine expressions; `names` says which dimension or symbol a word stands for."""

    __slots__ = ("p", "names")

    def __init__(self, p: AttributeParser, names: dict[str, Leaf]):
        self.p, self.names = p, names

    def constraint(self) -> Constraint:
        """Reads a comparison of two sums: their difference, and `==` or `>=` for its relation to zero."""
        left = self.sum()
        for sign in (">", "<", "="):
            if self.p.accept(sign) and self.p.accept("="):
                right = self.sum()
                left, right = (right, left) if sign == "<" else (left, right)
                return add(left, times(right, -1)), "==" if sign == "=" else ">="
        raise self.p.error(f"expected '== affine-expr' or '>= affine-expr' at end of affine constraint, found {self.p.found()}")

    def sum(self) -> Expression:
        p, terms = self.p, self._product()
        while True:
            if p.accept("+"):
                terms = add(terms, self._product(True))
            elif p.at("-"):
                p.advance()
                terms = add(terms, times(self._product(True), -1))
            elif p.kind == NUMBER and p.token[0] == "-":  # `d0 -1`: the sign was taken for the number's
                p.split(1)
                terms = add(terms, times(self._product(True), -1))
            else:
                return terms

    def _product(self, is_right: bool = False) -> Expression:
        p, factors = self.p, self._factor(is_right)
        while p.token in STRENGTH and p.token != "+":
            start, operator = p.start, p.advance()
            right = self._factor(True)
            if not is_symbolic(right) and (operator != "*" or not is_symbolic(factors)):
                which = "at least one of the multiply operands" if operator == "*" else f"right operand of {operator}"
                # As upstream has it the place is the operator behind the one that is meant, where there is one.
                at = p.start if p.token in STRENGTH and p.token != "+" else start
                raise p.error(f"non-affine expression: {which} has to be either a constant or symbolic", at)
            factors = times(factors, right) if operator == "*" else divide(operator, factors, right)
        return factors

    def _factor(self, is_right: bool) -> Expression:
        """An operand; `is_right` where one stands in front of its operator."""
        p = self.p
        if p.accept("("):
            if p.at(")"):
                raise p.error("no expression inside parentheses")
            inner = p.nested(self.sum)
            p.expect(")")
            return inner
        if p.at("-"):
            p.advance()
            return times(self._factor(is_right), -1)
        if p.kind == NUMBER:
            return self._whole()
        if p.kind == VALUE:
            return self.value()
        if p.kind != WORD:
            raise p.error(self._no_operand(is_right))
        return self.word()

    def _whole(self) -> int:
        p = self.p
        if p.token[0] == "-":
            p.split(1)
            return -self._whole()
        start, value = p.start, p.integer()
        if value >= 1 << 63:
            raise p.error("constant too large for index", start)
        return value

    def _no_operand(self, is_right: bool) -> str:
        if is_right:
            return "missing right operand of binary operator"
        return "missing left operand of binary operator" if self.p.token in ("+", "*") else "expected affine expression"

    def word(self) -> Leaf:
        if self.p.token not in self.names:
            raise self.p.wrong(f"use of undeclared identifier {self.p.found()}")
        return self.names[self.p.advance()]

    def value(self) -> Leaf:
        raise self.p.error("unexpected ssa identifier")


class Indices(Expressions):
    """Reads affine expressions whose dimensions are values, and whose symbols are `symbol(%n)`. `dimensions` and `symbols` are the
    values met, each once, as what it was first."""

    __slots__ = ("parser", "dimensions", "symbols")

    def __init__(self, p: Parser):
        super().__init__(p, {})
        self.parser = p
        self.dimensions: list[Unresolved] = []
        self.symbols: list[Unresolved] = []

    def word(self) -> Leaf:
        if self.p.token != "symbol":
            return super().word()
        self.p.advance()
        self.p.expect("(")
        name, operand = self.p.token, self.parser.operand()
        self.p.expect(")")
        return _leaf(name, operand, "s", self.names, self.symbols)

    def value(self) -> Leaf:
        name, operand = self.p.token, self.parser.operand()
        return _leaf(name, operand, "d", self.names, self.dimensions)


def _leaf(name: str, operand: Unresolved, letter: str, names: dict[str, Leaf], operands: list[Unresolved]) -> Leaf:
    """The dimension or symbol for a value's name: the same for the same value."""
    if name not in names:
        names[name] = (letter, len(operands))
        operands.append(operand)
    return names[name]


def read_indices(p: Parser) -> tuple[AffineAttr, list[Unresolved]]:
    """`[%i + 1, symbol(%n)]`: the map from the values that occur to the indices, and those values as unresolved operands, those
    that are dimensions first."""
    reader = Indices(p)
    results = p.comma_list(reader.sum, "[", "]")
    return AffineAttr("affine_map", len(reader.dimensions), len(reader.symbols), results), reader.dimensions + reader.symbols
