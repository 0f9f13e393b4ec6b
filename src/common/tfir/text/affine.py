"""Affine maps and integer sets, and how they are read.

Source: MLIR's affine dialect, "Affine expressions".
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute
from tfir.text.affine_expression import STRENGTH, add, divide, is_symbolic, spelled, times
from tfir.text.lexer import NUMBER, VALUE, WORD


class AffineAttr(Attribute):
    """`affine_map<(d0)[s0] -> (d0 + s0)>` or `affine_set<(d0) : (d0 >= 0)>`; `results` are expressions or constraints."""

    __slots__ = ("word", "dimensions", "symbols", "results")

    def __init__(self, word: str, dimensions: int, symbols: int, results):
        self.word, self.dimensions, self.symbols, self.results, self._text = word, dimensions, symbols, tuple(results), None
        Attribute.have_aliases = True

    @property
    def rank(self) -> int:
        """Of the memrefs whose layout it may be."""
        return self.dimensions

    @property
    def is_identity(self) -> bool:
        return self.results == tuple([("d", n) for n in range(self.dimensions)])

    def _spell(self):
        head = f"({', '.join([f'd{n}' for n in range(self.dimensions)])})"
        head += f"[{', '.join([f's{n}' for n in range(self.symbols)])}]" if self.symbols else ""
        if self.word == "affine_map":
            return f"affine_map<{head} -> ({', '.join(map(spelled, self.results))})>"
        return f"affine_set<{head} : ({', '.join([f'{spelled(e)} {relation} 0' for e, relation in self.results])})>"


def constant_map(value: int) -> AffineAttr:
    return AffineAttr("affine_map", 0, 0, [value])


def constant_of_map(map) -> int | None:
    """The value of a map without operands that answers with one number; None for another."""
    plain = isinstance(map, AffineAttr) and not map.dimensions and not map.symbols and len(map.results) == 1
    return map.results[0] if plain and isinstance(map.results[0], int) else None


def read_affine(p) -> AffineAttr:
    """`affine_map<...>` or `affine_set<...>`; its first word is the next token."""
    word = p.keyword("affine_map", "affine_set")
    p.expect("<", f"in {'affine map' if word == 'affine_map' else 'integer set'}")
    start, names = p.start, {}

    def declare(letter):
        def one():
            start, name = p.start, p.take(WORD, "bare identifier")
            if name in names:
                raise p.error(f"redefinition of identifier '{name}'", start)
            names[name] = (letter, sum([kind == letter for kind, _ in names.values()]))

        return one

    dimensions = len(p.comma_list(declare("d"), "(", ")", "in dimensional identifier list"))
    symbols = len(p.comma_list(declare("s"), "[", "]", "in symbol list")) if p.at("[") else 0
    kind = "affine_map" if p.accept("->") else "affine_set"
    if kind == "affine_map":
        results = p.comma_list(lambda: _sum(p, names), "(", ")", "in affine map range")
    elif p.accept(":"):
        results = p.comma_list(lambda: _constraint(p, names), "(", ")", "in integer set constraint list") or [(0, "==")]
    else:
        raise p.expected("'->' or ':'")
    if kind != word:
        wanted, got = ("AffineMap", "IntegerSet") if word == "affine_map" else ("IntegerSet", "AffineMap")
        raise p.error(f"expected {wanted}, but got {got}", start)
    p.expect(">")
    return AffineAttr(word, dimensions, symbols, results)


def _constraint(p, names):
    left = _sum(p, names)
    for sign in (">", "<", "="):
        if p.accept(sign) and p.accept("="):
            right = _sum(p, names)
            left, right = (right, left) if sign == "<" else (left, right)
            return add(left, times(right, -1)), "==" if sign == "=" else ">="
    raise p.error(f"expected '== affine-expr' or '>= affine-expr' at end of affine constraint, found {p.found()}")


def _sum(p, names):
    found = _product(p, names)
    while True:
        if p.accept("+"):
            found = add(found, _product(p, names, True))
        elif p.at("-"):
            p.advance()
            found = add(found, times(_product(p, names, True), -1))
        elif p.kind == NUMBER and p.token[0] == "-":  # `d0 -1`: the sign was taken for the number's
            p.split(1)
            found = add(found, times(_product(p, names, True), -1))
        else:
            return found


def _product(p, names, is_right=False):
    found = _factor(p, names, is_right)
    while p.token in STRENGTH and p.token != "+":
        start, operator = p.start, p.advance()
        right = _factor(p, names, True)
        if not is_symbolic(right) and (operator != "*" or not is_symbolic(found)):
            which = "at least one of the multiply operands" if operator == "*" else f"right operand of {operator}"
            # As upstream has it the place is the operator behind the one that is meant, where there is one.
            at = p.start if p.token in STRENGTH and p.token != "+" else start
            raise p.error(f"non-affine expression: {which} has to be either a constant or symbolic", at)
        found = times(found, right) if operator == "*" else divide(operator, found, right)
    return found


def _factor(p, names, is_right: bool):
    """An operand; `is_right` where one stands in front of its operator."""
    if p.accept("("):
        if p.at(")"):
            raise p.error("no expression inside parentheses")
        found = p.nested(lambda: _sum(p, names))
        p.expect(")")
        return found
    if p.at("-"):
        p.advance()
        return times(_factor(p, names, is_right), -1)
    if p.kind == NUMBER:
        return _whole(p)
    if p.kind == VALUE:
        if None not in names:
            raise p.error("unexpected ssa identifier")
        return _value(p, names)
    if p.kind != WORD:
        raise p.error(_no_operand(p, is_right))
    if p.token not in names:
        if None in names and p.token == "symbol":
            return _symbol(p, names)
        raise p.wrong(f"use of undeclared identifier {p.found()}")
    return names[p.advance()]


def _whole(p) -> int:
    if p.token[0] == "-":
        p.split(1)
        return -_whole(p)
    start, value = p.start, p.integer()
    if value >= 1 << 63:
        raise p.error("constant too large for index", start)
    return value


def _no_operand(p, is_right: bool) -> str:
    if is_right:
        return "missing right operand of binary operator"
    return "missing left operand of binary operator" if p.token in ("+", "*") else "expected affine expression"


def _value(p, names):
    """An SSA value in an index: the same value is the same dimension."""
    known, operands = names, names[None]
    if p.token not in known:
        known[p.token] = ("d", len(operands))
        operands.append(p.operand())
        return ("d", len(operands) - 1)
    return known[p.advance()]


def _symbol(p, names):
    """`symbol(%n)`: a value that is no dimension."""
    p.advance()
    p.expect("(")
    symbols, key = names.setdefault("symbol", []), ("symbol", p.token)
    operand = p.operand()
    p.expect(")")
    if key not in names:
        names[key] = ("s", len(symbols))
        symbols.append(operand)
    return names[key]


def read_indices(p):
    """`[%i + 1, symbol(%n)]`: the map from the values that occur to the indices, and those values as unresolved operands, those
    that are dimensions first."""
    operands: list = []
    names: dict = {None: operands}
    results = p.comma_list(lambda: _sum(p, names), "[", "]")
    symbols = names.get("symbol", [])
    return AffineAttr("affine_map", len(operands), len(symbols), results), operands + symbols
