"""Affine maps and integer sets: read, simplified as they are built, and spelled with `d0`, `s0`.

An expression is an int, ("d", n), ("s", n), or (operator, left, right). Source: MLIR's affine dialect, "Affine expressions".
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute
from tfir.text.lexer import NUMBER, VALUE, WORD

STRENGTH = {"+": 1, "*": 2, "floordiv": 2, "ceildiv": 2, "mod": 2}


class AffineAttr(Attribute):
    """`affine_map<(d0)[s0] -> (d0 + s0)>` or `affine_set<(d0) : (d0 >= 0)>`; `results` are expressions or constraints."""

    __slots__ = ("word", "dimensions", "symbols", "results")

    def __init__(self, word: str, dimensions: int, symbols: int, results):
        self.word, self.dimensions, self.symbols, self.results, self._text = word, dimensions, symbols, tuple(results), None
        Attribute.have_aliases = True

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
    p.expect("<")
    names: dict[str, tuple] = {}

    def declare(letter):
        def one():
            start, name = p.start, p.keyword()
            if name in names:
                raise p.error(f"redefinition of identifier '{name}'", start)
            names[name] = (letter, sum([kind == letter for kind, _ in names.values()]))

        return one

    dimensions = len(p.comma_list(declare("d"), "(", ")"))
    symbols = len(p.comma_list(declare("s"), "[", "]")) if p.at("[") else 0
    p.expect("->" if word == "affine_map" else ":")
    read = (lambda: _sum(p, names)) if word == "affine_map" else (lambda: _constraint(p, names))
    results = p.comma_list(read, "(", ")")
    p.expect(">")
    return AffineAttr(word, dimensions, symbols, results)


def _constraint(p, names):
    left = _sum(p, names)
    greater = p.accept(">")
    if not greater:
        less = p.accept("<")
        p.expect("=")
        relation = "<=" if less else "=="
    else:
        relation = ">="
    p.expect("=")
    right = _sum(p, names)
    return (add(right, times(left, -1)), ">=") if relation == "<=" else (add(left, times(right, -1)), relation)


def _sum(p, names):
    found = _product(p, names)
    while True:
        if p.accept("+"):
            found = add(found, _product(p, names))
        elif p.at("-"):
            p.advance()
            found = add(found, times(_product(p, names), -1))
        elif p.kind == NUMBER and p.token[0] == "-":  # `d0 -1`: the sign was taken for the number's
            found = add(found, _product(p, names))
        else:
            return found


def _product(p, names):
    found = _factor(p, names)
    while p.token in STRENGTH and p.token != "+":
        start, operator = p.start, p.advance()
        right = _factor(p, names)
        if not is_symbolic(right) and (operator != "*" or not is_symbolic(found)):
            which = "at least one of the multiply operands" if operator == "*" else f"right operand of {operator}"
            raise p.error(f"non-affine expression: {which} has to be either a constant or symbolic", start)
        found = times(found, right) if operator == "*" else divide(operator, found, right)
    return found


def _factor(p, names):
    if p.accept("("):
        found = p.nested(lambda: _sum(p, names))
        p.expect(")")
        return found
    if p.at("-"):
        p.advance()
        return times(_factor(p, names), -1)
    if p.kind == NUMBER:
        return p.integer()
    start, name = p.start, p.token
    if p.kind == VALUE and None in names:
        return _value(p, names)
    if p.kind != WORD or name not in names:
        raise p.error(f"use of undeclared identifier {p.found()}", start)
    p.advance()
    return names[name]


def _value(p, names):
    """An SSA value in an index: the same value is the same dimension."""
    known, operands = names, names[None]
    if p.token not in known:
        known[p.token] = ("d", len(operands))
        operands.append(p.operand())
        return ("d", len(operands) - 1)
    return known[p.advance()]


def read_indices(p):
    """`[%i + 1, %j]`: the map from the values that occur to the indices, and those values as unresolved operands."""
    operands: list = []
    names: dict = {None: operands}
    results = p.comma_list(lambda: _sum(p, names), "[", "]")
    return AffineAttr("affine_map", len(operands), 0, results), operands


def is_symbolic(e) -> bool:
    return isinstance(e, int) or (e[0] == "s") or (e[0] in STRENGTH and is_symbolic(e[1]) and is_symbolic(e[2]))


def add(left, right):
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if isinstance(left, int) or (is_symbolic(left) and not is_symbolic(right)):
        left, right = right, left
    if right == 0:
        return left
    (base, count), (other, more) = factored(left), factored(right)
    if base == other:
        return times(base, count + more)
    if left[0] == "+" and isinstance(left[2], int):
        return add(left[1], left[2] + right) if isinstance(right, int) else add(add(left[1], right), left[2])
    return ("+", left, right)


def factored(e):
    """An expression as (base, whole factor)."""
    return (e[1], e[2]) if isinstance(e, tuple) and e[0] == "*" and isinstance(e[2], int) else (e, 1)


def times(left, right):
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    if isinstance(left, int) or (is_symbolic(left) and not is_symbolic(right)):
        left, right = right, left
    if right == 1 or right == 0:
        return left if right == 1 else 0
    if left[0] == "*" and isinstance(left[2], int) and isinstance(right, int):
        return times(left[1], left[2] * right)
    return ("*", left, right)


def divide(operator: str, left, right):
    """`floordiv`, `ceildiv` and `mod`."""
    if isinstance(left, int) and isinstance(right, int) and right > 0:
        return {"floordiv": left // right, "ceildiv": -(-left // right), "mod": left % right}[operator]
    if right == 1:
        return 0 if operator == "mod" else left
    return (operator, left, right)


def spelled(e, tight: bool = False, names=None) -> str:
    """An expression's text; `tight` where it is an operand of a product, `names` what stands for the dimensions."""
    if isinstance(e, int):
        return str(e)
    if e[0] in "ds":
        return names[e[1]] if names else f"{e[0]}{e[1]}"
    operator, left, right = e
    if operator == "*" and right == -1:
        return f"-{spelled(left, True, names)}"
    if operator != "+":
        text = f"{spelled(left, True, names)} {operator} {spelled(right, True, names)}"
    else:
        text = _sum_text(left, right, names)
    return f"({text})" if tight else text


def _sum_text(left, right, names) -> str:
    first = spelled(left, False, names)
    if isinstance(right, int) and right < 0:
        return f"{first} - {-right}"
    if not isinstance(right, int) and right[0] == "*" and isinstance(right[2], int) and right[2] < 0:
        rest = spelled(right[1], right[1][0] == "+" or right[2] != -1, names)
        return f"{first} - {rest}" if right[2] == -1 else f"{first} - {rest} * {-right[2]}"
    return f"{first} + {spelled(right, False, names)}"
