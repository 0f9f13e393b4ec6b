"""Affine maps and integer sets as Python functions of whole numbers: dimensions first, then symbols."""

from __future__ import annotations

from functools import cache

from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import is_leaf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.text.affine_expression import Expression

# `floordiv` and `mod` go down, as Python's do for a positive divisor; other divisors are undefined.
OPERATORS = {"+": "({} + {})", "*": "({} * {})", "floordiv": "({} // {})", "ceildiv": "-(-{} // {})", "mod": "({} % {})"}


@cache
def function_of(map: AffineAttr) -> Callable[..., tuple[int, ...]]:
    """The results of a map; of a set, the numbers that its constraints compare with 0. Raises ZeroDivisionError where one is undefined."""
    names = [*[f"d{n}" for n in range(map.dimensions)], *[f"s{n}" for n in range(map.symbols)]]
    results = "".join([f"{as_python(each)}, " for each in map.results])
    function: Callable[..., tuple[int, ...]] = eval(f"lambda {', '.join(names)}: ({results})")  # letters, numbers and operators alone
    return function


def as_python(expression: Expression) -> str:
    if isinstance(expression, int):
        return f"({expression})"
    if is_leaf(expression):
        return f"{expression[0]}{expression[1]}"
    operator, left, right = expression
    return OPERATORS[operator].format(as_python(left), as_python(right))


@cache
def condition_of(set_: AffineAttr) -> Callable[..., bool]:
    """Whether the constraints of a set hold."""
    values, relations = function_of(set_), set_.relations

    def holds(*operands: int) -> bool:
        return all([value == 0 if relation == "==" else value >= 0 for value, relation in zip(values(*operands), relations)])

    return holds
