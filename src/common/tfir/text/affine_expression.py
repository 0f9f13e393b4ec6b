"""Affine expressions: simplified as they are built, and spelled with `d0`, `s0`.

An expression is an int, ("d", n), ("s", n), or (operator, left, right). What is folded, and in which order operands stand, is what
MLIR's builders do. Source: MLIR's affine dialect, "Affine expressions".
"""

from __future__ import annotations

from math import gcd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeGuard

    from typing_extensions import TypeIs

    Leaf = tuple[str, int]
    Node = tuple[str, "Expression", "Expression"]
    Expression = int | Leaf | Node

STRENGTH = {"+": 1, "*": 2, "floordiv": 2, "ceildiv": 2, "mod": 2}


def fits(value: int) -> bool:
    return -(1 << 63) <= value < 1 << 63


def is_leaf(e: Leaf | Node) -> TypeIs[Leaf]:
    """Whether it is a dimension or a symbol."""
    return e[0] in "ds"


def is_symbolic(e: Expression) -> bool:
    """Whether no dimension occurs in it."""
    if isinstance(e, int) or is_leaf(e):
        return isinstance(e, int) or e[0] == "s"
    return is_symbolic(e[1]) and is_symbolic(e[2])


def is_a(e: Expression, operator: str) -> TypeGuard[Node]:
    return not isinstance(e, int) and e[0] == operator


def is_scaled(e: Expression) -> TypeGuard[tuple[str, Expression, int]]:
    """Whether it is a product with a whole number."""
    return is_a(e, "*") and isinstance(e[2], int)


def factored(e: Expression) -> tuple[Expression, int]:
    """An expression as (base, whole factor)."""
    return (e[1], e[2]) if is_scaled(e) else (e, 1)


def ordered(left: Expression, right: Expression) -> tuple[Expression, Expression]:
    """Operands of a sum or product: dimensions before symbols, each by their numbers; others stay as they are."""
    if not isinstance(left, int) and not isinstance(right, int) and is_leaf(left) and is_leaf(right):
        return (left, right) if left < right else (right, left)
    return left, right


def known_divisor(e: Expression) -> int:
    """The greatest whole number that is known to divide it."""
    if isinstance(e, int):
        return abs(e)
    if is_leaf(e):
        return 1
    operator, left, right = e
    if operator == "*":
        return known_divisor(left) * known_divisor(right)
    if operator in ("+", "mod"):
        return gcd(known_divisor(left), known_divisor(right))
    if isinstance(right, int) and right and known_divisor(left) % right == 0:
        return abs(known_divisor(left) // right)
    return 1


def add(left: Expression, right: Expression) -> Expression:
    simplified = _added(left, right)
    return ("+", *ordered(left, right)) if simplified is None else simplified


def _added(left: Expression, right: Expression) -> Expression | None:
    """The sum where it is simpler than `left + right`, else None."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right if fits(left + right) else None
    if isinstance(left, int) or (is_symbolic(left) and not is_symbolic(right)):
        return add(right, left)
    if right == 0:
        return left
    if isinstance(right, int) and is_a(left, "+") and isinstance(left[2], int):
        return add(left[1], left[2] + right)
    (base, count), (other, more) = factored(left), factored(right)
    if base == other:
        return times(base, count + more)
    if is_a(left, "+") and isinstance(left[2], int):
        return add(add(left[1], right), left[2])
    return None if isinstance(right, int) or is_leaf(right) else _remainder(left, right)


def _remainder(left: Expression, right: Node) -> Expression | None:
    """`e - (e floordiv q) * q` is `e mod q`; the e may also be the last term of a sum."""
    _, quotient, factor = right
    if factor == -1 and is_a(quotient, "*"):
        rounded, divisor = quotient[1], quotient[2]
        if not is_a(rounded, "floordiv"):
            return None
        if rounded[2] == divisor and left == rounded[1]:
            return divide("mod", left, divisor)
    if right[0] != "*" or not is_a(quotient, "floordiv"):
        return None
    divisor = quotient[2]
    if isinstance(divisor, int) and divisor > 0 and left == quotient[1] and factor == -divisor:
        return divide("mod", left, divisor)
    if not is_a(left, "+"):
        return None
    last = _added(left[2], right)
    return None if last is None else add(left[1], last)


def times(left: Expression, right: Expression) -> Expression:
    simplified = _multiplied(left, right)
    return ("*", *ordered(left, right)) if simplified is None else simplified


def _multiplied(left: Expression, right: Expression) -> Expression | None:
    """The product where it is simpler than `left * right`, else None."""
    if isinstance(left, int) and isinstance(right, int):
        return left * right if fits(left * right) else None
    if not is_symbolic(right) or isinstance(left, int):
        return times(right, left) if is_symbolic(left) else None
    if right == 1 or right == 0:
        return left if right == 1 else 0
    if not is_scaled(left):
        return None
    return times(left[1], left[2] * right) if isinstance(right, int) else times(times(left[1], right), left[2])


def divide(operator: str, left: Expression, right: Expression) -> Expression:
    """`floordiv`, `ceildiv` and `mod`."""
    simplified = None
    if isinstance(right, int) and right and (right > 0 or operator != "mod"):
        simplified = _modulo(left, right) if operator == "mod" else _divided(operator, left, right)
    return (operator, left, right) if simplified is None else simplified


def _divided(operator: str, left: Expression, right: int) -> Expression | None:
    if isinstance(left, int):
        quotient = left // right if operator == "floordiv" else -(-left // right)
        return quotient if fits(quotient) else None
    if right == 1:
        return left
    if is_scaled(left) and left[2] % right == 0:
        return times(left[1], left[2] // right)
    if operator == "floordiv" and is_a(left, "+") and (known_divisor(left[1]) % right == 0 or known_divisor(left[2]) % right == 0):
        return add(divide("floordiv", left[1], right), divide("floordiv", left[2], right))
    return None


def _modulo(left: Expression, right: int) -> Expression | None:
    if isinstance(left, int):
        return left % right
    if known_divisor(left) % right == 0:
        return 0
    if is_a(left, "+"):
        for multiple, other in ((left[1], left[2]), (left[2], left[1])):
            if known_divisor(multiple) % right == 0:
                return divide("mod", other, right)
    if is_a(left, "mod") and isinstance(left[2], int) and left[2] >= 1 and left[2] % right == 0:
        return divide("mod", left[1], right)
    return None


def evaluated(e: Expression, symbols: Sequence[int]) -> int:
    """The number that an expression of symbols is. What is divided by 0 is 0."""
    if isinstance(e, int):
        return e
    if is_leaf(e):
        return symbols[e[1]]
    left, right = evaluated(e[1], symbols), evaluated(e[2], symbols)
    return left + right if e[0] == "+" else left * right if e[0] == "*" else DIVISIONS[e[0]](left, right) if right else 0


DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "floordiv": lambda a, b: a // b,
    "ceildiv": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % b,
}


def spelled(e: Expression, tight: bool = False, names: Mapping[Leaf, str] | None = None) -> str:
    """An expression's text; `tight` where it is an operand of a product, `names` what stands for dimensions and symbols."""
    if isinstance(e, int):
        return str(e)
    if is_leaf(e):
        return names[e] if names else f"{e[0]}{e[1]}"
    operator, left, right = e
    if operator == "*" and right == -1:
        text = f"-{spelled(left, True, names)}"
    elif operator != "+":
        text = f"{spelled(left, True, names)} {operator} {spelled(right, True, names)}"
    else:
        text = _sum_text(left, right, names)
    return f"({text})" if tight else text


def _sum_text(left: Expression, right: Expression, names: Mapping[Leaf, str] | None) -> str:
    first = spelled(left, False, names)
    if isinstance(right, int) and right < 0:
        return f"{first} - {-right}"
    if is_scaled(right) and right[2] < 0:
        rest = spelled(right[1], is_a(right[1], "+") or right[2] != -1, names)
        return f"{first} - {rest}" if right[2] == -1 else f"{first} - {rest} * {-right[2]}"
    return f"{first} + {spelled(right, False, names)}"
